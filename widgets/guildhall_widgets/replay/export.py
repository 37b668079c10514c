"""A record with its notes as something to read elsewhere: one HTML page that needs nothing, or Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from guildhall.records.record import Record
from guildhall.records.study import Header, LinePath, Node

from .. import render
from ..render.markup import EMPTY, Markup
from ..render.replay.study import OtherLine, Played, Stop, Study, study_page, study_text
from .sight import Sight, lit_places, own_plies, seen

__all__ = ["facts_of", "study_html", "study_markdown", "title_of"]

PICTURES = 100
"""Pictures of the table in one page, if nobody asks for more; each has some 30 KB."""


def study_html(record: Record, *, seat: int | None = None, pictures: int = PICTURES) -> str:
    """The study as one self-contained HTML page, with a picture of the table at every ply that is written about.

    With a seat it tells what that seat saw, without notes and variations, which may tell hidden cards.

    >>> import guildhall as gh
    >>> record = gh.new_game(players=2, seed=7).record
    >>> record.annotate(0, comment="Keep <all>?")
    >>> "Keep &lt;all&gt;?" in study_html(record)
    True
    """
    return study_page(_study(_Camera(seen(record, seat), html=True, left=pictures)))


def study_markdown(record: Record, *, seat: int | None = None, pictures: int = PICTURES) -> str:
    """The study as Markdown, with the table in plain text at every ply that is written about."""
    return study_text(_study(_Camera(seen(record, seat), html=False, left=pictures)))


class _Camera:
    """Takes pictures of the table, so many and no more."""

    def __init__(self, sight: Sight, *, html: bool, left: int) -> None:
        self.sight = sight
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
        rules, table = self.sight.tree.rules, self.sight.table(line, ply)
        if not self._html:
            return EMPTY, rules.text(table, None)
        return render.table(rules, table, lit=lit_places(node)), ""


def _study(camera: _Camera) -> Study:
    sight = camera.sight
    record = sight.tree.record
    header = record.header
    parts = tuple(_parts(camera, ()))
    facts = [*facts_of(sight)]
    if camera.missed:
        facts.append(f"Without a picture for want of space: {camera.missed} plies")
    return Study(title_of(header), facts, header.seats, record.plies, sight.evaluations(), parts)


def title_of(header: Header) -> str:
    """Who played what."""
    return f"{', '.join(header.seats)}: a game of {header.game}"


def facts_of(sight: Sight) -> Iterator[str]:
    """Who played what, when, how long, and how it ended."""
    record, header = sight.tree.record, sight.tree.record.header
    yield f"Game: {header.game}"
    yield f"Players: {', '.join(header.seats)}"
    yield f"Played: {header.created[:10]}"
    yield f"Length: {len(sight.moves(()))} moves, {record.plies} plies"
    yield f"Outcome: {_outcome(record)}"
    if sight.seat is not None:
        yield f"Seen by: {header.seats[sight.seat]}, without notes and variations, which may tell hidden cards"


def _outcome(record: Record) -> str:
    outcome = record.outcome
    if outcome is None or not outcome.reason:
        return "not finished"
    points = ", ".join(f"{name} {vp}" for name, vp in zip(record.header.seats, outcome.vp, strict=True))
    return f"{outcome.told(record.header.seats)} ({points})"


def _parts(camera: _Camera, line: LinePath) -> Iterator[Played | Stop]:
    """The moves of a line, and in their midst every ply that is written about."""
    sight = camera.sight
    if not line and _is_said_about(sight.notes((), 0)):
        yield _stop(camera, (), Played(0, "", ""))
    for move in sight.moves(line):
        for ply in own_plies(line, move):
            is_end = ply == move.last
            words = sight.sentence(line, move) if is_end else sight.told(line, ply)
            played = Played(ply, sight.who(move), words)
            if _is_said_about(sight.notes(line, ply)):
                yield _stop(camera, line, played)
            elif is_end:
                yield played


def _is_said_about(node: Node) -> bool:
    return bool(node.mark or any(node.comments) or node.tags or node.highlights or node.variations)


def _stop(camera: _Camera, line: LinePath, move: Played) -> Stop:
    node = camera.sight.notes(line, move.ply)
    picture, words = camera.shoot(line, move.ply, node)
    others = tuple(
        OtherLine(move.ply, variation.title, tuple(_parts(camera, (*line, move.ply, number))))
        for number, variation in enumerate(node.variations)
    )
    return Stop(move, node, picture, words, others)
