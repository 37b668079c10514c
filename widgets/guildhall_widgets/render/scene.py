"""Common parts of every table: items at places, some of which can be used now.

A place is a short text such as `hand 1 red Farmer`. Options and highlights name places, and `Scene.spot` draws the item
there as a button if an option uses it, and with a frame if it is highlighted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from guildhall.core.decision import Decision
from guildhall.core.rules import Rules

from .markup import EMPTY, Content, Markup, tag
from .numbers import plural

__all__ = ["COLOURS", "Face", "Scene", "by_place", "colour_class", "language", "letter", "split", "stand_ins"]


def by_place(places: Mapping[int, str]) -> tuple[dict[str, int], frozenset[str]]:
    """Return the option of each place that has just one, and the places that have several.

    >>> by_place({3: "row 1", 5: "hand 1 Fairy", 6: "hand 1 Fairy"})
    ({'row 1': 3}, frozenset({'hand 1 Fairy'}))
    """
    meant = Counter(places.values())
    single = {place: option for option, place in places.items() if meant[place] == 1}
    return single, frozenset(meant) - set(single)


@dataclass(frozen=True)
class Face:
    """What the button of an option shows: its content, a short note at its right end, and the row it belongs to.

    Options with the same heading `group` are small buttons side by side under it. `first` ones are above all others.
    """

    content: Content
    note: Content = None
    group: str = ""
    first: bool = False


@dataclass(frozen=True)
class Scene:
    """A table or a view with the decision, the clickable places and the highlights."""

    rules: Rules
    table: Any
    decision: Decision | None = None
    options: Mapping[str, int] = field(default_factory=dict)  # by place, empty on a still picture
    lit: Collection[str] = ()  # highlighted places
    live: bool = False  # True if a click on an unusable item may show the reason
    several: Collection[str] = ()  # places with more than one option
    number: int | None = None  # of the decision it is drawn for
    keys: Mapping[int, str] = field(default_factory=dict)  # by option
    named: bool = False  # True if the browser is told of places though none can be used, as in a replay
    compact: bool = False  # True if there is room for less than half of a table, about 700 x 300 pixels

    def can_use(self, place: str) -> bool:
        """Return whether an option uses the item at a place."""
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
        thing: str | None = None,
        tells: bool = False,
    ) -> Markup:
        """Draw the item at a place.

        `label` describes it for screen readers, and `why` is the phrase to look up if it cannot be used. `lies` is what
        may change there, such as the number of copies. `help` names the card whose text helps. `thing` is what moves
        if it comes to lie elsewhere, by default the label. With `tells` its text can be read on it.
        """
        is_named = self.live or self.named
        is_locked = self.live and why is not None and not self.can_use(place)
        state = "gh-can" if self.can_use(place) else "gh-cannot" if is_locked else ""
        about: dict[str, Content] = {
            "class_": " ".join(filter(None, [class_, state, "gh-lit" if place in self.lit else ""])) or None,
            "aria_label": label,
            "data_place": place if is_named else None,
            "data_lies": lies if is_named else None,
            "data_help": help if is_named else None,
            "data_thing": thing if is_named else None,
            "data_tells": tells and is_named,
        }
        if place in self.options:
            about["data_badge"] = self.keys.get(self.options[place])
            meant: dict[str, Content] = {"do": "option", "option": self.options[place]}
        elif place in self.several:
            meant = {"do": "narrow", "spot": place}
        elif is_locked:
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


def language(rules: Rules) -> str:
    """Return the language of a game, by default English."""
    return str(rules.setup.get("lang", "en"))


def stand_ins(number: int, what: str = "details missing from the rulebook") -> Markup:
    """Return the number of stand-in cards as a note."""
    if not number:
        return EMPTY
    mark = tag("span", "stand-ins, our own design", class_="gh-mark")
    return tag("p", mark, f": {what}, on {plural(number, 'card')}", class_="gh-small")


# --- The five card colours: each also has a letter and a pattern, so that nothing depends on seeing colours ---


COLOURS = ("red", "blue", "green", "yellow", "purple")


def letter(colour: str) -> str:
    """Return the letter of a colour.

    >>> letter("purple"), colour_class("purple")
    ('P', 'gh-purple')
    """
    return colour[0].upper()


def colour_class(colour: str) -> str:
    """Return the class in `static/cards.css` with tint and pattern, plain if there is no colour."""
    return f"gh-{colour}" if colour in COLOURS else "gh-plain"


def split(card: str) -> tuple[str, str]:
    """Return the colour and profession of a card. Masters and VP cards have no colour.

    >>> split("red Farmer"), split("Seeker")
    (('red', 'Farmer'), ('', 'Seeker'))
    """
    colour, _, profession = card.partition(" ")
    return (colour, profession) if colour in COLOURS else ("", card)
