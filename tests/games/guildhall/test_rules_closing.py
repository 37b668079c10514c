"""Rules 14 to 18: closing chapters, the end of a turn, and piles that run out or are inspected."""

from __future__ import annotations

from collections import Counter

import pytest

import guildhall as gh
from guildhall.core.game import Game
from tests.games.guildhall.tables import (
    COLOURS,
    FOUR,
    chapter_cards,
    end_turn,
    lay,
    lay_down,
    named,
    offered,
    refresh,
    traded,
)

# Rule 14: completion


def test_rule_14_a_chapter_closes_at_once_in_the_middle_of_a_turn() -> None:
    game = lay({"Farmer": FOUR}, {}, hands=[["red Weaver", "purple Farmer"], []])
    events = game.play("play red Weaver", "tier 0", "purple Farmer")

    assert game.table.completed[0] == ["Farmer"]
    assert game.table.halls[0] == {}
    assert [event.seat for event in named(events, "complete")] == [0]
    assert (game.decision.kind, game.table.actions) == ("act", 1)


def test_rule_14_a_chapter_closes_at_once_on_anybodys_turn() -> None:
    game = traded(completed=[[], ["Trader"]])

    assert game.table.completed == [["Farmer"], ["Trader", "Weaver"]]
    assert game.table.halls == [{}, {}]
    assert game.decision.seat == 0


def test_rule_14_a_completed_chapter_is_untouchable() -> None:
    game = lay(
        {"Assassin": FOUR},
        {"Farmer": ["red"]},
        hands=[["purple Assassin"], []],
        completed=[[], ["Farmer", "Weaver"]],
    )
    game.play("play purple Assassin", "tier 0", "player 2")

    assert offered(game) == ["red Farmer"]


def test_rule_14_a_new_chapter_of_the_profession_may_be_started_at_once() -> None:
    game = lay({"Farmer": FOUR}, {}, hands=[["red Weaver", "purple Farmer", "red Farmer"], []])
    assert "play red Farmer" not in offered(game)
    game.play("play red Weaver", "tier 0", "purple Farmer", "play red Farmer")

    assert offered(game) == ["no tier"]


def test_rule_14_with_a_fourth_completed_chapter_the_owner_gives_one_up_at_once_in_chosen_order() -> None:
    game = lay(
        {"Farmer": FOUR},
        {},
        hands=[["red Weaver", "purple Farmer"], []],
        completed=[["Trader", "Dancer", "Trader"], []],
    )
    game.play("play red Weaver", "tier 0", "purple Farmer")
    assert (game.decision.kind, game.decision.seat) == ("limit", 0)
    assert offered(game) == ["chapter Trader", "chapter Dancer", "chapter Farmer"]
    game.play("chapter Dancer")
    assert game.decision.kind == "order"
    chosen = list(reversed(chapter_cards("Dancer")))
    game.play(*chosen)

    assert game.table.discard == chosen
    assert game.table.completed[0] == ["Trader", "Trader", "Farmer"]
    assert (game.decision.kind, game.table.actions) == ("act", 1)


def test_rule_14_a_fourth_chapter_on_an_opponents_turn_is_given_up_by_its_owner() -> None:
    game = traded(completed=[[], ["Trader", "Dancer", "Dancer"]])
    assert (game.decision.kind, game.decision.seat) == ("limit", 1)
    assert game.table.turn == 0
    game.play("chapter Dancer")
    assert (game.decision.kind, game.decision.seat) == ("order", 1)
    lay_down(game)

    assert game.table.completed == [["Farmer"], ["Trader", "Dancer", "Weaver"]]
    assert (game.decision.kind, game.decision.seat, game.table.actions) == ("act", 0, 1)


def test_rule_14_the_limit_is_settled_in_the_middle_of_an_effect_which_then_goes_on() -> None:
    game = lay(
        {"Weaver": ["red", "blue"], "Farmer": FOUR},
        {},
        hands=[["green Weaver", "purple Farmer", "red Historian"], []],
        completed=[["Trader", "Dancer", "Trader"], []],
    )
    game.play("play green Weaver", "tier 2", "purple Farmer, red Historian", "blue Weaver")
    assert game.decision.kind == "limit"
    assert game.table.hands[0] == []
    assert game.table.picked == ["blue Weaver"]
    game.play("chapter Farmer")
    lay_down(game)

    assert game.table.hands[0] == ["blue Weaver"]
    assert game.table.halls[0] == {"Weaver": ["red"], "Historian": ["red"]}


