"""SVG charts of chances: the exact curve, the waiting time, the convergence of drawn hands, and bars."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, log10

from guildhall.core.chances import wilson
from guildhall.lessons.language import ENGLISH, Language

from ..render.markup import EMPTY, Content, Markup, join, tag
from ..render.numbers import percent, whole
from .counting import Hands, Situation

__all__ = [
    "chance_bar",
    "chance_chart",
    "marker",
    "settling_chart",
    "settling_words",
    "table_of",
    "waiting_chart",
    "waiting_words",
]

NEARLY_ALL = Fraction(995, 1000)
ENOUGH_TO_TELL = 500  # hands
SHORTEST = 12  # minimum number of draws on the x axis
BAR_WIDTH, BAR_HEIGHT = 200, 18

Point = tuple[float, float]


# --- Charts of a situation ---


def chance_chart(situation: Situation, hands: Hands, lang: Language = ENGLISH) -> Markup:
    """Chart the chance by number of draws, with the chosen number and the drawn hands."""
    plot = Plot(660, 196, (0, situation.unseen), digits=lang.digits)
    curve = [(draws, float(p)) for draws, p in enumerate(situation.curve)]
    chosen = (situation.draws, float(situation.chance))
    shown = lang.digits(percent(situation.chance))
    said = lang.say(
        "Exact chance by cards drawn: {chance} with {cards}; {half}",
        chance=shown,
        cards=lang.count(situation.draws, "card", "cards"),
        half=_when_half(situation, lang),
    )
    return plot.picture(
        said,
        lang.say("cards drawn"),
        lang.say("chance"),
        _refreshes(plot, situation),
        dots(plot.at(_seen_shares(situation, hands)), class_="gh-dots"),
        line(plot.at(curve), class_="gh-exact-line"),
        plot.upright(situation.draws, class_="gh-chosen"),
        marker(plot, chosen, shown),
    )


def _when_half(situation: Situation, lang: Language) -> str:
    half = situation.enough_for(Fraction(1, 2))
    if half is None:
        return lang.say("it never reaches one half.")
    return lang.say("one half is reached with {cards}.", cards=lang.count(half, "card", "cards"))


def _refreshes(plot: Plot, situation: Situation) -> Markup:
    """Return small ticks where a refresh ends."""
    if not situation.by_refresh:
        return EMPTY
    base = plot.height - plot.bottom
    ends = range(situation.by_refresh, situation.unseen + 1, situation.by_refresh)
    return tag("path", d="".join(f"M{plot.across(end)} {base}v-6" for end in ends), class_="gh-axis")


def marker(plot: Plot, point: tuple[float, float], note: str, *, falls: bool = False) -> Markup:
    """Mark the chosen point, with its chance below the curve if there is space, and above it near the right edge."""
    ((x, y),) = plot.at([point])
    if falls and x > plot.width * 0.3:
        label = tag("text", note, x=x - 10, y=min(y + 18, plot.up(0) - 8), text_anchor="end", class_="gh-note")
    elif x > plot.width * 0.7:
        label = tag("text", note, x=x - 10, y=max(y - 8, 20), text_anchor="end", class_="gh-note")
    else:
        label = tag("text", note, x=x + 10, y=min(y + 18, plot.up(0) - 8), class_="gh-note")
    return tag("g", tag("circle", cx=x, cy=y, r=6, class_="gh-marker"), label)


def _seen_shares(situation: Situation, hands: Hands) -> list[tuple[float, float]]:
    if not hands.number:
        return []
    return list(enumerate((hands.done / hands.number)[: situation.unseen + 1].tolist()))


def waiting_chart(situation: Situation, hands: Hands, lang: Language = ENGLISH) -> Markup:
    """Chart the chance of each number of draws to be the one that brings the last wanted card."""
    if situation.mean is None:
        return tag("p", lang.say("No number of draws can complete it: too many of the missing colours are gone."))
    end = max(situation.enough_for(NEARLY_ALL) or 0, min(SHORTEST, situation.unseen))
    chances = [(n, float(p)) for n, p in enumerate(situation.waiting[: end + 1])]
    shares = _wait_shares(hands, end)
    plot = Plot(330, 178, (0, end + 1), (0.0, 1.1 * max(p for _, p in chances + shares)), digits=lang.digits)
    mean = float(situation.mean)
    bars = steps(plot.at(chances), plot.up(0), max(0.75 * (plot.across(1) - plot.across(0)), 1), class_="gh-bars")
    drawn = dots(plot.at(shares), class_="gh-dots")
    note = lang.say("mean {mean}", mean=lang.fixed(mean, 1))
    average = plot.upright(mean, note, class_="gh-chosen") if mean <= end else EMPTY
    told = "Chance that exactly this draw brings the last wanted card; {words}"
    said = lang.say(told, words=waiting_words(situation, lang))
    axis = lang.say("the draw that brings the last card")
    return plot.picture(said, axis, lang.say("chance"), bars, drawn, average)


def _wait_shares(hands: Hands, end: int) -> list[tuple[float, float]]:
    """Return the shares among drawn hands, once there are enough for single draws."""
    if hands.number < ENOUGH_TO_TELL:
        return []
    return list(enumerate((hands.waits / hands.number)[: end + 1].tolist()))


def waiting_words(situation: Situation, lang: Language = ENGLISH) -> str:
    """Return the waiting time as a sentence.

    >>> waiting_words(Situation(seen=(0,), unseen=40))
    'the mean is 8.2 draws, half of all hands need at most 7, nine in ten at most 17.'
    """
    if situation.mean is None:
        return lang.say("it can never be completed.")
    half, most = situation.enough_for(Fraction(1, 2)), situation.enough_for(Fraction(9, 10))
    told = "the mean is {mean} draws, half of all hands need at most {half}, nine in ten at most {most}."
    return lang.say(told, mean=lang.fixed(float(situation.mean), 1), half=half, most=most)


def settling_chart(situation: Situation, hands: Hands, *, is_covered: bool = False, lang: Language = ENGLISH) -> Markup:
    """Chart batches of drawn hands as dots, the running share with its band, and the exact chance as a level line.

    If the chance is hidden, neither the line nor the scale reveals it.
    """
    exact = None if is_covered else float(situation.chance)
    history = hands.history(situation.draws)
    running = [(n, hits / n) for n, hits, _ in history]
    bands = [(n, *wilson(hits, n)) for n, hits, _ in history]
    around = _around(exact, history, bands)
    plot = Plot(330, 150, (hands.first, hands.most), around, by_powers=True, digits=lang.digits)
    low, high = plot.y
    inside = [(n, min(max(share, low), high)) for n, _, share in history]
    band = [(n, min(top, high)) for n, _, top in bands] + [(n, max(bottom, low)) for n, bottom, _ in reversed(bands)]
    said = "" if exact is None else lang.say("Exact {chance}; ", chance=lang.digits(percent(situation.chance)))
    return plot.picture(
        f"{said}{settling_words(situation, hands, lang)}",
        lang.say("hands drawn so far"),
        lang.say("share complete"),
        line(plot.at(band), class_="gh-band", close=True) if len(history) > 1 else EMPTY,
        EMPTY if exact is None else plot.level(exact, class_="gh-exact-line"),
        dots(plot.at(inside), class_="gh-dots"),
        line(plot.at((n, min(max(p, low), high)) for n, p in running), class_="gh-running") if running else EMPTY,
    )


def _around(
    exact: float | None, history: Sequence[tuple[int, int, float]], bands: Sequence[tuple[int, float, float]]
) -> tuple[float, float]:
    """Return a range that covers the exact chance, all batches, and the bands except the first, widest ones."""
    if exact is None and not history:
        return 0.0, 1.0
    shares = [share for _, _, share in history]
    exact = shares[-1] if exact is None else exact
    top = max([exact, 0.05, *shares, *(high for _, _, high in bands[2:])])
    bottom = min([exact, *shares, *(low for _, low, _ in bands[2:])])
    return (0.0 if bottom < 0.5 else 0.5 * bottom, min(1.0, 1.1 * top))


def settling_words(situation: Situation, hands: Hands, lang: Language = ENGLISH) -> str:
    """Return the result of the drawn hands as a sentence."""
    if not hands.number:
        return lang.say("no hands drawn yet.")
    hits = int(hands.done[situation.draws])
    low, high = wilson(hits, hands.number)
    return lang.say(
        "{hits} of {hands} hands are complete: {share}, 95 % interval {low} to {high}.",
        hits=lang.digits(whole(hits)),
        hands=lang.digits(whole(hands.number)),
        share=lang.digits(percent(Fraction(hits, hands.number))),
        low=lang.digits(percent(low)),
        high=lang.digits(percent(high)),
    )


def table_of(situation: Situation, hands: Hands, lang: Language = ENGLISH) -> Markup:
    """Return the numbers of the charts as a table."""
    heads = [lang.say("Cards drawn"), lang.say("Exact chance"), lang.say("Exactly this draw")]
    heads += [lang.say("Drawn hands")] if hands.number else []
    shares = [Fraction(int(done), hands.number) for done in hands.done] if hands.number else []
    body = [
        tag(
            "tr",
            tag("th", draws, scope="row"),
            tag("td", lang.digits(percent(chance)), class_="gh-number"),
            tag("td", lang.digits(percent(situation.waiting[draws])), class_="gh-number"),
            tag("td", lang.digits(percent(shares[draws])), class_="gh-number") if shares else None,
        )
        for draws, chance in enumerate(situation.curve)
        if draws % _stride(situation) == 0 or draws == situation.draws
    ]
    head = tag("tr", *(tag("th", text, scope="col") for text in heads))
    table = tag("table", tag("thead", head), tag("tbody", *body), class_="gh-grid")
    return table


def _stride(situation: Situation) -> int:
    """Return the step between table rows: every draw of a small deck, every second or fifth of a large one."""
    return 1 if situation.unseen <= 30 else 2 if situation.unseen <= 60 else 5


# --- Bars ---


def chance_bar(p: float, low: float | None = None, high: float | None = None) -> Markup:
    """Draw a chance as a bar, with a whisker if bounds are given.

    Screen readers skip it and read the numbers beside it.
    """
    filled = tag("rect", x=0, y=3, width=_along(p), height=BAR_HEIGHT - 6, class_="gh-fill")
    frame = tag("rect", x=0.5, y=2.5, width=BAR_WIDTH - 1, height=BAR_HEIGHT - 5, class_="gh-empty")
    whisker = EMPTY if low is None or high is None else _whisker(low, high)
    size = f"0 0 {BAR_WIDTH} {BAR_HEIGHT}"
    return tag(
        "svg",
        frame,
        filled,
        whisker,
        viewBox=size,
        preserveAspectRatio="none",
        class_="gh-bar-chart",
        aria_hidden="true",
    )


def _along(p: float) -> float:
    return round(p * BAR_WIDTH, 1)


def _whisker(low: float, high: float) -> Markup:
    left, right, middle = _along(low), _along(high), BAR_HEIGHT / 2
    ends = f"M{left} {middle}H{right}M{left} {middle - 5}v10M{right} {middle - 5}v10"
    return join(tag("path", d=ends, class_="gh-whisker-edge"), tag("path", d=ends, class_="gh-whisker"))


# --- Building blocks of charts ---


@dataclass(frozen=True)
class Plot:
    """A chart's size and axis ranges. With `by_powers` the x axis is logarithmic. `digits` writes its numbers."""

    width: int
    height: int
    x: tuple[float, float]
    y: tuple[float, float] = (0.0, 1.0)
    by_powers: bool = False
    digits: Callable[[str], str] = str

    left = 48
    right = 14
    top = 22
    bottom = 40

    def across(self, value: float) -> float:
        """Return the x position of a value."""
        low, high = map(self._spread, self.x)
        share = (self._spread(value) - low) / (high - low)
        return round(self.left + share * (self.width - self.left - self.right), 1)

    def up(self, value: float) -> float:
        """Return the y position of a value."""
        low, high = self.y
        share = (value - low) / (high - low)
        return round(self.height - self.bottom - share * (self.height - self.top - self.bottom), 1)

    def _spread(self, value: float) -> float:
        return log10(value) if self.by_powers else value

    def at(self, points: Iterable[Point]) -> list[Point]:
        """Return the positions of points."""
        return [(self.across(x), self.up(y)) for x, y in points]

    def picture(self, said: str, x_title: str, y_title: str, *content: Content) -> Markup:
        """Return the chart with axes, titles and content. `said` is its description for screen readers."""
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
        marks = powers(self.x) if self.by_powers else [mark for mark in rounds(self.x) if mark == int(mark)]
        labels = (_text(self.across(mark), base + 16, self.digits(whole(int(mark))), "middle") for mark in marks)
        axis = tag("path", d=f"M{self.left} {base}H{self.width - self.right}", class_="gh-axis")
        middle = (self.left + self.width - self.right) / 2
        return tag("g", axis, *labels, _text(middle, base + 33, title, "middle"))

    def _y_axis(self, title: str) -> Markup:
        marks = rounds(self.y, most=5)
        show = shares(marks)
        grid = "".join(f"M{self.left} {self.up(mark)}H{self.width - self.right}" for mark in marks)
        labels = (_text(self.left - 6, self.up(mark) + 4, self.digits(show(mark)), "end") for mark in marks)
        return tag("g", tag("path", d=grid, class_="gh-gridlines"), *labels, _text(2, 12, title, "start"))

    def upright(self, x: float, note: str = "", *, class_: str) -> Markup:
        """Draw a vertical line at x, with a note at its top that stays inside the chart."""
        place = self.across(x)
        anchor = "end" if place > self.width * 0.6 else "start"
        shift = -5 if anchor == "end" else 5
        mark = tag("path", d=f"M{place} {self.top}V{self.height - self.bottom}", class_=class_)
        return tag("g", mark, _text(place + shift, self.top + 10, note, anchor) if note else None)

    def level(self, y: float, *, class_: str) -> Markup:
        """Draw a horizontal line at y."""
        return tag("path", d=f"M{self.left} {self.up(y)}H{self.width - self.right}", class_=class_)


