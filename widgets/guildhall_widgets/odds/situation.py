"""The question of the odds explorer: some colours of a chapter are missing, and cards are drawn; drawn hands try it.

One shuffled deck serves for every number of draws at once, so moving that slider throws nothing away.

>>> situation = Situation(seen=(2,), draws=6, unseen=90)
>>> situation.left, situation.chance
((2,), Fraction(173, 1335))
>>> round(float(situation.mean), 2)
30.33
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from guildhall import odds
from guildhall.core.errors import BadOdds, short
from guildhall.core.typed import number_within, whole_number
from guildhall.games.guildhall.language import COLOURS

__all__ = [
    "COPIES",
    "HAND",
    "LARGEST_DECK",
    "MOST_COLOURS",
    "PRESETS",
    "WHOLE_DECK",
    "Batch",
    "Hands",
    "Situation",
    "read_whole",
]

#: Of every card there are four (rule 1), a refresh draws up to six (rule 11), six professions make the usual deck.
MOST_COLOURS = len(COLOURS)
COPIES = 4
HAND = 6
WHOLE_DECK = 120
LARGEST_DECK = 480  # all twenty-four professions


def read_whole(name: str, value: object, low: int, high: int) -> int:
    """A whole number from a reader, who may have typed anything.

    >>> read_whole("cards drawn", "7", 0, 20)
    7
    >>> read_whole("cards drawn", "many", 0, 20)
    Traceback (most recent call last):
    guildhall.core.errors.BadOdds: cards drawn must be a whole number from 0 to 20, not 'many'
    """
    number = number_within(whole_number(value) if isinstance(value, str) else value, low, high)
    if number is None:
        raise BadOdds(f"{name} must be a whole number from {low} to {high}, not {short(value)}")
    return number


@dataclass(frozen=True)
class Situation:
    """Missing colours with the copies seen of each, the cards unseen, the cards drawn, and how many colours are wanted.

    kept: cards kept in hand at a refresh, which draws up to six.
    """

    seen: tuple[int, ...]
    draws: int = HAND
    kept: int = 0
    unseen: int = WHOLE_DECK
    need: int | None = None

    def __post_init__(self) -> None:
        read_whole("colours missing", len(self.seen), 1, MOST_COLOURS)
        for colour, seen in zip(COLOURS, self.seen, strict=False):
            read_whole(f"copies of {colour} seen", seen, 0, COPIES)
        read_whole("unseen cards", self.unseen, self.least_unseen, LARGEST_DECK)
        read_whole("cards drawn", self.draws, 0, self.unseen)
        read_whole("cards kept", self.kept, 0, HAND)
        read_whole("colours wanted", self.wanted, 1, self.missing)

    # What is asked

    @property
    def missing(self) -> int:
        """How many colours are missing."""
        return len(self.seen)

    @property
    def wanted(self) -> int:
        """How many of the missing colours are wanted."""
        return self.missing if self.need is None else self.need

    @property
    def colours(self) -> tuple[str, ...]:
        """The missing colours."""
        return COLOURS[: self.missing]

    @property
    def left(self) -> tuple[int, ...]:
        """Unseen copies of each missing colour."""
        return tuple(COPIES - seen for seen in self.seen)

    @property
    def least_unseen(self) -> int:
        """The missing cards themselves are among the unseen."""
        return max(sum(COPIES - seen for seen in self.seen), 1)

    @property
    def pool(self) -> dict[str, int]:
        """The unseen cards as `guildhall.odds` wants them."""
        return {**dict(zip(self.colours, self.left, strict=True)), "other": self.unseen - sum(self.left)}

    @property
    def by_refresh(self) -> int:
        """Cards that one refresh draws."""
        return HAND - self.kept

    def with_missing(self, number: int) -> Situation:
        """The same with another number of colours missing; a new one has been seen as often as the last."""
        seen = (self.seen + (self.seen[-1],) * number)[:number]
        return self._fitted(seen, None)

    def with_seen(self, colour: int | None, copies: int) -> Situation:
        """The same with so many copies seen of one colour, or of each."""
        seen = tuple(copies if colour in (None, place) else old for place, old in enumerate(self.seen))
        return self._fitted(seen, self.need)

    def _fitted(self, seen: tuple[int, ...], need: int | None) -> Situation:
        unseen = max(self.unseen, len(seen) * COPIES - sum(seen))
        return replace(self, seen=seen, need=need, unseen=unseen)

    def with_unseen(self, number: int) -> Situation:
        """The same with another number of unseen cards."""
        return replace(self, unseen=number, draws=min(self.draws, number))

    def with_kept(self, number: int) -> Situation:
        """The same at the next refresh, keeping so many cards."""
        return replace(self, kept=number, draws=min(HAND - number, self.unseen))

    # What is true

    @cached_property
    def curve(self) -> tuple[Fraction, ...]:
        """The chance by the number of draws, from 0 to all cards."""
        return _curve(tuple(sorted(self.left)), self.unseen, self.wanted)

    @property
    def chance(self) -> Fraction:
        """The chance with the chosen number of draws."""
        return self.curve[self.draws]

    @property
    def can_be(self) -> bool:
        """Whether the unseen cards hold what is wanted."""
        return self.curve[-1] == 1

    @cached_property
    def waiting(self) -> tuple[Fraction, ...]:
        """The chance that just the n-th draw brings the last card wanted, by n."""
        return (self.curve[0], *(after - before for before, after in pairwise(self.curve)))

    @cached_property
    def mean(self) -> Fraction | None:
        """The mean number of draws until all that is wanted is there; None if it never will be."""
        return odds.draws.expected(self.pool, self.colours, need=self.need) if self.can_be else None

    def enough_for(self, chance: Fraction) -> int | None:
        """The fewest draws that reach a chance; None if none does.

        >>> Situation(seen=(0,), unseen=40).enough_for(Fraction(1, 2))
        7
        """
        return next((draws for draws, p in enumerate(self.curve) if p >= chance), None)


@lru_cache(maxsize=256)  # a slider comes by the same numbers again and again
def _curve(left: tuple[int, ...], unseen: int, wanted: int) -> tuple[Fraction, ...]:
    pool = {**dict(zip(COLOURS, left, strict=False)), "other": unseen - sum(left)}
    return odds.draws.curve(pool, COLOURS[: len(left)], need=wanted)


PRESETS: Mapping[str, Situation] = MappingProxyType(
    {
        "One colour missing, two copies seen": Situation(seen=(2,), unseen=90),
        "Two colours missing, none seen": Situation(seen=(0, 0), unseen=100),
        "The last copy of one colour": Situation(seen=(3,), unseen=60),
        "Next refresh, three cards kept": Situation(seen=(1, 1), kept=3, draws=3, unseen=80),
        "Next refresh, nothing kept": Situation(seen=(1, 1), kept=0, draws=6, unseen=80),
        "Nine-card opening: any three colours of a profession": Situation(seen=(0,) * 5, draws=9, need=3),
        "Nine-card opening: all five colours": Situation(seen=(0,) * 5, draws=9),
        "A colour that is gone for good": Situation(seen=(1, 4), unseen=60),
    }
)
"""Situations to begin with, by what a player calls them."""


# --- Drawn hands: decks shuffled one after the other, and how many draws each needs ---

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
