"""Other lines of a game that is played on: what was taken back and played differently is kept."""

from __future__ import annotations

from guildhall.core.errors import GuildhallError
from guildhall.core.game import Game
from guildhall.core.line import Line
from guildhall.core.phrases import What

from ..render.numbers import plural

__all__ = ["KeptLines"]


class KeptLines:
    """Lines of play of one game, by number; the game itself follows one of them.

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
        self.whole = game.line  # the line that is shown, with what was taken back of it
        self._next = 1

    def keep(self) -> int:
        """Keep the line as it is, and get its number."""
        number, self._next = self._next, self._next + 1
        self.others[number] = self.whole.copy()
        return number

    def follow(self) -> None:
        """Take note of what the game has done; if it left what had been taken back, that line is kept."""
        ply, shared = self.game.ply, self.whole.shared(self.game.moves)
        if shared < min(len(self.whole), ply) and not self._is_kept():
            self.keep()
        if shared < ply:
            line = self.game.line
            self.whole = line if len(line) == ply else line.branch(ply)  # the rest belongs to a line that was left

    def _is_kept(self) -> bool:
        return any(line.moves == self.whole.moves for line in self.others.values())

    def play(self, *what: What) -> None:
        """Play an option or several."""
        self.game.play(*what)
        self.follow()

    def undo(self, plies: int = 1) -> None:
        """Take back plies; `redo` plays them again."""
        self.game.undo(plies)

    def redo(self, plies: int = 1) -> None:
        """Play again what was taken back."""
        at = self.game.ply
        moves = self.whole.moves[at : at + plies]
        if len(moves) < plies:
            raise GuildhallError(f"cannot redo {plies} plies, there are {len(moves)}")
        self.game.play(*moves)

    def switch(self, number: int) -> None:
        """Go to another line, to its end; the present one is kept in its place."""
        wanted, present = self._line(number), self.whole.copy()  # going there may prolong the present line
        shared = wanted.shared(self.game.moves)
        self.game.undo(self.game.ply - shared)
        self.game.play(*wanted.moves[shared:])
        self.others[number], self.whole = present, wanted

    def drop(self, number: int) -> None:
        """Forget a line."""
        self._line(number)
        del self.others[number]

    def told(self, number: int, seat: int | None = None) -> str:
        """A line in words: where it leaves the one that is shown, with what, and how long it is.

        A seat is told its own first choice that differs: those of others may be hidden.
        """
        line = self._line(number)
        length = plural(len(line), "ply", "plies")
        shared = line.shared(self.whole.moves) if seat is None else self._own_difference(line, seat)
        if shared == len(line):
            return f"as far as ply {shared} ({length})" if seat is None else f"line {number} ({length})"
        return f"from ply {shared}: {line.rules.phrase(line.state_at(shared), line.moves[shared])} ({length})"

    def _own_difference(self, line: Line, seat: int) -> int:
        """The first ply at which a seat itself chose differently than on the line that is shown; the end if nowhere."""
        pairs = enumerate(zip(line.moves, self.whole.moves, strict=False))
        differ = (ply for ply, (own, other) in pairs if own != other)
        own = (ply for ply in differ if self._decider(line, ply) == seat == self._decider(self.whole, ply))
        return next(own, len(line))

    def _decider(self, line: Line, ply: int) -> int:
        return line.rules.decision(line.state_at(ply)).seat

    def _line(self, number: int) -> Line:
        if number not in self.others:
            known = ", ".join(map(str, self.others)) or "none"
            raise GuildhallError(f"there is no line {number}; the others are {known}")
        return self.others[number]
