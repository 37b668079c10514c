"""What records a folder holds: read file by file, with damage noted instead of raised."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from guildhall.core import files
from guildhall.core.errors import BadRecord
from guildhall.records.archive import load, load_all
from guildhall.records.document import FORMAT
from guildhall.records.record import Record
from guildhall.records.study import Variation

__all__ = ["Entry", "Shelf", "notes_of"]

_ONE = (".json", ".json.gz", ".json.zst")
_MANY = (".jsonl", ".jsonl.gz", ".jsonl.zst")
_LABEL = 1000  # bytes in which the format is named


@dataclass(frozen=True)
class Entry:
    """One game on the shelf; `number` counts the games of a file of many, `damage` tells what is wrong with it."""

    path: Path
    number: int | None = None
    game: str = ""
    seats: tuple[str, ...] = ()
    date: str = ""
    plies: int = 0
    outcome: str = ""
    notes: int = 0
    words: str = ""  # all comments, tags and titles, to be searched
    damage: str = ""

    @property
    def name(self) -> str:
        """The name of the file, and which of its games it is."""
        return self.path.name if self.number is None else f"{self.path.name} · game {self.number}"

    def record(self) -> Record:
        """The game itself, read anew."""
        if self.number is None:
            return load(self.path, verify=False)
        return load_all(self.path, verify=False)[self.number - 1]


class Shelf:
    """The records of a folder; a file is read again only when it has changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._read: dict[Path, tuple[tuple[int, int], tuple[Entry, ...]]] = {}

    def entries(self) -> list[Entry]:
        """Everything that is or was meant to be a record."""
        names = sorted(path for path in self.folder.iterdir() if path.name.endswith((*_ONE, *_MANY)))
        return [entry for path in names if path.is_file() for entry in self._entries(path)]

    def _entries(self, path: Path) -> tuple[Entry, ...]:
        try:
            seen = path.stat()
        except FileNotFoundError:  # it was taken away in the meantime
            return ()
        stamp = (seen.st_mtime_ns, seen.st_size)
        if path not in self._read or self._read[path][0] != stamp:
            self._read[path] = (stamp, _entries_of(path))
        return self._read[path][1]


def _entries_of(path: Path) -> tuple[Entry, ...]:
    if not _is_ours(path):
        return ()
    return tuple(_many(path) if path.name.endswith(_MANY) else _one(path))


def _is_ours(path: Path) -> bool:
    """Whether a file is, or was, a record; an empty one may have been, other people's JSON was not."""
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
    """Everything that is said along a line and its variations, evaluations left out."""
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
    return outcome.told(record.header.seats)
