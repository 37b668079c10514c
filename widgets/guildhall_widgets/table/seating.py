"""Who plays the seats of a table, from which of them it is seen, and which steps pass by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from guildhall.bots import usual_bot
from guildhall.core.capabilities import PlaysByWeights
from guildhall.core.errors import GuildhallError, short
from guildhall.core.game import Game

from .. import render
from ..live import Part, on
from ..messages import read_seat

if TYPE_CHECKING:
    from .widget import TableWidget

__all__ = ["Seating", "Seeing"]


class Seating:
    """The seats of a table.

    seat: whose view is shown, None shows everything; bots: who plays seats by itself; bot: plays when it is asked to;
    pass_forced and quick: what is played for a person.
    """

    def __init__(self, game: Game, *, seat: int | None, bots: Mapping[int, str] | None, bot: str | None) -> None:
        if bots is not None and not isinstance(bots, Mapping):
            raise GuildhallError(f"bots are given by seat, such as {{1: 'greedy'}}, not as {short(bots)}")
        if bot is not None and not isinstance(bot, str):
            raise GuildhallError(f"a bot is named, such as 'greedy', not given as {short(bot)}")
        self._game = game
        self.pass_forced = self.quick = False
        self.see(seat)
        self.seat_bots(bots or {})
        self.call(usual_bot(game.rules) if bot is None else bot)

    def see(self, seat: int | None) -> None:
        """Show the table as a seat sees it, or all of it."""
        if seat is not None:
            self._game.view(seat)  # says what seats there are
        self.seat = seat

    def seat_bots(self, bots: Mapping[int, str]) -> None:
        """Let bots have these seats, and people all others."""
        for seat, name in bots.items():
            self._game.view(seat)
            self._check(name)
        self.bots = dict(bots)

    def call(self, bot: str) -> None:
        """Have a bot ready for when it is asked to play."""
        self._check(bot)
        self.bot = bot

    def _check(self, bot: str) -> None:
        rules: Any = self._game.rules
        if isinstance(rules, PlaysByWeights):
            rules.weights(bot)  # says what bots there are


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
