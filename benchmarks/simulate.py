"""A long run into a directory: time, peak memory, rows and bytes written.

python -m benchmarks.simulate --games 1000000 --threads 2
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import polars as pl

import guildhall as gh

# ru_maxrss counts kilobytes, on macOS bytes.
_RSS = 1 if sys.platform == "darwin" else 1024


def parser() -> argparse.ArgumentParser:
    asked = argparse.ArgumentParser(prog="python -m benchmarks.simulate", description=__doc__.partition("\n")[0])
    asked.add_argument("--games", type=int, default=100_000)
    asked.add_argument("--threads", type=int)
    asked.add_argument("--bot", default="greedy")
    asked.add_argument("--events", action="store_true", help="record events too")
    asked.add_argument("--progress", action="store_true", help="show a progress bar")
    return asked


def peak_memory() -> int:
    """The most bytes this process has held so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _RSS


def measure(folder: Path, asked: argparse.Namespace) -> dict[str, Any]:
    """Four seats of Old World into Parquet parts."""
    gh.simulate(players=4, games=1, events=True)  # loads the compiled rules
    loaded, begin = peak_memory(), time.perf_counter()
    sim = gh.simulate(
        players=4,
        bots=asked.bot,
        games=asked.games,
        seed=1,
        events=asked.events,
        out=folder,
        threads=asked.threads,
        progress=asked.progress,
    )
    seconds = time.perf_counter() - begin
    peak = peak_memory()
    rows = {name: sim.scan(name).select(pl.len()).collect().item() for name in sim.frames}
    written = sum(path.stat().st_size for path in folder.rglob("*.parquet"))
    return {
        "games": len(sim),
        "seconds": round(seconds, 1),
        "games/s": round(len(sim) / seconds),
        "rows": rows,
        "rows/s": round(sum(rows.values()) / seconds),
        "MB written": round(written / 1e6),
        "MB of memory, rules loaded": round(loaded / 1e6),
        "MB of memory, peak": round(peak / 1e6),
    }


def main() -> int:
    asked = parser().parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name, value in measure(Path(folder) / "run", asked).items():
            print(f"{name}: {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
