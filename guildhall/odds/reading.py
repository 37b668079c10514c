"""Read and check the arguments of odds: numbers, games, pools of cards and goals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeAlias

from guildhall.core.errors import BadOdds, did_you_mean, nearest, short
from guildhall.core.game import Game

__all__ = [
    "MOST_CARDS",
    "Aim",
    "Goal",
    "Missing",
    "Pool",
    "Wanted",
    "any_of",
    "check_known",
    "goal",
    "in_range",
    "read_cards",
    "read_draws",
    "read_game",
    "read_goal",
    "read_names",
    "read_number",
    "read_pool",
]

Pool: TypeAlias = Mapping[str, int]
"""Copies by card. A card that has run out is listed with 0."""

#: An upper bound on numbers of cards, so that two of them fit into one integer (see `counting`).
MOST_CARDS = 1 << 20

#: The largest number accepted as an argument, within the range that kernels can handle.
LARGEST = 1_000_000_000


def read_number(name: str, value: object, *, least: int = 0) -> int:
    """Return a whole number of at least `least`.

    >>> read_number("draws", -1)
    Traceback (most recent call last):
    guildhall.core.errors.BadOdds: draws must be a whole number of at least 0, not -1
    """
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise BadOdds(f"{name} must be a whole number of at least {least}, not {short(value)}")
    if value > LARGEST:
        raise BadOdds(f"{name} must be at most {LARGEST:,}")
    return value


def in_range(name: str, value: int, least: int, most: int) -> int:
    """Return a whole number within bounds."""
    if isinstance(value, int) and value > most:
        raise BadOdds(f"{name} must be at most {most}, not {short(value)}")
    return read_number(name, value, least=least)


def read_game(game: object) -> Game:
    """Return the argument if it is a game, or raise BadOdds.

    >>> read_game(3)
    Traceback (most recent call last):
    guildhall.core.errors.BadOdds: expected a game, such as gh.new_game("guildhall"), got 3
    """
    if not isinstance(game, Game):
        raise BadOdds(f'expected a game, such as gh.new_game("guildhall"), got {short(game)}')
    return game


# --- Pools ---


def read_pool(pool: Pool) -> int:
    """Check every count of a pool and return the number of its cards.

    >>> read_pool({"red Weaver": 4, "blue Weaver": 0})
    4
    """
    if not isinstance(pool, Mapping):
        raise BadOdds(f'a pool must map cards to copies, like {{"red Weaver": 4}}, not {short(pool)}')
    read_names("a pool", pool)
    for card, copies in pool.items():
        if type(copies) is not int or copies < 0:
            read_number(f"the copies of {short(card)}", copies)
    size = sum(pool.values())
    if size >= MOST_CARDS:
        raise BadOdds(f"a pool must have fewer than {MOST_CARDS} cards, not {short(size)}")
    return size


def read_draws(draws: int, size: int) -> int:
    """Return a number of draws, if a pool of this size allows it."""
    if read_number("draws", draws) > size:
        raise BadOdds(f"cannot draw {draws} cards from a pool of {size}")
    return draws


def read_names(what: str, names: str | Iterable[str]) -> tuple[str, ...]:
    """Return the names of one or several cards."""
    cards = (names,) if isinstance(names, str) else tuple(names) if isinstance(names, Iterable) else (names,)
    for card in cards:
        if not isinstance(card, str):
            raise BadOdds(f"{what} must name cards, not {short(card)}")
    return cards


def read_cards(what: str, cards: Iterable[str] | Pool) -> tuple[str, ...]:
    """Return the cards of a hand or pile, given as a list or as copies by card.

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
    """Raise an error for cards that the pool does not list, which are most likely misspelt."""
    for card in cards:
        if card not in pool:
            close = did_you_mean(nearest(card, pool))
            raise BadOdds(f"{short(card)} is not in the pool{close or '; list it with 0 copies if it has run out'}")


# --- Goals ---

Wanted: TypeAlias = str | Iterable[str]
"""A card, or alternatives of which any one serves."""

Missing: TypeAlias = Iterable[Wanted]
"""Cards or alternatives, all of them missing."""


@dataclass(frozen=True)
class Aim:
    """At least `need` of the missing. A card serves one of them, a wild card any one."""

    missing: tuple[frozenset[str], ...]
    wild: frozenset[str]
    need: int

    @cached_property
    def roles(self) -> dict[str, int]:
        """The missing things that each card except wild ones serves, as bits."""
        roles: dict[str, int] = {}
        for place, cards in enumerate(self.missing):
            for card in cards - self.wild:
                roles[card] = roles.get(card, 0) | 1 << place
        return roles

    @property
    def cards(self) -> frozenset[str]:
        """All cards that serve."""
        return self.wild.union(*self.missing)


