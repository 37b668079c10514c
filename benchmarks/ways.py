"""Play the same games in many ways: threads, parts, a cluster that loses a worker, a run that is killed and resumed.

Every way writes into a separate directory, and a digest of all its frames shows whether they are the same.
"""

from __future__ import annotations

import os
import signal
import tempfile
import time
from collections.abc import Callable
from hashlib import blake2b
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import polars as pl

import guildhall as gh
from guildhall.simulation import Simulation

from .figures import print_table, tell
from .simulate import RUN

__all__ = ["compare_ways", "digest"]

_NULL = -(1 << 62)


def play(folder: Path, games: int, options: dict[str, Any]) -> None:
    """Play one run, as a function that another process can call."""
    gh.simulate(**RUN, games=games, out=folder, **options)


def on_a_cluster(folder: Path, games: int) -> None:
    """Play on two processes and kill one when a third of the games is done."""
    from distributed import Client, LocalCluster

    cluster = LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address="127.0.0.1:0"
    )
    with cluster, Client(cluster, set_as_default=False) as client:
        victim, *_ = client.run(os.getpid).values()
        killed: list[int] = []

        def kill(done: int, asked: int) -> None:
            if done >= asked / 3 and not killed:
                os.kill(victim, signal.SIGKILL)
                killed.append(done)

        gh.simulate(**RUN, games=games, out=folder, executor=client, progress=kill, chunk=min(1024, games // 10))
        if not killed:
            raise AssertionError("no worker was killed")
        tell(f"a worker was killed after {killed[0]:,} games")


def killed_and_resumed(folder: Path, games: int) -> None:
    """Kill a process when a third of the games is written, and repeat the call."""
    run = get_context("spawn").Process(
        target=play, args=(folder, games, {"threads": 2, "chunk": min(1024, games // 10)})
    )
    run.start()
    while written(folder) < games / 3:
        if not run.is_alive():
            raise AssertionError("the run ended before it could be killed")
        time.sleep(0.01)
    run.kill()
    run.join()
    tell(f"the run was killed after {written(folder):,} games")
    play(folder, games, {"threads": 2})


def written(folder: Path) -> int:
    """Count the games in the parts of a directory by their file names."""
    names = [path.stem.split("-") for path in (folder / "games").glob("part-*.parquet")]
    return sum(int(last) - int(first) + 1 for _, first, last in names)


WAYS: dict[str, Callable[[Path, int], None]] = {
    "1 thread": lambda folder, games: play(folder, games, {"threads": 1}),
    "2 threads": lambda folder, games: play(folder, games, {"threads": 2}),
    "2 threads, parts of 333": lambda folder, games: play(folder, games, {"threads": 2, "chunk": 333}),
    "2 threads, parts of 5000": lambda folder, games: play(folder, games, {"threads": 2, "chunk": 5000}),
    "cluster, a worker killed": on_a_cluster,
    "killed and resumed": killed_and_resumed,
}


def digest(folder: Path) -> str:
    """Hash all frames of a run, column by column in the order of games, however it is divided into parts."""
    whole = blake2b(digest_size=8)
    for frame in Simulation.read(folder).frames:
        columns: dict[str, Any] = {}
        for part in sorted((folder / frame).glob("part-*.parquet")):
            for column in pl.read_parquet(part):
                hashed = columns.setdefault(column.name, blake2b(f"{column.name} {column.dtype!r}".encode()))
                hashed.update(_bytes(column))
        for hashed in columns.values():
            whole.update(hashed.digest())
    return whole.hexdigest()


def _bytes(column: pl.Series) -> bytes:
    numbers = column.to_physical()
    if numbers.dtype != pl.UInt64:
        numbers = numbers.cast(pl.Int64).fill_null(_NULL)
    return numbers.to_numpy().tobytes()


def compare_ways(games: int) -> dict[str, Any]:
    """Play the games in every way, then print and return the digests and times."""
    found: dict[str, Any] = {}
    for name, way in WAYS.items():
        tell(name)
        with tempfile.TemporaryDirectory() as place:
            begin = time.perf_counter()
            way(Path(place) / "run", games)
            found[name] = {"seconds": round(time.perf_counter() - begin, 1), "digest": digest(Path(place) / "run")}
    same = len({way["digest"] for way in found.values()}) == 1
    rows = [(name, str(way["seconds"]), way["digest"]) for name, way in found.items()]
    print_table(f"{games:,} games in {len(found)} ways", ("way", "seconds", "digest of all frames"), rows)
    print("\nAll frames are the same." if same else "\nTHE FRAMES DIFFER.")
    return {"ways": found, "same": same}
