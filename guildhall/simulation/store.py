"""Storage for the games of a run: in memory, or part by part in a directory.

A directory has a manifest, and for every part one Parquet file per frame:

    runs/today/manifest.json
    runs/today/games/part-0000000000-0000001023.parquet
    runs/today/turns/part-0000000000-0000001023.parquet …

Every file is written under a temporary name, flushed and renamed. The file in `games` comes last, contains the sizes
of the others, and completes the part. However the process ends, a part is either complete or played again.

A file of a megabyte can hold a billion equal numbers, and an untrusted run may be made to exhaust the memory. So the
size that a Parquet file declares is read before any of it is unpacked: its footer says how many rows there are, and
the header of every page how large it becomes. Both are written in Thrift's compact protocol, of which the part that
Parquet uses is read here.
"""

from __future__ import annotations

import json
import mmap
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, suppress
from io import BytesIO
from pathlib import Path
from typing import Annotated, Any, NamedTuple, Protocol

import msgspec
import numpy as np
import polars as pl

from guildhall.core import files
from guildhall.core.errors import BadRecord, CannotWrite
from guildhall.core.rules import Columns
from guildhall.core.typed import path_of

from .frames import Form

__all__ = ["Declared", "Directory", "Memory", "Part", "Store", "chunks", "declared", "gaps", "read_manifest"]


_MAGIC = b"PAR1"
_MOST_FOOTER = 16 * 2**20
_DEEPEST = 20

_TRUE, _FALSE, _BYTE, _WHOLE, _DOUBLE, _BINARY, _LISTS, _STRUCT = 1, 2, 3, (4, 5, 6), 7, 8, (9, 10), 12


class Declared(NamedTuple):
    """The declared size of a file."""

    rows: int
    unpacked: int
    """The bytes of all pages after unpacking."""


def declared(path: Path) -> Declared:
    """Read the sizes that a Parquet file declares. Raise ValueError if they are missing or contradictory."""
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as whole:
        try:
            return _declared(whole)
        except (IndexError, KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"not a Parquet file: {error}") from error


def _declared(whole: mmap.mmap) -> Declared:
    length = int.from_bytes(whole[-8:-4], "little")
    if whole[-4:] != _MAGIC or not 0 < length <= min(len(whole) - 8, _MOST_FOOTER):
        raise ValueError("not a Parquet file")
    about = _Reader(whole, len(whole) - 8 - length).struct()
    rows, unpacked = about[3], 0
    groups = about.get(4, [])
    for group in groups:
        for column in group[1]:
            values, size = _pages(whole, column[3])
            if values != group[3]:
                raise ValueError(f"a column has {values} values in a group of {group[3]} rows")
            unpacked += size
    if rows != sum(group[3] for group in groups):
        raise ValueError(f"the groups do not add up to {rows} rows")
    return Declared(rows, unpacked)


def _pages(whole: mmap.mmap, about: dict[int, Any]) -> tuple[int, int]:
    """Return the number of values in the pages of a column, and their unpacked size."""
    at = min(about[9], about.get(11, about[9]))
    end, values, unpacked = at + about[7], 0, 0
    while at < end:
        reader = _Reader(whole, at)
        page = reader.struct()
        data = page.get(5) or page.get(8) or {1: 0}  # a data page in one of two formats, or a dictionary page
        if min(page[2], page[3], data[1]) < 0:
            raise ValueError("a page has a negative size")
        values += data[1]
        unpacked += page[2]
        at = reader.at + page[3]
    if at != end:
        raise ValueError("a page extends beyond the end of its column")
    return values, unpacked


