"""The cache of compiled kernels.

numba's cache does not notice a change in *another* module. So the folder for a module's kernels is named by a hash of
that module and of everything it imports from this package or its own folder. An edited rule never runs old machine
code, and a change recompiles only what depends on it. A bound template depends on the files of all its functions.
"""

from __future__ import annotations

import ast
import atexit
import hashlib
import os
import platform
import re
import shutil
import stat
import sys
import sysconfig
import tempfile
from functools import cache
from pathlib import Path

import numpy as np

from .numba_inside import machine, tools

__all__ = [
    "asked_root",
    "bound_directory",
    "cache_directory",
    "cache_root",
    "forget_old",
    "image_file",
    "sources_of",
    "user_number",
]

_PACKAGE = Path(__file__).resolve().parents[2]
_STANDARD = Path(sysconfig.get_path("stdlib")).resolve()
_INSTALLED = {"site-packages", "dist-packages"}
"""The folders of installed packages: of this environment, the user and the system."""
_COMPILER = sorted(Path(__file__).parent.glob("*.py"))
"""The files of the compiler, some of which no kernel imports."""
_used: set[Path] = set()


def _file_of(base: Path) -> Path | None:
    return next((path for path in (base.with_suffix(".py"), base / "__init__.py") if path.is_file()), None)


def _place_of(name: str) -> Path | None:
    """Return the path of a module without its suffix, if it belongs to this package or is loaded."""
    if name.split(".")[0] == _PACKAGE.name:
        return _PACKAGE.parent.joinpath(*name.split("."))
    file = getattr(sys.modules.get(name), "__file__", None)
    if file is None or _INSTALLED & set(Path(file).parts) or _STANDARD in Path(file).parents:
        return None
    path = Path(file).resolve()
    return path.parent if path.name == "__init__.py" else path.with_suffix("")


def _top_of(text: str) -> ast.Module:
    """Parse a module, only up to its first definition if all its imports come before that."""
    begins = re.search(r"^(?:def|class|async|@)", text, re.MULTILINE)
    if begins and not re.search(r"^from\b", text[begins.start() :], re.MULTILINE):
        try:
            return ast.parse(text[: begins.start()])  # parsing every module in full would slow down each start
        except SyntaxError:
            pass  # the "definition" is inside a string
    return ast.parse(text)


@cache
def _imports(path: Path) -> frozenset[Path]:
    """Return the files that a module imports with `from` at its top, except installed packages."""
    found: set[Path | None] = set()
    for node in _top_of(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom):
            name = node.module or ""
            place = path.parents[node.level - 1].joinpath(*name.split(".")) if node.level else _place_of(name)
            if place is not None:
                found |= {_file_of(place), *(_file_of(place / alias.name) for alias in node.names)}
    return frozenset(file for file in found if file is not None and file != path)


@cache
def sources_of(path: Path) -> frozenset[Path] | None:
    """Return a module and everything it depends on; None for code from a console, notebook, doctest or page."""
    if path.suffix != ".py" or not path.is_file():
        return None
    seen: set[Path] = set()
    waiting = [path.resolve()]
    while waiting:
        here = waiting.pop()
        if here not in seen:
            seen.add(here)
            waiting.extend(_imports(here))
    return frozenset(seen)


def _python() -> tuple[str, ...]:
    """Return the version of Python and its binary interface, which machine code calls."""
    names = sys.implementation.name, platform.python_version(), getattr(sys, "abiflags", "")
    return (*names, str(sysconfig.get_config_var("SOABI")))


@cache
def _fingerprint(sources: frozenset[Path], numbers: str = "") -> str:
    """Hash everything that machine code depends on, including the user, so that users share no machine code."""
    about = repr((tools(), np.__version__, _python(), machine(), user_number(), numbers))
    digest = hashlib.blake2b(about.encode(), digest_size=8)
    for source in (*sorted(sources), *_COMPILER):
        digest.update(source.read_bytes())
    return digest.hexdigest()


def asked_root() -> Path:
    """Return `GUILDHALL_CACHE`, or else the user's cache folder."""
    home = os.environ.get("GUILDHALL_CACHE")
    return Path(home) if home else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "guildhall"


@cache
def cache_root() -> Path:
    """Return the requested folder, or a private temporary one if it is not writable or others can write to it.

    Machine code from the cache is executed, so its files are sealed as well (`sealed.py`). A folder named by
    `GUILDHALL_CACHE` is used unchecked, at the user's own risk.
    """
    root = asked_root()
    if _is_writable(root) and ("GUILDHALL_CACHE" in os.environ or _is_ours(Path(os.path.realpath(root)))):
        return root
    return _temporary_root()


def _temporary_root() -> Path:
    """Return a private folder, the same in every process, or a fresh one if somebody else owns that."""
    root = Path(tempfile.gettempdir()) / f"guildhall-kernels-{user_number()}"
    if _is_writable(root) and _is_ours(root, alone=True):
        return root
    fresh = Path(tempfile.mkdtemp(prefix="guildhall-kernels-"))
    atexit.register(shutil.rmtree, fresh, ignore_errors=True)
    return fresh


def user_number() -> int:
    """Return this user's id, or 0 on systems without user ids."""
    return os.getuid() if sys.platform != "win32" else 0


def _is_ours(folder: Path, *, alone: bool = False) -> bool:
    """Return whether nobody else can write to a folder or, with `alone`, even read it."""
    if sys.platform == "win32":  # each user has a private temporary folder
        return True
    try:
        own, ways = folder.lstat(), [way.lstat() for way in folder.absolute().parents]
    except OSError:
        return False
    is_safe = stat.S_ISDIR(own.st_mode) and own.st_uid == user_number() and not _is_open(own)
    return is_safe and all(map(_is_safe_way, ways)) and not (alone and own.st_mode & 0o077)


def _is_safe_way(folder: os.stat_result) -> bool:
    """Return whether nobody else can replace an entry of a folder."""
    return folder.st_uid in (0, user_number()) and (not _is_open(folder) or bool(folder.st_mode & stat.S_ISVTX))


def _is_open(folder: os.stat_result) -> bool:
    """Return whether others can write to a folder. A user's private group does not count."""
    by_group = folder.st_mode & stat.S_IWGRP and folder.st_gid != os.getgid()
    return bool(folder.st_mode & stat.S_IWOTH or by_group)


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def cache_directory(source: Path, module: str) -> Path | None:
    """Return the folder for a module's compiled kernels; None for one without a file, which cannot be cached.

    Machine code refers to its module by name, so a file imported under two names has two folders.
    """
    return bound_directory(source.stem, sources_of(source), module)


def bound_directory(name: str, sources: frozenset[Path] | None, numbers: str = "") -> Path | None:
    """Return the folder for kernels that depend on all these files and numbers."""
    if sources is None:
        return None
    folder = cache_root() / f"{name}-{_fingerprint(sources, numbers)}"
    _used.add(folder)
    return folder


def image_file(name: str) -> Path:
    """Return the file for the machine code of an image."""
    folder = cache_root() / f"image-{name}"
    _used.add(folder)
    return folder / "image"


def forget_old() -> int:
    """Remove the folders of earlier versions, which no loaded module uses, and return their number."""
    old = [
        folder for folder in cache_root().glob("*-*") if folder not in _used and stat.S_ISDIR(folder.lstat().st_mode)
    ]
    for folder in old:
        shutil.rmtree(folder, ignore_errors=True)
    return len(old)
