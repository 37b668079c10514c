"""Every answer of the course and its slips, found without the package: by lists, card by card, by sums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb, erf, exp, factorial, lgamma, log, perm, prod, sqrt
from random import Random
from statistics import pstdev

F = Fraction
Answer = Fraction | float | str | Counter[str]
HAND = ["red Weaver", "red Weaver", "blue Weaver", "red Farmer", "green Trader", "red Dancer"]


@dataclass(frozen=True)
class Look:
    """The answer to an exercise and the results of its slips, found in another way."""

    answer: Answer
    slips: tuple[Answer, ...]


def missed(copies: int, cards: int, draws: int) -> Fraction:
    """No wanted card in so many draws, one card after the other."""
    return prod((F(cards - copies - drawn, cards - drawn) for drawn in range(draws)), start=F(1))


def hit(copies: int, cards: int, draws: int) -> Fraction:
    return 1 - missed(copies, cards, draws)


def held(number: int, copies: int, cards: int, draws: int) -> Fraction:
    """Just `number` of some copies: the chance of one order, times the orders."""
    order = prod((F(copies - i, cards - i) for i in range(number)), start=F(1))
    rest = prod((F(cards - copies - i, cards - number - i) for i in range(draws - number)), start=F(1))
    return comb(draws, number) * order * rest


def listed(pile: Iterable[str], draws: int, wanted: Callable[[set[str]], bool]) -> Fraction:
    """The share of all hands that have what is wanted, every hand looked at."""
    hands = [wanted(set(hand)) for hand in combinations(list(pile), draws)]
    return F(sum(hands), len(hands))


def each(copies: list[int], cards: int, draws: int, need: int) -> Fraction:
    """At least `need` kinds: all ways to hold so many of each kind, summed up."""
    others = cards - sum(copies)
    ways = 0
    for drawn in product(*(range(copy + 1) for copy in copies)):
        if sum(drawn) <= draws and sum(map(bool, drawn)) >= need:
            ways += prod(map(comb, copies, drawn)) * comb(others, draws - sum(drawn))
    return F(ways, comb(cards, draws))


def sums(dice: int) -> Counter[int]:
    return Counter(map(sum, product(range(1, 7), repeat=dice)))


def reach(dice: int, target: int) -> Fraction:
    return F(sum(ways for total, ways in sums(dice).items() if total >= target), 6**dice)


def wins(games: int, least: int, p: float = 0.5, most: int | None = None) -> float:
    """So many wins: by logarithms of factorials."""

    def one(k: int) -> float:
        return exp(lgamma(games + 1) - lgamma(k + 1) - lgamma(games - k + 1) + k * log(p) + (games - k) * log(1 - p))

    return sum(one(k) for k in range(least, (games if most is None else most) + 1))


def beyond(z: float) -> float:
    return (1 - erf(z / sqrt(2))) / 2


def first(holds: Callable[[int], bool]) -> int:
    return next(number for number in range(1, 1000) if holds(number))


def shown_farmer(choosing: bool) -> Fraction:
    """A green one beside the Farmer that she shows: every hand, and every card she may show of it."""
    pile = ["green 1", "green 2", "Farmer", "a", "b", "c"]
    shown, green = F(0), F(0)
    for hand in combinations(pile, 2):
        plain = [card for card in hand if not card.startswith("green")]
        may = plain if choosing and plain else list(hand)
        if "Farmer" in may:
            shown += F(1, len(may))
            green += F(1, len(may)) * any(card.startswith("green") for card in hand)
    return green / shown


def waits(copies: int, cards: int) -> list[Fraction]:
    """The chance that the wait is 0, 1, 2, … draws."""
    return [F(0), *(missed(copies, cards, n - 1) - missed(copies, cards, n) for n in range(1, cards + 1))]


def mean(chances: list[Fraction]) -> Fraction:
    return sum((n * p for n, p in enumerate(chances)), start=F(0))


def wait_for_both() -> Fraction:
    """The sum over k of the chance that after k draws a colour is still lacking."""
    return sum((2 * missed(3, 99, draws) - missed(6, 99, draws) for draws in range(99)), start=F(0))


def all_faces() -> float:
    coin = Random(5)

    def throws() -> int:
        seen: set[int] = set()
        number = 0
        while len(seen) < 6:
            seen.add(coin.randrange(6))
            number += 1
        return number

    return sum(throws() for _ in range(40_000)) / 40_000


def spread(draws: int) -> float:
    """The standard deviation of Weavers in a draw, from the whole distribution."""
    chances = [held(k, 20, 120, draws) for k in range(draws + 1)]
    middle = mean(chances)
    return sqrt(sum((k - middle) ** 2 * p for k, p in enumerate(chances)))


def keeping(kept: Iterable[str]) -> Fraction:
    """The chance of four colours of Weavers after a refresh, summed over how many of each colour come."""
    kept = list(kept)
    colours = ("red", "blue", "green", "yellow", "purple")
    copies = [4 - HAND.count(f"{colour} Weaver") for colour in colours]
    has = [f"{colour} Weaver" in kept for colour in colours]
    draws, others, ways = 6 - len(kept), 114 - sum(copies), 0
    for drawn in product(*(range(copy + 1) for copy in copies)):
        held_colours = sum(one or bool(came) for one, came in zip(has, drawn, strict=True))
        if sum(drawn) <= draws and held_colours >= 4:
            ways += prod(map(comb, copies, drawn)) * comb(others, draws - sum(drawn))
    return F(ways, comb(114, draws))


def best_kept() -> tuple[str, ...]:
    choices = {kept for size in range(7) for kept in combinations(HAND, size)}
    return max(choices, key=keeping)


def best_reroll(dice: int, target: int, rerolls: int) -> Fraction:
    """Dice re-rolled one by one with the best choice of the die each time, by looking at every throw."""

    def worth(throw: tuple[int, ...], left: int) -> Fraction:
        if sum(throw) >= target or not left:
            return F(sum(throw) >= target)
        rest = throw[1:]  # the lowest die is the one to throw again
        return sum((worth(tuple(sorted((*rest, face))), left - 1) for face in range(1, 7)), start=F(0)) / 6

    throws = [tuple(sorted(throw)) for throw in product(range(1, 7), repeat=dice)]
    return sum((ways * worth(throw, rerolls) for throw, ways in Counter(throws).items()), start=F(0)) / 6**dice


def fixed(dice: int, target: int) -> Fraction:
    throws = list(product(range(1, 7), repeat=dice))
    return F(sum(sum(throw) - min(throw) + max(5, min(throw)) >= target for throw in throws), len(throws))


def above_half(wins_: int, losses: int, steps: int = 4000) -> float:
    """The area above one half under p^w (1-p)^l, in narrow strips."""
    heights = [((i + 0.5) / steps) ** wins_ * (1 - (i + 0.5) / steps) ** losses for i in range(steps)]
    return sum(heights[steps // 2 :]) / sum(heights)


@cache
def looks() -> dict[tuple[str, str], Look]:
    """The second look at every exercise, by lesson and name."""
    lessons = {
        "counting hands": _counting(),
        "conditional chances": _conditional(),
        "waiting times": _waiting(),
        "means and spread": _spread(),
        "sums of dice": _dice(),
        "Monte Carlo and its error": _sampling(),
        "noise or signal": _noise(),
        "which bot sits there": _bayes(),
        "decisions under uncertainty": _decisions(),
        "why winners win": _causes(),
    }
    return {(title, name): look for title, found in lessons.items() for name, look in found.items()}


def answers() -> dict[tuple[str, str], Answer]:
    """The answer to every exercise, by lesson and name."""
    return {place: look.answer for place, look in looks().items()}


def look(answer: Answer, *slips: Answer) -> Look:
    return Look(answer, slips)


def _counting() -> dict[str, Look]:
    six = ["green"] * 2 + ["other"] * 4
    green = lambda hand: "green" in hand  # noqa: E731
    pairs = list(combinations(six, 2))
    one, both = hit(4, 120, 9), each([4, 4], 120, 9, 2)
    better = hit(8, 120, 3) - hit(4, 120, 6)
    enough = first(lambda draws: hit(20, 120, draws) >= F(99, 100))
    back = first(lambda draws: 1 - F(5, 6) ** draws >= F(99, 100))
    return {
        "1": look(
            listed(six, 2, green),
            F(6, 15),
            1 - F(16, 36),
            F(2, 3),
            F(sum(p.count("green") == 1 for p in pairs), 15),
            F(1, 15),
        ),
        "2": look(
            F(prod(range(112, 121)), factorial(9)),
            F(perm(120, 9)),
            F(120**9),
            F(perm(30, 9), factorial(9)),
            F(perm(120, 6), 720),
        ),
        "3": look(
            hit(3, 119, 6),
            missed(3, 119, 6),
            1 - F(116, 119) ** 6,
            F(18, 119),
            hit(4, 120, 6),
            hit(4, 119, 6),
            hit(3, 120, 6),
        ),
        "4": look(
            both,
            one * one,
            hit(8, 120, 9),
            one,
            2 * one,
            F(16 * comb(112, 7), comb(120, 9)),
            F(16 * comb(118, 7), comb(120, 9)),
            each([4, 4], 120, 6, 2),
            1 - both,
        ),
        "5a": look("b", "a", "c"),
        "5b": look(100 * better, F(0), -100 * better),
        "6": look(F(enough), F(enough - 1), F(enough + 1), F(back), F(101)),
    }


def _conditional() -> dict[str, Look]:
    green, weaver, both = hit(4, 120, 6), hit(20, 120, 6), each([4, 4], 120, 6, 2)
    plain = F(sum(comb(16, a) * comb(100, 6 - a) for a in range(1, 7)), comb(120, 6))
    given = 1 - plain / weaver
    return {
        "1": look(hit(2, 80, 6), green, hit(4, 80, 6), hit(2, 120, 6), F(12, 80), missed(2, 80, 6)),
        "2": look(F(6, 100) / (1 - F(6, 100)), F(6, 100), F(1, 2), F(12, 100), F(1, 94), F(6, 88), F(88, 94)),
        "3": look(given, green, weaver, F(1, 5), green * weaver, hit(4, 119, 5), 1 - given),
        "4": look(
            10_000 * plain,
            10_000 * weaver,
            10_000 * green,
            10_000 * missed(4, 120, 6),
            10_000 * weaver * missed(4, 120, 6),
        ),
        "5": look(both / green, green, both, hit(4, 119, 5), green**2, 1 - both / green),
        "6": look(shown_farmer(True), shown_farmer(False), F(9, 15), F(1, 2), F(1, 3)),
        "7": look(
            1 - prod((F(116 - i, 119 - i) for i in range(5)), start=F(1)),
            sum((held(k, 4, 120, 6) for k in (2, 3, 4)), start=F(0)) / green,
            hit(3, 119, 6),
            hit(4, 119, 5),
            green,
            missed(3, 119, 5),
        ),
    }


def _waiting() -> dict[str, Look]:
    alone = mean(waits(3, 99))
    half = first(lambda draws: hit(3, 99, draws) >= F(1, 2))
    tenth = waits(3, 99)[10]
    no_six = F(5, 6)
    return {
        "1": look(alone, F(33), F(99, 4), F(50), F(24), F(half)),
        "2": look(F(half), F(half - 1), F(half + 1), alone, F(first(lambda n: 1 - F(96, 99) ** n >= F(1, 2))), F(50)),
        "3": look(tenth, hit(3, 99, 10), F(3, 99), F(3, 90), F(96, 99) ** 9 * F(3, 99), missed(3, 99, 9)),
        "4": look(wait_for_both(), alone, 2 * alone, mean(waits(6, 99)), 2 * mean(waits(6, 99))),
        "5": look(waits(3, 99)[41] / missed(3, 99, 40), F(3, 99), hit(3, 99, 41), F(1, 59), F(3, 99) + F(3, 59)),
        "6": look(F(1, 6), 1 - no_six**11, 1 - no_six**10, no_six**10 / 6, F(1), F(0)),
        "7": look(F(first(lambda n: 1 - no_six**n >= F(1, 2))), F(3), F(6), F(5)),
        "8": look(all_faces(), F(6), F(36), F(21), F(11)),
    }


def _spread() -> dict[str, Look]:
    complete = each([4] * 5, 120, 60, 5)
    return {
        "1": look(mean([held(k, 20, 120, 9) for k in range(10)]), F(1), hit(20, 120, 9), F(36, 120)),
        "2": look(6 * hit(20, 120, 9), 6 * (1 - F(5, 6) ** 9), F(6), F(3, 2), hit(20, 120, 9)),
        "3": look(spread(6), spread(6) ** 2, sqrt(5 / 6), F(1), pstdev([1, 0, 0, 0, 0, 0])),
        "4": look(6 * complete, F(3), complete, 6 * each([4] * 5, 120, 60, 4), 6 * hit(4, 120, 60) ** 5),
        "5": look(3 * spread(6), 3 * spread(6) - 2, 9 * spread(6) ** 2, sqrt(3) * spread(6), spread(6), F(1)),
        "6": look(spread(12), sqrt(2) * spread(6), 2 * spread(6), spread(12) ** 2, spread(6)),
    }


def _dice() -> dict[str, Look]:
    once = F(sum(max(F(face), F(7, 2)) for face in range(1, 7)), 6)
    twice = sum((max(F(face), once) for face in range(1, 7)), start=F(0)) / 6
    best = {n: F(sum(max(throw) for throw in product(range(1, 7), repeat=n)), 6**n) for n in (2, 3)}
    three = sums(3)
    higher = F(sum(a * b for one, a in three.items() for other, b in three.items() if one > other), 216**2)
    five = pstdev(list(sums(5).elements()))
    return {
        "1": look(reach(2, 9), F(4, 11), F(4, 36), reach(2, 10), F(6, 21), 1 - reach(2, 9)),
        "2": look(reach(5, 20), 1 - reach(5, 20), reach(5, 21), F(sums(5)[20], 6**5), beyond(2.5 / five)),
        "3": look(F(sum(max(face, 5) for face in range(1, 7)), 6), F(5), F(7, 2), once, F(11, 2)),
        "4": look(twice, once, F(7, 2), best[3], best[2]),
        "5": look(fixed(3, 12), best_reroll(3, 12, 2), reach(3, 12), best_reroll(3, 12, 1), reach(3, 8)),
        "6": look(five, 5 * pstdev(range(1, 7)), five**2, pstdev(range(1, 7)), pstdev(range(1, 7)) / sqrt(5)),
        "7": look(higher, F(1, 2), 1 - 2 * higher, 1 - higher),
    }


def _sampling() -> dict[str, Look]:
    one = pstdev([1] * 100 + [0] * 300)
    hands = first_enough()
    twelve = ["red", "blue", "green"] * 2 + ["other"] * 6
    colours = {"red", "blue", "green"}
    right = listed(twelve, 6, lambda hand: colours <= hand)
    return {
        "1": look(one / 20, one**2 / 400, 1.96 * one / 20, one, 1 / 20, one / 400, 20 * one),
        "2": look(hands, 2500.0, 98.0, 4 * 9604.0, 9604 / 4, 10_000.0),
        "3": look((pstdev([0, 1]) / (pstdev([0, 1]) / 3)) ** 2, F(3), F(27), F(1, 9), F(1, 3)),
        "4": look(prod([0.95] * 20), 0.95, 1 - prod([0.95] * 20), F(0), 0.05, prod([0.95] * 19)),
        "5": look(
            F(sum(1 for t in product((0, 1), repeat=10) if sum(t) >= 6), 1024),
            F(210, 1024),
            F(176, 1024),
            0.6,
            0.5,
            F(638, 1024),
        ),
        "6": look(wins(100, 60), wins(10, 6), wins(100, 60, most=60), 0.5, beyond(2)),
        "7": look(
            1 - exp(log(0.05) / 20), F(0), 0.05, 1 - exp(log(0.5) / 20), 1 - exp(log(0.025) / 20), exp(log(0.05) / 20)
        ),
        "8": look(
            right,
            put_back(),
            listed(twelve, 6, lambda hand: bool(colours & hand)),
            listed(twelve, 6, lambda hand: len(colours & hand) >= 2),
            1 - right,
        ),
    }


def put_back() -> Fraction:
    """All three colours in six draws with cards put back: over the numbers of each colour drawn."""
    ways = 0
    for red, blue, green in product(range(1, 5), repeat=3):
        others = 6 - red - blue - green
        if others >= 0:
            orders = factorial(6) // (factorial(red) * factorial(blue) * factorial(green) * factorial(others))
            ways += orders * 2 ** (red + blue + green) * 6**others
    return F(ways, 12**6)


def first_enough() -> int:
    """Hands until the interval reaches no further than 0.01 to each side, tried in steps of one."""
    return next(hands for hands in range(1, 20_000) if 1.96 * (0.25 / hands) ** 0.5 <= 0.01)


def _noise() -> dict[str, Look]:
    found = wins(100, 61, 0.58) + wins(100, 0, 0.58, most=39)
    none = prod([0.95] * 30)
    return {
        "1": look(2 * wins(20, 15), wins(20, 15), wins(20, 15, most=15), 0.75, 2 * wins(20, 16), 1 - 2 * wins(20, 15)),
        "2a": look(2 * wins(100, 58), wins(100, 58), wins(100, 58, most=58), 0.58, 2 * beyond(1.6)),
        "2b": look("b", "a", "c"),
        "3": look(found, 2 * wins(100, 61), 1 - found, 0.95, 0.58),
        "4": look(1 - none, 1.5, 0.05, none, 1 - prod([0.95] * 4)),
        "5": look(0.05 / 30, 0.05, 1.5, none),
        "6": look(0.6956, 0.8, 0.62, 0.336, 0.0756),
        "7": look("b", "a", "c", "d"),
    }


def _bayes() -> dict[str, Look]:
    # of 10,000 players 500 are random, and 58 of these refresh twice; of 9,500 greedy ones 13.3 do
    random_share = 58 / (58 + 13.3)
    silent = {bot: prod([1 - p] * 5) for bot, p in (("random", 0.116), ("greedy", 0.0014))}
    both = silent["random"] + silent["greedy"]
    greedy, other = 0.47 * 0.47 * 0.53, 0.25 * 0.25 * 0.75
    return {
        "1": look(F(25, 25 + 4), F(5, 7), F(1, 4), F(1, 2), F(1, 8), F(4, 29)),
        "2": look(random_share, 116 / 117.4, 0.116, 0.05, 0.0058, 1 - random_share),
        "3": look(silent["random"] / both, silent["random"], 0.5, 0.884 / 1.8826, silent["greedy"] / both),
        "4": look(random_share / (1 - random_share), 0.116 / 0.0014, 0.116 / 0.0014 / 20, 1 / 19, random_share),
        "5": look(greedy / (greedy + other), 47**2 / (47**2 + 25**2), 47 / 72, greedy, other / (greedy + other)),
        "6": look(above_half(7, 3), 0.7, F(2, 3), wins(10, 7), 1 - wins(10, 7)),
    }


def _decisions() -> dict[str, Look]:
    comes = hit(2, 70, 6)
    unseen = ["red"] * 3 + ["blue"] + ["other"] * 8
    thrown = listed(unseen, 6, lambda hand: {"red", "blue"} <= hand)
    kept = listed(unseen, 5, lambda hand: "blue" in hand)
    told = comes * max(3, 7) + (1 - comes) * max(3, 0)
    best = best_kept()
    weavers = Counter(best)
    return {
        "1": look(
            weavers,
            weavers + Counter(["red Weaver"]),
            Counter({"red Weaver": 2}),
            Counter(HAND),
            Counter(),
            Counter(["red Weaver"]),
            Counter(["blue Weaver"]),
        ),
        "2": look(
            keeping(best),
            1 - keeping(best),
            keeping(()),
            keeping(("red Weaver", "red Weaver", "blue Weaver")),
            each([4, 4, 4], 114, 6, 2),
        ),
        "3": look(max(thrown, kept), min(thrown, kept), F(1, 2), F(1, 2) * hit(3, 12, 6), 1 - thrown),
        "4": look(7 * comes, comes, 7 * (1 - comes), 3 * comes, told),
        "5": look(told - max(F(3), 7 * comes), told, 3 * (1 - comes), 7 * comes, F(4), 3 - 7 * comes),
        "6": look(44 / 166, 122 / 166, 0.5, 44 / 122, 44 / 194),
        "7": look(F(2, 9), F(1, 2), F(7, 9), F(2, 11), F(2, 7)),
        "8": look("b", "a", "c"),
    }


def _causes() -> dict[str, Look]:
    with_it, without = (1 + 230 / 360) / 2, (350 / 360 + 6 / 40) / 2
    stalker, captia = 456 / 7436, 173 / 12680
    return {
        "1": look(0.503 - 0.158, 0.413, 413 / 481, 0.0009, 0.158),
        "2": look(2 * wins(25, 21), wins(25, 21), wins(25, 21, most=21), 2 * wins(40, 21)),
        "3a": look(270 / 400, 356 / 400, with_it, 230 / 360),
        "3b": look(with_it - without, -0.215, 0.215, 230 / 360 - 0.15, 1 - 350 / 360),
        "4": look(stalker / captia, 456 / 173, captia / stalker, 4512 / 7706, 12680 / 7436),
        "5": look(1 - (0.835 - 0.654) / 0.835, 0.654, 0.835, 0.654 * 0.835, 0.181, 0.181 / 0.835),
        "6": look("b", "a", "c"),
    }
