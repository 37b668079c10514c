"""Compile all that the tests run, each game as one program with its lanes and its soak: `python -m tests.compiled`.

`guildhall warm` leaves lanes and soaks out. Compiled later, each would have the whole game compiled once more.
"""

from __future__ import annotations

import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from guildhall.games import registration, registrations, rules_for

RARE = ("lanes", "soak")  # groups of kernels that are compiled on demand
LARGEST = "hundred-halls"


def main() -> None:
    """Compile the games side by side, the largest first."""
    games = sorted((game.name for game in registrations()), key=lambda name: name != LARGEST)
    with ProcessPoolExecutor(min(len(games), os.cpu_count() or 1), get_context("spawn")) as processes:
        for game, seconds in zip(games, processes.map(compile_game, games), strict=True):
            print(f"{game}: compiled or loaded in {seconds:.0f} s", flush=True)


def compile_game(name: str) -> float:
    """Compile a game, or load what was compiled before, and return the seconds that it took."""
    began = time.perf_counter()
    for settings in ({}, *registration(name).compiled_apart):
        engine = rules_for(name, settings).engine
        for group in RARE:
            getattr(engine, group)  # adds them to what is compiled together
        engine.get_ready()
    return time.perf_counter() - began


if __name__ == "__main__":
    sys.exit(main())
