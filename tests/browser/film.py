"""Takes the film of the README: some turns of a real game, played in JupyterLab.

python -m tests.browser.film
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from playwright.sync_api import Locator, expect

from guildhall.core import files
from tests.browser.bench import workbench
from tests.browser.few_colours import Pixels, film_of, pixels_of
from tests.browser.notebook import Notebook

FILE = Path(__file__).resolve().parents[2] / "docs" / "pictures" / "film.png"
MOST_BYTES = 2_000_000
SECONDS = 1.1  # for each picture
TURNS = 6
GAME = """
import guildhall as gh
from guildhall_widgets import TableWidget
game = gh.new_game(cards="old-world", players=["Ada", "Bela", "Cyd"], seed=7)
game.run("greedy", until=lambda g: g.ply >= 120 and g.decision.kind == "act" and g.decision.seat == 0)
TableWidget(game, seat=0, bots={1: "greedy", 2: "greedy"}, quick=True)
"""


def shot(notebook: Notebook, view: Locator) -> Pixels:
    """Return a picture of the table."""
    notebook.page.wait_for_timeout(500)  # until everything has come to rest
    return pixels_of(notebook.page, view.screenshot())


def take(notebook: Notebook) -> list[Pixels]:
    """Point at a card, play it, and so on for some turns, then go to the end of the game."""
    view = notebook.output(0).locator(".gh-live")
    pictures = [shot(notebook, view)]
    for _ in range(TURNS):
        said = view.get_by_role("status").inner_text()
        usable = view.locator(".gh-hand button.gh-can, .gh-main-part button.gh-can, .gh-options button").first
        usable.hover()
        pictures.append(shot(notebook, view))
        usable.click()
        expect(view.get_by_role("status")).not_to_have_text(said)
        notebook.page.mouse.move(0, 0)
        pictures.append(shot(notebook, view))
    view.press("e")
    expect(view.get_by_text("wins with").first).to_be_visible()
    pictures.append(shot(notebook, view))
    height = max(len(picture) for picture in pictures)
    return [grown(picture, height) for picture in pictures]


def grown(picture: Pixels, height: int) -> Pixels:
    """Return a picture with rows of its last one added."""
    return np.concatenate([picture, np.repeat(picture[-1:], height - len(picture), axis=0)])


def main() -> int:
    """Take the film and name it."""
    with workbench({"width": 1280, "height": 800}) as bench:
        film = film_of(take(bench.notebook([GAME])), SECONDS)
        bench.close()
    assert len(film) <= MOST_BYTES, f"the film has {len(film):,} bytes"
    files.write(FILE, film)
    print(f"{FILE.relative_to(FILE.parents[2])}: {len(film):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
