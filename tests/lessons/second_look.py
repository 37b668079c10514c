"""The answers of all exercises, found without the package: card after card, by lists of hands, by sums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import combinations, product
from math import comb, factorial, prod
from statistics import pstdev

Answer = Fraction | float | Counter[str]
HAND = ["red Weaver", "red Weaver", "blue Weaver", "red Farmer", "green Trader", "red Dancer"]


def missed(copies: int, cards: int, draws: int) -> Fraction:
    """No wanted card in so many draws, one card after the other."""
    return prod((Fraction(cards - copies - drawn, cards - drawn) for drawn in range(draws)), start=Fraction(1))


def hit(copies: int, cards: int, draws: int) -> Fraction:
    return 1 - missed(copies, cards, draws)


def listed(pile: Iterable[str], draws: int, wanted: Callable[[set[str]], bool]) -> Fraction:
    """The share of all hands that have what is wanted, every hand looked at."""
    hands = [wanted(set(hand)) for hand in combinations(list(pile), draws)]
    return Fraction(sum(hands), len(hands))


def red_and_blue() -> Fraction:
    """All ways to hold so many red and so many blue Weavers, summed up."""
    held = product(range(1, 5), repeat=2)
    return Fraction(sum(comb(4, red) * comb(4, blue) * comb(112, 9 - red - blue) for red, blue in held), comb(120, 9))


def another_green() -> Fraction:
    """The card looked at is the first of the six; both green, over the first green."""
    first_green = Fraction(4, 120)
    no_other = prod((Fraction(116 - drawn, 119 - drawn) for drawn in range(5)), start=first_green)
    return (first_green - no_other) / first_green


def wait_for_both() -> Fraction:
    """The sum over k of the chance that after k draws a colour is still lacking."""
    lacking = (2 * missed(3, 99, draws) - missed(6, 99, draws) for draws in range(99))
    return sum(lacking, start=Fraction(0))


def keeping(kept: Iterable[str]) -> Fraction:
    """The chance of four colours of Weavers after a refresh, summed over how many of each colour come."""
    kept = list(kept)
    draws = 6 - len(kept)
    copies = [4 - HAND.count(f"{colour} Weaver") for colour in ("red", "blue", "green", "yellow", "purple")]
    has = [f"{colour} Weaver" in kept for colour in ("red", "blue", "green", "yellow", "purple")]
    others = 114 - sum(copies)
    ways = 0
    for drawn in product(*(range(copy + 1) for copy in copies)):
        colours = sum(held or bool(came) for held, came in zip(has, drawn, strict=True))
        if sum(drawn) <= draws and colours >= 4:
            ways += prod(map(comb, copies, drawn)) * comb(others, draws - sum(drawn))
    return Fraction(ways, comb(114, draws))


def best_kept() -> tuple[str, ...]:
    choices = {kept for size in range(7) for kept in combinations(HAND, size)}
    return max(choices, key=keeping)


def first(holds: Callable[[int], bool]) -> int:
    return next(number for number in range(1, 1000) if holds(number))


def answers() -> dict[tuple[str, int], Answer]:
    """The answer to every exercise, by lesson and number."""
    small_pile = ["green"] * 2 + ["other"] * 6
    twelve = ["red", "blue", "green"] * 2 + ["other"] * 6
    comes = hit(2, 70, 6)
    return {
        ("counting hands", 1): Fraction(prod(range(112, 121)), factorial(9)),
        ("counting hands", 2): listed(small_pile, 3, lambda hand: "green" in hand),
        ("counting hands", 3): hit(3, 119, 6),
        ("counting hands", 4): red_and_blue(),
        ("conditional chances", 1): hit(2, 80, 6),
        ("conditional chances", 2): Fraction(6, 100) / (1 - Fraction(6, 100)),
        ("conditional chances", 3): hit(4, 120, 6) / hit(20, 120, 6),
        ("conditional chances", 4): another_green(),
        ("conditional chances", 5): Fraction(25, 25 + 4),  # of a hundred games each
        ("waiting times", 1): sum((missed(3, 99, draws) for draws in range(99)), start=Fraction(0)),
        ("waiting times", 2): first(lambda draws: hit(3, 99, draws) >= Fraction(1, 2)),
        ("waiting times", 3): missed(3, 99, 9) * Fraction(3, 90),
        ("waiting times", 4): wait_for_both(),
        ("waiting times", 5): first(lambda refreshes: hit(3, 99, 6 * refreshes) >= Fraction(9, 10)),
        ("Monte Carlo and its error", 1): pstdev([1] * 100 + [0] * 300) / 400**0.5,
        ("Monte Carlo and its error", 2): first_enough(),
        ("Monte Carlo and its error", 3): (pstdev([0, 1]) / (pstdev([0, 1]) / 3)) ** 2,
        ("Monte Carlo and its error", 4): prod([0.95] * 20),
        ("Monte Carlo and its error", 5): listed(twelve, 6, lambda hand: {"red", "blue", "green"} <= hand),
        ("decisions under uncertainty", 1): Counter(best_kept()),
        ("decisions under uncertainty", 2): keeping(best_kept()),
        ("decisions under uncertainty", 3): Fraction(2, 9),
        ("decisions under uncertainty", 4): 7 * comes,
        ("decisions under uncertainty", 5): comes * max(3, 7) + (1 - comes) * max(3, 0) - max(Fraction(3), 7 * comes),
    }


def first_enough() -> int:
    """Hands until the interval reaches no further than 0.01 to each side, tried in steps of one."""
    return next(hands for hands in range(1, 20_000) if 1.96 * (0.25 / hands) ** 0.5 <= 0.01)
