"""The quick simulation of a deck in the background: game lengths and win rates, refined step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from math import sqrt
from threading import Event, Lock
from typing import Any

import polars as pl

import guildhall as gh
from guildhall.core.chances import wilson
from guildhall.core.errors import Stopped
from guildhall.simulation import Simulation
from guildhall.simulation.analyses import game_length, win_rate_by_seat
from guildhall.simulation.frames import ratio_columns

from ..background import Task
from .page import Estimate, Share, Spread, Trial

__all__ = ["Estimator", "estimate_of", "growing"]

FIRST = 64  # games of the first estimate
GROWTH = 4
CHUNK = 64  # games between two checks for a stop request


class Estimator:
    """Runs the trial of a deck. `show` is called when there is more to see, `fail` with an error."""

    def __init__(self, trial: Trial, *, seed: int, show: Callable[[], None], fail: Callable[[Exception], None]) -> None:
        self.trial, self.seed = trial, seed
        self._show, self._fail = show, fail
        self._task: Task[Estimate] | None = None
        self._stopped = Event()
        self._changing = Lock()  # late results must not overwrite newer ones

    def choose(self, **changes: Any) -> None:
        """Change the bot or the number of games."""
        self.trial = replace(self.trial, **changes)

    def begin(self, options: Mapping[str, Any], title: str) -> None:
        """Play games with a deck, replacing any running estimate."""
        self.stop()
        self.choose(running=True, now=None)
        stopped = self._stopped = Event()
        pieces = growing(
            options,
            bot=self.trial.bot,
            games=self.trial.games,
            seed=self.seed,
            title=title,
            is_stopped=stopped.is_set,
        )

        def take(estimate: Estimate) -> None:
            with self._changing:
                if stopped.is_set():
                    return
                self.choose(now=estimate, running=estimate.games < estimate.asked)
            self._show()

        self._task = Task(pieces, take, failed=self._failed)

    def _failed(self, failure: Exception) -> None:
        self.choose(running=False)
        self._fail(failure)

    def stop(self) -> None:
        """Cancel the running estimate and discard late results."""
        with self._changing:
            self._stopped.set()
            self.choose(running=False)
        if self._task is not None:
            self._task.cancel()

    def set_aside(self) -> None:
        """Make the current estimate that of the previous deck."""
        self.stop()
        self.choose(now=None, before=self.trial.now or self.trial.before)

    def wait(self) -> None:
        """Wait until the estimate is done."""
        if self._task is not None:
            self._task.join()


# --- Growing estimates ---


def growing(
    options: Mapping[str, Any], *, bot: str, games: int, seed: int, title: str, is_stopped: Callable[[], bool]
) -> Iterator[Estimate]:
    """Yield better and better estimates, the last one from all `games`.

    Each is a simulation that starts with the first game, so `gh.simulate` with the same arguments gives the same
    result.
    """
    for count in stages(games):
        yield estimate_of(_simulated(options, bot, count, seed, is_stopped), title=title, asked=games)


def stages(games: int) -> list[int]:
    """Return the number of games behind each estimate.

    >>> stages(1000)
    [64, 256, 1000]
    """
    counts = []
    count = FIRST
    while count < games:
        counts.append(count)
        count *= GROWTH
    return [*counts, games]


def _simulated(
    options: Mapping[str, Any], bot: str, games: int, seed: int, is_stopped: Callable[[], bool]
) -> Simulation:
    def look(done: int, asked: int) -> None:
        if is_stopped():
            raise Stopped("the simulation was stopped")

    frames = ("games", "chapters")
    return gh.simulate(
        "guildhall", bots=bot, games=games, seed=seed, frames=frames, chunk=CHUNK, progress=look, **options
    )


def estimate_of(sim: Simulation, *, title: str, asked: int | None = None) -> Estimate:
    """Build the estimate of a deck from a simulation.

    >>> found = estimate_of(gh.simulate(games=50, seed=1, frames=("games", "chapters")), title="Old World Economy")
    >>> found.games, len(found.winners), sum(share.p for share in found.winners)
    (50, 2, 1.0)
    """
    winners = win_rate_by_seat(sim, order=True).select("p", "low", "high")
    unfinished = sim.games["winner"].null_count()
    return Estimate(
        title=title,
        bot=", ".join(dict.fromkeys(map(str, sim.bots))),
        seed=sim.seed,
        games=len(sim),
        asked=asked or len(sim),
        turns=_spread(sim, "turns"),
        decisions=_spread(sim, "decisions"),
        winners=tuple(Share(*row) for row in winners.iter_rows()),
        chapters=_chapters(sim),
        unfinished=Share(unfinished / len(sim), *wilson(unfinished, len(sim))),
    )


def _spread(sim: Simulation, unit: str) -> Spread:
    length = game_length(sim, unit=unit).row(0, named=True)
    low, high = (sim.games[unit].quantile(q, "nearest") for q in (0.05, 0.95))
    error = length["sd"] / sqrt(length["n"]) if length["n"] > 1 else 0.0
    return Spread(length["median"], low or 0.0, high or 0.0, length["longest"], length["mean"], error)


def _chapters(sim: Simulation) -> dict[str, Share]:
    """Return the share of each chapter among all completed ones, most common first."""
    names = list(sim.rules.vocabulary["chapter"])
    counted = sim.chapters.group_by("game").agg(
        *((pl.col("chapter") == name).sum().alias(name) for name in names), pl.len().alias("all chapters")
    )
    if counted.is_empty():
        return {}
    shares = {name: Share(*counted.select(ratio_columns(name, "all chapters")).row(0)) for name in names}
    return dict(sorted(shares.items(), key=lambda item: (-item[1].p, item[0])))
