"""Rules 1 to 8: the things and places of the game, what is public, and the set-up."""

from __future__ import annotations

from collections import Counter

import pytest

import guildhall as gh
from guildhall.core.game import Game
from tests.games.guildhall.tables import (
    COLOURS,
    FOUR,
    end_turn,
    first_game,
    hall_cards,
    lay,
    lay_down,
    named,
    offered,
    profession_cards,
    refresh,
)

OLD_WORLD = ("Weaver", "Dancer", "Assassin", "Farmer", "Trader", "Historian")


def kept(game: Game) -> Game:
    """The game after the first player kept all nine cards."""
    game.play("done")
    return game


def founded(game: Game) -> Game:
    """The game after every player kept the cards and founded a hall with the first ones offered."""
    while game.table.turn_no == 0:
        game.play("done" if game.decision.kind == "mulligan" else game.options[0])
    return game


def hand_of(game: Game) -> list[str]:
    """The first player's hand."""
    hand: list[str] = game.table.hands[0]
    return hand


def colours_of(game: Game) -> set[str]:
    """The colours in the first player's hand."""
    return {card.split()[0] for card in hand_of(game)}


# Things and places


def test_rule_1_the_deck_holds_four_copies_of_five_colours_of_six_professions() -> None:
    kinds = [f"{colour} {profession}" for profession in OLD_WORLD for colour in COLOURS]

    assert profession_cards(gh.new_game(cards="old-world", seed=3)) == Counter(dict.fromkeys(kinds, 4))


def test_rule_1_a_chapter_is_all_cards_of_a_profession_in_one_guildhall() -> None:
    game = lay({"Weaver": ["red", "blue"]}, {"Weaver": ["green"]}, hands=[["yellow Weaver"], []])
    game.play("play yellow Weaver", "no tier")
    refresh(game)

    assert game.table.halls == [{"Weaver": ["red", "blue", "yellow"]}, {"Weaver": ["green"]}]


def test_rule_2_every_player_has_six_places_and_the_table_shares_six() -> None:
    table = lay(
        {"Weaver": ["red"]},
        {},
        hands=[["blue Weaver"], ["green Farmer"]],
        areas=[["red Trader"], []],
        completed=[["Dancer", "Farmer", "Dancer"], []],
        vp_cards=[["5"], ["4 take one"]],
        tokens=[2, 0],
        discard=["red Farmer", "blue Farmer"],
        deck=["green Trader"],
        vp_row=["9", "5", None, "5", "4 take one"],
        vp_deck=["3 place any"],
    ).table

    assert table.hands == [["blue Weaver"], ["green Farmer"]]
    assert table.halls == [{"Weaver": ["red"]}, {}]
    assert table.areas == [["red Trader"], []]
    assert table.completed == [["Dancer", "Farmer", "Dancer"], []]
    assert (table.vp_cards, table.tokens, table.vp) == ([["5"], ["4 take one"]], [2, 0], [7, 4])
    assert (table.deck, table.discard) == (["green Trader"], ["red Farmer", "blue Farmer"])
    assert (table.vp_row, table.vp_deck) == (["9", "5", None, "5", "4 take one"], ["3 place any"])


def test_rule_3_a_guildhall_cannot_be_laid_out_with_two_cards_of_one_chapter_and_colour() -> None:
    with pytest.raises(gh.BadPosition, match="red Weaver would be a duplicate"):
        lay({"Weaver": ["red", "blue", "red"]}, {})


def test_rule_3_an_action_area_may_hold_equal_cards() -> None:
    game = lay({}, {}, cards="gathering", areas=[[], ["red Herald"]], hands=[["red Herald", "red Trickster"], []])
    game.play("play red Trickster", "tier 0", "player 2", "red Herald")

    assert game.table.areas[1] == ["red Herald", "red Herald"]


# What is public


def test_rule_4_a_seat_sees_its_own_hand_and_only_the_size_of_the_others() -> None:
    game = lay({}, {}, {}, hands=[["red Weaver"], ["blue Farmer", "blue Farmer"], []], deck=["red Dancer"])
    view = game.view(0)

    assert view.hand == ["red Weaver"]
    assert view.hand_sizes == [1, 2, 0]
    assert view.known == [[], [], []]
    assert view.deck == [None]
    assert "blue Farmer" not in repr(view)
    assert "red Dancer" not in repr(view)


