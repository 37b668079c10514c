"""Artificer, Barbarian, Paladin and Warlock tier by tier; Cleric and Rogue are the Dancer and Trader of old."""

from __future__ import annotations

from typing import Any

import pytest

from guildhall.core.game import Game
from tests.games.guildhall.cardtable import FOUR, THREE, TWO, moved, tiers, tokens_told, use
from tests.games.guildhall.tables import hall_cards, named, offered
from tests.games.guildhall.tables import lay as lay_cards


def lay(*halls: dict[str, list[str]], **zones: Any) -> Game:
    return lay_cards(*halls, cards="coalition", **zones)


# Artificer


def test_artificer_0_places_the_top_card_of_the_deck() -> None:
    game = lay(hands=[["red Artificer"], []], deck=["red Rogue", "blue Rogue"])
    says = "Put the top card of the deck into your guildhall. [stand-in]"
    events = use(game, "red Artificer", 0, says)

    assert moved(events) == [("blue Rogue", "the deck", "Player 1's guildhall")]
    assert game.table.halls[0] == {"Rogue": ["blue"]}
    assert game.table.deck == ["red Rogue"]


def test_artificer_0_discards_a_duplicate_because_the_deck_is_hidden() -> None:
    game = lay({"Rogue": ["blue"]}, {}, hands=[["red Artificer"], []], deck=["blue Rogue"])
    game.play("play red Artificer", "tier 0")

    assert game.table.halls[0] == {"Rogue": ["blue"]}
    assert game.table.discard == ["blue Rogue"]


def test_artificer_0_reshuffles_an_empty_deck_and_is_not_offered_if_there_is_no_card_at_all() -> None:
    game = lay(hands=[["red Artificer"], []], discard=["red Rogue"])
    events = game.play("play red Artificer", "tier 0")
    assert len(named(events, "shuffle")) == 1
    assert game.table.halls[0] == {"Rogue": ["red"]}

    assert tiers(lay(hands=[["red Artificer"], []]), "red Artificer") == []


def test_artificer_0_may_complete_a_chapter() -> None:
    game = lay({"Rogue": FOUR}, {}, hands=[["red Artificer"], []], deck=["purple Rogue"])
    game.play("play red Artificer", "tier 0")
    assert game.table.completed[0] == ["Rogue"]


def test_artificer_2_looks_at_three_cards_places_one_and_lays_the_others_back_in_any_order() -> None:
    deck = ["red Cleric", "red Rogue", "blue Rogue", "red Warlock"]
    game = lay({"Artificer": TWO}, {}, hands=[["green Artificer"], []], deck=deck)
    says = "Look at the top 3 cards of the deck, then put 1 of them into your guildhall. [stand-in]"
    events = use(game, "green Artificer", 2, says)
    assert [event.data["cards"] for event in named(events, "look")] == [3]
    assert offered(game) == ["red Rogue", "blue Rogue", "red Warlock"]
    game.play("blue Rogue")
    assert (game.decision.kind, offered(game)) == ("order", ["red Rogue", "red Warlock"])
    game.play("red Warlock", "red Rogue")

    assert game.table.deck == ["red Cleric", "red Warlock", "red Rogue"]
    assert hall_cards(game) == ["red Artificer", "blue Artificer", "blue Rogue"]


def test_artificer_2_lets_only_its_owner_see_the_cards() -> None:
    deck = ["red Cleric", "red Rogue", "blue Rogue"]
    game = lay({"Artificer": TWO}, {}, hands=[["green Artificer"], []], deck=deck)
    game.play("play green Artificer", "tier 2")
    assert game.view(0).looked == ["red Cleric", "red Rogue", "blue Rogue"]
    assert (game.view(1).looked, game.view(1).looked_size) == ([], 3)
    game.play("red Cleric", "red Rogue", "blue Rogue")

    assert game.view(0).deck == ["red Rogue", "blue Rogue"]
    assert game.view(1).deck == [None, None]


