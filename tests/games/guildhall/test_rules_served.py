"""Rulings 22f and 22g: each other player's share, and the order in which discards of several players lie."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from guildhall.core.errors import IllegalOption
from guildhall.core.game import Game
from tests.games.guildhall.cardtable import tiers
from tests.games.guildhall.tables import FOUR, hall_cards, lay, offered

OWN = '[Baker]\narchetype = "Mage"\ntier.0 = {}\n'


def own(effects: str, *halls: dict[str, list[str]], hand: tuple[str, ...] = (), to_play: int = 0, **zones: Any) -> Game:
    """A table where the active player has laid down a card of their own and is asked for its tier."""
    hands: list[list[str]] = [[] for _ in halls]
    hands[to_play] = ["red Baker", *hand]
    texts = [("own.toml", OWN.format(effects))]
    cards = ["Baker", "Monk", "Rogue", "Cleric"]
    game = lay(*halls, hands=hands, to_play=to_play, cards=cards, card_texts=texts, **zones)
    game.play("play red Baker")
    return game


# 22f: each other player's share


def test_rule_22f_no_player_is_left_out_whom_another_pick_would_have_served() -> None:
    halls = [{"Warlock": FOUR}, {"Rogue": ["red", "blue"]}, {"Rogue": ["red"]}]
    game = lay(*halls, cards="coalition", hands=[["purple Warlock"], [], []])
    game.play("play purple Warlock", "tier 4", "red Warlock")

    assert offered(game) == ["blue Rogue"]


def test_rule_22f_the_own_card_given_up_must_make_the_room_that_others_need() -> None:
    halls = [{"Warlock": FOUR, "Rogue": ["red"]}, {"Rogue": ["red"]}, {"Cleric": ["red", "blue"]}]
    game = lay(*halls, cards="coalition", hands=[["purple Warlock"], [], []])
    game.play("play purple Warlock", "tier 4")
    assert offered(game) == ["red Rogue"]
    game.play("red Rogue", "red Rogue", "blue Cleric")

    assert game.table.halls[1:] == [{}, {"Cleric": ["red"]}]


def test_rule_22f_a_tier_that_cannot_serve_everybody_is_not_offered() -> None:
    halls = [{"Warlock": FOUR}, {"Rogue": ["red"]}, {"Rogue": ["red"]}]
    hands = [["purple Warlock"], [], []]
    assert tiers(lay(*halls, cards="coalition", hands=hands), "purple Warlock") == []

    halls[2] = {}  # a player with none is passed over
    assert tiers(lay(*halls, cards="coalition", hands=hands), "purple Warlock") == [4]


def test_rule_22f_behind_a_look_only_picks_are_offered_that_serve_as_many_as_possible() -> None:
    hands = [
        ["purple Psion"],
        ["red Wizard", "blue Wizard"],
        ["red Wizard", "blue Wizard", "red Shaman"],
        ["red Wizard"],
    ]
    game = lay({"Psion": FOUR}, {}, {}, {}, cards="alliance", hands=hands)
    game.play("play purple Psion", "tier 4")
    assert offered(game) == ["blue Wizard"]
    game.play("blue Wizard")
    assert offered(game) == ["red Shaman"]
    game.play("red Shaman", "red Wizard")

    assert [len(hand) for hand in game.table.hands] == [0, 1, 2, 0]


def most_served(hands: list[list[str]]) -> int:
    """How many of the hands can give a card such that no two are equal, by trying everything."""
    ways = product(*[[None, *hand] for hand in hands])
    given = [[card for card in way if card is not None] for way in ways]
    return max(len(cards) for cards in given if len(set(cards)) == len(cards))


@pytest.mark.parametrize("seed", range(12))
def test_rule_22f_psion_4_serves_as_many_hands_as_any_line_does(seed: int) -> None:
    random = Random(seed)
    few = ["red Wizard", "blue Wizard", "green Wizard", "red Shaman"]
    hands = [[random.choice(few) for _ in range(random.choice([1, 1, 2, 3]))] for _ in range(3)]
    game = lay({"Psion": FOUR}, {}, {}, {}, cards="alliance", hands=[["purple Psion"], *hands])
    game.play("play purple Psion", "tier 4")
    lines, wanted = 0, most_served(hands)

    def follow(game: Game, made: int) -> None:
        nonlocal lines
        if game.decision.kind == "act":
            lines += 1
            assert made == wanted
            return
        for option in game.options:
            branch = game.branch()
            branch.play(option)
            follow(branch, made + 1)

    follow(game, 0)
    assert lines > 0


def test_rule_22f_a_pick_before_the_shares_leaves_as_many_players_to_be_served() -> None:
    effects = '[{ draw = 1 }, { place = 1, from = "my hand" }, { place = 1, from = "each other hall" }]'
    halls = [{}, {"Monk": ["red"]}, {"Monk": ["blue"]}]
    game = own(effects, *halls, hand=("red Monk", "blue Monk", "green Monk"), deck=["red Cleric"])
    game.play("tier 0")

    assert offered(game) == ["green Monk", "red Cleric"]


def test_rule_22f_a_share_may_not_be_used_up_by_another_effect_of_the_tier() -> None:
    effects = '[{ discard = 1, from = "another hall" }, { discard = 1, from = "each other hall" }]'
    game = own(effects, {}, {"Monk": ["red"]}, {"Monk": ["red", "blue"]})
    game.play("tier 0")

    assert offered(game) == ["player 3"]


# 22g: onto the pile in turn order


def test_rule_22g_discards_of_several_players_lie_clockwise_from_the_active_one() -> None:
    halls = [{"Rogue": ["red"]}, {"Rogue": ["blue"]}, {"Rogue": ["green"]}, {"Rogue": ["yellow"]}]
    hands = [[], [], ["red Barbarian"], []]
    game = lay(*halls, cards="coalition", hands=hands, to_play=2)
    game.play("play red Barbarian", "tier 0")
    while game.decision.kind == "card":
        game.play(game.options[0])

    assert game.table.discard == ["green Rogue", "yellow Rogue", "red Rogue", "blue Rogue"]


def test_rule_22g_the_active_players_own_cards_lie_lowest_whatever_a_card_names_first() -> None:
    effects = '[{ discard = 2, from = "another hall" }, { discard = 1, from = "my hall" }]'
    game = own(effects, {"Cleric": ["red"]}, {"Monk": ["red", "blue"]})
    game.play("tier 0", "player 2", "blue Monk", "red Monk", "red Cleric")

    assert game.table.discard == ["red Cleric", "blue Monk", "red Monk"]


@pytest.mark.parametrize("chosen", ["player 1", "player 2"])
def test_rule_22g_each_players_cards_lie_in_the_order_chosen(chosen: str) -> None:
    effects = '[{ discard = 1, from = "another hall" }, { discard = 1, from = "each other hall" }]'
    halls = [{"Rogue": ["red", "blue"]}, {"Monk": ["red", "blue"]}, {}]
    game = own(effects, *halls, to_play=2)
    first = {"player 1": "blue Rogue", "player 2": "blue Monk"}[chosen]
    game.play("tier 0", chosen, first, "red Rogue", "red Monk")

    both = {"player 1": ["blue Rogue", "red Rogue", "red Monk"], "player 2": ["red Rogue", "blue Monk", "red Monk"]}
    assert game.table.discard == both[chosen]


def test_rule_22g_cards_that_bounce_follow_in_the_order_in_which_they_were_placed() -> None:
    hall = {"Psion": FOUR, "Wizard": ["red", "blue", "green"]}
    hands = [["purple Psion"], ["green Wizard"], ["red Wizard"], ["blue Wizard"]]
    game = lay(hall, {}, {}, {}, cards="alliance", hands=hands)
    game.play("play purple Psion", "tier 4", "green Wizard", "red Wizard", "blue Wizard")

    assert game.table.discard == ["green Wizard", "red Wizard", "blue Wizard"]


def test_rule_22g_cards_that_bounce_lie_on_what_the_tier_discards() -> None:
    effects = '[{ place = 1, from = "my area" }, { discard = 1, from = "my hand" }]'
    game = own(effects, {"Monk": ["red"]}, {}, areas=[["red Monk"], []], hand=("red Cleric",))
    game.play("tier 0", "red Monk", "red Cleric")

    assert game.table.discard == ["red Cleric", "red Monk"]
    assert hall_cards(game) == ["red Monk"]


# 22g: why a pick is refused


def historian(**zones: Any) -> Game:
    """A Historian at tier 4, which places two cards of the discard pile."""
    hall = {"Historian": FOUR, **zones.pop("hall", {})}
    game = lay(hall, {}, hands=[["purple Historian"], []], **zones)
    game.play("play purple Historian", "tier 4")
    return game


def refusal(game: Game, *what: str) -> str:
    with pytest.raises(IllegalOption) as caught:
        game.play(*what)
    return str(caught.value)


def test_rule_22g_a_card_that_is_legal_within_the_set_is_told_how_to_write_it() -> None:
    game = historian(discard=["red Trader", "blue Trader", "yellow Trader"])
    way = "the cards of a set are picked in card order; write the set as one phrase, such as"
    assert f"{way} 'red Trader, yellow Trader'. Legal: red Trader, blue Trader" in refusal(game, "yellow Trader")
    assert f"{way} 'red Trader, blue Trader'" in refusal(game, "blue Trader", "red Trader")

    game.play("yellow Trader, red Trader")
    assert game.table.halls[0]["Trader"] == ["red", "yellow"]


@pytest.mark.parametrize(
    ("pick", "reason"),
    [
        ("red Farmer", "red Farmer lies in the guildhall already; a hall never holds a duplicate"),
        ("red Dancer", "red Dancer is none of the cards to choose from"),
    ],
)
def test_rule_22g_a_refused_pick_names_the_true_reason(pick: str, reason: str) -> None:
    game = historian(hall={"Farmer": ["red"]}, discard=["red Farmer", "red Trader", "blue Trader", "green Trader"])

    assert f"'{pick}' is not legal now: {reason}" in refusal(game, pick)


def test_rule_22g_an_equal_card_is_the_reason_after_the_first_pick() -> None:
    game = historian(discard=["red Trader", "red Trader", "blue Trader"])
    game.play("red Trader")

    assert "an equal card has been picked already, and a hall never holds a duplicate" in refusal(game, "red Trader")


def test_rule_22g_other_reasons_for_a_refused_pick() -> None:
    halls = [{"Assassin": ["red", "blue"]}, {"Farmer": ["red", "blue"], "Weaver": ["red"]}]
    two = lay(*halls, hands=[["green Assassin"], []])
    two.play("play green Assassin", "tier 2", "player 2", "red Farmer")
    assert "the cards must be of different chapters" in refusal(two, "blue Farmer")

    left_out = [{"Warlock": FOUR}, {"Rogue": ["red", "blue"]}, {"Rogue": ["red"]}]
    game = lay(*left_out, cards="coalition", hands=[["purple Warlock"], [], []])
    game.play("play purple Warlock", "tier 4", "red Warlock")
    assert "with it as the next pick the tier could not be carried out completely" in refusal(game, "red Rogue")
