"""The event log: rows that a kernel writes while it carries out an option.

Row `HEAD` holds the number of rows, and the number of rows lost because the log was full. Always check both when
reading a log. A one-row log discards everything; use it when events are not needed.

The meaning of a row's three numbers depends on the event. A game declares it once, in a table of `Fields`.
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
    """Empty the log."""
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
    """Return a log for `rows` rows. With 0 it discards everything."""
    return np.zeros((1 + rows, COLUMNS), np.int64)


def check_log(log: NDArray[np.int64]) -> None:
    """Raise an error if a log lost rows, since it is incomplete."""
    if log[HEAD, LOST]:
        raise FullLog(
            f"{log[HEAD, LOST]} events did not fit into a log of {len(log) - 1} rows; the game needs a larger log"
        )


def written(log: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the rows of a complete log."""
    check_log(log)
    return log[1 : int(log[HEAD, ROWS]) + 1]


def column_of(fields: Fields, event: IntEnum, name: str) -> int:
    """Return the column of an event's named number, for kernels that read it.

    >>> Fall = IntEnum("Fall", {"RAIN": 1})
    >>> column_of({Fall.RAIN: ("hours", "depth")}, Fall.RAIN, "depth") == SECOND
    True
    """
    return NUMBERS[fields[event].index(name)]


def rows_of(log: NDArray[np.int64], fields: Fields) -> list[tuple[int, int, list[int]]]:
    """Return each row as event, seat and its named numbers in order.

    >>> log = empty_log(2)
    >>> log_event(log, 1, 0, 24, 3, 0)
    >>> rows_of(log, {1: ("hours", "depth")})
    [(1, 0, [24, 3])]
    """
    return [(row[EVENT], row[SEAT], row[FIRST : FIRST + len(fields[row[EVENT]])]) for row in written(log).tolist()]
