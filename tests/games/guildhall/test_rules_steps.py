"""Rulings 22b to 22e: the order of picks and moves inside a tier, exchanges, copies and orders."""

from __future__ import annotations

import pytest

from guildhall.core.game import Game
from tests.games.guildhall.tables import COLOURS, FOUR, end_turn, hall_cards, lay, lay_down, named, offered

# 22b: all picks first, then place, close, take


def test_rule_22b_all_picks_of_a_tier_come_before_anything_moves() -> None:
    game = lay(
        {"Weaver": ["red", "blue"], "Dancer": ["red"]},
        {},
        hands=[["green Weaver", "red Farmer", "blue Farmer"], []],
    )
    told = [event.kind for event in game.play("play green Weaver", "tier 2", "red Farmer", "blue Farmer")]
    assert told == ["play", "move", "tier"]
    assert game.table.halls[0] == {"Weaver": ["red", "blue"], "Dancer": ["red"]}
    assert game.table.picked == ["red Farmer", "blue Farmer"]
    moves = named(game.play("red Dancer"), "move")

    assert [move.data["card"] for move in moves] == ["red Farmer", "blue Farmer", "red Dancer"]
    assert game.table.halls[0] == {"Weaver": ["red", "blue"], "Farmer": ["red", "blue"]}
    assert game.table.hands[0] == ["red Dancer"]
    assert game.table.picked == []


def test_rule_22b_cards_just_placed_cannot_be_taken_back() -> None:
    game = lay({"Weaver": ["red", "blue"]}, {}, hands=[["green Weaver", "red Farmer", "blue Farmer"], []])
    game.play("play green Weaver", "tier 2", "red Farmer, blue Farmer")

    assert offered(game) == ["red Weaver", "blue Weaver"]


def test_rule_22b_a_card_may_be_placed_if_the_same_tier_takes_its_twin_back() -> None:
    game = lay(
        {"Weaver": ["red", "blue"], "Farmer": ["red"]},
        {},
        hands=[["green Weaver", "red Farmer", "blue Farmer"], []],
    )
    game.play("play green Weaver", "tier 2")
    assert offered(game) == ["red Farmer"]
    game.play("red Farmer", "blue Farmer")
    assert offered(game) == ["red Farmer"]
    game.play("red Farmer")

    assert game.table.halls[0] == {"Weaver": ["red", "blue"], "Farmer": ["red", "blue"]}
    assert game.table.hands[0] == ["red Farmer"]
    assert game.table.discard == []


def test_rule_22b_only_as_many_twins_may_be_placed_as_are_taken_back() -> None:
    game = lay(
        {"Weaver": FOUR, "Farmer": ["red", "blue", "green"]},
        {},
        hands=[["purple Weaver", "red Farmer", "blue Farmer", "green Farmer", "red Dancer"], []],
    )
    game.play("play purple Weaver", "tier 4", "red Farmer")
    assert offered(game) == ["blue Farmer", "green Farmer", "done"]
    game.play("blue Farmer")
    assert offered(game) == ["done"]
    game.play("done")
    assert offered(game) == ["red Farmer"]
    game.play("red Farmer")
    assert offered(game) == ["blue Farmer"]
    game.play("blue Farmer")

    assert game.table.halls[0] == {"Weaver": FOUR, "Farmer": ["red", "blue", "green"]}
    assert game.table.hands[0] == ["red Dancer", "red Farmer", "blue Farmer", "green Farmer"]


def test_rule_22b_a_tier_that_takes_nothing_back_places_no_twin() -> None:
    game = lay(
        {"Weaver": ["red", "blue"], "Farmer": ["red"]},
        {},
        hands=[["green Weaver", "red Farmer", "blue Farmer"], []],
    )
    game.play("play green Weaver", "tier 0")

    assert offered(game) == ["blue Farmer"]


def test_rule_22b_cards_of_a_chapter_that_the_placing_closes_cannot_be_taken() -> None:
    game = lay(
        {"Weaver": ["red", "blue"], "Farmer": FOUR},
        {},
        hands=[["green Weaver", "purple Farmer", "red Dancer"], []],
    )
    game.play("play green Weaver", "tier 2", "red Dancer", "purple Farmer")
    assert offered(game) == ["red Weaver", "blue Weaver"]
    game.play("blue Weaver")

    assert game.table.completed[0] == ["Farmer"]
    assert game.table.halls[0] == {"Weaver": ["red"], "Dancer": ["red"]}
    assert game.table.hands[0] == ["blue Weaver"]


