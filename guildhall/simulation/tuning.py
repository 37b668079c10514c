"""`gh.bots.tune`: finds better weights by playing, and tests them on deals and sets not used for tuning.

Every round draws bots around the best guess so far and lets them play the same deals. The better half plays twice as
many more, the best of those move the guess, and the next round samples closer to it. The reported results come from
deals that were not used for any choice.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from statistics import median
from typing import Any, TypeAlias

import numpy as np
import polars as pl
from numpy.typing import NDArray

from guildhall.bots import rows
from guildhall.core.chances import paired, wilson
from guildhall.core.errors import BadSetup, short
from guildhall.core.rules import Rules, Spec
from guildhall.core.typed import number_within, read_seed
from guildhall.games import read_own_files, registration, rules_for
from guildhall.kernel.chance import series
from guildhall.kernel.stop import first_done, stop_here, under
from guildhall.kernel.weights import CommonWeight, SearchWeight, meanings_of, preset_of

from .run import Progress, Reporter

__all__ = ["Tuned", "tune"]

Weights: TypeAlias = dict[str, float]
Won: TypeAlias = NDArray[np.bool_]

STAGES = ((16, 1), (8, 2))  # bots that play, and multiples of the deals; each stage costs the same
ELITE = (0.4, 0.3, 0.2, 0.1)  # weights of a round's best bots in the next guess
STEP, LAST_STEP = 0.5, 0.1  # the spread of bots around the guess, in the first and in the last round
_DEALS = sum(times for _, times in STAGES)
_MOST = 10**9
_KEPT = {*meanings_of(CommonWeight), *meanings_of(SearchWeight)}  # they control how a bot chooses, not what it prefers

COLUMNS = {
    "set": pl.String,
    "tuned_on": pl.Boolean,
    "p": pl.Float64,  # the share of games won by the tuned bot, with its interval
    "low": pl.Float64,
    "high": pl.Float64,
    "p_before": pl.Float64,  # the share of the original bot in the same deals
    "gain": pl.Float64,  # the difference, with its paired interval
    "gain_low": pl.Float64,
    "gain_high": pl.Float64,
    "wins": pl.Int64,
    "only_tuned": pl.Int64,  # games won by only one of the two
    "only_before": pl.Int64,
    "n": pl.Int64,
}
ROUNDS = {"round": pl.Int64, "step": pl.Float64, "p": pl.Float64, "p_best": pl.Float64, "games": pl.Int64}


@dataclass(frozen=True)
class Tuned:
    """Weights found by playing.

    `weights` can be used as a bot anywhere. `frame` has a row for every set with the share of games they win, and the
    gain over the original bot. `rounds` shows how the search went: the share of games won by each round's first guess,
    and by the best bot around it, which was also lucky.
    """

    bot: Spec
    against: Spec | None
    weights: Weights
    frame: pl.DataFrame
    rounds: pl.DataFrame

    def __repr__(self) -> str:
        rivals = "" if self.against is None else f" against {_called(self.against)}"
        rounds = f"{self.rounds.height} round{'' if self.rounds.height == 1 else 's'}"
        games = f"{self.rounds['games'].sum():,} games in {rounds}"
        where = {on: self.frame.filter(tuned_on=on) for on in (True, False)}
        return (
            f"{_called(self.bot)} tuned{rivals}, {games}.\n"
            f"Where it was tuned: {_summary(where[True])}\nElsewhere: {_summary(where[False])}"
        )


def _called(bot: Spec) -> str:
    return bot if isinstance(bot, str) else "own weights"


def _summary(frame: pl.DataFrame) -> str:
    if frame.is_empty():
        return "nothing was measured."
    n, wins, more, less = (int(frame[name].sum()) for name in ("n", "wins", "only_tuned", "only_before"))
    (low, high), (gain, least, most) = wilson(wins, n), paired(more, less, n)
    verdict = "more than before" if least > 0 else "less than before" if most < 0 else "no clear difference from before"
    share = f"wins {wins / n:.3f} ({low:.3f} to {high:.3f}) of {n:,} games on {', '.join(frame['set'])}"
    return f"{share}; {verdict} ({gain:+.3f}, {least:+.3f} to {most:+.3f})."


# --- Where bots are tried ---


@dataclass(frozen=True)
class _Ground:
    """Settings on which bots are tried. A rival has the other seats, unless all players win together."""

    name: str
    rules: Rules
    rival: Spec | None
    tuned_on: bool

    @property
    def line_ups(self) -> int:
        """The number of games per deal: one with the bot on each seat."""
        return 1 if self.rival is None else len(self.rules.seats)

    def won(self, bot: Spec, seeds: NDArray[np.uint64]) -> Won:
        """Return the games that a bot wins, with the same deals on each seat."""
        return np.concatenate([self._won_on(seat, bot, seeds) for seat in range(self.line_ups)])

    def _won_on(self, seat: int, bot: Spec, seeds: NDArray[np.uint64]) -> Won:
        seated = [bot if self.rival is None else self.rival] * len(self.rules.seats)
        seated[seat] = bot
        winners = self.rules.play_games(seeds, rows(self.rules, seated))["winners"]
        won: Won = (winners >> seat & 1).astype(bool)
        return won

    def deals(self, games: int) -> int:
        """Return the number of deals for at least this many games."""
        return -(-games // self.line_ups)


def _grounds(
    game: str, sets: Any, held_out: Any, against: Spec | None, options: Mapping[str, Any]
) -> tuple[_Ground, ...]:
    """Return the grounds to tune on, by default the game's defaults, then those held out, by default all other sets."""
    learned = [_ground(game, each, against, options, tuned_on=True) for each in _listed("sets", sets, [{}])]
    used = {name for ground in learned for name in _cards(ground.rules)}
    rest = [name for name in registration(game).sets if name not in used]
    others = [_ground(game, each, against, options, tuned_on=False) for each in _listed("held_out", held_out, rest)]
    if not learned:
        raise BadSetup("tuning needs at least one set")
    return (*learned, *others)


