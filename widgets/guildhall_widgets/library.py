"""The library: all records of a folder, sortable and searchable, each one click away from its viewer."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

import ipywidgets

from guildhall.core import files
from guildhall.core.errors import BadRecord, GuildhallError, short
from guildhall.core.typed import path_of
from guildhall.records.archive import FORMAT, load, load_all
from guildhall.records.record import Record
from guildhall.records.study import Variation

from .live import LiveWidget, on
from .render.controls import button, keys_list, menu, text_input
from .render.icons import icon
from .render.markup import EMPTY, Markup, tag
from .replay.viewer import ReplayViewer

__all__ = ["Catalogue", "Entry", "Library", "Shelf", "notes_of"]

# --- The records in a folder: read file by file, with damage noted instead of raised ---

_ONE = (".json", ".json.gz", ".json.zst")
_MANY = (".jsonl", ".jsonl.gz", ".jsonl.zst")
_LABEL = 1000  # the format is named within this many bytes


@dataclass(frozen=True)
class Entry:
    """One game on the shelf. `number` counts the games within a file, `damage` describes what is wrong with it."""

    path: Path
    number: int | None = None
    game: str = ""
    seats: tuple[str, ...] = ()
    date: str = ""
    plies: int = 0
    outcome: str = ""
    notes: int = 0
    words: str = ""  # searchable text: all comments, tags and titles
    damage: str = ""

    @property
    def name(self) -> str:
        """The file name, with the number of the game if the file has several."""
        return self.path.name if self.number is None else f"{self.path.name} · game {self.number}"

    def record(self) -> Record:
        """Read the game from its file."""
        if self.number is None:
            return load(self.path, verify=False)
        return load_all(self.path, verify=False)[self.number - 1]


class Shelf:
    """The records of a folder. A file is parsed again only when its content has changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._read: dict[Path, tuple[bytes, tuple[Entry, ...]]] = {}

    def entries(self) -> list[Entry]:
        """Return everything that is or was meant to be a record."""
        names = sorted(path for path in self.folder.iterdir() if path.name.endswith((*_ONE, *_MANY)))
        return [entry for path in names if path.is_file() for entry in self._entries(path)]

    def _entries(self, path: Path) -> tuple[Entry, ...]:
        try:
            digest = _digest(path)
        except FileNotFoundError:  # deleted in the meantime
            return ()
        except OSError:
            return _entries_of(path)  # which report why it cannot be read
        if path not in self._read or self._read[path][0] != digest:
            self._read[path] = (digest, _entries_of(path))
        return self._read[path][1]


def _digest(path: Path) -> bytes:
    """Hash what is read of a file, because its size and time may stay the same when its content changes."""
    with path.open("rb") as file:
        return blake2b(file.read(files.LIMIT + 1)).digest()


def _entries_of(path: Path) -> tuple[Entry, ...]:
    if not _is_ours(path):
        return ()
    return tuple(_many(path) if path.name.endswith(_MANY) else _one(path))


def _is_ours(path: Path) -> bool:
    """Return whether a file is or was a record. Empty files count, other JSON files do not."""
    with suppress(BadRecord):
        beginning = files.read(path).data[:_LABEL]
        return not beginning or FORMAT.encode() in beginning
    return True


def _one(path: Path) -> Iterator[Entry]:
    try:
        yield _entry(path, load(path, verify=False))
    except BadRecord as error:
        yield _entry(path, error.partial, damage=str(error)) if error.partial else Entry(path, damage=str(error))


def _many(path: Path) -> Iterator[Entry]:
    try:
        records = load_all(path, verify=False)
    except BadRecord as error:
        yield Entry(path, damage=str(error))
        return
    for number, record in enumerate(records, 1):
        yield _entry(path, record, number=number)
    if records.damage:
        yield Entry(path, damage=f"line {records.damage.line}: {records.damage.message}")