class _Reader:
    """A reader of Thrift's compact protocol, with structs as dictionaries by field number."""

    def __init__(self, whole: mmap.mmap, at: int) -> None:
        if not 0 <= at < len(whole):
            raise ValueError("an offset is outside the file")
        self._whole, self.at, self._depth = whole, at, 0

    def _byte(self) -> int:
        self.at += 1
        return self._whole[self.at - 1]

    def _varint(self) -> int:
        number = 0
        for shift in range(0, 70, 7):
            byte = self._byte()
            number |= (byte & 0x7F) << shift
            if byte < 0x80:
                return number
        raise ValueError("a number does not end")

    def _whole_number(self) -> int:
        number = self._varint()
        return number >> 1 ^ -(number & 1)

    def struct(self) -> dict[int, Any]:
        """Read the fields of a struct."""
        self._depth += 1
        if self._depth > _DEEPEST:
            raise ValueError("structs are nested too deeply")
        found: dict[int, Any] = {}
        field = 0
        while head := self._byte():
            field = field + (head >> 4) if head >> 4 else self._whole_number()
            kind = head & 0x0F
            found[field] = kind == _TRUE if kind in (_TRUE, _FALSE) else self._value(kind)
        self._depth -= 1
        return found

    def _value(self, kind: int) -> Any:
        if kind in _WHOLE:
            return self._whole_number()
        if kind == _STRUCT:
            return self.struct()
        if kind in _LISTS:
            return self._list()
        if kind in (_TRUE, _FALSE, _BYTE):
            return self._byte()
        if kind in (_DOUBLE, _BINARY):
            length = 8 if kind == _DOUBLE else self._varint()
            self.at += length  # text is not needed
            return None
        raise ValueError(f"unknown type {kind}")

    def _list(self) -> list[Any]:
        head = self._byte()
        length = head >> 4 if head >> 4 < 15 else self._varint()
        if length > len(self._whole) - self.at:
            raise ValueError("a list is longer than the file")
        return [self._value(head & 0x0F) for _ in range(length)]


Part = tuple[int, int]
"""A range of games with their frames: the number of the first, and the count."""

MANIFEST, LOCK = "manifest.json", ".lock"
_NAME = re.compile(r"part-(\d+)-(\d+)\.parquet")
_SIZES = "guildhall sizes"  # metadata in the file of games: the sizes of the part's other files in bytes
_OF_FILES = (".csv", ".tsv", ".parquet", ".json", ".jsonl", ".xlsx", ".arrow", ".feather", ".gz", ".zst", ".zip")
_MOST_GAMES = 1 << 22  # maximum games per part; the kit itself groups up to 65,536
_ROOM, _DENSEST = 64 * 2**20, 500
"""The memory that any file may fill, and the limit per byte of the file, in bytes. Runs of the kit need 10 to 30."""
_PARTIAL = "the parts written so far are complete; the same call resumes from there"


class Store(Protocol):
    """The storage of a run's parts, which returns their frames ordered by game."""

    def parts(self) -> list[Part]:
        """Return the stored parts in order."""

    def add(self, part: Part, frames: Mapping[str, Columns]) -> None:
        """Store one more part."""

    def scan(self, frame: str) -> pl.LazyFrame:
        """Return a frame over all parts."""


class Memory(AbstractContextManager["Memory"]):
    """A store in memory that keeps columns as small as the game returned them."""

    def __init__(self, form: Form) -> None:
        self._form = form
        self._kept: dict[Part, Mapping[str, Columns]] = {}

    def __exit__(self, *_: object) -> None:
        """Do nothing: memory holds no resources."""

    def parts(self) -> list[Part]:
        """Return the stored parts in order."""
        return sorted(self._kept)

    def add(self, part: Part, frames: Mapping[str, Columns]) -> None:
        """Store one more part."""
        self._kept[part] = frames

    def columns(self, frame: str, parts: Iterable[Part]) -> Columns:
        """Return the columns of a frame over some parts."""
        pieces = [self._form.nothing[frame], *(self._kept[part][frame] for part in parts)]
        return {name: np.concatenate([piece[name] for piece in pieces]) for name in pieces[0]}

    def scan(self, frame: str) -> pl.LazyFrame:
        """Return a frame over all parts."""
        return self._form.frame(frame, self.columns(frame, self.parts())).lazy()


