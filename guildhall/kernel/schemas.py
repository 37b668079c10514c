"""The columns that the frames of every game have: their types and what they mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guildhall.core.capabilities import Schema

from .tables import GAME, PLY, TURN

if TYPE_CHECKING:
    from .engine import Engine

__all__ = ["default_schemas", "events_schema", "turns_schema"]


def turns_schema(own: Schema, *, unit: str = "points") -> Schema:
    """The frame of turns, one row per turn as things stand when it ends; the first of its own columns is the score."""
    return {
        "game": GAME,
        "turn": TURN,
        "seat": ("int8", "seat whose turn it is"),
        **own,
        "lead": ("signed int16", f"its lead over the best other seat, in {unit}"),
        "leader": ("int8", f"seat with more {unit} than any other, null if there is none"),
        "plies": ("int32", "options applied in this turn"),
        "decisions": ("int32", "of them, those with two or more options"),
    }


def events_schema(own: Schema) -> Schema:
    """The frame of events, one row per event in the order in which things happened."""
    seat = ("int8", "seat that did it or that it befell, null for nobody")
    return {"game": GAME, "ply": PLY, "turn": TURN, "seat": seat, "event": ("word", "what happened"), **own}


def default_schemas(engine: Engine) -> dict[str, Schema]:
    """The frames of a game that describes none: turns, and events with all their numbers."""
    names = dict.fromkeys(name for numbers in engine.fields.values() for name in numbers)
    numbers: Schema = dict.fromkeys(names, ("signed int32", "a number of the event; 0 where it has none"))
    own: Schema = {engine.score_column: ("signed int32", "its points")}
    own |= dict.fromkeys(engine.recorder.OWN_COLUMNS, ("signed int32", "counted in this turn"))
    return {"turns": turns_schema(own), "events": events_schema(numbers)}
