"""Notebook front-ends for guildhall, turned on with `%load_ext guildhall_widgets`.

The extension draws games, data frames and charts. A saved notebook keeps all of them without a network.

`play()`                     choose a game and play it, same as `gh.play()`
`TableWidget(game)`          a clickable table, step by step
`OddsExplorer()`             the exact chance of completing a chapter, with sliders
`CheckExplorer()`            the exact chance of a Guild Master check, with every aid
`LiveOdds(game)`             the odds of a game while it is played
`InteractionGraph(cards)`    how cards feed each other
`ReplayViewer(record)`       replay and annotate a game (`Library(folder)` lists records)
`DeckBuilder()`              build a deck and see how it plays
`CardEditor(game)`           make the cards of your own box in a form
`ScribeSheet(log)`           log a game at a real table with taps
`PartyPicker()`              the chance of a Hundred Halls party against a Scenario and a Realm
`ArmoryPlanner()`            what to buy before a solo game of the Hundred Halls
`replay_html`                annotated games as one HTML file that can be replayed anywhere
`study_html`, `study_markdown`    an annotated game as a page to read
`charts`                     frames of the kit as Altair charts
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import altair
import polars as pl

from guildhall.core.game import Game

from . import render
from .render.numbers import frame
from .render.styles import fragment
from .theme import chart_theme, draw_chart

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

    from .deckbuilder.builder import DeckBuilder
    from .editor.widget import CardEditor
    from .graph.widget import InteractionGraph
    from .library import Library
    from .odds.explorers import CheckExplorer, OddsExplorer
    from .odds.live import LiveOdds
    from .party.preparing import ArmoryPlanner, PartyPicker
    from .replay.export import replay_html, study_html, study_markdown
    from .replay.viewer import ReplayViewer
    from .scribe.widget import ScribeSheet
    from .start.session import Play, play
    from .table.widget import TableWidget

__all__ = [
    "ArmoryPlanner",
    "CardEditor",
    "CheckExplorer",
    "DeckBuilder",
    "InteractionGraph",
    "Library",
    "LiveOdds",
    "OddsExplorer",
    "PartyPicker",
    "Play",
    "ReplayViewer",
    "ScribeSheet",
    "TableWidget",
    "load_ipython_extension",
    "play",
    "replay_html",
    "study_html",
    "study_markdown",
    "unload_ipython_extension",
]

_HOMES = {
    "ArmoryPlanner": "party.preparing",
    "CardEditor": "editor.widget",
    "CheckExplorer": "odds.explorers",
    "DeckBuilder": "deckbuilder.builder",
    "InteractionGraph": "graph.widget",
    "Library": "library",
    "LiveOdds": "odds.live",
    "OddsExplorer": "odds.explorers",
    "PartyPicker": "party.preparing",
    "Play": "start.session",
    "ReplayViewer": "replay.viewer",
    "ScribeSheet": "scribe.widget",
    "TableWidget": "table.widget",
    "play": "start.session",
    "replay_html": "replay.export",
    "study_html": "replay.export",
    "study_markdown": "replay.export",
}


def __getattr__(name: str) -> Any:
    """Import a front-end on first use, since most notebooks need only one or two."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)


def load_ipython_extension(shell: InteractiveShell | None) -> None:
    """Draw games, data frames and Altair charts for light and dark pages (`%load_ext` calls this)."""
    altair.renderers.register("guildhall", draw_chart)
    altair.renderers.enable("guildhall")
    altair.theme.register("guildhall", enable=True)(chart_theme)
    Game.display_with(_picture)
    if shell is not None and shell.display_formatter is not None:
        shell.display_formatter.formatters["text/html"].for_type(pl.DataFrame, frame)


def unload_ipython_extension(shell: InteractiveShell | None) -> None:
    """Restore the plain displays of games and charts."""
    altair.renderers.enable("default")
    altair.theme.enable("default")
    Game.display_with(None)
    if shell is not None and shell.display_formatter is not None:
        shell.display_formatter.formatters["text/html"].pop(pl.DataFrame, None)


def _picture(game: Game) -> dict[str, Any]:
    """Render a game as a static picture that needs no kernel and ignores later moves."""
    html = fragment(render.picture(game.rules, game.table, game.decision))
    return {"text/html": html, "text/plain": repr(game)}
