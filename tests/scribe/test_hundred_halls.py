"""Logs of the Hundred Halls: draws, flips, looks and random picks, told in the order they came."""

from __future__ import annotations

import pytest

import guildhall as gh
from guildhall.cli import main
from guildhall.logbook import Log, read_notes, write_notes
from tests.scribe.fuzz import refusals
from tests.scribe.truth import first_difference, log_of, opening_of, told_by, true_game

HANDS = ["Final Exam", "Grail of First Dew", "Mending Word", "Silver Bolt", "Borrowed Breath"]
HANDS += ["Mask of Nobody", "From Behind", "Throwing Belt", "Red Ledger", "Poisoned Needle"]
START = {"players": ["Ada", "Bela"], "realm": "Danir", "hands": HANDS, "flips": ["Call of the Deep", "Strangler Vine"]}
ENTRIES = (
    "Ada: play Final Exam, deal 6 damage to any enemy, Strangler Vine; draws Throwing Belt",
    "Ada: use the Five Elements, Aepep",
    "Ada: done, draw; draws ??",
    "Bela: done, draw; draws Quick Knife; flips Rising Sands, Canopy Stalker; picks Bela",
)


def started(**more):
    return gh.scribe("hundred-halls", **{**START, **more})


def begun(**more):
    log = started(**more)
    for text in ENTRIES:
        log.enter(text)
    return log


@pytest.fixture(scope="module")
def truth():
    options = {"scenario": "Elosian", "realm": "Caer Corsydd", "party": ["Nandi", "Pi", "Ivan"]}
    return true_game("hundred-halls", 3, 4, order=[2, 0, 1], head_start=True, plies=60, **options)


@pytest.fixture(scope="module")
def pair(truth):
    """Two logs of the same entries, in which all decks were shuffled differently."""
    logs = [log_of(truth, 1), log_of(truth, 1)]
    for seed, log in enumerate(logs):
        log.created = "2026-01-01T00:00:00+00:00"
        log.rules.begins = truth.rules.resample(log.game.view(1), seed)
        for told in told_by(truth, 1):
            log.enter(told.text)
    return logs


@pytest.mark.parametrize(
    ("players", "seed", "bot", "options"),
    [
        (1, 8, "", {"armory": True, "party": ["Ivan"], "scenario": "Elosian"}),
        (2, 17, "random", {"party": ["Pi", "Ivan"], "scenario": "Elosian", "realm": "Montanhas"}),
        (4, 7, "random", {"party": ["Alex", "Mori", "Claire", "Pax"], "scenario": "Circle of Scale"}),
    ],
)
def test_the_view_equals_that_of_the_true_game_after_every_entry(players, seed, bot, options):
    game = true_game("hundred-halls", players, seed, bot=bot, plies=60, **options)

    assert first_difference(game, seed % players) == ""


def test_odds_and_review_are_those_of_the_true_game(truth, pair):
    for ply in (20, 41):
        mine, true = pair[0].game.branch(), truth.branch()
        mine.undo(mine.ply - ply)
        true.undo(true.ply - ply)
        assert gh.odds.win(mine, seat=1, n=40, seed=7).equals(gh.odds.win(true, seat=1, n=40, seed=7))
    true = truth.branch()
    true.undo(true.ply - pair[0].game.ply)

    mine = gh.odds.review(pair[0].game, seat=1, n=10, seed=3)
    assert mine.equals(gh.odds.review(true, seat=1, n=10, seed=3))


def test_nothing_shows_what_the_kit_dealt(pair):
    gw = pytest.importorskip("guildhall_widgets")
    pages = [
        (
            gw.replay_html(log.record, seat=1),
            gw.study_markdown(log.record),
            str(log.record.redacted(1)),
            log.game._repr_html_(),
            [entry.words for entry in log.entries],
            log.record.checks,
            log.could(),
            log.palette("draws"),
        )
        for log in pair
    ]

    assert pair[0].game.state.tobytes() != pair[1].game.state.tobytes()
    assert [one == other for one, other in zip(*pages, strict=True)] == [True] * len(pages[0])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Ada: play Silver Bolts", "did you mean 'play Silver Bolt'"),
        ("Ada: play Mask of Nobody", "Mask of Nobody is not in Ada's hand"),
        ("Ada: done, draw; draws Silver Oat", "unknown card 'Silver Oat'; did you mean 'Silver Oath'"),
        ("Ada: done, draw; draws Red Ledger", "no Red Ledger is left in the deck of Aurie"),
        ("Ada: done, draw", "tell 1 after '; draws'"),
        ("Ada: done, no draw; draws Silver Bolt", "nothing brought 'draws Silver Bolt'"),
        ("Bela: done", "Ada decides now, not Bela"),
        ("Ada: done", "the move is not finished. Next could be: draw, no draw"),
        ("Ada: done, no draw; flips Eclipse", "nothing brought 'flips Eclipse'"),
    ],
)
def test_a_wrong_entry_is_refused_with_a_reason_and_changes_nothing(text, reason):
    log = started()
    before = log.game.state.tobytes()

    with pytest.raises(gh.BadEntry) as error:
        log.enter(text)

    assert reason in str(error.value)
    assert (log.text, log.game.state.tobytes()) == ("", before)


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"hands": HANDS[:9]}, "hands lacks 1 card of Zayn"),
        ({"hands": [*HANDS, "Silver Oath"]}, "hands has too many cards: nothing brought Silver Oath"),
        ({"hands": ["Silver Bolt"] * 5 + HANDS[5:]}, "no Silver Bolt is left in the deck of Aurie"),
        ({"hands": [*HANDS[:9], "??"]}, "the opening has to be known"),
        ({"hands": [*HANDS[:9], 3]}, "expected the names of cards"),
        ({"flips": ["Call of the Deep"]}, "flips lacks 1 card of Danir"),
        ({"flips": ["Strangler Vine", "Call of the Deep"]}, "no Strangler Vine is left in the deck of Aepep"),
        ({"picks": ["Ada"]}, "picks has too many cards"),
        ({"players": ["Ada"], "armory": True}, "belong to the entry that leaves it"),
        ({"players": ["Ada"], "campaign": True, "realm": None}, "Log each battle with armory=True"),
    ],
)
def test_a_wrong_start_is_refused_with_a_reason(more, reason):
    with pytest.raises(gh.GuildhallError) as error:
        started(**more)

    assert reason in str(error.value)


