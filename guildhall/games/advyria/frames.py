"""Advyria in numbers: the frames of recorded games, and observations for learning programs.

Frames have columns, meanings, and the words that numbers stand for.
An observation is a row built only from what one seat may know. It consists of named parts of fixed length (`parts`),
with every number from 0 to 1. docs/adapters.md lists them.
Seats are numbered from the observer: first itself, then the others in the order of play.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from guildhall.core.rules import Schema
from guildhall.kernel.containers import BIT
from guildhall.kernel.recording import events_schema, turns_schema
from guildhall.kernel.views import KnownObserving

from .engine.state import (
    ADVENTURE_POINTS,
    DIE,
    GOLD_POINTS,
    HERO_POINTS,
    LARGEST_SET,
    PEEKS_OF_GREEN,
    TOP_LEVEL,
    TOP_LOSSES,
    EventKind,
    Kind,
    Over,
)
from .words import KINDS

if TYPE_CHECKING:
    from guildhall.core.rules import Columns
    from guildhall.kernel.recording import EventRows

    from .rules import AdvyriaRules

__all__ = ["DECISIONS", "SCHEMAS", "Observing", "event_columns"]


#: The number of cards, the die, the level, losses or Gold.
_AMOUNTS = ("number", "cards", "die", "villages", "level", "losses", "points", "hand", "own", "jokers")


def event_columns(rows: EventRows) -> Columns:
    """Put every number of an event into its column. The tile of an adventure is named by its card."""
    tile = rows.of("tile")
    card = np.where(tile > 0, tile + Kind.ADVENTURE - 1, rows.of("card"))
    others = {"card": card, "field": rows.of("field"), "other": rows.of("victim")}
    small = {name: column.astype(np.int16) for name, column in others.items()}
    return {"event": rows.words(*EventKind), **small, "amount": rows.sum_of(*_AMOUNTS)}


_TURNS: Schema = {
    "score": ("signed int32", "its Gold after the turn; with the Hero card only after the last one"),
    "level": ("int8", "its hand level"),
    "losses": ("int8", "its losses"),
    "hand": ("int8", "cards in its hand when the turn ends"),
    "villages": ("int8", "recovered tiles, village side up"),
    "gold": ("int8", "recovered tiles, gold side up"),
    "adventures": ("int8", "completed adventures"),
    "hidden": ("int8", "tiles that lie hidden on the board"),
    "finale": ("bool", "whether the turn belongs to the Grand Finale"),
    "drawn": ("int8", "cards drawn in this turn"),
    "sets": ("int8", "sets played"),
    "wizards": ("int8", "Wizards played, and Jokers in their place"),
    "actions": ("int8", "Adventure cards played as actions"),
    "moves": ("int8", "moves of the figure"),
    "found": ("int8", "Gold tiles recovered"),
    "completed": ("int8", "adventures completed"),
    "flips": ("int8", "villages turned to gold"),
    "peeks": ("int8", "hidden tiles looked at"),
    "robberies": ("int8", "unfriendly manoeuvres"),
    "discards": ("int8", "cards discarded at the hand limit or for a draw in the Finale"),
}

_EVENTS: Schema = {
    "card": ("word", "card or adventure, null if none"),
    "field": ("word", "field it happened on or led to, null if none"),
    "other": ("int8", "seat that was robbed"),
    "amount": ("signed int32", "cards, die, level, losses or Gold; null where there is no number"),
}

#: The frames of the game in addition to `games`.
SCHEMAS: dict[str, Schema] = {"turns": turns_schema(_TURNS, unit="Gold"), "events": events_schema(_EVENTS)}


# --- Observations for learning programs ---


#: The kinds of decision, in the order of the part `decision`.
DECISIONS = tuple(KINDS.values())

MANY_TURNS = 100  # the part `turn` is one half after this many turns
SHOWN = 3  # adventures on a Hero card
EFFECTS = LARGEST_SET - 1  # effects of the largest set

Numbers = NDArray[Any]


class Observing(KnownObserving):
    """The observations of one game with settled settings."""

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
        """The parts of a row in order, with their lengths."""
        empty = self._rules.know(self._rules.template, 0)
        return {name: numbers.size for name, numbers in self._numbers_of(empty, np.array([0])).items()}

    def rows_of(self, known: NDArray[Any], seats: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return one row per knowledge record, each for the seat given for that record."""
        parts = self._numbers_of(known, seats).values()
        rows = np.concatenate([numbers.reshape(len(known), -1) for numbers in parts], axis=1)
        return rows.clip(0, 1).astype(np.float32)

    # --- The parts, each with a row for every record ---

    def _numbers_of(self, v: NDArray[Any], seats: NDArray[np.int64]) -> dict[str, Numbers]:
        """Return the numbers of all parts, from the knowledge records of the seats."""
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
        """Return the deciding seat and the time in the game."""
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
        """Return the active seat's actions in this turn, and the remaining effects of the cards it plays."""
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
        """Return figures, hidden tiles, and the tiles as far as the seat knows them."""
        fields = np.arange(self._fields)
        return {
            "figures": _mark(_of(v["figure"], chairs), self._fields),
            "hidden": v["facedown"][:, None] & BIT[fields] != 0,
            "tiles": _mark(v["tile"][:, fields], 1 + self._adventures),
        }

    def _hands(self, v: NDArray[Any], chairs: NDArray[np.int64]) -> dict[str, Numbers]:
        """Return the seat's hand, the known cards of other hands, and the size of each hand."""
        shares = _of(v["hand"], chairs)[:, :, : self._kinds] / self._copies
        return {"hand": shares[:, 0], "known": shares[:, 1:], "hand_sizes": _of(v["hand_n"], chairs) / self._cards}

    def _possessions(self, v: NDArray[Any], chairs: NDArray[np.int64]) -> dict[str, Numbers]:
        """Return counters, recovered tiles, completed adventures and Hero cards."""
        return {
            "levels": _of(v["level"], chairs) / TOP_LEVEL,
            "losses": _of(v["losses"], chairs) / TOP_LOSSES,
            "villages": _of(v["villages"], chairs) / max(self._golds, 1),
            "gold": _of(v["gold"], chairs) / max(self._golds, 1),
            "adventures": _of(v["done"], chairs)[:, :, None] & BIT[: self._adventures] != 0,
            "heroes": _mark(_of(v["hero"], chairs), self._heroes),
        }

    def _share_of_points(self, known: NDArray[Any], chairs: NDArray[np.int64]) -> Numbers:
        """Return points as a share of the range from the most losses without Gold to the maximum of one player."""
        points_at, compiled = self._rules.engine.entry.points_at, self._rules.compiled
        points = [[points_at(known, i, compiled, seat) for seat in row] for i, row in enumerate(chairs.tolist())]
        return (np.array(points) + TOP_LOSSES) / (self._most + TOP_LOSSES)

    def _chair(self, others: NDArray[Any], seats: NDArray[np.int64]) -> Numbers:
        """Mark how far after the observer another seat sits, with no mark for no seat."""
        return _mark(np.where(others >= 0, (others - seats) % self._players, -1), self._players)


def _mark(numbers: NDArray[Any], length: int) -> Numbers:
    """Write a one at each number's index, none for numbers below 0 or from `length` on."""
    return numbers[..., None] == np.arange(length)


def _of(column: NDArray[Any], chairs: NDArray[np.int64]) -> Numbers:
    """Return a column of the records for each seat, in order from the observer."""
    return column[np.arange(len(chairs))[:, None], chairs]
