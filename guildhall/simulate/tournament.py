"""Bots against each other, every bot on every seat equally often, and what they are worth."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from guildhall.core.errors import BadSetup

from .measures import share_columns
from .ratings import rate
from .run import Bot, simulate

__all__ = ["Tournament", "line_ups", "tournament"]


@dataclass(frozen=True)
class Tournament:
    """What came of a tournament.

    `tables` has one row for a line-up and seat: table, seat, bot, wins, n (games finished).
    `ratings` has one row a bot: rating with its interval, wins, n and the share of its seats that won.
    """

    tables: pl.DataFrame
    ratings: pl.DataFrame

    @property
    def seats(self) -> pl.DataFrame:
        """How often each bot wins on each seat."""
        counted = self.tables.group_by("bot", "seat", maintain_order=True).agg(pl.col("wins", "n").sum())
        return counted.with_columns(share_columns(pl.col("wins"), pl.col("n"))).sort("bot", "seat")


def line_ups(bots: int, seats: int) -> Iterator[tuple[int, ...]]:
    """Who sits where: every choice of bots, turned around the table so that each sits everywhere.

    With fewer bots than seats all of them are at every table and some sit there more than once.

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
    bots: Mapping[str, Bot] | Sequence[str],
    *,
    game: str = "guildhall",
    games: int = 1000,
    players: int = 2,
    seed: int = 0,
    out: str | os.PathLike[str] | None = None,
    **options: Any,
) -> Tournament:
    """Let bots play `games` games at every table of `line_ups`; the same deals at each, so that luck evens out.

    `bots` are names, or a mapping of names to weights.  `out` keeps all games, a directory a table, and lets the same
    call go on after a crash.  The other options are those of `simulate` and `new_game`.

    >>> cup = tournament(["greedy", "random"], games=50, seed=1)
    >>> cup.ratings["bot"].to_list()
    ['greedy', 'random']
    """
    entered: dict[str, Bot] = dict(bots) if isinstance(bots, Mapping) else {name: name for name in bots}
    if len(entered) < 2:
        raise BadSetup("a tournament needs two bots or more, each with a name of its own")
    if players < 2:
        raise BadSetup("a tournament needs two players or more; alone there is nobody to beat, compare scores instead")
    names = list(entered)
    tables = list(line_ups(len(names), players))
    wins = np.zeros((len(tables), players), np.int64)
    for table, seated in enumerate(tables):
        place = None if out is None else Path(out) / f"{table:04}"
        at = [entered[names[bot]] for bot in seated]
        sim = simulate(
            game, bots=at, games=games, players=players, seed=seed, out=place, **{"frames": "games", **options}
        )
        wins[table] = [(sim.games["winner"] == seat).sum() for seat in range(players)]
        if len(sim) < games:
            raise KeyboardInterrupt
    return Tournament(_tables(names, tables, wins), _ratings(names, tables, wins))


def _tables(names: list[str], tables: list[tuple[int, ...]], wins: Any) -> pl.DataFrame:
    rows = [
        (table, seat, names[bot], int(wins[table, seat]), int(wins[table].sum()))
        for table, seated in enumerate(tables)
        for seat, bot in enumerate(seated)
    ]
    return pl.DataFrame(rows, schema=["table", "seat", "bot", "wins", "n"], orient="row")


def _ratings(names: list[str], tables: list[tuple[int, ...]], wins: Any) -> pl.DataFrame:
    rating, half = rate(np.array(tables), wins)
    rated = pl.DataFrame({"bot": names, "rating": rating, "rating_low": rating - half, "rating_high": rating + half})
    won = _tables(names, tables, wins).group_by("bot").agg(pl.col("wins", "n").sum())
    both = rated.join(won, on="bot", how="left", maintain_order="left")
    return both.with_columns(share_columns(pl.col("wins"), pl.col("n"))).sort("rating", descending=True)
