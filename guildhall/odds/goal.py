"""Goals: what the drawn cards are to contain, and the cards that serve it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeAlias

from guildhall.core.errors import BadOdds, short

from .pools import read_names, read_number

__all__ = ["Aim", "Goal", "Missing", "Wanted", "any_of", "goal", "read_any_of", "read_goal"]

Wanted: TypeAlias = str | Iterable[str]
"""A card, or alternatives of which any one serves."""

Missing: TypeAlias = Iterable[Wanted]
"""Cards or alternatives that are all missing."""


@dataclass(frozen=True)
class Aim:
    """At least `need` of the missing; a card serves one of them, a wild card any one."""

    missing: tuple[frozenset[str], ...]
    wild: frozenset[str]
    need: int

    @cached_property
    def roles(self) -> dict[str, int]:
        """Which of the missing a card serves, as bits; wild cards are not among them."""
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
    """One of some aims, each about cards of its own: `goal(…)` has one aim, `any_of(…)` several."""

    aims: tuple[Aim, ...]

    @cached_property
    def cards(self) -> frozenset[str]:
        """All cards that serve."""
        return frozenset().union(*(aim.cards for aim in self.aims))


def goal(missing: Missing, *, wild: Wanted = (), need: int | None = None) -> Goal:
    """The goal to have one of each missing card, or of at least `need` of them; a wild card serves for any.

    Every card serves for one only, so a card that is named twice is wanted twice.

    >>> weavers = goal(["red Weaver", "blue Weaver", "green Weaver"], need=2, wild="Seeker")
    >>> sorted(weavers.cards)
    ['Seeker', 'blue Weaver', 'green Weaver', 'red Weaver']
    """
    return _one_aim(_groups(missing), _group("wild", wild), None if need is None else read_number("need", need))


@lru_cache(maxsize=1024)  # the same goal is asked about with many pools
def _one_aim(groups: tuple[frozenset[str], ...], wild: frozenset[str], need: int | None) -> Goal:
    return Goal((_aim(groups, wild, need),))


def any_of(
    goals: Mapping[str, Missing], k: int | Mapping[str, int], *, wild: Mapping[str, Wanted] | None = None
) -> Goal:
    """The goal to reach one of several: `k` different of its cards; `k` and `wild` may differ by goal.

    >>> three = any_of({"Weaver": ["red Weaver", "blue Weaver"], "Farmer": ["red Farmer", "blue Farmer"]}, 2)
    >>> len(three.aims)
    2
    """
    return read_any_of(goals, k, wild, word="goal")


def read_any_of(
    goals: Mapping[str, Missing], k: int | Mapping[str, int], wild: Mapping[str, Wanted] | None, *, word: str
) -> Goal:
    """`any_of` with another word for a goal in what is said when something is wrong."""
    if not isinstance(goals, Mapping) or not goals:
        raise BadOdds(f'{word}s must name cards by {word}, like {{"Weaver": ["red Weaver", "blue Weaver"]}}')
    needs = k if isinstance(k, Mapping) else dict.fromkeys(goals, k)
    wilds = wild or {}
    if not isinstance(wilds, Mapping):
        raise BadOdds(f'wild must name a card by {word} here, like {{"Weaver": "Seeker"}}')
    for what, given in (("k", needs), ("wild", wilds)):
        if unknown := set(given) - set(goals):
            raise BadOdds(f"{what} names a {word} that is not asked about: {', '.join(sorted(map(str, unknown)))}")
    if left_out := set(goals) - set(needs):
        raise BadOdds(f"k says nothing about {', '.join(sorted(left_out))}")
    aims = tuple(
        _aim(_groups(missing), _group("wild", wilds.get(name, ())), needs[name]) for name, missing in goals.items()
    )
    _check_apart(aims, tuple(goals), word)
    return Goal(aims)


def read_goal(wanted: Goal | Missing) -> Goal:
    """A goal as it is, a list of missing cards as the goal to have them all."""
    return wanted if isinstance(wanted, Goal) else goal(wanted)


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
        raise BadOdds(f"{least} of {len(groups)} missing cards cannot be had")
    return Aim(groups, wild | _serving_all(groups), least)


def _serving_all(groups: tuple[frozenset[str], ...]) -> frozenset[str]:
    """Cards named as an alternative for each of several missing ones are wild cards by another name."""
    return groups[0].intersection(*groups[1:]) if len(groups) > 1 else frozenset()


def _check_apart(aims: tuple[Aim, ...], names: tuple[str, ...], word: str) -> None:
    owner: dict[str, str] = {}
    for aim, name in zip(aims, names, strict=True):
        for card in sorted(aim.cards):
            if card in owner:
                raise BadOdds(f"{short(card)} is counted for two {word}s, {owner[card]} and {name}")
            owner[card] = name