def _listed(name: str, given: Any, usual: list[Any]) -> list[Any]:
    if given is None:
        return usual
    if isinstance(given, str | Mapping) or not isinstance(given, Iterable):
        raise BadSetup(f"{name} must be a list, not {short(given)}")
    return list(given)


def _cards(rules: Rules) -> list[str]:
    cards = rules.setup.get("cards", [])
    return [cards] if isinstance(cards, str) else list(map(str, cards))


def _ground(game: str, chosen: Any, against: Spec | None, options: Mapping[str, Any], *, tuned_on: bool) -> _Ground:
    """Return the ground of a set, given as a name, a list of names, or options by name."""
    more = dict(chosen) if isinstance(chosen, Mapping) else {"cards": chosen}
    rules = rules_for(game, read_own_files(game, {**options, **more}))
    named = [f"{name} {value}" for name, value in more.items() if name != "cards"]
    name = ", ".join(named if "cards" not in more and named else [*_cards(rules), *named]) or game
    if rules.together:
        if against is not None:
            raise BadSetup(f"{game} is won together, so the bot plays all seats and there are no opponents")
        return _Ground(name, rules, None, tuned_on)
    if len(rules.seats) < 2:
        raise BadSetup("tuning needs at least two players (players=2), since a single player has no opponents")
    rival = rules.usual_bot if against is None else against
    rules.weights(rival)  # raises an error that lists the bots
    return _Ground(name, rules, rival, tuned_on)


