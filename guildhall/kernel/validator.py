"""The laws of a game's states, the validator of states from files, and the laws that soaks check.

Kernels index tables with the numbers of a state, so every number from a file is checked first. Every field of a state
has an entry in the `ranges` of its game: a `Check`, or `derived` if it follows from other fields.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from guildhall.core.rules import clone

from .chance import is_generator
from .compiler import Kernel
from .templates import bind
from .templates import laws as templates

__all__ = [
    "FIRST_PLAY_LAW",
    "LONGEST",
    "SLOTS",
    "Check",
    "Fact",
    "PlayLaw",
    "Slot",
    "StateLaws",
    "Validator",
    "always",
    "between",
    "chance",
    "derived",
    "is_list",
    "is_seat",
    "law_name",
    "of_first",
    "of_seats",
    "within",
]

F = TypeVar("F", bound=Callable[..., Any])

FIRST_PLAY_LAW = 20  # smaller numbers are laws of a state, different in each game


class StateLaws:
    """The laws of a game's states in checking order, and a decorator for their kernels `(s, R) -> bool`.

    A law has the name of its kernel.
    """

    def __init__(self, game: str, kernel: Kernel) -> None:
        self._game, self._kernel = game, kernel
        self._laws: list[Any] = []
        self._names: list[str] = []

    def __call__(self, function: F) -> F:
        """Add a law, given its kernel, which returns whether it holds."""
        law = self._kernel(function)
        self._laws.append(law)
        self._names.append(function.__name__.upper())
        return law

    def numbered(self) -> type[IntEnum]:
        """Return the laws by their numbers, with `SOUND` for 0."""
        return cast("type[IntEnum]", cast(Any, IntEnum)("Law", ["SOUND", *self._names], start=0))

    def first_broken(self) -> Callable[..., int]:
        """Return the kernel `sound(states, i, rules, work)`, which returns the first law that game `i` breaks, or 0."""
        later: dict[str, Any] = {}
        for number, law in reversed(list(enumerate(self._laws, 1))):
            bound = bind(templates, self._kernel, f"{self._game}-law-{number}", holds=law, NUMBER=number, **later)
            later = {"later": bound.broken}
        return cast(Callable[..., int], bound.sound)


class PlayLaw(IntEnum):
    """The laws of a line of play."""

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
    """The facts reported of a game in addition to the law it broke."""

    PLIES = 0
    DECISIONS = 1
    DEALS = 2
    SEAT = 3  # the seat of a broken law about views, or -1
    OVER = 4


class Slot(IntEnum):
    """Indices into the scratch array of a soak."""

    GAME = 0
    START = 1  # the game at its start
    WORK = 2  # a scratch copy
    BLANK = 3  # the knowledge record before looking
    SEEN = 4  # a seat's view
    OTHER = 5  # a game that differs only in what the seat cannot know
    OTHER_SEEN = 6  # the seat's view of that


SLOTS = len(Slot)


def law_name(law: IntEnum) -> str:
    """Return a law in words.

    >>> law_name(PlayLaw.OPTIONS_DIFFER)
    'options differ'
    """
    return law.name.lower().replace("_", " ")


# --- States from a file ---

Check: TypeAlias = Callable[[Any, Any, Any], bool]
"""A function that returns whether the numbers of a field are possible, given the whole state and the rules."""


def derived(values: Any, s: Any, rules: Any) -> bool:
    """Accept any numbers: the field is recomputed from others and compared."""
    return True


LONGEST: Final = 1 << 30  # turns or plies; a game can go on from there without overflow


def within(numbers: Any, low: int, high: int) -> bool:
    """True if all numbers are at least `low` and below `high`."""
    values = np.asarray(numbers)
    return bool(((values >= low) & (values < high)).all())


def always(number: int) -> Check:
    """Return a check that the field holds only this number."""
    return lambda values, s, rules: bool((np.asarray(values) == number).all())


def between(low: int, high: int) -> Check:
    """Return a check that the field holds numbers from `low` to `high`, both included."""
    return lambda values, s, rules: within(values, low, high + 1)


def is_seat(values: Any, s: Any, rules: Any) -> bool:
    """Check that the field holds a seat at the table."""
    return within(values, 0, int(rules["players"]))


def of_first(name: str, check: Check, absent: int = 0) -> Check:
    """Return a check of the first entries, as many as the rules field `name` says. The others must be absent."""

    def checked(values: Any, s: Any, rules: Any) -> bool:
        n = int(rules[name])
        return check(values[:n], s, rules) and bool((values[n:] == absent).all())

    return checked


def of_seats(check: Check, absent: int = 0) -> Check:
    """Return a check of one entry per player. Those of empty seats must be absent."""
    return of_first("players", check, absent)


def chance(values: Any, s: Any, rules: Any) -> bool:
    """Check that the field holds a valid, non-degenerate RNG state."""
    return is_generator(int(values))


def is_list(values: Any, n: Any, low: int, high: int) -> bool:
    """True if the first `n` numbers are at least `low` and below `high`, and all others 0.

    >>> is_list(np.array([3, 1, 0, 0]), 2, 0, 4), is_list(np.array([3, 1, 0, 7]), 2, 0, 4)
    (True, False)
    """
    return 0 <= int(n) <= len(values) and within(values[: int(n)], low, high) and not np.any(values[int(n) :])


@dataclass(frozen=True)
class Validator:
    """A check of whether a state can be a start position."""

    ranges: Mapping[str, Check]
    sound: Callable[..., int]
    """Returns the first law that a state breaks: `sound(states, i, rules, work)`."""
    laws: type[IntEnum]
    recount: Callable[..., None] | None = None
    """Sets every derived field: `recount(states, i, rules)`."""

    def fault(self, state: NDArray[Any], rules: NDArray[Any]) -> str | None:
        """Return the first fault of a start position, or None: a number out of range, then a broken law."""
        for name in state.dtype.names or ():
            if not self.ranges[name](state[0][name], state[0], rules[0]):
                return f"a number in it is out of range ({name.replace('_', ' ')})"
        for name in self._wrongly_derived(state, rules):
            return f"a number in it contradicts the others ({name.replace('_', ' ')})"
        broken = int(self.sound(state, 0, rules, np.zeros_like(state)))
        return f"it breaks the law '{law_name(self.laws(broken))}'" if broken else None

    def _wrongly_derived(self, state: NDArray[Any], rules: NDArray[Any]) -> list[str]:
        counted_again = [name for name, check in self.ranges.items() if check is derived]
        counted = clone(state)
        for name in counted_again:
            counted[name] = 0
        if self.recount is not None:
            self.recount(counted, 0, rules)
        return [name for name in counted_again if counted[name].tobytes() != state[name].tobytes()]
