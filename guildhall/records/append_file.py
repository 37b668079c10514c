"""A file that only grows, belongs to one process at a time, and has on the disk what it was given.

The operating system takes the lock away with the process, however that ends.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

from guildhall.core.files import LIMIT

__all__ = ["AppendFile", "InUse"]

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
    # A folder from elsewhere may hold a link, which would have another file cut short, or a pipe without an end.
    more = getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | more, 0o666)
        try:
            _check_plain(handle)
            _lock(handle)
        except (BlockingIOError, PermissionError) as error:
            os.close(handle)
            raise InUse(error.errno, "another process has it", os.fspath(path)) from error
        except OSError:  # a file system that knows no locks
            os.close(handle)
            raise
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(handle), os.stat(path)):
                return handle
        os.close(handle)  # its last owner deleted it while we waited


def _check_plain(handle: int) -> None:
    about = os.fstat(handle)
    if not stat.S_ISREG(about.st_mode):
        raise OSError(errno.EINVAL, "it is no plain file")
    if about.st_size > LIMIT:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))


def _write_all(handle: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        # A disk that fills up takes a part, and refuses the next.
        rest = rest[os.write(handle, rest) :]
