"""Options as a German screen calls them; phrases, which logs and files keep, are English in every game."""

from __future__ import annotations

from typing import Any

from .engine.state import SET_OWN, SET_TYPE, Option
from .naming import Names
from .phrasing import cards_of_set

__all__ = ["german_label"]


def german_label(s: Any, names: Names, option: int) -> str:
    """What a German screen calls an option."""
    if option < Option.WIZARD:
        return _set_label(names, option)
    for first, (words, choices) in _RANGES.items():
        if first <= option < first + len(getattr(names, choices)):
            name = getattr(names, choices)[option - first]
            is_own = first == Option.MOVE and option - first == s["figure"][int(s["turn"])]
            return "bleib stehen" if is_own else f"{words} {name}"
    if Option.TURN <= option < Option.COMPLETE:
        return f"dreh {option - Option.TURN} um"
    if option == Option.COMPLETE:
        return f"schließe ab: {names.shown_tile(int(s['tile'][int(s['figure'][int(s['turn'])])]))}"
    return _WORDS[option]


def _set_label(names: Names, code: int) -> str:
    kind, own, jokers = code // SET_TYPE, code % SET_TYPE // SET_OWN, code % SET_OWN
    cards, only_jokers = cards_of_set(names.shown_cards, kind, own, jokers)
    return f"spiele {cards} als {names.shown_cards(kind, jokers)}" if only_jokers else f"spiele {cards}"


#: The first option of a range, its verb, and what it counts through.
_RANGES = {
    Option.ACTION: ("spiele", "shown_adventures"),
    Option.DISCARD: ("wirf ab:", "cards"),
    Option.MOVE: ("zieh nach", "fields"),
    Option.PEEK: ("sieh an:", "fields"),
    Option.GUILD: ("beginne auf", "fields"),
    Option.SEND: ("schick nach", "fields"),
    Option.ROB: ("beraube", "seats"),
}
_WORDS = {
    int(Option.WIZARD): "spiele Zauberer",
    int(Option.JOKER): "spiele Joker als Zauberer",
    int(Option.LEAVE): "lass liegen",
    int(Option.NO_ROB): "kein Manöver",
    int(Option.WIZARD_DRAW): "wirf Zauberer ab",
    int(Option.NO_DRAW): "zieh keine Karten",
    int(Option.DONE): "fertig",
    int(Option.END): "beende den Zug",
}
