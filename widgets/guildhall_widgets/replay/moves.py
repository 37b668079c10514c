"""The moves of a record as a tree: selection and drawing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from guildhall.core import line as core
from guildhall.records.study import Evaluation, LinePath, bounds

from ..render.icons import icon, seat_dot
from ..render.markup import EMPTY, Markup, join, tag
from .lines import Sight, home, own_plies, write_path

if TYPE_CHECKING:
    from .reader import Reader

__all__ = ["MEANINGS", "Branch", "Gap", "Move", "Ply", "Said", "moves", "said", "shown_moves", "whole_list"]

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
    sentence = tag("span", name, move.words, class_="gh-sentence")
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
    words = tag("span", ply.words, class_="gh-sentence")
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
