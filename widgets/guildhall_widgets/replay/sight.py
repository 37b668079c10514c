"""What may be known of a record: everything, or what one seat saw, which is the main line without notes."""

from __future__ import annotations

from typing import Any

from guildhall.core.decision import NOBODY, heard
from guildhall.core.errors import GuildhallError, short
from guildhall.core.moves import Move
from guildhall.core.typed import number_within
from guildhall.records.record import Record
from guildhall.records.study import Evaluation, LinePath, Node

from .line_tree import LineTree

__all__ = ["Sight", "lit_places", "own_plies", "seen"]


def own_plies(line: LinePath, move: Move) -> range:
    """The plies of a move that are the line's own: it may have begun on the line that this one leaves."""
    return range(max(move.first, line[-2] + 1 if line else 1), move.last + 1)


def lit_places(node: Node) -> list[str]:
    """The places of the table that notes highlight."""
    return [place for one in node.highlights for place in (one.what, one.to) if place]


class Sight:
    """The lines of a record as everybody (`seat` is None) or one seat may know them."""

    def __init__(self, tree: LineTree, seat: int | None = None) -> None:
        seats = len(tree.record.header.seats)
        if seat is not None and number_within(seat, 0, seats - 1) is None:
            raise GuildhallError(f"there is no seat {short(seat)}; the seats are 0 to {seats - 1}")
        self.tree = tree
        self.seat = seat

    @property
    def is_open(self) -> bool:
        """Whether everything is shown."""
        return self.seat is None

    def may_know(self, line: LinePath, ply: int) -> bool:
        """Whether it may be known what was chosen at a ply of a line."""
        return self.seat is None or self.tree.decider(line, ply) in (self.seat, NOBODY)

    def notes(self, line: LinePath, ply: int) -> Node:
        """What is written about a ply; nothing for a seat, because notes may tell hidden cards."""
        return self.tree.record.line(line).nodes.get(ply, _NOTHING) if self.is_open else _NOTHING

    def table(self, line: LinePath, ply: int) -> Any:
        """The table at a ply, or what the seat sees of it."""
        rules, state = self.tree.rules, self.tree.state(line, ply)
        return rules.table(state) if self.seat is None else rules.view(state, self.seat)

    def evaluations(self) -> dict[int, Evaluation]:
        """The chances that are written down for the main line, by ply; none for a seat, which knew only its own."""
        nodes = self.tree.record.main.nodes if self.is_open else {}
        return {ply: node.evaluation for ply, node in nodes.items() if node.evaluation is not None}

    # In words

    def heard(self, line: LinePath, ply: int) -> tuple[str, ...]:
        """What happened at the ply, in the words that may be heard."""
        return heard(self.tree.events(line, ply), self.seat)

    def told(self, line: LinePath, ply: int) -> str:
        """A ply in the words that may be heard: the phrase, or what others noticed first of it."""
        if self.may_know(line, ply - 1):
            return self.tree.phrase(line, ply)
        return next(iter(self.heard(line, ply)), "…")

    def beginning(self) -> str:
        """How the game begins: what happened before the first decision is every seat's to know."""
        return ". ".join([_START, *self.tree.line(()).opening_told])

    def who(self, move: Move) -> str:
        """The name of the player who made a move."""
        return self.tree.record.header.seats[move.seat]

    def when(self, line: LinePath, move: Move) -> str:
        """The turn in which a move was made, in the game's own word; nothing where turns are not counted."""
        rules = self.tree.rules
        number = rules.turn_number(self.tree.state(line, move.first - 1))
        if number is None:
            return ""
        return f"{rules.turn_word.capitalize()} {number}" if number else "Set-up"

    def sentence(self, line: LinePath, move: Move) -> str:
        """A move in words; where nothing is to be told of a move of one ply, what was chosen."""
        is_untold = move.words == "…" and move.first == move.last
        return self.told(line, move.last) if is_untold else move.words

    def moves(self, line: LinePath) -> list[Move]:
        """All moves of a line, from where it leaves another one."""
        since, last = (line[-2] if line else 0), self.tree.last(line)
        return self.tree.moves(line).moves(self.tree.line(line), last, seat=self.seat, after=since)

    def move_at(self, line: LinePath, ply: int) -> Move:
        """The move that led to a ply when a line is followed, whole."""
        return self.tree.moves(line).around(self.tree.line(line), ply, before=0, after=0, seat=self.seat)[0]

    def moves_around(self, line: LinePath, ply: int, *, before: int, after: int) -> list[Move]:
        """The move that led to a ply of a line and some of its neighbours, from where the line leaves another one."""
        since = line[-2] if line else 0
        book = self.tree.moves(line)
        return book.around(self.tree.line(line), ply, before=before, after=after, since=since, seat=self.seat)


_NOTHING = Node()
_START = "The game begins"


def seen(record: Record, seat: int | None) -> Sight:
    """A record as a seat saw it (counted from 0), or with everything open."""
    return Sight(LineTree(record), seat)
