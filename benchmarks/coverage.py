"""Measure live odds: the cost of roll-outs, the time to a first estimate, and the coverage of the intervals.

    python -m benchmarks.coverage --pairs 500

For the intervals, positions are drawn at random from the middle of greedy games of two, three and four players.
A pair is a (position, chapter) whose chance, by many roll-outs, is between 0.02 and 0.98.
A few roll-outs with separate seeds give an interval, and the benchmark counts how many intervals cover the chance.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from random import Random
from typing import Any

import guildhall as gh
from guildhall.core.chances import wilson
from guildhall.core.game import Game

from .figures import Goal, Workload, interleave, print_figures, print_table, tell, verdict

__all__ = ["measure_coverage"]

PAIRS, MANY, FEW = 500, 100_000, 1000
TURNS = 3
LEAST, MOST = 0.02, 0.98
MIDDLE = (6, 36)  # turns of all seats together (greedy games last forty to sixty)
_SEED = 2**32  # for the few roll-outs, since the many use small seeds


@dataclass(frozen=True)
class Pair:
    """A chapter in a position, with its chance by many roll-outs and the interval of a few."""

    chance: float
    low: float
    high: float

    @property
    def is_covered(self) -> bool:
        """True if the interval contains the chance."""
        return self.low <= self.chance <= self.high


def position(seed: int) -> Game:
    """A random moment of a greedy game at which a seat takes an action."""
    chance = Random(seed)
    game = gh.new_game("guildhall", players=chance.choice((2, 3, 4)), seed=seed)
    turn = chance.randint(*MIDDLE)
    game.run("greedy", until=lambda game: game.table.turn_no >= turn and game.decision.kind == "act")
    return game


def pairs(many: int, few: int) -> Iterator[Pair]:
    """Yield pairs without end, position after position."""
    for seed in count():
        game = position(seed)
        if game.over:
            continue
        seat = game.decision.seat
        truth, estimate = (
            gh.odds.chapters(game, seat, TURNS, n=n, seed=start + seed, threads=1).filter(method="roll-out")
            for n, start in ((many, 0), (few, _SEED))
        )
        for chance, low, high in zip(truth["p"], estimate["low"], estimate["high"], strict=True):
            if LEAST < chance < MOST:
                yield Pair(chance, low, high)


def study(wanted: int, many: int = MANY, few: int = FEW) -> list[Pair]:
    """Collect the first pairs and print progress from time to time."""
    found: list[Pair] = []
    began = time.perf_counter()
    for pair in pairs(many, few):
        found.append(pair)
        if len(found) % 50 == 0:
            tell(f"coverage: {len(found)} of {wanted} pairs, {time.perf_counter() - began:.0f} s")
        if len(found) >= wanted:
            break
    return found


def _rolled_out(game: Game) -> float:
    """CPU seconds for 10,000 roll-outs of three turns."""
    began = time.process_time()
    gh.odds.chapters(game, game.decision.seat, TURNS, n=10_000, threads=1)
    return time.process_time() - began


def _first_estimate(game: Game, turns: int | None) -> float:
    """Return the wall-clock seconds until the first frame."""
    began = time.perf_counter()
    seat = game.decision.seat
    if turns is None:
        frames = gh.odds.win.watch(game, seat, n=100_000)
    else:
        frames = gh.odds.chapters.watch(game, seat, turns, n=100_000)
    next(frames)
    spent = time.perf_counter() - began
    frames.close()
    return spent


def _workloads() -> list[Workload]:
    loads = []
    for players in (2, 3, 4):
        game = gh.new_game("guildhall", players=players, first=0, seed=5)
        game.run("greedy", until=lambda game: game.table.turn_no >= 5 * len(game.rules.seats) and _acts(game))
        seated = f"{players} players"
        loads += [
            Workload(f"10,000 three-turn roll-outs, {seated}", "CPU s", partial(_rolled_out, game), Goal(at_most=0.4)),
            Workload(f"first chapters, {seated}", "s", partial(_first_estimate, game, TURNS), Goal(at_most=0.1)),
            Workload(f"first chance to win, {seated}", "s", partial(_first_estimate, game, None), Goal(at_most=0.1)),
        ]
    return loads


def _acts(game: Game) -> bool:
    return game.decision.kind == "act"


def measure_coverage(rounds: int, wanted: int = PAIRS, many: int = MANY) -> dict[str, Any]:
    """Measure, print, and return the values for the JSON file."""
    loads = _workloads()
    for load in loads:
        load.measure()  # exclude one-time loading from the figure
    figures = interleave(loads, rounds)
    print_figures("Live odds, greedy bots, one core for the roll-outs", figures)
    found = study(wanted, many)
    covered = sum(pair.is_covered for pair in found)
    share, (low, high) = covered / len(found), wilson(covered, len(found))
    goal = verdict(Goal(at_least=0.92), share), verdict(Goal(at_most=0.98), share)
    row = (f"{len(found)}", f"{FEW:,}", f"{many:,}", f"{share:.3f} ({low:.3f}–{high:.3f})", ", ".join(goal))
    heads = ("pairs", "roll-outs of an interval", "roll-outs of the chance", "covered (95 % of it)", "goal")
    print_table("Do 95 % intervals cover?", heads, [row])
    summary = {"pairs": len(found), "covered": covered, "share": share, "few": FEW, "many": many}
    return {"live odds": [figure.as_dict() for figure in figures], "coverage": summary}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    asks = argparse.ArgumentParser(prog="python -m benchmarks.coverage", description=__doc__.partition("\n")[0])
    asks.add_argument("--rounds", type=int, default=5, help="interleaved rounds of the costs (default 5)")
    asks.add_argument("--pairs", type=int, default=PAIRS, help=f"positions and chapters to check (default {PAIRS})")
    asks.add_argument("--many", type=int, default=MANY, help=f"roll-outs taken as the truth (default {MANY})")
    asked = asks.parse_args(arguments)
    measure_coverage(asked.rounds, asked.pairs, asked.many)
    return 0


if __name__ == "__main__":
    sys.exit(main())
