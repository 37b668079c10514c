"""What the buttons of options show: symbol and name, and what will come of it."""

from __future__ import annotations

from guildhall.core.decision import Option
from guildhall.games.hundred_halls.cards import PURCHASES, Trigger
from guildhall.games.hundred_halls.engine.state import HELP_ACTIVATE, HELP_ELEMENTS, HELP_SEAT, OptionId, Phase
from guildhall.games.hundred_halls.forecast import after_choice

from ..icons import icon, seat_dot
from ..markup import Content, Markup, join, tag
from ..scene import Face, Scene
from .cards import called, printed, state
from .emblems import card_symbol, deck_emblem, emblem, gist

__all__ = ["face_of"]

_PLAIN: dict[int, tuple[str, str, str]] = {
    OptionId.DONE: ("check", "Done", ""),
    OptionId.DRAW: ("cards", "Draw", "top of your deck"),
    OptionId.NO_DRAW: ("close", "No draw", ""),
    OptionId.NO: ("close", "No", ""),
    OptionId.NONE: ("close", "None", "leave them"),
    OptionId.REDRAW: ("reroll", "Redraw", "six new cards"),
    OptionId.KEEP: ("check", "Keep", "put no card"),
}
_DONE = {Phase.ACT: "end your turn", Phase.MEMORY: "nobody acts", Phase.ARMORY: "buy nothing more"}


def face_of(scene: Scene, option: Option) -> Face | None:
    """Return the face of an option, or None if its words say it best."""
    code = option.id
    if code in _PLAIN:
        symbol, word, note = _PLAIN[code]
        done = _DONE.get(Phase(int(state(scene)["phase"])), "") if code == OptionId.DONE else note
        return Face(_words(icon(symbol), word), done or None)
    if code >= OptionId.SCENARIO:
        kind = "scenario" if code < OptionId.REALM else "realm"
        number = code - (OptionId.SCENARIO if kind == "scenario" else OptionId.REALM)
        deck = scene.table.names.enemy_deck(kind, number)
        return Face(_words(deck_emblem(deck.name, f"gh-hh-small gh-hh-of-{kind}"), deck.name, option.text))
    if code >= OptionId.BUY:
        line = PURCHASES[code - OptionId.BUY]
        bought = int(state(scene)["bought"][code - OptionId.BUY])
        note = f"{line.points} points{f', {bought}/{line.times}' if line.times > 1 else ''}"
        return Face(_words(icon("coin"), line.name.partition(" (")[0]), note)
    if code >= OptionId.HELP:
        return _help(scene, option)
    return _card_face(scene, option) if code >= OptionId.TARGET else None


def _help(scene: Scene, option: Option) -> Face:
    """Return the face of what a dead player lets another one do."""
    seat, what = divmod(option.id - OptionId.HELP, HELP_SEAT)
    sign = seat_dot(seat, scene.rules.seats[seat])
    if what >= HELP_ELEMENTS:
        found = printed(scene, what - HELP_ELEMENTS)
        return Face(_words(sign, option.label), f"{found.five_elements} damage")
    found = printed(scene, what % HELP_ACTIVATE)
    triggers = [Trigger.ACTIVATE] if what >= HELP_ACTIVATE else sorted(found.abilities)
    return Face(_words(sign, option.label), gist(found, *triggers))


def _words(sign: Markup, name: str, text: str = "") -> Markup:
    told = tag("span", text, class_="gh-text") if text else None
    return join(sign, tag("span", name, told))


def _card_face(scene: Scene, option: Option) -> Face:
    """Return the face of a card that is used, discarded or chosen."""
    kinds = (OptionId.DISCARD, OptionId.PUT, OptionId.ELEMENTS, OptionId.ACTIVATE, OptionId.PLAY, OptionId.TARGET)
    kind = next(begin for begin in kinds if option.id >= begin)
    card = option.id - kind
    if kind == OptionId.TARGET:
        return _target(scene, card)
    found = printed(scene, card)
    if kind == OptionId.ELEMENTS:
        return Face(_words(icon("spark"), "Five Elements"), f"{found.five_elements} damage")
    name = called(scene, card)
    if kind == OptionId.ACTIVATE:
        return Face(_words(icon("bolt"), name), gist(found, Trigger.ACTIVATE))
    note = found.type if kind == OptionId.DISCARD else gist(found, *sorted(found.abilities))
    return Face(_words(icon(card_symbol(found)), name), note)


def _target(scene: Scene, card: int) -> Face:
    """Return the face of a target, with its hit points before and after what is about to meet it."""
    seats = scene.rules.seats
    is_seat = card < len(seats)
    sign = seat_dot(card, seats[card]) if is_seat else emblem(scene.table.names, card, "gh-hh-small")
    now, then = scene.table.hit_points_of(card)[0], after_choice(scene.table, card)
    note: Content = printed(scene, card).type if not scene.table.hit_points_of(card)[1] else f"{now} HP"
    if then is not None:
        note = join(f"{then[0]} → ", tag("b", then[1]))
    return Face(_words(sign, called(scene, card)), note)
