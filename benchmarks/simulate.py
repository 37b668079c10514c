"""Measure a long run into a directory: time, peak memory, rows and bytes written, unfinished games."""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import polars as pl

import guildhall as gh
from guildhall.simulation import Simulation

from .figures import print_table

__all__ = ["measure_simulate"]

RUN: dict[str, Any] = {"cards": "old-world", "players": 4, "bots": "greedy", "seed": 1}

# ru_maxrss is in kilobytes, but in bytes on macOS.
_RSS = 1 if sys.platform == "darwin" else 1024


def peak_memory() -> int:
    """Return the peak memory of this process in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _RSS


def figures(sim: Simulation, folder: Path, seconds: float) -> dict[str, Any]:
    """Summarise a finished run."""
    rows = {name: sim.scan(name).select(pl.len()).collect().item() for name in sim.frames}
    unfinished = sim.scan("games").select((pl.col("reason") == "unfinished").sum()).collect().item()
    written = sum(path.stat().st_size for path in folder.rglob("*.parquet"))
    return {
        "games": len(sim),
        "unfinished": unfinished,
        "seconds": round(seconds, 1),
        "games/s": round(len(sim) / seconds),
        **{f"rows of {name}": count for name, count in rows.items()},
        "rows/s": round(sum(rows.values()) / seconds),
        "MB written": round(written / 1e6, 1),
    }


def measure_simulate(games: int, threads: int | None, *, events: bool) -> dict[str, Any]:
    """Play four greedy seats of Old World into Parquet parts and return the values for the JSON file."""
    gh.simulate(**RUN, games=1, events=True)  # load the compiled rules
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "run"
        loaded, begin = peak_memory(), time.perf_counter()
        sim = gh.simulate(**RUN, games=games, events=events, out=folder, threads=threads)
        seconds, peak = time.perf_counter() - begin, peak_memory()
        found = figures(sim, folder, seconds)
    found |= {"MB of memory, rules loaded": round(loaded / 1e6), "MB of memory, peak": round(peak / 1e6)}
    shown = [(name, f"{value:,}") for name, value in found.items()]
    print_table("Old World, four greedy bots, into a directory", ("what", "figure"), shown)
    return {"simulate": found}