def test_artificer_2_never_reshuffles_to_look_and_is_not_offered_over_an_empty_deck() -> None:
    small = lay({"Artificer": TWO}, {}, hands=[["green Artificer"], []], deck=["red Rogue"], discard=["red Cleric"])
    small.play("play green Artificer", "tier 2")
    assert offered(small) == ["red Rogue"]

    empty = lay({"Artificer": TWO}, {}, hands=[["green Artificer"], []], discard=["red Cleric"])
    assert tiers(empty, "green Artificer") == [0]


def test_artificer_2_discards_a_hidden_duplicate() -> None:
    game = lay({"Artificer": TWO}, {}, hands=[["green Artificer"], []], deck=["red Artificer"])
    game.play("play green Artificer", "tier 2", "red Artificer")
    assert game.table.discard == ["red Artificer"]


def test_artificer_4_looks_at_five_cards_and_places_two() -> None:
    deck = ["red Cleric", "red Rogue", "blue Rogue", "red Warlock", "blue Warlock"]
    game = lay({"Artificer": FOUR}, {}, hands=[["purple Artificer"], []], deck=deck)
    says = "Look at the top 5 cards of the deck, then put 2 of them into your guildhall. [stand-in]"
    use(game, "purple Artificer", 4, says)
    game.play("red Cleric, blue Warlock", "red Warlock", "blue Rogue", "red Rogue")

    assert game.table.deck == ["red Warlock", "blue Rogue", "red Rogue"]
    assert hall_cards(game)[-2:] == ["red Cleric", "blue Warlock"]


def test_artificer_4_places_as_many_as_the_deck_allows_and_equal_cards_never_together() -> None:
    game = lay({"Artificer": FOUR}, {}, hands=[["purple Artificer"], []], deck=["red Rogue", "red Rogue"])
    game.play("play purple Artificer", "tier 4", "red Rogue")
    assert (game.decision.kind, offered(game)) == ("order", ["red Rogue"])


# Barbarian


def test_barbarian_0_discards_an_own_card_and_one_of_each_other_hall_that_has_one() -> None:
    halls = [{"Rogue": TWO}, {"Cleric": TWO}, {}, {"Warlock": ["red"]}]
    game = lay(*halls, hands=[["red Barbarian"], [], [], []])
    says = "Discard 1 card from your guildhall, then discard 1 card from each other player's guildhall. [stand-in]"
    use(game, "red Barbarian", 0, says)
    game.play("red Rogue", "blue Cleric", "red Warlock")

    assert game.table.halls == [{"Rogue": ["blue"]}, {"Cleric": ["red"]}, {}, {}]
    assert game.table.discard == ["red Rogue", "blue Cleric", "red Warlock"]


@pytest.mark.parametrize("halls", [({}, {"Cleric": TWO}), ({"Cleric": TWO}, {})], ids=str)
def test_barbarian_0_needs_an_own_card_and_one_of_another_hall(
    halls: tuple[dict[str, list[str]], ...],
) -> None:
    assert tiers(lay(*halls, hands=[["red Barbarian"], []]), "red Barbarian") == []


def test_barbarian_2_discards_an_own_card_and_two_of_one_other_hall() -> None:
    halls = [{"Barbarian": TWO}, {"Cleric": ["red"]}, {"Warlock": TWO}]
    game = lay(*halls, hands=[["green Barbarian"], [], []])
    says = "Discard 1 card from your guildhall, then discard 2 cards from another player's guildhall. [stand-in]"
    use(game, "green Barbarian", 2, says)
    game.play("red Barbarian")
    assert offered(game) == ["player 3"]
    game.play("player 3", "blue Warlock", "red Warlock")

    assert game.table.halls == [{"Barbarian": ["blue"]}, {"Cleric": ["red"]}, {}]
    assert game.table.discard == ["red Barbarian", "blue Warlock", "red Warlock"]


def test_barbarian_2_is_not_offered_if_no_other_hall_has_two_cards() -> None:
    halls = [{"Barbarian": TWO}, {"Cleric": ["red"]}, {"Warlock": ["red"]}]
    assert tiers(lay(*halls, hands=[["green Barbarian"], [], []]), "green Barbarian") == [0]


