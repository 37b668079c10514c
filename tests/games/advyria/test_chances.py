"""Exact chances against games and draws that are tried out one by one."""

from __future__ import annotations

import itertools
from fractions import Fraction

import polars as pl
import pytest

import guildhall as gh
from tests.games.advyria.tables import FAIRY, JOKER, SEEKER, WARRIOR, WIZARD, lay

HALF = Fraction(1, 2)


def chances(game):
    return game.rules.quest_chances, game.view(0)


# --- To reach a field ---


def neighbours(board, field):
    return next(one.next for one in board.fields if one.id == field)


def within(board, field, steps):
    """All fields at most so many steps away, walked step by step."""
    found = {field}
    for _ in range(steps):
        found |= {other for one in found for other in neighbours(board, one)}
    return found


def brute_reach(board, here, target, taken, dice):
    """The best chance by trying every roll and every field."""
    if dice == 0:
        return Fraction(0)
    total = Fraction(0)
    for die in range(1, 7):
        ends = within(board, here, die) - taken
        best = max(Fraction(1) if end == target else brute_reach(board, end, target, taken, dice - 1) for end in ends)
        total += best / 6
    return total


@pytest.mark.parametrize(("target", "figures"), [("c2", ["a1", "f6"]), ("f6", ["a1", "c1"]), ("d4", ["c4", "d5"])])
@pytest.mark.parametrize("dice", [1, 2])
def test_the_chance_to_reach_a_field_is_that_of_trying_every_roll(target, figures, dice):
    game = lay([], [], figures=figures)
    odds, view = chances(game)

    assert odds.reach(view, target, dice=dice) == brute_reach(
        game.rules.box.board, figures[0], target, {figures[1]}, dice
    )


def test_a_field_next_door_is_certain_an_occupied_one_impossible_and_the_own_one_is_reached_by_staying():
    odds, view = chances(lay([], [], figures=["a1", "b1"]))

    assert odds.reach(view, "a2") == 1
    assert odds.reach(view, "b1") == 0
    assert odds.reach(view, "a1") == 1


def test_three_dice_reach_the_far_corner_as_often_as_their_sum_does():
    odds, view = chances(lay([], figures=["a1"]))
    sums = [sum(dice) >= 10 for dice in itertools.product(range(1, 7), repeat=3)]

    assert odds.reach(view, "f6", dice=3) == Fraction(sum(sums), len(sums))


# --- To find an adventure ---


def brute_find(board, here, unknown, taken, dice, target):
    """The best chance to land on `target`, which a player knows only to be one of the unknown tiles."""

    def expected(field, left, moves):
        if moves == 0:
            return Fraction(0)
        total = Fraction(0)
        for die in range(1, 7):
            values = []
            for end in within(board, field, die) - taken:
                new = end in left
                values.append(new + expected(end, left - {end}, moves - 1))
            total += max(values) / 6
        return total

    return expected(here, frozenset(unknown), dice) / len(unknown)


@pytest.mark.parametrize("dice", [1, 2])
def test_the_chance_to_find_an_adventure_by_moving_is_that_of_trying_every_roll(dice):
    tiles = {"d1": "Moon Well", "c2": "Gold", "a4": "Gold", "f5": "Gold"}
    game = lay([], [], figures=["a1", "c1"], tiles=tiles)
    odds, view = chances(game)

    found = odds.find(view, "Moon Well", dice=dice)

    assert found == brute_find(game.rules.box.board, "a1", set(tiles), {"c1"}, dice, "d1")


def test_the_chance_to_find_an_adventure_by_looking_is_the_share_of_tiles_looked_at():
    game = lay([FAIRY] * 2, tiles={"b1": "Moon Well", "c1": "Gold", "d1": "Gold", "e1": "Owl Court"})
    odds, view = chances(game)

    assert odds.find(view, "Moon Well", looks=1) == Fraction(1, 4)
    assert odds.find(view, "Moon Well", looks=3) == Fraction(3, 4)
    assert odds.find(view, "Moon Well", looks=9) == 1
    game.play("play 2 Fairy", "look at c1")
    assert odds.find(game.view(0), "Moon Well", looks=1) == Fraction(1, 3)
    assert odds.find(game.view(0), "Owl Court", looks=1) == Fraction(1, 3)


def test_an_adventure_that_was_seen_is_found_where_it_lies_and_a_recovered_one_nowhere():
    tiles = {"c2": "Moon Well", "f5": "Gold"}
    odds, view = chances(lay([], figures=["a1"], tiles=tiles, peeked=[["c2"]], adventures=[["Owl Court"]]))

    assert odds.find(view, "Moon Well", looks=1) == 1
    assert odds.find(view, "Moon Well", dice=1) == odds.reach(view, "c2") == Fraction(2, 3)
    assert odds.find(view, "Owl Court", looks=1) == 0


