"""Bard, Druid, Ranger and Sorcerer tier by tier; Fighter and Monk are the Assassin and Weaver of the Old World."""

from __future__ import annotations

from typing import Any

import pytest

from guildhall.core.game import Game
from tests.games.guildhall.cardtable import FOUR, THREE, TWO, moved, tiers, tokens_told, use
from tests.games.guildhall.tables import hall_cards, named, offered
from tests.games.guildhall.tables import lay as lay_cards


def lay(*halls: dict[str, list[str]], **zones: Any) -> Game:
    return lay_cards(*halls, cards="fellowship", **zones)


# Bard


def test_bard_0_swaps_one_card_of_the_hall_with_one_of_the_discard_pile() -> None:
    game = lay({"Druid": ["red"]}, {}, hands=[["red Bard"], []], discard=["red Monk", "blue Monk"])
    use(game, "red Bard", 0, "Swap 1 card from your guildhall with 1 card from the discard pile.")
    game.play("red Druid")
    assert offered(game) == ["red Monk", "blue Monk"]
    game.play("red Monk")

    assert game.table.halls[0] == {"Monk": ["red"]}
    assert game.table.discard == ["blue Monk", "red Druid"]


@pytest.mark.parametrize(("hall", "discard"), [({}, ["red Monk"]), ({"Druid": ["red"]}, [])], ids=str)
def test_bard_0_needs_a_card_in_the_hall_and_one_on_the_pile(hall: dict[str, list[str]], discard: list[str]) -> None:
    assert tiers(lay(hall, {}, hands=[["red Bard"], []], discard=discard), "red Bard") == []


def test_bard_0_never_offers_an_open_top_card_that_would_duplicate() -> None:
    hall = {"Druid": ["red"], "Monk": ["red", "blue"]}
    game = lay(hall, {}, hands=[["red Bard"], []], discard=["green Monk", "red Monk"])
    game.play("play red Bard", "tier 0", "red Druid")
    assert offered(game) == ["green Monk"]
    game.undo()
    game.play("red Monk")
    assert offered(game) == ["red Monk", "green Monk"]


def test_bard_0_offers_only_gifts_after_which_a_card_can_come_back() -> None:
    game = lay({"Druid": ["red"], "Monk": ["red"]}, {}, hands=[["red Bard"], []], discard=["red Monk"])
    game.play("play red Bard", "tier 0")
    assert offered(game) == ["red Monk"]


def test_bard_0_discards_a_hidden_duplicate_on_top_of_what_was_given() -> None:
    hall = {"Druid": ["red"], "Monk": ["red"]}
    game = lay(hall, {}, hands=[["red Bard"], []], discard=["red Monk", "green Monk"])
    game.play("play red Bard", "tier 0", "red Druid")
    assert offered(game) == ["red Monk", "green Monk"]
    game.play("red Monk")

    assert game.table.halls[0] == {"Monk": ["red"]}
    assert game.table.discard == ["green Monk", "red Druid", "red Monk"]


def test_bard_0_cannot_take_back_the_very_card_it_gives() -> None:
    game = lay({"Druid": ["red"]}, {}, hands=[["red Bard"], []], discard=["blue Monk"])
    game.play("play red Bard", "tier 0", "red Druid")
    assert offered(game) == ["blue Monk"]


def test_bard_0_completes_a_chapter_at_once() -> None:
    hall = {"Monk": FOUR, "Ranger": ["red"]}
    game = lay(hall, {}, hands=[["blue Bard", "red Monk"], []], discard=["purple Monk"])
    assert "play red Monk" not in offered(game)
    game.play("play blue Bard", "tier 0", "red Ranger", "purple Monk")

    assert game.table.completed[0] == ["Monk"]
    assert "play red Monk" in offered(game)


def test_bard_2_swaps_two_cards_of_the_hall_with_two_of_the_pile() -> None:
    game = lay({"Bard": TWO}, {}, hands=[["green Bard"], []], discard=["red Monk", "red Druid", "blue Monk"])
    says = "Swap 2 cards from your guildhall with 2 cards from the discard pile."
    use(game, "green Bard", 2, says)
    game.play("blue Bard", "red Bard", "red Druid, blue Monk")

    assert game.table.halls[0] == {"Druid": ["red"], "Monk": ["blue"]}
    assert game.table.discard == ["red Monk", "blue Bard", "red Bard"]


