"""Tables, views and observations of compiled games: their base classes, and a plain default table.

An observation is a seat's knowledge as a row of numbers from 0 to 1, for learning programs.
The default one serves any compiled game. A game may define better features.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from guildhall.core.decision import NOBODY, Decision
from guildhall.core.rules import State

from .engine import COMMON_FIELDS

if TYPE_CHECKING:
    from .rules import CompiledRules

__all__ = ["KnownObserving", "KnownView", "Labels", "PlainObserving", "PlainTable", "RecordObserving", "RecordTable"]


Labels = Mapping[str, tuple[str, ...]]
"""The words for the numbers of events and the entries of fields, by the name of the number or field."""


class _Known:
    """A view, equal to another if both seats have the same `knowledge` record."""

    seat: int | None
    knowledge: Any

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.seat == other.seat and bool(self.knowledge.tobytes() == other.knowledge.tobytes())

    def __hash__(self) -> int:
        return hash((self.seat, self.knowledge.tobytes()))


class _Table(_Known, ABC):
    """A table that displays itself, without a decision when printed."""

    @abstractmethod
    def as_text(self, decision: Decision | None) -> str:
        """Return the table for a terminal."""

    @abstractmethod
    def as_html(self, decision: Decision | None) -> str:
        """Return the table as simple HTML."""

    def __repr__(self) -> str:
        return self.as_text(None)

    def _repr_html_(self) -> str:
        return self.as_html(None)


@dataclass(frozen=True, eq=False, repr=False)
class PlainTable(_Table):
    """The whole table, or one seat's view of it. `fields` are the record's fields except the common ones.

    `labels` name the entries of a field, in which a negative number means hidden. `by_seat` lists the fields with an
    entry for every seat.
    """

    seats: tuple[str, ...]
    turn: int
    turn_no: int
    points: list[int]
    fields: dict[str, Any]
    by_seat: frozenset[str]
    labels: Labels
    knowledge: State
    seat: int | None = None

    @classmethod
    def of(
        cls, record: State, seats: tuple[str, ...], points: list[int], labels: Labels, most: int, seat: int | None
    ) -> PlainTable:
        """Build the table of a record with entries for at most `most` seats."""
        own = [name for name in record.dtype.names or () if name not in COMMON_FIELDS]
        shapes = {name: record.dtype[name].shape for name in own}
        free = {
            name: shape[:-1] if name in labels else shape for name, shape in shapes.items()
        }  # without the labelled dimension
        by_seat = frozenset(name for name, shape in free.items() if shape[:1] == (most,))
        fields = {name: record[name][0].tolist() for name in own}
        turn, number = int(record[0]["turn"]), int(record[0]["turn_no"])
        return cls(seats, turn, number, points, fields, by_seat, labels, record, seat)

    @property
    def of_players(self) -> dict[str, list[str]]:
        """The possessions of every player, by name."""
        own = {name: value for name, value in self.fields.items() if name in self.by_seat}
        words = {_shown(name): [self._worded(name, each) for each in value] for name, value in own.items()}
        return {"points": [*map(str, self.points)], **words}

    @property
    def others(self) -> dict[str, str]:
        """Everything else, by name."""
        turn = f"{self.turn_no}, {self.seats[self.turn]}" if self.turn_no else "set-up"
        own = {name: value for name, value in self.fields.items() if name not in self.by_seat}
        return {"turn": turn, **{_shown(name): self._worded(name, value) for name, value in own.items()}}

    def _worded(self, name: str, value: Any) -> str:
        return _worded(value, self.labels.get(name))

    def as_text(self, decision: Decision | None) -> str:
        """Return the possessions of every player, one kind per line, then everything else."""
        players = {
            name: "; ".join(f"{player} {value}" for player, value in zip(self.seats, values, strict=False))
            for name, values in self.of_players.items()
        }
        lines = [f"{name}: {value}" for name, value in ({"turn": ""} | players | self.others).items()]
        return "\n".join([*lines, *([str(decision)] if decision is not None else [])])

    def as_html(self, decision: Decision | None) -> str:
        """Return a row for every player, then everything else."""
        columns = self.of_players
        players = [
            (player, {name: values[seat] for name, values in columns.items()}) for seat, player in enumerate(self.seats)
        ]
        return _lines_as_html(self.others, players, decision)


def _shown(name: str) -> str:
    return name.replace("_", " ")


def _worded(value: Any, labels: tuple[str, ...] | None) -> str:
    """Return a number as its label and a row as labelled counts, or the plain value without labels.

    >>> wares = ("bread", "cloth", "iron")
    >>> _worded([2, 0, 1], wares), _worded([0, 0, 0], wares), _worded([-1, -1, -1], wares), _worded(2, wares)
    ('2 bread, 1 iron', 'nothing', 'hidden', 'iron')
    """
    if labels is None:
        return str(value)
    if min(value if isinstance(value, list) else [value]) < 0:
        return "hidden"
    if not isinstance(value, list):
        return labels[int(value)]
    return ", ".join(f"{n} {label}" for n, label in zip(value, labels, strict=True) if n) or "nothing"


Player = tuple[str, Mapping[str, str]]
"""A player's name and possessions."""


