"""One notebook open in JupyterLab: its cells, its outputs, what it was sent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator

from tests.browser.view import View, settle
from tests.browser.watch import Message, plain_text

__all__ = ["DARK", "LIGHT", "CellFailed", "Notebook"]

LIGHT = "JupyterLab Light"
DARK = "JupyterLab Dark"

# JupyterLab says "idle" before there is a kernel and drops what is run then, so ask the kernel itself.
READY = """async (path) => {
    const app = window.jupyterapp;
    if (!app) return false;
    await app.restored;
    const panel = app.shell.currentWidget;
    if (panel?.context?.path !== path) return false;
    await panel.context.ready;
    await panel.sessionContext.ready;
    return panel.sessionContext.session?.kernel?.status === "idle";
}"""
# What was open before goes last: JupyterLab would fill an empty page with its launcher.
OPEN_NEXT = """async (path) => {
    const app = window.jupyterapp, before = [...app.shell.widgets("main")];
    await app.commands.execute("docmanager:open", { path });
    for (const panel of before) panel.dispose();
}"""
END_KERNELS = """async () => {
    for (const panel of window.jupyterapp.shell.widgets("main")) await panel.sessionContext?.shutdown();
}"""
RUN_ALL = """async () => {
    const app = window.jupyterapp;
    await app.commands.execute("notebook:run-all-cells");
    return app.shell.currentWidget.content.model.sharedModel.toJSON().cells;
}"""
USE_THEME = "theme => window.jupyterapp.commands.execute('apputils:change-theme', { theme })"
HAS_THEME = "theme => document.body.dataset.jpThemeName === theme"
RESTART = "() => window.jupyterapp.shell.currentWidget.sessionContext.restartKernel()"
NEW_VIEW = """async (number) => {
    const app = window.jupyterapp, notebook = app.shell.currentWidget.content;
    const codeCells = notebook.widgets.filter(cell => cell.model.type === "code");
    notebook.activeCellIndex = notebook.widgets.indexOf(codeCells[number]);
    await app.commands.execute("notebook:create-output-view");
}"""


class CellFailed(AssertionError):
    """A cell raised; the message holds its number and traceback."""


@dataclass
class Notebook(View):
    """A notebook alone in a page with this theme; cells are the code cells, counted from 0."""

    theme: str
    spent: bool = False
    """True if its page must not show another notebook."""

    @property
    def sound(self) -> bool:
        """True if another notebook can be opened in the page as if nothing had been there."""
        is_open = not self.page.is_closed() and self.page.url.startswith(self.watch.address)
        return is_open and not self.watch.trouble and not self.spent

    def restart_kernel(self) -> None:
        """Restart the kernel; the page then has requests under way that would fail under the next notebook."""
        self.spent = True
        self.page.evaluate(RESTART)

    def load(self, url: str, path: str) -> None:
        """Load JupyterLab with a notebook, without its side bar, and wait for the notebook's kernel."""
        self.page.goto(url, wait_until="commit")
        self.page.locator(".jp-NotebookPanel .jp-Cell").first.wait_for()
        self.page.locator("#jupyterlab-splash").wait_for(state="detached")
        self.page.wait_for_function(READY, arg=path, polling=50)
        self.page.evaluate("() => window.jupyterapp.shell.collapseLeft()")

    def open_next(self, path: str) -> None:
        """Open a notebook in a page that has shown another, and wait for its kernel."""
        self.page.evaluate(OPEN_NEXT, path)
        self.page.wait_for_function(READY, arg=path, polling=50)

    def in_each_theme(self) -> Iterator[str]:
        """Show the notebook in one theme after the other, in its own first and in the end again."""
        own = self.theme
        yield own
        self._show_in(DARK if own == LIGHT else LIGHT)
        yield self.theme
        self._show_in(own)

    def _show_in(self, theme: str) -> None:
        self.theme = theme
        self.page.evaluate(USE_THEME, theme)
        self.page.wait_for_function(HAS_THEME, arg=theme, polling=50)
        self.page.locator("#jupyterlab-splash").wait_for(state="detached")

    def leave(self) -> None:
        """End the kernel and give the page up to the next notebook."""
        self.page.evaluate(END_KERNELS)
        self.page.mouse.move(0, 0)
        self.watch.leave(self.page)

    def run(self) -> None:
        """Run all cells; raises `CellFailed` for the first that fails."""
        cells: list[dict[str, Any]] = self.page.evaluate(RUN_ALL)
        code = [cell for cell in cells if cell["cell_type"] == "code"]
        for number, cell in enumerate(code):
            for output in cell["outputs"]:
                if output["output_type"] == "error":
                    text = plain_text("\n".join(output["traceback"]))
                    raise CellFailed(f"cell {number} failed:\n{text}")

    def cell(self, number: int) -> Locator:
        """A code cell with its input and output."""
        return self.page.locator(".jp-Notebook .jp-CodeCell").nth(number)

    def output(self, number: int) -> Locator:
        """The output of a code cell; look here, not in the cell, whose source holds the same words."""
        return self.cell(number).locator(".jp-Cell-outputArea")

    def second_view(self, number: int) -> Locator:
        """Show the output of a cell once more, in a panel of its own, and answer that panel."""
        self.page.evaluate(NEW_VIEW, number)
        view = self.page.locator(".jp-LinkedOutputView").last
        view.wait_for()
        return view

    def messages(self) -> list[Message]:
        """Every message the kernel has sent to the browser so far; `raw` of each has all its bytes.

        Those of kind `execute_input` repeat the source of the cells.
        """
        settle(self.page, self.watch)
        return self.watch.messages()
