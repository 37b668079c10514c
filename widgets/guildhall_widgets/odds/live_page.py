"""The page of the live odds: the seat, exact and estimated chances with intervals, and the best option."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import polars as pl

from ..render.controls import button, choice, keys_list, slider
from ..render.guildhall.cards import emblem
from ..render.icons import seat_dot
from ..render.markup import EMPTY, Content, Markup, join, tag
from ..render.numbers import percent, points, whole
from ..render.scene import colour_class, letter, split
from ..render.sheet import drawer, pill, sheet
from .charts import chance_bar

__all__ = [
    "DECIDING",
    "TO_WIN",
    "GoalOdds",
    "OptionOdds",
    "Watched",
    "live_page",
    "live_words",
    "odds_table",
    "with_bar",
]

DECIDING = "deciding"
TO_WIN = "win"
KEYS = {"r": "update", "s": "stop the roll-outs"}


@dataclass(frozen=True)
class GoalOdds:
    """A seat's chances for one goal, such as a chapter.

    lacks: the cards that fit each open place. exact: the chance of the draw it may make right now, None if it may not
    draw. p, low, high: the estimate from n roll-outs, if there is one yet.
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
    """One option: its chance and its distance from the best, each with a 95 % interval."""

    option: str
    p: float
    low: float
    high: float
    behind: float
    behind_low: float
    behind_high: float
    bot: str
    n: int


@dataclass
class Watched:
    """The odds of one position: the question, and the results so far."""

    seats: tuple[str, ...]
    seat: int
    is_fixed: bool  # True if the reader has chosen the seat
    decider: int  # -1 if the game is over
    bots: tuple[str, ...]
    bot: str
    turns: int
    most_turns: int
    goal: str
    seed: int
    wanted: int
    prompt: str
    word: str  # the game's word for a goal
    goals: dict[str, GoalOdds]
    has_goals: bool  # if False, every player's goal is to win
    has_draws: bool  # True if goals lack cards that the next draw may bring
    game: str = "guildhall"
    faces: Mapping[str, Content] = field(default_factory=dict)  # what the buttons of options show
    at: int = 0  # number of the update, so that clicks on an earlier page are ignored
    options: tuple[OptionOdds, ...] = field(default=())

    @property
    def name(self) -> str:
        """The name of the seat."""
        return self.seats[self.seat]

    @property
    def rolled(self) -> int:
        """The number of roll-outs of the goals so far."""
        return max((row.n for row in self.goals.values()), default=0)

    @property
    def aim(self) -> str:
        """The aim by which the options are ranked."""
        return "to win" if self.goal == TO_WIN else f"to complete {self.goal} within {_turns(self.turns)}"

    def take(self, frame: pl.DataFrame) -> None:
        """Store a frame of estimates for the goals or for the options."""
        if "option" in frame.columns:
            rows = frame.drop("method").iter_rows(named=True)
            self.options = tuple(OptionOdds(**row) for row in rows)
        else:
            self.goals = _merged(self.goals, frame)


def _merged(goals: Mapping[str, GoalOdds], frame: pl.DataFrame) -> dict[str, GoalOdds]:
    merged = dict(goals)
    for row in frame.iter_rows(named=True):
        name = row["goal" if "goal" in row else "player"]
        if row["method"] == "exact":
            merged[name] = replace(merged[name], exact=row["p"])
        else:
            merged[name] = replace(merged[name], p=row["p"], low=row["low"], high=row["high"], n=row["n"])
    return merged


def _turns(number: int) -> str:
    return "this turn" if number == 1 else f"{number} own turns"


# --- The page ---


def live_page(watched: Watched, *, is_running: bool) -> Markup:
    """Return the whole page."""
    over = tag("div", tag("p", "The game is over."), class_="gh-surface gh-live-goals")
    return sheet(
        "Live odds",
        _controls(watched, is_running),
        *((over,) if watched.decider < 0 else (_goals(watched), _options(watched))),
        crest="brain",
        kind="live",
        game=watched.game,
        pills=join(seat_dot(watched.seat, watched.name), pill(watched.name)),
        tools=drawer("Keys", keys_list(KEYS), symbol="keys"),
    )


