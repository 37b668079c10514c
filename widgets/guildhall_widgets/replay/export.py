"""A record with its notes as something to read elsewhere: one HTML page that needs nothing, or Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from guildhall.records.record import Record
from guildhall.records.study import LinePath, Node, Variation, bounds

from .. import render
from ..render.markup import EMPTY, Markup
from ..render.replay.study import OtherLine, Played, Stop, Study, study_page, study_text
from .line_tree import LineTree

__all__ = ["study_html", "study_markdown"]

PICTURES = 100
"""Pictures of the table in one page, if nobody asks for more; each has some 30 KB."""


def study_html(record: Record, *, pictures: int = PICTURES) -> str:
    """The study as one self-contained HTML page, with a picture of the table at every ply that is written about.

    >>> import guildhall as gh
    >>> record = gh.new_game(players=2, seed=7).record
    >>> record.annotate(0, comment="Keep <all>?")
    >>> "Keep &lt;all&gt;?" in study_html(record)
    True
    """
    return study_page(_study(record, _Camera(record, html=True, left=pictures)))


def study_markdown(record: Record, *, pictures: int = PICTURES) -> str:
    """The study as Markdown, with the table in plain text at every ply that is written about."""
    return study_text(_study(record, _Camera(record, html=False, left=pictures)))


class _Camera:
    """Takes pictures of the table, so many and no more."""

    def __init__(self, record: Record, *, html: bool, left: int) -> None:
        self.tree = LineTree(record)
        self._html = html
        self._left = left
        self.missed = 0

    def shoot(self, line: LinePath, ply: int, node: Node) -> tuple[Markup, str]:
        """The table as HTML or as text; what nothing is said about needs no picture."""
        if not (node.mark or any(node.comments) or node.highlights):
            return EMPTY, ""
        if self._left <= 0:
            self.missed += 1
            return EMPTY, ""
        self._left -= 1
        rules = self.tree.rules
        table = rules.table(self.tree.state(line, ply))
        if not self._html:
            return EMPTY, rules.text(table, None)
        lit = [place for one in node.highlights for place in (one.what, one.to) if place]
        return render.table(rules, table, lit=lit), ""


def _study(record: Record, camera: _Camera) -> Study:
    header = record.header
    parts = tuple(_parts(record, camera, ()))
    facts = [
        f"Game: {header.game}",
        f"Players: {', '.join(header.seats)}",
        f"Played: {header.created[:10]}",
        f"Length: {record.plies} plies",
        f"Outcome: {_outcome(record)}",
    ]
    if camera.missed:
        facts.append(f"Without a picture for want of space: {camera.missed} plies")
    evaluations = {ply: node.evaluation for ply, node in record.main.nodes.items() if node.evaluation is not None}
    title = f"{', '.join(header.seats)}: a game of {header.game}"
    return Study(title, facts, header.seats, record.plies, evaluations, parts)


def _outcome(record: Record) -> str:
    outcome = record.outcome
    if outcome is None or not outcome.reason:
        return "not finished"
    points = ", ".join(f"{name} {vp}" for name, vp in zip(record.header.seats, outcome.vp, strict=True))
    return f"{outcome.told(record.header.seats)} ({points})"


def _parts(record: Record, camera: _Camera, line: LinePath) -> Iterator[Played | Stop]:
    first, last = bounds(record.main, line)
    own = record.line(line)
    for ply in range(first, last + 1):
        move = _played(record, camera, line, ply)
        node = own.nodes.get(ply)
        if node is not None and _is_said_about(node):
            yield _stop(record, camera, line, ply, move, node)
        elif move.phrase:
            yield move


def _played(record: Record, camera: _Camera, line: LinePath, ply: int) -> Played:
    if ply == 0:
        return Played(0, "", "")
    who = record.header.seats[camera.tree.decider(line, ply - 1)]
    return Played(ply, who, camera.tree.phrase(line, ply))


def _is_said_about(node: Node) -> bool:
    return bool(node.mark or any(node.comments) or node.tags or node.highlights or node.variations)


def _stop(record: Record, camera: _Camera, line: LinePath, ply: int, move: Played, node: Node) -> Stop:
    picture, words = camera.shoot(line, ply, node)
    others = tuple(
        _other(record, camera, (*line, ply, number), variation) for number, variation in enumerate(node.variations)
    )
    return Stop(move, node, picture, words, others)


def _other(record: Record, camera: _Camera, line: LinePath, variation: Variation) -> OtherLine:
    return OtherLine(line[-2], variation.title, tuple(_parts(record, camera, line)))
