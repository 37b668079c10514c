"""The six professions of The Gathering tier by tier."""

from __future__ import annotations

from typing import Any

import pytest

from guildhall.core.game import Game
from tests.games.guildhall.cardtable import FOUR, THREE, TWO, moved, tiers, tokens_told, use
from tests.games.guildhall.tables import end_turn, hall_cards, named, offered
from tests.games.guildhall.tables import lay as lay_cards


def lay(*halls: dict[str, list[str]], **zones: Any) -> Game:
    return lay_cards(*halls, cards="gathering", **zones)


# Alchemist


def test_alchemist_0_swaps_a_card_of_the_hand_with_one_of_the_hall() -> None:
    game = lay({"Herald": ["red"]}, {}, hands=[["red Alchemist", "blue Duelist"], []])
    says = "Swap 1 card from your hand with 1 card from your guildhall. [stand-in]"
    use(game, "red Alchemist", 0, says)
    game.play("blue Duelist", "red Herald")

    assert game.table.halls[0] == {"Duelist": ["blue"]}
    assert game.table.hands[0] == ["red Herald"]


def test_alchemist_0_needs_a_card_in_hand_and_one_in_the_hall() -> None:
    assert tiers(lay({"Herald": TWO}, {}, hands=[["red Alchemist"], []]), "red Alchemist") == []
    assert tiers(lay(hands=[["red Alchemist", "red Herald"], []]), "red Alchemist") == []


def test_alchemist_0_places_a_duplicate_only_in_exchange_for_its_twin() -> None:
    game = lay({"Herald": TWO}, {}, hands=[["red Alchemist", "red Herald"], []])
    game.play("play red Alchemist", "tier 0", "red Herald")
    assert offered(game) == ["red Herald"]
    game.play("red Herald")
    assert game.table.halls[0] == {"Herald": TWO}


def test_alchemist_0_may_complete_a_chapter_but_not_while_taking_one_of_its_cards() -> None:
    game = lay({"Herald": FOUR, "Duelist": ["red"]}, {}, hands=[["red Alchemist", "purple Herald"], []])
    game.play("play red Alchemist", "tier 0", "purple Herald", "red Duelist")
    assert game.table.completed[0] == ["Herald"]
    game.undo()
    game.play("red Herald")

    assert game.table.completed[0] == []
    assert game.table.halls[0]["Herald"] == ["blue", "green", "yellow", "purple"]


def test_alchemist_2_discards_a_card_then_searches_the_deck_for_one() -> None:
    hands = [["green Alchemist", "red Herald"], []]
    deck = ["red Duelist", "blue Duelist", "red Invoker"]
    game = lay({"Alchemist": TWO}, {}, hands=hands, deck=deck)
    says = "Discard 1 card from your hand, search the deck, then put 1 card from it into your guildhall. [stand-in]"
    use(game, "green Alchemist", 2, says)
    game.play("red Herald")
    assert game.view(0).deck_cards == ["red Duelist", "blue Duelist", "red Invoker"]
    assert game.view(1).deck_cards is None
    assert offered(game) == ["red Duelist", "blue Duelist", "red Invoker"]
    events = game.play("blue Duelist")

    assert len(named(events, "shuffle")) == 1
    assert hall_cards(game) == ["red Alchemist", "blue Alchemist", "blue Duelist"]
    assert sorted(game.table.deck) == ["red Duelist", "red Invoker"]
    assert game.table.discard == ["red Herald"]
    assert game.view(0).deck == [None, None]


def test_alchemist_2_is_not_offered_without_a_card_to_discard_or_a_deck_to_search() -> None:
    hall = {"Alchemist": TWO}
    assert tiers(lay(hall, {}, hands=[["green Alchemist"], []], deck=["red Herald"]), "green Alchemist") == []
    hands = [["green Alchemist", "red Herald"], []]
    assert tiers(lay(hall, {}, hands=hands, discard=["red Invoker"]), "green Alchemist") == [0]


def test_alchemist_2_discards_a_hidden_duplicate() -> None:
    hands = [["green Alchemist", "red Herald"], []]
    game = lay({"Alchemist": TWO}, {}, hands=hands, deck=["red Alchemist"])
    game.play("play green Alchemist", "tier 2", "red Herald", "red Alchemist")
    assert game.table.discard == ["red Herald", "red Alchemist"]


def test_alchemist_4_discards_two_cards_and_places_two_of_the_deck() -> None:
    hands = [["purple Alchemist", "red Herald", "blue Herald"], []]
    deck = ["red Duelist", "blue Duelist", "red Invoker"]
    game = lay({"Alchemist": FOUR}, {}, hands=hands, deck=deck)
    says = "Discard 2 cards from your hand, search the deck, then put 2 cards from it into your guildhall. [stand-in]"
    use(game, "purple Alchemist", 4, says)
    game.play("blue Herald", "red Herald", "red Duelist, red Invoker")

    assert hall_cards(game)[-2:] == ["red Duelist", "red Invoker"]
    assert game.table.deck == ["blue Duelist"]
    assert game.table.discard == ["blue Herald", "red Herald"]


