"""A bot as a row of numbers: the weights that every game has, how a game names its own, and from names to the row."""

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
    """Places in the row, each declared by what it means to a player who wants to make a bot of their own.

    A game's own are an `OwnWeight`.
    """

    meaning: str
    greedy: float

    def __new__(cls, meaning: str, greedy: float = 0.0) -> Any:
        """The next place; `greedy` is the weight that the greedy bot gives it, for games that declare it here."""
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
    MISTAKES = "how often, from 0 to 1, it chooses uniformly all the same"


class OwnWeight(Named):
    """The weights that a game adds: their places follow those that every game has.

    >>> class Weight(OwnWeight):
    ...     DRAW = "each card drawn"
    >>> int(Weight.DRAW), Weight.DRAW.meaning
    (2, 'each card drawn')
    """

    @staticmethod
    def _first_place() -> int:
        return len(CommonWeight)


def meanings_of(weights: type[Named]) -> dict[str, str]:
    """Name of each weight in a row -> what it means."""
    row = (*CommonWeight, *weights) if issubclass(weights, OwnWeight) else weights
    return {weight.name.lower(): weight.meaning for weight in row}


def greedy_of(weights: type[OwnWeight]) -> dict[str, float]:
    """The row of the greedy bot, where it is declared with the weights."""
    return {"thinks": 1.0, **{weight.name.lower(): weight.greedy for weight in weights}}


THINKS, MISTAKES = int(CommonWeight.THINKS), int(CommonWeight.MISTAKES)


class SearchWeight(Named):
    """The weights that come last in every game's row: what a bot spends on trying its options out."""

    ROLLOUTS = "roll-outs per decision in which it tries its options out; 0: none"
    HORIZON = "rounds of the table after which such a roll-out ends; 0: the end of the game"
    MARGIN = "what a usual difference in points counts there beside a victory, which counts 1"
    SECONDS = "instead of a number of roll-outs: about how long a decision may take"


SEARCH = len(SearchWeight)
ROLLOUTS, HORIZON = int(SearchWeight.ROLLOUTS), int(SearchWeight.HORIZON)
MARGIN, SECONDS = int(SearchWeight.MARGIN), int(SearchWeight.SECONDS)

#: The bot that every game has.
RANDOM = {"random": {"thinks": 0.0}}


class Level(NamedTuple):
    """How good an opponent for people is."""

    mistakes: float
    """How often it chooses uniformly."""
    effort: float
    """The share that it spends of the roll-outs that the best one has."""


#: The bots that most games have and the levels, from the weakest to the strongest. A game's own bots come after greedy.
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
    """A row from named weights, in the order of `meanings`; those not named are 0, and a bot with weights thinks.

    >>> row_of({"draw": 2}, {"thinks": "chooses by weights", "draw": "each card"}).tolist()
    [1.0, 2.0]
    """
    places = {name: place for place, name in enumerate(meanings)}
    row = np.zeros(len(places))
    row[places["thinks"]] = 1.0
    for name, value in weights.items():
        if name not in places:
            close = did_you_mean(nearest(name, places))
            raise BadSetup(f"a bot has no weight {short(name)}{close or '; the weights are ' + ', '.join(places)}")
        if isinstance(value, bool) or not isinstance(value, int | float) or not np.isfinite(value):
            raise BadSetup(f"the weight {short(name)} must be a number, not {short(value)}")
        row[places[name]] = float(value)
    return row


def row_per_seat(weights: NDArray[np.float64], seats: int, most: int, length: int) -> NDArray[np.float64]:
    """A row for each of the `most` seats that a game can have, from one for all its `seats` or one for each.

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
    """The named weights of a bot that is given by its name, or by its weights.

    >>> preset_of("even", {"even": {"thinks": 0.0}})
    {'thinks': 0.0}
    """
    if isinstance(bot, Mapping):
        return bot
    if not isinstance(bot, str):
        raise BadSetup(f"a bot is a name or a dict of weights, not {short(bot)}")
    if bot not in presets:
        close = did_you_mean(nearest(bot, presets))
        raise BadSetup(f"there is no bot {short(bot)}{close or '; the bots are ' + ', '.join(presets)}")
    return presets[bot]
