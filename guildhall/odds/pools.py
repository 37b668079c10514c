"""Pools: cards and how many copies of each there are to draw from; every question is checked here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from guildhall.core.errors import BadOdds, did_you_mean, nearest, short
from guildhall.core.game import Game

__all__ = [
    "MOST_CARDS",
    "Pool",
    "check_known",
    "read_cards",
    "read_draws",
    "read_game",
    "read_names",
    "read_number",
    "read_pool",
]

Pool: TypeAlias = Mapping[str, int]
"""Copies by card; a card that has run out is listed with 0."""

#: Every number of cards is smaller, so that two of them fit into one number (see `counting`).
MOST_CARDS = 1 << 20

#: No number that is asked about is larger: it fits into what kernels count with.
LARGEST = 1_000_000_000


def read_number(name: str, value: object, *, least: int = 0) -> int:
    """A whole number that is large enough.

    >>> read_number("draws", -1)
    Traceback (most recent call last):
    guildhall.core.errors.BadOdds: draws must be a whole number from 0 on, not -1
    """
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise BadOdds(f"{name} must be a whole number from {least} on, not {short(value)}")
    if value > LARGEST:
        raise BadOdds(f"{name} must be {LARGEST:,} at the most")
    return value


def read_game(game: object) -> Game:
    """A game to ask about.

    >>> read_game(3)
    Traceback (most recent call last):
    guildhall.core.errors.BadOdds: expected a game, such as gh.new_game("guildhall"), got 3
    """
    if not isinstance(game, Game):
        raise BadOdds(f'expected a game, such as gh.new_game("guildhall"), got {short(game)}')
    return game


def read_pool(pool: Pool) -> int:
    """The number of cards in a pool, after a look at every count.

    >>> read_pool({"red Weaver": 4, "blue Weaver": 0})
    4
    """
    if not isinstance(pool, Mapping):
        raise BadOdds(f'a pool must give copies by card, like {{"red Weaver": 4}}, not {short(pool)}')
    read_names("a pool", pool)
    for card, copies in pool.items():
        if type(copies) is not int or copies < 0:
            read_number(f"the copies of {short(card)}", copies)
    size = sum(pool.values())
    if size >= MOST_CARDS:
        raise BadOdds(f"a pool holds fewer than {MOST_CARDS} cards, not {short(size)}")
    return size


def read_draws(draws: int, size: int) -> int:
    """A number of draws that the pool can give."""
    if read_number("draws", draws) > size:
        raise BadOdds(f"{draws} cards cannot be drawn from a pool of {size}")
    return draws


def read_names(what: str, names: str | Iterable[str]) -> tuple[str, ...]:
    """One card or several, by name."""
    cards = (names,) if isinstance(names, str) else tuple(names) if isinstance(names, Iterable) else (names,)
    for card in cards:
        if not isinstance(card, str):
            raise BadOdds(f"{what} must name cards, not {short(card)}")
    return cards


def read_cards(what: str, cards: Iterable[str] | Pool) -> tuple[str, ...]:
    """The cards of a hand or pile, given as a list or as copies by card.

    >>> read_cards("hand", {"red Weaver": 2})
    ('red Weaver', 'red Weaver')
    """
    if isinstance(cards, Mapping):
        read_pool(cards)
        return tuple(Counter(cards).elements())
    if isinstance(cards, str):
        raise BadOdds(f"{what} must be a list of cards, like [{short(cards)}]")
    return read_names(what, cards)


def check_known(cards: Iterable[str], pool: Pool) -> None:
    """Refuse cards that the pool does not list: most likely their names are misspelt."""
    for card in cards:
        if card not in pool:
            close = did_you_mean(nearest(card, pool))
            raise BadOdds(f"{short(card)} is not in the pool{close or '; list it with 0 copies if it has run out'}")
