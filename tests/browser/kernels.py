"""Compiled rules of the working tree, lent to a copy of it that was installed elsewhere.

The compiler files machine code by the path and time of its source, so a copy would compile everything once more.
"""

from __future__ import annotations

import os
from pathlib import Path

from numba.core.caching import _CacheLocator

from guildhall.kernel.cache import cache_directory

__all__ = ["lend_kernels"]


def lend_kernels(sources: Path, copy: Path, cache: Path) -> None:
    """Fill the cache folder `cache` for the package in `copy` with links to what the same one in `sources` has."""
    for source in sorted(sources.rglob("*.py")):
        twin = copy / source.relative_to(sources)
        compiled = cache_directory(source) / place_of(source)
        if compiled.is_dir() and twin.is_file() and twin.read_bytes() == source.read_bytes():
            take_time(twin, source)
            link = cache / compiled.parent.name / place_of(twin)
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(compiled, target_is_directory=True)


def place_of(source: Path) -> str:
    """The compiler's name for the folder of a source."""
    name: str = _CacheLocator.get_suitable_cache_subpath(str(source))
    return name


def take_time(path: Path, other: Path) -> None:
    """Give a file the time of another."""
    seen = other.stat()
    os.utime(path, ns=(seen.st_atime_ns, seen.st_mtime_ns))
