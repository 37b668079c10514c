"""Compiled rules of the working tree, lent to a copy of it that was installed elsewhere.

The compiler files machine code by the path and time of its source, so a copy would compile everything once more.
"""

from __future__ import annotations

import os
from pathlib import Path

from numba.core.caching import _CacheLocator

from guildhall.kernel.cache import cache_root

__all__ = ["lend_kernels"]


def lend_kernels(sources: Path, copy: Path, cache: Path) -> None:
    """Fill the cache folder `cache` for the package in `copy` with links to what the same one in `sources` has.

    A source has compiled kernels in several folders if they are bound to several games.
    """
    folders = [folder for folder in cache_root().iterdir() if folder.is_dir()]
    for source in sorted(sources.rglob("*.py")):
        twin = copy / source.relative_to(sources)
        found = [folder / place_of(source) for folder in folders if (folder / place_of(source)).is_dir()]
        if found and twin.is_file() and twin.read_bytes() == source.read_bytes():
            take_time(twin, source)
            for compiled in found:
                link = cache / compiled.parent.name / place_of(twin)
                link.parent.mkdir(parents=True, exist_ok=True)
                if not link.is_symlink():  # sources of one folder share a place
                    link.symlink_to(compiled, target_is_directory=True)


def place_of(source: Path) -> str:
    """The compiler's name for the folder of a source."""
    name: str = _CacheLocator.get_suitable_cache_subpath(str(source))
    return name


def take_time(path: Path, other: Path) -> None:
    """Give a file the time of another."""
    seen = other.stat()
    os.utime(path, ns=(seen.st_atime_ns, seen.st_mtime_ns))
