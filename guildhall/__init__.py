"""guildhall: play, replay and study table games in a notebook or a terminal.

>>> import guildhall as gh
>>> game = gh.new_game("guildhall", cards="old-world", players=3, seed=7)
>>> game.decision.kind
'mulligan'
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # as in `typing`, without importing it, because every start imports this module first
if TYPE_CHECKING:
    from typing import Any

    from guildhall_widgets.start.session import play

    from guildhall import bots, graphs, odds
    from guildhall.core.errors import (
        BadCardFile,
        BadEntry,
        BadOdds,
        BadPosition,
        BadRecord,
        BadSetup,
        BadView,
        CannotWrite,
        GameOver,
        GuildhallError,
        IllegalOption,
        UnknownCard,
    )
    from guildhall.core.game import Game
    from guildhall.games import list_games, new_game, position, register
    from guildhall.logbook import scribe
    from guildhall.records.archive import load, load_all, save_all
    from guildhall.records.record import Record
    from guildhall.simulation import simulate, sweep, tournament

__version__ = "0.1.0"

__all__ = [
    "BadCardFile",
    "BadEntry",
    "BadOdds",
    "BadPosition",
    "BadRecord",
    "BadSetup",
    "BadView",
    "CannotWrite",
    "Game",
    "GameOver",
    "GuildhallError",
    "IllegalOption",
    "Record",
    "UnknownCard",
    "bots",
    "graphs",
    "list_games",
    "load",
    "load_all",
    "new_game",
    "odds",
    "play",
    "position",
    "register",
    "save_all",
    "scribe",
    "simulate",
    "sweep",
    "tournament",
]

_PARTS = ("bots", "graphs", "odds")  # used as namespaces: gh.odds.draws.chance(…)
_ERRORS = "guildhall.core.errors"
_HOMES = {
    "Game": "guildhall.core.game",
    "Record": "guildhall.records.record",
    "list_games": "guildhall.games",
    "load": "guildhall.records.archive",
    "load_all": "guildhall.records.archive",
    "new_game": "guildhall.games",
    "play": "guildhall_widgets.start.session",  # by name only, because this package does not depend on the front-ends
    "position": "guildhall.games",
    "register": "guildhall.games",
    "save_all": "guildhall.records.archive",
    "scribe": "guildhall.logbook",
    "simulate": "guildhall.simulation",
    "sweep": "guildhall.simulation",
    "tournament": "guildhall.simulation",
}


if not TYPE_CHECKING:  # type checkers see the imports above, and refuse other names

    def __getattr__(name: str) -> Any:
        """Import a name on first use, so that `import guildhall` is fast and compiles nothing."""
        if name not in __all__:
            raise AttributeError(f"module 'guildhall' has no attribute {name!r}")
        if name in _PARTS:
            return import_module(f"guildhall.{name}")
        value = getattr(import_module(_HOMES.get(name, _ERRORS)), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
