"""The page of a replay on one screen: a bar, the board above the chances, and the moves above the notes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from guildhall.core import line as core
from guildhall.games import game_names, registration
from guildhall.records.record import Record
from guildhall.records.study import Evaluation, LinePath, bounds

from .. import render
from ..render.controls import bar, button, choice, keys_list, menu, tabs
from ..render.icons import icon, seat_dot, with_cards
from ..render.markup import EMPTY, Markup, join, tag
from .lines import Sight, home, own_plies, write_path

if TYPE_CHECKING:
    from .reader import Reader
    from .viewer import ReplayViewer

__all__ = [
    "MEANINGS",
    "TABS",
    "Branch",
    "Gap",
    "Move",
    "chances",
    "moves",
    "page_of",
    "pills",
    "placed",
    "shown_moves",
    "steps",
    "whole_list",
]

TABS = {"moves": "Moves", "swings": "Swings", "review": "Review", "compare": "Compare", "find": "Hits"}
_KEYS = {
    "← →": "one ply back, one ply forward",
    "Shift+← Shift+→": "one move back, one move forward",
    "PageUp PageDown": "one turn back, one turn forward",
    "Home End": "the start, the end of the line",
    "p": "play, pause",
    "1 … 9": "play the option with that number, as a variation",
    "o": "show the options instead of the note",
    "s": "the bot plays a ply; t to the end of the turn; e to the end of the game",
    "b": "back to the branch point",
    "[ ]": "previous line, next line",
    "c": "compute the odds",
    "h": "highlight something on the table",
    "/": "find; n next hit, N previous hit",
    "< >": "previous chapter, next chapter",
}


def page_of(viewer: ReplayViewer) -> Markup:
    """Return the whole page."""
    return tag(
        "div",
        tag("header", _bar(viewer), class_="gh-top", data_key="top"),
        tag("div", _notices(viewer), _board(viewer), viewer.chances.chart(), _steps(viewer), class_="gh-replay-left"),
        tag("div", _tabs(viewer), viewer.variations.followed(), _tab(viewer), _below(viewer), class_="gh-replay-right"),
        viewer.files.told(),
        class_=f"gh-replay gh-of-{viewer.record.header.game}",
    )


# --- The bar ---


def _bar(viewer: ReplayViewer) -> Markup:
    """Return what is replayed, then the view, the exports, and playing on."""
    header = viewer.record.header
    title = ", ".join(header.seats)
    called = join(icon("branch"), tag("span", "Play on"))
    tools = [
        viewer.files.share(),
        viewer.files.menu(),
        button(called, "play on", keys="o", label="Play on", pressed=viewer.plays_on, class_="gh-tool"),
        menu("Keys", keys_list(_KEYS), symbol=icon("keys"), key="menu keys"),
    ]
    return join(
        tag("span", icon(render.crest(viewer.reader.tree.rules)), class_="gh-crest"),
        tag("h3", title, title=title),
        viewer.chapters.bar(),
        tag("span", pills(viewer.record), class_="gh-chips"),
        tag("span", class_="gh-space"),
        _view(viewer),
        tag("span", *tools, class_="gh-tools", data_live=True),
    )


def _view(viewer: ReplayViewer) -> Markup:
    seat, names = viewer.reader.seat, viewer.record.header.seats
    views = {"all": "everything", **{str(seat): f"what {name} saw" for seat, name in enumerate(names)}}
    chosen = choice("View", "see", "all" if seat is None else str(seat), views)
    return tag("span", icon("eye"), chosen, class_="gh-pill gh-seen")


def _notices(viewer: ReplayViewer) -> Markup:
    notices = viewer.changes.notices
    return tag("ul", *(tag("li", notice) for notice in notices), class_="gh-notices") if notices else EMPTY


# --- Left: the board, the chart and the steps ---


def _board(viewer: ReplayViewer) -> Markup:
    """Return the board, or the one of the ply pointed at in the chart."""
    reader = viewer.reader
    peeked = None if reader.peeked is None else tag("span", f"ply {reader.peeked}", class_="gh-pill gh-peeked")
    fit = tag("div", viewer.drawn_table(), class_="gh-fit", data_quiet=reader.peeked is not None)
    return tag("div", fit, peeked, class_="gh-board", data_key="board", data_fit=True)


def _steps(viewer: ReplayViewer) -> Markup:
    return tag("div", viewer.autoplay.transport(), class_="gh-steps", data_key="steps", data_live=True)


# --- Right: the tabs, and the note or the options below ---


def _open_tab(viewer: ReplayViewer) -> str:
    return viewer.tab if viewer.tab != "find" or viewer.search.wanted.strip() else "moves"


def _tabs(viewer: ReplayViewer) -> Markup:
    is_asked = bool(viewer.search.wanted.strip())
    names: Mapping[str, str] = {name: shown for name, shown in TABS.items() if name != "find" or is_asked}
    row = tabs("tab", _open_tab(viewer), names)
    return tag("div", row, viewer.search.box(), class_="gh-tabs", data_key="tabs", data_live=True)


def _tab(viewer: ReplayViewer) -> Markup:
    """Return the content of the open tab, and the steps from hit to hit, which have keys."""
    tab = _open_tab(viewer)
    content = {
        "moves": lambda: moves(shown_moves(viewer.reader, viewer.chances.evaluations())),
        "swings": viewer.chances.panel,
        "review": viewer.review.panel,
        "compare": viewer.comparison.panel,
        "find": viewer.search.panel,
    }[tab]()
    about = {"role": "tabpanel", "aria_label": TABS[tab], "data_key": f"open {tab}"}
    page = tag("div", content, class_="gh-tab-page gh-scroll" if tab != "moves" else "gh-tab-page", **about)
    return page if tab == "find" else join(page, tag("div", viewer.search.steps(), hidden=True, data_live=True))


def _below(viewer: ReplayViewer) -> Markup:
    """Return the note on the ply, or the decision there. The other one is hidden, so that its keys work."""
    shown = {"note": viewer.notes.panel(), "decision": viewer.variations.panel()}
    closed = "note" if viewer.plays_on else "decision"
    return join(
        *(
            tag("div", content, class_="gh-desk", hidden=name == closed, data_live=name == closed, data_key=name)
            for name, content in shown.items()
        )
    )


# --- Steps, the frame of the chart, and pills for the bar ---


def steps(*, last: int, playing: bool = False, turns: bool = True) -> Markup:
    """Return the buttons that move along a line, with those for whole turns if there are any.

    None is disabled at the ends, because a disabled button loses the keyboard focus.
    """
    play = _step("Pause" if playing else "Play", "pause" if playing else "play", "play", "p", disabled=last == 0)
    return bar(
        "steps",
        _step("Start", "first", "start", "Home"),
        _step("Turn back", "left2", "turn", "PageUp", by=-1) if turns else EMPTY,
        _step("Move back", "left", "move", "Shift+ArrowLeft", by=-1),
        _step("Ply back", "back", "step", "ArrowLeft", by=-1),
        play,
        _step("Ply on", "on", "step", "ArrowRight", by=1),
        _step("Move on", "right", "move", "Shift+ArrowRight", by=1),
        _step("Turn on", "right2", "turn", "PageDown", by=1) if turns else EMPTY,
        _step("End", "last", "end", "End"),
    )


def _step(label: str, symbol: str, do: str, keys: str, *, disabled: bool = False, **data: Any) -> Markup:
    is_main = do == "play"
    return button(icon(symbol), do, keys=keys, label=label, class_="gh-tool", main=is_main, disabled=disabled, **data)


def placed(progress: str) -> Markup:
    """Return the current ply and the length of the line."""
    return tag("span", progress, class_="gh-num gh-ply-at")


def chances(
    chart: Markup, slider: Markup, *, legend: Markup = EMPTY, asked: Markup = EMPTY, offer: Markup = EMPTY
) -> Markup:
    """Return the chart under its legend, with the slider over it."""
    title = tag("span", "Chance to win", class_="gh-cap")
    head = tag("div", title, legend, tag("span", class_="gh-space"), asked, class_="gh-chart-head")
    picture = tag("div", chart, slider, offer, class_="gh-chart")
    return tag("section", head, picture, class_="gh-chances", aria_label="Chance to win", data_key="chances")


def pills(record: Record) -> Markup:
    """Return the game with its date, and its result, for the bar."""
    name = record.header.game
    title = registration(name).title if name in game_names() else name
    told = f"{title} · {record.header.created[:10]}"
    result = _result(record)
    shown = tag("span", icon("trophy"), tag("span", result), title=result, class_="gh-pill")
    return join(tag("span", tag("span", told), class_="gh-pill"), shown)


def _result(record: Record) -> str:
    """Return the points of all, the winners first, or the outcome in words if everyone wins or loses together."""
    outcome, seats = record.outcome, record.header.seats
    if outcome is None or not outcome.reason:
        return "not finished"
    if record.rules.together:
        return outcome.sentence(seats)
    places = sorted(range(len(seats)), key=lambda seat: (seat not in outcome.winners, -outcome.points[seat]))
    return " · ".join(f"{seats[seat]} {outcome.points[seat]}" for seat in places)


# --- The moves of a record as a tree ---


# --- Drawing ---


_FULL = 27  # pixels of the longest bar, one for a percentage point
_GAIN = "change of the chance to win, in percentage points"
MEANINGS = {
    "!!": "brilliant",
    "!": "good",
    "!?": "interesting",
    "?!": "dubious",
    "?": "mistake",
    "??": "blunder",
}


@dataclass(frozen=True)
class Ply:
    """One ply of a move: its place, the choice or its visible effect, and its mark."""

    line: str
    ply: int
    words: str
    mark: str = ""
    is_noted: bool = False
    is_current: bool = False


@dataclass(frozen=True)
class Said:
    """The notes on a ply. `mark` is set only if it is not shown elsewhere."""

    ply: int
    comments: Sequence[str]
    tags: Sequence[str] = ()
    mark: str = ""


@dataclass(frozen=True)
class Move:
    """One move: its last ply, its player, its sentence, its notes and its plies.

    `when` names its turn, for pages that show the place by themselves. `is_noted` indicates notes that cannot be read
    below it. `gain` is the change of the player's chance to win in percentage points, if known, and `heard` what
    happened in the move.
    """

    line: str
    ply: int
    who: str
    words: str
    when: str = ""
    mark: str = ""
    is_noted: bool = False
    said: Sequence[Said] = ()
    plies: Sequence[Ply] = ()  # those shown
    is_current: bool = False
    seat: int = 0
    gain: int | None = None
    heard: Sequence[str] = ()


@dataclass(frozen=True)
class Gap:
    """Hidden plies. The button goes to one of them."""

    line: str
    ply: int
    plies: int


@dataclass(frozen=True)
class Branch:
    """A variation: its title, its visible moves, and whether the reader is in it."""

    line: str
    title: str
    parts: Sequence[Move | Gap | Branch] = field(default_factory=tuple)
    is_current: bool = False


def moves(parts: Sequence[Move | Gap | Branch]) -> Markup:
    """Return the whole tree as a single tab stop, navigated with the up and down keys."""
    if not parts:
        return tag("p", "No move was made.", class_="gh-soft")
    return tag(
        "div", *_parts(parts), class_="gh-moves gh-scroll", data_roving="vertical", role="group", aria_label="moves"
    )


def _parts(parts: Sequence[Move | Gap | Branch]) -> Iterator[Markup]:
    for part in parts:
        match part:
            case Move():
                yield _move(part)
            case Gap():
                yield _gap(part)
            case Branch():
                yield _branch(part)


def _move(move: Move) -> Markup:
    # The current ply of a move is marked. A move of one ply is marked itself.
    is_marked = move.is_current and not any(ply.is_current for ply in move.plies)
    name = join(tag("b", move.who, class_="gh-hidden gh-who"), " ") if move.who else EMPTY
    sentence = tag("span", name, with_cards(move.words), class_="gh-sentence")
    dot = seat_dot(move.seat, move.who) if move.who else tag("span")
    target, ends = (move.line, move.ply), join(_marked(move.mark), _noted(move.is_noted), _gain(move.gain))
    plies = tag("div", *map(_ply, move.plies), class_="gh-plies") if move.plies else EMPTY
    heard = _heard(move.heard) if move.heard else EMPTY
    return tag(
        "div",
        _going("move", target, join(dot, sentence), ends, is_current=is_marked),
        plies,
        heard,
        *map(said, move.said),
        class_="gh-move gh-here" if move.is_current else "gh-move",
        data_key=f"row {move.line} {move.ply}",
        data_when=move.when or None,
        data_in_view=move.is_current,
    )


def _heard(sentences: Sequence[str]) -> Markup:
    """Return what happened in a move, folded in."""
    events = tag("ul", *(tag("li", words) for words in sentences))
    return tag("details", tag("summary", "What happened"), events, class_="gh-heard", data_key="heard")


def _ply(ply: Ply) -> Markup:
    ends = join(_marked(ply.mark), _noted(ply.is_noted))
    words = tag("span", with_cards(ply.words), class_="gh-sentence")
    return _going("ply", (ply.line, ply.ply), words, ends, is_current=ply.is_current)


def _going(kind: str, target: tuple[str, int], words: Markup, ends: Markup, *, is_current: bool = False) -> Markup:
    """Return a button that goes to a ply of a line."""
    line, ply = target
    return tag(
        "button",
        tag("span", ply, class_="gh-ply-number"),
        words,
        tag("span", ends, class_="gh-ends") if ends else EMPTY,
        type="button",
        data_do="go",
        data_line=line,
        data_ply=ply,
        data_key=f"{kind} {line} {ply}",
        aria_current="step" if is_current else None,
    )


def _marked(mark: str) -> Markup:
    kind = "gh-bad" if mark in ("?", "??", "?!") else "gh-good"
    return tag("b", f" {mark}", title=MEANINGS.get(mark), class_=f"gh-sign {kind}") if mark else EMPTY


def _noted(is_noted: bool) -> Markup:
    return tag("span", icon("note"), title="has notes", aria_label="has notes", role="img") if is_noted else EMPTY


def _gain(gain: int | None) -> Markup:
    """Return the change of the chance as a number and a bar, to the right if it rose and to the left if it fell."""
    if gain is None:
        return EMPTY
    bar = tag("i", style=f"width:{min(_FULL, abs(gain))}px", aria_hidden="true")
    number = tag("span", f"{gain:+d}", class_="gh-num")
    return tag("span", number, bar, title=_GAIN, class_="gh-gain gh-fell" if gain < 0 else "gh-gain")


def said(what: Said) -> Markup:
    """Return the notes on a ply as text."""
    head = join(icon("note"), tag("span", f"ply {what.ply}", class_="gh-hidden"), _marked(what.mark), " ")
    texts = [tag("p", head if not number else EMPTY, text) for number, text in enumerate(what.comments or [""])]
    tags = tag("p", *(tag("span", each, class_="gh-tag") for each in what.tags)) if what.tags else EMPTY
    return tag("div", *texts, tags, class_="gh-said", data_ply=what.ply)


def _gap(gap: Gap) -> Markup:
    told = f"… {gap.plies} more {'ply' if gap.plies == 1 else 'plies'}" if gap.plies else "…"
    return tag(
        "button",
        told,
        type="button",
        class_="gh-gap",
        data_do="go",
        data_line=gap.line,
        data_ply=gap.ply,
        data_key=f"gap {gap.line} {gap.ply}",
    )


def _branch(branch: Branch) -> Markup:
    title = tag("span", branch.title, class_="gh-branch-title") if branch.title else EMPTY
    classes = "gh-branch gh-here" if branch.is_current else "gh-branch"
    return tag("div", join(title, *_parts(branch.parts)), class_=classes, data_key=f"branch {branch.line}")


# --- Selection ---


_BEFORE, _AFTER = 8, 7  # moves of a line around the current one
_OF_OTHERS = 2  # moves of a variation that the reader is not in
_BRANCHES = 4  # variations at one ply
_LETTERS = 500  # characters of a comment on a move other than the current one

Part = Move | Gap | Branch


Known = Mapping[int, Evaluation]
"""The chances to win of a line, by ply."""


def whole_list(sight: Sight, line: LinePath = (), known: Known | None = None) -> Iterator[Part]:
    """Yield every move of a line with all its plies, and every variation. `known` are the chances of the line."""
    if not line:
        yield _start(sight)
    for move in sight.moves(line):
        yield _move_of(sight, line, move, plies=True, known=known)
        for ply in _leaving(line, move):
            yield from _all_branches(sight, line, ply)
    yield from _all_branches(sight, line, sight.tree.last(line))


def _all_branches(sight: Sight, line: LinePath, ply: int) -> Iterator[Branch]:
    for number, variation in enumerate(sight.notes(line, ply).variations):
        path = (*line, ply, number)
        yield Branch(write_path(path), variation.title, tuple(whole_list(sight, path)))


def shown_moves(reader: Reader, known: Known | None = None) -> list[Part]:
    """Return the content of a viewer's move list. `known` are the chances along the reader's line."""
    return list(_line(reader, (), known))


def _line(reader: Reader, line: LinePath, known: Known | None) -> Iterator[Part]:
    """Yield a line on the reader's path, around the next branch point or the current ply."""
    sight, name = reader.sight, write_path(line)
    first, last = bounds(reader.record.main, line)
    inner = reader.line[len(line) :]
    centre = max(first, min(reader.ply, inner[0]) if inner else min(reader.ply, last))
    shown = sight.moves_around(line, centre, before=_BEFORE, after=_AFTER)
    low = max(1, first, shown[0].first) if shown else last + 1
    high = shown[-1].last if shown else last
    if low > max(1, first):
        yield Gap(name, low - 1, low - max(1, first))
    elif not line:
        yield _start(sight, at=reader.ply)
    for move in shown:
        here = _is_at(reader, line, move)
        followed = known if home(reader.line, move.last) == line else None
        yield _move_of(sight, line, move, plies=here, at=reader.ply if here else None, known=followed)
        for ply in _leaving(line, move):
            yield from _branches(reader, line, ply, known)
    if high < last:
        yield Gap(name, min(last, high + 1), last - high)
    else:
        yield from _branches(reader, line, last, known)


