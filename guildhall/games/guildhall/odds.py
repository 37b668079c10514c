"""Guildhall's part of exact odds: the cards a seat has not seen, and the cards its chapters lack."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from .engine.play import OPENING_HAND, REFRESHED_HAND
from .engine.state import AREA_OF, COLOURS, HALL, HAND, MASTER, OP, RUNNING, Op
from .table import View

if TYPE_CHECKING:
    from .rules import GuildhallRules

__all__ = ["Chances"]

#: Decisions at which a seat may refill its hand, and to how many cards (rules 7 and 11).
NEXT_HAND = {Op.MULLIGAN: OPENING_HAND, Op.ACT: REFRESHED_HAND, Op.REFRESH: REFRESHED_HAND}


class Chances:
    """Guildhall for `guildhall.odds`, computed from a view and so only from what its seat may know.

    >>> import guildhall as gh
    >>> game = gh.position(halls=[{"Weaver": ["red", "blue"]}, {}], hands=[["green Weaver"], []])
    >>> chances = Chances(game.rules)
    >>> chances.missing(game.view(0), "Weaver")
    (('yellow Weaver',), ('purple Weaver',))
    >>> chances.unseen(game.view(0))["red Weaver"]
    3
    """

    def __init__(self, rules: GuildhallRules) -> None:
        self.rules = rules
        self.names = rules.names

    @property
    def goals(self) -> tuple[str, ...]:
        """The names of the chapters."""
        return self.rules.goals

    def next_hand(self, view: View) -> int | None:
        """Return the hand size up to which the view's seat may draw right now, None if it may not."""
        known = view.knowledge[0]
        if known["over"] != RUNNING or known["actor"] != view.seat:
            return None
        return NEXT_HAND.get(Op(self.rules.compiled[0]["prog"][known["pc"], OP]))

    def unseen(self, view: View) -> Counter[str]:
        """Return the copies by card that the view's seat cannot locate, 0 for fully seen cards.

        They are in the deck and in other hands.  To the seat, each is equally likely to be in any of these places.
        """
        known = view.knowledge[0]
        kinds = len(self.names.kinds)
        left = self.rules.compiled[0]["copies"][:kinds].astype(np.int64) - known["count"][:, :kinds].sum(axis=0)
        for seat in range(len(self.names.seats)):
            left -= np.bincount(known["done_cards"][seat, : known["done_n"][seat]].ravel(), minlength=kinds)[:kinds]
        if view.deck_cards is None:  # otherwise the whole deck has been counted
            left -= np.bincount([self.names.kind(card) for card in view.deck if card], minlength=kinds)
        return Counter(dict(zip(self.names.kinds, left.tolist(), strict=True)))

    def deck(self, view: View) -> tuple[Counter[str], list[str | None]]:
        """Return the cards that may be drawn from the deck, and the deck itself, top last (unknown cards are `None`).

        A seat that searches the deck knows its cards, but they will be shuffled before anything is drawn (rule 18).
        """
        if view.deck_cards is None:
            return self.unseen(view), list(view.deck)
        pool = Counter(dict.fromkeys(self.names.kinds, 0))
        pool.update(view.deck_cards)
        return pool, [None] * view.deck_size

    def discard(self, view: View) -> list[str]:
        """Return the discard pile, top last."""
        return list(view.discard)

    @property
    def keeps_top(self) -> bool:
        """True if the top card of the discard pile stays when the pile becomes the deck (rule 16)."""
        return bool(self.rules.compiled[0]["keeps_top"])

    def missing(self, view: View, chapter: str, *, hand: bool = True) -> tuple[tuple[str, ...], ...]:
        """Return, for each colour that a chapter of the view's seat lacks, the cards that would provide it.

        In a Mega-Saga several professions provide a colour.  With `hand`, cards in hand count as placed.
        """
        there = self._there(view, chapter, hand=hand)
        number = self.names.chapter(chapter)
        lacking = [colour for colour in range(len(COLOURS)) if colour not in there]
        return tuple(self._cards(number, colour) for colour in lacking)

    def need(self, view: View, chapter: str, *, hand: bool = True) -> int:
        """Count the cards a chapter of the view's seat lacks, where each Master replaces a colour (rule 26)."""
        there = self._there(view, chapter, hand=hand)
        coloured = sum(colour != MASTER for colour in there)
        return max(len(COLOURS) - coloured - there[MASTER], 0)

    def wild(self, chapter: str) -> tuple[str, ...]:
        """Return the Chapter Masters that replace any colour of a chapter, none in a game without them."""
        return self._cards(self.names.chapter(chapter), MASTER)

    def _there(self, view: View, chapter: str, *, hand: bool) -> Counter[int]:
        """Count the chapter's cards by colour in the seat's hall, in its area on their way there, and in its hand."""
        number = self.names.chapter(chapter)
        counts = view.knowledge[0]["count"]
        held = counts[HALL + view.seat] + counts[AREA_OF + view.seat] + (counts[HAND + view.seat] if hand else 0)
        there: Counter[int] = Counter()
        for kind in np.flatnonzero(held[: len(self.names.kinds)]).tolist():
            if self.names.chapter_of(kind) == number:
                there[self.names.colour_of(kind)] += int(held[kind])
        return there

    def _cards(self, chapter: int, colour: int) -> tuple[str, ...]:
        kinds = range(len(self.names.kinds))
        found = (k for k in kinds if self.names.chapter_of(k) == chapter and self.names.colour_of(k) == colour)
        return tuple(self.names.kinds[kind] for kind in found)
