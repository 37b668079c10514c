"""The declared interaction graph: known interactions are there, and nothing is without its reason."""

from __future__ import annotations

import pytest

from guildhall import graphs
from guildhall.core.errors import BadSetup, UnknownCard
from guildhall.games import registration
from guildhall.games.advyria.wording import sentence as advyria_says
from guildhall.games.guildhall.interactions import ZONES
from guildhall.games.guildhall.reading import load_book
from guildhall.games.guildhall.wording import card_in_words, effects_in_words

BOOK = load_book()
SETS = sorted(BOOK.sets)
EVERYTHING = ["fellowship", "alliance", "coalition", "gathering"]


@pytest.fixture(scope="module")
def old_world():
    return graphs.declared("old-world")


@pytest.fixture(scope="module")
def everything():
    return graphs.declared(EVERYTHING, saga="mega", masters=True, houses=True, vp=EVERYTHING)


@pytest.fixture(scope="module")
def advyria():
    return graphs.declared(game="advyria", players=3)


@pytest.fixture(params=["everything", "advyria"])
def whole(request):
    """A whole game: its graph, and what the game tells."""
    options = {
        "everything": {"game": "guildhall", "cards": EVERYTHING, "saga": "mega", "masters": True, "houses": True},
        "advyria": {"game": "advyria", "players": 3},
    }
    vp = {"vp": EVERYTHING} if request.param == "everything" else {}
    given = options[request.param]
    told = registration(given.pop("game", "guildhall")).make_interactions(**given, **vp)
    return request.getfixturevalue(request.param), told


def edge(graph, giver, taker, key):
    return graph.edges[giver, taker, f"{giver} {key}"]


# --- Old World ------------------------------------------------------------------------------------------


def test_assassin_feeds_historian_through_the_discard_pile(old_world):
    found = old_world.edges["Assassin", "Historian", "Assassin 0 feeds Historian 4 through discard pile"]

    assert found == {
        "relation": "feeds",
        "zone": "discard pile",
        "taken_from": "discard pile",
        "put_tier": 0,
        "take_tier": 4,
        "puts": "Discard 1 card from another player's guildhall.",
        "takes": "Put 2 cards from the discard pile into your guildhall. No duplicates.",
        "stand_in": False,
    }


def test_dancer_feeds_weaver_through_the_hand(old_world):
    found = old_world.edges["Dancer", "Weaver", "Dancer 0 feeds Weaver 0 through my hand"]

    assert found["puts"] == "Draw 1 card for each card of this chapter in your guildhall, then take another action."
    assert found["takes"] == "Put 1 card from your hand into your guildhall."


def test_what_trader_leaves_in_another_hall_assassin_can_discard(old_world):
    zones = {data["zone"] for data in old_world["Trader"]["Assassin"].values() if data["relation"] == "feeds"}

    assert zones == {"another hall"}


def test_what_weaver_places_an_opponent_takes_with_assassin(old_world):
    found = old_world.edges["Weaver", "Assassin", "Weaver 0 offers Assassin 0 through my hall"]

    assert (found["zone"], found["taken_from"]) == ("my hall", "another hall")
    assert ("Weaver", "Assassin") not in graphs.links(old_world, "feeds")


def test_farmer_feeds_nobody_in_old_world_and_offers_tokens_to_a_thief():
    graph = graphs.declared(["Marshal", "Herald", "Monk"], houses=True)

    assert not [pair for pair in graphs.links(graphs.declared("old-world"), "feeds") if "Farmer" in pair]
    assert (
        edge(graph, "Marshal", "Herald", "1 offers Herald 3 through my VP tokens")["taken_from"]
        == "another's VP tokens"
    )
    assert ("Marshal", "Journeyman House") in graphs.links(graph, "offers")


def test_a_vp_card_has_no_tier(old_world):
    found = edge(old_world, "4 draw five", "Weaver", "feeds Weaver 0 through my hand")

    assert "put_tier" not in found
    assert found["take_tier"] == 0


