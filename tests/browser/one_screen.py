"""Whether everything that a decision needs is on one screen: `python -m tests.browser.one_screen`.

Bots play a whole game of each kind, and the page of every decision is measured for the seat that decides.  A list of
options that has to be scrolled counts as beyond the screen.  `--game` and `--players` measure less.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator

from guildhall_widgets import TableWidget
from guildhall_widgets.live import STATIC
from guildhall_widgets.render.styles import stylesheet, symbol_rules
from playwright.sync_api import Page

import guildhall as gh
from guildhall.core.game import Game
from tests.browser.bench import Bench, workbench

__all__ = ["HEIGHT", "WIDTH", "leaving", "main", "open_screen", "page_of", "played"]

WIDTH, HEIGHT = 1085, 640  # the inside of a notebook cell on a screen of 1280 x 800
NEEDED = [".gh-prompt", ".gh-options", ".gh-main-part"]
# Which of these leave the frame or hide a part, and whether anything is wider than the page.
LEAVING = """([html, needed, height]) => {
    const page = document.querySelector(".gh-live > div");
    page.innerHTML = html;
    const top = page.getBoundingClientRect().top;
    const low = needed.filter(name => page.querySelector(name)?.getBoundingClientRect().bottom - top > height + 1);
    const { scrollWidth, clientWidth, scrollHeight } = document.documentElement;
    const long = scrollHeight - top > height + 1 && needed.length;
    const list = page.querySelector(".gh-options"), hidden = list ? list.scrollHeight - list.clientHeight : 0;
    return [
        ...low,
        ...(long ? ["the page is too long"] : []),
        ...(scrollWidth > clientWidth ? ["scrolls sideways"] : []),
        ...(needed.length && hidden > 1 ? [`options: ${hidden} px hidden`] : []),
    ];
}"""


def played(game: str, players: int) -> Game:
    """A game of bots, one of which knows what it does."""
    playing = gh.new_game(game, players=players, seed=3)
    playing.run(["greedy"] + ["random"] * (players - 1))
    return playing


def page_of(playing: Game) -> str:
    """The page of the seat that decides, with bots in the other seats."""
    seat, seats = max(0, playing.decision.seat), len(playing.rules.seats)
    table = TableWidget(playing, seat=seat, bots={other: "random" for other in range(seats) if other != seat})
    table.close()
    return table.html


def open_screen(bench: Bench) -> Page:
    """A page of the size of a notebook cell, with the styles of all front-ends."""
    style = stylesheet() + symbol_rules() + "body { margin: 0; }"
    screen = bench.page_with_widget(STATIC / "live.js", style, {"html": "", "help": {}}).page
    screen.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    return screen


def leaving(screen: Page, html: str, *, tall: bool = True) -> list[str]:
    """What a page does not show without scrolling; with `tall` unset only whether it is too wide."""
    found: list[str] = screen.evaluate(LEAVING, [html, NEEDED if tall else [], HEIGHT])
    return found


def pages(playing: Game) -> Iterator[str]:
    """The pages of all decisions of a game, from its last to its first."""
    while playing.ply:
        playing.undo(1)
        yield page_of(playing.branch())


def main() -> int:
    """Measure and print a line for each game and number of players."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.one_screen", description=__doc__)
    parser.add_argument("--game", action="append", choices=gh.list_games(), help="a game (default: all)")
    parser.add_argument("--players", action="append", type=int, choices=(2, 3, 4), help="of how many (default: all)")
    asked = parser.parse_args()
    kinds = [(game, players) for game in asked.game or gh.list_games() for players in asked.players or (2, 3, 4)]
    with workbench() as bench:
        screen = open_screen(bench)
        for game, players in kinds:
            found = [leaving(screen, html) for html in pages(played(game, players))]
            inside = sum(not each for each in found)
            why = Counter(" ".join(each.split()[:1]) for some in found for each in some).most_common(4)
            worst = max(
                (each for some in found for each in some if each.startswith("options")), key=_pixels, default=""
            )
            share = f"{inside / len(found):.1%} of {len(found)} decisions are on one screen"
            print(f"{game}, {players} players: {share} {why or ''} {worst}".rstrip(), flush=True)
    return 0


def _pixels(told: str) -> int:
    return int(told.split()[1])


if __name__ == "__main__":
    sys.exit(main())
