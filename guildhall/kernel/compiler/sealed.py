"""Sealed files of machine code, so that only files written by this user for this place are loaded.

A sealed file begins with a keyed digest of its place in the cache and of its content. The key is random, one for each
user of a cache folder, and is stored in that folder, readable by its owner only. Links are never followed, and files
are replaced atomically.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import blake2b
from hmac import compare_digest
from pathlib import Path
from secrets import token_bytes, token_hex

from .cache import cache_root, user_number

__all__ = ["read", "write"]

_BYTES = 32
"""The length of the key and of a digest, in bytes."""
_MOST = 2**28
"""The maximum size of a file in bytes. The largest image has less than one MiB."""
_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)
_READ = os.O_RDONLY | _NO_LINKS | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)  # a pipe must not block
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINKS | getattr(os, "O_BINARY", 0)
_HAS_FOLDER_HANDLES = os.open in os.supports_dir_fd
_reported = False


class _Unusable(Exception):
    """The file is not as `write` left it. The message says why."""


def read(file: Path) -> bytes | None:
    """Return the content of a sealed file, or None if it is missing or, with a warning, damaged."""
    key = _key(cache_root())
    if key is None:
        return None
    try:
        with _opened(file.parent) as folder:
            whole = _content(file, folder)
        digest, content = whole[:_BYTES], whole[_BYTES:]
        if not compare_digest(digest, _digest(key, file, content)):
            raise _Unusable("damaged, or sealed with another key")
    except FileNotFoundError:
        return None
    except _Unusable as problem:
        _report(f"'{file}' is {problem}; compiling it again")
    except OSError as error:
        _report(f"cannot read '{file}' ({error.strerror}); compiling it again")
    else:
        return content
    return None


def write(file: Path, content: bytes) -> bool:
    """Seal a file and put it in place atomically; False if that is impossible, which only costs time."""
    key = _key(cache_root())
    if key is None:
        return False
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _opened(file.parent) as folder:
            _replace(file, folder, _digest(key, file, content) + content)
    except (OSError, _Unusable):
        return False
    return True


def _digest(key: bytes, file: Path, content: bytes) -> bytes:
    """Digest the content and its place, so that a file is invalid anywhere else in the cache."""
    place = f"{file.parent.name}/{file.name}".encode()
    digest = blake2b(len(place).to_bytes(8) + place, key=key, digest_size=_BYTES, person=b"guildhall")
    digest.update(content)
    return digest.digest()


def _report(message: str) -> None:
    """Warn once per process, since everything is compiled again together."""
    global _reported
    if not _reported:
        _reported = True
        print(f"guildhall: machine code: {message}", file=sys.stderr)


# --- Files without links ---


@contextmanager
def _opened(folder: Path) -> Iterator[int | None]:
    """Open a folder that is not a link; yield None on systems without folder handles."""
    if folder.is_symlink():
        raise _Unusable("in a folder that is a link")
    if not _HAS_FOLDER_HANDLES:
        yield None
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | _NO_LINKS)
    try:
        yield handle
    finally:
        os.close(handle)


def _name(file: Path, folder: int | None) -> str:
    return str(file) if folder is None else file.name


def _content(file: Path, folder: int | None, *, secret: bool = False) -> bytes:
    """Read a plain file. A secret one must be readable by this user only."""
    try:
        handle = os.open(_name(file, folder), _READ, dir_fd=folder)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise _Unusable("a link") from None
        raise
    with os.fdopen(handle, "rb") as opened:
        about = os.fstat(handle)
        if not stat.S_ISREG(about.st_mode):
            raise _Unusable("not a plain file")
        if secret and sys.platform != "win32" and (about.st_uid != user_number() or about.st_mode & 0o077):
            raise _Unusable("readable by others")
        if about.st_size > _MOST:
            raise _Unusable(f"larger than {_MOST >> 20} MiB")
        return opened.read(_MOST)


def _replace(file: Path, folder: int | None, content: bytes) -> None:
    """Write a new file, then rename it over whatever is in its place, even a link."""
    draft = file.with_name(f".{token_hex(8)}.tmp")
    try:
        _create(draft, folder, content)
        os.replace(_name(draft, folder), _name(file, folder), src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        with suppress(OSError):
            os.unlink(_name(draft, folder), dir_fd=folder)
        raise


def _create(file: Path, folder: int | None, content: bytes) -> None:
    with os.fdopen(os.open(_name(file, folder), _CREATE, 0o600, dir_fd=folder), "wb") as out:
        out.write(content)


# --- The key ---


@cache
def _key(root: Path) -> bytes | None:
    """Return this user's key for a cache folder, made if missing; None disables the cache if it cannot be stored.

    A key is replaced if it is damaged, or if others may have read or written it.
    """
    file = root / f"key-{user_number()}"
    try:
        try:
            return _kept_key(file)
        except FileNotFoundError:
            _make_key(file)
        except _Unusable:
            _replace(file, None, token_bytes(_BYTES))
        return _kept_key(file)
    except (OSError, _Unusable) as problem:
        _report(f"cannot store a key in '{root}' ({problem}), so nothing is cached there")
        return None


def _kept_key(file: Path) -> bytes:
    key = _content(file, None, secret=True)
    if len(key) != _BYTES:
        raise _Unusable("not a key")
    return key


def _make_key(file: Path) -> None:
    """Store a new key if there is none. If another process was quicker, its key stays."""
    draft = file.with_name(f".{token_hex(8)}.tmp")
    _create(draft, None, token_bytes(_BYTES))
    try:
        os.link(draft, file, follow_symlinks=False)
    except FileExistsError:
        pass
    except OSError:  # a file system without hard links
        os.replace(draft, file)
    finally:
        with suppress(OSError):
            os.unlink(draft)
