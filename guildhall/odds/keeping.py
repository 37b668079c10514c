"""Exact chances of a goal after a refresh or a mulligan, with the best cards kept.

Discarded cards do not come back in the same draw, unless the deck runs out and the discard pile becomes the deck.

For an unseen hand, hands that differ only in equivalent cards are counted once: cards with the same number of copies,
and cards that serve nothing. A goal of one aim takes milliseconds, `any_of` six of five cards each some seconds. Cards
in unequal numbers soon make too many kinds of hand, which is an error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import comb, prod
from typing import TYPE_CHECKING

from guildhall.core.errors import BadOdds

from .counting import Deck, Failures, Supply, combined, fewer
from .reading import (
    Aim,
    Goal,
    Missing,
    Pool,
    check_known,
    read_cards,
    read_draws,
    read_goal,
    read_number,
    read_pool,
)

if TYPE_CHECKING:
    import polars as pl

__all__ = ["Keep", "Keeps", "Opening", "mulligan", "opening", "refresh"]

# --- A known hand ---

#: The maximum number of ways to keep cards, enough for a hand of fourteen different useful cards.
MOST_KEEPS = 20_000

_NO_PILE: Counter[str] = Counter()


@dataclass(frozen=True)
class Keep:
    """One choice: the cards kept, the cards discarded in order (the last is on top), the cards drawn, the chance."""

    kept: tuple[str, ...]
    discarded: tuple[str, ...]
    draws: int
    chance: Fraction


@dataclass(frozen=True)
class Keeps:
    """All choices, the best first. Of equal chances, the one that keeps most comes first."""

    rows: tuple[Keep, ...]

    @property
    def best(self) -> Keep:
        """The choice with the best chance."""
        return self.rows[0]

    @cached_property
    def by_kept(self) -> dict[tuple[str, ...], Fraction]:
        """The chance by the cards kept, in alphabetical order."""
        return {tuple(sorted(row.kept)): row.chance for row in self.rows}

    def frame(self) -> pl.DataFrame:
        """Return the choices as a frame: kept, discarded, draws, p."""
        import polars as pl

        rows = [(list(row.kept), list(row.discarded), row.draws, float(row.chance)) for row in self.rows]
        schema: dict[str, pl.DataType | type[pl.DataType]] = {
            "kept": pl.List(pl.String),
            "discarded": pl.List(pl.String),
            "draws": pl.Int64,
            "p": pl.Float64,
        }
        return pl.DataFrame(rows, schema=schema, orient="row")


def refresh(
    hand: Iterable[str],
    pool: Pool,
    goal: Goal | Missing,
    *,
    size: int = 6,
    deck: Deck = None,
    discard: Iterable[str] | Pool = (),
    keeps_top: bool = False,
) -> Keeps:
    """Return the chance of reaching the goal after drawing up to `size` cards, for every choice of cards to keep.

    hand: the cards now held.
    pool: copies by card of all unseen cards, without the hand.
    goal: `goal(…)`, `any_of(…)` or simply a list of cards that are all wanted.
    deck: the number of cards of the pool in the deck (default: all). Or the deck itself, top last, with `None` for
    unknown cards, in which case the pool holds only the unknown ones.
    discard: the discard pile, top last. It matters only if the deck runs out.
    keeps_top: True if the top card of the pile stays out of the new deck (option `reshuffle_keeps_top`).

    Cards that do not serve the goal are equivalent, so only their number is varied.

    >>> pool = {"red Weaver": 3, "blue Weaver": 4, "red Farmer": 3, "blue Farmer": 4}
    >>> choices = refresh(["red Weaver", "red Farmer"], pool, ["red Weaver", "blue Weaver"], size=3)
    >>> choices.best.kept, choices.best.discarded, choices.best.chance
    (('red Weaver',), ('red Farmer',), Fraction(46, 91))
    >>> choices.by_kept[()]
    Fraction(57, 182)
    """
    wanted, supply = read_goal(goal), Supply.of(pool, deck, discard, keeps_top=keeps_top)
    cards = read_cards("hand", hand)
    supply.check(wanted, cards)
    rows = _choices(cards, wanted, supply, read_number("size", size))
    return Keeps(tuple(sorted(rows, key=lambda row: (-row.chance, -len(row.kept)))))


def mulligan(hand: Iterable[str], pool: Pool, goal: Goal | Missing) -> Keeps:
    """Return the chance of the goal after a mulligan (draw as many as discarded), for every choice of cards to keep.

    >>> pool = {"red Weaver": 3, "blue Weaver": 4, "red Farmer": 4, "blue Farmer": 4}
    >>> mulligan(["red Weaver", "red Farmer", "blue Farmer"], pool, ["red Weaver", "blue Weaver"]).best.kept
    ('red Weaver',)
    """
    cards = read_cards("hand", hand)
    return refresh(cards, pool, goal, size=len(cards))


def _choices(cards: tuple[str, ...], goal: Goal, supply: Supply, size: int) -> Iterator[Keep]:
    useful = Counter(card for card in cards if card in goal.cards)
    idle = tuple(card for card in cards if card not in goal.cards)
    number = prod(copies + 1 for copies in useful.values()) * (len(idle) + 1)
    if number > MOST_KEEPS:
        raise BadOdds(f"a hand of {len(cards)} cards can be kept in {number} ways, more than {MOST_KEEPS}")
    for numbers in product(*(range(copies + 1) for copies in useful.values())):
        held = Counter(dict(zip(useful, numbers, strict=True)))
        spare = tuple((useful - held).elements())
        for idle_kept in range(len(idle) + 1):
            kept = (*held.elements(), *idle[:idle_kept])
            yield _best_order(kept, idle[idle_kept:] + spare, max(size - len(kept), 0), goal, held, supply)


def _best_order(
    kept: tuple[str, ...], thrown: tuple[str, ...], draws: int, goal: Goal, held: Mapping[str, int], supply: Supply
) -> Keep:
    """Return the choice with its chance and, if the deck runs out, the best order of discarding."""
    if supply.is_enough(draws):
        return Keep(kept, thrown, draws, supply.chance(goal, draws, held, _NO_PILE))
    orders = (
        Keep(kept, order, supply.drawn(draws, pile), supply.chance(goal, draws, held, pile))
        for order, pile in supply.orders(thrown)
    )
    return max(orders, key=lambda keep: keep.chance)


# --- The opening ---

#: The maximum number of kinds of hand.
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
    """Return the chance of a goal in an unseen opening hand: as dealt, and after the best mulligan.

    For a known hand, `mulligan` names the cards to discard.

    >>> colours = ("red", "blue", "green", "yellow", "purple")
    >>> deck = {f"{colour} Weaver": 4 for colour in colours} | {"other": 100}
    >>> from guildhall.odds.reading import goal
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
    """Return all possible holdings of one aim's cards, with the number of ways to hold each."""
    by_role: dict[int, int] = {}
    for card, role in aim.roles.items():
        if role & (role - 1):
            raise BadOdds(f"{card!r} serves several of the missing but not all, so the opening hands cannot be grouped")
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
    """Add one missing thing. Holdings are sorted, so that equal ones coincide."""
    more: dict[tuple[tuple[int, int], ...], int] = {}
    for groups, ways in found.items():
        for n in range(min(copies, hand - sum(k for _, k in groups)) + 1):
            key = tuple(sorted([*groups, (copies - n, n)]))
            more[key] = more.get(key, 0) + ways * comb(copies, n)
    return more


