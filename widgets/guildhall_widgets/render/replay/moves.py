"""The moves of a record as a tree: lines one seat after the other, variations inside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from ..markup import EMPTY, Markup, join, tag

__all__ = ["Branch", "Gap", "Move", "moves"]

MEANINGS = {
    "!!": "brilliant",
    "!": "good",
    "!?": "interesting",
    "?!": "dubious",
    "?": "mistake",
    "??": "blunder",
}


@dataclass(frozen=True)
class Move:
    """One move: where it is, who made it, what it is called, and what is said about it."""

    line: str
    ply: int
    who: str
    phrase: str
    mark: str = ""
    is_commented: bool = False
    is_current: bool = False


@dataclass(frozen=True)
class Gap:
    """Moves that are not shown; the button goes to the first of them."""

    line: str
    ply: int
    moves: int


@dataclass(frozen=True)
class Branch:
    """A variation: its title, what is shown of it, and whether the reader is in it."""

    line: str
    title: str
    parts: Sequence[Move | Gap | Branch] = field(default_factory=tuple)
    is_current: bool = False


def moves(parts: Sequence[Move | Gap | Branch]) -> Markup:
    """The whole tree; a single tab stop, inside which arrow keys move."""
    if not parts:
        return tag("p", "No move was made.", class_="gh-soft")
    return tag("div", *_parts(parts), class_="gh-moves", data_roving=True, role="group", aria_label="moves")


def _parts(parts: Sequence[Move | Gap | Branch]) -> Iterator[Markup]:
    for who, run in groupby(parts, key=lambda part: part.who if isinstance(part, Move) else None):
        if who is None:
            yield from (_branch(part) if isinstance(part, Branch) else _gap(part) for part in run)  # type: ignore[arg-type]  # a Move has somebody who made it
        else:
            buttons = [_move(move) for move in run if isinstance(move, Move)]
            yield tag("div", tag("span", who, class_="gh-who"), *buttons, class_="gh-run")


def _move(move: Move) -> Markup:
    mark = tag("b", move.mark, title=MEANINGS.get(move.mark)) if move.mark else EMPTY
    comment = tag("span", "✎", title="has notes", aria_label="has notes", role="img") if move.is_commented else EMPTY
    return tag(
        "button",
        tag("span", move.ply, class_="gh-ply-number"),
        " ",
        move.phrase,
        mark,
        comment,
        type="button",
        data_do="go",
        data_line=move.line,
        data_ply=move.ply,
        data_key=f"move {move.line} {move.ply}",
        aria_current="step" if move.is_current else None,
    )


def _gap(gap: Gap) -> Markup:
    told = f"… {gap.moves} more {'ply' if gap.moves == 1 else 'plies'}"
    return _going(told, gap.line, gap.ply, "gh-gap")


def _going(told: str, line: str, ply: int, class_: str) -> Markup:
    key = f"{class_} {line} {ply}"
    return tag("button", told, type="button", class_=class_, data_do="go", data_line=line, data_ply=ply, data_key=key)


def _branch(branch: Branch) -> Markup:
    title = tag("span", branch.title, class_="gh-branch-title") if branch.title else EMPTY
    classes = "gh-branch gh-here" if branch.is_current else "gh-branch"
    return tag("div", join(title, *_parts(branch.parts)), class_=classes, data_key=f"branch {branch.line}")
