"""The chance to win along a whole game, ply by ply: what an evaluation strip shows."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import NamedTuple

from guildhall.core.errors import BadOdds, short
from guildhall.core.game import Game
from guildhall.core.intervals import wilson
from guildhall.core.rules import Spec
from guildhall.core.typed import number_within
from guildhall.records.record import Record
from guildhall.records.study import LinePath

from .rollouts import ask, last_of, tallies

__all__ = ["Point", "along", "game_along"]


class Point(NamedTuple):
    """The chance to win after so many plies, with its 95 % interval; where the game is over it is known."""

    ply: int
    p: float
    low: float
    high: float


def along(
    record: Record | Game,
    seat: int = 0,
    *,
    plies: Iterable[int] | None = None,
    line: LinePath = (),
    bot: Spec | None = None,
    n: int = 200,
    seed: int = 0,
) -> Generator[Point]:
    """The chance of a seat to win at every ply, as the seat may see it then, each point as soon as it is known.

    `plies` are those wanted, in the order in which they are wanted: a coarse grid first, if the rest can wait.
    `line` is the path of a variation.
    A victory that the seat shares, or that its team wins, counts as won.
    All plies get the same seeds, so that neighbours differ less by chance than their intervals tell.
    The work is done on the caller's thread, one ply at a time; to cancel, stop asking for the next point.

    >>> import guildhall as gh
    >>> game = gh.new_game("guildhall", players=2, seed=1)
    >>> _ = game.run("greedy")
    >>> points = list(along(game.record, plies=[0, game.ply], n=100))
    >>> [point.ply for point in points] == [0, game.ply], points[-1].p == float(0 in game.outcome.winners)
    (True, True)
    """
    game = game_along(record, line)
    last = game.ply
    if plies is not None and not isinstance(plies, Iterable):
        raise BadOdds(f"plies must be a list of numbers, not {short(plies)}")
    wanted = range(last + 1) if plies is None else tuple(plies)
    for ply in wanted:
        if number_within(ply, 0, last) is None:
            raise BadOdds(f"there is no ply {short(ply)}; the line has plies 0 to {last}")
    ask(game, seat, turns=None, bot=bot, n=n, seed=seed)  # refuses at the call what has no answer
    return (_point(game, seat, ply, bot=bot, n=n, seed=seed) for ply in wanted)


def game_along(record: Record | Game, line: LinePath) -> Game:
    """A game to go through without changing the one that was given: a record's at the end of a line, or a branch."""
    if isinstance(record, Record):
        return record.game(line=line)
    if not isinstance(record, Game):
        raise BadOdds(f"expected a record or a game, got {short(record)}")
    if line:
        raise BadOdds("a game has no variations; give its record")
    return record.branch()


def _point(game: Game, seat: int, ply: int, *, bot: Spec | None, n: int, seed: int) -> Point:
    if ply < game.ply:
        game.undo(game.ply - ply)
    else:
        game.redo(ply - game.ply)
    if game.over:
        won = float(seat in game.outcome.winners)
        return Point(ply, won, won, won)
    question = ask(game, seat, turns=None, bot=bot, n=n, seed=seed)
    tally = last_of(tallies(question, 1), n, None)
    wins = int(tally.wins[seat])
    return Point(ply, wins / tally.played, *wilson(wins, tally.played))
