"""A module of tiny kernels, run in processes of its own with a cache of its own."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

TINY = """
from guildhall.kernel.compiler import EntryPoints, kernel_with

kernel = kernel_with()

@kernel
def twice(n: "int") -> "int":
    return 2 * n

@kernel
def thrice(n: "int") -> "int":
    return n + twice(n)

@kernel
def last(numbers: "Ints", place: "int") -> "int":
    return numbers[place]
""".replace('"', "'")


@pytest.fixture(scope="session")
def run_beside(project_root):
    """Runs some lines in a process of its own, beside the module `tiny` in a folder, with a cache in there."""

    def run(folder, code, **environment):
        (folder / "tiny.py").write_text("from __future__ import annotations\n" + TINY.replace("'", ""))
        places = os.pathsep.join(map(str, (project_root, folder)))
        own = {"PYTHONPATH": places, "GUILDHALL_CACHE": str(folder / "cache"), **environment}
        return subprocess.run([sys.executable, "-c", code], env=os.environ | own, capture_output=True, text=True)

    return run


@pytest.fixture
def run(run_beside, tmp_path):
    """Runs some lines that must not fail, and gives what they print."""

    def run(code, **environment):
        done = run_beside(tmp_path, code, **environment)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    return run
