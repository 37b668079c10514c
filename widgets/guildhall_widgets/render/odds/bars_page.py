"""The page of the live odds: whose, by which bot, goals, options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import polars as pl

from ..controls import button, choice, keys_help, slider
from ..markup import Markup, tag
from ..numbers import percent, points, whole
from .bars import GoalOdds, OptionOdds, goal_table, option_table, progress

__all__ = ["DECIDING", "TO_WIN", "Watched", "live_page", "live_words"]

DECIDING = "deciding"
TO_WIN = "win"
KEYS = {"r": "look again", "s": "stop the roll-outs"}


@dataclass
class Watched:
    """What is asked of one moment of a game, and what is known so far."""

    seats: tuple[str, ...]
    seat: int
    is_fixed: bool  # whether the reader has chosen the seat
    decider: int  # -1 when the game is over
    bots: tuple[str, ...]
    bot: str
    turns: int
    most_turns: int
    goal: str
    seed: int
    wanted: int
    prompt: str
    word: str  # what the game calls a goal
    goals: dict[str, GoalOdds]
    has_draws: bool  # whether goals lack cards that the next draw may bring
    options: tuple[OptionOdds, ...] = field(default=())

    @property
    def name(self) -> str:
        """Whose odds they are."""
        return self.seats[self.seat]

    @property
    def rolled(self) -> int:
        """Roll-outs of the goals so far."""
        return max((row.n for row in self.goals.values()), default=0)

    @property
    def aim(self) -> str:
        """What the options are weighed for."""
        return "to win" if self.goal == TO_WIN else f"to complete {self.goal} within {_turns(self.turns)}"

    def take(self, frame: pl.DataFrame) -> None:
        """Keep what has come: a frame about the goals, or about the options in their order."""
        if "option" in frame.columns:
            rows = frame.drop("method").iter_rows(named=True)
            self.options = tuple(OptionOdds(**row) for row in rows)
        else:
            self.goals = _merged(self.goals, frame)


def _merged(goals: Mapping[str, GoalOdds], frame: pl.DataFrame) -> dict[str, GoalOdds]:
    merged = dict(goals)
    for row in frame.iter_rows(named=True):
        name = row["chapter"]
        if row["method"] == "exact":
            merged[name] = replace(merged[name], exact=row["p"])
        else:
            merged[name] = replace(merged[name], p=row["p"], low=row["low"], high=row["high"], n=row["n"])
    return merged


def _turns(number: int) -> str:
    return "this turn" if number == 1 else f"{number} own turns"


def live_page(watched: Watched, *, is_running: bool) -> Markup:
    """The whole page."""
    return tag(
        "div",
        _controls(watched, is_running),
        *([tag("p", "The game is over.")] if watched.decider < 0 else [_goals(watched), _options(watched)]),
        keys_help(KEYS),
        class_="gh-odds",
    )


def _controls(watched: Watched, is_running: bool) -> Markup:
    seats = {DECIDING: f"Whoever decides{'' if watched.is_fixed else f' ({watched.name})'}"}
    seats |= {str(seat): name for seat, name in enumerate(watched.seats)}
    chosen = str(watched.seat) if watched.is_fixed else DECIDING
    stop = button("Stop", "stop", keys="s", disabled=not is_running)
    return tag(
        "div",
        choice("Odds of", "seat", chosen, seats),
        choice("Bot", "bot", watched.bot, watched.bots),
        slider("Own turns", "turns", watched.turns, 1, watched.most_turns),
        button("Look again", "look", keys="r", main=True),
        stop,
        progress(watched.rolled, watched.wanted, "roll-outs"),
        class_="gh-bar",
    )


def _goals(watched: Watched) -> Markup:
    exact = (
        f"Exact: hall, action area and hand of {watched.name} together hold the chapter after the draw that is best "
        "for it. "
    )
    estimate = (
        f"Estimate: {watched.bot} plays on for everybody; whisker: 95 % interval; seed {watched.seed}. "
        f"Only what {watched.name} may know is used."
    )
    table = goal_table(
        watched.goals.values(),
        word=watched.word,
        turns=watched.turns,
        bot=watched.bot,
        has_draws=watched.has_draws,
    )
    return tag(
        "section",
        tag("h4", f"{watched.word.capitalize()}s of {watched.name}"),
        table,
        tag("p", f"{exact if watched.has_draws else ''}{estimate}", class_="gh-small"),
        class_="gh-panel",
        data_key=f"{watched.word}s",
    )


def _options(watched: Watched) -> Markup:
    if watched.decider != watched.seat:
        words = f"{watched.seats[watched.decider]} decides now; options are weighed for whoever decides."
        return tag("section", tag("h4", "What if"), tag("p", words), class_="gh-panel", data_key="options")
    goals = {TO_WIN: "to win"} | {name: f"to complete {name} within {_turns(watched.turns)}" for name in watched.goals}
    table = option_table(watched.options, goal=watched.aim, bot=watched.bot) if watched.options else tag("p", "…")
    each = f", {whole(watched.options[0].n)} roll-outs each" if watched.options else ""
    return tag(
        "section",
        tag("h4", f"What if: {watched.prompt}"),
        choice("Chance", "goal", watched.goal, goals),
        table,
        tag(
            "p",
            f"All options get the same deals and coins{each}; the interval is that of the difference.",
            class_="gh-small",
        ),
        class_="gh-panel",
        data_key="options",
    )


def live_words(watched: Watched) -> str:
    """The odds as lines of text."""
    if watched.decider < 0:
        return "Live odds: the game is over."
    lines = [f"Odds of {watched.name} within {_turns(watched.turns)}, {watched.bot} plays on:"]
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
