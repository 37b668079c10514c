"""The pictures of the docs, taken anew: `python -m tests.browser.pictures [NAME…]`, all without a name.

Each is what a front-end shows in JupyterLab, with the code of the working tree, written to docs/pictures.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import FloatRect, ViewportSize, expect

from guildhall.core import files
from tests.browser.bench import DARK, LIGHT, Bench, workbench
from tests.browser.few_colours import in_few_colours, pixels_of, png_of
from tests.browser.shots import SHORT_NAMES, wait_for_layout
from tests.browser.view import settle

__all__ = ["FOLDER", "PICTURES", "Picture", "main"]

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "pictures"
# The output of a cell is 1100 pixels wide then, and the tallest is whole.
VIEWPORT: ViewportSize = {"width": 1280, "height": 1840}
PATIENCE = 300_000  # milliseconds for an estimate
# Where a part of the notebook is on the page, in whole pixels, down to the first thing that is left out.
FRAME = """(part, first) => {
    part.scrollIntoView({ block: "center" });
    const panel = part.closest(".jp-WindowedPanel-outer").getBoundingClientRect(), box = part.getBoundingClientRect();
    const end = first ? part.querySelector(first).getBoundingClientRect().top : box.bottom;
    if (box.top < panel.top || end > panel.bottom) throw new Error("the window is too small for the picture");
    const [x, y, right, bottom] = [box.left, box.top, box.right, end].map(Math.round);
    return { x, y, width: right - x, height: bottom - y };
}"""


@dataclass(frozen=True)
class Picture:
    """A picture, or one in each theme: a cell, whose last line is the front-end, and what is done with it.

    `presses` are buttons, each with what the status line says when that is done; `part` is what is shown, and `end` the
    first thing in it that is left out, if anything is.
    """

    name: str
    cell: str
    themes: Sequence[str] = (LIGHT, DARK)
    presses: Mapping[str, str] = field(default_factory=dict)
    part: str = ".gh-live"
    end: str = ""

    @property
    def files(self) -> dict[str, str]:
        """The name of the file for each theme."""
        return {theme: f"{self.name}-{SHORT_NAMES[theme]}.png" for theme in self.themes}


TABLE = """
import guildhall as gh
from guildhall_widgets import TableWidget
game = gh.new_game("guildhall", cards="old-world", players=["Ada", "Bela", "Cyd"], seed=11)
game.run("greedy", until=lambda game: game.ply >= 100 and game.decision.kind == "act" and game.decision.seat == 0
    and len(game.options) <= 4)
TableWidget(game, seat=0, bots={1: "greedy", 2: "greedy"})
"""
ADVYRIA = """
import guildhall as gh
from guildhall_widgets import TableWidget
game = gh.new_game("advyria", players=["Ada", "Bela", "Cyd"], seed=23)
game.run("greedy", until=lambda game: game.ply >= 50 and game.decision.kind == "move" and game.decision.seat == 1
    and len(game.options) <= 9)
TableWidget(game, seat=1, bots={0: "greedy", 2: "greedy"})
"""
GUILD_MASTER = """
import guildhall as gh
from guildhall_widgets import TableWidget
game = gh.new_game("guild-master", players=["Ada", "Bela", "Cyd"], seed=7)
game.run("odds", until=lambda game: game.table.turn_no == 4 and game.decision.kind == "dice"
    and game.decision.seat == 0)
TableWidget(game, seat=0, bots={1: "odds", 2: "odds"})
"""
HUNDRED_HALLS = """
import guildhall as gh
from guildhall_widgets import TableWidget
game = gh.new_game("hundred-halls", players=4, scenario="Diamond Court", realm="Danir", seed=85)
game.run("team", until=lambda game: game.table.turn_no == 3 and game.decision.kind == "act" and game.decision.seat == 0
    and "activate Danir" not in game.decision.phrases and len(game.options) > 3)
TableWidget(game, seat=0, bots={1: "team", 2: "team", 3: "team"})
"""
PARTY = """
from guildhall_widgets import PartyPicker
picker = PartyPicker(["Aurie", "Zayn", "Pax", "Nandi"], scenario="Black Council", realm="Danir", bot="team", n=100)
for deck in ("Alex", "Ivan", "Pi"):
    picker.act("leave out", deck=deck)
picker
"""
ARMORY = """
from guildhall_widgets import ArmoryPlanner
ArmoryPlanner("Aurie", scenario="Black Council", bought=["+10 hit points (10 points)"])
"""
TWO_DECKS = """
from guildhall_widgets import DeckBuilder
builder = DeckBuilder("old-world", players=3)
builder.act("estimate")
builder.wait()
builder.act("clear")
builder.act("set", set="fellowship")
builder.act("read", card="Sorcerer")
builder
"""
WARNED_DECK = """
from guildhall_widgets import DeckBuilder
DeckBuilder(["Weaver", "Dancer", "Trader", "Historian"], houses=True)
"""
CARD_CHOSEN = """
from guildhall_widgets import InteractionGraph
graph = InteractionGraph("old-world")
graph.selected = "Historian"
graph
"""
SEEN_AND_SAID = """
import guildhall as gh
from guildhall_widgets import InteractionGraph
graph = InteractionGraph(observed=gh.simulate(cards="old-world", players=3, games=200, seed=1, events=True))
graph.act("source", value="both")
graph
"""
EXPLORER = """
from guildhall_widgets import OddsExplorer
explorer = OddsExplorer(missing=2, seen=1, draws=6, unseen=80)
for batch in explorer.hands.batches(until=6000):
    explorer.hands.add(batch)
