"""Roll-outs in batches, and estimates that can be computed once (`win(…)`) or watched (`win.watch(…)`).

The first batch is small, for a quick first estimate, and later ones grow, to reduce overhead. Each roll-out depends
only on its number, not on batches and threads.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from functools import partial, wraps
from inspect import signature
from itertools import islice
from typing import ParamSpec, Protocol, TypeAlias, TypeVar, cast

import numpy as np
import polars as pl
from numpy.typing import NDArray

from guildhall.core.chances import wilson
from guildhall.core.errors import BadOdds, short
from guildhall.core.game import Game
from guildhall.core.rules import Rolled, Rules, Seen, Spec
from guildhall.core.typed import read_seed
from guildhall.kernel.chance import series
from guildhall.kernel.stop import first_done, stop_here, under

from .reading import read_game, read_number

__all__ = [
    "TEAM",
    "Progress",
    "Question",
    "Tally",
    "Watchable",
    "are_narrow",
    "ask",
    "batches",
    "frames_of",
    "in_order",
    "roll",
    "tallies",
    "watchable",
]

TEAM = "team"  # the row of all players in a game that they win or lose together
FIRST, MOST = 50, 1000  # roll-outs of the first and the largest batch

Progress: TypeAlias = Callable[[int, int], None] | None  # called with the roll-outs done and requested
Batch: TypeAlias = tuple[int, int]  # number of the first roll-out, and the count
Task = TypeVar("Task")
Done = TypeVar("Done")
Step = TypeVar("Step", bound="Counted")
Asked = ParamSpec("Asked")

# --- Now, and as it sharpens ---


class Watchable(Protocol[Asked]):
    """An estimate: a call returns its frame, and `watch` takes the same arguments and yields ever sharper frames."""

    watch: Callable[Asked, Generator[pl.DataFrame]]

    def __call__(self, *args: Asked.args, **kwargs: Asked.kwargs) -> pl.DataFrame:
        """Return the last frame that `watch` yields or, after Ctrl-C, the latest so far."""


def watchable(watch: Callable[Asked, Generator[pl.DataFrame]]) -> Watchable[Asked]:
    """Make an estimate from a function that yields ever sharper frames, which becomes its `.watch`."""

    @wraps(watch)
    def now(*args: Asked.args, **kwargs: Asked.kwargs) -> pl.DataFrame:
        frame: pl.DataFrame | None = None
        try:
            for sharper in watch(*args, **kwargs):
                frame = sharper
        except KeyboardInterrupt:
            if frame is None:
                raise
        assert frame is not None  # a watch yields at least one frame
        return frame

    question = cast(Watchable[Asked], now)
    question.watch = watch
    question.__signature__ = signature(watch).replace(return_annotation="pl.DataFrame")  # type: ignore[attr-defined]
    return question


class Counted(Protocol):
    """A count over a number of roll-outs."""

    @property
    def played(self) -> int:
        """The number of roll-outs."""


def frames_of(
    counted: Generator[Step], frame: Callable[[Step], pl.DataFrame], n: int, progress: Progress
) -> Generator[pl.DataFrame]:
    """Yield a frame for each count, and report progress before the next one. Closing it stops the counting."""
    with closing(counted):
        for step in counted:
            yield frame(step)
            if progress is not None:
                progress(step.played, n)


# --- Roll-outs ---


@dataclass(frozen=True)
class Question:
    """A question for roll-outs: the seat's view, the bot, the number of turns (None: to the end) and the precision."""

    rules: Rules
    seats: tuple[str, ...]
    seen: Seen
    bot: Spec
    weights: NDArray[np.float64]
    turns: int | None
    seed: int
    n: int
    precision: float | None
    option: int | None

    @property
    def bot_name(self) -> str:
        """The name of the bot in the rows of a frame."""
        return self.bot if isinstance(self.bot, str) else "own weights"


