"""`guildhall warm`: compiles once, with a line that shows how far it is."""

from __future__ import annotations

import os
import subprocess
import sys

from guildhall.cli.warm import kernels_in_sources

KERNEL = """
from guildhall.kernel.compile import kernel_with

kernel = kernel_with()


@kernel
def twice(n: "int") -> "int":
    return 2 * n
"""


def test_what_is_compiled_is_only_loaded(guildhall):
    guildhall("warm")

    assert "Everything was compiled before" in guildhall("warm").out


def test_compiling_is_reported_and_happens_once(project_root, tmp_path):
    (tmp_path / "tiny.py").write_text(KERNEL)
    code = "import tiny; from guildhall.cli import main, warm; warm._use = lambda game: tiny.twice(1); main(['warm'])"
    environment = {"PYTHONPATH": f"{project_root}{os.pathsep}{tmp_path}", "GUILDHALL_CACHE": str(tmp_path / "cache")}

    def warm() -> str:
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, env=os.environ | environment, check=True, capture_output=True, text=True)
        assert done.stderr == ""
        return done.stdout

    first, second = warm(), warm()
    assert "compiled 1 of about" in first
    assert "1 kernels compiled in" in first
    assert "Everything was compiled before" in second


def test_tidying_removes_what_nobody_uses(guildhall, monkeypatch):
    monkeypatch.setattr("guildhall.kernel.cache.forget_old", lambda: 3)

    assert "3 folders of earlier versions removed." in guildhall("warm", "--tidy").out


def test_kernels_are_counted_without_loading_them():
    assert kernels_in_sources("guildhall") > 100


def test_everything_is_more_than_guildhall():
    assert kernels_in_sources("guildhall", "advyria") > kernels_in_sources("guildhall") + 20
