"""What each option at hand is worth: the same deals and coins for all of them, so that differences are sharp."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from guildhall.core.errors import BadOdds, GameOver, short
from guildhall.core.game import Game
from guildhall.core.intervals import paired, wilson
from guildhall.core.rules import Rolled, Rules, Spec

from .pools import read_game
from .rollouts import Progress, Question, are_narrow, ask, batches, in_order, last_of, roll

__all__ = ["weigh", "what_if"]

COLUMNS = {
    "option": pl.String,
    "p": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "behind": pl.Float64,  # the best option's chance less this one's
    "behind_low": pl.Float64,
    "behind_high": pl.Float64,
    "method": pl.String,
    "bot": pl.String,
    "n": pl.Int64,
}


@dataclass(frozen=True)
class Weights:
    """What has been counted: in how many roll-outs two options both succeeded, and with itself, each one."""

    both: NDArray[np.int64]
    played: int

    def plus(self, succeeded: NDArray[np.int64]) -> Weights:
        """The same with a batch more, a row an option, a column a roll-out."""
        return Weights(self.both + succeeded @ succeeded.T, self.played + succeeded.shape[1])

    def behind(self, option: int, best: int) -> tuple[float, float, float]:
        """How far an option is behind the best, with an interval from the roll-outs in which they differ."""
        if option == best:
            return 0.0, 0.0, 0.0
        lost = int(self.both[best, best] - self.both[best, option])
        won = int(self.both[option, option] - self.both[best, option])
        return paired(lost, won, self.played)


def weigh(
    game: Game,
    *,
    turns: int | None = None,
    goal: str | None = None,
    chapter: str | None = None,
    bot: Spec | None = None,
    n: int = 2000,
    seed: int = 0,
    precision: float | None = None,
    threads: int | None = None,
) -> Generator[pl.DataFrame]:
    """The frames of `what_if`, one after each batch in which all options have been rolled out, ever sharper.

    To cancel, stop asking for the next frame.

    >>> import guildhall as gh
    >>> game = gh.position(halls=[{"Weaver": ["red"]}, {}], hands=[["blue Weaver"], []])
    >>> [frame["n"][0] for frame in weigh(game, n=200)]
    [50, 100, 200]
    """
    choice = _choice(game, turns, _one_of(goal, chapter), bot, n, seed, precision)
    return _frames(choice, _weighed(choice, threads))


def what_if(
    game: Game,
    *,
    turns: int | None = None,
    goal: str | None = None,
    chapter: str | None = None,
    bot: Spec | None = None,
    n: int = 1000,
    seed: int = 0,
    precision: float | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> pl.DataFrame:
    """The deciding seat's chance for each legal option, best first: to win, or to reach `goal` within `turns`.

    A shared victory counts as won; `chapter` is Guildhall's word for `goal`.

    All options get the same deals and the same coins, so their differences are sharper than their intervals tell:
    `behind` is how far an option lies behind the best one, with a paired 95 % interval.
    `precision` stops as soon as the interval of every option's chance is narrower than twice that, `n` roll-outs at
    the most.
    The option that is best by chance looks a little better than it is, so small differences with a wide interval mean
    nothing.

    >>> import guildhall as gh
    >>> game = gh.position(halls=[{"Weaver": ["red"]}, {}], hands=[["blue Weaver"], []])
    >>> frame = what_if(game, n=250)
    >>> sorted(frame["option"].to_list()), frame["behind"][0]
    (['play blue Weaver', 'refresh'], 0.0)
    """
    choice = _choice(game, turns, _one_of(goal, chapter), bot, n, seed, precision)
    return _frame(choice, last_of(_weighed(choice, threads), n, progress))


@dataclass(frozen=True)
class Choice:
    """The options of a decision, a question for each, and what counts as success; later plies do not change it."""

    phrases: list[str]
    questions: list[Question]
    seat: int
    place: int | None  # of the goal to be reached, None to win

    def succeeded(self, rolled: Rolled) -> NDArray[np.bool_]:
        """In which roll-outs the seat had success."""
        if self.place is not None:
            return rolled.goals[:, self.place]
        return (rolled.winners >> self.seat & 1).astype(bool)


def _one_of(goal: str | None, chapter: str | None) -> str | None:
    if goal is not None and chapter is not None:
        raise BadOdds("goal and chapter are two words for one thing; give one of them")
    return chapter if goal is None else goal


def _choice(
    game: Game,
    turns: int | None,
    goal: str | None,
    bot: Spec | None,
    n: int,
    seed: int,
    precision: float | None,
) -> Choice:
    if read_game(game).over:
        raise GameOver("the game is over, there is no option to weigh")
    seat = game.decision.seat
    asked: dict[str, Any] = {"turns": turns, "bot": bot, "n": n, "seed": seed, "precision": precision}
    questions = [ask(game, seat, option=option.id, **asked) for option in game.options]
    place = None if goal is None else _place(goal, turns, questions[0].rules)
    return Choice([option.phrase for option in game.options], questions, seat, place)


def _place(goal: str, turns: int | None, rules: Rules) -> int:
    word = rules.goal_word
    if turns is None:
        raise BadOdds(f"name the number of turns within which the {word} is to be completed: turns=3")
    if goal not in rules.goals:
        raise BadOdds(f"there is no {word} {short(goal)}; the {word}s are {', '.join(rules.goals)}")
    return rules.goals.index(goal)


def _weighed(choice: Choice, threads: int | None) -> Generator[Weights]:
    """What has been counted each time that all options have been rolled out as often."""
    options = len(choice.questions)
    weights = Weights(np.zeros((options, options), np.int64), 0)
    tasks = ((question, batch) for batch in batches(choice.questions[0].n) for question in choice.questions)
    with closing(in_order(lambda task: roll(*task), tasks, threads)) as rolled:
        while batch := list(islice(rolled, options)):
            weights = weights.plus(np.array([choice.succeeded(each) for each in batch], np.int64))
            yield weights
            if are_narrow(weights.both.diagonal(), weights.played, choice.questions[0].precision):
                return


def _frames(choice: Choice, counted: Generator[Weights]) -> Generator[pl.DataFrame]:
    """A frame for each step; whoever closes it stops the counting too."""
    with closing(counted):
        for weights in counted:
            yield _frame(choice, weights)


def _frame(choice: Choice, weights: Weights) -> pl.DataFrame:
    hits = weights.both.diagonal().tolist()
    best, bot = hits.index(max(hits)), choice.questions[0].bot_name
    rows = [
        (phrase, *_share(hits[place], weights.played), *weights.behind(place, best), "roll-out", bot, weights.played)
        for place, phrase in enumerate(choice.phrases)
    ]
    return pl.DataFrame(rows, schema=COLUMNS, orient="row").sort("p", descending=True, maintain_order=True)


def _share(hits: int, played: int) -> tuple[float, float, float]:
    return hits / played, *wilson(hits, played)
