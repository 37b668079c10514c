"""Skill checks with six-sided dice: exact chances with the best use of fixers and re-rolls (see `core.chances`).

Numbers of rules (rule 28) and rulings (R-12) are those of Guild Master.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import islice, pairwise
from math import comb, floor, lcm
from operator import mul
from typing import NamedTuple

import numpy as np

from guildhall.core.chances import FACES, MOST_DICE, Throws, Whole, best_use, count_faces, fixed, throws_of
from guildhall.core.errors import BadOdds, short

from ..reading import in_range

__all__ = [
    "Printed",
    "by_number",
    "chance",
    "count_reaching",
    "curve",
    "distribution",
    "expected",
    "fixed_sum",
    "play_out",
    "read_fixers",
    "read_target",
    "rulebook_page",
    "whole_worth",
]

MOST_REROLLS = 12
MOST_FIXERS = 20

#: 6 ** 24 is the largest power of six in a 64-bit integer, and four factors are needed to re-roll ties.
MOST_FOLLOWED = 20
_MOST_WHOLE = 2**63


def chance(dice: int, target: int, fixers: Iterable[int] = (), rerolls: int = 0) -> Fraction:
    """Return the chance that the sum of the dice reaches the target (rules 29-31).

    dice: all dice rolled, including those added by effects. `Team` applies the limit of ten Skill Dice.
    fixers: each may set one rolled die to its value, as the fixer side of a Skill Upgrade sets one to 5 (rule 37).
    rerolls: how many times one die may be rolled again, each time after seeing all dice (rule 30). The re-roll side of
    a Skill Upgrade gives 2, for two dice or for one die twice (rule 37).

    Every choice is optimal for this target.

    >>> chance(dice=2, target=7)
    Fraction(7, 12)
    >>> chance(dice=5, target=12, fixers=[5])
    Fraction(2585, 2592)
    >>> chance(dice=1, target=5, rerolls=1)
    Fraction(5, 9)
    """
    number, values, turns = _read_check(dice, fixers, rerolls)
    return Fraction(count_reaching(number, read_target(target), values, turns), 6 ** (number + turns))


def curve(dice: int, fixers: Iterable[int] = (), rerolls: int = 0) -> dict[int, Fraction]:
    """Return the chance of a check by its target, from the lowest sum, which is certain, to the highest.

    >>> curve(1, rerolls=1)[5]
    Fraction(5, 9)
    """
    number, values, turns = _read_check(dice, fixers, rerolls)
    targets, courses = range(number, 6 * number + 1), 6 ** (number + turns)
    return {target: Fraction(count_reaching(number, target, values, turns), courses) for target in targets}


def by_number(target: int, fixers: Iterable[int] = (), rerolls: int = 0, *, most: int = 10) -> dict[int, Fraction]:
    """Return the chance of a check by the number of dice, from one to `most`.

    >>> {dice: str(chance) for dice, chance in by_number(8, most=3).items()}
    {1: '0', 2: '5/12', 3: '181/216'}
    """
    values = read_fixers(fixers)
    return {dice: chance(dice, target, values, rerolls) for dice in range(1, in_range("most", most, 1, MOST_DICE) + 1)}


def distribution(dice: int, fixers: Iterable[int] = ()) -> dict[int, Fraction]:
    """Return the chance of every sum, as raised by fixers. For re-rolls, use `chance` or `expected`.

    >>> distribution(1, fixers=[3])
    {3: Fraction(1, 2), 4: Fraction(1, 6), 5: Fraction(1, 6), 6: Fraction(1, 6)}
    """
    number, values, _ = _read_check(dice, fixers, 0)
    throws, courses = throws_of(number), 6**number
    ways = np.zeros(6 * number + 1, dtype=np.int64)
    np.add.at(ways, throws.sums(values), throws.ways)
    return {total: Fraction(n, courses) for total, n in enumerate(ways.tolist()) if n}


def expected(
    dice: int,
    fixers: Iterable[int] = (),
    rerolls: int = 0,
    *,
    worth: Callable[[int], int | Fraction] = int,
) -> Fraction:
    """Return the highest expected worth of a check, by default the expected sum.

    worth: a function of the result that never decreases.

    >>> expected(1, rerolls=1)
    Fraction(17, 4)
    >>> expected(6, worth=lambda result: result // 10)  # the Fame of a Wander (rule 86)
    Fraction(25735, 15552)
    """
    number, values, turns = _read_check(dice, fixers, rerolls)
    throws = throws_of(number)
    each, scale = whole_worth(range(number, 6 * number + 1), worth, turns)
    last = best_use(throws, each[throws.sums(values) - number], turns)[-1]
    courses = 6 ** (number + turns)
    return Fraction(_dot(throws.ways, last, courses * int(abs(each).max())), scale * courses)


class Printed(NamedTuple):
    """An entry of the rulebook's page of odds with the exact chance. `computed` has the format of the page."""

    dice: int
    target: int
    printed: str
    computed: str
    chance: Fraction

    @property
    def is_right(self) -> bool:
        """True if the page is right."""
        return self.printed == self.computed


# By dice: the first target and the percentages from there on.
_PAGE = {
    2: (6, "72 58 42 28 <20"),
    3: (6, "95 91 84 74 63 50 38 26 <20"),
    4: (8, ">95 95 90 84 76 66 56 44 34 24 <20"),
    5: (11, ">95 94 90 85 78 69 60 50 40 30 22 <20"),
    6: (14, ">95 94 90 86 79 72 64 55 45 36 28 21 <20"),
    7: (17, ">95 94 91 86 81 74 67 59 50 41 33 26 <20"),
    8: (20, ">95 94 91 87 82 76 69 62 54 46 38 31 24 <20"),
    9: (23, ">95 94 91 88 83 78 72 65 58 50 42 35 28 22 <20"),
    10: (26, ">95 94 92 88 84 80 74 68 61 54 46 39 32 26 <20"),
}


def rulebook_page() -> list[Printed]:
    """Return Guild Master's page of odds, recomputed: 107 entries by dice and target, in percent rounded half up.

    >>> [(entry.dice, entry.target, entry.printed, entry.computed) for entry in rulebook_page() if not entry.is_right]
    [(5, 20, '30', '31'), (10, 40, '<20', '20')]
    """
    return [
        Printed(dice, target, printed, _as_printed(chance(dice, target)), chance(dice, target))
        for dice, (first, entries) in _PAGE.items()
        for target, printed in enumerate(entries.split(), start=first)
    ]


def _as_printed(chance: Fraction) -> str:
    """Round half up, and only between 20 and 95."""
    rounded = floor(chance * 100 + Fraction(1, 2))
    if chance < Fraction(1, 5):
        return "<20"
    return str(rounded) if rounded <= 95 else ">95"


def fixed_sum(dice: Iterable[int], fixers: Iterable[int]) -> int:
    """Return the sum with the best use of the fixers: the highest replace the lowest dice as long as that helps.

    >>> fixed_sum([1, 2, 6], [5]), fixed_sum([6, 6], [5]), fixed_sum([1, 1], [3, 5, 4])
    (13, 12, 9)
    """
    return int(fixed(count_faces([*dice]), [*fixers]) @ FACES)


# --- Throws and what follows them ---


def play_out(throws: Throws, worth: Whole, rerolls: int) -> Whole:
    """Return how many of the 6 ** (dice + re-rolls) courses of a check end in each throw under optimal play.

    >>> one = throws_of(1)
    >>> play_out(one, one.sums(), rerolls=1)  # 6, 5 and 4 stay; 3, 2 and 1 are rolled again
    array([9, 9, 9, 3, 3, 3])
    """
    dice = int(throws.faces[0].sum())
    if dice + rerolls > MOST_FOLLOWED:
        raise BadOdds(
            f"{dice} dice and {rerolls} re-rolls are too many to enumerate; the limit is {MOST_FOLLOWED} together"
        )
    values = best_use(throws, worth, rerolls)
    ways, ended = throws.ways, np.zeros_like(throws.ways)
    for turn in range(rerolls, 0, -1):
        stops = worth * 6**turn >= values[turn]
        ended += np.where(stops, ways * 6**turn, 0)
        before, ways = np.where(stops, 0, ways), np.zeros_like(ways)
        for thrown in throws.anew:
            np.add.at(ways, thrown, before)
    return ended + ways


@lru_cache(maxsize=1 << 14)
def count_reaching(dice: int, target: int, fixers: tuple[int, ...], rerolls: int) -> int:
    """Return how many of the 6 ** (dice + re-rolls) courses of a check reach the target under optimal play."""
    if target <= dice or target > 6 * dice:
        return int(6 ** (dice + rerolls)) if target <= dice else 0
    if not fixers and not rerolls:
        return int(6**dice) - _plain_ways(dice, target - 1)
    throws = throws_of(dice)
    reached = (_sums(dice, fixers) >= target).astype(np.int64)
    return _dot(throws.ways, best_use(throws, reached, rerolls)[-1], 6 ** (dice + rerolls))


@lru_cache(maxsize=32)
def _sums(dice: int, fixers: tuple[int, ...]) -> Whole:
    return throws_of(dice).sums(fixers)


def whole_worth(results: Iterable[int], worth: Callable[[int], int | Fraction], rerolls: int) -> tuple[Whole, int]:
    """Return the worth of increasing results as integers, and the factor that made them integers."""
    if not callable(worth):
        raise BadOdds(f"worth must be a function of the result, not {short(worth)}")
    values = [Fraction(worth(result)) for result in results]
    if any(lower > higher for lower, higher in pairwise(values)):
        raise BadOdds("worth must not decrease as the result increases: only then is the lowest die the one to re-roll")
    scale = lcm(*(value.denominator for value in values))
    if max(abs(value) for value in values) * scale * 6**rerolls >= _MOST_WHOLE:
        raise BadOdds("worth is too large, or its fractions too fine, to be compared exactly")
    return np.array([int(value * scale) for value in values]), scale


def _plain_ways(dice: int, most: int) -> int:
    """Return the number of ways in which dice add up to `most` or less.

    >>> _plain_ways(2, 6)
    15
    """
    return sum((-1) ** k * comb(dice, k) * comb(most - 6 * k, dice) for k in range(most // 6 + 1))


def _dot(ways: Whole, values: Whole, most: int) -> int:
    """Return the sum of products, in Python integers where `most` does not fit into 64 bits."""
    if most < _MOST_WHOLE:
        return int(ways @ values)
    return sum(map(mul, ways.tolist(), values.tolist()))


# --- Reading ---


def read_target(target: int) -> int:
    """Return a target, even one that is out of reach or below every result."""
    if isinstance(target, bool) or not isinstance(target, int):
        raise BadOdds(f"target must be a whole number, not {short(target)}")
    return target


def read_fixers(fixers: Iterable[int]) -> tuple[int, ...]:
    """Return the values that fixers set a die to, the highest first."""
    several = fixers if isinstance(fixers, Iterable) and not isinstance(fixers, str) else (fixers,)
    values = tuple(islice(several, MOST_FIXERS + 1))
    for value in values:
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 6:
            raise BadOdds(f"a fixer sets a die to a face from 1 to 6, not to {short(value)}")
    if len(values) > MOST_FIXERS:
        raise BadOdds(f"there may be at most {MOST_FIXERS} fixers")
    return tuple(sorted(values, reverse=True))


def _read_check(dice: int, fixers: Iterable[int], rerolls: int) -> tuple[int, tuple[int, ...], int]:
    number = in_range("dice", dice, 1, MOST_DICE)
    turns = in_range("rerolls", rerolls, 0, MOST_REROLLS)
    return number, read_fixers(fixers)[:number], turns
