"""A line of play: moves from a start, the events of each, and the state after any of them.

States are kept every `EVERY` plies only; any other one is reached by applying the moves again.
Plies are tried in an `Attempt` first, so that nothing half-done ever reaches a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from guildhall.core.decision import Event
from guildhall.core.errors import BadRecord, GuildhallError
from guildhall.core.rules import Rules, State, clone

__all__ = ["EVERY", "Attempt", "Line"]

EVERY = 32
"""Plies between two snapshots: no state is more than this many moves away."""


class Attempt:
    """Plies being tried from a state; a line takes them over when all of them went well."""

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
    """Moves from a start; what comes of them is worked out when it is first asked for, and kept.

    A line grows at its end and is never rewritten: whoever plays something else gets another line, which shares
    the events and snapshots up to there.
    Moves that have not been played yet may come from a file, so each is made only if the rules list it as legal.
    """

    __slots__ = ("_near", "_opening", "_seed", "_snapshots", "events", "moves", "rules")

    def __init__(self, rules: Rules, start: State, moves: Sequence[int] = (), *, seed: int | None = None) -> None:
        """With the seed of a game that begins at `start`, the line can tell how it came to its first decision."""
        self.rules = rules
        self._seed = seed
        self._opening: tuple[Event, ...] | None = None
        self.moves = list(moves)
        self.events: list[tuple[Event, ...]] = []  # of the plies that have been played
        self._snapshots = [clone(start)]
        self._near = (0, self._snapshots[0])  # the state asked for last: the next one is often the one after it

    def __len__(self) -> int:
        return len(self.moves)

    # What it leads to

    def state_at(self, ply: int) -> State:
        """The state after so many plies, yours to change."""
        self._play_to(ply)
        state = self._reach(ply)
        self._near = (ply, state)
        return clone(state)

    def events_at(self, ply: int) -> tuple[Event, ...]:
        """What happened at the move that led to a ply; at ply 0, what happened before the first decision."""
        self._play_to(ply)
        return self.events[ply - 1] if ply else self.opening

    @property
    def opening(self) -> tuple[Event, ...]:
        """What happened before the first decision, if the rules tell it; nothing led to a position set up by hand."""
        if self._opening is None:
            self._opening = ()
            if self._seed is not None:
                self._opening = self.rules.opening(self._snapshots[0], self._seed)
        return self._opening

    @property
    def opening_told(self) -> list[str]:
        """The opening in sentences without their full stops."""
        return self.rules.words.opening(self.opening) if self.opening else []

    def shared(self, moves: Sequence[int]) -> int:
        """How many of the moves, from the start on, are this line's own."""
        pairs = zip(self.moves, moves, strict=False)
        return next((ply for ply, (own, other) in enumerate(pairs) if own != other), min(len(self), len(moves)))

    # Other lines

    def copy(self) -> Line:
        """The same line, to be gone on with in another way."""
        return self._beginning(len(self))

    def branch(self, ply: int, moves: Sequence[int] = ()) -> Line:
        """A line that leaves this one after so many plies; what comes before is worked out once, for both."""
        self._play_to(ply)
        other = self._beginning(ply)
        other.prolong(moves)
        return other

    def prolong(self, moves: Sequence[int]) -> None:
        """Let moves follow at the end, to be played when they are asked for."""
        self.moves += moves

    def follow(self, attempt: Attempt) -> Line:
        """The line on which the plies of an attempt lie: this one if they are its next moves, or else a branch."""
        first = attempt.ply - len(attempt.moves)
        ahead = self.moves[first : attempt.ply]
        line = self if ahead == attempt.moves[: len(ahead)] else self._beginning(first)
        line._take(attempt, first)
        return line

    # How it gets there

    def _play_to(self, ply: int) -> None:
        played = len(self.events)
        if 0 <= ply <= played:
            return
        if not 0 <= ply <= len(self):
            raise GuildhallError(f"there is no ply {ply}; the line has plies 0 to {len(self)}")
        attempt = Attempt(self.rules, self._reach(played), played)
        for move in self.moves[played:ply]:
            if move not in self.rules.options(attempt.state):
                break
            attempt.apply(move)
        self._take(attempt, played)
        self._near = (attempt.ply, attempt.state)
        if attempt.ply < ply:
            # No card is named: the message may reach a reader who sees the game as one seat did.
            raise BadRecord("the move that is written down is not legal here", ply=attempt.ply)

    def _reach(self, ply: int) -> State:
        """The state after a ply that has been played, to be looked at only."""
        at, state = self._near
        if not ply - ply % EVERY <= at <= ply:
            at, state = ply - ply % EVERY, self._snapshots[ply // EVERY]
        if at < ply:
            state = clone(state)
            for move in self.moves[at:ply]:
                self.rules.apply(state, move)
        return state

    def _take(self, attempt: Attempt, first: int) -> None:
        """Keep what came of plies that lie on this line from ply `first` on, as far as it is not known yet.

        The order matters to whoever is stopped by Ctrl-C: what counts is what has events, and they come last.
        """
        played = len(self.events)
        if attempt.ply <= played:
            return
        self.moves += attempt.moves[len(self.moves) - first :]
        del self._snapshots[played // EVERY + 1 :]
        self._snapshots += attempt.snapshots[played // EVERY - first // EVERY :]
        self.events += attempt.events[played - first :]

    def _beginning(self, plies: int) -> Line:
        """The first plies as a line of its own, with all that is known of them."""
        other = Line(self.rules, self._snapshots[0], self.moves[:plies], seed=self._seed)
        other._opening = self._opening
        other.events = self.events[:plies]
        other._snapshots = self._snapshots[: len(other.events) // EVERY + 1]
        return other
