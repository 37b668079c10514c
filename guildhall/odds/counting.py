"""Count the draws that miss a goal.

The counts are signed sums of "just these cards, and any of those". A term `(drawn, free): n` means n times "these
`drawn` cards and any of `free` others", which is the polynomial n · x^drawn · (1+x)^free: its coefficient at x^d is the
number of ways to draw d cards. Inclusion-exclusion yields such sums, and claims about different cards multiply by
adding the numbers of their terms. Of m missing things, the draws that hit fewer than a of them are Σ_{s<a} (-1)^{a-s+1}
· C(m-s-1, a-s-1) · Σ_T (draws that hit nothing outside T), the inner sum over all T of s things. Draws that hit nothing
outside T are one term, and all T with the same number of copies share it.

Cards may come from two places in turn: from the deck, and from the discard pile once it has become the deck. A number
of copies counts both at once, the deck's copies plus `PILE` times the pile's, so that sums stay plain sums.

Why not a library: icepool is exact too, but builds a table of all outcomes, which takes milliseconds where the sums
below take microseconds. SciPy's hypergeometric distributions are quick but floating-point. `python -m benchmarks.odds`
measures them side by side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import product
from math import comb, prod
from typing import TypeAlias

from guildhall.core.errors import BadOdds, short

from .reading import MOST_CARDS, Aim, Goal, Pool, check_known, read_cards, read_names, read_number, read_pool

__all__ = ["PILE", "Deck", "Failures", "Supply", "Ways", "combined", "failures", "fewer", "packed", "total"]

PILE = MOST_CARDS

Ways = dict[tuple[int, int], int]
"""A signed sum: (drawn, free) -> coefficient."""

#: The maximum number of cases for cards that serve several of the missing: some seconds of work.
MOST_CASES = 200_000

Shared = tuple[tuple[int, int, int], ...]  # the missing things a card serves, its copies, the number held


def packed(deck: int, pile: int) -> int:
    """Return one number for the copies in the deck and in the pile behind it.

    >>> packed(3, 0), packed(3, 2) == 3 + 2 * PILE
    (3, True)
    """
    return deck + PILE * pile


def total(copies: int) -> int:
    """Return the copies in both places together.

    >>> total(packed(3, 2))
    5
    """
    return copies % PILE + copies // PILE


def combined(*parts: Ways) -> Ways:
    """Return the product of parts about different cards.

    >>> combined({(0, 4): 1, (0, 0): -1}, {(1, 3): 2})
    {(1, 7): 2, (1, 3): -2}
    """
    return reduce(_product, parts, {(0, 0): 1})


def _product(one: Ways, other: Ways) -> Ways:
    both: Ways = {}
    for (drawn, free), n in one.items():
        for (drawn_2, free_2), n_2 in other.items():
            key = (drawn + drawn_2, free + free_2)
            both[key] = both.get(key, 0) + n * n_2
    return both


# --- Draws that miss ---


@dataclass(frozen=True)
class Failures:
    """The draws that miss a goal: `ways` for the cards of the goal, the number of `others`, and the total `size`.

    >>> none_of_three = Failures({(0, 0): 1}, others=7, size=10)
    >>> none_of_three.chance(2)
    Fraction(8, 15)
    >>> none_of_three.expected_draws()
    Fraction(11, 4)
    """

    ways: Ways
    others: int
    size: int

    def chance(self, draws: int, from_pile: int = 0) -> Fraction:
        """Return the chance of reaching the goal with `draws` cards of the deck and then `from_pile` of the pile."""
        if from_pile:
            return self._from_both(draws, from_pile)
        whole, others = comb(self.size % PILE, draws), self.others % PILE
        terms = self.ways.items()
        missed = sum(n * comb(free % PILE + others, draws - drawn) for (drawn, free), n in terms if drawn <= draws)
        return Fraction(whole - missed, whole)

    def _from_both(self, draws: int, from_pile: int) -> Fraction:
        whole = comb(self.size % PILE, draws) * comb(self.size // PILE, from_pile)
        missed = 0
        for (drawn, free), n in self.ways.items():
            (pile_drawn, deck_drawn), (pile_free, deck_free) = divmod(drawn, PILE), divmod(free + self.others, PILE)
            if deck_drawn <= draws and pile_drawn <= from_pile:
                missed += n * comb(deck_free, draws - deck_drawn) * comb(pile_free, from_pile - pile_drawn)
        return Fraction(whole - missed, whole)

    def expected_draws(self) -> Fraction:
        """Return the mean number of draws from the deck until the goal is reached.

        It is the sum of the chances to have missed the goal after 0, 1, 2, … draws.
        For one term, `sum(comb(free, d - drawn) / comb(size, d) for d in range(size + 1))` is
        (size + 1) / ((left + 1) · comb(left, drawn)) with left = size - free, by Euler's beta integral.
        """
        if self.chance(self.size) != 1:
            raise BadOdds(
                "the goal cannot be reached even with all cards of the pool, so the mean number of draws is undefined"
            )
        mean = Fraction(0)
        for (drawn, free), n in self.ways.items():
            left = self.size - free - self.others
            mean += Fraction(n * (self.size + 1), (left + 1) * comb(left, drawn))
        return mean


def failures(goal: Goal, pool: Mapping[str, int], pile: Mapping[str, int], held: Mapping[str, int]) -> Failures:
    """Return the draws from a pool (and a pile after it) that miss a goal, given some cards already held.

    >>> from guildhall.odds.reading import goal
    >>> both = goal(["red Weaver", "blue Weaver"])
    >>> failures(both, {"red Weaver": 1, "blue Weaver": 1, "red Farmer": 1}, {}, {}).chance(2)
    Fraction(1, 3)
    """
    size = packed(sum(pool.values()), sum(pile.values()))
    copies = pool if not pile else {card: packed(pool.get(card, 0), pile.get(card, 0)) for card in {*pool, *pile}}
    used, parts = 0, []
    for aim in goal.aims:
        served, missed = _missed(aim, copies, held)
        used += served
        parts.append(missed)
    return Failures(parts[0] if len(parts) == 1 else combined(*parts), size - used, size)


def _missed(aim: Aim, copies: Mapping[str, int], held: Mapping[str, int]) -> tuple[int, Ways]:
    """Return the number of copies that can still serve an aim, and the draws of them that miss it."""
    need = aim.need - sum(held.get(card, 0) for card in aim.wild)
    wild = sum(copies.get(card, 0) for card in aim.wild)
    by_role: dict[int, int] = {}
    for card, role in aim.roles.items():
        by_role[role] = by_role.get(role, 0) + copies.get(card, 0)
    if any(role & (role - 1) for role in by_role):
        return _missed_sharing(aim, by_role, wild, need, held)
    have = {role for card, role in aim.roles.items() if held.get(card)} if held else ()
    groups = tuple(sorted(count for role, count in by_role.items() if role not in have))
    # A missing thing that only wild cards serve has no role, but can never be hit either.
    need -= len(have)
    return sum(groups) + wild, fewer(groups, wild, need)


@lru_cache(maxsize=4096)
def fewer(groups: tuple[int, ...], wild: int, need: int) -> Ways:
    """Return the draws of fewer than `need` different groups, counting wild cards.

    >>> fewer((4, 4), 0, 2)
    {(0, 0): -1, (0, 4): 2}
    """
    by_size = _sums(groups)
    missed: Ways = {}
    for drawn, n in _wild_draws(wild, need):
        for free, m in _fewer_hit(by_size, need - total(drawn)).items():
            missed[drawn, free] = missed.get((drawn, free), 0) + n * m
    return missed


def _sums(groups: tuple[int, ...]) -> list[dict[int, int]]:
    """Return for s = 0, 1, 2, … the number of choices of s groups by their total copies."""
    by_size: list[dict[int, int]] = [{0: 1}] + [{} for _ in groups]
    for seen, copies in enumerate(groups, 1):
        for size in range(seen, 0, -1):
            larger = by_size[size]
            for together, n in by_size[size - 1].items():
                larger[together + copies] = larger.get(together + copies, 0) + n
    return by_size


def _fewer_hit(by_size: list[dict[int, int]], need: int) -> dict[int, int]:
    """Return the draws that hit fewer than `need` of the groups, as numbers of free cards."""
    m = len(by_size) - 1
    if need > m:
        return by_size[m]
    missed: dict[int, int] = {}
    for size in range(need):
        sign = (-1) ** (need - size + 1) * comb(m - size - 1, need - size - 1)
        for free, n in by_size[size].items():
            missed[free] = missed.get(free, 0) + sign * n
    return missed


def _wild_draws(wild: int, fewer_than: int) -> Iterator[tuple[int, int]]:
    """Yield all numbers of wild cards, from the deck and from the pile, that are too few by themselves."""
    pile, deck = divmod(wild, PILE)
    for from_pile in range(min(pile + 1, fewer_than)):
        for from_deck in range(min(deck + 1, fewer_than - from_pile)):
            yield packed(from_deck, from_pile), comb(deck, from_deck) * comb(pile, from_pile)


# --- Cards that serve several of the missing, but not all ---


def _missed_sharing(
    aim: Aim, by_role: Mapping[int, int], wild: int, need: int, held: Mapping[str, int]
) -> tuple[int, Ways]:
    """Return the same if some cards serve several of the missing, case by case for each number of those drawn."""
    have: dict[int, int] = {}
    for card, role in aim.roles.items():
        have[role] = have.get(role, 0) + held.get(card, 0)
    places = len(aim.missing)
    single = tuple(by_role.get(1 << place, 0) for place in range(places))
    hit = sum(1 << place for place in range(places) if have.get(1 << place))
    shared = tuple((role, n, have[role]) for role, n in sorted(by_role.items()) if role & (role - 1))
    cases = prod(len(_all_draws(copies)) for copies in (*(n for _, n, _ in shared), wild)) << places
    if cases > MOST_CASES:
        raise BadOdds(f"too many cards serve several of the missing: {cases} cases, more than {MOST_CASES}")
    return sum(by_role.values()) + wild, fewer_sharing(single, shared, wild, need, hit)


@lru_cache(maxsize=512)
def fewer_sharing(single: tuple[int, ...], shared: Shared, wild: int, need: int, hit: int) -> Ways:
    """Return the draws that serve fewer than `need`, given the missing things already held as bits in `hit`.

    >>> fewer_sharing((0, 4), ((0b11, 1, 0),), 0, 2, 0) == {(0, 4): 1, (1, 0): 1}
    True
    """
    missed: Ways = {}
    for drawn, n in _shared_draws(shared, wild):
        sets = tuple(role for (role, _, held), k in zip(shared, drawn, strict=False) for _ in range(held + total(k)))
        gone = sum(drawn)
        for free, m in _free_sums(single, sets, need - total(drawn[-1]), hit).items():
            missed[gone, free] = missed.get((gone, free), 0) + n * m
    return {key: n for key, n in missed.items() if n}


def _shared_draws(shared: Shared, wild: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield all numbers of shared cards and, last, of wild cards that may be drawn, with the number of ways."""
    choices = [_all_draws(copies) for _, copies, _ in shared] + [_all_draws(wild)]
    for picked in product(*choices):
        yield tuple(drawn for drawn, _ in picked), prod(n for _, n in picked)


