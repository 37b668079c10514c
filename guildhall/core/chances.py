"""What exact odds need to know of a game, all of it from what a seat may know."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Protocol

from guildhall.core.rules import View

__all__ = ["DrawChances", "QuestChances"]


class DrawChances(Protocol):
    """What exact odds of draws need to know of a game, all of it from a seat's view."""

    @property
    def goals(self) -> tuple[str, ...]:
        """What can be completed by drawing."""

    def next_hand(self, view: View) -> int | None:
        """Up to how many cards the view's seat may draw its hand right now; None if it may not."""

    def unseen(self, view: View) -> Counter[str]:
        """Copies by card of all that the view's seat cannot place, 0 for cards it has seen altogether."""

    def deck(self, view: View) -> tuple[Counter[str], list[str | None]]:
        """The cards that may come off the deck, and the deck itself, top last, `None` where a card is unknown."""

    def discard(self, view: View) -> list[str]:
        """The discard pile, top last."""

    @property
    def keeps_top(self) -> bool:
        """Whether the top card of the discard pile stays when the pile becomes the deck."""

    def missing(self, view: View, goal: str, *, hand: bool) -> tuple[tuple[str, ...], ...]:
        """The alternatives for everything that the seat lacks for a goal."""

    def need(self, view: View, goal: str, *, hand: bool) -> int:
        """How many of them complete it."""

    def wild(self, goal: str) -> tuple[str, ...]:
        """Cards that serve for any of them."""


class QuestChances(Protocol):
    """Exact odds of a game with a board, dice and sets."""

    def reach(self, view: View, field: str, *, dice: int) -> Fraction:
        """The chance that one of the next moves ends on a field."""

    def find(self, view: View, adventure: str, *, looks: int | None, dice: int | None) -> Fraction:
        """The chance to find an adventure with some looks at hidden tiles, or with some moves."""

    def finish_set(self, view: View, card: str, size: int, *, draws: int) -> Fraction:
        """The chance to hold a set after the next draw."""
