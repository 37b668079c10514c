"""Whether a state read from a file can be a position of a game: nothing in a file is trusted.

The kernel indexes tables with what it finds in a state, so every number is looked at before it gets there.
Every field of a state has an entry in the `ranges` of its game: a `Check`, or `derived` if it is counted from others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from guildhall.core.rules import clone

from .chance import is_generator
from .laws import law_name

__all__ = [
    "LONGEST",
    "Check",
    "Judge",
    "always",
    "between",
    "chance",
    "derived",
    "is_list",
    "is_seat",
    "of_first",
    "of_seats",
    "within",
]

Check: TypeAlias = Callable[[Any, Any, Any], bool]
"""Whether the numbers of a field can be, given the whole state and the rules."""


def derived(values: Any, s: Any, rules: Any) -> bool:
    """The field is counted anew from others and compared."""
    return True


LONGEST: Final = 1 << 30  # turns or plies; a game goes on from there without an overflow anywhere


def within(numbers: Any, low: int, high: int) -> bool:
    """Whether all numbers are at least `low` and below `high`."""
    values = np.asarray(numbers)
    return bool(((values >= low) & (values < high)).all())


def always(number: int) -> Check:
    """The field holds this number and no other."""
    return lambda values, s, rules: bool((np.asarray(values) == number).all())


def between(low: int, high: int) -> Check:
    """The field holds numbers from `low` to `high`, both included."""
    return lambda values, s, rules: within(values, low, high + 1)


def is_seat(values: Any, s: Any, rules: Any) -> bool:
    """The field holds a seat at the table."""
    return within(values, 0, int(rules["players"]))


def of_first(name: str, check: Check, absent: int = 0) -> Check:
    """A check of as many entries as the rules have under this name; behind them there is nothing."""

    def checked(values: Any, s: Any, rules: Any) -> bool:
        n = int(rules[name])
        return check(values[:n], s, rules) and bool((values[n:] == absent).all())

    return checked


def of_seats(check: Check, absent: int = 0) -> Check:
    """What each player has; where nobody sits there is nothing."""
    return of_first("players", check, absent)


def chance(values: Any, s: Any, rules: Any) -> bool:
    """The field holds a generator that does not stand still."""
    return is_generator(int(values))


def is_list(values: Any, n: Any, low: int, high: int) -> bool:
    """Whether the first `n` numbers are at least `low` and below `high`, and all behind them 0.

    >>> is_list(np.array([3, 1, 0, 0]), 2, 0, 4), is_list(np.array([3, 1, 0, 7]), 2, 0, 4)
    (True, False)
    """
    return 0 <= int(n) <= len(values) and within(values[: int(n)], low, high) and not np.any(values[int(n) :])


@dataclass(frozen=True)
class Judge:
    """Who says of a state whether it can be a start position."""

    ranges: Mapping[str, Check]
    sound: Callable[..., int]
    """The first law that a state breaks: `sound(states, i, rules, work)`."""
    laws: type[IntEnum]
    recount: Callable[..., None] | None = None
    """Sets every derived field: `recount(states, i, rules)`."""

    def fault(self, state: NDArray[Any], rules: NDArray[Any]) -> str | None:
        """What is wrong with a start position, or None: numbers that are out of range, then a law of a state."""
        for name in state.dtype.names or ():
            if not self.ranges[name](state[0][name], state[0], rules[0]):
                return f"a number in it is out of range ({name.replace('_', ' ')})"
        for name in self._wrongly_derived(state, rules):
            return f"a number in it is not what can be counted ({name.replace('_', ' ')})"
        broken = int(self.sound(state, 0, rules, np.zeros_like(state)))
        return f"it breaks the law '{law_name(self.laws(broken))}'" if broken else None

    def _wrongly_derived(self, state: NDArray[Any], rules: NDArray[Any]) -> list[str]:
        counted_anew = [name for name, check in self.ranges.items() if check is derived]
        counted = clone(state)
        for name in counted_anew:
            counted[name] = 0
        if self.recount is not None:
            self.recount(counted, 0, rules)
        return [name for name in counted_anew if counted[name].tobytes() != state[name].tobytes()]
