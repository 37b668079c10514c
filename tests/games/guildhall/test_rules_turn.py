"""Rules 9 to 13: what a player may do in a turn."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from guildhall.core.game import Game
from tests.games.guildhall.tables import (
    COLOURS,
    FOUR,
    chapter_cards,
    end_turn,
    hall_cards,
    lay,
    lay_down,
    offered,
    refresh,
)

SIX_DANCERS = ["red Dancer", "blue Dancer", "green Dancer", "yellow Dancer", "purple Dancer", "red Dancer"]


# Rule 9: two actions


def test_rule_9_a_turn_has_two_actions() -> None:
    game = lay()
    assert (game.decision.seat, game.table.actions) == (0, 2)
    refresh(game)
    assert (game.decision.seat, game.table.actions) == (0, 1)
    refresh(game)
    assert (game.decision.seat, game.table.actions) == (1, 2)


def test_rule_9_an_action_is_to_play_a_card_to_refresh_or_to_buy() -> None:
    game = lay(hands=[["red Weaver"], []], completed=[["Farmer"], []], vp_row=["5", "9", "4 take one"])

    assert game.decision.kind == "act"
    assert offered(game) == ["play red Weaver", "refresh", "buy 1", "buy 3"]


def test_rule_9_there_is_no_passing_but_refreshing_with_zero_discards_is_always_possible() -> None:
    game = lay()
    assert offered(game) == ["refresh"]
    game.play("refresh")
    assert offered(game) == ["done"]
    game.play("done")

    assert game.table.actions == 1
    assert game.table.hands == [[], []]


# Rule 10: playing a card


def test_rule_10_a_card_goes_from_the_hand_to_the_area_before_its_tier_is_chosen() -> None:
    game = lay(hands=[["red Weaver", "blue Farmer"], []])
    game.play("play red Weaver")

    assert game.table.areas == [["red Weaver"], []]
    assert game.table.hands[0] == ["blue Farmer"]
    assert (game.decision.kind, game.decision.seat) == ("tier", 0)


def test_rule_10_a_card_cannot_be_played_if_the_own_guildhall_holds_its_chapter_and_colour() -> None:
    game = lay({"Weaver": ["red"]}, {"Weaver": ["blue"]}, hands=[["red Weaver", "blue Weaver"], []])

    assert offered(game) == ["play blue Weaver", "refresh"]


def test_rule_10_advanced_a_card_of_the_chapter_in_the_own_area_blocks() -> None:
    hands = [["red Weaver", "blue Weaver", "blue Farmer"], []]
    game = lay(hands=hands, areas=[[], ["green Weaver"]])
    game.play("play red Weaver", "no tier")

    assert offered(game) == ["play blue Farmer", "refresh"]


def conjured(rules: str, **zones: Any) -> Game:
    """A table where the Conjurer has just brought a Herald from the deck into the own area."""
    hands = [["red Conjurer", "blue Herald"], []]
    game = lay(cards="gathering", rules=rules, hands=hands, deck=["red Herald"], **zones)
    game.play("play red Conjurer", "tier 0")
    assert game.table.areas[0] == ["red Conjurer", "red Herald"]
    return game


def test_rule_10_advanced_a_card_that_an_effect_laid_into_the_area_blocks_too() -> None:
    assert offered(conjured("advanced")) == ["refresh"]


def test_rule_10_basic_only_cards_played_from_the_hand_this_turn_block() -> None:
    game = conjured("basic")
    assert offered(game) == ["play blue Herald", "refresh"]


def herald_swapped_away(rules: str) -> Game:
    """A table where a Herald played this turn has left the own area again."""
    game = lay(
        {"Trickster": FOUR},
        {},
        cards="gathering",
        rules=rules,
        hands=[["red Herald", "blue Herald", "purple Trickster"], []],
        areas=[[], ["red Duelist"]],
        actions=3,
    )
    game.play("play red Herald", "no tier", "play purple Trickster", "tier 4", "player 2")
    assert game.table.areas == [["red Duelist"], ["red Herald", "purple Trickster"]]
    return game


def test_rule_10_basic_a_chapter_played_this_turn_stays_barred_although_its_card_has_left_the_area() -> None:
    assert offered(herald_swapped_away("basic")) == ["refresh"]


def test_rule_10_advanced_a_chapter_is_free_again_when_its_card_has_left_the_area() -> None:
    assert offered(herald_swapped_away("advanced")) == ["play blue Herald", "refresh"]


def test_rule_10_basic_the_bar_ends_with_the_turn() -> None:
    game = lay(rules="basic", hands=[["red Weaver", "blue Weaver"], []])
    game.play("play red Weaver", "no tier")
    refresh(game)
    end_turn(game)

    assert "play blue Weaver" in offered(game)


@pytest.mark.parametrize(
    ("held", "tiers"),
    [(0, ["no tier"]), (2, ["tier 1", "no tier"]), (3, ["tier 1", "tier 3", "no tier"])],
)
def test_rule_10_any_printed_tier_up_to_the_size_of_the_chapter_or_none(held: int, tiers: list[str]) -> None:
    game = lay({"Farmer": FOUR[:held]}, {"Farmer": FOUR}, hands=[["purple Farmer"], []])
    game.play("play purple Farmer")

    assert offered(game) == tiers


def test_rule_10_cards_of_the_chapter_in_the_area_do_not_count_for_the_tier() -> None:
    game = conjured("basic", tokens=[0, 1])  # somebody is ahead, so one Herald in the hall would give tier 1
    game.play("play blue Herald")

    assert offered(game) == ["no tier"]


def test_rule_10_without_a_tier_the_card_stays_in_the_area_without_effect() -> None:
    game = lay({"Farmer": ["red"]}, {}, hands=[["blue Farmer"], []])
    game.play("play blue Farmer", "no tier")

    assert game.table.areas[0] == ["blue Farmer"]
    assert game.table.tokens == [0, 0]
    assert (game.decision.kind, game.table.actions) == ("act", 1)


def test_rule_10_a_tier_that_cannot_be_carried_out_completely_is_not_offered() -> None:
    hall = {"Weaver": ["red", "blue"]}
    poor = lay(hall, {}, hands=[["green Weaver", "red Farmer"], []])
    rich = lay(hall, {}, hands=[["green Weaver", "red Farmer", "blue Farmer"], []])
    poor.play("play green Weaver")
    rich.play("play green Weaver")

    assert offered(poor) == ["tier 0", "no tier"]
    assert offered(rich) == ["tier 0", "tier 2", "no tier"]


def test_rule_10_only_options_are_offered_after_which_the_rest_can_be_completed() -> None:
    game = lay(
        {"Assassin": ["red", "blue"]},
        {"Farmer": ["red", "blue"], "Dancer": ["red"]},
        {"Farmer": FOUR},
        hands=[["green Assassin"], [], []],
    )
    game.play("play green Assassin", "tier 2")
    assert offered(game) == ["player 2"]
    game.play("player 2", "blue Farmer")

    assert offered(game) == ["red Dancer"]


def test_rule_10_a_card_placed_by_an_effect_does_not_use_its_ability() -> None:
    game = lay({"Farmer": ["red"]}, {}, hands=[["red Weaver", "blue Farmer"], []])
    game.play("play red Weaver", "tier 0", "blue Farmer")

    assert hall_cards(game) == ["red Farmer", "blue Farmer"]
    assert (game.decision.kind, game.table.tokens) == ("act", [0, 0])


# Rule 11: refreshing


def test_rule_11_cards_are_discarded_one_at_a_time_in_the_order_chosen_then_six_are_drawn_up_to() -> None:
    game = lay(hands=[["red Weaver", "blue Farmer", "red Trader"], []], deck=SIX_DANCERS)
    game.play("refresh", "discard red Trader", "discard red Weaver")
    assert game.decision.kind == "discard"
    assert game.table.discard == ["red Trader", "red Weaver"]
    game.play("done")

    drawn = Counter(SIX_DANCERS[1:])
    assert Counter(game.table.hands[0]) == drawn + Counter(["blue Farmer"])
    assert game.table.deck == SIX_DANCERS[:1]


@pytest.mark.parametrize("held", [6, 8])
def test_rule_11_with_six_or_more_cards_left_nothing_is_drawn(held: int) -> None:
    hand = ["red Weaver", "blue Weaver", "green Weaver", "red Farmer"] * 2
    game = lay(hands=[hand[:held], []], deck=SIX_DANCERS)
    refresh(game)

    assert Counter(game.table.hands[0]) == Counter(hand[:held])
    assert game.table.deck == SIX_DANCERS


def test_rule_11_there_is_no_hand_limit() -> None:
    hand = [f"{colour} {profession}" for profession in ("Weaver", "Farmer") for colour in COLOURS]
    game = lay(hands=[hand, []])
    end_turn(game)

    assert game.decision.seat == 1
    assert len(game.table.hands[0]) == 10


def test_rule_11_a_hand_is_not_refilled_by_itself() -> None:
    game = lay(hands=[["red Weaver", "red Farmer"], []], deck=SIX_DANCERS)
    game.play("play red Weaver", "no tier", "play red Farmer", "no tier")

    assert game.decision.seat == 1
    assert game.table.hands[0] == []
    assert game.table.deck == SIX_DANCERS


# Rule 12: buying


def test_rule_12_only_slots_whose_cost_can_be_paid_are_offered() -> None:
    row = ["9", "5", None, "7 two actions", "4 take one"]
    assert offered(lay(vp_row=row)) == ["refresh"]
    assert offered(lay(vp_row=row, completed=[["Farmer"], []])) == ["refresh", "buy 2", "buy 5"]
    both = lay(vp_row=row, completed=[["Farmer", "Weaver"], []])
    assert offered(both) == ["refresh", "buy 1", "buy 2", "buy 4", "buy 5"]


def test_rule_12_the_buyer_chooses_which_chapter_to_give_and_the_order_of_its_cards() -> None:
    game = lay(vp_row=["5"], completed=[["Farmer", "Weaver", "Farmer"], []], discard=["red Trader"])
    game.play("buy 1")
    assert (game.decision.kind, offered(game)) == ("spend", ["chapter Farmer", "chapter Weaver"])
    game.play("chapter Weaver")
    assert (game.decision.kind, offered(game)) == ("order", chapter_cards("Weaver"))
    chosen = ["green Weaver", "purple Weaver", "red Weaver", "yellow Weaver", "blue Weaver"]
    game.play(*chosen)

    assert game.table.discard == ["red Trader", *chosen]
    assert game.table.completed[0] == ["Farmer", "Farmer"]


def test_rule_12_the_vp_card_goes_to_the_area_and_the_row_is_refilled_at_once() -> None:
    game = lay(vp_row=["9", "4 another action"], vp_deck=["3 place any", "4 take one"], completed=[["Farmer"], []])
    game.play("buy 2", "chapter Farmer")
    lay_down(game)

    assert game.table.areas[0] == ["4 another action"]
    assert game.table.vp_row == ["9", "4 take one", None, None, None]
    assert game.table.vp_deck == ["3 place any"]
    assert (game.decision.kind, offered(game)) == ("ability", ["use ability", "no ability"])


def test_rule_12_a_vp_cards_ability_may_be_left() -> None:
    game = lay(vp_row=["4 draw five"], completed=[["Farmer"], []], deck=SIX_DANCERS)
    game.play("buy 1", "chapter Farmer")
    lay_down(game)
    game.play("no ability")

    assert game.table.hands[0] == []
    assert (game.decision.kind, game.table.actions) == ("act", 1)


def test_rule_12_a_vp_cards_ability_is_all_or_nothing() -> None:
    game = lay(vp_row=["4 take one"], completed=[["Farmer"], []])
    game.play("buy 1", "chapter Farmer")
    lay_down(game)

    assert offered(game) == ["no ability"]


def test_rule_12_a_vp_card_without_an_ability_asks_nothing() -> None:
    game = lay(vp_row=["5"], completed=[["Farmer"], []])
    game.play("buy 1", "chapter Farmer")
    lay_down(game)

    assert (game.decision.kind, game.table.actions) == ("act", 1)


def test_rule_12_two_chapters_are_chosen_first_and_then_laid_down() -> None:
    game = lay(vp_row=["9"], completed=[["Farmer", "Weaver"], []])
    game.play("buy 1", "chapter Weaver")
    assert (game.decision.kind, offered(game)) == ("spend", ["chapter Farmer"])
    game.play("chapter Farmer")

    assert game.decision.kind == "order"
    assert game.table.discard == []


# Rule 13: another action


def test_rule_13_another_action_is_taken_in_the_same_turn() -> None:
    game = lay({"Dancer": ["red"]}, {}, hands=[["blue Dancer"], []], deck=["red Weaver"], actions=1)
    game.play("play blue Dancer", "tier 0")
    assert (game.decision.seat, game.table.actions) == (0, 1)
    assert game.table.areas[0] == ["blue Dancer"]
    refresh(game)

    assert game.decision.seat == 1


def test_rule_13_actions_are_not_kept_for_the_next_turn() -> None:
    game = lay(vp_row=["7 two actions"], completed=[["Farmer", "Weaver"], []], actions=1)
    game.play("buy 1", "chapter Farmer", "chapter Weaver")
    lay_down(game)
    game.play("use ability")
    assert game.table.actions == 2
    end_turn(game)
    assert (game.decision.seat, game.table.actions) == (1, 2)
    end_turn(game)

    assert (game.decision.seat, game.table.actions) == (0, 2)
