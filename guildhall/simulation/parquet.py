"""The size that a Parquet file declares, read before any of it is unpacked.

A file of a megabyte can hold a billion equal numbers, and an untrusted run may be made to exhaust the memory. The
footer of the file says how many rows there are, and the header of every page how large it becomes. Both are written in
Thrift's compact protocol, and this module reads the part of it that Parquet uses.
"""

from __future__ import annotations

import mmap
from pathlib import Path
from typing import Any, NamedTuple

__all__ = ["Declared", "declared"]

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
    """Read the sizes that a Parquet file declares; raise ValueError if they are missing or contradictory."""
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