def test_bard_2_is_not_offered_if_the_pile_has_no_two_cards_that_go_together() -> None:
    hall = {"Bard": TWO}
    assert tiers(lay(hall, {}, hands=[["green Bard"], []], discard=["red Monk"]), "green Bard") == [0]
    equal = lay(hall, {}, hands=[["green Bard"], []], discard=["red Monk", "red Monk"])
    assert tiers(equal, "green Bard") == [0]


def test_bard_4_discards_a_chapter_then_places_three_cards_of_the_pile() -> None:
    hall = {"Bard": FOUR, "Druid": TWO}
    discard = ["red Monk", "blue Monk", "red Ranger", "red Fighter"]
    game = lay(hall, {}, hands=[["purple Bard"], []], discard=discard)
    says = "Discard one whole chapter from your guildhall, then put 3 cards from the discard pile into your guildhall."
    use(game, "purple Bard", 4, says)
    assert offered(game) == ["chapter Bard", "chapter Druid"]
    game.play("chapter Druid", "blue Druid", "red Druid")
    assert offered(game) == ["red Fighter", "red Monk"]
    game.play("red Fighter", "red Monk", "red Ranger")

    assert game.table.halls[0] == {"Bard": FOUR, "Fighter": ["red"], "Monk": ["red"], "Ranger": ["red"]}
    assert game.table.discard == ["blue Monk", "blue Druid", "red Druid"]


def test_bard_4_searches_the_pile_as_it_stood_before_the_chapter_came_down() -> None:
    game = lay({"Bard": FOUR}, {}, hands=[["purple Bard"], []], discard=["red Monk", "blue Monk"])
    assert tiers(game, "purple Bard") == [0, 2]


def test_bard_4_discards_hidden_duplicates_and_never_offers_an_open_one() -> None:
    hall = {"Bard": FOUR, "Monk": TWO}
    discard = ["red Monk", "red Druid", "red Ranger", "blue Monk"]
    game = lay(hall, {}, hands=[["purple Bard"], []], discard=discard)
    game.play("play purple Bard", "tier 4", "chapter Bard", "red Bard", "blue Bard", "green Bard", "yellow Bard")
    assert offered(game) == ["red Druid"]
    game.play("red Druid", "red Monk", "red Ranger")

    assert game.table.halls[0] == {"Druid": ["red"], "Monk": TWO, "Ranger": ["red"]}
    assert game.table.discard[-1] == "red Monk"


# Druid


def test_druid_1_draws_three_cards() -> None:
    game = lay({"Druid": ["red"]}, {}, hands=[["blue Druid"], []], deck=["red Monk"] * 4)
    events = use(game, "blue Druid", 1, "Draw 3 cards.")

    assert len(named(events, "draw")) == 3
    assert game.table.hands[0] == ["red Monk"] * 3
    assert game.table.actions == 1


def test_druid_has_no_tier_for_an_empty_chapter_and_none_above_1() -> None:
    assert tiers(lay(hands=[["red Druid"], []]), "red Druid") == []
    assert tiers(lay({"Druid": FOUR}, {}, hands=[["purple Druid"], []]), "purple Druid") == [1]


# Ranger


@pytest.mark.parametrize("size", [1, 2, 4])
def test_ranger_0_gains_a_token_for_each_ranger_then_gives_a_card_to_another_hall(size: int) -> None:
    game = lay({"Ranger": FOUR[:size], "Druid": ["red"]}, {}, hands=[["purple Ranger"], []])
    says = (
        "Gain 1 VP token for each card of this chapter in your guildhall, "
        "then put 1 card from your guildhall into another player's guildhall."
    )
    use(game, "purple Ranger", 0, says)
    events = game.play("player 2", "red Druid")

    assert tokens_told(events) == [(0, size)]
    assert game.table.tokens == [size, 0]
    assert game.table.halls[1] == {"Druid": ["red"]}


def test_ranger_counts_before_the_gift_leaves() -> None:
    game = lay({"Ranger": TWO}, {}, hands=[["purple Ranger"], []])
    game.play("play purple Ranger", "tier 0", "player 2", "red Ranger")

    assert game.table.tokens == [2, 0]
    assert game.table.halls == [{"Ranger": ["blue"]}, {"Ranger": ["red"]}]


