"""The lines of a record by path, and what one seat or everyone may know about them."""

from __future__ import annotations

from typing import Any

from guildhall.core.decision import NOBODY, Event, sentences_for
from guildhall.core.errors import BadRecord, GuildhallError, short
from guildhall.core.line import Line, Move, MoveList
from guildhall.core.rules import Rules, State
from guildhall.core.typed import excess, number_within, whole_number
from guildhall.records.record import Record
from guildhall.records.study import Evaluation, LinePath, Node, bounds, find_line
from guildhall.records.verify import check_header, of_other_rules, start_state

__all__ = ["LineTree", "Sight", "home", "lit_places", "own_plies", "read_path", "seen", "write_path"]


def home(line: LinePath, ply: int) -> LinePath:
    """Return the line that a ply belongs to when `line` is followed, an outer one before it branches off.

    >>> home((40, 0), 45), home((40, 0), 40), home((40, 0, 45, 1), 41)
    ((40, 0), (), (40, 0))
    """
    while line and ply <= line[-2]:
        line = line[:-2]
    return line


def read_path(text: str) -> LinePath:
    """Parse a path from the page.

    >>> read_path("40.0"), read_path("")
    ((40, 0), ())
    """
    numbers = [] if excess(text) else [whole_number(part) for part in text.split(".") if text]
    line = tuple(number for number in numbers if number is not None)
    if len(line) < len(numbers) or (text and not line):
        raise GuildhallError(f"invalid line {short(text)}; expected a path like 40.0")
    return line


def write_path(line: LinePath) -> str:
    """Format a path for the page."""
    return ".".join(map(str, line))


