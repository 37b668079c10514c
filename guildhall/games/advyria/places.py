"""Where on the table the thing lies that an option means, so that a front-end can let it be clicked.

A place is a short text that also marks highlights in records: `field c3`, `hand 1 Wizard`, `player 2`.
Seats count from 1, as in phrases.
"""

from __future__ import annotations

from typing import Any

from .engine.state import SET_OWN, SET_TYPE, Kind, OptionId
from .naming import Names

__all__ = ["place_of"]

_FIELDS = (
    OptionId.MOVE,
    OptionId.PEEK,
    OptionId.GUILD,
    OptionId.SEND,
)


def place_of(s: Any, names: Names, option: int) -> str | None:
    """The place of an option, None for one that means nothing on the table: to stop, or not to do something."""
    for first in _FIELDS:
        if first <= option < first + len(names.fields):
            return f"field {names.fields[option - first]}"
    if OptionId.ROB <= option < OptionId.NO_ROB:
        return f"player {option - OptionId.ROB + 1}"
    kind = _kind_of(option)
    return None if kind is None else f"hand {int(s['turn']) + 1} {names.kinds[kind]}"


def _kind_of(option: int) -> int | None:
    """The kind of the card that an option means; a set lies where its own cards do, and Jokers alone where they do."""
    if option < OptionId.WIZARD:
        return option // SET_TYPE if option % SET_TYPE // SET_OWN else Kind.JOKER
    if option in (OptionId.WIZARD, OptionId.WIZARD_DRAW):
        return Kind.WIZARD
    if OptionId.ACTION <= option < OptionId.DISCARD:
        return Kind.ADVENTURE + option - OptionId.ACTION
    if OptionId.DISCARD <= option < OptionId.MOVE:
        return option - OptionId.DISCARD
    if option == OptionId.COMPLETE:
        return None  # the tile and the card belong together; the phrase says it better
    return Kind.JOKER if option == OptionId.JOKER else None
