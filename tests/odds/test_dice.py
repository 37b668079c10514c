"""Dice checks equal counting every throw, with every use of fixers and re-rolls tried."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import permutations, product
from random import Random

import pytest

from guildhall import odds
from guildhall.odds.dice import fixed_sum


def slow_sum(dice: tuple[int, ...], fixers: tuple[int, ...]) -> int:
    """The best sum over all ways to put fixers on dice, some or none."""
    best = sum(dice)
    for number in range(1, min(len(dice), len(fixers)) + 1):
        for places in permutations(range(len(dice)), number):
            for chosen in permutations(fixers, number):
                best = max(best, sum(dice) + sum(f - dice[i] for i, f in zip(places, chosen, strict=True)))
    return best


def slow_check(dice: int, target: int, fixers: tuple[int, ...], rerolls: int) -> Fraction:
    @cache
    def best(rolled: tuple[int, ...], left: int) -> Fraction:
        now = Fraction(slow_sum(rolled, fixers) >= target)
        if left == 0 or now:
            return now
        tries = []
        for place in range(dice):
            faces = ((*rolled[:place], face, *rolled[place + 1 :]) for face in range(1, 7))
            tries.append(sum((best(one, left - 1) for one in faces), Fraction(0)) / 6)
        return max(tries)

    throws = list(product(range(1, 7), repeat=dice))
    return sum((best(rolled, rerolls) for rolled in throws), Fraction(0)) / len(throws)


def test_check_equals_every_throw_and_every_choice():
    random = Random(30)
    for _ in range(200):
        dice, rerolls = random.randint(1, 3), random.randint(0, 2)
        fixers = tuple(random.choices(range(1, 7), k=random.randint(0, 2)))
        target = random.randint(dice - 1, 6 * dice + 1)

        assert odds.check(dice, target, fixers, rerolls) == slow_check(dice, target, fixers, rerolls)


def test_the_highest_fixers_replace_the_lowest_dice():
    random = Random(31)
    for _ in range(300):
        dice = tuple(random.choices(range(1, 7), k=random.randint(1, 4)))
        fixers = tuple(random.choices(range(1, 7), k=random.randint(0, 4)))

        assert fixed_sum(dice, fixers) == slow_sum(dice, fixers)


def test_plain_sums_agree_with_adding_one_die_after_the_other():
    sums = {0: 1}
    for dice in range(1, 11):
        sums = {total: sum(sums.get(total - face, 0) for face in range(1, 7)) for total in range(dice, 6 * dice + 1)}
        for target in range(dice, 6 * dice + 1, 3):
            ways = sum(n for total, n in sums.items() if total >= target)
            assert odds.check(dice, target) == Fraction(ways, 6**dice)


@pytest.mark.parametrize(
    ("dice", "target", "percent"), [(3, 10, 62.5), (5, 20, 30.517), (10, 40, 20.497), (4, 6, 99.614), (5, 12, 94.123)]
)
def test_well_known_checks(dice, target, percent):
    assert float(odds.check(dice, target)) * 100 == pytest.approx(percent, abs=0.001)


def test_fixers_and_rerolls_never_harm_and_may_be_left_unused():
    for target in range(3, 19):
        plain = odds.check(3, target)

        assert odds.check(3, target, fixers=[1]) == plain
        assert odds.check(3, target, fixers=[5]) >= plain
        assert odds.check(3, target, rerolls=1) >= plain


def test_one_reroll_of_one_die_is_a_second_try():
    assert odds.check(1, 6, rerolls=2) == 1 - Fraction(5, 6) ** 3


def test_targets_out_of_reach_and_targets_that_are_certain():
    assert odds.check(2, 13, fixers=[6, 6], rerolls=3) == 0
    assert odds.check(2, 2) == odds.check(2, -5) == 1
