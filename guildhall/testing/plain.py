"""Comparison of compiled and plain rules, which must play the same games byte for byte.

The plain games run in another process without the compiler, and with warnings as errors to detect integer overflows
in NumPy. It plays about a thousand decisions per second.
"""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import IO, Any

import numpy as np

from guildhall.core.decision import Event
from guildhall.core.rules import State
from guildhall.kernel.chance import below, generator, series

from .laws import Way
from .soak import Progress, Report, Soak, SoakViolation

__all__ = ["Chain", "compare_plain", "play_chain"]

_LOOK_EVERY = 150  # plies between two compared views, because a plain view takes as long as many plies
_FEWEST = 50  # decisions per game
_PACKAGE_ROOT = Path(__file__).resolve().parents[2]
_CHILD = f"""import json, sys
from pkgutil import resolve_name
from {__name__} import write_chains

(place, *given), decisions, seed = json.loads(sys.argv[1])
found = resolve_name(place)
write_chains(found(*given) if given else found, decisions, seed)
"""


@dataclass
class Chain:
    """A game as a chain of digests, one for each ply."""

    decisions: int = 0
    moves: list[int] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)
    error: str = ""


def play_chain(case: Way, seed: int, most: int) -> Chain:
    """Play at most `most` decisions of a game with uniformly random choices."""
    rules, chain = case.rules, Chain()
    state, coins = rules.start(seed), generator(seed, 1)
    while (options := rules.options(state)) and chain.decisions < most:
        chain.decisions += len(options) > 1
        move = options[below(coins, len(options))]
        events = rules.apply(state, move)
        chain.moves.append(move)
        chain.digests.append(_digest(rules, state, options, events, len(chain.moves)))
    return chain


def _digest(rules: Any, state: State, options: tuple[int, ...], events: tuple[Event, ...], ply: int) -> str:
    digest = blake2b(state.tobytes(), digest_size=8)
    digest.update(f"{options} {[event.text for event in events]}".encode())
    if ply % _LOOK_EVERY == 0:
        view = rules.view(state, ply // _LOOK_EVERY % len(rules.seats))
        digest.update(view.knowledge.tobytes())
        digest.update(rules.resample(view, ply).tobytes())
        digest.update(bytes([rules.engine.soak.sound(state, 0, rules.compiled, np.zeros(1, rules.engine.state))]))
    return digest.hexdigest()


def _games(soak: Soak, decisions: int, seed: int) -> Iterator[tuple[Way, int, int]]:
    """Yield cases, seeds and lengths of the games, the same in both processes, beginning with every form."""
    most = max(_FEWEST, decisions // len(soak.forms))
    for number, case in enumerate(itertools.cycle(soak.cases)):
        yield case, int(series(seed, number, 1)[0]), most


def write_chains(soak: Soak, decisions: int, seed: int) -> None:
    """Print one chain per line, in the plain process."""
    done = 0
    for case, game_seed, most in _games(soak, decisions, seed):
        try:
            chain = play_chain(case, game_seed, most)
        except Exception as error:  # the other process reports it
            chain = Chain(error=f"{type(error).__name__}: {error}")
        print(json.dumps(asdict(chain)), flush=True)
        done += chain.decisions
        if done >= decisions or chain.error:
            return


def compare_plain(soak: Soak, decisions: int, seed: int, progress: Progress | None) -> Report:
    """Play `decisions` both ways and compare them. Ctrl-C stops early with a report so far."""
    report, began = Report(decisions), time.perf_counter()
    with tempfile.TemporaryFile("w+") as complaints, _plain_process(soak, decisions, seed, complaints) as process:
        assert process.stdout is not None  # it is a pipe
        games = _games(soak, decisions, seed)
        try:
            for line in process.stdout:
                _compare(report, *next(games), Chain(**json.loads(line)))
                if progress is not None:
                    progress(report.decisions, decisions)
        except KeyboardInterrupt:
            process.kill()
        else:
            if process.wait() != 0:
                complaints.seek(0)
                case, game_seed, _ = next(games)
                report.violations.append(
                    SoakViolation(f"the plain rules stopped: {complaints.read()}", case, game_seed, ())
                )
    report.seconds = time.perf_counter() - began
    return report


def _plain_process(soak: Soak, decisions: int, seed: int, complaints: IO[str]) -> subprocess.Popen[str]:
    paths = [str(_PACKAGE_ROOT), *filter(None, sys.path)]  # so that it can import the same games
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(paths)}
    asked = json.dumps([soak.made_by, decisions, seed])
    command = [sys.executable, "-P", "-W", "error", "-c", _CHILD, asked]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=complaints, text=True)


def _compare(report: Report, case: Way, seed: int, most: int, plain: Chain) -> None:
    compiled = play_chain(case, seed, most)
    report.games += 1
    report.plies += len(compiled.moves)
    report.decisions += compiled.decisions
    report.by_form[case.form] += compiled.decisions
    report.violations += _differences(case, seed, compiled, plain)


def _differences(case: Way, seed: int, compiled: Chain, plain: Chain) -> Iterator[SoakViolation]:
    if plain.error:
        yield SoakViolation(f"the plain rules stopped with {plain.error}", case, seed, ())
    elif compiled.digests != plain.digests:
        pairs: Any = itertools.zip_longest(compiled.digests, plain.digests)
        ply = next(ply for ply, (one, other) in enumerate(pairs, 1) if one != other)
        yield SoakViolation("compiled and plain rules differ", case, seed, tuple(compiled.moves[:ply]))
