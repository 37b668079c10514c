"""The `@kernel` decorator: one source, compiled by numba or run as plain Python.

Every kernel has exactly one signature, given by its annotations, so it is compiled once and later processes read it
from the cache. Decorating compiles nothing: that happens when a kernel is first called, or first needed by another one.
With `NUMBA_DISABLE_JIT=1` the same functions run as plain Python.

Kernels allocate nothing, so numba's reference counting is switched off: it took half of the running time.

Kernels are compiled in one of two ways: many together as one program (`program.py`), or one by one, as numba does.
"""

from __future__ import annotations

import inspect
import os
import re
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar, cast

import numba
import numpy as np
from numba import config, errors, types

from guildhall.core.errors import did_you_mean, nearest

from . import sealed
from .cache import cache_directory
from .numba_inside import VERSION, store_with

__all__ = [
    "EntryPoints",
    "Kernel",
    "KernelError",
    "Way",
    "get_ready",
    "kernel_for",
    "kernel_with",
    "on_progress",
    "record",
    "way",
]

F = TypeVar("F", bound=Callable[..., Any])
_FIRST, _LAST = (0, 62), (0, 68)  # the versions of numba for which many kernels can be compiled as one program

#: The compiler's type for each annotation in a kernel; games add their record types.
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
    "Bytes": types.Array(types.uint8, 2, "C"),
}

Progress = Callable[[str, int], None]
_one_at_a_time = threading.RLock()  # a kernel compiles those it calls, in the same thread
_compiled = 0  # kernels compiled in this process
_announce: Progress | None = None


def on_progress(tell: Progress | None) -> None:
    """Call `tell(name, number)` for every kernel that is compiled rather than read from the cache."""
    global _announce
    _announce = tell


def _first_time(name: str, number: int) -> None:
    """Explain the delay once, unless another listener reports progress."""
    if number == 1:
        print("guildhall: compiling the rules for this machine, once; about twenty seconds …", file=sys.stderr)


def _count(name: str) -> None:
    global _compiled
    _compiled += 1
    (_announce or _first_time)(name, _compiled)


def record(dtype: np.dtype[Any]) -> Any:
    """Return the compiler's type for one record of `dtype`, passed by reference."""
    return numba.from_dtype(dtype)


def records(dtype: np.dtype[Any]) -> Any:
    """Return the compiler's type for an array of records, which is far cheaper to pass from Python than one record."""
    return types.Array(numba.from_dtype(dtype), 1, "C")


class KernelError(TypeError):
    """A kernel did not compile. The message omits the pages of record types that numba prints."""


_NO_NEW = "a kernel cannot create arrays; instead of copying or comparing a slice, write a loop"
#: numba itself aborts there without a message.
_NO_ARRAY = "it may pass on an array field of a record, which is not supported; pass the record instead"


def _short(message: str) -> str:
    if "NRT required" in message:
        message = f"{_NO_NEW}\n{message}"
    return re.sub(r"Record\(.*?\)\)?(?=[,)\s])", "Record", message, flags=re.S)[:2000]


def _signature(function: Callable[..., Any], known: Mapping[str, Any]) -> Any:
    notes = dict(function.__annotations__)
    for note in notes.values():
        if not isinstance(note, str):
            raise KernelError(f"the module of {function.__name__} needs `from __future__ import annotations`")
        if note not in known:
            words = ", ".join(known)
            raise KernelError(f"{function.__name__} has the unknown annotation {note!r}; the known ones are {words}")
    result = known[notes.pop("return")]
    return result(*(known[notes[name]] for name in inspect.signature(function).parameters))


class Kernel:
    """A `@kernel` decorator that resolves record types by name. Create one with `kernel_with`."""

    def __init__(self, known: Mapping[str, Any]) -> None:
        self.known = known

    def __call__(self, function: F, folder: Path | None = None) -> F:
        """Compile a function, caching its machine code in the given folder or in its module's."""
        if config.DISABLE_JIT:
            return function
        folder = folder or cache_directory(Path(function.__code__.co_filename), function.__module__)
        make = _part if way().is_whole else _alone
        return cast(F, make(function, _signature(function, self.known), folder))


class EntryPoints:
    """The kernels that Python calls, compiled together. `find_all` adds all of them."""

    def __init__(self, find_all: Callable[[], None]) -> None:
        self.find_all = find_all
        self.parts: list[Any] = []
        self.image: Any = None  # set when it is built

    def add(self, kernel: Any) -> None:
        """Compile a kernel with the others, if kernels are compiled together."""
        if kernel not in self.parts:
            self.parts.append(kernel)
            if _is_part(kernel):
                kernel.entry_points = self

    def get_ready(self) -> None:
        """Load or compile the machine code of all of them."""
        self.find_all()
        for kernel in self.parts:
            get_ready(kernel)


def kernel_with(**own: Any) -> Kernel:
    """Return a `@kernel` decorator that resolves the record types in `own` by name.

    >>> kernel = kernel_with()
    >>> @kernel
    ... def twice(n: int) -> int:
    ...     return 2 * n
    >>> twice(21)
    42
    """
    return Kernel({**BASE_TYPES, **own})


