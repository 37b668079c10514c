"""Emblems of decks and cards, symbols of occasions, and the badges of what a card does when."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from guildhall.games.hundred_halls.cards import Card, Trigger
from guildhall.games.hundred_halls.engine.state import PILES, REALM, SCENARIO
from guildhall.games.hundred_halls.language import Effect, Op
from guildhall.games.hundred_halls.wording import Badge

from ..icons import icon
from ..markup import Content, Markup, join, tag

__all__ = ["arms", "badge", "card_symbol", "deck_emblem", "emblem", "gist", "headline", "hidden", "said", "type_class"]

_DECKS = {
    "Alex": "alex",
    "Aurie": "aurie",
    "Claire": "claire",
    "Ivan": "ivan",
    "Mori": "mori",
    "Nandi": "nandi",
    "Pax": "pax",
    "Pi": "pi",
    "Zayn": "zayn",
    "Aepep": "serpent",
    "Black Council": "raven",
    "Circle of Scale": "dragon",
    "Citadel of Broken Dreams": "dream",
    "Diamond Court": "crown",
    "Elosian": "demon",
    "Caer Corsydd": "reeds",
    "City of Sorcery": "wizard",
    "Danir": "vine",
    "Eternal Realm": "eternal",
    "Montanhas": "mountain",
}
_NAMED = {"Captia": "captia", "Precept": "precept"}
_SUBTYPES = {"demon": "demon", "dragon": "dragon", "plant": "vine", "mage": "wizard", "dream": "dream"}
_TYPES = {
    "Boss": "crown",
    "Building": "tower",
    "Event": "bell",
    "Quest": "quest",
    "Virus": "virus",
    "Trap": "trap",
    "Enchantment": "rune",
    "Trinket": "trinket",
    "Artifact": "artifact",
    "Spell": "spell",
    "Reward": "fame",
    "Ability": "bolt",
    "Player": "people",
}
_PRINTED = ("Spell", "Trinket", "Enchantment", "Artifact", "Quest")  # types with a colour of their own
_WHEN: dict[Trigger | None, tuple[str, str]] = {
    None: ("always", "always"),
    Trigger.ENTERS: ("enter", "enter"),
    Trigger.BEGIN: ("sunrise", "start"),
    Trigger.END: ("sunset", "end"),
    Trigger.DIES: ("skull", "dead"),
    Trigger.DAMAGED: ("bloodmark", "dead"),
    Trigger.SPELL: ("spell", "enter"),
    Trigger.ARRIVES: ("enter", "enter"),
    Trigger.SLAIN: ("skull", "dead"),
    Trigger.FALLS: ("grave", "dead"),
    Trigger.COMPLETED: ("quest", "reward"),
    Trigger.CHECK: ("hourglass", "last"),
    Trigger.ENDS: ("hourglass", "last"),
    Trigger.ACTIVATE: ("bolt", "act"),
    Trigger.REWARD: ("fame", "reward"),
}
#: Occasions that a symbol alone does not tell.
_TOLD = (Trigger.DAMAGED, Trigger.SPELL, Trigger.ARRIVES, Trigger.SLAIN, Trigger.FALLS, Trigger.COMPLETED)
_NUMBER = re.compile(r"\d+(?= (to|damage)\b)")


# --- Emblems ---


def card_symbol(card: Card) -> str:
    """Return the symbol of a card: its own, or that of its type."""
    if card.name in _NAMED:
        return _NAMED[card.name]
    if card.name in _DECKS:
        return _DECKS[card.name]
    of_subtype = next((_SUBTYPES[word] for word in card.subtypes if word in _SUBTYPES), "claw")
    return _TYPES.get(card.type, of_subtype)


def emblem(names: Any, card: int, class_: str = "") -> Markup:
    """Return the emblem of a card on the colour of its side."""
    side = {SCENARIO: "gh-hh-of-scenario", REALM: "gh-hh-of-realm"}.get(names.homes[card], "gh-hh-of-party")
    if card < PILES:
        return deck_emblem(names.piles[card], f"{side} {class_}".strip())
    return _emblem(icon(card_symbol(names.printed[card])), f"{side} {class_}".strip())


def deck_emblem(name: str, class_: str) -> Markup:
    """Return the emblem of a deck, or its letter."""
    return _emblem(icon(_DECKS[name]) if name in _DECKS else tag("b", name[:1]), class_)


def _emblem(drawn: Content, class_: str) -> Markup:
    return tag("span", drawn, class_=f"gh-hh-emblem {class_}", aria_hidden="true")


def arms(seat: int, deck: str) -> Markup:
    """Return the shield of a seat with the emblem of its deck."""
    sign = icon(_DECKS[deck]) if deck in _DECKS else tag("b", deck[:1])
    return tag("span", sign, class_=f"gh-shield gh-hh-arms gh-s{seat}", aria_hidden="true")


def type_class(card: Card) -> str:
    """Return the class with the colour of a card's type."""
    return f"gh-hh-{card.type.lower() if card.type in _PRINTED else 'other'}"


