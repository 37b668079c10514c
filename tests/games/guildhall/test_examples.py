"""The sixteen examples of the rules, each played out."""

from __future__ import annotations

from collections import Counter

import pytest

import guildhall as gh
from tests.games.guildhall.tables import (
    COLOURS,
    FOUR,
    end_turn,
    hall_cards,
    lay,
    lay_down,
    named,
    offered,
    refresh,
)


def test_example_1_two_duelists_offer_tiers_0_and_2_if_an_opponent_holds_two_cards() -> None:
    hall = {"Duelist": ["red", "blue"]}
    for opponent, tiers in (
        (["red Herald", "blue Herald"], ["tier 0", "tier 2", "no tier"]),
        (["red Herald"], ["tier 0", "no tier"]),
    ):
        game = lay(hall, {}, {}, cards="gathering", hands=[["green Duelist"], ["red Invoker"], opponent])
        game.play("play green Duelist")
        assert offered(game) == tiers


def test_example_2_a_blue_duelist_in_the_hall_keeps_a_blue_duelist_from_being_played() -> None:
    hands = [["blue Duelist", "red Duelist"], []]
    game = lay({"Duelist": ["blue"]}, {}, cards="gathering", hands=hands)

    assert offered(game) == ["play red Duelist", "refresh"]


def test_example_3_a_bard_completes_the_monks_and_a_red_monk_can_follow() -> None:
    game = lay(
        {"Monk": ["red", "blue", "yellow", "green"], "Ranger": ["red"]},
        {},
        cards="fellowship",
        hands=[["red Monk", "blue Bard"], []],
        discard=["purple Monk", "red Druid"],
        vp_row=[],
    )
    assert offered(game) == ["play blue Bard", "refresh"]
    game.play("play blue Bard", "tier 0", "red Ranger", "purple Monk")
    assert game.table.completed[0] == ["Monk"]
    assert game.table.discard == ["red Druid", "red Ranger"]
    assert offered(game) == ["play red Monk", "refresh"]
    game.play("play red Monk", "no tier")

    assert game.table.halls[0] == {"Bard": ["blue"], "Monk": ["red"]}


def test_example_4_a_duelist_in_the_own_area_blocks_also_when_an_opponent_put_it_there() -> None:
    own = lay(cards="gathering", hands=[["red Duelist", "blue Duelist"], []])
    own.play("play red Duelist", "no tier")
    assert offered(own) == ["refresh"]

    game = lay(
        cards="gathering",
        hands=[["red Duelist", "red Herald"], ["red Trickster", "green Duelist"]],
        to_play=1,
    )
    game.play("play red Trickster", "tier 0", "player 1", "green Duelist")
    refresh(game)
    assert game.table.areas[0] == ["green Duelist"]
    assert (game.decision.seat, offered(game)) == (0, ["play red Herald", "refresh"])


def test_example_5_a_trader_at_4_never_offers_a_chapter_that_would_duplicate() -> None:
    game = lay(
        {"Trader": FOUR, "Farmer": ["red"]},
        {"Farmer": ["red", "blue"], "Weaver": ["red"]},
        {"Trader": ["red"], "Dancer": ["red"]},
        hands=[["purple Trader"], [], []],
    )
    game.play("play purple Trader", "tier 4", "player 2")
    with_traders, with_farmers = game.branch(), game.branch()
    with_traders.play("chapter Trader")
    with_farmers.play("chapter Farmer")

    # Traders for Farmers would leave two red Farmers in the own hall, Farmers for Weavers two in the other.
    assert offered(with_traders) == ["chapter Weaver"]
    assert offered(with_farmers) == ["chapter Farmer"]


def test_example_5_a_trader_at_4_is_not_offered_where_every_exchange_would_duplicate() -> None:
    game = lay(
        {"Trader": FOUR},
        {"Trader": ["red"], "Weaver": ["red"]},
        hands=[["purple Trader"], []],
    )
    game.play("play purple Trader", "tier 4", "player 2", "chapter Trader")

    assert offered(game) == ["chapter Trader"]


def test_example_5_swapping_two_green_invokers_is_legal() -> None:
    game = lay(
        {"Invoker": ["green"]},
        {"Invoker": ["green"]},
        cards=["Rogue", "Invoker", "Monk"],
        hands=[["red Rogue"], []],
    )
    game.play("play red Rogue", "tier 0", "player 2", "green Invoker", "green Invoker")

    assert game.table.halls == [{"Invoker": ["green"]}, {"Invoker": ["green"]}]


