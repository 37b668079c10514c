"""What the rules of a game provide where they can: what exact odds need to know, a game in numbers, cards in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from guildhall.core.rules import State, View

__all__ = ["CardText", "DrawChances", "Observing", "QuestChances", "Rolled", "Seen"]


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


class Observing(Protocol):
    """A game in numbers, for programs that learn; all of it only from what a seat may know."""

    @property
    def actions(self) -> int:
        """The ids of all options of the game are below this number."""

    @property
    def parts(self) -> Mapping[str, int]:
        """The named parts of a row of numbers in order, each with its length."""

    @property
    def longest(self) -> int | None:
        """A number of plies that no game exceeds, or None where there is none."""

    def decider(self, state: State) -> int:
        """The seat that decides now, `NOBODY` when the game is over."""

    def carry_out(self, state: State, option: int) -> None:
        """Carry out a legal option in place without telling of it."""

    def fingerprint(self, state: State, seat: int) -> bytes:
        """Equal for two states of these rules if and only if they look the same from the seat."""

    def observe(self, state: State, seat: int) -> NDArray[np.float32]:
        """What the seat may know, as a row of numbers from 0 to 1."""

    def observe_many(self, states: NDArray[Any], seats: NDArray[np.int64]) -> NDArray[np.float32]:
        """A row for every state of an array, each for a seat of its own."""


class Seen(NamedTuple):
    """The part of a view that roll-outs use: the record of what a seat may know, and the seat."""

    knowledge: State
    seat: int


class Rolled(NamedTuple):
    """What became of roll-outs, one row for each."""

    goals: NDArray[np.bool_]
    """The goals that were reached by the seat from whose view they began."""
    winners: NDArray[np.int64]
    """The winners as bits, 0 where nobody has won yet."""
    points: NDArray[np.int64]
    """The points of every seat at the end."""


class CardText(NamedTuple):
    """A card in words: what the screen calls it, what it does, and where that text comes from.

    `whole` is all of it in lines, where that is more than its name and the text.
    """

    shown: str
    text: str
    provenance: str = "rulebook"
    whole: str = ""

    @property
    def lines(self) -> list[str]:
        """The card for a terminal; a stand-in is marked.

        >>> CardText("Joker", "Counts as any card.", "stand-in").lines
        ['Joker: Counts as any card. [stand-in]']
        """
        mark = " [stand-in]" if self.provenance == "stand-in" else ""
        return (self.whole or f"{self.shown}: {self.text}{mark}").splitlines()