def test_rule_14_a_chapter_that_joins_another_may_complete_it() -> None:
    game = lay(
        {"Trader": FOUR, "Farmer": ["red", "blue"]},
        {"Farmer": ["green", "yellow", "purple"], "Weaver": ["red"]},
        hands=[["purple Trader"], []],
    )
    game.play("play purple Trader", "tier 4", "player 2", "chapter Farmer", "chapter Weaver")

    assert game.table.completed == [[], ["Farmer"]]
    assert game.table.halls == [{"Weaver": ["red"], "Trader": FOUR}, {}]


# Rule 15: the end of a turn


def test_rule_15_profession_cards_enter_the_guildhall_and_vp_cards_go_to_their_owner() -> None:
    game = lay({"Farmer": ["red"]}, {}, areas=[["blue Farmer", "4 take one", "red Weaver"], ["green Farmer"]])
    end_turn(game)

    assert game.table.halls[0] == {"Weaver": ["red"], "Farmer": ["red", "blue"]}
    assert game.table.vp_cards[0] == ["4 take one"]
    assert game.table.areas == [[], ["green Farmer"]]
    assert game.table.vp == [4, 0]


def test_rule_15_vp_cards_are_counted_only_when_they_leave_the_area() -> None:
    game = lay(areas=[["4 take one"], []], tokens=[1, 0])
    refresh(game)
    assert game.table.vp == [1, 0]
    refresh(game)
    assert game.table.vp == [5, 0]


def test_rule_15_equal_vp_cards_never_count_as_duplicates() -> None:
    game = lay(vp_cards=[["5"], []], areas=[["5", "5"], []])
    end_turn(game)

    assert game.table.vp_cards[0] == ["5", "5", "5"]


def test_rule_15_a_card_that_would_duplicate_one_of_the_guildhall_is_discarded() -> None:
    game = lay({"Farmer": ["red"]}, {}, areas=[["red Farmer"], []])
    end_turn(game)

    assert game.table.halls[0] == {"Farmer": ["red"]}
    assert game.table.discard == ["red Farmer"]


def test_rule_15_of_equal_cards_that_enter_together_one_enters() -> None:
    game = lay(areas=[["red Farmer", "red Farmer", "red Farmer"], []])
    end_turn(game)

    assert game.table.halls[0] == {"Farmer": ["red"]}
    assert game.table.discard == ["red Farmer", "red Farmer"]


@pytest.mark.parametrize("area", [["purple Farmer", "red Farmer"], ["red Farmer", "purple Farmer"]])
def test_rule_15_cards_are_compared_with_the_guildhall_as_it_stood_before_chapters_close(
    area: list[str],
) -> None:
    game = lay({"Farmer": FOUR}, {}, areas=[area, []])
    end_turn(game)

    assert game.table.completed[0] == ["Farmer"]
    assert game.table.halls[0] == {}
    assert game.table.discard == ["red Farmer"]


def test_rule_15_completions_come_before_the_points_are_counted() -> None:
    game = lay({"Farmer": FOUR}, {}, areas=[["purple Farmer"], []])
    told = [event.kind for event in end_turn(game) if event.kind in ("move", "complete", "score", "turn")]

    assert told == ["move", "complete", "score", "turn"]


@pytest.mark.parametrize(("tokens", "winner"), [(14, None), (15, 0), (16, 0)])
def test_rule_15_twenty_points_at_the_end_of_the_own_turn_win_and_tokens_count(tokens: int, winner: int | None) -> None:
    game = lay(vp_cards=[["5"], []], tokens=[tokens, 0])
    refresh(game)
    assert not game.over
    refresh(game)

    assert game.outcome.winner == winner
    assert game.over == (winner is not None)
    assert game.outcome.reason == ("target" if game.over else "")
    assert game.outcome.points == (tokens + 5, 0)


def test_rule_15_a_vp_card_bought_in_this_turn_counts_at_its_end() -> None:
    game = lay(vp_row=["5"], completed=[["Farmer"], []], tokens=[15, 0], actions=1)
    game.play("buy 1", "chapter Farmer")
    lay_down(game)

    assert game.over
    assert game.outcome.winner == 0


def test_rule_15_chapters_over_the_limit_are_given_up_before_the_points_are_counted() -> None:
    game = lay(
        {"Farmer": FOUR, "Weaver": FOUR},
        {},
        areas=[["purple Farmer", "purple Weaver"], []],
        completed=[["Trader", "Dancer", "Trader"], []],
        tokens=[20, 0],
    )
    end_turn(game)
    assert game.table.completed[0] == ["Trader", "Dancer", "Trader", "Weaver", "Farmer"]
    for chapter in ("Weaver", "Dancer"):
        assert (game.decision.kind, game.decision.seat) == ("limit", 0)
        game.play(f"chapter {chapter}")
        lay_down(game)

    assert game.over
    assert game.table.completed[0] == ["Trader", "Trader", "Farmer"]


