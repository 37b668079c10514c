"""Entries: refused with a reason, corrected, guessed, taken back, kept in files; and nothing that was dealt shows."""

from __future__ import annotations

import json

import pytest

import guildhall as gh
from guildhall.core.line import moves_of
from guildhall.core.scribing import Laid
from guildhall.logbook import Log
from guildhall.records.study import Evaluation

HAND = ["red Weaver", "blue Weaver", "red Farmer", "green Farmer", "red Dancer", "blue Dancer"]
HAND += ["red Trader", "green Trader", "red Historian"]
ROW = ["5", "5", "3 place any", "9", "9"]


def small(**more):
    return gh.scribe(**{"players": ["Ada", "Bela"], "first": 1, "hand": HAND, "vp_row": ROW, **more})


def state_of(log):
    """Return everything about a log that can be seen."""
    return log.entries, log.text, log.guesses, log.game.view(log.seat), log.game.moves, log.record.phrases


# --- Beginning ---


def test_a_log_needs_hand_and_row():
    with pytest.raises(gh.BadSetup, match="hand"):
        gh.scribe(players=2, vp_row=ROW)
    with pytest.raises(gh.BadSetup, match=r"vp_row must be a list.*not '5'"):
        small(vp_row="5")
    with pytest.raises(gh.BadEntry, match="has 9 cards, not 8"):
        small(hand=HAND[1:])
    with pytest.raises(gh.BadSetup, match="all 4 copies"):
        small(hand=["red Weaver"] * 9)
    with pytest.raises(gh.BadEntry, match="only 2 copies of VP card 9"):
        small(vp_row=["9"] * 5)


def test_the_seat_may_be_named():
    assert small(seat="Bela").seat == 1
    with pytest.raises(gh.BadSetup, match="Ada, Bela"):
        small(seat="Cyd")


# --- Entries ---


def test_an_entry_is_a_whole_move_in_words():
    log = small()

    first = log.enter("bela:  discard BLUE farmer  # nervous")
    second = log.enter("Bela: red Weaver, blue Trader, green Dancer")

    assert (first.status, first.words, first.note) == ("fits", "1 away, 1 drawn", "nervous")
    assert second.last == log.game.ply
    assert log.game.view(0).halls[1] == {"Weaver": ["red"], "Dancer": ["green"], "Trader": ["blue"]}
    assert log.record.notes_at(first.last).comments == ["nervous"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Bela", "begins with a player and a colon"),
        ("Bela:", "what did Bela do"),
        ("Bella: done", "did you mean 'Bela'"),
        ("Ada: done", "Bela decides now, not Ada"),
        ("Bela: fly", "Bela cannot 'fly' now"),
        ("Bela: discard red Wever", "did you mean 'discard red Weaver'"),
        ("Bela: done; draws red Weaver", "nothing brought 'draws red Weaver'"),
        ("Bela: done; drws red Weaver", "did you mean 'draws'"),
        ("Bela: done; draws", "which cards"),
        ("Bela: done\n", "one line"),
        ("Bela: " + "discard red Weaver, " * 200, "at most"),
        ("Bela: " + "discard red Weaver, " * 5, "all 4 copies of red Weaver are elsewhere|cannot"),
        (7, "expected an entry"),
    ],
)
def test_a_refused_entry_says_why_and_changes_nothing(text, reason):
    log = small()
    before = state_of(log)

    with pytest.raises(gh.BadEntry, match=reason):
        log.enter(text)

    assert state_of(log) == before


def test_own_draws_must_be_told(fresh):
    log = small(first=0)

    with pytest.raises(gh.BadEntry, match=r"tell 1 after '; draws' \(cards that you drew\)"):
        log.enter("Ada: discard red Weaver")
    with pytest.raises(gh.BadEntry, match="nothing brought 'draws blue Farmer'"):
        log.enter("Ada: discard red Weaver; draws red Farmer, blue Farmer")
    assert log.enter("Ada: discard red Weaver; draws blue Farmer").status == "fits"
    assert "blue Farmer" in log.game.view(0).hand


