"""The question of the odds explorer: the chance that a draw brings missing colours, with drawn hands as a test.

One shuffled deck is used for every number of draws at once, so moving that slider discards nothing.

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

# There are four copies of every card (rule 1), a refresh draws up to six cards (rule 11), and six professions make the
# usual deck.
MOST_COLOURS = len(COLOURS)
COPIES = 4
HAND = 6
WHOLE_DECK = 120
LARGEST_DECK = 480  # all twenty-four professions


def read_whole(name: str, value: object, low: int, high: int) -> int:
    """Return a whole number typed by a reader, or raise BadOdds.

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
    """Missing colours with the copies seen of each, and the numbers of unseen cards, drawn cards and wanted colours.

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

    # The question

    @property
    def missing(self) -> int:
        """The number of missing colours."""
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
        """The minimum number of unseen cards, which include the missing ones."""
        return max(sum(COPIES - seen for seen in self.seen), 1)

    @property
    def pool(self) -> dict[str, int]:
        """The unseen cards in the format of `guildhall.odds`."""
        return {**dict(zip(self.colours, self.left, strict=True)), "other": self.unseen - sum(self.left)}

    @property
    def by_refresh(self) -> int:
        """The number of cards one refresh draws."""
        return HAND - self.kept

    def with_missing(self, number: int) -> Situation:
        """Return the situation with another number of missing colours.

        A new colour has been seen as often as the last one.
        """
        seen = (self.seen + (self.seen[-1],) * number)[:number]
        return self._fitted(seen, None)

    def with_seen(self, colour: int | None, copies: int) -> Situation:
        """Return the situation with `copies` seen of one colour, or of each."""
        seen = tuple(copies if colour in (None, place) else old for place, old in enumerate(self.seen))
        return self._fitted(seen, self.need)

    def _fitted(self, seen: tuple[int, ...], need: int | None) -> Situation:
        unseen = max(self.unseen, len(seen) * COPIES - sum(seen))
        return replace(self, seen=seen, need=need, unseen=unseen)

    def with_unseen(self, number: int) -> Situation:
        """Return the situation with another number of unseen cards."""
        return replace(self, unseen=number, draws=min(self.draws, number))

    def with_kept(self, number: int) -> Situation:
        """Return the situation at the next refresh, keeping `number` cards."""
        return replace(self, kept=number, draws=min(HAND - number, self.unseen))

    # The result

    @cached_property
    def curve(self) -> tuple[Fraction, ...]:
        """The chance by number of draws, from 0 to all cards."""
        return _curve(tuple(sorted(self.left)), self.unseen, self.wanted)

    @property
    def chance(self) -> Fraction:
        """The chance with the chosen number of draws."""
        return self.curve[self.draws]

    @property
    def can_be(self) -> bool:
        """True if the unseen cards include everything wanted."""
        return self.curve[-1] == 1

    @cached_property
    def waiting(self) -> tuple[Fraction, ...]:
        """The chance that exactly the n-th draw brings the last wanted card, by n."""
        return (self.curve[0], *(after - before for before, after in pairwise(self.curve)))

    @cached_property
    def mean(self) -> Fraction | None:
        """The mean number of draws until everything wanted is there, None if that is impossible."""
        return odds.draws.expected(self.pool, self.colours, need=self.need) if self.can_be else None

    def enough_for(self, chance: Fraction) -> int | None:
        """Return the fewest draws that reach a chance, or None if none does.

        >>> Situation(seen=(0,), unseen=40).enough_for(Fraction(1, 2))
        7
        """
        return next((draws for draws, p in enumerate(self.curve) if p >= chance), None)


@lru_cache(maxsize=256)  # sliders request the same numbers repeatedly
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
"""Initial situations by name."""


# --- Drawn hands: decks shuffled one after another, and the number of draws each needs ---

FIRST = 10
MOST = 20_000
GROWTH = 8  # a batch is an eighth of all previous hands, so that dots are evenly spaced on a logarithmic scale

Batch = NDArray[np.int64]
"""The number of hands that needed 0, 1, 2, … draws. The last entry counts hands that no draw completes."""


class Hands:
    """Random hands drawn from a seed, in growing batches.

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
        self.waits: Batch = np.zeros(situation.unseen + 2, np.int64)  # hands that needed exactly n draws, by n

    # The hands so far

    @property
    def number(self) -> int:
        """The number of hands drawn so far."""
        return int(self.waits.sum())

    @property
    def done(self) -> Batch:
        """The number of hands complete after n draws, by n."""
        return np.cumsum(self.waits)[:-1]

    @property
    def is_full(self) -> bool:
        """True if no more hands will be drawn."""
        return self.number >= MOST

    def history(self, draws: int) -> list[tuple[int, int, float]]:
        """Return after each batch: all hands, those complete within `draws`, and the share of this batch alone."""
        found, number, hits = [], 0, 0
        for batch in tuple(self._drawn):
            size, now = int(batch.sum()), int(batch[: draws + 1].sum())
            number, hits = number + size, hits + now
            found.append((number, hits, now / size))
        return found

    # Drawing

    def add(self, batch: Batch) -> None:
        """Store a batch. Another thread sees the hands either before or after it."""
        self._drawn.append(batch)
        self.waits = self.waits + batch

    def batches(self, until: int = MOST) -> Iterator[Batch]:
        """Yield more batches. Each must be stored before the next is requested."""
        while (number := self.number) < until:
            yield self._draw(min(max(FIRST, number // GROWTH), until - number))

    def _draw(self, size: int) -> Batch:
        """Shuffle `size` decks and count how many draws each needs."""
        situation = self.situation
        deck = np.repeat(np.arange(len(situation.pool)), list(situation.pool.values()))
        decks = self._coins.permuted(np.tile(deck, (size, 1)), axis=1)
        waits = [self._first(decks == colour) for colour in range(situation.missing)]
        last = np.sort(waits, axis=0)[situation.wanted - 1]
        return np.bincount(last, minlength=situation.unseen + 2)

    def _first(self, there: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return the draw that brings the first card of a colour, or one more than the number of cards if none does."""
        return np.where(there.any(axis=1), there.argmax(axis=1) + 1, self.situation.unseen + 1)
