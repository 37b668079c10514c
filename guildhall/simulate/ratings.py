"""Ratings on the scale of chess: 400 points more are ten times the chance to win.

At a table the chance of a seat to win is its strength over the sum of all strengths (Bradley and Terry's model, for
more than two players Luce's).  The ratings are the likeliest ones; their intervals come from the curvature there.
"""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from guildhall.core.intervals import Z95

__all__ = ["rate"]

POINTS = 400 / log(10)  # of rating for a factor e
VIRTUAL = 1.0  # games added to every table, won by all its seats alike: a bot that never wins is rated all the same
_RIDGE = 1e-6  # only differences count, so the equations leave one number open
_STEPS = 100


def rate(tables: NDArray[np.int64], wins: NDArray[np.int64]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Ratings, and half the width of their 95 % intervals.

    `tables[t, seat]` is the number of the bot there; `wins[t, seat]` are the games that seat won at that table.
    Zero is the mean of all bots, each counted by how much its games tell: a bot that never wins tells little.

    >>> ratings, half = rate(np.array([[0, 1], [1, 0]]), np.array([[100, 10], [10, 100]]))
    >>> [round(float(rating)) for rating in ratings], round(float(half[0]))
    ([196, -196], 39)
    """
    seats = np.eye(int(tables.max()) + 1)[tables]
    counted = wins + VIRTUAL / tables.shape[1]
    won, games = np.einsum("ts,tsb->b", counted, seats), counted.sum(axis=1)
    strength = _likeliest(seats, won, games)
    curve = _slopes(strength, seats, won, games)[1]
    weights = np.diag(curve) / np.trace(curve)
    centred = np.eye(len(strength)) - weights
    spread = centred @ np.linalg.inv(curve) @ centred.T
    return centred @ strength * POINTS, Z95 * POINTS * np.sqrt(np.diag(spread))


def _likeliest(seats: NDArray[Any], won: NDArray[Any], games: NDArray[Any]) -> NDArray[Any]:
    """The strengths under which the results are likeliest, by Newton's method with steps of at most 1."""
    strength = np.zeros(len(won))
    for _ in range(_STEPS):
        step = np.linalg.solve(*reversed(_slopes(strength, seats, won, games)))
        strength += step / max(1.0, float(np.abs(step).max()))
        if np.abs(step).max() < 1e-9:
            break
    return strength


def _slopes(
    strength: NDArray[Any], seats: NDArray[Any], won: NDArray[Any], games: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Slope and curvature of the log-likelihood."""
    weights = np.exp(seats @ strength)
    chance = np.einsum("ts,tsb->tb", weights / weights.sum(axis=1, keepdims=True), seats)
    slope = won - games @ chance - _RIDGE * strength
    curve = np.diag(games @ chance) - np.einsum("t,ta,tb->ab", games, chance, chance) + _RIDGE * np.eye(len(strength))
    return slope, curve