def _hands(parts: list[dict[Part, int]], hand: int) -> dict[Hand, int]:
    """Return all kinds of hand. Equal aims coincide."""
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
                raise BadOdds(f"this goal has more than {MOST_HANDS} kinds of hand; try fewer goals")
        found = more
    return found


def _held(part: Part) -> int:
    groups, wild, _ = part
    return sum(n for _, n in groups) + wild[1]


def _has_it(held: Hand) -> bool:
    return any(sum(n > 0 for _, n in groups) + wild[1] >= need for groups, wild, need in held)


def _best(held: Hand, size: int, hand: int) -> Fraction:
    """Return the chance after the best mulligan.

    Every choice is tried, since keeping one of each is not always best: a card that is plentiful in the deck comes
    again, and discarding it gives one more draw.
    """
    if _has_it(held):
        return Fraction(1)
    options = [_keeps(part) for part in held]
    return max(_after(chosen, size, hand) for chosen in set(map(_sorted, product(*options))))


Kept = tuple[tuple[int, ...], int, int, int]  # copies left of what is still missing, wild cards left, need, cards kept


def _sorted(chosen: tuple[Kept, ...]) -> tuple[Kept, ...]:
    return tuple(sorted(chosen))


def _keeps(part: Part) -> set[Kept]:
    """Return all ways to keep some of the serving cards, never two for the same thing."""
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
