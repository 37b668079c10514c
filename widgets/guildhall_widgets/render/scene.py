"""What every table has in common: things at places, some of which can be used now.

A place is a short text such as `hand 1 red Farmer`; options and highlights name places, and `Scene.spot` draws what
lies there as a button if an option means it, and with a frame if it is highlighted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from guildhall.core.decision import Decision
from guildhall.core.rules import Rules

from .markup import Content, Markup, tag

__all__ = ["Scene", "by_place"]


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
