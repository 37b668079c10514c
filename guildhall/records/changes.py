"""Changes to notes: made, told to all who listen, written as lines of text, and made again when they are read.

A change is the name of a method of `Notes` and its arguments.

>>> from guildhall.records.study import Variation
>>> line = write_change("annotate", {"ply": 0, "mark": "!?"})
>>> line
b'{"do":"annotate","with":{"ply":0,"mark":"!?"}}\\n'
>>> notes = Notes(Variation())
>>> make_again(notes, read_line(line))
>>> notes.node(0).mark
'!?'
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from threading import RLock
from types import TracebackType
from typing import Any, get_type_hints

import msgspec

from guildhall.core import files
from guildhall.core.errors import BadRecord, CannotWrite, GuildhallError
from guildhall.records.notes import Notes
from guildhall.records.record import Record

__all__ = [
    "FORMAT",
    "VERSION",
    "Changes",
    "JournalLine",
    "JournalLines",
    "make_again",
    "read_line",
    "read_lines",
    "write_change",
    "write_line",
]

FORMAT = "guildhall-journal"
VERSION = 1

_LISTENERS = 4  # a cell that is run again leaves its viewer behind, which nobody sees any more

_CHANGES = frozenset(
    {
        "annotate",
        "graft",
        "promote_variation",
        "prolong",
        "remove_comment",
        "remove_highlight",
        "remove_tag",
        "remove_variation",
        "set_comment",
        "set_title",
    }
)


class JournalLine(msgspec.Struct, omit_defaults=True, rename={"arguments": "with"}):
    """One line of a journal: its head (`format`, `version`, `base`), a change (`do`, `with`) or a `fold`."""

    format: str = ""
    version: int = 0
    base: str = ""
    do: str = ""
    arguments: dict[str, Any] = {}
    fold: str = ""


@dataclass(frozen=True, slots=True)
class JournalLines:
    """What a journal says up to its end or its first line that cannot be read, which is `length` bytes."""

    lines: tuple[JournalLine, ...]
    length: int
    is_damaged: bool  # whether something follows that is more than a last line cut short


def write_line(line: JournalLine) -> bytes:
    """A line as it stands in the file."""
    return msgspec.json.encode(line) + b"\n"


def write_change(do: str, arguments: Mapping[str, Any]) -> bytes:
    """A change as a line."""
    _check_name(do)
    return write_line(JournalLine(do=do, arguments=dict(arguments)))


def read_line(line: bytes) -> JournalLine:
    """The line that `write_line` has written; a damaged one raises `BadRecord`."""
    files.check_json(line)
    try:
        return msgspec.json.decode(line, type=JournalLine)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadRecord(f"this is no line of a journal: {error}") from error


def read_lines(data: bytes) -> JournalLines:
    """All that can be read of a journal.

    >>> read_lines(b'{"fold":"a1"}\\n{"do":"annot').length
    14
    """
    lines, length = [], 0
    *whole, torn = data.split(b"\n")
    for number, each in enumerate(whole):
        try:
            lines.append(read_line(each))
        except BadRecord:
            # A last line of rubbish is one whose writing was cut short by a power cut.
            return JournalLines(tuple(lines), length, is_damaged=number < len(whole) - 1 or torn != b"")
        length += len(each) + 1
    return JournalLines(tuple(lines), length, is_damaged=False)


def make_again(notes: Notes, change: JournalLine) -> None:
    """Make a change that was read."""
    _check_name(change.do)
    types = _types(change.do)
    if unknown := sorted(change.arguments.keys() - types.keys()):
        raise GuildhallError(f"'{change.do}' takes no '{unknown[0]}', only {', '.join(sorted(types))}")
    try:
        arguments = {name: msgspec.convert(value, types[name]) for name, value in change.arguments.items()}
        getattr(notes, change.do)(**arguments)
    except (msgspec.ValidationError, TypeError) as error:
        raise GuildhallError(f"'{change.do}' cannot be made again: {error}") from error


def _check_name(do: str) -> None:
    if do not in _CHANGES:
        raise GuildhallError(f"no change '{do}'; there are {', '.join(sorted(_CHANGES))}")


@cache
def _types(do: str) -> dict[str, Any]:
    hints = get_type_hints(getattr(Notes, do))
    return {name: kind for name, kind in hints.items() if name != "return"}


class Changes:
    """Changes to the notes of a record, told to all who listen, and kept in memory only."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.notices: list[str] = []  # what the reader ought to know: notes recovered, a journal refused, …
        self.read_only = False
        self.lock = RLock()  # whoever reads the notes in a thread of their own takes it
        self.reshaped = 0  # how often lines were taken away or moved, after which paths mean something else
        self._listeners: deque[Callable[[str], None]] = deque(maxlen=_LISTENERS)

    def change(self, do: str, **arguments: Any) -> Any:
        """Make one change, a method of `Notes`, and get what it returns.

        `CannotWrite` says that it is in memory but not on the disk; the next change tries to write both.
        """
        if self.read_only:
            raise CannotWrite("this record can only be read here; save it under another name to write notes")
        line = write_change(do, arguments)
        with self.lock:
            answer = getattr(self.record, do)(**arguments)
            self.reshaped += do in ("remove_variation", "promote_variation")
            try:
                self._keep(line)
            finally:
                for listener in self._listeners:
                    listener(do)
        return answer

    def listen(self, listener: Callable[[str], None]) -> None:
        """Tell `listener` the name of every change that is made from now on; of many listeners, the last few."""
        self._listeners.append(listener)

    def _keep(self, line: bytes) -> None:
        """Nothing keeps it but the memory."""

    def save(self) -> None:
        """Write the record with all its notes."""
        raise CannotWrite("this record has no file; save it with record.save('name.json')")

    def close(self) -> None:
        """Write what is to be written and let go of the files."""

    def __enter__(self) -> Changes:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()
