"""`guildhall lab` as a running program."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from types import TracebackType

__all__ = ["LabCommand"]


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
            if found := re.search(r"http\S+token=\w+", self.lines[-1]):
                self.address = found[0]
                return self
        raise AssertionError("".join(self.lines))

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.terminate()  # so that it ends the kernels it started
        self._process.communicate(timeout=60)
