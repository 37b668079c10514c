"""Reading files within limits and writing them atomically.

A file is written under a temporary name, flushed to disk and renamed, so a crash leaves the old or the new version.
The file extension determines the compression when writing, the content when reading.

The package writes all its files here, and never through symbolic links, because a folder from elsewhere may contain
a link to anywhere.
"""

from __future__ import annotations

import errno
import gzip
import os
import stat
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO, Protocol

import numpy as np
import zstandard

from guildhall.core.errors import BadRecord, CannotWrite, MissingFile
from guildhall.core.typed import path_of

__all__ = [
    "DEEPEST",
    "LIMIT",
    "MOST_MEMBERS",
    "MOST_VALUES",
    "TOO_DEEP",
    "Content",
    "InUse",
    "LockedFile",
    "check_json",
    "check_values",
    "check_writable",
    "free_path",
    "is_too_deep",
    "open_to_append",
    "read",
    "reason_of",
    "refuse_link",
    "write",
]

LIMIT = 64 * 2**20
"""The maximum size of a file in bytes, compressed or decompressed."""

MOST_VALUES = 1_000_000
"""The maximum number of values in a JSON document, since one or two bytes can become a hundred in memory."""

DEEPEST = 200
"""The maximum nesting depth of lists and objects."""

TOO_DEEP = f"lists and objects are nested more than {DEEPEST} levels deep"

MOST_MEMBERS = 10_000
"""The maximum number of members of a gzip file or frames of a zstd file, since empty ones take time too."""

_SLICE = 2**20

# Small enough that even highly compressed zeros cannot fill the memory between two checks of the limit.
_PIECE = 1024


@dataclass(frozen=True, slots=True)
class Content:
    """The decompressed bytes of a file. `whole` is False if the compressed data is truncated or damaged."""

    data: bytes
    whole: bool = True


def read(path: str | os.PathLike[str], *, limit: int = LIMIT) -> Content:
    """Read and decompress a file, checking the limit along the way."""
    path = path_of(path)
    try:
        with open(path, "rb") as file:
            packed = file.read(limit + 1)
    except FileNotFoundError as error:
        raise MissingFile(f"cannot read '{path}': {reason_of(error)}", filename=os.fspath(path)) from error
    except OSError as error:
        raise BadRecord(f"cannot read '{path}': {reason_of(error)}") from error
    if len(packed) > limit:
        raise _too_big(path, limit)
    if packed.startswith(b"\x1f\x8b"):
        return _collect(_unpack(packed, _gzip_stream), path, limit)
    if packed.startswith(b"\x28\xb5\x2f\xfd"):
        if _declared(packed) > limit:
            raise _too_big(path, limit)
        return _collect(_unpack(packed, _zstd_stream), path, limit)
    return Content(packed)


def _declared(packed: bytes) -> int:
    """Return the size declared by the first frame of a zstd file, or -1 if it declares none."""
    try:
        return zstandard.frame_content_size(packed[:_PIECE])
    except zstandard.ZstdError:
        return -1  # a damaged header, which decompression will report


def _collect(pieces: Iterator[bytes], path: str | os.PathLike[str], limit: int) -> Content:
    data = bytearray()
    try:
        for piece in pieces:
            data += piece
            if len(data) > limit:
                raise _too_big(path, limit)
    except _TooManyMembers:
        raise BadRecord(f"'{os.fspath(path)}' has more than {MOST_MEMBERS} compressed parts") from None
    except (EOFError, zlib.error, zstandard.ZstdError):
        return Content(bytes(data), whole=False)
    return Content(bytes(data))


class _Stream(Protocol):
    """A decompressor for one member of a gzip file or one frame of a zstd file."""

    @property
    def eof(self) -> bool: ...

    @property
    def unused_data(self) -> bytes: ...

    def decompress(self, data: bytes, /) -> bytes: ...


def _gzip_stream() -> _Stream:
    return zlib.decompressobj(wbits=31)


def _zstd_stream() -> _Stream:
    return zstandard.ZstdDecompressor(max_window_size=2**27).decompressobj()


class _TooManyMembers(Exception):
    """The file has more than `MOST_MEMBERS` members or frames."""


