"""The lines of a game at a table, with undo and redo. Abandoned lines are kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from guildhall.core.decision import Decision
from guildhall.core.errors import GuildhallError
from guildhall.core.game import Game
from guildhall.core.line import Line
from guildhall.core.phrases import What

from ..render.numbers import plural

__all__ = ["KeptLines", "Steps"]


class KeptLines:
    """Lines of play of one game, by number. The game itself follows one of them.

    >>> import guildhall as gh
    >>> game = gh.new_game(players=2, seed=7)
    >>> lines = KeptLines(game)
    >>> lines.play("done"); lines.undo(); lines.play(game.options[0])
    >>> [lines.told(number) for number in lines.others]
    ['from ply 0: done (1 ply)']
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.others: dict[int, Line] = {}
        self.whole = game.line  # the line shown, including undone moves
        self._next = 1

    def keep(self) -> int:
        """Keep a copy of the line and return its number."""
        number, self._next = self._next, self._next + 1
        self.others[number] = self.whole.copy()
        return number

    def follow(self) -> None:
        """Catch up with the game. If it diverged from undone moves, keep that line."""
        ply, shared = self.game.ply, self.whole.shared(self.game.moves)
        if shared < min(len(self.whole), ply) and not self._is_kept():
            self.keep()
        if shared < ply:
            line = self.game.line
            self.whole = line if len(line) == ply else line.branch(ply)  # the rest belongs to an abandoned line

    def _is_kept(self) -> bool:
        return any(line.moves == self.whole.moves for line in self.others.values())

    def play(self, *what: What) -> None:
        """Play one or more options."""
        self.game.play(*what)
        self.follow()

    def undo(self, plies: int = 1) -> None:
        """Undo plies. `redo` plays them again."""
        self.game.undo(plies)

    def redo(self, plies: int = 1) -> None:
        """Play undone plies again."""
        at = self.game.ply
        moves = self.whole.moves[at : at + plies]
        if len(moves) < plies:
            raise GuildhallError(f"cannot redo {plies} plies, there are {len(moves)}")
        self.game.play(*moves)

    def switch(self, number: int) -> None:
        """Go to the end of another line, and keep the current one in its place."""
        wanted, present = self._line(number), self.whole.copy()  # going there may extend the current line
        shared = wanted.shared(self.game.moves)
        self.game.undo(self.game.ply - shared)
        self.game.play(*wanted.moves[shared:])
        self.others[number], self.whole = present, wanted

    def drop(self, number: int) -> None:
        """Forget a line."""
        self._line(number)
        del self.others[number]

    def told(self, number: int, seat: int | None = None) -> str:
        """Describe a line: its branch point, its first different move and its length.

        For a seat, this is the seat's first different choice, since those of others may be hidden.
        """
        line = self._line(number)
        length = plural(len(line), "ply", "plies")
        shared = line.shared(self.whole.moves) if seat is None else self._own_difference(line, seat)
        if shared == len(line):
            return f"up to ply {shared} ({length})" if seat is None else f"line {number} ({length})"
        return f"from ply {shared}: {line.rules.phrase(line.state_at(shared), line.moves[shared])} ({length})"

    def _own_difference(self, line: Line, seat: int) -> int:
        """Return the first ply at which a seat itself chose differently from the line shown, or the end."""
        pairs = enumerate(zip(line.moves, self.whole.moves, strict=False))
        differ = (ply for ply, (own, other) in pairs if own != other)
        own = (ply for ply in differ if self._decider(line, ply) == seat == self._decider(self.whole, ply))
        return next(own, len(line))

    def _decider(self, line: Line, ply: int) -> int:
        return line.rules.decider(line.state_at(ply))

    def _line(self, number: int) -> Line:
        if number not in self.others:
            known = ", ".join(map(str, self.others)) or "none"
            raise GuildhallError(f"unknown line {number}; the others are {known}")
        return self.others[number]


# --- Undo and redo ---


@dataclass
class Steps:
    """The choices along a line of play.

    asks: return whether a decision is put to the human player.
    taken: plies played for the human because there was hardly any choice.
    runs: plies played by a bot on request, with the first ply of each run.
    """

    asks: Callable[[Decision], bool]
    taken: set[int] = field(default_factory=set)
    runs: dict[int, int] = field(default_factory=dict)
    _known: tuple[object, tuple[int, ...], int | None] | None = None  # the last result of `back`, and its moves

    def note_taken(self, ply: int) -> None:
        """Record that the ply after `ply` plies is played for the human."""
        self.forget(ply)
        self.taken.add(ply)

    def note_run(self, start: int, end: int) -> None:
        """Record a bot's run on request from one ply to another: one click, so one undo."""
        self.forget(start)
        self.runs |= dict.fromkeys(range(start, end), start)

    def forget(self, ply: int) -> None:
        """Forget everything from a ply on, because something else is played there."""
        self.taken = {each for each in self.taken if each < ply}
        self.runs = {each: start for each, start in self.runs.items() if each < ply}
        if self._known is not None and len(self._known[1]) > ply:
            self._known = None

    def back(self, line: Line, ply: int, asked: object = None) -> int | None:
        """Return the last choice before a ply, or None.

        `asked` is whatever `asks` depends on. While it is unchanged, no ply is examined twice.
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
        """Return the next choice after a ply, or the end of the line."""
        return next((at for at in range(ply + 1, len(line)) if self._is_choice(line, at)), len(line))

    def _is_choice(self, line: Line, ply: int) -> bool:
        """Return whether the human made a choice here, rather than continuing an earlier one."""
        if ply in self.runs:
            return self.runs[ply] == ply
        if not self.asks(line.rules.decision(line.state_at(ply))):
            return False
        return ply == 0 or not (self._goes_on_with_set(line, ply) or {ply - 1, ply} <= self.taken)

    def _goes_on_with_set(self, line: Line, ply: int) -> bool:
        rules = line.rules
        number = rules.set_at(line.state_at(ply))
        return number is not None and number == rules.set_at(line.state_at(ply - 1))
