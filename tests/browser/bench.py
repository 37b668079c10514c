"""A browser and the notebooks opened in it."""

from __future__ import annotations

import itertools
import json
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, ViewportSize, expect, sync_playwright

from tests.browser.machine import find_browser
from tests.browser.notebook import DARK, LIGHT, Notebook
from tests.browser.server import Lab
from tests.browser.view import Tools, View, settle
from tests.browser.watch import Watch
from tests.browser.widget_page import ADDRESS, WidgetPage, files_of

__all__ = ["DARK", "LIGHT", "PATIENCE", "Bench", "KeptBrowser", "Pages", "chromium", "workbench"]

SWITCHES = [
    "--no-sandbox",  # Chromium refuses to run as root otherwise
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# A shared machine is slow now and then; what is right comes at once all the same.
PATIENCE = 90_000
MOST_NOTEBOOKS = 30  # of one page of JupyterLab, which grows with each
VIEWPORT: ViewportSize = {"width": 1200, "height": 900}


@contextmanager
def chromium(path: str, profile: Path, viewport: ViewportSize = VIEWPORT) -> Iterator[BrowserContext]:
    """A headless Chromium that keeps its profile, and so what it has loaded before, in a folder."""
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=path, headless=True, args=SWITCHES, viewport=viewport
        )
        context.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        try:
            yield context
        finally:
            context.close()


class Pages:
    """The pages of one browser; to load JupyterLab takes seconds, so its pages are kept for more notebooks."""

    def __init__(self, browser: BrowserContext, viewport: ViewportSize = VIEWPORT) -> None:
        self.browser = browser
        self._viewport = viewport
        self._with_lab: defaultdict[str, list[Page]] = defaultdict(list)
        self._shown: Counter[Page] = Counter()

    def blank(self) -> Page:
        """A new page."""
        return self.browser.new_page()

    def with_lab(self, theme: str) -> Page | None:
        """A page of JupyterLab in that theme that nobody uses, if there is one."""
        return self._with_lab[theme].pop() if self._with_lab[theme] else None

    def keep(self, page: Page, theme: str) -> None:
        """Take back a page of JupyterLab in that theme; one that has shown many notebooks is closed."""
        self._shown[page] += 1
        if self._shown[page] >= MOST_NOTEBOOKS:
            page.close()
            return
        page.set_viewport_size(self._viewport)
        page.emulate_media(media="null", color_scheme="null", reduced_motion="null", forced_colors="null")
        self._with_lab[theme].append(page)


class KeptBrowser:
    """A Chromium that is opened when it is asked for its pages, and again after it was closed."""

    def __init__(self, path: str, profile: Path) -> None:
        self._path, self._profile = path, profile
        self._open = ExitStack()
        self._pages: Pages | None = None

    def pages(self) -> Pages:
        """Its pages."""
        if self._pages is None:
            self._pages = Pages(self._open.enter_context(chromium(self._path, self._profile)))
        return self._pages

    def close(self) -> None:
        """Close it with all its pages."""
        self._pages = None
        self._open.close()


class Bench:
    """Opens notebooks in one browser and remembers them, so that all can be judged and closed at the end."""

    _numbers = itertools.count(1)

    def __init__(self, lab: Lab, pages: Pages, tools: Tools) -> None:
        self._lab = lab
        self._pages = pages
        self._tools = tools
        self._opened: list[View] = []

    def notebook(
        self,
        cells: Sequence[str] | Path | Mapping[str, Any],
        *,
        theme: str = LIGHT,
        trusted: bool = True,
        run: bool = True,
    ) -> Notebook:
        """Open a notebook of these code cells, a copy of a notebook file, or a notebook as JSON, and run it.

        A cell that raises makes this raise `CellFailed` with the cell's traceback.
        """
        name = f"bench-{next(self._numbers)}.ipynb"
        self._lab.use_theme(theme)
        self._lab.add_notebook(name, as_notebook(cells), trusted=trusted)
        loaded = self._pages.with_lab(theme)
        notebook = Notebook(*self._watched(loaded or self._pages.blank(), self._lab.address), self._tools, theme)
        self._opened.append(notebook)
        if loaded:
            notebook.open_next(name)
        else:
            notebook.load(self._lab.url(f"lab/tree/{name}"), name)
        if run:
            notebook.run()
        return notebook

    def page_with_widget(
        self,
        esm: Path | str,
        css: Path | str | None = None,
        state: Mapping[str, object] | None = None,
        *,
        variables: Mapping[str, str] | None = None,
    ) -> WidgetPage:
        """Show a widget's module, a file or its text, in a bare page with a fake model that has this state.

        `variables` stand in for those of JupyterLab's theme: `{"--jp-layout-color1": "#111"}`.
        """
        widget = WidgetPage(*self._watched(self._pages.blank(), ADDRESS), self._tools)
        self._opened.append(widget)
        widget.open(files_of(esm, css, variables or {}), state or {})
        return widget

    def check(self) -> None:
        """Fail if any page complained or asked another host for something."""
        for view in self._opened:
            settle(view.page, view.watch)
        trouble = [line for view in self._opened for line in view.watch.trouble]
        assert not trouble, "\n".join(["the page was not quiet:", *trouble])

    def close(self) -> None:
        """End all kernels; close all pages but those that can serve again."""
        for view in self._opened:
            if isinstance(view, Notebook) and view.sound:
                view.leave()
                self._pages.keep(view.page, view.theme)
            else:
                view.page.close()
        self._opened.clear()
        self._lab.end_kernels()

    def _watched(self, page: Page, address: str) -> tuple[Page, Watch]:
        watch = Watch(address)
        watch.follow(page)
        return page, watch


@contextmanager
def workbench(viewport: ViewportSize = VIEWPORT) -> Iterator[Bench]:
    """A bench outside the tests, whose kernels have the code of the working tree; in the end no page may complain."""
    browser = find_browser()
    if browser is None:
        raise SystemExit("there is no Chromium; name one in $CHROMIUM")
    with (
        tempfile.TemporaryDirectory(prefix="bench-") as home,
        Lab(Path(home), Path(sys.executable)) as lab,
        chromium(browser, Path(home) / "profile", viewport) as context,
    ):
        bench = Bench(lab, Pages(context, viewport), Tools(axe_core=str, note_latency=print))
        yield bench
        bench.check()


def as_notebook(cells: Sequence[str] | Path | Mapping[str, Any]) -> dict[str, Any]:
    """Code cells as a notebook; a file or a notebook as it is.

    >>> as_notebook(["1 + 1"])["cells"][0]["source"]
    '1 + 1'
    """
    if isinstance(cells, Mapping):
        return dict(cells)
    if isinstance(cells, Path):
        stored: dict[str, Any] = json.loads(cells.read_text(encoding="utf-8"))
        return stored
    code = [{"cell_type": "code", "id": f"cell-{n}", "source": source} for n, source in enumerate(cells)]
    blank: dict[str, Any] = {"metadata": {}, "outputs": [], "execution_count": None}
    return {"cells": [blank | cell for cell in code], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
