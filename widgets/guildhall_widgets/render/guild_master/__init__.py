"""The table of Guild Master: tracks, the board or the dice of a check, and the Guilds with their Orders.

It is drawn from a table or from a seat's view. Views exclude Orders behind another screen, so none is drawn.
"""

from __future__ import annotations

from guildhall.games.guild_master.engine.state import Phase

from ..icons import icon
from ..markup import EMPTY, Markup, join, tag
from ..scene import Scene, stand_ins
from .board import board, small_board, tracks
from .common import round_told, rules, state
from .faces import face
from .guilds import guilds
from .tray import is_contest, tray

__all__ = ["CREST", "chips", "face", "table"]

CREST = "crown"

_PHASES: dict[int, tuple[str, str]] = {
    **dict.fromkeys((Phase.GUILD, Phase.SIDE, Phase.PLACE), ("people", "set-up")),
    Phase.TRADE: ("hourglass", "Start of Round"),
    Phase.PLOT: ("spark", "Plot Phase"),
    Phase.PLAN: ("screen", "Order Phase · screens up"),
    Phase.SKILL: ("die5", "Action Phase · a check"),
    Phase.MODIFY: ("die5", "Action Phase · a check"),
    Phase.TIE: ("die5", "Action Phase · a tie"),
    **dict.fromkeys(range(Phase.NEGOTIATE, Phase.LOBBY), ("people", "Action Phase · contested")),
    Phase.OVER: ("trophy", "the end"),
}


def table(scene: Scene) -> Markup:
    """Draw the tracks, the board and the Guilds. During a check the dice take the place of the board."""
    middle = join(small_board(scene), tray(scene)) if is_contest(scene) else board(scene)
    marks = stand_ins(len(scene.table.names.box.stand_ins))
    return tag("div", tracks(scene), middle, guilds(scene), marks, class_="gh-table gh-guild-master")


def chips(scene: Scene) -> Markup:
    """Return the Round with its moon, and the Phase."""
    s, shown = state(scene), scene.table
    moon = icon("half" if shown.turn_no % 2 else "full")
    number = tag("span", moon, f"Round {shown.turn_no} of {int(rules(scene)['rounds'])}", class_="gh-pill")
    symbol, words = _PHASES.get(int(s["phase"]), ("recruit", "Action Phase"))
    phase = tag("span", icon(symbol), words, class_="gh-pill")
    return join(tag("span", number, title=round_told(scene)) if shown.turn_no else EMPTY, phase)
