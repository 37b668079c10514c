"""The frames of recorded games of Guildhall: their columns, meanings, and the words that numbers stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from guildhall.core.rules import Schema
from guildhall.kernel.recording import events_schema, turns_schema
from guildhall.kernel.tables import GAME, PLY, TURN

from .engine.state import COLOURS, DECK, HAND, LOOKED, NONE, PILE, SEATS, EventKind
from .events import REASONS
from .names import Names

if TYPE_CHECKING:
    from guildhall.core.rules import Columns
    from guildhall.kernel.recording import EventRows

__all__ = ["SCHEMAS", "event_columns", "professions_of", "vocabulary_of"]

PLACES = ("hand", "hall", "area", "discard pile", "deck", "looked at", "completed", "table", "box")
#: Words of the column `event`, with those for moving cards after the others.
EVENTS = {
    EventKind.PLAY: "play",
    EventKind.TIER: "tier",
    EventKind.CLOSE: "complete",
    EventKind.TOKENS: "tokens",
    EventKind.ACTIONS: "actions",
    EventKind.SHUFFLE: "shuffle",
    EventKind.LOOK: "look",
    EventKind.BUY: "buy",
    EventKind.VP_ROW: "vp row",
    EventKind.VP_OFF: "vp off",
    EventKind.TURN: "turn",
    EventKind.REFRESH: "refresh",
    EventKind.SCORE: "score",
    EventKind.END: "end",
    EventKind.ABILITY: "ability",
    EventKind.CHAPTER: "give up",
    EventKind.VP_OWN: "vp card",
    EventKind.VP_SHUFFLE: "vp shuffle",
}
MOVES = ("move", "draw", "discard", "return")


def vocabulary_of(names: Names) -> dict[str, tuple[str, ...]]:
    """Return the words of every column whose numbers stand for words."""
    cards = (*names.kinds, *names.vp, *(house.name for house in names.deck.houses))
    return {
        "reason": ("running", *REASONS.values()),
        "chapter": names.chapters,
        "event": (*EVENTS.values(), *MOVES),
        "card": tuple(dict.fromkeys(cards)),
        "from": PLACES,
        "to": PLACES,
    }


def professions_of(names: Names) -> dict[str, str]:
    """Return the profession of every coloured card, and the names of other cards."""
    coloured = [card.shown for card in names.deck.professions for _ in COLOURS]
    known = dict(zip(names.kinds, [*coloured, *names.kinds[len(coloured) :]], strict=True))
    return {card: known.get(card, card) for card in vocabulary_of(names)["card"]}


def event_columns(rows: EventRows, names: Names) -> Columns:
    """Put every number of an event into its column."""
    source = rows.of("origin")
    looks = rows.is_one_of(EventKind.LOOK)
    source[looks] = rows.of("zone")[looks]
    source[rows.of("anew") == 1] = PILE
    target, slot = rows.of("target"), rows.of("slot")
    return {
        "event": _event_words(rows, source, target),
        "card": _cards(rows, names),
        "tier": rows.of("tier").astype(np.int16),
        "chapter": rows.of("chapter").astype(np.int16),
        "from": _place(source),
        "from_seat": _owner(source),
        "to": _place(target),
        "to_seat": _owner(target),
        "slot": np.where(slot >= 0, slot + 1, NONE).astype(np.int16),
        "amount": rows.sum_of(*_AMOUNTS),
    }


#: The number of cards, tokens, actions or points, or 1 for an ability used.  No event has two of them.
_AMOUNTS = ("change", "cards", "points", "used")


def _event_words(rows: EventRows, source: Any, target: Any) -> NDArray[np.int16]:
    """Return the number of an event's word. A card's move is named by its destination, as in the events of a game."""
    draws, returns = (source == DECK) & (target < HAND + SEATS), (source == LOOKED) & (target == DECK)
    move = np.select([draws, returns, target == PILE], [1, 3, 2], 0)
    return np.where(rows.is_one_of(EventKind.MOVE), len(EVENTS) + move, rows.words(*EVENTS)).astype(np.int16)


def _cards(rows: EventRows, names: Names) -> NDArray[np.int16]:
    """Return the number of a card's name: a profession card, a VP card or, for its ability, a House."""
    known = {name: number for number, name in enumerate(vocabulary_of(names)["card"])}
    groups = (names.kinds, names.vp, [house.name for house in names.deck.houses])
    card = np.full(len(rows.event), NONE, np.int64)
    kinds, vp = rows.of("card"), rows.of("vp_card")
    houses = np.where(vp < 0, rows.of("house"), NONE)
    for column, group in zip((kinds, vp, houses), groups, strict=True):
        numbers = np.array([known[name] for name in group] or [NONE])
        card[column >= 0] = numbers[column[column >= 0]]
    return card.astype(np.int16)


def _place(zone: Any) -> NDArray[np.int16]:
    return np.where(zone < 0, NONE, np.where(zone < PILE, zone // SEATS, zone - PILE + 3)).astype(np.int16)


def _owner(zone: Any) -> NDArray[np.int16]:
    return np.where((zone < 0) | (zone >= PILE), NONE, zone % SEATS).astype(np.int16)


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
    "amount": (
        "signed int32",
        "cards, tokens, actions or points; 1 for an ability used; null where there is no number",
    ),
}

#: The frames of Guildhall in addition to `games`.
SCHEMAS: dict[str, Schema] = {
    "turns": turns_schema({"vp": ("int16", "its points"), **_TURNS}),
    "chapters": _CHAPTERS,
    "events": events_schema(_EVENTS),
}
