"""Front-ends of guildhall for notebooks; `%load_ext guildhall_widgets` turns them on.

The extension shows games as drawn tables and charts as pictures that a saved notebook keeps, without a network.
`TableWidget(game)` is a table to click; the other front-ends are named below.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import altair

from guildhall.core.game import Game

from . import render
from .render.markup import fragment
from .table import TableWidget
from .theme import chart_theme, draw_chart

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

__all__ = ["TableWidget", "load_ipython_extension", "unload_ipython_extension"]


def load_ipython_extension(shell: InteractiveShell) -> None:
    """Draw games as tables, and Altair charts as pictures that suit a light and a dark page; for `%load_ext`."""
    altair.renderers.register("guildhall", draw_chart)
    altair.renderers.enable("guildhall")
    altair.theme.register("guildhall", enable=True)(chart_theme)
    Game.display_with(_picture)


def unload_ipython_extension(shell: InteractiveShell) -> None:
    """Give games and charts back to their plain displays."""
    altair.renderers.enable("default")
    altair.theme.enable("default")
    Game.display_with(None)


def _picture(game: Game) -> dict[str, Any]:
    """A game as a still picture: what it shows later depends on no kernel and on no later move."""
    html = fragment(render.table(game.rules, game.table, game.decision))
    return {"text/html": html, "text/plain": repr(game)}
