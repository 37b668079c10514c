"""Run whole games in bulk, on threads: game number i is the same whatever the chunks and the number of threads."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from guildhall.bots import Botable, WeightBot, rows
from guildhall.core.errors import BadSetup
from guildhall.kernel.chance import series

from .frames import REASONS, games_schema

__all__ = ["Simulation", "simulate"]

CHUNK = 256
Bot = str | Mapping[str, float] | WeightBot
Progress = Callable[[int, int], None] | bool | None


@dataclass(frozen=True)
class Simulation:
    """Finished games of one series and what they were played with."""

    rules: Botable
    bots: tuple[Any, ...]
    seed: int
    asked: int
    columns: Mapping[str, NDArray[Any]]

    @cached_property
    def games(self) -> pl.DataFrame:
        """One row a game."""
        schema = games_schema(len(self.rules.seats))
        types: Any = dict(schema)
        frame = pl.DataFrame(dict(self.columns))
        winner = pl.when(pl.col("winner") < 0).then(None).otherwise(pl.col("winner")).alias("winner")
        reason = pl.col("reason").replace_strict(dict(enumerate(REASONS)), return_dtype=pl.String)
        return frame.with_columns(winner, reason).select(list(schema)).cast(types)

    def __len__(self) -> int:
        return len(self.columns["game"])

    def __repr__(self) -> str:
        bots = ", ".join(str(bot) for bot in self.bots)
        return f"Simulation of {len(self)} games of {self.rules.game} (seed {self.seed}) by {bots}"


def simulate(
    game: str = "guildhall",
    *,
    bots: Sequence[Bot] | Bot = "greedy",
    games: int = 1000,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = None,
    **options: Any,
) -> Simulation:
    """Play `games` games and gather them; the other options are those of `new_game`.

    `bots` is one bot for all seats or a list with one for each: a name, named weights, or a `WeightBot`.
    `progress` is True for a progress bar, or a function called with games done and games asked for.
    Ctrl-C ends early and gives what is done.

    >>> simulate(players=2, bots=["greedy", "random"], games=50, seed=1).games.height
    50
    """
    rules: Botable = import_module("guildhall.games").rules_for(game, options)
    seated = _seated(bots, len(rules.seats))
    weights = rows(rules, list(seated))
    _check("games", games)
    workers = os.cpu_count() or 1 if threads is None else threads
    _check("threads", workers)
    chunks = [(first, min(CHUNK, games - first)) for first in range(0, games, CHUNK)]
    with _reporter(progress, games) as report:
        done = _play(rules, weights, seed, chunks, workers, report)
    return Simulation(rules, seated, seed, games, _joined(done))


def _check(name: str, number: object) -> None:
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise BadSetup(f"{name} must be a whole number from 1 on, not {number!r}")


def _seated(bots: Sequence[Bot] | Bot, seats: int) -> tuple[Any, ...]:
    one = isinstance(bots, str | Mapping | WeightBot)
    each = (bots,) * seats if one else tuple(bots)  # type: ignore[arg-type]  # a sequence if it is not one bot
    if len(each) != seats:
        raise BadSetup(f"{len(each)} bots for {seats} seats; give one for each seat, or one for all")
    return each


Columns = dict[str, NDArray[Any]]


def _chunk(rules: Botable, weights: NDArray[np.float64], seed: int, first: int, count: int) -> Columns:
    seeds = series(seed, first, count)
    return {"game": np.arange(first, first + count), "seed": seeds} | rules.play_games(seeds, weights)


def _play(
    rules: Botable,
    weights: NDArray[np.float64],
    seed: int,
    chunks: list[tuple[int, int]],
    threads: int,
    report: Callable[[int], None],
) -> dict[int, Columns]:
    """Play all chunks, a few more in hand than there are threads; what is done when Ctrl-C comes is kept."""
    done: dict[int, Columns] = {}
    todo = iter(chunks)
    with ThreadPoolExecutor(threads) as pool:
        running: dict[Future[Columns], int] = {}
        try:
            while True:
                for first, count in _take(todo, 2 * threads - len(running)):
                    running[pool.submit(_chunk, rules, weights, seed, first, count)] = first
                if not running:
                    return done
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    done[running.pop(future)] = future.result()
                    report(len(future.result()["game"]))
        except KeyboardInterrupt:
            for future in running:
                future.cancel()
            return done


def _take(todo: Iterable[tuple[int, int]], n: int) -> list[tuple[int, int]]:
    return [chunk for _, chunk in zip(range(n), todo, strict=False)]


def _joined(done: dict[int, Columns]) -> Columns:
    parts = [done[first] for first in sorted(done)]
    return (
        {name: np.concatenate([part[name] for part in parts]) for name in parts[0]} if parts else {"game": np.arange(0)}
    )


class _reporter:  # noqa: N801  # used like a function: with _reporter(progress, games) as report
    """Turns the progress option into a function that is told how many games a chunk had."""

    def __init__(self, progress: Progress, games: int) -> None:
        self.progress, self.games, self.done = progress, games, 0
        self.bar: Any = None

    def __enter__(self) -> Callable[[int], None]:
        if self.progress is True:
            from tqdm.auto import tqdm

            self.bar = tqdm(total=self.games, unit="game", unit_scale=True)
        return self.report

    def report(self, games: int) -> None:
        """Some more games are done."""
        self.done += games
        if self.bar is not None:
            self.bar.update(games)
        elif callable(self.progress):
            self.progress(self.done, self.games)

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar.close()