def test_barbarian_4_discards_a_chapter_of_another_hall_in_the_order_chosen() -> None:
    game = lay({"Barbarian": FOUR}, {"Cleric": THREE, "Rogue": ["red"]}, hands=[["purple Barbarian"], []])
    says = "Discard one whole chapter from another player's guildhall. [stand-in]"
    use(game, "purple Barbarian", 4, says)
    game.play("player 2", "chapter Cleric", "green Cleric", "red Cleric", "blue Cleric")

    assert game.table.halls[1] == {"Rogue": ["red"]}
    assert game.table.discard == ["green Cleric", "red Cleric", "blue Cleric"]
    assert hall_cards(game) == [f"{colour} Barbarian" for colour in FOUR]


def test_barbarian_4_is_not_offered_if_the_other_halls_are_empty() -> None:
    game = lay({"Barbarian": FOUR}, {}, hands=[["purple Barbarian"], []])
    assert tiers(game, "purple Barbarian") == []


# Paladin


@pytest.mark.parametrize("done", [0, 1, 3])
def test_paladin_1_gains_a_token_for_each_completed_chapter(done: int) -> None:
    completed = [["Cleric", "Rogue", "Warlock"][:done], ["Cleric"]]
    game = lay({"Paladin": ["red"]}, {}, hands=[["blue Paladin"], []], completed=completed)
    says = "Gain 1 VP token for each of your completed chapters. [stand-in]"
    assert tokens_told(use(game, "blue Paladin", 1, says)) == [(0, done)]
    assert game.table.tokens == [done, 0]


def test_paladin_3_gains_a_token_for_each_chapter_of_three_or_more_in_the_hall() -> None:
    mine = {"Paladin": THREE, "Cleric": TWO, "Rogue": FOUR}
    game = lay(mine, {"Rogue": FOUR}, hands=[["yellow Paladin"], []], completed=[["Warlock"], []])
    says = "Gain 1 VP token for each chapter of 3 or more cards in your guildhall. [stand-in]"
    assert tokens_told(use(game, "yellow Paladin", 3, says)) == [(0, 2)]
    assert game.table.tokens == [2, 0]


def test_paladin_has_no_tier_for_an_empty_chapter() -> None:
    assert tiers(lay(hands=[["red Paladin"], []], completed=[["Rogue"], []]), "red Paladin") == []


# Warlock


def test_warlock_0_places_a_random_card_of_another_hand() -> None:
    game = lay(hands=[["red Warlock"], ["red Rogue", "blue Rogue", "green Rogue"]])
    says = "Put 1 random card from another player's hand into your guildhall. [stand-in]"
    use(game, "red Warlock", 0, says)
    game.play("player 2")

    assert game.decision.kind == "act"
    assert len(hall_cards(game)) == 1
    assert sorted(hall_cards(game) + game.table.hands[1]) == ["blue Rogue", "green Rogue", "red Rogue"]


def test_warlock_0_may_hit_any_card_of_the_hand() -> None:
    hands = [["red Warlock"], ["red Rogue", "blue Rogue"]]
    games = [lay(hands=hands, seed=seed) for seed in range(12)]
    for game in games:
        game.play("play red Warlock", "tier 0", "player 2")
    assert {tuple(hall_cards(game)) for game in games} == {("red Rogue",), ("blue Rogue",)}


def test_warlock_0_is_not_offered_if_all_other_hands_are_empty() -> None:
    assert tiers(lay(hands=[["red Warlock", "red Rogue"], []]), "red Warlock") == []


def test_warlock_0_discards_a_hidden_duplicate() -> None:
    game = lay({"Rogue": ["red"]}, {}, hands=[["red Warlock"], ["red Rogue"]])
    game.play("play red Warlock", "tier 0", "player 2")

    assert game.table.halls[0] == {"Rogue": ["red"]}
    assert game.table.discard == ["red Rogue"]


