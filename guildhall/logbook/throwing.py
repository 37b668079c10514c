"""Find a word of the generator with which the next throws come out as wanted.

Thousands of words are tried at once, in plain NumPy: four told cards of six each need about a thousand, a few
milliseconds. A word that would reject a value (`kernel.chance.throw`) is skipped, so that all throws use one step.

More throws need too many words. But each word is the one before it times a constant, modulo another one, so words
that follow each other are points of a lattice. With a short basis of it (`_basis`) there is a word close to any
wanted beginning of the series. So the first throws come out right at once, and only the others are left to chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from guildhall.kernel.chance import generators

__all__ = ["Throw", "word_for"]

Throw: TypeAlias = tuple[int, int, int]
"""The sides of a die, and the range of wanted results: from the second number up to but without the third."""

_FACTOR, _LOW, _HALF = np.uint64(4294883355), np.uint64(0xFFFFFFFF), np.uint64(32)
_MODULUS = (int(_FACTOR) << 32) - 1
_BATCH, _BATCHES = 1 << 14, 256
_FIRST_BATCH = 1 << 9  # of words from the lattice
_CELL = 1 << 28  # sixteen cells in the range of one half of a word
_FEW = 4  # throws for which any words are tried
_SHORT, _LONG = 11, 15  # words in a row that a lattice point determines, for some throws and for many
_SHORT_ENOUGH = 0.75  # how much shorter a vector has to be for an exchange (Lovász)


def word_for(throws: Sequence[Throw]) -> int | None:
    """Return a word whose next throws are all in their ranges, or None if none was found in four million.

    >>> from guildhall.kernel.chance import throw
    >>> word, five = throw(np.uint64(word_for([(6, 4, 5), (6, 0, 1)])), 6)
    >>> int(five), int(throw(word, 6)[1])
    (4, 0)
    """
    return _word_for(tuple(throws))


@lru_cache(maxsize=256)
def _word_for(throws: tuple[Throw, ...]) -> int | None:
    if any(not 0 <= low < high <= sides for sides, low, high in throws):
        return None
    for words in _any_words() if len(throws) <= _FEW else _near_words(throws):
        found = _surviving(words, throws)
        if len(found):
            return int(found[0])
    return None


def _surviving(first: NDArray[np.uint64], throws: Sequence[Throw]) -> NDArray[np.uint64]:
    words = first
    for sides, low, high in throws:
        x, carry, bound = words & _LOW, words >> _HALF, np.uint64(sides)
        product = (x ^ carry) * bound
        result = product >> _HALF
        fits = (result >= np.uint64(low)) & (result < np.uint64(high)) & ((product & _LOW) >= bound)
        words, first = (x * _FACTOR + carry)[fits], first[fits]
    return first


def _any_words() -> Iterator[NDArray[np.uint64]]:
    for batch in range(_BATCHES):
        yield generators(np.arange(batch * _BATCH, (batch + 1) * _BATCH, dtype=np.uint64))


def _near_words(throws: Sequence[Throw]) -> Iterator[NDArray[np.uint64]]:
    """Yield words with which most of the first throws are right.

    A throw is the exclusive or of both halves of a word, and the lower half is nearly the upper half of the next one.
    """
    length = _SHORT if len(throws) < _SHORT + 3 else _LONG
    basis, free = _basis(length), ((1, 0, 1),) * length
    inverse = np.linalg.inv(np.array(basis, float))
    firsts = np.array([row[0] % 2**64 for row in basis], np.uint64)
    coins = np.random.default_rng(0)
    for batch in range(_BATCHES):
        number = min(_FIRST_BATCH << batch, _BATCH)
        uppers = [coins.integers(0, 2**32, number, dtype=np.uint64)]
        for sides, low, high in (*throws, *free)[: length - 1]:
            uppers.append(_next_upper(uppers[-1], (low << 32) // sides, (high << 32) // sides, coins))
        steps = np.rint(np.stack(uppers, axis=1).astype(float) * 2.0**32 @ inverse)
        words = (steps.astype(np.int64).astype(np.uint64) * firsts).sum(axis=1, dtype=np.uint64)
        yield words[(words > 0) & (words < np.uint64(_MODULUS))]


def _next_upper(upper: NDArray[np.uint64], least: int, most: int, coins: np.random.Generator) -> NDArray[np.uint64]:
    """Return upper halves after which a throw is in a range, if possible in the middle of cells that lie within it.

    What is near is then nearly always in the same cell, and the exclusive or of two cells is a cell.
    """
    cells = np.arange(-(-least // _CELL), most // _CELL, dtype=np.uint64)
    if not len(cells):
        return upper ^ coins.integers(least, most, len(upper), dtype=np.uint64)
    cell: NDArray[np.uint64] = (upper // np.uint64(_CELL)) ^ coins.choice(cells, len(upper))
    return cell * np.uint64(_CELL) + coins.integers(_CELL * 3 // 8, _CELL * 5 // 8, len(upper), dtype=np.uint64)


@cache
def _basis(length: int) -> list[list[int]]:
    """Return short vectors of the lattice of words that follow each other (the algorithm of Lenstra, Lenstra, Lovász).

    The rounding of floats does no harm: every step adds multiples of vectors, so they remain in the lattice.
    """
    rows = [[_MODULUS * (i == k) for k in range(length)] for i in range(length)]
    rows[0] = [pow(int(_FACTOR), k, _MODULUS) for k in range(length)]
    at = 1
    while at < length:
        parts: Any = np.linalg.qr(np.array(rows, float).T, mode="r")
        large = [j for j in range(at) if abs(parts[j, at] / parts[j, j]) > 0.5 + 1e-9]
        if large:
            times = round(parts[large[-1], at] / parts[large[-1], large[-1]])
            rows[at] = [mine - times * other for mine, other in zip(rows[at], rows[large[-1]], strict=True)]
        elif parts[at, at] ** 2 + parts[at - 1, at] ** 2 >= _SHORT_ENOUGH * parts[at - 1, at - 1] ** 2:
            at += 1
        else:
            rows[at - 1 : at + 1] = rows[at], rows[at - 1]
            at = max(at - 1, 1)
    return rows
