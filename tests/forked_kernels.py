"""Fresh Jupyter kernels without their imports, which take longer than most tests: each is the fork of one process.

That process, the source, has imported the project and loaded its machine code, and has run nothing else.
Jupyter starts this file as a kernel; it asks the source for a fork, hands on the signals that it gets, and ends
when the fork ends. If it ends first, as when Jupyter kills it, the fork ends too.
"""

from __future__ import annotations

import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path

__all__ = ["command", "source"]

FILE = Path(__file__).resolve()
GAMES = ("guildhall", "advyria", "guild-master", "hundred-halls")
READY = b"ready"
MOMENT = 1.0


@contextmanager
def source(python: Path) -> Iterator[Path]:
    """Run the process from which kernels of an interpreter are forked, and yield the socket that it listens at."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "JUPYTER"))}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with tempfile.TemporaryDirectory(prefix="kernels-") as folder:
        door = Path(folder) / "door"
        # It ends when its standard input is closed, as it is on leaving here.
        with subprocess.Popen([python, FILE, "source", door], env=kept, start_new_session=True, **pipes) as process:
            if process.stdout.read(len(READY)) != READY:
                raise RuntimeError("the process that kernels are forked from did not start; its error is above")
            yield door
            process.stdin.close()


def command(python: Path, door: Path) -> list[str]:
    """Return the command of a kernel, as in a `kernel.json`."""
    return [str(python), "-IS", str(FILE), "kernel", str(door), "{connection_file}"]


# --- in the kernel that Jupyter starts ----------------------------------------------------------------------


def hand_on(door: str, connection_file: str) -> None:
    """Ask for a fork that serves this connection, and stand for it until it ends."""
    jupyter = os.getppid()
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(door)
        asked = {"file": connection_file, "folder": os.getcwd(), "environment": dict(os.environ)}
        socket.send_fds(line, [b"\n"], [sys.stdout.fileno(), sys.stderr.fileno()])
        line.sendall(json.dumps(asked).encode() + b"\n")
        fork = int(line.recv(16))

        def pass_on(number: int, frame: object) -> None:
            with suppress(ProcessLookupError):
                os.kill(fork, number)

        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, pass_on)
        while os.getppid() == jupyter and not select.select([line], [], [], MOMENT)[0]:
            pass


# --- in the source ------------------------------------------------------------------------------------------


def fork_kernels(door: str) -> None:
    """Import, then fork for everyone who asks, until the tests have gone; a fork becomes the kernel asked for."""
    del sys.path[0]  # this folder
    import_all()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for a fork
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(door)
        listener.listen()
        sys.stdout.buffer.write(READY)
        sys.stdout.flush()
        while sys.stdin not in select.select([listener, sys.stdin], [], [])[0]:
            line, _ = listener.accept()
            if not os.fork():
                listener.close()
                return become_kernel(line)
            line.close()


def import_all() -> None:
    """Import what notebooks need and load the machine code of all games."""
    import guildhall_widgets

    from guildhall.games import rules_for

    import_module("ipykernel.kernelapp")
    import_module("ipykernel.zmqshell")
    for name in guildhall_widgets.__all__:
        getattr(guildhall_widgets, name)
    for game in GAMES:
        rules_for(game, {}).engine.get_ready()
    gc.collect()
    gc.freeze()  # no fork looks through, and so copies, what is there already


def become_kernel(line: socket.socket) -> None:
    """Serve the connection that was asked for."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    _, outputs, _, _ = socket.recv_fds(line, 1, 2)
    for number, output in enumerate(outputs, start=1):
        os.dup2(output, number)
        os.close(output)
    with line.makefile("rb") as reading:
        asked = json.loads(reading.readline())
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    line.sendall(str(os.getpid()).encode())
    threading.Thread(target=end_with, args=(line,), daemon=True).start()

    from ipykernel.kernelapp import IPKernelApp

    sys.argv = ["ipykernel_launcher", "-f", asked["file"]]
    # A history would bring the cells of earlier notebooks into this one's messages.
    IPKernelApp.launch_instance([*sys.argv[1:], "--HistoryManager.enabled=False"])


def end_with(line: socket.socket) -> None:
    """End this process when the one at the other end of the line has ended."""
    line.recv(1)
    os._exit(1)


if __name__ == "__main__":
    {"kernel": hand_on, "source": fork_kernels}[sys.argv[1]](*sys.argv[2:])
