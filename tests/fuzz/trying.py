"""Try random inputs, seeded and bounded in time.

A fuzzer is a function `run(n, seed, seconds)` that tries up to `n` random inputs and reports what broke.

>>> found = try_each(3, 7, 60.0, lambda coin: ["is odd"] if coin.randrange(2) else [])
>>> found.count
3
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

__all__ = ["Fuzzed", "Fuzzer", "coin_of", "try_each"]

_ENOUGH: Final = 10  # violations after which a fuzzer gives up


@dataclass
class Fuzzed:
    """The number of inputs tried, and a sentence for each violation."""

    count: int = 0
    violations: list[str] = field(default_factory=list)
    was_stopped: bool = False

    @property
    def ok(self) -> bool:
        """True if nothing broke."""
        return not self.violations


Fuzzer = Callable[[int, int, float], Fuzzed]
"""Called with the number of inputs to try, a seed, and a limit in seconds."""


def try_each(n: int, seed: int, seconds: float, attempt: Callable[[random.Random], Iterable[str]]) -> Fuzzed:
    """Try up to `n` inputs, each with its own coin, so that any of them can be tried again alone.

    `attempt` draws an input with its coin and yields a sentence for everything that breaks.
    Ctrl-C ends early with the result so far.
    """
    found, end = Fuzzed(), time.monotonic() + seconds
    try:
        for number in range(n):
            if time.monotonic() > end or len(found.violations) >= _ENOUGH:
                break
            found.violations += [f"{what} (input {number} of seed {seed})" for what in attempt(coin_of(seed, number))]
            found.count += 1
    except KeyboardInterrupt:
        found.was_stopped = True
    return found


def coin_of(seed: int, number: int) -> random.Random:
    """Return the coin that draws an input."""
    return random.Random(f"{seed}/{number}")