def test_feeding_pairs_of_the_old_world_professions(old_world):
    professions = {node for node, kind in old_world.nodes(data="kind") if kind == "profession"}

    assert {pair for pair in graphs.links(old_world, "feeds") if professions.issuperset(pair)} == {
        ("Assassin", "Historian"),
        ("Dancer", "Weaver"),
        ("Historian", "Trader"),
        ("Historian", "Weaver"),
        ("Trader", "Assassin"),
        ("Trader", "Weaver"),
        ("Weaver", "Trader"),
    }


def test_weaver_touches_hand_and_hall_by_tier(old_world):
    puts = [
        (data["tier"], zone) for _, zone, data in old_world.out_edges("Weaver", data=True) if data["relation"] == "puts"
    ]

    assert sorted(puts) == [(0, "my hall"), (2, "my hall"), (2, "my hand"), (4, "my hall"), (4, "my hand")]


# --- nodes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SETS)
def test_every_card_of_a_set_has_a_node(name):
    graph = graphs.declared(name, masters=True, houses=True)
    card_set = BOOK.sets[name]

    kinds = dict(graph.nodes(data="kind"))
    assert {shown: kinds[shown] for shown, _ in card_set.professions} == dict.fromkeys(
        dict(card_set.professions), "profession"
    )
    assert {kinds[card] for card in card_set.vp} == {"vp card"}
    assert {kinds[card] for card in BOOK.masters} == {"master"}
    assert {kinds[card] for card in BOOK.houses} == {"house"}
    assert [node for node, kind in kinds.items() if kind == "zone"] == sorted(zone.name for zone in ZONES)
    assert len(kinds) == 6 + len(card_set.vp) + len(BOOK.masters) + len(BOOK.houses) + len(ZONES)


def test_all_24_professions_and_all_vp_cards_fit_into_one_graph(everything):
    assert set(everything) == {*BOOK.professions, *BOOK.masters, *BOOK.houses, *BOOK.vp, *(zone.name for zone in ZONES)}


def test_a_node_says_what_the_card_says(everything):
    sorcerer = BOOK.profession("Sorcerer")

    assert everything.nodes["Sorcerer"] == {
        "kind": "profession",
        "archetype": "Mage",
        "provenance": "publisher",
        "set": "new-empire, fellowship",
        "text": card_in_words(sorcerer),
    }
    assert everything.nodes["Journeyman House"]["archetype"] == "Leader, Warrior"
    assert everything.nodes["my hall"] == {"kind": "zone", "owner": "you"}


def test_a_zone_faces_the_one_that_faces_it():
    facing = {zone.name: zone.facing for zone in ZONES}

    assert all(facing[zone.facing] == zone.name for zone in ZONES if zone.facing)
    assert {zone.owner for zone in ZONES if not zone.facing} == {"everybody"}


def test_a_card_called_like_a_zone_has_a_node_of_its_own():
    own = ("own.toml", '[deck]\narchetype = "Mage"\ntier.0 = [{ draw = 1 }]\n')
    graph = graphs.declared(["deck", "Monk", "Fighter"], card_texts=[own])

    assert graph.nodes["deck"]["kind"] == "zone"
    assert graph.nodes["deck (profession)"]["archetype"] == "Mage"
    assert ("deck (profession)", "Monk") in graphs.links(graph, "feeds")


# --- edges ----------------------------------------------------------------------------------------------


def sentences(name):
    card = {**BOOK.professions, **BOOK.masters, **BOOK.houses, **BOOK.vp}[name]
    abilities = (
        [(tier.number, tier.effects) for tier in card.tiers] if hasattr(card, "tiers") else [(None, card.effects)]
    )
    return {number: effects_in_words(effects) for number, effects in abilities}


