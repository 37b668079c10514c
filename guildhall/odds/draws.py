"""Exact chances of drawing what is missing, without replacement from a known pool.

>>> pool = {"red Weaver": 3, "blue Weaver": 4, "green Weaver": 0, "other": 13}
>>> by_draws(pool, ["red Weaver", "blue Weaver"], 6)
Fraction(5023, 9690)
>>> float(expected_draws(pool, ["red Weaver", "blue Weaver"]))
6.825
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import pairwise

from .goals import Aim, Goal, Missing, Wanted, any_of, goal
from .pools import Pool, check_known, read_draws, read_number, read_pool
from .shortfall import failures
from .source import Deck, Source
from .ways import Failures

__all__ = [
    "any_chapter",
    "at_least",
    "by_draws",
    "curve",
    "distribution",
    "expected_draws",
]

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
    missing: cards, or alternatives of which any one serves (`("red Monk", "red Artificer")` in a Mega-Saga).
    wild: a card that serves for any one of the missing (a Chapter Master), or several such cards.
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
        missed = _asked(pool, wanted)
        return missed.chance(read_draws(draws, missed.size))
    source = Source.of(pool, deck, discard)
    source.check(wanted)
    read_draws(draws, source.deck + len(source.pile))
    return source.chance(wanted, draws, _NONE, Counter(source.pile))


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
    asked = _copies(wanted, wild, k) if copies else goal(wanted, wild=wild, need=k)
    missed = _asked(pool, asked)
    return missed.chance(read_draws(draws, missed.size))


def any_chapter(
    pool: Pool,
    chapters: Mapping[str, Missing],
    k: int | Mapping[str, int],
    draws: int,
    *,
    wild: Mapping[str, Wanted] | None = None,
) -> Fraction:
    """The chance that some chapter gets `k` different of its cards; `k` and `wild` may differ by chapter.

    >>> colours = ("red", "blue", "green", "yellow", "purple")
    >>> chapters = {name: [f"{colour} {name}" for colour in colours] for name in ("Weaver", "Farmer", "Trader")}
    >>> pool = {card: 4 for cards in chapters.values() for card in cards}
    >>> float(any_chapter(pool, chapters, 3, 6))
    0.58692...
    """
    missed = _asked(pool, any_of(chapters, k, wild=wild))
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
