"""Fuzzing: random input of every kind, seeded and bounded in time; what `guildhall doctor --fuzz N` does.

A fuzzer is a function `run(n, seed, seconds)` that tries up to `n` random inputs and tells what broke.
`EVERY_GAME` names those that any game can have; one that has nothing to try for a game says so by None.

>>> found = try_each(3, 7, 60.0, lambda coin: ["is odd"] if coin.randrange(2) else [])
>>> found.count
3
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pkgutil import resolve_name
from typing import Final

from guildhall.core.registration import Registration

__all__ = ["EVERY_GAME", "Fuzzed", "Fuzzer", "fuzzers_of", "try_each"]

_ENOUGH: Final = 10  # violations after which a fuzzer gives up


@dataclass
class Fuzzed:
    """What a fuzzer tried and what it found: a sentence for each violation."""

    count: int = 0
    violations: list[str] = field(default_factory=list)
    was_stopped: bool = False

    @property
    def ok(self) -> bool:
        """Whether nothing broke."""
        return not self.violations


Fuzzer = Callable[[int, int, float], Fuzzed]
"""Tries so many inputs, drawn from a seed, for so many seconds at most."""

#: Where the maker of each fuzzer is, as `module:function`; it takes a game.
EVERY_GAME: Final[Mapping[str, str]] = {
    "setups": "guildhall.proof.fuzz_setups:fuzzer",
    "records": "guildhall.proof.fuzz_records:fuzzer",
    "positions": "guildhall.proof.fuzz_positions:positions",
    "states": "guildhall.proof.fuzz_positions:states",
    "plain": "guildhall.proof.fuzz_setups:plain_fuzzer",
    "phrases": "guildhall.proof.fuzz_phrases:fuzzer",
    "lines": "guildhall.cli.fuzz_lines:fuzzer",
}


def fuzzers_of(game: Registration) -> dict[str, Fuzzer]:
    """All fuzzers of a game, by name."""
    made = {name: _made(maker, game) for name, maker in EVERY_GAME.items()}
    return {name: run for name, run in made.items() if run is not None}


def _made(maker: str, game: Registration) -> Fuzzer | None:
    try:
        make: Callable[[Registration], Fuzzer | None] = resolve_name(maker)
    except ModuleNotFoundError:  # a part of the kit that is not installed, such as the front-ends
        return None
    return make(game)


def try_each(n: int, seed: int, seconds: float, attempt: Callable[[random.Random], Iterable[str]]) -> Fuzzed:
    """Try up to `n` inputs, each with a coin of its own, so that any of them can be tried again alone.

    `attempt` draws an input by its coin and yields a sentence for everything that breaks.
    Ctrl-C ends early and gives what was done.
    """
    found, end = Fuzzed(), time.monotonic() + seconds
    try:
        for number in range(n):
            if time.monotonic() > end or len(found.violations) >= _ENOUGH:
                break
            found.violations += [f"{what} (input {number} of seed {seed})" for what in attempt(coin_of(seed, number))]
            found.count += 1
    except KeyboardInterrupt:
        found.was_stopped = True  # what was done until then is worth telling
    return found


def coin_of(seed: int, number: int) -> random.Random:
    """The coin by which an input is drawn."""
    return random.Random(f"{seed}/{number}")
