"""What a bot would do at each ply of a recorded game, beside what was done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from guildhall.bots import bot
from guildhall.core.game import Game
from guildhall.core.rules import State
from guildhall.records.changes import Changes
from guildhall.records.study import Path

from ..background import Task
from ..live import on
from .search import Searching

__all__ = ["Agreement", "Comparing"]

_PIECE = 100  # decisions between two redrawings


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often one seat did what the bot would do, of how many real decisions."""

    same: int = 0
    decisions: int = 0


class Comparing(Searching):
    """A record compared with the choices of a bot."""

    def __init__(self, changes: Changes, **where: Any) -> None:
        self.agreements: dict[int, Agreement] = {}
        self.counted: tuple[str, Path] | None = None  # the bot and the line that the agreements are about
        self._count: Task[Any] | None = None
        super().__init__(changes, **where)

    @property
    def is_counting(self) -> bool:
        """Whether the line is being compared."""
        return self._count is not None and self._count.running

    def choice_of_bot(self) -> str | None:
        """What the bot would do here, if somebody decides and the reader may know the options."""
        if not self.bot or not self.may_know(self.ply):
            return None
        state = self.reel.state(self.line, self.ply)
        if not self.reel.rules.options(state):
            return None
        return self.reel.rules.phrase(state, self._chosen(state, self.reel.decider(self.line, self.ply)))

    def _chosen(self, state: State, seat: int) -> int:
        seed = self.record.header.seed
        return int(bot(self.bot, seat=seat, seed=seed).choose(Game(self.reel.rules, state, seed=seed)))

    @on("count")
    def _count_line(self) -> None:
        """Compare every decision of this line, or stop doing so."""
        if self.is_counting:
            self._stop_counting()
            self.status = "Stopped counting."
            return
        self.agreements, self.counted = {}, (self.bot, self.line)
        pieces = self._comparisons(self.line)
        self._count = Task(pieces, self._take_agreements, done=self._counted_all, failed=self._counting_failed)
        self.status = f"Comparing every decision with {self.bot}."

    def _comparisons(self, line: Path) -> Iterator[dict[int, Agreement]]:
        found: dict[int, Agreement] = {}
        decisions = 0
        for step in self.reel.walk(line):
            if len(self.reel.rules.options(step.before)) < 2:
                continue
            seat = self.reel.rules.decision(step.before).seat
            if self.seat in (None, seat):
                old = found.get(seat, Agreement())
                found[seat] = Agreement(old.same + (self._chosen(step.before, seat) == step.move), old.decisions + 1)
            decisions += 1
            if decisions % _PIECE == 0:
                yield dict(found)
        yield dict(found)

    def _take_agreements(self, found: dict[int, Agreement]) -> None:
        with self._drawing:
            if self.is_counting:
                self.agreements = found
                self.refresh()

    def _counted_all(self) -> None:
        with self._drawing:
            self._count = None
            self.status = f"The line is compared with {self.bot}."
            self.refresh()

    def _counting_failed(self, failure: Exception) -> None:
        with self._drawing:
            self._stop_counting()
            self.error = str(failure)
            self.refresh()

    def _stop_counting(self) -> None:
        if self._count is not None:
            self._count.cancel()
        self._count = None

    def _see(self, seat: int | None) -> None:
        self._stop_counting()
        self.agreements = {}
        super()._see(seat)