def test_no_edge_between_card_and_zone_is_without_its_sentence(everything):
    touching = [(u, v, data) for u, v, data in everything.edges(data=True) if data["relation"] in ("puts", "takes")]

    assert touching
    for source, target, data in touching:
        card, zone = (source, target) if data["relation"] == "puts" else (target, source)
        assert zone == data["zone"]
        assert data["sentence"] == sentences(card)[data.get("tier")]


def test_no_edge_between_cards_is_without_its_reason(everything):
    touches = {
        (u, v, data.get("tier")) for u, v, data in everything.edges(data=True) if data["relation"] in ("puts", "takes")
    }
    meetings = [(u, v, data) for u, v, data in everything.edges(data=True) if data["relation"] in ("feeds", "offers")]

    assert meetings
    for giver, taker, data in meetings:
        assert giver != taker
        assert (giver, data["zone"], data.get("put_tier")) in touches
        assert (data["taken_from"], taker, data.get("take_tier")) in touches
        assert data["puts"] == sentences(giver)[data.get("put_tier")]
        assert data["takes"] == sentences(taker)[data.get("take_tier")]
        assert (data["zone"] == data["taken_from"]) == (data["relation"] == "feeds")


@pytest.mark.parametrize("relation", ["feeds", "offers"])
def test_no_meeting_of_two_cards_is_missing(whole, relation):
    graph, told = whole
    seen_as = {zone.name: zone.name if relation == "feeds" else zone.facing for zone in told.zones}
    puts, takes = graphs.links(graph, "puts"), graphs.links(graph, "takes")

    met = {(giver, taker) for giver, zone in puts for other, taker in takes if seen_as[zone] == other}
    assert {(giver, taker) for giver, taker in met if giver != taker} == graphs.links(graph, relation).keys() != set()


def test_every_ability_has_an_edge_of_its_own_for_each_zone_it_touches(whole):
    graph, told = whole
    touches = [len(ability.puts) + len(ability.takes) for card in told.cards for ability in card.abilities]

    assert sum(touches) == sum(data["relation"] in ("puts", "takes") for _, _, data in graph.edges(data=True))


def test_an_edge_that_rests_on_our_own_design_says_so(everything):
    known = edge(everything, "Fighter", "Wizard", "0 feeds Wizard 0 through discard pile")
    ours = edge(everything, "Fighter", "Conjurer", "0 feeds Conjurer 2 through discard pile")

    assert (known["stand_in"], ours["stand_in"]) == (False, True)
    assert "Sorcerer (tier 3)" in everything.graph["stand_ins"]


def test_nodes_and_edges_come_sorted(whole):
    graph, _ = whole
    nodes, edges = list(graph), list(graph.edges(keys=True))

    assert nodes == sorted(nodes)
    assert edges == sorted(edges)
    assert len({key for *_, key in edges}) == len(edges)


# --- Advyria --------------------------------------------------------------------------------------------


def test_fortune_seekers_feed_warriors_through_villages(advyria):
    found = edge(advyria, "Fortune Seeker", "Warrior", "2 feeds Warrior 4 through my villages")

    assert found["puts"] == f"One move by a die. {advyria_says('en', 'landing')}"
    assert found["takes"] == "Turn up to 3 villages to gold."
    assert (found["put_tier"], found["take_tier"], found["stand_in"]) == (2, 4, False)


def test_what_fairies_have_seen_whoever_moves_can_find(advyria):
    movers = {taker for giver, taker in graphs.links(advyria, "feeds") if giver == "Fairy"}

    assert movers == {"Fortune Seeker", "Sunken Bell", "Ember Bridge", "Lost Caravan"}
    assert {advyria.nodes[card].get("colour") for card in movers} == {None, "red"}


def test_only_four_fairies_take_back_what_a_wizard_costs(advyria):
    (found,) = advyria["Wizard"]["Fairy"].values()

    assert (found["zone"], found["take_tier"]) == ("my losses", 4)
    assert (found["puts"], found["takes"]) == (
        "Hand level +1, losses +1.",
        "Look at 3 hidden tiles, and one loss less.",
    )


