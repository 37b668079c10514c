"""A compiled game in numbers for programs that learn: the record of what a seat may know, as a row from 0 to 1.

A game with a better idea of what matters writes its own; this one serves any game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from guildhall.core.decision import NOBODY
from guildhall.core.rules import State

if TYPE_CHECKING:
    from .shell import CompiledRules

__all__ = ["PlainObserving", "RecordObserving"]


class RecordObserving(ABC):
    """What the observations of all compiled games share; a game gives the numbers."""

    plies_per_turn: ClassVar[int] = 1000
    """More than a turn can have."""

    def __init__(self, rules: CompiledRules) -> None:
        self._rules: Any = rules

    @property
    @abstractmethod
    def parts(self) -> Mapping[str, int]:
        """The parts of a row in order, each with its length."""

    @abstractmethod
    def observe(self, state: State, seat: int) -> NDArray[np.float32]:
        """What the seat may know, as a row of numbers from 0 to 1."""

    @property
    def actions(self) -> int:
        """A number that all ids of options are below."""
        engine = self._rules.engine
        return int(engine.option_ids or engine.most_options)

    @property
    def longest(self) -> int:
        """A number of plies that no game exceeds."""
        turns = self._rules.setup.get("turn_limit")
        most: int = self._rules.engine.most_plies
        return min(most, (int(turns) + 1) * int(self.plies_per_turn)) if turns else most

    def decider(self, state: State) -> int:
        """The seat that decides now, `NOBODY` when the game is over."""
        return NOBODY if state["over"][0] else int(state["actor"][0])

    def carry_out(self, state: State, option: int) -> None:
        """Carry out a legal option in place without telling of it."""
        self._rules.carry_out(state, option)

    def fingerprint(self, state: State, seat: int) -> bytes:
        """Equal for two states of these rules if and only if they look the same from the seat."""
        return blake2b(self._rules.know(state, seat).tobytes(), digest_size=16).digest()


class PlainObserving(RecordObserving):
    """Every number that a seat may know, in the order of the record, after the seat itself.

    A field with an entry in `most` is a fraction of that number; of any other, n becomes (n + 1) / (n + 2), so that
    -1, which stands for nothing, is 0, and no number is too large.
    """

    def __init__(self, rules: CompiledRules, *, most: Mapping[str, int] | None = None) -> None:
        super().__init__(rules)
        self._most = dict(most or {})

    @cached_property
    def parts(self) -> Mapping[str, int]:
        """The parts of a row in order, each with its length."""
        record = self._rules.engine.state
        lengths = {name: int(np.prod(record[name].shape)) for name in record.names or () if name != "rng"}
        return {"seat": len(self._rules.seats), **lengths}

    def observe(self, state: State, seat: int) -> NDArray[np.float32]:
        """What the seat may know, as a row of numbers from 0 to 1."""
        known = self._rules.know(state, seat)
        own = np.arange(len(self._rules.seats)) == seat
        numbers = [self._scaled(name, known[name][0]) for name in self.parts if name != "seat"]
        return np.concatenate([own, *numbers]).astype(np.float32)

    def _scaled(self, name: str, value: NDArray[np.int64]) -> NDArray[np.float64]:
        numbers = np.maximum(np.asarray(value, np.float64).reshape(-1), -1.0)
        if name in self._most:
            return np.clip(numbers / self._most[name], 0.0, 1.0)
        return (numbers + 1.0) / (numbers + 2.0)