def test_cards_that_are_all_elsewhere_cannot_be_played():
    log = small(hand=["red Weaver"] * 4 + HAND[2:7])

    with pytest.raises(gh.BadEntry, match="all 4 copies of red Weaver are elsewhere"):
        log.enter("Bela: discard red Weaver")


def test_a_hand_that_is_told_too_full_is_refused_before_anything_is_dealt():
    log = small()
    log.enter("Bela: done")

    with pytest.raises(gh.BadEntry, match="Ada decides before 'yellow Weaver'"):
        log.enter("Bela: " + ", ".join(f"{colour} Weaver" for colour in ("red", "blue", "green", "yellow")))
    known = log.rules.know(log.game.state, 0)
    with pytest.raises(gh.BadEntry, match="Bela holds 9 cards, and all of them are known"):
        log.rules.scribing.deal(known, Laid(held=((1, "blue Farmer"),) * 10), 0)


# --- What could be written ---


def test_completion_lists_what_could_be_done_in_some_world():
    log = small()
    log.enter("Bela: done")
    log.enter("Bela: red Weaver, blue Trader, green Dancer")
    log.enter("Ada: done")
    log.enter("Ada: red Weaver, red Farmer, red Dancer")

    could = log.could()

    assert (could.player, could.kind) == ("Bela", "act")
    assert {"refresh", "play purple Weaver", "play green Trader"} <= set(could.phrases)
    assert "play red Weaver" not in could.phrases  # it would be a duplicate
    assert {choice.kind for choice in could.choices} == {"play", "refresh"}
    assert next(choice for choice in could.choices if choice.card == "blue Weaver").copies == 3


def test_completion_goes_on_with_an_unfinished_entry():
    log = small()

    asked = log.could("Bela: discard blue Far")
    draws = small(first=0).could("Ada: discard red Weaver")

    assert asked.phrases == ("discard blue Farmer",)
    assert (draws.ask.word, draws.ask.number, draws.whole) == ("draws", 1, False)
    assert draws.ask.palette["red Weaver"] == 3
    assert small(first=0).could("Ada: discard red Weaver; draws red Weaver").whole


def test_the_palette_counts_unseen_cards(begun):
    palette, view = begun.palette(), begun.game.view(0)

    assert sum(palette.values()) == sum(view.hand_sizes[1:]) - sum(map(len, view.known)) + view.deck_size
    assert begun.palette("row").keys() <= set(begun.rules.names.vp)


# --- Corrections ---


def test_taking_back_leaves_what_was_there(fresh, told):
    log, shorter = fresh(), fresh()
    for each in told[:20]:
        log.enter(each.text)
    for each in told[:12]:
        shorter.enter(each.text)

    log.undo(8)

    assert state_of(log) == state_of(shorter)
    with pytest.raises(gh.BadEntry, match="cannot take back"):
        log.undo(13)


def test_an_edit_equals_having_written_it_right(fresh, told, truth):
    right, log = fresh(), fresh()
    slip = next(n for n, each in enumerate(told[4:40], 4) if each.text.startswith(("Bela: play", "Cyd: play")))
    colour = told[slip].text.split(" ")[2]
    for each in told[:slip]:
        log.enter(each.text)
    others = [each for each in ("red", "blue", "green", "yellow", "purple") if each != colour]
    for other in others:
        try:
            log.enter(told[slip].text.replace(colour, other, 1))
            break
        except gh.BadEntry:
            continue
    for each in told[slip + 1 : slip + 6]:
        try:
            log.enter(each.text)
        except gh.BadEntry:
            break
    for each in told[: len(log)]:
        right.enter(each.text)

    log.edit(slip + 1, told[slip].text)

    assert state_of(log) == state_of(right)
    assert log.game.view(0) == truth.rules.view(truth.line.state_at(told[len(log) - 1].ply), 0)