def _all_draws(copies: int) -> list[tuple[int, int]]:
    return list(_wild_draws(copies, total(copies) + 1))


def _free_sums(single: tuple[int, ...], sets: tuple[int, ...], need: int, hit: int) -> dict[int, int]:
    """Return the sets of single hits that are too few even with the shared cards, as signed numbers of free cards."""
    places = len(single)
    weights = [0] * (1 << places)
    for hits in range(1 << places):
        weights[hits] = int((hits | hit).bit_count() + _served(sets, hits | hit, places) < need)
    for place in range(places):  # from "exactly these are hit" to "nothing outside these is hit"
        bit = 1 << place
        for hits in range(1 << places):
            if not hits & bit:
                weights[hits] -= weights[hits | bit]
    sums: dict[int, int] = {}
    for allowed, weight in enumerate(weights):
        if weight:
            free = sum(copies for place, copies in enumerate(single) if allowed >> place & 1)
            sums[free] = sums.get(free, 0) + weight
    return sums


def _served(sets: tuple[int, ...], taken: int, places: int) -> int:
    """Return how many more of the missing the shared cards can serve, one per card (a matching)."""
    user: dict[int, int] = {}

    def serve(card: int, tried: set[int]) -> bool:
        for place in range(places):
            if sets[card] >> place & 1 and not taken >> place & 1 and place not in tried:
                tried.add(place)
                if place not in user or serve(user[place], tried):
                    user[place] = card
                    return True
        return False

    return sum(serve(card, set()) for card in range(len(sets)))


