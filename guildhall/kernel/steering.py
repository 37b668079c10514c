"""Steer a generator: find a word with which one result of chance after the other comes out as wanted.

Which throw decides a result, and how many sides it has, is learned from trials. The trials that got as far as a
result show which values of which throw bring it, and all later trials keep to those values. So results that are
together one in millions need a few hundred trials.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from .chance import generators

__all__ = ["Trial", "steer"]

Trial: TypeAlias = tuple[int, Sequence[int]]
"""The results of one word as numbers, and how many of them are as wanted before the first that is not."""

_FACTOR, _LOW, _HALF = np.uint64(4294883355), np.uint64(0xFFFFFFFF), np.uint64(32)
_BATCH, _BATCHES = 1 << 13, 400
_THROWS = 160  # throws of one ply that are looked at
_SIDES = 40
_ENOUGH = 10  # trials from which the deciding throw is learned
_GIVE_UP = 260  # trials without a wanted result

_Pin = tuple[int, int, int, int]  # the number of a throw, its sides, and the range of results


def steer(tried: Callable[[int], Trial], *, first: int = 0) -> int | None:
    """Return a word for which all results are as wanted, or None.

    `tried` carries out a word. It has reached its goal if no result differs: their number is then that of the results.
    """
    pins: list[_Pin] = []
    at, words, labels, passed = first, list[int](), list[int](), list[bool]()
    missed = 0
    stream = _words(pins)
    while (word := next(stream, None)) is not None and missed < _GIVE_UP:
        right, results = tried(word)
        if right == len(results):
            return word
        missed += right <= at
        if right < at or at >= len(results):
            continue
        words.append(word)
        labels.append(results[at])
        passed.append(right > at)
        if len(words) < _ENOUGH or not any(passed):
            continue
        if not all(passed):
            pin = _deciding(words, labels, passed)
            if pin is None:
                continue
            pins.append(pin)
            stream = _words(pins)
        at, words, labels, passed, missed = at + 1, [], [], [], 0
    return None


def _words(pins: Sequence[_Pin]) -> Iterator[int]:
    """Yield words whose throws have all pinned results."""
    wanted = sorted(pins)
    for batch in range(_BATCHES):
        first = generators(np.arange(batch * _BATCH, (batch + 1) * _BATCH, dtype=np.uint64))
        words, thrown = first, 0
        for number, sides, low, high in wanted:
            while thrown < number:
                words, thrown = _next(words), thrown + 1
            results = _results(words, sides)
            fits = (results >= np.uint64(low)) & (results < np.uint64(high))
            words, first = words[fits], first[fits]
        yield from first.tolist()


def _next(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    return (words & _LOW) * _FACTOR + (words >> _HALF)


def _results(words: NDArray[np.uint64], sides: int) -> NDArray[np.uint64]:
    return (((words & _LOW) ^ (words >> _HALF)) * np.uint64(sides)) >> _HALF


def _deciding(words: Sequence[int], labels: Sequence[int], passed: Sequence[bool]) -> _Pin | None:
    """Return the throw that decides the results of trials, with the values that bring the wanted one.

    It is the one with the fewest sides of which each belongs to one result. None if several throws could be it.
    """
    states = np.empty((len(words), _THROWS), np.uint64)
    states[:, 0] = words
    for number in range(1, _THROWS):
        states[:, number] = _next(states[:, number - 1])
    names, rows, which = np.unique(labels, return_index=True, return_inverse=True)
    for sides in range(max(2, len(names)), _SIDES):
        results = _results(states, sides)
        own = results[rows]  # the side of each result, by throw
        fits = (results == own[which]).all(axis=0) & (np.diff(np.sort(own, axis=0), axis=0) > 0).all(axis=0)
        found = np.flatnonzero(fits)
        if len(found) == 1:
            side = int(results[passed.index(True), found[0]])
            return int(found[0]), sides, side, side + 1
        if len(found) > 1:
            return None
    return None