# --- What a card does ---


def said(acts: Iterable[Badge]) -> list[str]:
    """Return badges in words."""
    return [": ".join(filter(None, (one.when, one.what))) for one in acts]


def hidden(words: str) -> Markup:
    """Return words for pictures without styles, which have no symbols."""
    return tag("span", words, class_="gh-hidden")


def badge(one: Badge) -> Markup:
    """Draw when a card acts as a symbol, and what it does in words. The occasion is text where there are no styles."""
    symbol, kind = _WHEN[one.trigger] if one.when else ("spark", "now")
    told = one.trigger in _TOLD and one.when
    when = tag("span", f"{one.when}: ", class_=None if told else "gh-hidden") if one.when else None
    return tag("span", icon(symbol), tag("span", when, *_emphasised(one.short)), class_=f"gh-hh-do gh-hh-w-{kind}")


def _emphasised(words: str) -> list[Content]:
    """Return words with the first number of damage set off."""
    found = _NUMBER.search(words)
    if found is None:
        return [words]
    return [words[: found.start()], tag("b", found[0]), words[found.end() :]]


_BIG = {Op.DAMAGE: ("", "gh-hh-harm"), Op.HEAL: ("heart", "gh-hh-help"), Op.PREVENT: ("warrior", "gh-hh-help")}
_BIG |= {Op.DRAW: ("cards", ""), Op.LOOK: ("eye", "")}
_CHANGES = {
    Op.DEALS: "damage",
    Op.TAKES: "taken",
    Op.ELEMENTS: "Elements",
    Op.PLAYS: "play",
    Op.ACTIVATIONS: "activation",
}
_NOTES = {
    Op.DAMAGE: "{} damage",
    Op.HEAL: "heal {}",
    Op.PREVENT: "prevent {}",
    Op.DRAW: "draw {}",
    Op.LOOK: "look at {}",
}


def _main(card: Card, triggers: Iterable[Trigger]) -> Effect | None:
    """Return the effect that tells most of a card: damage first, then other kinds."""
    done = [one for trigger in triggers if trigger in card.abilities for one in card.abilities[trigger].effects]
    done = [mode for one in done for mode in (one, *one.modes)]
    return next((one for op in _BIG for one in done if one.op is op), None)


def headline(card: Card) -> Markup:
    """Draw the art of a card: its symbol, and the number of what it does."""
    main = _main(card, sorted(card.abilities))
    if main is not None:
        symbol, tone = _BIG[main.op]
        return join(icon(symbol or card_symbol(card)), tag("b", main.amount, class_=f"gh-hh-big {tone}".strip()))
    change = next((one for one in card.always if one.op in _CHANGES), None)
    if change is None:
        return icon(card_symbol(card))
    return join(icon(card_symbol(card)), tag("b", f"{change.amount:+}", class_="gh-hh-big gh-hh-help"))


def gist(card: Card, *triggers: Trigger) -> str:
    """Return what a card mainly does, or its type."""
    main = _main(card, triggers)
    if main is not None:
        return _NOTES[main.op].format(main.amount)
    change = next((one for one in card.always if one.op in _CHANGES), None)
    return f"{_CHANGES[change.op]} {change.amount:+}" if change is not None else card.type