def test_a_later_entry_that_no_longer_fits_is_named_and_kept(begun):
    last = begun.entries[-1]
    place = next(entry for entry in begun.entries if entry.text.startswith("Ada: refresh"))
    gone = next(card for card in begun.entries[place.number - 1].text.split("draws ")[1].split(", "))
    taken = f"Ada: refresh; {place.text.split('; ')[1]}" if ";" in place.text else place.text
    assert gone
    begun.edit(place.number, place.text)  # the same: everything still fits
    assert begun.misfit is None

    begun.delete(place.number)

    assert begun.misfit is not None
    assert begun.misfit.number >= place.number
    assert begun.misfit.reason
    assert begun.entries[-1].text == last.text
    with pytest.raises(gh.BadEntry, match=f"entry {begun.misfit.number} does not fit"):
        begun.enter(taken)

    begun.insert(place.number, place.text)

    assert begun.misfit is None
    assert {entry.status for entry in begun.entries} == {"fits"}


def test_notes_stay_with_their_entries_and_judgements_go(begun):
    entry = begun.entries[20]
    begun.record.annotate(entry.last, comment="Too late.", mark="?!")
    begun.record.annotate(entry.last, evaluation=Evaluation((0.5, 0.3, 0.2)))

    begun.edit(5, begun.entries[4].text + "  # here")

    assert begun.record.notes_at(begun.entries[20].last).comments == ["Too late."]
    assert begun.record.notes_at(begun.entries[20].last).evaluation is None
    assert begun.record.notes_at(begun.entries[4].last).comments == ["here"]
    assert begun.record.verify().ok


# --- Missed cards ---


def missed(told):
    return [
        each.text.replace(each.text.split("discard ")[1].split(",")[0], "??", 1)
        if "discard " in each.text and not each.text.startswith("Ada")
        else each.text
        for each in told
    ]


def test_missed_cards_are_guessed_marked_and_stable_over_a_save(fresh, told, tmp_path):
    log = fresh()
    for text in missed(told)[:40]:
        log.enter(text)
    log.save(tmp_path / "log.json")

    again = Log.load(tmp_path / "log.json")

    assert log.guesses
    assert all(guess.card.startswith("discard ") for guess in log.guesses)
    assert all("??" in log[guess.entry].text for guess in log.guesses)
    assert state_of(again) == state_of(log)


def test_a_guess_that_is_contradicted_is_the_only_one_changed():
    log = small(hand=["red Weaver", "red Weaver", "red Weaver", *HAND[1:7]])
    log.enter("Bela: discard ??, discard ??")
    log.edit(1, "Bela: discard ??, discard ??")
    before = [guess.card for guess in log.guesses]
    log.enter("Bela: blue Trader, green Dancer, yellow Farmer")
    blamed = before[0].removeprefix("discard ")
    log.enter("Ada: done")
    log.enter("Ada: red Weaver, blue Weaver, red Farmer")
    copies = log.palette().get(blamed, 0)

    for _ in range(copies + 1):
        assert log.misfit is None
        if log.could().player != "Bela":
            break
        try:
            log.enter(f"Bela: play {blamed}, no tier")
        except gh.BadEntry:
            break

    assert len(log.guesses) == 2
    assert log.record.verify().ok


def test_a_missed_card_that_is_seen_later_is_known_from_then_on():
    log = small()
    log.enter("Bela: discard ??, discard ??")
    log.enter("Bela: red Weaver, blue Trader, green Dancer")
    log.enter("Ada: done")
    log.enter("Ada: red Weaver, red Farmer, red Dancer")
    first, top = (guess.card for guess in log.guesses)
    seen = next(f"{colour} Assassin" for colour in ("red", "blue") if f"discard {colour} Assassin" not in (first, top))

    log.enter(f"Bela: play yellow Historian, tier 0, {seen}")  # the top of the discard pile

    assert [guess.card for guess in log.guesses] == [first, f"discard {seen}"]
    assert log.game.view(0).halls[1]["Assassin"] == [seen.split()[0]]
    with pytest.raises(gh.BadEntry, match="cannot 'buy 2'"):  # no guess helps
        log.enter("Bela: buy 2")
    assert [guess.card for guess in log.guesses] == [first, f"discard {seen}"]