def test_cards_drawn_for_a_wizard_are_there_for_an_opponent_who_comes_near(advyria):
    found = edge(advyria, "Wizard", "Fortune Seeker", "offers Fortune Seeker through my hand")

    assert found["puts"] == advyria_says("en", "wizard in the finale")
    assert (found["takes"], found["taken_from"]) == (advyria_says("en", "landing beside"), "another hand")


def test_adventure_cards_are_told_by_colour_and_marked_as_our_own_design(advyria):
    assert advyria.nodes["Moon Well"] == {
        "kind": "adventure card",
        "colour": "blue",
        "provenance": "stand-in",
        "text": "Completes its adventure where the tile is found: 5 Gold. As an action: hand level +2, no loss.",
    }
    assert edge(advyria, "Moon Well", "my hand level", "puts to my hand level")["stand_in"]
    assert not edge(advyria, "Joker", "my hand level", "puts to my hand level")["stand_in"]
    assert advyria.graph["stand_ins"] == "board, adventures, Hero cards, deck"


def test_own_adventures_are_no_stand_ins():
    own = '[adventures]\nprovenance = "counted"\n' + "".join(
        f'[adventures."A{number}"]\ncolour = "blue"\n' for number in range(12)
    )
    heroes = "[heroes]\n" + "".join(f'[heroes."H{n}"]\nadventures = ["A0", "A1", "A2"]\n' for n in range(4))
    graph = graphs.declared(game="advyria", card_texts=[("own.toml", own + heroes)])

    assert graph.nodes["A3"]["provenance"] == "counted"
    assert not edge(graph, "A3", "my adventures", "puts to my adventures")["stand_in"]
    assert graph.graph["stand_ins"] == "board, deck"


@pytest.mark.parametrize(
    ("options", "gone"),
    [
        ({"players": 1}, {("takes", "another hand")}),
        ({"no_manoeuvre": True}, {("takes", "another hand")}),
        ({"no_actions": True}, set()),
        ({"no_finale": True}, {("takes", "draw pile"), ("puts", "discard pile")}),
    ],
    ids=["alone", "no manoeuvre", "no actions", "no finale"],
)
def test_what_the_rules_leave_out_no_card_declares(advyria, options, gone):
    graph = graphs.declared(game="advyria", **{"players": 3, **options})
    zones = [
        {(data["relation"], data["zone"]) for _, _, data in each.edges(data=True) if "sentence" in data}
        for each in (advyria, graph)
    ]

    assert zones[0] - zones[1] == gone
    assert graph.number_of_edges() < advyria.number_of_edges()


def test_hero_cards_are_there_unless_they_are_left_out(advyria):
    heroes = {card for card, kind in advyria.nodes(data="kind") if kind == "hero card"}

    assert heroes == {"Mira the Ferrywoman", "Old Tobin", "Sela Quickhand", "Brother Anselm"}
    assert "Ember Bridge, Glass Tower, Root Maze" in advyria.nodes["Old Tobin"]["text"]
    assert not heroes & set(graphs.declared(game="advyria", no_heroes=True))


# --- bad input ------------------------------------------------------------------------------------------


def test_an_unknown_set_is_refused_with_the_nearest_name():
    with pytest.raises(UnknownCard, match="no set is called 'old-wrld'; did you mean 'old-world'"):
        graphs.declared("old-wrld")


def test_an_unknown_game_is_refused_with_the_nearest_name():
    with pytest.raises(BadSetup, match="unknown game 'gildhall'; did you mean 'guildhall'"):
        graphs.declared("old-world", game="gildhall")


def test_an_unknown_option_is_refused():
    with pytest.raises(BadSetup, match="no setting 'master'; did you mean 'masters'"):
        graphs.declared("old-world", master=True)


def test_cards_that_are_no_names_are_refused():
    with pytest.raises(BadSetup, match="cards must be"):
        graphs.declared(7)
