"""Why a phrase is not legal now."""

from __future__ import annotations

import re
from typing import Any

from guildhall.core.decision import fold
from guildhall.core.errors import UnknownCard

from .engine.state import LARGEST_SET, SMALLEST_SET, Kind
from .naming import Names
from .phrasing import kind_of

__all__ = ["explain"]

_SET = re.compile(r"(\d+) (.+?)(?: \+ (\d+) joker| as (.+))?")


def explain(s: Any, R: Any, names: Names, asked: str) -> str | None:
    """The reason as a sentence without its full stop, or None if there is nothing to say."""
    kind, (verb, _, rest) = kind_of(s), fold(asked).partition(" ")
    if verb == "play":
        return _why_not_play(s, R, names, rest) if kind == "act" else "first this decision has to be taken"
    if verb == "move" and kind == "move":
        return _why_not_move(s, R, names, rest.removeprefix("to "))
    if verb == "discard" and kind == "finale":
        return "only a real Wizard in hand brings cards in the Grand Finale"
    if verb == "complete" and kind == "claim":
        return f"{names.seats[int(s['turn'])]} does not hold the card of this adventure"
    if verb == "rob":
        return _why_not_rob(s, R, kind)
    if verb == "look" and kind == "peek":
        return "only tiles that lie face down on the board can be looked at"
    return None


def _why_not_play(s: Any, R: Any, names: Names, cards: str) -> str | None:
    found = _SET.fullmatch(cards)
    try:
        if found is None:
            return _why_not_single(s, R, names, names.kind(cards.removesuffix(" as wizard")))
        return _why_no_set(s, names, names.kind(found[2]), int(found[1]), int(found[3] or 0))
    except UnknownCard as error:
        return str(error)


def _why_not_single(s: Any, R: Any, names: Names, kind: int) -> str:
    if s["hand"][int(s["turn"])][kind] == 0:
        return f"{names.kinds[kind]} is not in {names.seats[int(s['turn'])]}'s hand"
    if kind >= Kind.ADVENTURE and R["no_actions"]:
        return "in this game Adventure cards cannot be played as actions"
    return f"{names.kinds[kind]} is played in sets of {SMALLEST_SET} to {LARGEST_SET}"


def _why_no_set(s: Any, names: Names, kind: int, own: int, jokers: int) -> str | None:
    if kind >= Kind.ADVENTURE or kind == Kind.WIZARD:
        return f"{names.kinds[kind]} needs no set; each is played alone"
    if not SMALLEST_SET <= own + jokers <= LARGEST_SET:
        return f"a set has {SMALLEST_SET} to {LARGEST_SET} cards, not {own + jokers}"
    hand = s["hand"][int(s["turn"])]
    for number, wanted in ((kind, own), (int(Kind.JOKER), jokers)):
        if hand[number] < wanted:
            return f"{names.seats[int(s['turn'])]} holds {int(hand[number])} {names.kinds[number]}, not {wanted}"
    return "a set of Jokers says what it stands for, such as 'play 2 Joker as Warrior'"


def _why_not_move(s: Any, R: Any, names: Names, field: str) -> str:
    try:
        target = names.field_number(field)
    except UnknownCard as error:
        return str(error)
    here = int(s["figure"][int(s["turn"])])
    if target == here:
        return "the figure stands there already; 'stay' ends the move on the own field"
    steps, die = int(R["distance"][here, target]), int(s["die"])
    if 0 < die < steps:
        return f"{names.fields[target]} is {steps} fields away, the die shows {die}"
    return f"another figure stands on {names.fields[target]}, and no move ends on an occupied field"


def _why_not_rob(s: Any, R: Any, kind: str) -> str:
    if R["no_robbing"]:
        return "there are no unfriendly manoeuvres in this game"
    if s["robbed"]:
        return "an unfriendly manoeuvre is possible only once in a turn"
    if kind != "manoeuvre":
        return "an unfriendly manoeuvre follows a landing next to another figure"
    return "only a neighbour with more cards in hand can be robbed"
