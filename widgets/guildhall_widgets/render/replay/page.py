"""A replay as one document: tables, moves, notes and a script that goes through them, without Python or a network.

Tables are cut into pieces of HTML, and each piece is stored once; a table is told as what differs from the one before.

>>> album = Album()
>>> album.add(["<b>Ada</b><i>1</i>", "<b>Ada</b><i>2</i>"])
[[0, 0, 0, 1, 2, 3], [2, 1, 4]]
>>> album.pieces
['<b>Ada', '</b>', '<i>1', '</i>', '<i>2']
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from guildhall.records.study import Evaluation

from ..controls import bar, button, keys_help, panel, slider
from ..markup import EMPTY, Markup, page, tag
from .moves import Branch, Gap, Move, moves
from .strips import strip

__all__ = ["Album", "Chapter", "Told", "replay_page"]

Told = list[list[int]]
"""The tables of a line one after the other, each as what differs from the one before."""

_KEYS = {
    "← →": "a ply back, a ply on",
    "Shift+← Shift+→": "a move back, a move on",
    "Home End": "the start, the end of the line",
    "p": "play, pause",
    "b": "back to where a variation leaves its line",
    "[ ]": "the line before, the next one",
    "< >": "the chapter before, the next one",
}


class Album:
    """Tables as pieces of HTML, each piece once."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self._numbers: dict[str, int] = {}

    def add(self, tables: Iterable[str]) -> Told:
        """The tables of a line in numbers of pieces: those that stay at the front and at the back, and the others."""
        told: Told = []
        before: list[int] = []
        for table in tables:
            pieces = [self._number(piece) for piece in re.split(r"(?=<)", table) if piece]
            front = _shared(before, pieces)
            back = _shared(before[front:][::-1], pieces[front:][::-1])
            told.append([front, back, *pieces[front : len(pieces) - back]])
            before = pieces
        return told

    def _number(self, piece: str) -> int:
        if piece not in self._numbers:
            self._numbers[piece] = len(self.pieces)
            self.pieces.append(piece)
        return self._numbers[piece]


def _shared(one: Sequence[int], other: Sequence[int]) -> int:
    """How many numbers two rows have in common from the start."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


@dataclass(frozen=True)
class Chapter:
    """One game of a replay: what it is called, its facts, its moves, the chances, and the tables by line."""

    title: str
    facts: Sequence[str]
    seats: Sequence[str]
    last: int
    moves: Sequence[Move | Gap | Branch]
    evaluations: Mapping[int, Evaluation]
    lines: Mapping[str, Told]


def replay_page(title: str, chapters: Sequence[Chapter], album: Album) -> str:
    """The whole document; its only script is known by its digest, so that no other one can run in it."""
    code = (Path(__file__).parents[2] / "static" / "replay_page.js").read_text(encoding="utf-8")
    digest = b64encode(sha256(code.encode()).digest()).decode()
    stored = {"pieces": album.pieces, "chapters": [chapter.lines for chapter in chapters]}
    body = tag(
        "div",
        tag("h1", title),
        _chapters(chapters),
        *(_chapter(number, chapter) for number, chapter in enumerate(chapters)),
        keys_help(_KEYS if len(chapters) > 1 else {key: told for key, told in _KEYS.items() if key != "< >"}),
        class_="gh-replay-page gh-replay",
    )
    after = tag("script", _as_data(stored), type="application/json", id="gh-data") + tag(
        "script", Markup(code), type="module"
    )
    return page(title, body, scripts=f"'sha256-{digest}'", after=Markup(after))


def _as_data(stored: object) -> Markup:
    """JSON in which no `<` is left that could end its element."""
    return Markup(json.dumps(stored, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c"))


def _chapters(chapters: Sequence[Chapter]) -> Markup:
    if len(chapters) < 2:
        return EMPTY
    titles = (f"{number}. {chapter.title}" for number, chapter in enumerate(chapters, 1))
    tabs = (button(title, "chapter", key=title, pressed=False) for title in titles)
    return tag("nav", *tabs, class_="gh-bar gh-chapters gh-controls", aria_label="chapters")


def _chapter(number: int, chapter: Chapter) -> Markup:
    chances = strip(chapter.evaluations, chapter.seats, chapter.last, at=0)
    under = panel("Chance to win", chances) if chances else EMPTY
    left = tag("div", tag("div", class_="gh-board"), under, class_="gh-stays")
    right = tag("div", _notes(), panel("Moves", moves(chapter.moves)), class_="gh-beside")
    return tag(
        "section",
        tag("h2", chapter.title) if chapter.title else EMPTY,
        tag("p", " · ".join(chapter.facts), class_="gh-soft"),
        _transport(chapter.last),
        tag("div", left, right, class_="gh-study-table"),
        class_="gh-chapter",
        aria_label=chapter.title or None,
        data_chapter=number,
    )


def _notes() -> Markup:
    """Where the notes of the present move stand, beside the table."""
    return tag("section", tag("h4", "Notes"), tag("div", class_="gh-page-notes"), class_="gh-panel gh-controls")


def _transport(last: int) -> Markup:
    steps = bar(
        "steps",
        button("|◀ Start", "ends", title="to the start (Home)", by=-1),
        button("◀ Move", "move", title="a move back (Shift+←)", by=-1),
        button("◀ Ply", "step", title="a ply back (←)", by=-1),
        button("▶ Play", "play", title="play or pause (p)", main=True),
        button("Ply ▶", "step", title="a ply on (→)", by=1),
        button("Move ▶", "move", title="a move on (Shift+→)", by=1),
        button("End ▶|", "ends", title="to the end (End)", by=1),
    )
    status = tag("p", role="status", class_="gh-status")
    return tag("div", status, slider("Ply", "scrub", 0, 0, last), steps, class_="gh-transport gh-controls")
