"""Moves: plies that belong together, each move described in a sentence from one seat's point of view.

A game of some hundred plies reads as some sixty moves: a card played with all its effects, a refresh, a purchase.
`Rules.begins_move` decides where a move begins, and `Words.move` describes it.

>>> import guildhall as gh
>>> game = gh.new_game(players=2, seed=7)
>>> _ = game.run("greedy", until=lambda game: game.ply == 30)
>>> for move in moves_of(game.line, game.ply)[-2:]:
...     print(move.first, move.told(game.rules.seats))
28 Player 2: blue Dancer: may take 1 more action
30 Player 2: red Weaver
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from guildhall.core.line import Line
from guildhall.core.rules import Rules, State
from guildhall.core.words import as_one_sentence

__all__ = ["Move", "MoveList", "moves_of"]


@dataclass(frozen=True, slots=True)
class Move:
    """One move: its seat, its first and last ply (counted from 1), and its description."""

    seat: int
    first: int
    last: int
    words: str

    def told(self, seats: Sequence[str]) -> str:
        """Return the move as a sentence with the player's name."""
        return f"{seats[self.seat]}: {self.words}"


def moves_of(line: Line, ply: int | None = None, *, seat: int | None = None) -> list[Move]:
    """Return all moves of a line up to a ply, as the seat saw them, or in full if `seat` is None."""
    return MoveList(line.rules).moves(line, len(line) if ply is None else ply, seat=seat)


class MoveList:
    """The moves of a growing line, with a cache of where each begins."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._played: list[int] = []
        self._seats: list[int | None] = []  # the seat whose move begins with each ply; None within a move

    def moves(
        self, line: Line, ply: int, *, seat: int | None = None, after: int = 0, last: int | None = None
    ) -> list[Move]:
        """Return the moves up to a ply: all, those that end after the ply `after`, or only the `last` ones."""
        self._follow(line, ply)
        firsts = [at for at in range(ply) if self._seats[at] is not None]
        pairs = [(first, end) for first, end in pairwise([*firsts, ply]) if end > after]
        return [self._move(line, first, end, seat) for first, end in (pairs if last is None else pairs[-last:])]

    def around(
        self, line: Line, ply: int, *, before: int, after: int, since: int = 0, seat: int | None = None
    ) -> list[Move]:
        """Return the complete move that led to a ply and its neighbours, without moves that ended by the ply `since`.

        `before` and `after` count the neighbours. Later plies are not played, so long games open as fast as short ones.
        """
        end = self.end(line, ply)
        for _ in range(after):
            end = self.end(line, min(end + 1, len(line)))
        firsts = [at for at in range(end) if self._seats[at] is not None]
        spans = [(first, last) for first, last in pairwise([*firsts, end]) if last > since]
        here = next((number for number, (_, last) in enumerate(spans) if last >= ply), 0)
        return [self._move(line, first, last, seat) for first, last in spans[max(0, here - before) :]]

    def end(self, line: Line, ply: int) -> int:
        """Return the last ply of the move that led to a ply, 0 at the start."""
        while ply < len(line):
            self._follow(line, ply + 1)
            if self._seats[ply] is not None:
                return ply
            ply += 1
        self._follow(line, ply)
        return ply

    def begin(self, line: Line, ply: int) -> int:
        """Return the ply before the move that led to a ply, 0 at the start."""
        self._follow(line, ply)
        return next((at for at in range(ply - 1, -1, -1) if self._seats[at] is not None), 0)

    def copy(self) -> MoveList:
        """Return a copy for a line that branches off this one."""
        other = MoveList(self.rules)
        other._played, other._seats = list(self._played), list(self._seats)
        return other

    def _follow(self, line: Line, ply: int) -> None:
        if self._played != line.moves[: len(self._played)]:
            kept = line.shared(self._played)
            del self._played[kept:], self._seats[kept:]
        at = len(self._played)
        before = line.state_at(at - 1) if at else None
        for number in range(at, ply):
            state = line.state_at(number)
            self._played.append(line.moves[number])
            self._seats.append(self._mover(before, state))
            before = state

    def _mover(self, before: State | None, state: State) -> int | None:
        if before is not None and not self.rules.begins_move(before, state):
            return None
        return self.rules.decision(state).seat

    def _move(self, line: Line, first: int, end: int, seat: int | None) -> Move:
        mover = self._seats[first]
        assert mover is not None
        events = [event for ply in range(first + 1, end + 1) for event in line.events_at(ply)]
        seen = [event if seat is None else event.as_seen_by(seat) for event in events]
        plain = as_one_sentence(self.rules.seats[mover], seen)
        return Move(mover, first + 1, end, self.rules.words.move(mover, seen) or plain or "…")