def test_rule_4_halls_areas_the_row_and_total_vp_are_public() -> None:
    game = lay(
        {"Weaver": ["red"]},
        {"Farmer": ["blue"]},
        areas=[["red Trader"], []],
        vp_cards=[["5"], []],
        tokens=[1, 3],
        vp_row=["9", "5"],
    )

    for seat in (0, 1):
        view = game.view(seat)
        assert view.halls == [{"Weaver": ["red"]}, {"Farmer": ["blue"]}]
        assert view.areas == [["red Trader"], []]
        assert view.vp_row == ["9", "5", None, None, None]
        assert view.vp == [6, 3]


def test_rule_4_the_order_of_the_vp_deck_is_hidden() -> None:
    view = lay(vp_row=["5"], vp_deck=["9", "3 place any", "9"]).view(0)

    assert view.vp_deck_size == 3
    assert not hasattr(view, "vp_deck")
    assert "3 place any" not in repr(view)


def test_rule_4_the_professions_of_completed_chapters_are_public() -> None:
    game = lay({"Weaver": FOUR}, {}, completed=[["Farmer"], []], areas=[["purple Weaver"], []])
    end_turn(game)

    assert game.view(1).completed == [["Farmer", "Weaver"], []]


def test_rule_4_cards_discarded_one_at_a_time_are_remembered_below_the_top() -> None:
    game = lay(hands=[["red Weaver", "blue Weaver"], []], deck=["red Dancer"] * 4 + ["blue Dancer"] * 2)
    game.play("refresh", "discard blue Weaver", "discard red Weaver", "done")

    assert game.view(1).discard == ["blue Weaver", "red Weaver"]


def test_rule_4_a_seat_remembers_a_hand_it_looked_at_and_nobody_else_does() -> None:
    game = lay(
        {},
        {},
        {},
        cards="alliance",
        hands=[["red Psion"], ["blue Shaman", "green Wizard"], []],
        seed=2,
    )
    game.play("play red Psion", "tier 0", "player 2", "blue Shaman")

    assert game.view(0).known[1] == ["green Wizard"]
    assert game.view(2).known[1] == []


def test_rule_4_a_seat_remembers_the_deck_cards_it_looked_at_until_the_next_shuffle() -> None:
    game = lay(
        {"Artificer": ["red", "blue"], "Alchemist": ["red", "blue"]},
        {},
        cards=["Artificer", "Alchemist", "Rogue"],
        hands=[["green Artificer", "green Alchemist", "red Artificer"], []],
        deck=["red Rogue", "blue Rogue", "green Rogue", "yellow Rogue"],
    )
    game.play("play green Artificer", "tier 2", "green Rogue", "yellow Rogue", "blue Rogue")
    assert game.view(0).deck == [None, "yellow Rogue", "blue Rogue"]
    assert game.view(1).deck == [None, None, None]

    game.play("play green Alchemist", "tier 2", "red Artificer", "red Rogue")
    assert game.view(0).deck == [None, None]


def test_rule_4_a_card_known_on_the_deck_is_known_in_the_hand_that_draws_it() -> None:
    game = lay(
        {"Artificer": ["red", "blue"]},
        {},
        {},
        cards="coalition",
        hands=[["green Artificer"] + ["red Warlock"] * 4 + ["blue Warlock", "green Warlock"], [], []],
        deck=["red Paladin", "red Rogue", "blue Rogue", "green Rogue", "yellow Rogue"],
    )
    game.play("play green Artificer", "tier 2", "green Rogue", "yellow Rogue", "blue Rogue")
    refresh(game)
    refresh(game)

    assert len(game.table.hands[1]) == 4
    assert game.view(0).known[1] == ["blue Rogue", "yellow Rogue"]
    assert game.view(2).known[1] == []


def test_rule_4_a_shuffle_ends_the_memory_of_the_discard_pile() -> None:
    game = lay(discard=["red Weaver", "blue Weaver", "red Farmer", "blue Farmer"] * 2)
    assert game.view(1).discard[0] == "red Weaver"
    refresh(game)

    assert game.view(1).discard == []
    assert game.view(1).deck == [None, None]
    assert game.view(1).known[0] == []


