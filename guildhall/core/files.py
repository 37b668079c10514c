"""Reading within limits and writing all or nothing.

A file is written beside its place, flushed to the disk then renamed: there is the old one or the new one.
The ending of the name decides the compression on writing; on reading the content does.

Everything the kit writes is written here, and never through a link: a folder from elsewhere may hold one that leads
anywhere.
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
"""The most bytes read from one file, packed or unpacked."""

MOST_VALUES = 1_000_000
"""The most values of one JSON document: a byte or two can become an object of a hundred bytes in memory."""

DEEPEST = 200
"""The most lists and objects inside one another."""

TOO_DEEP = f"lists and objects are nested too deeply: more than {DEEPEST} inside one another"

MOST_MEMBERS = 10_000
"""The most members of a gzip file or frames of a zstd file: empty ones cost time and give nothing."""

_SLICE = 2**20

# So small that even the densest packing of zeros cannot fill the memory between two looks at the limit.
_PIECE = 1024


@dataclass(frozen=True, slots=True)
class Content:
    """The unpacked bytes of a file; `whole` is false if its compression breaks off or is damaged."""

    data: bytes
    whole: bool = True


def read(path: str | os.PathLike[str], *, limit: int = LIMIT) -> Content:
    """The content of a file, unpacked, with the limit watched while reading."""
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
    """The size that the first frame of a zstd file says it has; -1 if it does not say so."""
    try:
        return zstandard.frame_content_size(packed[:_PIECE])
    except zstandard.ZstdError:
        return -1  # the header is damaged, and unpacking will say so


def _collect(pieces: Iterator[bytes], path: str | os.PathLike[str], limit: int) -> Content:
    data = bytearray()
    try:
        for piece in pieces:
            data += piece
            if len(data) > limit:
                raise _too_big(path, limit)
    except _TooManyMembers:
        raise BadRecord(f"'{os.fspath(path)}' is packed in more than {MOST_MEMBERS} pieces") from None
    except (EOFError, zlib.error, zstandard.ZstdError):
        return Content(bytes(data), whole=False)
    return Content(bytes(data))


class _Stream(Protocol):
    """What unpacks one member of a gzip file or one frame of a zstd file."""

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
    """Hardly anything is packed in each of them."""


def _unpack(packed: bytes, begin: Callable[[], _Stream]) -> Iterator[bytes]:
    """Unpack member after member; EOFError if the last one breaks off."""
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
    return BadRecord(f"'{os.fspath(path)}' holds more than {limit / 2**20:g} MiB; limit= allows more")


def check_json(data: bytes) -> None:
    """Refuse a JSON document that would become much larger in memory than on the disk, before it is parsed.

    >>> check_json(b"[" * 300)
    Traceback (most recent call last):
    guildhall.core.errors.BadRecord: lists and objects are nested too deeply: more than 200 inside one another
    """
    check_values(data)
    if is_too_deep(data):
        raise BadRecord(TOO_DEEP)


def check_values(data: bytes) -> None:
    """Refuse a JSON document of too many values.

    >>> check_values(b"{}," * MOST_VALUES)
    Traceback (most recent call last):
    guildhall.core.errors.BadRecord: there are more than 1000000 values in one document
    """
    # Every value but the first stands behind one of these; those inside texts are counted too, they are few.
    values = sum(data.count(sign) for sign in (b",", b":", b"[", b"{"))
    if values > MOST_VALUES:
        raise BadRecord(f"there are more than {MOST_VALUES} values in one document")


def is_too_deep(data: bytes) -> bool:
    """Whether more than `DEEPEST` lists and objects lie inside one another.

    >>> is_too_deep(b'{"comment":"' + b"[" * 300 + b'"}')
    False
    """
    return data.count(b"[") + data.count(b"{") > DEEPEST and _depth(data) > DEEPEST


_STEPS = np.zeros(256, np.int8)
_STEPS[list(b"[{")], _STEPS[list(b"]}")] = 1, -1


def _depth(data: bytes) -> int:
    """How deeply brackets outside of texts lie inside one another, wherever a reader begins."""
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
    """Put a file in its place, packed if it ends in `.gz` or `.zst`; on failure the old one is untouched.

    A name that is a link is refused.
    """
    target = refuse_link(path)
    try:
        _replace(target, _pack(target, data))
    except OSError as error:
        raise _cannot_write(target, error) from error


def check_writable(path: str | os.PathLike[str]) -> None:
    """Raise the error that `write` would raise, before the work that leads to it."""
    target = refuse_link(path)
    try:
        beside = _beside(target)
        open(beside, "xb").close()
        beside.unlink()
    except OSError as error:
        raise _cannot_write(target, error) from error


def refuse_link(path: str | os.PathLike[str]) -> Path:
    """Return the path of a file or folder to write, or raise `CannotWrite` if it is a link, dangling or not."""
    target = path_of(path, CannotWrite)
    if os.path.islink(target):
        raise _cannot_write(target, _link_error(target))
    return target


def free_path(stem: Path, ending: str = "") -> Path:
    """Return `stem` and `ending`, with -2, -3, … between them if there is something already, be it a dangling link."""
    numbered = (f"{stem.name}-{number}" for number in count(2))
    paths = (stem.with_name(name + ending) for name in chain([stem.name], numbered))
    return next(path for path in paths if not os.path.lexists(path))


def open_to_append(path: Path) -> int:
    """Open a plain file to read and append, or create it; OSError if it is a link, a pipe, or has a second name.

    The bytes of a file that is not replaced but changed in place could be those of another file of the same disk.
    """
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND
    more = getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    if os.path.islink(path):
        raise _link_error(path)
    handle = os.open(path, flags | more, 0o666)
    about = os.fstat(handle)
    if not stat.S_ISREG(about.st_mode) or about.st_nlink > 1:
        os.close(handle)
        raise OSError(errno.EINVAL, "it is not a plain file of its own", os.fspath(path))
    return handle


def _link_error(path: Path) -> OSError:
    said = "it is a link, and links are not followed; remove it or choose another name"
    return OSError(errno.ELOOP, said, os.fspath(path))


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
    """Return a new name in the same folder."""
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(target))
    return target.with_name(f".{target.name[:100]}.{token_hex(4)}.tmp")


def _replace(target: Path, data: bytes, ready: Callable[[Path], None] = lambda _: None) -> None:
    """Write a new file beside the target and rename it; `ready` is called with it before it is renamed."""
    beside = _beside(target)
    try:
        with open(beside, "xb") as file:  # exclusive: no link is followed, nor does `replace` follow one
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
    """Make the new name survive a power cut, where folders can be flushed (not on Windows)."""
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
        """Open and lock the file at a path; None if there is none or the file system has no locks."""
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
    """A file that this process alone may write, until it is closed or the process ends.

    The lock is on the file itself. Every new version is locked before it takes the place of the old one.
    Where locks are not available there is none.
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
    """Return what went wrong, without number and path."""
    return error.strerror or str(error)
