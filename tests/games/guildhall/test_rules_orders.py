"""Rulings 22d and 22e: who orders cards, which copy is taken, what a few cards mean."""

from __future__ import annotations

import pytest

from tests.games.guildhall.tables import (
    FOUR,
    chapter_cards,
    end_turn,
    lay,
    lay_down,
    offered,
    traded,
)

THREE = ["Dancer", "Assassin", "Historian"]  # completed chapters: one more is too many

# 22d: order and copies


@pytest.mark.parametrize("order", [["red Farmer", "red Weaver"], ["red Weaver", "red Farmer"]])
def test_rule_22d_whoever_discards_several_cards_in_a_tier_chooses_their_order(order: list[str]) -> None:
    game = lay({"Assassin": FOUR}, {"Farmer": ["red"], "Weaver": ["red"]}, hands=[["purple Assassin"], []])
    game.play("play purple Assassin", "tier 4", "player 2", *order)

    assert game.table.discard == order


@pytest.mark.parametrize("order", [["red Duelist", "blue Duelist"], ["blue Duelist", "red Duelist"]])
def test_rule_22d_cards_discarded_from_the_hand_in_a_tier_come_in_any_order(order: list[str]) -> None:
    game = lay(
        {"Alchemist": FOUR},
        {},
        cards="gathering",
        hands=[["purple Alchemist", "red Duelist", "blue Duelist"], []],
        deck=["red Herald"],
    )
    game.play("play purple Alchemist", "tier 4", *order)

    assert game.table.discard == order


def test_rule_22d_a_discarded_chapter_comes_in_any_order() -> None:
    order = ["green Monk", "red Monk", "blue Monk"]
    game = lay(
        {"Bard": FOUR, "Monk": FOUR[:3]},
        {},
        cards="fellowship",
        hands=[["purple Bard"], []],
        discard=["red Druid", "blue Druid", "green Druid"],
    )
    game.play("play purple Bard", "tier 4", "chapter Monk", *order, "red Druid, blue Druid, green Druid")

    assert game.table.discard == order
    assert game.table.halls[0] == {"Bard": FOUR, "Druid": FOUR[:3]}


def test_rule_22d_of_equal_cards_in_a_pile_the_topmost_copy_is_taken() -> None:
    game = lay(
        {"Historian": FOUR[:2]},
        {},
        hands=[["green Historian"], []],
        discard=["red Farmer", "blue Farmer", "red Farmer", "green Farmer"],
    )
    game.play("play green Historian", "tier 2", "red Farmer")

    assert game.table.discard == ["red Farmer", "blue Farmer", "green Farmer"]


def test_rule_22d_a_hidden_copy_below_an_open_one_is_not_taken_instead() -> None:
    game = lay(
        {"Monk": ["red"], "Ranger": ["red"]},
        {},
        cards="fellowship",
        hands=[["red Bard"], []],
        discard=["red Monk", "blue Druid", "red Monk"],
    )
    game.play("play red Bard", "tier 0", "red Ranger")

    assert offered(game) == ["blue Druid"]


def test_rule_22d_any_number_may_be_zero() -> None:
    weaver = lay({"Weaver": FOUR}, {}, hands=[["purple Weaver", "red Farmer"], []])
    weaver.play("play purple Weaver", "tier 4", "done", "red Weaver", "green Weaver")
    assert weaver.table.halls[0] == {"Weaver": ["blue", "yellow"]}
    assert weaver.table.hands[0] == ["red Weaver", "green Weaver", "red Farmer"]

    bought = lay(hands=[["red Farmer"], []], completed=[["Trader"], []], vp_row=["3 place any"])
    bought.play("buy 1", "chapter Trader")
    lay_down(bought)
    bought.play("use ability", "done")
    assert bought.table.hands[0] == ["red Farmer"]
    assert bought.decision.kind == "act"


def test_rule_22d_two_chapters_are_discarded_one_after_the_other_and_not_mixed() -> None:
    game = lay(vp_row=["9"], completed=[["Farmer", "Weaver"], []])
    game.play("buy 1", "chapter Weaver", "chapter Farmer")
    assert offered(game) == chapter_cards("Weaver")
    game.play("red Weaver", "blue Weaver", "green Weaver", "yellow Weaver", "purple Weaver")
    assert offered(game) == chapter_cards("Farmer")


def test_rule_22d_duplicates_at_the_end_of_a_turn_are_discarded_in_the_order_of_the_area() -> None:
    area = ["red Farmer", "red Trader", "blue Dancer", "red Dancer"]
    hall = {"Farmer": ["red"], "Dancer": ["red", "blue"]}
    for laid in (area, area[::-1]):
        game = lay(hall, {}, areas=[laid, []])
        end_turn(game)
        assert game.table.discard == [card for card in laid if card != "red Trader"]


def test_rule_22d_duplicates_are_discarded_before_chapters_close() -> None:
    game = lay({"Farmer": FOUR}, {}, areas=[["purple Farmer", "blue Farmer"], []])
    told = [event.kind for event in end_turn(game) if event.kind in ("discard", "complete")]

    assert told == ["discard", "complete"]


