"""The moves of a record as a tree: a sentence for each, what is written about it below, variations inside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ..markup import EMPTY, Markup, join, tag

__all__ = ["MEANINGS", "Branch", "Gap", "Move", "Ply", "Said", "moves", "said"]

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
    """One ply of a move: where it is, what was chosen or heard, and how it is judged."""

    line: str
    ply: int
    words: str
    mark: str = ""
    is_noted: bool = False
    is_current: bool = False


@dataclass(frozen=True)
class Said:
    """What is written about a ply; `mark` only where it stands nowhere else."""

    ply: int
    comments: Sequence[str]
    tags: Sequence[str] = ()
    mark: str = ""


@dataclass(frozen=True)
class Move:
    """One move: where it ends, who made it, the sentence about it, what is written about it, and its plies.

    `when` names its turn, for pages that tell the place by themselves.
    `is_noted` is for notes that cannot be read below it.
    """

    line: str
    ply: int
    who: str
    words: str
    when: str = ""
    mark: str = ""
    is_noted: bool = False
    said: Sequence[Said] = ()
    plies: Sequence[Ply] = ()  # those that are shown
    is_current: bool = False


@dataclass(frozen=True)
class Gap:
    """Plies that are not shown; the button goes to one of them."""

    line: str
    ply: int
    plies: int


@dataclass(frozen=True)
class Branch:
    """A variation: its title, what is shown of it, and whether the reader is in it."""

    line: str
    title: str
    parts: Sequence[Move | Gap | Branch] = field(default_factory=tuple)
    is_current: bool = False


def moves(parts: Sequence[Move | Gap | Branch]) -> Markup:
    """The whole tree; a single tab stop, inside which the arrow keys up and down move."""
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
    # Of the plies of a move the present one is marked; a move of one ply is marked itself.
    is_marked = move.is_current and not any(ply.is_current for ply in move.plies)
    sentence = join(tag("b", move.who, class_="gh-who"), " ", move.words) if move.who else join(move.words)
    target = (move.line, move.ply)
    button = _going("move", target, sentence, move.mark, is_noted=move.is_noted, is_current=is_marked)
    plies = tag("div", *map(_ply, move.plies), class_="gh-plies") if move.plies else EMPTY
    return tag(
        "div",
        button,
        plies,
        *map(said, move.said),
        class_="gh-move gh-here" if move.is_current else "gh-move",
        data_key=f"row {move.line} {move.ply}",
        data_when=move.when or None,
        data_in_view=move.is_current,
    )


def _ply(ply: Ply) -> Markup:
    return _going("ply", (ply.line, ply.ply), ply.words, ply.mark, is_noted=ply.is_noted, is_current=ply.is_current)


def _going(
    kind: str, target: tuple[str, int], words: str, mark: str = "", *, is_noted: bool = False, is_current: bool = False
) -> Markup:
    """A button that goes to a ply of a line."""
    line, ply = target
    return tag(
        "button",
        tag("span", ply, class_="gh-ply-number"),
        " ",
        words,
        _marked(mark),
        tag("span", "✎", title="has notes", aria_label="has notes", role="img") if is_noted else EMPTY,
        type="button",
        data_do="go",
        data_line=line,
        data_ply=ply,
        data_key=f"{kind} {line} {ply}",
        aria_current="step" if is_current else None,
    )


def _marked(mark: str) -> Markup:
    return tag("b", f" {mark}", title=MEANINGS.get(mark)) if mark else EMPTY


def said(what: Said) -> Markup:
    """What is written about a ply, as text."""
    head = join(tag("span", f"ply {what.ply}", class_="gh-ply-number"), _marked(what.mark), " ")
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