class LineTree:
    """The lines of a record by path, each from the start of the game to its end."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.rules: Rules = record.rules
        for problem in check_header(record.header, self.rules):
            raise BadRecord(f"it cannot be replayed: {problem}")
        if other := record.difference():  # the message names no card, because the reader may have only one seat's view
            reason = of_other_rules(record.header, self.rules)
            raise BadRecord(f"from here on the current rules lead to another game{reason}", ply=other.ply)
        self._start = start_state(record.header, self.rules)
        self._lines: dict[LinePath, Line] = {}
        self._deciders: dict[tuple[LinePath, int], int] = {}
        self._moves: dict[LinePath, MoveList] = {}

    def line(self, path: LinePath) -> Line:
        """Return the line at a path, as long as it is in the record."""
        moves = find_line(self.record.main, path).moves
        if path not in self._lines:
            self._lines[path] = self._begun(path)
        line = self._lines[path]
        line.prolong(moves[len(line) - _first(path) :])
        return line

    def _begun(self, path: LinePath) -> Line:
        """Return a line up to its branch point."""
        return (
            self.line(path[:-2]).branch(_first(path))
            if path
            else Line(self.rules, self._start, seed=self.record.header.seed)
        )

    def forget_variations(self) -> None:
        """Forget all but the main line, after a variation was deleted or moved."""
        self._lines = {path: line for path, line in self._lines.items() if not path}
        self._deciders = {key: seat for key, seat in self._deciders.items() if not key[0]}
        self._moves = {path: moves for path, moves in self._moves.items() if not path}

    def moves(self, path: LinePath) -> MoveList:
        """Return where the moves of a line begin, computing shared parts only once."""
        if path not in self._moves:
            self._moves[path] = self.moves(path[:-2]).copy() if path else MoveList(self.rules)
        return self._moves[path]

    def last(self, path: LinePath) -> int:
        """Return the last ply of a line."""
        return bounds(self.record.main, path)[1]

    def state(self, path: LinePath, ply: int) -> State:
        """Return a copy of the state at a ply of a line."""
        return self.line(home(path, ply)).state_at(ply)

    def move(self, path: LinePath, ply: int) -> int | None:
        """Return the move made at a ply of a line, or None at its end."""
        moves = self.line(path).moves
        return moves[ply] if ply < len(moves) else None

    def events(self, path: LinePath, ply: int) -> tuple[Event, ...]:
        """Return the events of the move that led to a ply."""
        return self.line(home(path, ply)).events_at(ply)

    def phrase(self, path: LinePath, ply: int) -> str:
        """Return the recorded phrase of the move that led to a ply."""
        owner = home(path, ply)
        return find_line(self.record.main, owner).phrases[ply - 1 - _first(owner)]

    def decider(self, path: LinePath, ply: int) -> int:
        """Return the seat that decides at a ply, or `NOBODY`."""
        key = (home(path, ply), ply)
        if key not in self._deciders:
            self._deciders[key] = self.rules.decider(self.state(*key))
        return self._deciders[key]


def _first(path: LinePath) -> int:
    return path[-2] if path else 0


# --- Views ---


def own_plies(line: LinePath, move: Move) -> range:
    """Return the plies of a move that belong to the line itself, since it may have begun on the outer line."""
    return range(max(move.first, line[-2] + 1 if line else 1), move.last + 1)


def lit_places(node: Node) -> list[str]:
    """Return the places of the table highlighted in the notes."""
    return [place for one in node.highlights for place in (one.what, one.to) if place]


class Sight:
    """The lines of a record as everyone (`seat` is None) or one seat may see them."""

    def __init__(self, tree: LineTree, seat: int | None = None) -> None:
        seats = len(tree.record.header.seats)
        if seat is not None and number_within(seat, 0, seats - 1) is None:
            raise GuildhallError(f"unknown seat {short(seat)}; the seats are 0 to {seats - 1}")
        self.tree = tree
        self.seat = seat

    @property
    def is_open(self) -> bool:
        """True if everything is shown."""
        return self.seat is None

    def may_know(self, line: LinePath, ply: int) -> bool:
        """Return whether the choice at a ply of a line may be known."""
        return self.seat is None or self.tree.decider(line, ply) in (self.seat, NOBODY)

    def notes(self, line: LinePath, ply: int) -> Node:
        """Return the notes on a ply. A seat gets none, because notes may reveal hidden cards."""
        return self.tree.record.line(line).nodes.get(ply, _NOTHING) if self.is_open else _NOTHING

    def table(self, line: LinePath, ply: int) -> Any:
        """Return the table at a ply, or the seat's view of it."""
        rules, state = self.tree.rules, self.tree.state(line, ply)
        return rules.table(state) if self.seat is None else rules.view(state, self.seat)

    def evaluations(self) -> dict[int, Evaluation]:
        """Return the stored chances of the main line by ply. A seat gets none, since it knew only its own."""
        nodes = self.tree.record.main.nodes if self.is_open else {}
        return {ply: node.evaluation for ply, node in nodes.items() if node.evaluation is not None}

    # In words

    def heard(self, line: LinePath, ply: int) -> tuple[str, ...]:
        """Return the descriptions of the events at a ply that the viewer may know."""
        return sentences_for(self.tree.events(line, ply), self.seat)

    def told(self, line: LinePath, ply: int) -> str:
        """Return the phrase of a ply, or the first thing others noticed if the choice is hidden."""
        if self.may_know(line, ply - 1):
            return self.tree.phrase(line, ply)
        return next(iter(self.heard(line, ply)), "…")

    def beginning(self) -> str:
        """Return the opening events, which every seat may know."""
        return ". ".join([_START, *self.tree.line(()).opening_told])

    def who(self, move: Move) -> str:
        """Return the name of the player who made a move."""
        return self.tree.record.header.seats[move.seat]

    def when(self, line: LinePath, move: Move) -> str:
        """Return the turn of a move in the game's wording, or "" if turns are not counted."""
        rules = self.tree.rules
        number = rules.turn_number(self.tree.state(line, move.first - 1))
        if number is None:
            return ""
        return f"{rules.turn_word.capitalize()} {number}" if number else "Set-up"

    def sentence(self, line: LinePath, move: Move) -> str:
        """Return the sentence of a move, or the choice if a move of one ply has none."""
        is_untold = move.words == "…" and move.first == move.last
        return self.told(line, move.last) if is_untold else move.words

    def moves(self, line: LinePath) -> list[Move]:
        """Return all moves of a line from its branch point on."""
        since, last = (line[-2] if line else 0), self.tree.last(line)
        return self.tree.moves(line).moves(self.tree.line(line), last, seat=self.seat, after=since)

    def move_at(self, line: LinePath, ply: int) -> Move:
        """Return the whole move that led to a ply of a line."""
        return self.tree.moves(line).around(self.tree.line(line), ply, before=0, after=0, seat=self.seat)[0]

    def moves_around(self, line: LinePath, ply: int, *, before: int, after: int) -> list[Move]:
        """Return the move that led to a ply of a line and some neighbours, from the branch point on."""
        since = line[-2] if line else 0
        book = self.tree.moves(line)
        return book.around(self.tree.line(line), ply, before=before, after=after, since=since, seat=self.seat)


_NOTHING = Node()
_START = "The game begins"


def seen(record: Record, seat: int | None) -> Sight:
    """Return a record as seen by a seat (counted from 0), or with everything open."""
    return Sight(LineTree(record), seat)
