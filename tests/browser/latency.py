"""How long the page takes from what a user does to what the user sees."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Callable, Iterable

from playwright.sync_api import Locator, Page

__all__ = ["lines_of_report", "measure"]

# The clock starts at the event and stops in the task after the frame that follows the change: what changed is painted.
PREPARE = """watched => {
    const settled = UNTIL;
    window.benchLatency = new Promise((resolve, reject) => {
        let start = null;
        const begin = event => { start ??= event.timeStamp; };
        const kinds = ["click", "keydown", "input"];
        const end = () => {
            observer.disconnect();
            kinds.forEach(kind => window.removeEventListener(kind, begin, true));
            clearTimeout(patience);
        };
        const painted = () => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now() - start);
            port2.postMessage(null);
        };
        const observer = new MutationObserver(() => {
            if (start === null || !settled(watched)) return;
            end();
            requestAnimationFrame(painted);
        });
        const giveUp = () => { end(); reject(new Error("no such change within thirty seconds")); };
        const patience = setTimeout(giveUp, 30_000);
        kinds.forEach(kind => window.addEventListener(kind, begin, true));
        observer.observe(watched, { subtree: true, childList: true, attributes: true, characterData: true });
    });
    window.benchLatency.catch(() => {});  // reported where it is awaited
}"""


def measure(page: Page, action: Callable[[], object], watched: Locator, until: str) -> float:
    """Milliseconds from the first event of `action` to the painted change of `watched` that fulfils `until`."""
    watched.evaluate(PREPARE.replace("UNTIL", until))
    action()
    milliseconds: float = page.evaluate("() => window.benchLatency")
    return milliseconds


def lines_of_report(noted: Iterable[tuple[str, float]]) -> list[str]:
    """One line for each name with its number of times, median and worst.

    >>> lines_of_report([("click to table", 20.0), ("click to table", 40.0), ("click to table", 31.0)])
    ['click to table: median 31 ms, worst 40 ms (3 times)']
    """
    by_name = defaultdict(list)
    for name, milliseconds in noted:
        by_name[name].append(milliseconds)
    return [
        f"{name}: median {statistics.median(times):.0f} ms, worst {max(times):.0f} ms ({len(times)} times)"
        for name, times in sorted(by_name.items())
    ]
