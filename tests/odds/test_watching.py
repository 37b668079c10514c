"""Estimates as they come: ever sharper, ending like the answer in one go, cancelled between two of them."""

from __future__ import annotations

import threading
from inspect import signature
from math import sqrt

import numpy as np
import pytest

import guildhall as gh
from guildhall import odds
from guildhall.kernel.chance import series
from guildhall.odds.live import Weights


@pytest.fixture(scope="module")
def game():
    game = gh.new_game(players=3, first=0, seed=5)
    game.run("greedy", until=lambda game: game.table.turn_no >= 13 and game.decision.kind == "act")
    return game


@pytest.fixture(scope="module")
def finished():
    game = gh.new_game(players=2, first=0, seed=4)
    game.run("greedy")
    return game


class Counting:
    """Rules that count their roll-outs."""

    def __init__(self, rules):
        self.rules = rules
        self.rolled = 0
        self.lock = threading.Lock()

    def __getattr__(self, name):
        return getattr(self.rules, name)

    @property
    def __class__(self):
        return type(self.rules)

    def roll_out(self, view, weights, seeds, **options):
        with self.lock:
            self.rolled += len(seeds)
        return self.rules.roll_out(view, weights, seeds, **options)


def counted(game):
    other = game.branch()
    other.rules = Counting(game.rules)
    return other


# --- watch ------------------------------------------------------------------------------------------------

QUESTIONS = (odds.win, odds.goals, odds.chapters, odds.what_if, odds.survival, odds.parties, odds.review)


@pytest.mark.parametrize("ask", QUESTIONS, ids=lambda ask: ask.__name__)
def test_a_question_and_its_watch_take_the_same_arguments(ask):
    now, watched = signature(ask), signature(ask.watch)

    assert now.parameters == watched.parameters
    assert (now.return_annotation, watched.return_annotation) == ("pl.DataFrame", "Generator[pl.DataFrame]")


def test_without_a_number_of_roll_outs_the_last_frame_is_the_answer_too(game):
    *_, last = odds.win.watch(game, seed=1)

    assert last.equals(odds.win(game, seed=1))


def test_roll_outs_build_no_view(finished, monkeypatch):
    begun = finished.record.game(30)
    monkeypatch.setattr(type(begun.rules), "view", lambda *_: pytest.fail("a view was built"))

    assert odds.win(begun, n=10).height == 2
    assert odds.what_if(begun, n=10)["n"][0] == 10
    assert odds.review(begun, n=12).height


@pytest.mark.parametrize("threads", [1, 2])
def test_the_last_frame_is_the_answer_in_one_go(game, threads):
    chapters = list(odds.chapters.watch(game, 0, turns=2, n=1500, seed=3, threads=threads))
    wins = list(odds.win.watch(game, 0, n=300, seed=3, threads=threads))

    assert chapters[-1].equals(odds.chapters(game, 0, turns=2, n=1500, seed=3))
    assert wins[-1].equals(odds.win(game, 0, n=300, seed=3))


def test_every_frame_rests_on_more_roll_outs_than_the_one_before(game):
    frames = list(odds.chapters.watch(game, 0, turns=1, n=5000))

    numbers = [frame["n"].max() for frame in frames]
    assert numbers == [50, 100, 200, 400, 800, 1600, 2600, 3600, 4600, 5000]
    widths = [(frame["high"] - frame["low"]).max() for frame in frames]
    assert widths[-1] < widths[0] / 4


def test_every_frame_is_the_answer_for_its_number_of_roll_outs(game):
    for frame in odds.chapters.watch(game, 0, turns=1, n=400, seed=9):
        assert frame.equals(odds.chapters(game, 0, turns=1, n=int(frame["n"].max()), seed=9))


@pytest.mark.parametrize("threads", [1, 2])
def test_the_first_estimate_waits_for_fifty_roll_outs_only(game, threads):
    watched = counted(game)
    frames = odds.chapters.watch(watched, 0, n=1_000_000, threads=threads)

    next(frames)

    assert watched.rules.rolled == 50


@pytest.mark.parametrize("threads", [1, 2])
def test_a_watch_that_is_closed_rolls_out_no_more(game, threads):
    watched = counted(game)
    frames = odds.chapters.watch(watched, 0, turns=1, n=1_000_000, threads=threads)
    next(frames)
    next(frames)

    frames.close()

    rolled = watched.rules.rolled
    assert rolled <= 1600  # what two threads had under way
    assert list(frames) == []
    assert watched.rules.rolled == rolled


def test_a_watch_stops_at_the_wished_precision(game):
    frames = list(odds.chapters.watch(game, 0, turns=1, n=100_000, precision=0.05))

    widths = [(frame["high"] - frame["low"]).max() for frame in frames]
    assert widths[-1] <= 0.1
    assert all(width > 0.1 for width in widths[:-1])


def test_a_watch_without_sense_is_refused_at_the_call(game):
    with pytest.raises(gh.BadOdds, match="turns must be a whole number of at least 1"):
        odds.chapters.watch(game, turns=0)
    with pytest.raises(gh.BadOdds, match="threads must be a whole number of at least 1"):
        odds.chapters(game, threads=0)


