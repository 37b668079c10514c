"""Templates: code that plays, records and checks any compiled game, bound to each game's functions.

A compiled function has one signature, and the records of two games have different types. So a template is a function
whose free names, such as `offer` or `apply`, refer to functions of a game. `bind` copies it with the game's functions
as globals. Closures would not work, because their machine code cannot be read from the cache again.

In all templates `s` is a game's state, `R` its compiled rules record, and `W` a row of weights for every seat.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, TypeVar

from ..compiler import EntryPoints, Kernel, bound_directory, sources_of

__all__ = [
    "apply",
    "bind",
    "deal",
    "deal_unknown",
    "decide",
    "entry_point",
    "given",
    "look_from",
    "offer",
    "points",
    "ponder",
    "start_at",
    "template",
    "winners",
]

F = TypeVar("F", bound=Callable[..., Any])
_one_at_a_time = threading.RLock()


def template(function: F) -> F:
    """Mark a function as a template. A game's function of the same name replaces it."""
    function.__dict__["is_template"] = True
    return function


def entry_point(function: F) -> F:
    """Mark a template that Python calls. The entry points of a game are compiled together."""
    function.__dict__["is_entry_point"] = True
    return template(function)


def given(what: str) -> Any:
    """Return a placeholder for a function that each game provides.

    >>> given("offer(s, R, opts)")()
    Traceback (most recent call last):
    NotImplementedError: a game gives offer(s, R, opts)
    """

    def missing(*_: Any) -> Any:
        raise NotImplementedError(f"a game gives {what}")

    return missing


def bind(
    templates: ModuleType, kernel: Kernel, game: str, entry_points: EntryPoints | None = None, **parts: Any
) -> SimpleNamespace:
    """Compile the templates of a module for a game, and return the module's names.

    The templates that Python calls are added to `entry_points`. A part that the module does not name raises a
    TypeError, so that a misspelt one is not ignored.
    """
    if unknown := sorted(parts.keys() - vars(templates).keys()):
        raise TypeError(f"unknown parts of {game}: {', '.join(unknown)} (templates of {_stem(templates)})")
    with _one_at_a_time:  # two threads must not bind the same game at once
        space = {**vars(templates), **parts}
        sources = _sources(templates, parts)
        folder = bound_directory(f"{game}-{_stem(templates)}", sources, repr(sorted(_identities(parts))))
        for name, function in vars(templates).items():
            if getattr(function, "is_template", False) and name not in parts:
                copy = _copy(function, space, game)
                copy.__dict__.update(sources=sources, folder=folder)
                space[name] = kernel(copy, folder)
            if entry_points is not None and getattr(function, "is_entry_point", False):
                entry_points.add(space[name])
        return SimpleNamespace(**{name: part for name, part in space.items() if not name.startswith("_")})


def _copy(function: FunctionType, space: dict[str, Any], game: str) -> FunctionType:
    """Copy a function with other globals. Its name contains the game, so that symbols are unique."""
    copy = FunctionType(function.__code__, space, function.__name__, function.__defaults__)
    copy.__annotations__ = function.__annotations__
    copy.__doc__, copy.__module__ = function.__doc__, function.__module__
    copy.__qualname__ = f"{game}.{function.__name__}"
    return copy


def _stem(templates: ModuleType) -> str:
    return templates.__name__.rpartition(".")[2]


def _python(part: Any) -> Any:
    """Return the Python function of a part, compiled or not."""
    return getattr(part, "py_func", part)


def _sources(templates: ModuleType, parts: dict[str, Any]) -> frozenset[Path] | None:
    """Return all files that the machine code depends on; None, so that nothing is cached, if a part has no file."""
    found = sources_of(Path(str(templates.__file__)))
    for part in filter(callable, parts.values()):
        function = _python(part)
        if "sources" in function.__dict__:  # bound before; None if one of its parts had no file
            more = function.__dict__["sources"]
        else:
            more = sources_of(Path(function.__code__.co_filename))
        if more is None or found is None:
            return None
        found |= more
    return found


def _identities(parts: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Identify each part: constants by value, functions by qualified name."""
    for name, part in parts.items():
        if callable(part):
            function = _python(part)
            yield name, f"{function.__module__}.{function.__qualname__} {_bound_in(function)}"
        else:
            yield name, repr(part)


def _bound_in(function: Any) -> str:
    """Return the folder of a bound part, which identifies its own parts."""
    folder: Path | None = function.__dict__.get("folder")
    return "" if folder is None else folder.name


# --- The functions that templates call and a game, or another template, gives ---

# Provided by every game. Templates other than `play` get its `checked_offer` and `counted_apply` by these names.
deal = given("deal(s, R, log): set up a game from its template, to its first decision")
offer = given("offer(s, R, opts) -> int: write the ids of the legal options, return how many; 0 when the game is over")
apply = given("apply(s, R, log, code): carry out a legal option, to the next decision")

# Provided by a game, or by the templates named in brackets.
points = given("points(s, R, seat) -> int: the points of a seat (play)")
winners = given("winners(s, R) -> int: the seats that won, as bits (play)")
start_at = given("start_at(states, i, template, rules, word, log): set up game i from the template (play)")
decide = given("decide(s, R, W, opts, n, coins) -> int: the option that a row of weights chooses (bots)")
ponder = given("ponder(states, i, rules, W, opts, n, coins, scratch, stop) -> int: choose, by a race or not (bots)")
look_from = given("look_from(states, i, rules, seat, blank, out): copy a seat's knowledge of game i (play)")
deal_unknown = given("deal_unknown(view, rules, seat, coins, pool, opts, out) -> int: deal the rest by chance (play)")
