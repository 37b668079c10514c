"""Who plays the seats of a table, from which of them it is seen, and which steps pass by themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any, TypeAlias

from guildhall.bots import OwnBot, bot_names, usual_bot
from guildhall.bots.own import is_own, name_of
from guildhall.core.errors import GuildhallError, short
from guildhall.core.game import Game
from guildhall.core.rules import Spec

from .. import render
from ..live import Part, on
from ..messages import read_seat

if TYPE_CHECKING:
    from .widget import TableWidget

__all__ = ["PERSON", "Seating", "Seeing", "Sitter", "Sitters"]

PERSON = "person"

Sitter: TypeAlias = Spec | OwnBot
"""Who may have a seat besides people."""

Sitters: TypeAlias = Mapping[int, Sitter] | Sequence[Sitter | None]
"""Bots by their seats, or one for each seat, None for a person."""


class Seating:
    """The seats of a table.

    seat: whose view is shown, None shows everything; bots: who plays seats by itself; bot: plays when it is asked to;
    own: the bots that do not come with the game, by what they are called here; pass_forced and quick: what is played
    for a person.
    """

    def __init__(self, game: Game, *, seat: int | None, bots: Sitters | None, bot: Sitter | None) -> None:
        self._game = game
        self.own: dict[str, Sitter] = {}
        self.pass_forced = self.quick = False
        self.see(seat)
        self.seat_bots(_by_seat(bots, len(game.rules.seats)))
        self.call(usual_bot(game.rules) if bot is None else bot)

    def see(self, seat: int | None) -> None:
        """Show the table as a seat sees it, or all of it."""
        if seat is not None:
            self._game.view(seat)  # says what seats there are
        self.seat = seat

    def seat_bots(self, bots: Mapping[int, Sitter]) -> None:
        """Let bots have these seats, and people all others."""
        for seat in bots:
            self._game.view(seat)
        self.bots = {seat: self._called(bot) for seat, bot in bots.items()}

    def call(self, bot: Sitter) -> None:
        """Have a bot ready for when it is asked to play."""
        self.bot = self._called(bot)

    @property
    def names(self) -> list[str]:
        """What all bots are called that can be chosen."""
        return [*bot_names(self._game.rules), *self.own]

    def sitter(self, name: str) -> Sitter:
        """The bot that is called so."""
        return self.own.get(name, name)

    def _called(self, bot: Sitter) -> str:
        """What a bot is called here; one that does not come with the game can be chosen by that from now on."""
        if isinstance(bot, str):
            if bot not in self.own:
                self._check(bot)
            return bot
        if isinstance(bot, Mapping):
            self._check(bot)
        elif not is_own(bot):
            raise GuildhallError(f"a bot is a name, named weights or an object that can choose, not {short(bot)}")
        known = next((name for name, own in self.own.items() if own is bot), None)
        name = known or self._free("own weights" if isinstance(bot, Mapping) else name_of(bot))
        self.own[name] = bot
        return name

    def _free(self, name: str) -> str:
        """The name, or with a number if another bot has it."""
        tried = (name if number == 1 else f"{name} {number}" for number in count(1))
        return next(each for each in tried if each not in (PERSON, *self.names))

    def _check(self, bot: Spec) -> None:
        if self._game.rules.bots:
            self._game.rules.weights(bot)  # says what bots and weights there are


def _by_seat(bots: Any, seats: int) -> Mapping[int, Sitter]:
    if bots is None or isinstance(bots, Mapping):
        return bots or {}
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise GuildhallError(f"bots are given by seat, such as {{1: 'greedy'}}, or as a list, not as {short(bots)}")
    if len(bots) != seats:
        raise GuildhallError(f"{len(bots)} bots for {seats} seats; give one for each seat, None for a person")
    return {seat: bot for seat, bot in enumerate(bots) if bot is not None}


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
