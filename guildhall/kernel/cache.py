"""Where compiled kernels are kept.

numba's own cache does not notice a change in *another* module.  So the folder for a module's kernels is named by a
hash of that module and of everything it imports from this package: an edited rule never meets old machine code, and a
change in one place compiles no more than what depends on it.
"""

from __future__ import annotations

import ast
import hashlib
import os
import shutil
import tempfile
from functools import cache
from pathlib import Path

import numba
import numpy as np
from numba.core import config

__all__ = ["cache_directory", "cache_root", "forget_old"]

_PACKAGE = Path(__file__).resolve().parent.parent
_used: set[Path] = set()


def _module_path(parts: list[str]) -> Path | None:
    base = _PACKAGE.parent.joinpath(*parts)
    for path in (base.with_suffix(".py"), base / "__init__.py"):
        if path.is_file() and path.is_relative_to(_PACKAGE):
            return path
    return None


@cache
def _imports(path: Path) -> set[Path]:
    """The files of this package that a module imports at its top."""
    package = list(path.relative_to(_PACKAGE.parent).parts[:-1])
    found = set()
    for node in ast.parse(path.read_bytes()).body:
        if isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            target = _module_path([*above, *(node.module or "").split(".")])
            if target is not None and target != path:
                found.add(target)
    return found


@cache
def _closure(path: Path) -> frozenset[Path]:
    """A module and all it depends on within this package."""
    seen, waiting = set(), [path]
    while waiting:
        here = waiting.pop()
        if here not in seen:
            seen.add(here)
            waiting.extend(_imports(here) if here.is_relative_to(_PACKAGE) else ())
    return frozenset(seen)


@cache
def _fingerprint(path: Path) -> str:
    digest = hashlib.blake2b(f"{numba.__version__} {np.__version__} {config.BOUNDSCHECK}".encode(), digest_size=8)
    for source in sorted(_closure(path)):
        digest.update(source.read_bytes())
    return digest.hexdigest()


@cache
def cache_root() -> Path:
    """`GUILDHALL_CACHE`, else the user's cache folder, else a temporary one if that cannot be written."""
    home = os.environ.get("GUILDHALL_CACHE")
    root = Path(home) if home else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "guildhall"
    return root if _is_writable(root) else Path(tempfile.gettempdir()) / "guildhall-kernels"


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def cache_directory(source: Path) -> Path:
    """The folder for the compiled kernels of a module."""
    folder = cache_root() / f"{source.stem}-{_fingerprint(source.resolve())}"
    _used.add(folder)
    return folder


def forget_old() -> int:
    """Remove folders of earlier versions, those that no module loaded so far uses; answers how many."""
    old = [folder for folder in cache_root().glob("*-*") if folder.is_dir() and folder not in _used]
    for folder in old:
        shutil.rmtree(folder, ignore_errors=True)
    return len(old)
