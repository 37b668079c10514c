"""A line of play: its moves and events, with a snapshot of the state now and then.

States are kept every `EVERY` plies only; any other one is reached by applying the moves again.
Plies are tried in an `Attempt` first, so that nothing half-done ever reaches a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from guildhall.core.decision import Event
from guildhall.core.rules import Rules, State, clone

__all__ = ["EVERY", "Attempt", "Line"]

EVERY = 32
"""Plies between two snapshots: an undo applies at most this many moves again."""


class Attempt:
    """Plies being tried from a state; the game takes them over when all of them went well."""

    __slots__ = ("events", "line", "moves", "ply", "rules", "snapshots", "state")

    def __init__(self, rules: Rules, state: State, ply: int, line: Line | None = None) -> None:
        self.rules = rules
        self.state = clone(state)
        self.ply = ply
        self.line = line  # the plies before it
        self.moves: list[int] = []
        self.events: list[tuple[Event, ...]] = []
        self.snapshots: list[State] = []

    def apply(self, option: int) -> None:
        """Carry out one legal option."""
        self.events.append(self.rules.apply(self.state, option))
        self.moves.append(option)
        self.ply += 1
        if self.ply % EVERY == 0:
            self.snapshots.append(clone(self.state))

    def fork(self) -> Attempt:
        """The same attempt, to go on in another way."""
        other = Attempt(self.rules, self.state, self.ply, self.line)
        other.moves += self.moves
        other.events += self.events
        other.snapshots += self.snapshots
        return other

    def past(self) -> Iterator[tuple[State, int]]:
        """The plies tried and those before them, newest first: the state each was made in, and the move."""
        if self.line is None:
            return
        first = self.ply - len(self.moves)
        tried = [self.line.state_at(first)]
        for move in self.moves[:-1]:
            tried.append(clone(tried[-1]))
            self.rules.apply(tried[-1], move)
        if self.moves:
            yield from zip(tried[::-1], self.moves[::-1], strict=True)
        for ply in range(first - 1, -1, -1):
            yield self.line.state_at(ply), self.line.moves[ply]


class Line:
    """The plies of a game from its start, and perhaps more moves behind them that redo would play."""

    __slots__ = ("events", "moves", "rules", "snapshots")

    def __init__(self, rules: Rules, start: State, moves: Sequence[int] = ()) -> None:
        self.rules = rules
        self.moves = list(moves)
        self.events: list[tuple[Event, ...]] = []
        self.snapshots = [clone(start)]

    def copy(self) -> Line:
        """A line that shares nothing that can change."""
        other = Line(self.rules, self.snapshots[0], self.moves)
        other.events += self.events
        other.snapshots = [clone(snapshot) for snapshot in self.snapshots]
        return other

    def state_at(self, ply: int) -> State:
        """The state after so many plies, which must have been played before."""
        nearest = min(ply // EVERY, len(self.snapshots) - 1)
        state = clone(self.snapshots[nearest])
        for move in self.moves[nearest * EVERY : ply]:
            self.rules.apply(state, move)
        return state

    def write(self, ply: int, attempt: Attempt, tail: Sequence[int] = ()) -> None:
        """Let the attempt follow after `ply`, and `tail` be what redo would play after it.

        The order matters for a reader stopped by Ctrl-C: whatever stands up to `ply` stays right throughout.
        """
        del self.snapshots[ply // EVERY + 1 :]
        self.moves[ply:] = [*attempt.moves, *tail]
        self.events[ply:] = attempt.events
        self.snapshots += attempt.snapshots
