"""Guildhall's names: its goals are chapters, and these are the questions about goals asked of chapters."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import closing
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from guildhall.core.game import Game

from .draws import chance_of
from .from_seat import goal_by_draws, goal_refresh, named_goal
from .goal import Goal, Missing, Wanted, read_any_of
from .keeping import Keeps
from .pools import Pool

if TYPE_CHECKING:
    import polars as pl

__all__ = ["any_chapter", "chapter_by_draws", "chapter_goal", "chapter_refresh", "chapters", "watch"]


def any_chapter(
    pool: Pool,
    chapters: Mapping[str, Missing],
    k: int | Mapping[str, int],
    draws: int,
    *,
    wild: Mapping[str, Wanted] | None = None,
) -> Fraction:
    """The chance that some chapter gets `k` different of its cards: `any_goal`.

    >>> chapters = {"Weaver": ["red Weaver", "blue Weaver"], "Farmer": ["red Farmer", "blue Farmer"]}
    >>> any_chapter({card: 2 for cards in chapters.values() for card in cards}, chapters, 2, 2)
    Fraction(2, 7)
    """
    return chance_of(pool, read_any_of(chapters, k, wild, word="chapter"), draws)


def chapter_goal(game: Game, chapter: str, seat: int = 0, *, hand: bool = True) -> Goal:
    """The goal to have all that a seat's chapter lacks, Masters counted: `named_goal`.

    Cards in the seat's action area count as there already, since they enter the hall when the turn ends.
    """
    return named_goal(game, chapter, seat, hand=hand)


def chapter_by_draws(game: Game, chapter: str, draws: int, seat: int = 0, *, hand: bool = True) -> Fraction:
    """The chance that the next cards off the deck bring all that a seat's chapter lacks: `goal_by_draws`."""
    return goal_by_draws(game, chapter, draws, seat, hand=hand)


def chapter_refresh(game: Game, chapter: str, seat: int = 0, *, size: int = 6) -> Keeps:
    """The chance that hall and new hand together complete a chapter, by what is kept: `goal_refresh`."""
    return goal_refresh(game, chapter, seat, size=size)


def chapters(game: Game, seat: int = 0, turns: int = 3, **options: Any) -> pl.DataFrame:
    """The frame of `goals`, with the same options, in which the column of goals is called `chapter`.

    An `exact` row is the chance that hall, action area and new hand together hold the whole chapter.

    >>> import guildhall as gh
    >>> game = gh.position(halls=[{"Farmer": ["red", "blue", "green", "yellow"]}, {}], hands=[[], []])
    >>> chapters(game, seat=0, turns=1, n=250).filter(chapter="Farmer").select("method", "bot", "n").rows()
    [('roll-out', 'greedy', 250), ('exact', None, 0)]
    """
    from .live import goals

    return _in_chapters(goals(game, seat, turns, **options))


def watch(game: Game, seat: int = 0, turns: int | None = 3, **options: Any) -> Generator[pl.DataFrame]:
    """The frames of `chapters`, or of `win` if `turns` is None, ever sharper: `watch_goals` and `watch_win`.

    >>> import guildhall as gh
    >>> game = gh.new_game("guildhall", players=2, seed=1)
    >>> [frame["n"][0] for frame in watch(game, n=1000)]
    [50, 100, 200, 400, 800, 1000]
    """
    from .live import watch_goals, watch_win

    if turns is None:
        return watch_win(game, seat, **options)
    return _each_in_chapters(watch_goals(game, seat, turns, **options))


def _each_in_chapters(frames: Generator[pl.DataFrame]) -> Generator[pl.DataFrame]:
    """The same frames; whoever closes it stops the counting too."""
    with closing(frames):
        yield from map(_in_chapters, frames)


def _in_chapters(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.rename({"goal": "chapter"})