@dataclass(frozen=True)
class Goal:
    """One or more aims without common cards, of which one is enough: `goal(…)` has one aim, `any_of(…)` several."""

    aims: tuple[Aim, ...]

    @cached_property
    def cards(self) -> frozenset[str]:
        """All cards that serve."""
        return frozenset().union(*(aim.cards for aim in self.aims))


def goal(missing: Missing, *, wild: Wanted = (), need: int | None = None) -> Goal:
    """Return the goal of having one of each missing card, or of at least `need` of them. Wild cards serve for any.

    Every card serves for only one, so a card named twice is wanted twice.

    >>> weavers = goal(["red Weaver", "blue Weaver", "green Weaver"], need=2, wild="Seeker")
    >>> sorted(weavers.cards)
    ['Seeker', 'blue Weaver', 'green Weaver', 'red Weaver']
    """
    return _one_aim(_groups(missing), _group("wild", wild), None if need is None else read_number("need", need))


@lru_cache(maxsize=1024)  # the same goal is often used with many pools
def _one_aim(groups: tuple[frozenset[str], ...], wild: frozenset[str], need: int | None) -> Goal:
    return Goal((_aim(groups, wild, need),))


def any_of(
    goals: Mapping[str, Missing], k: int | Mapping[str, int], *, wild: Mapping[str, Wanted] | None = None
) -> Goal:
    """Return the goal of having `k` different cards of one of several goals. `k` and `wild` may differ by goal.

    >>> pairs = any_of({"Weaver": ["red Weaver", "blue Weaver"], "Farmer": ["red Farmer", "blue Farmer"]}, 2)
    >>> len(pairs.aims)
    2
    """
    if not isinstance(goals, Mapping) or not goals:
        raise BadOdds('goals must name cards by goal, like {"Weaver": ["red Weaver", "blue Weaver"]}')
    needs = k if isinstance(k, Mapping) else dict.fromkeys(goals, k)
    wilds = wild or {}
    if not isinstance(wilds, Mapping):
        raise BadOdds('wild must name a card by goal here, like {"Weaver": "Seeker"}')
    for what, given in (("k", needs), ("wild", wilds)):
        if unknown := set(given) - set(goals):
            raise BadOdds(f"{what} names unknown goals: {', '.join(sorted(map(str, unknown)))}")
    if left_out := set(goals) - set(needs):
        raise BadOdds(f"k has no entry for {', '.join(sorted(left_out))}")
    aims = tuple(
        _aim(_groups(missing), _group("wild", wilds.get(name, ())), needs[name]) for name, missing in goals.items()
    )
    _check_apart(aims, tuple(goals))
    return Goal(aims)


def read_goal(wanted: Goal | Missing, *, wild: Wanted = (), need: int | None = None) -> Goal:
    """Return a goal unchanged, or the goal of having all cards of a list."""
    if not isinstance(wanted, Goal):
        return goal(wanted, wild=wild, need=need)
    if wild or need is not None:
        raise BadOdds("wild and need can only be given with a list of cards, since a goal contains them already")
    return wanted


def _groups(missing: Missing) -> tuple[frozenset[str], ...]:
    if isinstance(missing, str) or not isinstance(missing, Iterable):
        raise BadOdds(f"missing must be a list of cards, like [{short(missing)}]")
    return tuple([_group("missing", cards) for cards in missing])


def _group(what: str, cards: Wanted) -> frozenset[str]:
    return frozenset((cards,)) if isinstance(cards, str) else frozenset(read_names(what, cards))


def _aim(groups: tuple[frozenset[str], ...], wild: frozenset[str], need: int | None) -> Aim:
    if not all(groups):
        raise BadOdds("missing holds an empty list of alternatives, which no card can serve")
    least = len(groups) if need is None else read_number("need", need)
    if least > len(groups):
        raise BadOdds(f"cannot have {least} of {len(groups)} missing cards")
    return Aim(groups, wild | _serving_all(groups), least)


def _serving_all(groups: tuple[frozenset[str], ...]) -> frozenset[str]:
    """Return the cards named as an alternative for each of several missing ones, which are thus wild."""
    return groups[0].intersection(*groups[1:]) if len(groups) > 1 else frozenset()


def _check_apart(aims: tuple[Aim, ...], names: tuple[str, ...]) -> None:
    owner: dict[str, str] = {}
    for aim, name in zip(aims, names, strict=True):
        for card in sorted(aim.cards):
            if card in owner:
                raise BadOdds(f"{short(card)} belongs to two goals, {owner[card]} and {name}")
            owner[card] = name
