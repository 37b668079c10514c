"""Live odds: what a seat may hope for from here, estimated by roll-outs, with exact odds beside them.

A roll-out deals what the seat cannot see anew, lets a named bot play on for everybody, and looks what became of it.
The bot matters more than the number of roll-outs, so every row names it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from typing import TypeAlias

import polars as pl

from guildhall.core.game import Game
from guildhall.core.intervals import wilson

from .pools import read_number
from .rolling import Bot, Progress, Question, Tally, ask, last_of, tallies
from .seats import next_draw

__all__ = ["chapters", "watch", "win"]

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


def chapters(
    game: Game,
    seat: int = 0,
    turns: int = 3,
    *,
    bot: Bot = "greedy",
    n: int = 2000,
    seed: int = 0,
    precision: float | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> pl.DataFrame:
    """The chance that a seat completes each chapter within its next `turns` own turns, the present one counted.

    These rows have the method `roll-out`.
    Where the seat may draw right now, each chapter has a second row with the method `exact`: the chance that hall,
    action area and new hand together hold the whole chapter after the refresh (or mulligan) that is best for it.
    That is another question, answered without any bot; `next_draw` says when it can be asked.

    `precision` stops as soon as every 95 % interval is narrower than twice that, `n` roll-outs at the most.
    Ctrl-C gives what is known so far; `watch` gives every estimate on the way.

    >>> import guildhall as gh
    >>> game = gh.position(halls=[{"Farmer": ["red", "blue", "green", "yellow"]}, {}], hands=[[], []])
    >>> frame = chapters(game, seat=0, turns=1, n=250).filter(chapter="Farmer")
    >>> frame.select("method", "bot", "n").rows()
    [('roll-out', 'greedy', 250), ('exact', None, 0)]
    >>> frame.columns
    ['chapter', 'p', 'low', 'high', 'method', 'bot', 'n']
    """
    question = ask(game, seat, turns=read_number("turns", turns, least=1), bot=bot, n=n, seed=seed, precision=precision)
    return _chapters_of(game, seat, question)(last_of(tallies(question, threads), n, progress))


def win(
    game: Game,
    seat: int = 0,
    *,
    bot: Bot = "greedy",
    n: int = 1000,
    seed: int = 0,
    precision: float | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> pl.DataFrame:
    """The chance of every seat to win, as `seat` may see it: one row a seat.

    >>> import guildhall as gh
    >>> win(gh.new_game("guildhall", players=2, seed=1), seat=0, n=250)["n"].to_list()
    [250, 250]
    """
    question = ask(game, seat, turns=None, bot=bot, n=n, seed=seed, precision=precision)
    return _winners_of(question)(last_of(tallies(question, threads), n, progress))


def watch(
    game: Game,
    seat: int = 0,
    turns: int | None = 3,
    *,
    bot: Bot = "greedy",
    n: int = 10_000,
    seed: int = 0,
    precision: float | None = None,
    threads: int | None = None,
) -> Generator[pl.DataFrame]:
    """The frames of `chapters`, or of `win` if `turns` is None, one after each batch of roll-outs, ever sharper.

    The first comes after fifty roll-outs, in a few hundredths of a second; the last is what `chapters` or `win`
    answers with the same `n` and `seed`.
    To cancel, stop asking for the next frame (`close()` the iterator, or leave the loop).

    >>> import guildhall as gh
    >>> game = gh.new_game("guildhall", players=2, seed=1)
    >>> [frame["n"][0] for frame in watch(game, n=1000)]
    [50, 100, 200, 400, 800, 1000]
    """
    question = ask(game, seat, turns=turns, bot=bot, n=n, seed=seed, precision=precision)
    answer = _winners_of(question) if turns is None else _chapters_of(game, seat, question)
    return _frames(answer, tallies(question, threads))


def _frames(answer: Answer, counted: Generator[Tally]) -> Generator[pl.DataFrame]:
    """A frame for each tally; whoever closes it stops the counting too."""
    with closing(counted):
        yield from map(answer, counted)


def _chapters_of(game: Game, seat: int, question: Question) -> Answer:
    """What makes the frame of `chapters`; what is exact is the same whatever has been counted, so it is found once."""
    known = next_draw(game, seat) if hasattr(game.rules, "chances") else {}
    exact = {chapter: _exact(chapter, float(chance)) for chapter, chance in known.items()}

    def answer(tally: Tally) -> pl.DataFrame:
        rows = []
        for chapter, hits in zip(question.rules.goals, tally.completed.tolist(), strict=True):
            rows.append(_estimated(chapter, hits, tally.played, question))
            rows += [exact[chapter]] if chapter in exact else []
        return _frame("chapter", rows)

    return answer


def _winners_of(question: Question) -> Answer:
    """What makes the frame of `win`."""

    def answer(tally: Tally) -> pl.DataFrame:
        by_seat = zip(question.rules.seats, tally.wins.tolist(), strict=True)
        return _frame("player", [_estimated(name, hits, tally.played, question) for name, hits in by_seat])

    return answer


def _estimated(name: str, hits: int, played: int, question: Question) -> Row:
    low, high = wilson(hits, played)
    return name, hits / played, low, high, "roll-out", question.bot_name, played


def _exact(name: str, chance: float) -> Row:
    return name, chance, chance, chance, "exact", None, 0


def _frame(what: str, rows: list[Row]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema={what: pl.String, **COLUMNS}, orient="row")
