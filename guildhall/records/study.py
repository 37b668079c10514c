"""What a record is made of besides its moves: comments, marks, tags, and other lines, as in a chess study.

Nodes are keyed by ply: node 40 belongs to the position after 40 plies.
Its mark judges the move that led there; its variations are other lines that go on from there.
A line is found by its path: `()` is the main line, `(40, 0)` the first variation at ply 40,
`(40, 0, 45, 1)` the second one at ply 45 of that variation.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import msgspec

from guildhall.core.decision import Outcome
from guildhall.core.errors import GuildhallError, short

__all__ = [
    "DEEPEST",
    "MARKS",
    "Evaluation",
    "Header",
    "Highlight",
    "LinePath",
    "Mark",
    "Node",
    "Origin",
    "Variation",
    "bounds",
    "evaluation_fault",
    "find_line",
    "known_mark",
    "node_fault",
    "outcome_fault",
    "plain_text",
    "too_deep",
    "whole_line",
]

Mark: TypeAlias = Literal["", "!!", "!", "!?", "?!", "?", "??"]
"""A judgement of a move, from brilliant to a blunder; the empty one is none."""

MARKS: tuple[str, ...] = get_args(Mark)[1:]

LinePath: TypeAlias = tuple[int, ...]
"""Where a line lies in the tree: ply and number of a variation, and again for those inside."""


DEEPEST = 32
"""How many variations may lie inside one another."""


class Origin(NamedTuple):
    """The file that a record was loaded from, and the check of the notes that it held."""

    path: Path
    notes: str


class Header(msgspec.Struct, frozen=True, omit_defaults=True):
    """Which game was played, by which rules, from which start."""

    game: str
    setup: dict[str, Any]
    rules_version: str
    card_hash: str
    seats: tuple[str, ...]
    seed: int
    created: str
    source: str = ""
    start: str | None = None
    start_digest: str | None = None


class Highlight(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something on the table to look at, such as `hall 2 red Farmer`; with `to` it is an arrow."""

    what: str
    to: str | None = None
    colour: str = ""


class Evaluation(msgspec.Struct, frozen=True, omit_defaults=True):
    """How good the position is for every seat, and who says so; an estimate has the bounds of its intervals besides."""

    values: tuple[float, ...]
    by: str = ""
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()


class Node(msgspec.Struct, omit_defaults=True):
    """What is said about one position. Comments are text, never HTML or code."""

    comments: list[str] = []
    mark: Mark = ""
    tags: list[str] = []
    highlights: list[Highlight] = []
    evaluation: Evaluation | None = None
    variations: list[Variation] = []

    def copied(self) -> Node:
        """The same notes, to be changed without these."""
        return Node(
            list(self.comments),
            self.mark,
            list(self.tags),
            list(self.highlights),
            self.evaluation,
            [variation.copied() for variation in self.variations],
        )


class Variation(msgspec.Struct, omit_defaults=True):
    """A line of play: option ids and their phrases side by side, and what is said about it."""

    moves: list[int] = []
    phrases: list[str] = []
    nodes: dict[int, Node] = {}
    title: str = ""

    def cut(self, plies: int, *, first: int = 0) -> None:
        """Keep the plies before ply `plies`; the line itself begins at ply `first`."""
        del self.moves[plies - first :], self.phrases[plies - first :]
        self.nodes = {ply: node for ply, node in self.nodes.items() if first <= ply <= plies}

    def prune(self) -> None:
        """Take away variations in which nothing is played, and notes that say nothing."""
        for node in self.nodes.values():
            node.variations = [variation for variation in node.variations if variation.moves]
            for variation in node.variations:
                variation.prune()
        self.nodes = {ply: node for ply, node in self.nodes.items() if node != Node()}

    def copied(self) -> Variation:
        """The same line, to be changed without this one."""
        nodes = {ply: node.copied() for ply, node in self.nodes.items()}
        return Variation(list(self.moves), list(self.phrases), nodes, self.title)


def find_line(main: Variation, path: LinePath) -> Variation:
    """The line at a path.

    >>> other = Variation([7], ["refresh"])
    >>> find_line(Variation([1], ["buy 3"], {0: Node(variations=[other])}), (0, 0)) is other
    True
    """
    line = main
    for ply, number in _steps(path):
        line = _variation(line, ply, number)
    return line


