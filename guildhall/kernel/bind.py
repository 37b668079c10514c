"""One source for all compiled games: templates are bound to a game's functions, then compiled for its records.

A compiled function has one signature, and a record of another game is another type.  So what plays, records and checks
any game is written once as a *template*: a function whose free names, such as `offer` or `apply`, stand for functions
that a game has.  `bind` copies it with the game's functions in the place of those names.

The names are globals of the copy: machine code of a function that finds others in a closure would not be read from the
cache again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, TypeVar

from .cache import bound_directory, sources_of
from .compile import Doors, Kernel

__all__ = ["bind", "door", "given", "template"]

F = TypeVar("F", bound=Callable[..., Any])
_one_at_a_time = threading.RLock()


def template(function: F) -> F:
    """Mark a function as one to be bound; a game that has a function of that name uses its own."""
    function.__dict__["is_template"] = True
    return function


def door(function: F) -> F:
    """Mark a template that Python calls: the doors of a game are compiled together."""
    function.__dict__["is_door"] = True
    return template(function)


def given(what: str) -> Any:
    """The placeholder for a function that every game has.

    >>> given("offer(s, R, opts)")()
    Traceback (most recent call last):
    NotImplementedError: a game gives offer(s, R, opts)
    """

    def missing(*_: Any) -> Any:
        raise NotImplementedError(f"a game gives {what}")

    return missing


def bind(templates: ModuleType, kernel: Kernel, game: str, doors: Doors | None = None, **parts: Any) -> SimpleNamespace:
    """The templates of a module, compiled for a game, with all names they know; the doors among them join `doors`.

    A part that no template of the module names is refused: a misspelt one would be ignored.
    """
    if unknown := sorted(parts.keys() - vars(templates).keys()):
        raise TypeError(f"unknown parts of {game}: {', '.join(unknown)} (templates of {_stem(templates)})")
    with _one_at_a_time:  # threads that need a game for the first time at once must not bind it twice
        space = {**vars(templates), **parts}
        sources = _sources(templates, parts)
        folder = bound_directory(f"{game}-{_stem(templates)}", sources, repr(sorted(_identities(parts))))
        for name, function in vars(templates).items():
            if getattr(function, "is_template", False) and name not in parts:
                copy = _copy(function, space, game)
                copy.__dict__.update(sources=sources, folder=folder)
                space[name] = kernel(copy, folder)
            if doors is not None and getattr(function, "is_door", False):
                doors.add(space[name])
        return SimpleNamespace(**{name: part for name, part in space.items() if not name.startswith("_")})


def _copy(function: FunctionType, space: dict[str, Any], game: str) -> FunctionType:
    """The same function with other globals; its name tells the game, so that no two symbols are equal."""
    copy = FunctionType(function.__code__, space, function.__name__, function.__defaults__)
    copy.__annotations__ = function.__annotations__
    copy.__doc__, copy.__module__ = function.__doc__, function.__module__
    copy.__qualname__ = f"{game}.{function.__name__}"
    return copy


def _stem(templates: ModuleType) -> str:
    return templates.__name__.rpartition(".")[2]


def _python(part: Any) -> Any:
    """The Python function behind a part, compiled or not."""
    return getattr(part, "py_func", part)


def _sources(templates: ModuleType, parts: dict[str, Any]) -> frozenset[Path] | None:
    """All files that the machine code depends on; None if a part has none, so that nothing can be cached."""
    found = sources_of(Path(str(templates.__file__)))
    for part in filter(callable, parts.values()):
        function = _python(part)
        if "sources" in function.__dict__:  # bound before; none at all if one of its own parts had none
            more = function.__dict__["sources"]
        else:
            more = sources_of(Path(function.__code__.co_filename))
        if more is None or found is None:
            return None
        found |= more
    return found


def _identities(parts: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """What tells apart parts that come from the same files: numbers, and which functions they are."""
    for name, part in parts.items():
        if callable(part):
            function = _python(part)
            yield name, f"{function.__module__}.{function.__qualname__} {_bound_in(function)}"
        else:
            yield name, repr(part)


def _bound_in(function: Any) -> str:
    """Where a part that is itself bound keeps its machine code, which tells its own parts."""
    folder: Path | None = function.__dict__.get("folder")
    return "" if folder is None else folder.name
