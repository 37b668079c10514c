"""The buttons of options in Advyria: fields by what lies on them, sets by their card, chosen cards as chips."""

from __future__ import annotations

import re
from typing import Any

from guildhall.core.decision import Option
from guildhall.games.advyria.cards import BASIC, CARD_NAMES
from guildhall.games.advyria.table import View
from guildhall.games.advyria.wording import sentence

from ..icons import icon, seat_dot
from ..markup import Content, Markup, join, tag
from ..scene import Face, Scene
from .marks import adventure_chip, breakable, card_chip, symbol

__all__ = ["face"]

_FIELD = re.compile(r"(move to|look at|start at|send to) (?P<field>.+)")
_SET = re.compile(r"play (?P<own>[0-9]+) (?P<card>.+?)(?: \+ (?P<jokers>[0-9]+) Joker)?(?: as (?P<kind>.+))?")
_CARD = re.compile(r"(?P<verb>play|discard|complete) (?P<card>.+?)(?: as Wizard)?")
_ROB = re.compile(r"rob player (?P<seat>[0-9]+)")
_KINDS = {name.en: kind for name, kind in zip(CARD_NAMES, BASIC, strict=True)}


def face(scene: Scene, option: Option) -> Face | None:
    """Return what the button of an option shows."""
    names: Any = scene.rules.names  # type: ignore[attr-defined]  # this renderer draws Advyria only
    phrase = option.phrase
    if phrase == "stay":
        return _stay(scene, names, option)
    if found := _FIELD.fullmatch(phrase):
        return _field(scene, names, option, found["field"])
    if found := _SET.fullmatch(phrase):
        return _set(names, found)
    if found := _ROB.fullmatch(phrase):
        seat = int(found["seat"]) - 1
        return Face(join(seat_dot(seat, names.seats[seat]), _words(option)))
    found = _CARD.fullmatch(phrase)
    return _card(names, option, found) if found and found["card"] in names.kinds else None


def _words(option: Option, name: Content = None) -> Markup:
    """Return an option in words with its effect below, like those without a drawing."""
    text = tag("span", option.text, class_="gh-text") if option.text else None
    return tag("span", tag("b", name) if name else option.label, text)


# --- Fields ---


def _field(scene: Scene, names: Any, option: Option, field: str) -> Face:
    """Return a field: one with a known adventure in words, others as small buttons by what lies on them."""
    lang, shown = names.lang, scene.table
    place = names.box.board.fields[names.fields.index(field)]
    if place.name and not option.phrase.startswith("move"):
        return Face(join(symbol(place.name.en, "house"), tag("b", field), place.name.in_(lang)))
    tile = shown.open.get(field) or _seen(shown, field)
    if tile is not None and tile in names.adventures:
        known = icon("eye") if field in shown.hidden else None
        words = tag("span", breakable(names.shown(tile)))
        content = join(adventure_chip(names, tile), tag("b", field), known, words)
        return Face(content, _distance(scene, names, field), first=True)
    heading = "seen gold" if tile else "hidden tiles" if field in shown.hidden else "no tiles"
    return Face(tag("b", field, class_="gh-ad-field"), group=sentence(lang, heading))


def _seen(shown: Any, field: str) -> str | None:
    """Return the hidden tile on a field, if the deciding player has looked at it."""
    peeked = shown.peeked if isinstance(shown, View) else shown.peeked[shown.turn]
    return str(shown.tiles[field]) if field in shown.hidden and field in peeked else None


def _distance(scene: Scene, names: Any, field: str) -> str | None:
    """Return how far a field is from the figure that moves, while a die counts."""
    shown, rules = scene.table, scene.rules
    if not shown.die:
        return None
    here = names.fields.index(shown.figures[shown.turn])
    distances = rules.compiled[0]["distance"]  # type: ignore[attr-defined]  # this renderer draws Advyria only
    return sentence(names.lang, "fields", n=int(distances[here, names.fields.index(field)]))


def _stay(scene: Scene, names: Any, option: Option) -> Face:
    here = scene.table.figures[scene.table.turn]
    return Face(join(icon("pawn"), option.label), here)


# --- Cards ---


def _set(names: Any, found: re.Match[str]) -> Face:
    """Return a set as a small button: its cards, and how often they act."""
    kind = found["kind"] or found["card"]
    own, jokers = (0, int(found["own"])) if found["kind"] else (int(found["own"]), int(found["jokers"] or 0))
    content = (
        tag("b", own) if own else None,
        "+" if own and jokers else None,
        join(tag("b", jokers), symbol("Joker")) if jokers else None,
        tag("span", f"→ {own + jokers - 1}", class_="gh-quiet"),
    )
    return Face(tag("span", *content, class_="gh-ad-set"), group=sentence(names.lang, f"sets {_KINDS[kind]}"))


def _card(names: Any, option: Option, found: re.Match[str]) -> Face:
    """Return a card to play, discard or lay down, without the verb if the decision says it."""
    chip, name = card_chip(names, found["card"]), names.shown(found["card"])
    if found["verb"] == "complete":
        return Face(join(chip, _words(option, option.label)))
    if option.text == name:
        return Face(join(chip, tag("b", name)))
    # Labels of both languages begin with the verb.
    return Face(join(chip, _words(option, name if found["verb"] == "discard" else option.label.split(" ", 1)[1])))
