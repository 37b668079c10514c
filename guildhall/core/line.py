"""A line of play: moves from a start, the events of each, and the state after any of them.

States are stored only every `EVERY` plies. All others are reached by applying the moves again.
Plies are tried in an `Attempt` first, so that a game never ends up in a half-finished state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from guildhall.core.decision import Event
from guildhall.core.errors import BadRecord, GuildhallError
from guildhall.core.rules import Rules, State, clone

__all__ = ["EVERY", "Attempt", "Line"]

EVERY = 32
"""The number of plies between two snapshots."""


class Attempt:
    """Plies being tried from a state. A line takes them over once all of them have succeeded."""

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
        """Apply one legal option."""
        self.events.append(self.rules.apply(self.state, option))
        self.moves.append(option)
        self.ply += 1
        if self.ply % EVERY == 0:
            self.snapshots.append(clone(self.state))

    def fork(self) -> Attempt:
        """Return a copy of the attempt that can be continued differently."""
        other = Attempt(self.rules, self.state, self.ply, self.line)
        other.moves += self.moves
        other.events += self.events
        other.snapshots += self.snapshots
        return other

    def past(self) -> Iterator[tuple[State, int]]:
        """Yield the state before each ply and its move, newest first, including the plies before this attempt."""
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
    """Moves from a start. Their events and states are computed when first needed, and cached.

    A line grows at its end and is never rewritten. A different continuation is a new line, which shares the events
    and snapshots up to the branching point.
    Unplayed moves may come from a file, so each is played only if the rules list it as legal.
    """

    __slots__ = ("_near", "_opening", "_seed", "_snapshots", "events", "moves", "rules")

    def __init__(self, rules: Rules, start: State, moves: Sequence[int] = (), *, seed: int | None = None) -> None:
        """Create a line. With the seed of the game that begins at `start`, it also has the events of the opening."""
        self.rules = rules
        self._seed = seed
        self._opening: tuple[Event, ...] | None = None
        self.moves = list(moves)
        self.events: list[tuple[Event, ...]] = []  # of the plies played so far
        self._snapshots = [clone(start)]
        self._near = (0, self._snapshots[0])  # the last requested state; the next request is often for the one after it

    def __len__(self) -> int:
        return len(self.moves)

    # --- States and events ---

    def state_at(self, ply: int) -> State:
        """Return a copy of the state after `ply` plies."""
        self._play_to(ply)
        state = self._reach(ply)
        self._near = (ply, state)
        return clone(state)

    def events_at(self, ply: int) -> tuple[Event, ...]:
        """Return the events of the move that led to a ply, or those before the first decision for ply 0."""
        self._play_to(ply)
        return self.events[ply - 1] if ply else self.opening

    @property
    def opening(self) -> tuple[Event, ...]:
        """The events before the first decision, if the rules report them. A position set up by hand has none."""
        if self._opening is None:
            self._opening = ()
            if self._seed is not None:
                self._opening = self.rules.opening(self._snapshots[0], self._seed)
        return self._opening

    @property
    def opening_told(self) -> list[str]:
        """The opening as sentences without their full stops."""
        return self.rules.words.opening(self.opening) if self.opening else []

    def shared(self, moves: Sequence[int]) -> int:
        """Return the number of leading moves that this line has in common with `moves`."""
        pairs = zip(self.moves, moves, strict=False)
        return next((ply for ply, (mine, other) in enumerate(pairs) if mine != other), min(len(self), len(moves)))

    # --- Other lines ---

    def copy(self) -> Line:
        """Return a copy of the line that can be continued differently."""
        return self._beginning(len(self))

    def branch(self, ply: int, moves: Sequence[int] = ()) -> Line:
        """Return a line that leaves this one after `ply` plies and shares everything computed up to there."""
        self._play_to(ply)
        other = self._beginning(ply)
        other.prolong(moves)
        return other

    def prolong(self, moves: Sequence[int]) -> None:
        """Append moves at the end, to be played when needed."""
        self.moves += moves

    def follow(self, attempt: Attempt) -> Line:
        """Return the line with the plies of an attempt: this one if they continue it, else a branch."""
        first = attempt.ply - len(attempt.moves)
        ahead = self.moves[first : attempt.ply]
        line = self if ahead == attempt.moves[: len(ahead)] else self._beginning(first)
        line._take(attempt, first)
        return line

    # --- Playing ---

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
            # The message names no card, because its reader may only see the game as one seat did.
            raise BadRecord("the recorded move is not legal here", ply=attempt.ply)

    def _reach(self, ply: int) -> State:
        """Return the state after a ply already played, not to be changed."""
        at, state = self._near
        if not ply - ply % EVERY <= at <= ply:
            at, state = ply - ply % EVERY, self._snapshots[ply // EVERY]
        if at < ply:
            state = clone(state)
            for move in self.moves[at:ply]:
                self.rules.apply(state, move)
        return state

    def _take(self, attempt: Attempt, first: int) -> None:
        """Store the results of an attempt that follows this line from ply `first` on.

        Events come last: if Ctrl-C interrupts this, only plies with events count as played.
        """
        played = len(self.events)
        if attempt.ply <= played:
            return
        self.moves += attempt.moves[len(self.moves) - first :]
        del self._snapshots[played // EVERY + 1 :]
        self._snapshots += attempt.snapshots[played // EVERY - first // EVERY :]
        self.events += attempt.events[played - first :]

    def _beginning(self, plies: int) -> Line:
        """Return the first plies as a new line, with everything computed for them."""
        other = Line(self.rules, self._snapshots[0], self.moves[:plies], seed=self._seed)
        other._opening = self._opening
        other.events = self.events[:plies]
        other._snapshots = self._snapshots[: len(other.events) // EVERY + 1]
        return other
