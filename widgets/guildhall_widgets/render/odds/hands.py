"""Drawn hands: decks shuffled one after the other, and how many draws each needs.

One shuffled deck serves for every number of draws at once, so moving that slider throws nothing away.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from .situation import Situation

__all__ = ["Batch", "Hands"]

FIRST = 10
MOST = 20_000
GROWTH = 8  # a batch is an eighth of all hands before it, so that dots come at a steady pace on a scale of powers

Batch = NDArray[np.int64]
"""How many hands needed 0, 1, 2, … draws; the last entry counts those that all cards do not complete."""


class Hands:
    """Hands drawn by chance from a seed, in batches that grow.

    >>> hands = Hands(Situation(seen=(0,), unseen=40), seed=1)
    >>> for batch in hands.batches(until=100):
    ...     hands.add(batch)
    >>> hands.number >= 100, int(hands.done[40]) == hands.number
    (True, True)
    """

    first = FIRST
    most = MOST

    def __init__(self, situation: Situation, seed: int) -> None:
        self.situation = situation
        self.seed = seed
        self._coins = np.random.Generator(np.random.PCG64(seed))
        self._drawn: list[Batch] = []
        self.waits: Batch = np.zeros(situation.unseen + 2, np.int64)  # hands that needed just n draws, by n

    # What has been drawn

    @property
    def number(self) -> int:
        """Hands drawn so far."""
        return int(self.waits.sum())

    @property
    def done(self) -> Batch:
        """How many hands are complete after n draws, by n."""
        return np.cumsum(self.waits)[:-1]

    @property
    def is_full(self) -> bool:
        """Whether no more will be drawn."""
        return self.number >= MOST

    def history(self, draws: int) -> list[tuple[int, int, float]]:
        """After each batch: hands so far, those complete with so many draws, and the share of this batch alone."""
        found, number, hits = [], 0, 0
        for batch in tuple(self._drawn):
            size, now = int(batch.sum()), int(batch[: draws + 1].sum())
            number, hits = number + size, hits + now
            found.append((number, hits, now / size))
        return found

    # Drawing

    def add(self, batch: Batch) -> None:
        """Keep a batch; whoever looks from another thread sees the hands before it or after it."""
        self._drawn.append(batch)
        self.waits = self.waits + batch

    def batches(self, until: int = MOST) -> Iterator[Batch]:
        """More batches, each to be kept before the next is asked for."""
        while (number := self.number) < until:
            yield self._draw(min(max(FIRST, number // GROWTH), until - number))

    def _draw(self, size: int) -> Batch:
        """Shuffle so many decks and count how many draws each needs."""
        situation = self.situation
        deck = np.repeat(np.arange(len(situation.pool)), list(situation.pool.values()))
        decks = self._coins.permuted(np.tile(deck, (size, 1)), axis=1)
        waits = [self._first(decks == colour) for colour in range(situation.missing)]
        last = np.sort(waits, axis=0)[situation.wanted - 1]
        return np.bincount(last, minlength=situation.unseen + 2)

    def _first(self, there: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The draw that brings the first of a colour; one more than there are cards if none does."""
        return np.where(there.any(axis=1), there.argmax(axis=1) + 1, self.situation.unseen + 1)