def test_rule_22b_a_twin_in_a_closing_chapter_cannot_make_room() -> None:
    game = lay(
        {"Weaver": ["red", "blue"], "Farmer": FOUR},
        {},
        hands=[["green Weaver", "purple Farmer", "red Farmer"], []],
    )
    game.play("play green Weaver")

    assert offered(game) == ["tier 0", "no tier"]


def test_rule_22b_a_placing_that_would_leave_nothing_to_take_is_not_offered() -> None:
    bare = lay({"Weaver": FOUR}, {}, hands=[["purple Weaver", "purple Weaver", "red Farmer"], []])
    rich = lay(
        {"Weaver": FOUR, "Farmer": ["blue", "green"]},
        {},
        hands=[["purple Weaver", "purple Weaver", "red Farmer"], []],
    )
    bare.play("play purple Weaver", "tier 4")
    rich.play("play purple Weaver", "tier 4")
    assert offered(bare) == ["red Farmer", "done"]
    assert offered(rich) == ["purple Weaver", "red Farmer", "done"]
    rich.play("purple Weaver", "done")

    assert offered(rich) == ["blue Farmer"]


def test_rule_22b_chapters_close_before_cards_are_taken() -> None:
    game = lay(
        {"Weaver": ["red", "blue"], "Farmer": FOUR},
        {},
        hands=[["green Weaver", "purple Farmer", "red Dancer"], []],
    )
    game.play("play green Weaver", "tier 2", "red Dancer", "purple Farmer")
    told = [(event.kind, event.data.get("card")) for event in game.play("red Weaver")]

    assert told == [
        ("move", "red Dancer"),
        ("move", "purple Farmer"),
        ("complete", None),
        ("move", "red Weaver"),
    ]


# 22c: steps, as far as possible


def test_rule_22c_what_comes_after_a_draw_is_asked_after_the_draw() -> None:
    game = lay(
        {"Shaman": ["red", "blue"]},
        {},
        cards="alliance",
        hands=[["green Shaman"], []],
        deck=["red Marshal", "red Wizard", "blue Wizard", "red Psion"],
    )
    game.play("play green Shaman", "tier 2")
    assert game.table.hands[0] == ["red Psion", "red Wizard", "blue Wizard"]
    assert offered(game) == ["red Psion", "red Wizard", "blue Wizard"]
    game.play("red Wizard")

    assert game.table.halls[0] == {"Shaman": ["red", "blue"], "Wizard": ["red"]}
    assert game.table.hands[0] == ["red Psion", "blue Wizard"]


def test_rule_22c_what_comes_after_a_look_is_asked_after_the_look() -> None:
    game = lay({}, {}, {}, cards="alliance", hands=[["red Psion"], ["blue Wizard"], ["red Wizard"]])
    game.play("play red Psion", "tier 0")
    assert offered(game) == ["player 2", "player 3"]
    assert game.view(0).known == [[], [], []]
    game.play("player 2")

    assert game.view(0).known == [[], ["blue Wizard"], []]
    assert offered(game) == ["blue Wizard"]


def test_rule_22c_picks_before_the_chance_step_come_first() -> None:
    game = lay(
        {"Alchemist": FOUR},
        {},
        cards="gathering",
        hands=[["purple Alchemist", "red Duelist", "blue Duelist"], []],
        deck=["red Herald", "blue Invoker"],
    )
    game.play("play purple Alchemist", "tier 4")
    assert game.view(0).deck_cards is None
    game.play("red Duelist", "blue Duelist")

    assert game.table.discard == ["red Duelist", "blue Duelist"]
    assert game.view(0).deck_cards == ["red Herald", "blue Invoker"]
    assert offered(game) == ["red Herald"]


def test_rule_22c_a_tier_is_offered_only_if_its_first_step_can_be_completed() -> None:
    game = lay(
        {"Alchemist": FOUR},
        {},
        cards="gathering",
        hands=[["purple Alchemist", "red Duelist"], []],
        deck=["red Herald", "blue Invoker"],
    )
    game.play("play purple Alchemist")

    assert offered(game) == ["tier 0", "tier 2", "no tier"]


