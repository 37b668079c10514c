"""Observations for learning programs: a seat's knowledge as a row of numbers from 0 to 1.

This default serves any compiled game. A game may define better features.
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

_SHORT = 2  # bytes of integers that single precision represents exactly


class RecordObserving(ABC):
    """The base class for observations of compiled games."""

    plies_per_turn: ClassVar[int] = 1000
    """An upper bound on the plies of a turn."""

    def __init__(self, rules: CompiledRules) -> None:
        self._rules: Any = rules

    @property
    @abstractmethod
    def parts(self) -> Mapping[str, int]:
        """The parts of a row in order, each with its length."""

    @abstractmethod
    def observe(self, state: State, seat: int) -> NDArray[np.float32]:
        """Return the seat's knowledge as a row of numbers from 0 to 1."""

    @abstractmethod
    def observe_many(self, states: NDArray[Any], seats: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return a row for every state of an array, each from the view of the seat given for it."""

    @property
    def actions(self) -> int:
        """An upper bound that all option ids are below."""
        engine = self._rules.engine
        return int(engine.option_ids or engine.most_options)

    @property
    def longest(self) -> int:
        """An upper bound on the plies of a game."""
        turns = self._rules.setup.get("turn_limit")
        most: int = self._rules.engine.most_plies
        return min(most, (int(turns) + 1) * int(self.plies_per_turn)) if turns else most

    def decider(self, state: State) -> int:
        """Return the deciding seat, or `NOBODY` when the game is over."""
        return NOBODY if state["over"][0] else int(state["actor"][0])

    def carry_out(self, state: State, option: int) -> None:
        """Carry out a legal option in place without describing it."""
        self._rules.carry_out(state, option)

    def fingerprint(self, state: State, seat: int) -> bytes:
        """Return bytes that are equal for two states of these rules if and only if the seat sees no difference."""
        return blake2b(self._rules.know(state, seat).tobytes(), digest_size=16).digest()


class KnownObserving(RecordObserving):
    """Observations made from records that hold only a seat's knowledge."""

    @abstractmethod
    def rows_of(self, known: NDArray[Any], seats: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return a row for every knowledge record, each of the seat given for it."""

    def observe(self, state: State, seat: int) -> NDArray[np.float32]:
        """Return the seat's knowledge as a row of numbers from 0 to 1."""
        row: NDArray[np.float32] = self.rows_of(self._rules.know(state, seat), np.array([seat]))[0]
        return row

    def observe_many(self, states: NDArray[Any], seats: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return a row for every state of an array, each from the view of the seat given for it."""
        rules, seen = self._rules, np.zeros(len(states), self._rules.engine.state)
        rules.engine.lanes.look_lanes(states, rules.compiled, seats, rules.blank, seen)
        return self.rows_of(seen, seats)


class PlainObserving(KnownObserving):
    """The seat, then every number that it knows, in the order of the record.

    A field with an entry in `most` is divided by that number. In any other field n becomes (n + 1) / (n + 2), so that
    -1, which means nothing, becomes 0 and no number is too large.
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
        """Return a row for every knowledge record, each of the seat given for it."""
        rows = np.empty((len(known), sum(self.parts.values())), np.float32)
        at = self.parts["seat"]
        rows[:, :at] = np.arange(at) == seats[:, None]
        for name in [name for name in self.parts if name != "seat"]:
            length = self.parts[name]
            rows[:, at : at + length] = self._scaled(name, known[name].reshape(len(known), length))
            at += length
        return rows

    def _scaled(self, name: str, value: NDArray[np.int64]) -> NDArray[Any]:
        """Scale the numbers of a field, in single precision where that is exact."""
        numbers: NDArray[Any] = value.astype(np.float32 if value.dtype.itemsize <= _SHORT else np.float64)
        np.maximum(numbers, -1.0, out=numbers)
        if name in self._most:
            numbers = np.clip(numbers / self._most[name], 0.0, 1.0)
        else:
            numbers = (numbers + 1.0) / (numbers + 2.0)
        return numbers
