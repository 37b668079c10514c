"""What learning programs get to see of a game: a row of numbers for a seat, built only from what that seat may know.

The row is made of named parts of fixed length (`parts`), every number from 0 to 1; docs/adapters.md lists them.
Seats come from the observer's chair: first itself, then the others in the order of play.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from guildhall.kernel.containers import BIT
from guildhall.kernel.observing import KnownObserving

from .engine.state import (
    ADVENTURE_POINTS,
    DIE,
    GOLD_POINTS,
    HERO_POINTS,
    LARGEST_SET,
    PEEKS_OF_GREEN,
    TOP_LEVEL,
    TOP_LOSSES,
    Over,
)
from .words import KINDS

if TYPE_CHECKING:
    from .rules import AdvyriaRules

__all__ = ["DECISIONS", "Observing"]

#: The kinds of decision, in the order of the part `decision`.
DECISIONS = tuple(KINDS.values())

MANY_TURNS = 100  # after so many turns the part `turn` stands at a half
SHOWN = 3  # adventures on a Hero card
EFFECTS = LARGEST_SET - 1  # of the largest set

Numbers = NDArray[Any]


class Observing(KnownObserving):
    """The numbers of one game with its options settled."""

    plies_per_turn = 200

    def __init__(self, rules: AdvyriaRules) -> None:
        super().__init__(rules)
        R = rules.compiled[0]
        counts = ("players", "fields", "adventures", "kinds", "heroes", "golds")
        self._players, self._fields, self._adventures, self._kinds, self._heroes, self._golds = (
            int(R[name]) for name in counts
        )
        self._copies = np.maximum(R["copies"][: self._kinds], 1)
        self._cards = int(R["copies"].sum())
        self._most = GOLD_POINTS * self._golds + ADVENTURE_POINTS * self._adventures + HERO_POINTS * SHOWN

    @cached_property
    def parts(self) -> Mapping[str, int]:
        """The parts of a row in order, each with its length."""
        empty = self._rules.know(self._rules.template, 0)
        return {name: numbers.size for name, numbers in self._told(empty, np.array([0])).items()}

    def rows_of(self, known: NDArray[Any], seats: NDArray[np.int64]) -> NDArray[np.float32]:
        """The rows of records that hold what the seats may know, each for a seat of its own."""
        told = self._told(known, seats).values()
        rows = np.concatenate([numbers.reshape(len(known), -1) for numbers in told], axis=1)
        return rows.clip(0, 1).astype(np.float32)

    # --- The parts, each with a row for every record ---

    def _told(self, v: NDArray[Any], seats: NDArray[np.int64]) -> dict[str, Numbers]:
        """The numbers of all parts, from the records of what the seats may know."""
        chairs = (seats[:, None] + np.arange(self._players)) % self._players
        return {
            **self._moment(v, seats),
            **self._turn(v, seats),
            **self._piles(v),
            **self._board(v, chairs),
            **self._hands(v, chairs),
            **self._possessions(v, chairs),
            "points": self._share_of_points(v, chairs),
        }

    def _moment(self, v: NDArray[Any], seats: NDArray[np.int64]) -> dict[str, Numbers]:
        """Who decides, and when."""
        running = v["over"] == Over.RUNNING
        return {
            "decision": _mark(np.where(running, v["phase"], -1), len(DECISIONS)),
            "seat": _mark(seats, self._players),
            "decider": self._chair(v["actor"], seats),
            "active": self._chair(v["turn"], seats),
            "turn": v["turn_no"] / (v["turn_no"] + MANY_TURNS),
            "finale": v["finale"],
            "idle": v["idle"] / self._players,
        }

    def _turn(self, v: NDArray[Any], seats: NDArray[np.int64]) -> dict[str, Numbers]:
        """What the active seat has done in this turn, and what it may still do with the cards it plays."""
        return {
            "die": _mark(v["die"] - 1, DIE),
            "moves": v["moves"] / EFFECTS,
            "flips": v["flips"] / EFFECTS,
            "peeks": v["peeks"] / PEEKS_OF_GREEN,
            "victim": self._chair(v["victim"], seats),
            "robbed": v["robbed"],
            "played": v["played"] / TOP_LEVEL,
            "drew": v["drew"],
            "short": v["short"],
        }

    def _piles(self, v: NDArray[Any]) -> dict[str, Numbers]:
        lying = np.arange(v["pile"].shape[1]) < v["pile_n"][:, None]
        pile = np.stack([((v["pile"] == kind) & lying).sum(axis=1) for kind in range(self._kinds)], axis=1)
        return {"deck_size": v["deck_n"] / self._cards, "refills": v["refills"], "discard": pile / self._copies}

    def _board(self, v: NDArray[Any], chairs: NDArray[np.int64]) -> dict[str, Numbers]:
        """Figures, hidden tiles, and what tiles show as far as the seat knows."""
        fields = np.arange(self._fields)
        return {
            "figures": _mark(_of(v["figure"], chairs), self._fields),
            "hidden": v["facedown"][:, None] & BIT[fields] != 0,
            "tiles": _mark(v["tile"][:, fields], 1 + self._adventures),
        }

    def _hands(self, v: NDArray[Any], chairs: NDArray[np.int64]) -> dict[str, Numbers]:
        """The own hand, what is known of the others, and the size of all."""
        shares = _of(v["hand"], chairs)[:, :, : self._kinds] / self._copies
        return {"hand": shares[:, 0], "known": shares[:, 1:], "hand_sizes": _of(v["hand_n"], chairs) / self._cards}

    def _possessions(self, v: NDArray[Any], chairs: NDArray[np.int64]) -> dict[str, Numbers]:
        """Counters, recovered tiles, completed adventures and Hero cards."""
        return {
            "levels": _of(v["level"], chairs) / TOP_LEVEL,
            "losses": _of(v["losses"], chairs) / TOP_LOSSES,
            "villages": _of(v["villages"], chairs) / max(self._golds, 1),
            "gold": _of(v["gold"], chairs) / max(self._golds, 1),
            "adventures": _of(v["done"], chairs)[:, :, None] & BIT[: self._adventures] != 0,
            "heroes": _mark(_of(v["hero"], chairs), self._heroes),
        }

    def _share_of_points(self, known: NDArray[Any], chairs: NDArray[np.int64]) -> Numbers:
        """From the most losses without any Gold to all that one player can have."""
        points_at, compiled = self._rules.engine.entry.points_at, self._rules.compiled
        points = [[points_at(known, i, compiled, seat) for seat in row] for i, row in enumerate(chairs.tolist())]
        return (np.array(points) + TOP_LOSSES) / (self._most + TOP_LOSSES)

    def _chair(self, others: NDArray[Any], seats: NDArray[np.int64]) -> Numbers:
        """A mark at how far after the observer another seat sits, none for no seat."""
        return _mark(np.where(others >= 0, (others - seats) % self._players, -1), self._players)


def _mark(numbers: NDArray[Any], length: int) -> Numbers:
    """A one at each number's place, none for a number that is not below `length` or below 0."""
    return numbers[..., None] == np.arange(length)


def _of(column: NDArray[Any], chairs: NDArray[np.int64]) -> Numbers:
    """What a column of the records has for each seat, from the observer's chair."""
    return column[np.arange(len(chairs))[:, None], chairs]
