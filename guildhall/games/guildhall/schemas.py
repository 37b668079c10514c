"""The frames of recorded games of Guildhall: which columns there are, of which type, and what they mean."""

from __future__ import annotations

from guildhall.core.capabilities import Schema
from guildhall.kernel.schemas import events_schema, turns_schema
from guildhall.kernel.tables import GAME, PLY, TURN

__all__ = ["SCHEMAS"]

_TURNS: Schema = {
    "tokens": ("int16", "its VP tokens"),
    "hand": ("int16", "cards in its hand"),
    "hall": ("int16", "cards in its guildhall"),
    "largest": ("int8", "cards of its largest unfinished chapter"),
    "completed": ("int8", "completed chapters it holds"),
    "closed": ("int8", "chapters it completed in this turn"),
    "actions": ("int16", "actions taken: plays, refreshes and buys"),
    "plays": ("int16", "cards played from hand"),
    "refreshes": ("int16", "times it refreshed"),
    "buys": ("int16", "VP cards bought"),
    "drawn": ("int16", "cards drawn from the deck"),
    "attacks": ("int16", "cards played and abilities used that took something from another player"),
    "hits": ("int16", "cards and tokens that other players lost by them"),
}

#: One row per completed chapter.
_CHAPTERS: Schema = {
    "game": GAME,
    "ply": PLY,
    "turn": TURN,
    "seat": ("int8", "seat that completed it"),
    "chapter": ("word", "name of the chapter"),
    "own_turn": ("bool", "whether it was the seat's own turn"),
    "held": ("int8", "completed chapters the seat held then, this one counted"),
}

_EVENTS: Schema = {
    "card": ("word", "card, VP card or House, null if none"),
    "tier": ("int8", "tier used, null for a card played without effect and for other events"),
    "chapter": ("word", "chapter completed or given up"),
    "from": ("word", "place a card came from, or that was looked at"),
    "from_seat": ("int8", "owner of that place, null for a shared one"),
    "to": ("word", "place a card went to"),
    "to_seat": ("int8", "owner of that place, null for a shared one"),
    "slot": ("int8", "slot of the VP row, from 1"),
    "amount": ("signed int32", "cards, tokens, actions or points; 1 for an ability used; 0 where there is no number"),
}

#: The frames that Guildhall has besides `games`.
SCHEMAS: dict[str, Schema] = {
    "turns": turns_schema({"vp": ("int16", "its points"), **_TURNS}),
    "chapters": _CHAPTERS,
    "events": events_schema(_EVENTS),
}
