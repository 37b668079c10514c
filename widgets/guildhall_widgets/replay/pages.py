"""Documents written from a record: a study as HTML or Markdown, and a replay page with a script."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import groupby
from pathlib import Path

from guildhall.records.study import Evaluation, Node

from ..render.controls import button, keys_list, menu, range_input, tabs
from ..render.icons import icon
from ..render.markup import EMPTY, Markup, join, tag
from ..render.styles import page
from .moves import MEANINGS, Branch, Gap, Move, moves
from .steps import chances, placed, steps
from .strips import Swing, chart, legend, strip, swing_bar, swing_button, swings

__all__ = [
    "Album",
    "Chapter",
    "OtherLine",
    "Played",
    "Stop",
    "Study",
    "Told",
    "escaped",
    "replay_page",
    "study_page",
    "study_text",
]

# --- Studies ---


_SPECIAL = re.compile(r"[\\`*_{}\[\]#|~$]")
_LINE_START = re.compile(r"^(\s*)([-+=]|\d+(?=[.)]))", re.MULTILINE)
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


@dataclass(frozen=True)
class Played:
    """A move, or one ply of it: where it leads, its player and its sentence. Ply 0 has no player."""

    ply: int
    who: str
    words: str


@dataclass(frozen=True)
class Stop:
    """An annotated ply: the move that led there, the notes, the table, and variations from there."""

    move: Played
    node: Node
    picture: Markup = EMPTY
    words: str = ""  # the table as plain text
    others: Sequence[OtherLine] = field(default_factory=tuple)


@dataclass(frozen=True)
class OtherLine:
    """A variation: its branch point, its title and its content."""

    ply: int
    title: str
    parts: Sequence[Played | Stop]


@dataclass(frozen=True)
class Study:
    """A record prepared for reading."""

    title: str
    facts: Sequence[str]
    seats: Sequence[str]
    last: int
    evaluations: Mapping[int, Evaluation]
    parts: Sequence[Played | Stop]


# --- As one page ---


def study_page(study: Study) -> str:
    """Return the study as a self-contained document."""
    chances = strip(study.evaluations, tuple(enumerate(study.seats)), study.last)
    body = join(
        tag("h1", study.title),
        tag("ul", *(tag("li", fact) for fact in study.facts)),
        tag("h2", "Chance to win") if chances else EMPTY,
        chances,
        _swings(study),
        tag("h2", "The game"),
        *_parts(study.parts, 3),
    )
    return page(study.title, tag("article", body, class_="gh-study"))


def _swings(study: Study) -> Markup:
    items = [
        tag("li", f"ply {one.ply}: {study.seats[one.seat]} {one.was:.0%} → {one.now:.0%}") for one in _largest(study)
    ]
    return tag("div", tag("p", "Largest swings"), tag("ul", *items)) if items else EMPTY


def _largest(study: Study) -> list[Swing]:
    return swings(study.evaluations) if len(study.evaluations) > 2 else []


def _parts(parts: Sequence[Played | Stop], level: int) -> list[Markup]:
    shown = []
    for is_stop, run in groupby(parts, key=lambda part: isinstance(part, Stop)):
        if is_stop:
            shown += [_stop(part, level) for part in run if isinstance(part, Stop)]
        else:
            shown.append(_moves([part for part in run if isinstance(part, Played)]))
    return shown


def _moves(moves: Sequence[Played]) -> Markup:
    lines = (
        tag("p", f"{move.ply}. ", tag("b", move.who) if move.who else None, f" {move.words}", class_="gh-study-run")
        for move in moves
    )
    return tag("div", *lines)


def _who_did(move: Played) -> str:
    return f"{move.who}: {move.words}" if move.who and move.words else move.words


def _stop(stop: Stop, level: int) -> Markup:
    node, move = stop.node, stop.move
    said = ", ".join(filter(None, (f"Ply {move.ply}", _who_did(move))))
    mark = tag("b", f" {node.mark}", title=MEANINGS[node.mark]) if node.mark else EMPTY
    return tag(
        "section",
        tag(f"h{min(level, 6)}", said, mark),
        *(tag("p", comment, class_="gh-said") for comment in node.comments if comment),
        _small("Tags", node.tags),
        _small("Look at", [f"{one.what} → {one.to}" if one.to else one.what for one in node.highlights]),
        tag("div", stop.picture, class_="gh-study-picture") if stop.picture else EMPTY,
        *(_other(other, level + 1) for other in stop.others),
        class_="gh-stop",
    )


def _small(label: str, words: Sequence[str]) -> Markup:
    return tag("p", f"{label}: {', '.join(words)}", class_="gh-small") if words else EMPTY


def _other(other: OtherLine, level: int) -> Markup:
    name = f"Variation from ply {other.ply}" + (f": {other.title}" if other.title else "")
    return tag("section", tag(f"h{min(level, 6)}", name), *_parts(other.parts, level + 1), class_="gh-branch")


# --- As Markdown ---


def study_text(study: Study) -> str:
    """Return the study as Markdown."""
    facts = (f"- {_on_one_line(fact)}" for fact in study.facts)
    lines = [f"# {_on_one_line(study.title)}", "", *facts, "", *_swings_text(study)]
    lines += ["## The game", "", *_parts_text(study.parts)]
    return "\n".join(lines).rstrip() + "\n"


def _swings_text(study: Study) -> list[str]:
    rows = [
        f"| {one.ply} | {_on_one_line(study.seats[one.seat])} | {one.was:.0%} | {one.now:.0%} |"
        for one in _largest(study)
    ]
    if not rows:
        return []
    return [
        "## Chance to win: largest swings",
        "",
        "| ply | player | before | after |",
        "| --- | --- | --- | --- |",
        *rows,
        "",
    ]


def _parts_text(parts: Sequence[Played | Stop]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Stop):
            yield from _stop_text(part)
        else:
            who = f"**{_on_one_line(part.who)}** " if part.who else ""
            yield from (f"{part.ply}\\. {who}{_on_one_line(part.words)}", "")


def _stop_text(stop: Stop) -> Iterator[str]:
    node, move = stop.node, stop.move
    said = ", ".join(filter(None, (f"Ply {move.ply}", _on_one_line(_who_did(move)))))
    mark = f" {node.mark} ({MEANINGS[node.mark]})" if node.mark else ""
    yield from (f"### {said}{mark}", "")
    for comment in filter(None, node.comments):
        yield from (*(f"> {line}".rstrip() for line in escaped(comment).split("\n")), "")
    if node.tags:
        yield from (f"Tags: {_on_one_line(', '.join(node.tags))}", "")
    if node.highlights:
        looks = (f"{one.what} → {one.to}" if one.to else one.what for one in node.highlights)
        yield from (f"Look at: {_on_one_line(', '.join(looks))}", "")
    if stop.words:
        yield from (*_fenced(stop.words), "")
    for other in stop.others:
        yield from _other_text(other)


def _fenced(text: str) -> list[str]:
    """Return text between fences longer than any run of backticks in it."""
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return [f"{fence}text", *text.splitlines(), fence]


def _other_text(other: OtherLine) -> Iterator[str]:
    title = f": {_on_one_line(other.title)}" if other.title else ""
    yield from (f"> **Variation from ply {other.ply}{title}**", ">")
    for line in _parts_text(other.parts):
        yield f"> {line}".rstrip()
    yield ""


def escaped(text: str) -> str:
    r"""Escape text so that Markdown shows it literally, without HTML, lists, emphasis, formulas or code blocks.

    Lines lose their indentation. Every kind of line separator becomes a line break, so that each line is escaped.

    >>> escaped("<img src=x onerror=alert(1)> *now*")
    '&lt;img src=x onerror=alert(1)&gt; \\*now\\*'
    """
    plain = _SPECIAL.sub(r"\\\g<0>", "\n".join(line.lstrip(" \t") for line in text.splitlines())).translate(_ENTITIES)
    return _LINE_START.sub(lambda found: found[1] + _at_start(found[2]), plain)


def _on_one_line(text: str) -> str:
    """Escape text on a single line, for a heading or a list item."""
    return escaped(" ".join(text.splitlines()))


def _at_start(sign: str) -> str:
    """Escape a sign at the start of a line, so that it begins no list or heading."""
    return f"{sign}\\" if sign.isdigit() else f"\\{sign}"


# --- Replay pages ---


Told = list[list[int]]
"""The tables of a line in order, each as the difference from the previous one."""

_KEYS = {
    "← →": "one ply back, one ply forward",
    "Shift+← Shift+→": "one move back, one move forward",
    "Home End": "the start, the end of the line",
    "p": "play, pause",
    "b": "back to the branch point",
    "[ ]": "previous line, next line",
    "< >": "previous chapter, next chapter",
}


class Album:
    """Tables cut into pieces of HTML, each piece stored once.

    >>> album = Album()
    >>> album.add(["<b>Ada</b><i>1</i>", "<b>Ada</b><i>2</i>"])
    [[0, 0, 0, 1, 2, 3], [2, 1, 4]]
    >>> album.pieces
    ['<b>Ada', '</b>', '<i>1', '</i>', '<i>2']
    """

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self._numbers: dict[str, int] = {}

    def add(self, tables: Iterable[str]) -> Told:
        """Encode the tables of a line: the numbers of unchanged pieces at the front and back, and the other pieces."""
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
    """Return the length of the common prefix."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


