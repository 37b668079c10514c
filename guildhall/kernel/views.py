"""Tables and views of compiled games: what all views share, and a plain table for games that show nothing better."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from guildhall.core.decision import Decision
from guildhall.core.rules import State

from .engine import COMMON_FIELDS

__all__ = ["KnownView", "PlainTable", "html_of", "text_of"]


class _Known:
    """What was looked at: two looks are equal if their seat knows the same, all of which is one record, `knowledge`."""

    seat: int | None
    knowledge: Any

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.seat == other.seat and bool(self.knowledge.tobytes() == other.knowledge.tobytes())

    def __hash__(self) -> int:
        return hash((self.seat, self.knowledge.tobytes()))


@dataclass(frozen=True, eq=False, repr=False)
class PlainTable(_Known):
    """Everything on the table, or what one seat may know of it; `fields` are the game's own of the record.

    `labels` name the places of a field, in which a number below 0 stands for what is not to be seen; places that a
    field has for every seat are told by player.
    """

    seats: tuple[str, ...]
    turn: int
    turn_no: int
    points: list[int]
    fields: dict[str, Any]
    labels: Mapping[str, tuple[str, ...]]
    knowledge: State
    seat: int | None = None

    @classmethod
    def of(
        cls,
        record: State,
        seats: tuple[str, ...],
        points: list[int],
        labels: Mapping[str, tuple[str, ...]],
        seat: int | None = None,
    ) -> PlainTable:
        """The table of a record; where the game stands its decision says, and chance is nothing to be seen."""
        own = {name: record[name][0].tolist() for name in record.dtype.names or () if name not in COMMON_FIELDS}
        turn, number = int(record[0]["turn"]), int(record[0]["turn_no"])
        return cls(seats, turn, number, points, own, labels, record, seat)

    @property
    def lines(self) -> list[tuple[str, str]]:
        """What there is to be seen, each with its name."""
        turn = f"{self.turn_no}, {self.seats[self.turn]}" if self.turn_no else "set-up"
        own = ((name.replace("_", " "), self._told(name, value)) for name, value in self.fields.items())
        return [("turn", turn), ("points", _by_player(self.seats, self.points)), *own]

    def _told(self, name: str, value: Any) -> str:
        labels = self.labels.get(name)
        is_nested = isinstance(value, list) and isinstance(value[0], list)
        is_by_seat = isinstance(value, list) and len(value) == len(self.knowledge["points"][0])
        if is_by_seat and (is_nested or labels is None):
            return _by_player(self.seats, [_worded(each, labels) for each in value])
        return _worded(value, labels)

    def __repr__(self) -> str:
        return text_of(self, None)

    def _repr_html_(self) -> str:
        return html_of(self, None)


def _by_player(seats: tuple[str, ...], values: Sequence[Any]) -> str:
    return "; ".join(f"{name} {value}" for name, value in zip(seats, values, strict=False))


def _worded(value: Any, labels: tuple[str, ...] | None) -> str:
    """A number by its label, a row of numbers as what there is of each; without labels as it is.

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


def text_of(table: PlainTable, decision: Decision | None) -> str:
    """The table for a terminal."""
    lines = [f"{name}: {value}" for name, value in table.lines]
    return "\n".join([*lines, *([str(decision)] if decision is not None else [])])


def html_of(table: PlainTable, decision: Decision | None) -> str:
    """The table as simple HTML."""
    rows = [f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in table.lines]
    asked = "" if decision is None else f"<p>{escape(str(decision))}</p>"
    return f"<table>{''.join(rows)}</table>{asked}"


class KnownView(_Known, ABC):
    """A view that a game adds its fields and its renderer to."""

    seat: int
    names: Any

    @abstractmethod
    def _renderer(self) -> Any:
        """The game's module with `text` and `html`."""

    def __repr__(self) -> str:
        return str(self._renderer().text(self, None, self.names))

    def _repr_html_(self) -> str:
        return str(self._renderer().html(self, None, self.names))
