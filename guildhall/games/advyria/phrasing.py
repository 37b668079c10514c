"""Decisions in words: what is asked, how each option is called, and what it does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .box import BASIC
from .engine.state import BIT, LARGEST_SET, SET_OWN, SET_TYPE, Kind, Option, Phase
from .naming import Names
from .words import say

__all__ = ["cards_of_set", "kind_of", "phrase", "prompt", "text"]

_KINDS = {
    Phase.GUILD: "guild",
    Phase.FINALE: "finale",
    Phase.ACT: "act",
    Phase.MOVE: "move",
    Phase.CLAIM: "claim",
    Phase.ROB: "manoeuvre",
    Phase.SEND: "send",
    Phase.TURN: "turn",
    Phase.PEEK: "peek",
    Phase.LIMIT: "limit",
}


def kind_of(s: Any) -> str:
    """What kind of decision is due."""
    return _KINDS[Phase(int(s["phase"]))]


def prompt(s: Any, names: Names) -> str:
    """What the deciding seat is asked."""
    seat, kind = int(s["actor"]), kind_of(s)
    values: dict[str, Any] = {"who": names.seats[seat]}
    if kind == "move":
        values["n"] = int(s["die"])
        kind = "move" if values["n"] else "move anywhere"
    elif kind == "claim":
        values["card"] = names.shown_tile(int(s["tile"][int(s["figure"][seat])]))
    elif kind == "send":
        values["other"] = names.seats[int(s["victim"])]
    elif kind in ("turn", "peek"):
        values["n"] = int(s["flips"] if kind == "turn" else s["peeks"])
    elif kind == "limit":
        level = int(s["level"][seat])
        values.update(n=int(s["hand_n"][seat]) - level, level=level)
    return say(names.lang, f"ask {kind}", **values)


def cards_of_set(name: Callable[[int, int], str], kind: int, own: int, jokers: int) -> tuple[str, bool]:
    """The cards of a set in words, and whether they are Jokers alone; `name` is that of so many cards of a kind."""
    joker = name(Kind.JOKER, jokers)
    if own == 0:
        return f"{jokers} {joker}", True
    return f"{own} {name(kind, own)}" + (f" + {jokers} {joker}" if jokers else ""), False


def _set_phrase(names: Names, code: int) -> str:
    kind, own, jokers = code // SET_TYPE, code % SET_TYPE // SET_OWN, code % SET_OWN
    cards, only_jokers = cards_of_set(lambda each, _: names.kinds[each], kind, own, jokers)
    return f"play {cards} as {names.kinds[kind]}" if only_jokers else f"play {cards}"


def phrase(s: Any, names: Names, option: int) -> str:
    """The stable phrase of an option."""
    if option < Option.WIZARD:
        return _set_phrase(names, option)
    if Option.ACTION <= option < Option.DISCARD:
        return f"play {names.adventures[option - Option.ACTION]}"
    if Option.DISCARD <= option < Option.MOVE:
        return f"discard {names.kinds[option - Option.DISCARD]}"
    if Option.MOVE <= option < Option.PEEK:
        field = option - Option.MOVE
        return "stay" if field == s["figure"][int(s["turn"])] else f"move to {names.fields[field]}"
    if Option.PEEK <= option < Option.GUILD:
        return f"look at {names.fields[option - Option.PEEK]}"
    if Option.GUILD <= option < Option.SEND:
        return f"start at {names.fields[option - Option.GUILD]}"
    if Option.SEND <= option < Option.TURN:
        return f"send to {names.fields[option - Option.SEND]}"
    if Option.TURN <= option < Option.COMPLETE:
        return f"turn {option - Option.TURN}"
    if option == Option.COMPLETE:
        return f"complete {names.tile(int(s['tile'][int(s['figure'][int(s['turn'])])]))}"
    if Option.ROB <= option < Option.NO_ROB:
        return f"rob player {option - Option.ROB + 1}"
    return _WORDS[option]


_WORDS = {
    int(Option.WIZARD): "play Wizard",
    int(Option.JOKER): "play Joker as Wizard",
    int(Option.LEAVE): "leave",
    int(Option.NO_ROB): "no manoeuvre",
    int(Option.WIZARD_DRAW): "discard Wizard",
    int(Option.NO_DRAW): "draw nothing",
    int(Option.DONE): "done",
    int(Option.END): "end turn",
}


# --- A sentence about an option ---


def _set_text(names: Names, code: int) -> str:
    cards = code % SET_TYPE // SET_OWN + code % SET_OWN
    kind = BASIC[code // SET_TYPE]
    key = "do four fairies" if kind == "fairy" and cards == LARGEST_SET else f"do {kind}"
    return say(names.lang, key, n=cards - 1)


def _tile_text(s: Any, names: Names, field: int) -> str:
    """What the deciding seat knows of the tile on a field."""
    seat, bit, tile = int(s["actor"]), int(BIT[field]), int(s["tile"][field])
    if int(s["faceup"]) & bit:
        return say(names.lang, "tile open", card=names.shown_tile(tile))
    if int(s["seen"][seat]) & bit:
        return say(names.lang, "tile known", card=names.shown_tile(tile))
    return say(names.lang, "tile hidden" if int(s["facedown"]) & bit else "tile none")


def text(s: Any, names: Names, option: int) -> str:
    """A sentence about an option."""
    if option < Option.WIZARD:
        return _set_text(names, option)
    if Option.ACTION <= option < Option.DISCARD:
        return say(names.lang, f"do {names.box.adventures[option - Option.ACTION].colour}")
    if Option.DISCARD <= option < Option.MOVE:
        kind = option - Option.DISCARD
        return say(names.lang, "do discard fairy") if kind == Kind.FAIRY else names.cards[kind]
    if Option.MOVE <= option < Option.GUILD:
        return _tile_text(s, names, (option - Option.MOVE) % (Option.PEEK - Option.MOVE))
    if Option.GUILD <= option < Option.TURN:
        return names.shown_field((option - Option.GUILD) % (Option.SEND - Option.GUILD))
    if Option.TURN <= option < Option.COMPLETE:
        return say(names.lang, "villages and gold", **_turned(s, option - Option.TURN))
    if Option.ROB <= option < Option.NO_ROB:
        seat = option - Option.ROB
        return say(names.lang, "do rob", other=names.seats[seat], n=int(s["hand_n"][seat]))
    return say(names.lang, _TEXTS[option])


def _turned(s: Any, n: int) -> dict[str, int]:
    """Villages and Gold after turning some."""
    seat = int(s["turn"])
    return {"villages": int(s["villages"][seat]) - n, "n": int(s["gold"][seat]) + n}


_TEXTS = {
    int(Option.WIZARD): "do wizard",
    int(Option.JOKER): "do joker",
    int(Option.COMPLETE): "do complete",
    int(Option.LEAVE): "do leave",
    int(Option.NO_ROB): "do not rob",
    int(Option.WIZARD_DRAW): "do draw",
    int(Option.NO_DRAW): "do not draw",
    int(Option.DONE): "do done",
    int(Option.END): "do end",
}