def _controls(watched: Watched, is_running: bool) -> Markup:
    seats = {DECIDING: f"Active player{'' if watched.is_fixed else f' ({watched.name})'}"}
    seats |= {str(seat): name for seat, name in enumerate(watched.seats)}
    chosen = str(watched.seat) if watched.is_fixed else DECIDING
    return tag(
        "div",
        choice("Odds of", "seat", chosen, seats),
        choice("Bot", "bot", watched.bot, watched.bots),
        slider("Own turns", "turns", watched.turns, 1, watched.most_turns) if watched.has_goals else EMPTY,
        button("Update", "look", keys="r", main=True),
        button("Stop", "stop", keys="s", disabled=not is_running),
        _progress(watched),
        class_="gh-surface gh-live-set",
        data_live=True,
    )


def _progress(watched: Watched) -> Markup:
    """Return the progress of the roll-outs."""
    gauge = tag("progress", value=watched.rolled, max=watched.wanted, aria_label="roll-outs")
    words = f"{whole(watched.rolled)} of {whole(watched.wanted)} roll-outs"
    return tag("span", gauge, " ", words, class_="gh-small gh-gauge")


# --- Goals ---


def _goals(watched: Watched) -> Markup:
    exact = (
        f"Exact: after the best draw, the cards in front of {watched.name} and the new hand together complete the "
        f"{watched.word}. "
    )
    estimate = (
        f"Estimate: {watched.bot} plays on for everyone; whisker: 95 % interval; seed {watched.seed}. "
        f"Only what {watched.name} may know is used."
    )
    return tag(
        "section",
        tag(
            "h4",
            f"{watched.word.capitalize()}s of {watched.name}" if watched.has_goals else "Who wins",
            class_="gh-cap",
        ),
        _goal_table(watched),
        tag("p", f"{exact if watched.has_draws else ''}{estimate}", class_="gh-quietly"),
        class_="gh-surface gh-live-goals",
        data_key=f"{watched.word}s",
    )


def _goal_table(watched: Watched) -> Markup:
    """Return the estimate of each goal, and in a game of draws also its missing cards and the next draw's chance."""
    word, has_draws = watched.word, watched.has_draws
    within = "This turn" if watched.turns == 1 else f"Within {watched.turns} own turns"
    within = within if watched.has_goals else "To the end"
    draws = ("Missing", "Next draw (exact)") if has_draws else ()
    heads = (word.capitalize(), *draws, f"{within} ({watched.bot} plays on)")
    rows = (_goal_row(row, word, has_draws) for row in watched.goals.values())
    return odds_table(f"{word}s", f"Chances of each {word}", heads, rows)


def _goal_row(row: GoalOdds, word: str, has_draws: bool) -> Markup:
    return tag(
        "tr",
        tag("th", emblem(row.goal) if has_draws else None, row.goal, scope="row"),
        *(_draw(row) if has_draws else ()),
        tag("td", "…" if row.p is None else with_bar(row.p, row.low, row.high)),
        data_key=f"{word} {row.goal}",
    )


def _draw(row: GoalOdds) -> tuple[Markup, Markup]:
    # A number without a bar, so that it is not compared by eye with the chance within several turns.
    exact = tag("span", "no draw now", class_="gh-small") if row.exact is None else tag("b", percent(row.exact))
    return tag("td", _lacks(row), class_="gh-lacks"), tag("td", exact, class_="gh-next")


def _lacks(row: GoalOdds) -> Markup:
    if row.need == 0:
        return tag("span", "nothing")
    chips = join(*(_chip(cards) for cards in row.lacks))
    return chips if row.need == len(row.lacks) else join(f"{row.need} of ", chips)


def _chip(cards: Sequence[str]) -> Markup:
    colour = split(cards[0])[0]
    return tag("abbr", letter(colour), title=" or ".join(cards), class_=f"gh-chip {colour_class(colour)}")


# --- Options ---


