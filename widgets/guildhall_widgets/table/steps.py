"""Where undo and redo go: to a choice of the person at the table, over all that bots and forced steps did since."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from guildhall.core.decision import Decision
from guildhall.core.line import Line

__all__ = ["Steps"]


@dataclass
class Steps:
    """The choices along a line of play.

    asks: whether a decision is put to the person.
    taken: the plies that were played for the person because there was hardly anything to choose.
    runs: the plies that a bot played because it was asked to, each with the ply at which its run began.
    """

    asks: Callable[[Decision], bool]
    taken: set[int] = field(default_factory=set)
    runs: dict[int, int] = field(default_factory=dict)
    _known: tuple[object, tuple[int, ...], int | None] | None = None  # what `back` found last, and for which moves

    def note_taken(self, ply: int) -> None:
        """Note that the ply after `ply` plies is played for the person."""
        self.forget(ply)
        self.taken.add(ply)

    def note_run(self, start: int, end: int) -> None:
        """Note that a bot was asked to play from one ply to another: one click, and so one undo."""
        self.forget(start)
        self.runs |= dict.fromkeys(range(start, end), start)

    def forget(self, ply: int) -> None:
        """Forget everything from a ply on, because something else is played there."""
        self.taken = {each for each in self.taken if each < ply}
        self.runs = {each: start for each, start in self.runs.items() if each < ply}
        if self._known is not None and len(self._known[1]) > ply:
            self._known = None

    def back(self, line: Line, ply: int, asked: object = None) -> int | None:
        """The last choice before a ply; None if there is none.

        `asked` is whatever `asks` depends on: while it stays the same, nothing is looked at twice as a game goes on.
        """
        moves, (start, found) = tuple(line.moves[:ply]), (0, None)
        if self._known is not None:
            before, known, choice = self._known
            if before == asked and moves[: len(known)] == known:
                start, found = len(known), choice
        found = next((at for at in range(ply - 1, start - 1, -1) if self._is_choice(line, at)), found)
        self._known = (asked, moves, found)
        return found

    def ahead(self, line: Line, ply: int) -> int:
        """The next choice after a ply, or the end of the line."""
        return next((at for at in range(ply + 1, len(line)) if self._is_choice(line, at)), len(line))

    def _is_choice(self, line: Line, ply: int) -> bool:
        """Whether the person chose here, and did not only go on with what was begun."""
        if ply in self.runs:
            return self.runs[ply] == ply
        if not self.asks(line.rules.decision(line.state_at(ply))):
            return False
        return ply == 0 or not (self._goes_on_with_set(line, ply) or {ply - 1, ply} <= self.taken)

    def _goes_on_with_set(self, line: Line, ply: int) -> bool:
        rules = line.rules
        number = rules.set_at(line.state_at(ply))
        return number is not None and number == rules.set_at(line.state_at(ply - 1))
