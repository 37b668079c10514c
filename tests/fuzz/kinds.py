"""All fuzzers by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from guildhall.core.registration import Registration
from tests.fuzz import lines, messages, phrases, positions, records, setups
from tests.fuzz.trying import Fuzzer

__all__ = ["KINDS", "fuzzers_of"]

#: Each makes the fuzzer of a game, or returns None if the game has no such input.
KINDS: Final[Mapping[str, Callable[[Registration], Fuzzer | None]]] = {
    "setups": setups.fuzzer,
    "records": records.fuzzer,
    "positions": positions.positions,
    "states": positions.states,
    "plain": setups.plain_fuzzer,
    "phrases": phrases.fuzzer,
    "lines": lines.fuzzer,
    "messages": messages.fuzzer,
}


def fuzzers_of(game: Registration) -> dict[str, Fuzzer]:
    """Return all fuzzers of a game, by name."""
    made = {name: make(game) for name, make in KINDS.items()}
    return {name: run for name, run in made.items() if run is not None}