def _text(x: float, y: float, text: str, anchor: str) -> Markup:
    return tag("text", text, x=x, y=y, text_anchor=anchor)


def rounds(axis: tuple[float, float], most: int = 8) -> list[float]:
    """Return round numbers along an axis, in at most `most` steps.

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
    """Return the powers of ten along an axis.

    >>> powers((10, 20_000))
    [10, 100, 1000, 10000]
    """
    return [10**power for power in range(ceil(log10(axis[0])), floor(log10(axis[1])) + 1)]


def shares(marks: Sequence[float]) -> Callable[[float], str]:
    """Return a formatter for the marks of an axis of chances: percent with as many decimals as needed.

    >>> [shares([0.0, 0.005, 0.01])(mark) for mark in (0.0, 0.005)]
    ['0.0 %', '0.5 %']
    """
    fits = (places for places in range(9) if all(abs(round(100 * m, places) - 100 * m) < 1e-9 for m in marks))
    places = next(fits, 9)
    return lambda mark: f"{100 * mark:.{places}f} %"


def line(points: Sequence[Point], *, class_: str, close: bool = False) -> Markup:
    """Draw a line through positions."""
    return tag("path", d="M" + "L".join(f"{x} {y}" for x, y in points) + ("Z" if close else ""), class_=class_)


def steps(points: Sequence[Point], base: float, width: float, *, class_: str) -> Markup:
    """Draw bars from the base up to positions as one path."""
    half = width / 2
    bars = (f"M{x - half:.1f} {base}V{y}h{width:.1f}V{base}Z" for x, y in points if y < base)
    return tag("path", d="".join(bars), class_=class_)


def dots(points: Iterable[Point], *, class_: str) -> Markup:
    """Draw dots at positions as one path with round ends."""
    return tag("path", d="".join(f"M{x} {y}h0" for x, y in points), class_=class_)
