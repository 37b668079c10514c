"""Rules 19 to 22a: duplicates from open and from hidden places, swaps, random picks."""

from __future__ import annotations

from pathlib import Path

import pytest

from guildhall.core.game import Game
from tests.games.guildhall.tables import FOUR, hall_cards, lay, lay_down, offered, refresh


def bought(*halls: dict[str, list[str]], card: str, spent: str = "Farmer", **zones: object) -> Game:
    """A table where seat 0 has just bought a VP card and is asked whether to use it."""
    completed = [[spent], *([] for _ in halls[1:])]
    game = lay(*halls, vp_row=[card], vp_deck=[], completed=completed, **zones)
    game.play("buy 1", f"chapter {spent}")
    lay_down(game)
    return game


# Rule 19: open places


def test_rule_19_the_top_of_the_discard_pile_is_never_placed_as_a_duplicate() -> None:
    hall, hands = {"Farmer": ["red"]}, [["red Historian"], []]
    blocked = lay(hall, {}, hands=hands, discard=["blue Farmer", "red Farmer"])
    free = lay(hall, {}, hands=hands, discard=["red Farmer", "blue Farmer"])
    blocked.play("play red Historian")
    free.play("play red Historian")

    assert offered(blocked) == ["no tier"]
    assert offered(free) == ["tier 0", "no tier"]


def test_rule_19_the_top_card_is_open_also_for_a_card_that_searches_the_discard_pile() -> None:
    game = lay(
        {"Herald": ["red", "blue"], "Conjurer": FOUR},
        {},
        cards="gathering",
        hands=[["purple Conjurer"], []],
        discard=["red Herald", "blue Herald", "green Herald", "red Duelist", "blue Herald"],
    )
    game.play("play purple Conjurer", "tier 4", "green Herald")

    # Of the two duplicates only the red Herald is hidden; a blue one lies on top.
    assert offered(game) == ["red Duelist", "red Herald"]


def test_rule_19_a_card_of_another_guildhall_is_never_placed_as_a_duplicate() -> None:
    mine, theirs = {"Farmer": ["red"]}, {"Farmer": ["red", "blue"], "Weaver": ["red"]}
    game = bought(mine, theirs, {"Farmer": ["red"]}, card="4 take one", spent="Trader")
    game.play("use ability")
    assert offered(game) == ["player 2"]
    game.play("player 2")

    assert offered(game) == ["red Weaver", "blue Farmer"]


def test_rule_19_a_gift_never_duplicates_in_the_other_guildhall() -> None:
    game = lay(
        {"Ranger": ["red"], "Monk": ["red", "blue"]},
        {"Monk": ["red"], "Ranger": ["red"]},
        cards="fellowship",
        hands=[["blue Ranger"], []],
    )
    game.play("play blue Ranger", "tier 0", "player 2")

    assert offered(game) == ["blue Monk"]


def test_rule_19_a_whole_chapter_cannot_move_if_any_of_its_cards_would_duplicate() -> None:
    mine = {"Farmer": ["red"], "Weaver": ["red"]}
    theirs = {"Farmer": ["blue", "green", "red"], "Weaver": ["blue", "green"]}
    game = bought(mine, theirs, card="2 take a chapter", spent="Trader")
    game.play("use ability", "player 2")
    assert offered(game) == ["chapter Weaver"]
    game.play("chapter Weaver")

    assert game.table.halls == [
        {"Weaver": ["red", "blue", "green"], "Farmer": ["red"]},
        {"Farmer": ["red", "blue", "green"]},
    ]


def test_rule_19_a_chapter_that_duplicates_everywhere_leaves_the_ability_unoffered() -> None:
    game = bought({"Farmer": ["red"]}, {"Farmer": ["red", "blue"]}, card="2 take a chapter", spent="Trader")

    assert offered(game) == ["no ability"]


# Rule 20: hidden places


def test_rule_20_a_duplicate_from_the_deck_is_discarded() -> None:
    game = lay({"Cleric": ["red"]}, {}, cards="coalition", hands=[["red Artificer"], []], deck=["red Cleric"])
    game.play("play red Artificer", "tier 0")

    assert hall_cards(game) == ["red Cleric"]
    assert game.table.discard == ["red Cleric"]
    assert game.table.deck == []


def test_rule_20_a_looked_at_duplicate_may_be_picked_and_is_discarded() -> None:
    game = lay(
        {"Artificer": ["red", "blue"], "Cleric": ["red"]},
        {},
        cards="coalition",
        hands=[["green Artificer"], []],
        deck=["red Rogue", "red Cleric", "blue Cleric"],
    )
    game.play("play green Artificer", "tier 2")
    assert offered(game) == ["red Cleric", "blue Cleric", "red Rogue"]
    game.play("red Cleric")

    assert game.table.discard == ["red Cleric"]
    assert game.table.halls[0]["Cleric"] == ["red"]


