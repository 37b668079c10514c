"""Whether a state read from a file can be a position of a game: nothing in a file is trusted.

The kernel indexes tables with what it finds in a state, so every number is looked at before it gets there.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .soak_laws import law_name

__all__ = ["fault_of", "within"]


def within(numbers: Any, low: int, high: int) -> bool:
    """Whether all numbers are at least `low` and below `high`."""
    values = np.asarray(numbers)
    return bool(((values >= low) & (values < high)).all())


def fault_of(
    state: NDArray[Any],
    rules: NDArray[Any],
    ranges: tuple[Callable[[Any, Any], bool], ...],
    sound: Callable[..., int],
    laws: type[IntEnum],
) -> str | None:
    """What is wrong with a start position, or None: numbers that are out of range, then a law of a state."""
    if not all(is_in_range(state[0], rules[0]) for is_in_range in ranges):
        return "a number in it is out of range"
    broken = int(sound(state, 0, rules, np.zeros_like(state)))
    return f"it breaks the law '{law_name(laws(broken))}'" if broken else None
