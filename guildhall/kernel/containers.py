"""Containers for compiled rules: sets of small numbers as bits, and lists of fixed capacity.

A list, such as a pile, is an array field of a state with another field for its length. A kernel calls `has_room` before
it adds to a list whose limit does not follow from the cards. A game declares its lengths and their capacities
(`Engine.capacities`), and soaks, fuzzers and tests check all of them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

from .annotations import Bytes, Coins, Ints, Table
from .chance import below
from .compiler import kernel_with

__all__ = [
    "BIT",
    "bit_count",
    "capacities_of",
    "counts_fit",
    "has_room",
    "is_listed",
    "list_set",
    "lowest_bit",
    "mix",
    "overfull",
    "pair",
    "repeat",
    "same",
    "same_options",
]

kernel = kernel_with()


# --- Sets ---

#: The bit of each possible member of a set.
BIT = np.left_shift(np.int64(1), np.arange(63, dtype=np.int64))


def lowest_bit(bits: int) -> int:
    """Return the index of the lowest set bit of a positive number.

    >>> lowest_bit(12)
    2
    """
    bits = int(bits)
    return (bits & -bits).bit_length() - 1


def bit_count(bits: int) -> int:
    """Count the set bits.

    >>> bit_count(13)
    3
    """
    return int(bits).bit_count()


@intrinsic  # type: ignore[untyped-decorator]
def _cttz(typingctx: Any, bits: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, 1))

    return types.int64(types.int64), build


@intrinsic  # type: ignore[untyped-decorator]
def _ctpop(typingctx: Any, bits: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), build


@overload(lowest_bit)  # type: ignore[untyped-decorator]
def _lowest_bit(bits: Any) -> Any:
    def machine(bits: Any) -> Any:  # numba requires the same parameters, annotations included
        return _cttz(bits)

    return machine


@overload(bit_count)  # type: ignore[untyped-decorator]
def _bit_count(bits: Any) -> Any:
    def machine(bits: Any) -> Any:  # numba requires the same parameters, annotations included
        return _ctpop(bits)

    return machine


# --- Lists ---


@kernel
def list_set(numbers: int, base: int, opts: Ints, n: int) -> int:
    """Write `base` plus each member of a set into a list from index `n` on, and return the list's new length.

    >>> import numpy as np
    >>> opts = np.zeros(4, np.int64)
    >>> list_set(0b10010, 100, opts, 1), opts.tolist()
    (3, [0, 101, 104, 0])
    """
    while numbers != 0:
        opts[n] = base + lowest_bit(numbers)
        numbers &= numbers - 1
        n += 1
    return n


@kernel
def is_listed(number: int, opts: Ints, n: int) -> bool:
    """True if a number is among the first `n` of a list.

    >>> import numpy as np
    >>> is_listed(7, np.array([3, 7, 9]), 2), is_listed(9, np.array([3, 7, 9]), 2)
    (True, False)
    """
    found = False
    for i in range(n):
        found = found or opts[i] == number
    return found


@kernel
def pair(opts: Ints, first: int, second: int) -> int:
    """Write two options and return 2, their number."""
    opts[0] = first
    opts[1] = second
    return 2


@kernel
def repeat(number: int, times: int, pool: Ints, n: int) -> int:
    """Write a number `times` times into a list from index `n` on, and return the list's new length.

    >>> import numpy as np
    >>> pool = np.zeros(4, np.int64)
    >>> repeat(7, 2, pool, 1), pool.tolist()
    (3, [0, 7, 7, 0])
    """
    for _ in range(times):
        pool[n] = number
        n += 1
    return n


@kernel
def mix(pool: Ints, n: int, coins: Coins) -> None:
    """Shuffle the first `n` numbers of a list."""
    for i in range(n - 1, 0, -1):
        j = below(coins, i + 1)
        number = pool[i]
        pool[i] = pool[j]
        pool[j] = number


@kernel
def same(raw: Bytes, a: int, b: int) -> bool:
    """True if two rows of bytes, such as two states of an array, are equal."""
    difference = 0
    for i in range(raw.shape[1]):
        difference |= raw[a, i] ^ raw[b, i]
    return difference == 0


@kernel
def same_options(opts: Ints, n: int, others: Ints, m: int) -> bool:
    """True if two lists of options are equal."""
    differing = abs(n - m)
    for i in range(min(n, m)):
        if opts[i] != others[i]:
            differing += 1
    return differing == 0


# --- Capacities ---

# Columns of a table of capacities: the offset of a count in the bytes of a state, its size in bytes, its maximum.
AT, BYTES, CAPACITY = range(3)


@kernel
def has_room(n: int, capacity: int) -> bool:
    """True if a list of `n` elements has room for one more.

    >>> has_room(4, 5), has_room(5, 5)
    (True, False)
    """
    return 0 <= n < capacity


@kernel
def counts_fit(raw: Bytes, state: int, capacities: Table) -> bool:
    """True if every count of a state is from 0 to its capacity. Read unsigned, a negative one is too large."""
    for i in range(capacities.shape[0]):
        count = 0
        for byte in range(capacities[i, BYTES] - 1, -1, -1):
            count = (count << 8) | int(raw[state, capacities[i, AT] + byte])
        if count < 0 or count > capacities[i, CAPACITY]:
            return False
    return True


def capacities_of(state: np.dtype[Any], capacities: Mapping[str, int]) -> NDArray[np.int64]:
    """Build the table of capacities, with a row for every count in the named fields.

    >>> capacities_of(np.dtype([("n", np.int64), ("each", np.int16, 2)]), {"each": 9}).tolist()
    [[8, 2, 9], [10, 2, 9]]
    """
    rows = [(at, size, capacity) for name, capacity in capacities.items() for at, size in _places(state, name)]
    return np.array(rows, np.int64).reshape(len(rows), 3)


def _places(state: np.dtype[Any], name: str) -> Iterator[tuple[int, int]]:
    """Iterate over the counts of a field, as the offset and size of each in bytes."""
    assert state.fields is not None
    assert sys.byteorder == "little"  # as on every machine that numba runs on
    kind, at = state.fields[name][:2]
    size = kind.base.itemsize
    for number in range(kind.itemsize // size):
        yield at + number * size, size


def overfull(state: NDArray[Any], capacities: Mapping[str, int]) -> Iterator[str]:
    """Describe each count of a state that exceeds its capacity."""
    for name, capacity in capacities.items():
        counts = np.atleast_1d(state[name][0])
        for count in counts[(counts < 0) | (counts > capacity)].tolist():
            yield f"{name} is {count}, which exceeds its capacity of {capacity}"
