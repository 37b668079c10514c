"""Compare how fast games are played in this checkout and in another one, such as an earlier commit.

Each checkout plays in a separate process, with the interpreter and the libraries of this one. The two take turns, a
fraction of a second each, with the same seeds and bots. On a busy machine only the fastest of many runs shows how much
work there is to do, so the first figure is the ratio of the fastest runs. The second is the median of the ratios of all
rounds. Where cards or bots have changed, the same seeds lead
to other games, so times are per ply.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from .figures import print_table, tell

__all__ = ["Run", "measure_against", "runs"]

HERE = Path(__file__).parent.parent
PLAYERS = {"guildhall": (2, 4), "advyria": (2, 4), "guild-master": (2, 4), "hundred-halls": (1, 2, 4)}
BOTS = {
    "guildhall": ("random", "greedy", "heuristic"),
    "advyria": ("random", "greedy", "memory"),
    "guild-master": ("random", "greedy", "odds"),
    "hundred-halls": ("random", "greedy", "team"),
}
SEED = 7
Times = dict["Run", list[float]]

# Runs in the other checkout as well, so it uses only names that both have.
_PLAYER = """
import json, sys, time
from pathlib import Path
import guildhall as gh
from guildhall.bots import rows
from guildhall.kernel.chance import series

here = Path(sys.argv[1]).resolve()
if here not in Path(gh.__file__).resolve().parents:
    sys.exit(f"{gh.__file__} is not in {here}")
known = {}

def rules_of(game, players):
    if (game, players) not in known:
        known[game, players] = gh.new_game(game, players=players, seed=1).rules
    return known[game, players]

for line in sys.stdin:
    game, players, bot, seed, games = json.loads(line)
    rules = rules_of(game, players)
    seats, seeds = rows(rules, [bot] * players), series(seed, 0, games)
    began = time.process_time()
    columns = rules.play_games(seeds, seats)
    spent = time.process_time() - began
    print(json.dumps([spent, int(columns["plies"].sum())]), flush=True)
"""


class Run(NamedTuple):
    """A game, its number of players and the bot on all seats."""

    game: str
    players: int
    bot: str

    def __str__(self) -> str:
        return f"{self.game}, {self.players}, {self.bot}"


def runs(only: str = "") -> Iterator[Run]:
    """Yield the compared runs whose name contains `only`."""
    every = (Run(game, players, bot) for game in PLAYERS for players in PLAYERS[game] for bot in BOTS[game])
    return (run for run in every if only in str(run))


class _Checkout:
    """A process that plays in one checkout."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        paths = os.pathsep.join(map(str, (folder, folder / "widgets")))
        command = [sys.executable, "-P", "-c", _PLAYER, str(folder)]
        self._process = stack.enter_context(
            subprocess.Popen(
                command,
                cwd=folder,
                env={**os.environ, "PYTHONPATH": paths},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        )
        self.times: dict[Run, list[float]] = {}

    def play(self, run: Run, games: int) -> float:
        """Play games, note the time per ply, and return the CPU seconds spent."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        print(json.dumps([*run, SEED, games]), file=process.stdin, flush=True)
        if not (answer := process.stdout.readline()):
            raise RuntimeError(f"the process for {process.args!r} has ended")
        spent, plies = json.loads(answer)
        self.times.setdefault(run, []).append(spent / plies)
        return float(spent)


def measure_against(folder: Path, rounds: int, seconds: float, only: str = "") -> dict[str, Any]:
    """Play alternately here and in another checkout, print times per ply and ratios, and return them for JSON."""
    asked = list(runs(only))
    with ExitStack() as stack:
        ours, theirs = _Checkout(HERE, stack), _Checkout(folder.resolve(), stack)
        sizes = {run: _games_for(run, (ours, theirs), seconds) for run in asked}
        ours.times, theirs.times = {}, {}
        for turn in range(rounds):
            tell(f"round {turn + 1} of {rounds}")
            order = random.Random(turn)
            for run in order.sample(asked, len(asked)):
                for checkout in order.sample((ours, theirs), 2):
                    checkout.play(run, sizes[run])
    return _shown(asked, ours.times, theirs.times)


def _games_for(run: Run, checkouts: Sequence[_Checkout], seconds: float) -> int:
    """Return how many games take about `seconds`, after both checkouts have loaded what they need."""
    games, spent = 1, 0.0
    for checkout in checkouts:
        checkout.play(run, games)
    while spent < seconds / 4:
        games *= 2
        spent = max(checkout.play(run, games) for checkout in checkouts)
    return max(1, round(games * seconds / spent))


def _shown(asked: Sequence[Run], ours: Times, theirs: Times) -> dict[str, Any]:
    heads = ("game, players, bots", "here, µs per ply", "there, µs per ply", "here over there", "median of the ratios")
    found = {run: (min(ours[run]), min(theirs[run])) for run in asked}
    rows = []
    for run, (here, there) in found.items():
        middle = median(one / other for one, other in zip(ours[run], theirs[run], strict=True))
        rows.append((str(run), f"{here * 1e6:.3f}", f"{there * 1e6:.3f}", f"{here / there:.3f}", f"{middle:.3f}"))
    print_table("CPU time per ply, the fastest run of each", heads, rows)
    return {"against": {str(run): {"here": ours[run], "there": theirs[run]} for run in asked}}
