"""Notes that survive a killed process: every change is on the disk before the next one can be made.

The record stays as it is; each change is one line of a journal beside it, `game.json.journal`, flushed to the disk.
Now and then, and at the end, the changes are folded into the record, which is written anew, all or nothing.
Whoever opens the record next finds the journal and makes its changes again.

    {"format":"guildhall-journal","version":1,"base":"…"}        digest of the record file that the changes begin from
    {"do":"set_comment","with":{"ply":40,"text":"Why no"}}       one change: a method of `Notes` and its arguments
    {"fold":"…"}                                                 all before is in the record file of this digest
"""

from __future__ import annotations

import atexit
import errno
import os
import sys
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from guildhall.core import files
from guildhall.core.errors import BadRecord, CannotWrite, GuildhallError
from guildhall.core.files import LIMIT
from guildhall.core.typed import path_of
from guildhall.records.archive import load
from guildhall.records.changes import (
    FORMAT,
    VERSION,
    Changes,
    JournalLine,
    JournalLines,
    make_again,
    read_lines,
    write_line,
)
from guildhall.records.document import encode
from guildhall.records.record import Record

__all__ = ["FOLD_EVERY", "AppendFile", "InUse", "Journal", "journal_of"]

# --- A file that only grows, belongs to one process at a time, and has on the disk what it was given ---
# The operating system takes the lock away with the process, however that ends.

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        # Windows keeps others from reading what is locked, so lock a byte where nothing stands.
        os.lseek(handle, 2**30, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class InUse(OSError):
    """Another process has the file."""


class AppendFile:
    """The file at a path, made if there is none, and locked; `InUse` if another process has it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._handle = _open_locked(path)
        self._length = os.fstat(self._handle).st_size

    @property
    def is_empty(self) -> bool:
        """Whether nothing stands in it."""
        return self._length == 0

    def read(self) -> bytes:
        """All that stands in it."""
        return self.path.read_bytes()

    def append(self, data: bytes) -> None:
        """Write behind what is there, through to the disk; if that fails, nothing of it stays."""
        try:
            # What a failed attempt may have left behind goes first.
            os.ftruncate(self._handle, self._length)
            _write_all(self._handle, data)
            os.fsync(self._handle)
        except OSError:
            with suppress(OSError):
                os.ftruncate(self._handle, self._length)
            raise
        self._length += len(data)

    def cut(self, length: int) -> None:
        """Keep the first bytes only."""
        if length == self._length:
            return
        os.ftruncate(self._handle, length)
        os.fsync(self._handle)
        self._length = length

    def remove(self) -> None:
        """Delete it and let go of it."""
        with suppress(OSError):
            self.path.unlink()
        self.close()

    def close(self) -> None:
        """Let go of it."""
        with suppress(OSError):
            os.close(self._handle)


def _open_locked(path: Path) -> int:
    """The handle of the file, once it is locked and still the one that has the name."""
    while True:
        handle = files.open_to_append(path)
        try:
            _check_size(handle)
            _lock(handle)
        except (BlockingIOError, PermissionError) as error:
            os.close(handle)
            raise InUse(error.errno, "another process has it", os.fspath(path)) from error
        except OSError:  # a file system that knows no locks
            os.close(handle)
            raise
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(handle), os.lstat(path)):
                return handle
        os.close(handle)  # its last owner deleted it while we waited


def _check_size(handle: int) -> None:
    if os.fstat(handle).st_size > LIMIT:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))


def _write_all(handle: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        # A disk that fills up takes a part, and refuses the next.
        rest = rest[os.write(handle, rest) :]


# --- The journal ---

FOLD_EVERY = 200
"""Changes after which the record is written anew."""


class Journal(Changes):
    """A record in a file, whose notes are safe from one change to the next. `journal_of` opens one."""

    def __init__(self, path: Path, *, verify: bool, fold_every: int) -> None:
        self.path = path
        self._fold_every = fold_every
        self._since_fold = 0
        self._waiting: list[bytes] = []
        self._is_dirty = False  # whether the journal holds what the record file does not
        self._process = os.getpid()
        log = _own_log(path, self._log_path)
        self._log = log if isinstance(log, AppendFile) else None
        try:
            super().__init__(load(path, verify=verify))
            self._base = _digest(files.read(path).data)
            if not isinstance(log, AppendFile):
                self.notices.append(f"{log}: here it can only be read")
                self.read_only = True
            self._recover(verify=verify)
        except BaseException:
            self._leave(is_clean=False)
            raise

    @property
    def is_current(self) -> bool:
        """Whether the record file is still the one that the changes began from."""
        return not self.path.exists() or _digest(files.read(self.path).data) == self._base

    @property
    def _log_path(self) -> Path:
        return self.path.parent / f"{self.path.name}.journal"

    # What is found on opening

    def _recover(self, *, verify: bool) -> None:
        """Make the changes of the journal again; where nothing can be written, they are in memory and it stays."""
        try:
            self._use(self._log.read() if self._log else _read_if_there(self._log_path), verify=verify)
        except (CannotWrite, OSError) as error:
            reason = files.reason_of(error) if isinstance(error, OSError) else error
            self._leave(is_clean=False)
            self.notices.append(f"the journal beside it stays as it is ({reason}): here it can only be read")

    def _use(self, data: bytes, *, verify: bool) -> None:
        found = read_lines(data)
        changes = self._changes_to_make(found)
        if changes is None:
            self._put_aside(data, "it was not used: it belongs to another record, or to another state of this one")
        elif fault := self._make_all(changes, verify=verify):
            used = "what stands before was used" if changes else "it was not used"
            self._put_aside(data, f"{used}: {fault}")
        elif found.is_damaged:
            self._put_aside(data, "what stands before was used: it has a line that cannot be read")
        if self._log and changes:
            self._log.cut(found.length)
            self._is_dirty = True
            self._fold_quietly()
        elif self._log:
            self._begin()

    def _changes_to_make(self, found: JournalLines) -> list[JournalLine] | None:
        """The changes that are not in the record file; None if the journal is not about it."""
        if not found.lines:
            return None if found.is_damaged else []
        head, *rest = found.lines
        if head.format != FORMAT or head.version > VERSION:
            return None
        starts = [0] if head.base == self._base else []
        starts += [number for number, line in enumerate(rest, 1) if line.fold == self._base]
        return [line for line in rest[starts[-1] :] if not line.fold] if starts else None

    def _make_all(self, changes: list[JournalLine], *, verify: bool) -> str | None:
        """Make the changes again, up to one that cannot be made; what is wrong, and `changes` are those made."""
        fault = self._make_some(changes)
        if verify and changes and (wrong := _first_fault(self.record)):
            fault = wrong
            self.record = load(self.path, verify=False)
            changes.clear()
        if changes:
            self.notices.append(f"{_count(changes)} found in the journal and made again")
        return fault

    def _make_some(self, changes: list[JournalLine]) -> str | None:
        for number, change in enumerate(changes):
            try:
                make_again(self.record, change)
            except GuildhallError as error:
                del changes[number:]
                return f"change {number + 1} cannot be made: {error}"
        return None

    def _put_aside(self, data: bytes, reason: str) -> None:
        """Keep a journal that cannot be used, or not all of it, where its writer finds it."""
        if self._log is None:
            return  # its owner is at work on it
        kept = files.free_path(self._log_path.with_name(self._log_path.name + ".kept"))
        try:
            files.write(kept, data)
        except CannotWrite as error:
            raise CannotWrite(f"{error}; {reason}", path=error.path) from error
        self.notices.append(f"the journal beside it is kept as '{kept.name}'; {reason}")

    # Changes

    def _keep(self, line: bytes) -> None:
        self._waiting.append(line)
        self._is_dirty = True
        self._since_fold += 1
        self._write_waiting()
        if self._since_fold >= self._fold_every:
            self._since_fold = 0  # a disk that refuses is asked again only after as many changes more
            self.save()

    def _write_waiting(self) -> None:
        assert self._log is not None  # a journal without one refuses changes
        try:
            self._log.append(b"".join(self._waiting))
        except OSError as error:
            message = f"the last notes are not saved yet ({error.strerror}): make room and go on; they are in memory"
            raise CannotWrite(message, path=os.fspath(self._log_path)) from error
        self._waiting.clear()

    def _begin(self) -> None:
        """An empty journal from the record as its file has it; its head is written with the first change."""
        assert self._log is not None
        self._log.cut(0)
        self._waiting = [write_line(JournalLine(format=FORMAT, version=VERSION, base=self._base))]
        self._since_fold = 0
        self._is_dirty = False

    # The record file

    def save(self) -> None:
        """Fold all changes, if there are any, into the record file; if that fails they stay in the journal."""
        if not self._is_dirty:
            return
        if self._log is None:
            raise CannotWrite(f"'{self.path.name}' can only be read here", path=os.fspath(self.path))
        if not self.is_current:
            message = f"'{self.path.name}' was written by another program since it was opened; your notes stay in "
            raise CannotWrite(message + f"'{self._log_path.name}'", path=os.fspath(self.path))
        data = encode(self.record.document())
        # Should the process end between writing the record and clearing the journal, this tells that all is done.
        self._waiting.append(write_line(JournalLine(fold=_digest(data))))
        self._write_waiting()
        files.write(self.path, data)
        self._base = _digest(data)
        self._begin()

    def _fold_quietly(self) -> None:
        """Fold what was recovered; a disk that is full now need not keep anybody from reading."""
        try:
            self.save()
        except CannotWrite as error:
            self.notices.append(str(error))

    def close(self) -> None:
        """Fold all changes into the record file and take the journal away; one that is still needed stays."""
        is_clean = False
        try:
            self.save()
            is_clean = True
        finally:
            self._leave(is_clean=is_clean)

    def _leave(self, *, is_clean: bool) -> None:
        _OPEN.pop(self.path, None)
        log, self._log, self.read_only = self._log, None, True
        if log is not None:
            # An empty one is ours and of no use, whatever went wrong.
            if is_clean or log.is_empty:
                log.remove()
            else:
                log.close()


_OPEN: dict[Path, Journal] = {}


def journal_of(path: str | os.PathLike[str], *, verify: bool = True, fold_every: int = FOLD_EVERY) -> Journal:
    """Open a record to write notes in it.

    Whoever opens it again in this process gets the same journal; in another process it can only be read.
    `verify=False` leaves out playing the record again.
    """
    place = path_of(path)
    target = Path(os.path.realpath(place.parent), place.name)
    known = _OPEN.get(target)
    if known is not None and known.is_current and not known.read_only:
        return known
    if known is not None:
        _let_go(known)
    _OPEN[target] = Journal(target, verify=verify, fold_every=fold_every)
    return _OPEN[target]


def _let_go(journal: Journal) -> None:
    """Close the journal of a record whose file was replaced; its notes stay where the next one finds them."""
    try:
        journal.close()
    except CannotWrite as error:
        journal.notices.append(str(error))


@atexit.register
def _close_all() -> None:
    for journal in list(_OPEN.values()):
        if journal._process == os.getpid():  # a forked process leaves the files to the one that opened them
            _let_go(journal)


def _own_log(record: Path, path: Path) -> AppendFile | str:
    """Return the journal of a record, or why it cannot be written."""
    if record.is_symlink():
        return f"'{record.name}' is a link, and notes are not written through links"
    if not record.is_file():
        return "there is no such file"
    try:
        return AppendFile(path)
    except InUse:
        return "another notebook or program has this record open"
    except OSError as error:
        return f"no journal can be written beside it ('{path.name}': {files.reason_of(error)})"


def _first_fault(record: Record) -> str | None:
    problems = record.verify().problems
    return str(problems[0]) if problems else None


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()


def _read_if_there(path: Path) -> bytes:
    try:
        return files.read(path).data if path.is_file() else b""
    except BadRecord:
        return b""


def _count(changes: list[JournalLine]) -> str:
    return "one change was" if len(changes) == 1 else f"{len(changes)} changes were"
