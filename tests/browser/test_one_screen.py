"""Everything that a decision needs is on one screen, all through games of all four games."""

from __future__ import annotations

from functools import cache

import pytest
from guildhall_widgets import TableWidget
from guildhall_widgets.live import STATIC
from guildhall_widgets.render.styles import stylesheet, symbol_rules

import guildhall as gh

pytestmark = pytest.mark.browser

WIDTH, HEIGHT = 1085, 640  # the inside of a notebook cell on a screen of 1280 x 800
NEEDED = [".gh-prompt", ".gh-options", ".gh-main-part"]
# Which of these leave the frame, and whether anything is wider than the page.
LEAVING = """([html, needed, height]) => {
    const page = document.querySelector(".gh-live > div");
    page.innerHTML = html;
    const top = page.getBoundingClientRect().top;
    const low = needed.filter(name => page.querySelector(name)?.getBoundingClientRect().bottom - top > height + 1);
    const { scrollWidth, clientWidth, scrollHeight } = document.documentElement;
    const long = scrollHeight - top > height + 1 && needed.length;
    const wide = scrollWidth > clientWidth;
    return [...low, ...(long ? [`the page has ${scrollHeight - top} px`] : []), ...(wide ? ["scrolls sideways"] : [])];
}"""
MOST_PAGES = 60  # of a game, evenly spread
GAMES = [(name, players) for name in gh.list_games() for players in (2, 3, 4)]


@cache
def pages_of(game, players):
    """Return pages of one seat, from the first decision of a game of bots to its last."""
    playing = gh.new_game(game, players=players, seed=3)
    playing.run(["greedy"] + ["random"] * (players - 1))
    plies = range(0, playing.ply, 1 + playing.ply // MOST_PAGES)
    return [page_of(playing.record.game(ply), players) for ply in plies]


def page_of(playing, players):
    table = TableWidget(playing, seat=0, bots=dict.fromkeys(range(1, players), "random"))
    table.close()
    return table.html


@pytest.fixture
def screen(bench):
    style = stylesheet() + symbol_rules() + "body { margin: 0; }"
    return bench.page_with_widget(STATIC / "live.js", style, {"html": "", "help": {}}).page


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_decision_is_on_one_screen(screen, game, players):
    screen.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    pages = pages_of(game, players)
    beyond = [leaving for html in pages if (leaving := screen.evaluate(LEAVING, [html, NEEDED, HEIGHT]))]

    assert len(pages) > 10
    assert len(beyond) <= 1, beyond[:5]


@pytest.mark.parametrize("game", gh.list_games())
def test_nothing_scrolls_sideways_on_a_narrow_page(screen, game):
    for width in (900, 390):
        screen.set_viewport_size({"width": width, "height": 800})
        pages = pages_of(game, 3)[::3]
        assert [(width, wide) for html in pages for wide in screen.evaluate(LEAVING, [html, [], 10**6])] == []
