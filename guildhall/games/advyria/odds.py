"""Compute exact chances from what one seat may know: of reaching a field, finding an adventure, finishing a set.

Moves are optimal for the chance in question, and other figures stay where they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb
from typing import TYPE_CHECKING

from guildhall.core.errors import BadOdds, short
from guildhall.kernel.containers import BIT

from .cards import CARD_NAMES
from .engine.state import DIE, DRAW, LARGEST_SET, SMALLEST_SET, Kind
from .events import Names
from .table import View

if TYPE_CHECKING:
    from .rules import AdvyriaRules

__all__ = ["Chances"]

MOST_DICE = 3  # as many moves as the largest set gives


class Chances:
    """The odds of one game. Every method takes a view and computes the chance for its seat."""

    def __init__(self, rules: AdvyriaRules) -> None:
        self.names: Names = rules.names
        self._rules = rules
        compiled = rules.compiled[0]
        fields = range(len(rules.names.fields))
        self._reach = [[int(compiled["reach"][field, die]) for die in range(DIE + 1)] for field in fields]

    # --- Moves ---

    def reach(self, view: View, field: str, *, dice: int = 1) -> Fraction:
        """Return the chance that one of the next `dice` moves ends on a field, which includes staying there.

        >>> import guildhall as gh
        >>> game = gh.position("advyria", hands=[[]], figures=["a1"])
        >>> game.rules.quest_chances.reach(game.view(0), "c2")
        Fraction(2, 3)
        """
        _check("dice", dice, 1, MOST_DICE)
        target = 1 << self.names.field_number(field)
        return self._best(view, lambda bit, left: (bit == target, 0 if bit == target else left), target, dice)

    def find(self, view: View, adventure: str, *, looks: int | None = None, dice: int | None = None) -> Fraction:
        """Return the chance of finding the tile of an adventure, with `looks` at hidden tiles or with `dice` moves.

        If the seat knows the tile's field, looking always finds it, and moving finds it if the field is reached.
        """
        number = self.names.adventure(adventure)
        if (looks is None) == (dice is None):
            raise BadOdds("give either looks=… or dice=…")
        places = [field for field, tile in view.tiles.items() if tile == self.names.adventures[number]]
        unknown = [field for field, tile in view.tiles.items() if tile is None]
        if not places and not self._is_hidden(view, number):
            return Fraction(0)
        if looks is not None:
            _check("looks", looks, 1, 60)
            return Fraction(1) if places else Fraction(min(looks, len(unknown)), len(unknown))
        if places:
            return self.reach(view, places[0], dice=dice or 0)
        _check("dice", dice, 1, MOST_DICE)
        bits = sum(1 << self.names.field_number(field) for field in unknown)
        return self._best(view, lambda bit, left: (bool(bit & left), left & ~bit), bits, dice or 0) / len(unknown)

    def _is_hidden(self, view: View, number: int) -> bool:
        """True if the tile of an adventure is among those that the seat does not know."""
        s = view.knowledge[0]
        gone = int(s["box_tiles"]) | int(s["done"][0] | s["done"][1] | s["done"][2] | s["done"][3])
        return not gone & int(BIT[number])

    def _best(self, view: View, land: Callable[[int, int], tuple[bool, int]], goal: int, dice: int) -> Fraction:
        """Return the expected number of landings that count, with best play.

        `land(field, goal)` returns whether a landing counts and the rest of the goal. An empty rest ends the search.
        """
        here = view.figures[view.seat]
        if here is None:
            raise BadOdds(f"the figure of seat {view.seat} is not on the board yet")
        others = [field for seat, field in enumerate(view.figures) if seat != view.seat and field is not None]
        taken = sum(1 << self.names.field_number(field) for field in others)
        free = [[bits & ~taken for bits in row] for row in self._reach]

        @cache
        def worth(field: int, left: int, moves: int) -> int:
            """Return the expected number in units of 1 / 6 ** moves."""
            if moves == 0 or left == 0:
                return 0
            best, total, seen = 0, 0, 0
            for die in range(DIE + 1):
                for other in _numbers(free[field][die] & ~seen):
                    counts, rest = land(1 << other, left)
                    best = max(best, counts * DIE ** (moves - 1) + worth(other, rest, moves - 1))
                seen |= free[field][die]
                total += best if die else 0
            return total

        return Fraction(worth(self.names.field_number(here), goal, dice), DIE**dice)

    # --- Cards ---

    def unseen(self, view: View) -> Counter[str]:
        """Return the cards that the seat cannot locate: in other hands or in the draw pile."""
        copies = self._rules.compiled[0]["copies"].tolist()
        left = Counter(dict(zip(self.names.kinds, copies, strict=False)))
        s = view.knowledge[0]
        left.subtract(dict(zip(self.names.kinds, s["box"].tolist(), strict=False)))
        for cards in (view.hand, *view.known, view.discard, *view.adventures):
            left.subtract(cards)
        return +left

    def finish_set(self, view: View, card: str, size: int = 2, *, draws: int = DRAW) -> Fraction:
        """Return the chance that the hand holds a set of `size` of a card, including Jokers, after the next draw.

        An empty draw pile is refilled by the rules. In the Grand Finale the draw costs a Wizard.

        >>> import guildhall as gh
        >>> game = gh.position("advyria", hands=[["Warrior"]], deck=["Warrior", "Joker", "Wizard", "Wizard"])
        >>> game.rules.quest_chances.finish_set(game.view(0), "Warrior", draws=1)
        Fraction(1, 2)
        """
        kind = self.names.kind(card)
        if kind > Kind.FAIRY:
            raise BadOdds(
                f"{self.names.kinds[kind]} forms no sets, only {', '.join(name.en for name in CARD_NAMES[:3])} do"
            )
        _check("size", size, SMALLEST_SET, LARGEST_SET)
        _check("draws", draws, 0, 99)
        wanted = (self.names.kinds[kind], self.names.kinds[Kind.JOKER])
        lacking = size - _matching(Counter(view.hand), wanted)
        pool, pile, can_draw = self.unseen(view), Counter(view.discard), view.refills > 0
        if view.finale:
            wizard = self.names.kinds[Kind.WIZARD]
            can_draw = wizard in view.hand
            draws, pile[wizard] = draws if can_draw else 0, pile[wizard] + can_draw
        first = min(draws, view.deck_size)
        second = min(draws - first, pile.total()) if can_draw else 0
        sources = ((pool.total(), _matching(pool, wanted), first), (pile.total(), _matching(pile, wanted), second))
        return _at_least(lacking, *sources)


def _numbers(bits: int) -> list[int]:
    return [number for number in range(bits.bit_length()) if bits >> number & 1]


def _matching(cards: Counter[str], wanted: tuple[str, ...]) -> int:
    return sum(cards[card] for card in wanted)


def _check(name: str, value: object, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadOdds(f"{name} must be a whole number from {low} to {high}, not {short(value)}")


Source = tuple[int, int, int]  # cards, those that match, cards drawn


def _at_least(lacking: int, one: Source, other: Source) -> Fraction:
    """Return the chance that two draws together bring at least `lacking` matching cards."""
    return sum(
        (
            chance * another
            for found, chance in _matches(one).items()
            for more, another in _matches(other).items()
            if found + more >= lacking
        ),
        Fraction(0),
    )


def _matches(source: Source) -> dict[int, Fraction]:
    """Yield each possible number of matching cards in a draw without replacement, with its chance."""
    cards, matching, drawn = source
    ways = comb(cards, drawn)
    counts = range(max(0, drawn - cards + matching), min(matching, drawn) + 1)
    return {n: Fraction(comb(matching, n) * comb(cards - matching, drawn - n), ways) for n in counts}
