"""Changes to the notes of a record, each saved to its file.

After every change the complete record is written atomically before the next change can be made.
A killed process therefore loses at most one change.
"""

from __future__ import annotations

import atexit
import os
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import RLock
from types import TracebackType
from typing import Any

from guildhall.core import files
from guildhall.core.errors import BadRecord, CannotWrite, GuildhallError, MissingFile
from guildhall.core.typed import path_of
from guildhall.records.archive import encode, load
from guildhall.records.record import Record

__all__ = ["Changes", "RecordFile", "close_all", "open_record"]

_LISTENERS = 4  # each run of a notebook cell adds a viewer and abandons the previous one

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


class Changes:
    """Changes to the notes of a record in memory, reported to all listeners."""

    path: Path | None = None  # the file they are saved to

    def __init__(self, record: Record) -> None:
        self.record = record
        self.notices: list[str] = []  # messages for the reader, such as why notes cannot be written
        self.read_only = False
        self.lock = RLock()  # held by threads while they read the notes
        self.reshaped = 0  # how often lines were removed or moved, which makes earlier paths invalid
        self._listeners: deque[Callable[[str], None]] = deque(maxlen=_LISTENERS)

    def change(self, do: str, **arguments: Any) -> Any:
        """Call a method of the record that changes its notes, save the record, and return the result of the call.

        `CannotWrite` means that the change is in memory but not on disk. The next change tries to save both.
        """
        if do not in _CHANGES:
            raise GuildhallError(f"unknown change '{do}'; the changes are {', '.join(sorted(_CHANGES))}")
        if self.read_only:
            raise CannotWrite("this record is read-only here; save it under another name to write notes")
        with self.lock:
            result = getattr(self.record, do)(**arguments)
            self.reshaped += do in ("remove_variation", "promote_variation")
            try:
                self._keep()
            finally:
                for listener in self._listeners:
                    listener(do)
        return result

    def listen(self, listener: Callable[[str], None]) -> None:
        """Call `listener` with the name of every change from now on. Only the last few listeners are kept."""
        self._listeners.append(listener)

    def _keep(self) -> None:
        """Save a change. This class keeps it only in memory."""

    def save(self) -> None:
        """Write the record with all its notes."""
        raise CannotWrite("this record has no file; save it with record.save('name.json')")

    def close(self) -> None:
        """Save unsaved changes and release the file."""

    def __enter__(self) -> Changes:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


class RecordFile(Changes):
    """A record in a file that only this process may write. `open_record` opens one."""

    path: Path

    def __init__(self, path: Path, *, verify: bool) -> None:
        self.path = path
        self._process = os.getpid()
        self._file: files.LockedFile | None = None
        reason = self._lock()
        try:
            self._stored = self._written = files.read(path).data
            super().__init__(load(path, verify=verify))
            self._saved = encode(self.record)
        except BaseException:
            self._release()
            raise
        if reason:
            self.notices.append(f"this record is read-only here: {reason}")
            self.read_only = True

    def _lock(self) -> str:
        """Lock the file, or return why it cannot be written."""
        if self.path.is_symlink():
            return f"'{self.path.name}' is a link, and notes are not written through links"
        try:
            self._file = files.LockedFile(self.path)
            files.check_writable(self.path)
        except files.InUse:
            return "another notebook or program has it open"
        except CannotWrite as error:
            self._release()
            return str(error)
        return ""

    @property
    def is_current(self) -> bool:
        """True if the file is as last read or written here. A deleted file is written again."""
        try:
            # An interrupted write may or may not have replaced the file.
            return not self.path.is_symlink() and files.read(self.path).data in (self._stored, self._written)
        except MissingFile:
            return True
        except BadRecord:
            return False

    def _keep(self) -> None:
        try:
            self.save()
        except CannotWrite as error:
            message = f"the last notes are not saved yet, only in memory: {error}"
            raise CannotWrite(message, path=error.path) from error

    def save(self) -> None:
        """Write the record, if anything has changed. A file that another program has changed is not overwritten."""
        with self.lock:
            data = encode(self.record)
            if data == self._saved:
                return
            if self._file is None:
                raise CannotWrite(f"'{self.path.name}' is read-only here", path=os.fspath(self.path))
            if not self.is_current:
                self._rename()
            self._saved, self._written = b"", data  # if writing fails, nothing is known to be saved
            self._file.write(data)
            self._stored = self._saved = data

    def _rename(self) -> None:
        """Continue in a new file in the same folder."""
        stem = self.path.name.removesuffix(".gz").removesuffix(".zst").removesuffix(".json") or self.path.name
        other = files.free_path(self.path.with_name(stem), self.path.name.removeprefix(stem))
        self.notices.append(
            f"'{self.path.name}' was changed by another program, so your notes are saved in '{other.name}'"
        )
        self._release()
        self.path, self._file = other, files.LockedFile(other)
        _OPEN[other] = self

    def close(self) -> None:
        """Save unsaved changes and release the file. The record is then read-only."""
        try:
            self.save()
        finally:
            self._release()
            self.read_only = True

    def _release(self) -> None:
        if _OPEN.get(self.path) is self:
            del _OPEN[self.path]
        if self._file is not None:
            self._file.close()
            self._file = None


_OPEN: dict[Path, RecordFile] = {}


def open_record(path: str | os.PathLike[str], *, verify: bool = True) -> RecordFile:
    """Open a record to write notes in it.

    Opening it again in this process returns the same object. In another process it is read-only.
    With `verify=False` the record is not replayed.
    """
    place = path_of(path)
    target = Path(os.path.realpath(place.parent), place.name)
    known = _OPEN.get(target)
    if known is not None and known.is_current and not known.read_only:
        return known
    if known is not None:
        _close_quietly(known)
    _OPEN[target] = RecordFile(target, verify=verify)
    return _OPEN[target]


@atexit.register
def close_all() -> None:
    """Close all open records of this process."""
    for opened in list(_OPEN.values()):
        if opened._process == os.getpid():  # a forked process leaves them to its parent
            _close_quietly(opened)


def _close_quietly(opened: RecordFile) -> None:
    with suppress(GuildhallError):
        opened.close()