@pytest.mark.parametrize("active", [0, 1])
def test_rule_22d_of_two_players_over_the_limit_the_active_one_discards_first(active: int) -> None:
    game = traded(completed=[THREE, THREE], to_play=active)
    assert (game.decision.kind, game.decision.seat) == ("limit", active)
    game.play("chapter Dancer")
    lay_down(game)
    assert (game.decision.kind, game.decision.seat) == ("limit", 1 - active)
    game.play("chapter Assassin")
    lay_down(game)

    assert (game.decision.kind, game.decision.seat) == ("act", active)
    assert game.table.completed[active] == ["Assassin", "Historian", "Farmer"]
    assert game.table.completed[1 - active] == ["Dancer", "Historian", "Weaver"]
    professions = [card.split()[1] for card in game.table.discard]
    assert professions == ["Dancer"] * 5 + ["Assassin"] * 5


def test_rule_22d_the_new_fourth_chapter_may_itself_be_given_up() -> None:
    game = traded(completed=[THREE, THREE])
    game.play("chapter Farmer", *chapter_cards("Farmer"))

    assert game.table.completed[0] == ["Dancer", "Assassin", "Historian"]
    assert game.table.discard == chapter_cards("Farmer")


def test_rule_22d_the_ranger_counts_before_the_gift_leaves() -> None:
    game = lay({"Ranger": ["red", "blue"]}, {}, cards="fellowship", hands=[["green Ranger"], []])
    game.play("play green Ranger", "tier 0", "player 2", "blue Ranger")

    assert game.table.tokens == [2, 0]
    assert game.table.halls == [{"Ranger": ["red"]}, {"Ranger": ["blue"]}]


# 22e


def test_rule_22e_duelist_0_hits_its_owner_too() -> None:
    hands = [["red Duelist", "red Herald"], ["blue Herald"], ["green Herald", "yellow Herald"]]
    game = lay({}, {}, {}, cards="gathering", hands=hands)
    game.play("play red Duelist", "tier 0")

    assert [len(hand) for hand in game.table.hands] == [0, 0, 1]
    assert set(game.table.discard) > {"red Herald", "blue Herald"}
    assert len(game.table.discard) == 3


@pytest.mark.parametrize("tier", ["tier 0", "tier 4"])
def test_rule_22e_the_bard_searches_the_discard_pile_as_it_stood_before(tier: str) -> None:
    game = lay(
        {"Bard": FOUR, "Monk": ["red"]},
        {},
        cards="fellowship",
        hands=[["purple Bard"], []],
        discard=["red Druid", "blue Druid", "green Druid"],
    )
    game.play("play purple Bard", tier, *(["chapter Monk"] if tier == "tier 4" else []), "red Monk")

    assert "red Monk" not in offered(game)
    assert "red Druid" in offered(game)


def test_rule_22e_the_bard_at_4_needs_three_cards_that_lay_in_the_pile_before() -> None:
    game = lay(
        {"Bard": FOUR, "Monk": FOUR[:3]},
        {},
        cards="fellowship",
        hands=[["purple Bard"], []],
        discard=["red Druid", "blue Druid"],
    )
    game.play("play purple Bard")

    assert "tier 2" in offered(game)
    assert "tier 4" not in offered(game)


def test_rule_22e_the_trader_may_exchange_two_chapters_of_one_profession() -> None:
    game = lay(
        {"Trader": FOUR, "Farmer": ["red", "blue"]},
        {"Farmer": ["red", "green", "yellow"]},
        hands=[["purple Trader"], []],
    )
    game.play("play purple Trader", "tier 4", "player 2", "chapter Farmer", "chapter Farmer")

    assert game.table.halls == [
        {"Farmer": ["red", "green", "yellow"], "Trader": FOUR},
        {"Farmer": ["red", "blue"]},
    ]


def test_rule_22e_taking_a_card_from_an_empty_deck_reshuffles_like_drawing() -> None:
    placed = lay(cards="coalition", hands=[["red Artificer"], []], discard=["blue Rogue"])
    placed.play("play red Artificer", "tier 0")
    assert placed.table.halls[0] == {"Rogue": ["blue"]}

    taken = lay(cards="gathering", hands=[["red Conjurer"], []], discard=["blue Herald"])
    taken.play("play red Conjurer", "tier 0")
    assert taken.table.areas[0] == ["red Conjurer", "blue Herald"]
    assert taken.table.discard == []


def test_rule_22e_there_is_no_card_to_take_where_the_reshuffle_keeps_the_only_one() -> None:
    for options, tiers in (({}, ["tier 0", "no tier"]), ({"reshuffle_keeps_top": True}, ["no tier"])):
        game = lay(cards="coalition", hands=[["red Artificer"], []], discard=["blue Rogue"], **options)
        game.play("play red Artificer")
        assert offered(game) == tiers
