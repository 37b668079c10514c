"""Strips over the plies of a game: every seat's chance to win, and the effects of choice and luck.

Both share the x axis, so that the cause of a change is directly below it. A click goes to the ply.

>>> from guildhall.records.study import Evaluation
>>> found = {0: Evaluation((0.5, 0.5)), 4: Evaluation((0.8, 0.2)), 6: Evaluation((0.75, 0.25))}
>>> swings(found, 1)
[Swing(before=0, ply=4, seat=0, was=0.5, now=0.8)]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from guildhall.records.study import Evaluation

from ..render.markup import EMPTY, Markup, tag

__all__ = [
    "LEFT",
    "RIGHT",
    "WIDTH",
    "Swing",
    "across",
    "columns",
    "luck_strip",
    "now_line",
    "ply_labels",
    "series",
    "strip",
    "swing_bar",
    "swings",
]

# --- The evaluation strip: every seat's chance to win, ply by ply, with its band ---

WIDTH, LEFT, RIGHT = 900, 54, 130  # shared by everything drawn over the same plies
_BOTTOM = 24  # height of the ply labels
_HEIGHT, _TOP = 150, 10
_COLUMNS = 120  # clickable columns
_ROWS = 40  # rows of the table of numbers
_DASHES = ("", "7 4", "2 4", "9 3 2 3")


class Swing(NamedTuple):
    """A change of a seat's chance between two evaluated plies."""

    before: int
    ply: int
    seat: int
    was: float
    now: float


def swings(evaluations: Mapping[int, Evaluation], most: int = 6) -> list[Swing]:
    """Return the largest changes, for each pair of plies that of the most affected seat.

    Possible noise is excluded: the intervals before and after must not touch.
    """
    found = []
    for before, ply in pairwise(sorted(evaluations)):
        was, now = evaluations[before], evaluations[ply]
        changes = [
            Swing(before, ply, seat, was.values[seat], now.values[seat])
            for seat in range(len(now.values))
            if _are_apart(was, now, seat)
        ]
        found += sorted(changes, key=lambda swing: -abs(swing.now - swing.was))[:1]
    return sorted(found, key=lambda swing: (-abs(swing.now - swing.was), swing.ply))[:most]


def _are_apart(was: Evaluation, now: Evaluation, seat: int) -> bool:
    """Return whether a seat's intervals do not overlap. An evaluation without one counts as exact."""
    (low, high), (lower, higher) = _interval(was, seat), _interval(now, seat)
    return lower > high or higher < low


def _interval(evaluation: Evaluation, seat: int) -> tuple[float, float]:
    value = evaluation.values[seat]
    return (evaluation.low[seat], evaluation.high[seat]) if evaluation.low and evaluation.high else (value, value)


def strip(evaluations: Mapping[int, Evaluation], names: Sequence[str], last: int, *, at: int | None = None) -> Markup:
    """Draw the chances of these seats over the plies of a line. `at` is the current ply, if any."""
    if not evaluations:
        return EMPTY
    plies = sorted(evaluations)
    lines = [_seat(evaluations, plies, last, seat) for seat in range(len(names))]
    picture = tag(
        "svg",
        _grid(last),
        *lines,
        EMPTY if at is None else now_line(across(at, last), _TOP, _HEIGHT - _BOTTOM),
        *_names(evaluations[plies[-1]], names),
        *columns(last, _TOP, _HEIGHT - _TOP - _BOTTOM),
        viewBox=f"0 0 {WIDTH} {_HEIGHT}",
        role="img",
        aria_label=_chances_said(evaluations, plies, names),
        class_="gh-strip",
    )
    return tag("div", picture, _numbers(evaluations, plies, names))


def swing_bar(title: str, buttons: Iterable[Markup]) -> Markup:
    """Return a row of buttons that go to the swings, for readers who cannot click on a strip."""
    label = tag("span", title, class_="gh-small")
    return tag(
        "div", label, *buttons, class_="gh-bar gh-swings", role="group", aria_label=title.lower(), data_roving=True
    )


def now_line(x: float, top: float, bottom: float) -> Markup:
    """Return the line at the current ply."""
    return tag("line", x1=x, x2=x, y1=top, y2=bottom, class_="gh-now")


def across(ply: int, last: int) -> float:
    """Return the x position of a ply."""
    return round(LEFT + (WIDTH - LEFT - RIGHT) * ply / max(1, last), 1)


def _y(chance: float) -> float:
    return round(_TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - chance), 1)


def _grid(last: int) -> Markup:
    levels = (
        tag(
            "g",
            tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=_y(level), y2=_y(level), class_="gh-rule"),
            tag("text", f"{level:.0%}", x=LEFT - 6, y=_y(level) + 4, text_anchor="end"),
        )
        for level in (0, 0.5, 1)
    )
    return tag("g", *levels, ply_labels(last, _HEIGHT - 8))


