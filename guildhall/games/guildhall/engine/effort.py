"""How long the search for the options of a program can take, worked out before anybody plays the card.

A search makes one pick after the other (`search.completable`).  Where a row cannot make its picks, the search goes back
to every row before it but those whose picks are alike for what follows.  So all sets of cards that a row can pick
multiply with the steps of the rows after it, and with three such rows that can be too many.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import comb

from .search import PATIENCE
from .state import ANY, AREA, FIRST_CHECK, FIRST_EFFECT, MOST_TRIED, ROW, WHOLE, Flag, Op, Where, Who
from .steps import Row

__all__ = ["Crowd", "most_steps"]

_UNFINISHED = 4  # cards of one chapter that a hall can hold: with five it is complete and out of the hall
_LOOKED_AT = 9  # cards at the most
_SERVED = 3  # players at the most; whether so many can be served is a search for every number


@dataclass(frozen=True, slots=True)
class Crowd:
    """How many different cards can lie in the places of a deck, and how many players there are.

    Where `in_my_hall` is given, so many cards lie in the active player's hall and keep their twins out.
    """

    kinds: int
    chapters: int
    players: int
    masters: bool
    in_my_hall: int | None = None

    def crowds(self) -> list[Crowd]:
        """The same with every number of cards in the active player's hall, where each card is its own twin."""
        if self.kinds != 5 * self.chapters:
            return [self]
        return [replace(self, in_my_hall=number) for number in range(_UNFINISHED * self.chapters + 1)]

    def seats(self, row: Row) -> bool:
        """Whether the player is there of whom a row speaks."""
        return row.who - Who.OTHER < self.players

    def choices(self, row: Row, leaving: int) -> int:
        """Kinds that a row can choose from, if so many cards may leave the active player's hall before."""
        kinds = self._lying(row)
        if self.in_my_hall is None or row.into is not Who.ME or row.flags & Flag.MAY_DUPLICATE or row.leavers:
            return kinds
        return min(kinds, self.kinds - self.in_my_hall + leaving)

    def _lying(self, row: Row) -> int:
        match row.where:
            case Where.HALL if row.number == WHOLE:
                return _UNFINISHED
            case Where.HALL if row.who is Who.ME and self.in_my_hall is not None:
                return self.in_my_hall
            case Where.HALL:
                return min(self.kinds, _UNFINISHED * self.chapters)
            case Where.TOP:
                return 1
            case Where.LOOKED:
                return _LOOKED_AT
            case Where.AREA:
                return min(self.kinds, AREA)
        return self.kinds


def most_steps(rows: Sequence[Row], crowd: Crowd) -> int:
    """The steps of the longest list of options that a program can ask for, not less than they can be."""
    steps = [list(step) for is_effect, step in groupby(rows, lambda row: row.op >= FIRST_EFFECT) if not is_effect]
    return max((_most(step, crowd) for step in steps), default=1)


def _most(step: list[Row], crowd: Crowd) -> int:
    """The most steps by a simple estimate, or by a closer one if those are too many."""
    most = _Search(step, crowd).most
    return most if most <= MOST_TRIED else max(_Search(step, each).most for each in crowd.crowds())


class _Search:
    """The search through one step of a program."""

    def __init__(self, step: list[Row], crowd: Crowd) -> None:
        self.crowd = crowd
        self.picks = [row for row in step if row.op < FIRST_CHECK and crowd.seats(row)]
        # Only after an exchange can a hall hold too many cards: other rows leave out what finds no room.
        exchange = any(row.flags & Flag.EXCHANGE for row in self.picks)
        self.is_judged = exchange and any(row.op is Op.FITS for row in step)
        leaving = [row.number for row in self.picks if row.where is Where.HALL and row.who is Who.ME]
        self.leaving = sum(_UNFINISHED if number == WHOLE else max(number, 0) for number in leaving)

    @property
    def most(self) -> int:
        """Steps of one search from the start, or of all those for the options of one row."""
        most = later = 0
        for row in reversed(self.picks):
            listed = self._listed(row, later)
            later = self._steps(row, self._number(row), later)
            most = max(most, listed, later)
        return most + 1 + PATIENCE  # a long search begins anew once

    def _number(self, row: Row) -> int:
        return _UNFINISHED if row.number == WHOLE else row.number

    def _choices(self, row: Row) -> int:
        return self.crowd.choices(row, self.leaving)

    def _steps(self, row: Row, number: int, later: int) -> int:
        """Steps from a row on that has still so many picks to make, if there are so many from the next row on."""
        match row.op:
            case Op.PICK_PLAYER:
                return (self.crowd.players - 1) * (1 + later)
            case Op.PICK_CHAPTER:
                return self.crowd.chapters * (1 + later)
            case Op.PICK_ROW:
                return ROW * (1 + later)
        if number == ANY:  # none will do
            return later
        if row is self.picks[-1] and not self.is_judged:
            return self._last(row, number)
        choices = self._choices(row)
        if self._is_tried_again(row):
            return _sets(choices, number) + comb(choices, number) * later
        return later + (number if row.flags & Flag.STRAIGHT else _sets(choices, number))

    def _last(self, row: Row, number: int) -> int:
        """Steps of the last row: that which makes its last pick ends the search."""
        if row.flags & Flag.STRAIGHT:
            return number - 1
        if row.flags & Flag.DIFFERENT or self.crowd.masters:
            return _sets(self._choices(row), number - 1)
        return 2 ** (number - 1) - 1  # what has to come back always fits, so that it fails where too few others do

    def _is_tried_again(self, row: Row) -> bool:
        """Whether other picks of a row are tried where a later row fails.

        Of cards that come into a hall in exchange, two at the most are never too many: one of theirs goes back.
        """
        if self.is_judged and row.flags & Flag.EXCHANGE:
            return row.where is Where.HALL or row.number > 2
        return row.flags & Flag.ALIKE == 0

    def _listed(self, row: Row, later: int) -> int:
        """Steps of the searches for all that a row can pick first; in ascending order they are those of one search."""
        if row.op is not Op.PICK:
            return 0
        choices, number = self._choices(row), self._number(row)
        asked = _SERVED * self._steps(row, number, later) if row.flags & Flag.SHARES else 0
        if number == ANY:
            return asked + (choices + 1) * _searched(later)
        if number == 1 and row.flags & Flag.EASES and row.flags & Flag.ALIKE and row.leavers == 0:
            return asked + _searched(later) + choices  # one search for all of them, unless only they are left to pick
        rest = later if number == 1 else self._steps(row, number - 1, later)
        if self._is_tried_again(row) and row.flags & Flag.ANY_ORDER == 0 and number > 1:
            return asked + self._steps(row, number, later) + choices * (1 + min(rest, PATIENCE))
        return asked + choices * _searched(rest)


def _searched(steps: int) -> int:
    """The steps of one search, which begins anew once if it is long."""
    return 1 + steps + min(steps, PATIENCE)


def _sets(kinds: int, number: int) -> int:
    """All sets of one to so many kinds: every one that a search can stand at on its way.

    >>> _sets(4, 2)
    10
    """
    return sum(comb(kinds, each) for each in range(1, number + 1))