def whole_line(main: Variation, path: LinePath) -> Variation:
    """All the plies from the start of the game to the end of the line at a path, with their notes.

    >>> other = Variation([7, 8], ["refresh", "done"])
    >>> whole_line(Variation([1, 2, 3], ["a", "b", "c"], {1: Node(variations=[other])}), (1, 0)).phrases
    ['a', 'refresh', 'done']
    """
    whole = main
    for ply, number in _steps(path):
        other = _variation(whole, ply, number)
        nodes = {at: node for at, node in whole.nodes.items() if at <= ply} | other.nodes
        whole = Variation(whole.moves[:ply] + other.moves, whole.phrases[:ply] + other.phrases, nodes, other.title)
    return whole


def too_deep(nodes: Mapping[int, Node]) -> bool:
    """Whether variations lie inside one another more than `DEEPEST` times.

    >>> too_deep({3: Node(variations=[Variation([7], ["refresh"])])})
    False
    """
    level = list(nodes.values())
    for _ in range(DEEPEST):
        variations = [variation for node in level for variation in node.variations]
        level = [node for variation in variations for node in variation.nodes.values()]
        if not level:
            return False
    return any(node.variations for node in level)


def bounds(main: Variation, path: LinePath) -> tuple[int, int]:
    """The first and the last ply at which the line at a path can have notes.

    The ply at which a variation begins belongs to the line it leaves.
    """
    line, first = find_line(main, path), path[-2] if path else 0
    return first + (path != ()), first + len(line.moves)


def _steps(path: LinePath) -> list[tuple[int, int]]:
    if not isinstance(path, tuple | list) or len(path) % 2 or any(type(step) is not int for step in path):
        raise GuildhallError(f"{short(path)} is no path; it takes pairs of a ply and the number of a variation")
    return list(zip(path[::2], path[1::2], strict=True))


def _variation(line: Variation, ply: int, number: int) -> Variation:
    variations = line.nodes[ply].variations if ply in line.nodes else []
    if not 0 <= number < len(variations):
        raise GuildhallError(f"no variation {short(number)} at ply {short(ply)}; there are {len(variations)}")
    return variations[number]


# Whether what a file or a caller says can be


def evaluation_fault(evaluation: Evaluation, seats: int) -> str | None:
    """Why an evaluation cannot be of a game of so many seats.

    >>> evaluation_fault(Evaluation((0.5, 0.3, 0.2)), 2)
    'an evaluation has 3 values for 2 seats'
    """
    if len(evaluation.values) != seats:
        return f"an evaluation has {len(evaluation.values)} values for {seats} seats"
    if {len(evaluation.low), len(evaluation.high)} not in ({0}, {seats}):
        return f"an evaluation has bounds for {len(evaluation.low)} and {len(evaluation.high)} of {seats} seats"
    numbers = (*evaluation.values, *evaluation.low, *evaluation.high)
    return None if all(map(isfinite, numbers)) else "an evaluation has a value that is no finite number"


def node_fault(node: Node, seats: int) -> str | None:
    """Why notes, and the variations in them, cannot be of a game of so many seats."""
    if node.evaluation is not None and (fault := evaluation_fault(node.evaluation, seats)):
        return fault
    for variation in node.variations:
        if not variation.moves:
            return "a variation has no moves"
        if len(variation.moves) != len(variation.phrases):
            return f"a variation has {len(variation.moves)} moves and {len(variation.phrases)} phrases"
        for inner in variation.nodes.values():
            if fault := node_fault(inner, seats):
                return fault
    return None


def outcome_fault(outcome: Outcome | None, seats: int) -> str | None:
    """Why an outcome cannot be that of a game of so many seats.

    >>> outcome_fault(Outcome(7, (3, 20), "target"), 2)
    'the outcome names seat 7 of 2 seats as a winner'
    """
    if outcome is None:
        return None
    strangers = [seat for seat in outcome.winners if not 0 <= seat < seats]
    if strangers:
        return f"the outcome names seat {strangers[0]} of {seats} seats as a winner"
    if len(set(outcome.winners)) < len(outcome.winners):
        return "the outcome names a winner twice"
    return None if len(outcome.vp) == seats else f"the outcome has points of {len(outcome.vp)} seats, not of {seats}"


def plain_text(words: str, what: str) -> str:
    """The words, if they are text that a file can hold."""
    if not isinstance(words, str):
        raise GuildhallError(f"a {what} is text, not {short(words)}")
    try:
        words.encode()
    except UnicodeEncodeError:
        raise GuildhallError(f"a {what} with half a character in it cannot be saved: {short(words)}") from None
    return words


def known_mark(sign: str) -> Mark:
    """The sign, if it is one of the marks.

    >>> known_mark("!?")
    '!?'
    """
    try:
        known: Mark = msgspec.convert(sign, Mark)
    except (msgspec.ValidationError, UnicodeEncodeError):
        raise GuildhallError(f"no mark {short(sign)}; the marks are {'  '.join(MARKS)}") from None
    return known
