"""Exports of an annotated record: a study to read as HTML or Markdown, and an interactive replay page."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from html import unescape
from itertools import groupby
from pathlib import Path

from guildhall.core.errors import GuildhallError, short
from guildhall.core.rules import Rules
from guildhall.games import game_names, registration
from guildhall.records.record import Record
from guildhall.records.study import Evaluation, Header, LinePath, Node, bounds

from .. import render
from ..render.controls import button, keys_list, menu, range_input, tabs
from ..render.icons import icon
from ..render.markup import EMPTY, Markup, join, tag
from ..render.styles import page
from .lines import Sight, lit_places, own_plies, seen, write_path
from .page import MEANINGS, Branch, Gap, Move, chances, moves, pills, placed, steps, whole_list
from .strips import Swing, chart, legend, strip, swing_bar, swing_button, swings

__all__ = ["escaped", "replay_html", "study_html", "study_markdown"]

# --- Studies to read ---

PICTURES = 100
"""The default maximum number of pictures in one page. Each has about 30 KB."""


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
    return f"{', '.join(header.seats)}: a game of {_game_of(header)}"


def _game_of(header: Header) -> str:
    return registration(header.game).title if header.game in game_names() else header.game


def facts_of(sight: Sight) -> Iterator[str]:
    """Yield the game, its players, date, length and outcome."""
    record, header = sight.tree.record, sight.tree.record.header
    yield f"Game: {_game_of(header)}"
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
    return f"{outcome.sentence(record.header.seats)} ({points})"


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


# --- A study as one page ---


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
        *_parts_drawn(study.parts, 3),
    )
    return page(study.title, tag("article", body, class_="gh-study"))


def _swings(study: Study) -> Markup:
    items = [
        tag("li", f"ply {one.ply}: {study.seats[one.seat]} {one.was:.0%} → {one.now:.0%}") for one in _largest(study)
    ]
    return tag("div", tag("p", "Largest swings"), tag("ul", *items)) if items else EMPTY


def _largest(study: Study) -> list[Swing]:
    return swings(study.evaluations) if len(study.evaluations) > 2 else []


def _parts_drawn(parts: Sequence[Played | Stop], level: int) -> list[Markup]:
    shown = []
    for is_stop, run in groupby(parts, key=lambda part: isinstance(part, Stop)):
        if is_stop:
            shown += [_stop_drawn(part, level) for part in run if isinstance(part, Stop)]
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


def _stop_drawn(stop: Stop, level: int) -> Markup:
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
    return tag("section", tag(f"h{min(level, 6)}", name), *_parts_drawn(other.parts, level + 1), class_="gh-branch")


# --- A study as Markdown ---

_SPECIAL = re.compile(r"[\\`*_{}\[\]#|~$]")
_LINE_START = re.compile(r"^(\s*)([-+=]|\d+(?=[.)]))", re.MULTILINE)
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


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


# --- Replay pages: one HTML file with scrubber, keys, comments and variations, for one or more games ---

_HELP = re.compile(r'data-help="([^"]*)"')
_KEYS = {
    "← →": "one ply back, one ply forward",
    "Shift+← Shift+→": "one move back, one move forward",
    "Home End": "the start, the end of the line",
    "p": "play, pause",
    "b": "back to the branch point",
    "[ ]": "previous line, next line",
    "< >": "previous chapter, next chapter",
}

Told = list[list[int]]
"""The tables of a line in order, each as the difference from the previous one."""


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
    game: str
    crest: str
    pills: Markup
    facts: Sequence[str]
    seats: Sequence[str]
    last: int
    moves: Sequence[Move | Gap | Branch]
    evaluations: Mapping[int, Evaluation]
    lines: Mapping[str, Told]


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
        game=record.header.game,
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
        *(_chapter_drawn(number, chapter) for number, chapter in enumerate(chapters)),
        class_=f"gh-replay-page gh-of-{chapters[0].game}",
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


def _chapter_drawn(number: int, chapter: Chapter) -> Markup:
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
        class_=f"gh-chapter gh-of-{chapter.game}",
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
