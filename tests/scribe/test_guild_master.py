"""Guild Master at a real table: secret Orders entered when they are shown, dice, and Contracts that only some know."""

from __future__ import annotations

import pytest

import guildhall as gh
from guildhall.cli import main
from guildhall.core.line import moves_of
from guildhall.logbook import Log, read_notes, write_notes
from tests.scribe.truth import first_difference, log_of, told_by, true_game

BEFORE_ORDERS = 9  # entries of a game of three: Guilds, sides, placed Commons


@pytest.fixture(scope="module")
def truth():
    return true_game("guild-master", 3, 4, short=True)


@pytest.fixture(scope="module")
def told(truth):
    return list(told_by(truth, 1))


@pytest.fixture
def begun(truth, told):
    """Return a log before the first Orders."""
    return entered(truth, told[:BEFORE_ORDERS])


def entered(truth, told, **more):
    log = log_of(truth, 1, **more)
    for each in told:
        log.enter(each.text)
    return log


@pytest.mark.parametrize(
    ("players", "seat", "seed", "bot"), [(2, 1, 3, "random"), (3, 0, 4, "odds"), (4, 3, 107, "random")]
)
def test_the_view_equals_that_of_the_true_game_after_every_entry(players, seat, seed, bot):
    game = true_game("guild-master", players, seed, bot=bot, short=seed != 3, plies=400)

    assert first_difference(game, seat) == ""


def test_odds_and_review_are_those_of_the_true_game(truth, told):
    mine, true = entered(truth, told[:40]).game, truth.branch()
    true.undo(true.ply - mine.ply)

    assert gh.odds.win(mine, seat=1, n=40, seed=7).equals(gh.odds.win(true, seat=1, n=40, seed=7))
    assert gh.odds.review(mine, seat=1, n=10, seed=3).equals(gh.odds.review(true, seat=1, n=10, seed=3))
    assert mine.record.redacted(1).plies == true.record.redacted(1).plies


def test_nothing_that_was_dealt_shows(truth, told):
    gw = pytest.importorskip("guildhall_widgets")
    logs = [entered(truth, told[:45], seed=seed) for seed in (9, 10)]
    for log in logs:
        log.created = "2026-01-01T00:00:00+00:00"
        log._store()

    def shown(log):
        words = [move.words for move in moves_of(log.game.line)]
        messages = [refusal(log, text) for text in ("Cyd: fly", "Ada: wander", "Bela: might; rolls 7, 1")]
        pages = gw.replay_html(log.record), log.game._repr_html_(), str(log.record.redacted(1))
        return [*words, *messages, *pages, log.could(), log.palette()]

    assert logs[0].game.state.tobytes() != logs[1].game.state.tobytes()
    assert shown(logs[0]) == shown(logs[1])


def refusal(log, text):
    before = log.text, log.game.state.tobytes(), log.game.ply
    with pytest.raises(gh.BadEntry) as refused:
        log.enter(text)
    assert (log.text, log.game.state.tobytes(), log.game.ply) == before
    return str(refused.value)


def test_orders_are_short_and_a_team_comes_in_any_order(begun):
    begun.enter("Ada: Elka, Vesna, builders, 3 gold, Jariya, contract 1")
    begun.enter("Bela: done, Dorrin, contract 2")
    begun.enter("Cyd: Ilse, no card")

    orders = [begun.game.view(1).orders(seat) for seat in range(3)]

    assert orders[0] == ["1: builders (Vesna, Elka, 3 Gold)", "2: contract 1 (Jariya)"]
    assert orders[1:] == [["2: contract 2 (Dorrin)"], ["1: no card (Ilse)"]]


