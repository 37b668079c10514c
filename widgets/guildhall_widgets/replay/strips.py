"""Charts over the plies of a game: every seat's chance to win, and the effects of choice and luck.

>>> from guildhall.records.study import Evaluation
>>> found = {0: Evaluation((0.5, 0.5)), 4: Evaluation((0.8, 0.2)), 6: Evaluation((0.75, 0.25))}
>>> swings(found, 1)
[Swing(before=0, ply=4, seat=0, was=0.5, now=0.8)]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from guildhall.records.study import Evaluation

from ..render.controls import button
from ..render.icons import seat_dot
from ..render.markup import EMPTY, Markup, join, tag

__all__ = [
    "Seats",
    "Swing",
    "chart",
    "going",
    "legend",
    "luck_strip",
    "numbers",
    "strip",
    "swing_bar",
    "swing_button",
    "swings",
]

# --- The chart: every seat's chance to win, ply by ply, with its band ---

_WIDTH, _LEFT, _RIGHT = 676, 34, 10
_HEIGHT, _TOP, _BOTTOM = 144, 12, 20  # `replay.css` puts the slider between these margins
_POINTS, _BANDED = 220, 80  # points of a line, and of its band
_ROWS = 40  # rows of the table of numbers
_DASHES = ("", "7 3", "2 3", "9 3 2 3")
_SAMPLE = 26  # width of the sample of a line

Seats = Sequence[tuple[int, str]]
"""The seats whose chances are shown, in the order of the values: number and name."""


class Swing(NamedTuple):
    """A change of a seat's chance between two evaluated plies."""

    before: int
    ply: int
    seat: int  # counted among the values
    was: float
    now: float

    @property
    def is_one_ply(self) -> bool:
        """True if a single ply made it."""
        return self.ply == self.before + 1


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


def strip(evaluations: Mapping[int, Evaluation], seats: Seats, last: int) -> Markup:
    """Return the chart of a page to read: its legend, and its numbers folded in."""
    if not evaluations:
        return EMPTY
    named = tag("p", legend(evaluations, seats, last), class_="gh-chart-head")
    return tag("div", named, chart(evaluations, seats, last), numbers(evaluations, seats))


def chart(evaluations: Mapping[int, Evaluation], seats: Seats, last: int) -> Markup:
    """Draw the chances over the plies of a line, with the largest swings marked. Without chances, draw the axes."""
    plies, largest = sorted(evaluations), swings(evaluations) if len(evaluations) > 2 else []
    kept = {ply for swing in largest for ply in (swing.before, swing.ply)}
    lines = (_line(evaluations, _thinned(plies, _POINTS, kept), last, at, seat) for at, (seat, _) in enumerate(seats))
    return tag(
        "svg",
        _grid(last),
        *(_band(evaluations, _thinned(plies, _BANDED), last, at, seat) for at, (seat, _) in enumerate(seats)),
        *(lines if plies else ()),
        *(_swing(swing, seats, last) for swing in largest),
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        role="img",
        aria_label=_chances_said(evaluations, plies, seats) if plies else f"plies 0 to {last}, no chances known",
        class_="gh-strip",
    )


def legend(evaluations: Mapping[int, Evaluation], seats: Seats, at: int) -> Markup:
    """Return each seat with a sample of its line and its chance at a ply, or at the last known one before it."""
    known = evaluations[max((ply for ply in evaluations if ply <= at), default=min(evaluations))]
    return join(*(_sampled(seat, name, known.values[number]) for number, (seat, name) in enumerate(seats)))


def _sampled(seat: int, name: str, chance: float) -> Markup:
    line = tag("path", d=f"M1 5H{_SAMPLE - 1}", class_="gh-curve", stroke_dasharray=_dash(seat))
    sample = tag("svg", line, width=_SAMPLE, height=10, aria_hidden="true")
    number = tag("b", f"{chance:.0%}", class_="gh-num")
    return tag("span", sample, tag("span", name), " ", number, class_=f"gh-series {_of(seat)}")


