"""How long a front-end takes from a click to the redrawn page, and what it sends: `python -m tests.browser.latencies`.

Of each kind so many clicks are measured (`--times`, 30 unless told otherwise) in a JupyterLab with the code of the
working tree.  Measure on an idle machine.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from playwright.sync_api import Locator

from tests.browser import latency
from tests.browser.bench import workbench
from tests.browser.notebook import Notebook

__all__ = ["main"]

CELLS = [
    """
import guildhall as gh
import ipywidgets
from guildhall_widgets import InteractionGraph, LiveOdds, OddsExplorer, ReplayViewer, TableWidget
def begun():
    game = gh.new_game(cards="old-world", players=["Ada", "Bo", "Cyd"], seed=7)
    game.run("greedy", until=lambda game: game.ply >= 60 and game.decision.kind == "act")
    return game
played = gh.new_game(cards="old-world", players=["Ada", "Bo"], seed=7)
played.run("greedy")
""",
    "TableWidget(begun())",
    "OddsExplorer()",
    "ReplayViewer(played.record)",
    "InteractionGraph('old-world')",
    """
table = TableWidget(begun())
live = LiveOdds(table.game)
live.follow(table)
ipywidgets.HBox([table, live])
""",
]
WARM_UP = 3
SET = "(input, value) => { input.value = value; input.dispatchEvent(new InputEvent('input', { bubbles: true })) }"
STATUS = "view => view.querySelector('[role=status]').textContent"


@dataclass(frozen=True)
class Measured:
    """What came of one kind of click: milliseconds, and all bytes that came over the wire for it."""

    name: str
    times: list[float]
    sizes: list[int]

    def told(self) -> str:
        """One line of the report.

        >>> Measured("table: click", [20.0, 40.0, 31.0], [4000, 6000, 5000]).told()
        'table: click: median 31 ms, worst 40 ms (3 times); a repaint sends 5.0 KB at the median, 6.0 KB at most'
        """
        [line] = latency.lines_of_report((self.name, time) for time in self.times)
        middle, most = statistics.median(self.sizes) / 1000, max(self.sizes) / 1000
        return f"{line}; a repaint sends {middle:.1f} KB at the median, {most:.1f} KB at most"


Click = tuple[Callable[[], object], str]
"""What is done, and when it is seen: a predicate of the front-end's element in JavaScript."""


def table_clicks(view: Locator) -> Iterator[Click]:
    """An option and its undo by turns."""
    while True:
        for button in (".gh-options button[data-do=option]", "button[data-do=undo]"):
            before = view.evaluate(STATUS)
            yield view.locator(button).first.click, f"view => ({STATUS})(view) !== {before!r}"


def step_clicks(view: Locator) -> Iterator[Click]:
    """One ply after the other."""
    while True:
        before = view.evaluate(STATUS)
        yield view.locator("button[data-do=step][data-by='1']").click, f"view => ({STATUS})(view) !== {before!r}"


def slider_clicks(view: Locator, do: str, values: range, number: str) -> Iterator[Click]:
    """One value of a slider after the other, until its number, the text of an element, has been drawn anew."""
    slider = view.locator(f"input[data-do={do}]")
    seen = f"view => view.querySelector({number!r}).textContent"
    for value in values:
        yield partial(slider.evaluate, SET, value), f"view => ({seen})(view).split(' ')[0] === '{value}'"


def graph_clicks(view: Locator) -> Iterator[Click]:
    """Two cards by turns."""
    while True:
        for card in ("Weaver", "Dancer"):
            node = view.locator(f"[data-do=node][data-node={card}]").first
            yield partial(node.dispatch_event, "click"), f"view => ({STATUS})(view).startsWith('{card}, ')"


def measured(notebook: Notebook, name: str, view: Locator, clicks: Iterator[Click], times: int) -> Measured:
    """Click so often; the first few, which load what is needed, do not count."""
    found = Measured(name, [], [])
    for number, (click, until) in zip(range(WARM_UP + times), clicks, strict=False):
        before = _sent(notebook)
        milliseconds = latency.measure(notebook.page, click, view, until)
        if number >= WARM_UP:
            found.times.append(milliseconds)
            found.sizes.append(_sent(notebook) - before)
    return found


def _sent(notebook: Notebook) -> int:
    return sum(map(len, notebook.watch.frames))


def measure_all(notebook: Notebook, times: int) -> Iterator[Measured]:
    """Every front-end in turn, the table beside live odds at work last."""
    table, explorer, viewer, graph, both = (notebook.output(n).locator(".gh-live").first for n in range(1, 6))
    drawn = slider_clicks(explorer, "draws", range(7, 90), "label:has(input[data-do=draws]) .gh-value")
    scrubbed = slider_clicks(viewer, "scrub", range(40, 200), ".gh-ply-at")
    yield measured(notebook, "table: click on an option, or undo", table, table_clicks(table), times)
    yield measured(notebook, "odds explorer: slider", explorer, drawn, times)
    yield measured(notebook, "replay: step", viewer, step_clicks(viewer), times)
    yield measured(notebook, "replay: scrubber", viewer, scrubbed, times)
    yield measured(notebook, "graph: click on a card", graph, graph_clicks(graph), times)
    yield measured(notebook, "table beside live odds: click on an option, or undo", both, table_clicks(both), times)


def main() -> int:
    """Measure and print a line for each front-end."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.latencies", description=__doc__)
    parser.add_argument("--times", type=int, default=30, metavar="N", help="clicks of each kind (default: 30)")
    asked = parser.parse_args()
    with workbench() as bench:
        for found in measure_all(bench.notebook(CELLS), asked.times):
            print(found.told(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
