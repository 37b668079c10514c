"""Game reviews: the chance of winning ply by ply, and a report that separates errors from luck.

Each decision is judged from its seat's knowledge at the time. First the options race against the one played. Then the
winner and the option played get new deals, the same for both, which played no part in the race. So the difference is
not biased towards what looked best, and its interval can be trusted.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from guildhall.bots import bot_names
from guildhall.core.chances import wilson
from guildhall.core.errors import BadOdds, short
from guildhall.core.game import Game
from guildhall.core.rules import Rules, Spec, State, turn_of
from guildhall.core.typed import number_within
from guildhall.kernel.chance import generator, series
from guildhall.records.record import Record
from guildhall.records.study import LinePath
from guildhall.records.verify import speak

from .live import Weights
from .reading import read_number
from .rollouts import Progress, ask, in_order, tallies, watchable

__all__ = ["MARKED", "Point", "accept", "along", "review"]

# --- The chance to win along a game ---


class Point(NamedTuple):
    """The chance of winning after `ply` plies, with its 95 % interval. It is certain once the game is over."""

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
    """Yield the chance of a seat to win at every ply, from its view at that ply.

    `plies` are the plies to estimate, in this order, such as a coarse grid first. `line` is the path of a variation. A
    victory shared by the seat, or won by its team, counts as a win. All plies get the same seeds, so neighbours differ
    less by chance than their intervals suggest.
    The work is done on the caller's thread, one ply at a time. To cancel, stop iterating.

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
            raise BadOdds(f"unknown ply {short(ply)}; the line has plies 0 to {last}")
    ask(game, seat, turns=None, bot=bot, n=n, seed=seed)  # check the arguments at the call
    return (_point(game, seat, ply, bot=bot, n=n, seed=seed) for ply in wanted)


def game_along(record: Record | Game, line: LinePath) -> Game:
    """Return a copy to step through: a record's game at the end of a line, or a branch of a game."""
    if isinstance(record, Record):
        return record.game(line=line)
    if not isinstance(record, Game):
        raise BadOdds(f"expected a record or a game, got {short(record)}")
    if line:
        raise BadOdds("a game has no variations; pass its record")
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
    *_, tally = tallies(question, 1)
    wins = int(tally.wins[seat])
    return Point(ply, wins / tally.played, *wilson(wins, tally.played))


# --- Reviews ---

#: The marks for a decision surely behind the best option, and the minimum difference for each.
MARKED = {"??": 0.2, "?": 0.1, "?!": 0.05}

COLUMNS = {
    "ply": pl.Int64,  # the ply played, from 1
    "seat": pl.Int64,
    "played": pl.String,
    "best": pl.String,
    "before": pl.Float64,  # the chance of winning if the bot had played on from here
    "p": pl.Float64,  # after the option played
    "best_p": pl.Float64,  # after the best option
    "behind": pl.Float64,
    "behind_low": pl.Float64,
    "behind_high": pl.Float64,
    "bot": pl.String,
    "n": pl.Int64,  # roll-outs for each of the three
    "is_sure": pl.Boolean,  # True if the interval excludes 0
    "mark": pl.String,
    "swing": pl.Float64,  # the change of the chance until the seat's next decision or the end
    "choice": pl.Float64,  # the part of it gained or lost by not playing like the bot
    "luck": pl.Float64,  # the rest: the deal, and the play of others
    "luck_low": pl.Float64,
    "luck_high": pl.Float64,
}

Range = tuple[float, float, float]
"""A chance with its bounds: low, middle, high."""


class Decided(NamedTuple):
    """A decision of the game: the plies before it, its state, its seat, and the option played."""

    ply: int
    state: State
    seat: int
    option: int


class Judged(NamedTuple):
    """The judgement of one decision, with the fields of the columns."""

    ply: int
    seat: int
    played: str
    best: str
    before: float
    p: float
    best_p: float
    behind: float
    behind_low: float
    behind_high: float
    bot: str
    n: int

    @property
    def is_sure(self) -> bool:
        """True if another option was surely better."""
        return self.behind_low > 0

    @property
    def mark(self) -> str:
        """The proposed mark, or "" if the difference is not sure."""
        reached = (mark for mark, least in MARKED.items() if self.behind >= least)
        return next(reached, "") if self.is_sure else ""