def test_example_6_a_dancer_with_three_dancers_draws_three_and_leaves_the_actions_unchanged() -> None:
    game = lay(
        {"Dancer": ["red", "blue", "green"]},
        {},
        hands=[["yellow Dancer"], []],
        deck=["red Farmer", "blue Farmer", "green Farmer", "yellow Farmer"],
    )
    assert game.table.actions == 2
    game.play("play yellow Dancer", "tier 0")

    assert game.table.actions == 2
    assert game.table.hands[0] == ["blue Farmer", "green Farmer", "yellow Farmer"]


def test_example_7_a_fourth_completed_chapter_makes_its_owner_discard_on_an_opponents_turn_too() -> None:
    game = lay(
        {"Ranger": ["red"], "Monk": ["purple"]},
        {"Monk": FOUR},
        cards="fellowship",
        hands=[["blue Ranger"], []],
        completed=[[], ["Bard", "Druid", "Fighter"]],
    )
    game.play("play blue Ranger", "tier 0", "player 2", "purple Monk")
    assert (game.table.turn, game.decision.seat, game.decision.kind) == (0, 1, "limit")
    assert offered(game) == ["chapter Bard", "chapter Druid", "chapter Fighter", "chapter Monk"]
    game.play("chapter Druid")
    lay_down(game)

    assert game.table.completed[1] == ["Bard", "Fighter", "Monk"]
    assert len(game.table.discard) == 5
    assert (game.decision.seat, game.decision.kind) == (0, "act")


def test_example_8_the_seven_point_card_costs_two_chapters_and_gives_two_more_actions() -> None:
    game = lay(
        vp_row=["7 two actions", "5"],
        vp_deck=["3 place any", "4 take one"],
        completed=[["Farmer", "Weaver", "Farmer"], []],
    )
    farmers = ["red Farmer", "purple Farmer", "blue Farmer", "yellow Farmer", "green Farmer"]
    weavers = ["purple Weaver", "green Weaver", "blue Weaver", "red Weaver", "yellow Weaver"]
    game.play("buy 1", "chapter Farmer", "chapter Weaver", *farmers, *weavers)
    assert game.table.discard == [*farmers, *weavers]
    assert game.table.vp_row == ["4 take one", "5", None, None, None]
    assert game.table.areas[0] == ["7 two actions"]
    game.play("use ability")

    assert game.table.actions == 3
    assert game.table.completed[0] == ["Farmer"]


def test_example_9_twenty_points_win_only_at_the_end_of_the_own_turn() -> None:
    game = lay(tokens=[19, 20])
    end_turn(game)
    assert not game.over
    assert game.outcome.reason == ""
    end_turn(game)

    assert game.over
    assert (game.outcome.winner, game.outcome.points, game.outcome.reason) == (1, (19, 20), "target")
    assert game.decision.seat == -1


def test_example_9_who_falls_below_twenty_before_the_own_turn_ends_does_not_win() -> None:
    game = lay(
        {"Herald": ["red", "blue", "green"]},
        {},
        cards="gathering",
        tokens=[0, 20],
        hands=[["yellow Herald"], []],
    )
    game.play("play yellow Herald", "tier 3", "player 2")
    refresh(game)
    end_turn(game)

    assert not game.over
    assert game.table.vp == [2, 19]


@pytest.mark.parametrize("keeps_top", [False, True])
def test_example_10_a_deck_of_two_is_reshuffled_in_the_middle_of_a_refresh(keeps_top: bool) -> None:
    pile = ["red Farmer", "blue Farmer", "green Farmer", "red Trader"]
    game = lay(
        hands=[["red Weaver", "blue Weaver"], []],
        deck=["red Dancer", "blue Dancer"],
        discard=pile,
        reshuffle_keeps_top=keeps_top,
    )
    events = refresh(game)

    assert len(game.table.hands[0]) == 6
    assert {"red Dancer", "blue Dancer"} < set(game.table.hands[0])
    assert [event.data["cards"] for event in named(events, "shuffle")] == [3 if keeps_top else 4]
    assert game.table.discard == (["red Trader"] if keeps_top else [])


def test_example_11_a_weaver_at_4_closes_the_chapter_before_cards_return_to_the_hand() -> None:
    game = lay(
        {"Weaver": FOUR, "Farmer": FOUR},
        {},
        hands=[["purple Weaver", "purple Farmer"], []],
    )
    game.play("play purple Weaver", "tier 4", "purple Farmer", "done")
    assert offered(game) == ["red Weaver", "blue Weaver", "green Weaver"]
    game.play("red Weaver", "yellow Weaver")

    assert game.table.completed[0] == ["Farmer"]
    assert game.table.halls[0] == {"Weaver": ["blue", "green"]}
    assert game.table.hands[0] == ["red Weaver", "yellow Weaver"]