# Rule 16: drawing from an empty deck


def test_rule_16_the_discard_pile_becomes_the_new_deck_in_the_middle_of_a_draw() -> None:
    pile = [f"{colour} Farmer" for colour in COLOURS]
    game = lay(hands=[["red Weaver"], []], deck=["red Dancer", "blue Dancer"], discard=pile)
    events = refresh(game)

    hand, table = game.table.hands[0], game.table
    assert len(hand) == 6
    assert {"red Weaver", "red Dancer", "blue Dancer"} <= set(hand)
    assert table.discard == []
    assert Counter([*hand, *table.deck]) == Counter(["red Weaver", "red Dancer", "blue Dancer", *pile])
    kinds = [event.kind for event in events if event.kind in ("draw", "shuffle")]
    assert kinds == ["draw", "draw", "shuffle", "draw", "draw", "draw"]


def test_rule_16_the_new_deck_is_shuffled_by_the_seed() -> None:
    pile = [f"{colour} {profession}" for profession in ("Farmer", "Weaver") for colour in COLOURS]
    decks = []
    for seed in (1, 1, 2, 3):
        game = lay(hands=[["red Dancer"] * 4 + ["blue Dancer"], []], discard=pile, seed=seed)
        refresh(game)
        decks.append(tuple(game.table.deck))

    assert decks[0] == decks[1]
    assert len(set(decks)) == 3


def test_rule_16_with_reshuffle_keeps_top_the_top_card_stays_on_the_discard_pile() -> None:
    pile = ["red Farmer", "blue Farmer", "red Trader"]
    game = lay(hands=[["red Weaver"] * 4, []], deck=[], discard=pile, reshuffle_keeps_top=True)
    refresh(game)

    assert game.table.discard == ["red Trader"]
    assert set(game.table.hands[0]) == {"red Weaver", "red Farmer", "blue Farmer"}


def test_rule_16_with_reshuffle_keeps_top_a_lone_top_card_is_never_drawn() -> None:
    game = lay(discard=["red Trader"], reshuffle_keeps_top=True)
    refresh(game)

    assert game.table.discard == ["red Trader"]
    assert game.table.hands[0] == []


def test_rule_16_with_both_piles_empty_as_many_are_drawn_as_there_are() -> None:
    game = lay(deck=["red Dancer"], discard=["red Farmer", "blue Farmer"])
    refresh(game)

    assert game.table.hands[0] == ["red Dancer", "red Farmer", "blue Farmer"]
    assert (game.table.deck, game.table.discard) == ([], [])
    assert (game.decision.kind, game.table.actions) == ("act", 1)


def test_rule_16_a_mulligan_may_reshuffle_what_earlier_players_discarded() -> None:
    game = gh.new_game(players=3, first=0, cards=["Monk", "Bard"], seed=3)
    assert len(game.table.deck) == 13
    while game.decision.seat < 2:  # the first two players discard all nine cards
        game.play(game.options[0])

    shuffles = named(game.events, "shuffle")
    assert [event.data["cards"] for event in shuffles] == [18]
    assert (len(game.table.deck), game.table.discard) == (13, [])
    assert [len(hand) for hand in game.table.hands] == [6, 6, 9]


def test_rule_16_looking_at_more_cards_than_the_deck_has_never_reshuffles() -> None:
    game = lay(
        {"Artificer": ["red", "blue"]},
        {},
        cards="coalition",
        hands=[["green Artificer"], []],
        deck=["red Rogue", "blue Rogue"],
        discard=["red Cleric", "blue Cleric", "green Cleric"],
    )
    events = game.play("play green Artificer", "tier 2")

    assert game.table.looked == ["red Rogue", "blue Rogue"]
    assert game.table.discard == ["red Cleric", "blue Cleric", "green Cleric"]
    assert named(events, "shuffle") == []


# Rule 17: the VP row and its deck


def cleared_a_slot(*, row: list[str], vp_deck: list[str]) -> Game:
    """A table where the card of slot 1 was bought and lets its buyer discard a VP card of the row."""
    game = lay(cards="alliance", completed=[["Marshal"], []], vp_row=row, vp_deck=vp_deck)
    game.play("buy 1", "chapter Marshal")
    lay_down(game)
    game.play("use ability")
    return game