@dataclass(frozen=True)
class _Trials:
    """Bots playing on threads."""

    threads: int | None
    report: Callable[[int], None]

    def won(self, trials: Sequence[tuple[_Ground, Spec]], seed: int, first: int, deals: int) -> list[Won]:
        """Return the games that each bot won on its ground, in order. Ctrl-C stops them all."""
        stop, seeds = stop_here(), series(seed, first, deals)
        with ThreadPoolExecutor(self.threads or os.cpu_count() or 1) as pool:
            tried = [pool.submit(under, stop, ground.won, bot, seeds) for ground, bot in trials]
            running: set[Future[Won]] = set(tried)
            try:
                while running:
                    done = first_done(running)
                    running -= done
                    self.report(sum(len(future.result()) for future in done))
            except BaseException:
                stop.set()
                for future in running:
                    future.cancel()
                raise
        return [future.result() for future in tried]


# --- The search ---


@dataclass
class _Search:
    """The best guess so far, the spread of bots around it, and the results of the rounds."""

    grounds: Sequence[_Ground]
    guess: Weights
    scales: Weights
    seed: int
    rounds: int
    deals: int
    results: list[tuple[Any, ...]] = field(default_factory=list)

    @property
    def games(self) -> int:
        """The total number of games."""
        return self.rounds * self.deals * _per_deal(self.grounds)

    def run(self, trials: _Trials) -> None:
        """Search closer to the guess from round to round."""
        for number in range(self.rounds):
            self._round(number, STEP + (LAST_STEP - STEP) * number / max(1, self.rounds - 1), trials)

    def _round(self, number: int, step: float, trials: _Trials) -> None:
        """Move the guess to the best bots around it once all have played, so that half a round changes nothing."""
        coin, most = Random(f"{self.seed} {number}"), STAGES[0][0]
        bots = [self.guess, *(self._near(step, coin) for _ in range(most - 1))]
        order, shares, played = list(range(most)), np.zeros((len(STAGES), most)), 0
        dealt = number * self.deals * _DEALS
        for stage, (size, times) in enumerate(STAGES):
            order, deals = order[:size], times * self.deals
            pairs = [(bot, ground) for bot in order for ground in self.grounds]
            won = trials.won([(ground, bots[bot]) for bot, ground in pairs], self.seed, dealt, deals)
            for (bot, _), games in zip(pairs, won, strict=True):
                shares[stage, bot] += games.mean() / len(self.grounds)
                played += len(games)
            dealt += deals
            together = np.average(shares[: stage + 1], axis=0, weights=[times for _, times in STAGES[: stage + 1]])
            order.sort(key=lambda bot: -together[bot])  # stable: among equals the first, which is the guess
        best = [bots[bot] for bot in order[: len(ELITE)]]
        self.guess = self.guess | {name: _mean([bot[name] for bot in best]) for name in self.scales}
        self.results.append((number + 1, step, shares[0, 0], together[order[0]], played))

    def _near(self, step: float, coin: Random) -> Weights:
        drawn = {name: self.guess[name] + step * scale * coin.gauss() for name, scale in self.scales.items()}
        return self.guess | drawn


def _per_deal(grounds: Iterable[_Ground]) -> int:
    return sum(bots * times for bots, times in STAGES) * sum(ground.line_ups for ground in grounds)


def _mean(values: Iterable[float]) -> float:
    """Return the mean of a weight over the best bots, rounded to four digits so that reports show what played."""
    return float(f"{sum(part * value for part, value in zip(ELITE, values, strict=True)):.4g}")


def _start(bot: Spec, grounds: Iterable[_Ground], moved: Iterable[str]) -> Weights:
    """Return the named weights to begin with, with 0 for missing ones that may be moved."""
    named: dict[str, float] = {}
    for ground in grounds:
        rules = ground.rules
        named = {**dict.fromkeys(moved, 0.0), **preset_of(bot, {**rules.bots, **rules.levels})}
        rules.weights(named)  # raises an error that lists the weights
    return named


