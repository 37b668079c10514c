"""What a quick simulation says of a deck: numbers, bars and sentences, beside those of the deck before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot

from ..markup import Content, Markup, join, tag
from ..odds.bars import bar

__all__ = ["Estimate", "Share", "Spread", "figures", "verdicts"]

Z95 = 1.96
_ORDER = ("first", "second", "third", "fourth")


@dataclass(frozen=True, slots=True)
class Share:
    """A share with its 95 % interval."""

    p: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Spread:
    """How a length is spread: median, where 9 games in 10 lie, the longest; the mean with its standard error."""

    median: float
    low: float
    high: float
    longest: float
    mean: float
    error: float


@dataclass(frozen=True)
class Estimate:
    """Everything told of one deck; `winners` are counted from the player who begins."""

    title: str
    bot: str
    seed: int
    games: int
    asked: int
    turns: Spread
    decisions: Spread
    winners: tuple[Share, ...]
    chapters: Mapping[str, Share]
    unfinished: Share


# --- In words ---


def verdicts(now: Estimate, before: Estimate | None) -> list[str]:
    """What the numbers mean, a sentence each."""
    return [*_advantage(now), *([] if before is None else _longer(now, before))]


def _advantage(now: Estimate) -> Iterator[str]:
    """Whether it matters when one's turn comes."""
    fair = 1 / len(now.winners)
    for order, share in zip(_ORDER, now.winners, strict=False):
        if not share.low <= fair <= share.high:
            way = "more" if share.p > fair else "less"
            yield f"The {order} player wins {way} often than the fair {_percent(fair)}: {_interval(share)}."
    if all(share.low <= fair <= share.high for share in now.winners):
        yield f"No place in the order of play wins clearly more or less often than the fair {_percent(fair)}."


def _longer(now: Estimate, before: Estimate) -> Iterator[str]:
    """How the length differs from that of the deck before, in turns."""
    difference = now.turns.mean - before.turns.mean
    half = Z95 * hypot(now.turns.error, before.turns.error)
    interval = f"95 % interval {difference - half:+.1f} to {difference + half:+.1f} turns"
    if abs(difference) <= half:
        yield f"No clear difference in length to the deck before ({interval})."
        return
    way = "longer" if difference > 0 else "shorter"
    yield f"On average {abs(difference):.1f} turns {way} than with the deck before ({interval})."


# --- As a table ---


def figures(now: Estimate | None, before: Estimate | None) -> Markup:
    """All numbers of a deck, those of the deck before beside them."""
    told = {"This deck": now, "The deck before": before}
    decks = {when: estimate for when, estimate in told.items() if estimate is not None}
    estimates = list(decks.values())
    lengths = [
        _row("turns of all players together", [_length(each.turns) for each in estimates]),
        _row("decisions with a choice", [_length(each.decisions) for each in estimates]),
        _row("games that nobody won", [_interval(each.unfinished) for each in estimates]),
    ]
    groups = {
        "How long": lengths,
        "Who wins, by the order of play": _winner_rows(estimates),
        "Which chapters are completed": _chapter_rows(estimates),
    }
    bodies = [_group(title, rows, columns=1 + len(decks)) for title, rows in groups.items()]
    head = tag("tr", tag("td"), *(tag("th", _head(when, each), scope="col") for when, each in decks.items()))
    table = tag("table", tag("thead", head), *bodies, class_="gh-grid gh-figures")
    return tag("div", table, class_="gh-scroll-x", tabindex="0", role="region", aria_label="Estimates")


def _head(when: str, estimate: Estimate) -> Markup:
    basis = f"{estimate.games:,} games by {estimate.bot}, seed {estimate.seed}"
    return join(f"{when}: {estimate.title}", tag("br"), tag("small", basis))


def _group(title: str, rows: Iterable[Markup], *, columns: int) -> Markup:
    head = tag("tr", tag("th", title, scope="rowgroup", colspan=columns))
    return tag("tbody", head, *rows, data_key=f"figures {title}")


def _row(name: str, cells: Sequence[Content]) -> Markup:
    return tag("tr", tag("th", name, scope="row"), *(tag("td", cell) for cell in cells), data_key=f"figure {name}")


def _length(spread: Spread) -> Markup:
    usual = f"9 games in 10 from {spread.low:.0f} to {spread.high:.0f}, longest {spread.longest:.0f}"
    return join(tag("b", f"{spread.median:g}"), " in the middle; ", usual)


def _winner_rows(decks: list[Estimate]) -> Iterator[Markup]:
    seats = max(len(each.winners) for each in decks)
    for seat in range(seats):
        shares = [each.winners[seat] if seat < len(each.winners) else None for each in decks]
        yield _row(f"{_ORDER[seat]} player", [_with_bar(share, 1.0) for share in shares])


def _chapter_rows(decks: list[Estimate]) -> Iterator[Markup]:
    names = dict.fromkeys(name for each in decks for name in each.chapters)
    most = max((share.high for each in decks for share in each.chapters.values()), default=1.0)
    for name in names:
        yield _row(name, [_with_bar(each.chapters.get(name), most) for each in decks])


def _with_bar(share: Share | None, full: float) -> Markup:
    """A share as a bar with its interval; `full` is what fills the bar."""
    if share is None:
        return Markup("–")
    high = min(1.0, share.high / full)
    drawn = bar(min(1.0, share.p / full), max(0.0, share.low / full), high)
    return tag("div", drawn, tag("span", _interval(share)), class_="gh-with-bar")


def _percent(p: float) -> str:
    return f"{100 * p:.0f} %"


def _interval(share: Share) -> str:
    return f"{100 * share.p:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f})"
