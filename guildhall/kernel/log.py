"""The event log: rows that a kernel writes while it carries out an option, in columns with names.

Row `HEAD` holds how many rows there are and how many were lost because the log was full; whoever reads a log looks at
both.  A log of a single row tells nothing and loses nothing: for games of which nobody wants to hear.

What the three numbers of a row mean depends on the event; a game declares it once, in a table of `Fields`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from guildhall.core.errors import FullLog

from .annotations import Log
from .compiler import kernel_with

__all__ = [
    "EVENT",
    "HEAD",
    "LOST",
    "NUMBERS",
    "ROWS",
    "SEAT",
    "Fields",
    "check_log",
    "clear",
    "column_of",
    "empty_log",
    "log_event",
    "rows_of",
    "written",
]

# Columns of a row.
EVENT, SEAT, FIRST, SECOND, THIRD = range(5)
COLUMNS = 5
NUMBERS = (FIRST, SECOND, THIRD)

# The first row, and its columns.
HEAD = 0
ROWS, LOST = range(2)

Fields = Mapping[Any, tuple[str, ...]]
"""Event -> the names of its numbers, at most three."""

kernel = kernel_with()


@kernel
def clear(log: Log) -> None:
    """Begin anew."""
    log[HEAD, ROWS] = 0
    log[HEAD, LOST] = 0


@kernel
def log_event(log: Log, event: int, seat: int, first: int, second: int, third: int) -> None:
    """Write one row."""
    n = log[HEAD, ROWS] + 1
    if n < log.shape[0]:
        log[HEAD, ROWS] = n
        log[n, EVENT] = event
        log[n, SEAT] = seat
        log[n, FIRST] = first
        log[n, SECOND] = second
        log[n, THIRD] = third
    elif log.shape[0] > 1:
        log[HEAD, LOST] += 1


def empty_log(rows: int = 0) -> NDArray[np.int64]:
    """A log with room for so many rows; without room it tells nothing."""
    return np.zeros((1 + rows, COLUMNS), np.int64)


def check_log(log: NDArray[np.int64]) -> None:
    """Refuse a log that lost rows: what it tells is not all that happened."""
    if log[HEAD, LOST]:
        raise FullLog(f"{log[HEAD, LOST]} events did not fit into a log of {len(log) - 1}; the game needs a larger one")


def written(log: NDArray[np.int64]) -> NDArray[np.int64]:
    """The rows of a log, if none was lost."""
    check_log(log)
    return log[1 : int(log[HEAD, ROWS]) + 1]


def column_of(fields: Fields, event: IntEnum, name: str) -> int:
    """The column that holds a number of an event, for kernels that read it.

    >>> Fall = IntEnum("Fall", {"RAIN": 1})
    >>> column_of({Fall.RAIN: ("hours", "depth")}, Fall.RAIN, "depth") == SECOND
    True
    """
    return NUMBERS[fields[event].index(name)]


def rows_of(log: NDArray[np.int64], fields: Fields) -> list[tuple[int, int, list[int]]]:
    """Every row as event, seat and those numbers that have names, in the order of their names.

    >>> log = empty_log(2)
    >>> log_event(log, 1, 0, 24, 3, 0)
    >>> rows_of(log, {1: ("hours", "depth")})
    [(1, 0, [24, 3])]
    """
    return [(row[EVENT], row[SEAT], row[FIRST : FIRST + len(fields[row[EVENT]])]) for row in written(log).tolist()]
