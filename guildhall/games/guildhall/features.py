"""What a card is worth to a bot: a few numbers about each tier, from the same effects that are played and said."""

from __future__ import annotations

from enum import IntEnum
from typing import assert_never

from .language import Action, Amount, Draw, Effect, Effects, Gain, Look, Lose, Move, Place, Steal, Swap

__all__ = ["Feature", "features"]


class Feature(IntEnum):
    """What is counted of a tier."""

    PLACES = 0  # cards into the own hall from hand, deck or discard pile
    DRAWS = 1
    GAINS = 2  # tokens, per card of the chapter where it depends on that
    ACTIONS = 3
    HITS = 4  # cards that leave other halls and hands without coming to you
    TAKES = 5  # cards of other halls and hands that come to you
    SWAPS = 6
    COSTS = 7  # own hall cards given up
    GAINS_BY_SIZE = 8
    DRAWS_BY_SIZE = 9


_SOME = 2.0  # what "any number" or "a chapter" counts for
_OTHERS = (Place.ANOTHER_HALL, Place.ANOTHER_HAND, Place.ANOTHER_AREA)
_EACH = (Place.EACH_OTHER_HALL, Place.EACH_OTHER_HAND, Place.EVERY_HAND)
_MINE = (Place.MY_HALL, Place.MY_HAND, Place.MY_AREA)


def features(effects: Effects) -> list[float]:
    """The feature numbers of a tier.

    >>> features((Draw(3), Action(1)))[Feature.DRAWS]
    3.0
    """
    counted = [0.0] * len(Feature)
    for effect in effects:
        for feature, number in _of(effect):
            counted[feature] += number
    return counted


def _of(effect: Effect) -> list[tuple[Feature, float]]:
    match effect:
        case Move():
            return [_of_move(effect)]
        case Swap():
            return [(Feature.SWAPS, _number(effect.amount))]
        case Draw():
            by_size = effect.amount is Amount.CHAPTER_SIZE
            return [(Feature.DRAWS_BY_SIZE, 1.0)] if by_size else [(Feature.DRAWS, _number(effect.amount))]
        case Gain():
            by_size = effect.amount is Amount.CHAPTER_SIZE
            return [(Feature.GAINS_BY_SIZE, 1.0)] if by_size else [(Feature.GAINS, _number(effect.amount))]
        case Steal():
            return [(Feature.GAINS, float(effect.amount)), (Feature.HITS, float(effect.amount))]
        case Lose():
            return [(Feature.HITS, float(effect.amount))]
        case Action():
            return [(Feature.ACTIONS, float(effect.amount))]
        case Look():
            return []
        case _:
            assert_never(effect)


def _of_move(move: Move) -> tuple[Feature, float]:
    number = _number(move.amount)
    if move.source in _OTHERS or move.source in _EACH:
        return (Feature.TAKES if move.target in _MINE else Feature.HITS), number
    if move.source is Place.MY_HALL:
        return Feature.COSTS, number
    if move.target is Place.MY_HALL:
        return Feature.PLACES, number
    if move.target in _MINE:
        return Feature.DRAWS, number
    return Feature.HITS, 0.0


def _number(amount: int | Amount) -> float:
    return float(amount) if isinstance(amount, int) else _SOME
