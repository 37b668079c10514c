"""What graphs say to a player, and that they say it alike in every run."""

from __future__ import annotations

import os
import subprocess
import sys
from math import atan2, hypot, tau

import polars as pl
import pytest

from guildhall import graphs
from guildhall.core.errors import BadSetup

REPORT = """
from guildhall import graphs
graph = graphs.declared(["fellowship", "alliance"], saga="mega", masters=True, houses=True)
print(graphs.layout(graph), graphs.communities(graph), graphs.measures(graph).rows(), graphs.to_json(graph))
"""


@pytest.fixture(scope="module")
def old_world():
    return graphs.declared("old-world")


def report(seed: str) -> str:
    environment = os.environ | {"PYTHONHASHSEED": seed}
    return subprocess.run(
        [sys.executable, "-c", REPORT], env=environment, check=True, capture_output=True, text=True
    ).stdout


def test_graph_layout_and_measures_are_the_same_in_every_run():
    assert report("1") == report("4711")


# --- layout -----------------------------------------------------------------------------------------------


def test_every_node_has_a_place_of_its_own(old_world):
    places = graphs.layout(old_world)

    assert list(places) == list(old_world)
    assert len(set(places.values())) == len(places)


def test_zones_lie_inside_played_cards_around_them_bought_ones_outside(old_world):
    radii = {node: round(hypot(x, y), 3) for node, (x, y) in graphs.layout(old_world).items()}

    assert {radii[zone] for zone in graphs.zones_of(old_world)} == {0.4}
    assert radii["Weaver"] == 0.75
    assert radii["4 draw five"] == 1.0


def test_zones_keep_their_places_from_deck_to_deck(old_world):
    here, there = graphs.layout(old_world), graphs.layout(graphs.declared("gathering", houses=True))

    assert {zone: here[zone] for zone in graphs.zones_of(old_world)} == {
        zone: there[zone] for zone in graphs.zones_of(old_world)
    }


@pytest.mark.parametrize(
    ("options", "group", "kinds"),
    [
        ({"cards": ["fellowship", "alliance"], "saga": "mega", "masters": True}, "archetype", ("profession", "master")),
        ({"game": "advyria"}, "colour", ("adventure card",)),
    ],
    ids=["guildhall", "advyria"],
)
def test_cards_of_one_group_are_neighbours(options, group, kinds):
    graph = graphs.declared(**options)
    places = graphs.layout(graph)

    ring = [node for node in graph if graph.nodes[node]["kind"] in kinds]
    clockwise = sorted(ring, key=lambda node: atan2(*places[node]) % tau)
    groups = [graph.nodes[node][group] for node in clockwise]
    assert graphs.group_of(graph) == group
    assert groups == sorted(groups)
    assert len(set(groups)) >= 4


def test_what_is_not_played_from_hand_lies_outside_whatever_the_game():
    graph = graphs.declared(game="advyria")
    radii = {node: round(hypot(*place), 3) for node, place in graphs.layout(graph).items()}

    assert (radii["my villages"], radii["Fairy"], radii["Moon Well"], radii["Old Tobin"]) == (0.4, 0.75, 0.75, 1.0)


def test_a_graph_without_nodes_has_no_places(old_world):
    assert graphs.layout(old_world.__class__()) == {}


# --- measures ---------------------------------------------------------------------------------------------


def test_feeds_and_needs_count_cards_not_tiers(old_world):
    row = graphs.measures(old_world).row(by_predicate=pl.col("card") == "Assassin", named=True)

    # It discards for the Historian; the Trader and one VP card leave it something in another hall.
    assert (row["feeds"], row["needs"]) == (1, 2)
    assert row["offers"] == 0


def test_measures_call_a_group_of_cards_as_the_game_does(old_world):
    advyria = graphs.measures(graphs.declared(game="advyria"))

    assert graphs.measures(old_world).columns[:3] == ["card", "kind", "archetype"]
    assert advyria.columns[:3] == ["card", "kind", "colour"]
    assert advyria.filter(card="Moon Well")["colour"].item() == "blue"


def test_all_that_is_fed_is_needed(old_world):
    frame = graphs.measures(old_world)

    assert frame["card"].to_list() == graphs.cards_of(old_world)
    assert frame["feeds"].sum() == frame["needs"].sum() == len(graphs.links(old_world, "feeds"))
    assert frame["offers"].sum() == frame["profits"].sum() == len(graphs.links(old_world, "offers"))


def test_a_bridge_lies_on_chains_between_other_cards(old_world):
    bridges = dict(graphs.measures(old_world).select("card", "bridge").iter_rows())

    # Nobody feeds the Dancer, so it ends no chain; what feeds the Assassin reaches the Historian only by way of it.
    assert bridges["Dancer"] == 0
    assert bridges["Assassin"] > 0


def test_a_swap_leaves_the_balance_of_the_discard_pile():
    rows = graphs.balance(graphs.declared(["Bard", "Monk", "Marshal"])).filter(zone="discard pile")

    # Bard 0 and 2 swap, 4 discards a chapter and takes three cards.
    assert rows.row(0) == ("discard pile", 3, 3, 0)


def test_a_discard_pile_that_nobody_fills_has_a_balance_below_zero():
    rows = graphs.balance(graphs.declared(["Wizard", "Monk", "Marshal"])).filter(zone="discard pile")

    assert rows["balance"].item() == -3


def test_communities_hold_every_card_once(old_world):
    groups = graphs.communities(old_world)

    assert sorted(card for group in groups for card in group) == graphs.cards_of(old_world)
    assert any({"Dancer", "Weaver"} <= set(group) for group in groups)
    assert ("Farmer",) in groups


def test_cards_that_do_not_meet_are_each_a_community():
    graph = graphs.declared(["Marshal", "Druid", "Invoker"], vp={"5": 6})

    assert graphs.communities(graph) == (("5",), ("Druid",), ("Invoker",), ("Marshal",))


# --- comparing ----------------------------------------------------------------------------------------------


def test_a_deck_does_not_differ_from_itself(old_world):
    comparison = graphs.compare(old_world, graphs.declared("old-world"))

    assert comparison.figures["difference"].to_list() == [0] * comparison.figures.height
    assert comparison.gone == comparison.new == ()


def test_a_comparison_names_what_goes_and_what_comes():
    first = graphs.declared(["Fighter", "Wizard", "Marshal"], vp={"5": 6})
    second = graphs.declared(["Fighter", "Cleric", "Monk"], vp={"5": 6})
    comparison = graphs.compare(first, second)

    assert comparison.gone == (("Fighter", "Wizard"),)
    assert comparison.new == (("Cleric", "Monk"),)
    assert comparison.figures.filter(figure="balance of discard pile").row(0) == ("balance of discard pile", 0, 3, 3)
    assert comparison.figures["figure"].to_list()[:2] == ["cards", "feeding pairs"]


def test_one_card_under_two_names_is_compared_as_one():
    comparison = graphs.compare(graphs.declared("old-world"), graphs.declared("fellowship"))

    names = {name for pair in (*comparison.gone, *comparison.new) for name in pair}
    assert {"Weaver", "Assassin"} <= names
    assert not {"Monk", "Fighter"} & names


def test_decks_that_share_cards_say_so_under_both_names():
    with pytest.raises(BadSetup, match=r"share professions: Assassin = Fighter, Weaver = Monk"):
        graphs.declared(["old-world", "fellowship"], saga="mega")
