"""What to keep: the chance of a goal after a refresh or a mulligan, for every choice of cards to discard.

Discarded cards do not come back in the same draw, unless the deck runs out and the discard pile becomes the deck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from guildhall.core.errors import BadOdds

from .draws import Deck, Supply
from .goal import Goal, Missing, read_goal
from .pools import Pool, read_cards, read_number

if TYPE_CHECKING:
    import polars as pl

__all__ = ["Keep", "Keeps", "mulligan", "refresh"]

#: Ways to keep cards that are looked at; a hand of fourteen different useful cards stays within it.
MOST_KEEPS = 20_000

_NO_PILE: Counter[str] = Counter()


@dataclass(frozen=True)
class Keep:
    """One choice: the cards kept, the cards discarded in order (the last lies on top), the cards drawn, the chance."""

    kept: tuple[str, ...]
    discarded: tuple[str, ...]
    draws: int
    chance: Fraction


@dataclass(frozen=True)
class Keeps:
    """All choices, the best first; of equal chances, the one that keeps most."""

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
        """The choices as a frame: kept, discarded, draws, p."""
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
    """The chance to hold what the goal asks for after drawing up to `size` cards, for every choice of what to keep.

    hand: the cards now held.
    pool: copies by card of all unseen cards; the hand is not among them.
    goal: `odds.goal(…)`, `odds.any_of(…)` or simply a list of cards that are all wanted.
    deck: how many cards of the pool lie in the deck (all, if not given); or the deck itself, top last, with `None` for
    unknown cards, where the pool holds the unknown ones only.
    discard: the discard pile, top last; it matters only if the deck runs out.
    keeps_top: whether the top card of the pile stays out of the new deck (option `reshuffle_keeps_top`).

    Cards that do not serve the goal are all alike to it, so only their number is varied.

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
    """The chance of the goal after a mulligan (draw back to as many cards), for every choice of what to keep.

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
    """The choice with its chance; where the deck runs out, with the order of discarding that helps most."""
    if supply.is_enough(draws):
        return Keep(kept, thrown, draws, supply.chance(goal, draws, held, _NO_PILE))
    orders = (
        Keep(kept, order, supply.drawn(draws, pile), supply.chance(goal, draws, held, pile))
        for order, pile in supply.orders(thrown)
    )
    return max(orders, key=lambda keep: keep.chance)
