"""Playing on from any ply of a recorded game: what differs from it becomes a variation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from guildhall.core.errors import GuildhallError
from guildhall.core.game import Game
from guildhall.records.changes import Changes
from guildhall.records.study import Path
from guildhall.records.verify import speak

from ..live import on
from .notes import Noting
from .steps import read_path

__all__ = ["Branching"]


class Branching(Noting):
    """A record from which other lines are played."""

    def __init__(self, changes: Changes, **where: Any) -> None:
        self.bot = ""
        self.leaving: Path | None = None  # the variation that goes if Delete is pressed once more
        super().__init__(changes, **where)
        self.bots = tuple(getattr(self.reel.rules, "bots", {}))
        self.bot = "heuristic" if "heuristic" in self.bots else next(iter(self.bots), "")

    # By hand

    @on("option")
    def _option(self, option: str) -> None:
        """Choose what lies on the table: to highlight it, if that is wished, or else to play it."""
        if self.pointing is not None:
            self._pointed_at(option)
            return
        self.only_open("Variations")
        state = self.reel.state(self.line, self.ply)
        if int(option) not in self.reel.rules.options(state):
            raise GuildhallError("this is no option here; choose one of those shown")
        phrase = self.reel.rules.phrase(state, int(option))
        self._follow([int(option)], [phrase])
        self.status = f"{phrase}: ply {self.ply}{' of a variation' if self.line else ''}."

    def _follow(self, moves: list[int], phrases: list[str]) -> None:
        """Go along the moves: on the line, on variations that are there, and then on a new one."""
        done = 0
        while done < len(moves) and self._enter(moves[done]):
            done += 1
        if done == len(moves):
            return
        rest: dict[str, Any] = {"moves": moves[done:], "phrases": phrases[done:]}
        if self.line and self.ply == self.last:
            self.change("prolong", line=self.line, **rest)
            line = self.line
        else:
            line = self.change("graft", ply=self.ply, line=self.home, **rest)
        self._go(self.ply + len(rest["moves"]), line)

    def _enter(self, move: int) -> bool:
        """Make a move that is written down at this ply; False if none is like it."""
        if self.reel.move(self.line, self.ply) == move:
            self._go(self.ply + 1)
            return True
        for number, variation in enumerate(self.node.variations):
            if variation.moves[0] == move:
                self._go(self.ply + 1, (*self.home, self.ply, number))
                return True
        return False

    # By a bot

    @on("bot")
    def _choose_bot(self, value: str) -> None:
        if value not in self.bots:
            raise GuildhallError(f"no bot {value!r}; there are {', '.join(self.bots) or 'none'}")
        self.bot = value
        self.status = f"{value} plays when asked."

    @on("bot step")
    def _bot_step(self) -> None:
        self._run_bot(lambda game: game.ply > 0)

    @on("bot turn")
    def _bot_turn(self) -> None:
        turn = self._turn_at(self.ply)
        self._run_bot(lambda game: game.ply > 0 and self._turn_of(game) != turn)

    def _turn_of(self, game: Game) -> object:
        return getattr(game.table, "turn_no", None) or game.decision.seat

    @on("bot end")
    def _bot_end(self) -> None:
        self._run_bot(lambda game: False)

    def _run_bot(self, until: Callable[[Game], bool]) -> None:
        self.only_open("Variations")
        if not self.bot:
            raise GuildhallError(f"{self.reel.rules.game} has no bots")
        game = Game(self.reel.rules, self.reel.state(self.line, self.ply), seed=self.record.header.seed)
        game.run(self.bot, until=until)
        if not game.ply:
            raise GuildhallError("the game is over here; go back to play on")
        self._follow(list(game.moves), speak(game.rules, game.start, game.moves))
        self.status = f"{self.bot} played {game.ply} {'ply' if game.ply == 1 else 'plies'}: ply {self.ply}."

    # The tree

    @on("branch point")
    def _to_branch_point(self) -> None:
        """Back to where this variation leaves its line."""
        self._check_variation()
        self._go(self.line[-2], self.line[:-2])
        self._say_where()

    @on("other line")
    def _other_line(self, by: str) -> None:
        """To the neighbour of this variation, at its first move; before the first comes the line it leaves."""
        self._check_variation()
        *outer, ply, number = self.line
        wanted = number + int(by)
        count = len(self.record.notes_at(ply, line=tuple(outer)).variations)
        if wanted < 0:
            self._go(ply, tuple(outer))
        elif wanted < count:
            self._go(ply + 1, (*outer, ply, wanted))
        else:
            raise GuildhallError(f"this is the last of {count} variations at ply {ply}")
        self._say_where()

    @on("title")
    def _title(self, value: str, line: str) -> None:
        self.change("set_title", title=value, line=read_path(line))

    @on("promote")
    def _promote(self) -> None:
        self._check_variation()
        ply = self.ply
        line: Path = self.change("promote_variation", line=self.line)
        self._go(ply, line)
        self.status = "The variation moved up."

    @on("delete line")
    def _delete_line(self) -> None:
        """Delete this variation, when asked twice: nothing brings it back."""
        self._check_variation()
        gone = self.line
        if self.leaving != gone:
            self.leaving = gone
            count = len(self.record.line(gone).moves)
            self.status = f"Press Delete once more: {count} {'ply' if count == 1 else 'plies'} with all notes will go."
            return
        self._go(gone[-2], gone[:-2])
        self.change("remove_variation", line=gone)
        self.status = "The variation was deleted."

    def _go(self, ply: int, line: Path | None = None) -> None:
        self.leaving = None
        super()._go(ply, line)

    def _check_variation(self) -> None:
        if not self.line:
            raise GuildhallError("this is the main line, the game as it was played")
