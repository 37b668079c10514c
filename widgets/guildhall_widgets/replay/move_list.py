"""Which moves of a record are shown: a window around the present ply, and what branches off inside it."""

from __future__ import annotations

from collections.abc import Iterator

from guildhall.records.study import LinePath, Node, bounds

from ..render.replay.moves import Branch, Gap, Move
from .reader import Reader, write_path

__all__ = ["shown_moves"]

_BEFORE, _AFTER = 14, 12  # plies of a line around the present one
_OF_OTHERS = 4  # plies of a variation in which the reader is not
_BRANCHES = 6  # variations at one ply

Part = Move | Gap | Branch


def shown_moves(reader: Reader) -> list[Part]:
    """What the move list shows."""
    return list(_line(reader, ()))


def _line(reader: Reader, line: LinePath) -> Iterator[Part]:
    """A line in which the reader is, around where it is left for a variation or around the present ply."""
    first, last = (max(1, end) for end in bounds(reader.record.main, line))
    last_move = reader.tree.last(line)
    inner = reader.line[len(line) :]
    centre = min(reader.ply, inner[0]) if inner else reader.ply
    low = max(first, min(centre, last) - _BEFORE)
    high = min(last, max(centre, first) + _AFTER)
    if low > first:
        yield Gap(write_path(line), max(first, low - _BEFORE), low - first)
    for ply in range(low, min(high, last_move) + 1):
        yield _move(reader, line, ply)
        if ply > first or not line:
            yield from _branches(reader, line, ply - 1)
    if high < last:
        yield Gap(write_path(line), min(last, high + _AFTER), last - high)
    else:
        yield from _branches(reader, line, last if last_move else 0)


def _move(reader: Reader, line: LinePath, ply: int) -> Move:
    node = reader.record.line(line).nodes.get(ply, Node()) if reader.is_open else Node()
    return Move(
        line=write_path(line),
        ply=ply,
        who=reader.record.header.seats[reader.tree.decider(line, ply - 1)],
        phrase=reader.told(line, ply),
        mark=node.mark,
        is_commented=bool(any(node.comments) or node.tags or node.highlights),
        is_current=(line, ply) == (reader.home, reader.ply),
    )


def _branches(reader: Reader, line: LinePath, ply: int) -> Iterator[Part]:
    """Variations that leave at a ply; of many, those around the one in which the reader is."""
    node = reader.record.line(line).nodes.get(ply) if reader.is_open else None
    count = len(node.variations) if node else 0
    current = _number_in(reader.line, line, ply)
    low = max(0, min(current or 0, count - _BRANCHES // 2) - _BRANCHES // 2)
    high = min(count, low + _BRANCHES)
    for number in range(low, high):
        yield _branch(reader, (*line, ply, number), is_current=number == current)
    if low > 0 or high < count:
        other = high if high < count else low - 1
        title = f"variations {low + 1} to {high} of {count}"
        yield Branch("", title, (Gap(write_path((*line, ply, other)), ply + 1, 0),))


def _number_in(path: LinePath, line: LinePath, ply: int) -> int | None:
    """The number of the variation at a ply of a line that a path goes through."""
    at = len(line)
    return path[at + 1] if path[: at + 1] == (*line, ply) else None


def _branch(reader: Reader, path: LinePath, *, is_current: bool) -> Branch:
    name, title = write_path(path), reader.record.line(path).title
    if is_current:
        return Branch(name, title, tuple(_line(reader, path)), is_current=True)
    first, last = bounds(reader.record.main, path)
    shown: list[Part] = [_move(reader, path, ply) for ply in range(first, min(last, first + _OF_OTHERS - 1) + 1)]
    hidden = last - first + 1 - len(shown)
    return Branch(name, title, (*shown, *((Gap(name, last, hidden),) if hidden else ())))
