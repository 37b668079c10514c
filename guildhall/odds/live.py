"""Live odds: the chance of reaching a goal, of winning, and of each legal option, estimated by roll-outs.

A roll-out deals the hidden cards at random and lets a named bot play on for everybody. The bot matters more than the
number of roll-outs, so every row names it. By default it is the game's usual one.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeAlias

import numpy as np
import polars as pl
from numpy.typing import NDArray

from guildhall.core.errors import BadOdds, GameOver, short
from guildhall.core.game import Game
from guildhall.core.intervals import paired, wilson
from guildhall.core.rules import Rolled, Rules, Spec

from .draws import next_draw
from .reading import read_game, read_number
from .rollouts import (
    TEAM,
    Progress,
    Question,
    Tally,
    are_narrow,
    ask,
    batches,
    frames_of,
    in_order,
    roll,
    tallies,
    watchable,
)

__all__ = ["Weights", "chapters", "goals", "what_if", "win"]

Row: TypeAlias = tuple[str, float, float, float, str, str | None, int]
Answer: TypeAlias = Callable[[Tally], pl.DataFrame]

COLUMNS = {
    "p": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "method": pl.String,  # "roll-out" or "exact"
    "bot": pl.String,  # null for exact rows
    "n": pl.Int64,  # roll-outs, 0 for exact rows
}


@watchable
def goals(
    game: Game,
    seat: int = 0,
    turns: int = 3,
    *,
    bot: Spec | None = None,
    n: int = 2000,
    seed: int = 0,
    precision: float | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Generator[pl.DataFrame]:
    """Estimate the chance that a seat reaches each goal within its next `turns` turns, counting the current one.

    The goals are the game's: chapters in Guildhall, adventures in Advyria. These rows have the method `roll-out`. If
    goals are completed by drawing cards and the seat may draw right now, each has a second row with the method `exact`:
    the chance of completing it with the best refresh (or mulligan). That is a different question, which needs no bot
    (see `draws.next_draw`).

    `precision` stops as soon as every 95 % interval is narrower than twice that, after at most `n` roll-outs. Ctrl-C
    returns the results so far.
    `goals.watch(…)` yields a frame after each batch of roll-outs, the first after fifty. To cancel it, `close()` the
    iterator or leave the loop.

    >>> import guildhall as gh
    >>> game = gh.position(halls=[{"Farmer": ["red", "blue", "green", "yellow"]}, {}], hands=[[], []])
    >>> frame = goals(game, seat=0, turns=1, n=250).filter(goal="Farmer")
    >>> frame.select("method", "bot", "n").rows()
    [('roll-out', 'greedy', 250), ('exact', None, 0)]
    >>> frame.columns
    ['goal', 'p', 'low', 'high', 'method', 'bot', 'n']
    >>> game = gh.new_game("advyria", players=2, seed=1)
    >>> [(frame["goal"][0], frame["n"][0]) for frame in goals.watch(game, n=100)]
    [('Sunken Bell', 50), ('Sunken Bell', 100)]
    """
    question = ask(game, seat, turns=read_number("turns", turns, least=1), bot=bot, n=n, seed=seed, precision=precision)
    return frames_of(tallies(question, threads), _goals_of(game, seat, question), n, progress)


@watchable
def chapters(
    game: Game,
    seat: int = 0,
    turns: int = 3,
    *,
    bot: Spec | None = None,
    n: int = 2000,
    seed: int = 0,
    precision: float | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Generator[pl.DataFrame]:
    """Estimate `goals` in Guildhall's terms, with the goals in a column `chapter`.

    An `exact` row is the chance that hall, action area and new hand together hold the whole chapter.

    >>> import guildhall as gh
    >>> game = gh.position(halls=[{"Farmer": ["red", "blue", "green", "yellow"]}, {}], hands=[[], []])
    >>> chapters(game, seat=0, turns=1, n=250).filter(chapter="Farmer").select("method", "bot", "n").rows()
    [('roll-out', 'greedy', 250), ('exact', None, 0)]
    """
    asked: dict[str, Any] = {"bot": bot, "n": n, "seed": seed, "precision": precision}
    return _in_chapters(goals.watch(game, seat, turns, **asked, threads=threads, progress=progress))


def _in_chapters(frames: Generator[pl.DataFrame]) -> Generator[pl.DataFrame]:
    with closing(frames):
        for frame in frames:
            yield frame.rename({"goal": "chapter"})


@watchable
def win(
    game: Game,
    seat: int = 0,
    *,
    bot: Spec | None = None,
    n: int = 1000,
    seed: int = 0,
    precision: float | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Generator[pl.DataFrame]:
    """Estimate every seat's chance of winning from the view of `seat`, with one row per seat.

    A victory shared by several seats or a team counts as a win for each of the winners, so the chances may add up to
    more than 1, or to less if a game may end without winners. In a game that all win or lose together the last row,
    `team`, is for all of them.

    >>> import guildhall as gh
    >>> game = gh.new_game("guildhall", players=2, seed=1)
    >>> win(game, seat=0, n=250)["n"].to_list()
    [250, 250]
    >>> [frame["n"][0] for frame in win.watch(game, n=120)]
    [50, 100, 120]
    """
    question = ask(game, seat, turns=None, bot=bot, n=n, seed=seed, precision=precision)
    return frames_of(tallies(question, threads), _winners_of(question), n, progress)


def _goals_of(game: Game, seat: int, question: Question) -> Answer:
    """Return the function that builds the frame of `goals`. It computes the exact rows only once."""
    known = next_draw(game, seat) if game.rules.draw_chances is not None else {}
    exact = {name: _exact(name, float(chance)) for name, chance in known.items()}

    def answer(tally: Tally) -> pl.DataFrame:
        rows = []
        for name, hits in zip(question.rules.goals, tally.reached.tolist(), strict=True):
            rows.append(_estimated(name, hits, tally.played, question))
            rows += [exact[name]] if name in exact else []
        return _frame("goal", rows)

    return answer


def _winners_of(question: Question) -> Answer:
    def answer(tally: Tally) -> pl.DataFrame:
        by_seat = list(zip(question.seats, tally.wins.tolist(), strict=True))
        team = [(TEAM, by_seat[0][1])] if question.rules.together else []
        return _frame("player", [_estimated(name, hits, tally.played, question) for name, hits in by_seat + team])

    return answer


def _estimated(name: str, hits: int, played: int, question: Question) -> Row:
    low, high = wilson(hits, played)
    return name, hits / played, low, high, "roll-out", question.bot_name, played


def _exact(name: str, chance: float) -> Row:
    return name, chance, chance, chance, "exact", None, 0


def _frame(what: str, rows: list[Row]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema={what: pl.String, **COLUMNS}, orient="row")


# --- Each option at hand ---

OPTION_COLUMNS = {
    "option": pl.String,
    "p": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "behind": pl.Float64,  # the best option's chance minus this one's
    "behind_low": pl.Float64,
    "behind_high": pl.Float64,
    "method": pl.String,
    "bot": pl.String,
    "n": pl.Int64,
}


@dataclass(frozen=True)
class Weights:
    """The number of roll-outs in which two options both succeeded. The diagonal counts those of each option."""

    both: NDArray[np.int64]
    played: int

    def plus(self, succeeded: NDArray[np.int64]) -> Weights:
        """Return the counts with one more batch: a row for each option, a column for each roll-out."""
        return Weights(self.both + succeeded @ succeeded.T, self.played + succeeded.shape[1])

    def behind(self, option: int, best: int) -> tuple[float, float, float]:
        """Return how far an option is behind the best, with an interval from the roll-outs in which they differ."""
        if option == best:
            return 0.0, 0.0, 0.0
        lost = int(self.both[best, best] - self.both[best, option])
        won = int(self.both[option, option] - self.both[best, option])
        return paired(lost, won, self.played)


@watchable
def what_if(
    game: Game,
    *,
    turns: int | None = None,
    goal: str | None = None,
    bot: Spec | None = None,
    n: int = 1000,
    seed: int = 0,
    precision: float | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Generator[pl.DataFrame]:
    """Estimate the deciding seat's chance for each legal option, best first: to win, or to reach `goal` in `turns`.

    A shared victory counts as a win.

    All options get the same deals and the same coins, so their differences are sharper than their intervals suggest:
    `behind` is how far an option is behind the best one, with a paired 95 % interval. `precision` stops as soon as the
    interval of every option's chance is narrower than twice that, after at most `n` roll-outs. The option that is best
    by chance looks a little better than it is, so small differences with a wide interval mean nothing.
    `what_if.watch(…)` yields a frame after each batch in which all options have been rolled out.

    >>> import guildhall as gh
    >>> game = gh.position(halls=[{"Weaver": ["red"]}, {}], hands=[["blue Weaver"], []])
    >>> frame = what_if(game, n=250)
    >>> sorted(frame["option"].to_list()), frame["behind"][0]
    (['play blue Weaver', 'refresh'], 0.0)
    >>> [frame["n"][0] for frame in what_if.watch(game, n=200)]
    [50, 100, 200]
    """
    choice = _choice(game, turns, goal, bot, n, seed, precision)
    return frames_of(_weighed(choice, threads), choice.frame, n, progress)


@dataclass(frozen=True)
class Choice:
    """The options of a decision, a question for each, and the criterion of success. Later plies do not change it."""

    phrases: list[str]
    questions: list[Question]
    seat: int
    place: int | None  # index of the goal, None to win

    def succeeded(self, rolled: Rolled) -> NDArray[np.bool_]:
        """Return a mask of the roll-outs in which the seat succeeded."""
        if self.place is not None:
            return rolled.goals[:, self.place]
        return (rolled.winners >> self.seat & 1).astype(bool)

    def frame(self, weights: Weights) -> pl.DataFrame:
        """Return the options with their chances, best first."""
        hits, played = weights.both.diagonal().tolist(), weights.played
        best, bot = hits.index(max(hits)), self.questions[0].bot_name
        rows = [
            (phrase, won / played, *wilson(won, played), *weights.behind(place, best), "roll-out", bot, played)
            for place, (phrase, won) in enumerate(zip(self.phrases, hits, strict=True))
        ]
        return pl.DataFrame(rows, schema=OPTION_COLUMNS, orient="row").sort("p", descending=True, maintain_order=True)


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
        raise GameOver("the game is over, so there are no options to compare")
    seat = game.decision.seat
    asked: dict[str, Any] = {"turns": turns, "bot": bot, "n": n, "seed": seed, "precision": precision}
    questions = [ask(game, seat, option=option.id, **asked) for option in game.options]
    place = None if goal is None else _place(goal, turns, questions[0].rules)
    return Choice([option.phrase for option in game.options], questions, seat, place)


def _place(goal: str, turns: int | None, rules: Rules) -> int:
    word = rules.goal_word
    if turns is None:
        raise BadOdds(f"give the number of turns in which to complete the {word}, such as turns=3")
    if goal not in rules.goals:
        raise BadOdds(f"unknown {word} {short(goal)}; the {word}s are {', '.join(rules.goals)}")
    return rules.goals.index(goal)


def _weighed(choice: Choice, threads: int | None) -> Generator[Weights]:
    """Yield the counts each time all options have been rolled out equally often."""
    options = len(choice.questions)
    weights = Weights(np.zeros((options, options), np.int64), 0)
    tasks = ((question, batch) for batch in batches(choice.questions[0].n) for question in choice.questions)
    with closing(in_order(lambda task: roll(*task), tasks, threads)) as rolled:
        while batch := list(islice(rolled, options)):
            weights = weights.plus(np.array([choice.succeeded(each) for each in batch], np.int64))
            yield weights
            if are_narrow(weights.both.diagonal(), weights.played, choice.questions[0].precision):
                return
