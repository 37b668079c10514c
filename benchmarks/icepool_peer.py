"""Run icepool on the questions of `odds.py`, in an interpreter that has it and without importing guildhall.

    python icepool_peer.py "five missing" 0.5

prints the CPU microseconds per evaluation and the result as a fraction.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import icepool

COLOURS = ("red", "blue", "green", "yellow", "purple")
WEAVERS = [f"{colour} Weaver" for colour in COLOURS]
DECK = dict.fromkeys(WEAVERS, 4) | {"other": 100}


class Colours(icepool.MultisetEvaluator):  # type: ignore[type-arg]
    """The number of different Weavers drawn, counting a Seeker as one more."""

    def next_state(self, state: Any, order: Any, outcome: Any, count: Any) -> int:
        worth = 0 if outcome == "other" else count if outcome == "Seeker" else min(count, 1)
        return int((state or 0) + worth)


def reaching(deck: dict[str, int], draws: int, need: int) -> Fraction:
    if need <= 0:
        return Fraction(1)
    found: Any = Colours()(icepool.Deck(deck).deal(draws))
    return Fraction((found >= need).probability(True))


def five_missing() -> Fraction:
    answer: Any = icepool.Deck(DECK).deal(9) >= WEAVERS
    return Fraction(answer.probability(True))


def masters() -> Fraction:
    return reaching(DECK | {"Seeker": 5}, 9, 5)


def opening_dealt() -> Fraction:
    return reaching(DECK, 9, 3)


def curve() -> Fraction:
    return sum((reaching(DECK, draws, 5) for draws in range(1, 31)), Fraction(0))


def refresh() -> Fraction:
    """Return the best chance over keeping 0 to 2 Weavers and 0 to 3 other cards, from a hand of two and four."""
    best = Fraction(0)
    for kept in ([], WEAVERS[:1], WEAVERS[1:2], WEAVERS[:2]):
        left = {card: 4 - (card in WEAVERS[:2]) for card in WEAVERS if card not in kept}
        pool = left | {"other": 114 - sum(left.values())}
        for others in range(5):
            best = max(best, reaching(pool, 6 - len(kept) - others, 4 - len(kept)))
    return best


def ten_dice() -> Fraction:
    answer: Any = (10 @ icepool.d6) >= 40
    return Fraction(answer.probability(True))


def helped_dice() -> Fraction:
    """Roll ten dice against 50, re-roll the lowest up to twice while they fall short, then set one to 5."""

    def is_reached(rolled: Any) -> bool:
        return sum(rolled[1:]) + max(rolled[0], 5) >= 50

    def turn(rolled: Any) -> Any:
        return rolled if is_reached(rolled) else icepool.d6.map(lambda face: tuple(sorted((*rolled[1:], face))))

    rolled: Any = icepool.d6.pool(10).expand()
    for _ in range(2):
        rolled = rolled.map(turn, star=False)
    return Fraction(rolled.map(is_reached, star=False).probability(True))


def ten_against_nine() -> Fraction:
    answer: Any = (10 @ icepool.d6) > (9 @ icepool.d6)
    return Fraction(answer.probability(True))


QUESTIONS: dict[str, Callable[[], Fraction]] = {
    "five missing": five_missing,
    "with Masters": masters,
    "opening as dealt": opening_dealt,
    "curve of 30 draws": curve,
    "refresh": refresh,
    "ten dice": ten_dice,
    "ten dice, fixer, two re-rolls": helped_dice,
    "ten dice against nine": ten_against_nine,
}


def main(name: str, seconds: float) -> None:
    ask = QUESTIONS[name]
    answer, done, began = ask(), 0, time.process_time()
    while (spent := time.process_time() - began) < seconds or not done:
        ask()
        done += 1
    print(json.dumps({"microseconds": 1e6 * spent / done, "answer": str(answer)}))


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
