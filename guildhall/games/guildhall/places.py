"""Where on the table the thing lies that an option means, so that a front-end can let it be clicked.

A place is a short text that also marks highlights in records: `hand 1 red Farmer`, `hall 2 red Farmer`,
`area 1 red Farmer`, `chapter 2 Farmer`, `completed 1 Farmer`, `row 3`, `player 2`, `discard red Farmer`,
`looked red Farmer`. Seats count from 1, as in phrases.
"""

from __future__ import annotations

from typing import Any

from .engine.state import OP, WHERE, WHO, Op, OptionId, Where, Who
from .naming import Names

__all__ = ["place_of", "seat_meant"]

_ZONES = {
    Where.HAND: "hand",
    Where.HALL: "hall",
    Where.AREA: "area",
    Where.PILE: "discard",
    Where.TOP: "discard",
    Where.DECK: "looked",
    Where.LOOKED: "looked",
}
_OWNED = (Where.HAND, Where.HALL, Where.AREA)


def seat_meant(s: Any, players: int, who: int) -> int:
    """The seat that a pick means, counted from 0."""
    if who == Who.ME:
        return int(s["turn"])
    if who == Who.OTHER:
        return int(s["other"])
    return (int(s["turn"]) + who - Who.OTHER) % players


def _card_zone(s: Any, R: Any, players: int) -> str | None:
    """Where the cards lie that the decision at hand offers."""
    row = R["prog"][s["pc"]]
    op = Op(int(row[OP]))
    if op in (Op.MULLIGAN, Op.REFRESH):
        return f"hand {int(s['turn']) + 1}"
    if op is Op.ORDER:
        return None  # the cards of a chapter that is being given up lie nowhere
    if op is Op.RETURN:
        return "looked"
    where = Where(int(row[WHERE]))
    if where not in _ZONES:
        return None
    owner = f" {seat_meant(s, players, int(row[WHO])) + 1}" if where in _OWNED else ""
    return _ZONES[where] + owner


def _chapter_place(s: Any, R: Any, names: Names, number: int) -> str:
    row = R["prog"][s["pc"]]
    if Op(int(row[OP])) is not Op.PICK_CHAPTER:
        seat = int(s["actor"])
        return f"completed {seat + 1} {names.chapters[int(s['done'][seat][number])]}"
    seat = seat_meant(s, len(names.seats), int(row[WHO]))
    return f"chapter {seat + 1} {names.chapters[number]}"


def place_of(s: Any, R: Any, names: Names, option: int) -> str | None:
    """The place of what an option means, or None if it means nothing that lies on the table."""
    if option < OptionId.PLAY:
        zone = _card_zone(s, R, len(names.seats))
        return None if zone is None else f"{zone} {names.kinds[option]}"
    if option < OptionId.CHAPTER:
        return f"hand {int(s['turn']) + 1} {names.kinds[option - OptionId.PLAY]}"
    if option < OptionId.TIER:
        return _chapter_place(s, R, names, option - OptionId.CHAPTER)
    if OptionId.PLAYER <= option < OptionId.ROW:
        return f"player {option - OptionId.PLAYER + 1}"
    if OptionId.ROW <= option < OptionId.REFRESH:
        return f"row {option - (OptionId.ROW if option < OptionId.BUY else OptionId.BUY) + 1}"
    return None