def test_rule_17_a_vp_card_discarded_from_the_row_is_replaced_at_once() -> None:
    game = cleared_a_slot(row=["4 clear a slot", "9", "5"], vp_deck=["3 place any", "7 two actions", "5"])
    assert offered(game) == ["row 1", "row 2", "row 3"]
    game.play("row 2")

    assert game.table.vp_row == ["5", "7 two actions", "5", None, None]
    assert game.table.vp_discard == ["9"]
    assert game.table.vp_deck == ["3 place any"]


def test_rule_17_an_empty_vp_deck_is_made_of_the_shuffled_vp_discard_pile() -> None:
    game = cleared_a_slot(row=["4 clear a slot", "9", "5"], vp_deck=["3 place any"])
    events = game.play("row 2")

    assert game.table.vp_row == ["3 place any", "9", "5", None, None]
    assert (game.table.vp_discard, game.table.vp_deck) == ([], [])
    assert [event.data["vp_cards"] for event in named(events, "shuffle")] == [1]


def test_rule_17_with_both_vp_piles_empty_the_slot_stays_empty() -> None:
    game = lay(completed=[["Farmer", "Weaver"], []], vp_row=["5", "9", "5"], vp_deck=[])
    game.play("buy 3", "chapter Farmer")
    events = lay_down(game)

    assert named(events, "shuffle") == []
    assert game.table.vp_row == ["5", "9", None, None, None]
    assert offered(game) == ["refresh", "buy 1"]


# Rule 18: inspecting


def test_rule_18_inspecting_the_whole_deck_ends_with_a_shuffle() -> None:
    deck = [f"{colour} {profession}" for profession in ("Herald", "Invoker") for colour in COLOURS]
    orders = set()
    for seed in range(4):
        game = lay(
            {"Alchemist": ["red", "blue"]},
            {},
            cards="gathering",
            hands=[["green Alchemist", "red Duelist"], []],
            deck=deck,
            seed=seed,
        )
        game.play("play green Alchemist", "tier 2", "red Duelist")
        assert offered(game) == deck
        events = game.play("blue Herald")
        assert [event.data["cards"] for event in named(events, "shuffle")] == [9]
        assert sorted(game.table.deck) == sorted(set(deck) - {"blue Herald"})
        orders.add(tuple(game.table.deck))

    assert len(orders) == 4


def test_rule_18_the_top_few_cards_of_the_deck_go_back_in_any_order() -> None:
    bottom = ["red Cleric", "blue Cleric"]
    for back in (["red Rogue", "green Rogue"], ["green Rogue", "red Rogue"]):
        game = lay(
            {"Artificer": ["red", "blue"]},
            {},
            cards="coalition",
            hands=[["green Artificer"], []],
            deck=[*bottom, "green Rogue", "blue Rogue", "red Rogue"],
        )
        game.play("play green Artificer", "tier 2", "blue Rogue")
        assert (game.decision.kind, offered(game)) == ("order", ["red Rogue", "green Rogue"])
        game.play(*back)
        assert game.table.deck == [*bottom, *back]


def test_rule_18_inspecting_the_discard_pile_keeps_its_order() -> None:
    pile = ["red Farmer", "blue Dancer", "green Farmer", "red Dancer"]
    game = lay({"Historian": ["red", "blue"]}, {}, hands=[["green Historian"], []], discard=pile)
    game.play("play green Historian", "tier 2", "blue Dancer")

    assert game.table.discard == ["red Farmer", "green Farmer", "red Dancer"]


# Rule 29, as far as it ends a turn


def test_rule_29_a_game_at_its_turn_limit_ends_unfinished_and_is_no_draw() -> None:
    game = lay(turn_limit=2, tokens=[3, 4])
    end_turn(game)
    assert not game.over
    end_turn(game)

    assert game.over
    assert (game.outcome.winner, game.outcome.points, game.outcome.reason) == (None, (3, 4), "unfinished")


def test_rule_29_the_target_reached_in_the_last_turn_still_wins() -> None:
    game = lay(turn_limit=1, tokens=[20, 0])
    end_turn(game)

    assert (game.outcome.winner, game.outcome.reason) == (0, "target")


@pytest.mark.parametrize(("profession", "told"), [("Assassin", "an Assassin"), ("Weaver", "a Weaver")])
def test_a_completed_chapter_is_told_with_its_article(profession: str, told: str) -> None:
    game = lay({profession: FOUR}, {}, areas=[[f"purple {profession}"], []], actions=1)
    texts = [event.text for event in end_turn(game)]

    assert f"Player 1 completes {told} chapter" in texts