def test_rule_22c_a_tier_is_offered_only_if_the_chance_step_can_happen() -> None:
    nothing_to_look_at = lay(
        {"Artificer": ["red", "blue"]},
        {},
        cards="coalition",
        hands=[["green Artificer"], []],
        discard=["red Rogue"],
    )
    nothing_to_look_at.play("play green Artificer")
    assert offered(nothing_to_look_at) == ["tier 0", "no tier"]

    no_hand_to_look_at = lay(cards="alliance", hands=[["red Psion"], []])
    no_hand_to_look_at.play("play red Psion")
    assert offered(no_hand_to_look_at) == ["no tier"]


@pytest.mark.parametrize(
    ("hands", "tiers"), [([["red Duelist"], []], []), ([["red Duelist"], ["red Herald"]], ["tier 0"])]
)
def test_rule_22c_a_random_pick_can_happen_if_some_hand_holds_a_card(hands: list[list[str]], tiers: list[str]) -> None:
    game = lay(cards="gathering", hands=hands)
    game.play("play red Duelist")

    assert offered(game) == [*tiers, "no tier"]


def test_rule_22c_later_steps_are_carried_out_as_far_as_possible() -> None:
    game = lay(
        {"Shaman": FOUR, "Wizard": ["red"]},
        {},
        cards="alliance",
        hands=[["purple Shaman"], []],
        deck=["red Wizard", "red Wizard", "red Shaman", "blue Wizard"],
    )
    game.play("play purple Shaman", "tier 4")
    assert offered(game) == ["blue Wizard"]
    game.play("blue Wizard")

    assert game.decision.kind == "act"
    assert game.table.halls[0] == {"Shaman": FOUR, "Wizard": ["red", "blue"]}
    assert game.table.hands[0] == ["red Shaman", "red Wizard", "red Wizard"]


def test_rule_22c_a_later_step_that_cannot_be_carried_out_at_all_lapses() -> None:
    game = lay(
        {"Shaman": ["red", "blue"], "Wizard": ["red"]},
        {},
        cards="alliance",
        hands=[["green Shaman"], []],
        deck=["red Wizard", "red Wizard", "red Shaman"],
    )
    game.play("play green Shaman", "tier 2")

    assert (game.decision.kind, game.table.actions) == ("act", 1)
    assert len(game.table.hands[0]) == 3


# 22c: exchanges


def test_rule_22c_an_exchange_moves_everything_at_once_so_what_leaves_never_completes_a_chapter() -> None:
    game = lay(
        {"Farmer": FOUR},
        {"Farmer": ["purple"], "Weaver": ["red"]},
        hands=[["red Trader"], []],
    )
    game.play("play red Trader", "tier 0", "player 2", "red Farmer", "purple Farmer")

    assert game.table.completed == [[], []]
    assert game.table.halls == [
        {"Farmer": ["blue", "green", "yellow", "purple"]},
        {"Weaver": ["red"], "Farmer": ["red"]},
    ]


def test_rule_22c_the_bard_may_get_the_twin_of_the_card_it_gives() -> None:
    for pile in (["red Monk", "blue Druid"], ["blue Druid", "red Monk"]):
        game = lay({"Monk": ["red"]}, {}, cards="fellowship", hands=[["red Bard"], []], discard=pile)
        game.play("play red Bard", "tier 0", "red Monk", "red Monk")
        assert game.table.halls[0] == {"Monk": ["red"]}
        assert game.table.discard == ["blue Druid", "red Monk"]


def test_rule_22c_the_bard_does_not_close_a_chapter_with_the_card_it_gives_away() -> None:
    game = lay({"Monk": FOUR}, {}, cards="fellowship", hands=[["red Bard"], []], discard=["purple Monk"])
    game.play("play red Bard", "tier 0", "red Monk", "purple Monk")

    assert game.table.completed[0] == []
    assert game.table.halls[0] == {"Monk": ["blue", "green", "yellow", "purple"]}


