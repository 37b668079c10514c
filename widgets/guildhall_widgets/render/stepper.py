"""What is shown beside a table that is played on: the decision, the options, what happened, the lines of play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from guildhall.core.decision import Decision, Option

from .controls import button
from .markup import EMPTY, Markup, tag

__all__ = ["Told", "branches", "log", "options"]


@dataclass(frozen=True)
class Told:
    """One ply in words: its number, who chose what (if that may be known), and what happened."""

    ply: int
    head: str
    events: tuple[str, ...]


def options(decision: Decision, chosen: Sequence[Option] = (), *, label: str) -> Markup:
    """The prompt and a button for every option; the first nine have a number key.

    What is `chosen` comes first, as buttons that are pressed.
    """
    pressed = (_chosen(option) for option in chosen)
    buttons = (_option(option, number) for number, option in enumerate(decision.options, 1))
    group = tag("div", *pressed, *buttons, class_="gh-options", role="group", aria_label=label, data_roving=True)
    return tag("div", tag("p", decision.prompt, class_="gh-prompt"), group)


def _option(option: Option, number: int) -> Markup:
    key = str(number) if number <= 9 else None
    hint = tag("kbd", key) if key else None
    content = tag("span", hint, " ", option.label, tag("span", option.text, class_="gh-text") if option.text else None)
    return button(content, "option", key=f"option {option.id}", keys=key, option=option.id)


def _chosen(option: Option) -> Markup:
    return button(option.label, "take back", pressed=True, option=option.id)


def log(plies: Iterable[Told], *, label: str, empty: str) -> Markup:
    """What happened, ply by ply, the newest first."""
    items = [item for told in plies for item in _told(told)]
    if not items:
        return tag("p", empty, class_="gh-soft")
    return tag("ul", *items, class_="gh-log gh-scroll", tabindex="0", aria_label=label)


def _told(told: Told) -> list[Markup]:
    head = tag("li", f"{told.ply}. {told.head}", class_="gh-ply", data_key=f"ply {told.ply}")
    return [head, *(tag("li", words) for words in told.events)]


def branches(lines: Mapping[int, str], here: str, *, title: str, drop: str) -> Markup:
    """The other lines of play, each with a button that goes there."""
    if not lines:
        return EMPTY
    others = (
        tag("li", button(told, "switch", line=number), " ", button(drop, "drop", line=number, title=f"{drop}: {told}"))
        for number, told in lines.items()
    )
    items = tag("ul", tag("li", tag("b", here)), *others)
    return tag("section", tag("h4", title), items, aria_label=title)
