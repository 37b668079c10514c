"""Exports of an annotated record: a self-contained HTML page, Markdown, or a replay page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape

from guildhall.core.errors import GuildhallError, short
from guildhall.core.rules import Rules
from guildhall.records.record import Record
from guildhall.records.study import Header, LinePath, Node, bounds

from .. import render
from ..render.markup import EMPTY, Markup
from .lines import Sight, lit_places, own_plies, seen, write_path
from .moves import whole_list
from .pages import Album, Chapter, OtherLine, Played, Stop, Study, Told, replay_page, study_page, study_text
from .steps import pills

__all__ = ["facts_of", "replay_html", "study_html", "study_markdown", "title_of"]

_HELP = re.compile(r'data-help="([^"]*)"')

# --- Studies to read ---

PICTURES = 100
"""The default maximum number of pictures in one page. Each has about 30 KB."""


def study_html(record: Record, *, seat: int | None = None, pictures: int = PICTURES) -> str:
    """Return the study as a self-contained HTML page, with a picture of the table at every annotated ply.

    With a seat, it shows what that seat saw, without notes and variations, which may reveal hidden cards.

    >>> import guildhall as gh
    >>> record = gh.new_game(players=2, seed=7).record
    >>> record.annotate(0, comment="Keep <all>?")
    >>> "Keep &lt;all&gt;?" in study_html(record)
    True
    """
    return study_page(_study(_Camera(seen(record, seat), html=True, left=pictures)))


def study_markdown(record: Record, *, seat: int | None = None, pictures: int = PICTURES) -> str:
    """Return the study as Markdown, with the table as plain text at every annotated ply."""
    return study_text(_study(_Camera(seen(record, seat), html=False, left=pictures)))


class _Camera:
    """Takes a limited number of pictures of the table."""

    def __init__(self, sight: Sight, *, html: bool, left: int) -> None:
        self.sight = sight
        self._html = html
        self._left = left
        self.missed = 0

    def shoot(self, line: LinePath, ply: int, node: Node) -> tuple[Markup, str]:
        """Return the table as HTML or as text, or nothing if the ply has no notes."""
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
        facts.append(f"Plies without a picture, to save space: {camera.missed}")
    return Study(title_of(header), facts, header.seats, record.plies, sight.evaluations(), parts)


def title_of(header: Header) -> str:
    """Return the players and the game as a title."""
    return f"{', '.join(header.seats)}: a game of {header.game}"


def facts_of(sight: Sight) -> Iterator[str]:
    """Yield the game, its players, date, length and outcome."""
    record, header = sight.tree.record, sight.tree.record.header
    yield f"Game: {header.game}"
    yield f"Players: {', '.join(header.seats)}"
    yield f"Played: {header.created[:10]}"
    yield f"Length: {len(sight.moves(()))} moves, {record.plies} plies"
    yield f"Outcome: {_outcome(record)}"
    if sight.seat is not None:
        yield f"Seen by: {header.seats[sight.seat]}, without notes and variations, which may reveal hidden cards"


def _outcome(record: Record) -> str:
    outcome = record.outcome
    if outcome is None or not outcome.reason:
        return "not finished"
    points = ", ".join(f"{name} {vp}" for name, vp in zip(record.header.seats, outcome.points, strict=True))
    return f"{outcome.told(record.header.seats)} ({points})"


def _parts(camera: _Camera, line: LinePath) -> Iterator[Played | Stop]:
    """Yield the moves of a line, split at every annotated ply."""
    sight = camera.sight
    if not line:
        opening = ". ".join(sight.tree.line(()).opening_told)
        if _is_said_about(sight.notes((), 0)):
            yield _stop(camera, (), Played(0, "", opening))
        elif opening:
            yield Played(0, "", opening)
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


# --- Replay pages: one HTML file with scrubber, keys, comments and variations, for one or more games ---


def replay_html(games: Record | Sequence[Record] | Mapping[str, Record], *, seat: int | None = None) -> str:
    """Return one game, or several as chapters, as an interactive HTML file that needs neither Python nor a network.

    A mapping names the chapters.
    With a seat (counted from 0) the file contains only what that seat saw: no other hands, and no notes or variations,
    which may reveal them.

    >>> import guildhall as gh
    >>> game = gh.new_game(players=2, seed=7)
    >>> _ = game.run("greedy", until=lambda game: game.ply == 20)
    >>> replay_html({"Opening": game.record}).startswith("<!DOCTYPE html>")
    True
    """
    named = _named(games)
    album = Album()
    sights = [(title, seen(record, seat)) for title, record in named]
    chapters = [_chapter(title, sight, album) for title, sight in sights]
    heading = title_of(named[0][1].header) if len(named) == 1 else f"A study of {len(named)} games"
    return replay_page(heading, chapters, album, _helps(album, [sight.tree.rules for _, sight in sights]))


def _helps(album: Album, games: Sequence[Rules]) -> dict[str, str]:
    """Return the texts of the cards that are on the tables, and of no others."""
    named = {unescape(name) for piece in album.pieces for name in _HELP.findall(piece)}
    cards = ((rules, name) for rules in games for name in render.card_names(rules) if name in named)
    return {name: render.card_page(rules, name) for rules, name in cards}


def _named(games: Record | Sequence[Record] | Mapping[str, Record]) -> list[tuple[str, Record]]:
    """Return the games with their titles, "" for a single one."""
    if isinstance(games, Mapping):
        titles, records = list(games), list(games.values())
    else:
        records = [games] if isinstance(games, Record) else list(games)
        titles = [""] * len(records)
    if not records:
        raise GuildhallError("a replay needs at least one game")
    for record in records:
        if not isinstance(record, Record):
            raise GuildhallError(f"a replay needs records, such as game.record, not {short(record)}")
    if len(records) > 1:
        titles = [title or ", ".join(record.header.seats) for title, record in zip(titles, records, strict=True)]
    return list(zip(titles, records, strict=True))


def _chapter(title: str, sight: Sight, album: Album) -> Chapter:
    record = sight.tree.record
    lines = {write_path(line): _tables(sight, line, album) for line in _lines(sight, ())}
    return Chapter(
        title=title,
        crest=render.crest(sight.tree.rules),
        pills=pills(record),
        facts=tuple(facts_of(sight)),
        seats=record.header.seats,
        last=record.plies,
        moves=tuple(whole_list(sight, known=sight.evaluations())),
        evaluations=sight.evaluations(),
        lines=lines,
    )


def _lines(sight: Sight, line: LinePath) -> Iterator[LinePath]:
    """Yield a line and all its variations, in the order of the move list."""
    yield line
    first, last = bounds(sight.tree.record.main, line)
    for ply in range(first, last + 1):
        for number in range(len(sight.notes(line, ply).variations)):
            yield from _lines(sight, (*line, ply, number))


def _tables(sight: Sight, line: LinePath, album: Album) -> Told:
    """Return the tables of the plies that belong to a line itself."""
    first, last = bounds(sight.tree.record.main, line)
    return album.add(_table(sight, line, ply) for ply in range(first, last + 1))


def _table(sight: Sight, line: LinePath, ply: int) -> str:
    lit = lit_places(sight.notes(line, ply))
    return render.table(sight.tree.rules, sight.table(line, ply), lit=lit, named=True, compact=True)
