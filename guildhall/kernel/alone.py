"""The machine code of kernels that are compiled each by itself, kept in sealed files.

numba's own cache opens pickles as it finds them, and a pickle can do anything.
Here one is opened only after its seal was checked (`sealed.py`).
With a version of numba that has no such place for a cache, nothing is kept.
"""

from __future__ import annotations

import pickle
import re
from pathlib import Path
from typing import Any

from numba.core import caching, serialize
from numba.core.compiler import CompileResult

from . import sealed

__all__ = ["keep"]


def keep(dispatcher: Any, folder: Path) -> bool:
    """Have the machine code of a kernel kept in a folder; False if it cannot be, as with a function in a closure."""
    function = dispatcher.py_func
    if function.__closure__ or not all(hasattr(owner, name) for owner, name in _needed(dispatcher)):
        return False
    name = re.sub("[<>]", "", function.__qualname__)  # not every system allows them in the name of a file
    dispatcher._cache = _Sealed(folder / f"{name}-{function.__code__.co_firstlineno}.kernel")
    return True


def _needed(dispatcher: Any) -> list[tuple[Any, str]]:
    """The inside of numba that this leans on."""
    return [(dispatcher, "_cache"), (serialize, "dumps"), (CompileResult, "_reduce"), (CompileResult, "_rebuild")]


class _Sealed(caching.NullCache):  # type: ignore[misc]
    """The cache of a kernel, which has one signature and so one file."""

    def __init__(self, file: Path) -> None:
        self._file = file

    @property
    def cache_path(self) -> str:
        """The folder."""
        return str(self._file.parent)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Read the compiled kernel; None if it has to be compiled."""
        content = sealed.read(self._file)
        if content is None:
            return None
        target_context.refresh()
        return CompileResult._rebuild(target_context, *pickle.loads(content))

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the compiled kernel, unless it holds addresses of this very process."""
        if not data.library.has_dynamic_globals and all(part.can_cache for part in data.lifted):
            sealed.write(self._file, serialize.dumps(data._reduce()))
