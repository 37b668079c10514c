"""What all tests share: tests that need a browser or Node, tests left out, the files of the project."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings
from ipykernel import kernelspec

from tests import forked_kernels
from tests.browser.machine import find_browser

# What a shell starts in the background ignores Ctrl-C; the tests press it all the same.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).resolve().parent.parent
NO_SKIP = "GUILDHALL_NO_SKIP"

# A shared machine is slow now and then; that is no finding. In CI the same examples come every time.
settings.register_profile("guildhall", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("guildhall")


def missing_for(item: pytest.Item) -> str | None:
    """Why a test cannot run on this machine, or None."""
    if item.get_closest_marker("browser") and find_browser() is None:
        return "no Chromium on this machine"
    if item.get_closest_marker("node") and not (shutil.which("node") and shutil.which("npm")):
        return "no Node with npm on this machine"
    return None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests in the browser, which take longest; leave out what this machine cannot run, and say why."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is None)
    for item in items:
        if reason := missing_for(item):
            item.add_marker(pytest.mark.skip(reason=reason))


def pytest_configure(config: pytest.Config) -> None:
    """Fork the kernels of the notebooks that are run and compared from one process, which the first of them starts."""
    python, closing = Path(sys.executable), ExitStack()
    door = cache(lambda: closing.enter_context(forked_kernels.source(python)))
    patch = closing.enter_context(pytest.MonkeyPatch.context())
    patch.setattr(kernelspec, "make_ipkernel_cmd", lambda *_, **__: forked_kernels.command(python, door()))
    config.add_cleanup(closing.close)


def refuse_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Where nothing may be left out, a skipped test is a failed one."""
    if report.skipped and NO_SKIP in os.environ and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"left out although {NO_SKIP} is set: {reason_of(report)}"


def reason_of(report: pytest.TestReport | pytest.CollectReport) -> str:
    """The reason given for a skip."""
    longrepr = report.longrepr
    return str(longrepr[2] if isinstance(longrepr, tuple) else longrepr).removeprefix("Skipped: ")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Judge skips of tests."""
    report = yield
    refuse_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Iterator[None]:
    """Judge skips of whole modules."""
    report = yield
    refuse_skip(report)
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name every test that was left out."""
    left_out = terminalreporter.stats.get("skipped", [])
    if left_out:
        terminalreporter.section("left out")
    for report in left_out:
        terminalreporter.line(f"{report.nodeid}: {reason_of(report)}")


@pytest.fixture(scope="session")
def browser_path() -> str:
    """The Chromium to drive; ask for it in tests marked `browser`."""
    path = find_browser()
    assert path, "mark the test with `browser`: there is no Chromium here"
    return path


@pytest.fixture(scope="session")
def project_root() -> Path:
    """The folder of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def project_files() -> tuple[Path, ...]:
    """All files that are or would be under version control."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listing = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return tuple(path for name in listing.split("\0") if name and (path := ROOT / name).is_file())
