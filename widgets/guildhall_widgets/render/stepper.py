"""The panels beside a table in play: decision, options, log and lines of play."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from guildhall.core.decision import Decision, Option

from .controls import button
from .icons import icon
from .markup import EMPTY, Content, Markup, join, tag
from .scene import Face

__all__ = ["Told", "branches", "ended", "key_of", "log", "option_keys", "options", "shell", "since"]


@dataclass(frozen=True)
class Told:
    """A ply or a move as text: its (first) number, the sentence, and the details.

    Number 0 holds the events before the first decision.
    """

    ply: int
    head: str
    events: tuple[str, ...]


def key_of(number: int) -> str | None:
    """Return the key of an option by its number in the list: 1 to 9, then 0 for the tenth."""
    return str((number + 1) % 10) if number < 10 else None


def options(
    decision: Decision,
    chosen: Collection[int] = (),
    *,
    label: str,
    faces: Mapping[int, Face] | None = None,
    places: Mapping[int, str] | None = None,
    closed: Collection[int] = (),
    number: int | None = None,
) -> Markup:
    """Return a button for every option. The first ten available ones have number keys.

    `faces` are what the buttons show, `places` the items on the table that they act on. Each stays in its place:
    `chosen` options are pressed, `closed` ones cannot be combined with them. `number` is that of the decision, so that
    a late click is not applied to another one.
    """
    drawn, keys = faces or {}, option_keys(decision, closed, faces)
    groups = []
    for row in _rows(decision, drawn):
        items: list[Markup] = []
        for option in row:
            face, place = drawn.get(option.id) or _plain(option), (places or {}).get(option.id)
            items += _items(option, face, chosen, closed, keys, place, number)
        groups.append(_group(face.group, items))
    named = {"class_": "gh-options gh-scroll", "role": "group", "aria_label": label}
    return tag("div", *groups, **named, data_roving=True, data_live=True, data_key="options")


def _rows(decision: Decision, faces: Mapping[int, Face]) -> list[list[Option]]:
    """Return the options as they are listed: those with the same heading side by side, the first ones above all."""
    rows: dict[tuple[bool, str, int], list[Option]] = {}
    for option in decision.options:
        face = faces.get(option.id)
        group = "" if face is None else face.group
        is_first = face is not None and face.first
        rows.setdefault((is_first, group, -1 if group else option.id), []).append(option)
    return [rows[row] for row in sorted(rows, key=lambda row: not row[0])]


def option_keys(
    decision: Decision, closed: Collection[int] = (), faces: Mapping[int, Face] | None = None
) -> dict[int, str]:
    """Return the number key of each available option that has one, in the order in which they are listed."""
    free = (option.id for row in _rows(decision, faces or {}) for option in row if option.id not in closed)
    return {option: key for number, option in enumerate(free) if (key := key_of(number))}


def _plain(option: Option) -> Face:
    return Face(tag("span", option.label, tag("span", option.text, class_="gh-text") if option.text else None))


def _group(name: str, items: list[Markup]) -> Markup:
    if not name:
        return join(*items)
    row = tag("div", *items, class_="gh-option-row")
    return tag("div", tag("span", name, class_="gh-cap"), row, class_="gh-option-group", data_key=f"group {name}")


def _items(
    option: Option,
    face: Face,
    chosen: Collection[int],
    closed: Collection[int],
    keys: Mapping[int, str],
    place: str | None,
    number: int | None,
) -> list[Markup]:
    """Return the buttons of an option. A card with several copies can be chosen more than once."""
    pressed, name = option.id in chosen, f"option {option.id}"
    about: dict[str, Any] = {"label": option.label, "acts": place, "class_": "gh-option", "option": option.id}
    timed = about if number is None else about | {"at": number}
    items = []
    if pressed:
        sign = tag("span", "✓", class_="gh-key")
        back = f"take back {option.id}"
        items.append(button(_words(face, sign), "take back", key=back, pressed=True, once=True, **timed))
    if option.id not in closed:
        key = keys.get(option.id)
        sign = tag("kbd", key, class_="gh-key") if key else EMPTY
        items.append(button(_words(face, sign), "option", key=name, keys=key, once=True, **timed))
    elif not pressed:
        items.append(button(_words(face, EMPTY), "option", key=name, disabled=True, **about))
    return items


def _words(face: Face, sign: Markup) -> Markup:
    note = tag("span", face.note, class_="gh-note") if face.note is not None else None
    return join(sign, tag("span", face.content, class_="gh-what"), note)


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


def since(sentences: Iterable[tuple[Content, str]], *, title: str) -> Markup:
    """Return the moves of the others since the reader's last turn on one line, which unfolds.

    Each has a mark, such as the shield of its seat.
    """
    items = [tag("span", mark, " ", words, class_="gh-ticker-item") for mark, words in sentences]
    if not items:
        return tag("div", class_="gh-ticker", data_key="since")
    count = tag("span", len(items), class_="gh-count")
    line = tag("span", *items, class_="gh-ticker-line")
    head = tag("summary", icon("down"), tag("b", title), count, line)
    return tag("details", head, class_="gh-ticker", data_key="since")


def shell(*, bar: Markup, since: Markup, decision: Markup, table: Markup, drawer: Markup, game: str) -> Markup:
    """Lay out the page: a bar and what happened on top, then the table with the decision beside it.

    On a narrow page the decision comes first. The open drawer is on top of all.
    """
    return tag(
        "div",
        _top(bar),
        since,
        tag("div", decision, class_="gh-side", data_key="side"),
        tag("div", table, class_="gh-main-part", data_key="table"),
        drawer,
        class_=f"gh-play gh-of-{game}",
    )


def ended(*, bar: Markup, ending: Markup, drawer: Markup, game: str) -> Markup:
    """Lay out the page of a game that is over: the bar, and the end instead of table and decision."""
    return tag("div", _top(bar), ending, drawer, class_=f"gh-play gh-over gh-of-{game}")


def _top(bar: Markup) -> Markup:
    return tag("header", bar, class_="gh-top", data_live=True, data_key="top")
