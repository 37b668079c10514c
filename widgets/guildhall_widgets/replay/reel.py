"""The states along a recorded game and its variations, reached without playing everything again.

States are kept now and then on every line; any other one is a few moves away.
Nothing in a record is trusted: a move is made only if the rules list it as legal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from guildhall.core.decision import Event
from guildhall.core.errors import BadRecord
from guildhall.core.record import Record
from guildhall.core.replay import check_header, of_other_rules, start_state
from guildhall.core.rules import Rules, State, clone
from guildhall.core.study import Path, bounds, find_line

__all__ = ["Reel", "Step", "home", "last_ply"]

_EVERY = 16


def home(line: Path, ply: int) -> Path:
    """The line to which a ply belongs when `line` is followed: before it branches off, that is an outer one.

    >>> home((40, 0), 45), home((40, 0), 40), home((40, 0, 45, 1), 41)
    ((40, 0), (), (40, 0))
    """
    while line and ply <= line[-2]:
        line = line[:-2]
    return line


def last_ply(record: Record, line: Path) -> int:
    """The ply at which a line ends."""
    return bounds(record.main, line)[1]


@dataclass(frozen=True, slots=True)
class Step:
    """One ply: the state before it, the move, and what happened."""

    ply: int  # after the move
    before: State
    move: int
    events: tuple[Event, ...]


class Reel:
    """A record's states by line and ply."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.rules: Rules = record.rules
        for problem in check_header(record.header, self.rules):
            raise BadRecord(f"it cannot be played again: {problem}")
        if other := record.difference():  # the message names no card, for readers who see the game as one seat did
            reason = of_other_rules(record.header, self.rules)
            raise BadRecord(f"from here on these rules lead to another game{reason}", ply=other.ply)
        self._start = start_state(record.header, self.rules)
        self._kept: dict[Path, dict[int, State]] = {}
        self._deciders: dict[tuple[Path, int], int] = {}
        self._events: dict[tuple[Path, int], tuple[Event, ...]] = {}

    def forget(self) -> None:
        """Forget all variations, after one was taken away or moved."""
        for store in (self._deciders, self._events):
            for line, ply in [key for key in store if key[0]]:
                del store[line, ply]
        self._kept = {line: states for line, states in self._kept.items() if not line}

    def move(self, line: Path, ply: int) -> int | None:
        """The move that is made at a ply when a line is followed, None at its end."""
        return self._own_move(home(line, ply + 1), ply) if ply < last_ply(self.record, line) else None

    def phrase(self, line: Path, ply: int) -> str:
        """The phrase of the move that led to a ply."""
        owner = home(line, ply)
        return find_line(self.record.main, owner).phrases[ply - 1 - _first(owner)]

    def _own_move(self, owner: Path, ply: int) -> int:
        return find_line(self.record.main, owner).moves[ply - _first(owner)]

    def state(self, line: Path, ply: int) -> State:
        """The state after so many plies of a line, yours to change."""
        owner = home(line, ply)
        first = _first(owner)
        kept = self._kept.setdefault(owner, {})
        if first not in kept:
            kept[first] = self.state(owner[:-2], first) if owner else clone(self._start)
        at = max(
            known for known in range(first + (ply - first) // _EVERY * _EVERY, first - 1, -_EVERY) if known in kept
        )
        state = clone(kept[at])
        for each in range(at, ply):
            self._apply(state, self._own_move(owner, each), each)
            if (each + 1 - first) % _EVERY == 0:
                kept[each + 1] = clone(state)
        return state

    def _apply(self, state: State, move: int, ply: int) -> tuple[Event, ...]:
        # The message names no card: it may reach a reader who sees the game as one seat did.
        if move not in self.rules.options(state):
            raise BadRecord("the move that is written down is not legal here", ply=ply)
        return self.rules.apply(state, move)

    def decider(self, line: Path, ply: int) -> int:
        """The seat that decides at a ply, or `NOBODY`."""
        key = (home(line, ply), ply)
        if key not in self._deciders:
            self._deciders[key] = self.rules.decision(self.state(*key)).seat
        return self._deciders[key]

    def events(self, line: Path, ply: int) -> tuple[Event, ...]:
        """What happened at the move that led to a ply."""
        key = (home(line, ply), ply)
        if ply > 0 and key not in self._events:
            move = self._own_move(key[0], ply - 1)
            self._events[key] = self._apply(self.state(line, ply - 1), move, ply - 1)
        return self._events[key] if ply > 0 else ()

    def walk(self, line: Path) -> Iterator[Step]:
        """Every ply from the start of the game to the end of a line."""
        state = clone(self._start)
        for ply in range(last_ply(self.record, line)):
            before, move = clone(state), self._own_move(home(line, ply + 1), ply)
            yield Step(ply + 1, before, move, self._apply(state, move, ply))


def _first(owner: Path) -> int:
    return owner[-2] if owner else 0
