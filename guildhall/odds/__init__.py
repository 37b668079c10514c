"""Chances: estimates for a game or a record, and exact arithmetic in the groups `draws`, `dice`, `quests` and `trials`.

`win(game)` returns a frame and `win.watch(game)` yields ever sharper ones, as do the other slow estimates.

>>> from guildhall import odds
>>> odds.draws.chance({"red Weaver": 3, "blue Weaver": 4, "other": 93}, ["red Weaver", "blue Weaver"], 6)
Fraction(9769303, 298013100)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import dice, draws, quests, trials
    from .live import chapters, goals, parties, survival, what_if, win
    from .reviewing import Point, accept, along, review

__all__ = [
    "Point",
    "accept",
    "along",
    "chapters",
    "dice",
    "draws",
    "goals",
    "parties",
    "quests",
    "review",
    "survival",
    "trials",
    "what_if",
    "win",
]

_HOMES = {
    "live": ("chapters", "goals", "parties", "survival", "what_if", "win"),
    "reviewing": ("Point", "accept", "along", "review"),
}


if not TYPE_CHECKING:  # type checkers see the imports above, and reject other names

    def __getattr__(name: str) -> Any:
        """Import a function or a group when it is first used, since live odds load polars and compiled rules."""
        if name not in __all__:
            raise AttributeError(f"module 'guildhall.odds' has no attribute {name!r}")
        home = next((home for home, names in _HOMES.items() if name in names), None)
        if home is None:
            return import_module(f"guildhall.odds.{name}")
        value = globals()[name] = getattr(import_module(f"guildhall.odds.{home}"), name)
        return value


def __dir__() -> list[str]:
    return __all__
