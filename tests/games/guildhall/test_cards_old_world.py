"""Every tier of the six Old World professions: what it does, when it is offered, what it never offers."""

from __future__ import annotations

import pytest

import guildhall as gh
from guildhall.core.game import Game
from tests.games.guildhall.cardtable import FOUR, THREE, TWO, moved, tiers, tokens_told, use
from tests.games.guildhall.tables import end_turn, hall_cards, lay, named, offered

# Weaver


def test_weaver_0_puts_one_card_from_hand_into_the_hall() -> None:
    game = lay(hands=[["red Weaver", "blue Farmer", "red Dancer"], []])
    use(game, "red Weaver", 0, "Put 1 card from your hand into your guildhall.")
    assert offered(game) == ["red Dancer", "blue Farmer"]
    game.play("blue Farmer")

    assert game.table.halls[0] == {"Farmer": ["blue"]}
    assert game.table.hands[0] == ["red Dancer"]
    assert game.table.areas[0] == ["red Weaver"]
    assert game.table.actions == 1


def test_weaver_0_is_not_offered_without_a_card_to_place() -> None:
    assert tiers(lay(hands=[["red Weaver"], []]), "red Weaver") == []


def test_weaver_0_never_offers_a_duplicate_from_the_own_hand() -> None:
    game = lay({"Farmer": ["blue"]}, {}, hands=[["red Weaver", "blue Farmer", "red Farmer"], []])
    game.play("play red Weaver", "tier 0")
    assert offered(game) == ["red Farmer"]

    only_duplicates = lay({"Farmer": ["blue"]}, {}, hands=[["red Weaver", "blue Farmer"], []])
    assert tiers(only_duplicates, "red Weaver") == []


def test_weaver_may_place_another_copy_of_itself_which_is_discarded_at_the_end_of_the_turn_on_meeting_it() -> None:
    game = lay(hands=[["red Weaver", "red Weaver"], []], actions=1)
    game.play("play red Weaver", "tier 0", "red Weaver")

    assert game.table.halls[0] == {"Weaver": ["red"]}
    assert game.table.discard == ["red Weaver"]


def test_weaver_2_puts_two_cards_then_takes_one_back() -> None:
    game = lay({"Weaver": TWO, "Dancer": ["red"]}, {}, hands=[["green Weaver", "red Farmer", "blue Trader"], []])
    says = "Put 2 cards from your hand into your guildhall, then take 1 card from your guildhall into your hand."
    use(game, "green Weaver", 2, says)
    game.play("blue Trader, red Farmer")
    assert offered(game) == ["red Weaver", "blue Weaver", "red Dancer"]
    game.play("red Dancer")

    assert game.table.halls[0] == {"Weaver": TWO, "Farmer": ["red"], "Trader": ["blue"]}
    assert game.table.hands[0] == ["red Dancer"]


@pytest.mark.parametrize("hand", [["red Farmer"], ["red Farmer", "red Farmer"], ["red Farmer", "red Dancer"]], ids=str)
def test_weaver_2_is_not_offered_unless_two_different_cards_can_be_placed_together(hand: list[str]) -> None:
    taken_back_once = {"Weaver": TWO, "Farmer": ["red"], "Dancer": ["red"]}
    game = lay(taken_back_once, {}, hands=[["green Weaver", *hand], []])
    assert tiers(game, "green Weaver") == []


def test_weaver_2_offers_no_second_copy_of_a_card_just_picked() -> None:
    game = lay({"Weaver": TWO}, {}, hands=[["green Weaver", "red Farmer", "red Farmer", "blue Farmer"], []])
    game.play("play green Weaver", "tier 2", "red Farmer")
    assert offered(game) == ["blue Farmer"]


