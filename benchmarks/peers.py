"""Compare Guildhall with other engines, all at random play on one core, measured in turn in one run."""

from __future__ import annotations

import json
import os
import subprocess
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from . import play
from .figures import Figure, Goal, Unavailable, Workload, interleave, print_table, rate, spread, verdict
from .speed import OLD_WORLD, PER_SECOND

__all__ = ["measure_peers"]

#: Other engines: name in the table, name in `peer.py`.
PEERS = {
    "OpenSpiel, its own C++ loop, go_fish": "openspiel-loop:go_fish",
    "OpenSpiel, its own C++ loop, hearts": "openspiel-loop:hearts",
    "OpenSpiel from Python, go_fish": "openspiel:go_fish",
    "OpenSpiel from Python, hearts": "openspiel:hearts",
    "RLCard, uno": "rlcard:uno",
    "RLCard, leduc-holdem": "rlcard:leduc-holdem",
    "PettingZoo, leduc_holdem": "pettingzoo:leduc_holdem_v4",
}
_GOALS = {"openspiel-loop": Goal(at_least=4), "openspiel": Goal(at_least=30)}
_PEER = Path(__file__).with_name("peer.py")
_TIME_LIMIT = 300
_ONE_CORE_NO_SCREEN = {"SDL_VIDEODRIVER": "dummy", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


def _run_peer(python: str, spec: str, seconds: float) -> float:
    """Return the rate of another engine, measured by the interpreter that has it."""
    return float(_ask(python, str(_PEER), spec, str(seconds)))


def _ask(*command: str) -> str:
    """Return the last line a program prints, or raise Unavailable with the last line of its error output."""
    environment = os.environ | _ONE_CORE_NO_SCREEN
    try:
        child = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=_TIME_LIMIT, check=True
        )
    except subprocess.CalledProcessError as error:
        raise Unavailable((error.stderr.strip() or "it ended with an error").splitlines()[-1]) from None
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unavailable(str(error)) from None
    return child.stdout.splitlines()[-1]


def _ours(seconds: float) -> list[Workload]:
    rules = play.rules_of(**OLD_WORLD)
    works = {
        "Guildhall, kernel": play.kernel_decisions(rules),
        "Guildhall from Python": play.steps_from_python(rules),
    }
    return [Workload(name, PER_SECOND, partial(rate, work, seconds)) for name, work in works.items()]


def measure_peers(rounds: int, seconds: float, python: str) -> dict[str, Any]:
    """Measure, print, and return the values for the JSON file."""
    versions: dict[str, str] = json.loads(_ask(python, str(_PEER), "versions"))
    print("\n" + ", ".join(f"{engine} {version}" for engine, version in versions.items()))
    ours = _ours(seconds)
    peers = [Workload(name, PER_SECOND, partial(_run_peer, python, spec, seconds)) for name, spec in PEERS.items()]
    figures = interleave([*ours, *peers], rounds)
    mine, others = figures[: len(ours)], figures[len(ours) :]
    heads = ("engine", "decisions per CPU second", "kernel ÷ it", "goal", "from Python ÷ it")
    rows = [(figure.name, spread(figure.values), "", "", "") for figure in mine]
    print_table(
        "Beside other engines (ours: Old World, four players)",
        heads,
        rows + [_row(peer, mine) for peer in others],
    )
    return {"versions": versions, "peers": [_entry(figure, mine) for figure in figures]}


def _row(peer: Figure, mine: list[Figure]) -> tuple[str, ...]:
    kernel, driven = (ours.over(peer).values for ours in mine)
    judged = verdict(_GOALS.get(PEERS[peer.name].partition(":")[0], Goal()), median(kernel))
    return (peer.name, spread(peer.values), spread(kernel), judged, spread(driven))


def _entry(figure: Figure, mine: list[Figure]) -> dict[str, Any]:
    return figure.as_dict() | {"ratios": {ours.name: ours.over(figure).values for ours in mine}}