@watchable
def review(
    record: Record | Game,
    seat: int | None = None,
    *,
    line: LinePath = (),
    bot: Spec | None = None,
    n: int = 2000,
    seconds: float | None = None,
    done: pl.DataFrame | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = None,
) -> Generator[pl.DataFrame]:
    """Judge every decision of a game, or of one seat: the option played, the best option, and the part of luck.

    About `n` roll-outs are spent on a decision, half of them to find the best option. `behind` is how far the option
    played is behind it, with a paired 95 % interval. The difference is sure only if the interval excludes 0, and only
    then is there a mark: `?!` from 0.05 on, `?` from 0.1, `??` from 0.2.
    `swing` is the change of the chance `before` until the seat decides again, or until the end. It is the sum of
    `choice`, which the seat gained or lost by not playing like the bot, and `luck`, everything that came after: the
    deal, and the play of others. Good and bad luck even out if the others play like the bot.

    After `seconds`, or Ctrl-C, the frame has the results so far. Pass it as `done` to continue. `review.watch(…)`
    yields one frame before the first decision is judged and one after each.

    >>> import guildhall as gh
    >>> game = gh.new_game("guildhall", players=2, seed=1)
    >>> _ = game.run("greedy")
    >>> frame = review(game, seat=0, n=40, seconds=0.5)
    >>> whole = review(game, seat=0, n=40, done=frame)
    >>> won = whole["before"][0] + whole["choice"].sum() + whole["luck"].sum()
    >>> round(won, 6) == float(0 in game.outcome.winners)
    True
    >>> game = gh.position(halls=[{"Weaver": ["red"]}, {}], hands=[["blue Weaver"], []])
    >>> _ = game.play("play blue Weaver")
    >>> [frame.height for frame in review.watch(game, n=40)]
    [0, 1]
    """
    game = game_along(record, line)
    seats = range(len(game.rules.seats)) if seat is None else (seat,)
    read_number("n", n, least=10)
    asked = ask(game, seats[0], turns=None, bot=bot, n=n, seed=seed)
    if seconds is not None and not (isinstance(seconds, int | float) and seconds > 0):
        raise BadOdds(f"seconds must be a positive number, not {short(seconds)}")
    decisions = [each for each in _decisions(game) if each.seat in seats]
    judge = Judge(game.rules, asked.weights, asked.bot_name, n, seed)
    found = {} if done is None else _read(done, decisions, judge)
    return _judging(game, decisions, judge, found, seconds, threads, progress)


def accept(record: Record, found: pl.DataFrame, *, plies: Iterable[int] | None = None) -> int:
    """Write the marks of a review of the main line into a record, with reasons and better lines as variations.

    A better line begins with the best option. From there the bot of the review plays on to the end of the turn, with
    the knowledge of each deciding seat. For a bot without a name only the option is added.
    `plies` are those whose marks are accepted (default: all). A ply that has a mark already keeps it. Returns the
    number of marks written.
    """
    wanted = None if plies is None else set(plies)
    written = 0
    for row in found.filter(pl.col("mark") != "").iter_rows(named=True):
        ply = row["ply"]
        if (wanted is None or ply in wanted) and not record.notes_at(ply).mark:
            for do, arguments in noted(record, row):
                getattr(record, do)(**arguments)
            written += 1
    return written


