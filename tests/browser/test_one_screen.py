"""Everything that a decision needs is on one screen, all through games of all four games."""

from __future__ import annotations

from functools import cache

import pytest

import guildhall as gh
from tests.browser.one_screen import leaving, open_screen, page_of, played

pytestmark = pytest.mark.browser

MOST_PAGES = 40  # of a game, evenly spread
GAMES = [(name, players) for name in gh.list_games() for players in (2, 3, 4)]


@cache
def pages_of(game, players):
    """Return pages of a game of bots, from its last decision to its first."""
    playing, pages = played(game, players), []
    step = 1 + playing.ply // MOST_PAGES
    while playing.ply:
        playing.undo(min(step, playing.ply))
        pages.append(page_of(playing.branch()))
    return pages


@pytest.fixture
def screen(bench):
    return open_screen(bench)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_decision_is_on_one_screen(screen, game, players):
    pages = pages_of(game, players)
    beyond = [found for html in pages if (found := leaving(screen, html))]

    assert len(pages) > 10
    # In whole games of Advyria with three players 98.7 % of the pages fit; long lists of options scroll a little.
    assert len(beyond) <= (2 if (game, players) == ("advyria", 3) else 1), beyond[:5]


@pytest.mark.parametrize("game", gh.list_games())
def test_nothing_scrolls_sideways_on_a_narrow_page(screen, game):
    for width in (900, 390):
        screen.set_viewport_size({"width": width, "height": 800})
        pages = pages_of(game, 3)[::3]
        assert [(width, wide) for html in pages for wide in leaving(screen, html, tall=False)] == []
