"""Tournaments between bots, with every bot on every seat equally often, and ratings.

Ratings use the scale of chess: 400 points more mean ten times the chance of winning. A seat's chance of winning is its
strength divided by the sum of all strengths at the table (the Bradley-Terry model, or Luce's for more than two
players). The ratings are maximum-likelihood estimates, with intervals from the curvature there. A victory of several
seats counts as a win for each of them in `tables`, but the ratings split it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from math import log
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from guildhall.bots import OwnBot, is_own, name_of
from guildhall.core import files
from guildhall.core.chances import Z95
from guildhall.core.errors import BadSetup, short

from .frames import has_won, is_finished, share_columns, winners_of
from .run import Entrant, Simulation, simulate

__all__ = ["Tournament", "line_ups", "rate", "tournament"]

POINTS = 400 / log(10)  # of rating per factor e
VIRTUAL = 1.0  # games added to every table, shared by all its seats, so that a bot without wins can be rated
_RIDGE = 1e-6  # only differences matter, so the equations are singular without it
_STEPS = 100


@dataclass(frozen=True)
class Tournament:
    """The results of a tournament.

    `tables` has one row per line-up and seat: table, seat, bot, wins, n (games finished). `ratings` has one row per
    bot: rating with its interval, in chess points (400 more mean ten times the chance of winning, and 0 is the mean of
    all), wins, n and the share of its seats that won.
    """

    tables: pl.DataFrame
    ratings: pl.DataFrame

    @property
    def seats(self) -> pl.DataFrame:
        """The share of games that each bot wins on each seat."""
        counted = self.tables.group_by("bot", "seat", maintain_order=True).agg(pl.col("wins", "n").sum())
        return counted.with_columns(share_columns(pl.col("wins"), pl.col("n"))).sort("bot", "seat")


def line_ups(bots: int, seats: int) -> Iterator[tuple[int, ...]]:
    """Iterate over all seatings: every choice of bots, rotated so that each takes every seat.

    With fewer bots than seats all of them are at every table and some take more than one seat.

    >>> list(line_ups(2, 2))
    [(0, 1), (1, 0)]
    >>> len(list(line_ups(3, 4)))
    12
    """
    choose = combinations if bots >= seats else combinations_with_replacement
    for group in choose(range(bots), seats):
        if len(set(group)) < min(bots, seats):
            continue
        yield from dict.fromkeys(group[turn:] + group[:turn] for turn in range(seats))


def tournament(
    bots: Mapping[str, Entrant] | Sequence[str | OwnBot],
    *,
    game: str = "guildhall",
    games: int = 1000,
    players: int = 2,
    seed: int = 0,
    out: str | os.PathLike[str] | None = None,
    **options: Any,
) -> Tournament:
    """Play `games` games at every table of `line_ups`, with the same deals at each so that luck evens out.

    `bots` is a list of names and objects with a choose method, or a mapping of names to weights or such objects. `out`
    stores all games, a directory per table, so that the same call can resume after a crash. The other options are those
    of `simulate` and `new_game`.

    >>> cup = tournament(["greedy", "random"], games=50, seed=1)
    >>> cup.ratings["bot"].to_list()
    ['greedy', 'random']
    """
    if isinstance(bots, str) or not isinstance(bots, Iterable):
        raise BadSetup(f"bots must be a list of two or more, such as ['greedy', 'random'], not {short(bots)}")
    entered: dict[str, Entrant] = dict(bots) if isinstance(bots, Mapping) else _by_name(bots)
    if len(entered) < 2:
        raise BadSetup("a tournament needs at least two bots with different names")
    if isinstance(players, bool) or not isinstance(players, int):
        raise BadSetup(f"players must be a whole number of at least 2, not {short(players)}")
    if players < 2:
        raise BadSetup("a tournament needs at least two players; for a single player, compare scores instead")
    names = list(entered)
    tables = list(line_ups(len(names), players))
    results = []
    for table, seated in enumerate(tables):
        place = None if out is None else files.refuse_link(out) / f"{table:04}"
        at = [entered[names[bot]] for bot in seated]
        sim = simulate(
            game, bots=at, games=games, players=players, seed=seed, out=place, **{"frames": "games", **options}
        )
        if len(sim) < games:
            raise KeyboardInterrupt
        results.append(_result(sim))
    played = _tables(names, tables, results)
    return Tournament(played, _ratings(names, tables, results, played))


def _by_name(bots: Iterable[str | OwnBot]) -> dict[str, Entrant]:
    """Return the bots by name, objects by their own names."""
    entered: dict[str, Entrant] = {}
    for bot in bots:
        name = name_of(bot) if is_own(bot) else str(bot)
        if is_own(entered.get(name, bot)) and name in entered:
            raise BadSetup(f"two bots have the name {name}; name them yourself: {{'first': …, 'second': …}}")
        entered[name] = bot
    return entered


@dataclass(frozen=True)
class _Result:
    """The result of one table: wins per seat, the same with shared wins split, and games finished."""

    wins: list[int]
    shares: list[float]
    finished: int


def _result(sim: Simulation) -> _Result:
    games = sim.scan("games")
    bits, seats = winners_of(games), range(len(sim.rules.seats))
    part = 1 / bits.bitwise_count_ones()
    counted = games.select(
        *(has_won(bits, seat).sum().alias(f"wins {seat}") for seat in seats),
        *(part.filter(has_won(bits, seat)).sum().alias(f"part {seat}") for seat in seats),
        is_finished(games).sum().alias("finished"),
    ).collect()
    wins, shares = ([counted[f"{what} {seat}"].item() for seat in seats] for what in ("wins", "part"))
    return _Result(wins, shares, counted["finished"].item())


def _tables(names: list[str], tables: list[tuple[int, ...]], results: list[_Result]) -> pl.DataFrame:
    rows = [
        (table, seat, names[bot], result.wins[seat], result.finished)
        for table, (seated, result) in enumerate(zip(tables, results, strict=True))
        for seat, bot in enumerate(seated)
    ]
    return pl.DataFrame(rows, schema=["table", "seat", "bot", "wins", "n"], orient="row")


def _ratings(
    names: list[str], tables: list[tuple[int, ...]], results: list[_Result], played: pl.DataFrame
) -> pl.DataFrame:
    rating, half = rate(np.array(tables), np.array([result.shares for result in results]))
    rated = pl.DataFrame({"bot": names, "rating": rating, "rating_low": rating - half, "rating_high": rating + half})
    won = played.group_by("bot").agg(pl.col("wins", "n").sum())
    both = rated.join(won, on="bot", how="left", maintain_order="left")
    return both.with_columns(share_columns(pl.col("wins"), pl.col("n"))).sort("rating", descending=True)


# --- Ratings ---


def rate(tables: NDArray[np.int64], wins: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return ratings, and half the width of their 95 % intervals.

    `tables[t, seat]` is the number of the bot there, and `wins[t, seat]` the number of games that seat won at that
    table, with shared wins split equally. Zero is the mean of all bots, each weighted by the information in its games:
    a bot that never wins has little.

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
    """Return the maximum-likelihood strengths, by Newton's method with steps of at most 1."""
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
    """Return the gradient and curvature of the log-likelihood."""
    weights = np.exp(seats @ strength)
    chance = np.einsum("ts,tsb->tb", weights / weights.sum(axis=1, keepdims=True), seats)
    slope = won - games @ chance - _RIDGE * strength
    curve = np.diag(games @ chance) - np.einsum("t,ta,tb->ab", games, chance, chance) + _RIDGE * np.eye(len(strength))
    return slope, curve
