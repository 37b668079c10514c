"""The tables that kernels record games in, emptied and enlarged as needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from guildhall.core.errors import FullLog
from guildhall.core.rules import Columns

__all__ = [
    "EVENT_ROWS",
    "GAME",
    "ILLEGAL",
    "NO_NUMBER",
    "OWN_ROWS",
    "PLY",
    "TURN",
    "TURN_ROWS",
    "EndColumn",
    "EventColumn",
    "GameColumn",
    "Play",
    "RolledColumn",
    "Tally",
    "TurnColumn",
    "fill_tables",
    "named",
]

# Columns that the frames of every game have.
GAME = ("int64", "number of the game in the series, from 0")
TURN = ("int32", "number of the turn, all seats counted together, from 1; 0 during set-up")
PLY = ("int32", "number of the option that led to it, from 1; 0 is the deal")

NO_NUMBER: Final = int(np.iinfo(np.int32).min)
"""Marks a missing number in a column of signed numbers; in a frame it is null."""

# The tables of every game: their indices, also in the array of row counts. Those of a single game follow.
TURN_ROWS, EVENT_ROWS, OWN_ROWS = range(3)


class GameColumn(IntEnum):
    """Columns of the table of games."""

    WINNERS = 0  # as bits
    REASON = 1
    FIRST = 2
    TURNS = 3
    PLIES = 4
    DECISIONS = 5
    SCORE = 6  # + seat


class TurnColumn(IntEnum):
    """Columns of the table of turns."""

    GAME = 0
    TURN = 1
    SEAT = 2
    SCORE = 3
    LEAD = 4
    LEADER = 5
    PLIES = 6
    DECISIONS = 7
    OWN = 8  # the first column of a single game


class EventColumn(IntEnum):
    """Columns of the table of events. The columns of a log row come last, in order."""

    GAME = 0
    PLY = 1
    TURN = 2
    ROW = 3


ILLEGAL = -1  # the result of roll-outs whose first option is not legal


class RolledColumn(IntEnum):
    """Columns of the table of roll-outs."""

    WINNERS = 0  # as bits
    GOAL = 1  # + goal; the points of all seats come last


class EndColumn(IntEnum):
    """Columns of the results of games that end in lanes."""

    OVER = 0  # how the game ended, 0 while it goes on
    WINNERS = 1  # as bits
    POINTS = 2  # + seat


class Tally(IntEnum):
    """Indices of the counts for the current turn."""

    TURN = 0
    SEAT = 1
    PLIES = 2
    DECISIONS = 3
    OWN = 4  # the first count of a single game


Play = Callable[[int, tuple[NDArray[np.int64], ...], NDArray[np.int64], int], int]
"""A function that plays from a game on, fills the tables, and returns the first game not played.

Its last argument says how many times larger than usual the tables are, so that the log can grow too.
"""

_SMALL: Mapping[str, type[np.signedinteger[Any]]] = {
    "game": np.int32,
    "ply": np.int32,
    "turn": np.int32,
    "plies": np.int32,
    "decisions": np.int32,
}
_LARGEST = 1 << 12  # times the usual size; a game that does not fit then never will


def fill_tables(
    play: Play, games: int, widths: Mapping[str, int], capacities: Mapping[str, int]
) -> dict[str, NDArray[np.int64]]:
    """Play all games and return the rows of every table, joined.

    `widths` gives the number of columns of each table, `capacities` of its rows. A game that does not fit gets larger
    tables.
    """
    pieces: dict[str, list[NDArray[np.int64]]] = {name: [] for name in widths}
    begin, larger = 0, 1
    while begin < games or not next(iter(pieces.values())):
        tables = tuple(np.empty((larger * capacities[name], width), np.int64) for name, width in widths.items())
        filled = np.zeros(2 * len(tables), np.int64)
        end = play(begin, tables, filled, larger)
        if end == begin < games:  # a single game filled a table or the log
            larger *= 2
            if larger > _LARGEST:
                raise FullLog(f"game {begin} of the series does not fit even into the largest tables")
        for kept, table, n in zip(pieces.values(), tables, filled.tolist(), strict=False):
            kept.append(table[:n].copy())
        begin = end
    return {name: np.concatenate(kept) for name, kept in pieces.items()}


def named(table: NDArray[np.int64], names: tuple[str, ...]) -> Columns:
    """Return the columns of a table by name, in the smallest types that fit.

    >>> columns = named(np.array([[7, 1, 40_000]]), ("game", "level", "score"))
    >>> columns["level"].dtype, columns["score"].dtype
    (dtype('int16'), dtype('int64'))
    """
    return {name: _small(table[:, place], _SMALL.get(name, np.int16)) for place, name in enumerate(names)}


def _small(column: NDArray[np.int64], kind: type[np.signedinteger[Any]]) -> NDArray[Any]:
    limits = np.iinfo(kind)
    fits = not column.size or (limits.min <= column.min() and column.max() <= limits.max)
    return column.astype(kind) if fits else column.copy()
