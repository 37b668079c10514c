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
    from .rules import CompiledRules

__all__ = ["KnownObserving", "PlainObserving", "RecordObserving"]

_SHORT = 2  # bytes of numbers that single precision holds exactly


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

    @abstractmethod
    def observe_many(self, states: NDArray[Any], seats: NDArray[np.int64]) -> NDArray[np.float32]:
        """A row for every state of an array, each for a seat of its own."""

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


class KnownObserving(RecordObserving):
    """Observations that are made of records from which everything is gone that a seat may not know."""

    @abstractmethod
    def rows_of(self, known: NDArray[Any], seats: NDArray[np.int64]) -> NDArray[np.float32]:
        """The rows of records that hold what the seats may know, each for a seat of its own."""

    def observe(self, state: State, seat: int) -> NDArray[np.float32]:
        """What the seat may know, as a row of numbers from 0 to 1."""
        row: NDArray[np.float32] = self.rows_of(self._rules.know(state, seat), np.array([seat]))[0]
        return row

    def observe_many(self, states: NDArray[Any], seats: NDArray[np.int64]) -> NDArray[np.float32]:
        """A row for every state of an array, each for a seat of its own."""
        rules, seen = self._rules, np.zeros(len(states), self._rules.engine.state)
        rules.engine.lanes.look_lanes(states, rules.compiled, seats, rules.blank, seen)
        return self.rows_of(seen, seats)


class PlainObserving(KnownObserving):
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

    def rows_of(self, known: NDArray[Any], seats: NDArray[np.int64]) -> NDArray[np.float32]:
        """The rows of records that hold what the seats may know, each for a seat of its own."""
        rows = np.empty((len(known), sum(self.parts.values())), np.float32)
        at = self.parts["seat"]
        rows[:, :at] = np.arange(at) == seats[:, None]
        for name in [name for name in self.parts if name != "seat"]:
            length = self.parts[name]
            rows[:, at : at + length] = self._scaled(name, known[name].reshape(len(known), length))
            at += length
        return rows

    def _scaled(self, name: str, value: NDArray[np.int64]) -> NDArray[Any]:
        """The fractions that numbers become; of short numbers single precision gives the nearest ones as well."""
        numbers: NDArray[Any] = value.astype(np.float32 if value.dtype.itemsize <= _SHORT else np.float64)
        np.maximum(numbers, -1.0, out=numbers)
        if name in self._most:
            numbers = np.clip(numbers / self._most[name], 0.0, 1.0)
        else:
            numbers = (numbers + 1.0) / (numbers + 2.0)
        return numbers
