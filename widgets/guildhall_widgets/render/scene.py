"""What every table has in common: things at places, some of which can be used now.

A place is a short text such as `hand 1 red Farmer`; options and highlights name places, and `Scene.spot` draws what
lies there as a button if an option means it, and with a frame if it is highlighted.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from guildhall.core.decision import Decision
from guildhall.core.rules import Rules

from .markup import Content, Markup, tag

__all__ = ["Scene"]


@dataclass(frozen=True)
class Scene:
    """A table or a view, who decides what, what can be clicked and what is highlighted."""

    rules: Rules
    table: Any
    decision: Decision | None = None
    options: Mapping[str, int] = field(default_factory=dict)  # by place; empty on a still picture
    lit: Collection[str] = ()  # highlighted places
    live: bool = False  # whether a click on what cannot be used may ask why

    def spot(
        self, place: str, *content: Content, class_: str = "", label: str | None = None, why: str | None = None
    ) -> Markup:
        """What lies at a place. `label` says it in words; `why` is the phrase to ask about if it cannot be used."""
        classes = " ".join(filter(None, [class_, "gh-lit" if place in self.lit else ""])) or None
        option = self.options.get(place)
        if option is not None:
            return self._button(place, content, classes, label, do="option", option=option)
        if self.live and why is not None:
            return self._button(place, content, classes, label, do="why", phrase=why)
        return tag("span", *content, class_=classes, role="img" if label else None, aria_label=label)

    def _button(
        self, place: str, content: tuple[Content, ...], classes: str | None, label: str | None, **data: Content
    ) -> Markup:
        asks = data["do"] == "why"
        return tag(
            "button",
            *content,
            type="button",
            class_=classes,
            aria_label=label,
            aria_disabled="true" if asks else None,
            data_key=f"at {place}",
            **{f"data_{name}": value for name, value in data.items()},
        )
