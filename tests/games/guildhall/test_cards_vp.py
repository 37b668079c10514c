"""Every VP card: points, price, and its ability (all or nothing, after the row is refilled, never forced)."""

from __future__ import annotations

from typing import Any

import pytest

from guildhall.core.game import Game
from guildhall.games.guildhall.reading import load_book
from tests.games.guildhall.cardtable import FOUR, THREE, TWO, buy, tokens_told, use_ability
from tests.games.guildhall.tables import end_turn, hall_cards, lay, named, offered

BOOK = load_book()
CHAPTER = {"old-world": "Farmer", "alliance": "Marshal", "coalition": "Paladin", "gathering": "Herald"}
HOME = {  # a set whose deck holds the card
    **dict.fromkeys(("2 two from discard", "3 steal a token", "4 clear a slot"), "alliance"),
    **dict.fromkeys(("2 two of five", "3 gain a token", "4 take back"), "coalition"),
    **dict.fromkeys(("2 hit each hall", "3 place from discard", "4 draw three"), "gathering"),
}
PRICES = {
    "2 take a chapter": (2, 1),
    "2 two from discard": (2, 1),
    "2 two of five": (2, 1),
    "2 hit each hall": (2, 1),
    "3 place any": (3, 1),
    "3 one for two": (3, 1),
    "3 steal a token": (3, 1),
    "3 gain a token": (3, 1),
    "3 place from discard": (3, 1),
    "4 another action": (4, 1),
    "4 draw five": (4, 1),
    "4 take one": (4, 1),
    "4 clear a slot": (4, 1),
    "4 take back": (4, 1),
    "4 draw three": (4, 1),
    "5": (5, 1),
    "7 two actions": (7, 2),
    "9": (9, 2),
}


def shop(card: str, *halls: dict[str, list[str]], chapters: int = 1, **zones: Any) -> Game:
    """A table with the card in the first slot and completed chapters to pay for it."""
    cards = HOME.get(card, "old-world")
    completed = [[CHAPTER[cards]] * chapters, *[[] for _ in halls[1:] or [0]]]
    defaults = {"cards": cards, "completed": completed, "vp_row": [card], "actions": 1}
    return lay(*halls, **{**defaults, **zones})


def bought(card: str, *halls: dict[str, list[str]], **zones: Any) -> Game:
    """The same after the purchase, at the ability."""
    game = shop(card, *halls, **zones)
    buy(game)
    assert game.decision.kind == "ability"
    return game


# What every card has


def test_the_list_of_prices_names_every_card() -> None:
    assert set(PRICES) == set(BOOK.vp)


@pytest.mark.parametrize(("card", "price"), PRICES.items(), ids=PRICES)
def test_every_vp_card_has_its_points_and_its_price(card: str, price: tuple[int, int]) -> None:
    points, cost = price
    game = shop(card, chapters=cost)
    text = game.options[-1].text
    name = "" if card == str(points) else f"“{card}”, "
    assert text.startswith(f"slot 1: {name}{points} VP for {cost} chapter{'s' if cost > 1 else ''}")
    buy(game)
    if game.decision.kind == "ability":
        game.play("no ability")

    assert game.table.vp_cards[0] == [card]
    assert game.table.vp[0] == points
    assert game.table.completed[0] == []
    assert len(game.table.discard) == 5 * cost


@pytest.mark.parametrize(("card", "price"), PRICES.items(), ids=PRICES)
def test_no_vp_card_can_be_bought_for_fewer_chapters(card: str, price: tuple[int, int]) -> None:
    assert "buy 1" not in offered(shop(card, chapters=price[1] - 1))


@pytest.mark.parametrize("card", ["5", "9"])
def test_a_card_without_ability_asks_for_nothing(card: str) -> None:
    game = shop(card, chapters=2, actions=2)
    buy(game)
    assert game.decision.kind == "act"
    assert game.table.areas[0] == [card]


def test_an_ability_that_cannot_be_carried_out_is_not_offered() -> None:
    game = bought("4 take one", {}, {})
    assert offered(game) == ["no ability"]


