"""Tables that kernels write games into: of fixed size, emptied and made larger as the games need it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from guildhall.core.capabilities import Columns, Schema

__all__ = ["GAME", "PLY", "TURN", "Columns", "Play", "Schema", "fill_tables", "named"]

# Columns that the frames of every game have.
GAME = ("int64", "number of the game in the series, from 0")
TURN = ("int32", "number of the turn, all seats counted together, from 1; 0 during set-up")
PLY = ("int32", "number of the option that led to it, from 1; 0 is the deal")

Play = Callable[[int, list[NDArray[np.int64]], NDArray[np.int64]], int]
"""Plays from a game on, writes into the tables and counts their rows; answers the first game that was not played."""

_SMALL = {"game": np.int32, "ply": np.int32, "turn": np.int32, "plies": np.int32, "decisions": np.int32}


def fill_tables(
    play: Play, games: int, widths: Mapping[str, int], rooms: Mapping[str, int]
) -> dict[str, NDArray[np.int64]]:
    """Have all games played; answers the rows of every table, joined.

    `widths` are the columns of each table, `rooms` its rows; a game that does not fit gets larger tables.
    """
    pieces: dict[str, list[NDArray[np.int64]]] = {name: [] for name in widths}
    begin, larger = 0, 1
    while begin < games or not next(iter(pieces.values())):
        tables = [np.empty((larger * rooms[name], width), np.int64) for name, width in widths.items()]
        filled = np.zeros(len(tables), np.int64)
        end = play(begin, tables, filled)
        if end == begin:  # a single game fills a table
            larger *= 2
        for kept, table, n in zip(pieces.values(), tables, filled.tolist(), strict=True):
            kept.append(table[:n].copy())
        begin = end
    return {name: np.concatenate(kept) for name, kept in pieces.items()}


def named(table: NDArray[np.int64], names: tuple[str, ...]) -> Columns:
    """The columns of a table by name, as small as they can be.

    >>> named(np.array([[7, 1]]), ("game", "level"))["level"].dtype
    dtype('int16')
    """
    return {name: table[:, place].astype(_SMALL.get(name, np.int16)) for place, name in enumerate(names)}
