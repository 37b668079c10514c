"""The laws of a single state, which each game gives, those that a soak watches in every game, and what it reports."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any, TypeVar, cast

from .bind import bind
from .compile import Kernel
from .templates import laws as templates

__all__ = ["FIRST_PLAY_LAW", "SLOTS", "Fact", "PlayLaw", "Slot", "StateLaws", "law_name"]

F = TypeVar("F", bound=Callable[..., Any])

FIRST_PLAY_LAW = 20  # smaller numbers are the laws of a state, each game's own


class StateLaws:
    """The laws of a game's states, in the order in which they are looked at: a decorator of kernels `(s, R) -> bool`.

    A law has the name of its kernel.
    """

    def __init__(self, game: str, kernel: Kernel) -> None:
        self._game, self._kernel = game, kernel
        self._laws: list[Any] = []
        self._names: list[str] = []

    def __call__(self, function: F) -> F:
        """The kernel that says whether a law holds."""
        law = self._kernel(function)
        self._laws.append(law)
        self._names.append(function.__name__.upper())
        return law

    def numbered(self) -> type[IntEnum]:
        """The laws by their numbers; 0 is `SOUND`."""
        return cast("type[IntEnum]", cast(Any, IntEnum)("Law", ["SOUND", *self._names], start=0))

    def first_broken(self) -> Callable[..., int]:
        """The kernel `sound(states, i, rules, work)`: the number of the first law that game `i` breaks, or 0."""
        later: dict[str, Any] = {}
        for number, law in reversed(list(enumerate(self._laws, 1))):
            bound = bind(templates, self._kernel, f"{self._game}-law-{number}", holds=law, NUMBER=number, **later)
            later = {"later": bound.broken}
        return cast(Callable[..., int], bound.sound)


class PlayLaw(IntEnum):
    """Laws of a line of play."""

    EVERY_DECISION_HAS_OPTIONS = 20
    OPTIONS_DIFFER = 21
    OFFERING_CHANGES_NOTHING = 22
    OFFER_IS_COMPLETE = 23
    NOTHING_IS_LEFT_OVER = 24
    LOG_REBUILDS_THE_TABLE = 25
    VIEW_HIDES_WHAT_IS_HIDDEN = 26
    OPTIONS_FOLLOW_FROM_THE_VIEW = 27
    BOTS_CHOOSE_BY_THE_VIEW = 28
    A_DEAL_FITS_THE_VIEW = 29
    DEALT_GAME_IS_SOUND = 30
    DEALT_GAME_LOOKS_THE_SAME = 31
    REPLAY_GIVES_THE_SAME_GAME = 32
    LOG_HOLDS_ALL_EVENTS = 33
    COUNTS_FIT_THEIR_BUFFERS = 34
    OPTIONS_ARE_SHORT_WORK = 35


class Fact(IntEnum):
    """What a game reports beside the law it broke."""

    PLIES = 0
    DECISIONS = 1
    DEALS = 2
    SEAT = 3  # of a broken law about views, or -1
    OVER = 4


class Slot(IntEnum):
    """Places on the desk, an array of states."""

    GAME = 0
    START = 1  # how it began
    WORK = 2  # a scratch copy
    BLANK = 3  # what a seat knows before it looks
    SEEN = 4  # what a seat sees
    OTHER = 5  # a game that differs from this one in what the seat cannot know
    OTHER_SEEN = 6  # what the seat sees of that


SLOTS = len(Slot)


def law_name(law: IntEnum) -> str:
    """A law in words.

    >>> law_name(PlayLaw.OPTIONS_DIFFER)
    'options differ'
    """
    return law.name.lower().replace("_", " ")