explorer.refresh()
explorer
"""
LIVE_ODDS = """
import guildhall as gh
from guildhall_widgets import LiveOdds
game = gh.new_game(players=["Ada", "Bela", "Cyd"], seed=5)
game.run("greedy", until=lambda game: game.ply >= 60 and game.decision.kind == "act" and game.decision.seat == 0)
LiveOdds(game, seat=0, bot="greedy", turns=3)
"""
EVENING = """
import guildhall as gh
from guildhall_widgets import ReplayViewer
game = gh.new_game(cards="old-world", players=["Ada", "Bo", "Cy"], seed=7)
game.created = "2026-11-16T20:00:00+00:00"
game.run("greedy")
record = game.record
record.annotate(60, mark="!?", comment="Three new cards, but the action is gone: is this the moment?", tag="opening")
path = record.add_variation(70, [record.game(70).options[0]], title="the other way")
record.annotate(71, comment="Slower, but safe.", line=path)
ReplayViewer(record, ply=71)
"""
LUCK = """
import guildhall as gh
from guildhall_widgets import ReplayViewer
game = gh.new_game(cards="old-world", players=["Ada", "Bela"], first=0, seed=8)
game.run("greedy")
viewer = ReplayViewer(game, ply=280)
viewer.act("tab", value="review")
viewer
"""
LIBRARY = """
import tempfile
from pathlib import Path
import guildhall as gh
from guildhall_widgets import Library
folder = Path(tempfile.mkdtemp()) / "evenings"
folder.mkdir()
def save(name, players, seed, day, *comments):
    game = gh.new_game(cards="old-world", players=players, seed=seed)
    game.created = f"2026-11-{day:02}T20:00:00+00:00"
    game.run("greedy")
    record = game.record
    for ply, comment in enumerate(comments, 40):
        record.annotate(ply, comment=comment)
    record.save(folder / name)
save("first-try.json", ["Ada", "Bo"], 1, 2)
save("ada-comes-back.json", ["Ada", "Bo"], 2, 3, "A good hand.", "Now or never.")
save("short-lesson.json", ["Ada", "Bo"], 3, 9)
save("club-final.json", ["Ada", "Bo", "Cy"], 7, 16, "So far so good.", "Why?", "Ah.", "Too late.", "Well played.")
whole = (folder / "short-lesson.json").read_bytes()
(folder / "torn.json").write_bytes(whole[:len(whole) * 2 // 3])
library = Library(folder)
library.catalogue.act("sort", by="notes")
library.catalogue.act("sort", by="notes")
library
"""
JUDGED = {"Compute the odds": "Computed the odds"}
REVIEWED = {**JUDGED, "Review every decision": "Reviewed"}

STUDY = """
import guildhall as gh
from guildhall_widgets import charts
%load_ext guildhall_widgets
game = gh.new_game("guildhall", cards="old-world", players=["Ada", "Bela", "Cyd"], seed=7)
game.run("greedy")
charts.evaluation(gh.odds.along(game, plies=range(0, game.ply, 5), n=400), title="Ada wins")
"""

PICTURES = [
    Picture("advyria", ADVYRIA),
    Picture("armory", ARMORY, [LIGHT], {"Estimate": "Best so far"}),
    Picture("deck", TWO_DECKS, [LIGHT], {"Estimate": "Estimated from"}),
    Picture("deck", WARNED_DECK, [DARK]),
    Picture("graph", CARD_CHOSEN, [LIGHT]),
    Picture("graph", SEEN_AND_SAID, [DARK]),
    Picture("guild-master", GUILD_MASTER),
    Picture("hundred-halls", HUNDRED_HALLS),
    Picture("library", LIBRARY, [LIGHT]),
    Picture("odds-explorer", EXPLORER),
    Picture("odds-live", LIVE_ODDS, presses={"Update": "are ready"}),
    Picture("party", PARTY, [LIGHT], {"Estimate": "Done", "Compare parties": "Done", "Draw the map": "Done"}),
    Picture("replay", EVENING, presses=JUDGED),
    Picture("review", LUCK, [LIGHT], REVIEWED),
    Picture("study", STUDY, [LIGHT], part=".jp-OutputArea-output"),
    Picture("table", TABLE),
]


def take(bench: Bench, picture: Picture) -> Iterator[Path]:
    """Set the front-end up, do with it what is to be done, and write what it shows, in each theme."""
    for theme, name in picture.files.items():
        notebook = bench.notebook([picture.cell], theme=theme)
        view = notebook.output(0).locator(".gh-live").first
        for button, words in picture.presses.items():
            view.get_by_role("button", name=button, exact=True).click()
            settle(notebook.page, notebook.watch)  # from now on the words tell of this button
            expect(view.get_by_role("status")).to_contain_text(words, timeout=PATIENCE)
        notebook.page.mouse.move(0, 0)
        wait_for_layout(notebook)
        clip: FloatRect = notebook.output(0).locator(picture.part).first.evaluate(FRAME, picture.end)
        shown = notebook.page.screenshot(clip=clip)
        files.write(FOLDER / name, png_of(*in_few_colours(pixels_of(notebook.page, shown))))
        yield FOLDER / name
        bench.close()


def main() -> int:
    """Take the pictures and name them."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.pictures", description=__doc__)
    known = sorted({picture.name for picture in PICTURES})
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(known)}")
    asked = parser.parse_args()
    if unknown := {*asked.names} - {*known}:
        parser.error(f"there is no picture {', '.join(sorted(unknown))}")
    with workbench(VIEWPORT) as bench:
        for picture in PICTURES:
            if picture.name in (asked.names or known):
                for path in take(bench, picture):
                    print(path.relative_to(FOLDER.parent.parent), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
