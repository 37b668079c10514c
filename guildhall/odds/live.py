"""Live odds: what a seat may hope for from here, estimated by roll-outs.

A roll-out deals what the seat cannot see anew, lets a named bot play on for everybody, and looks what became of it.
The bot matters more than the number of roll-outs, so every row names it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import polars as pl
from numpy.typing import NDArray

from guildhall.bots import Botable
from guildhall.core.errors import BadOdds
from guildhall.core.game import Game
from guildhall.core.intervals import wilson
from guildhall.core.rules import View
from guildhall.kernel.chance import series

__all__ = ["chapters", "what_if", "win"]

CHUNK = 250
Bot = str | Mapping[str, float]
Progress = Callable[[int, int], None] | None


class RollsOut(Botable, Protocol):
    """Rules that can play on from what a seat knows."""

    @property
    def chapters(self) -> tuple[str, ...]:
        """The names of the chapters."""

    def roll_out(
        self,
        view: View,
        weights: NDArray[np.float64],
        seeds: NDArray[np.uint64],
        *,
        turns: int | None,
        option: int | None,
    ) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
        """A row a seed: which chapters the view's seat completed, and who won (-1: nobody yet)."""


@dataclass(frozen=True)
class _Question:
    """What is asked: from which view, by which bot, how far, how exactly."""

    rules: Any
    view: Any
    bot: Bot
    turns: int | None
    seed: int
    n: int
    precision: float | None
    option: int | None = None

    @property
    def bot_name(self) -> str:
        return self.bot if isinstance(self.bot, str) else "own weights"


Answer = tuple[NDArray[np.int64], NDArray[np.int64], int]  # completed a chapter, wins a seat, roll-outs