_SCRATCH = ("Ints", "Ints", "Log", "Weights", "Coins", "Weights")  # after the records, see `templates/bots.py`


def kernel_for(state: np.dtype[Any], rules: np.dtype[Any], *, tables: int = 0, **numbers: int) -> Kernel:
    """Return the `@kernel` decorator of a game, which resolves its two records and its tables.

    The tables are one for turns, one for events, and `tables` further ones. `numbers` maps a name to the length of a
    tuple of integers.
    """
    return kernel_with(
        State=record(state),
        Rules=record(rules),
        States=records(state),
        RulesOf=records(rules),
        Tables=types.UniTuple(BASE_TYPES["Table"], 2 + tables),
        Scratch=types.Tuple((records(state), *(BASE_TYPES[part] for part in _SCRATCH))),
        **{name: types.UniTuple(types.int64, length) for name, length in numbers.items()},
    )


def get_ready(kernel: Callable[..., Any]) -> None:
    """Load or compile a kernel's machine code, as its first call would."""
    if _is_part(kernel):
        cast(Any, kernel).entry()
    elif hasattr(kernel, "py_func"):
        cast(Any, kernel).compile(None)


class Way(NamedTuple):
    """The way kernels are compiled, and the reason for it."""

    is_whole: bool
    """True if many are compiled together as one program, False if one by one, as numba does."""
    reason: str


@cache
def way() -> Way:
    """Return the way kernels are compiled in this process.

    `GUILDHALL_COMPILE=each` selects the way that relies on few of numba's internals.
    """
    if os.environ.get("GUILDHALL_COMPILE") == "each":
        return Way(False, "requested by GUILDHALL_COMPILE")
    tested = f"numba {'.'.join(map(str, _FIRST))} to {'.'.join(map(str, _LAST))}"
    if not _FIRST <= VERSION <= _LAST:
        return Way(False, f"one program needs {tested}, not {numba.__version__}")
    if sys.platform != "linux":
        return Way(False, "one program needs Linux")
    return Way(True, f"tested with {tested}")


_OPTIONS: Final = {"nopython": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, "_nrt": False}


def _fields_in(kinds: Iterable[Any]) -> Iterator[str]:
    """Iterate over the field names of all records among the types, nested ones included."""
    for kind in kinds:
        inner = kind.dtype if isinstance(kind, types.Array) else kind
        if isinstance(inner, types.Record):
            yield from inner.fields
            yield from _fields_in(field.type for field in inner.fields.values())


@contextmanager
def _explained(function: Callable[..., Any], signature: Any) -> Iterator[None]:
    """Make compiler errors name the kernel and omit the unreadable parts."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", numba.NumbaExperimentalFeatureWarning)
            yield
    except (errors.NumbaError, AssertionError) as error:
        raise KernelError(f"{_place(function)}: {_short(str(error)) or _NO_ARRAY}") from None
    except KeyError as error:  # numba reports an unknown field as a bare KeyError
        field, known = error.args[0], sorted(set(_fields_in(signature.args)))
        if not isinstance(field, str) or field in known:
            raise
        close = did_you_mean(nearest(field, known)) or f"; fields are {', '.join(known)}"
        raise KernelError(f"{_place(function)}: unknown field '{field}'{close}") from None


def _place(function: Callable[..., Any]) -> str:
    return f"{function.__module__}.{function.__name__}"


# --- One program ---


def _part(function: Callable[..., Any], signature: Any, folder: Path | None) -> Any:
    from .program import Part

    return Part(function, signature, folder, _OPTIONS, _lowering)


def _is_part(kernel: Any) -> bool:
    if not way().is_whole:
        return False
    from .program import Part

    return isinstance(kernel, Part)


@contextmanager
def _lowering(function: Callable[..., Any], signature: Any, folder: Path | None) -> Iterator[None]:
    with _explained(function, signature):
        yield
    if folder is not None:
        _count(function.__name__)


# --- One by one ---


def _alone(function: Callable[..., Any], signature: Any, folder: Path | None) -> Any:
    dispatcher = numba.jit(**_OPTIONS)(function)
    name = re.sub("[<>]", "", function.__qualname__)  # some systems forbid them in file names
    file = None if folder is None else folder / f"{name}-{function.__code__.co_firstlineno}.kernel"
    cached = file is not None and store_with(dispatcher, file, sealed.read, sealed.write)
    dispatcher.compile = _declared(dispatcher, signature, cached=cached)
    return dispatcher


def _declared(dispatcher: Any, signature: Any, *, cached: bool) -> Callable[[object], Any]:
    """Return a function that compiles a kernel for its declared signature when first needed.

    Machine code from the cache contains everything the kernel calls, so the callees are not even loaded.
    """
    compile_as = dispatcher.compile

    def compile_once(_: object) -> Any:
        with _one_at_a_time:  # two threads must not compile the same kernel at once
            return compile_first()

    def compile_first() -> Any:
        if dispatcher.overloads:
            return next(iter(dispatcher.overloads.values())).entry_point
        with _explained(dispatcher.py_func, signature):
            entry = compile_as(signature)
        dispatcher.disable_compile()
        if cached and not dispatcher.stats.cache_hits:
            _count(dispatcher.py_func.__name__)
        return entry

    return compile_once
