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

from guildhall.core.rules import State
from guildhall.kernel.bits import BIT
from guildhall.kernel.observing import RecordObserving

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
from .phrasing import KINDS

if TYPE_CHECKING:
    from .rules import AdvyriaRules

__all__ = ["DECISIONS", "Observing"]

#: The kinds of decision, in the order of the part `decision`.
DECISIONS = tuple(KINDS.values())

MANY_TURNS = 100  # after so many turns the part `turn` stands at a half
SHOWN = 3  # adventures on a Hero card
EFFECTS = LARGEST_SET - 1  # of the largest set

Numbers = Any
"""An array of numbers, or one number."""


class Observing(RecordObserving):
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
        return {name: np.size(numbers) for name, numbers in self._told(empty, 0).items()}

    def observe(self, state: State, seat: int) -> NDArray[np.float32]:
        """What the seat may know, as a row of numbers from 0 to 1."""
        told = self._told(self._rules.know(state, seat), seat)
        return np.concatenate([np.ravel(numbers) for numbers in told.values()]).clip(0, 1).astype(np.float32)

    # --- The parts ---

    def _told(self, known: State, seat: int) -> dict[str, Numbers]:
        """The numbers of all parts, from the record of what the seat may know."""
        v, chairs = known[0], [(seat + chair) % self._players for chair in range(self._players)]
        return {
            **self._moment(v, seat),
            **self._turn(v, seat),
            **self._piles(v),
            **self._board(v, chairs),
            **self._hands(v, chairs),
            **self._possessions(v, chairs),
            "points": [self._share_of_points(known, other) for other in chairs],
        }

    def _moment(self, v: Any, seat: int) -> dict[str, Numbers]:
        """Who decides, and when."""
        running = v["over"] == Over.RUNNING
        return {
            "decision": _mark(v["phase"] if running else -1, len(DECISIONS)),
            "seat": _mark(seat, self._players),
            "decider": self._chair(v["actor"], seat),
            "active": self._chair(v["turn"], seat),
            "turn": v["turn_no"] / (v["turn_no"] + MANY_TURNS),
            "finale": v["finale"],
            "idle": v["idle"] / self._players,
        }

    def _turn(self, v: Any, seat: int) -> dict[str, Numbers]:
        """What the active seat has done in this turn, and what it may still do with the cards it plays."""
        return {
            "die": _mark(v["die"] - 1, DIE),
            "moves": v["moves"] / EFFECTS,
            "flips": v["flips"] / EFFECTS,
            "peeks": v["peeks"] / PEEKS_OF_GREEN,
            "victim": self._chair(v["victim"], seat),
            "robbed": v["robbed"],
            "played": v["played"] / TOP_LEVEL,
            "drew": v["drew"],
            "short": v["short"],
        }

    def _piles(self, v: Any) -> dict[str, Numbers]:
        pile = np.bincount(v["pile"][: v["pile_n"]], minlength=self._kinds)
        return {"deck_size": v["deck_n"] / self._cards, "refills": v["refills"], "discard": pile / self._copies}

    def _board(self, v: Any, chairs: list[int]) -> dict[str, Numbers]:
        """Figures, hidden tiles, and what tiles show as far as the seat knows."""
        fields, shows = np.arange(self._fields), 1 + self._adventures
        return {
            "figures": v["figure"][chairs, None] == fields,
            "hidden": v["facedown"] & BIT[fields] != 0,
            "tiles": v["tile"][fields, None] == np.arange(shows),
        }

    def _hands(self, v: Any, chairs: list[int]) -> dict[str, Numbers]:
        """The own hand, what is known of the others, and the size of all."""
        shares = v["hand"][chairs, : self._kinds] / self._copies
        return {"hand": shares[0], "known": shares[1:], "hand_sizes": v["hand_n"][chairs] / self._cards}

    def _possessions(self, v: Any, chairs: list[int]) -> dict[str, Numbers]:
        """Counters, recovered tiles, completed adventures and Hero cards."""
        return {
            "levels": v["level"][chairs] / TOP_LEVEL,
            "losses": v["losses"][chairs] / TOP_LOSSES,
            "villages": v["villages"][chairs] / max(self._golds, 1),
            "gold": v["gold"][chairs] / max(self._golds, 1),
            "adventures": v["done"][chairs, None] & BIT[: self._adventures] != 0,
            "heroes": v["hero"][chairs, None] == np.arange(self._heroes),
        }

    def _share_of_points(self, known: State, seat: int) -> float:
        """From the most losses without any Gold to all that one player can have."""
        points = self._rules.engine.doors.points_at(known, 0, self._rules.compiled, seat)
        return float((points + TOP_LOSSES) / (self._most + TOP_LOSSES))

    def _chair(self, other: Any, seat: int) -> Numbers:
        """A mark at how far after the observer another seat sits, none for no seat."""
        return _mark((other - seat) % self._players if other >= 0 else -1, self._players)


def _mark(number: Any, length: int) -> NDArray[np.bool_]:
    """A one at the number's place, none for a number that is not below `length` or below 0."""
    return np.arange(length) == number
