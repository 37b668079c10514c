"""The frames of recorded games of Advyria: which columns there are, of which type, and what they mean."""

from __future__ import annotations

from guildhall.core.capabilities import Schema
from guildhall.kernel.schemas import events_schema, turns_schema

__all__ = ["SCHEMAS"]

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
    "amount": ("signed int32", "cards, die, level, losses or Gold; 0 where there is no number"),
}

#: The frames that the game has besides `games`.
SCHEMAS: dict[str, Schema] = {"turns": turns_schema(_TURNS, unit="Gold"), "events": events_schema(_EVENTS)}