@dataclass(frozen=True)
class Chapter:
    """One game of a replay: its title, its symbol, pills and facts, moves, chances, and tables by line."""

    title: str
    crest: str
    pills: Markup
    facts: Sequence[str]
    seats: Sequence[str]
    last: int
    moves: Sequence[Move | Gap | Branch]
    evaluations: Mapping[int, Evaluation]
    lines: Mapping[str, Told]


def replay_page(title: str, chapters: Sequence[Chapter], album: Album, helps: Mapping[str, str]) -> str:
    """Return the document. Its only script is allowed by its digest, so that no other can run.

    `helps` are the texts of cards, by the names in `data-help`.
    """
    code = (Path(__file__).parents[1] / "static" / "replay_page.js").read_text(encoding="utf-8")
    digest = b64encode(sha256(code.encode()).digest()).decode()
    stored = {
        "pieces": album.pieces,
        "chapters": [chapter.lines for chapter in chapters],
        "chances": [_percentages(chapter.evaluations) for chapter in chapters],
        "help": helps,
    }
    body = tag(
        "div",
        tag("header", _bar(title, chapters), class_="gh-page-bar"),
        *(_chapter(number, chapter) for number, chapter in enumerate(chapters)),
        class_="gh-replay-page",
    )
    after = tag("script", _as_data(stored), type="application/json", id="gh-data") + tag(
        "script", Markup(code), type="module"
    )
    return page(title, body, scripts=f"'sha256-{digest}'", after=Markup(after))


