"""Lesson 4: chances by trying, and how far to trust them."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from guildhall import odds

from .answers import chance, number
from .checking import Exercise, Mistake
from .draws import none_comes

__all__ = ["exercises"]

#: The number of standard errors on each side of an estimate in a 95 % interval.
REACH = 1.96


def exercises() -> tuple[Exercise, ...]:
    """Return the exercises in order."""
    return _standard_error(), _hands_needed(), _a_third(), _all_cover(), _own_estimate()


def _standard_error() -> Exercise:
    spread = sqrt(0.25 * 0.75)
    error = spread / sqrt(400)
    return Exercise(
        question="You deal 400 hands, and 100 of them have what you need. What is the standard error of your estimate?",
        kind=number("a standard error, such as 0.01", Fraction(1, 5000)),
        right=Fraction(error),
        mistakes=(
            Mistake(Fraction(error**2), "That is the variance; the standard error is on the scale of the estimate."),
            Mistake(
                Fraction(REACH * error), "That is how far the 95 % interval reaches; how many standard errors is it?"
            ),
            Mistake(Fraction(spread), "That is the spread of one hand; you have dealt 400."),
            Mistake(Fraction(1, 20), "That is 1/√n; the share itself plays a part too."),
            Mistake(Fraction(spread / 400), "The error shrinks with the root of the number of hands."),
        ),
        hint="The standard error of a share p from n hands is √(p·(1−p)/n).",
    )


def _hands_needed() -> Exercise:
    whole = Fraction((REACH / 0.01) ** 2 / 4)
    return Exercise(
        question="A chance is near one half. How many hands must you deal, so that the 95 % interval "
        "(1.96 standard errors to each side) reaches 0.01 to each side?",
        kind=number("a number of hands", Fraction(10)),
        right=whole,
        mistakes=(
            Mistake(Fraction(2500), "Then one standard error is 0.01; the interval reaches 1.96 of them."),
            Mistake(
                Fraction(REACH * 0.5 / 0.01), "The error shrinks with the root; what follows for the number of hands?"
            ),
            Mistake(4 * whole, "Too many: is the 0.01 to each side, and did p·(1−p) play its part?"),
            Mistake(whole / 4, "Here the interval would reach twice as far as it may."),
        ),
        hint="Write 1.96·√(p·(1−p)/n) = 0.01 with p = 1/2 and solve it for n.",
    )


def _a_third() -> Exercise:
    return Exercise(
        question="How many times as many hands does it take to make the error of an estimate a third of what it is?",
        kind=number("a factor"),
        right=Fraction(9),
        mistakes=(
            Mistake(Fraction(3), "Three times as many hands make the error smaller by √3 only."),
            Mistake(Fraction(1, 9), "You need more hands, not fewer."),
            Mistake(Fraction(1, 3), "You need more hands, not fewer."),
            Mistake(Fraction(27), "The error shrinks with the square root, not with the cube root."),
        ),
        hint="The number of hands stands under a root; what happens to the root if you multiply it by 4?",
    )


def _all_cover() -> Exercise:
    right = Fraction(19, 20) ** 20
    return Exercise(
        question="Twenty pupils deal their own hands, and each works out a 95 % interval. "
        "What is the chance that all twenty intervals hold the true chance?",
        kind=chance(),
        right=right,
        mistakes=(
            Mistake(Fraction(19, 20), "That is the chance for one of them."),
            none_comes(right),
            Mistake(Fraction(0), "One of twenty misses on average; that is not the same as always."),
            Mistake(Fraction(1, 20), "That is the chance that a certain one misses."),
            Mistake(20 * Fraction(1, 20) * Fraction(19, 20) ** 19, "That is the chance that just one of them misses."),
        ),
        hint="The pupils' hands have nothing to do with each other; what does that say of the chance of all together?",
    )


def _own_estimate() -> Exercise:
    pile = {"red Weaver": 2, "blue Weaver": 2, "green Weaver": 2, "another card": 6}
    back = 1 - 3 * Fraction(10, 12) ** 6 + 3 * Fraction(8, 12) ** 6 - Fraction(6, 12) ** 6
    wanted = ["red Weaver", "blue Weaver", "green Weaver"]
    right = odds.draws.chance(pile, wanted, 6)
    return Exercise(
        question="A pile of twelve has two red, two blue and two green Weavers and six other cards. "
        "Deal ten thousand hands of six with a seed you choose: how likely is a hand with all three colours?",
        kind=chance(Fraction(3, 100)),
        right=right,
        mistakes=(
            Mistake(back, "It looks as if your cards went back into the pile: `sample` draws without, `choices` with."),
            Mistake(
                odds.draws.chance(pile, wanted, 6, need=1),
                "It looks as if one of the three colours was enough for you.",
            ),
            Mistake(
                odds.draws.chance(pile, wanted, 6, need=2),
                "It looks as if two of the three colours were enough for you.",
            ),
            none_comes(right),
        ),
        hint="Deal with `random.sample`, count the hands that have all three colours, divide by the number of hands.",
    )
