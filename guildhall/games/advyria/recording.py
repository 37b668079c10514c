"""The columns of recorded events, and the words that numbers stand for in all columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .engine.state import Event, Kind
from .events import REASONS

if TYPE_CHECKING:
    from guildhall.core.capabilities import Columns
    from guildhall.kernel.recording import EventRows

    from .naming import Names

__all__ = ["event_columns", "vocabulary_of"]

#: How many cards, what the die shows, the level, losses or Gold.
_AMOUNTS = ("number", "cards", "die", "villages", "level", "losses", "points", "hand", "own", "jokers")


def vocabulary_of(names: Names) -> dict[str, tuple[str, ...]]:
    """The words of every column whose numbers stand for words."""
    return {
        "reason": ("running", *REASONS.values()),
        "event": tuple(event.name.lower() for event in Event),
        "card": names.kinds,
        "field": names.fields,
    }


def event_columns(rows: EventRows) -> Columns:
    """Every number of an event in the column where it belongs; a tile that shows an adventure is named by its card."""
    tile = rows.of("tile")
    card = np.where(tile > 0, tile + Kind.ADVENTURE - 1, rows.of("card"))
    others = {"card": card, "field": rows.of("field"), "other": rows.of("victim")}
    small = {name: column.astype(np.int16) for name, column in others.items()}
    return {"event": rows.words(*Event), **small, "amount": rows.sum_of(*_AMOUNTS)}