def test_a_missed_draw_of_the_scribe_is_the_card_played_later(fresh, told):
    log = fresh()
    number = next(n for n, each in enumerate(told) if each.text.startswith("Ada: ") and "; draws " in each.text)
    drawn = told[number].text.split("; draws ")[1].split(", ")
    for each in told[:number]:
        log.enter(each.text)
    used = next(
        card for each in told[number + 1 :] if each.text.startswith("Ada: ") for card in drawn if card in each.text
    )
    drawn[drawn.index(used)] = "??"
    log.enter(f"{told[number].text.split('; draws ')[0]}; draws {', '.join(drawn)}")

    for each in told[number + 1 :]:
        log.enter(each.text)
        if each.text.startswith("Ada: ") and used in each.text:
            break

    assert [guess.card for guess in log.guesses] == [used]


def test_a_missed_card_of_the_row_is_guessed(fresh, told):
    log = fresh()
    number = next(n for n, each in enumerate(told) if "; row " in each.text)
    for each in told[:number]:
        log.enter(each.text)

    entry = log.enter(told[number].text.split("; row ")[0] + "; row ??")

    assert entry.guesses[0].card in log.game.view(0).vp_row


# --- Files ---


def test_a_log_is_saved_at_every_entry_and_goes_on_after_a_crash(tmp_path):
    path = tmp_path / "evening.json"
    log = small(path=path)
    log.enter("Bela: discard blue Farmer")

    again = Log.load(path)  # nothing was closed
    again.enter("Bela: red Weaver, blue Trader, green Dancer")

    assert [entry.text for entry in Log.load(path).entries] == [entry.text for entry in again.entries]
    assert gh.load(path).verify().ok


def test_older_kits_refuse_the_file_by_its_version(tmp_path):
    small(path=tmp_path / "log.json")

    assert json.loads((tmp_path / "log.json").read_text())["version"] == 2


def test_no_dealt_card_is_stored(tmp_path):
    one, other = (small(path=tmp_path / f"{seed}.json", seed=seed) for seed in (1, 2))
    for log in (one, other):
        log.enter("Bela: discard blue Farmer")
    texts = [(tmp_path / f"{seed}.json").read_text() for seed in (1, 2)]

    assert one.game.state.tobytes() != other.game.state.tobytes()
    created = [json.loads(text)["header"]["created"] for text in texts]
    told_apart = zip(texts, created, (1, 2), strict=True)
    plain = [text.replace(when, "").replace(f'"seed":{seed}', "") for text, when, seed in told_apart]
    assert plain[0] == plain[1]


@pytest.mark.parametrize("change", ["entry", "cut", "check", "scribe", "foreign"])
def test_damaged_files_are_refused_with_what_is_left(begun, tmp_path, change):
    path = tmp_path / "log.json"
    begun.save(path)
    text = path.read_text()
    third = json.dumps(begun.entries[9].text)
    broken = {
        "entry": text.replace(third, '"Bela: dance"'),
        "cut": text[: text.index(third) + 4],
        "check": text.replace(json.loads(text)["checks"]["0"], "0" * 16),
        "scribe": text.replace('"scribe":{', '"scrbe":{'),
        "foreign": text.replace('"seat":0', '"seat":[]'),
    }[change]
    path.write_text(broken)

    with pytest.raises(gh.BadRecord) as error:
        gh.load(path)

    if change in ("entry", "cut"):
        assert len(error.value.partial.header.setup["scribe"]["entries"]) == 9
        assert error.value.partial.verify().ok
        assert error.value.line is not None
    if change == "entry":
        assert [entry.status for entry in Log.load(path).entries][8:11] == ["fits", "does not fit", "waits"]


# --- The game, its record, and secrets ---


