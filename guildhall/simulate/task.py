"""The task that a thread, a process or another machine is given: which games to play, and by which code.

A worker with another version of the rules or the cards would play other games without anybody noticing.
So a task carries a fingerprint of the code that decides games, and a worker whose own differs refuses it.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping
from functools import cache, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from guildhall.bots import rows
from guildhall.core.capabilities import Columns, RecordsGames, Spec, required
from guildhall.core.errors import BadSetup
from guildhall.core.rules import Rules
from guildhall.games import rules_for
from guildhall.kernel.chance import series

__all__ = ["code_fingerprint", "play_part", "play_task", "rules_of", "task_of"]

_PACKAGE = Path(__file__).resolve().parent.parent
_DECIDES_GAMES = ("core/**/*.py", "kernel/**/*.py", "games/**/*.py", "games/**/*.toml", "bots/**/*.py")
_SENT_OUT = ("simulate/task.py",)


@cache
def code_fingerprint() -> str:
    """A hash of all modules and card files that decide how games go, the same wherever they are installed."""
    digest = blake2b(digest_size=8)
    for path in sorted(path for pattern in (*_DECIDES_GAMES, *_SENT_OUT) for path in _PACKAGE.glob(pattern)):
        # Some systems write line ends of their own when files are installed.
        text = path.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{path.relative_to(_PACKAGE).as_posix()} {len(text)}\n".encode() + text)
    return digest.hexdigest()


def task_of(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """What a worker needs to know, from the manifest of a run."""
    needed = ("game", "setup", "bots", "seed", "frames")
    return {**{name: manifest[name] for name in needed}, "code": code_fingerprint()}


def play_task(task: Mapping[str, Any], first: int, count: int) -> dict[str, Columns]:
    """Play games `first` … `first + count - 1` of a task, or refuse if this process would play other ones."""
    if task["code"] != code_fingerprint():
        who = f"process {os.getpid()} on {platform.node()}"
        raise BadSetup(
            f"{who} has other rules, cards or code than the process that asks for games: {code_fingerprint()} there, "
            f"{task['code']} here; install the same version of guildhall everywhere"
        )
    return play_part(task["game"], task["setup"], task["bots"], task["seed"], first, count, tuple(task["frames"]))


def play_part(
    game: str, setup: Mapping[str, Any], bots: list[Spec], seed: int, first: int, count: int, frames: tuple[str, ...]
) -> dict[str, Columns]:
    """Play games `first` … `first + count - 1` of a series; returns the columns of the frames asked for.

    Everything that goes in and comes out is plain, so it can be sent to any process.

    >>> part = play_part("guildhall", {"players": 2}, ["greedy", "random"], 1, 10, 5, ("games",))
    >>> part["games"]["game"].tolist()
    [10, 11, 12, 13, 14]
    """
    rules = rules_of(game, setup)
    seeds, weights = series(seed, first, count), rows(rules, bots)
    recorded = required(rules, RecordsGames, error=BadSetup)
    if frames == ("games",):
        played = {"games": dict(recorded.play_games(seeds, weights))}
    else:
        played = recorded.record_games(seeds, weights, events="events" in frames)
    numbers = np.arange(first, first + count)
    for name in frames:
        played[name]["game"] = numbers if name == "games" else numbers[played[name]["game"]]
    played["games"]["seed"] = seeds
    return {name: played[name] for name in frames}


def rules_of(game: str, setup: Mapping[str, Any]) -> Rules:
    """The rules of a game, built once per process."""
    return _rules(game, json.dumps(setup))


@lru_cache(maxsize=16)
def _rules(game: str, setup: str) -> Rules:
    return rules_for(game, json.loads(setup))
