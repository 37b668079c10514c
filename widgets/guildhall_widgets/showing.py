"""The tables that show a game, so that live odds find the one beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakSet

from guildhall.core.game import Game

if TYPE_CHECKING:
    from .table.widget import TableWidget

__all__ = ["lay_out", "put_away", "table_of"]

_TABLES: WeakSet[TableWidget] = WeakSet()


def lay_out(table: TableWidget) -> None:
    """Make a table known."""
    _TABLES.add(table)


def put_away(table: TableWidget) -> None:
    """Forget a table that was closed."""
    _TABLES.discard(table)


def table_of(game: Game) -> TableWidget | None:
    """A table that shows this very game, if there is one."""
    return next((table for table in _TABLES if table.game is game), None)
