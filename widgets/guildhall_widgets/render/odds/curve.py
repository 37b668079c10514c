"""Charts of one situation: the exact curve, the waiting time, and how drawn hands settle on what is exact."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from guildhall.core.intervals import wilson

from ..markup import EMPTY, Markup, tag
from ..numbers import percent, plural, whole
from .curve_axes import Plot, dots, line, steps
from .hands import Hands
from .situation import Situation

__all__ = ["chance_chart", "settling_chart", "table_of", "waiting_chart"]

NEARLY_ALL = Fraction(995, 1000)
ENOUGH_TO_TELL = 500  # hands
SHORTEST = 12  # draws on the x axis, however soon all is sure


def chance_chart(situation: Situation, hands: Hands) -> Markup:
    """The chance by the number of draws, the chosen number marked, and what drawn hands say beside it."""
    plot = Plot(480, 300, (0, situation.unseen))
    curve = [(draws, float(p)) for draws, p in enumerate(situation.curve)]
    chosen = (situation.draws, float(situation.chance))
    said = (
        f"Exact chance by cards drawn: {percent(situation.chance)} with {plural(situation.draws, 'card')}; "
        f"{_when_half(situation)}"
    )
    return plot.picture(
        said,
        "cards drawn",
        "chance",
        _refreshes(plot, situation),
        dots(plot.at(_seen_shares(situation, hands)), class_="gh-dots"),
        line(plot.at(curve), class_="gh-exact-line"),
        plot.upright(situation.draws, class_="gh-chosen"),
        _marker(plot, chosen, percent(situation.chance)),
    )


def _when_half(situation: Situation) -> str:
    half = situation.enough_for(Fraction(1, 2))
    return "it never reaches one half." if half is None else f"one half is reached with {plural(half, 'card')}."


def _refreshes(plot: Plot, situation: Situation) -> Markup:
    """Small ticks where a refresh ends."""
    if not situation.by_refresh:
        return EMPTY
    base = plot.height - plot.bottom
    ends = range(situation.by_refresh, situation.unseen + 1, situation.by_refresh)
    return tag("path", d="".join(f"M{plot.across(end)} {base}v-6" for end in ends), class_="gh-axis")


def _marker(plot: Plot, point: tuple[float, float], note: str) -> Markup:
    """The chosen point, its chance below the curve where there is room, and above it at the right edge."""
    ((x, y),) = plot.at([point])
    if x > plot.width * 0.7:
        label = tag("text", note, x=x - 10, y=max(y - 8, 20), text_anchor="end", class_="gh-note")
    else:
        label = tag("text", note, x=x + 10, y=min(y + 18, plot.up(0) - 8), class_="gh-note")
    return tag("g", tag("circle", cx=x, cy=y, r=6, class_="gh-marker"), label)


def _seen_shares(situation: Situation, hands: Hands) -> list[tuple[float, float]]:
    if not hands.number:
        return []
    return list(enumerate((hands.done / hands.number)[: situation.unseen + 1].tolist()))


def waiting_chart(situation: Situation, hands: Hands) -> Markup:
    """How likely each number of draws is to be the one that brings the last card wanted."""
    if situation.mean is None:
        return tag("p", "No number of draws brings it: too many of the missing colours have been seen altogether.")
    end = max(situation.enough_for(NEARLY_ALL) or 0, min(SHORTEST, situation.unseen))
    chances = [(n, float(p)) for n, p in enumerate(situation.waiting[: end + 1])]
    shares = _wait_shares(hands, end)
    plot = Plot(380, 240, (0, end + 1), (0.0, 1.1 * max(p for _, p in chances + shares)))
    mean = float(situation.mean)
    bars = steps(plot.at(chances), plot.up(0), max(0.75 * (plot.across(1) - plot.across(0)), 1), class_="gh-bars")
    drawn = dots(plot.at(shares), class_="gh-dots")
    average = plot.upright(mean, f"mean {mean:.1f}", class_="gh-chosen") if mean <= end else EMPTY
    said = f"Chance that just this draw brings the last card wanted; {waiting_words(situation)}"
    return plot.picture(said, "the draw that brings the last card", "chance", bars, drawn, average)


def _wait_shares(hands: Hands, end: int) -> list[tuple[float, float]]:
    """What drawn hands say, once there are enough of them to say something of single draws."""
    if hands.number < ENOUGH_TO_TELL:
        return []
    return list(enumerate((hands.waits / hands.number)[: end + 1].tolist()))


def waiting_words(situation: Situation) -> str:
    """The waiting time in a sentence.

    >>> waiting_words(Situation(seen=(0,), unseen=40))
    'the mean is 8.2 draws, half of all hands need 7 at the most, nine of ten 17.'
    """
    if situation.mean is None:
        return "what is wanted never comes."
    half, most = situation.enough_for(Fraction(1, 2)), situation.enough_for(Fraction(9, 10))
    return (
        f"the mean is {float(situation.mean):.1f} draws, half of all hands need {half} at the most, nine of ten {most}."
    )


def settling_chart(situation: Situation, hands: Hands) -> Markup:
    """Batches of drawn hands as dots, the running share with its band, and the exact chance as a level line."""
    exact = float(situation.chance)
    history = hands.history(situation.draws)
    running = [(n, hits / n) for n, hits, _ in history]
    bands = [(n, *wilson(hits, n)) for n, hits, _ in history]
    plot = Plot(380, 240, (hands.first, hands.most), _around(exact, history, bands), by_powers=True)
    low, high = plot.y
    inside = [(n, min(max(share, low), high)) for n, _, share in history]
    band = [(n, min(top, high)) for n, _, top in bands] + [(n, max(bottom, low)) for n, bottom, _ in reversed(bands)]
    said = f"Exact {percent(situation.chance)}; {settling_words(situation, hands)}"
    return plot.picture(
        said,
        "hands drawn so far",
        "share complete",
        line(plot.at(band), class_="gh-band", close=True) if len(history) > 1 else EMPTY,
        plot.level(exact, class_="gh-exact-line"),
        dots(plot.at(inside), class_="gh-dots"),
        line(plot.at((n, min(max(p, low), high)) for n, p in running), class_="gh-running") if running else EMPTY,
    )


def _around(
    exact: float, history: Sequence[tuple[int, int, float]], bands: Sequence[tuple[int, float, float]]
) -> tuple[float, float]:
    """A range of shares that holds the exact chance, all batches and the bands but the first, widest ones."""
    shares = [share for _, _, share in history]
    top = max([exact, 0.05, *shares, *(high for _, _, high in bands[2:])])
    bottom = min([exact, *shares, *(low for _, low, _ in bands[2:])])
    return (0.0 if bottom < 0.5 else 0.5 * bottom, min(1.0, 1.1 * top))


def settling_words(situation: Situation, hands: Hands) -> str:
    """What the drawn hands say, in a sentence."""
    if not hands.number:
        return "no hands drawn yet."
    hits = int(hands.done[situation.draws])
    low, high = wilson(hits, hands.number)
    return (
        f"{whole(hits)} of {whole(hands.number)} hands are complete: {percent(Fraction(hits, hands.number))}, "
        f"95 % interval {percent(low)} to {percent(high)}."
    )


def table_of(situation: Situation, hands: Hands) -> Markup:
    """The numbers of the charts for those who read rather than look."""
    heads = ["Cards drawn", "Exact chance", "Just this draw", *(["Drawn hands"] if hands.number else [])]
    shares = [Fraction(int(done), hands.number) for done in hands.done] if hands.number else []
    body = [
        tag(
            "tr",
            tag("th", draws, scope="row"),
            tag("td", percent(chance), class_="gh-number"),
            tag("td", percent(situation.waiting[draws]), class_="gh-number"),
            tag("td", percent(shares[draws]), class_="gh-number") if shares else None,
        )
        for draws, chance in enumerate(situation.curve)
        if draws % _stride(situation) == 0 or draws == situation.draws
    ]
    head = tag("tr", *(tag("th", text, scope="col") for text in heads))
    table = tag("table", tag("thead", head), tag("tbody", *body), class_="gh-grid")
    return tag("details", tag("summary", "The numbers as a table"), table, class_="gh-small", data_key="numbers")


def _stride(situation: Situation) -> int:
    """Every draw of a small deck, every second or fifth of a large one."""
    return 1 if situation.unseen <= 30 else 2 if situation.unseen <= 60 else 5
