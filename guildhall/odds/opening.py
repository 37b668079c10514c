"""The opening before a card is seen: the chance of a goal with the best mulligan for every hand that may come.

Hands that differ only by cards that are alike for the goal are looked at once: those with as many copies, and cards
that serve nothing.
A goal of one aim takes milliseconds, `any_of` six of five cards each some seconds.
Cards in unequal numbers soon make too many kinds of hand; that is an error.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb

from guildhall.core.errors import BadOdds

from .counting import Failures, combined, fewer
from .goal import Aim, Goal, Missing, read_goal
from .pools import Pool, check_known, read_draws, read_pool

__all__ = ["Opening", "opening"]

#: Kinds of hand that are looked at.
MOST_HANDS = 20_000

Part = tuple[tuple[tuple[int, int], ...], tuple[int, int], int]
"""One aim's cards in a hand: (copies left, copies in hand) of each missing thing and of wild cards, and the need."""

Hand = tuple[Part, ...]


@dataclass(frozen=True)
class Opening:
    """The chance of a goal with the hand as dealt, and with the best mulligan."""

    dealt: Fraction
    best: Fraction


def opening(deck: Pool, goal: Goal | Missing, *, hand: int = 9) -> Opening:
    """The chance of a goal in the opening hand, before it is seen: as dealt, and after the best mulligan for this goal.

    For a hand that has been seen `mulligan` names the cards to discard.

    >>> colours = ("red", "blue", "green", "yellow", "purple")
    >>> deck = {f"{colour} Weaver": 4 for colour in colours} | {"other": 100}
    >>> from guildhall.odds.goal import goal
    >>> three = opening(deck, goal([f"{colour} Weaver" for colour in colours], need=3))
    >>> float(three.dealt), float(three.best)
    (0.10914..., 0.41537...)
    """
    wanted, size = read_goal(goal), read_pool(deck)
    check_known(wanted.cards, deck)
    read_draws(read_draws(hand, size) * 2, size)
    parts = [_parts(aim, deck, hand) for aim in wanted.aims]
    others = size - sum(deck[card] for card in wanted.cards)
    dealt = best = Fraction(0)
    for held, ways in _hands(parts, hand).items():
        idle = hand - sum(_held(part) for part in held)
        weight = ways * comb(others, idle)
        if weight:
            dealt += weight * _has_it(held)
            best += weight * _best(held, size - hand, hand)
    whole = comb(size, hand)
    return Opening(dealt / whole, best / whole)


def _parts(aim: Aim, deck: Pool, hand: int) -> dict[Part, int]:
    """All that a hand may hold of one aim's cards, with the number of ways to hold it."""
    by_role: dict[int, int] = {}
    for card, role in aim.roles.items():
        if role & (role - 1):
            raise BadOdds(f"{card!r} serves several of the missing but not all; the opening cannot be grouped then")
        by_role[role] = by_role.get(role, 0) + deck[card]
    found: dict[tuple[tuple[int, int], ...], int] = {(): 1}
    for copies in by_role.values():
        found = _with_group(found, copies, hand)
    wild = sum(deck[card] for card in aim.wild)
    return {
        (groups, (wild - n, n), aim.need): ways * comb(wild, n)
        for groups, ways in found.items()
        for n in range(min(wild, hand - sum(k for _, k in groups)) + 1)
    }


def _with_group(
    found: dict[tuple[tuple[int, int], ...], int], copies: int, hand: int
) -> dict[tuple[tuple[int, int], ...], int]:
    """The same with one missing thing more; sorted, so that things in equal numbers fall together."""
    more: dict[tuple[tuple[int, int], ...], int] = {}
    for groups, ways in found.items():
        for n in range(min(copies, hand - sum(k for _, k in groups)) + 1):
            key = tuple(sorted([*groups, (copies - n, n)]))
            more[key] = more.get(key, 0) + ways * comb(copies, n)
    return more


def _hands(parts: list[dict[Part, int]], hand: int) -> dict[Hand, int]:
    """All kinds of hand, aims in equal numbers falling together."""
    found: dict[Hand, int] = {(): 1}
    for choices in parts:
        more: dict[Hand, int] = {}
        for held, ways in found.items():
            room = hand - sum(map(_held, held))
            for part, n in choices.items():
                if _held(part) <= room:
                    key = tuple(sorted([*held, part]))
                    more[key] = more.get(key, 0) + ways * n
            if len(more) > MOST_HANDS:
                raise BadOdds(f"there are more than {MOST_HANDS} kinds of hand for this goal; ask about fewer goals")
        found = more
    return found


def _held(part: Part) -> int:
    groups, wild, _ = part
    return sum(n for _, n in groups) + wild[1]


def _has_it(held: Hand) -> bool:
    return any(sum(n > 0 for _, n in groups) + wild[1] >= need for groups, wild, need in held)


def _best(held: Hand, size: int, hand: int) -> Fraction:
    """The chance after the best mulligan.

    Every choice is tried: to keep one of each is not always best, since a card that is plentiful in the deck comes
    again, and giving it away is one draw more.
    """
    if _has_it(held):
        return Fraction(1)
    options = [_keeps(part) for part in held]
    return max(_after(chosen, size, hand) for chosen in set(map(_sorted, product(*options))))


Kept = tuple[tuple[int, ...], int, int, int]  # copies left of what is still missing, wild cards left, need, cards kept


def _sorted(chosen: tuple[Kept, ...]) -> tuple[Kept, ...]:
    return tuple(sorted(chosen))


def _keeps(part: Part) -> set[Kept]:
    """All ways to keep some of the cards that serve, never two for the same thing."""
    groups, (wild, wild_held), need = part
    found = set()
    for kept in product(*(range(min(n, 1) + 1) for _, n in groups)):
        left = tuple(sorted(copies for (copies, _), is_kept in zip(groups, kept, strict=True) if not is_kept))
        for wild_kept in range(wild_held + 1):
            number = sum(kept) + wild_kept
            found.add((left, wild, need - number, number))
    return found


def _after(chosen: tuple[Kept, ...], size: int, hand: int) -> Fraction:
    missed = combined(*(fewer(left, wild, need) for left, wild, need, _ in chosen))
    used = sum(sum(left) + wild for left, wild, _, _ in chosen)
    draws = hand - sum(kept for *_, kept in chosen)
    return Failures(missed, size - used, size).chance(draws)
