"""The lines of a record: the game as it was played, and all that branches off it, found by their paths.

What comes of their moves is worked out when it is first looked at; a path is written as in `records.study`.
"""

from __future__ import annotations

from guildhall.core.decision import Event
from guildhall.core.errors import BadRecord, GuildhallError, short
from guildhall.core.line import Line
from guildhall.core.moves import MoveList
from guildhall.core.rules import Rules, State
from guildhall.core.typed import excess, whole_number
from guildhall.records.record import Record
from guildhall.records.study import LinePath, bounds, find_line
from guildhall.records.verify import check_header, of_other_rules, start_state

__all__ = ["LineTree", "home", "read_path", "write_path"]


def home(line: LinePath, ply: int) -> LinePath:
    """The line to which a ply belongs when `line` is followed: before it branches off, that is an outer one.

    >>> home((40, 0), 45), home((40, 0), 40), home((40, 0, 45, 1), 41)
    ((40, 0), (), (40, 0))
    """
    while line and ply <= line[-2]:
        line = line[:-2]
    return line


def read_path(text: str) -> LinePath:
    """A path from the page.

    >>> read_path("40.0"), read_path("")
    ((40, 0), ())
    """
    numbers = [] if excess(text) else [whole_number(part) for part in text.split(".") if text]
    line = tuple(number for number in numbers if number is not None)
    if len(line) < len(numbers) or (text and not line):
        raise GuildhallError(f"{short(text)} is no line; a line is written like 40.0")
    return line


def write_path(line: LinePath) -> str:
    """A path for the page."""
    return ".".join(map(str, line))


class LineTree:
    """The lines of a record by path, each from the start of the game to its own end."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.rules: Rules = record.rules
        for problem in check_header(record.header, self.rules):
            raise BadRecord(f"it cannot be played again: {problem}")
        if other := record.difference():  # the message names no card, for readers who see the game as one seat did
            reason = of_other_rules(record.header, self.rules)
            raise BadRecord(f"from here on these rules lead to another game{reason}", ply=other.ply)
        self._start = start_state(record.header, self.rules)
        self._lines: dict[LinePath, Line] = {}
        self._deciders: dict[tuple[LinePath, int], int] = {}
        self._moves: dict[LinePath, MoveList] = {}

    def line(self, path: LinePath) -> Line:
        """The line at a path, as long as the record has it."""
        moves = find_line(self.record.main, path).moves
        if path not in self._lines:
            self._lines[path] = self._begun(path)
        line = self._lines[path]
        line.prolong(moves[len(line) - _first(path) :])
        return line

    def _begun(self, path: LinePath) -> Line:
        """A line as far as the one it leaves."""
        return (
            self.line(path[:-2]).branch(_first(path))
            if path
            else Line(self.rules, self._start, seed=self.record.header.seed)
        )

    def forget_variations(self) -> None:
        """Forget all but the main line, after a variation was taken away or moved."""
        self._lines = {path: line for path, line in self._lines.items() if not path}
        self._deciders = {key: seat for key, seat in self._deciders.items() if not key[0]}
        self._moves = {path: moves for path, moves in self._moves.items() if not path}

    def moves(self, path: LinePath) -> MoveList:
        """Where the moves of a line begin; what it shares with the line that it leaves is found out once."""
        if path not in self._moves:
            self._moves[path] = self.moves(path[:-2]).copy() if path else MoveList(self.rules)
        return self._moves[path]

    def last(self, path: LinePath) -> int:
        """The ply at which a line ends."""
        return bounds(self.record.main, path)[1]

    def state(self, path: LinePath, ply: int) -> State:
        """The state after so many plies of a line, yours to change."""
        return self.line(home(path, ply)).state_at(ply)

    def move(self, path: LinePath, ply: int) -> int | None:
        """The move that is made at a ply when a line is followed, None at its end."""
        moves = self.line(path).moves
        return moves[ply] if ply < len(moves) else None

    def events(self, path: LinePath, ply: int) -> tuple[Event, ...]:
        """What happened at the move that led to a ply."""
        return self.line(home(path, ply)).events_at(ply)

    def phrase(self, path: LinePath, ply: int) -> str:
        """The phrase of the move that led to a ply, as it is written down."""
        owner = home(path, ply)
        return find_line(self.record.main, owner).phrases[ply - 1 - _first(owner)]

    def decider(self, path: LinePath, ply: int) -> int:
        """The seat that decides at a ply, or `NOBODY`."""
        key = (home(path, ply), ply)
        if key not in self._deciders:
            self._deciders[key] = self.rules.decision(self.state(*key)).seat
        return self._deciders[key]


def _first(path: LinePath) -> int:
    """The ply at which a line begins."""
    return path[-2] if path else 0
