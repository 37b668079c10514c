"""The mathematics of chance that several packages share: confidence intervals, and throws of six-sided dice.

The order of the dice does not matter: ten dice can fall in sixty million ways, but these are only 3003 throws.
With fixers and re-rolls, high dice never hurt, which settles two choices. The die to re-roll is always the lowest, and
fixers come last, when nothing is left to chance. The remaining choice, when to stop, depends on the value of each
result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations
from math import comb, factorial, sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "FACES",
    "MOST_DICE",
    "Throws",
    "Whole",
    "best_use",
    "count_faces",
    "fixed",
    "lowest",
    "paired",
    "throws_of",
    "wilson",
]


# --- Confidence intervals for proportions ---


Z95 = 1.959963984540054  # quantile of the normal distribution for 95 %


def wilson(hits: int, n: int, z: float = Z95) -> tuple[float, float]:
    """Return Wilson's interval for `hits` out of `n`, which stays within 0 and 1 and never has zero width.

    >>> low, high = wilson(50, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    >>> wilson(0, 100)[0], round(wilson(0, 100)[1], 3)
    (0.0, 0.037)
    """
    if n == 0:
        return 0.0, 1.0
    share, square = hits / n, z * z
    middle = (share + square / (2 * n)) / (1 + square / n)
    half = z / (1 + square / n) * sqrt(share * (1 - share) / n + square / (4 * n * n))
    return (0.0 if hits == 0 else middle - half), (1.0 if hits == n else middle + half)


def paired(more: int, less: int, n: int, z: float = Z95) -> tuple[float, float, float]:
    """Return the difference between two proportions from paired trials, with an interval around it.

    Of `n` trials of both, `more` had only the first outcome and `less` only the second.
    The interval is that of Agresti and Min, who add half a trial to each of the four cells.

    >>> [round(number, 3) for number in paired(30, 10, 100)]
    [0.2, 0.079, 0.313]
    """
    trials = n + 2
    middle = (more - less) / trials
    half = z * sqrt((more + less + 1) / trials - middle**2) / sqrt(trials)
    return (more - less) / n, middle - half, middle + half


# --- Throws of dice ---


FACES = np.arange(1, 7)

#: A check has at most ten dice (rule 28 of Guild Master), and effects may add some.
MOST_DICE = 20

Whole: TypeAlias = NDArray[np.int64]

# The counts of the faces 1 to 5 are the digits of a number that orders throws. They determine the sixth count.
_DIGITS = np.array([*((MOST_DICE + 1) ** np.arange(4, -1, -1)), 0])
_FACTORIALS = np.array([factorial(n) for n in range(MOST_DICE + 1)])


@dataclass(frozen=True, eq=False)
class Throws:
    """All throws of some dice, in the order of their codes.

    faces: the number of dice that show each face, a row per throw and a column per face.
    ways: the number of ways in which the dice can give each throw.
    anew: a row per face: the index of each throw after its lowest die is re-rolled and shows that face.
    """

    faces: Whole
    ways: Whole
    anew: NDArray[np.intp]

    def find(self, faces: Whole) -> NDArray[np.intp]:
        """Return the indices of the throws with these faces."""
        return np.asarray(np.searchsorted(self.faces @ _DIGITS, faces @ _DIGITS))

    def sums(self, fixers: Sequence[int] = ()) -> Whole:
        """Return the sum of every throw after the fixers."""
        return np.asarray(fixed(self.faces, fixers) @ FACES)

    @property
    def low(self) -> NDArray[np.intp]:
        """The lowest die of every throw, as a column."""
        return np.asarray((self.faces > 0).argmax(axis=1))


@lru_cache(maxsize=MOST_DICE + 1)
def throws_of(dice: int) -> Throws:
    """Return all throws of `dice` dice, which may be 0 for a Guild that brings none (R-39).

    >>> throws_of(2).faces.shape, int(throws_of(2).ways.sum())
    ((21, 6), 36)
    """
    # Five bars among the dice separate those that show a 1 from those that show a 2, and so on.
    bars = chain.from_iterable(combinations(range(dice + 5), 5))
    table = np.fromiter(bars, dtype=np.int64, count=5 * comb(dice + 5, 5)).reshape(-1, 5)
    faces = np.diff(table, prepend=-1, append=dice + 5) - 1
    ways = factorial(dice) // _FACTORIALS[faces].prod(axis=1)
    codes = faces @ _DIGITS
    others = codes - _DIGITS[(faces > 0).argmax(axis=1)]
    return Throws(faces, ways, np.searchsorted(codes, others + _DIGITS[:, None]))


def lowest(faces: Whole, number: int) -> Whole:
    """Return the face counts of the `number` lowest dice of every row."""
    return np.asarray(np.diff(np.minimum(faces.cumsum(axis=-1), number), prepend=0))


def fixed(faces: Whole, fixers: Sequence[int]) -> Whole:
    """Return the face counts after the fixers, each of which replaces the lowest die by one with a fixed face."""
    both = faces + count_faces(fixers)
    return both - lowest(both, len(fixers))


def best_use(throws: Throws, worth: Whole, rerolls: int) -> list[Whole]:
    """Return the value of every throw with 0, 1, … re-rolls left, each used only if it gains something.

    worth: the value of every throw without a re-roll.
    Results are sums over the faces of future rolls, so each re-roll multiplies the scale by six.
    """
    values = [worth]
    for turn in range(1, rerolls + 1):
        values.append(np.maximum(worth * 6**turn, values[-1][throws.anew].sum(axis=0)))
    return values


def count_faces(dice: Sequence[int]) -> Whole:
    """Return how many of the dice show each face."""
    return np.bincount(np.array(dice, dtype=np.int64), minlength=7)[1:]
