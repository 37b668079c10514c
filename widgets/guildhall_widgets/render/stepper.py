"""The panels beside a table in play: decision, options, log and lines of play."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from guildhall.core.decision import Decision, Option

from .controls import button
from .markup import EMPTY, Markup, tag

__all__ = ["Told", "branches", "log", "options", "shell", "since"]


@dataclass(frozen=True)
class Told:
    """A ply or a move as text: its (first) number, the sentence, and the details.

    Number 0 holds the events before the first decision.
    """

    ply: int
    head: str
    events: tuple[str, ...]


def options(
    decision: Decision,
    chosen: Collection[int] = (),
    *,
    label: str,
    closed: Collection[int] = (),
    note: str = "",
    number: int | None = None,
) -> Markup:
    """Return the prompt and a button for every option. The first nine available ones have number keys.

    Each stays in its place: `chosen` options are pressed, `closed` ones cannot be combined with them. `note` is the
    progress of a set, `number` that of the decision, so that a late click is not applied to another one.
    """
    free = [option.id for option in decision.options if option.id not in closed]
    buttons = [item for option in decision.options for item in _items(option, chosen, closed, free.index, number)]
    told = tag("p", note, class_="gh-small gh-progress") if note else EMPTY
    named = {"class_": "gh-options", "role": "group", "aria_label": label}
    group = tag("div", *buttons, **named, data_roving=True, data_live=True)
    return tag("div", tag("p", decision.prompt, class_="gh-prompt"), told, group)


def _items(
    option: Option, chosen: Collection[int], closed: Collection[int], place: Callable[[int], int], number: int | None
) -> list[Markup]:
    """Return the buttons of an option. A card with several copies can be chosen more than once."""
    pressed, name = option.id in chosen, f"option {option.id}"
    items = []
    if pressed:
        back = f"take back {option.id}"
        items.append(
            button(f"✓ {option.label}", "take back", key=back, pressed=True, once=True, option=option.id, at=number)
        )
    if option.id not in closed:
        key = str(place(option.id) + 1) if place(option.id) < 9 else None
        words = _words(option, key)
        items.append(button(words, "option", key=name, keys=key, once=True, option=option.id, at=number))
    elif not pressed:
        items.append(button(_words(option, None), "option", key=name, disabled=True, option=option.id))
    return items


def _words(option: Option, key: str | None) -> Markup:
    hint = tag("kbd", key) if key else None
    return tag("span", hint, " ", option.label, tag("span", option.text, class_="gh-text") if option.text else None)


def log(moves: Iterable[Told], *, label: str, empty: str) -> Markup:
    """Return the log, newest first: a sentence for each move, with its plies folded in."""
    items = [_told(told) for told in moves]
    if not items:
        return tag("p", empty, class_="gh-soft")
    return tag("ul", *items, class_="gh-log gh-scroll", tabindex="0", aria_label=label, data_roving=True)


def _told(told: Told) -> Markup:
    head = f"{told.ply}. {told.head}" if told.ply else told.head
    if not told.events:
        return tag("li", head, class_="gh-ply", data_key=f"ply {told.ply}")
    inside = tag("ul", *(tag("li", words) for words in told.events))
    return tag("li", tag("details", tag("summary", head), inside), class_="gh-ply", data_key=f"ply {told.ply}")


def branches(lines: Mapping[int, str], here: str, *, title: str, drop: str) -> Markup:
    """Return the other lines of play, each with a button that goes there."""
    if not lines:
        return EMPTY
    others = (
        tag("li", button(told, "switch", line=number), " ", button(drop, "drop", line=number, title=f"{drop}: {told}"))
        for number, told in lines.items()
    )
    items = tag("ul", tag("li", tag("b", here)), *others)
    return tag("section", tag("h4", title), items, aria_label=title)


def since(sentences: Iterable[str], *, title: str) -> Markup:
    """Return the moves of the others since the reader's last turn, one line each."""
    items = [tag("li", words) for words in sentences]
    if not items:
        return EMPTY
    words = (tag("b", title), tag("ul", *items))
    return tag("section", *words, class_="gh-since", aria_label=title, data_key="since", tabindex="0")


def shell(*, steps: Markup, since: Markup, decision: Markup, table: Markup, more: Markup) -> Markup:
    """Lay out the page: the steps on top, the table with the decision beside it, and the rest below.

    The steps never move and the decision stays in view. On a narrow page it comes before the table.
    """
    return tag(
        "div",
        tag("div", steps, class_="gh-steps", data_live=True, data_key="steps"),
        since,
        tag("div", decision, class_="gh-side", data_key="side"),
        tag("div", table, class_="gh-main-part", data_key="table"),
        tag("div", more, class_="gh-more", data_live=True, data_key="more"),
        class_="gh-play",
    )