def _start(sight: Sight, at: int | None = None) -> Move:
    """Return the start of the game with its notes."""
    node = sight.notes((), 0)
    notes = (Said(0, tuple(filter(None, node.comments)), tuple(node.tags)),) if node.comments or node.tags else ()
    return Move("", 0, "", sight.beginning(), is_noted=bool(node.highlights), said=notes, is_current=at == 0)


def _is_at(reader: Reader, line: LinePath, move: core.Move) -> bool:
    return reader.home == line and move.first <= reader.ply <= move.last


def _leaving(line: LinePath, move: core.Move) -> list[int]:
    """Return the plies of a move where a variation of this line could branch off."""
    return [ply - 1 for ply in own_plies(line, move) if not line or ply - 1 > line[-2]]


def _move_of(
    sight: Sight,
    line: LinePath,
    move: core.Move,
    *,
    plies: bool,
    at: int | None = None,
    known: Known | None = None,
) -> Move:
    """Return a move of the list. `at` is the current ply if it is in the move."""
    own, name, node = own_plies(line, move), write_path(line), sight.notes(line, move.last)
    written = tuple(_said(sight, line, move, in_full=plies))
    return Move(
        line=name,
        ply=move.last,
        who=sight.who(move),
        words=sight.sentence(line, move),
        when=sight.when(line, move) if plies else "",
        mark=node.mark,
        is_noted=not written and any(_is_noted(sight, line, ply) for ply in own),
        said=written,
        plies=tuple(_ply_of(sight, line, ply, at) for ply in own) if plies and len(own) > 1 else (),
        is_current=at is not None,
        seat=move.seat,
        gain=_gained(sight, move, own, known or {}),
        heard=() if at is None else tuple(words for ply in own if ply <= at for words in sight.heard(line, ply)),
    )


