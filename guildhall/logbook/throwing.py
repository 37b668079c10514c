"""Find a word of the generator with which the next throws come out as wanted.

Thousands of words are tried at once, in plain NumPy: four told cards of six each need about a thousand, a few
milliseconds. A word that would reject a value (`kernel.chance.throw`) is skipped, so that all throws use one step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from guildhall.kernel.chance import generators

__all__ = ["Throw", "word_for"]

Throw: TypeAlias = tuple[int, int, int]
"""The sides of a die, and the range of wanted results: from the second number up to but without the third."""

_FACTOR, _LOW, _HALF = np.uint64(4294883355), np.uint64(0xFFFFFFFF), np.uint64(32)
_BATCH, _BATCHES = 1 << 14, 256


def word_for(throws: Sequence[Throw]) -> int | None:
    """Return a word whose next throws are all in their ranges, or None if none was found in four million.

    >>> from guildhall.kernel.chance import throw
    >>> word, five = throw(np.uint64(word_for([(6, 4, 5), (6, 0, 1)])), 6)
    >>> int(five), int(throw(word, 6)[1])
    (4, 0)
    """
    if any(not 0 <= low < high <= sides for sides, low, high in throws):
        return None
    for batch in range(_BATCHES):
        first = generators(np.arange(batch * _BATCH, (batch + 1) * _BATCH, dtype=np.uint64))
        found = _surviving(first, throws)
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