def test_weaver_2_needs_a_card_that_can_be_taken_back() -> None:
    game = lay(
        {"Weaver": ["red", "blue"], "Farmer": THREE},
        {},
        hands=[["green Weaver", "yellow Farmer", "purple Farmer"], []],
    )
    game.play("play green Weaver", "tier 2", "yellow Farmer, purple Farmer")
    assert offered(game) == ["red Weaver", "blue Weaver"]
    game.play("red Weaver")

    assert game.table.completed[0] == ["Farmer"]
    assert game.table.halls[0] == {"Weaver": ["blue"]}
    assert game.table.hands[0] == ["red Weaver"]


def test_weaver_4_puts_any_number_of_cards_then_takes_two_back() -> None:
    game = lay({"Weaver": FOUR}, {}, hands=[["purple Weaver", "red Farmer", "red Dancer", "blue Dancer"], []])
    says = (
        "Put any number of cards from your hand into your guildhall, "
        "then take 2 cards from your guildhall into your hand."
    )
    use(game, "purple Weaver", 4, says)
    assert offered(game) == ["red Dancer", "blue Dancer", "red Farmer", "done"]
    game.play("red Dancer", "blue Dancer", "red Farmer", "done", "red Weaver, blue Weaver")

    assert game.table.halls[0] == {"Weaver": ["green", "yellow"], "Dancer": TWO, "Farmer": ["red"]}
    assert game.table.hands[0] == ["red Weaver", "blue Weaver"]


def test_weaver_4_may_place_no_card_at_all_but_must_take_two() -> None:
    game = lay({"Weaver": FOUR}, {}, hands=[["purple Weaver"], []])
    game.play("play purple Weaver", "tier 4")
    assert offered(game) == ["done"]
    game.play("done", "green Weaver, yellow Weaver")

    assert game.table.halls[0] == {"Weaver": TWO}
    assert game.table.hands[0] == ["green Weaver", "yellow Weaver"]


def test_weaver_4_may_not_close_the_chapter_that_the_cards_to_take_must_come_from() -> None:
    game = lay({"Weaver": FOUR}, {}, hands=[["purple Weaver", "purple Weaver"], []])
    game.play("play purple Weaver", "tier 4")
    assert offered(game) == ["done"]


def test_weaver_may_be_used_at_a_lower_tier() -> None:
    game = lay({"Weaver": FOUR}, {}, hands=[["purple Weaver", "red Farmer", "blue Farmer"], []])
    assert tiers(game, "purple Weaver") == [0, 2, 4]
    game.play("play purple Weaver", "tier 0", "blue Farmer")

    assert game.table.halls[0] == {"Weaver": FOUR, "Farmer": ["blue"]}


# Dancer


@pytest.mark.parametrize("size", [0, 1, 3, 4])
def test_dancer_0_draws_one_card_for_each_dancer_in_the_hall_then_grants_another_action(size: int) -> None:
    hall = {"Dancer": FOUR[:size]} if size else {}
    game = lay(hall, {}, hands=[["purple Dancer"], []], deck=["red Farmer"] * 3 + ["blue Farmer"] * 3)
    says = "Draw 1 card for each card of this chapter in your guildhall, then take another action."
    events = use(game, "purple Dancer", 0, says)

    assert len(named(events, "draw")) == len(game.table.hands[0]) == size
    assert [event.data["change"] for event in named(events, "actions")] == [1]
    assert game.table.actions == 2


def test_dancer_draws_as_many_cards_as_there_are() -> None:
    game = lay({"Dancer": THREE}, {}, hands=[["purple Dancer"], []], deck=["red Farmer"])
    game.play("play purple Dancer", "tier 0")

    assert game.table.hands[0] == ["red Farmer"]
    assert game.table.actions == 2


# Assassin: the Fighter of later sets


def test_assassin_0_discards_one_card_of_another_hall() -> None:
    game = lay({}, {"Farmer": TWO}, hands=[["red Assassin"], []])
    use(game, "red Assassin", 0, "Discard 1 card from another player's guildhall.")
    assert offered(game) == ["player 2"]
    game.play("player 2")
    assert offered(game) == ["red Farmer", "blue Farmer"]
    game.play("blue Farmer")

    assert game.table.halls[1] == {"Farmer": ["red"]}
    assert game.table.discard == ["blue Farmer"]


