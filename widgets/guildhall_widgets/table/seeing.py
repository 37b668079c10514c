"""What is seen of a table and how it is played: from which seat, which steps pass by themselves, which card is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import render
from ..live import Part, on
from ..messages import read_seat

if TYPE_CHECKING:
    from .widget import TableWidget

__all__ = ["Seeing"]


class Seeing(Part):
    """The settings under the table."""

    def __init__(self, table: TableWidget) -> None:
        self._table = table

    @on("see")
    def _see(self, value: str) -> None:
        table = self._table
        names = table.game.rules.seats
        seat = read_seat(value, len(names))
        table.seating.see(seat)
        table.status = table.say("open") if seat is None else table.say("seen as", who=names[seat])

    @on("see next")
    def _see_next(self) -> None:
        seat, seats = self._table.seating.seat, len(self._table.game.rules.seats)
        following = 0 if seat is None else seat + 1
        self._see("all" if following == seats else str(following))

    @on("forced")
    def _forced(self, value: bool) -> None:
        self._table.pass_steps(value)
        self._table.status = self._table.say("passes" if value else "passes not")

    @on("quick")
    def _quick(self, value: bool) -> None:
        self._table.seating.quick = value
        self._table.status = self._table.say("quick on" if value else "quick off")

    @on("look up")
    def _look_up(self, value: str) -> None:
        if value:
            render.card_page(self._table.game.rules, value)  # says what is nearest if there is no such card
        self._table.card = value or None
