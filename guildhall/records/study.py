"""The parts of a record: its header, and lines with comments, marks, tags and variations, as in a chess study.

Nodes are keyed by ply: node 40 belongs to the position after 40 plies.
Its mark judges the move that led there, and its variations are other continuations from there.
A line is identified by its path: `()` is the main line, `(40, 0)` the first variation at ply 40,
`(40, 0, 45, 1)` the second one at ply 45 of that variation.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from math import isfinite
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar, get_args

import msgspec

from guildhall.core.decision import Outcome
from guildhall.core.errors import GuildhallError, short

__all__ = [
    "BROKEN",
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
    "notes_check",
    "outcome_fault",
    "plain_text",
    "storable",
    "too_deep",
    "whole_line",
]

Mark: TypeAlias = Literal["", "!!", "!", "!?", "?!", "?", "??"]
"""A judgement of a move, from brilliant to a blunder, or none."""

MARKS: tuple[str, ...] = get_args(Mark)[1:]

LinePath: TypeAlias = tuple[int, ...]
"""The path of a line: pairs of the ply and the number of a variation, from the outermost to the innermost."""

DEEPEST = 32
"""The maximum nesting depth of variations."""

BROKEN = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""The exceptions that decoding a damaged document may raise."""


class Origin(NamedTuple):
    """The file a record was loaded from, and the check of its notes there."""

    path: Path
    notes: str


class Header(msgspec.Struct, frozen=True, omit_defaults=True):
    """The game, its settings and rules, and where it began."""

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
    """A highlighted place on the table, such as `hall 2 red Farmer`, or an arrow to the place `to`."""

    what: str
    to: str | None = None
    colour: str = ""


class Evaluation(msgspec.Struct, frozen=True, omit_defaults=True):
    """The value of the position for every seat and the name of its judge, with intervals if it is an estimate."""

    values: tuple[float, ...]
    by: str = ""
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()


class Node(msgspec.Struct, omit_defaults=True):
    """The notes on one position. Comments are text, never HTML or code."""

    comments: list[str] = []
    mark: Mark = ""
    tags: list[str] = []
    highlights: list[Highlight] = []
    evaluation: Evaluation | None = None
    variations: list[Variation] = []

    def copied(self) -> Node:
        """Return a copy that can be changed independently."""
        return Node(
            list(self.comments),
            self.mark,
            list(self.tags),
            list(self.highlights),
            self.evaluation,
            [variation.copied() for variation in self.variations],
        )


class Variation(msgspec.Struct, omit_defaults=True):
    """A line of play: option ids and their phrases side by side, and its notes."""

    moves: list[int] = []
    phrases: list[str] = []
    nodes: dict[int, Node] = {}
    title: str = ""

    def cut(self, plies: int, *, first: int = 0) -> None:
        """Keep only the plies before ply `plies` of a line that begins at ply `first`."""
        del self.moves[plies - first :], self.phrases[plies - first :]
        self.nodes = {ply: node for ply, node in self.nodes.items() if first <= ply <= plies}

    def prune(self) -> None:
        """Remove variations without moves, and empty notes."""
        for node in self.nodes.values():
            node.variations = [variation for variation in node.variations if variation.moves]
            for variation in node.variations:
                variation.prune()
        self.nodes = {ply: node for ply, node in self.nodes.items() if node != Node()}

    def copied(self) -> Variation:
        """Return a copy that can be changed independently."""
        nodes = {ply: node.copied() for ply, node in self.nodes.items()}
        return Variation(list(self.moves), list(self.phrases), nodes, self.title)


def find_line(main: Variation, path: LinePath) -> Variation:
    """Return the line at a path.

    >>> other = Variation([7], ["refresh"])
    >>> find_line(Variation([1], ["buy 3"], {0: Node(variations=[other])}), (0, 0)) is other
    True
    """
    line = main
    for ply, number in _steps(path):
        line = _variation(line, ply, number)
    return line


