"""Buffers of a state: lists of fixed room, such as a pile, each with a field that counts what it holds.

A kernel asks `has_room` before it puts something into a list whose limit does not follow from the cards; a game names
its counts and their rooms (`Engine.rooms`), and soak, fuzzing and tests look at all of them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .annotations import Bytes, Table
from .compile import kernel_with

__all__ = ["counts_fit", "has_room", "overfull", "rooms_of"]

kernel = kernel_with()

# Columns of a table of rooms: where a count stands in the bytes of a state, how many bytes it has, the most it may say.
AT, BYTES, ROOM = range(3)


@kernel
def has_room(n: int, room: int) -> bool:
    """Whether one more fits into a list that holds `n`.

    >>> has_room(4, 5), has_room(5, 5)
    (True, False)
    """
    return 0 <= n < room


@kernel
def counts_fit(raw: Bytes, state: int, rooms: Table) -> bool:
    """Whether every count of a state lies between 0 and its room; a negative one is too large without its sign."""
    for i in range(rooms.shape[0]):
        count = 0
        for byte in range(rooms[i, BYTES] - 1, -1, -1):
            count = (count << 8) | int(raw[state, rooms[i, AT] + byte])
        if count < 0 or count > rooms[i, ROOM]:
            return False
    return True


def rooms_of(state: np.dtype[Any], rooms: Mapping[str, int]) -> NDArray[np.int64]:
    """The table of rooms: a row for every count of the fields named.

    >>> rooms_of(np.dtype([("n", np.int64), ("each", np.int16, 2)]), {"each": 9}).tolist()
    [[8, 2, 9], [10, 2, 9]]
    """
    rows = [(at, size, room) for name, room in rooms.items() for at, size in _places(state, name)]
    return np.array(rows, np.int64).reshape(len(rows), 3)


def _places(state: np.dtype[Any], name: str) -> Iterator[tuple[int, int]]:
    """Where the bytes of each count of a field begin, the lowest first, and how many there are."""
    assert state.fields is not None
    assert sys.byteorder == "little"  # as on every machine that numba runs on
    kind, at = state.fields[name][:2]
    size = kind.base.itemsize
    for number in range(kind.itemsize // size):
        yield at + number * size, size


def overfull(state: NDArray[Any], rooms: Mapping[str, int]) -> Iterator[str]:
    """The counts of a state that no buffer has room for, a sentence each."""
    for name, room in rooms.items():
        counts = np.atleast_1d(state[name][0])
        for count in counts[(counts < 0) | (counts > room)].tolist():
            yield f"{name} says {count}, and there is room for {room}"
