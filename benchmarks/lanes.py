"""Measure games stepped side by side from Python, and the same games through PettingZoo's turn-based interface.

A step is one option played, including the row of the next deciding seat, the mask and the rewards.
Both choose uniformly among the legal options.
"""

from __future__ import annotations

import random
from functools import partial
from itertools import count
from typing import Any

import numpy as np

from guildhall.adapters.match import Lanes
from guildhall.core.errors import MissingExtra

from .figures import Goal, Unavailable, Workload, interleave, print_figures, rate
from .play import Work

__all__ = ["measure_lanes"]

STEPS = "steps/s"
_SIZES = (1, 16, 256, 1024)
_GAMES: dict[str, dict[str, Any]] = {
    "guildhall": {"players": 2},
    "advyria": {"players": 2},
    "guild-master": {"players": 2},
    "hundred-halls": {"players": 2},
}
_USUAL = 256
_GOAL = Goal(at_least=50_000)
_AEC = "guildhall, PettingZoo AEC"


def _side_by_side(game: str, size: int) -> Work:
    """Play a few steps in every lane and count the options played."""
    lanes, coin = Lanes(game, lanes=size, seed=1, **_GAMES[game]), np.random.default_rng(1)

    def work() -> int:
        for _ in range(16):
            lanes.step(lanes.sample(coin))
        return 16 * size

    return work


def _one_by_one() -> Work:
    """Play a complete game through PettingZoo and count the options played."""
    try:
        from guildhall.adapters import pettingzoo
    except MissingExtra as missing:
        raise Unavailable(str(missing)) from missing
    table, seeds, choose = pettingzoo.env(**_GAMES["guildhall"]), count(), random.Random(1).choice

    def work() -> int:
        table.reset(seed=next(seeds))
        steps = 0
        for _ in table.agent_iter():
            _, _, terminated, truncated, info = table.last()
            if terminated or truncated:
                table.step(None)
            else:
                table.step(choose(np.flatnonzero(info["action_mask"])))
                steps += 1
        return steps

    return work


def _workloads(seconds: float) -> list[Workload]:
    sized = [("guildhall", size) for size in _SIZES] + [(game, _USUAL) for game in _GAMES if game != "guildhall"]
    loads = [
        Workload(
            f"{game}, lanes: {size}",
            STEPS,
            partial(rate, _side_by_side(game, size), seconds),
            _GOAL if size == _USUAL else Goal(),
        )
        for game, size in sized
    ]
    return [*loads, Workload(_AEC, STEPS, lambda: rate(_one_by_one(), seconds))]


def measure_lanes(rounds: int, seconds: float) -> dict[str, Any]:
    """Measure, print, and return the values for the JSON file."""
    figures = interleave(_workloads(seconds), rounds)
    print_figures("Games side by side from Python, two players", figures)
    beside = [figure for figure in figures if figure.name == _AEC]
    relations = [figure.over(other) for other in beside for figure in figures if figure is not other]
    print_figures("Rate over that of PettingZoo AEC with Guildhall", relations)
    return {"lanes": [figure.as_dict() for figure in [*figures, *relations]]}