def test_assassin_0_offers_only_players_whose_hall_holds_a_card() -> None:
    game = lay({"Dancer": ["red"]}, {}, {"Farmer": ["red"]}, {}, hands=[["red Assassin"], [], [], []])
    game.play("play red Assassin", "tier 0")
    assert offered(game) == ["player 3"]

    assert tiers(lay({"Dancer": TWO}, {}, hands=[["red Assassin"], []]), "red Assassin") == []


def test_assassin_2_discards_two_cards_of_different_chapters_of_one_hall_in_either_order() -> None:
    game = lay({"Assassin": TWO}, {"Farmer": TWO, "Dancer": ["red"]}, hands=[["green Assassin"], []])
    says = "Discard 2 cards of different chapters from another player's guildhall."
    use(game, "green Assassin", 2, says)
    game.play("player 2", "red Farmer")
    assert offered(game) == ["red Dancer"]
    game.play("red Dancer")

    assert game.table.halls[1] == {"Farmer": ["blue"]}
    assert game.table.discard == ["red Farmer", "red Dancer"]


def test_assassin_2_is_not_offered_where_no_other_hall_has_two_chapters() -> None:
    game = lay({"Assassin": TWO}, {"Farmer": FOUR}, {"Dancer": FOUR}, hands=[["green Assassin"], [], []])
    assert tiers(game, "green Assassin") == [0]


def test_assassin_4_discards_two_cards_of_one_hall_from_one_chapter_too() -> None:
    game = lay({"Assassin": FOUR}, {"Farmer": THREE}, hands=[["purple Assassin"], []])
    use(game, "purple Assassin", 4, "Discard 2 cards from another player's guildhall.")
    game.play("player 2", "green Farmer", "red Farmer")

    assert game.table.halls[1] == {"Farmer": ["blue"]}
    assert game.table.discard == ["green Farmer", "red Farmer"]


def test_assassin_4_is_not_offered_where_no_other_hall_has_two_cards() -> None:
    game = lay({"Assassin": FOUR}, {"Farmer": ["red"]}, {"Dancer": ["red"]}, hands=[["purple Assassin"], [], []])
    assert tiers(game, "purple Assassin") == [0]


# Farmer


def test_farmer_has_no_tier_for_an_empty_chapter() -> None:
    assert tiers(lay(hands=[["red Farmer"], []]), "red Farmer") == []


def test_farmer_1_gains_one_token() -> None:
    game = lay({"Farmer": ["red"]}, {}, hands=[["blue Farmer"], []])
    assert tokens_told(use(game, "blue Farmer", 1, "Gain 1 VP token.")) == [(0, 1)]
    assert game.table.tokens == game.table.vp == [1, 0]


def test_farmer_3_gains_two_tokens_and_tier_1_stays_possible() -> None:
    game = lay({"Farmer": THREE}, {}, hands=[["purple Farmer"], []], tokens=[4, 0])
    assert tiers(game, "purple Farmer") == [1, 3]
    assert tokens_told(use(game, "purple Farmer", 3, "Gain 2 VP tokens.")) == [(0, 2)]
    assert game.table.tokens == game.table.vp == [6, 0]


def test_farmer_at_two_cards_reaches_tier_1_only() -> None:
    assert tiers(lay({"Farmer": TWO}, {}, hands=[["purple Farmer"], []]), "purple Farmer") == [1]


# Trader


def test_trader_0_swaps_one_card_with_one_of_another_hall() -> None:
    game = lay({"Dancer": ["red"]}, {"Farmer": ["blue"]}, hands=[["red Trader"], []])
    says = "Swap 1 card from your guildhall with 1 card from another player's guildhall. No duplicates."
    use(game, "red Trader", 0, says)
    game.play("player 2", "red Dancer", "blue Farmer")

    assert game.table.halls == [{"Farmer": ["blue"]}, {"Dancer": ["red"]}]
    assert game.table.discard == []