def test_only_the_deck_that_is_drawn_from_is_offered():
    ask = started().could("Ada: done, draw").ask

    assert ask.word == "draws"
    assert ask.palette["Silver Bolt"] == 2
    assert "Quick Knife" not in ask.palette


def test_a_pick_is_asked_for_when_it_comes():
    log = begun()
    log.undo()
    could = log.could("Bela: done, draw; draws Quick Knife; flips Rising Sands, Canopy Stalker")

    assert (could.ask.word, could.ask.again) == ("picks", True)
    assert {"Aurie", "Zayn", "Aepep", "Canopy Stalker"} <= set(could.ask.palette)


def test_a_guess_is_kept_over_a_save_and_given_up_for_what_is_told_later(tmp_path):
    log = begun()
    log.save(tmp_path / "log.json")
    again = Log.load(tmp_path / "log.json")

    assert again.guesses == log.guesses
    assert again.game.view(0) == log.game.view(0)
    assert gh.load(tmp_path / "log.json").verify()
    other = "Thornburst" if log.guesses[0].card != "Thornburst" else "Study Circle"
    log.enter(f"Ada: play {other}")  # so that was the card
    assert [guess.card for guess in log.guesses] == [other]


def test_entries_are_corrected_inserted_and_deleted():
    log = begun()
    log.insert(3, "Ada: play Mending Word, Aurie")
    log.edit(5, "Bela: done, draw; draws Quick Knife; flips Rising Sands, Canopy Stalker; picks Aurie")
    log.delete(2)
    fresh = started()
    for text in (ENTRIES[0], "Ada: play Mending Word, Aurie", *log.text.splitlines()[2:]):
        fresh.enter(text)

    assert log.misfit is None
    assert fresh.game.view(0) == log.game.view(0)
    assert log.game.view(0).knowledge.tobytes() == log.game.view(1).knowledge.tobytes()
    assert log.game.decision.options


def test_notes_are_written_and_read():
    log = begun()

    assert read_notes(write_notes(log)).text == log.text
    assert "hands: Final Exam, " in write_notes(log)


def test_a_game_is_logged_in_the_terminal(tmp_path, monkeypatch, capsys):
    out = tmp_path / "log.txt"
    lines = ["hundred-halls", "Ada, Bela", "Bela", "", "", "Danir", ", ".join(HANDS), ", ".join(START["flips"]), "", ""]
    lines += [text.partition(": ")[2] for text in ENTRIES] + ["odds", "table", f"save {out}", "quit"]
    given = iter(lines)
    monkeypatch.setattr("guildhall.cli.scribe.ask", lambda prompt: next(given, None))

    assert main(["scribe"]) == 0

    assert "Rising Sands" in capsys.readouterr().out
    assert read_notes(out.read_text()).text.splitlines() == list(ENTRIES)


def test_damaged_entries_are_refused_or_fit_and_nothing_else(truth):
    tried = refusals(log_of(truth, 0), [told.text for told in told_by(truth, 0)][:30], tries=120, seed=1)

    assert tried.odd == []
    assert tried.refused > 60


def test_a_true_game_is_logged_by_taps(truth):
    gw = pytest.importorskip("guildhall_widgets")
    from tests.widgets.test_scribe_sheet import tap_entry

    sheet = gw.ScribeSheet(log_of(truth, 1), odds=False)
    taps = [tap_entry(sheet, told.text) for told in list(told_by(truth, 1))[:14]]

    assert sheet.logbook.game.view(1) == log_after(truth, 14).game.view(1)
    assert sorted(one.done for one in taps)[len(taps) // 2] < 4


def log_after(truth, entries):
    log = log_of(truth, 1)
    for told in list(told_by(truth, 1))[:entries]:
        log.enter(told.text)
    return log


def test_the_opening_of_a_true_game_is_what_was_dealt(truth):
    assert sorted(opening_of(truth, 0)["hands"]) == sorted(
        card for seat in range(3) for card in truth.rules.table(truth.line.state_at(0)).hand(seat)
    )