# --- weigh ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def choice():
    """A decision with several options."""
    game = gh.new_game(players=2, first=0, seed=8)
    game.run("greedy", until=lambda game: game.table.turn_no >= 9 and len(game.options) >= 4)
    return game


@pytest.mark.parametrize("threads", [1, 2])
def test_the_last_weights_are_the_answer_in_one_go(choice, threads):
    frames = list(odds.what_if.watch(choice, turns=2, n=300, seed=1, threads=threads))

    assert frames[-1].equals(odds.what_if(choice, turns=2, n=300, seed=1))
    assert [frame["n"].unique().to_list() for frame in frames] == [[50], [100], [200], [300]]


def test_weights_are_those_of_each_option_by_itself(choice):
    chapter = choice.rules.goals[0]
    frame = odds.what_if(choice, turns=3, goal=chapter, n=150, seed=2)

    assert set(frame["option"]) == {option.phrase for option in choice.options}
    for option in choice.options:
        rolled = choice.rules.roll_out(
            choice.view(choice.decision.seat),
            choice.rules.weights("greedy"),
            series(2, 0, 150),
            turns=3,
            option=option.id,
        )
        assert frame.filter(option=option.phrase)["p"].item() == rolled.goals[:, 0].mean()


def test_an_option_lies_behind_the_best_by_the_roll_outs_in_which_they_differ(choice):
    frame = odds.what_if(choice, n=400, seed=3)
    best = frame.row(0, named=True)

    assert (best["behind"], best["behind_low"], best["behind_high"]) == (0, 0, 0)
    for row in frame.iter_rows(named=True):
        assert row["behind"] == pytest.approx(best["p"] - row["p"])
        assert row["behind_low"] <= row["behind"] <= row["behind_high"]


def test_a_paired_interval_rests_on_what_differs():
    # Of 100 roll-outs, both succeed in 40, only the best in 20, only the other in 10, neither in 30.
    weights = Weights(np.array([[60, 40], [40, 50]]), 100)

    behind, low, high = weights.behind(1, 0)

    half = 1.959964 * sqrt((20.5 + 10.5) / 102 - (10 / 102) ** 2) / sqrt(102)
    assert behind == 0.1
    assert (low, high) == pytest.approx((10 / 102 - half, 10 / 102 + half))


def test_weights_are_not_moved_by_what_is_played_meanwhile(choice):
    game = choice.branch()
    frames = odds.what_if.watch(game, turns=1, n=100, seed=4)
    next(frames)
    game.play(game.options[0])

    assert next(frames).equals(odds.what_if(choice, turns=1, n=100, seed=4))


def test_weights_that_are_closed_roll_out_no_more(choice):
    watched = counted(choice)
    frames = odds.what_if.watch(watched, turns=1, n=100_000, threads=1)
    next(frames)

    frames.close()

    assert watched.rules.rolled == 50 * len(choice.options)


def test_a_game_that_is_over_has_nothing_to_weigh(finished):
    with pytest.raises(gh.GameOver, match="no options to compare"):
        odds.what_if.watch(finished)


# --- along ------------------------------------------------------------------------------------------------


def test_points_along_a_game_are_those_of_win_at_each_ply(finished):
    record = finished.record
    wanted = [10, 60, 30]

    points = list(odds.along(record, 1, plies=wanted, n=150, seed=2))

    assert [point.ply for point in points] == wanted
    for point in points:
        row = odds.win(record.game(point.ply), 1, n=150, seed=2).row(1, named=True)
        assert point[1:] == (row["p"], row["low"], row["high"])


def test_every_ply_has_its_point_and_the_end_is_known(finished):
    points = list(odds.along(finished.record, finished.outcome.winner, n=1))

    assert [point.ply for point in points] == list(range(finished.ply + 1))
    assert points[-1] == (finished.ply, 1.0, 1.0, 1.0)
    loser = 1 - finished.outcome.winner
    assert next(odds.along(finished, loser, plies=[finished.ply], n=1)) == (finished.ply, 0.0, 0.0, 0.0)


def test_points_come_one_by_one_and_leave_the_game_as_it_was(finished):
    watched = counted(finished)
    ply = watched.ply
    points = odds.along(watched, n=50)

    next(points)
    next(points)
    points.close()

    assert watched.rules.rolled == 100
    assert watched.ply == ply


def test_a_variation_has_its_own_points(finished):
    record = finished.record
    game = record.game(20)
    other = next(option for option in game.options if option.id != record.moves[20])
    path = record.add_variation(20, [other])

    points = list(odds.along(record, line=path, plies=[20, 21], n=100))

    game.play(other)
    assert points[1].p == odds.win(game, 0, n=100)["p"][0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"plies": [100_000]}, "unknown ply 100000; the line has plies 0 to"),
        ({"n": 0}, "n must be a whole number of at least 1"),
        ({"line": (20, 0)}, "a game has no variations; pass its record"),
    ],
)
def test_points_without_sense_are_refused_at_the_call(finished, arguments, message):
    with pytest.raises(gh.BadOdds, match=message):
        odds.along(finished, **arguments)