def test_alchemist_4_is_not_offered_with_one_card_to_discard() -> None:
    hands = [["purple Alchemist", "red Herald"], []]
    game = lay({"Alchemist": FOUR}, {}, hands=hands, deck=["red Duelist"])
    assert tiers(game, "purple Alchemist") == [0, 2]


# Conjurer


def test_conjurer_0_lays_the_top_card_of_the_deck_into_the_own_area() -> None:
    game = lay(hands=[["red Conjurer"], []], deck=["red Herald", "blue Herald"])
    says = "Put the top card of the deck into your action area. [stand-in]"
    use(game, "red Conjurer", 0, says)

    assert game.table.areas[0] == ["red Conjurer", "blue Herald"]
    end_turn(game)
    assert game.table.halls[0] == {"Conjurer": ["red"], "Herald": ["blue"]}


def test_conjurer_0_bars_the_chapter_of_the_card_it_lays_down() -> None:
    game = lay(hands=[["red Conjurer", "red Herald"], []], deck=["blue Herald"])
    game.play("play red Conjurer", "tier 0")
    assert "play red Herald" not in offered(game)

    basic = lay(hands=[["red Conjurer", "red Herald"], []], deck=["blue Herald"], rules="basic")
    basic.play("play red Conjurer", "tier 0")
    assert "play red Herald" in offered(basic)


def test_conjurer_0_reshuffles_and_is_not_offered_if_there_is_no_card_at_all() -> None:
    game = lay(hands=[["red Conjurer"], []], discard=["blue Herald"])
    game.play("play red Conjurer", "tier 0")
    assert game.table.areas[0] == ["red Conjurer", "blue Herald"]

    assert tiers(lay(hands=[["red Conjurer"], []]), "red Conjurer") == []


def test_conjurer_2_takes_a_card_of_the_discard_pile_into_the_own_area() -> None:
    discard = ["red Herald", "blue Herald", "red Herald"]
    game = lay({"Conjurer": TWO}, {}, hands=[["green Conjurer"], []], discard=discard)
    says = "Put 1 card from the discard pile into your action area. [stand-in]"
    use(game, "green Conjurer", 2, says)
    assert offered(game) == ["red Herald", "blue Herald"]
    game.play("red Herald")

    assert game.table.areas[0] == ["green Conjurer", "red Herald"]
    assert game.table.discard == ["red Herald", "blue Herald"]


def test_conjurer_2_may_take_a_duplicate_which_is_discarded_at_the_end_of_the_turn() -> None:
    game = lay({"Conjurer": TWO}, {}, hands=[["green Conjurer"], []], discard=["red Conjurer"], actions=1)
    game.play("play green Conjurer", "tier 2", "red Conjurer")

    assert game.table.halls[0] == {"Conjurer": THREE}
    assert game.table.discard == ["red Conjurer"]


def test_conjurer_2_is_not_offered_if_the_pile_is_empty() -> None:
    game = lay({"Conjurer": TWO}, {}, hands=[["green Conjurer"], []], deck=["red Herald"])
    assert tiers(game, "green Conjurer") == [0]


def test_conjurer_4_takes_a_card_of_the_pile_into_hand_and_places_another() -> None:
    discard = ["red Herald", "blue Herald", "red Invoker"]
    game = lay({"Conjurer": FOUR}, {}, hands=[["purple Conjurer"], []], discard=discard)
    says = (
        "Take 1 card from the discard pile into your hand, "
        "then put 1 card from the discard pile into your guildhall. [stand-in]"
    )
    use(game, "purple Conjurer", 4, says)
    game.play("red Invoker", "blue Herald")

    assert game.table.hands[0] == ["red Invoker"]
    assert hall_cards(game)[-1] == "blue Herald"
    assert game.table.discard == ["red Herald"]


def test_conjurer_4_needs_two_cards_on_the_pile() -> None:
    game = lay({"Conjurer": FOUR}, {}, hands=[["purple Conjurer"], []], discard=["red Herald"])
    assert tiers(game, "purple Conjurer") == [0, 2]


def test_conjurer_4_never_places_an_open_duplicate_but_may_place_a_hidden_one() -> None:
    hall = {"Conjurer": FOUR, "Herald": TWO}
    game = lay(hall, {}, hands=[["purple Conjurer"], []], discard=["blue Herald", "red Invoker", "red Herald"])
    game.play("play purple Conjurer", "tier 4", "red Invoker")
    assert offered(game) == ["blue Herald"]
    game.play("blue Herald")
    assert game.table.discard == ["red Herald", "blue Herald"]


