"""Where there is no browser, its tests are left out and named; where nothing may be left out, they fail."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


@pytest.fixture
def run_without_browser(project_root):
    def run(**variables):
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:nbval", "-k", "picture"]
        command += ["-o", "addopts=--import-mode=importlib"]  # without notebooks and doctests
        command.append("tests/browser/test_bench.py")
        environment = {name: value for name, value in os.environ.items() if name != "GUILDHALL_NO_SKIP"}
        environment |= {"PATH": "", "CHROMIUM": ""} | variables
        return subprocess.run(command, cwd=project_root, env=environment, capture_output=True, text=True, check=False)

    return run


def test_browser_tests_are_left_out_and_named_without_a_browser(run_without_browser):
    done = run_without_browser()

    assert done.returncode == 0, done.stdout
    assert "test_a_picture_of_a_part_is_written: no Chromium on this machine" in done.stdout


def test_browser_tests_fail_without_a_browser_where_nothing_may_be_left_out(run_without_browser):
    done = run_without_browser(GUILDHALL_NO_SKIP="1")

    assert done.returncode == 1, done.stdout
    assert "left out although GUILDHALL_NO_SKIP is set: no Chromium on this machine" in done.stdout
