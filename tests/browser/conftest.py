"""Fixtures of the browser tests: ask for `bench`; it opens notebooks, and fails the test if a page complains."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import BrowserContext

from tests.browser import axe
from tests.browser.bench import Bench, KeptBrowser, Pages
from tests.browser.latency import lines_of_report
from tests.browser.server import Lab
from tests.browser.view import Tools
from tests.browser.wheel import python_with_wheel

LATENCY = "latency"
KEPT = pytest.StashKey[KeptBrowser]()


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """The one JupyterLab of this test run; its kernels have the project from the built wheel."""
    python = python_with_wheel(tmp_path_factory.mktemp("wheel"))
    with Lab(tmp_path_factory.mktemp("lab"), python) as server:
        yield server


@pytest.fixture(scope="session")
def kept_browser(
    browser_path: str, tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config
) -> Iterator[KeptBrowser]:
    """The Chromium that the browser tests use one after the other."""
    kept = pytestconfig.stash[KEPT] = KeptBrowser(browser_path, tmp_path_factory.mktemp("profile"))
    yield kept
    kept.close()


# Not open for the whole run: Playwright occupies this thread's event loop meanwhile, and other tests need one.
@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Close the browser before the next test that does not use it."""
    kept = item.config.stash.get(KEPT, None)
    if kept is not None and (nextitem is None or nextitem.get_closest_marker("browser") is None):
        kept.close()


@pytest.fixture
def pages(kept_browser: KeptBrowser) -> Pages:
    """The pages of JupyterLab that tests use one after the other."""
    return kept_browser.pages()


@pytest.fixture
def browser(pages: Pages) -> BrowserContext:
    """The Chromium, for a test that opens its pages itself."""
    return pages.browser


@pytest.fixture
def last_in_its_browser(kept_browser: KeptBrowser) -> Iterator[None]:
    """Closes the browser after a test that changes more than its page, such as the clock."""
    yield
    kept_browser.close()


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