# --- To finish a set ---


def brute_set(hand, deck, size, draws, kind):
    """The share of all draws that leave a set."""
    hits = [
        sum(card in (kind, JOKER) for card in (*hand, *drawn)) >= size for drawn in itertools.combinations(deck, draws)
    ]
    return Fraction(sum(hits), len(hits))


@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("hand", [[], [WARRIOR], [WARRIOR, JOKER], [SEEKER, FAIRY, JOKER]])
def test_the_chance_to_finish_a_set_is_that_of_trying_every_draw(hand, size):
    deck = [WARRIOR, WARRIOR, JOKER, WIZARD, WIZARD, SEEKER, FAIRY, "Moon Well"]
    odds, view = chances(lay(hand, deck=deck))

    assert odds.finish_set(view, WARRIOR, size) == brute_set(hand, deck, size, 3, WARRIOR)


def test_cards_in_other_hands_may_be_any_of_those_unseen():
    deck, other = [WARRIOR, WARRIOR, WIZARD, WIZARD], [SEEKER, JOKER]
    odds, view = chances(lay([WARRIOR], other, deck=deck))

    assert odds.finish_set(view, WARRIOR, 2) == brute_set([WARRIOR], deck + other, 2, 3, WARRIOR)


def test_a_draw_pile_that_runs_out_is_refilled_once_with_several_players_and_not_alone():
    zones = {"deck": [WIZARD], "discard": [WARRIOR, SEEKER, SEEKER]}
    alone, two = lay([WARRIOR], **zones), lay([WARRIOR], [], **zones)

    assert chances(alone)[0].finish_set(alone.view(0), WARRIOR) == 0
    assert chances(two)[0].finish_set(two.view(0), WARRIOR) == Fraction(2, 3)


def test_in_the_finale_the_draw_costs_a_wizard_which_is_shuffled_in():
    zones = {"finale": True, "discard": [WARRIOR, SEEKER, SEEKER, SEEKER]}
    with_one, without = lay([WARRIOR, WIZARD], **zones), lay([WARRIOR, JOKER], **zones)

    assert chances(with_one)[0].finish_set(with_one.view(0), WARRIOR) == Fraction(3, 5)
    assert chances(without)[0].finish_set(without.view(0), WARRIOR, 3) == 0
    assert chances(without)[0].finish_set(without.view(0), WARRIOR, 2) == 1


def test_the_chance_of_a_draw_agrees_with_many_games():
    game = lay([WARRIOR], [FAIRY] * 3, deck=[WARRIOR] * 4 + [JOKER] * 2 + [WIZARD] * 14, to_play=1)
    exact = float(chances(game)[0].finish_set(game.view(0), WARRIOR))
    hits = 0
    for seed in range(2000):
        world = game.rules.resample(game.view(0), seed)
        game.rules.apply(world, game.rules.options(world)[-1])
        hand = game.rules.table(world).hands[0]
        hits += hand.count(WARRIOR) + hand.count(JOKER) >= 2

    assert abs(hits / 2000 - exact) < 0.04


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda odds, view: odds.finish_set(view, WIZARD), "forms no sets"),
        (lambda odds, view: odds.finish_set(view, WARRIOR, 5), "size must be"),
        (lambda odds, view: odds.reach(view, "b1", dice=4), "dice must be"),
        (lambda odds, view: odds.find(view, "Moon Well"), "give either looks"),
    ],
)
def test_a_question_without_an_answer_says_what_is_wrong(ask, says):
    with pytest.raises(gh.BadOdds, match=says):
        ask(*chances(lay([])))


def test_the_odds_of_the_kit_ask_the_same_questions():
    game = lay(
        [WARRIOR], [], figures=["a1", "f6"], tiles={"b1": "Moon Well", "c1": "Gold"}, deck=[WARRIOR, WIZARD, WIZARD]
    )
    odds, view = chances(game)

    assert gh.odds.quests.reach(game, "c2", dice=2) == odds.reach(view, "c2", dice=2)
    assert gh.odds.quests.find(game, "Moon Well", looks=1) == odds.find(view, "Moon Well", looks=1) == HALF
    assert gh.odds.quests.finish_set(game, WARRIOR, draws=1) == Fraction(1, 3)
    with pytest.raises(gh.BadOdds, match="guildhall has no fields to reach"):
        gh.odds.quests.reach(gh.new_game("guildhall"), "c2")


# --- Live odds ---


