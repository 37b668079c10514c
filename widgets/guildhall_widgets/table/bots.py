"""Letting a bot play on: a ply, a turn, to the end, or a seat for good."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from guildhall.core.errors import GuildhallError, IllegalOption
from guildhall.core.game import Game
from guildhall.core.rules import turn_of

from ..live import Part, on
from .seating import PERSON

if TYPE_CHECKING:
    from .widget import TableWidget

__all__ = ["BotPlay"]


class BotPlay(Part):
    """The bot that plays when it is asked to, and the bots that have seats."""

    def __init__(self, table: TableWidget) -> None:
        self._table = table

    @on("bot")
    def _choose(self, value: str) -> None:
        self._table.seating.call(value)
        self._table.status = self._table.say("bot chosen", bot=value)

    @on("bot step")
    def _step(self, at: int | None = None) -> None:
        self._run(lambda game, start: game.ply > start[0], at)

    @on("bot turn")
    def _turn(self, at: int | None = None) -> None:
        self._run(lambda game, start: turn_of(game.rules, game.state) != start[1], at)

    @on("bot end")
    def _end(self, at: int | None = None) -> None:
        self._run(lambda game, start: False, at)

    def _run(self, until: Callable[[Game, tuple[int, object]], bool], at: int | None) -> None:
        table, game = self._table, self._table.game
        if table.is_late(at):
            return
        bot, start = table.seating.bot, (game.ply, turn_of(game.rules, game.state))
        try:
            self._let_play(bot, lambda game: game.ply > start[0] and until(game, start))
        finally:  # a bot that fails may have played some plies
            table.steps.note_run(start[0], game.ply)
        table.moved(table.say("bot played", bot=bot, plies=game.ply - start[0]))

    def play_ply(self, name: str) -> None:
        """Let a bot play a single ply."""
        before = self._table.game.ply
        self._let_play(name, lambda game: game.ply > before)
        self._table.lines.follow()

    def _let_play(self, name: str, until: Callable[[Game], object]) -> None:
        """Let a bot play on; of one that does not come with the game and fails, a seat is not told what it saw."""
        table, bot = self._table, self._table.seating.sitter(name)
        try:
            table.game.run(bot, until=until)
        except Exception as error:
            if isinstance(bot, str):
                raise
            how = "bot illegal" if isinstance(error, IllegalOption) else "bot failed"
            told = table.say(how, bot=name, ply=table.game.ply + 1, kind=type(error).__name__)
            raise GuildhallError(told if table.seating.seat is not None else f"{told} {error}") from error

    @on("seat bot")
    def _seat(self, seat: int, value: str) -> None:
        """Let a bot or a person have a seat."""
        table = self._table
        table.game.view(seat)  # says what seats there are
        others = {each: name for each, name in table.seating.bots.items() if each != seat}
        table.seating.seat_bots(others if value == PERSON else others | {seat: value})
        who = table.say("person") if value == PERSON else value
        table.moved(table.say("seat played", who=table.game.rules.seats[seat], bot=who))
