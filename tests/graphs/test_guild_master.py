"""The interaction graph of Guild Master: dice feed Contracts, Contracts feed Builders."""

from __future__ import annotations

import pytest

import guildhall as gh
from guildhall import graphs
from guildhall.games.guild_master.interactions import ZONES, interactions
from guildhall.games.guild_master.settings import GuildMasterSettings, box_of

BOX = box_of(GuildMasterSettings.settle({}))


@pytest.fixture(scope="module")
def graph():
    return graphs.declared(game="guild-master", players=4)


def test_an_adventurer_feeds_just_the_contracts_of_its_skills(graph):
    for one in BOX.adventurers:
        fed = {
            taker
            for _, taker, data in graph.out_edges(one.name, data=True)
            if data.get("zone", "")[3:].lower() in one.skills
        }
        wanted = {card.name for card in BOX.contracts if set(card.targets) & set(one.skills)}
        assert wanted <= fed, one.name


def test_a_skill_upgrade_feeds_its_contracts_and_contracts_feed_builders(graph):
    assert ("Library", "Identify Rebels") in graphs.links(graph, "feeds")
    assert ("Library", "Steal Battle Plans") not in graphs.links(graph, "feeds")
    edge = graph.edges["Steal Battle Plans", "Library", "Steal Battle Plans feeds Library through my Gold"]
    assert edge["puts"] == "Common Contract, Guile 12: 3 Gold, 3 Fame."
    assert edge["takes"] == "1 Builder: a Dice fixer or re-rolls for Logic."


def test_every_card_and_upgrade_has_a_node_and_every_zone_its_facing(graph):
    kinds = dict(graph.nodes(data="kind"))
    facing = {zone.name: zone.facing for zone in ZONES}

    assert sorted(kinds.values()).count("adventurer") == 72
    assert sorted(kinds.values()).count("contract") == 95
    assert sorted(kinds.values()).count("upgrade") == 6 + 3 + 6
    assert all(facing[other] == zone for zone, other in facing.items() if other)
    assert graph.nodes["Cixi"]["deck"] == "Adept"
    assert all(card.text for card in interactions(players=2).cards)


def test_what_was_sent_and_completed_is_observed():
    sim = gh.simulate("guild-master", players=2, games=6, seed=1, events=True)
    seen = graphs.observed(sim)

    assert sum(uses for _, uses in seen.nodes(data="uses") if uses) > 100
    assert {"card", "amount"} <= set(sim.events.columns)
