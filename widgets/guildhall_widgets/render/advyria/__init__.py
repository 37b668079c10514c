"""The table of Die Gilden von Advyria: board, players and hand, in German or English like the game.

It is drawn from a state or from a seat's view. Tiles that a seat has looked at are marked only for that seat, because
only its view contains them.
"""

from __future__ import annotations

from typing import Any

from guildhall.games.advyria.wording import sentence

from ..markup import Markup, join, tag
from ..scene import Scene
from .board import board
from .options import face
from .players import hand, is_crowded, piles, player

__all__ = ["CREST", "chips", "face", "table"]

CREST = "compass"
_MANY = 3  # players who need close spacing


def table(scene: Scene) -> Markup:
    """Draw the board, the players, the piles and the reader's hand."""
    names: Any = scene.rules.names  # type: ignore[attr-defined]  # this renderer draws Advyria only
    seats = [player(scene, names, seat) for seat in range(len(names.seats))]
    is_dense = is_crowded(scene.table) or len(seats) >= _MANY
    beside = tag(
        "div",
        *seats,
        piles(scene, names),
        class_="gh-ad-beside gh-ad-dense" if is_dense else "gh-ad-beside",
    )
    around = tag("div", board(scene, names), beside, class_="gh-ad-around")
    return tag("div", around, hand(scene, names), class_="gh-table gh-advyria", lang=names.lang)


def chips(scene: Scene) -> Markup:
    """Return the turn, and whether the Grand Finale has begun."""
    shown, lang = scene.table, scene.rules.names.lang  # type: ignore[attr-defined]  # as above
    when = sentence(lang, "turn no", n=shown.turn_no) if shown.turn_no else sentence(lang, "set-up")
    parts = [when, *([sentence(lang, "in the finale")] if shown.finale else [])]
    return join(*(tag("span", part[0].upper() + part[1:], class_="gh-pill") for part in parts))
