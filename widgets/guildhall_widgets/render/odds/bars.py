"""Tables of chances with bars: what is exact, what is estimated and how surely, which option is best."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..markup import EMPTY, Content, Markup, join, tag
from ..numbers import percent, points, whole
from ..palette import colour_class, letter, split

__all__ = ["GoalOdds", "OptionOdds", "bar", "goal_table", "option_table", "progress"]

WIDTH, HEIGHT = 200, 18


@dataclass(frozen=True)
class GoalOdds:
    """What a seat may hope for from one goal, such as a chapter.

    lacks: the cards that would serve for each place still open; exact: the chance of the draw it may make right now,
    None where it may not draw; p, low, high: the estimate from n roll-outs, if there is one yet.
    """

    goal: str
    lacks: tuple[tuple[str, ...], ...] = ()
    need: int = 0
    exact: float | None = None
    p: float | None = None
    low: float = 0.0
    high: float = 1.0
    n: int = 0


@dataclass(frozen=True)
class OptionOdds:
    """One option: its chance with a 95 % interval, and how far it is behind the best, with an interval of its own."""

    option: str
    p: float
    low: float
    high: float
    behind: float
    behind_low: float
    behind_high: float
    bot: str
    n: int


def bar(p: float, low: float | None = None, high: float | None = None) -> Markup:
    """A bar for a chance; with bounds, a whisker over it. The numbers stand beside it, so it is silent."""
    filled = tag("rect", x=0, y=3, width=_place(p), height=HEIGHT - 6, class_="gh-fill")
    frame = tag("rect", x=0.5, y=2.5, width=WIDTH - 1, height=HEIGHT - 5, class_="gh-empty")
    whisker = EMPTY if low is None or high is None else _whisker(low, high)
    size = f"0 0 {WIDTH} {HEIGHT}"
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


def _place(p: float) -> float:
    return round(p * WIDTH, 1)


def _whisker(low: float, high: float) -> Markup:
    left, right, middle = _place(low), _place(high), HEIGHT / 2
    ends = f"M{left} {middle}H{right}M{left} {middle - 5}v10M{right} {middle - 5}v10"
    return join(tag("path", d=ends, class_="gh-whisker-edge"), tag("path", d=ends, class_="gh-whisker"))


# --- Goals ---


def goal_table(rows: Iterable[GoalOdds], *, word: str, turns: int, bot: str, has_draws: bool) -> Markup:
    """For each goal: the estimate with its interval and, in a game of draws, what it lacks and the next draw's chance.

    word: what the game calls a goal.
    """
    within = "This turn" if turns == 1 else f"Within {turns} own turns"
    draws = ("Lacks", "Next draw (exact)") if has_draws else ()
    heads = (word.capitalize(), *draws, f"{within} ({bot} plays on)")
    return _table(f"{word}s", f"Chances of each {word}", heads, (_goal_row(row, word, has_draws) for row in rows))


def _goal_row(row: GoalOdds, word: str, has_draws: bool) -> Markup:
    return tag(
        "tr",
        tag("th", row.goal, scope="row"),
        *(_draw(row) if has_draws else ()),
        tag("td", "…" if row.p is None else _with_bar(row.p, row.low, row.high)),
        data_key=f"{word} {row.goal}",
    )


def _draw(row: GoalOdds) -> tuple[Markup, Markup]:
    exact = tag("span", "no draw now", class_="gh-small") if row.exact is None else _with_bar(row.exact)
    return tag("td", _lacks(row), class_="gh-lacks"), tag("td", exact)


def _lacks(row: GoalOdds) -> Markup:
    if row.need == 0:
        return tag("span", "nothing")
    chips = join(*(_chip(cards) for cards in row.lacks))
    return chips if row.need == len(row.lacks) else join(f"{row.need} of ", chips)


def _chip(cards: Sequence[str]) -> Markup:
    colour = split(cards[0])[0]
    return tag("abbr", letter(colour), title=" or ".join(cards), class_=f"gh-chip {colour_class(colour)}")


# --- Options ---


def option_table(rows: Iterable[OptionOdds], *, goal: str, bot: str) -> Markup:
    """The options of the decision, the best first, with what each is behind it."""
    heads = ("Option", f"Chance {goal} ({bot} plays on)", "Points to the best")
    return _table("options", "What if", heads, (_option_row(row, place) for place, row in enumerate(rows)))


def _option_row(row: OptionOdds, place: int) -> Markup:
    behind: Content = "best so far" if place == 0 else _behind(row)
    return tag(
        "tr",
        tag("th", row.option, scope="row"),
        tag("td", _with_bar(row.p, row.low, row.high)),
        tag("td", behind),
        data_key=f"option {row.option}",
    )


def _behind(row: OptionOdds) -> Markup:
    told = EMPTY if row.behind_low > 0 else tag("span", "may be as good", class_="gh-small")
    spread = tag("span", f"{points(-row.behind_high)} to {points(-row.behind_low)}", class_="gh-small gh-interval")
    return join(tag("b", points(-row.behind)), spread, told, between=" ")


# --- Both ---


def _with_bar(p: float, low: float | None = None, high: float | None = None) -> Markup:
    spread = EMPTY
    if low is not None and high is not None:
        spread = tag("span", f"{percent(low)} to {percent(high)}", class_="gh-small gh-interval")
    return tag("div", bar(p, low, high), tag("b", percent(p)), spread, class_="gh-with-bar")


def _table(kind: str, caption: str, heads: Iterable[str], rows: Iterable[Markup]) -> Markup:
    head = tag("tr", *(tag("th", text, scope="col") for text in heads))
    hidden = tag("caption", caption, class_="gh-hidden")
    return tag(
        "table", hidden, tag("thead", head), tag("tbody", *rows), class_=f"gh-grid gh-odds-table gh-{kind}-table"
    )


def progress(done: int, wanted: int, label: str) -> Markup:
    """How far the roll-outs have come."""
    gauge = tag("progress", value=done, max=wanted, aria_label=label)
    words: Content = f"{whole(done)} of {whole(wanted)} {label}"
    return tag("span", gauge, " ", words, class_="gh-small gh-progress")