def _lines_as_text(board: Mapping[str, str], players: Sequence[Player], decision: Decision | None) -> str:
    """Return the board and each player's possessions, line by line, for a terminal.

    >>> print(_lines_as_text({"deck": "12 cards"}, [("Ada", {"gold": "3", "hand": "none"})], None))
    deck: 12 cards
    Ada: gold 3; hand none
    """
    lines = [f"{name}: {value}" for name, value in board.items()]
    lines += [f"{player}: " + "; ".join(f"{name} {value}" for name, value in own.items()) for player, own in players]
    return "\n".join([*lines, *([str(decision)] if decision is not None else [])])


def _lines_as_html(board: Mapping[str, str], players: Sequence[Player], decision: Decision | None) -> str:
    """Return the same as simple HTML, with a row for every player, then the board."""
    heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in ("player", *players[0][1]))
    rows = "".join(_row(player, *own.values()) for player, own in players)
    others = "".join(_row(name, value) for name, value in board.items())
    asked = "" if decision is None else f"<p>{escape(str(decision))}</p>"
    table = f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody>"
    return f'<table class="gh-grid">{table}</table><table class="gh-grid">{others}</table>{asked}'


def _row(head: str, *cells: str) -> str:
    return f'<tr><th scope="row">{escape(head)}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in cells)}</tr>'


@dataclass(frozen=True, eq=False, repr=False)
class RecordTable(_Table):
    """The table of a record. With a seat, the record holds only that seat's knowledge."""

    names: Any
    knowledge: State
    seat: int | None = None

    @property
    def _s(self) -> Any:
        return self.knowledge[0]

    @property
    def turn_no(self) -> int:
        """The number of the turn, or of the round in games that count rounds, and 0 during set-up."""
        return int(self._s["turn_no"])

    @abstractmethod
    def board_lines(self) -> dict[str, str]:
        """Return everything on the board, by name."""

    @abstractmethod
    def player_lines(self, seat: int) -> dict[str, str]:
        """Return a player's possessions, by name."""

    def _players(self) -> list[Player]:
        return [(player, self.player_lines(seat)) for seat, player in enumerate(self.names.seats)]

    def as_text(self, decision: Decision | None) -> str:
        """Return the board, then every player, one per line."""
        return _lines_as_text(self.board_lines(), self._players(), decision)

    def as_html(self, decision: Decision | None) -> str:
        """Return a row for every player, then the board."""
        return _lines_as_html(self.board_lines(), self._players(), decision)


class KnownView(_Table):
    """The base class for a game's view, which adds its fields."""

    seat: int
    names: Any


# --- Observations ---


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
