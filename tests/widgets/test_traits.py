"""Public traits of front-ends: read, set, observed, linked; what cannot be is refused and changes nothing."""

from __future__ import annotations

import pytest
import traitlets
from guildhall_widgets import InteractionGraph, LiveOdds, OddsExplorer, ReplayViewer

import guildhall as gh
from guildhall.core.errors import GuildhallError


@pytest.fixture
def viewer():
    game = gh.new_game(players=2, seed=7)
    game.run("greedy", until=lambda game: game.ply == 40)
    viewer = ReplayViewer(game, ply=5)
    yield viewer
    viewer.close()


class Slider(traitlets.HasTraits):
    value = traitlets.Int(0)


def test_a_trait_follows_what_a_reader_does_and_tells_it(viewer):
    seen = []
    viewer.observe(lambda change: seen.append(change.new), names="ply")
    viewer.act("step", by="1")
    viewer.act("end")

    assert seen == [6, 40]


def test_setting_a_trait_redraws(viewer):
    before, told = viewer.html, viewer.status
    viewer.ply = 12

    assert viewer.reader.ply == 12
    assert viewer.status != told
    assert viewer.html != before


def test_traits_are_linked_both_ways(viewer):
    slider = Slider()
    link = traitlets.link((viewer, "ply"), (slider, "value"))
    assert slider.value == 5
    slider.value = 9
    assert viewer.ply == viewer.reader.ply == 9
    viewer.act("start")
    assert slider.value == 0
    link.unlink()


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("ply", 41, GuildhallError),
        ("ply", "x", traitlets.TraitError),
        ("seat", 2, GuildhallError),
        ("path", (3, 0), GuildhallError),
    ],
)
def test_a_bad_value_raises_and_changes_nothing(viewer, name, value, error):
    page, before = viewer.html, getattr(viewer, name)
    with pytest.raises(error):
        setattr(viewer, name, value)

    assert (viewer.html, getattr(viewer, name)) == (page, before)


def test_the_seat_and_the_line_of_a_viewer(viewer):
    viewer.ply = 20
    option = next(
        o for o in viewer.reader.tree.rules.options(viewer.reader.tree.state((), 20)) if o != viewer.record.moves[20]
    )
    viewer.act("option", option=str(option))
    branch = viewer.path
    assert branch
    viewer.path = ()
    assert viewer.reader.line == ()
    viewer.path = branch
    assert viewer.reader.line == branch
    viewer.seat = 1
    assert (viewer.reader.seat, viewer.path) == (1, ())


def test_the_explorer_has_its_sliders_as_traits():
    explorer = OddsExplorer(missing=1, draws=6)
    explorer.missing, explorer.draws = 2, 11
    explorer.act("kept", value="3")

    assert (explorer.situation.missing, explorer.situation.draws) == (2, explorer.draws)
    assert explorer.kept == explorer.situation.kept == 3
    with pytest.raises(GuildhallError):
        explorer.draws = -1
    assert explorer.draws == explorer.situation.draws >= 0


def test_the_graph_tells_what_is_selected():
    graph = InteractionGraph("old-world")
    graph.act("node", node="Dancer")
    assert graph.selected == "Dancer"
    graph.selected = "Weaver"
    assert "<h3>Weaver" in graph.html
    with pytest.raises(GuildhallError):
        graph.selected = "Wever"
    assert graph.selected == "Weaver"
    graph.selected = None
    assert graph.chosen_node is None


def test_live_odds_look_again_when_a_trait_is_set():
    live = LiveOdds(gh.new_game(players=3, seed=1), seat=0)
    live.turns, live.seat, live.goal = 5, 2, "Weaver"
    try:
        assert (live.watched.turns, live.watched.seat, live.watched.goal) == (5, 2, "Weaver")
        with pytest.raises(GuildhallError):
            live.turns = 99
        assert live.turns == 5
        live.seat = None
        assert not live.watched.is_fixed
    finally:
        live.close()
