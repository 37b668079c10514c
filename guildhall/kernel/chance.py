"""The random generator in every state: 64-bit multiply-with-carry without overflow.

The low half of the state is a 32-bit value, the high half a 32-bit carry. Value times factor plus carry always fits
into 64 bits, so compiled code and plain NumPy integers give the same stream.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from guildhall.core.errors import BrokenRules

from .annotations import Coins, Throw, Word
from .compiler import kernel_with

__all__ = ["below", "coin_at", "generator", "generators", "is_generator", "series", "shuffled", "throw"]

_FACTOR = np.uint64(4294883355)
_LOW = np.uint64(0xFFFFFFFF)
_MOST_SIDES = 1 << 32
_HALF = np.uint64(32)
_SPREAD = np.uint64(2654435761)
_STEP = np.uint64(0x9E3779B97F4A7C15)

kernel = kernel_with()


@kernel
def throw(word: Word, n: int) -> Throw:
    """Return the generator's next word and a uniform number from 0 to n-1, rejecting values that would bias it."""
    bound = np.uint64(n)
    while True:
        x = word & _LOW
        c = word >> _HALF
        word = x * _FACTOR + c
        product = (x ^ c) * bound
        low = product & _LOW
        if low > bound - np.uint64(1):  # not so in a die without sides
            return word, np.int64(product >> _HALF)
        if n < 1 or n > _MOST_SIDES:  # otherwise the loop might never end
            raise BrokenRules("a die needs at least one side: do the rules draw from an empty pile?")
        if low >= (_LOW % bound + np.uint64(1)) % bound:
            return word, np.int64(product >> _HALF)


@kernel
def below(coins: Coins, n: int) -> int:
    """Draw a uniform number from 0 to n-1 with a generator in an array of one word.

    >>> coins = generator(7)
    >>> 0 <= below(coins, 6) < 6
    True
    """
    word, choice = throw(coins[0], n)
    coins[0] = word
    return int(choice)


def shuffled(numbers: Iterable[int], coins: Coins) -> list[int]:
    """Return the numbers in random order.

    >>> sorted(shuffled(range(4), generator(7)))
    [0, 1, 2, 3]
    """
    order = list(numbers)
    for i in range(len(order) - 1, 0, -1):
        j = below(coins, i + 1)
        order[i], order[j] = order[j], order[i]
    return order


@kernel
def coin_at(word: Word, ply: int) -> Word:
    """Return a bot's generator at a ply, which does not depend on how the game got there.

    So a bot chooses the same in a game played in one go, in pieces, or again after an undo.
    """
    word = word ^ ((np.uint64(ply) * _SPREAD) & _LOW)
    for _ in range(3):  # so that every bit of the ply affects the choice
        x = word & _LOW
        word = x * _FACTOR + (word >> _HALF)
    return word


def generators(seeds: NDArray[np.uint64], stream: int = 0) -> NDArray[np.uint64]:
    """Return a generator state for each seed. Every seed has many independent streams."""
    mixed = _scramble(_scramble(seeds) + np.array([stream], dtype=np.uint64) * _STEP)
    # A carry from 1 to factor - 2 avoids the two states that the generator never leaves.
    carry = (mixed >> _HALF) % (_FACTOR - np.uint64(2)) + np.uint64(1)
    return (carry << _HALF) | (mixed & _LOW)


def is_generator(word: int) -> bool:
    """True if a word is a valid state, other than the two that the generator never leaves.

    >>> is_generator(int(generator(7)[0])), is_generator(0)
    (True, False)
    """
    factor, low = int(_FACTOR), int(_LOW)
    return 0 < word < factor << 32 and word != (factor - 1 << 32 | low)


def generator(seed: int, stream: int = 0) -> NDArray[np.uint64]:
    """Return one generator, as an array of one word, for a seed (any integer) and a stream.

    >>> bool(generator(7)[0] == generators(np.array([7], dtype=np.uint64))[0])
    True
    """
    return generators(np.array([seed % 2**64], dtype=np.uint64), stream)


def series(seed: int, first: int, count: int) -> NDArray[np.uint64]:
    """Return the seeds of games `first` … `first + count - 1`; each depends only on `seed` and its number.

    >>> bool(series(7, 0, 3)[2] == series(7, 2, 1)[0])
    True
    """
    numbers = np.arange(first, first + count, dtype=np.uint64)
    start = _scramble(np.array([seed % 2**64], dtype=np.uint64))
    return _scramble(start + (numbers + np.uint64(1)) * _STEP) >> np.uint64(1)


def _scramble(z: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Spread every bit of the input over the whole output (the finaliser of splitmix64)."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))