def test_live_odds_tell_who_wins_and_which_adventures_are_completed():
    game = gh.new_game("advyria", players=2, seed=4)
    game.run("greedy", until=lambda game: game.table.turn_no == 20)
    wins, adventures = gh.odds.win(game, n=200), gh.odds.chapters(game, seat=0, turns=3, n=200)

    assert wins["n"].to_list() == [200, 200]
    assert 0.8 <= wins["p"].sum() <= 1.2  # a shared victory counts for both
    assert adventures["chapter"].to_list() == list(game.rules.names.adventures)
    done = {name for names in game.table.adventures for name in names}
    assert adventures.filter(pl.col("chapter").is_in(done))["p"].sum() == 0


def test_an_adventure_within_reach_with_its_card_in_hand_is_completed_almost_surely():
    hand = [SEEKER, SEEKER, "Moon Well"]
    game = lay(hand, [], figures=["a1", "f6"], tiles={"b1": "Moon Well", "e6": "Gold"}, open=["b1"], finale=True)
    found = gh.odds.chapters(game, seat=0, turns=1, n=200).filter(chapter="Moon Well")

    assert found["p"].item() == 1


@pytest.fixture(scope="module", params=[1, 2, 3], ids=lambda players: f"players-{players}")
def halfway(request):
    """A game in which somebody has several things to do."""
    game = gh.new_game("advyria", players=request.param, seed=4)
    game.run("greedy", until=lambda game: game.table.turn_no >= 9 and len(game.options) >= 4)
    return game


def test_the_last_estimate_of_a_watch_is_the_answer_in_one_go(halfway):
    seat = halfway.decision.seat
    adventures = list(gh.odds.chapters.watch(halfway, seat, turns=2, n=200, seed=3))
    wins = list(gh.odds.win.watch(halfway, seat, n=200, seed=3))

    assert [frame["n"].max() for frame in adventures] == [50, 100, 200]
    assert adventures[-1].equals(gh.odds.chapters(halfway, seat, turns=2, n=200, seed=3))
    assert wins[-1].equals(gh.odds.win(halfway, seat, n=200, seed=3))
    assert wins[-1]["player"].to_list() == list(halfway.rules.seats)


def test_every_option_is_weighed_to_win_and_for_an_adventure(halfway):
    for wanted in ({}, {"goal": "Moon Well", "turns": 3}):
        frames = list(gh.odds.what_if.watch(halfway, n=100, seed=1, **wanted))

        assert frames[-1].equals(gh.odds.what_if(halfway, n=100, seed=1, **wanted))
        assert set(frames[-1]["option"]) == {option.phrase for option in halfway.options}
        assert (frames[-1]["behind"] >= 0).all()


def test_a_move_that_completes_an_adventure_is_the_best_for_it():
    hand = [SEEKER, SEEKER, WIZARD, "Moon Well"]
    game = lay(hand, [], figures=["a1", "f6"], tiles={"b1": "Moon Well", "e6": "Gold"}, open=["b1"], finale=True)

    found = gh.odds.what_if(game, goal="Moon Well", turns=1, n=100)
    chances = dict(found.select("option", "p").iter_rows())

    assert chances["play 2 Fortune Seeker"] == 1
    assert chances["play Moon Well"] == 0


def test_the_chance_to_win_goes_along_a_game_to_its_known_end(halfway):
    game = halfway.branch()
    game.run("greedy")
    winner = game.outcome.winner

    points = list(gh.odds.along(game.record, winner, plies=[halfway.ply, game.ply], n=60, seed=2))

    before = gh.odds.win(halfway, winner, n=60, seed=2).row(winner, named=True)
    assert points[0] == (halfway.ply, before["p"], before["low"], before["high"])
    assert points[1] == (game.ply, 1.0, 1.0, 1.0)


def test_alone_every_option_wins_so_only_an_adventure_tells_them_apart():
    game = lay([SEEKER, SEEKER, "Moon Well"], figures=["a1"], tiles={"b1": "Moon Well", "e6": "Gold"}, open=["b1"])

    assert gh.odds.what_if(game, n=50)["p"].unique().to_list() == [1.0]
    assert gh.odds.what_if(game, goal="Moon Well", turns=1, n=50)["p"].n_unique() > 1


@pytest.mark.parametrize(
    "ask", [gh.odds.draws.unseen, gh.odds.draws.next_draw, lambda game: gh.odds.draws.goal_in(game, "Fairy")]
)
def test_exact_draws_for_chapters_are_refused_in_words(ask):
    with pytest.raises(gh.BadOdds, match="advyria has no goals that drawing completes"):
        ask(lay([]))


def test_the_own_turns_are_counted_from_the_view_of_the_seat():
    game = gh.new_game("advyria", players=3, first=1, seed=2)

    assert game.rules.last_turn(game.view(0), 2) == 3 + 3  # first comes seat 1, then seat 2, then seat 0
    game.run("greedy", until=lambda game: game.table.turn_no == 2)
    assert game.rules.last_turn(game.view(2), 1) == 2
    assert game.rules.last_turn(game.view(1), 1) == 4