def test_trader_0_needs_a_card_in_both_halls() -> None:
    assert tiers(lay({}, {"Farmer": TWO}, hands=[["red Trader"], []]), "red Trader") == []
    assert tiers(lay({"Farmer": TWO}, {}, hands=[["red Trader"], []]), "red Trader") == []


def test_trader_0_never_offers_a_swap_that_leaves_a_duplicate_in_either_hall() -> None:
    mine = {"Dancer": ["red"], "Farmer": ["blue"]}
    theirs = {"Dancer": ["red"], "Farmer": ["blue", "green"]}
    game = lay(mine, theirs, hands=[["red Trader"], []])
    game.play("play red Trader", "tier 0", "player 2")
    assert offered(game) == ["red Dancer", "blue Farmer"]
    game.play("red Dancer")
    assert offered(game) == ["red Dancer"]
    game.undo()
    game.play("blue Farmer")
    assert offered(game) == ["blue Farmer"]


def test_trader_0_may_swap_identical_cards() -> None:
    game = lay({"Trader": ["green"]}, {"Trader": ["green"]}, hands=[["red Trader"], []])
    game.play("play red Trader", "tier 0", "player 2", "green Trader", "green Trader")
    assert game.table.halls == [{"Trader": ["green"]}, {"Trader": ["green"]}]


def test_trader_0_is_judged_after_the_swap_so_a_full_row_of_five_may_lose_one_and_gain_one() -> None:
    game = lay({"Farmer": ["purple"]}, {"Farmer": FOUR}, hands=[["red Trader"], []])
    game.play("play red Trader", "tier 0", "player 2", "purple Farmer", "red Farmer")

    assert game.table.halls == [{"Farmer": ["red"]}, {"Farmer": ["blue", "green", "yellow", "purple"]}]
    assert game.table.completed == [[], []]


def test_trader_may_complete_a_chapter_of_either_player() -> None:
    game = lay(
        {"Farmer": FOUR, "Dancer": ["purple"]}, {"Dancer": FOUR, "Farmer": ["purple"]}, hands=[["red Trader"], []]
    )
    game.play("play red Trader", "tier 0", "player 2", "purple Dancer", "purple Farmer")

    assert game.table.completed == [["Farmer"], ["Dancer"]]
    assert game.table.halls == [{}, {}]


def test_trader_2_swaps_two_cards_with_two_of_one_other_hall() -> None:
    game = lay({"Trader": TWO, "Dancer": ["red"]}, {"Farmer": TWO}, hands=[["green Trader"], []])
    says = "Swap 2 cards from your guildhall with 2 cards from another player's guildhall. No duplicates."
    use(game, "green Trader", 2, says)
    game.play("player 2", "red Trader, red Dancer", "red Farmer, blue Farmer")

    assert game.table.halls == [{"Farmer": TWO, "Trader": ["blue"]}, {"Dancer": ["red"], "Trader": ["red"]}]


def test_trader_2_is_not_offered_if_the_other_hall_has_one_card() -> None:
    game = lay({"Trader": TWO}, {"Farmer": ["red"]}, hands=[["green Trader"], []])
    assert tiers(game, "green Trader") == [0]


def test_trader_2_may_give_a_twin_of_a_card_that_comes_back_in_the_same_swap() -> None:
    game = lay({"Trader": TWO}, {"Trader": ["red"], "Farmer": ["red"]}, hands=[["green Trader"], []])
    game.play("play green Trader", "tier 2", "player 2", "red Trader, blue Trader")
    assert offered(game) == ["red Farmer"]
    game.play("red Farmer")
    assert offered(game) == ["red Trader"]
    game.play("red Trader")

    assert game.table.halls == [{"Farmer": ["red"], "Trader": ["red"]}, {"Trader": TWO}]


