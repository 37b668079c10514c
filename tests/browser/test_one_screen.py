"""Everything that a decision needs is on one screen, in whole games of all four games."""

from __future__ import annotations

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
GAMES = [(name, players) for name in gh.list_games() for players in (2, 3, 4)]


def pages_of(game, players):
    """Return the page of every decision of one seat in a game of bots."""
    playing = gh.new_game(game, players=players, seed=3)
    table = TableWidget(playing, seat=0, bots=dict.fromkeys(range(1, players), "random"))
    while not playing.over:
        yield table.html
        table.act("bot step", at=table.number)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_decision_is_on_one_screen(bench, game, players):
    style = stylesheet() + symbol_rules() + "body { margin: 0; }"
    widget = bench.page_with_widget(STATIC / "live.js", style, {"html": "", "help": {}})
    widget.page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    pages = [widget.page.evaluate(LEAVING, [html, NEEDED, HEIGHT]) for html in pages_of(game, players)]
    beyond = [leaving for leaving in pages if leaving]

    assert len(pages) > 10
    assert len(beyond) <= len(pages) / 100, beyond[:5]


@pytest.mark.parametrize("game", gh.list_games())
@pytest.mark.parametrize("width", [900, 390])
def test_nothing_scrolls_sideways_on_a_narrow_page(bench, game, width):
    style = stylesheet() + symbol_rules() + "body { margin: 0; }"
    widget = bench.page_with_widget(STATIC / "live.js", style, {"html": "", "help": {}})
    widget.page.set_viewport_size({"width": width, "height": 800})
    pages = list(pages_of(game, 3))[::7]

    assert [page for html in pages for page in widget.page.evaluate(LEAVING, [html, [], 10**6])] == []
