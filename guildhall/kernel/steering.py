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
_BATCH, _BATCHES = 1 << 13, 6000
_THROWS = 160  # the first throws of a ply, one of which decides a result
_SIDES = 40
_EVIDENCE = 6  # trials that repeat a result, from which the deciding throw is learned
_ALWAYS = 4  # trials that have a result, from which all are taken to have it
_MANY = 60  # trials after which several sides are taken to bring the same result
_LOST = 30  # trials that miss a result learned before, from which it has to be learned again
_GIVE_UP = 260  # trials without a wanted result

_Pin = tuple[int, int, int, int]  # the number of a throw, its sides, and the range of results


def steer(tried: Callable[[int], Trial]) -> int | None:
    """Return a word for which all results are as wanted, or None.

    `tried` carries out a word. It has reached its goal if no result differs: their number is then that of the results.
    """
    pins: list[_Pin] = []
    at, evidence, budget = 0, _EVIDENCE, [_BATCHES]
    while evidence < 8 * _EVIDENCE:
        samples, lost = list[tuple[int, int, bool]](), 0
        for word in _words(pins, budget):
            right, results = tried(word)
            if right == len(results):
                return word
            if right < at:
                lost += 1
            elif at < len(results):
                samples.append((word, results[at], right > at))
            found = _learned(samples, evidence, pins)
            if found is not None or lost > _LOST + len(samples) or len(samples) == _GIVE_UP:
                break
        else:
            return None
        if found is not None:
            pins += found
            at += 1
        elif lost > _LOST and pins:  # the last throw was not the one that decides
            at, evidence = 0, 2 * evidence
            pins = []
        else:
            return None
    return None


def _learned(samples: Sequence[tuple[int, int, bool]], evidence: int, pins: Sequence[_Pin]) -> list[_Pin] | None:
    """Return the throw that decides the next result, nothing if it always is as wanted, None if trials are too few."""
    words, labels, passed = zip(*samples, strict=True) if samples else ((), (), ())
    if all(passed) and len(samples) >= _ALWAYS:
        return []
    if not any(passed) or len(samples) < evidence + len(set(labels)):
        return None
    pin = _deciding(words, labels, passed.index(True), [pin[0] for pin in pins])
    return None if pin is None else [pin]


def _words(pins: Sequence[_Pin], budget: list[int]) -> Iterator[int]:
    """Yield words whose throws have all pinned results, as long as the budget of batches lasts.

    The pinned throw with the most sides comes out right by construction, and the generator is turned back from there.
    """
    rarest = max(pins, key=lambda pin: pin[1], default=(0, 1, 0, 1))
    later = sorted(pin for pin in pins if pin[0] > rarest[0])
    earlier = sorted((pin for pin in pins if pin[0] < rarest[0]), reverse=True)
    for batch in range(_BATCHES):
        budget[0] -= 1
        if budget[0] < 0:
            return
        words = _thrown_as(rarest, generators(np.arange(batch * _BATCH, (batch + 1) * _BATCH, dtype=np.uint64)))
        words = words[_following(words, rarest[0], later, _next)]
        found = _following(words, rarest[0], earlier, _previous)
        words = words[found]
        for _ in range(rarest[0]):
            words = _previous(words)
        yield from words.tolist()


def _thrown_as(pin: _Pin, coins: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return words whose next throw has a pinned result, one for each coin except the invalid ones."""
    _, sides, low, high = pin
    first, end = (-(-(each << 32) // sides) for each in (low, high))
    values = np.uint64(first) + (((coins >> _HALF) * np.uint64(end - first)) >> _HALF)
    carries = (coins & _LOW) ^ values
    return ((carries << _HALF) | (coins & _LOW))[(carries > 0) & (carries < _FACTOR - np.uint64(1))]


def _following(
    words: NDArray[np.uint64],
    at: int,
    pins: Sequence[_Pin],
    step: Callable[[NDArray[np.uint64]], NDArray[np.uint64]],
) -> NDArray[np.intp]:
    """Return which words have pinned results in other throws, in the direction of a step."""
    places = np.arange(len(words))
    for number, sides, low, high in pins:
        for _ in range(abs(number - at)):
            words = step(words)
        at = number
        results = _results(words, sides)
        fits = (results >= np.uint64(low)) & (results < np.uint64(high))
        words, places = words[fits], places[fits]
    return places


def _previous(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    return (words // _FACTOR) | ((words % _FACTOR) << _HALF)


def _next(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    return (words & _LOW) * _FACTOR + (words >> _HALF)


def _results(words: NDArray[np.uint64], sides: int) -> NDArray[np.uint64]:
    return (((words & _LOW) ^ (words >> _HALF)) * np.uint64(sides)) >> _HALF


def _deciding(words: Sequence[int], labels: Sequence[int], wanted: int, pinned: Sequence[int]) -> _Pin | None:
    """Return the throw that decides the results of trials, with the values that bring that of the wanted trial.

    It is not pinned yet, and has the fewest sides of which each brings one result. None if several could be it.
    """
    states = np.empty((len(words), _THROWS), np.uint64)
    states[:, 0] = words
    for number in range(1, _THROWS):
        states[:, number] = _next(states[:, number - 1])
    _, rows, which = np.unique(labels, return_index=True, return_inverse=True)
    alike = len(words) % _MANY == 0  # by then it is clear that several sides may bring the same result
    for sides in range(max(2, min(len(rows), _SIDES)), _SIDES):
        results = _results(states, sides)
        fits = _of_one_label(results, which, sides) if alike else _one_to_one(results, which, rows)
        fits[pinned] = False
        found = np.flatnonzero(fits)
        if len(found) == 1:
            side = int(results[wanted, found[0]])
            return int(found[0]), sides, side, side + 1
        if len(found) > 1:
            return None
    return None


def _one_to_one(results: NDArray[np.uint64], which: NDArray[np.intp], rows: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Return for which throws each result belongs to one label, and each label to one result."""
    own = results[rows]
    fits = (results == own[which]).all(axis=0) & (np.diff(np.sort(own, axis=0), axis=0) > 0).all(axis=0)
    return np.asarray(fits)


def _of_one_label(results: NDArray[np.uint64], which: NDArray[np.intp], sides: int) -> NDArray[np.bool_]:
    """Return for which throws each result belongs to one label."""
    fits = np.ones(results.shape[1], bool)
    for side in range(sides):
        here = results == np.uint64(side)
        lowest, highest = (
            edge(np.where(here, which[:, None], none), axis=0) for edge, none in ((np.min, len(which)), (np.max, -1))
        )
        fits &= lowest >= highest
    return fits
