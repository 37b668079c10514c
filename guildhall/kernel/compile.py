"""The `@kernel` decorator: one source, compiled by numba or run as plain Python.

Every kernel has exactly one signature, read off its annotations, so that compiling happens once and the cache is hit in
every later process.  With `NUMBA_DISABLE_JIT=1` the very same functions run as plain Python.

numba's own cache does not notice a change in *another* module, so the cache directory is named by a hash of all kernel
sources: an edited rule can never meet an old machine code.
"""

from __future__ import annotations

import contextlib
import hashlib
import inspect
import os
import re
import tempfile
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba import types
from numba.core import config

__all__ = ["BASE_TYPES", "cache_directory", "kernel_with", "record", "records"]

F = TypeVar("F", bound=Callable[..., Any])

#: What an annotation in a kernel means to the compiler; games add their own record types.
BASE_TYPES: dict[str, Any] = {
    "None": types.none,
    "bool": types.boolean,
    "int": types.int64,
    "float": types.float64,
    "Pair": types.UniTuple(types.int64, 2),
    "Log": types.Array(types.int64, 2, "C"),
    "Ints": types.Array(types.int64, 1, "C"),
    "Table": types.Array(types.int64, 2, "C"),
    "Floats": types.Array(types.float64, 1, "C"),
    "Weights": types.Array(types.float64, 2, "C"),
    "Word": types.uint64,
    "Throw": types.Tuple((types.uint64, types.int64)),
    "Coins": types.Array(types.uint64, 1, "C"),
}

_PACKAGE = Path(__file__).resolve().parent.parent


def _sources_hash() -> str:
    """A digest of every source file that holds kernels or their types, and of the tools that compile them."""
    digest = hashlib.blake2b(f"{numba.__version__} {np.__version__}".encode(), digest_size=8)
    for folder in ("kernel", "games"):
        for path in sorted((_PACKAGE / folder).rglob("*.py")):
            source = path.read_bytes()
            if b"kernel" in source:
                digest.update(source)
    return digest.hexdigest()


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def cache_directory() -> Path:
    """Where compiled kernels are kept: `GUILDHALL_CACHE`, else the user's cache folder, else a temporary one."""
    home = os.environ.get("GUILDHALL_CACHE")
    base = Path(home) if home else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "guildhall"
    if config.BOUNDSCHECK:
        base = base / "checked"
    folder = base / _sources_hash()
    return folder if _writable(folder) else Path(tempfile.gettempdir()) / "guildhall-kernels" / folder.name


config.CACHE_DIR = str(cache_directory())


def record(dtype: np.dtype[Any]) -> Any:
    """The compiler's type for one record of `dtype`, passed by reference."""
    return numba.from_dtype(dtype)


def records(dtype: np.dtype[Any]) -> Any:
    """The compiler's type for an array of such records: far cheaper to pass in from Python than a single record."""
    return types.Array(numba.from_dtype(dtype), 1, "C")


def _signature(function: Callable[..., Any], known: Mapping[str, Any]) -> Any:
    notes = dict(function.__annotations__)
    result = known[notes.pop("return")]
    return result(*(known[notes[name]] for name in inspect.signature(function).parameters))


class KernelError(TypeError):
    """A kernel did not compile; the message leaves out the pages of record types numba prints."""


def _short(message: str) -> str:
    return re.sub(r"Record\(.*?\)\)?(?=[,)\s])", "Record", message, flags=re.S)[:2000]


def kernel_with(**own: Any) -> Callable[[F], F]:
    """A `@kernel` decorator that knows the record types `own` by name.

    >>> kernel = kernel_with()
    >>> @kernel
    ... def twice(n: "int") -> "int":
    ...     return 2 * n
    >>> twice(21)
    42
    """
    known = {**BASE_TYPES, **own}

    def decorate(function: F) -> F:
        compiler = numba.njit(_signature(function, known), cache=_cacheable(function), nogil=True, error_model="numpy", no_cfunc_wrapper=True, _nrt=False)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", numba.NumbaExperimentalFeatureWarning)
                compiled: F = compiler(function)
        except numba.core.errors.NumbaError as error:
            raise KernelError(f"{function.__module__}.{function.__name__}: {_short(str(error))}") from None
        return compiled

    return decorate


def _cacheable(function: Callable[..., Any]) -> bool:
    """Only functions that stand in a file can be cached (not those typed into a console or a doctest)."""
    with contextlib.suppress(TypeError, OSError):
        return Path(inspect.getfile(function)).is_file()
    return False
