"""A study as Markdown, in which every text stays text.

>>> escaped("<img src=x onerror=alert(1)> *now*")
'&lt;img src=x onerror=alert(1)&gt; \\\\*now\\\\*'
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from .chance_strip import swings
from .moves import MEANINGS
from .study import OtherLine, Played, Stop, Study

__all__ = ["escaped", "study_text"]

_SPECIAL = re.compile(r"[\\`*_{}\[\]#|~$]")
_LINE_START = re.compile(r"^(\s*)([-+=]|\d+(?=[.)]))", re.MULTILINE)
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def escaped(text: str) -> str:
    """Text that Markdown shows as it is: no HTML, no list, no emphasis, no formula comes of it."""
    plain = _SPECIAL.sub(r"\\\g<0>", text).translate(_ENTITIES)
    return _LINE_START.sub(lambda found: found[1] + _at_start(found[2]), plain)


def _at_start(sign: str) -> str:
    """A sign with which a line may begin without beginning a list or a heading."""
    return f"{sign}\\" if sign.isdigit() else f"\\{sign}"


def study_text(study: Study) -> str:
    """The study as Markdown."""
    lines = [f"# {escaped(study.title)}", "", *(f"- {escaped(fact)}" for fact in study.facts), "", *_swings(study)]
    lines += ["## The game", "", *_parts(study.parts)]
    return "\n".join(lines).rstrip() + "\n"


def _swings(study: Study) -> list[str]:
    if len(study.evaluations) < 3:
        return []
    rows = [
        f"| {one.ply} | {escaped(study.seats[one.seat])} | {one.was:.0%} | {one.now:.0%} |"
        for one in swings(study.evaluations)
    ]
    return [
        "## Chance to win: largest swings",
        "",
        "| ply | player | before | after |",
        "| --- | --- | --- | --- |",
        *rows,
        "",
    ]


def _parts(parts: Sequence[Played | Stop]) -> Iterator[str]:
    for who, run in groupby(parts, key=lambda part: part.who if isinstance(part, Played) else None):
        if who is None:
            for stop in run:
                yield from _stop(stop) if isinstance(stop, Stop) else ()
        else:
            phrases = (f"{move.ply}: {escaped(move.phrase)}" for move in run if isinstance(move, Played))
            yield from (f"**{escaped(who)}** {', '.join(phrases)}", "")


def _stop(stop: Stop) -> Iterator[str]:
    node, move = stop.node, stop.move
    said = f"Ply {move.ply}" + (f", {escaped(move.who)}: {escaped(move.phrase)}" if move.phrase else "")
    mark = f" {node.mark} ({MEANINGS[node.mark]})" if node.mark else ""
    yield from (f"### {said}{mark}", "")
    for comment in filter(None, node.comments):
        yield from (*(f"> {line}".rstrip() for line in escaped(comment).split("\n")), "")
    if node.tags:
        yield from (f"Tags: {escaped(', '.join(node.tags))}", "")
    if node.highlights:
        looks = (f"{one.what} → {one.to}" if one.to else one.what for one in node.highlights)
        yield from (f"Look at: {escaped(', '.join(looks))}", "")
    if stop.words:
        yield from (*_fenced(stop.words), "")
    for other in stop.others:
        yield from _other(other)


def _fenced(text: str) -> list[str]:
    """Text between fences longer than any row of backticks in it."""
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return [f"{fence}text", *text.split("\n"), fence]


def _other(other: OtherLine) -> Iterator[str]:
    title = f": {escaped(other.title)}" if other.title else ""
    yield from (f"> **Variation from ply {other.ply}{title}**", ">")
    for line in _parts(other.parts):
        yield f"> {line}".rstrip()
    yield ""
