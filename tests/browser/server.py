"""One JupyterLab on the loopback interface, with settings, kernels and files of its own."""

from __future__ import annotations

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from tests import forked_kernels

__all__ = ["KERNEL", "Lab"]

KERNEL = "guildhall-bench"
PATIENCE = 120.0
LIFETIME = 1800
SETTINGS = {
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
    "@jupyterlab/docmanager-extension:plugin": {"autosave": False},
    # Every cell is in the page, on screen or not.
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
}
THEMES = "@jupyterlab/apputils-extension:themes"
CONFIGURATION = Path(__file__).resolve().parents[2] / "widgets" / "guildhall_widgets" / "jupyter"  # `guildhall lab`
# What belongs to the surroundings of a test run and must not reach the kernel.
FOREIGN = ("PYTHONPATH", "PYTHONHOME", "JUPYTER_PATH", "JUPYTER_CONFIG_PATH", "JUPYTERLAB_SETTINGS_DIR")


class Lab:
    """JupyterLab in `home`, whose kernels run the interpreter `python`; a context manager.

    The server itself comes from the environment of the tests.
    Each notebook has a fresh kernel, a fork of a process that has imported the project.
    """

    def __init__(self, home: Path, python: Path) -> None:
        self.notebooks = home / "notebooks"
        self._home = home
        self._python = python
        self._closing = ExitStack()
        self._token = secrets.token_hex(16)
        self._port = free_port()
        self._write_settings()
        self.notebooks.mkdir()

    @property
    def address(self) -> str:
        """Where the server listens, without a path."""
        return f"http://127.0.0.1:{self._port}"

    def url(self, path: str) -> str:
        """Address of a page, with the right to open it."""
        return f"{self.address}/{path}?token={self._token}&reset"

    def add_notebook(self, name: str, notebook: dict[str, Any], *, trusted: bool) -> None:
        """Store a notebook where the server finds it, and start its kernel."""
        notebook["metadata"]["kernelspec"] = {"name": KERNEL, "display_name": KERNEL, "language": "python"}
        (self.notebooks / name).write_text(json.dumps(notebook), encoding="utf-8")
        if trusted:
            self.ask("POST", f"api/contents/{name}/trust")
        # The kernel starts while the page loads.
        asked = {"path": name, "name": name, "type": "notebook", "kernel": {"name": KERNEL}}
        self.ask("POST", "api/sessions", asked)

    def use_theme(self, theme: str) -> None:
        """Show pages opened from now on in the theme of that name."""
        self.ask("PUT", f"lab/api/settings/{THEMES}", {"raw": json.dumps({"theme": theme})})

    def end_kernels(self) -> None:
        """End all kernels and forget their notebooks."""
        for _ in range(10):  # the server fails to end a kernel that a test has killed until it has noticed
            for session in (left := self.ask("GET", "api/sessions")):
                with suppress(urllib.error.HTTPError):
                    self.ask("DELETE", f"api/sessions/{session['id']}")
            if not left:
                return
            time.sleep(0.2)
        raise RuntimeError("JupyterLab does not end its kernels")

    def ask(self, method: str, path: str, body: Mapping[str, object] | None = None) -> Any:
        """One request to the server's interface; answers the decoded reply."""
        request = urllib.request.Request(f"{self.address}/{path}", method=method)
        request.add_header("Authorization", f"token {self._token}")
        request.add_header("Content-Type", "application/json")
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(request, data, timeout=PATIENCE) as reply:
            text = reply.read()
        return json.loads(text) if text else None

    def __enter__(self) -> Lab:
        with ExitStack() as opening:
            self._write_kernel(opening.enter_context(forked_kernels.source(self._python)))
            self._start()
            opening.callback(self._end)
            self._wait_until_up()
            self._closing = opening.pop_all()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with self._closing, suppress(OSError, ValueError):
            self.end_kernels()

    def _start(self) -> None:
        with (self._home / "lab.log").open("wb") as log:
            # A session of its own: Ctrl-C in the terminal reaches the tests, which then end the server in order.
            self._process = subprocess.Popen(
                [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", *self._options()],
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def _options(self) -> list[str]:
        options = {
            "ServerApp.ip": "127.0.0.1",
            "ServerApp.port": self._port,
            "ServerApp.port_retries": 0,
            "ServerApp.root_dir": self.notebooks,
            "IdentityProvider.token": self._token,
            "LabApp.expose_app_in_browser": True,
            # If the tests are killed, the server ends by itself after a while.
            "ServerApp.shutdown_no_activity_timeout": LIFETIME,
            "MappingKernelManager.cull_idle_timeout": LIFETIME,
            "MappingKernelManager.cull_connected": True,
        }
        return [f"--{name}={value}" for name, value in options.items()]

    def _wait_until_up(self) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self._process.poll() is None:
            with suppress(OSError):
                self.ask("GET", "api/status")
                return
            time.sleep(0.1)
        raise RuntimeError(f"JupyterLab did not start:\n{(self._home / 'lab.log').read_text(encoding='utf-8')[-3000:]}")

    def _end(self) -> None:
        for way in (signal.SIGTERM, signal.SIGKILL):
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, way)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(10)
                return

    def _environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name not in FOREIGN}
        folders = {"CONFIG": "config", "DATA": "data", "RUNTIME": "runtime"}
        return (
            kept
            | {f"JUPYTER_{name}_DIR": str(self._home / folder) for name, folder in folders.items()}
            | {"IPYTHONDIR": str(self._home / "ipython"), "PYDEVD_DISABLE_FILE_VALIDATION": "1"}
            | {"JUPYTER_CONFIG_PATH": str(CONFIGURATION)}
        )

    def _write_settings(self) -> None:
        folder = self._home / "config" / "labconfig"
        folder.mkdir(parents=True)
        (folder / "default_setting_overrides.json").write_text(json.dumps(SETTINGS), encoding="utf-8")

    def _write_kernel(self, door: Path) -> None:
        folder = self._home / "data" / "kernels" / KERNEL
        folder.mkdir(parents=True)
        command = forked_kernels.command(self._python, door)
        spec = {"argv": command, "display_name": KERNEL, "language": "python"}
        (folder / "kernel.json").write_text(json.dumps(spec), encoding="utf-8")


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port