@dataclass(frozen=True)
class Tally:
    """The counts so far: roll-outs in which each goal was reached, in which each seat won, and all roll-outs.

    A roll-out with several winners counts for each of them.
    """

    reached: NDArray[np.int64]
    wins: NDArray[np.int64]
    played: int

    def plus(self, rolled: Rolled) -> Tally:
        """Return the counts with one more batch."""
        wins = (rolled.winners[:, None] >> np.arange(len(self.wins)) & 1).sum(axis=0)
        return Tally(self.reached + rolled.goals.sum(axis=0), self.wins + wins, self.played + len(rolled.winners))


def ask(
    game: Game,
    seat: int,
    *,
    turns: int | None,
    bot: Spec | None,
    n: int,
    seed: int,
    precision: float | None = None,
    option: int | None = None,
) -> Question:
    """Check a question, or raise BadOdds. The default bot is the game's usual one."""
    read_game(game)
    read_number("n", n, least=1)
    if turns is not None:
        read_number("turns", turns, least=1)
    read_seed(seed, BadOdds)
    if precision is not None and not (isinstance(precision, int | float) and 0 < precision < 1):
        raise BadOdds(f"precision must be between 0 and 1, not {short(precision)}")
    rules = game.rules
    seats, seen, named = rules.seats, game.seen(seat), rules.usual_bot if bot is None else bot
    weights = rules.weights(named)
    if rules.searches(weights):
        raise BadOdds(f"the bot {short(named)} plays its own roll-outs, which is too slow here; choose a quicker one")
    return Question(rules, seats, seen, named, weights, turns, seed, n, precision, option)


def tallies(question: Question, threads: int | None) -> Generator[Tally]:
    """Yield the counts after each batch, until there are enough roll-outs or they are precise enough.

    To stop earlier, stop iterating.
    """
    tally = Tally(np.zeros(len(question.rules.goals), np.int64), np.zeros(len(question.seats), np.int64), 0)
    with closing(in_order(partial(roll, question), batches(question.n), threads)) as rolled:
        for batch in rolled:
            tally = tally.plus(batch)
            yield tally
            if _is_precise(tally, question):
                return


def batches(n: int) -> Iterator[Batch]:
    """Yield batches that double the number of roll-outs, up to a size that can be stopped quickly.

    >>> list(batches(1000))
    [(0, 50), (50, 50), (100, 100), (200, 200), (400, 400), (800, 200)]
    """
    first = 0
    while first < n:
        count = min(max(first, FIRST), MOST, n - first)
        yield first, count
        first += count


def roll(question: Question, batch: Batch) -> Rolled:
    """Return the roll-outs of one batch."""
    seeds = series(question.seed, *batch)
    return question.rules.roll_out(question.seen, question.weights, seeds, turns=question.turns, option=question.option)


def in_order(work: Callable[[Task], Done], tasks: Iterable[Task], threads: int | None) -> Generator[Done]:
    """Yield the results of tasks in order. A few run at once, but the first runs alone to finish quickly."""
    workers = os.cpu_count() or 1 if threads is None else read_number("threads", threads, least=1)
    todo, stop = iter(tasks), stop_here()
    for first in islice(todo, 1 if workers > 1 else None):
        yield under(stop, work, first)
    with ThreadPoolExecutor(workers) as pool:
        under_way = deque(pool.submit(under, stop, work, task) for task in islice(todo, 2 * workers))
        try:
            while under_way:
                first_done((under_way[0],))
                yield under_way[0].result()
                under_way.popleft()
                under_way.extend(pool.submit(under, stop, work, task) for task in islice(todo, 1))
        finally:
            if under_way:  # nobody waits for these any more
                stop.set()
            for future in under_way:
                future.cancel()


def _is_precise(tally: Tally, question: Question) -> bool:
    """True if every 95 % interval is narrow enough."""
    return are_narrow(tally.wins if question.turns is None else tally.reached, tally.played, question.precision)


def are_narrow(hits: NDArray[np.int64], played: int, precision: float | None) -> bool:
    """True if the 95 % intervals of all these shares are within a precision."""
    if precision is None:
        return False
    bounds = (wilson(int(each), played) for each in hits)
    return all(high - low <= 2 * precision for low, high in bounds)