def _entry(path: Path, record: Record, *, number: int | None = None, damage: str = "") -> Entry:
    header = record.header
    notes = list(notes_of(record.main))
    return Entry(
        path=path,
        number=number,
        game=header.game,
        seats=header.seats,
        date=header.created[:10],
        plies=record.plies,
        outcome=_outcome(record),
        notes=len(notes),
        words="\n".join(notes),
        damage=damage,
    )


def notes_of(line: Variation) -> Iterator[str]:
    """Yield all notes on a line and its variations, except evaluations."""
    if line.title:
        yield line.title
    for _, node in sorted(line.nodes.items()):
        yield from filter(None, [*node.comments, node.mark, *node.tags, *(one.what for one in node.highlights)])
        for variation in node.variations:
            yield from notes_of(variation)


def _outcome(record: Record) -> str:
    outcome = record.outcome
    if outcome is None or not outcome.reason:
        return "not finished"
    return outcome.sentence(record.header.seats)


# --- The front-end ---

_COLUMNS: dict[str, tuple[str, Callable[[Entry], Any]]] = {
    "name": ("file", lambda entry: entry.name.casefold()),
    "date": ("date", lambda entry: entry.date),
    "game": ("game", lambda entry: entry.game),
    "seats": ("players", lambda entry: entry.seats),
    "plies": ("plies", lambda entry: entry.plies),
    "outcome": ("outcome", lambda entry: entry.outcome),
    "notes": ("notes", lambda entry: entry.notes),
}
_SHOWN = 100  # rows


class Catalogue(LiveWidget):
    """The list of records. `chosen` is called with the entry to open."""

    def __init__(self, folder: Path, chosen: Callable[[Entry], None]) -> None:
        super().__init__(label=f"Library of {folder.name}")
        self.shelf = Shelf(folder)
        self.wanted = ""
        self.order = "name"
        self.is_backwards = False
        self.opened: str | None = None
        self.entries = self.shelf.entries()
        self._chosen = chosen
        self.status = f"{_count(self.entries)}."
        self.refresh()

    @property
    def found(self) -> list[Entry]:
        """The entries that contain all search words, in the chosen order."""
        words = self.wanted.casefold().split()
        fits = [entry for entry in self.entries if all(word in _searched(entry) for word in words)]
        return sorted(fits, key=_COLUMNS[self.order][1], reverse=self.is_backwards)

    @on("sort")
    def _sort(self, by: str) -> None:
        """Sort by a column, or reverse the order if it is already sorted by it."""
        if by not in _COLUMNS:
            raise GuildhallError(f"unknown column {short(by)}; expected one of {', '.join(_COLUMNS)}")
        self.is_backwards = by == self.order and not self.is_backwards
        self.order = by
        self.status = f"Sorted by {_COLUMNS[by][0]}{', reversed' if self.is_backwards else ''}."

    @on("search")
    def _search(self, value: str) -> None:
        self.wanted = value
        self.status = f"{_count(self.found)}."

    @on("look again")
    def _look_again(self) -> None:
        self.entries = self.shelf.entries()
        self.status = f"{_count(self.entries)}."

    @on("open")
    def _open(self, name: str) -> None:
        entry = next((entry for entry in self.entries if entry.name == name), None)
        if entry is None:
            raise GuildhallError(f"record {short(name)} is gone; press Refresh")
        self._chosen(entry)
        self.opened = name
        self.status = f"{name} is open below."

    def text(self) -> str:
        """Return the list as plain text."""
        return "\n".join([self.label, *(f"  {_line(entry)}" for entry in self.found[:_SHOWN])])

    def page(self) -> str:
        """Return the list with its controls."""
        keys = {"/": "find", "r": "read the folder again", "Tab": "to the records, Enter opens one"}
        again = tag("span", icon("reroll"), tag("span", "Refresh"), class_="gh-tools")
        bar = (
            tag("span", icon("book"), class_="gh-crest"),
            tag("h3", self.label),
            tag("span", _count(self.found), class_="gh-pill"),
            tag("span", class_="gh-space"),
            text_input("Find", "search", self.wanted, kind="search", hint="players, games, comments", keys="/"),
            button(again, "look again", keys="r", title="read the folder again", class_="gh-tool"),
            menu("Keys", keys_list(keys), symbol=icon("keys"), key="menu keys"),
        )
        return tag("div", tag("header", *bar, class_="gh-top"), self._table(), class_="gh-library")

    def _table(self) -> Markup:
        found = self.found
        if not found:
            return tag("p", "No record matches." if self.entries else "There are no records in this folder.")
        rows = (self._row(entry) for entry in found[:_SHOWN])
        table = tag("table", tag("thead", tag("tr", *map(self._head, _COLUMNS))), tag("tbody", *rows), class_="gh-grid")
        more = (
            tag("p", f"and {len(found) - _SHOWN} more, use Find to narrow them down") if len(found) > _SHOWN else EMPTY
        )
        return tag("div", table, more, class_="gh-shelf")

    def _head(self, column: str) -> Markup:
        is_order = column == self.order
        arrow = (" ▼" if self.is_backwards else " ▲") if is_order else ""
        way = ("descending" if self.is_backwards else "ascending") if is_order else None
        return tag("th", button(_COLUMNS[column][0] + arrow, "sort", by=column), scope="col", aria_sort=way)

    def _row(self, entry: Entry) -> Markup:
        open_ = button(entry.name, "open", pressed=entry.name == self.opened, disabled=not entry.seats, name=entry.name)
        damage = tag("div", "⚠ ", entry.damage, class_="gh-small") if entry.damage else EMPTY
        if not entry.seats:
            return tag("tr", tag("td", open_, damage, colspan=len(_COLUMNS)), data_key=f"row {entry.name}")
        return tag(
            "tr",
            tag("td", open_, damage),
            tag("td", entry.date),
            tag("td", entry.game),
            tag("td", ", ".join(entry.seats)),
            tag("td", entry.plies, class_="gh-number"),
            tag("td", entry.outcome),
            tag("td", entry.notes, class_="gh-number"),
            data_key=f"row {entry.name}",
        )


