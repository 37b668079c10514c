"""Compare exact odds with icepool and with plain sampling, in one run.

    python -m benchmarks.odds --peers-python other/bin/python

Ours are measured with empty caches.
Sampling never becomes exact, so its cost is that of an error below ±0.0005 in 19 cases of 20, with NumPy's bulk draws.
icepool and sampling get the irrelevant cards as one kind, while ours sorts them out itself.
In a contest ours also handles ties, which icepool and sampling leave out.
All three compute the same quantity, and the run stops if they disagree.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from guildhall import odds
from guildhall.core.chances import throws_of
from guildhall.odds.counting import fewer
from guildhall.odds.dice import checks
from guildhall.odds.reading import _one_aim

from .figures import Figure, Goal, Unavailable, Workload, cost, interleave, print_table, spread, verdict

__all__ = ["measure_odds"]

COLOURS = ("red", "blue", "green", "yellow", "purple")
WEAVERS = [f"{colour} Weaver" for colour in COLOURS]
DECK = {
    f"{colour} {name}": 4
    for name in ("Weaver", "Farmer", "Trader", "Dancer", "Assassin", "Historian")
    for colour in COLOURS
}
MASTERS = DECK | {"Seeker": 5}
HAND = ["red Weaver", "blue Weaver", "red Farmer", "red Trader", "red Dancer", "red Assassin"]
UNSEEN = {card: copies - HAND.count(card) for card, copies in DECK.items()}
FOUR = odds.draws.goal(WEAVERS, need=4)
THREE = odds.draws.goal(WEAVERS, need=3)

HELPED_TARGET = 50

ERROR = 0.0005
_PEER = Path(__file__).with_name("icepool_peer.py")
_CHUNK = 20_000
_RNG = np.random.default_rng(7)

Hits = NDArray[np.bool_]


@dataclass(frozen=True)
class Question:
    """A question with our solution, a sampler, a time goal, and a flag for icepool."""

    name: str
    ask: Callable[[], Fraction]
    sample: Callable[[int], Hits]
    goal: Goal
    asks_icepool: bool = True
    answers: int = 1  # a curve is many questions in one
    is_chance: bool = True  # False for a curve, which is a sum of chances and cannot be compared with a share


def colours_drawn(n: int, draws: int, *, seekers: int = 0) -> NDArray[np.int64]:
    """Draw from the whole deck and count the different Weavers, a Seeker as one more."""
    left = [4] * 5 + [100, seekers]
    drawn = _RNG.multivariate_hypergeometric(left, draws, size=n, method="marginals")
    hits: NDArray[np.int64] = (drawn[:, :5] > 0).sum(axis=1) + drawn[:, 6]
    return hits


def after_refresh(n: int) -> Hits:
    drawn = _RNG.multivariate_hypergeometric([4, 4, 4, 102], 4, size=n, method="marginals")
    return np.asarray((drawn[:, :3] > 0).sum(axis=1) >= 2)


def after_mulligan(n: int) -> Hits:
    """Deal nine, keep one of each Weaver, draw back to nine, and look for three."""
    dealt = _RNG.multivariate_hypergeometric([4] * 5 + [100], 9, size=n, method="marginals")
    held = dealt[:, :5] > 0
    hits = held.sum(axis=1)
    for row in np.flatnonzero(hits < 3):
        drawn = _RNG.multivariate_hypergeometric([4, 4, 4, 4, 4, 100] - dealt[row], 9 - hits[row])
        hits[row] = (held[row] | (drawn[:5] > 0)).sum()
    return np.asarray(hits >= 3)


def dice(n: int) -> Hits:
    return np.asarray(_RNG.integers(1, 7, size=(n, 10)).sum(axis=1) >= 40)


def helped_dice(n: int) -> Hits:
    """Roll ten dice against 50, re-roll the lowest up to twice while they fall short, then set one to 5."""
    rolled = np.sort(_RNG.integers(1, 7, size=(n, 10)), axis=1)
    for _ in range(2):
        short = fixed_to_five(rolled) < HELPED_TARGET
        rolled[short, 0] = _RNG.integers(1, 7, size=int(short.sum()))
        rolled.sort(axis=1)
    return np.asarray(fixed_to_five(rolled) >= HELPED_TARGET)


def fixed_to_five(rolled: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.asarray(rolled[:, 1:].sum(axis=1) + np.maximum(rolled[:, 0], 5))


def two_teams(n: int) -> Hits:
    one, other = (_RNG.integers(1, 7, size=(n, number)).sum(axis=1) for number in (10, 9))
    return np.asarray(one > other)


def helped_curve() -> Fraction:
    return sum(odds.dice.curve(10, [5], 2).values(), Fraction(0))


def best_refresh() -> Fraction:
    return odds.draws.refresh(HAND, UNSEEN, FOUR).best.chance


def whole_curve() -> Fraction:
    return sum(odds.draws.curve(DECK, WEAVERS, 30), Fraction(0))


QUESTIONS = (
    Question(
        "five missing",
        lambda: odds.draws.chance(DECK, WEAVERS, 9),
        lambda n: colours_drawn(n, 9) >= 5,
        Goal(at_most=100),
    ),
    Question(
        "with Masters",
        lambda: odds.draws.chance(MASTERS, WEAVERS, 9, wild="Seeker"),
        lambda n: colours_drawn(n, 9, seekers=5) >= 5,
        Goal(at_most=150),
    ),
    Question(
        "curve of 30 draws",
        whole_curve,
        lambda n: colours_drawn(n, 15) >= 5,
        Goal(at_most=10_000),
        answers=30,
        is_chance=False,
    ),
    Question(
        "opening as dealt",
        lambda: odds.draws.chance(DECK, WEAVERS, 9, need=3),
        lambda n: colours_drawn(n, 9) >= 3,
        Goal(at_most=100),
    ),
    Question(
        "opening, best mulligan",
        lambda: odds.draws.opening(DECK, THREE).best,
        after_mulligan,
        Goal(at_most=10_000),
        asks_icepool=False,
    ),
    Question("refresh", best_refresh, after_refresh, Goal(at_most=10_000), answers=20),
    Question("ten dice", lambda: odds.dice.chance(10, 40), dice, Goal(at_most=1000)),
    Question(
        "ten dice, fixer, two re-rolls",
        lambda: odds.dice.chance(10, HELPED_TARGET, [5], 2),
        helped_dice,
        Goal(at_most=10_000),
    ),
    Question(
        "its curve",
        helped_curve,
        helped_dice,
        Goal(at_most=20_000),
        asks_icepool=False,
        answers=51,
        is_chance=False,
    ),
    Question(
        "ten dice against nine",
        lambda: odds.dice.contest([odds.dice.Team(10), odds.dice.Team(9)]).outright[0],
        two_teams,
        Goal(at_most=100_000),
    ),
)


def _once(question: Question) -> int:
    """Evaluate a question with empty caches."""
    for function in (fewer, _one_aim, throws_of, checks.count_reaching, checks._sums):
        function.cache_clear()
    question.ask()
    return 1


def _from_icepool(python: str, question: Question, seconds: float) -> float:
    command = (python, str(_PEER), question.name, str(seconds))
    try:
        child = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        reason = getattr(error, "stderr", "") or str(error)
        raise Unavailable(reason.strip().splitlines()[-1]) from None
    found: dict[str, Any] = json.loads(child.stdout.splitlines()[-1])
    if Fraction(found["answer"]) != question.ask():
        raise AssertionError(f"{question.name}: icepool gives {found['answer']}, we give {question.ask()}")
    return float(found["microseconds"])


def _by_sampling(question: Question) -> float:
    """Return the microseconds until a sampled share is within the error in 19 cases of 20."""
    began = time.process_time()
    hits = question.sample(_CHUNK)
    each = (time.process_time() - began) / _CHUNK
    share = float(hits.mean())
    _check_share(question, share)
    needed = max(share * (1 - share), 1 / _CHUNK) * (1.96 / ERROR) ** 2
    return 1e6 * each * needed * question.answers


def _check_share(question: Question, share: float) -> None:
    exact = float(question.ask())
    if question.is_chance and abs(share - exact) > 5 * sqrt(exact * (1 - exact) / _CHUNK) + 1e-4:
        raise AssertionError(f"{question.name}: sampling gives {share}, we give {exact}")


def _workloads(seconds: float, python: str) -> list[Workload]:
    loads = []
    for question in QUESTIONS:
        ours = partial(cost, partial(_once, question), seconds)
        loads.append(Workload(f"ours: {question.name}", "µs", ours, question.goal))
        loads.append(Workload(f"sampling: {question.name}", "µs", partial(_by_sampling, question)))
        if question.asks_icepool:
            asked = partial(_from_icepool, python, question, seconds)
            loads.append(Workload(f"icepool: {question.name}", "µs", asked))
    return loads


def _times(figure: Figure | None, ours: Figure) -> str:
    if figure is None:
        return ""
    return spread([other / mine for other, mine in zip(figure.values, ours.values, strict=True)])


def _row(question: Question, figures: dict[str, Figure]) -> tuple[str, ...]:
    ours = figures[f"ours: {question.name}"]
    icepool, sampled = (figures.get(f"{who}: {question.name}") for who in ("icepool", "sampling"))
    judged = verdict(question.goal, ours.median)
    return (question.name, spread(ours.values), judged, _times(icepool, ours), _times(sampled, ours))


def measure_odds(rounds: int, seconds: float, python: str) -> dict[str, Any]:
    """Measure, print, and return the values for the JSON file."""
    figures = {figure.name: figure for figure in interleave(_workloads(seconds, python), rounds)}
    heads = ("question", "ours, µs of CPU", "goal", "icepool ÷ ours", f"sampling to ±{ERROR} ÷ ours")
    print_table("Exact odds, 120 cards", heads, (_row(question, figures) for question in QUESTIONS))
    return {"odds": [figure.as_dict() for figure in figures.values()]}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    asks = argparse.ArgumentParser(prog="python -m benchmarks.odds", description=__doc__)
    asks.add_argument("--rounds", type=int, default=5, help="interleaved rounds (default 5)")
    asks.add_argument("--seconds", type=float, default=0.3, help="CPU seconds per workload and round (default 0.3)")
    asks.add_argument("--peers-python", default=sys.executable, metavar="PATH", help="interpreter that has icepool")
    asked = asks.parse_args(arguments)
    measure_odds(asked.rounds, asked.seconds, asked.peers_python)
    return 0


if __name__ == "__main__":
    sys.exit(main())