def test_an_ability_may_be_left_alone() -> None:
    game = bought("4 draw five", deck=["red Dancer"] * 4)
    assert game.play("no ability")[0].data == {"card": "4 draw five", "used": False}
    assert game.table.hands[0] == []


# In every deck


def test_3_place_any_puts_any_number_of_cards_from_hand_into_the_hall() -> None:
    game = bought("3 place any", {"Dancer": ["red"]}, {}, hands=[["red Dancer", "blue Dancer", "red Weaver"], []])
    use_ability(game, "Put any number of cards from your hand into your guildhall.")
    assert offered(game) == ["red Weaver", "blue Dancer", "done"]
    game.play("red Weaver", "blue Dancer", "done")

    assert game.table.halls[0] == {"Weaver": ["red"], "Dancer": TWO}
    assert game.table.hands[0] == ["red Dancer"]


def test_3_place_any_may_put_no_card() -> None:
    game = bought("3 place any")
    game.play("use ability")
    assert offered(game) == ["done"]


def test_3_place_any_may_complete_several_chapters() -> None:
    hall = {"Dancer": FOUR, "Weaver": FOUR}
    game = bought("3 place any", hall, {}, hands=[["purple Dancer", "purple Weaver"], []])
    game.play("use ability", "purple Weaver", "purple Dancer", "done")
    assert game.table.completed[0] == ["Weaver", "Dancer"]


def test_4_another_action_grants_one() -> None:
    game = bought("4 another action")
    use_ability(game, "Take another action.")
    assert (game.decision.kind, game.decision.seat, game.table.actions) == ("act", 0, 1)


def test_4_draw_five_draws_five_cards() -> None:
    game = bought("4 draw five", deck=["red Dancer", "blue Dancer"] * 3, actions=2)
    use_ability(game, "Draw 5 cards.")
    assert len(game.table.hands[0]) == 5
    assert len(game.table.deck) == 1


def test_4_draw_five_may_draw_the_very_chapter_that_was_spent() -> None:
    game = bought("4 draw five", actions=2)
    events = game.play("use ability")

    assert len(named(events, "shuffle")) == 1
    assert sorted(game.table.hands[0]) == sorted(f"{colour} Farmer" for colour in [*FOUR, "purple"])


def test_7_two_actions_grants_two() -> None:
    game = bought("7 two actions", chapters=2)
    use_ability(game, "Take 2 more actions.")
    assert game.table.actions == 2
    assert len(game.table.discard) == 10


# Old World, Job Faire, New Empire and Fellowship


def test_2_take_a_chapter_places_a_chapter_of_another_hall() -> None:
    game = bought("2 take a chapter", {"Weaver": ["red"]}, {"Dancer": THREE, "Weaver": ["blue"]}, actions=2)
    use_ability(game, "Put one whole chapter from another player's guildhall into your guildhall.")
    game.play("player 2")
    assert offered(game) == ["chapter Weaver", "chapter Dancer"]
    game.play("chapter Dancer")

    assert game.table.halls == [{"Weaver": ["red"], "Dancer": THREE}, {"Weaver": ["blue"]}]


def test_2_take_a_chapter_never_offers_a_chapter_of_which_any_card_would_duplicate() -> None:
    mine = {"Weaver": ["blue"], "Dancer": ["red"]}
    game = bought("2 take a chapter", mine, {"Weaver": TWO, "Dancer": ["blue"]})
    game.play("use ability", "player 2")
    assert offered(game) == ["chapter Dancer"]

    none = bought("2 take a chapter", {"Weaver": ["blue"]}, {"Weaver": TWO})
    assert offered(none) == ["no ability"]


def test_2_take_a_chapter_completes_the_chapter_it_joins() -> None:
    game = bought("2 take a chapter", {"Dancer": TWO}, {"Dancer": ["green", "yellow", "purple"]})
    game.play("use ability", "player 2", "chapter Dancer")
    assert game.table.completed[0] == ["Dancer"]


