"""The observed interaction graph: every number again by hand, from the rows of the events."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import exp, sqrt

import networkx as nx
import pytest

import guildhall as gh
from guildhall import graphs
from guildhall.core.chances import wilson
from guildhall.graphs import observing
from guildhall.simulation import Simulation
from tests.graphs.by_hand import fed_in, turns_of

FANTASY = ["fellowship", "alliance", "coalition", "gathering"]
RUNS = {
    "old-world": {"players": 3, "games": 30, "seed": 2},
    "random play": {"players": 2, "cards": "new-empire", "bots": "random", "games": 12, "seed": 3},
    "mega": {
        "players": 4,
        "cards": FANTASY,
        "saga": "mega",
        "masters": True,
        "houses": True,
        "bots": "random",
        "games": 12,
        "seed": 4,
    },
    "advyria": {"game": "advyria", "players": 3, "bots": "memory", "games": 40, "seed": 5},
    "advyria at random": {"game": "advyria", "players": 2, "bots": "random", "games": 40, "seed": 6},
    "advyria alone": {"game": "advyria", "cards": "lean", "no_finale": True, "games": 40, "seed": 7},
}


@pytest.fixture(scope="module", params=RUNS.values(), ids=RUNS)
def run(request):
    """A simulation with its graph."""
    sim = gh.simulate(events=True, **request.param)
    return sim, graphs.observed(sim)


@pytest.fixture(scope="module")
def old_world():
    sim = gh.simulate(events=True, **RUNS["old-world"])
    return sim, graphs.observed(sim)


def edges(graph, relation):
    return {(u, v, data.get("zone")): data for u, v, data in graph.edges(data=True) if data["relation"] == relation}


# --- counts -----------------------------------------------------------------------------------------------


def test_uses_are_those_of_the_events(run):
    sim, graph = run
    counted = Counter(use.card for turn in turns_of(sim) for use in turn)

    assert {card: graph.nodes[card]["uses"] for card in graphs.cards_of(graph)} == {
        card: counted[card] for card in graphs.cards_of(graph)
    }
    assert counted.total() > 100


def test_pairs_of_a_turn_share_and_lift_are_those_counted_by_hand(run):
    sim, graph = run
    pairs = Counter((one.card, other.card) for turn in turns_of(sim) for one, other in pairwise(turn))
    firsts, seconds = Counter(), Counter()
    for (first, second), count in pairs.items():
        firsts[first] += count
        seconds[second] += count

    found = edges(graph, "precedes")
    assert {(first, second): data["count"] for (first, second, _), data in found.items()} == pairs
    for (first, second, _), data in found.items():
        assert data["n"] == firsts[first]
        assert data["share"] == pytest.approx(data["count"] / firsts[first])
        assert data["expected"] == pytest.approx(firsts[first] * seconds[second] / pairs.total())
        assert data["lift"] == pytest.approx(data["count"] / data["expected"])


def test_what_cards_moved_is_what_was_counted_by_hand(run):
    sim, graph = run
    puts, takes = Counter(), Counter()
    for turn in turns_of(sim):
        for use in turn:
            for name, _, n in use.puts:
                puts[use.card, name] += n
            for name, _, n in use.takes:
                takes[name, use.card] += n

    assert {(u, v): data["count"] for (u, v, _), data in edges(graph, "puts").items()} == puts
    assert {(u, v): data["count"] for (u, v, _), data in edges(graph, "takes").items()} == takes
    for (card, _, _), data in edges(graph, "puts").items():
        assert data["per_use"] == data["count"] / graph.nodes[card]["uses"]


def test_what_one_card_left_to_another_is_what_was_counted_by_hand(run):
    sim, graph = run
    things, feeding = Counter(), {}
    for turn in turns_of(sim):
        for giver, taker, name, n in fed_in(turn):
            key = (giver.card, taker.card, name)
            things[key] += n
            feeding.setdefault(key, set()).add(id(giver))
        # Uses are told apart by identity, so they must live until all are counted.
        feeding.setdefault(None, []).append(turn)
    del feeding[None]

    found = edges(graph, "feeds")
    assert {key: data["count"] for key, data in found.items()} == things
    for (giver, *_), data in found.items():
        assert data["n"] == graph.nodes[giver]["uses"]
    assert {key: round(data["share"] * data["n"]) for key, data in found.items()} == {
        key: len(givers) for key, givers in feeding.items()
    }


# --- intervals --------------------------------------------------------------------------------------------


def by_game(sim):
    """Counts of pairs in each game."""
    counts = {game: Counter() for game in range(len(sim))}
    for turn in turns_of(sim):
        for one, other in pairwise(turn):
            counts[one.game][one.card, other.card] += 1
    return list(counts.values())


def test_a_lifts_interval_is_as_wide_as_the_spread_between_games(run):
    sim, graph = run
    games = by_game(sim)
    total = sum(game.total() for game in games)
    for (first, second, _), data in edges(graph, "precedes").items():
        firsts = [sum(n for (one, _), n in game.items() if one == first) for game in games]
        seconds = [sum(n for (_, other), n in game.items() if other == second) for game in games]
        count, f, s = data["count"], sum(firsts), sum(seconds)
        parts = zip(games, firsts, seconds, strict=True)
        spread = sum((g[first, second] / count - x / f - y / s + g.total() / total) ** 2 for g, x, y in parts)
        alone = 1 / count - 1 / f - 1 / s + 2 * count / (f * s) - 1 / total
        half = 1.959964 * sqrt(max(spread, alone, 0))

        assert data["lift_low"] == pytest.approx(data["lift"] * exp(-half), rel=1e-5)
        assert data["lift_high"] == pytest.approx(data["lift"] * exp(half), rel=1e-5)


def test_no_share_has_a_narrower_interval_than_wilsons(run):
    _, graph = run
    for relation in ("precedes", "feeds"):
        for data in edges(graph, relation).values():
            low, high = wilson(round(data["share"] * data["n"]), data["n"])
            assert data["low"] <= low + 1e-12
            assert data["high"] >= high - 1e-12
            assert data["low"] <= data["share"] <= data["high"]


def test_more_games_make_narrower_intervals():
    few, many = (
        edges(graphs.observed(gh.simulate(players=2, games=games, seed=5, events=True)), "precedes")
        for games in (25, 400)
    )

    pair = ("Dancer", "Weaver", None)
    assert many[pair]["lift_high"] - many[pair]["lift_low"] < (few[pair]["lift_high"] - few[pair]["lift_low"]) / 2


# --- the graph --------------------------------------------------------------------------------------------


def test_nodes_and_places_are_those_of_the_declared_graph(old_world):
    _, graph = old_world
    declared = graphs.declared("old-world")

    assert list(graph) == list(declared)
    assert graphs.layout(graph) == graphs.layout(declared)
    for node, data in declared.nodes(data=True):
        assert graph.nodes[node].items() >= data.items()
    assert list(graph.edges(keys=True)) == sorted(graph.edges(keys=True))
    assert (graph.graph["games"], graph.graph["bots"]) == (30, "greedy, greedy, greedy")


def test_a_run_in_a_directory_gives_the_same_graph_whatever_the_blocks(old_world, tmp_path, monkeypatch):
    _, graph = old_world
    gh.simulate(events=True, out=tmp_path / "run", chunk=7, **RUNS["old-world"])
    monkeypatch.setattr(observing, "BLOCK", 4)

    again = graphs.observed(Simulation.read(tmp_path / "run"))

    assert list(again.nodes(data=True)) == list(graph.nodes(data=True))
    assert list(again.edges(keys=True)) == list(graph.edges(keys=True))
    for edge, data in graph.edges.items():
        assert again.edges[edge] == pytest.approx(data)


def test_a_card_called_like_a_zone_keeps_its_own_node():
    own = ("own.toml", '[deck]\narchetype = "Mage"\ntier.0 = [{ draw = 1 }]\n')
    sim = gh.simulate(cards=["deck", "Monk", "Fighter"], card_texts=[own], players=2, games=5, events=True)

    graph = graphs.observed(sim)

    assert graph.nodes["deck (profession)"]["uses"] > 0
    assert graph.edges["deck", "deck (profession)", "deck (profession) takes from deck"]["per_use"] <= 1


def test_json_and_graphml_read_back_equal(old_world, tmp_path):
    _, graph = old_world
    graphs.write_graphml(graph, tmp_path / "g.graphml")

    for again in (
        graphs.from_json(graphs.to_json(graph)),
        nx.read_graphml(tmp_path / "g.graphml", force_multigraph=True),
    ):
        assert list(again.nodes(data=True)) == list(graph.nodes(data=True))
        assert list(again.edges(keys=True, data=True)) == list(graph.edges(keys=True, data=True))


def test_measures_read_an_observed_graph_too(old_world):
    _, graph = old_world

    frame = graphs.measures(graph)
    assert frame["feeds"].sum() == len(graphs.links(graph, "feeds")) > 0
    assert frame["offers"].sum() == 0


def test_a_simulation_without_events_is_refused():
    with pytest.raises(gh.BadSetup, match="events=True"):
        graphs.observed(gh.simulate(games=2))


# --- declared and observed --------------------------------------------------------------------------------


def test_nothing_happens_that_no_card_declares_but_discards_by_the_rules(run):
    sim, graph = run
    declared = graphs.declared(game=sim.rules.game, **sim.rules.setup)
    halls = {card for card, zone in graphs.links(declared, "puts") if zone.endswith("hall")}

    undeclared = graphs.in_play(declared, graph).filter(declared=0)

    # A card that would be a duplicate in a hall is discarded instead, and so is a Master too many (rules 20, 21, 26).
    assert set(undeclared["zone"]) <= {"discard pile"}
    assert set(undeclared["relation"]) <= {"puts", "feeds"}
    assert set(undeclared["source"]) <= halls


def test_a_declared_edge_that_nobody_used_has_the_count_zero(old_world):
    _, graph = old_world
    declared = graphs.declared("old-world")
    frame = graphs.in_play(declared, graph)

    edge = frame.filter(source="Dancer", target="Weaver", relation="feeds", zone="my hand").row(0, named=True)
    assert edge["count"] == edges(graph, "feeds")["Dancer", "Weaver", "my hand"]["count"] > 0
    assert edge["declared"] == sum(
        data["relation"] == "feeds" and data["zone"] == "my hand" for data in declared["Dancer"]["Weaver"].values()
    )
    unused = frame.filter(count=0)
    assert 0 < unused.height < frame.height
    assert not {(u, v, zone) for u, v, zone in unused.select("source", "target", "zone").iter_rows()} & {
        *edges(graph, "feeds"),
        *edges(graph, "puts"),
        *edges(graph, "takes"),
    }
