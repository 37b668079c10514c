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
`AnswerSheet(lesson)`        the exercises of a lesson, answered without code
`Guess(question, exact)`     a guess before anything is shown, with the dots of the class
`ClassBoard(folder)`         who has solved what, and which slip was made how often
`HandGrid()` …               figures of the course: `HandField`, `DueOrNot`, `SpreadExplorer`, `DiceSums`,
                             `IntervalRace`, `NullExplorer`, `PriorToPosterior`, `StanceMap`, `CauseLab`
`replay_html`                annotated games as one HTML file that can be replayed anywhere
`study_html`, `study_markdown`    an annotated game as a page to read
`charts`                     frames of the kit as Altair charts
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

    from guildhall.core.game import Game

    from .deckbuilder.builder import DeckBuilder
    from .editor.widget import CardEditor
    from .graph.widget import InteractionGraph
    from .lessons.figures import (
        CauseLab,
        DiceSums,
        DueOrNot,
        HandField,
        HandGrid,
        IntervalRace,
        NullExplorer,
        PriorToPosterior,
        SpreadExplorer,
        StanceMap,
    )
    from .lessons.sheets import AnswerSheet, ClassBoard, Guess
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
    "AnswerSheet",
    "ArmoryPlanner",
    "CardEditor",
    "CauseLab",
    "CheckExplorer",
    "ClassBoard",
    "DeckBuilder",
    "DiceSums",
    "DueOrNot",
    "Guess",
    "HandField",
    "HandGrid",
    "InteractionGraph",
    "IntervalRace",
    "Library",
    "LiveOdds",
    "NullExplorer",
    "OddsExplorer",
    "PartyPicker",
    "Play",
    "PriorToPosterior",
    "ReplayViewer",
    "ScribeSheet",
    "SpreadExplorer",
    "StanceMap",
    "TableWidget",
    "load_ipython_extension",
    "play",
    "replay_html",
    "study_html",
    "study_markdown",
    "unload_ipython_extension",
]

_HOMES = {
    "AnswerSheet": "lessons.sheets",
    "ArmoryPlanner": "party.preparing",
    "CardEditor": "editor.widget",
    "CauseLab": "lessons.figures",
    "CheckExplorer": "odds.explorers",
    "ClassBoard": "lessons.sheets",
    "DeckBuilder": "deckbuilder.builder",
    "DiceSums": "lessons.figures",
    "DueOrNot": "lessons.figures",
    "Guess": "lessons.sheets",
    "HandField": "lessons.figures",
    "HandGrid": "lessons.figures",
    "InteractionGraph": "graph.widget",
    "IntervalRace": "lessons.figures",
    "Library": "library",
    "LiveOdds": "odds.live",
    "NullExplorer": "lessons.figures",
    "OddsExplorer": "odds.explorers",
    "PartyPicker": "party.preparing",
    "Play": "start.session",
    "PriorToPosterior": "lessons.figures",
    "ReplayViewer": "replay.viewer",
    "ScribeSheet": "scribe.widget",
    "SpreadExplorer": "lessons.figures",
    "StanceMap": "lessons.figures",
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
    import altair
    import polars as pl

    from guildhall.core.game import Game

    from .render.numbers import frame
    from .theme import chart_theme, draw_chart

    altair.renderers.register("guildhall", draw_chart)
    altair.renderers.enable("guildhall")
    altair.theme.register("guildhall", enable=True)(chart_theme)
    Game.display_with(_picture)
    if shell is not None and shell.display_formatter is not None:
        shell.display_formatter.formatters["text/html"].for_type(pl.DataFrame, frame)


def unload_ipython_extension(shell: InteractiveShell | None) -> None:
    """Restore the plain displays of games and charts."""
    import altair
    import polars as pl

    from guildhall.core.game import Game

    altair.renderers.enable("default")
    altair.theme.enable("default")
    Game.display_with(None)
    if shell is not None and shell.display_formatter is not None:
        shell.display_formatter.formatters["text/html"].pop(pl.DataFrame, None)


def _picture(game: Game) -> dict[str, Any]:
    """Render a game as a static picture that needs no kernel and ignores later moves."""
    from . import render
    from .render.styles import fragment

    html = fragment(render.picture(game.rules, game.table, game.decision))
    return {"text/html": html, "text/plain": repr(game)}