def test_3_one_for_two_swaps_one_own_card_for_two_of_another_hall() -> None:
    game = bought("3 one for two", {"Weaver": ["red"]}, {"Dancer": THREE}, actions=2)
    use_ability(game, "Swap 1 card from your guildhall with 2 cards from another player's guildhall.")
    game.play("player 2", "red Weaver", "red Dancer, green Dancer")

    assert game.table.halls == [{"Dancer": ["red", "green"]}, {"Weaver": ["red"], "Dancer": ["blue"]}]


def test_3_one_for_two_needs_one_own_card_and_two_of_one_other_hall() -> None:
    assert offered(bought("3 one for two", {}, {"Dancer": THREE})) == ["no ability"]
    halls = [{"Weaver": TWO}, {"Dancer": ["red"]}, {"Dancer": ["blue"]}]
    assert offered(bought("3 one for two", *halls)) == ["no ability"]


def test_3_one_for_two_never_offers_open_duplicates_and_is_judged_after_the_swap() -> None:
    mine = {"Weaver": ["red"], "Dancer": ["red"]}
    game = bought("3 one for two", mine, {"Dancer": TWO, "Weaver": ["red"]})
    game.play("use ability", "player 2", "red Dancer")
    assert offered(game) == ["red Dancer"]
    game.play("red Dancer")
    assert offered(game) == ["blue Dancer"]


def test_4_take_one_places_a_card_of_another_hall() -> None:
    game = bought("4 take one", {"Dancer": ["red"]}, {"Dancer": TWO}, {}, actions=2)
    use_ability(game, "Put 1 card from another player's guildhall into your guildhall.")
    assert offered(game) == ["player 2"]
    game.play("player 2")
    assert offered(game) == ["blue Dancer"]
    game.play("blue Dancer")

    assert game.table.halls == [{"Dancer": TWO}, {"Dancer": ["red"]}, {}]


# Alliance


def test_2_two_from_discard_takes_two_cards_of_the_pile_into_hand() -> None:
    game = bought("2 two from discard", discard=["red Psion"])
    use_ability(game, "Take 2 cards from the discard pile into your hand.")
    assert offered(game)[0] == "red Marshal"
    game.play("red Marshal, red Psion")

    assert sorted(game.table.hands[0]) == ["red Marshal", "red Psion"]
    assert len(game.table.discard) == 4


def test_3_steal_a_token_takes_one_of_a_player_who_has_one() -> None:
    game = bought("3 steal a token", {}, {}, {}, tokens=[0, 0, 2], actions=2)
    use_ability(game, "Take 1 VP token from another player.")
    assert offered(game) == ["player 3"]
    assert tokens_told(game.play("player 3")) == [(2, -1), (0, 1)]
    assert game.table.tokens == [1, 0, 1]

    assert offered(bought("3 steal a token", tokens=[3, 0])) == ["no ability"]


def test_4_clear_a_slot_discards_a_card_of_the_row_and_replaces_it() -> None:
    zones = {"vp_row": ["4 clear a slot", "5", "9"], "vp_deck": ["7 two actions", "3 place any"], "actions": 2}
    game = bought("4 clear a slot", **zones)
    assert game.table.vp_row == ["3 place any", "5", "9", None, None]
    use_ability(game, "Discard 1 VP card from the row.")
    assert offered(game) == ["row 1", "row 2", "row 3"]
    assert game.options[1].text == "slot 2: 5 VP for 1 chapter"
    game.play("row 2")

    assert game.table.vp_row == ["3 place any", "7 two actions", "9", None, None]
    assert game.table.vp_discard == ["5"]


def test_4_clear_a_slot_shuffles_the_vp_discard_pile_if_the_vp_deck_is_empty() -> None:
    game = bought("4 clear a slot", vp_row=["4 clear a slot", "5"], vp_deck=[], actions=2)
    assert game.table.vp_row[:2] == [None, "5"]
    events = game.play("use ability", "row 2")

    assert game.table.vp_row[:2] == [None, "5"]
    assert game.table.vp_discard == []
    assert len(named(events, "shuffle")) == 1


# Coalition