class Directory:
    """A store on disk. Use `create` for writing, the constructor for reading."""

    def __init__(self, path: Path, manifest: Mapping[str, Any], form: Form) -> None:
        self.path, self.frames = path, tuple(manifest["frames"])
        self._form = form
        self._schemas = {name: form.frame(name).schema for name in self.frames}
        self._weighed: set[Path] = set()
        self._parts, self.damaged = _parts_of(path, self._schemas)
        self._lock: Any = None

    @classmethod
    def create(cls, path: str | os.PathLike[str], manifest: Mapping[str, Any], form: Form) -> Directory:
        """Open a directory for writing: a new or empty one, or one of the same run."""
        folder = files.refuse_link(path)
        if folder.suffix in _OF_FILES and not folder.is_dir():
            told = f"a run is stored in a folder, and '{folder.name}' looks like a file; for a single frame use"
            raise CannotWrite(f"{told} `guildhall simulate --out games.csv` or sim.games.write_csv", path=str(folder))
        manifest = json.loads(json.dumps(manifest))
        try:
            folder.mkdir(parents=True, exist_ok=True)
            fresh = all(name == LOCK or name.startswith(f".{MANIFEST}.") for name in os.listdir(folder))
        except OSError as error:
            raise CannotWrite(f"cannot write into '{folder}': {error.strerror}", path=str(folder)) from error
        if not fresh:
            _compare(folder, manifest)
        for frame in manifest["frames"]:
            files.refuse_link(folder / frame)  # otherwise parts could be written or removed elsewhere
        lock = _locked(folder)
        if fresh:
            files.write(folder / MANIFEST, json.dumps(manifest, indent=1).encode())
        made = cls(folder, manifest, form)
        made._lock = lock
        made._tidy()
        return made

    def __enter__(self) -> Directory:
        return self

    def __exit__(self, *_: object) -> None:
        """Release the lock on the directory."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def parts(self) -> list[Part]:
        """Return the stored parts in order."""
        return sorted(self._parts)

    def add(self, part: Part, frames: Mapping[str, Columns]) -> None:
        """Write one more part, its games last."""
        sizes: dict[str, int] = {}
        for name in reversed(self.frames):
            about = {_SIZES: json.dumps(sizes)} if name == "games" else None
            buffer = BytesIO()
            self._form.frame(name, frames[name]).write_parquet(buffer, compression="zstd", metadata=about)
            sizes[name] = buffer.tell()
            _write(self._file(name, part), buffer.getvalue())
        self._parts.append(part)

    def scan(self, frame: str) -> pl.LazyFrame:
        """Return a frame over all parts, read lazily."""
        paths = [self._file(frame, part) for part in self.parts()]
        for path in paths:
            if path not in self._weighed:
                try:
                    _weigh(path, self._schemas[frame])
                except (OSError, ValueError) as error:
                    raise BadRecord(f"'{path}' is damaged: {error}") from error
                self._weighed.add(path)
        return pl.scan_parquet(paths) if paths else self._form.frame(frame).lazy()

    def _file(self, frame: str, part: Part) -> Path:
        first, count = part
        return self.path / frame / f"part-{first:010}-{first + count - 1:010}.parquet"

    def _tidy(self) -> None:
        """Remove the unfinished files of an earlier process."""
        whole = {self._file(frame, part) for frame in self.frames for part in self._parts}
        for frame in self.frames:
            for path in (self.path / frame).glob("*"):
                if path not in whole and (_NAME.fullmatch(path.name) or path.name.endswith(".tmp")):
                    path.unlink()


# --- Parts ---


def gaps(parts: Iterable[Part], games: int) -> Iterator[Part]:
    """Iterate over the ranges of games that no part covers.

    >>> list(gaps([(0, 10), (30, 10)], games=100))
    [(10, 20), (40, 60)]
    """
    at = 0
    for first, count in sorted(parts):
        if first > at:
            yield at, first - at
        at = max(at, first + count)
    if at < games:
        yield at, games - at


def chunks(ranges: Iterable[Part], size: int) -> Iterator[Part]:
    """Split ranges into pieces of at most `size` games.

    >>> list(chunks([(10, 5)], size=2))
    [(10, 2), (12, 2), (14, 1)]
    """
    for first, count in ranges:
        for begin in range(first, first + count, size):
            yield begin, min(size, first + count - begin)


def _write(target: Path, data: bytes) -> None:
    try:
        target.parent.mkdir(exist_ok=True)
        files.write(target, data)
    except OSError as error:
        raise CannotWrite(f"cannot write '{target}': {error.strerror}", path=str(target)) from error
    except CannotWrite as error:
        raise CannotWrite(f"{error}; {_PARTIAL}", path=error.path) from error


# --- What is in a directory ---


class _Manifest(msgspec.Struct):
    """The required fields of a manifest."""

    game: str
    setup: dict[str, Any]
    bots: list[str | dict[str, float | str]]
    seed: int
    games: Annotated[int, msgspec.Meta(ge=1)]
    frames: list[str]


def read_manifest(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Read the manifest of a directory."""
    place = path_of(path) / MANIFEST
    try:
        data = files.read(place).data
        files.check_json(data)
        manifest: dict[str, Any] = msgspec.json.decode(data, type=dict[str, Any])
    except (BadRecord, msgspec.MsgspecError, UnicodeDecodeError):
        raise BadRecord(f"'{path}' is not a simulation: it has no readable {MANIFEST}") from None
    if missing := {field.name for field in msgspec.structs.fields(_Manifest)} - set(manifest):
        raise BadRecord(f"'{place}' is damaged: it has no {', '.join(sorted(missing))}")
    try:
        msgspec.convert(manifest, _Manifest)
    except msgspec.ValidationError as error:
        raise BadRecord(f"'{place}' is damaged: {error}") from None
    return manifest


