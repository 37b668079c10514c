"""Skill checks with six-sided dice: exact chances with the best use of fixers and re-rolls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod

from guildhall.core.errors import BadOdds

from .pools import read_number

__all__ = ["check", "fixed_sum"]

FACES = range(1, 7)

#: A check has ten dice at the most (Guild Master, rule 28), and effects may add some.
MOST_DICE = 20
MOST_REROLLS = 12

Dice = tuple[int, ...]  # in rising order


def check(dice: int, target: int, fixers: Iterable[int] = (), rerolls: int = 0) -> Fraction:
    """The chance that the sum of so many dice reaches the target.

    fixers: each may set one rolled die to its value.
    rerolls: how many times one die may be rolled anew, each time after seeing all dice.

    Every choice is made as well as it can be: fixers come last, when nothing is left to chance.
    icepool adds up plain dice well; re-rolls need a decision at every throw, which it leaves to its user.

    >>> check(dice=2, target=7)
    Fraction(7, 12)
    >>> check(dice=5, target=12, fixers=[5])
    Fraction(2585, 2592)
    >>> check(dice=1, target=5, rerolls=1)
    Fraction(5, 9)
    """
    number = _in_range("dice", dice, 1, MOST_DICE)
    turns = _in_range("rerolls", rerolls, 0, MOST_REROLLS)
    if isinstance(target, bool) or not isinstance(target, int):
        raise BadOdds(f"target must be a whole number, not {target!r}")
    values = _read_fixers(fixers)
    if not values and not turns:
        return 1 - Fraction(_plain_throws(number, target - 1), 6**number)
    favourable = _favourable(target, values)
    ways = sum(n * favourable(rolled, turns) for rolled, n in _throws(number))
    return Fraction(ways, 6 ** (number + turns))


def fixed_sum(dice: Iterable[int], fixers: Iterable[int]) -> int:
    """The sum with the best use of the fixers: the highest replace the lowest dice as long as that gains.

    >>> fixed_sum([1, 2, 6], [5]), fixed_sum([6, 6], [5]), fixed_sum([1, 1], [3, 5, 4])
    (13, 12, 9)
    """
    rolled = sorted(dice)
    best = sorted(fixers, reverse=True)
    return sum(rolled) + sum(max(fixer - die, 0) for die, fixer in zip(rolled, best, strict=False))


def _favourable(target: int, fixers: tuple[int, ...]) -> Callable[[Dice, int], int]:
    """A function that counts, of all outcomes of the re-rolls left, those that reach the target under best use."""

    @cache
    def count(rolled: Dice, turns: int) -> int:
        if fixed_sum(rolled, fixers) >= target:
            return int(6**turns)
        if turns == 0:
            return 0
        # The lowest die is the one to roll anew: the others are then as high as they can be, and high dice never harm.
        return sum(count(tuple(sorted((*rolled[1:], face))), turns - 1) for face in FACES)

    return count


def _plain_throws(dice: int, most: int) -> int:
    """How many throws add up to `most` or less: whole numbers from 1 on, without those above 6 (inclusion-exclusion).

    >>> _plain_throws(2, 6)
    15
    """
    if most >= 6 * dice:
        return int(6**dice)
    above = range(max(most, 0) // 6 + 1)
    return sum((-1) ** k * comb(dice, k) * comb(max(most, 0) - 6 * k, dice) for k in above)


def _throws(dice: int) -> Iterator[tuple[Dice, int]]:
    """Every throw in rising order, with the number of throws that look like it."""
    for rolled in combinations_with_replacement(FACES, dice):
        yield rolled, factorial(dice) // prod(map(factorial, Counter(rolled).values()))


def _in_range(name: str, value: int, least: int, most: int) -> int:
    if read_number(name, value, least=least) > most:
        raise BadOdds(f"{name} must be {most} at the most, not {value}")
    return value


def _read_fixers(fixers: Iterable[int]) -> tuple[int, ...]:
    values = tuple(fixers) if isinstance(fixers, Iterable) and not isinstance(fixers, str) else (fixers,)
    for value in values:
        if isinstance(value, bool) or value not in FACES:
            raise BadOdds(f"a fixer sets a die to a face from 1 to 6, not to {value!r}")
    return values
