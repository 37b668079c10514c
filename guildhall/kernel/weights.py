"""A bot as a row of numbers: the weights that every game has, and how a game names its own."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

__all__ = ["MISTAKES", "RANDOM", "THINKS", "CommonWeight", "Named", "meanings_of"]


class Named(IntEnum):
    """Places in the row, each declared by what it means to a player who wants to make a bot of their own.

    >>> class Weight(Named):
    ...     THINKS = "1 to choose by the weights, 0 to choose uniformly"
    ...     DRAW = "each card drawn"
    >>> int(Weight.DRAW), Weight.DRAW.meaning
    (1, 'each card drawn')
    """

    meaning: str

    def __new__(cls, meaning: str) -> Any:
        """The next place."""
        member = int.__new__(cls, len(cls.__members__))
        member._value_ = len(cls.__members__)
        member.meaning = meaning
        return member


def meanings_of(weights: type[Named]) -> dict[str, str]:
    """Name of each weight -> what it means."""
    return {weight.name.lower(): weight.meaning for weight in weights}


class CommonWeight(Named):
    """The weights that come first in every game's row."""

    THINKS = "1 to choose by the weights, 0 to choose evenly"
    MISTAKES = "how often, from 0 to 1, it chooses evenly all the same"


THINKS, MISTAKES = int(CommonWeight.THINKS), int(CommonWeight.MISTAKES)

#: The bot that every game has.
RANDOM = {"random": {"thinks": 0.0}}