def test_trader_4_swaps_a_whole_chapter_with_a_whole_chapter_of_another_hall() -> None:
    game = lay({"Trader": FOUR, "Dancer": ["red"]}, {"Farmer": THREE}, hands=[["purple Trader"], []])
    says = (
        "Swap one whole chapter from your guildhall with one whole chapter from another player's guildhall. "
        "No duplicates."
    )
    use(game, "purple Trader", 4, says)
    game.play("player 2", "chapter Dancer")
    assert offered(game) == ["chapter Farmer"]
    game.play("chapter Farmer")

    assert game.table.halls == [{"Farmer": THREE, "Trader": FOUR}, {"Dancer": ["red"]}]


def test_trader_4_never_offers_an_exchange_that_would_duplicate() -> None:
    mine, theirs = {"Trader": FOUR, "Farmer": ["red"]}, {"Farmer": TWO, "Trader": ["red"]}
    game = lay(mine, theirs, hands=[["purple Trader"], []])
    game.play("play purple Trader", "tier 4", "player 2")
    assert offered(game) == ["chapter Farmer", "chapter Trader"]
    game.play("chapter Farmer")
    assert offered(game) == ["chapter Farmer"]
    game.undo()
    game.play("chapter Trader")
    assert offered(game) == ["chapter Trader"]


def test_trader_4_needs_a_chapter_in_both_halls() -> None:
    game = lay({"Trader": FOUR}, {}, {"Farmer": ["red"]}, hands=[["purple Trader"], [], []])
    game.play("play purple Trader", "tier 4")
    assert offered(game) == ["player 3"]

    nothing_there = lay({"Trader": FOUR}, {}, hands=[["purple Trader"], []])
    assert tiers(nothing_there, "purple Trader") == []


def test_trader_4_may_exchange_two_chapters_of_one_profession() -> None:
    game = lay({"Trader": FOUR}, {"Trader": ["red", "purple"]}, hands=[["purple Trader"], []])
    game.play("play purple Trader", "tier 4", "player 2", "chapter Trader", "chapter Trader")
    assert game.table.halls == [{"Trader": ["red", "purple"]}, {"Trader": FOUR}]


def test_trader_4_completes_a_chapter_that_meets_its_other_part() -> None:
    mine = {"Trader": FOUR, "Farmer": ["red", "blue"], "Dancer": ["red"]}
    game = lay(mine, {"Farmer": ["green", "yellow", "purple"]}, hands=[["purple Trader"], []])
    game.play("play purple Trader", "tier 4", "player 2", "chapter Dancer", "chapter Farmer")

    assert game.table.completed == [["Farmer"], []]
    assert game.table.halls == [{"Trader": FOUR}, {"Dancer": ["red"]}]


# Historian


def test_historian_0_places_the_top_card_of_the_discard_pile() -> None:
    game = lay(hands=[["red Historian"], []], discard=["red Farmer", "blue Dancer"])
    says = "Put the top card of the discard pile into your guildhall. No duplicates."
    use(game, "red Historian", 0, says)
    assert offered(game) == ["blue Dancer"]
    game.play("blue Dancer")

    assert game.table.halls[0] == {"Dancer": ["blue"]}
    assert game.table.discard == ["red Farmer"]


def test_historian_0_is_not_offered_if_the_pile_is_empty_or_its_top_would_duplicate() -> None:
    assert tiers(lay(hands=[["red Historian"], []]), "red Historian") == []
    game = lay({"Dancer": ["blue"]}, {}, hands=[["red Historian"], []], discard=["red Farmer", "blue Dancer"])
    assert tiers(game, "red Historian") == []


def test_historian_2_places_any_card_of_the_discard_pile_but_never_a_duplicate() -> None:
    game = lay(
        {"Historian": TWO, "Dancer": ["blue"]},
        {},
        hands=[["green Historian"], []],
        discard=["red Farmer", "blue Dancer", "red Dancer", "red Weaver"],
    )
    says = "Put 1 card from the discard pile into your guildhall. No duplicates."
    use(game, "green Historian", 2, says)
    assert offered(game) == ["red Weaver", "red Dancer", "red Farmer"]
    game.play("red Farmer")

    assert hall_cards(game) == ["blue Dancer", "red Farmer", "red Historian", "blue Historian"]
    assert game.table.discard == ["blue Dancer", "red Dancer", "red Weaver"]


