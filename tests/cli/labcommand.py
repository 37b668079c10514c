"""`guildhall lab` as a running program."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path
from types import TracebackType
from urllib.parse import urlsplit

__all__ = ["LabCommand"]

PATIENCE = 120.0


class LabCommand:
    """A JupyterLab started by the command on a free port, with settings of its own in `home`; a context manager.

    `address` is where it is, with its token; `lines` is what it said until it told that.
    """

    def __init__(self, project_root: Path, home: Path) -> None:
        places = {f"JUPYTER_{name}_DIR": str(home / name) for name in ("CONFIG", "DATA", "RUNTIME")}
        self._environment = os.environ | places | {"PYTHONPATH": str(project_root)}
        self.address = ""
        self.lines: list[str] = []

    def __enter__(self) -> LabCommand:
        command = [sys.executable, "-m", "guildhall.cli", "lab", "--no-browser", "--port", "0"]
        self._process = subprocess.Popen(
            command, env=self._environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        assert self._process.stderr is not None  # a pipe was asked for
        for line in self._process.stderr:
            self.lines.append(line.decode())
            if found := re.search(r"http\S+/lab\S*", self.lines[-1]):
                self.address = found[0]
                break
        try:
            self._wait_until_it_listens()
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._end()

    def _wait_until_it_listens(self) -> None:
        """JupyterLab tells its address a moment before it listens there."""
        where = urlsplit(self.address)
        until = time.monotonic() + PATIENCE
        while self.address and time.monotonic() < until and self._process.poll() is None:
            with suppress(OSError), closing(socket.create_connection((where.hostname, where.port), timeout=PATIENCE)):
                return
            time.sleep(0.05)
        raise AssertionError("JupyterLab does not listen:\n" + "".join(self.lines))

    def _end(self) -> None:
        self._process.terminate()  # so that it ends the kernels it started
        self._process.communicate(timeout=PATIENCE)