def noted(record: Record, row: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the changes that write a mark into a record, as methods of its notes with their arguments."""
    ply = row["ply"]
    game = record.game(ply - 1)
    better = game.decision.option(row["best"])
    if better is None:
        raise BadOdds(f"the review belongs to another game: {short(row['best'])} is not an option before ply {ply}")
    turn = turn_of(game.rules, game.state)
    game.play(better)
    if row["bot"] in bot_names(game.rules):
        game.run(row["bot"], until=lambda game: turn_of(game.rules, game.state) != turn)
    moves = list(game.moves[ply - 1 :])
    phrases = speak(game.rules, game.line.state_at(ply - 1), moves)
    yield "annotate", {"ply": ply, "mark": row["mark"], "comment": reason(row)}
    yield "graft", {"ply": ply - 1, "moves": moves, "phrases": phrases, "title": "better"}


def reason(row: Mapping[str, Any]) -> str:
    """Return the reason for a mark in a sentence."""
    bounds = f"{row['behind_low']:.2f} to {row['behind_high']:.2f}"
    return f"{row['behind']:.2f} behind {row['best']} ({bounds}): {row['p']:.0%} rather than {row['best_p']:.0%}"


def largest_swings(found: pl.DataFrame, most: int = 5) -> list[dict[str, Any]]:
    """Return the rows with the largest swings, in the order of plies."""
    known = found.drop_nulls("swing").sort(pl.col("swing").abs(), "ply", descending=[True, False])
    return known.head(most).sort("ply").rows(named=True)


def parted(row: Mapping[str, Any]) -> str:
    """Return how a swing divides into choice and luck, the latter with its interval."""
    luck = f"luck {row['luck']:+.2f} ({row['luck_low']:+.2f} to {row['luck_high']:+.2f})"
    return f"{row['swing']:+.2f} = choice {row['choice']:+.2f}, {luck}"


# --- Judging ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Judge:
    """A judge of decisions, with a bot, a number of roll-outs and a seed."""

    rules: Rules
    weights: NDArray[np.float64]
    bot: str
    n: int
    seed: int

    def judged(self, decided: Decided) -> Judged:
        """Judge one decision: a race for the best option, then new deals for it and for the option played."""
        played, coin = decided.option, generator(self.seed, 1 + decided.seat)
        best = self.rules.overtaking(decided.state, self.weights, played, rollouts=self.n // 2, coin=coin)
        won = [self._won(decided, option) for option in ((played,) if best == played else (played, best))]
        weights = Weights(np.zeros((len(won), len(won)), np.int64), 0).plus(np.array(won))
        hits = [int(self._won(decided, None).sum()), *weights.both.diagonal().tolist()]
        if hits[-1] <= hits[1]:  # the race found nothing better
            best, behind = played, (0.0, 0.0, 0.0)
        else:
            behind = weights.behind(0, 1)
        before, p, best_p = (each / self.fresh for each in (hits[0], hits[1], max(hits[1:])))
        done, better = (self.rules.phrase(decided.state, option) for option in (played, best))
        return Judged(decided.ply + 1, decided.seat, done, better, before, p, best_p, *behind, self.bot, self.fresh)

    @property
    def fresh(self) -> int:
        """The number of roll-outs for each of the three chances."""
        return self.n // 6

    def _won(self, decided: Decided, option: int | None) -> NDArray[np.int64]:
        """Return the deals in which the seat won after an option, or with the bot playing on."""
        seen, seeds = self.rules.seen(decided.state, decided.seat), series(self.seed, 0, self.fresh)
        return self.rules.roll_out(seen, self.weights, seeds, option=option).winners >> decided.seat & 1


def _judging(
    game: Game,
    decisions: list[Decided],
    judge: Judge,
    found: dict[int, Judged],
    seconds: float | None,
    threads: int | None,
    progress: Progress,
) -> Generator[pl.DataFrame]:
    """Yield a frame with the earlier results, then one after each decision until the time is up."""

    def framed() -> Generator[pl.DataFrame]:
        yield _frame(game, decisions, found)
        if progress is not None:
            progress(len(found), len(decisions))

    begin, todo = time.monotonic(), [each for each in decisions if each.ply + 1 not in found]
    yield from framed()
    with closing(in_order(judge.judged, todo, threads)) as steps:
        for judged in steps:
            found[judged.ply] = judged
            yield from framed()
            if seconds is not None and time.monotonic() - begin > seconds:
                return


def _decisions(game: Game) -> Iterator[Decided]:
    """Yield all decisions of a game with more than one option."""
    for ply, move in enumerate(game.line.moves[: game.ply]):
        state = game.line.state_at(ply)
        if len(game.rules.options(state)) > 1:
            yield Decided(ply, state, game.rules.decider(state), move)


def _read(done: pl.DataFrame, decisions: list[Decided], judge: Judge) -> dict[int, Judged]:
    """Read the frame of an earlier review of the same game."""
    if not isinstance(done, pl.DataFrame) or dict(done.schema) != COLUMNS:
        raise BadOdds("done must be the frame of an earlier review")
    found = {row["ply"]: Judged(*(row[name] for name in Judged._fields)) for row in done.iter_rows(named=True)}
    there = {each.ply + 1: each for each in decisions}
    for ply, judged in found.items():
        if ply not in there or judge.rules.phrase(there[ply].state, there[ply].option) != judged.played:
            raise BadOdds(f"done belongs to another game or other seats: ply {ply} was not {short(judged.played)}")
        if (judged.bot, judged.n) != (judge.bot, judge.fresh):
            raise BadOdds(f"done comes from a review by {judged.bot} with n={6 * judged.n}; continue with the same")
    return found


# --- Swings ----------------------------------------------------------------------------------------------


def _frame(game: Game, decisions: list[Decided], found: Mapping[int, Judged]) -> pl.DataFrame:
    """Return all judgements so far in ply order, with the swings from one decision of a seat to its next."""
    after: dict[int, Range | None] = {}
    for seat in {each.seat for each in decisions}:
        plies = [each.ply + 1 for each in decisions if each.seat == seat]
        after |= {ply: _before(found.get(later)) for ply, later in pairwise(plies)}
        after[plies[-1]] = _ending(game, seat)
    known = [found[ply] for ply in sorted(found)]
    rows = [(*judged, judged.is_sure, judged.mark, *_swing(judged, after[judged.ply])) for judged in known]
    return pl.DataFrame(rows, schema=COLUMNS, orient="row")


def _before(judged: Judged | None) -> Range | None:
    return None if judged is None else _range(judged.before, judged.n)


def _range(p: float, n: int) -> Range:
    low, high = wilson(round(p * n), n)
    return low, p, high


def _ending(game: Game, seat: int) -> Range | None:
    won = float(seat in game.outcome.winners)
    return (won, won, won) if game.over else None


def _swing(judged: Judged, after: Range | None) -> tuple[float | None, ...]:
    """Return swing, choice and luck, the last with Newcombe's interval from those of both chances."""
    choice = judged.p - judged.before
    if after is None:
        return None, choice, None, None, None
    (low, p, high), (later_low, later, later_high) = _range(judged.p, judged.n), after
    luck = later - p
    bounds = luck - hypot(later - later_low, high - p), luck + hypot(later_high - later, p - low)
    return later - judged.before, choice, luck, *bounds