def test_rule_20_a_duplicate_from_the_searched_deck_is_discarded() -> None:
    game = lay(
        {"Alchemist": ["red", "blue"], "Herald": ["red"]},
        {},
        cards="gathering",
        hands=[["green Alchemist", "red Duelist"], []],
        deck=["red Herald", "blue Invoker"],
    )
    game.play("play green Alchemist", "tier 2", "red Duelist", "red Herald")

    assert game.table.discard == ["red Duelist", "red Herald"]
    assert game.table.deck == ["blue Invoker"]


def test_rule_20_a_duplicate_from_below_the_top_of_the_discard_pile_is_discarded() -> None:
    game = lay(
        {"Ranger": ["red"], "Monk": ["red"]},
        {},
        cards="fellowship",
        hands=[["red Bard"], []],
        discard=["red Monk", "blue Druid"],
    )
    game.play("play red Bard", "tier 0", "red Ranger")
    assert offered(game) == ["blue Druid", "red Monk"]
    game.play("red Monk")

    assert game.table.halls[0] == {"Monk": ["red"]}
    assert game.table.discard == ["blue Druid", "red Ranger", "red Monk"]


def test_rule_20_a_duplicate_from_an_opponents_hand_is_discarded() -> None:
    game = lay({"Shaman": ["red"]}, {}, cards="alliance", hands=[["red Psion"], ["red Shaman", "blue Shaman"]])
    game.play("play red Psion", "tier 0", "player 2")
    assert offered(game) == ["red Shaman", "blue Shaman"]
    game.play("red Shaman")

    assert game.table.halls[0] == {"Shaman": ["red"]}
    assert game.table.discard == ["red Shaman"]
    assert game.table.hands[1] == ["blue Shaman"]


def test_rule_20_a_random_duplicate_is_discarded() -> None:
    game = lay({"Cleric": ["red"]}, {}, cards="coalition", hands=[["red Warlock"], ["red Cleric"]])
    game.play("play red Warlock", "tier 0", "player 2")

    assert game.table.discard == ["red Cleric"]
    assert game.table.hands[1] == []


def test_rule_20_the_own_hand_counts_as_known_so_no_duplicate_comes_from_it() -> None:
    game = lay({"Farmer": ["red"]}, {}, hands=[["red Weaver", "red Farmer", "blue Farmer"], []])
    game.play("play red Weaver", "tier 0")
    assert offered(game) == ["blue Farmer"]

    only_a_twin = lay({"Farmer": ["red"]}, {}, hands=[["red Weaver", "red Farmer"], []])
    only_a_twin.play("play red Weaver")
    assert offered(only_a_twin) == ["no tier"]


# Rule 21: swaps and areas


def test_rule_21_swapping_identical_cards_is_legal() -> None:
    game = lay({"Farmer": ["green"]}, {"Farmer": ["green"]}, hands=[["red Trader"], []])
    game.play("play red Trader", "tier 0", "player 2", "green Farmer", "green Farmer")

    assert game.table.halls == [{"Farmer": ["green"]}, {"Farmer": ["green"]}]
    assert game.table.discard == []


def test_rule_21_a_swap_is_judged_after_the_swap() -> None:
    game = lay(
        {"Farmer": ["red"], "Weaver": ["red"]},
        {"Farmer": ["red", "blue"], "Dancer": ["red"]},
        hands=[["red Trader"], []],
    )
    game.play("play red Trader", "tier 0", "player 2")
    assert offered(game) == ["red Weaver", "red Farmer"]
    with_farmer, with_weaver = game.branch(), game.branch()
    with_farmer.play("red Farmer")
    with_weaver.play("red Weaver")

    # The red Farmer can enter a hall that holds one only if that one comes back for it.
    assert offered(with_farmer) == ["red Farmer"]
    assert offered(with_weaver) == ["red Dancer", "blue Farmer"]


def test_rule_21_a_card_of_the_hand_is_swapped_for_its_twin_or_for_another_where_none_lies() -> None:
    game = lay(
        {"Duelist": ["red", "blue"], "Herald": ["red"]},
        {},
        cards="gathering",
        hands=[["red Alchemist", "red Duelist", "green Duelist"], []],
    )
    game.play("play red Alchemist", "tier 0")
    twin, other = game.branch(), game.branch()
    twin.play("red Duelist")
    other.play("green Duelist")
    assert offered(twin) == ["red Duelist"]
    assert offered(other) == ["red Duelist", "blue Duelist", "red Herald"]
    twin.play("red Duelist")

    assert twin.table.halls[0] == {"Duelist": ["red", "blue"], "Herald": ["red"]}
    assert twin.table.hands[0] == ["red Duelist", "green Duelist"]


