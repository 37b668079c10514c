"""A widget's JavaScript and styles in a bare page, with a fake model instead of a kernel: quick and exact."""

from __future__ import annotations

import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Route

from tests.browser.view import View

__all__ = ["ADDRESS", "WidgetPage"]

# Nothing listens there: the browser's requests are answered before they leave it.
ADDRESS = "http://widget.test"
HERE = Path(__file__).resolve().parent
SHEET = """<!doctype html><html lang="en"><head><title>A widget</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="widget.css"><style>{style}</style></head><body><main></main></body></html>"""
OPEN = """async state => {
    const [{ Stage }, module] = await Promise.all([import("/fake_model.mjs"), import("/widget.js")]);
    window.stage = await Stage.open(module, state);
    await window.stage.addView(document.querySelector("main"));
}"""


@dataclass
class WidgetPage(View):
    """The page of one widget; what the widget does to its model can be read, and Python's part can be played."""

    def open(self, files: Mapping[str, str], state: Mapping[str, object]) -> None:
        """Serve these files, load the module and show its first view."""
        self.page.route(f"{ADDRESS}/**", lambda route: answer(route, files))
        self.page.goto(f"{ADDRESS}/")
        self.page.evaluate(OPEN, state)

    def view(self, number: int = 0) -> Locator:
        """The element that the widget filled; 1 is the second view."""
        return self.page.locator("main > div").nth(number)

    def second_view(self) -> Locator:
        """Show the same model once more."""
        self.page.evaluate("() => window.stage.addView(document.querySelector('main'))")
        return self.view(self.page.locator("main > div").count() - 1)

    def get(self, trait: str) -> Any:
        """The value of a trait as the front-end has it."""
        return self.page.evaluate("trait => window.stage.model.get(trait)", trait)

    def receive_state(self, **traits: object) -> None:
        """Change traits as Python would."""
        self.page.evaluate("state => window.stage.model.receive_state(state)", traits)

    def receive(self, content: object) -> None:
        """Send a custom message as Python would."""
        self.page.evaluate("content => window.stage.model.receive(content)", content)

    def saved(self) -> list[dict[str, Any]]:
        """What `save_changes` would have brought to Python, one dict for each call."""
        saved: list[dict[str, Any]] = self.page.evaluate("() => window.stage.model.saved")
        return saved

    def sent(self) -> list[Any]:
        """The custom messages sent to Python."""
        sent: list[Any] = self.page.evaluate("() => window.stage.model.sent")
        return sent

    def listeners(self) -> int:
        """How many callbacks hang on the model; 0 after `close` if the widget cleans up after itself."""
        count: int = self.page.evaluate("() => window.stage.model.listeners")
        return count

    def close(self) -> None:
        """Take all views away, as a notebook does when the output is cleared."""
        self.page.evaluate("() => window.stage.close()")


def answer(route: Route, files: Mapping[str, str]) -> None:
    """Give the browser one of the page's files."""
    name = route.request.url.removeprefix(f"{ADDRESS}/") or "index.html"
    if name in files:
        route.fulfill(body=files[name], content_type=mimetypes.guess_type(name)[0] or "text/javascript")
    else:
        route.fulfill(status=404, body=f"there is no {name} here")


def files_of(esm: Path | str, css: Path | str | None, variables: Mapping[str, str]) -> dict[str, str]:
    """The files of a widget's page; `variables` are the theme's, such as `--jp-layout-color1`."""
    style = ":root {" + "".join(f"{name}: {value};" for name, value in variables.items()) + "}"
    return {
        "index.html": SHEET.format(style=style),
        "widget.js": text_of(esm),
        "widget.css": "" if css is None else text_of(css),
        "fake_model.mjs": (HERE / "fake_model.mjs").read_text(encoding="utf-8"),
    }


def text_of(source: Path | str) -> str:
    """The text of a file, or the text itself."""
    return source.read_text(encoding="utf-8") if isinstance(source, Path) else source
