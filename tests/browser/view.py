"""What can be done with any page under test: measure it, judge it, walk it by keyboard, take its picture."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import compress
from pathlib import Path
from typing import TypeVar

from playwright.sync_api import CDPSession, Locator, Page

from guildhall.core import files
from tests.browser import axe, keyboard, latency
from tests.browser.watch import Watch

__all__ = ["Tools", "View", "out_of_view", "seen_at_last", "settle", "tap", "with_fingers"]

T = TypeVar("T")

PATIENCE = 90.0
MOMENT = 50
# What is out of view of the notebook, not only of the window, with a part of the page scrolled to the top.
OUT_OF_VIEW = """([top, ...parts]) => {
    top.scrollIntoView({ block: "start" });
    const frame = top.closest(".jp-WindowedPanel-outer").getBoundingClientRect();
    return parts.map(part => part.getBoundingClientRect()).map(box =>
        box.top < frame.top || box.bottom > frame.bottom || box.left < frame.left || box.right > frame.right);
}"""


@dataclass(frozen=True)
class Tools:
    """What the surroundings lend to a page: the source of axe-core, and a place to note a time in milliseconds."""

    axe_core: Callable[[], str]
    note_latency: Callable[[str, float], None]


@dataclass
class View:
    """One page, with all it complained of in `watch`."""

    page: Page
    watch: Watch
    tools: Tools

    def latency(self, name: str, action: Callable[[], object], watched: Locator, *, until: str = "() => true") -> float:
        """Milliseconds in the page from the first click, key or input of `action` to the redrawn `watched`.

        `until` is a JavaScript predicate of the watched element, asked at each change in it; say what the new picture
        looks like, or the first change of anything counts.
        `watched` must be an element that stays, such as the root of a widget.
        The figure is reported under `name` at the end of the test run.

        notebook.latency("click to redrawn table", button.click, table, until="e => e.innerText.includes('turn 2')")
        """
        milliseconds = latency.measure(self.page, action, watched, until)
        self.tools.note_latency(name, milliseconds)
        return milliseconds

    def axe(self, part: Locator) -> None:
        """Fail if axe-core finds a serious or critical violation in a part of the page; mark the test with `node`."""
        axe.check(self.page, part, self.tools.axe_core())

    def tab_to(
        self, target: Locator, *, start: Locator, backwards: bool = False, most: int = keyboard.MOST_STOPS
    ) -> int:
        """Press Tab, from the beginning of `start` on, until `target` has the focus; answers how often."""
        return keyboard.tab_to(self.page, target, start, "Shift+Tab" if backwards else "Tab", most)

    def assert_visible_focus(self, target: Locator) -> None:
        """Fail unless `target`, which has the focus, looks different from how it looks without."""
        keyboard.assert_visible_focus(target)

    def screenshot(self, path: Path, part: Locator | None = None) -> None:
        """A picture of the page or of a part of it."""
        path.parent.mkdir(parents=True, exist_ok=True)
        files.write(path, (part or self.page).screenshot(type="png"))


def with_fingers(page: Page) -> CDPSession:
    """The browser takes the page for one on a telephone; gives what sends touches."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 1})
    assert page.evaluate("matchMedia('(pointer: coarse)').matches")
    return session


def tap(session: CDPSession, node: Locator, *, hold: float = 0) -> None:
    """Touch the middle of something, perhaps for some milliseconds."""
    node.scroll_into_view_if_needed()
    box = node.bounding_box()
    assert box is not None
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    node.page.wait_for_timeout(hold)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def settle(page: Page, watch: Watch) -> None:
    """Wait until the kernel has done what the page asked of it; what came back meanwhile has been noted."""
    until = time.monotonic() + PATIENCE
    page.wait_for_timeout(MOMENT)
    while watch.unanswered and time.monotonic() < until:
        page.wait_for_timeout(MOMENT)
    assert not watch.unanswered, f"the kernel was still busy after {PATIENCE:.0f} seconds"


def seen_at_last(page: Page, look: Callable[[], T], wanted: T) -> T:
    """What is seen as soon as it is what is wanted, or when patience ends: layout takes its time after a resize."""
    until = time.monotonic() + PATIENCE
    while (seen := look()) != wanted and time.monotonic() < until:
        page.wait_for_timeout(MOMENT)
    return seen


def out_of_view(view: Locator, top: Locator, *parts: str) -> list[str]:
    """The parts of a widget that are not in view of the notebook while something is at its top."""
    handles = [view.locator(part).element_handle() for part in parts]
    return list(compress(parts, view.page.evaluate(OUT_OF_VIEW, [top.element_handle(), *handles])))