def test_historian_2_is_not_offered_if_every_card_of_the_pile_would_duplicate() -> None:
    hall = {"Historian": TWO, "Dancer": ["blue"]}
    game = lay(hall, {}, hands=[["green Historian"], []], discard=["red Historian", "blue Dancer"])
    assert tiers(game, "green Historian") == []


def test_historian_4_places_two_different_cards_of_the_discard_pile() -> None:
    game = lay(
        {"Historian": FOUR},
        {},
        hands=[["purple Historian"], []],
        discard=["red Farmer", "red Farmer", "blue Dancer"],
    )
    says = "Put 2 cards from the discard pile into your guildhall. No duplicates."
    use(game, "purple Historian", 4, says)
    game.play("red Farmer, blue Dancer")

    assert hall_cards(game) == ["blue Dancer", "red Farmer", *[f"{colour} Historian" for colour in FOUR]]
    assert game.table.discard == ["red Farmer"]


def test_historian_4_is_not_offered_for_two_copies_of_one_card() -> None:
    game = lay({"Historian": FOUR}, {}, hands=[["purple Historian"], []], discard=["red Farmer", "red Farmer"])
    assert tiers(game, "purple Historian") == [0, 2]


def test_historian_may_complete_a_chapter_from_the_pile() -> None:
    game = lay({"Farmer": FOUR}, {}, hands=[["red Historian"], []], discard=["purple Farmer"])
    events = game.play("play red Historian", "tier 0", "purple Farmer")

    assert moved(events)[-1] == ("purple Farmer", "the discard pile", "Player 1's guildhall")
    assert [event.kind for event in events][-1] == "complete"
    assert game.table.completed[0] == ["Farmer"]


# One card under two names

NAMES = {
    "Weaver": ("Monk", "fellowship"),
    "Assassin": ("Fighter", "fellowship"),
    "Farmer": ("Marshal", "alliance"),
    "Historian": ("Wizard", "alliance"),
    "Dancer": ("Cleric", "coalition"),
    "Trader": ("Rogue", "coalition"),
}


def tier_texts(game: Game, card: str) -> dict[str, str]:
    game.play(f"play {card}")
    return {option.phrase: option.text for option in game.options}


@pytest.mark.parametrize(("old", "new"), NAMES.items(), ids=NAMES)
def test_the_old_world_professions_play_in_the_later_sets_under_new_names(old: str, new: tuple[str, str]) -> None:
    name, cards = new
    here = lay({old: FOUR}, {old: TWO}, hands=[[f"purple {old}"], []], discard=[f"purple {old}"])
    there = lay({name: FOUR}, {name: TWO}, hands=[[f"purple {name}"], []], discard=[f"purple {name}"], cards=cards)
    assert tier_texts(here, f"purple {old}") == tier_texts(there, f"purple {name}")


def test_an_action_given_by_a_card_is_taken_in_the_same_turn() -> None:
    game = lay(hands=[["red Dancer", "blue Weaver", "red Farmer"], []], actions=1)
    game.play("play red Dancer", "tier 0")
    assert game.decision.seat == 0
    game.play("play red Farmer", "no tier")

    assert game.decision.seat == 1
    assert game.table.halls[0] == {"Dancer": ["red"], "Farmer": ["red"]}


def test_a_card_without_effect_still_enters_the_hall_at_the_end_of_the_turn() -> None:
    game = gh.position(halls=[{}, {}], hands=[["red Weaver", "red Farmer"], []])
    game.play("play red Weaver", "no tier")
    end_turn(game)
    assert game.table.halls[0] == {"Weaver": ["red"]}
