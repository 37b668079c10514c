"""A program in a terminal of its own: what a person at the keyboard sees and types."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence

PATIENCE = 120.0
"""Seconds to wait for a text; a cold machine compiles the rules first."""


class Terminal:
    """Starts a program under a pseudo-terminal and talks to it."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self.handle, slave = pty.openpty()
        self.process = subprocess.Popen(
            command,
            env=os.environ | dict(environment) | {"TERM": "xterm", "COLUMNS": "100", "LINES": "40"},
            preexec_fn=lambda: os.login_tty(slave),
        )
        os.close(slave)
        self.seen = ""

    def wait_for(self, text: str) -> str:
        """Read until the text appears; give what was read, and begin anew behind it."""
        end = time.monotonic() + PATIENCE
        while text not in self.seen:
            assert time.monotonic() < end, f"{text!r} did not appear in {self.seen[-500:]!r}"
            assert self._read(), f"the program ended without {text!r}: {self.seen[-500:]!r}"
        before, _, self.seen = self.seen.partition(text)
        return before

    def _read(self) -> bool:
        """Take in what has been printed; False when nothing more can come."""
        ready, _, _ = select.select([self.handle], [], [], 1.0)
        if not ready:
            return True
        try:
            data = os.read(self.handle, 65536)
        except OSError:  # the other side has been closed
            return False
        self.seen += data.decode(errors="replace")
        return bool(data)

    def type(self, line: str) -> None:
        """Type a line and press Enter."""
        os.write(self.handle, f"{line}\n".encode())

    def press(self, key: bytes) -> None:
        """Press one key, Ctrl-C is b"\\x03"."""
        os.write(self.handle, key)

    def finish(self) -> int:
        """Read on to the end and give the exit code."""
        while self._read():
            pass
        return self.process.wait(PATIENCE)

    def kill(self) -> None:
        """End the program without any warning."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.kill()
        os.close(self.handle)
