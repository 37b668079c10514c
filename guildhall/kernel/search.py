"""Bots that search: the desk that a race is run on, and how long it may take."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from guildhall.core.errors import BadSetup
from guildhall.core.rules import State

from .log import empty_log
from .standing import MOST_RUNNERS
from .stop import call
from .weights import ROLLOUTS, SEARCH, SECONDS

if TYPE_CHECKING:
    from .shell import CompiledRules

__all__ = ["chosen", "desk_for", "overtaking", "searches"]

Rows = NDArray[np.float64]
Coins = NDArray[np.uint64]

FIRST = 100  # roll-outs that tell how many a bot with a limit of time may have
_RECORDS = 4  # a blank one, the view, a world, and a copy of it to play on


def searches(weights: Rows) -> bool:
    """Whether a bot tries its options out before it chooses.

    >>> from guildhall.core.rules import rebuild
    >>> rules = rebuild("guildhall", {})
    >>> searches(rules.weights("strong")), searches(rules.weights("greedy"))
    (True, False)
    """
    return bool(_search(weights)[ROLLOUTS] >= 1 or _search(weights)[SECONDS] > 0)


def _search(weights: Rows) -> Rows:
    """The weights of the search, which come last."""
    return weights[..., weights.shape[-1] - SEARCH :]


def desk_for(rules: CompiledRules, rows: Rows) -> tuple[NDArray[Any], ...]:
    """A desk for the races of these bots; none of them may have a limit of time."""
    if _search(rows)[:, SECONDS].any():
        raise BadSetup("games in bulk are the same every time, so a bot has roll-outs to spend there, not seconds")
    return _desk(rules, rows)


def _desk(rules: CompiledRules, rows: Rows) -> tuple[NDArray[Any], ...]:
    engine = rules.engine
    records = np.zeros(_RECORDS, engine.state)
    records[0] = rules.blank[0]
    most = int(_search(rows)[:, ROLLOUTS].max())
    columns = max(engine.most_options, most // 2) if most else 1  # two options have most deals
    return (
        records,
        np.zeros(engine.most_hidden, np.int64),
        np.zeros(engine.most_options, np.int64),
        empty_log(),
        np.zeros((engine.seats, rows.shape[1])),
        np.zeros(engine.seats, np.uint64),
        np.zeros((2 * MOST_RUNNERS + 1, columns)),
    )


def chosen(rules: CompiledRules, state: State, weights: Rows, coin: Coins) -> int:
    """What a bot that searches chooses for the seat that decides.

    One with a limit of time has a short race first, which tells how long a roll-out takes.
    """
    seconds = float(_search(weights)[SECONDS])
    if seconds <= 0:
        return _pondered(rules, state, weights, coin)
    begin = time.perf_counter()
    option = _pondered(rules, state, _with(weights, FIRST), coin)
    taken = time.perf_counter() - begin
    more = int(FIRST * (seconds / taken - 1))
    return option if more < FIRST else _pondered(rules, state, _with(weights, more), coin)


def overtaking(rules: CompiledRules, state: State, weights: Rows, own: int, coin: Coins) -> int:
    """The option that beats `own` in a race of the seat that decides, or `own` if none surely does."""
    return _called(rules, rules.engine.race.race_at, state, weights, coin, own)


def _pondered(rules: CompiledRules, state: State, weights: Rows, coin: Coins) -> int:
    return _called(rules, rules.engine.race.ponder_at, state, weights, coin)


def _called(rules: CompiledRules, door: Any, state: State, weights: Rows, coin: Coins, *own: int) -> int:
    engine = rules.engine
    rows = np.tile(weights, (engine.seats, 1))
    opts, coins = np.zeros(engine.most_options, np.int64), np.tile(coin, engine.seats)
    return int(call(door, state, 0, rules.compiled, rows, *own, opts, coins, _desk(rules, rows)))


def _with(weights: Rows, rollouts: int) -> Rows:
    """The same bot with so many roll-outs to spend, and no limit of time."""
    row = weights.copy()
    _search(row)[ROLLOUTS], _search(row)[SECONDS] = rollouts, 0
    return row
