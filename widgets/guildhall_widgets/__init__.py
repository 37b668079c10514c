"""Front-ends of guildhall for notebooks; `%load_ext guildhall_widgets` turns them on.

The extension shows games as drawn tables and charts as pictures that a saved notebook keeps, without a network.

`play()`                     choose a game and play it; `gh.play()` is the same
`TableWidget(game)`          a table to click, step by step
`OddsExplorer()`             the exact chance of completing a chapter, under sliders
`CheckExplorer()`            the exact chance of a check of Guild Master, with every help
`LiveOdds(game)`             chances of a game as it is played
`InteractionGraph(cards)`    how cards feed each other
`ReplayViewer(record)`       replay and annotate a game; `Library(folder)` lists records
`DeckBuilder()`              build a deck and see how it plays
`PartyPicker()`              a party, a Scenario and a Realm of the Hundred Halls, and the chance to win
`ArmoryPlanner()`            what to buy before a solo game of the Hundred Halls
`replay_html`                annotated games as one HTML file to go through anywhere
`study_html`, `study_markdown`    an annotated game as a page to read
`charts`                     frames of the kit as Altair charts
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import altair

from guildhall.core.game import Game

from . import render
from .render.still import fragment
from .theme import chart_theme, draw_chart

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

    from .deckbuilder.builder import DeckBuilder
    from .graph.widget import InteractionGraph
    from .library import Library
    from .odds.checks import CheckExplorer
    from .odds.explorer import OddsExplorer
    from .odds.live import LiveOdds
    from .party.picker import PartyPicker
    from .party.planner import ArmoryPlanner
    from .replay.export import replay_html, study_html, study_markdown
    from .replay.viewer import ReplayViewer
    from .start import Play, play
    from .table.widget import TableWidget

__all__ = [
    "ArmoryPlanner",
    "CheckExplorer",
    "DeckBuilder",
    "InteractionGraph",
    "Library",
    "LiveOdds",
    "OddsExplorer",
    "PartyPicker",
    "Play",
    "ReplayViewer",
    "TableWidget",
    "load_ipython_extension",
    "play",
    "replay_html",
    "study_html",
    "study_markdown",
    "unload_ipython_extension",
]

_HOMES = {
    "ArmoryPlanner": "party.planner",
    "CheckExplorer": "odds.checks",
    "DeckBuilder": "deckbuilder.builder",
    "InteractionGraph": "graph.widget",
    "Library": "library",
    "LiveOdds": "odds.live",
    "OddsExplorer": "odds.explorer",
    "PartyPicker": "party.picker",
    "Play": "start",
    "ReplayViewer": "replay.viewer",
    "TableWidget": "table.widget",
    "play": "start",
    "replay_html": "replay.export",
    "study_html": "replay.export",
    "study_markdown": "replay.export",
}


def __getattr__(name: str) -> Any:
    """Front-ends are loaded when they are first used: most notebooks use one or two."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)


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