def _options(watched: Watched) -> Markup:
    if watched.decider != watched.seat:
        words = f"{watched.seats[watched.decider]} decides now. Options are rated for the active player."
        head = tag("h4", "What if", class_="gh-cap")
        return tag("section", head, tag("p", words), class_="gh-surface gh-live-options", data_key="options")
    named = watched.goals if watched.has_goals else ()
    goals = {TO_WIN: "to win"} | {name: f"to complete {name} within {_turns(watched.turns)}" for name in named}
    each = f", {whole(watched.options[0].n)} roll-outs each" if watched.options else ""
    return tag(
        "section",
        tag("h4", f"What if: {watched.prompt}", class_="gh-cap"),
        choice("Chance", "goal", watched.goal, goals),
        _option_table(watched) if watched.options else tag("p", "…"),
        tag(
            "p",
            f"All options use the same deals and random numbers{each}; the interval is for the difference.",
            class_="gh-quietly",
        ),
        class_="gh-surface gh-live-options",
        data_key="options",
    )


def _option_table(watched: Watched) -> Markup:
    """Return the options of the decision, best first, with their distance from the best."""
    heads = ("Option", f"Chance {watched.aim} ({watched.bot} plays on)", "Points behind the best")
    rows = (_option_row(watched, row, place) for place, row in enumerate(watched.options))
    return odds_table("options", "What if", heads, rows)


def _option_row(watched: Watched, row: OptionOdds, place: int) -> Markup:
    behind: Content = "best so far" if place == 0 else _behind(row)
    about: dict[str, Any] = {"key": f"play {row.option}", "title": "play it", "label": row.option}
    face = watched.faces.get(row.option, row.option)
    played = button(face, "play", **about, once=True, option=row.option, at=watched.at)
    return tag(
        "tr",
        tag("th", played, scope="row"),
        tag("td", with_bar(row.p, row.low, row.high)),
        tag("td", behind),
        data_key=f"option {row.option}",
    )


def _behind(row: OptionOdds) -> Markup:
    told = EMPTY if row.behind_low > 0 else tag("span", "may be as good", class_="gh-small")
    spread = tag("span", f"{points(-row.behind_high)} to {points(-row.behind_low)}", class_="gh-small gh-interval")
    return join(tag("b", points(-row.behind)), spread, told, between=" ")


# --- Tables of both ---


def with_bar(p: float, low: float | None = None, high: float | None = None) -> Markup:
    """Return a chance as a bar with numbers."""
    spread = EMPTY
    if low is not None and high is not None:
        spread = tag("span", f"{percent(low)} to {percent(high)}", class_="gh-small gh-interval")
    return tag("div", chance_bar(p, low, high), tag("b", percent(p)), spread, class_="gh-with-bar")


def odds_table(kind: str, caption: str, heads: Iterable[str], rows: Iterable[Markup]) -> Markup:
    """Return a table of chances. `kind` names it for the stylesheet."""
    head = tag("tr", *(tag("th", text, scope="col") for text in heads))
    hidden = tag("caption", caption, class_="gh-hidden")
    return tag(
        "table", hidden, tag("thead", head), tag("tbody", *rows), class_=f"gh-grid gh-odds-table gh-{kind}-table"
    )


# --- In plain words ---


def live_words(watched: Watched) -> str:
    """Return the odds as lines of text."""
    if watched.decider < 0:
        return "Live odds: the game is over."
    asked = f"Odds of {watched.name} within {_turns(watched.turns)}" if watched.has_goals else "Chances to win"
    lines = [f"{asked}, {watched.bot} plays on:"]
    for row in watched.goals.values():
        exact = "" if row.exact is None else f"next draw {percent(row.exact)} (exact), "
        estimate = (
            "no estimate yet" if row.p is None else f"{percent(row.p)} ({percent(row.low)} to {percent(row.high)})"
        )
        lines.append(f"  {row.goal}: {exact}{estimate}")
    if watched.options:
        lines.append(f"Options, chance {watched.aim}:")
    lines += [f"  {row.option}: {percent(row.p)}, {points(-row.behind)} points" for row in watched.options]
    return "\n".join(lines)
