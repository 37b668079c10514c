"""Rulings 22b and 22c: picks and moves inside a tier, steps around chance, exchanges."""

from __future__ import annotations

import pytest

from tests.games.guildhall.tables import FOUR, hall_cards, lay, lay_down, named, offered

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


def test_rule_22b_a_card_of_the_discard_pile_closes_a_chapter_too() -> None:
    baker = """[Baker]
archetype = "Mage"
tier.0 = [
  { place = "any", from = "my hand" },
  { place = 1, from = "discard pile" },
  { take = 1, from = "my hall", to = "my hand" },
]
"""
    game = lay(
        {"Farmer": FOUR, "Weaver": ["red"]},
        {},
        hands=[["green Baker", "red Farmer"], []],
        discard=["purple Farmer", "blue Weaver"],
        cards=["Farmer", "Weaver", "Dancer", "Trader", "Fighter", "Baker"],
        card_texts=[("own.toml", baker)],
    )
    game.play("play green Baker", "tier 0")
    twin, none = game.branch(), game.branch()
    twin.play("red Farmer", "done")
    none.play("done", "purple Farmer")

    assert offered(twin) == ["blue Weaver"]  # with the purple one the red twin would lie in a closed chapter
    assert offered(none) == ["red Weaver"]
    none.play("red Weaver")
    assert none.table.completed[0] == ["Farmer"]


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
