"""Lesson 1: how many hands there are, and how many of them have what is needed."""

from __future__ import annotations

from fractions import Fraction
from math import comb, perm

from guildhall import odds

from .answers import chance, number
from .checking import Exercise, Mistake
from .draws import none_comes, old_world, slips, some

__all__ = ["exercises"]


def exercises() -> tuple[Exercise, ...]:
    """Return the exercises in order."""
    return _all_hands(), _small_pile(), _one_discarded(), _two_colours()


def _all_hands() -> Exercise:
    return Exercise(
        question="How many different opening hands of nine cards can be dealt from all 120 cards, "
        "if every copy counts as a card of its own?",
        kind=number("a whole number of hands"),
        right=Fraction(comb(120, 9)),
        mistakes=(
            Mistake(Fraction(perm(120, 9)), "In a hand the order of the cards does not matter; you counted it."),
            Mistake(Fraction(120**9), "You let a card be dealt twice, and you counted the order."),
            Mistake(
                Fraction(comb(30, 9)), "There are 30 different cards, but four copies of each, and each one counts."
            ),
            Mistake(Fraction(comb(120, 6)), "That is for six cards; an opening hand has nine."),
        ),
        hint="In how many ways can 9 of 120 things be chosen? Python's `math.comb` counts that.",
    )


def _small_pile() -> Exercise:
    return Exercise(
        question="A pile has eight cards, two of them green Weavers. You draw three cards. "
        "What is the chance of at least one green Weaver?",
        kind=chance(),
        right=some(2, 8, 3),
        mistakes=slips(2, 8, 3),
        hint="Count the hands of three without a green Weaver first, and all hands of three.",
    )


def _one_discarded() -> Exercise:
    seen = "One green Weaver lies in the discard pile, where no draw can reach it."
    return Exercise(
        question="One green Weaver lies face up in the discard pile, the other 119 cards are face down. "
        "You draw six of them. What is the chance of at least one green Weaver?",
        kind=chance(),
        right=some(3, 119, 6),
        mistakes=(
            *slips(3, 119, 6),
            Mistake(some(4, 120, 6), seen),
            Mistake(some(4, 119, 6), f"{seen} So how many green ones can come?"),
            Mistake(some(3, 120, 6), f"{seen} So how many cards can come at all?"),
        ),
        hint="How many cards can come, how many of them are green Weavers, and how many hands have none of those?",
    )


def _two_colours() -> Exercise:
    one = some(4, 120, 9)
    wanted = ["red Weaver", "blue Weaver"]
    right = odds.draws.chance(old_world(), wanted, 9)
    return Exercise(
        question="What is the chance that the nine cards of an opening hand, dealt from all 120, "
        "hold at least one red Weaver and at least one blue Weaver?",
        kind=chance(),
        right=right,
        mistakes=(
            none_comes(right),
            Mistake(one * one, "You multiplied; but a hand with a red Weaver has one place less for a blue one."),
            Mistake(some(8, 120, 9), "That is the chance of one or the other; here both have to come."),
            Mistake(2 * one, "Adding up is for one or the other, and even then some hands are counted twice."),
            Mistake(one, "That is the chance of one of the two colours."),
            Mistake(odds.draws.chance(old_world(), wanted, 6), "That is for six cards; an opening hand has nine."),
        ),
        hint="All hands, less those without red, less those without blue; which hands have you taken away twice?",
    )