def _unpack(packed: bytes, begin: Callable[[], _Stream]) -> Iterator[bytes]:
    """Decompress all members, or raise EOFError if the last one is truncated."""
    stream, at, members = begin(), 0, 1
    while at < len(packed):
        piece = packed[at : at + _PIECE]
        yield stream.decompress(piece)
        at += len(piece) - len(stream.unused_data)
        if stream.eof and at < len(packed):
            members += 1
            if members > MOST_MEMBERS:
                raise _TooManyMembers
            stream = begin()
    if not stream.eof:
        raise EOFError


def _too_big(path: str | os.PathLike[str], limit: int) -> BadRecord:
    return BadRecord(f"'{os.fspath(path)}' is larger than {limit / 2**20:g} MiB; raise limit= to read it")


def check_json(data: bytes) -> None:
    """Raise BadRecord if parsing a JSON document would take much more memory than its size on disk.

    >>> check_json(b"[" * 300)
    Traceback (most recent call last):
    guildhall.core.errors.BadRecord: lists and objects are nested more than 200 levels deep
    """
    check_values(data)
    if is_too_deep(data):
        raise BadRecord(TOO_DEEP)


def check_values(data: bytes) -> None:
    """Raise BadRecord if a JSON document has too many values.

    >>> check_values(b"{}," * MOST_VALUES)
    Traceback (most recent call last):
    guildhall.core.errors.BadRecord: the document has more than 1000000 values
    """
    # Every value except the first follows one of these characters. The few inside strings are counted too.
    values = sum(data.count(sign) for sign in (b",", b":", b"[", b"{"))
    if values > MOST_VALUES:
        raise BadRecord(f"the document has more than {MOST_VALUES} values")


def is_too_deep(data: bytes) -> bool:
    """Return whether lists and objects are nested more than `DEEPEST` levels deep.

    >>> is_too_deep(b'{"comment":"' + b"[" * 300 + b'"}')
    False
    """
    return data.count(b"[") + data.count(b"{") > DEEPEST and _depth(data) > DEEPEST


_STEPS = np.zeros(256, np.int8)
_STEPS[list(b"[{")], _STEPS[list(b"]}")] = 1, -1


def _depth(data: bytes) -> int:
    """Return the greatest nesting depth of brackets outside strings, relative to any starting point."""
    bare = data.replace(rb"\\", b"").replace(rb"\"", b"")
    level, lowest, deepest, inside = 0, 0, 0, False
    for at in range(0, len(bare), _SLICE):
        signs = np.frombuffer(bare, np.uint8, min(_SLICE, len(bare) - at), at)
        quoted = np.logical_xor.accumulate(signs == ord('"')) ^ inside
        levels = level + np.cumsum(np.where(quoted, 0, _STEPS[signs]), dtype=np.int64)
        lows = np.minimum(np.minimum.accumulate(levels), lowest)
        deepest = max(deepest, int((levels - lows).max()))
        level, lowest, inside = int(levels[-1]), int(lows[-1]), bool(quoted[-1])
    return deepest


