"""Counting draws: signed sums of "just these cards, and any of those" are all that exact odds need.

A term `(drawn, free): n` stands for n times "these `drawn` cards and any of `free` others", which is the polynomial
n · x^drawn · (1+x)^free: its coefficient at x^d is the number of ways to draw d cards.
Inclusion-exclusion yields such sums, and claims about different cards multiply by adding the numbers of their terms.

Cards may come from two places in turn: from the deck, and from the discard pile once it has become the deck.
A number of copies counts both at once, the deck's copies plus `PILE` times the pile's, so that sums stay plain sums.

Why our own: icepool deals exactly too, but builds a table of all outcomes, which takes it milliseconds for what the
sums below answer in microseconds; SciPy's hypergeometric distributions are quick but floating-point.
`python -m benchmarks.odds` measures them side by side.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import comb

from guildhall.core.errors import BadOdds

from .pools import MOST_CARDS

__all__ = ["PILE", "Failures", "Ways", "combined", "packed", "total"]

PILE = MOST_CARDS

Ways = dict[tuple[int, int], int]


def packed(deck: int, pile: int) -> int:
    """One number for the copies in the deck and in the pile behind it.

    >>> packed(3, 0), packed(3, 2) == 3 + 2 * PILE
    (3, True)
    """
    return deck + PILE * pile


def total(copies: int) -> int:
    """Copies in both places together.

    >>> total(packed(3, 2))
    5
    """
    return copies % PILE + copies // PILE


def combined(*parts: Ways) -> Ways:
    """All parts at once, where they are about different cards.

    >>> combined({(0, 4): 1, (0, 0): -1}, {(1, 3): 2})
    {(1, 7): 2, (1, 3): -2}
    """
    return reduce(_product, parts, {(0, 0): 1})


def _product(one: Ways, other: Ways) -> Ways:
    both: Ways = {}
    for (drawn, free), n in one.items():
        for (drawn_2, free_2), n_2 in other.items():
            key = (drawn + drawn_2, free + free_2)
            both[key] = both.get(key, 0) + n * n_2
    return both


@dataclass(frozen=True)
class Failures:
    """The draws that miss a goal: what they do with the cards of the goal, the `others`, and the `size` of it all.

    >>> none_of_three = Failures({(0, 0): 1}, others=7, size=10)
    >>> none_of_three.chance(2)
    Fraction(8, 15)
    >>> none_of_three.expected_draws()
    Fraction(11, 4)
    """

    ways: Ways
    others: int
    size: int

    def chance(self, draws: int, from_pile: int = 0) -> Fraction:
        """The chance to reach the goal with so many cards of the deck and then so many of the pile."""
        if from_pile:
            return self._from_both(draws, from_pile)
        whole, others = comb(self.size % PILE, draws), self.others % PILE
        terms = self.ways.items()
        missed = sum(n * comb(free % PILE + others, draws - drawn) for (drawn, free), n in terms if drawn <= draws)
        return Fraction(whole - missed, whole)

    def _from_both(self, draws: int, from_pile: int) -> Fraction:
        whole = comb(self.size % PILE, draws) * comb(self.size // PILE, from_pile)
        missed = 0
        for (drawn, free), n in self.ways.items():
            (pile_drawn, deck_drawn), (pile_free, deck_free) = divmod(drawn, PILE), divmod(free + self.others, PILE)
            if deck_drawn <= draws and pile_drawn <= from_pile:
                missed += n * comb(deck_free, draws - deck_drawn) * comb(pile_free, from_pile - pile_drawn)
        return Fraction(whole - missed, whole)

    def expected_draws(self) -> Fraction:
        """The mean number of draws from the deck until the goal is reached.

        It is the sum of the chances to have missed the goal after 0, 1, 2, … draws.
        For one term, `sum(comb(free, d - drawn) / comb(size, d) for d in range(size + 1))` is
        (size + 1) / ((left + 1) · comb(left, drawn)) with left = size - free, by Euler's beta integral.
        """
        if self.chance(self.size) != 1:
            raise BadOdds("the goal cannot be reached even with all cards of the pool, so there is no mean of draws")
        mean = Fraction(0)
        for (drawn, free), n in self.ways.items():
            left = self.size - free - self.others
            mean += Fraction(n * (self.size + 1), (left + 1) * comb(left, drawn))
        return mean
