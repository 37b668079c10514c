"""Searching bots: their levels, the scratch buffers of a race, and time limits."""

from __future__ import annotations

import time
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, cast

import numpy as np
from numpy.typing import NDArray

from guildhall.core.errors import BadSetup
from guildhall.core.rules import Rules, Spec, State

from .log import empty_log
from .stop import call
from .templates.bots import MOST_RUNNERS
from .weights import BOT_LINES, LEVELS, ROLLOUTS, SEARCH, SECONDS, SearchWeight, preset_of

if TYPE_CHECKING:
    from .rules import CompiledRules

__all__ = ["SearchingRules", "pondered", "scratch_for"]

Rows = NDArray[np.float64]
Coins = NDArray[np.uint64]

FIRST = 100  # roll-outs that measure how many a bot with a time limit can afford
_RECORDS = 4  # a blank one, the view, a world, and a copy of the world to play on


def _search(weights: Rows) -> Rows:
    """Return the search weights, which come last."""
    return weights[..., weights.shape[-1] - SEARCH :]


def scratch_for(rules: CompiledRules, rows: Rows) -> tuple[NDArray[Any], ...]:
    """Make scratch buffers for the races of these bots. None of them may have a time limit."""
    if _search(rows)[:, SECONDS].any():
        raise BadSetup(
            "a bot with a time limit cannot play games in bulk, which must be reproducible; set rollouts instead"
        )
    return _scratch(rules, rows)


def _scratch(rules: CompiledRules, rows: Rows) -> tuple[NDArray[Any], ...]:
    engine = rules.engine
    records = np.zeros(_RECORDS, engine.state)
    records[0] = rules.blank[0]
    most = int(_search(rows)[:, ROLLOUTS].max())
    columns = max(engine.most_options, most // 2) if most else 1  # only two options race over most deals
    return (
        records,
        np.zeros(engine.most_hidden, np.int64),
        engine.empty_options(),
        empty_log(),
        np.zeros((engine.seats, rows.shape[1])),
        np.zeros(engine.seats, np.uint64),
        np.zeros((2 * MOST_RUNNERS + 1, columns)),
    )


class SearchingRules(Rules):
    """Compiled rules with everything that searching bots need."""

    search: ClassVar[Mapping[str, float]] = MappingProxyType({"margin": 3.0})
    """The default search weights of this game's bots."""
    searcher: ClassVar[str] = ""
    """The bot that plays the roll-outs of a search; by default the usual one."""
    own_bot_lines: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """A line about each bot that only this game has."""
    rollouts: ClassVar[int] = 1000
    """The roll-outs that the strongest level spends on a decision."""

    @property
    def levels(self) -> Mapping[str, Mapping[str, float]]:
        """Opponents for people, from the weakest to the strongest, all based on one bot."""
        first = {**self.bots[self.searcher or self.usual_bot], **self.search}
        return {
            name: {**first, "mistakes": level.mistakes, "rollouts": level.effort * self.rollouts}
            for name, level in LEVELS.items()
        }

    @property
    def bot_lines(self) -> Mapping[str, str]:
        """A line about each bot and level, from the weakest to the strongest."""
        own = {name: self.own_bot_lines.get(name, "") for name in self.bots if name not in BOT_LINES}
        names = ("random", "beginner", "easy", "greedy", *own, "medium", "strong")
        lines = {**BOT_LINES, **own}
        return {name: lines[name] for name in names if name in self.bots or name in self.levels}

    def named_weights(self, bot: Spec) -> Mapping[str, float]:
        """Return the named weights of a bot, given as weights or as the name of a bot or level."""
        return preset_of(bot, {**self.bots, **self.levels})

    def searches(self, weights: Rows) -> bool:
        """True if a bot tries its options out before choosing, which takes much longer.

        >>> from guildhall.core.rules import rebuild
        >>> rules = rebuild("guildhall", {})
        >>> rules.searches(rules.weights("strong")), rules.searches(rules.weights("greedy"))
        (True, False)
        """
        return bool(_search(weights)[ROLLOUTS] >= 1 or _search(weights)[SECONDS] > 0)

    def overtaking(self, state: State, weights: Rows, option: int, *, rollouts: int, coin: Coins) -> int:
        """Return an option that wins more of `rollouts` roll-outs for the deciding seat than `option`, or `option`."""
        rules = cast("CompiledRules", self)
        row = _with(weights, rollouts, HORIZON=0, MARGIN=0)
        return _called(rules, rules.engine.bots.race_at, state, row, coin, option)


def pondered(rules: CompiledRules, state: State, weights: Rows, coin: Coins) -> int:
    """Return the option that a searching bot chooses for the deciding seat.

    A bot with a time limit first runs a short race to measure how long a roll-out takes.
    """
    ponder_at, seconds = rules.engine.bots.ponder_at, float(_search(weights)[SECONDS])
    if seconds <= 0:
        return _called(rules, ponder_at, state, weights, coin)
    begin = time.perf_counter()
    option = _called(rules, ponder_at, state, _with(weights, FIRST), coin)
    more = int(FIRST * (seconds / (time.perf_counter() - begin) - 1))
    return option if more < FIRST else _called(rules, ponder_at, state, _with(weights, more), coin)


def _called(rules: CompiledRules, entry_point: Any, state: State, weights: Rows, coin: Coins, *own: int) -> int:
    engine = rules.engine
    rows = np.tile(weights, (engine.seats, 1))
    opts, coins = engine.empty_options(), np.tile(coin, engine.seats)
    return int(call(entry_point, state, 0, rules.compiled, rows, *own, opts, coins, _scratch(rules, rows)))


def _with(weights: Rows, rollouts: int, **others: float) -> Rows:
    """Return the same bot with this number of roll-outs, no time limit, and other search weights replaced."""
    row = weights.copy()
    for name, value in {**others, "ROLLOUTS": rollouts, "SECONDS": 0}.items():
        _search(row)[SearchWeight[name]] = value
    return row
