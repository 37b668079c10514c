"""What the seat that decides is asked: by which card, and what becomes of what it picks."""

from __future__ import annotations

from typing import Any

from .engine.state import FLAGS, INTO, OP, WHERE, WHO, Flag, Op, Where
from .naming import Names
from .places import seat_meant

__all__ = ["prompt"]

_PROMPTS = {
    "mulligan": "discard what you do not want, then draw back to nine",
    "found": "place cards into your guildhall",
    "discard": "discard what you do not want, then draw up to six",
    "player": "choose another player",
    "card": "choose a card",
    "chapter": "choose a chapter",
    "spend": "choose a completed chapter to spend",
    "order": "choose the card to lay down next; the last one is on top",
    "limit": "you may keep three completed chapters; give one up",
}
_OWNED = {Where.HAND: "hand", Where.HALL: "guildhall", Where.AREA: "action area"}
_SHARED = {
    Where.PILE: "the discard pile",
    Where.TOP: "the discard pile",
    Where.DECK: "the deck",
    Where.LOOKED: "those you look at",
}


def prompt(s: Any, R: Any, names: Names, kind: str) -> str:
    """What the deciding seat is asked."""
    who = names.seats[int(s["actor"])]
    if kind == "act":
        left = int(s["actions"])
        return f"{who}, play a card, refresh or buy ({left} action{'' if left == 1 else 's'} left)"
    if kind == "tier":
        return f"{who}, use {names.kinds[int(s['card'])]} with {int(s['chapter_size'])} in the chapter"
    if kind == "ability":
        own = Op(int(R["prog"][s["pc"], OP])) is Op.ABILITY
        name = names.vp[int(s["bought"])] if own else names.deck.houses[int(s["house"][int(s["slot"])])].name
        return f"{who}, use the ability of {name}"
    if kind in ("card", "player", "chapter"):
        asked = _which(s, R["prog"][s["pc"]], names) if kind == "card" else None
        return f"{who}, {_by(s, names)}{asked or _PROMPTS[kind]}"
    return f"{who}, {_PROMPTS[kind]}"


def _by(s: Any, names: Names) -> str:
    """The card that asks, if it is a card that was played."""
    return f"with {names.kinds[int(s['card'])]}: " if s["card"] >= 0 else ""


def _which(s: Any, row: Any, names: Names) -> str | None:
    """Which card is picked from where, and what becomes of it."""
    where = Where(int(row[WHERE]))
    if row[OP] != Op.PICK or (where not in _OWNED and where not in _SHARED):
        return None
    you, players = int(s["actor"]), len(names.seats)
    owner = seat_meant(s, players, int(row[WHO])) if where in _OWNED else None
    into = seat_meant(s, players, int(row[INTO]) - 1) if row[INTO] > 0 else None
    place = _SHARED[where] if where in _SHARED else f"{_whose(names, owner, you)} {_OWNED[where]}"
    return f"which card of {place} do you {_verb(names, owner, into, you, bool(row[FLAGS] & Flag.ANY_ORDER))}?"


def _whose(names: Names, owner: int | None, you: int) -> str:
    return "your" if owner is None or owner == you else f"{names.seats[owner]}'s"


def _verb(names: Names, owner: int | None, into: int | None, you: int, discards: bool) -> str:
    if into == you:
        return "place" if owner in (None, you) else "take"
    if into is not None and owner in (None, you):
        return f"give {names.seats[into]}"
    if discards:
        return "discard"
    return "choose"