# Duelist


def test_duelist_0_discards_a_random_card_of_every_hand_its_owners_too() -> None:
    hands = [["red Duelist", "red Herald"], ["blue Herald", "blue Herald"], [], ["green Herald"]]
    game = lay({}, {}, {}, {}, hands=hands)
    says = "Discard 1 random card from every player's hand, yours too."
    use(game, "red Duelist", 0, says)

    assert game.table.hands == [[], ["blue Herald"], [], []]
    assert game.table.discard == ["red Herald", "blue Herald", "green Herald"]
    assert game.decision.kind == "act"


def test_duelist_0_is_not_offered_if_no_hand_holds_a_card() -> None:
    assert tiers(lay(hands=[["red Duelist"], []]), "red Duelist") == []
    assert tiers(lay(hands=[["red Duelist", "red Herald"], []]), "red Duelist") == [0]


def test_duelist_2_discards_two_random_cards_of_one_other_hand() -> None:
    hands = [["green Duelist"], ["red Herald"], ["red Invoker", "blue Invoker", "green Invoker"]]
    game = lay({"Duelist": TWO}, {}, {}, hands=hands)
    use(game, "green Duelist", 2, "Discard 2 random cards from another player's hand.")
    assert offered(game) == ["player 3"]
    game.play("player 3")

    assert len(game.table.hands[2]) == 1
    assert sorted(game.table.discard + game.table.hands[2]) == ["blue Invoker", "green Invoker", "red Invoker"]


def test_duelist_2_is_not_offered_if_no_opponent_holds_two_cards() -> None:
    hands = [["green Duelist", "red Herald", "blue Herald"], ["red Invoker"]]
    assert tiers(lay({"Duelist": TWO}, {}, hands=hands), "green Duelist") == [0]


def test_duelist_4_looks_at_another_hand_and_discards_three_cards_in_the_order_chosen() -> None:
    hands = [["purple Duelist"], ["red Herald", "blue Herald", "red Invoker", "blue Invoker"]]
    game = lay({"Duelist": FOUR}, {}, hands=hands)
    says = "Look at another player's hand, then discard 3 cards from it. [stand-in]"
    use(game, "purple Duelist", 4, says)
    game.play("player 2", "blue Invoker", "red Herald", "red Invoker")

    assert game.table.hands[1] == ["blue Herald"]
    assert game.table.discard == ["blue Invoker", "red Herald", "red Invoker"]
    assert game.view(0).known[1] == ["blue Herald"]


def test_duelist_4_asks_for_a_hand_of_three_cards() -> None:
    hands = [["purple Duelist"], ["red Herald", "blue Herald"]]
    assert tiers(lay({"Duelist": FOUR}, {}, hands=hands), "purple Duelist") == [0, 2]


def test_duelist_4_may_discard_copies_of_one_card() -> None:
    hands = [["purple Duelist"], ["red Herald", "red Herald", "red Herald"]]
    game = lay({"Duelist": FOUR}, {}, hands=hands)
    game.play("play purple Duelist", "tier 4", "player 2", "red Herald", "red Herald", "red Herald")
    assert game.table.discard == ["red Herald"] * 3


# Herald


def test_herald_1_gains_a_token_if_another_player_has_more_vp() -> None:
    game = lay({"Herald": ["red"]}, {}, {}, hands=[["blue Herald"], [], []], tokens=[2, 2, 3])
    says = "Gain 1 VP token if another player has more VP than you. [stand-in]"
    assert tokens_told(use(game, "blue Herald", 1, says)) == [(0, 1)]
    assert game.table.tokens == [3, 2, 3]


@pytest.mark.parametrize("tokens", [[0, 0], [3, 3], [4, 3]], ids=str)
def test_herald_1_is_not_offered_unless_somebody_is_ahead(tokens: list[int]) -> None:
    game = lay({"Herald": ["red"]}, {}, hands=[["blue Herald"], []], tokens=tokens)
    assert tiers(game, "blue Herald") == []


def test_herald_1_counts_vp_cards_too() -> None:
    game = lay({"Herald": ["red"]}, {}, hands=[["blue Herald"], []], tokens=[4, 0], vp_cards=[[], ["5"]])
    assert tiers(game, "blue Herald") == [1]


def test_herald_3_gains_a_token_and_takes_one_of_another_player() -> None:
    game = lay({"Herald": THREE}, {}, {}, hands=[["yellow Herald"], [], []], tokens=[0, 0, 2])
    says = "Gain 1 VP token, then take 1 VP token from another player. [stand-in]"
    use(game, "yellow Herald", 3, says)
    assert offered(game) == ["player 3"]
    assert tokens_told(game.play("player 3")) == [(0, 1), (2, -1), (0, 1)]
    assert game.table.tokens == [2, 0, 1]


