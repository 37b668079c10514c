"""Throws of six-sided dice, and what they are worth with fixers and re-rolls.

Dice that show the same faces are the same throw: ten dice fall in sixty million ways, but as 3003 throws only.
High dice never harm, and that settles two choices: the die to roll anew is the lowest, since the others are then as
high as they can be, and fixers come last, when nothing is left to chance.
What remains is whether to stop, and that depends on what a result is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations
from math import comb, factorial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["FACES", "MOST_DICE", "Throws", "Whole", "best_use", "count_faces", "fixed", "lowest", "throws_of"]

FACES = np.arange(1, 7)

#: A check has ten dice at the most (rule 28 of Guild Master), and effects may add some.
MOST_DICE = 20

Whole: TypeAlias = NDArray[np.int64]

# Counts of the faces 1 to 5 as the digits of one number, which orders throws; the sixth count follows from them.
_DIGITS = np.array([*((MOST_DICE + 1) ** np.arange(4, -1, -1)), 0])
_FACTORIALS = np.array([factorial(n) for n in range(MOST_DICE + 1)])


@dataclass(frozen=True, eq=False)
class Throws:
    """All throws of some dice, in the order of their codes.

    faces: a row per throw, a column per face: how many dice show it.
    ways: in how many ways the dice fall so.
    anew: a row per face: the throw that comes of each when the lowest die is rolled anew and shows that face.
    """

    faces: Whole
    ways: Whole
    anew: NDArray[np.intp]

    def find(self, faces: Whole) -> NDArray[np.intp]:
        """Where the throws with these faces stand."""
        return np.asarray(np.searchsorted(self.faces @ _DIGITS, faces @ _DIGITS))

    def sums(self, fixers: Sequence[int] = ()) -> Whole:
        """The sum of every throw after the fixers."""
        return np.asarray(fixed(self.faces, fixers) @ FACES)

    @property
    def low(self) -> NDArray[np.intp]:
        """The lowest die of every throw, as a column."""
        return np.asarray((self.faces > 0).argmax(axis=1))


@lru_cache(maxsize=MOST_DICE + 1)
def throws_of(dice: int) -> Throws:
    """All throws of so many dice, none for a Guild that brings none (R-39).

    >>> throws_of(2).faces.shape, int(throws_of(2).ways.sum())
    ((21, 6), 36)
    """
    # Five bars among the dice part those that show a 1 from those that show a 2, and so on.
    bars = chain.from_iterable(combinations(range(dice + 5), 5))
    table = np.fromiter(bars, dtype=np.int64, count=5 * comb(dice + 5, 5)).reshape(-1, 5)
    faces = np.diff(table, prepend=-1, append=dice + 5) - 1
    ways = factorial(dice) // _FACTORIALS[faces].prod(axis=1)
    codes = faces @ _DIGITS
    others = codes - _DIGITS[(faces > 0).argmax(axis=1)]
    return Throws(faces, ways, np.searchsorted(codes, others + _DIGITS[:, None]))


def lowest(faces: Whole, number: int) -> Whole:
    """The faces of the lowest dice, so many of every row."""
    return np.asarray(np.diff(np.minimum(faces.cumsum(axis=-1), number), prepend=0))


def fixed(faces: Whole, fixers: Sequence[int]) -> Whole:
    """The faces after the fixers: a fixer is a die with a face of its own, and the lowest dice make room for it."""
    both = faces + count_faces(fixers)
    return both - lowest(both, len(fixers))


def best_use(throws: Throws, worth: Whole, rerolls: int) -> list[Whole]:
    """What every throw is worth with 0, 1, … re-rolls left, if each is used only where that gains.

    worth: of every throw without a re-roll. Whole are summed over the faces to come, six times as many per re-roll.
    """
    values = [worth]
    for turn in range(1, rerolls + 1):
        values.append(np.maximum(worth * 6**turn, values[-1][throws.anew].sum(axis=0)))
    return values


def count_faces(dice: Sequence[int]) -> Whole:
    """How many of some dice show each face."""
    return np.bincount(np.array(dice, dtype=np.int64), minlength=7)[1:]
