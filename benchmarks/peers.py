"""Guildhall beside other engines, all at random play on one core, measured in turns in one run."""

from __future__ import annotations

import os
import subprocess
from functools import partial
from pathlib import Path
from typing import Any

from . import play
from .figures import Figure, Goal, Unavailable, Workload, interleave, print_table, rate, spread, verdict
from .speed import OLD_WORLD, PER_SECOND

__all__ = ["measure_peers"]

#: Other engines by what they are called in the table and what `peer.py` calls them.
PEERS = {
    "OpenSpiel, its own C++ loop, go_fish": "openspiel-loop:go_fish",
    "OpenSpiel, its own C++ loop, hearts": "openspiel-loop:hearts",
    "OpenSpiel from Python, go_fish": "openspiel:go_fish",
    "OpenSpiel from Python, hearts": "openspiel:hearts",
    "RLCard, uno": "rlcard:uno",
    "RLCard, leduc-holdem": "rlcard:leduc-holdem",
    "PettingZoo, leduc_holdem": "pettingzoo:leduc_holdem_v4",
}
_GOALS = {"openspiel-loop": Goal(at_least=2), "openspiel": Goal(at_least=15)}
_KERNEL, _PYTHON = "Guildhall, kernel, Old World", "Guildhall from Python, Old World"
_PEER = Path(__file__).with_name("peer.py")
_TIME_LIMIT = 300


def _run_peer(python: str, spec: str, seconds: float) -> float:
    """The rate of another engine, measured by the interpreter that has it."""
    environment = os.environ | {
        "SDL_VIDEODRIVER": "dummy",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }
    command = [python, str(_PEER), spec, str(seconds)]
    try:
        child = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=_TIME_LIMIT, check=True
        )
    except subprocess.CalledProcessError as error:
        raise Unavailable((error.stderr.strip() or "it ended with an error").splitlines()[-1]) from None
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unavailable(str(error)) from None
    return float(child.stdout.splitlines()[-1])


def _ours(seconds: float) -> list[Workload]:
    rules = play.rules_of(**OLD_WORLD)
    works = {_KERNEL: play.kernel_games(rules), _PYTHON: play.steps_from_python(rules)}
    return [Workload(name, PER_SECOND, partial(rate, work, seconds)) for name, work in works.items()]


def measure_peers(rounds: int, seconds: float, python: str) -> dict[str, Any]:
    """Measure and print; answers what goes into the JSON file."""
    peers = [
        Workload(name, PER_SECOND, partial(_run_peer, python, spec, seconds)) for name, spec in PEERS.items()
    ]
    kernel, driven, *others = interleave([*_ours(seconds), *peers], rounds)
    heads = (
        "engine",
        "decisions per CPU second",
        "our kernel is … times as fast",
        "goal",
        "ours from Python is … times as fast",
    )
    rows = [(ours.name, spread(ours.values), "", "", "") for ours in (kernel, driven)]
    print_table("Beside other engines", heads, rows + [_row(peer, kernel, driven) for peer in others])
    return {"peers": [_entry(figure, kernel, driven) for figure in (kernel, driven, *others)]}


def _times(ours: Figure, peer: Figure) -> list[float]:
    """Round by round, so that both sides of each ratio met the same machine."""
    return [one / other for one, other in zip(ours.values, peer.values, strict=True)]


def _row(peer: Figure, kernel: Figure, driven: Figure) -> tuple[str, ...]:
    ratio = Figure(
        peer.name, "ratio", _GOALS.get(PEERS[peer.name].partition(":")[0], Goal()), _times(kernel, peer)
    )
    judged = verdict(ratio.goal, ratio.median)
    return (peer.name, spread(peer.values), spread(ratio.values), judged, spread(_times(driven, peer)))


def _entry(figure: Figure, kernel: Figure, driven: Figure) -> dict[str, Any]:
    return figure.as_dict() | {
        "kernel_ratios": _times(kernel, figure),
        "python_ratios": _times(driven, figure),
    }