def whole_line(main: Variation, path: LinePath) -> Variation:
    """Return all plies from the start of the game to the end of the line at a path, with their notes.

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
    """Return True if variations are nested more than `DEEPEST` deep.

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
    """Return the first and the last ply at which the line at a path can have notes.

    The ply at which a variation begins belongs to the line it leaves.
    """
    line, first = find_line(main, path), path[-2] if path else 0
    return first + (path != ()), first + len(line.moves)


def _steps(path: LinePath) -> list[tuple[int, int]]:
    if not isinstance(path, tuple | list) or len(path) % 2 or any(type(step) is not int for step in path):
        raise GuildhallError(f"invalid path {short(path)}; a path has pairs of a ply and the number of a variation")
    return list(zip(path[::2], path[1::2], strict=True))


def _variation(line: Variation, ply: int, number: int) -> Variation:
    variations = line.nodes[ply].variations if ply in line.nodes else []
    if not 0 <= number < len(variations):
        raise GuildhallError(f"no variation {short(number)} at ply {short(ply)}; there are {len(variations)}")
    return variations[number]


def notes_check(nodes: Mapping[int, Node]) -> str:
    """Return a BLAKE2b digest of the notes as they will be read back, or "" if there are none."""
    written = msgspec.json.encode([[ply, node] for ply, node in sorted(nodes.items()) if node != Node()])
    try:
        read = msgspec.json.decode(written, type=list[tuple[int, Node]])
    except BROKEN as error:
        raise GuildhallError(f"these notes could not be read back: {error}") from error
    return blake2b(msgspec.json.encode(read), digest_size=8).hexdigest() if read else ""


# --- Checks of data from files and callers ---

_Part = TypeVar("_Part", Evaluation, Highlight, Variation)


def storable(part: _Part, what: str) -> _Part:
    """Return a part of a record, or raise GuildhallError if it cannot be written and read back.

    >>> storable(Highlight(7), "highlight")
    Traceback (most recent call last):
    guildhall.core.errors.GuildhallError: invalid highlight: Expected `str`, got `int` - at `$.what`
    """
    try:
        return msgspec.json.decode(msgspec.json.encode(part), type=type(part))
    except (*BROKEN, TypeError, UnicodeEncodeError) as error:
        raise GuildhallError(f"invalid {what}: {error}") from error


def evaluation_fault(evaluation: Evaluation, seats: int) -> str | None:
    """Return what is wrong with an evaluation of a game with this many seats, or None.

    >>> evaluation_fault(Evaluation((0.5, 0.3, 0.2)), 2)
    'an evaluation has 3 values for 2 seats'
    """
    if len(evaluation.values) != seats:
        return f"an evaluation has {len(evaluation.values)} values for {seats} seats"
    if {len(evaluation.low), len(evaluation.high)} not in ({0}, {seats}):
        return f"an evaluation has bounds for {len(evaluation.low)} and {len(evaluation.high)} of {seats} seats"
    numbers = (*evaluation.values, *evaluation.low, *evaluation.high)
    return None if all(map(isfinite, numbers)) else "an evaluation has a value that is not a finite number"


def node_fault(node: Node, seats: int) -> str | None:
    """Return what is wrong with notes and their variations in a game with this many seats, or None."""
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
    """Return what is wrong with the outcome of a game with this many seats, or None.

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
    scored = len(outcome.points)
    return None if scored == seats else f"the outcome has points of {scored} seats, not of {seats}"


def plain_text(words: str, what: str) -> str:
    """Return the text, or raise GuildhallError if it cannot be stored."""
    if not isinstance(words, str):
        raise GuildhallError(f"a {what} must be text, got {short(words)}")
    try:
        words.encode()
    except UnicodeEncodeError:
        raise GuildhallError(f"invalid {what} {short(words)}: unpaired surrogate") from None
    return words


def known_mark(sign: str) -> Mark:
    """Return the sign, or raise GuildhallError if it is not one of the marks.

    >>> known_mark("!?")
    '!?'
    """
    try:
        known: Mark = msgspec.convert(sign, Mark)
    except (msgspec.ValidationError, UnicodeEncodeError):
        raise GuildhallError(f"unknown mark {short(sign)}; the marks are {'  '.join(MARKS)}") from None
    return known
