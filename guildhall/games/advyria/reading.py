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

from guildhall.core.datafile import Entry, parts_of, text_of
from guildhall.core.decision import fold
from guildhall.core.errors import short

from .cards import BASIC, COLOURS, FIELD_KINDS, Adventure, Board, Deck, Field, Name

__all__ = ["Shelf", "shipped"]

LONGEST_NAME = 60
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
        for part, entry in parts_of(text, file, _READERS):
            shelf = _READERS[part](shelf, entry)
        return shelf

    def marked(self, part: str, provenance: str) -> Mapping[str, str]:
        """The provenances with that of one part."""
        return {**self.provenances, part: provenance}


def _read_board(shelf: Shelf, entry: Entry) -> Shelf:
    entry.only("title", "fields", "provenance")
    fields = tuple(_read_field(name, one) for name, one in entry.table_of("fields").entries())
    board = Board(_both_of(entry.table_of("title")), fields, entry.provenance)
    return replace(shelf, board=board, provenances=shelf.marked("board", board.provenance))


def _both_of(entry: Entry) -> Name:
    """A table with the name in both languages; the German one may be left out."""
    entry.only("en", "de")
    return _name_of(entry, entry.text("en"))


def _name_of(entry: Entry, en: str) -> Name:
    """A name that can be typed, in both languages."""
    de = entry.text("de", en)
    for name in (en, de):
        if len(name) > LONGEST_NAME:
            raise entry.spot.wrong(f"{short(name)} cannot be a name: it has {len(name)} characters, not {LONGEST_NAME}")
        entry.checked_name(name)
    return Name(en, de)


def _read_field(name: str, entry: Entry) -> Field:
    entry.only("kind", "at", "next", "name")
    if " " in _name_of(Entry({}, entry.spot), name).en:
        raise entry.spot.wrong("the short name of a field is one word")
    at = entry.table.get("at")
    if not isinstance(at, list) or len(at) != 2 or not all(isinstance(each, int) and 1 <= each <= 99 for each in at):
        raise entry.spot.wrong(f"at must be [column, row], each from 1 to 99, not {short(at)}")
    if not entry.has("next"):
        raise entry.spot.wrong("next is missing; it is a list of the fields next to it")
    shown = _both_of(entry.table_of("name")) if entry.has("name") else None
    return Field(name, entry.word("kind", *FIELD_KINDS), (at[0], at[1]), entry.texts("next"), shown)


def _read_tiles(shelf: Shelf, entry: Entry) -> Shelf:
    entry.only("gold", "provenance")
    gold = entry.number("gold", least=0, most=60)
    return replace(shelf, gold=gold, provenances=shelf.marked("tiles", entry.provenance))


def _read_adventures(shelf: Shelf, entry: Entry) -> Shelf:
    made = []
    for name, one in entry.entries("provenance"):
        one.only("de", "colour")
        made.append(Adventure(_name_of(one, name), one.word("colour", *COLOURS)))
    _all_different(entry, [adventure.name for adventure in made])
    return replace(shelf, adventures=tuple(made), provenances=shelf.marked("adventures", entry.provenance))


def _all_different(entry: Entry, names: list[Name]) -> None:
    """Every name, in either language, means one thing."""
    taken: dict[str, int] = {}
    for number, name in enumerate(names):
        for word in (name.en, name.de):
            if taken.setdefault(fold(word), number) != number:
                raise entry.spot.wrong(f"{short(word)} is the name of two of them")


def _read_heroes(shelf: Shelf, entry: Entry) -> Shelf:
    made = []
    for name, one in entry.entries("provenance"):
        one.only("de", "adventures")
        made.append((_name_of(one, name), one.texts("adventures")))
    _all_different(entry, [name for name, _ in made])
    return replace(shelf, heroes=tuple(made), provenances=shelf.marked("heroes", entry.provenance))


def _read_decks(shelf: Shelf, entry: Entry) -> Shelf:
    decks = dict(shelf.decks)
    for name, one in entry.entries():
        one.only("title", "adventure", "provenance", *BASIC)
        title = _both_of(one.table_of("title")) if one.has("title") else Name(name, name)
        counts = {kind: one.number(kind, least=0, most=99) for kind in BASIC}
        decks[name] = Deck(title, counts, one.number("adventure", least=0, most=4), one.provenance)
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
