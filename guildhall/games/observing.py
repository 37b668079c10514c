"""What the observations of all compiled games share: a state is a record with `actor` and `over`, and so is a view."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from guildhall.core.decision import NOBODY
from guildhall.core.rules import State

__all__ = ["RecordObserving"]

RUNNING = 0  # the field `over` while a game is played


class RecordObserving(ABC):
    """A game in numbers, with its options settled; a game gives the numbers and how a seat looks at a state."""

    actions: ClassVar[int]
    plies_a_turn: ClassVar[int]  # more than a turn can have

    def __init__(self, rules: Any) -> None:
        self._rules = rules

    @property
    @abstractmethod
    def parts(self) -> Mapping[str, int]:
        """The parts of a row in order, each with its length."""

    @property
    def longest(self) -> int | None:
        """A number of plies that no game exceeds, or None where the turns have no limit."""
        turns = int(self._rules.compiled[0]["turn_limit"])
        return (turns + 1) * self.plies_a_turn if turns else None

    def decider(self, state: State) -> int:
        """The seat that decides now, `NOBODY` when the game is over."""
        return int(state["actor"][0]) if state["over"][0] == RUNNING else NOBODY

    @abstractmethod
    def carry_out(self, state: State, option: int) -> None:
        """Carry out a legal option in place without telling of it."""

    def fingerprint(self, state: State, seat: int) -> bytes:
        """Equal for two states of these rules if and only if they look the same from the seat."""
        return blake2b(self._known(state, seat).tobytes(), digest_size=16).digest()

    @abstractmethod
    def _known(self, state: State, seat: int) -> State:
        """The record of all that the seat may know."""

    @abstractmethod
    def observe(self, state: State, seat: int) -> NDArray[np.float32]:
        """What the seat may know, as a row of numbers from 0 to 1."""