# --- Deck and discard pile ---

Deck: TypeAlias = int | Sequence[str | None] | None
"""The size of the deck, or its cards, top last, with `None` for unknown ones. `None` alone: all unseen cards."""


@dataclass(frozen=True)
class Supply:
    """The source of draws: unseen cards, the number of them in the deck and their places, and the discard pile."""

    pool: Pool
    deck: int
    places: tuple[str | None, ...]  # the deck, top first, or empty if nothing is known
    pile: tuple[str, ...]  # top last
    keeps_top: bool

    @classmethod
    def of(cls, pool: Pool, deck: Deck, discard: Iterable[str] | Pool, *, keeps_top: bool = False) -> Supply:
        """Check every part and return the supply."""
        if keeps_top and isinstance(discard, Mapping):
            raise BadOdds("discard must be a list, top last, if the top card of the pile stays")
        size = read_pool(pool)
        places = () if deck is None or isinstance(deck, int) else _read_places(deck)
        lying = size if deck is None else read_number("deck", deck) if isinstance(deck, int) else len(places)
        known = sum(card is not None for card in places)
        if lying - known > size:
            raise BadOdds(f"the deck has {lying - known} unknown cards, but the pool has only {size}")
        return cls(pool, lying, places, read_cards("discard", discard), keeps_top)

    def check(self, goal: Goal, hand: Iterable[str] = ()) -> None:
        """Raise an error for a goal about cards that appear nowhere."""
        known = dict.fromkeys((*self.pile, *hand, *filter(None, self.places)), 0)
        check_known(goal.cards, {**known, **self.pool})

    def is_enough(self, draws: int) -> bool:
        """True if the deck lasts for these draws."""
        return draws <= self.deck

    def orders(self, thrown: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Counter[str]]]:
        """Yield the discard orders that make a difference, each with the cards of the next deck."""
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
        """Return the number of cards drawn, given that the supply may run out."""
        return min(draws, self.deck + pile.total())

    def chance(self, goal: Goal, draws: int, held: Mapping[str, int], pile: Counter[str]) -> Fraction:
        """Return the chance of a goal after some draws, with known cards for certain and unknown ones from the pool."""
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