def swing_button(swing: Swing, seat: int, name: str, words: str = "") -> Markup:
    """Return a button that goes to a swing of a seat. `words` say what was done."""
    return going(seat, name, f"{swing.was:.0%} → {swing.now:.0%}", words, key="swing", ply=swing.ply)


def going(seat: int, name: str, change: str, words: str, *, key: str, ply: int) -> Markup:
    """Return a button that goes to a ply: what changed there for a seat, and what was done."""
    told = tag("span", tag("b", f"{name} {change}"), f" {words}" if words else None, class_="gh-sentence")
    number = tag("span", ply, class_="gh-ply-number")
    content = join(number, seat_dot(seat, name), told)
    return button(content, "go", key=f"{key} {ply}", class_="gh-swing-item", ply=ply)


def swing_bar(title: str, buttons: Iterable[Markup]) -> Markup:
    """Return a list of buttons that go to the swings."""
    label = tag("h4", title)
    return tag("div", label, *buttons, class_="gh-swings", role="group", aria_label=title.lower(), data_roving=True)


def _of(seat: int) -> str:
    """Return the class with a seat's colour."""
    return f"gh-s{seat % len(_DASHES)}"


def _dash(seat: int) -> str | None:
    return _DASHES[seat % len(_DASHES)] or None


def _thinned(plies: Sequence[int], most: int, kept: Iterable[int] = ()) -> list[int]:
    """Return at most that many of the plies, with the last one and those to be kept."""
    return sorted({*plies[:: max(1, -(-len(plies) // most))], *plies[-1:], *kept})


def _across(ply: int, last: int) -> float:
    """Return the x position of a ply."""
    return round(_LEFT + (_WIDTH - _LEFT - _RIGHT) * ply / max(1, last), 1)


def _y(chance: float) -> int:
    return round(_TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - chance))


def _grid(last: int) -> Markup:
    levels = (
        join(
            tag("path", d=f"M{_LEFT} {_y(level)}H{_WIDTH - _RIGHT}", class_="gh-rule"),
            tag("text", round(100 * level), x=_LEFT - 5, y=_y(level) + 4, text_anchor="end"),
        )
        for level in (0, 0.5, 1)
    )
    plies = (
        tag("text", ply, x=_across(ply, last), y=_HEIGHT - 5, text_anchor="middle") for ply in _labelled_plies(last)
    )
    return tag("g", *levels, *plies)


def _labelled_plies(last: int) -> list[int]:
    """Return the plies of the labels: about five round numbers.

    >>> _labelled_plies(446)
    [0, 100, 200, 300, 400]
    """
    step = next(step for power in range(9) for step in (10**power, 2 * 10**power, 5 * 10**power) if last / step < 6)
    return list(range(0, last + 1, step))


def _line(evaluations: Mapping[int, Evaluation], plies: Sequence[int], last: int, at: int, seat: int) -> Markup:
    points = " ".join(f"{_across(ply, last)},{_y(evaluations[ply].values[at])}" for ply in plies)
    return tag("polyline", points=points, stroke_dasharray=_dash(seat), class_=f"gh-curve {_of(seat)}")


def _band(evaluations: Mapping[int, Evaluation], plies: Sequence[int], last: int, at: int, seat: int) -> Markup:
    """Draw the intervals of a seat, if they are known."""
    banded = [(_across(ply, last), evaluations[ply]) for ply in plies if evaluations[ply].low and evaluations[ply].high]
    if not banded:
        return EMPTY
    upper = [f"{x:.0f},{_y(one.high[at])}" for x, one in banded]
    lower = [f"{x:.0f},{_y(one.low[at])}" for x, one in reversed(banded)]
    return tag("polygon", points=" ".join(upper + lower), class_=f"gh-between {_of(seat)}")


def _swing(swing: Swing, seats: Seats, last: int) -> Markup:
    seat, name = seats[swing.seat]
    told = tag("title", f"ply {swing.ply}: {name} {swing.was:.0%} → {swing.now:.0%}")
    return tag("circle", told, cx=_across(swing.ply, last), cy=_y(swing.now), r=4.5, class_=f"gh-swing {_of(seat)}")


def _chances_said(evaluations: Mapping[int, Evaluation], plies: Sequence[int], seats: Seats) -> str:
    first, final = evaluations[plies[0]], evaluations[plies[-1]]
    told = (f"{name} from {first.values[n]:.0%} to {final.values[n]:.0%}" for n, (_, name) in enumerate(seats))
    return f"Chance to win from ply {plies[0]} to ply {plies[-1]}: {', '.join(told)}"


def numbers(evaluations: Mapping[int, Evaluation], seats: Seats) -> Markup:
    """Return the chances as a table, folded in."""
    plies = sorted(evaluations)
    shown = plies[:: max(1, -(-len(plies) // _ROWS))]
    head = tag("tr", tag("th", "ply", scope="col"), *(tag("th", name, scope="col") for _, name in seats))
    rows = (
        tag("tr", tag("th", ply, scope="row"), *(tag("td", _cell(evaluations[ply], n)) for n in range(len(seats))))
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

_LANE, _BAR = 52, 17  # heights of a lane with its label, and of the largest bar
_BREADTH = 350
_LEAST = 0.1  # the change that fills a bar, unless there is a larger one
_PARTS = ("choice", "luck")


def luck_strip(rows: Sequence[Row], names: Sequence[str], last: int, *, at: int | None = None) -> Markup:
    """Draw two lanes for each seat: the change of its chance by choice above, by luck below.

    >>> row = {"ply": 4, "seat": 0, "choice": -0.25, "luck": 0.125, "mark": "??"}
    >>> drawn = luck_strip([row], ["Ada", "Bo"], 8)
    >>> drawn.count("gh-lane"), "Ada: choice -0.25, luck +0.12" in drawn
    (2, True)
    """
    if not rows:
        return EMPTY
    largest = max(_LEAST, *(abs(row[part] or 0) for row in rows for part in _PARTS))
    lanes = [(seat, part) for seat in sorted({row["seat"] for row in rows}) for part in _PARTS]
    height = _LANE * len(lanes)
    now = EMPTY if at is None else tag("path", d=f"M{_along(at, last)} 0V{height}", class_="gh-now")
    picture = tag(
        "svg",
        now,
        *(_lane(rows, names, last, largest, top=_LANE * n, of=lane) for n, lane in enumerate(lanes)),
        viewBox=f"0 0 {_BREADTH} {height}",
        role="img",
        aria_label=_luck_said(rows, names),
        class_="gh-strip gh-luck",
    )
    return tag("div", picture, _legend(largest))


def _along(ply: int, last: int) -> float:
    """Return the x position of a ply in a lane."""
    return round(4 + (_BREADTH - 8) * ply / max(1, last), 1)


def _lane(
    rows: Sequence[Row], names: Sequence[str], last: int, largest: float, *, top: int, of: tuple[int, str]
) -> Markup:
    """Draw the bars of a seat's choice or luck around their axis, with the sum above."""
    seat, part = of
    own, middle = [row for row in rows if row["seat"] == seat], top + 16 + _BAR
    bars = (_bar(row["ply"], _along(row["ply"], last), middle, _BAR * row[part] / largest) for row in own if row[part])
    marked = [_diamond(_along(row["ply"], last), top + 20) for row in own if row["mark"]] if part == "choice" else []
    return tag(
        "g",
        tag("path", d=f"M4 {middle}H{_BREADTH - 4}", class_="gh-rule"),
        *bars,
        *marked,
        tag("text", names[seat], tag("tspan", f" {_sum(own, part)}"), x=4, y=top + 12),
        class_=f"gh-lane {_of(seat)}",
    )


def _bar(ply: int, x: float, middle: float, height: float) -> Markup:
    """Draw a bar. A click goes to its ply."""
    top, tall = round(middle - max(height, 0), 1), max(1, round(abs(height), 1))
    return tag("rect", x=round(x - 1.5, 1), y=top, width=3, height=tall, class_="gh-part", data_do="go", data_ply=ply)


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
