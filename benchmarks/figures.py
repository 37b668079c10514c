"""Benchmark figures from interleaved rounds, each a median with its lowest and highest value.

In each round every workload runs once, in a new order, so that a slow minute of a busy machine affects all of them
alike. Times are CPU time of the process, so that the work of others is not counted.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

__all__ = [
    "Figure",
    "Goal",
    "Unavailable",
    "Workload",
    "cost",
    "interleave",
    "print_figures",
    "print_table",
    "rate",
    "spread",
    "tell",
    "verdict",
]


class Unavailable(Exception):
    """A workload cannot run here, for the given reason."""


@dataclass(frozen=True)
class Goal:
    """The target for a figure, which is printed but never asserted."""

    at_least: float | None = None
    at_most: float | None = None

    def __str__(self) -> str:
        if self.at_least is not None:
            return f"≥ {number(self.at_least)}"
        return "" if self.at_most is None else f"≤ {number(self.at_most)}"

    def is_met(self, value: float) -> bool:
        """Return True if a value reaches the goal.

        >>> Goal(at_most=5).is_met(4.2)
        True
        """
        high_enough = self.at_least is None or value >= self.at_least
        return high_enough and (self.at_most is None or value <= self.at_most)


NO_GOAL = Goal()


@dataclass(frozen=True)
class Workload:
    """A measurement to take once per round."""

    name: str
    unit: str
    measure: Callable[[], float]
    goal: Goal = NO_GOAL


@dataclass
class Figure:
    """The results of one workload over all rounds."""

    name: str
    unit: str
    goal: Goal = NO_GOAL
    values: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        """The median of the rounds, which is the figure to quote."""
        return median(self.values)

    def as_dict(self) -> dict[str, Any]:
        """Return the figure as plain data for JSON."""
        low, high = min(self.values), max(self.values)
        summary = {"median": self.median, "min": low, "max": high, "goal": str(self.goal) or None}
        return {"name": self.name, "unit": self.unit, **summary, "rounds": self.values}

    def over(self, base: Figure, goal: Goal = NO_GOAL) -> Figure:
        """Return the ratio to another figure, round by round, so that both sides ran on an equally busy machine.

        >>> Figure("a", "games/s", values=[4.0, 9.0]).over(Figure("b", "games/s", values=[2.0, 3.0])).values
        [2.0, 3.0]
        """
        ratios = [one / other for one, other in zip(self.values, base.values, strict=True)]
        return Figure(self.name, "ratio", goal, ratios)

    def row(self) -> tuple[str, ...]:
        """Return a row of the printed table."""
        return (self.name, self.unit, spread(self.values), verdict(self.goal, self.median))


def rate(work: Callable[[], int], seconds: float) -> float:
    """Return how many units per CPU second `work` completes, given that each call returns its number of units."""
    work()  # exclude one-time costs (caches, first touches) from the rate
    done = 0
    began = time.process_time()
    while True:
        done += work()
        spent = time.process_time() - began
        if spent >= seconds:
            return done / spent


def cost(work: Callable[[], int], seconds: float) -> float:
    """Return the CPU microseconds per unit of `work`."""
    return 1e6 / rate(work, seconds)


def interleave(workloads: Sequence[Workload], rounds: int) -> list[Figure]:
    """Measure every workload once per round, in changing order, and report and drop those that cannot run."""
    figures = {load.name: Figure(load.name, load.unit, load.goal) for load in workloads}
    able = list(workloads)
    for turn in range(rounds):
        random.Random(turn).shuffle(able)
        for load in tuple(able):
            tell(f"round {turn + 1} of {rounds}: {load.name}")
            try:
                figures[load.name].values.append(load.measure())
            except Unavailable as reason:
                able.remove(load)
                tell(f"left out: {load.name}: {reason}")
    return [figure for figure in figures.values() if len(figure.values) == rounds]


def tell(line: str) -> None:
    """Print progress to stderr, so that the tables can be piped."""
    print(line, file=sys.stderr, flush=True)


def number(value: float) -> str:
    """Format a number with about three significant digits.

    >>> number(3_512_345.6), number(4.217), number(0.0312)
    ('3,512,346', '4.22', '0.0312')
    """
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def spread(values: Sequence[float]) -> str:
    """Format the median with the lowest and highest value.

    >>> spread([3.0, 1.0, 2.0])
    '2 (1–3)'
    """
    return f"{number(median(values))} ({number(min(values))}–{number(max(values))})"


def verdict(goal: Goal, value: float) -> str:
    """Format the goal and whether it is met."""
    if goal == NO_GOAL:
        return ""
    return f"{goal} {'met' if goal.is_met(value) else 'MISSED'}"


def print_figures(title: str, figures: Iterable[Figure]) -> None:
    """Print a table of figures, one per line."""
    print_table(title, ("what", "unit", "median (min–max)", "goal"), (figure.row() for figure in figures))


def print_table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a Markdown table that is also readable in a terminal."""
    lines = [tuple(heads), *map(tuple, rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    lines.insert(1, tuple("-" * width for width in widths))
    print(f"\n{title}\n")
    for line in lines:
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |")
