"""Kernels over plain lists and bytes that the rules of all games share."""

from __future__ import annotations

from .annotations import Bytes, Coins, Ints
from .bits import lowest_bit
from .chance import below
from .compile import kernel_with

__all__ = ["is_listed", "list_set", "mix", "pair", "repeat", "same", "same_options"]

kernel = kernel_with()


@kernel
def list_set(numbers: int, base: int, opts: Ints, n: int) -> int:
    """Write `base` plus every number of a set, from place `n` of a list on; returns where the list then ends.

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
    """Whether a number is among the first `n` of a list.

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
    """Write two options, and nothing else; returns their number."""
    opts[0] = first
    opts[1] = second
    return 2


@kernel
def repeat(number: int, times: int, pool: Ints, n: int) -> int:
    """Write a number so many times, from place `n` of a list on; returns where the list then ends.

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
    """Whether two rows of bytes, such as two states of a desk, are equal."""
    difference = 0
    for i in range(raw.shape[1]):
        difference |= raw[a, i] ^ raw[b, i]
    return difference == 0


@kernel
def same_options(opts: Ints, n: int, others: Ints, m: int) -> bool:
    """Whether two lists of options are equal."""
    differing = abs(n - m)
    for i in range(min(n, m)):
        if opts[i] != others[i]:
            differing += 1
    return differing == 0