def _gained(sight: Sight, move: core.Move, own: range, known: Known) -> int | None:
    """Return the change of the player's chance by a move, in percentage points, if it is known before and after.

    In long games only every other ply is judged, so that the ply next to it may stand for one.
    """
    number = move.seat if sight.is_open else 0 if move.seat == sight.seat else None
    before = next((known[ply] for ply in (move.first - 1, move.first - 2) if ply in known), None)
    after = next((known[ply] for ply in (move.last, move.last - 1) if ply in own and ply in known), None)
    if number is None or before is None or after is None:
        return None
    return round(100 * after.values[number]) - round(100 * before.values[number])


def _is_noted(sight: Sight, line: LinePath, ply: int) -> bool:
    node = sight.notes(line, ply)
    return bool(any(node.comments) or node.tags or node.highlights)


def _said(sight: Sight, line: LinePath, move: core.Move, *, in_full: bool) -> Iterator[Said]:
    for ply in own_plies(line, move):
        node = sight.notes(line, ply)
        mark = node.mark if ply != move.last else ""
        comments = [text if in_full or len(text) <= _LETTERS else f"{text[:_LETTERS]}…" for text in node.comments]
        if any(comments) or node.tags or mark:
            yield Said(ply, tuple(filter(None, comments)), tuple(node.tags), mark)