class Library(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """All records of a folder, with the opened one below the list.

    Records are read here but not replayed. Problems with a file are shown in its row.
    """

    def __init__(self, folder: str | os.PathLike[str] = ".") -> None:
        path = path_of(folder, GuildhallError)
        if not path.is_dir():
            raise GuildhallError(f"folder not found: '{path}'")
        self.viewer: ReplayViewer | None = None
        self.catalogue = Catalogue(path.resolve(), self._show)
        super().__init__([self.catalogue])

    def _show(self, entry: Entry) -> None:
        """Open a record below. A game from a file of several stays in memory."""
        old = self.viewer
        self.viewer = ReplayViewer(entry.path if entry.number is None else entry.record())
        self.children = (self.catalogue, self.viewer)
        if old is not None:
            old.close()

    def text(self) -> str:
        """Return the list as plain text."""
        return self.catalogue.text()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the widget, and the list for readers without a kernel."""
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        still, _ = self.catalogue._repr_mimebundle_(**kwargs)
        return {**data, "text/html": still["text/html"], "text/plain": self.text()}, metadata


def _searched(entry: Entry) -> str:
    return "\n".join([entry.name, entry.game, *entry.seats, entry.outcome, entry.words]).casefold()


def _count(entries: Sequence[Entry]) -> str:
    return "1 record" if len(entries) == 1 else f"{len(entries)} records"


def _line(entry: Entry) -> str:
    if not entry.seats:
        return f"{entry.name}: {entry.damage}"
    told = f"{entry.name}: {', '.join(entry.seats)}, {entry.plies} plies, {entry.outcome}, {entry.notes} notes"
    return f"{told} ({entry.damage})" if entry.damage else told