def test_warlock_2_places_two_random_cards_of_one_hand() -> None:
    hands = [["green Warlock"], ["red Rogue"], ["red Cleric", "blue Cleric"]]
    game = lay({"Warlock": TWO}, {}, {}, hands=hands)
    says = "Put 2 random cards from another player's hand into your guildhall. [stand-in]"
    use(game, "green Warlock", 2, says)
    assert offered(game) == ["player 3"]
    game.play("player 3")

    assert hall_cards(game) == ["red Cleric", "blue Cleric", "red Warlock", "blue Warlock"]
    assert game.table.hands[2] == []


def test_warlock_2_is_not_offered_if_no_other_hand_has_two_cards() -> None:
    game = lay({"Warlock": TWO}, {}, hands=[["green Warlock"], ["red Rogue"]])
    assert tiers(game, "green Warlock") == [0]


def test_warlock_2_keeps_one_of_two_equal_cards_and_discards_the_other() -> None:
    game = lay({"Warlock": TWO}, {}, hands=[["green Warlock"], ["red Rogue", "red Rogue"]])
    game.play("play green Warlock", "tier 2", "player 2")

    assert hall_cards(game) == ["red Rogue", "red Warlock", "blue Warlock"]
    assert game.table.discard == ["red Rogue"]


def test_warlock_4_discards_an_own_card_and_places_one_of_each_other_hall() -> None:
    halls = [{"Warlock": FOUR}, {"Rogue": TWO}, {}, {"Cleric": ["red"]}]
    game = lay(*halls, hands=[["purple Warlock"], [], [], []])
    says = (
        "Discard 1 card from your guildhall, "
        "then put 1 card from each other player's guildhall into your guildhall. [stand-in]"
    )
    use(game, "purple Warlock", 4, says)
    game.play("red Warlock", "blue Rogue", "red Cleric")

    assert hall_cards(game) == ["red Cleric", "blue Rogue", "blue Warlock", "green Warlock", "yellow Warlock"]
    assert game.table.halls[1:] == [{"Rogue": ["red"]}, {}, {}]
    assert game.table.discard == ["red Warlock"]


def test_warlock_4_is_not_offered_if_it_would_pass_over_a_hall_whose_cards_all_duplicate() -> None:
    halls = [{"Warlock": FOUR, "Rogue": TWO}, {"Rogue": ["red"]}, {"Rogue": ["blue"]}]
    assert tiers(lay(*halls, hands=[["purple Warlock"], [], []]), "purple Warlock") == []


def test_warlock_4_needs_a_card_of_another_hall_that_can_enter() -> None:
    halls = [{"Warlock": FOUR}, {"Warlock": TWO}]
    game = lay(*halls, hands=[["purple Warlock"], []])
    game.play("play purple Warlock", "tier 4")
    assert offered(game) == ["red Warlock", "blue Warlock"]

    assert tiers(lay({"Warlock": FOUR}, {}, hands=[["purple Warlock"], []]), "purple Warlock") == []


def test_warlock_4_never_takes_two_equal_cards_from_two_halls() -> None:
    halls = [{"Warlock": FOUR}, {"Rogue": ["red"]}, {"Rogue": TWO}]
    game = lay(*halls, hands=[["purple Warlock"], [], []])
    game.play("play purple Warlock", "tier 4", "red Warlock", "red Rogue")
    assert offered(game) == ["blue Rogue"]


# Cleric and Rogue in this set


def test_cleric_under_its_new_name() -> None:
    game = lay({"Cleric": TWO}, {}, hands=[["green Cleric"], []], deck=["red Rogue", "blue Rogue", "red Rogue"])
    game.play("play green Cleric", "tier 0")

    assert game.table.hands[0] == ["red Rogue", "blue Rogue"]
    assert game.table.actions == 2


def test_rogue_never_leaves_a_duplicate() -> None:
    game = lay({"Rogue": ["red"]}, {"Rogue": ["red"], "Cleric": ["red"]}, hands=[["blue Rogue"], []])
    game.play("play blue Rogue", "tier 0", "player 2", "red Rogue")
    assert offered(game) == ["red Rogue"]
