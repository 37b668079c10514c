"""The compiler of kernels: the `@kernel` decorator, and the cache of machine code.

Only the names listed here are for other modules.
`numba_inside.py` and `numba_program.py` hold everything that relies on numba internals.
"""

from __future__ import annotations

from .cache import asked_root, bound_directory, cache_root, forget_old, sources_of
from .kernels import (
    EntryPoints,
    Kernel,
    KernelError,
    Way,
    get_ready,
    kernel_for,
    kernel_with,
    on_progress,
    record,
    way,
)

__all__ = [
    "EntryPoints",
    "Kernel",
    "KernelError",
    "Way",
    "asked_root",
    "bound_directory",
    "cache_root",
    "forget_old",
    "get_ready",
    "kernel_for",
    "kernel_with",
    "on_progress",
    "record",
    "sources_of",
    "way",
]
