"""Who plays the seats of a table, from which of them it is seen, and which steps pass by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from guildhall.bots import usual_bot
from guildhall.core.capabilities import PlaysByWeights
from guildhall.core.errors import GuildhallError, short
from guildhall.core.game import Game

__all__ = ["Seating"]


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
