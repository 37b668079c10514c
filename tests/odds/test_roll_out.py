"""Roll-outs as users call them: a bot for all seats or for each, points beside winners, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

import guildhall as gh
from guildhall.bots import rows
from guildhall.core.game import Game
from guildhall.kernel.chance import generator

SEEDS = np.arange(300)
EVERY_GAME = ("guildhall", "advyria", "guild-master", "hundred-halls")


@pytest.fixture(scope="module")
def game():
    return gh.new_game(players=2, seed=7)


def won(rolled, seat):
    return (rolled.winners >> seat & 1).mean()


def test_one_bot_on_all_seats_is_a_row_for_each(game):
    rules, view = game.rules, game.view(0)
    option = game.options[0].id

    one = rules.roll_out(view, rules.weights("greedy"), SEEDS, option=option)
    each = rules.roll_out(view, rows(rules, ["greedy", "greedy"]), SEEDS, option=option)

    for some, others in zip(one, each, strict=True):
        np.testing.assert_array_equal(some, others)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_what_a_seat_has_seen_serves_in_the_place_of_its_view(name):
    game = gh.new_game(name, players=2, seed=3)
    rules, seat = game.rules, game.decision.seat
    seen, view = game.seen(seat), game.view(seat)

    assert rules.resample(seen, 5).tobytes() == rules.resample(view, 5).tobytes()
    assert rules.last_turn(seen, 2) == rules.last_turn(view, 2)
    with pytest.raises(gh.GuildhallError, match="there is no seat 2"):
        game.seen(2)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_points_and_winners_are_those_of_the_world_played_on(name):
    """A roll-out is the game that bots play on from the world that is dealt."""
    start = gh.new_game(name, players=2, seed=3)
    rules, view = start.rules, start.view(start.decision.seat)
    bots = [rules.usual_bot, "random"]
    rolled = rules.roll_out(view, rows(rules, bots), [5, 6])

    for number, seed in enumerate((5, 6)):
        world, weights = Game(rules, rules.resample(view, seed)), rows(rules, bots)
        while not world.over:
            seat = world.decision.seat
            world.play(rules.choose(world.state, weights[seat], generator(seed, 1 + seat)))
        assert rolled.points[number].tolist() == list(world.outcome.points)
        assert rolled.winners[number] == sum(1 << seat for seat in world.outcome.winners)


def test_the_stronger_bot_wins_from_both_seats(game):
    rules, view = game.rules, game.view(0)

    first = rules.roll_out(view, rows(rules, ["greedy", "random"]), SEEDS)
    second = rules.roll_out(view, rows(rules, ["random", "greedy"]), SEEDS)

    assert won(first, 0) > 0.9
    assert won(second, 0) < 0.1


def test_weights_of_another_form_are_refused(game):
    rules, view = game.rules, game.view(0)
    row = rules.weights("greedy")

    for wrong in (row[:-1], row[None], np.tile(row, (3, 1)), np.zeros((2, 2, 2))):
        with pytest.raises(gh.BadSetup, match=r"a row of \d+ weights, or one for each of 2 seats"):
            rules.roll_out(view, wrong, SEEDS)


@pytest.mark.parametrize("option", [10**6, 312, -1, -7])
def test_a_roll_out_cannot_begin_with_an_illegal_option(game, option):
    assert option not in {each.id for each in game.options}
    with pytest.raises(gh.IllegalOption, match=f"option {option} is not legal there"):
        game.rules.roll_out(game.view(0), game.rules.weights("greedy"), SEEDS, option=option)
