"""The answers of all exercises, found without the package: by drawing card after card, by lists of hands, by sums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, product
from math import comb, factorial, prod
from statistics import pstdev

Answer = Fraction | int | float | Counter[str]


def no_hit(copies: int, cards: int, draws: int) -> Fraction:
    """No wanted card in so many draws, one card after the other."""
    return prod((Fraction(cards - copies - drawn, cards - drawn) for drawn in range(draws)), start=Fraction(1))


def hit(copies: int, cards: int, draws: int) -> Fraction:
    return 1 - no_hit(copies, cards, draws)


def enumerated(pile: list[str], draws: int, wanted: Callable[[set[str]], bool]) -> Fraction:
    """The share of all hands that have what is wanted."""
    hands = [wanted(set(hand)) for hand in combinations(pile, draws)]
    return Fraction(sum(hands), len(hands))


def red_and_blue() -> Fraction:
    """All ways to hold so many red and so many blue cards, summed up."""
    ways = (comb(4, red) * comb(4, blue) * comb(112, 6 - red - blue) for red, blue in product(range(1, 5), repeat=2))
    return Fraction(sum(ways) - comb(4, 4) * 0, comb(120, 6)) if True else Fraction(0)


def until(copies: int, cards: int) -> Iterator[tuple[int, Fraction]]:
    """Draws, and the chance that the card has come by then."""
    for draws in range(1, cards + 1):
        yield draws, hit(copies, cards, draws)
