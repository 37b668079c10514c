"""The generator inside every state: 64 bits, multiply with carry, no overflow in any mode.

The state holds a 32-bit value (low half) and a 32-bit carry (high half); value times factor plus carry always fits
into 64 bits, so compiled code and plain NumPy integers give the same stream without a wrap-around.
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
    """The generator's next word and a uniform choice among 0 .. n-1; values that would tilt it are thrown again."""
    if n < 1 or n > _MOST_SIDES:  # else the loop below might not end
        raise BrokenRules("a die needs at least one side; look where the rules draw from what is empty")
    bound = np.uint64(n)
    while True:
        x = word & _LOW
        c = word >> _HALF
        word = x * _FACTOR + c
        product = (x ^ c) * bound
        low = product & _LOW
        if low >= bound or low >= (_LOW % bound + np.uint64(1)) % bound:
            return word, np.int64(product >> _HALF)


@kernel
def below(coins: Coins, n: int) -> int:
    """A uniform choice among 0 .. n-1 from a generator that stands alone in an array (a bot's own coin).

    >>> coins = generator(7)
    >>> 0 <= below(coins, 6) < 6
    True
    """
    word, choice = throw(coins[0], n)
    coins[0] = word
    return int(choice)


def shuffled(numbers: Iterable[int], coins: Coins) -> list[int]:
    """Numbers in an order drawn from a generator.

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
    """A bot's generator at a ply: the same whether a game is played in one go, in pieces, or again after an undo."""
    word = word ^ ((np.uint64(ply) * _SPREAD) & _LOW)
    for _ in range(3):  # lets every bit of the ply reach the choice
        x = word & _LOW
        word = x * _FACTOR + (word >> _HALF)
    return word


def generators(seeds: NDArray[np.uint64], stream: int = 0) -> NDArray[np.uint64]:
    """Generator states for many seeds; every seed has many independent streams."""
    mixed = _scramble(_scramble(seeds) + np.array([stream], dtype=np.uint64) * _STEP)
    # A carry from 1 to factor - 2 keeps clear of the two states the generator never leaves.
    carry = (mixed >> _HALF) % (_FACTOR - np.uint64(2)) + np.uint64(1)
    return (carry << _HALF) | (mixed & _LOW)


def is_generator(word: int) -> bool:
    """Whether a word is a state of the generator, and none of the two that it never leaves.

    >>> is_generator(int(generator(7)[0])), is_generator(0)
    (True, False)
    """
    factor, low = int(_FACTOR), int(_LOW)
    return 0 < word < factor << 32 and word != (factor - 1 << 32 | low)


def generator(seed: int, stream: int = 0) -> NDArray[np.uint64]:
    """One generator, an array of one word, for a seed (any whole number) and a stream.

    >>> bool(generator(7)[0] == generators(np.array([7], dtype=np.uint64))[0])
    True
    """
    return generators(np.array([seed % 2**64], dtype=np.uint64), stream)


def series(seed: int, first: int, count: int) -> NDArray[np.uint64]:
    """The seeds of games `first` … `first + count - 1` of a series: each depends on the seed and its number only.

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
