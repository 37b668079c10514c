"""Changes to what is said about a game: comments, marks, tags, highlights, evaluations and variations.

Every change is one call with plain arguments, so that it can be written to a journal and made again.
A change that is refused has changed nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from guildhall.core.errors import GuildhallError, short
from guildhall.core.typed import number_within
from guildhall.records.study import (
    DEEPEST,
    Evaluation,
    Highlight,
    LinePath,
    Node,
    Variation,
    bounds,
    evaluation_fault,
    find_line,
    known_mark,
    plain_text,
)

__all__ = ["Notes"]


class Notes(msgspec.Struct):
    """A main line with the notes and variations on its plies. Plies and lines are named as in `records.study`."""

    main: Variation

    def line(self, path: LinePath = ()) -> Variation:
        """The main line, or the variation at a path such as `(40, 0)`."""
        return find_line(self.main, path)

    def node(self, ply: int, *, line: LinePath = ()) -> Node:
        """The notes at a ply of a line, to read or to change."""
        self._check_ply(ply, line)
        return self.line(line).nodes.setdefault(ply, Node())

    def notes_at(self, ply: int, *, line: LinePath = ()) -> Node:
        """The notes at a ply of a line, to read only: where there are none, nothing is written down."""
        self._check_ply(ply, line)
        return self.line(line).nodes.get(ply) or Node()

    def _check_ply(self, ply: int, path: LinePath) -> None:
        first, last = bounds(self.main, path)
        if number_within(ply, first, last) is None:
            raise GuildhallError(f"no notes at ply {short(ply)}; this line has plies {first} to {last}")

    def _evaluation_fault(self, evaluation: Evaluation) -> str | None:
        """Why an evaluation does not fit this game; a line by itself does not know how many seats there are."""
        return evaluation_fault(evaluation, len(evaluation.values))

    # Say something about a position

    def annotate(
        self,
        ply: int,
        *,
        comment: str | None = None,
        mark: str | None = None,
        tag: str | None = None,
        highlight: Highlight | None = None,
        evaluation: Evaluation | None = None,
        line: LinePath = (),
    ) -> None:
        """Add a comment, tag or highlight to a ply; set its mark (`!!  !  !?  ?!  ?  ??`, or "") or evaluation."""
        for given, wanted in ((highlight, Highlight), (evaluation, Evaluation)):
            if given is not None and not isinstance(given, wanted):
                raise GuildhallError(f"a note takes {wanted.__name__}(…) here, not {short(given)}")
        more = Node(
            comments=[] if comment is None else [plain_text(comment, "comment")],
            tags=[] if tag is None else [plain_text(tag, "tag")],
            highlights=[] if highlight is None else [highlight],
        )
        sign = None if mark is None else known_mark(mark)
        if evaluation is not None and (fault := self._evaluation_fault(evaluation)):
            raise GuildhallError(fault)
        node = self.node(ply, line=line)
        node.comments += more.comments
        node.tags += [new for new in more.tags if new not in node.tags]
        node.highlights += [new for new in more.highlights if new not in node.highlights]
        node.mark = node.mark if sign is None else sign
        node.evaluation = evaluation or node.evaluation
        self._tidy(ply, line)

    def set_comment(self, ply: int, text: str, *, number: int = 0, line: LinePath = ()) -> None:
        """Let comment `number` of a ply be this text; the number after the last begins a new one.

        An empty one keeps its place until `remove_comment`, so that the numbers of the others stay while it is written.
        """
        words = plain_text(text, "comment")
        comments = self.notes_at(ply, line=line).comments
        if not 0 <= number <= len(comments):
            raise GuildhallError(f"no comment {number} at ply {ply}; there are {len(comments)}")
        self.node(ply, line=line).comments[number : number + 1] = [words]

    def remove_comment(self, ply: int, *, number: int = 0, line: LinePath = ()) -> None:
        """Take a comment away; those after it move up."""
        self._remove("comment", self.notes_at(ply, line=line).comments, number, ply, line)

    def remove_tag(self, ply: int, tag: str, *, line: LinePath = ()) -> None:
        """Take a tag away."""
        tags = self.notes_at(ply, line=line).tags
        if tag not in tags:
            raise GuildhallError(f"no tag '{tag}' at ply {ply}; there is {', '.join(tags) or 'none'}")
        tags.remove(tag)
        self._tidy(ply, line)

    def remove_highlight(self, ply: int, *, number: int = 0, line: LinePath = ()) -> None:
        """Take a highlight away; those after it move up."""
        self._remove("highlight", self.notes_at(ply, line=line).highlights, number, ply, line)

    def _remove(self, what: str, notes: list[Any], number: int, ply: int, line: LinePath) -> None:
        if not 0 <= number < len(notes):
            raise GuildhallError(f"no {what} {number} at ply {ply}; there are {len(notes)}")
        del notes[number]
        self._tidy(ply, line)

    def _tidy(self, ply: int, line: LinePath) -> None:
        nodes = self.line(line).nodes
        if nodes.get(ply) == Node():
            del nodes[ply]

    # Other lines

    def graft(
        self, ply: int, moves: Sequence[int], phrases: Sequence[str], *, title: str = "", line: LinePath = ()
    ) -> LinePath:
        """Add another line that leaves at a ply, and get its path. Trusts its caller that the moves are legal."""
        self._check_ply(ply, line)
        if len(line) >= 2 * DEEPEST:
            raise GuildhallError(f"no more than {DEEPEST} variations lie inside one another")
        _check_moves(moves, phrases)
        variation = Variation(list(moves), list(phrases), title=plain_text(title, "title"))
        variations = self.node(ply, line=line).variations
        variations.append(variation)
        return (*line, ply, len(variations) - 1)

    def prolong(self, moves: Sequence[int], phrases: Sequence[str], *, line: LinePath) -> None:
        """Let a variation go on. Trusts its caller that the moves are legal."""
        variation = self._variation(line)
        _check_moves(moves, phrases)
        variation.moves += moves
        variation.phrases += phrases

    def set_title(self, title: str, *, line: LinePath) -> None:
        """Name a variation."""
        words = plain_text(title, "title")
        self._variation(line).title = words

    def remove_variation(self, *, line: LinePath) -> None:
        """Take a variation away with all that is said in it; those after it move up."""
        self._variation(line)
        *outer, ply, number = line
        del self.node(ply, line=tuple(outer)).variations[number]
        self._tidy(ply, tuple(outer))

    def promote_variation(self, *, line: LinePath) -> LinePath:
        """Put a variation before its neighbour, or the first one in the place of what it departs from; get its path.

        The main line stays the game as it was played: nothing takes its place.
        """
        variation = self._variation(line)
        *outer, ply, number = line
        if number == 0 and not outer:
            raise GuildhallError("the main line is the game as it was played; no variation takes its place")
        siblings = self.node(ply, line=tuple(outer)).variations
        if number > 0:
            siblings[number - 1 : number + 1] = [variation, siblings[number - 1]]
            return (*outer, ply, number - 1)
        _exchange(self.line(tuple(outer)), ply, first=outer[-2])
        self._tidy(ply, tuple(outer))
        return tuple(outer)

    def _variation(self, path: LinePath) -> Variation:
        if not path:
            raise GuildhallError("this is for variations only; the main line is the game as it was played")
        return self.line(path)


def _check_moves(moves: Sequence[int], phrases: Sequence[str]) -> None:
    if not moves:
        raise GuildhallError("a variation needs at least one move")
    if len(moves) != len(phrases):
        raise GuildhallError(f"{len(moves)} moves and {len(phrases)} phrases; each move needs its phrase")


def _exchange(line: Variation, ply: int, *, first: int) -> None:
    """Let a line, which begins at ply `first`, and its first variation at `ply` change places from there on."""
    variations = line.nodes[ply].variations
    other = variations.pop(0)
    tail = Variation(
        line.moves[ply - first :],
        line.phrases[ply - first :],
        {at: node for at, node in line.nodes.items() if at > ply},
        other.title,
    )
    line.moves[ply - first :], line.phrases[ply - first :] = other.moves, other.phrases
    line.nodes = {at: node for at, node in line.nodes.items() if at <= ply} | other.nodes
    if tail.moves:
        variations.insert(0, tail)
