"""What every table has in common: things at places, some of which can be used now.

A place is a short text such as `hand 1 red Farmer`; options and highlights name places, and `Scene.spot` draws what
lies there as a button if an option means it, and with a frame if it is highlighted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from guildhall.core.decision import Decision
from guildhall.core.rules import Rules

from .markup import EMPTY, Content, Markup, tag
from .numbers import plural

__all__ = ["COLOURS", "Scene", "by_place", "colour_class", "letter", "split", "stand_ins", "track", "zone"]


def by_place(places: Mapping[int, str]) -> tuple[dict[str, int], frozenset[str]]:
    """The one option of each place, and the places that several options mean.

    >>> by_place({3: "row 1", 5: "hand 1 Fairy", 6: "hand 1 Fairy"})
    ({'row 1': 3}, frozenset({'hand 1 Fairy'}))
    """
    meant = Counter(places.values())
    single = {place: option for option, place in places.items() if meant[place] == 1}
    return single, frozenset(meant) - set(single)


@dataclass(frozen=True)
class Scene:
    """A table or a view, who decides what, what can be clicked and what is highlighted."""

    rules: Rules
    table: Any
    decision: Decision | None = None
    options: Mapping[str, int] = field(default_factory=dict)  # by place; empty on a still picture
    lit: Collection[str] = ()  # highlighted places
    live: bool = False  # whether a click on what cannot be used may ask why
    several: Collection[str] = ()  # places that more than one option means
    number: int | None = None  # of the decision for which it is drawn

    def can_use(self, place: str) -> bool:
        """Whether an option means what lies at a place."""
        return place in self.options or place in self.several

    def spot(
        self,
        place: str,
        *content: Content,
        class_: str = "",
        label: str | None = None,
        why: str | None = None,
        lies: Content = None,
        help: str | None = None,
    ) -> Markup:
        """What lies at a place.

        `label` says it in words; `why` is the phrase to ask about if it cannot be used; `lies` is what may change
        there, such as the number of copies; `help` is the name of the card whose text helps.
        """
        about: dict[str, Content] = {
            "class_": " ".join(filter(None, [class_, "gh-lit" if place in self.lit else ""])) or None,
            "aria_label": label,
            "data_place": place if self.live else None,
            "data_lies": lies if self.live else None,
            "data_help": help if self.live else None,
        }
        if place in self.options:
            meant: dict[str, Content] = {"do": "option", "option": self.options[place]}
        elif place in self.several:
            meant = {"do": "narrow", "spot": place}
        elif self.live and why is not None:
            return self._button(place, content, about | {"aria_disabled": "true"}, {"do": "why", "phrase": why})
        else:
            return tag("span", *content, role="img" if label else None, **about)
        pressed = "true" if place in self.lit and self.number is not None else None
        return self._button(place, content, about | {"data_once": True, "aria_pressed": pressed}, self._numbered(meant))

    def _numbered(self, meant: dict[str, Content]) -> dict[str, Content]:
        return meant if self.number is None else meant | {"at": self.number}

    def _button(
        self, place: str, content: tuple[Content, ...], about: Mapping[str, Content], data: Mapping[str, Content]
    ) -> Markup:
        sent = {f"data_{name}": value for name, value in data.items()}
        return tag("button", *content, type="button", **about, data_key=f"at {place}", **sent)


def track(name: str, spaces: Iterable[tuple[str, bool]], told: str) -> Markup:
    """A row of spaces with the marker on one of them."""
    shown = (tag("span", sign, class_="gh-step gh-here" if here else "gh-step") for sign, here in spaces)
    row = tag("span", *shown, role="img", aria_label=f"{name}: {told}")
    return tag("span", tag("span", name, class_="gh-soft"), " ", row, class_="gh-track")


def zone(label: str, content: Markup) -> Markup:
    """What lies somewhere, with the name of the place; nothing if nothing lies there."""
    return tag("div", tag("span", label, class_="gh-soft"), " ", content, class_="gh-zone") if content else EMPTY


def stand_ins(number: int, what: str = "what the rulebook does not tell") -> Markup:
    """How many cards are stand-ins."""
    if not number:
        return EMPTY
    mark = tag("span", "stand-ins, our own design", class_="gh-mark")
    return tag("p", mark, f": {what}, on {plural(number, 'card')}", class_="gh-small")


# --- The five colours of cards: each also has a letter and a pattern, so that nothing depends on seeing colours ---


COLOURS = ("red", "blue", "green", "yellow", "purple")


def letter(colour: str) -> str:
    """The letter of a colour.

    >>> letter("purple"), colour_class("purple")
    ('P', 'gh-purple')
    """
    return colour[0].upper()


def colour_class(colour: str) -> str:
    """The class of `static/cards.css` that gives tint and pattern; what has no colour is plain."""
    return f"gh-{colour}" if colour in COLOURS else "gh-plain"


def split(card: str) -> tuple[str, str]:
    """Colour and profession of a card; a Master or a VP card has no colour.

    >>> split("red Farmer"), split("Seeker")
    (('red', 'Farmer'), ('', 'Seeker'))
    """
    colour, _, profession = card.partition(" ")
    return (colour, profession) if colour in COLOURS else ("", card)
