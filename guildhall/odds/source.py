"""Where cards are drawn from: unseen cards, the deck among them with what is known of it, and the discard pile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from guildhall.core.errors import BadOdds

from .goals import Goal
from .pools import Pool, check_known, read_cards, read_names, read_number, read_pool
from .shortfall import failures

__all__ = ["Deck", "Source"]

Deck: TypeAlias = int | Sequence[str | None] | None
"""The size of the deck, or its cards, top last, `None` for an unknown one; `None` alone: all unseen cards."""


@dataclass(frozen=True)
class Source:
    """Unseen cards, how many of them lie in the deck, the deck's known places, and the discard pile."""

    pool: Pool
    deck: int
    places: tuple[str | None, ...]  # of the deck, top first; empty if nothing is known
    pile: tuple[str, ...]  # top last
    keeps_top: bool

    @classmethod
    def of(cls, pool: Pool, deck: Deck, discard: Iterable[str] | Pool, *, keeps_top: bool = False) -> Source:
        """A source, after a look at every part of it."""
        if keeps_top and isinstance(discard, Mapping):
            raise BadOdds("where the top card of the pile stays, discard must be a list, top last")
        size = read_pool(pool)
        places = () if deck is None or isinstance(deck, int) else _read_places(deck)
        lying = size if deck is None else read_number("deck", deck) if isinstance(deck, int) else len(places)
        known = sum(card is not None for card in places)
        if lying - known > size:
            raise BadOdds(f"{lying - known} unknown cards of the deck cannot be dealt from a pool of {size}")
        return cls(pool, lying, places, read_cards("discard", discard), keeps_top)

    def check(self, goal: Goal, hand: Iterable[str] = ()) -> None:
        """Refuse a goal about cards that are nowhere."""
        known = dict.fromkeys((*self.pile, *hand, *filter(None, self.places)), 0)
        check_known(goal.cards, {**known, **self.pool})

    def is_enough(self, draws: int) -> bool:
        """Whether the deck need not be shuffled anew."""
        return draws <= self.deck

    def orders(self, thrown: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Counter[str]]]:
        """Orders of discarding that differ for the next deck, each with the cards of the next deck (rule 16)."""
        if not self.keeps_top:
            yield thrown, Counter(self.pile + thrown)
        elif not thrown:
            yield thrown, Counter(self.pile[:-1])
        else:
            for top in dict.fromkeys(thrown):
                place = thrown.index(top)
                rest = thrown[:place] + thrown[place + 1 :]
                yield (*rest, top), Counter(self.pile + rest)

    def drawn(self, draws: int, pile: Counter[str]) -> int:
        """How many cards really come: as many as there are (rule 16)."""
        return min(draws, self.deck + pile.total())

    def chance(self, goal: Goal, draws: int, held: Mapping[str, int], pile: Counter[str]) -> Fraction:
        """The chance of a goal after some draws: known cards come for certain, unknown ones from the pool."""
        from_deck = min(draws, self.deck)
        from_pile = self.drawn(draws, pile) - from_deck
        coming = Counter(card for card in self.places[:from_deck] if card is not None)
        unknown = from_deck - coming.total()
        behind = pile if from_pile else {}
        return failures(goal, self.pool, behind, coming + Counter(held)).chance(unknown, from_pile)


def _read_places(deck: Sequence[str | None]) -> tuple[str | None, ...]:
    if isinstance(deck, str) or not isinstance(deck, Sequence):
        raise BadOdds(f"deck must be a number of cards or a list of them, not {deck!r}")
    read_names("deck", (card for card in deck if card is not None))
    return tuple(reversed(deck))