def test_rule_21_the_action_area_never_blocks_placing_into_the_guildhall() -> None:
    game = lay(hands=[["red Weaver", "red Farmer"], []], areas=[["red Farmer"], []])
    game.play("play red Weaver", "tier 0", "red Farmer")
    assert game.table.halls[0] == {"Farmer": ["red"]}
    refresh(game)

    assert game.table.halls[0] == {"Weaver": ["red"], "Farmer": ["red"]}
    assert game.table.discard == ["red Farmer"]


def test_rule_21_a_card_moved_from_an_area_into_a_guildhall_may_duplicate_and_is_discarded(
    tmp_path: Path,
) -> None:
    own = tmp_path / "own.toml"
    own.write_text('[Porter]\narchetype = "Leader"\ntier.0 = [{ place = 1, from = "another area" }]\n')
    game = lay(
        {"Monk": ["red"]},
        {},
        cards=["Porter", "Monk", "Cleric"],
        card_files=[own],
        hands=[["red Porter"], []],
        areas=[[], ["red Monk", "blue Monk"]],
    )
    game.play("play red Porter", "tier 0", "player 2")
    assert offered(game) == ["red Monk", "blue Monk"]
    game.play("red Monk")

    assert game.table.halls[0] == {"Monk": ["red"]}
    assert game.table.discard == ["red Monk"]
    assert game.table.areas[1] == ["blue Monk"]


# Rule 22: random picks


def test_rule_22_a_random_pick_from_a_hand_is_chance_and_nobodys_decision() -> None:
    hand = ["red Cleric", "blue Cleric", "green Cleric", "yellow Cleric"]
    taken = []
    for seed in range(30):
        game = lay(cards="coalition", hands=[["red Warlock"], hand], seed=seed)
        game.play("play red Warlock", "tier 0", "player 2")
        assert game.decision.kind == "act"
        (card,) = hall_cards(game)
        assert sorted([card, *game.table.hands[1]]) == sorted(hand)
        taken.append(card)

    assert set(taken) == set(hand)


def test_rule_22_every_copy_is_equally_likely() -> None:
    hands = [["red Warlock"], ["red Cleric"] * 3 + ["blue Rogue"]]
    red = 0
    for seed in range(400):
        game = lay(cards="coalition", hands=hands, seed=seed)
        game.play("play red Warlock", "tier 0", "player 2")
        red += hall_cards(game) == ["red Cleric"]

    assert 265 < red < 335  # three in four, give or take four standard deviations


# Rule 22a: a card's own words


@pytest.mark.parametrize(("held", "tier"), [(FOUR[:2], "tier 2"), (FOUR, "tier 4")])
def test_rule_22a_the_historian_never_places_a_duplicate_at_any_tier(held: list[str], tier: str) -> None:
    game = lay(
        {"Historian": held, "Farmer": ["red"]},
        {},
        hands=[["purple Historian"], []],
        discard=["red Farmer", "blue Farmer", "red Farmer", "green Farmer", "red Weaver"],
    )
    game.play("play purple Historian", tier)

    assert "red Farmer" not in offered(game)
    assert {"red Weaver", "blue Farmer"} <= set(offered(game))


def test_rule_22a_the_historian_is_not_offered_where_only_duplicates_lie() -> None:
    game = lay(
        {"Historian": FOUR, "Farmer": ["red"]},
        {},
        hands=[["purple Historian"], []],
        discard=["blue Dancer", "red Farmer"],
    )
    game.play("play purple Historian")

    assert offered(game) == ["tier 2", "no tier"]


def test_rule_22a_the_trader_never_leaves_a_duplicate_in_any_guildhall() -> None:
    game = lay(
        {"Trader": ["red", "blue"], "Farmer": ["red"], "Weaver": ["red"]},
        {"Weaver": ["red", "blue"], "Farmer": ["green"]},
        hands=[["green Trader"], []],
    )
    game.play("play green Trader", "tier 2", "player 2", "red Weaver, red Trader")

    # A red Weaver enters the other hall, so the one that lies there has to come back for it.
    assert offered(game) == ["red Weaver"]
    game.play("red Weaver")
    assert offered(game) == ["blue Weaver", "green Farmer"]
    game.play("green Farmer")
    assert game.table.halls == [
        {"Weaver": ["red"], "Farmer": ["red", "green"], "Trader": ["blue"]},
        {"Weaver": ["red", "blue"], "Trader": ["red"]},
    ]
    assert game.table.discard == []