def test_rule_4_on_screen_the_size_of_the_deck_is_a_question_mark() -> None:
    game = gh.new_game(players=2, seed=1)

    for shown in (repr(game), game.rules.text(game.view(0), None), game._repr_html_()):
        assert "Deck: ?" in shown
        assert str(game.view(0).deck_size) == "102"
        assert "102" not in shown


def test_rule_4a_tokens_are_counted_in_points_and_the_supply_never_ends() -> None:
    game = lay({"Farmer": ["red", "blue", "green"]}, {}, hands=[["yellow Farmer"], []], tokens=[999, 0])
    game.play("play yellow Farmer", "tier 3")

    assert game.table.tokens == [1001, 0]
    assert game.table.vp == [1001, 0]


def test_rule_4a_a_token_on_a_card_is_one_point() -> None:
    game = lay({}, {}, cards="alliance", tokens=[0, 5], completed=[["Marshal"], []], vp_row=["3 steal a token"])
    game.play("buy 1", "chapter Marshal")
    lay_down(game)
    game.play("use ability", "player 2")

    assert game.table.tokens == [1, 4]


# The set-up


@pytest.mark.parametrize("players", [2, 3])
def test_rule_5_for_two_or_three_players_two_fives_and_one_of_every_other_kind_are_removed(
    players: int,
) -> None:
    table = gh.new_game(players=players, seed=4).table
    counts = Counter([*table.vp_row, *table.vp_deck])

    assert counts.pop("5") == 4
    assert set(counts.values()) == {2}
    assert len(counts) == 8
    assert (len(table.vp_row), len(table.vp_deck)) == (5, 15)


def test_rule_5_four_players_use_all_thirty_vp_cards_and_five_lie_in_the_row() -> None:
    table = gh.new_game(players=4, seed=4).table
    counts = Counter([*table.vp_row, *table.vp_deck])

    assert counts.pop("5") == 6
    assert set(counts.values()) == {3}
    assert (len(table.vp_row), len(table.vp_deck)) == (5, 25)
    assert None not in table.vp_row


def test_rule_5_the_seed_shuffles_the_vp_cards() -> None:
    orders = []
    for seed in (1, 1, 2, 3):
        table = gh.new_game(seed=seed).table
        orders.append((*table.vp_deck, *table.vp_row))

    assert orders[0] == orders[1]
    assert len(set(orders)) == 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rule_6_nine_cards_are_dealt_to_each_player(players: int) -> None:
    table = gh.new_game(players=players, seed=5).table

    assert [len(hand) for hand in table.hands] == [9] * players
    assert len(table.deck) == 120 - 9 * players


def test_rule_6_the_seed_shuffles_the_cards() -> None:
    hands = [tuple(gh.new_game(seed=seed).table.hands[0]) for seed in (1, 1, 2, 3)]

    assert hands[0] == hands[1]
    assert len(set(hands)) == 3


def test_rule_6_the_first_player_is_given() -> None:
    assert [gh.new_game(players=3, first=seat, seed=9).decision.seat for seat in range(3)] == [0, 1, 2]


def test_rule_6_or_the_first_player_is_drawn_from_the_seed() -> None:
    firsts = [gh.new_game(players=3, seed=seed).decision.seat for seed in range(40)]

    assert set(firsts) == {0, 1, 2}
    assert firsts == [gh.new_game(players=3, seed=seed).decision.seat for seed in range(40)]


def test_rule_7_the_order_of_the_mulligan_is_the_order_on_the_pile() -> None:
    game = first_game(lambda game: len(set(hand_of(game))) == 9)
    high, low = hand_of(game)[8], hand_of(game)[2]
    game.play(f"discard {high}", f"discard {low}")

    assert game.decision.kind == "mulligan"
    assert game.table.discard == [high, low]
    assert len(hand_of(game)) == 7


def test_rule_7_after_the_mulligan_the_hand_is_drawn_back_to_nine() -> None:
    game = first_game(lambda game: True)
    top = game.table.deck[-3:]
    for _ in range(3):
        game.play(game.options[0])
    left = hand_of(game)
    game.play("done")

    assert Counter(hand_of(game)) == Counter(left) + Counter(top)
    assert game.decision.kind == "found"


def test_rule_7_all_nine_cards_or_none_may_be_discarded() -> None:
    keeper, changer = gh.new_game(first=0, seed=1), gh.new_game(first=0, seed=1)
    dealt = hand_of(keeper)
    keeper.play("done")
    changer.play(*(f"discard {card}" for card in dealt), "done")

    assert hand_of(keeper) == dealt
    assert changer.table.discard == dealt
    assert len(hand_of(changer)) == 9
    assert len(changer.table.deck) == len(keeper.table.deck) - 9


