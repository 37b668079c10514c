"""A line of play: plies from a start, the events of each, the state after any of them, and the moves they make up.

States are stored only every `EVERY` plies. All others are reached by applying the plies again.
Plies are tried in an `Attempt` first, so that a game never ends up in a half-finished state.

A move is plies that belong together, described in a sentence from one seat's point of view: a card played with all
its effects, a refresh, a purchase. A game of some hundred plies reads as some sixty moves.
`Rules.begins_move` decides where a move begins, and `Words.move` describes it.

>>> import guildhall as gh
>>> game = gh.new_game(players=2, seed=7)
>>> _ = game.run("greedy", until=lambda game: game.ply == 30)
>>> for move in moves_of(game.line, game.ply)[-2:]:
...     print(move.first, move.sentence(game.rules.seats))
28 Player 2: blue Dancer: may take 1 more action
30 Player 2: red Weaver
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from guildhall.core.decision import Event
from guildhall.core.errors import BadRecord, GuildhallError
from guildhall.core.rules import Rules, State, as_one_sentence, clone

__all__ = ["EVERY", "Attempt", "Line", "Move", "MoveList", "moves_of"]


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


# --- Moves ---


@dataclass(frozen=True, slots=True)
class Move:
    """One move: its seat, its first and last ply (counted from 1), and its description."""

    seat: int
    first: int
    last: int
    words: str

    def sentence(self, seats: Sequence[str]) -> str:
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
        return self.rules.decider(state)

    def _move(self, line: Line, first: int, end: int, seat: int | None) -> Move:
        mover = self._seats[first]
        assert mover is not None
        events = [event for ply in range(first + 1, end + 1) for event in line.events_at(ply)]
        seen = [event if seat is None else event.as_seen_by(seat) for event in events]
        plain = as_one_sentence(self.rules.seats[mover], seen)
        return Move(mover, first + 1, end, self.rules.words.move(mover, seen) or plain or "…")
