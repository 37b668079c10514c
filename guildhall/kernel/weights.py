"""Bots as rows of weights: the common weights, declarations of a game's weights, and rows from named weights."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from guildhall.core.errors import BadSetup, did_you_mean, nearest, short
from guildhall.core.rules import Spec

__all__ = [
    "BOT_LINES",
    "HORIZON",
    "LEVELS",
    "MARGIN",
    "MISTAKES",
    "RANDOM",
    "ROLLOUTS",
    "SEARCH",
    "SECONDS",
    "THINKS",
    "CommonWeight",
    "Level",
    "Named",
    "OwnWeight",
    "SearchWeight",
    "greedy_of",
    "meanings_of",
    "preset_of",
    "row_of",
    "row_per_seat",
]


class Named(IntEnum):
    """The base class for enums of weights: each member is an index into the row, declared with its meaning.

    The weights of a single game are an `OwnWeight`.
    """

    meaning: str
    greedy: float

    def __new__(cls, meaning: str, greedy: float = 0.0) -> Any:
        """Create the next weight. `greedy` is its value for the greedy bot, in games that declare it here."""
        place = cls._first_place() + len(cls.__members__)
        member = int.__new__(cls, place)
        member._value_ = place
        member.meaning, member.greedy = meaning, greedy
        return member

    @staticmethod
    def _first_place() -> int:
        return 0


class CommonWeight(Named):
    """The weights that come first in every game's row."""

    THINKS = "1 to choose by the weights, 0 to choose uniformly"
    MISTAKES = "share of choices, from 0 to 1, that it makes uniformly at random"


class OwnWeight(Named):
    """The weights of a single game, which come after the common ones.

    >>> class Weight(OwnWeight):
    ...     DRAW = "each card drawn"
    >>> int(Weight.DRAW), Weight.DRAW.meaning
    (2, 'each card drawn')
    """

    @staticmethod
    def _first_place() -> int:
        return len(CommonWeight)


def meanings_of(weights: type[Named]) -> dict[str, str]:
    """Return the meaning of each weight in a row, by name."""
    row = (*CommonWeight, *weights) if issubclass(weights, OwnWeight) else weights
    return {weight.name.lower(): weight.meaning for weight in row}


def greedy_of(weights: type[OwnWeight]) -> dict[str, float]:
    """Return the weights of the greedy bot, if they are declared with the weights."""
    return {"thinks": 1.0, **{weight.name.lower(): weight.greedy for weight in weights}}


THINKS, MISTAKES = int(CommonWeight.THINKS), int(CommonWeight.MISTAKES)


class SearchWeight(Named):
    """The weights that come last in every game's row: a bot's budget for trying options out."""

    ROLLOUTS = "roll-outs per decision in which it tries its options out; 0: none"
    HORIZON = "rounds of the table after which such a roll-out ends; 0: the end of the game"
    MARGIN = "value there of a typical difference in points, compared with 1 for a victory"
    SECONDS = "approximate time for a decision, instead of a number of roll-outs"


SEARCH = len(SearchWeight)
ROLLOUTS, HORIZON = int(SearchWeight.ROLLOUTS), int(SearchWeight.HORIZON)
MARGIN, SECONDS = int(SearchWeight.MARGIN), int(SearchWeight.SECONDS)

#: The bot that every game has.
RANDOM = {"random": {"thinks": 0.0}}


class Level(NamedTuple):
    """The strength of an opponent for people."""

    mistakes: float
    """The share of choices made uniformly."""
    effort: float
    """The share of the strongest level's roll-outs."""


#: The common bots and levels, from the weakest to the strongest. Bots of a single game come after greedy.
BOT_LINES = {
    "random": "chooses by chance",
    "beginner": "plays by simple rules, but leaves half of its choices to chance",
    "easy": "plays by simple rules and slips once in five choices",
    "greedy": "takes what looks best at the moment",
    "medium": "tries its options out in quick games and slips once in twenty choices",
    "strong": "tries its options out in many quick games and does not slip",
}

#: The opponents for people, from the weakest to the strongest.
LEVELS = {"beginner": Level(0.5, 0), "easy": Level(0.2, 0), "medium": Level(0.05, 0.1), "strong": Level(0, 1)}


def row_of(weights: Mapping[str, float], meanings: Mapping[str, str]) -> NDArray[np.float64]:
    """Build a row from named weights in the order of `meanings`. Missing ones are 0, but `thinks` is 1.

    >>> row_of({"draw": 2}, {"thinks": "chooses by weights", "draw": "each card"}).tolist()
    [1.0, 2.0]
    """
    places = {name: place for place, name in enumerate(meanings)}
    row = np.zeros(len(places))
    row[places["thinks"]] = 1.0
    for name, value in weights.items():
        if name not in places:
            close = did_you_mean(nearest(name, places))
            raise BadSetup(f"unknown weight {short(name)}{close or '; the weights are ' + ', '.join(places)}")
        if isinstance(value, bool) or not isinstance(value, int | float) or not np.isfinite(value):
            raise BadSetup(f"the weight {short(name)} must be a number, not {short(value)}")
        row[places[name]] = float(value)
    return row


def row_per_seat(weights: NDArray[np.float64], seats: int, most: int, length: int) -> NDArray[np.float64]:
    """Build a row for each of `most` seats, from one for all `seats` seats or one for each.

    >>> row_per_seat(np.ones(2), 1, 2, 2).tolist()
    [[1.0, 1.0], [0.0, 0.0]]
    """
    given = np.asarray(weights, np.float64)
    if given.shape not in ((length,), (seats, length)):
        wanted = f"a row of {length} weights, or one for each of {seats} seats, as rules.weights(…) makes them"
        raise BadSetup(f"roll-outs take {wanted}, not an array of shape {given.shape}")
    rows = np.zeros((most, length))
    rows[:seats] = given
    return rows


def preset_of(bot: Spec, presets: Mapping[str, Mapping[str, float]]) -> Mapping[str, float]:
    """Return the named weights of a bot, given by its name or as weights.

    >>> preset_of("even", {"even": {"thinks": 0.0}})
    {'thinks': 0.0}
    """
    if isinstance(bot, Mapping):
        return bot
    if not isinstance(bot, str):
        raise BadSetup(f"a bot is a name or a dict of weights, not {short(bot)}")
    if bot not in presets:
        close = did_you_mean(nearest(bot, presets))
        raise BadSetup(f"unknown bot {short(bot)}{close or '; the bots are ' + ', '.join(presets)}")
    return presets[bot]
