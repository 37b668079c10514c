"""Ctrl-C at any moment: exit code 130 and at most one line, while modules are imported too."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from guildhall.cli.screen import noting_ctrl_c

STOPPED = "guildhall: stopped"

AT_AN_IMPORT = """
import signal, sys
module, *arguments = sys.argv[1:]
class Press:
    def find_spec(self, name, path=None, target=None):
        if name == module:
            sys.meta_path.remove(self)
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Press())
sys.argv = ["guildhall", *arguments]
import guildhall.cli
sys.exit(guildhall.cli.main())
"""

AFTER_A_WHILE = """
import os, signal, sys, threading, time
wait, *arguments = sys.argv[1:]
sys.argv = ["guildhall", *arguments]
import guildhall.cli
def press():
    while signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        time.sleep(0.001)
    time.sleep(float(wait))
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=press, daemon=True).start()
sys.exit(guildhall.cli.main())
"""


@pytest.fixture
def run(project_root):
    def run(code, *arguments):
        command = [sys.executable, "-c", code, *arguments]
        environment = os.environ | {"PYTHONPATH": str(project_root)}
        return subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)

    return run


@pytest.mark.parametrize(
    ("module", "arguments"),
    [
        ("argparse", ["--help"]),
        ("textwrap", ["cards"]),
        ("guildhall.cli.doctor", ["doctor"]),
        ("guildhall.core.errors", ["play"]),
        ("numpy", ["cards", "Weaver"]),
        ("numba", ["play", "--people", "none"]),
        ("llvmlite.binding", ["warm"]),
        ("polars", ["simulate", "--games", "1"]),
        ("rich.console", ["play", "--people", "none"]),
    ],
)
def test_it_ends_an_import(run, module, arguments):
    done = run(AT_AN_IMPORT, module, *arguments)

    assert (done.returncode, done.stderr.strip()) == (130, STOPPED)


@pytest.mark.parametrize("wait", ["0", "0.03", "0.1", "0.2", "0.5"])
@pytest.mark.parametrize("arguments", [["cards", "Weaver"], ["play", "--people", "none", "--seed", "1"]])
def test_it_never_gives_a_traceback(run, wait, arguments):
    done = run(AFTER_A_WHILE, wait, *arguments)

    assert done.returncode in (0, 130)
    assert done.stderr.strip() in ("", STOPPED)


def test_one_that_python_would_forget_is_pressed_again():
    class Forgetful:
        def __del__(self):
            raise KeyboardInterrupt

    def forget():
        thing = Forgetful()
        del thing
        while True:
            time.sleep(0.001)

    with pytest.raises(KeyboardInterrupt), noting_ctrl_c():
        forget()


PRESS = """
import signal, sys
class Press:
    def find_spec(self, name, path=None, target=None):
        if name == "jupyterlab.labapp":
            sys.meta_path.remove(self)
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Press())
"""


def test_it_ends_a_lab_that_is_starting(project_root, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(PRESS)
    command = [sys.executable, "-m", "guildhall.cli", "lab", "--no-browser", "--port", "0"]
    environment = os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{project_root}"}
    done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)

    assert done.returncode == 130
    assert "Traceback" not in done.stderr
