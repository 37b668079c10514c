"""A Dask cluster of processes on this machine: a scheduler and workers that listen on loopback only."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

LOOPBACK = ("--host", "127.0.0.1", "--no-dashboard", "--dashboard-address", "127.0.0.1:0")

SCRATCH = ("--local-directory", "scratch")


class Processes:
    """Starts processes of a cluster and ends them all when it is left."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.started: list[subprocess.Popen[bytes]] = []

    def scheduler(self, **environment: str) -> str:
        """Start a scheduler; its address."""
        place = self.folder / f"scheduler-{len(self.started)}.json"
        process = self._start("dask_scheduler", "--port", "0", "--scheduler-file", str(place), **environment)
        while not place.exists() or not place.read_bytes().endswith(b"}"):
            assert process.poll() is None, self.told()
            time.sleep(0.05)
        return str(json.loads(place.read_bytes())["address"])

    def worker(self, address: str, *, flags: Sequence[str] = (), **environment: str) -> subprocess.Popen[bytes]:
        """Start a worker with one thread that nobody starts again when it dies."""
        return self._start(
            "dask_worker", address, "--nthreads", "1", "--no-nanny", *SCRATCH, flags=flags, **environment
        )

    def told(self) -> str:
        """What the processes wrote."""
        return "\n".join(path.read_text(encoding="utf-8") for path in sorted(self.folder.glob("*.log")))

    def _start(
        self, program: str, *arguments: str, flags: Sequence[str] = (), **environment: str
    ) -> subprocess.Popen[bytes]:
        command = [sys.executable, *flags, "-m", f"distributed.cli.{program}", *arguments, *LOOPBACK]
        with open(self.folder / f"{len(self.started)}.log", "wb") as log:
            process = subprocess.Popen(
                command, cwd=self.folder, env=os.environ | environment, stdout=log, stderr=subprocess.STDOUT
            )
        self.started.append(process)
        return process

    def __enter__(self) -> Processes:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in self.started:
            process.kill()
        for process in self.started:
            process.wait()
