"""Every control of every front-end is pressed in every kind of state in which it is shown; none may fail."""

from __future__ import annotations

import random
from collections import Counter, defaultdict

import guildhall_widgets
import pytest
from guildhall_widgets import (
    AnswerSheet,
    ArmoryPlanner,
    CardEditor,
    CheckExplorer,
    ClassBoard,
    DeckBuilder,
    Guess,
    InteractionGraph,
    Library,
    LiveOdds,
    OddsExplorer,
    PartyPicker,
    Play,
    ReplayViewer,
    ScribeSheet,
    TableWidget,
)
from guildhall_widgets.deckbuilder.page import GAMES
from guildhall_widgets.lessons.figure_pages import FIGURES
from guildhall_widgets.table.page import DRAWERS

import guildhall as gh
from guildhall.lessons import exercises
from tests.widgets.controls import controls_of, front_ends_in
from tests.widgets.played import mid_game

PLIES = {"guildhall": 60, "advyria": 100, "guild-master": 80, "hundred-halls": 60}
SLOW = {"beginner", "easy", "medium", "strong"}  # these bots roll out; what is pressed after them would take minutes
every_game = pytest.mark.parametrize("name", gh.list_games())


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    """Controls save files where the notebook is."""
    monkeypatch.chdir(tmp_path)


def walk(shown, steps, seed=0):
    """Press what was never pressed, then what was not pressed in such a state, then anything; count what was asked.

    Each kind of control is as likely as any other, however many of a kind a page has: so all are soon met.
    """
    coin, pressed, asked = random.Random(seed), set(), Counter()
    for _ in range(steps):
        found = defaultdict(list)
        for one in front_ends_in(shown):
            for control in filter(lambda each: quick(each.messages()), controls_of(one.html)):
                found[type(one).__name__, control.do].append((one, control))
        state = frozenset(found)
        new = [kind for kind in found if kind not in asked]
        fresh = [kind for kind in found if (state, kind) not in pressed]
        kind = coin.choice(new or fresh or list(found))
        pressed.add((state, kind))
        asked[kind] += 1
        front_end, control = coin.choice(found[kind])
        press(front_end, control.do, coin.choice(quick(control.messages())))
    for one in front_ends_in(shown):
        one.close()
    return asked


def quick(messages):
    return [fields for fields in messages if fields.get("value") not in SLOW]


def press(front_end, do, fields):
    """Do what a click does: no error may come of it, and the page has to be drawn."""
    front_end.act(do, **fields)
    front_end.stop()

    assert (front_end.error, front_end.failure, do, fields) == ("", None, do, fields)


def go_back_to_a_bot(table):
    """Choose until bots have answered, then go back into what they did."""
    game = table.game
    while not game.ply or game.rules.decision(game.line.state_at(game.ply - 1)).seat == 0:
        table.act("option", option=str(table.chosen.options[-1].id))
    table.act("undo ply")


def press_in_drawers(table):
    """Press everything in each drawer; answers what was asked for."""
    asked = set()
    for name in DRAWERS:
        press(table, "drawer", {"name": name})
        for control in controls_of(table.html.partition("gh-drawer")[2]):
            if control.do not in ("drawer", "option"):
                press(table, control.do, quick(control.messages())[-1])
                asked.add(control.do)
    return asked


@every_game
def test_every_control_of_a_table_that_shows_everything(name):
    table = TableWidget(mid_game(name, PLIES[name]))
    assert press_in_drawers(table) >= {"see", "seat bot", "bot", "forced", "quick", "look up"}
    asked = walk(TableWidget(mid_game(name, PLIES[name])), 70)

    assert {do for _, do in asked} >= {"undo", "redo", "bot end", "new game", "save", "keep", "drawer"}