def test_2_two_of_five_looks_at_five_cards_and_places_two() -> None:
    deck = ["red Rogue", "blue Rogue", "green Rogue", "red Cleric", "blue Cleric"]
    game = bought("2 two of five", deck=deck, actions=2)
    use_ability(game, "Look at the top 5 cards of the deck, then put 2 of them into your guildhall.")
    game.play("red Rogue, blue Cleric", "blue Rogue", "green Rogue", "red Cleric")

    assert hall_cards(game) == ["blue Cleric", "red Rogue"]
    assert game.table.deck == ["blue Rogue", "green Rogue", "red Cleric"]


def test_2_two_of_five_is_not_offered_over_an_empty_deck() -> None:
    assert offered(bought("2 two of five")) == ["no ability"]


def test_3_gain_a_token_gains_one() -> None:
    game = bought("3 gain a token")
    assert tokens_told(use_ability(game, "Gain 1 VP token.")) == [(0, 1)]
    assert game.table.vp[0] == 4


def test_4_take_back_takes_an_own_card_into_hand_and_grants_another_action() -> None:
    game = bought("4 take back", {"Rogue": TWO}, {})
    use_ability(game, "Take 1 card from your guildhall into your hand, then take another action.")
    game.play("blue Rogue")

    assert game.table.hands[0] == ["blue Rogue"]
    assert (game.decision.kind, game.table.actions) == ("act", 1)
    assert offered(bought("4 take back", {}, {})) == ["no ability"]


# The Gathering


def test_2_hit_each_hall_discards_a_card_of_each_other_hall_that_has_one() -> None:
    halls = [{"Duelist": TWO}, {"Duelist": TWO}, {}, {"Invoker": ["red"]}]
    game = bought("2 hit each hall", *halls, actions=2)
    use_ability(game, "Discard 1 card from each other player's guildhall.")
    game.play("blue Duelist", "red Invoker")

    assert game.table.halls == [{"Duelist": TWO}, {"Duelist": ["red"]}, {}, {}]
    assert game.table.discard[-2:] == ["blue Duelist", "red Invoker"]
    assert offered(bought("2 hit each hall", {"Duelist": TWO}, {})) == ["no ability"]


def test_3_place_from_discard_places_a_card_of_the_pile_even_of_the_chapter_just_spent() -> None:
    game = bought("3 place from discard", {"Duelist": ["red"]}, {}, discard=["red Duelist", "blue Duelist"])
    use_ability(game, "Put 1 card from the discard pile into your guildhall.")
    assert offered(game) == ["red Duelist", "blue Duelist", *[f"{c} Herald" for c in [*FOUR, "purple"]]]
    game.play("green Herald")
    assert hall_cards(game) == ["red Duelist", "green Herald"]


def test_3_place_from_discard_never_offers_an_open_duplicate_but_a_hidden_one_is_discarded() -> None:
    game = shop("3 place from discard", {"Herald": ["red", "blue"]}, {})
    game.play("buy 1", "chapter Herald", *[f"{c} Herald" for c in ("blue", "green", "yellow", "purple", "red")])
    game.play("use ability")
    assert offered(game) == [f"{c} Herald" for c in ("blue", "green", "yellow", "purple")]
    game.play("blue Herald")

    assert game.table.discard[-2:] == ["red Herald", "blue Herald"]


def test_4_draw_three_draws_three_then_places_one_from_hand() -> None:
    deck = ["red Invoker", "blue Invoker", "green Invoker"]
    game = bought("4 draw three", hands=[["red Duelist"], []], deck=deck, actions=2)
    use_ability(game, "Draw 3 cards, then put 1 card from your hand into your guildhall.")
    assert offered(game) == ["red Duelist", "red Invoker", "blue Invoker", "green Invoker"]
    game.play("blue Invoker")

    assert hall_cards(game) == ["blue Invoker"]
    assert len(game.table.hands[0]) == 3


# Points


def test_a_bought_card_counts_from_the_end_of_the_turn_on() -> None:
    game = shop("9", chapters=2, actions=2)
    buy(game)
    assert (game.table.areas[0], game.table.vp[0]) == (["9"], 0)
    end_turn(game)
    assert (game.table.areas[0], game.table.vp_cards[0], game.table.vp[0]) == ([], ["9"], 9)