def test_rule_7_the_mulligan_and_the_founding_go_in_turn_order_and_then_the_first_player_begins() -> None:
    game = gh.new_game(players=3, first=1, seed=6)
    steps = []
    while game.table.turn_no == 0:
        steps.append((game.decision.seat, game.decision.kind))
        game.play("done" if game.decision.kind == "mulligan" else game.options[0])

    each = ["mulligan", "found", "found", "found"]
    assert steps == [(seat, kind) for seat in (1, 2, 0) for kind in each]
    assert (game.decision.seat, game.decision.kind, game.table.actions) == (1, "act", 2)


def test_rule_7_founding_places_three_cards_of_the_hand_into_the_guildhall() -> None:
    game = kept(first_game(lambda game: len(set(hand_of(game))) == 9))
    hand = hand_of(game)
    game.play(", ".join([hand[7], hand[0], hand[4]]))

    assert hall_cards(game) == [hand[0], hand[4], hand[7]]
    assert len(hand_of(game)) == 6
    assert (game.decision.seat, game.decision.kind) == (1, "mulligan")


def test_rule_7_founding_never_offers_a_second_card_of_one_chapter_and_colour() -> None:
    game = kept(first_game(lambda game: len(set(hand_of(game))) == 8))
    (twin,) = [card for card, copies in Counter(hand_of(game)).items() if copies == 2]
    assert twin in offered(game)
    game.play(twin)

    assert twin in hand_of(game)
    assert twin not in offered(game)


def test_rule_7_in_a_mega_saga_two_professions_of_one_archetype_and_colour_cannot_found_together() -> None:
    cards = ["Monk", "Psion", "Fighter", "Cleric"]
    pair = ["red Monk", "red Psion"]
    game = kept(first_game(lambda game: set(pair) <= set(hand_of(game)), cards=cards, saga="mega"))
    game.play("red Monk")

    assert "red Psion" not in offered(game)
    assert {"blue Monk", "blue Psion", "blue Cleric", "red Cleric"} & set(offered(game))


def test_rule_7_masters_never_duplicate_when_founding() -> None:
    game = kept(first_game(lambda game: hand_of(game).count("Seeker") >= 2, masters=True))
    other = next(card for card in hand_of(game) if not card.endswith("Weaver") and " " in card)
    game.play(f"Seeker, Seeker, {other}")

    assert game.table.halls[0]["Weaver"] == ["Seeker", "Seeker"]


def test_rule_7_who_cannot_found_with_three_cards_places_as_many_as_possible() -> None:
    mystics = ["Monk", "Psion", "Artificer", "Alchemist"]
    game = first_game(lambda game: len(colours_of(game)) == 2, cards=mystics, saga="mega")
    kept(game)
    game.play(game.options[0])
    game.play(game.options[0])

    assert len(game.table.halls[0]["Mystic"]) == 2
    assert len(hand_of(game)) == 7
    assert (game.decision.seat, game.decision.kind) == (1, "mulligan")


@pytest.mark.parametrize(("players", "professions", "wanted"), [(2, 1, 27), (4, 2, 45)])
def test_rule_7_a_deck_with_too_few_cards_is_refused(players: int, professions: int, wanted: int) -> None:
    cards = ["Monk", "Bard", "Druid"][:professions]
    with pytest.raises(gh.BadSetup, match=f"at least {wanted} cards; this one has {20 * professions}"):
        gh.new_game(players=players, cards=cards)

    assert gh.new_game(players=players, cards=["Monk", "Bard", "Druid"][: professions + 1]).options


def test_rule_8_no_chapter_is_complete_after_the_set_up() -> None:
    def has_three_weavers(game: Game) -> bool:
        return len({card for card in hand_of(game) if card.endswith("Weaver")}) >= 3

    game = kept(first_game(has_three_weavers))
    weavers = sorted({card for card in hand_of(game) if card.endswith("Weaver")})[:3]
    game.play(", ".join(weavers))
    founded(game)

    assert len(game.table.halls[0]["Weaver"]) == 3
    assert game.table.completed == [[], []]
    assert named(game.events, "complete") == []
