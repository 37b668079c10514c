"""A replay to be opened anywhere: one HTML file with scrubber, keys, comments and variations, of one game or more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from guildhall.core.errors import GuildhallError, short
from guildhall.records.record import Record
from guildhall.records.study import LinePath, bounds

from .. import render
from ..render.replay.page import Album, Chapter, Told, replay_page
from .export import facts_of, title_of
from .line_tree import write_path
from .move_list import whole_list
from .sight import Sight, lit_places, seen

__all__ = ["replay_html"]


def replay_html(games: Record | Sequence[Record] | Mapping[str, Record], *, seat: int | None = None) -> str:
    """One game, or several as chapters, as one HTML file to go through: it needs neither Python nor a network.

    A mapping names the chapters.
    With a seat (counted from 0) the file holds what that seat saw, and neither other hands nor notes and variations,
    which may tell them.

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
    return replay_page(heading, chapters, album)


def _named(games: Record | Sequence[Record] | Mapping[str, Record]) -> list[tuple[str, Record]]:
    """The games with their titles; a single one needs none."""
    if isinstance(games, Mapping):
        titles, records = list(games), list(games.values())
    else:
        records = [games] if isinstance(games, Record) else list(games)
        titles = [""] * len(records)
    if not records:
        raise GuildhallError("a replay needs a game")
    for record in records:
        if not isinstance(record, Record):
            raise GuildhallError(f"a replay is made of records, not of {short(record)}; game.record is one")
    if len(records) > 1:
        titles = [title or ", ".join(record.header.seats) for title, record in zip(titles, records, strict=True)]
    return list(zip(titles, records, strict=True))


def _chapter(title: str, sight: Sight, album: Album) -> Chapter:
    record = sight.tree.record
    lines = {write_path(line): _tables(sight, line, album) for line in _lines(sight, ())}
    return Chapter(
        title=title,
        facts=tuple(facts_of(sight)),
        seats=record.header.seats,
        last=record.plies,
        moves=tuple(whole_list(sight)),
        evaluations=sight.evaluations(),
        lines=lines,
    )


def _lines(sight: Sight, line: LinePath) -> Iterator[LinePath]:
    """A line and all that leave it, in the order of the move list."""
    yield line
    first, last = bounds(sight.tree.record.main, line)
    for ply in range(first, last + 1):
        for number in range(len(sight.notes(line, ply).variations)):
            yield from _lines(sight, (*line, ply, number))


def _tables(sight: Sight, line: LinePath, album: Album) -> Told:
    """The tables of a line's own plies."""
    first, last = bounds(sight.tree.record.main, line)
    return album.add(_table(sight, line, ply) for ply in range(first, last + 1))


def _table(sight: Sight, line: LinePath, ply: int) -> str:
    return render.table(sight.tree.rules, sight.table(line, ply), lit=lit_places(sight.notes(line, ply)))