@every_game
def test_every_control_from_the_form_to_the_replay(name, monkeypatch):
    monkeypatch.setattr("guildhall_widgets.start.session.secrets.randbelow", lambda most: 7)
    shown = Play()
    shown.begin(name, seed=1, players=3)
    go_back_to_a_bot(shown.table)
    control = next(one for one in controls_of(shown.table.html) if one.do == "play on")
    press(shown.table, control.do, dict(control.data))
    asked = walk(shown, 100, seed=3)

    assert {("TableWidget", "undo ply"), ("TableWidget", "bot end"), ("TableWidget", "replay")} <= asked.keys()
    assert {("StartForm", "begin"), ("ReplayViewer", "option")} <= asked.keys()


@every_game
def test_every_control_of_a_viewer_and_of_the_library(name, tmp_path):
    game = mid_game(name, PLIES[name])
    game.record.save(tmp_path / "one.json")
    gh.save_all(tmp_path / "two.jsonl", [game.record, game.record])
    asked = walk(Library(tmp_path), 100, seed=1)

    assert {("Catalogue", "open"), ("ReplayViewer", "export")} <= asked.keys()


def test_the_notes_are_saved_in_a_record_that_can_be_written(tmp_path):
    path = tmp_path / "one.json"
    mid_game("guildhall", 60).record.save(path)
    viewer = ReplayViewer(path)
    assert "save" in {control.do for control in controls_of(viewer.html)}
    press(viewer, "save", {})
    viewer.close()


def test_every_control_of_a_record_that_can_only_be_read(tmp_path):
    path = tmp_path / "cut.json"
    record = mid_game("guildhall", 60).record
    record.add_variation(30, [next(one.id for one in record.game(30).options if one.id != record.moves[30])])
    record.save(path)
    path.write_bytes(path.read_bytes()[:-40])
    viewer = ReplayViewer(path)
    assert viewer.changes.read_only
    assert walk(viewer, 60)["ReplayViewer", "step"]


@every_game
def test_every_control_of_live_odds_and_of_the_graph(name):
    game = mid_game(name, PLIES[name])
    assert walk(LiveOdds(game), 14)["LiveOdds", "look"]
    assert walk(InteractionGraph(game=name), 40)


@pytest.mark.parametrize("make", [OddsExplorer, CheckExplorer, ArmoryPlanner, PartyPicker])
def test_every_control_of_what_needs_no_game(make):
    assert walk(make(), 60)


def test_every_control_of_the_deck_builder_and_of_the_table_below():
    asked = walk(DeckBuilder(games=min(GAMES)), 100)

    assert {("DeckBuilder", "start"), ("TableWidget", "option")} <= asked.keys()


@every_game
def test_every_control_of_the_card_editor(name):
    asked = walk(CardEditor(name), 90)

    assert {do for _, do in asked} >= {"add", "put", "drop", "extend", "undo", "remove", "file"}


@pytest.mark.parametrize("name", FIGURES)
def test_every_control_of_the_figures_of_the_course(name):
    asked = walk(getattr(guildhall_widgets, name)(), 25)

    assert {do for _, do in asked} <= {"set", "tick", "again"}
    assert {do for _, do in asked} >= {"set"}


def test_every_control_of_the_sheets_of_a_class():
    exercises("noise or signal", "Ada")(1, 0.1)
    sheet, board = walk(AnswerSheet("noise or signal"), 120), walk(ClassBoard(), 20)
    guessed = walk(Guess("How likely?", exact=0.2), 40)

    assert {do for _, do in sheet} == {"type", "choose", "check", "hint", "name", "begin", "leave"}
    assert {do for _, do in guessed} == {"value", "guess", "reveal", "name", "begin", "leave"}
    assert {do for _, do in board} >= {"lesson", "again", "hide", "show"}


def test_every_control_of_the_scribe_sheet():
    hand = ["red Weaver", "blue Weaver", "red Farmer", "green Farmer", "red Dancer", "blue Dancer"]
    hand += ["red Trader", "green Trader", "red Historian"]
    log = gh.scribe(players=["Ada", "Bela", "Cyd"], first=1, hand=hand, vp_row=["5", "5", "3 place any", "9", "9"])
    asked = walk(ScribeSheet(log), 60)

    assert {do for _, do in asked} >= {"tap", "back", "edit", "delete", "undo", "type"}
