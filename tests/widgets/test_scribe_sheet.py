"""The scribe sheet: true games logged by taps as the page sends them, counted; corrections; nothing dealt shows."""

from __future__ import annotations

from collections import defaultdict
from statistics import median

import pytest
from guildhall_widgets import ScribeSheet

import guildhall as gh
from guildhall.logbook.entry import read_entry
from tests.scribe.truth import log_of, opening_of, told_by, true_game
from tests.widgets.controls import controls_of

HAND = ["red Weaver", "blue Weaver", "red Farmer", "green Farmer", "red Dancer", "blue Dancer"]
HAND += ["red Trader", "green Trader", "red Historian"]
ROW = ["5", "5", "3 place any", "9", "9"]


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def small(**more):
    return gh.scribe(**{"players": ["Ada", "Bela"], "first": 1, "hand": HAND, "vp_row": ROW, **more})


def offered(sheet, do):
    """What can be tapped on the page."""
    field = {"tap": "phrase", "top": "phrase", "tell": "card"}[do]
    return {dict(one.data)[field] for one in controls_of(sheet.html) if one.do == do}


def send(sheet, do, **fields):
    sheet.act(do, **fields)
    assert (sheet.error, sheet._problem) == ("", "")


def tap_entry(sheet, text):
    """Log an entry by taps, and return their number.

    Cards laid down in an order count as one tap on the top card, although here they are tapped one by one: what lies
    below the top is told exactly, so that the views can be compared.
    """
    saying = read_entry(text, sheet.logbook.seats, sheet.logbook._words)
    phrases, told = list(saying.phrases), {word: list(cards) for word, cards in saying.told.items()}
    before, taps = len(sheet.logbook), 0
    while len(sheet.logbook) == before:
        ordering = offered(sheet, "top")
        taps += not ordering or len(ordering) == 5
        while phrases and phrases[0] not in offered(sheet, "tap") and phrases[0] in sheet._phrases:
            phrases.pop(0)  # a choice with one option, passed by the sheet
        if phrases and phrases[0] in offered(sheet, "tap"):
            send(sheet, "tap", phrase=phrases.pop(0))
        elif cards := offered(sheet, "tell"):
            word = sheet._could.ask.word
            assert told[word][0] in cards, (text, cards)
            send(sheet, "tell", card=told[word].pop(0))
        else:
            assert not phrases, (text, phrases, sheet.said)
            send(sheet, "enter")
    return taps


def cards_in(text, log):
    """The number of cards that an entry names after its first word, all of which somebody must tell."""
    saying = read_entry(text, log.seats, log._words)
    named = sum(phrase.removeprefix("discard ").casefold() in log._scribing.names for phrase in saying.phrases[1:])
    return named + sum(map(len, saying.told.values()))


def kind_of(text):
    phrases = text.partition(": ")[2].split(";")[0].split(", ")
    if phrases[0].startswith("play") and phrases[1:2] != ["no tier"]:
        return "play with a tier"
    if phrases[0].startswith("buy") and ("use ability" in text or text.count("chapter") > 1):
        return "buy and more"
    return phrases[0].split(" ")[0]


@pytest.mark.parametrize(("players", "seed"), [(4, 3), (2, 5)])
def test_a_true_game_is_logged_by_taps(players, seed):
    game = true_game("guildhall", players, seed)
    sheet = ScribeSheet(log_of(game, 0), odds=False)
    taps, besides = defaultdict(list), defaultdict(list)
    for told in list(told_by(game, 0))[:70]:
        kind, number = kind_of(told.text), tap_entry(sheet, told.text)
        taps[kind].append(number)
        besides[kind].append(number - cards_in(told.text, sheet.logbook))
        assert sheet.logbook.game.view(0) == game.rules.view(game.line.state_at(told.ply), 0)

    assert len(sheet.logbook) >= 60 or game.over
    assert median(taps["play with a tier"]) < 4
    assert not taps["buy"] or median(taps["buy"]) < 4  # with one chapter, before its ability
    assert max(besides["refresh"]) <= 2  # what it is, and that it ends; every card that was seen is one tap
    assert max(max(numbers) for numbers in besides.values()) < 4


