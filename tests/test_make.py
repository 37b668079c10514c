"""The commands of make.py, and what the test run says of tests it left out."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest


def load_make(folder: Path):
    """make.py as a module that works on `folder`."""
    spec = importlib.util.spec_from_file_location("make_of_test", folder / "make.py")
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    return make


@pytest.fixture
def make(project_root, tmp_path, monkeypatch):
    for name in ("make.py", "pyproject.toml", "constraints.txt"):
        shutil.copy(project_root / name, tmp_path)
    module = load_make(tmp_path)
    module.commands = []
    monkeypatch.setattr(module, "run", lambda *command: module.commands.append(command))
    module.VENV.mkdir()
    return module


def test_set_up_is_done_once(make):
    make.set_up(["lab", "test"])
    assert [command[2] for command in make.commands] == ["venv", "pip"]

    make.set_up(["lab"])
    assert len(make.commands) == 2


def test_set_up_is_done_again_when_the_constraints_change(make, tmp_path):
    make.set_up(["lab"])
    (tmp_path / "constraints.txt").write_text("numpy==2.0.0\n", encoding="utf-8")

    assert make.installed_extras() == set()


def test_set_up_keeps_the_extras_that_were_there(make):
    make.set_up(["lab"])
    make.set_up(["bench"])

    assert make.installed_extras() == {"bench", "lab"}


def test_tests_run_with_every_extra_but_the_other_engines(make, project_root):
    project = tomllib.loads((project_root / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    assert set(make.TESTED) == set(project["optional-dependencies"]) - {"all", "bench"}


def test_makefile_and_make_py_know_the_same_commands(make, project_root):
    makefile = (project_root / "Makefile").read_text(encoding="utf-8")

    assert set(re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)[1].split()) == set(make.COMMANDS)


def pytest_in(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    shutil.copy(Path(__file__).with_name("conftest.py"), folder)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = browser\n", encoding="utf-8")
    test = "import pytest\n@pytest.mark.browser\ndef test_table(): pass\ndef test_rules(): pass\n"
    (folder / "test_left_out.py").write_text(test, encoding="utf-8")
    clean = {name: value for name, value in os.environ.items() if name not in ("CHROMIUM", "GUILDHALL_NO_SKIP")}
    variables = clean | {"PATH": ""} | environment
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"]
    return subprocess.run(command, cwd=folder, env=variables, check=False, capture_output=True, text=True)


def test_tests_left_out_for_want_of_a_browser_are_named(tmp_path):
    run = pytest_in(tmp_path)

    assert run.returncode == 0
    assert "test_left_out.py::test_table: no Chromium on this machine" in run.stdout
    assert "1 passed, 1 skipped" in run.stdout.splitlines()[-1]


def test_nothing_is_left_out_where_nothing_may_be(tmp_path):
    run = pytest_in(tmp_path, GUILDHALL_NO_SKIP="1")

    assert run.returncode == 1
    assert "left out although GUILDHALL_NO_SKIP is set: no Chromium on this machine" in run.stdout
