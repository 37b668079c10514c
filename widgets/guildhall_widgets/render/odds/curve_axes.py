"""The frame of a chart: from numbers to places, axes with round numbers, lines and dots as single paths."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from ..markup import Content, Markup, tag
from ..numbers import whole

__all__ = ["Plot", "dots", "line", "steps"]

Point = tuple[float, float]


@dataclass(frozen=True)
class Plot:
    """A chart's size and the ranges of its axes; `by_powers` spreads x by powers of ten."""

    width: int
    height: int
    x: tuple[float, float]
    y: tuple[float, float] = (0.0, 1.0)
    by_powers: bool = False

    left = 48
    right = 14
    top = 22
    bottom = 40

    def across(self, value: float) -> float:
        """The place of a value on the x axis."""
        low, high = map(self._spread, self.x)
        share = (self._spread(value) - low) / (high - low)
        return round(self.left + share * (self.width - self.left - self.right), 1)

    def up(self, value: float) -> float:
        """The place of a value on the y axis."""
        low, high = self.y
        share = (value - low) / (high - low)
        return round(self.height - self.bottom - share * (self.height - self.top - self.bottom), 1)

    def _spread(self, value: float) -> float:
        return log10(value) if self.by_powers else value

    def at(self, points: Iterable[Point]) -> list[Point]:
        """The places of points."""
        return [(self.across(x), self.up(y)) for x, y in points]

    def picture(self, said: str, x_title: str, y_title: str, *content: Content) -> Markup:
        """The chart: axes, titles, content; `said` tells its result to those who do not see it."""
        return tag(
            "svg",
            self._y_axis(y_title),
            self._x_axis(x_title),
            *content,
            viewBox=f"0 0 {self.width} {self.height}",
            role="img",
            aria_label=said,
            class_="gh-odds-chart",
        )

    def _x_axis(self, title: str) -> Markup:
        base = self.height - self.bottom
        marks = powers(self.x) if self.by_powers else rounds(self.x)
        labels = (_text(self.across(mark), base + 16, whole(int(mark)), "middle") for mark in marks)
        axis = tag("path", d=f"M{self.left} {base}H{self.width - self.right}", class_="gh-axis")
        middle = (self.left + self.width - self.right) / 2
        return tag("g", axis, *labels, _text(middle, base + 33, title, "middle"))

    def _y_axis(self, title: str) -> Markup:
        marks = rounds(self.y, most=5)
        show = shares(marks)
        grid = "".join(f"M{self.left} {self.up(mark)}H{self.width - self.right}" for mark in marks)
        labels = (_text(self.left - 6, self.up(mark) + 4, show(mark), "end") for mark in marks)
        return tag("g", tag("path", d=grid, class_="gh-gridlines"), *labels, _text(2, 12, title, "start"))

    def upright(self, x: float, note: str = "", *, class_: str) -> Markup:
        """A line over the whole height at x, with a note at its top that stays inside the chart."""
        place = self.across(x)
        anchor = "end" if place > self.width * 0.6 else "start"
        shift = -5 if anchor == "end" else 5
        mark = tag("path", d=f"M{place} {self.top}V{self.height - self.bottom}", class_=class_)
        return tag("g", mark, _text(place + shift, self.top + 10, note, anchor) if note else None)

    def level(self, y: float, *, class_: str) -> Markup:
        """A line over the whole width at y."""
        return tag("path", d=f"M{self.left} {self.up(y)}H{self.width - self.right}", class_=class_)


def _text(x: float, y: float, text: str, anchor: str) -> Markup:
    return tag("text", text, x=x, y=y, text_anchor=anchor)


def rounds(axis: tuple[float, float], most: int = 8) -> list[float]:
    """Round numbers along an axis, `most` steps at the most.

    >>> rounds((0, 90)), rounds((0, 0.07), most=5)
    ([0, 20, 40, 60, 80], [0.0, 0.02, 0.04, 0.06])
    """
    low, high = axis
    rough = (high - low) / most
    power = floor(log10(rough))
    step = next(base for base in (1, 2, 5, 10) if base * 10.0**power >= rough * 0.999)
    first, last = ceil(low / (step * 10.0**power)), floor(high / (step * 10.0**power) + 1e-9)
    if power >= 0:
        return [number * step * 10**power for number in range(first, last + 1)]
    return [round(number * step * 10.0**power, -power) for number in range(first, last + 1)]


def powers(axis: tuple[float, float]) -> list[float]:
    """The powers of ten along an axis.

    >>> powers((10, 20_000))
    [10, 100, 1000, 10000]
    """
    return [10**power for power in range(ceil(log10(axis[0])), floor(log10(axis[1])) + 1)]


def shares(marks: Sequence[float]) -> Callable[[float], str]:
    """How the marks of an axis of chances are written: in percent, with as many places as they need.

    >>> [shares([0.0, 0.005, 0.01])(mark) for mark in (0.0, 0.005)]
    ['0.0 %', '0.5 %']
    """
    fits = (places for places in range(9) if all(abs(round(100 * m, places) - 100 * m) < 1e-9 for m in marks))
    places = next(fits, 9)
    return lambda mark: f"{100 * mark:.{places}f} %"


def line(points: Sequence[Point], *, class_: str, close: bool = False) -> Markup:
    """A line through places."""
    return tag("path", d="M" + "L".join(f"{x} {y}" for x, y in points) + ("Z" if close else ""), class_=class_)


def steps(points: Sequence[Point], base: float, width: float, *, class_: str) -> Markup:
    """Bars from the base up to places, drawn as one path."""
    half = width / 2
    bars = (f"M{x - half:.1f} {base}V{y}h{width:.1f}V{base}Z" for x, y in points if y < base)
    return tag("path", d="".join(bars), class_=class_)


def dots(points: Iterable[Point], *, class_: str) -> Markup:
    """Dots at places, drawn as one path with round ends."""
    return tag("path", d="".join(f"M{x} {y}h0" for x, y in points), class_=class_)