def test_the_game_is_an_ordinary_game(whole, truth, tmp_path):
    record = whole.record
    record.save(tmp_path / "log.json")
    again = gh.load(tmp_path / "log.json")
    ply = next(
        n for n in range(100, again.plies) if again.game(n).decision.seat == 0 and len(again.game(n).options) > 1
    )
    game = again.game(ply)

    path = again.add_variation(ply, [game.options[-1]], title="Instead")
    again.annotate(ply, comment="Hm.", mark="?!")
    again.save(tmp_path / "log.json")

    assert gh.load(tmp_path / "log.json").verify().ok
    assert path == (ply, 0)
    assert again.game(200).view(0) == truth.rules.view(truth.line.state_at(200), 0)
    assert moves_of(whole.game.line, 40, seat=0) == moves_of(whole.game.line, 40)
    assert len(gh.odds.what_if(game, n=20, seed=1)) == len(game.options)


def test_the_game_of_a_log_is_played_by_its_entries(begun):
    with pytest.raises(gh.IllegalOption, match=r"log\.enter"):
        begun.game.play("refresh")
    branch = begun.game.branch()
    branch.run("greedy", until=lambda game: game.ply >= begun.game.ply + 6)

    assert branch.ply == begun.game.ply + 6
    with pytest.raises(gh.BadRecord, match="leaves the log"):
        branch.record.save("nowhere.json")


def test_nobody_knows_what_other_seats_saw(begun):
    for refused in (
        lambda: begun.game.view(1),
        lambda: begun.game.seen(2),
        lambda: gh.odds.win(begun.game, seat=1, n=10),
        lambda: begun.record.redacted(1),
        lambda: gh.odds.review(begun.game, seat=1, n=10),
    ):
        with pytest.raises(gh.GuildhallError, match="logged by Ada"):
            refused()
    assert begun.game.table == begun.game.view(0)


def test_a_live_game_follows_the_log(fresh, told):
    class Watcher:
        seen = 0

        def look(self):
            self.seen += 1

    log, watcher = fresh(), Watcher()
    log.game.watch(watcher.look)
    game = log.game

    for each in told[:5]:
        log.enter(each.text)
    log.undo()

    assert log.game is game
    assert watcher.seen == 6
    assert game.ply == told[3].ply


def test_nothing_that_was_dealt_shows(fresh, told):
    """Two logs that differ only in what the kit dealt look the same, whatever is asked of them."""
    logs = [fresh(seed=seed) for seed in (9, 10)]
    for number, each in enumerate(told[:60]):
        shown = []
        for log in logs:
            log.enter(each.text)
            game = log.game
            messages = []
            for text in (
                "Bela: play red Weaver",
                "Cyd: tier 9",
                "Ada: refresh",
                "Bela: buy 9",
                "Cyd: play green Trader",
            ):
                try:
                    log.enter(text)
                    log.undo()
                except gh.BadEntry as error:
                    messages.append(str(error))
            about = [repr(game), game.table, game.decision, [str(event) for event in game.events[-9:]], log.entries[-1]]
            about += [log.palette(), game.rules.places(game.state), game.explain("play red Weaver")]
            about += [log.could() if number % 5 == 0 else None, log.record.phrases]
            shown.append((about, messages))
        assert shown[0] == shown[1]
    assert logs[0].game.state.tobytes() != logs[1].game.state.tobytes()


# --- A table as it lies ---


def test_after_an_illegal_play_a_log_begins_with_the_table_as_it_lies(begun, tmp_path):
    halls = [{"Weaver": ["red", "blue"]}, {"Farmer": ["green"]}, {}]
    hands = [["green Weaver", "red Farmer"], 6, 5]
    rest = begun.as_it_lies(halls=halls, hands=hands, discard=["red Trader"], to_play=1)

    rest.enter("Bela: refresh, discard blue Farmer")
    gh.save_all(tmp_path / "study.jsonl", [begun.record, rest.record])

    first, second = gh.load_all(tmp_path / "study.jsonl")
    assert rest.game.view(0).hand_sizes == [2, 6, 5]
    assert second.header.source == "the table as it lay after entry 30"
    assert first.verify().ok
    assert second.verify().ok
