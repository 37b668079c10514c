"""Tables and views of compiled games: what all views share, and a plain table for games that show nothing better."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from html import escape
from typing import Any

from guildhall.core.decision import Decision
from guildhall.core.rules import State

__all__ = ["KnownView", "PlainTable", "html_of", "text_of"]


@dataclass(frozen=True)
class PlainTable:
    """Everything on the table, or what one seat may know of it; `fields` are those of the record."""

    seats: tuple[str, ...]
    turn: int
    turn_no: int
    points: list[int]
    fields: dict[str, Any]
    seat: int | None = None
    knowledge: State = field(default_factory=lambda: None, compare=False, repr=False)  # type: ignore[arg-type, return-value]

    @classmethod
    def of(cls, record: State, seats: tuple[str, ...], points: list[int], seat: int | None = None) -> PlainTable:
        """The table of a record; chance is nothing to be seen."""
        names = [name for name in record.dtype.names or () if name != "rng"]
        fields = {name: record[name][0].tolist() for name in names}
        return cls(seats, int(fields["turn"]), int(fields["turn_no"]), points, fields, seat, record)


def _lines(table: PlainTable) -> list[tuple[str, str]]:
    points = ", ".join(f"{name} {points}" for name, points in zip(table.seats, table.points, strict=True))
    own = {name: value for name, value in table.fields.items() if name not in ("turn", "turn_no", "points")}
    return [("turn", str(table.turn_no)), ("points", points), *((name, str(value)) for name, value in own.items())]


def text_of(table: PlainTable, decision: Decision | None) -> str:
    """The table for a terminal."""
    lines = [f"{name.replace('_', ' ')}: {value}" for name, value in _lines(table)]
    return "\n".join([*lines, *([str(decision)] if decision is not None else [])])


def html_of(table: PlainTable, decision: Decision | None) -> str:
    """The table as simple HTML."""
    rows = [
        f"<tr><th>{escape(name.replace('_', ' '))}</th><td>{escape(value)}</td></tr>" for name, value in _lines(table)
    ]
    asked = "" if decision is None else f"<p>{escape(str(decision))}</p>"
    return f"<table>{''.join(rows)}</table>{asked}"


class KnownView(ABC):
    """A view that carries all a seat knows as one record, `knowledge`; a game adds its fields and its renderer."""

    seat: int
    names: Any
    knowledge: Any

    @abstractmethod
    def _renderer(self) -> Any:
        """The game's module with `text` and `html`."""

    def __repr__(self) -> str:
        return str(self._renderer().text(self, None, self.names))

    def _repr_html_(self) -> str:
        return str(self._renderer().html(self, None, self.names))

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.seat == other.seat and bool(self.knowledge.tobytes() == other.knowledge.tobytes())

    def __hash__(self) -> int:
        return hash((self.seat, self.knowledge.tobytes()))