def test_example_12_a_seeker_stands_for_whatever_colour_is_free() -> None:
    hall = {"Weaver": ["blue", "green", "yellow", "Seeker"]}
    full = lay(hall, {}, masters=True, hands=[["red Weaver"], []])
    assert "play red Weaver" in offered(full)

    game = lay(
        hall,
        {},
        masters=True,
        hands=[["red Assassin", "red Weaver"], ["red Assassin"]],
        to_play=1,
    )
    game.play("play red Assassin", "tier 0", "player 1", "blue Weaver")
    refresh(game)
    assert game.table.halls[0] == {"Weaver": ["green", "yellow", "Seeker"]}
    game.play("play red Weaver", "no tier")
    refresh(game)

    assert game.table.halls[0] == {"Weaver": ["red", "green", "yellow", "Seeker"]}
    assert game.table.completed[0] == []


def test_example_12_with_four_colours_a_seeker_completes_the_chapter_as_the_fifth() -> None:
    game = lay({"Weaver": ["blue", "green", "yellow"]}, {}, masters=True, areas=[["Seeker", "red Weaver"], []])
    end_turn(game)

    assert game.table.completed[0] == ["Weaver"]


def test_example_13_two_players_have_a_vp_deck_of_twenty_cards_with_four_fives() -> None:
    table = gh.new_game(players=2).table
    cards = [*table.vp_row, *table.vp_deck]

    assert len(cards) == 20
    assert Counter(cards)["5"] == 4


def test_example_14_two_assassins_need_two_chapters_in_one_other_hall() -> None:
    hands = [["green Assassin"], [], []]
    hall = {"Assassin": ["red", "blue"]}
    apart = lay(hall, {"Farmer": FOUR}, {"Weaver": FOUR}, hands=hands)
    together = lay(hall, {"Farmer": ["red"], "Weaver": ["red"]}, {}, hands=hands)
    apart.play("play green Assassin")
    together.play("play green Assassin")

    assert offered(apart) == ["tier 0", "no tier"]
    assert offered(together) == ["tier 0", "tier 2", "no tier"]
    together.play("tier 2", "player 2", "red Farmer, red Weaver")
    assert hall_cards(together, seat=1) == []


def test_example_15_in_a_mega_saga_a_cleric_with_a_druid_and_two_shamans_draws_three() -> None:
    deck = [f"{colour} Monk" for colour in COLOURS]
    game = lay(
        {"Priest": ["red Druid", "blue Shaman", "green Shaman"]},
        {},
        cards=["fellowship", "alliance", "coalition"],
        saga="mega",
        hands=[["yellow Cleric"], []],
        deck=deck,
    )
    game.play("play yellow Cleric", "tier 0")

    assert game.table.hands[0] == ["green Monk", "yellow Monk", "purple Monk"]
    assert game.table.actions == 2


def journeyman(spent: str) -> gh.Game:
    """A table where the card on the Journeyman House has just been bought with a chapter."""
    game = lay(houses=True, vp={"4 draw five": 10}, completed=[[spent], []], tokens=[0, 1])
    slot = game.table.houses.index("Journeyman House")
    game.play(f"buy {slot + 1}", f"chapter {spent}")
    lay_down(game)
    return game


@pytest.mark.parametrize("own", ["use ability", "no ability"])
@pytest.mark.parametrize("spent", ["Farmer", "Assassin"])
def test_example_16_the_journeyman_house_comes_after_the_vp_cards_ability(spent: str, own: str) -> None:
    game = journeyman(spent)
    assert "4 draw five" in game.decision.prompt
    game.play(own)
    assert "Journeyman House" in game.decision.prompt
    assert (game.decision.kind, offered(game)) == ("ability", ["use ability", "no ability"])
    game.play("use ability", "player 2")

    assert game.table.tokens == [0, 0]
    assert game.decision.kind == "act"


def test_example_16_the_journeyman_house_needs_a_leader_or_a_warrior_chapter() -> None:
    game = journeyman("Weaver")
    game.play("no ability")

    assert game.decision.kind == "act"
    assert game.table.tokens == [0, 1]


def test_example_16_the_journeyman_house_may_be_left() -> None:
    game = journeyman("Farmer")
    game.play("no ability", "no ability")

    assert game.decision.kind == "act"
    assert game.table.tokens == [0, 1]