def _scales(weights: Weights, moved: Sequence[str]) -> Weights:
    """Return how far each weight is moved: by its size, or by the median of the others if it is 0.

    >>> _scales({"thinks": 1.0, "draw": -2.0, "win": 10.0, "hit": 0.0}, ["hit"])
    {'hit': 1.0}
    >>> _scales({"thinks": 1.0, "draw": -2.0, "win": 10.0, "hit": 0.0}, [])
    {'draw': 2.0, 'win': 10.0}
    """
    names = moved or [name for name, value in weights.items() if value and name not in _KEPT]
    if not names:
        raise BadSetup("this bot has no weights to tune; choose some of rules.meanings with weights=[…]")
    usual = median([abs(weights[name]) for name in names if weights[name]] or [1.0])
    return {name: abs(weights[name]) or usual for name in names}


# --- What came of it ---


def _measured(
    ground: _Ground, tuned: Weights, before: Weights, trials: _Trials, seed: int, games: int
) -> tuple[Any, ...]:
    """Return the row of a ground in the frame."""
    now, then = trials.won([(ground, tuned), (ground, before)], seed, 0, ground.deals(games))
    wins, more, less, n = int(now.sum()), int((now & ~then).sum()), int((then & ~now).sum()), len(now)
    shares = (wins / n, *wilson(wins, n), float(then.mean()), *paired(more, less, n))
    return (ground.name, ground.tuned_on, *shares, wins, more, less, n)


def _check_numbers(**numbers: int) -> None:
    for name, number in numbers.items():
        if number_within(number, 1, _MOST) is None:
            raise BadSetup(f"{name} must be a whole number of at least 1, not {short(number)}")


def tune(
    bot: Spec | None = None,
    *,
    game: str = "guildhall",
    sets: Sequence[Any] | None = None,
    held_out: Sequence[Any] | None = None,
    against: Spec | None = None,
    weights: Iterable[str] | None = None,
    games: int = 100_000,
    rounds: int = 20,
    check: int = 1000,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = None,
    **options: Any,
) -> Tuned:
    """Find weights with which a bot wins more often, and test them elsewhere.

    `bot` is the bot to begin with and `against` its opponent, both by default the game's usual bot. In a game that is
    won together the bot plays all seats. `sets` are sets of cards, or options by name, such as `[{"players": 3}]`, and
    all count equally. The sets in `held_out` are only used for testing afterwards (default: all other sets of the
    game). `weights` names the weights that may be moved (default: all that the bot has).
    About `games` games are played to find the weights, in `rounds` rounds, then `check` games on every set by the
    original and the tuned bot. The other options are those of `new_game`, with `threads` and `progress` as in
    `simulate`.
    The same call finds the same weights. Ctrl-C ends the search and tests its best weights, and a second one the tests.

    >>> found = tune("heuristic", sets=["old-world"], held_out=["fellowship"], games=200, rounds=2, check=20, seed=1)
    >>> found.frame.select("set", "tuned_on", "n").rows()
    [('old-world', True, 20), ('fellowship', False, 20)]
    """
    _check_numbers(games=games, rounds=rounds, check=check, threads=threads or 1)
    grounds = _grounds(game, sets, held_out, against, options)
    learned, moved = [ground for ground in grounds if ground.tuned_on], _listed("weights", weights, [])
    start = learned[0].rules.usual_bot if bot is None else bot
    before = _start(start, grounds, moved)
    to_find, to_check = (int(each) for each in series(read_seed(seed), 0, 2))
    deals = max(1, games // (rounds * _per_deal(learned)))
    search = _Search(learned, before, _scales(before, moved), to_find, rounds, deals)
    to_measure = sum(2 * ground.line_ups * ground.deals(check) for ground in grounds)
    measured = []
    with Reporter(progress, games=search.games + to_measure) as report:
        trials = _Trials(threads, report)
        with suppress(KeyboardInterrupt):
            search.run(trials)
        with suppress(KeyboardInterrupt):
            for ground in grounds:
                measured.append(_measured(ground, search.guess, before, trials, to_check, check))
    frames = (pl.DataFrame(measured, schema=COLUMNS, orient="row"), pl.DataFrame(search.results, ROUNDS, orient="row"))
    return Tuned(start, learned[0].rival, search.guess, *frames)