def test_ranger_0_with_no_ranger_in_the_hall_gains_nothing_and_still_gives() -> None:
    game = lay({"Druid": ["red"]}, {}, hands=[["purple Ranger"], []])
    game.play("play purple Ranger", "tier 0", "player 2", "red Druid")

    assert game.table.tokens == [0, 0]
    assert game.table.halls == [{}, {"Druid": ["red"]}]


def test_ranger_0_is_not_offered_without_a_gift_that_somebody_can_take() -> None:
    assert tiers(lay({}, {}, hands=[["purple Ranger"], []]), "purple Ranger") == []
    game = lay({"Ranger": TWO}, {"Ranger": THREE}, hands=[["purple Ranger"], []])
    assert tiers(game, "purple Ranger") == []


def test_ranger_never_offers_a_gift_that_would_duplicate() -> None:
    game = lay({"Ranger": TWO}, {"Ranger": ["red"]}, {"Ranger": TWO}, hands=[["purple Ranger"], [], []])
    game.play("play purple Ranger", "tier 0")
    assert offered(game) == ["player 2"]
    game.play("player 2")
    assert offered(game) == ["blue Ranger"]


def test_ranger_may_complete_the_chapter_of_another_player() -> None:
    game = lay({"Ranger": ["purple"]}, {"Ranger": FOUR}, hands=[["red Ranger"], []])
    game.play("play red Ranger", "tier 0", "player 2", "purple Ranger")
    assert game.table.completed == [[], ["Ranger"]]


# Sorcerer


def test_sorcerer_1_takes_a_card_of_the_own_hall_into_hand_then_grants_another_action() -> None:
    game = lay({"Sorcerer": ["red"], "Monk": ["red"]}, {}, hands=[["blue Sorcerer"], []])
    says = "Take 1 card from your guildhall into your hand, then take another action."
    use(game, "blue Sorcerer", 1, says)
    assert offered(game) == ["red Monk", "red Sorcerer"]
    game.play("red Monk")

    assert game.table.hands[0] == ["red Monk"]
    assert game.table.halls[0] == {"Sorcerer": ["red"]}
    assert game.table.actions == 2


def test_sorcerer_3_takes_a_card_of_another_hall_into_hand_then_grants_another_action() -> None:
    game = lay({"Sorcerer": THREE}, {"Monk": TWO}, hands=[["yellow Sorcerer"], []])
    says = "Take 1 card from another player's guildhall into your hand, then take another action. [stand-in]"
    use(game, "yellow Sorcerer", 3, says)
    events = game.play("player 2", "blue Monk")

    assert moved(events) == [("blue Monk", "Player 2's guildhall", "Player 1's hand")]
    assert game.table.hands[0] == ["blue Monk"]
    assert game.table.halls[1] == {"Monk": ["red"]}
    assert game.table.actions == 2


def test_sorcerer_3_is_not_offered_if_no_other_hall_has_a_card() -> None:
    game = lay({"Sorcerer": THREE}, {}, hands=[["yellow Sorcerer"], []])
    assert tiers(game, "yellow Sorcerer") == [1]


def test_sorcerer_3_may_take_a_card_that_would_be_a_duplicate_in_the_own_hall() -> None:
    game = lay({"Sorcerer": THREE}, {"Sorcerer": ["red"]}, hands=[["yellow Sorcerer"], []])
    game.play("play yellow Sorcerer", "tier 3", "player 2", "red Sorcerer")
    assert game.table.hands[0] == ["red Sorcerer"]


# Monk and Fighter in this set


def test_monk_2_under_its_new_name() -> None:
    game = lay({"Monk": TWO}, {}, hands=[["green Monk", "red Bard", "red Druid"], []])
    game.play("play green Monk", "tier 2", "red Bard, red Druid", "blue Monk")

    assert hall_cards(game) == ["red Bard", "red Druid", "red Monk"]
    assert game.table.hands[0] == ["blue Monk"]


def test_fighter_2_under_its_new_name() -> None:
    game = lay({"Fighter": TWO}, {"Bard": ["red"], "Druid": TWO}, hands=[["green Fighter"], []])
    game.play("play green Fighter", "tier 2", "player 2", "red Druid, red Bard")

    assert game.table.discard == ["red Druid", "red Bard"]
    assert hall_cards(game, 1) == ["blue Druid"]
