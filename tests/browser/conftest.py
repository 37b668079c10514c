"""Fixtures of the browser tests: ask for `bench`; it opens notebooks, and fails the test if a page complains."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext

from tests.browser import axe
from tests.browser.bench import Bench, Pages, chromium
from tests.browser.latency import lines_of_report
from tests.browser.server import Lab
from tests.browser.view import Tools
from tests.browser.wheel import python_with_wheel

LATENCY = "latency"


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """The one JupyterLab of this test run; its kernels have the project from the built wheel."""
    python = python_with_wheel(tmp_path_factory.mktemp("wheel"))
    with Lab(tmp_path_factory.mktemp("lab"), python) as server:
        yield server


@pytest.fixture(scope="session")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the browser keeps what it loaded."""
    return tmp_path_factory.mktemp("profile")


# Not for the whole run: Playwright occupies this thread's event loop while it is open, and other tests need one.
@pytest.fixture(scope="module")
def browser(browser_path: str, profile: Path) -> Iterator[BrowserContext]:
    """The Chromium of one test module."""
    with chromium(browser_path, profile) as context:
        yield context


@pytest.fixture(scope="module")
def pages(browser: BrowserContext) -> Pages:
    """The pages of JupyterLab that the tests of one module use one after the other."""
    return Pages(browser)


@pytest.fixture(scope="session")
def axe_core(pytestconfig: pytest.Config) -> Callable[[], str]:
    """Gives the source of axe-core, fetched when first needed and kept for later runs."""
    return partial(axe.fetched, pytestconfig.cache.mkdir("axe-core"))


@pytest.fixture
def bench(lab: Lab, pages: Pages, axe_core: Callable[[], str], request: pytest.FixtureRequest) -> Iterator[Bench]:
    """Opens notebooks and widgets; afterwards every page must have been quiet and on this host only."""

    def note_latency(name: str, milliseconds: float) -> None:
        request.node.user_properties.append((LATENCY, (name, milliseconds)))

    opened = Bench(lab, pages, Tools(axe_core, note_latency))
    try:
        yield opened
        opened.check()
    finally:
        opened.close()


@pytest.fixture
def view(bench: Bench, request: pytest.FixtureRequest) -> tuple[Any, Any]:
    """A notebook with the cells GAME and TABLE of the test's module, and the table that it shows."""
    notebook = bench.notebook([request.module.GAME, request.module.TABLE])
    return notebook, notebook.output(1).locator(".gh-live")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report the times that were measured; nothing depends on them."""
    reports = [report for kind in ("passed", "failed") for report in terminalreporter.stats.get(kind, [])]
    properties = [one for report in reports if report.when == "call" for one in report.user_properties]
    noted = [value for name, value in properties if name == LATENCY]
    if noted:
        terminalreporter.section("measured in the browser")
    for line in lines_of_report(noted):
        terminalreporter.line(line)
