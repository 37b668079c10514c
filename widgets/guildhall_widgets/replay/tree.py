"""Which moves of a record are shown: a window around the present ply, and what branches off inside it."""

from __future__ import annotations

from collections.abc import Iterator

from guildhall.core.decision import NOBODY
from guildhall.records.study import Node, Path, bounds

from ..render.replay.moves import Branch, Gap, Move
from .steps import Stepping, write_path

__all__ = ["shown_moves", "told"]

_BEFORE, _AFTER = 14, 12  # plies of a line around the present one
_OF_OTHERS = 4  # plies of a variation in which the reader is not
_BRANCHES = 6  # variations at one ply

Part = Move | Gap | Branch


def shown_moves(viewer: Stepping) -> list[Part]:
    """What the move list shows."""
    return list(_line(viewer, ()))


def _line(viewer: Stepping, line: Path) -> Iterator[Part]:
    """A line in which the reader is, around where it is left for a variation or around the present ply."""
    first, last = (max(1, end) for end in bounds(viewer.record.main, line))
    inner = viewer.line[len(line) :]
    centre = min(viewer.ply, inner[0]) if inner else viewer.ply
    low = max(first, min(centre, last) - _BEFORE)
    high = min(last, max(centre, first) + _AFTER)
    if low > first:
        yield Gap(write_path(line), max(first, low - _BEFORE), low - first)
    for ply in range(low, min(high, _last_move(viewer, line)) + 1):
        yield _move(viewer, line, ply)
        if ply > first or not line:
            yield from _branches(viewer, line, ply - 1)
    if high < last:
        yield Gap(write_path(line), min(last, high + _AFTER), last - high)
    else:
        yield from _branches(viewer, line, last if _last_move(viewer, line) else 0)


def _last_move(viewer: Stepping, line: Path) -> int:
    return bounds(viewer.record.main, line)[1]


def _move(viewer: Stepping, line: Path, ply: int) -> Move:
    decider = viewer.reel.decider(line, ply - 1)
    node = viewer.record.line(line).nodes.get(ply, Node()) if viewer.is_open else Node()
    return Move(
        line=write_path(line),
        ply=ply,
        who=viewer.record.header.seats[decider],
        phrase=told(viewer, line, ply),
        mark=node.mark,
        is_commented=bool(any(node.comments) or node.tags or node.highlights),
        is_current=(line, ply) == (viewer.home, viewer.ply),
    )


def told(viewer: Stepping, line: Path, ply: int) -> str:
    """A move in the words the reader may hear: the phrase, or what others noticed first of it."""
    decider = viewer.reel.decider(line, ply - 1)
    if viewer.seat is None or decider in (viewer.seat, NOBODY):
        return viewer.reel.phrase(line, ply)
    noticed = (event.as_seen_by(viewer.seat).text for event in viewer.reel.events(line, ply))
    return next(filter(None, noticed), "…")


def _branches(viewer: Stepping, line: Path, ply: int) -> Iterator[Part]:
    """Variations that leave at a ply; of many, those around the one in which the reader is."""
    node = viewer.record.line(line).nodes.get(ply) if viewer.is_open else None
    count = len(node.variations) if node else 0
    current = _number_in(viewer.line, line, ply)
    low = max(0, min(current or 0, count - _BRANCHES // 2) - _BRANCHES // 2)
    high = min(count, low + _BRANCHES)
    for number in range(low, high):
        yield _branch(viewer, (*line, ply, number), is_current=number == current)
    if low > 0 or high < count:
        other = high if high < count else low - 1
        title = f"variations {low + 1} to {high} of {count}"
        yield Branch("", title, (Gap(write_path((*line, ply, other)), ply + 1, 0),))


def _number_in(path: Path, line: Path, ply: int) -> int | None:
    """The number of the variation at a ply of a line that a path goes through."""
    at = len(line)
    return path[at + 1] if path[: at + 1] == (*line, ply) else None


def _branch(viewer: Stepping, path: Path, *, is_current: bool) -> Branch:
    variation = viewer.record.line(path)
    name, title = write_path(path), variation.title
    if is_current:
        return Branch(name, title, tuple(_line(viewer, path)), is_current=True)
    first, last = bounds(viewer.record.main, path)
    shown: list[Part] = [_move(viewer, path, ply) for ply in range(first, min(last, first + _OF_OTHERS - 1) + 1)]
    hidden = last - first + 1 - len(shown)
    return Branch(name, title, (*shown, *((Gap(name, last, hidden),) if hidden else ())))