def write(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file atomically, compressed if it ends in `.gz` or `.zst`. On failure the old version is untouched.

    Symbolic links are rejected.
    """
    target = refuse_link(path)
    try:
        _replace(target, _pack(target, data))
    except OSError as error:
        raise _cannot_write(target, error) from error


def check_writable(path: str | os.PathLike[str]) -> None:
    """Raise the error that `write` would raise, so that long work does not end with it."""
    target = refuse_link(path)
    try:
        beside = _beside(target)
        open(beside, "xb").close()
        beside.unlink()
    except OSError as error:
        raise _cannot_write(target, error) from error


def refuse_link(path: str | os.PathLike[str]) -> Path:
    """Return the path of a file or folder to write, or raise `CannotWrite` if it is a link, even a dangling one."""
    target = path_of(path, CannotWrite)
    if os.path.islink(target):
        raise _cannot_write(target, _link_error(target))
    return target


def free_path(stem: Path, ending: str = "") -> Path:
    """Return `stem` + `ending`, with -2, -3, … between them if that name is taken, even by a dangling link."""
    numbered = (f"{stem.name}-{number}" for number in count(2))
    paths = (stem.with_name(name + ending) for name in chain([stem.name], numbered))
    return next(path for path in paths if not os.path.lexists(path))


def open_to_append(path: Path) -> int:
    """Open or create a regular file to read and append. Raise OSError if it is a link, a pipe, or has hard links.

    Changing a hard-linked file in place would change the other file too.
    """
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND
    more = getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    if os.path.islink(path):
        raise _link_error(path)
    handle = os.open(path, flags | more, 0o666)
    about = os.fstat(handle)
    if not stat.S_ISREG(about.st_mode) or about.st_nlink > 1:
        os.close(handle)
        raise OSError(errno.EINVAL, "it is not a regular file, or it has hard links", os.fspath(path))
    return handle


def _link_error(path: Path) -> OSError:
    problem = "it is a link, and links are not followed; remove it or choose another name"
    return OSError(errno.ELOOP, problem, os.fspath(path))


def _cannot_write(target: Path, error: OSError) -> CannotWrite:
    return CannotWrite(f"cannot write '{target}': {reason_of(error)}", path=os.fspath(target))


def _pack(target: Path, data: bytes) -> bytes:
    match target.suffix:
        case ".gz":
            return gzip.compress(data, mtime=0)
        case ".zst":
            return zstandard.ZstdCompressor(write_checksum=True).compress(data)
        case _:
            return data


def _beside(target: Path) -> Path:
    """Return a temporary name in the same folder."""
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(target))
    return target.with_name(f".{target.name[:100]}.{token_hex(4)}.tmp")


def _replace(target: Path, data: bytes, ready: Callable[[Path], None] = lambda _: None) -> None:
    """Write a temporary file, call `ready` with it, and rename it to the target."""
    beside = _beside(target)
    try:
        with open(beside, "xb") as file:  # exclusive mode follows no link, and neither does `replace`
            _write_through(file, data)
        with suppress(FileNotFoundError):
            beside.chmod(target.lstat().st_mode & 0o777)
        ready(beside)
        beside.replace(target)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    _sync_folder(target.parent)


def _write_through(file: BinaryIO, data: bytes) -> None:
    file.write(data)
    file.flush()
    os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Flush a folder, so that a new name survives a power cut (not possible on Windows)."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# --- Locks ---

if sys.platform == "win32":

    def _lock(path: Path) -> int | None:
        """Return None: Windows cannot replace a file while it is open."""
        return None

else:
    import fcntl

    def _lock(path: Path) -> int | None:
        """Open and lock a file, or return None if it does not exist or the file system has no locks."""
        while True:
            try:
                handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            except OSError:
                return None
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if os.path.samestat(os.fstat(handle), os.lstat(path)):
                    return handle
            except BlockingIOError as error:
                os.close(handle)
                raise InUse(error.errno, "another process has locked it", os.fspath(path)) from None
            except OSError:
                os.close(handle)
                return None
            os.close(handle)  # it was replaced in between


class InUse(OSError):
    """Another process has locked the file."""


class LockedFile:
    """A file that only this process may write, until it is closed or the process ends.

    The lock is on the file itself. Every new version is locked before it replaces the old one.
    Without support for locks, the file is not locked.
    """

    def __init__(self, path: Path) -> None:
        self.path = refuse_link(path)
        self._handle = _lock(path)

    def write(self, data: bytes) -> None:
        """Replace the file as `write` does, and keep the lock."""
        target, handles = refuse_link(self.path), [self._handle]
        try:
            _replace(target, _pack(target, data), lambda new: handles.append(_lock(new)))
            handles.reverse()
        except OSError as error:
            raise _cannot_write(target, error) from error
        finally:
            self._handle, *others = handles
            _close(*others)

    def close(self) -> None:
        """Release the lock."""
        _close(self._handle)
        self._handle = None


def _close(*handles: int | None) -> None:
    for handle in handles:
        if handle is not None:
            os.close(handle)


def reason_of(error: OSError) -> str:
    """Return the message of an OSError without number and path."""
    return error.strerror or str(error)
