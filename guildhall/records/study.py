"""What a record is made of besides its moves: comments, marks, tags, and other lines, as in a chess study.

Nodes are keyed by ply: node 40 belongs to the position after 40 plies.
Its mark judges the move that led there; its variations are other lines that go on from there.
A line is found by its path: `()` is the main line, `(40, 0)` the first variation at ply 40,
`(40, 0, 45, 1)` the second one at ply 45 of that variation.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias, get_args

import msgspec

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
    "Variation",
    "bounds",
    "find_line",
    "known_mark",
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
