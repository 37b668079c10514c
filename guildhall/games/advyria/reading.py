"""Data files of Die Gilden von Advyria: the shipped stand-ins first, then a player's own on top.

[board], [board.fields]       a board takes the place of the whole board
[tiles]                       how many quest tiles show Gold
[adventures.<name>]           adventures take the place of all adventures
[heroes.<name>]               Hero cards take the place of all Hero cards
[decks.<name>]                a deck is added, or takes the place of its namesake
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any

from guildhall.core.datafile import parse, text_of
from guildhall.core.decision import fold
from guildhall.core.errors import did_you_mean, nearest

from .box import BASIC, COLOURS, FIELD_KINDS, Adventure, Board, Deck, Field, Name
from .entry import Entry, both_of, name_of

__all__ = ["Shelf", "shipped"]

_FILES = ("board.toml", "adventures.toml", "heroes.toml", "decks.toml")


@dataclass(frozen=True)
class Shelf:
    """What the files read so far say; a later file overrules an earlier one, part by part."""

    board: Board | None = None
    gold: int = 0
    adventures: tuple[Adventure, ...] = ()
    heroes: tuple[tuple[Name, tuple[str, ...]], ...] = ()
    decks: Mapping[str, Deck] = field(default_factory=dict)
    provenances: Mapping[str, str] = field(default_factory=dict)

    def with_text(self, text: str, file: str) -> Shelf:
        """The shelf after one more file.

        >>> shipped().with_text("[tiles]\\ngold = 10", "my.toml").gold
        10
        """
        shelf = self
        for part, table in parse(text, file).items():
            entry = Entry(file, part, table if isinstance(table, dict) else {})
            if part not in _READERS:
                close = did_you_mean(nearest(part, _READERS))
                raise entry.wrong(f"is no part of the game{close or '; the parts are ' + ', '.join(_READERS)}")
            if not isinstance(table, dict):
                raise entry.wrong(f"is a table; write [{part}] and its keys below")
            shelf = _READERS[part](shelf, entry)
        return shelf

    def marked(self, part: str, provenance: str) -> Mapping[str, str]:
        """The provenances with that of one part."""
        return {**self.provenances, part: provenance}


def _read_board(shelf: Shelf, entry: Entry) -> Shelf:
    tables = entry.inner("fields", "board.fields")
    fields = tuple(
        _read_field(Entry(entry.file, name, _table(entry, name, table))) for name, table in tables.table.items()
    )
    board = Board(both_of(entry.inner("title", "board.title")), fields, entry.provenance())
    entry.finish()
    return replace(shelf, board=board, provenances=shelf.marked("board", board.provenance))


def _table(entry: Entry, name: str, table: Any) -> Mapping[str, Any]:
    if not isinstance(table, dict):
        raise entry.wrong(f"{name} must be a table, not {table!r}")
    return table


def _read_field(entry: Entry) -> Field:
    name_of(entry, entry.name, entry.name)
    if " " in entry.name:
        raise entry.wrong("the short name of a field is one word")
    at = entry.get("at", list, "[column, row]")
    if len(at) != 2 or not all(isinstance(each, int) and 1 <= each <= 99 for each in at):
        raise entry.wrong(f"at must be [column, row], each from 1 to 99, not {at!r}")
    name = both_of(entry.inner("name", f"{entry.name}.name")) if "name" in entry.table else None
    made = Field(
        entry.name,
        entry.word("kind", FIELD_KINDS),
        (at[0], at[1]),
        entry.words("next", "a list of the fields next to it"),
        name,
    )
    entry.finish()
    return made


def _read_tiles(shelf: Shelf, entry: Entry) -> Shelf:
    gold = entry.number("gold", 0, 60)
    provenances = shelf.marked("tiles", entry.provenance())
    entry.finish()
    return replace(shelf, gold=gold, provenances=provenances)


def _read_adventures(shelf: Shelf, entry: Entry) -> Shelf:
    provenance = entry.provenance()
    made = []
    for name, table in entry.table.items():
        if name != "provenance":
            one = Entry(entry.file, name, _table(entry, name, table))
            both = name_of(one, name, one.get("de", str, "a German name", name))
            made.append(Adventure(both, one.word("colour", COLOURS)))
            one.finish()
    _all_different(entry, [adventure.name for adventure in made])
    return replace(shelf, adventures=tuple(made), provenances=shelf.marked("adventures", provenance))


def _all_different(entry: Entry, names: list[Name]) -> None:
    """Every name, in either language, means one thing."""
    taken: dict[str, int] = {}
    for number, name in enumerate(names):
        for word in (name.en, name.de):
            if taken.setdefault(fold(word), number) != number:
                raise entry.wrong(f"{word!r} is the name of two of them")


def _read_heroes(shelf: Shelf, entry: Entry) -> Shelf:
    provenance = entry.provenance()
    made = []
    for name, table in entry.table.items():
        if name != "provenance":
            one = Entry(entry.file, name, _table(entry, name, table))
            both = name_of(one, name, one.get("de", str, "a German name", name))
            made.append((both, one.words("adventures", "a list of the adventures it shows")))
            one.finish()
    _all_different(entry, [name for name, _ in made])
    return replace(shelf, heroes=tuple(made), provenances=shelf.marked("heroes", provenance))


def _read_decks(shelf: Shelf, entry: Entry) -> Shelf:
    decks = dict(shelf.decks)
    for name, table in entry.table.items():
        one = Entry(entry.file, f"decks.{name}", _table(entry, name, table))
        title = both_of(one.inner("title", f"decks.{name}.title")) if "title" in one.table else Name(name, name)
        counts = {kind: one.number(kind, 0, 99) for kind in BASIC}
        decks[name] = Deck(title, counts, one.number("adventure", 0, 4), one.provenance())
        one.used.add("title")
        one.finish()
    return replace(shelf, decks=decks)


_READERS: Mapping[str, Callable[[Shelf, Entry], Shelf]] = {
    "board": _read_board,
    "tiles": _read_tiles,
    "adventures": _read_adventures,
    "heroes": _read_heroes,
    "decks": _read_decks,
}


@cache
def shipped() -> Shelf:
    """The shelf with the files that come with the package.

    >>> len(shipped().adventures), list(shipped().decks)
    (12, ['standard', 'lean'])
    """
    shelf = Shelf()
    for name in _FILES:
        shelf = shelf.with_text(text_of(files(__package__) / "data" / name), name)
    return shelf
