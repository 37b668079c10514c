"""Dice checks equal counting every throw, with every use of fixers and re-rolls tried."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import comb
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guildhall import odds
from guildhall.core.chances import MOST_DICE, throws_of
from guildhall.core.errors import BadOdds
from guildhall.odds.dice.checks import MOST_FIXERS, MOST_REROLLS, fixed_sum, play_out
from tests.odds.brute_dice import any_order

dice_numbers = st.integers(1, 8)
targets = st.integers(0, 50)
fixer_lists = st.lists(st.integers(1, 6), max_size=3)
reroll_numbers = st.integers(0, 3)


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

        assert odds.dice.chance(dice, target, fixers, rerolls) == slow_check(dice, target, fixers, rerolls)


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
            assert odds.dice.chance(dice, target) == Fraction(ways, 6**dice)


@pytest.mark.parametrize(
    ("dice", "target", "percent"), [(3, 10, 62.5), (5, 20, 30.517), (10, 40, 20.497), (4, 6, 99.614), (5, 12, 94.123)]
)
def test_well_known_checks(dice, target, percent):
    assert float(odds.dice.chance(dice, target)) * 100 == pytest.approx(percent, abs=0.001)


def test_fixers_and_rerolls_never_harm_and_may_be_left_unused():
    for target in range(3, 19):
        plain = odds.dice.chance(3, target)

        assert odds.dice.chance(3, target, fixers=[1]) == plain
        assert odds.dice.chance(3, target, fixers=[5]) >= plain
        assert odds.dice.chance(3, target, rerolls=1) >= plain


def test_one_reroll_of_one_die_is_a_second_try():
    assert odds.dice.chance(1, 6, rerolls=2) == 1 - Fraction(5, 6) ** 3


def test_targets_out_of_reach_and_targets_that_are_certain():
    assert odds.dice.chance(2, 13, fixers=[6, 6], rerolls=3) == 0
    assert odds.dice.chance(2, 2) == odds.dice.chance(2, -5) == 1


@pytest.mark.parametrize(
    ("dice", "added", "fixers", "rerolls"),
    [
        (5, 0, (), 2),
        (5, 0, (5,), 1),
        (5, 0, (5,), 2),
        (4, 1, (5,), 2),
        (3, 2, (5, 4), 1),
        (2, 3, (), 2),
        (1, 2, (6, 2), 3),
    ],
)
def test_rules_28_to_30_up_to_five_dice_with_effects_used_in_any_order(dice, added, fixers, rerolls):
    for target in range(dice + added, 6 * (dice + added) + 2):
        tried = any_order(dice, target, fixers, rerolls, added)

        assert odds.dice.chance(dice + added, target, fixers, rerolls) == tried


SIDES = {"fixer": {"fixers": [5]}, "re-roll": {"rerolls": 2}}


def test_rule_37_a_skill_upgrade_of_either_side_equals_every_throw_and_choice_of_five_dice():
    curve = {side: odds.dice.curve(5, **side_gives) for side, side_gives in SIDES.items()}

    for target in range(5, 31, 5):
        assert curve["fixer"][target] == any_order(5, target, fixers=(5,))
        assert curve["re-roll"][target] == any_order(5, target, rerolls=2)


def test_case_20_a_fixer_gains_four_at_the_most_and_the_re_roll_side_ten():
    assert odds.dice.chance(3, 3 + 4, fixers=[5]) == 1 > odds.dice.chance(3, 3 + 5, fixers=[5])
    assert odds.dice.chance(2, 2 + 10, rerolls=2) > 0 == odds.dice.chance(2, 2 + 11, rerolls=2)
    assert odds.dice.chance(1, 1 + 5, rerolls=2) > 0 == odds.dice.chance(1, 1 + 6, rerolls=2)


def test_case_11_a_die_set_to_four_makes_three_dice_certain_of_six():
    assert odds.dice.chance(3, 6, fixers=[4]) == 1 > odds.dice.chance(3, 6)


@given(dice_numbers, fixer_lists, reroll_numbers)
def test_a_curve_holds_every_check_and_falls_from_one(dice, fixers, rerolls):
    curve = odds.dice.curve(dice, fixers, rerolls)

    assert list(curve) == list(range(dice, 6 * dice + 1))
    assert curve == {target: odds.dice.chance(dice, target, fixers, rerolls) for target in curve}
    assert list(curve.values()) == sorted(curve.values(), reverse=True)
    assert curve[dice] == 1
    assert curve[6 * dice] > 0


@given(dice_numbers, fixer_lists)
def test_totals_sum_to_one_and_give_the_curve(dice, fixers):
    totals = odds.dice.distribution(dice, fixers)

    assert sum(totals.values()) == 1
    for target, chance in odds.dice.curve(dice, fixers).items():
        assert sum(p for total, p in totals.items() if total >= target) == chance
    assert odds.dice.expected(dice, fixers) == sum(total * p for total, p in totals.items())


@given(dice_numbers, targets, fixer_lists, reroll_numbers, st.integers(1, 6))
def test_more_dice_re_rolls_or_fixers_never_harm(dice, target, fixers, rerolls, fixer):
    chance = odds.dice.chance(dice, target, fixers, rerolls)

    assert 0 <= chance <= 1
    assert odds.dice.chance(dice + 1, target, fixers, rerolls) >= chance
    assert odds.dice.chance(dice, target, fixers, rerolls + 1) >= chance
    assert odds.dice.chance(dice, target, [*fixers, fixer], rerolls) >= chance
    assert odds.dice.chance(dice, target, [min(value + 1, 6) for value in fixers], rerolls) >= chance


@given(dice_numbers, targets, fixer_lists, reroll_numbers)
def test_the_order_of_fixers_is_nothing_and_by_dice_is_check(dice, target, fixers, rerolls):
    assert odds.dice.chance(dice, target, fixers[::-1], rerolls) == odds.dice.chance(dice, target, fixers, rerolls)
    assert odds.dice.by_number(target, fixers, rerolls, most=dice)[dice] == odds.dice.chance(
        dice, target, fixers, rerolls
    )


@given(st.integers(1, 5), fixer_lists, st.integers(0, 2), st.integers(1, 30))
def test_a_value_of_one_for_reaching_a_target_is_the_chance(dice, fixers, rerolls, target):
    value = odds.dice.expected(dice, fixers, rerolls, worth=lambda result: int(result >= target))

    assert value == odds.dice.chance(dice, target, fixers, rerolls)
    third = odds.dice.expected(dice, fixers, rerolls, worth=lambda result: Fraction(int(result >= target), 3))
    assert third == value / 3


@given(st.integers(1, 5), st.integers(0, 2))
def test_all_courses_of_a_check_are_followed_to_their_end(dice, rerolls):
    throws = throws_of(dice)
    ends = play_out(throws, throws.sums(), rerolls)

    assert ends.sum() == 6 ** (dice + rerolls)
    assert Fraction(int(ends @ throws.sums()), 6 ** (dice + rerolls)) == odds.dice.expected(dice, rerolls=rerolls)


def test_two_re_rolls_of_one_die_stop_at_five_first_and_at_four_then():
    assert odds.dice.expected(1, rerolls=2) == Fraction(14, 3)  # the classic: 4 or less is rolled anew, then 3 or less


def test_the_largest_check_is_exact_beyond_a_machine_s_numbers():
    chance = odds.dice.chance(MOST_DICE, 100, [5] * MOST_FIXERS, MOST_REROLLS)

    assert chance == 1
    assert odds.dice.chance(MOST_DICE, 6 * MOST_DICE, rerolls=MOST_REROLLS) == all_sixes(MOST_DICE, MOST_REROLLS)


def all_sixes(dice: int, rerolls: int) -> Fraction:
    """The chance of nothing but sixes: of all rolls, first ones and re-rolls, as many show one as there are dice."""
    rolls = dice + rerolls
    return 1 - sum(Fraction(comb(rolls, sixes) * 5 ** (rolls - sixes), 6**rolls) for sixes in range(dice))


@given(st.integers())
def test_any_target_has_a_chance(target):
    assert odds.dice.chance(3, target, [5], 1) in (0, 1) or 3 < target <= 18


def test_a_worth_that_falls_or_is_too_large_is_refused():
    with pytest.raises(BadOdds, match="must not decrease"):
        odds.dice.expected(2, worth=lambda result: -result)
    with pytest.raises(BadOdds, match="too large"):
        odds.dice.expected(2, rerolls=12, worth=lambda result: result * 10**12)


def test_courses_of_too_many_dice_are_not_followed():
    with pytest.raises(BadOdds, match="12 dice and 9 re-rolls are too many"):
        play_out(throws_of(12), throws_of(12).sums(), 9)
