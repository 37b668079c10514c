"""The scribe sheet: true games logged by taps as the page sends them, counted; corrections; nothing dealt shows."""

from __future__ import annotations

from statistics import median

import pytest
from guildhall_widgets import ScribeSheet

import guildhall as gh
from tests.scribe.taps import counted, offered, send, tap_entry
from tests.scribe.truth import log_of, opening_of, told_by, true_game

HAND = ["red Weaver", "blue Weaver", "red Farmer", "green Farmer", "red Dancer", "blue Dancer"]
HAND += ["red Trader", "green Trader", "red Historian"]
ROW = ["5", "5", "3 place any", "9", "9"]


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def small(**more):
    return gh.scribe(**{"players": ["Ada", "Bela"], "first": 1, "hand": HAND, "vp_row": ROW, **more})


@pytest.mark.parametrize(("players", "seed", "entries"), [(4, 3, 24), (2, 5, 20)])
def test_a_true_game_is_logged_by_taps(players, seed, entries):
    game = true_game("guildhall", players, seed)
    sheet = ScribeSheet(log_of(game, 0), odds=False)
    told = list(told_by(game, 0))[:entries]
    taps = counted(sheet, told)

    assert sheet.logbook.game.view(0) == game.rules.view(game.line.state_at(told[-1].ply), 0)
    for kind in ("play with a tier", "refresh"):
        assert median(one.done for one in taps[kind]) < 4, kind
    assert "buy" not in taps or median(one.done for one in taps["buy"]) < 4


def test_a_refresh_begins_with_its_first_card():
    log = small(first=0)
    log.enter("Ada: done")
    log.enter("Ada: red Weaver, red Farmer, red Dancer")
    log.enter("Bela: done")
    log.enter("Bela: green Weaver, green Trader, green Dancer")
    sheet = ScribeSheet(log, odds=False)
    send(sheet, "tap", lead="refresh", phrase="discard blue Weaver")
    assert sheet.said == "Ada: refresh, discard blue Weaver"
    sheet.act("tap", lead="refresh", phrase="discard blue Weaver")
    assert "not among the choices" in sheet.error
    send(sheet, "back")
    assert not sheet._phrases


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
    top = sorted(one["phrase"] for one in offered(sheet, "top"))[-1]
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