def chapters(
    game: Game,
    seat: int = 0,
    turns: int = 3,
    *,
    bot: Bot = "greedy",
    n: int = 2000,
    seed: int = 0,
    precision: float | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> pl.DataFrame:
    """The chance that a seat completes each chapter within its next `turns` own turns, the present one counted.

    `precision` stops as soon as every 95 % interval is narrower than twice that, `n` roll-outs at the most.
    Ctrl-C gives what is known so far.

    >>> import guildhall as gh
    >>> frame = chapters(gh.new_game("guildhall", players=2, seed=1), seat=0, turns=2, n=250)
    >>> frame.columns
    ['chapter', 'p', 'low', 'high', 'method', 'bot', 'n']
    """
    _check_number("turns", turns)
    question = _ask(game, seat, bot, turns, seed, n, precision)
    done, _, played = _answer(question, threads, progress)
    return _frame("chapter", question.rules.chapters, done, played, question)


def win(
    game: Game,
    seat: int = 0,
    *,
    bot: Bot = "greedy",
    n: int = 1000,
    seed: int = 0,
    precision: float | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> pl.DataFrame:
    """The chance of every seat to win, as `seat` may see it: one row a seat.

    >>> import guildhall as gh
    >>> win(gh.new_game("guildhall", players=2, seed=1), seat=0, n=250)["n"].to_list()
    [250, 250]
    """
    question = _ask(game, seat, bot, None, seed, n, precision)
    _, wins, played = _answer(question, threads, progress)
    return _frame("player", game.rules.seats, wins, played, question)


def what_if(
    game: Game,
    *,
    turns: int | None = None,
    chapter: str | None = None,
    bot: Bot = "greedy",
    n: int = 1000,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = None,
) -> pl.DataFrame:
    """The deciding seat's chance for each legal option, best first: to win, or to complete `chapter` within `turns`.

    All options get the same deals and the same coins, so their differences are sharper than their intervals tell.

    >>> import guildhall as gh
    >>> game = gh.position(halls=[{"Weaver": ["red"]}, {}], hands=[["blue Weaver"], []])
    >>> sorted(what_if(game, n=250)["option"].to_list())
    ['play blue Weaver', 'refresh']
    """
    if chapter is not None and turns is None:
        raise BadOdds("name the number of turns within which the chapter is to be completed: turns=3")
    seat = game.decision.seat
    rows = []
    for option in game.options:
        question = _ask(game, seat, bot, turns, seed, n, None, option.id)
        names: tuple[str, ...] = question.rules.chapters
        done, wins, played = _answer(question, threads, progress)
        hits = int(wins[seat]) if chapter is None else int(done[_place(chapter, names)])
        rows.append((option.phrase, *_estimate(hits, played), "roll-out", question.bot_name, played))
    frame = pl.DataFrame(rows, schema=["option", "p", "low", "high", "method", "bot", "n"], orient="row")
    return frame.sort("p", descending=True, maintain_order=True)


def _place(chapter: str, names: tuple[str, ...]) -> int:
    if chapter not in names:
        raise BadOdds(f"there is no chapter {chapter!r}; the chapters are {', '.join(names)}")
    return names.index(chapter)


def _ask(
    game: Game,
    seat: int,
    bot: Bot,
    turns: int | None,
    seed: int,
    n: int,
    precision: float | None,
    option: int | None = None,
) -> _Question:
    _check_number("n", n)
    if precision is not None and not 0 < precision < 1:
        raise BadOdds(f"precision must lie between 0 and 1, not {precision!r}")
    if not hasattr(game.rules, "roll_out"):
        raise BadOdds(f"{game.rules.game} has no live odds")
    return _Question(game.rules, game.view(seat), bot, turns, seed, n, precision, option)


def _check_number(name: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise BadOdds(f"{name} must be a whole number from 1 on, not {value!r}")


def _answer(question: _Question, threads: int | None, progress: Progress) -> Answer:
    """Roll out in chunks until there are enough; chunk number i is the same on any number of threads."""
    workers = threads or os.cpu_count() or 1
    done = np.zeros(len(question.rules.chapters), np.int64)
    wins = np.zeros(len(question.rules.seats), np.int64)
    played = 0
    try:
        for completed, winners in _chunks(question, workers):
            done += completed.sum(axis=0)
            wins += [int((winners == seat).sum()) for seat in range(len(wins))]
            played += len(winners)
            if progress is not None:
                progress(played, question.n)
            if question.precision is not None and _is_precise(
                done if question.turns else wins, played, question.precision
            ):
                break
    except KeyboardInterrupt:
        if played == 0:
            raise
    return done, wins, played


def _chunks(question: _Question, workers: int) -> Iterator[tuple[NDArray[np.bool_], NDArray[np.int64]]]:
    """The chunks in their order, a few of them under way at once."""
    rows = question.rules.weights(question.bot)
    starts = list(range(0, question.n, CHUNK))

    def play(first: int) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
        seeds = series(question.seed, first, min(CHUNK, question.n - first))
        rolled: tuple[NDArray[np.bool_], NDArray[np.int64]] = question.rules.roll_out(
            question.view, rows, seeds, turns=question.turns, option=question.option
        )
        return rolled

    if workers == 1 or len(starts) == 1:
        yield from map(play, starts)
        return
    with ThreadPoolExecutor(workers) as pool:
        under_way = [pool.submit(play, first) for first in starts[: 2 * workers]]
        waiting = starts[2 * workers :]
        try:
            while under_way:
                yield under_way.pop(0).result()
                if waiting:
                    under_way.append(pool.submit(play, waiting.pop(0)))
        finally:
            for future in under_way:
                future.cancel()


def _is_precise(hits: NDArray[np.int64], played: int, precision: float) -> bool:
    bounds = (wilson(int(each), played) for each in hits)
    return all(high - low <= 2 * precision for low, high in bounds)


def _estimate(hits: int, played: int) -> tuple[float, float, float]:
    low, high = wilson(hits, played)
    return hits / played, low, high


def _frame(
    what: str, names: tuple[str, ...], hits: NDArray[np.int64], played: int, question: _Question
) -> pl.DataFrame:
    rows = [
        (name, *_estimate(int(each), played), "roll-out", question.bot_name, played)
        for name, each in zip(names, hits, strict=True)
    ]
    return pl.DataFrame(rows, schema=[what, "p", "low", "high", "method", "bot", "n"], orient="row")
