"""The luck strip: what each seat won and lost by choice and by luck, decision by decision, below the evaluation strip.

It has the same plies across, so what moved a line above stands below it; a click goes to the ply.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..markup import EMPTY, Markup, tag
from .chance_strip import LEFT, RIGHT, WIDTH, across, columns, now_line, ply_labels, series

__all__ = ["luck_strip"]

Row = Mapping[str, Any]
"""One decision of a review, by the names of its columns."""

_LANE, _BAR, _BOTTOM = 56, 24, 24  # heights: of a lane, of the largest bar, of the plies below
_LEAST = 0.1  # a chance that fills a bar, unless there is a larger one
_PARTS = ("choice", "luck")


def luck_strip(rows: Sequence[Row], names: Sequence[str], last: int, *, at: int | None = None) -> Markup:
    """Two lanes for every seat that was reviewed, in the order of `names`; `at` is the present ply, if there is one.

    >>> row = {"ply": 3, "seat": 0, "choice": -0.25, "luck": 0.125, "mark": "??"}
    >>> drawn = luck_strip([row], ["Ada", "Bo"], 8)
    >>> drawn.count("gh-lane"), "Ada: choice -0.25, luck +0.12" in drawn
    (2, True)
    """
    if not rows:
        return EMPTY
    largest = max(_LEAST, *(abs(row[part] or 0) for row in rows for part in _PARTS))
    lanes = [(seat, part) for seat in sorted({row["seat"] for row in rows}) for part in _PARTS]
    height = _LANE * len(lanes) + _BOTTOM
    picture = tag(
        "svg",
        EMPTY if at is None else now_line(across(at, last), 0, height - _BOTTOM),
        *(_lane(rows, names, last, largest, top=_LANE * n, of=lane) for n, lane in enumerate(lanes)),
        ply_labels(last, height - 8),
        *columns(last, 0, height - _BOTTOM),
        viewBox=f"0 0 {WIDTH} {height}",
        role="img",
        aria_label=_said(rows, names),
        class_="gh-strip gh-luck",
    )
    return tag("div", picture, _legend(largest))


def _lane(
    rows: Sequence[Row], names: Sequence[str], last: int, largest: float, *, top: int, of: tuple[int, str]
) -> Markup:
    """The bars of a seat's choice or luck around their line, with the sum at the right."""
    seat, part = of
    own, middle, x = [row for row in rows if row["seat"] == seat], top + _LANE / 2, WIDTH - RIGHT + 10
    bars = (_bar(across(row["ply"], last), middle, _BAR * row[part] / largest) for row in own if row[part])
    marked = [_diamond(across(row["ply"], last), top + 5) for row in own if row["mark"]] if part == "choice" else []
    return tag(
        "g",
        tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=middle, y2=middle, class_="gh-rule"),
        *bars,
        *marked,
        tag("text", names[seat][:11], x=x, y=middle - 4),
        tag("text", _sum(own, part), x=x, y=middle + 16),
        class_=f"gh-lane {series(seat)}",
    )


def _bar(x: float, middle: float, height: float) -> Markup:
    top, tall = round(middle - max(height, 0), 1), max(1, round(abs(height), 1))
    return tag("rect", x=round(x - 1.5, 1), y=top, width=3, height=tall, class_="gh-part")


def _diamond(x: float, y: float) -> Markup:
    return tag("polygon", points=f"{x},{y - 5} {x + 4},{y} {x},{y + 5} {x - 4},{y}", class_="gh-marked")


def _sum(rows: Sequence[Row], part: str) -> str:
    return f"{part} {sum(row[part] or 0 for row in rows):+.2f}"


def _said(rows: Sequence[Row], names: Sequence[str]) -> str:
    seats = sorted({row["seat"] for row in rows})
    own = {seat: [row for row in rows if row["seat"] == seat] for seat in seats}
    return "; ".join(f"{names[seat]}: {', '.join(_sum(own[seat], part) for part in _PARTS)}" for seat in seats)


def _legend(largest: float) -> Markup:
    diamond = tag("svg", _diamond(6, 6), viewBox="0 0 12 12", class_="gh-sample", aria_hidden="true")
    return tag(
        "p",
        f"A bar up: the chance to win rose; a bar down: it fell; the full height is {largest:.2f}. ",
        tag("b", "Choice"),
        ": by not playing as the bot would have. ",
        tag("b", "Luck"),
        ": by what came after, the deal and the others. ",
        diamond,
        " Something better was known beyond doubt.",
        class_="gh-small gh-luck-legend",
    )
