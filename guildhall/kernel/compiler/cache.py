"""Where compiled kernels are kept.

numba's cache does not notice a change in *another* module.  So the folder for a module's kernels is named by a
hash of that module and of everything it imports, from this package or beside it: an edited rule never meets old machine
code, and a change in one place compiles no more than what depends on it.  A bound template depends on
the files of all its functions.
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
"""Where packages lie, of this environment and of others that it sees (a user's own, the system's)."""
_COMPILER = sorted(Path(__file__).parent.glob("*.py"))
"""The files that make machine code, some of which no kernel imports."""
_used: set[Path] = set()


def _file_of(base: Path) -> Path | None:
    """The file of a module or of a package."""
    return next((path for path in (base.with_suffix(".py"), base / "__init__.py") if path.is_file()), None)


def _place_of(name: str) -> Path | None:
    """Where a module lies, without its suffix: one of this package, or one that is loaded."""
    if name.split(".")[0] == _PACKAGE.name:
        return _PACKAGE.parent.joinpath(*name.split("."))
    file = getattr(sys.modules.get(name), "__file__", None)
    if file is None or _INSTALLED & set(Path(file).parts) or _STANDARD in Path(file).parents:
        return None
    path = Path(file).resolve()
    return path.parent if path.name == "__init__.py" else path.with_suffix("")


def _top_of(text: str) -> ast.Module:
    """The statements of a module, only those before its first definition if all its imports stand there."""
    begins = re.search(r"^(?:def|class|async|@)", text, re.MULTILINE)
    if begins and not re.search(r"^from\b", text[begins.start() :], re.MULTILINE):
        try:
            return ast.parse(text[: begins.start()])  # reading all of every module would slow each start down
        except SyntaxError:
            pass  # that definition is one of the words of a text
    return ast.parse(text)


@cache
def _imports(path: Path) -> frozenset[Path]:
    """The files that a module imports with `from` at its top, as far as they are not installed from elsewhere."""
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
    """A module and all it depends on; None for what was typed into a console, a notebook, a doctest or a page."""
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
    """The version of Python and its binary interface: machine code calls into it."""
    names = sys.implementation.name, platform.python_version(), getattr(sys, "abiflags", "")
    return (*names, str(sysconfig.get_config_var("SOABI")))


@cache
def _fingerprint(sources: frozenset[Path], numbers: str = "") -> str:
    """Hash all that machine code depends on; users who share a folder do not share their machine code."""
    about = repr((tools(), np.__version__, _python(), machine(), user_number(), numbers))
    digest = hashlib.blake2b(about.encode(), digest_size=8)
    for source in (*sorted(sources), *_COMPILER):
        digest.update(source.read_bytes())
    return digest.hexdigest()


def asked_root() -> Path:
    """`GUILDHALL_CACHE`, else the user's cache folder."""
    home = os.environ.get("GUILDHALL_CACHE")
    return Path(home) if home else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "guildhall"


@cache
def cache_root() -> Path:
    """The folder asked for; if it cannot be written, or others can write there, a temporary one of our own.

    Machine code that is read runs, so its files are sealed as well (`sealed.py`).
    Only a folder that `GUILDHALL_CACHE` names is taken as it is: whoever names it answers for it.
    """
    root = asked_root()
    if _is_writable(root) and ("GUILDHALL_CACHE" in os.environ or _is_ours(Path(os.path.realpath(root)))):
        return root
    return _temporary_root()


def _temporary_root() -> Path:
    """A folder for us alone, the same in every process; if somebody was there before us, a fresh one for this one."""
    root = Path(tempfile.gettempdir()) / f"guildhall-kernels-{user_number()}"
    if _is_writable(root) and _is_ours(root, alone=True):
        return root
    fresh = Path(tempfile.mkdtemp(prefix="guildhall-kernels-"))
    atexit.register(shutil.rmtree, fresh, ignore_errors=True)
    return fresh


def user_number() -> int:
    """The number of this user; 0 where users have none."""
    return os.getuid() if sys.platform != "win32" else 0


def _is_ours(folder: Path, *, alone: bool = False) -> bool:
    """Return whether nobody else can have put anything into a folder; with `alone`, or can even look into it."""
    if sys.platform == "win32":  # where every user has a temporary folder of their own
        return True
    try:
        own, ways = folder.lstat(), [way.lstat() for way in folder.absolute().parents]
    except OSError:
        return False
    is_safe = stat.S_ISDIR(own.st_mode) and own.st_uid == user_number() and not _is_open(own)
    return is_safe and all(map(_is_safe_way, ways)) and not (alone and own.st_mode & 0o077)


def _is_safe_way(folder: os.stat_result) -> bool:
    """Return whether nobody else can exchange what lies in a folder for something else."""
    return folder.st_uid in (0, user_number()) and (not _is_open(folder) or bool(folder.st_mode & stat.S_ISVTX))


def _is_open(folder: os.stat_result) -> bool:
    """Return whether others can write into a folder; many systems give every user a group of their own."""
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
    """The folder for the compiled kernels of a module; None for one without a file, which cannot be cached.

    Machine code remembers its module by name: a file that is imported under two names has two folders.
    """
    return bound_directory(source.stem, sources_of(source), module)


def bound_directory(name: str, sources: frozenset[Path] | None, numbers: str = "") -> Path | None:
    """The folder for kernels that depend on all these files and numbers."""
    if sources is None:
        return None
    folder = cache_root() / f"{name}-{_fingerprint(sources, numbers)}"
    _used.add(folder)
    return folder


def image_file(name: str) -> Path:
    """Where the machine code of an image is kept."""
    folder = cache_root() / f"image-{name}"
    _used.add(folder)
    return folder / "image"


def forget_old() -> int:
    """Remove folders of earlier versions, those that no module loaded so far uses; return how many."""
    old = [
        folder for folder in cache_root().glob("*-*") if folder not in _used and stat.S_ISDIR(folder.lstat().st_mode)
    ]
    for folder in old:
        shutil.rmtree(folder, ignore_errors=True)
    return len(old)
