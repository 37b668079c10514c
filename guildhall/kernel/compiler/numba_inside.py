"""The internals of numba that every kernel relies on, whichever way it is compiled.

Only this module and `numba_program.py` import private names of numba, or llvmlite. Each section says what it uses, why,
and for which versions of numba. All of it was tested with 0.61 to 0.68. This module works without names that a later
version lacks.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
from llvmlite import binding as llvm
from numba import config, types
from numba.extending import lower_cast

__all__ = ["VERSION", "machine", "store_with", "tools"]

Read = Callable[[Path], bytes | None]
Write = Callable[[Path, bytes], bool]

VERSION = tuple(int(number) for number in re.findall(r"\d+", numba.__version__)[:2])


# --- Settings ---
# Uses: `numba.core.config` and the processor as LLVM sees it. Why: machine code for one processor, or with other
# settings, must not be loaded for another. Versions: all.


@cache
def machine() -> tuple[str, ...]:
    """Return the processor for which numba compiles: this one, unless its settings name another."""
    processor = config.CPU_NAME or llvm.get_host_cpu_name()
    features = config.CPU_FEATURES
    if features is None:
        features = f"{llvm.get_host_cpu_features().flatten()} {config.ENABLE_AVX}"
    return llvm.get_process_triple(), processor, features


def tools() -> tuple[Any, ...]:
    """Return the versions of the compiler and the settings that change its machine code."""
    return numba.__version__, llvmlite.__version__, config.BOUNDSCHECK


# --- Records with fewer fields ---
# Uses: the cast from one record to another, which numba's typing allows and its lowering lacks.
# Why: a game that contains another one, such as a campaign of battles, calls the kernels of that one.
# Versions: all.


@lower_cast(types.Record, types.Record)  # type: ignore[untyped-decorator]  # numba's are
def _with_fewer_fields(context: Any, builder: Any, longer: Any, shorter: Any, place: Any) -> Any:
    return builder.bitcast(place, context.get_value_type(shorter))


# --- Members of an IntEnum as an index ---
# Uses: a patch of how numba types an index, `table[row, Column.NAME]`.
# Why: numba refuses such an index ("Unsupported array index type IntEnum").
# Versions: before 0.68, which treats the member as an integer, as this does.


if VERSION < (0, 68):
    from numba.core.typing import arraydecl

    _index_type = arraydecl.get_array_index_type

    def _plain(kind: Any) -> Any:
        return types.intp if isinstance(kind, types.IntEnumMember) else kind

    def _with_plain_indices(array: Any, index: Any) -> Any:
        if not isinstance(index, types.BaseTuple):
            return _index_type(array, _plain(index))
        has_members = any(isinstance(kind, types.IntEnumMember) for kind in index)
        return _index_type(array, types.Tuple(tuple(map(_plain, index))) if has_members else index)

    arraydecl.get_array_index_type = _with_plain_indices


# --- Kernels compiled one by one: a sealed cache ---
# Uses: a dispatcher's `_cache`, `CompileResult._reduce` and `_rebuild`. Why: numba's cache opens pickles as it finds
# them, and a pickle can run any code, so ours are sealed. Versions: all. Where a name is missing, nothing is stored,
# and every process compiles again.


def store_with(dispatcher: Any, file: Path, read: Read, write: Write) -> bool:
    """Store a kernel's machine code in a file, or return False if that is impossible, as for a closure."""
    try:
        from numba.core.caching import NullCache
        from numba.core.compiler import CompileResult
        from numba.core.serialize import dumps
    except ImportError:
        return False
    needed = ((dispatcher, "_cache"), (CompileResult, "_reduce"), (CompileResult, "_rebuild"))
    if dispatcher.py_func.__closure__ or not all(hasattr(owner, name) for owner, name in needed):
        return False

    class FileCache(NullCache):  # type: ignore[misc]
        cache_path = str(file.parent)

        def load_overload(self, sig: Any, target_context: Any) -> Any:
            content = read(file)
            if content is None:
                return None
            target_context.refresh()
            return CompileResult._rebuild(target_context, *pickle.loads(content))

        def save_overload(self, sig: Any, data: Any) -> None:
            # Not if it contains addresses of this process.
            if not data.library.has_dynamic_globals and all(part.can_cache for part in data.lifted):
                write(file, dumps(data._reduce()))

    dispatcher._cache = FileCache()
    return True