def _ply_of(sight: Sight, line: LinePath, ply: int, at: int | None) -> Ply:
    words, mark = sight.told(line, ply), sight.notes(line, ply).mark
    return Ply(write_path(line), ply, words, mark, is_noted=_is_noted(sight, line, ply), is_current=ply == at)


def _branches(reader: Reader, line: LinePath, ply: int, known: Known | None) -> Iterator[Part]:
    """Yield the variations at a ply. If there are many, yield those around the reader's."""
    count = len(reader.sight.notes(line, ply).variations)
    current = _number_in(reader.line, line, ply)
    low = max(0, min(current or 0, count - _BRANCHES // 2) - _BRANCHES // 2)
    high = min(count, low + _BRANCHES)
    for number in range(low, high):
        yield _branch_of(reader, (*line, ply, number), known, is_current=number == current)
    if low > 0 or high < count:
        other = high if high < count else low - 1
        title = f"variations {low + 1} to {high} of {count}"
        yield Branch("", title, (Gap(write_path((*line, ply, other)), ply + 1, 0),))


def _number_in(path: LinePath, line: LinePath, ply: int) -> int | None:
    """Return the number of the variation at a ply of a line that a path goes through."""
    at = len(line)
    return path[at + 1] if path[: at + 1] == (*line, ply) else None


def _branch_of(reader: Reader, path: LinePath, known: Known | None, *, is_current: bool) -> Branch:
    name, title = write_path(path), reader.record.line(path).title
    if is_current:
        return Branch(name, title, tuple(_line(reader, path, known)), is_current=True)
    first, last = bounds(reader.record.main, path)
    told = reader.sight.moves_around(path, first, before=0, after=_OF_OTHERS - 1)
    shown: list[Part] = [_move_of(reader.sight, path, move, plies=False) for move in told]
    hidden = last - told[-1].last
    return Branch(name, title, (*shown, *((Gap(name, last, hidden),) if hidden else ())))
