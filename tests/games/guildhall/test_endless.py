"""Rule 29: a game in which nobody can do anything but refresh ends unfinished, never silently and never not at all."""

from __future__ import annotations

import numpy as np

import guildhall as gh
from guildhall.bots import rows

# Four greedy bots come to a point where every card outside the halls would duplicate in its holder's hall.
STUCK = 5572784641797535618


def test_rule_29_a_game_that_is_stuck_ends_unfinished():
    game = gh.new_game(players=4, seed=STUCK)
    weights = rows(game.rules, ["greedy"] * 4)

    columns = game.rules.play_games(np.array([STUCK], dtype=np.uint64), weights)

    assert columns["turns"].tolist() == [1000]
    assert columns["winner"].tolist() == [-1]


def test_rule_29_nobody_wins_an_unfinished_game():
    game = gh.new_game(players=2, seed=1, turn_limit=3)
    game.run("greedy")

    assert game.outcome.winner is None
    assert game.outcome.reason == "unfinished"