def _compare(folder: Path, manifest: Mapping[str, Any]) -> None:
    """Raise an error if a directory holds a different run or other files."""
    try:
        there = read_manifest(folder)
    except BadRecord as error:
        raise CannotWrite(f"cannot write into a folder that is not empty: {error}", path=str(folder)) from None
    names = [name for name in (*manifest, *there) if manifest.get(name) != there.get(name)]
    if names:
        differ = "; ".join(_difference(name, there.get(name), manifest.get(name)) for name in dict.fromkeys(names))
        raise CannotWrite(f"'{folder}' holds a different simulation: {differ}", path=str(folder))


def _difference(name: str, there: Any, asked: Any) -> str:
    """Return the first difference between two entries of a manifest."""
    if isinstance(there, dict) and isinstance(asked, dict):
        inner = next(key for key in (*asked, *there) if asked.get(key) != there.get(key))
        return _difference(inner, there.get(inner), asked.get(inner))
    return f"{name} is {there!r} there, {asked!r} here"


def _parts_of(folder: Path, schemas: Mapping[str, pl.Schema]) -> tuple[list[Part], list[str]]:
    """Return the complete, non-overlapping parts, and the names of the others."""
    whole, damaged, end = list[Part](), list[str](), 0
    for path in sorted((folder / "games").glob("part-*.parquet")):
        if match := _NAME.fullmatch(path.name):
            first, last = map(int, match.groups())
            if end <= first <= last < first + _MOST_GAMES and _is_whole(path, range(first, last + 1), schemas):
                whole.append((first, last - first + 1))
                end = last + 1
            else:
                damaged.append(path.name)
    return whole, damaged


def _is_whole(games: Path, numbers: range, schemas: Mapping[str, pl.Schema]) -> bool:
    """True if all files of a part have their original size and columns, and its games are complete."""
    try:
        sizes = msgspec.json.decode(pl.read_parquet_metadata(games).get(_SIZES, "{}"), type=dict[str, int])
        for frame, schema in schemas.items():
            path = games.parent.parent / frame / games.name
            if path.stat().st_size != sizes.get(frame, path.stat().st_size) or pl.read_parquet_schema(path) != schema:
                return False
        if _weigh(games, schemas["games"]) != len(numbers):
            return False
        found = pl.read_parquet(games, columns=["game"])["game"].to_numpy()
    except (OSError, ValueError, pl.exceptions.PolarsError, msgspec.MsgspecError):
        return False
    return np.array_equal(found, np.arange(numbers.start, numbers.stop))


def _weigh(path: Path, schema: pl.Schema) -> int:
    """Return the number of rows that a file declares. Refuse one that would fill far more memory than a real run."""
    rows, unpacked = declared(path)
    size, wide = path.stat().st_size, sum(_bytes_of(kind) for kind in schema.dtypes())
    if max(unpacked, rows * wide) > _ROOM + _DENSEST * size:
        told = f"{size:,} bytes that become {max(unpacked, rows * wide):,} in memory"
        raise BadRecord(f"refusing to read '{path}': {told}, far more than any real run")
    return rows


def _bytes_of(kind: pl.DataType) -> int:
    """Return the maximum width of a column in memory. Words are stored as numbers there."""
    return {"Int8": 1, "Int16": 2, "Int32": 4}.get(str(kind), 8)


def _locked(folder: Path) -> Any:
    """Lock the directory for this process. The lock ends with the process, even if it is killed."""
    try:
        handle = os.fdopen(files.open_to_append(folder / LOCK), "ab")  # stays open while the directory is written to
    except OSError as error:
        message = f"cannot write into '{folder}': '{LOCK}': {files.reason_of(error)}"
        raise CannotWrite(message, path=str(folder)) from error
    if sys.platform != "win32":
        import fcntl

        with suppress(BlockingIOError):
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return handle
        handle.close()
        raise CannotWrite(f"another process is writing to '{folder}'", path=str(folder))
    return handle