def test_rule_22c_the_three_point_exchange_is_judged_afterwards() -> None:
    game = lay(
        {"Weaver": ["red", "blue"]},
        {"Weaver": ["red", "green"], "Farmer": ["red"]},
        completed=[["Trader"], []],
        vp_row=["3 one for two"],
    )
    game.play("buy 1", "chapter Trader")
    lay_down(game)
    game.play("use ability", "player 2", "red Weaver")
    # The red Weaver enters the other hall, so its twin there is one of the two that come back.
    assert offered(game) == ["red Weaver"]
    game.play("red Weaver", "green Weaver")

    assert game.table.halls == [{"Weaver": ["red", "blue", "green"]}, {"Weaver": ["red"], "Farmer": ["red"]}]


def test_rule_22c_two_equal_cards_are_never_placed_by_one_effect() -> None:
    from_hand = lay({"Weaver": FOUR[:2]}, {}, hands=[["green Weaver", "red Farmer", "red Farmer"], []])
    from_hand.play("play green Weaver")
    assert offered(from_hand) == ["tier 0", "no tier"]

    pile = ["red Monk", "red Monk", "blue Druid"]
    from_pile = lay(
        {"Bard": FOUR[:2], "Ranger": ["red"]},
        {},
        cards="fellowship",
        hands=[["green Bard"], []],
        discard=pile,
    )
    from_pile.play("play green Bard", "tier 2", "red Bard", "blue Bard", "blue Druid")
    assert offered(from_pile) == ["red Monk"]
    from_pile.play("red Monk")
    assert hall_cards(from_pile) == ["blue Druid", "red Monk", "red Ranger"]


def test_rule_22c_two_equal_hidden_cards_are_never_placed_by_one_effect_either() -> None:
    game = lay(
        {"Psion": FOUR[:2]},
        {},
        cards="alliance",
        hands=[["green Psion"], ["red Wizard", "red Wizard"]],
    )
    game.play("play green Psion", "tier 2", "player 2", "red Wizard")

    assert game.decision.kind == "act"
    assert game.table.halls[0]["Wizard"] == ["red"]
    assert game.table.hands[1] == ["red Wizard"]


def test_rule_22c_a_hidden_duplicate_is_discarded_on_top_of_what_was_given() -> None:
    game = lay(
        {"Bard": FOUR[:2], "Monk": ["red"]},
        {},
        cards="fellowship",
        hands=[["green Bard"], []],
        discard=["red Monk", "green Druid", "blue Ranger"],
    )
    game.play("play green Bard", "tier 2", "blue Bard", "red Bard", "green Druid", "red Monk")

    assert game.table.discard == ["blue Ranger", "blue Bard", "red Bard", "red Monk"]
    assert game.table.halls[0] == {"Druid": ["green"], "Monk": ["red"]}


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
    assert offered(game) == [f"{colour} Weaver" for colour in COLOURS]
    game.play("red Weaver", "blue Weaver", "green Weaver", "yellow Weaver", "purple Weaver")
    assert offered(game) == [f"{colour} Farmer" for colour in COLOURS]


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


def both_over_the_limit(to_play: int) -> Game:
    """A table where a Trader gave both players their fourth completed chapter."""
    mine, theirs = {"Farmer": FOUR, "Weaver": ["purple"]}, {"Farmer": ["purple"], "Weaver": FOUR}
    halls, hands = [theirs, theirs], [[], []]
    halls[to_play], hands[to_play] = mine, ["red Trader"]
    completed = [["Dancer", "Assassin", "Historian"], ["Dancer", "Assassin", "Historian"]]
    game = lay(*halls, hands=hands, completed=completed, to_play=to_play)
    game.play("play red Trader", "tier 0", f"player {2 - to_play}", "purple Weaver", "purple Farmer")
    return game


@pytest.mark.parametrize("active", [0, 1])
def test_rule_22d_of_two_players_over_the_limit_the_active_one_discards_first(active: int) -> None:
    game = both_over_the_limit(active)
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
    game = both_over_the_limit(0)
    game.play("chapter Farmer", *(f"{colour} Farmer" for colour in COLOURS))

    assert game.table.completed[0] == ["Dancer", "Assassin", "Historian"]
    assert game.table.discard == [f"{colour} Farmer" for colour in COLOURS]


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
