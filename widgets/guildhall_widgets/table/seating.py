"""Seating at a table: players, the view shown, and automatic steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any, TypeAlias

from guildhall.bots import OwnBot, bot_names, is_own, name_of, usual_bot
from guildhall.core.errors import GuildhallError, IllegalOption, short
from guildhall.core.game import Game
from guildhall.core.line import Move
from guildhall.core.rules import Spec, turn_of

from .. import render
from ..live import Part, on
from ..messages import read_seat
from .page import PERSON

if TYPE_CHECKING:
    from .widget import TableWidget

__all__ = ["BotPlay", "Seating", "Seeing", "Sitter", "Sitters", "Watching"]

Sitter: TypeAlias = Spec | OwnBot
"""A bot that may have a seat."""

Sitters: TypeAlias = Mapping[int, Sitter] | Sequence[Sitter | None]
"""Bots by seat, or one for each seat with None for a human."""


class Seating:
    """The seats of a table.

    seat: whose view is shown, None for everything.
    bots: the bots that play seats automatically.
    bot: the bot that plays on request.
    own: custom bots by name.
    pass_forced, quick: which steps are played for a human.
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
            self._game.view(seat)  # raises an error that lists the seats
        self.seat = seat

    def seat_bots(self, bots: Mapping[int, Sitter]) -> None:
        """Assign bots to these seats and humans to all others."""
        for seat in bots:
            self._game.view(seat)
        self.bots = {seat: self._called(bot) for seat, bot in bots.items()}

    def call(self, bot: Sitter) -> None:
        """Choose the bot that plays on request."""
        self.bot = self._called(bot)

    @property
    def names(self) -> list[str]:
        """The names of all available bots."""
        return [*bot_names(self._game.rules), *self.own]

    def sitter(self, name: str) -> Sitter:
        """Return the bot with this name."""
        return self.own.get(name, name)

    def _called(self, bot: Sitter) -> str:
        """Return the name of a bot, registering a custom one."""
        if isinstance(bot, str):
            if bot not in self.own:
                self._check(bot)
            return bot
        if isinstance(bot, Mapping):
            self._check(bot)
        elif not is_own(bot):
            raise GuildhallError(f"a bot must be a name, named weights or an object that can choose, not {short(bot)}")
        known = next((name for name, own in self.own.items() if own is bot), None)
        name = known or self._free("custom weights" if isinstance(bot, Mapping) else name_of(bot))
        self.own[name] = bot
        return name

    def _free(self, name: str) -> str:
        """Return the name, with a number if another bot has it."""
        tried = (name if number == 1 else f"{name} {number}" for number in count(1))
        return next(each for each in tried if each not in (PERSON, *self.names))

    def _check(self, bot: Spec) -> None:
        if self._game.rules.bots:
            self._game.rules.weights(bot)  # raises an error that lists the bots and weights


def _by_seat(bots: Any, seats: int) -> Mapping[int, Sitter]:
    if bots is None or isinstance(bots, Mapping):
        return bots or {}
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise GuildhallError(f"bots must be given by seat, such as {{1: 'greedy'}}, or as a list, not as {short(bots)}")
    if len(bots) != seats:
        raise GuildhallError(f"{len(bots)} bots for {seats} seats; give one for each seat, None for a person")
    return {seat: bot for seat, bot in enumerate(bots) if bot is not None}


class Seeing(Part):
    """The settings below the table."""

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
            render.card_page(self._table.game.rules, value)  # raises an error that suggests the nearest card
            self._table.drawer = "cards"
        self._table.card = value or None


# --- Bot play ---


class BotPlay(Part):
    """The bot that plays on request, and the bots that have seats."""

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
        finally:  # a failing bot may have played some plies
            table.steps.note_run(start[0], game.ply)
        table.moved(table.say("bot played", bot=bot, plies=game.ply - start[0]))

    def play_ply(self, name: str) -> None:
        """Let a bot play a single ply."""
        before = self._table.game.ply
        self._let_play(name, lambda game: game.ply > before)
        self._table.lines.follow()

    def _let_play(self, name: str, until: Callable[[Game], object]) -> None:
        """Let a bot play on. If a custom bot fails, the error does not reveal what it saw."""
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
        """Assign a seat to a bot or a human."""
        table = self._table
        table.game.view(seat)  # raises an error that lists the seats
        others = {each: name for each, name in table.seating.bots.items() if each != seat}
        table.seating.seat_bots(others if value == PERSON else others | {seat: value})
        who = table.say("person") if value == PERSON else value
        table.moved(table.say("seat played", who=table.game.rules.seats[seat], bot=who))


# --- Watching the others' last moves once more ---


class Watching(Part):
    """Shows the table as it was after each move of the others since the reader's last turn.

    The game itself does not move. Anything that moves it ends the showing.
    """

    def __init__(self, table: TableWidget) -> None:
        self._table = table
        self._moves: list[Move] = []
        self._number = 0  # of the decision at which it was asked for
        self.at: int | None = None

    @property
    def move(self) -> Move | None:
        """The move that is shown, or None."""
        return None if self.at is None or self._number != self._table.number else self._moves[self.at]

    @property
    def count(self) -> int:
        """The number of moves to show."""
        return len(self._moves)

    def shown_table(self, move: Move) -> Any:
        """Return the table after a move, as the reader's seat saw it."""
        rules, seat = self._table.game.rules, self._table.seating.seat
        state = self._table.game.line.state_at(move.last)
        return rules.table(state) if seat is None else rules.view(state, seat)

    @on("watch")
    def _begin(self) -> None:
        moves = self._table.since_last_turn()
        if not moves:
            raise GuildhallError(self._table.say("nothing to watch"))
        self._moves, self._number, self.at = moves, self._table.number, 0

    @on("watch next")
    def _go_on(self, step: int) -> None:
        """Show the next move. Two views of a table may both request it."""
        if step == self.at:
            self.at = step + 1 if step + 1 < self.count else None

    @on("skip")
    def _skip(self) -> None:
        self.at = None