def test_herald_3_is_not_offered_if_nobody_else_has_a_token() -> None:
    game = lay({"Herald": THREE}, {}, hands=[["yellow Herald"], []], tokens=[3, 0], vp_cards=[[], ["5"]])
    assert tiers(game, "yellow Herald") == [1]


# Invoker


@pytest.mark.parametrize(
    ("tier", "cards", "actions", "says"),
    [
        (0, 2, 1, "Draw 2 cards. [stand-in]"),
        (2, 2, 2, "Draw 2 cards, then take another action. [stand-in]"),
        (4, 4, 2, "Draw 4 cards, then take another action. [stand-in]"),
    ],
)
def test_invoker_draws_cards_and_from_tier_2_on_grants_another_action(
    tier: int, cards: int, actions: int, says: str
) -> None:
    hall = {"Invoker": FOUR[:tier]} if tier else {}
    game = lay(hall, {}, hands=[["purple Invoker"], []], deck=["red Herald"] * 3 + ["blue Herald"] * 3)
    events = use(game, "purple Invoker", tier, says)

    assert len(named(events, "draw")) == len(game.table.hands[0]) == cards
    assert game.table.actions == actions


def test_invoker_may_be_used_at_a_lower_tier() -> None:
    assert tiers(lay({"Invoker": FOUR}, {}, hands=[["purple Invoker"], []]), "purple Invoker") == [0, 2, 4]


# Trickster


def test_trickster_0_puts_a_card_of_the_hand_into_another_area() -> None:
    game = lay(hands=[["red Trickster", "red Herald"], ["blue Herald"]], actions=1)
    says = "Put 1 card from your hand into another player's action area. [stand-in]"
    use(game, "red Trickster", 0, says)
    game.play("player 2", "red Herald")

    assert game.table.areas == [[], ["red Herald"]]
    assert game.decision.seat == 1
    assert "play blue Herald" not in offered(game)


def test_trickster_0_is_not_offered_without_another_card_in_hand() -> None:
    assert tiers(lay(hands=[["red Trickster"], ["red Herald"]]), "red Trickster") == []


def test_trickster_0_card_enters_the_hall_of_the_area_at_the_end_of_that_players_turn() -> None:
    game = lay({}, {"Herald": ["red"]}, hands=[["red Trickster", "red Herald", "blue Herald"], []], actions=1)
    game.play("play red Trickster", "tier 0", "player 2", "red Herald")
    end_turn(game)

    assert game.table.areas[1] == []
    assert game.table.halls[1] == {"Herald": ["red"]}
    assert game.table.discard == ["red Herald"]


def test_trickster_2_moves_a_card_of_another_hall_to_its_owners_area() -> None:
    game = lay({"Trickster": TWO}, {"Herald": TWO}, hands=[["green Trickster"], []])
    says = "Put 1 card from another player's guildhall into its owner's action area. [stand-in]"
    use(game, "green Trickster", 2, says)
    events = game.play("player 2", "blue Herald")

    assert moved(events) == [("blue Herald", "Player 2's guildhall", "Player 2's action area")]
    assert game.table.halls[1] == {"Herald": ["red"]}
    assert game.table.areas[1] == ["blue Herald"]


def test_trickster_2_is_not_offered_if_the_other_halls_are_empty() -> None:
    assert tiers(lay({"Trickster": TWO}, {}, hands=[["green Trickster"], []]), "green Trickster") == []


def test_trickster_4_swaps_the_profession_cards_of_two_areas_and_leaves_vp_cards_where_they_are() -> None:
    areas = [["red Invoker", "5"], ["red Herald", "9", "blue Duelist"]]
    game = lay({"Trickster": FOUR}, {}, hands=[["purple Trickster"], []], areas=areas)
    says = "Swap all profession cards of your action area with those of another player's action area. [stand-in]"
    use(game, "purple Trickster", 4, says)
    game.play("player 2")

    assert game.table.areas[0] == ["5", "red Herald", "blue Duelist"]
    assert game.table.areas[1] == ["9", "red Invoker", "purple Trickster"]


def test_trickster_4_may_give_its_cards_for_an_empty_area() -> None:
    game = lay({"Trickster": FOUR}, {}, {}, hands=[["purple Trickster"], [], []])
    assert tiers(game, "purple Trickster") == [4]
    game.play("play purple Trickster", "tier 4")
    assert offered(game) == ["player 2", "player 3"]
    game.play("player 3")
    assert game.table.areas == [[], [], ["purple Trickster"]]