def test_orders_and_dice_of_guild_master_are_logged_by_taps():
    game = true_game("guild-master", 2, 12, short=True, plies=120)
    sheet = ScribeSheet(log_of(game, 0), odds=False)
    for told in list(told_by(game, 0))[:26]:
        tap_entry(sheet, told.text)
        assert sheet.logbook.game.view(0) == game.rules.view(game.line.state_at(told.ply), 0)

    send(sheet, "edit", number=11)
    send(sheet, "type", value="guile, Undercroft: set a 4 to 5; rolls 4, 1")  # a colon, but no player
    send(sheet, "write")
    assert sheet.logbook.misfit is not None or sheet.logbook[11].text.startswith("Bela: guile")


def test_a_wrong_tap_is_taken_back_and_an_entry_corrected():
    sheet = ScribeSheet(small(), odds=False)
    send(sheet, "tap", phrase="discard red Weaver")
    send(sheet, "back")
    assert not sheet._phrases
    send(sheet, "tap", phrase="discard blue Farmer")
    send(sheet, "enter")
    assert sheet.logbook.text == "Bela: discard blue Farmer\n"
    send(sheet, "edit", number=1)
    send(sheet, "type", value="Bela: discard green Dancer")
    send(sheet, "write")
    assert sheet.logbook.text == "Bela: discard green Dancer\n"
    sheet.act("edit", number=1)
    sheet.act("type", value="Bela: discard grey Dancer")
    sheet.act("write")
    assert sheet._problem
    assert "✗" in sheet.html
    assert sheet.logbook.text == "Bela: discard green Dancer\n"
    send(sheet, "leave")
    send(sheet, "delete", number=1)
    assert len(sheet.logbook) == 0


def test_one_tap_lays_a_chapter_down():
    game = true_game("guildhall", 4, 3)
    sheet = ScribeSheet(log_of(game, 0), odds=False)
    for told in told_by(game, 0):
        if "buy" in told.text:
            break
        sheet.logbook.enter(told.text)
    sheet._begin()
    sheet.refresh()
    send(sheet, "tap", phrase=told.text.partition(": ")[2].split(",")[0])
    top = sorted(offered(sheet, "top"))[-1]
    send(sheet, "top", phrase=top)

    assert sheet._phrases[-1] == top
    assert len(sheet._phrases) == 7
    assert sheet._could.ask.word == "row"


def test_every_entry_is_saved_and_replayed():
    sheet = ScribeSheet(small(path="evening.json"), odds=False)
    send(sheet, "tap", phrase="done")

    assert gh.load("evening.json").header.setup["scribe"]["entries"] == ["Bela: done"]
    assert "evening.json" in sheet.html
    send(sheet, "replay")
    assert type(sheet.below.children[0]).__name__ == "ReplayViewer"
    sheet.close()


def test_the_odds_are_those_of_the_true_game():
    game = true_game("guildhall", 2, 5, plies=40)
    log = log_of(game, 0)
    for told in told_by(game, 0):
        log.enter(told.text)
        end = told.ply
    sheet = ScribeSheet(log, n=100)
    sheet.wait()
    true = gh.new_game("guildhall", seed=5, players=["Ada", "Bela"])
    true.play(*game.moves[:end])

    expected = gh.odds.win(true, 0, n=100).select("p", "low", "high").rows()
    assert [tuple(row[1:]) for row in sheet._chances] == expected


def test_nothing_that_the_kit_dealt_shows():
    """Two logs with the same entries and different dealers send the same pages, tap for tap."""
    game = true_game("guildhall", 3, 8)
    sheets = [ScribeSheet(log_of(game, 1, seed=seed), odds=False) for seed in (1, 2)]
    assert opening_of(game, 1)
    for told in list(told_by(game, 1))[:40]:
        for sheet in sheets:
            tap_entry(sheet, told.text)
        assert sheets[0].html == sheets[1].html, told.text
