"""Live odds: what a seat may hope for from here, estimated by roll-outs, with exact odds beside them.

A roll-out deals what the seat cannot see anew, lets a named bot play on for everybody, and looks what became of it.
The bot matters more than the number of roll-outs, so every row names it; unless told, it is the game's usual one.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from typing import TypeAlias

import polars as pl

from guildhall.core.game import Game
from guildhall.core.intervals import wilson
from guildhall.core.rules import Spec

from .from_seat import next_draw
from .pools import read_number
from .rollouts import TEAM, Progress, Question, Tally, ask, last_of, tallies

__all__ = ["goals", "watch_goals", "watch_win", "win"]

Row: TypeAlias = tuple[str, float, float, float, str, str | None, int]
Answer: TypeAlias = Callable[[Tally], pl.DataFrame]

COLUMNS = {
    "p": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "method": pl.String,  # "roll-out" or "exact"
    "bot": pl.String,  # null where nobody plays on
    "n": pl.Int64,  # roll-outs, 0 where none were needed
}


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
) -> pl.DataFrame:
    """The chance that a seat reaches each goal of the game within its next `turns` own turns, the present one counted.

    The goals are the game's: chapters in Guildhall, adventures in Advyria.
    These rows have the method `roll-out`.
    Where goals are completed by drawing cards and the seat may draw right now, each has a second row with the method
    `exact`: the chance to have all of it after the refresh (or mulligan) that is best for it.
    That is another question, answered without any bot; `next_draw` says when it can be asked.

    `precision` stops as soon as every 95 % interval is narrower than twice that, `n` roll-outs at the most.
    Ctrl-C gives what is known so far; `watch_goals` gives every estimate on the way.

    >>> import guildhall as gh
    >>> game = gh.position(halls=[{"Farmer": ["red", "blue", "green", "yellow"]}, {}], hands=[[], []])
    >>> frame = goals(game, seat=0, turns=1, n=250).filter(goal="Farmer")
    >>> frame.select("method", "bot", "n").rows()
    [('roll-out', 'greedy', 250), ('exact', None, 0)]
    >>> frame.columns
    ['goal', 'p', 'low', 'high', 'method', 'bot', 'n']
    """
    question = ask(game, seat, turns=read_number("turns", turns, least=1), bot=bot, n=n, seed=seed, precision=precision)
    return _goals_of(game, seat, question)(last_of(tallies(question, threads), n, progress))


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
) -> pl.DataFrame:
    """The chance of every seat to win, as `seat` may see it: one row per seat.

    A victory that is shared, or a team's, counts as a win for each of the winners, so that the chances of all seats
    may add up to more than 1; where a game may end without winners, to less.
    In a game that all win or lose together a last row, `team`, tells it of all of them.

    >>> import guildhall as gh
    >>> win(gh.new_game("guildhall", players=2, seed=1), seat=0, n=250)["n"].to_list()
    [250, 250]
    """
    question = ask(game, seat, turns=None, bot=bot, n=n, seed=seed, precision=precision)
    return _winners_of(question)(last_of(tallies(question, threads), n, progress))


def watch_goals(
    game: Game,
    seat: int = 0,
    turns: int = 3,
    *,
    bot: Spec | None = None,
    n: int = 10_000,
    seed: int = 0,
    precision: float | None = None,
    threads: int | None = None,
) -> Generator[pl.DataFrame]:
    """The frames of `goals`, one after each batch of roll-outs, ever sharper.

    The first comes after fifty roll-outs, in a few hundredths of a second; the last is what `goals` returns with the
    same `n` and `seed`.
    To cancel, stop asking for the next frame (`close()` the iterator, or leave the loop).

    >>> import guildhall as gh
    >>> game = gh.new_game("advyria", players=2, seed=1)
    >>> [(frame["goal"][0], frame["n"][0]) for frame in watch_goals(game, n=100)]
    [('Sunken Bell', 50), ('Sunken Bell', 100)]
    """
    question = ask(game, seat, turns=read_number("turns", turns, least=1), bot=bot, n=n, seed=seed, precision=precision)
    return _frames(_goals_of(game, seat, question), tallies(question, threads))


def watch_win(
    game: Game,
    seat: int = 0,
    *,
    bot: Spec | None = None,
    n: int = 10_000,
    seed: int = 0,
    precision: float | None = None,
    threads: int | None = None,
) -> Generator[pl.DataFrame]:
    """The frames of `win`, one after each batch of roll-outs, ever sharper, as in `watch_goals`.

    >>> import guildhall as gh
    >>> game = gh.new_game("guildhall", players=2, seed=1)
    >>> [frame["n"][0] for frame in watch_win(game, n=120)]
    [50, 100, 120]
    """
    question = ask(game, seat, turns=None, bot=bot, n=n, seed=seed, precision=precision)
    return _frames(_winners_of(question), tallies(question, threads))


def _frames(answer: Answer, counted: Generator[Tally]) -> Generator[pl.DataFrame]:
    """A frame for each tally; whoever closes it stops the counting too."""
    with closing(counted):
        yield from map(answer, counted)


def _goals_of(game: Game, seat: int, question: Question) -> Answer:
    """What makes the frame of `goals`; what is exact is the same whatever has been counted, so it is found once."""
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
    """What makes the frame of `win`."""

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
