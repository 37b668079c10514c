"""Exact chances of drawing what is missing, without replacement from a known pool.

>>> pool = {"red Weaver": 3, "blue Weaver": 4, "green Weaver": 0, "other": 13}
>>> by_draws(pool, ["red Weaver", "blue Weaver"], 6)
Fraction(5023, 9690)
>>> float(expected_draws(pool, ["red Weaver", "blue Weaver"]))
6.825
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from guildhall.core.errors import BadOdds, short

from .counting import Failures, failures
from .goal import Aim, Goal, Missing, Wanted, any_of, goal
from .pools import Pool, check_known, read_cards, read_draws, read_names, read_number, read_pool

__all__ = [
    "Deck",
    "Supply",
    "any_goal",
    "at_least",
    "by_draws",
    "chance_of",
    "curve",
    "distribution",
    "expected_draws",
]

Deck: TypeAlias = int | Sequence[str | None] | None
"""The size of the deck, or its cards, top last, `None` for an unknown one; `None` alone: all unseen cards."""

_NONE: dict[str, int] = {}


def by_draws(
    pool: Pool,
    missing: Missing,
    draws: int,
    *,
    wild: Wanted = (),
    need: int | None = None,
    deck: Deck = None,
    discard: Iterable[str] | Pool = (),
) -> Fraction:
    """The chance that `draws` cards bring one of each missing card, or of at least `need` of them.

    pool: copies by card of all that may be drawn; cards that have run out are listed with 0.
    missing: cards, or alternatives of which any one serves, like `("red Monk", "red Artificer")`.
    wild: a card that serves for any one of the missing, or several such cards.
    deck: how many cards of the pool lie in the deck, if others may be in other hands; or the deck itself, top last,
    with `None` for unknown cards, where the pool holds the unknown ones only.
    discard: the pile that is shuffled when the deck is empty; without it no draw goes beyond the deck.

    >>> pool = {"red Weaver": 4, "blue Weaver": 4, "Seeker": 5, "other": 107}
    >>> float(by_draws(pool, ["red Weaver", "blue Weaver"], 6))
    0.03031...
    >>> float(by_draws(pool, ["red Weaver", "blue Weaver"], 6, wild="Seeker"))
    0.10949...
    >>> by_draws({"red Weaver": 1, "other": 3}, ["red Weaver"], 4, deck=2, discard=["red Weaver", "other"])
    Fraction(1, 1)
    """
    wanted = goal(missing, wild=wild, need=need)
    if deck is None and not discard:
        return chance_of(pool, wanted, draws)
    supply = Supply.of(pool, deck, discard)
    supply.check(wanted)
    read_draws(draws, supply.deck + len(supply.pile))
    return supply.chance(wanted, draws, _NONE, Counter(supply.pile))


def curve(
    pool: Pool, missing: Missing, most: int | None = None, *, wild: Wanted = (), need: int | None = None
) -> tuple[Fraction, ...]:
    """The chance to have all that is missing after 0, 1, 2, … up to `most` draws (all cards if not given).

    >>> curve({"red Weaver": 1, "other": 3}, ["red Weaver"])
    (Fraction(0, 1), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(1, 1))
    """
    missed = _asked(pool, goal(missing, wild=wild, need=need))
    return tuple(missed.chance(draws) for draws in range(_horizon(most, missed.size) + 1))


def distribution(
    pool: Pool, missing: Missing, most: int | None = None, *, wild: Wanted = (), need: int | None = None
) -> tuple[Fraction, ...]:
    """The chance that just the n-th draw brings the last missing card, for n = 0, 1, 2, … up to `most`.

    The entries add up to the chance to have all within `most` draws.

    >>> distribution({"red Weaver": 2, "other": 2}, ["red Weaver"])
    (Fraction(0, 1), Fraction(1, 2), Fraction(1, 3), Fraction(1, 6), Fraction(0, 1))
    """
    until = curve(pool, missing, most, wild=wild, need=need)
    return (until[0], *(after - before for before, after in pairwise(until)))


def expected_draws(pool: Pool, missing: Missing, *, wild: Wanted = (), need: int | None = None) -> Fraction:
    """The mean number of draws until nothing is missing; an error if the pool cannot bring it.

    >>> expected_draws({"red Weaver": 4, "other": 116}, ["red Weaver"])
    Fraction(121, 5)
    """
    return _asked(pool, goal(missing, wild=wild, need=need)).expected_draws()


def at_least(pool: Pool, wanted: Missing, k: int, draws: int, *, wild: Wanted = (), copies: bool = False) -> Fraction:
    """The chance of at least `k` different of the wanted cards; with `copies`, of at least `k` cards among them.

    >>> pool = {"red Weaver": 4, "blue Weaver": 4, "other": 112}
    >>> float(at_least(pool, ["red Weaver", "blue Weaver"], 1, 6))
    0.34503...
    >>> at_least(pool, ["red Weaver", "blue Weaver"], 2, 6) == by_draws(pool, ["red Weaver", "blue Weaver"], 6)
    True
    >>> float(at_least(pool, ["red Weaver", "blue Weaver"], 2, 6, copies=True))
    0.05122...
    """
    return chance_of(pool, _copies(wanted, wild, k) if copies else goal(wanted, wild=wild, need=k), draws)


def any_goal(
    pool: Pool,
    goals: Mapping[str, Missing],
    k: int | Mapping[str, int],
    draws: int,
    *,
    wild: Mapping[str, Wanted] | None = None,
) -> Fraction:
    """The chance to reach one of several goals: `k` different of its cards; `k` and `wild` may differ by goal.

    >>> suits = ("red", "blue", "green", "yellow", "purple")
    >>> goals = {name: [f"{suit} {name}" for suit in suits] for name in ("Weaver", "Farmer", "Trader")}
    >>> pool = {card: 4 for cards in goals.values() for card in cards}
    >>> float(any_goal(pool, goals, 3, 6))
    0.58692...
    """
    return chance_of(pool, any_of(goals, k, wild=wild), draws)


def chance_of(pool: Pool, wanted: Goal, draws: int) -> Fraction:
    """The chance that so many cards of a pool reach a goal."""
    missed = _asked(pool, wanted)
    return missed.chance(read_draws(draws, missed.size))


def _copies(wanted: Missing, wild: Wanted, k: int) -> Goal:
    """Where copies count, every wanted card serves like a wild one."""
    named = goal(wanted, wild=wild)
    return Goal((Aim((), named.cards, read_number("k", k)),))


def _asked(pool: Pool, wanted: Goal) -> Failures:
    read_pool(pool)
    check_known(wanted.cards, pool)
    return failures(wanted, pool, _NONE, _NONE)


def _horizon(most: int | None, size: int) -> int:
    return size if most is None else read_draws(read_number("most", most, least=1), size)


# --- Deck and discard pile ---


@dataclass(frozen=True)
class Supply:
    """Where cards are drawn from: unseen cards, how many of them lie in the deck and where, and the discard pile."""

    pool: Pool
    deck: int
    places: tuple[str | None, ...]  # of the deck, top first; empty if nothing is known
    pile: tuple[str, ...]  # top last
    keeps_top: bool

    @classmethod
    def of(cls, pool: Pool, deck: Deck, discard: Iterable[str] | Pool, *, keeps_top: bool = False) -> Supply:
        """A supply, after a look at every part of it."""
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
        """Orders of discarding that differ for the next deck, each with the cards of the next deck."""
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
        """How many cards really come: as many as there are."""
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
        raise BadOdds(f"deck must be a number of cards or a list of them, not {short(deck)}")
    read_names("deck", (card for card in deck if card is not None))
    return tuple(reversed(deck))