def _percentages(evaluations: Mapping[int, Evaluation]) -> list[list[int]]:
    """Return the known plies, each with the chances of all seats in percent."""
    return [[ply, *(round(100 * value) for value in evaluations[ply].values)] for ply in sorted(evaluations)]


def _as_data(stored: object) -> Markup:
    """Return JSON without any `<` that could end its element."""
    return Markup(json.dumps(stored, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c"))


def _bar(title: str, chapters: Sequence[Chapter]) -> Markup:
    """Return the title, the chapters and the keys."""
    keys = _KEYS if len(chapters) > 1 else {key: told for key, told in _KEYS.items() if key != "< >"}
    shown = menu("Keys", keys_list(keys), symbol=icon("keys"), key="menu keys")
    return join(
        tag("span", icon(chapters[0].crest), class_="gh-crest"),
        tag("h1", title),
        chapters[0].pills if len(chapters) == 1 else EMPTY,
        _chapters(chapters),
        tag("span", class_="gh-space"),
        tag("span", shown, class_="gh-tools gh-controls"),
    )


def _chapters(chapters: Sequence[Chapter]) -> Markup:
    if len(chapters) < 2:
        return EMPTY
    titles = (f"{number}. {chapter.title}" for number, chapter in enumerate(chapters, 1))
    buttons = (button(title, "chapter", key=title, pressed=False) for title in titles)
    return tag("nav", *buttons, class_="gh-tools gh-chapters gh-controls", aria_label="chapters")


def _chapter(number: int, chapter: Chapter) -> Markup:
    seats, found = tuple(enumerate(chapter.seats)), chapter.evaluations
    head = tag("div", tag("h2", chapter.title), chapter.pills, class_="gh-page-bar") if chapter.title else EMPTY
    slider = range_input("Ply", "scrub", 0, 0, chapter.last)
    shown = legend(found, seats, 0) if found else EMPTY
    left = (
        tag("p", role="status", class_="gh-status gh-controls"),
        tag("div", tag("div", class_="gh-fit"), class_="gh-board gh-controls"),
        tag("div", chances(chart(found, seats, chapter.last), slider, legend=shown), class_="gh-controls"),
        tag("div", steps(last=chapter.last, turns=False), placed(""), class_="gh-steps gh-controls"),
    )
    return tag(
        "section",
        head,
        tag(
            "div",
            tag("div", *left, class_="gh-replay-left"),
            tag("div", *_beside(chapter), class_="gh-replay-right"),
            class_="gh-replay",
        ),
        tag("p", " · ".join(chapter.facts), class_="gh-small gh-quiet"),
        class_="gh-chapter",
        aria_label=chapter.title or None,
        data_chapter=number,
    )


def _beside(chapter: Chapter) -> Iterator[Markup]:
    """Yield the tabs with the moves and the swings, and the notes on the current move."""
    largest = swings(chapter.evaluations) if len(chapter.evaluations) > 2 else []
    names = {"moves": "Moves", **({"swings": "Swings"} if largest else {})}
    yield tag("div", tabs("tab", "moves", names), class_="gh-tabs gh-controls")
    yield tag("div", moves(chapter.moves), class_="gh-tab-page", data_tab="moves", role="tabpanel", aria_label="Moves")
    if largest:
        buttons = (swing_button(one, one.seat, chapter.seats[one.seat]) for one in largest)
        listed = swing_bar("Largest swings", buttons)
        yield tag("div", listed, class_="gh-tab-page", data_tab="swings", role="tabpanel", aria_label="Swings")
    yield tag("section", tag("div", class_="gh-page-notes"), class_="gh-desk gh-controls", aria_label="Notes")
