"""Games side by side: the same as one by one, whatever is played in the other lanes, and nothing hidden in sight."""

from __future__ import annotations

import numpy as np
import pytest

import guildhall as gh
from guildhall.adapters.match import Lanes, by_margin

GAMES = {
    "guildhall": {"players": 3, "turn_limit": 4},
    "advyria": {"players": 2, "turn_limit": 6},
    "guild-master": {"players": 2, "short": True},
    "hundred-halls": {"players": 1},
}
EVERY_GAME = pytest.mark.parametrize("game", GAMES)


def begun(lanes, lane):
    """The game of a lane, as the rest of the kit begins it."""
    return gh.new_game(lanes.rules.game, seed=int(lanes.seeds[lane]), **GAMES[lanes.rules.game])


@EVERY_GAME
def test_lanes_play_the_games_that_are_played_one_by_one(game):
    lanes = Lanes(game, lanes=3, seed=5, reward="margin", **GAMES[game])
    each, coin, ended = [begun(lanes, lane) for lane in range(3)], np.random.default_rng(1), 0

    while ended < 2:
        actions = lanes.sample(coin)
        step = lanes.step(actions)
        for lane, one in enumerate(each):
            one.play(int(actions[lane]))
            assert (step.terminated | step.truncated)[lane] == one.over
            assert step.truncated[lane] == (one.over and one.outcome.reason == "unfinished")
            nothing = [0.0] * len(one.rules.seats)
            assert step.rewards[lane].tolist() == (list(by_margin(one.outcome)) if one.over else nothing)
            if one.over:
                ended += 1
                each[lane] = one = begun(lanes, lane)
            assert np.flatnonzero(step.mask[lane]).tolist() == sorted(option.id for option in one.options)
            assert step.deciders[lane] == one.decision.seat
            seen = one.rules.observing.observe(one.state, one.decision.seat)
            np.testing.assert_array_equal(step.rows[lane], seen)

    assert lanes.games.max() >= 3
    assert lanes.game(1).options == each[1].options


@EVERY_GAME
def test_rows_hold_nothing_that_the_deciding_seat_cannot_know(game):
    lanes = Lanes(game, lanes=8, seed=2, **GAMES[game])
    coin, observing, moved = np.random.default_rng(2), lanes.rules.observing, 0

    for number in range(30):
        step = lanes.step(lanes.sample(coin))
        games = [lanes.game(lane) for lane in range(8)]
        views = [one.view(seat) for one, seat in zip(games, step.deciders.tolist(), strict=True)]
        others = np.concatenate([lanes.rules.resample(view, number) for view in views])
        moved += sum(other.tobytes() != one.state.tobytes() for other, one in zip(others, games, strict=True))
        np.testing.assert_array_equal(observing.observe_many(others, step.deciders), step.rows)

    assert moved > 100  # the worlds do differ


def test_lanes_are_the_games_of_a_simulation_with_the_same_seed():
    lanes, sim = Lanes(lanes=5, seed=9, players=2), gh.simulate(players=2, games=5, seed=9)

    assert lanes.seeds.tolist() == sim.games["seed"].to_list()


def test_an_illegal_option_is_named_with_its_lane_and_changes_nothing():
    lanes = Lanes(lanes=4, seed=1, players=2)
    actions, before = lanes.sample(np.random.default_rng(1)), [lanes.game(lane).state.tobytes() for lane in range(4)]

    for wrong in (-1, 10**6, 2**62, int(np.flatnonzero(lanes.now.mask[2] == 0)[0])):
        told = rf"option {wrong} is not legal in lane 2 for seat \d\. Legal: "
        with pytest.raises(gh.IllegalOption, match=told) as refused:
            lanes.step(np.array([*actions[:2], wrong, actions[3]]))
        assert refused.value.legal

    assert [lanes.game(lane).state.tobytes() for lane in range(4)] == before
    assert lanes.step(actions).rows.shape == (4, lanes.length)


@pytest.mark.parametrize("wrong", [[1, 2, 3], [[1, 2, 3, 4]], [1.0] * 4, ["pass"] * 4, [True] * 4, [[1], [1, 2]], 7])
def test_actions_of_another_form_are_refused(wrong):
    with pytest.raises(gh.BadSetup, match="whole number"):
        Lanes(lanes=4, players=2).step(wrong)


def test_what_is_given_out_is_not_what_the_lanes_go_by():
    lanes = Lanes(lanes=4, seed=1, players=2)
    lanes.now.mask[:] = 1
    lanes.now.deciders[:] = 99

    with pytest.raises(gh.IllegalOption, match=r"in lane 0 for seat [01]\."):
        lanes.step([lanes.actions - 1] * 4)


def test_a_reset_begins_the_same_games_and_another_seed_others():
    lanes = Lanes(lanes=4, seed=1, players=2, turn_limit=2)
    first, coin = lanes.now.rows, np.random.default_rng(1)
    while lanes.games.max() < 4:
        lanes.step(lanes.sample(coin))

    np.testing.assert_array_equal(lanes.reset().rows, first)
    assert (lanes.reset(seed=2).rows != first).any()


def test_choices_are_uniform_among_what_is_legal():
    lanes, coin = Lanes(lanes=1, seed=1, players=2), np.random.default_rng(1)
    legal = np.flatnonzero(lanes.now.mask[0])
    drawn = np.bincount([int(lanes.sample(coin)[0]) for _ in range(2000)], minlength=lanes.actions)

    assert set(np.flatnonzero(drawn)) == set(legal)
    assert np.ptp(drawn[legal]) < 0.5 * drawn[legal].mean()


@pytest.mark.parametrize("wrong", [{"lanes": 0}, {"lanes": "2"}, {"reward": "glory"}, {"players": 9}, {"seed": "x"}])
def test_what_cannot_be_set_up_is_refused(wrong):
    with pytest.raises(gh.BadSetup):
        Lanes(**{"lanes": 2, **wrong})


def test_there_is_no_game_beyond_the_lanes():
    with pytest.raises(gh.BadSetup, match="the lanes are 0 to 1"):
        Lanes(lanes=2, players=2).game(2)