def test_unknown_orders_are_guessed_kept_and_corrected(begun, tmp_path):
    begun.enter("Ada: ??")
    begun.enter("Bela: Dorrin, contract 2")
    (guess,) = begun.guesses
    begun.save(tmp_path / "log.json")
    again = Log.load(tmp_path / "log.json")

    assert (again.guesses, again.misfit) == ((guess,), None)
    assert gh.odds.win(again.game, seat=1, n=20).height
    again.edit(BEFORE_ORDERS + 1, "Ada: Vesna, contract 1")
    again.enter("Cyd: Ilse, contract 3")
    assert again.guesses == ()
    assert again.game.view(1).orders(0) == ["1: contract 1 (Vesna)"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Ada: Vesna, builders, 30 gold", "cannot '30 gold' now"),
        ("Ada: Dorrin, contract 1", "cannot 'Dorrin' now"),
        ("Ada: Vesna", "the move is not finished"),
        ("Ada: Vesna, contract 1; rolls 3", "nothing brought 'rolls 3'"),
        ("Bela: Dorrin, contract 1", "Ada decides now, not Bela"),
        ("Ada: Vesna, contract 1; luck 3", "after a semicolon comes what chance brought, not 'luck'"),
    ],
)
def test_wrong_orders_are_refused_with_the_reason(begun, text, reason):
    assert reason in refusal(begun, text)


def test_wrong_dice_and_cards_are_refused_with_the_reason(truth, told):
    log = entered(truth, told[:8])
    up = "Cyd: place Rebuild the Mill; adventurers "

    assert "tell 5 after '; adventurers'" in refusal(log, up + "Ravi") or "tell 1" in refusal(log, up + "Ravi")
    assert "Ravi cannot be turned up on space D" in refusal(log, up + "Marek, Pable, Ravi, Benedikt, Hieronymus")
    assert "unknown Adventurer 'Rabi'; did you mean 'Ravi'" in refusal(log, up + "Rabi, Marek, ??, ??, ??")
    assert "is elsewhere" in refusal(log, "Cyd: place Bewitch the Banker; adventurers ??, ??, ??, ??, ??")
    for each in told[8:15]:
        log.enter(each.text)
    assert "a die shows 1 to 6, not '7'" in refusal(log, "Bela: spirit; rolls 7, 1")
    assert "tell 1 more after '; rolls'" in refusal(log, "Bela: spirit; rolls 6")


def test_a_log_needs_the_skills_of_the_set_and_three_commons():
    start = {"players": ["Ada", "Bela"], "skills": ["logic", "guile"], "private": ["Steal Battle Plans"] * 3}

    for more, reason in (
        ({}, "private must be 3 different Contracts"),
        ({"skills": ["logic", "charm"]}, "the skills of the starting teams are might, arcane or guile, logic"),
        ({"private": ["Ambush Poachers"]}, "Ambush Poachers is not a Common that can be dealt"),
        ({"private": ["Steal Bottle Plans"]}, "did you mean 'Steal Battle Plans'"),
    ):
        with pytest.raises(gh.GuildhallError, match=reason):
            gh.scribe("guild-master", **{**start, **more})


def test_notes_hold_a_whole_log(truth, told):
    log = entered(truth, told[:30])
    again = read_notes(write_notes(log))

    assert again.text == log.text
    assert again.game.view(1) == log.game.view(1)


def test_completion_goes_from_the_skill_over_the_dice_to_the_tools(truth, told):
    log = entered(truth, told[:15])

    asked = log.could("spirit")
    tools = log.could("Bela: spirit; rolls 6, 4")

    assert (asked.ask.word, asked.ask.number, asked.ask.again) == ("rolls", 2, True)
    assert {"done", "Chapel: set a 4 to 5"} <= set(tools.phrases)
    assert log.could("Chapel: set a").problem  # a tool before the skill


def test_a_game_is_logged_in_the_terminal(tmp_path, capsys, monkeypatch):
    lines = ["guild-master", "Ada, Bela", "Ada", "logic, guile"]
    lines += ["Steal Battle Plans, Storm the Toll House, Plan the Festival", "Silver Lantern", "Bela: Midnight Court"]
    lines += ["dice fixer", "dice fixer", "place Steal Battle Plans", "could place Rebuild the Mill"]
    lines += ["place Rebuild the Mill; adventurers Haldor, Cosmo, Orsolya, Benedikt, Valentia"]
    lines += ["Vesna, builders, 7 gold", "??", "could", f"save {tmp_path / 'log.txt'}", "quit"]
    given = iter(lines)
    monkeypatch.setattr("guildhall.cli.scribe.ask", lambda prompt: next(given, None))

    assert main(["scribe"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "tell 1 after '; adventurers': Gorran (1)" in shown
    assert "8. Bela: ?? (guessed: " in shown
    assert main(["scribe", "--from", str(tmp_path / "log.txt")]) == 0
    assert "8 entries fit" in capsys.readouterr().out
