"""Measure the time to a first move with nothing compiled and with everything compiled, and the import alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from .figures import Figure, Goal, print_figures, tell

__all__ = ["measure_start"]

_ROOT = Path(__file__).resolve().parent.parent

_TIMED = """
import json, sys, time
wall, cpu = time.perf_counter(), time.process_time()
{code}
times = {{"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu}}
print(json.dumps(times | {{"compiler": "numba" in sys.modules}}))
"""
_IMPORT = "import guildhall"
_FIRST_MOVE = """
import guildhall as gh
game = gh.new_game("guildhall", cards="old-world", players=4, seed=1)
game.play(game.options[0])
"""


def measure_start(rounds: int, cold_rounds: int) -> dict[str, Any]:
    """Measure, print, and return the values for the JSON file."""
    figures: dict[str, Figure] = {}
    for turn in range(cold_rounds):
        with tempfile.TemporaryDirectory() as cache:
            tell(f"cold start {turn + 1} of {cold_rounds}")
            _enter(figures, "cold start, first move", _run(_FIRST_MOVE, cache), cpu=Goal(at_most=40))
            if turn == cold_rounds - 1:
                _warm(figures, cache, rounds)
    print_figures("Start", figures.values())
    return {"start": [figure.as_dict() for figure in figures.values()]}


def _warm(figures: dict[str, Figure], cache: str, rounds: int) -> None:
    """Measure starts that find everything compiled in the cache."""
    for turn in range(rounds):
        tell(f"warm start and import, round {turn + 1} of {rounds}")
        first_move = _run(_FIRST_MOVE, cache)
        _enter(figures, "warm start, first move", first_move, wall=Goal(at_most=2), cpu=Goal(at_most=2))
        alone = _run(_IMPORT, cache)
        if alone["compiler"]:
            tell("importing guildhall alone has loaded the compiler, which it should not")
        _enter(figures, "import guildhall", alone, wall=Goal(at_most=0.3))


def _run(code: str, cache: str) -> dict[str, Any]:
    """Time a piece of code in a fresh interpreter, with its messages on stderr."""
    environment = os.environ | {"GUILDHALL_CACHE": cache}
    command = [sys.executable, "-c", _TIMED.format(code=code)]
    child = subprocess.run(command, cwd=_ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    times: dict[str, Any] = json.loads(child.stdout.splitlines()[-1])
    return times


def _enter(figures: dict[str, Figure], name: str, times: dict[str, Any], **goals: Goal) -> None:
    for clock in ("wall", "cpu"):
        label = f"{name}, {clock} time"
        figure = figures.setdefault(label, Figure(label, "s", goals.get(clock, Goal())))
        figure.values.append(times[clock])