def ply_labels(last: int, y: float) -> Markup:
    """Return the labels of the first, middle and last ply."""
    ends = (
        tag("text", f"ply {ply}", x=across(ply, last), y=y, text_anchor="middle")
        for ply in dict.fromkeys((0, last // 2, last))
    )
    return tag("g", *ends)


def _seat(evaluations: Mapping[int, Evaluation], plies: Sequence[int], last: int, seat: int) -> Markup:
    known = [(across(ply, last), evaluations[ply]) for ply in plies]
    points = " ".join(f"{x},{_y(one.values[seat])}" for x, one in known)
    banded = [(x, one) for x, one in known if one.low and one.high]
    upper = [f"{x},{_y(one.high[seat])}" for x, one in banded]
    lower = [f"{x},{_y(one.low[seat])}" for x, one in reversed(banded)]
    band = tag("polygon", points=" ".join(upper + lower), class_="gh-band") if banded else EMPTY
    dash = _DASHES[seat % len(_DASHES)] or None
    return tag("g", band, tag("polyline", points=points, stroke_dasharray=dash), class_=series(seat))


def series(seat: int) -> str:
    """Return the CSS classes of a seat's series."""
    return f"gh-series gh-series-{seat % len(_DASHES)}"


def _names(ending: Evaluation, names: Sequence[str]) -> list[Markup]:
    """Return the seats at the right end, best one on top, each with a sample of its line."""
    best_first = sorted(range(len(names)), key=lambda seat: -ending.values[seat])
    labels = []
    for place, seat in enumerate(best_first):
        y, x = _TOP + 12 + 24 * place, WIDTH - RIGHT + 10
        dash = _DASHES[seat % len(_DASHES)] or None
        sample = tag("polyline", points=f"{x},{y - 4} {x + 24},{y - 4}", stroke_dasharray=dash)
        name = tag("text", names[seat][:11], x=x + 30, y=y)
        labels.append(tag("g", sample, name, class_=series(seat)))
    return labels


def columns(last: int, top: float, height: float) -> Iterator[Markup]:
    """Yield clickable columns, each for the ply in its middle."""
    count = min(_COLUMNS, last + 1)
    width = (WIDTH - LEFT - RIGHT) / max(1, count - 1)
    for number in range(count):
        ply = round(last * number / max(1, count - 1))
        x = round(across(ply, last) - width / 2, 1)
        yield tag(
            "rect", x=x, y=top, width=round(width, 1), height=height, data_do="go", data_ply=ply, class_="gh-column"
        )


def _chances_said(evaluations: Mapping[int, Evaluation], plies: Sequence[int], names: Sequence[str]) -> str:
    first, final = evaluations[plies[0]], evaluations[plies[-1]]
    seats = (f"{name} from {first.values[n]:.0%} to {final.values[n]:.0%}" for n, name in enumerate(names))
    return f"Chance to win from ply {plies[0]} to ply {plies[-1]}: {', '.join(seats)}"


def _numbers(evaluations: Mapping[int, Evaluation], plies: Sequence[int], names: Sequence[str]) -> Markup:
    shown = plies[:: max(1, -(-len(plies) // _ROWS))]
    head = tag("tr", tag("th", "ply", scope="col"), *(tag("th", name, scope="col") for name in names))
    rows = (
        tag("tr", tag("th", ply, scope="row"), *(tag("td", _cell(evaluations[ply], n)) for n in range(len(names))))
        for ply in shown
    )
    by = evaluations[plies[-1]].by
    table = tag("table", tag("thead", head), tag("tbody", *rows), class_="gh-grid")
    how = tag("p", f"By {by}, 95 % intervals; each seat from its view at the time.") if by else EMPTY
    scroll = tag("div", table, class_="gh-scroll", tabindex="0", role="region", aria_label="chances by ply")
    return tag("details", tag("summary", "Numbers"), how, scroll, class_="gh-small", data_key="strip numbers")


def _cell(evaluation: Evaluation, seat: int) -> str:
    value = f"{evaluation.values[seat]:.0%}"
    if not (evaluation.low and evaluation.high):
        return value
    return f"{value} ({evaluation.low[seat]:.0%} to {evaluation.high[seat]:.0%})"


# --- The luck strip: what each seat gained and lost by choice and by luck, decision by decision ---

Row = Mapping[str, Any]
"""One decision of a review, by column name."""

_LANE, _BAR = 56, 24  # heights of a lane and of the largest bar
_LEAST = 0.1  # the change that fills a bar, unless there is a larger one
_PARTS = ("choice", "luck")


def luck_strip(rows: Sequence[Row], names: Sequence[str], last: int, *, at: int | None = None) -> Markup:
    """Draw two lanes for every reviewed seat, in the order of `names`. `at` is the current ply, if any.

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
        aria_label=_luck_said(rows, names),
        class_="gh-strip gh-luck",
    )
    return tag("div", picture, _legend(largest))


def _lane(
    rows: Sequence[Row], names: Sequence[str], last: int, largest: float, *, top: int, of: tuple[int, str]
) -> Markup:
    """Draw the bars of a seat's choice or luck around their axis, with the sum at the right."""
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


def _luck_said(rows: Sequence[Row], names: Sequence[str]) -> str:
    seats = sorted({row["seat"] for row in rows})
    own = {seat: [row for row in rows if row["seat"] == seat] for seat in seats}
    return "; ".join(f"{names[seat]}: {', '.join(_sum(own[seat], part) for part in _PARTS)}" for seat in seats)


def _legend(largest: float) -> Markup:
    diamond = tag("svg", _diamond(6, 6), viewBox="0 0 12 12", aria_hidden="true")
    return tag(
        "p",
        f"Bar up: the chance to win rose. Bar down: it fell. Full height: {largest:.2f}. ",
        tag("b", "Choice"),
        ": from playing differently than the bot. ",
        tag("b", "Luck"),
        ": from later events, by the deal and the other players. ",
        diamond,
        " A clearly better option was available.",
        class_="gh-small gh-luck-legend",
    )
