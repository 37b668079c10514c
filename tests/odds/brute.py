"""Odds by looking at every outcome: slow, plain, and written without a thought to how the package counts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

Groups = Sequence[Collection[str]]
COLOURS = ("red", "blue", "green", "yellow", "purple")


def cards_of(pool: Mapping[str, int]) -> list[str]:
    """Every copy by itself."""
    return [card for card, copies in pool.items() for _ in range(copies)]


def served(cards: tuple[str, ...], groups: Groups, wild: Collection[str] = ()) -> int:
    """How many of the groups can have a card of their own, by trying everything."""
    if not cards or not groups:
        return 0
    best = served(cards, groups[1:], wild)
    for place, card in enumerate(cards):
        if card in groups[0] or card in wild:
            best = max(best, 1 + served(cards[:place] + cards[place + 1 :], groups[1:], wild))
    return best


def deals(pool: Iterable[str], draws: int, pile: Iterable[str] = (), from_pile: int = 0) -> Iterator[tuple[str, ...]]:
    """Every draw, equally likely, from a pool and then from a pile."""
    behind = list(combinations(list(pile), from_pile))
    for first in combinations(list(pool), draws):
        for second in behind:
            yield first + second


def share(outcomes: Iterable[bool]) -> Fraction:
    """The share of true ones."""
    found = list(outcomes)
    return Fraction(sum(found), len(found))


def chance(
    pool: Mapping[str, int], groups: Groups, draws: int, wild: Collection[str] = (), need: int | None = None
) -> Fraction:
    """The chance to serve enough groups."""
    least = len(groups) if need is None else need
    return share(served(drawn, groups, wild) >= least for drawn in deals(cards_of(pool), draws))


def random_pool(random: Random, names: Sequence[str], most: int) -> dict[str, int]:
    """A few copies of each card, some run out, never more than `most` altogether."""
    pool = dict.fromkeys(names, 0)
    for _ in range(random.randint(1, most)):
        pool[random.choice(names)] += 1
    return pool


def real_deck(professions: int = 6, *, masters: bool = False) -> dict[str, int]:
    """Four copies of every colour and profession, and five Masters of the first profession."""
    deck = {f"{colour} P{i}": 4 for i in range(professions) for colour in COLOURS}
    return deck | ({"Master": 5} if masters else {})


def chapter(profession: int) -> list[str]:
    """The five cards of a chapter."""
    return [f"{colour} P{profession}" for colour in COLOURS]


def without(random: Random, deck: Mapping[str, int], seen: int) -> dict[str, int]:
    """A deck after some of its cards have been seen."""
    gone = random.sample(cards_of(deck), seen)
    return {card: copies - gone.count(card) for card, copies in deck.items()}


# --- a second method for real decks: one group after the other ---

Table = dict[tuple[int, int], int]  # ways by (groups hit, cards drawn)


def step_by_step(copies: Sequence[int], wild: int) -> Table:
    """Ways to hit so many groups with so many cards, wild cards counting as hits."""
    table: Table = {(0, 0): 1}
    for number in copies:
        more: Table = {}
        for (hits, drawn), ways in table.items():
            for k in range(number + 1):
                key = (hits + (k > 0), drawn + k)
                more[key] = more.get(key, 0) + ways * comb(number, k)
        table = more
    more = {}
    for (hits, drawn), ways in table.items():
        for k in range(wild + 1):
            more[hits + k, drawn + k] = more.get((hits + k, drawn + k), 0) + ways * comb(wild, k)
    return more


def second_chance(copies: Sequence[int], wild: int, need: int, others: int, draws: int) -> Fraction:
    """The chance to hit at least `need` groups, by the table."""
    good = sum(
        ways * comb(others, draws - drawn)
        for (hits, drawn), ways in step_by_step(copies, wild).items()
        if hits >= need and drawn <= draws
    )
    return Fraction(good, comb(sum(copies) + wild + others, draws))


def second_any(chapters: Sequence[Sequence[int]], k: int, others: int, draws: int) -> Fraction:
    """The chance that some chapter gets `k` colours: one minus the product of all that stay below."""
    below = {0: 1}
    for copies in chapters:
        more: dict[int, int] = {}
        for (hits, drawn), ways in step_by_step(copies, 0).items():
            if hits < k:
                for before, n in below.items():
                    more[before + drawn] = more.get(before + drawn, 0) + n * ways
        below = more
    bad = sum(n * comb(others, draws - drawn) for drawn, n in below.items() if drawn <= draws)
    return 1 - Fraction(bad, comb(sum(map(sum, chapters)) + others, draws))
