"""The frames of recorded games of Advyria: their columns, meanings, and the words that numbers stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from guildhall.core.rules import Schema
from guildhall.kernel.recording import events_schema, turns_schema

from .engine.state import EventKind, Kind

if TYPE_CHECKING:
    from guildhall.core.rules import Columns
    from guildhall.kernel.recording import EventRows

__all__ = ["SCHEMAS", "event_columns"]

#: The number of cards, the die, the level, losses or Gold.
_AMOUNTS = ("number", "cards", "die", "villages", "level", "losses", "points", "hand", "own", "jokers")


def event_columns(rows: EventRows) -> Columns:
    """Put every number of an event into its column. The tile of an adventure is named by its card."""
    tile = rows.of("tile")
    card = np.where(tile > 0, tile + Kind.ADVENTURE - 1, rows.of("card"))
    others = {"card": card, "field": rows.of("field"), "other": rows.of("victim")}
    small = {name: column.astype(np.int16) for name, column in others.items()}
    return {"event": rows.words(*EventKind), **small, "amount": rows.sum_of(*_AMOUNTS)}


_TURNS: Schema = {
    "score": ("signed int32", "its Gold after the turn; with the Hero card only after the last one"),
    "level": ("int8", "its hand level"),
    "losses": ("int8", "its losses"),
    "hand": ("int8", "cards in its hand when the turn ends"),
    "villages": ("int8", "recovered tiles, village side up"),
    "gold": ("int8", "recovered tiles, gold side up"),
    "adventures": ("int8", "completed adventures"),
    "hidden": ("int8", "tiles that lie hidden on the board"),
    "finale": ("bool", "whether the turn belongs to the Grand Finale"),
    "drawn": ("int8", "cards drawn in this turn"),
    "sets": ("int8", "sets played"),
    "wizards": ("int8", "Wizards played, and Jokers in their place"),
    "actions": ("int8", "Adventure cards played as actions"),
    "moves": ("int8", "moves of the figure"),
    "found": ("int8", "Gold tiles recovered"),
    "completed": ("int8", "adventures completed"),
    "flips": ("int8", "villages turned to gold"),
    "peeks": ("int8", "hidden tiles looked at"),
    "robberies": ("int8", "unfriendly manoeuvres"),
    "discards": ("int8", "cards discarded at the hand limit or for a draw in the Finale"),
}

_EVENTS: Schema = {
    "card": ("word", "card or adventure, null if none"),
    "field": ("word", "field it happened on or led to, null if none"),
    "other": ("int8", "seat that was robbed"),
    "amount": ("signed int32", "cards, die, level, losses or Gold; null where there is no number"),
}

#: The frames of the game in addition to `games`.
SCHEMAS: dict[str, Schema] = {"turns": turns_schema(_TURNS, unit="Gold"), "events": events_schema(_EVENTS)}
