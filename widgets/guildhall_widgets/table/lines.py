"""Other lines of a game that is played on: what was taken back and played differently is kept."""

from __future__ import annotations

from itertools import takewhile

from guildhall.core.errors import GuildhallError
from guildhall.core.game import Game
from guildhall.core.phrases import What

__all__ = ["Lines"]

Moves = tuple[int, ...]


class Lines:
    """Lines of play of one game, by number; the game itself follows one of them.

    >>> import guildhall as gh
    >>> game = gh.new_game(players=2, seed=7)
    >>> lines = Lines(game)
    >>> lines.play("done"); lines.undo(); lines.play(game.options[0])
    >>> [lines.told(number) for number in lines.others]
    ['from ply 0: done (1 ply)']
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.others: dict[int, Moves] = {}
        self.whole: Moves = game.moves  # the line that is shown, with what was taken back of it
        self._next = 1

    def keep(self) -> int:
        """Keep the line as it is, and get its number."""
        number, self._next = self._next, self._next + 1
        self.others[number] = self.whole
        return number

    def follow(self) -> None:
        """Take note of what the game has done; if it left what had been taken back, that line is kept."""
        moves = self.game.moves
        shared = _shared(self.whole, moves)
        if shared < min(len(self.whole), len(moves)) and self.whole not in self.others.values():
            self.keep()
        if shared < len(moves):
            self.whole = moves

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
        moves = self.whole[at : at + plies]
        if len(moves) < plies:
            raise GuildhallError(f"cannot redo {plies} plies, there are {len(moves)}")
        self.game.play(*moves)

    def switch(self, number: int) -> None:
        """Go to another line, to its end; the present one is kept in its place."""
        wanted = self._line(number)
        present = self.whole
        shared = _shared(wanted, self.game.moves)
        self.game.undo(self.game.ply - shared)
        self.game.play(*wanted[shared:])
        self.others[number] = present
        self.whole = wanted

    def drop(self, number: int) -> None:
        """Forget a line."""
        self._line(number)
        del self.others[number]

    def told(self, number: int) -> str:
        """A line in words: where it leaves the one that is shown, with what, and how long it is."""
        line = self._line(number)
        shared = _shared(line, self.whole)
        length = f"{len(line)} {'ply' if len(line) == 1 else 'plies'}"
        if shared == len(line):
            return f"as far as ply {shared} ({length})"
        return f"from ply {shared}: {self._phrase(line, shared)} ({length})"

    def _phrase(self, line: Moves, ply: int) -> str:
        rules, state = self.game.rules, self.game.start
        for move in line[:ply]:
            rules.apply(state, move)
        return rules.phrase(state, line[ply])

    def _line(self, number: int) -> Moves:
        if number not in self.others:
            known = ", ".join(map(str, self.others)) or "none"
            raise GuildhallError(f"there is no line {number}; the others are {known}")
        return self.others[number]


def _shared(one: Moves, other: Moves) -> int:
    """How many plies two lines share from the start."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
