"""What the front-ends owe every game: a view drawn from nothing but itself, its odds, its replay, its graph."""

from __future__ import annotations

import pytest
from guildhall_widgets import InteractionGraph, LiveOdds, ReplayViewer, render

import guildhall as gh
from guildhall.graphs import cards_of, declared
from tests.widgets import played
from tests.widgets.tree import Tree

PLIES = {"guildhall": 60, "advyria": 140, "guild-master": 120, "hundred-halls": 60}
every_game = pytest.mark.parametrize("name", gh.list_games())


def mid_game(name):
    return played.mid_game(name, PLIES[name])


@every_game
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_view_is_drawn_from_nothing_but_itself(name, seat):
    """Two games that look the same from a seat are drawn the same for it."""
    game = mid_game(name)
    view = game.view(seat)
    drawn = render.table(game.rules, view)
    for seed in range(5):
        state = game.rules.resample(view, seed)
        assert state.tobytes() != game.state.tobytes()
        assert render.table(game.rules, game.rules.view(state, seat)) == drawn


@every_game
def test_the_whole_table_differs_where_what_a_seat_sees_does_not(name):
    """So the test above has something to find; in the Hundred Halls only the order of the decks is hidden."""
    game = mid_game(name)
    whole = render.table(game.rules, game.table)
    others = {render.table(game.rules, game.rules.table(game.rules.resample(game.view(0), seed))) for seed in range(5)}

    assert (others != {whole}) == (name != "hundred-halls")


@every_game
def test_live_odds_show_its_goals_and_the_replay_its_table(name):
    game = mid_game(name)
    odds, replay = LiveOdds(game, seat=0, turns=2), ReplayViewer(game.record, ply=game.ply)

    assert (odds.error, replay.error) == ("", "")
    assert Tree(render.table(game.rules, game.table, named=True, compact=True)).text in Tree(replay.html).text
    assert all(goal in odds.html for goal in game.rules.goals)
    odds.close()
    replay.close()


@every_game
def test_its_graph_is_drawn(name):
    graph = InteractionGraph(game=name)
    shown = Tree(graph.html).text

    assert graph.error == ""
    assert sum(card in shown for card in cards_of(declared(game=name))) > 5
    graph.close()


@every_game
def test_stand_ins_are_marked(name):
    game = mid_game(name)
    provenances = {text.provenance for text in game.rules.card_texts.values()}

    assert ("stand-ins, our own design" in Tree(render.table(game.rules, game.table)).text) == (
        "stand-in" in provenances
    )
