"""The deck builder's pieces: professions to pick, the VP deck, what is to be known of the deck, its code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..controls import button
from ..markup import EMPTY, Markup, join, tag

__all__ = ["Tile", "code_block", "deck_state", "picker", "readers", "set_bar", "vp_copies"]


@dataclass(frozen=True, slots=True)
class Tile:
    """A profession to pick; `shown` is its name in this deck, `also` are its names elsewhere."""

    name: str
    shown: str
    also: tuple[str, ...]
    stand_in: str
    picked: bool


def set_bar(titles: Mapping[str, str], chosen: Iterable[str], clear: Markup) -> Markup:
    """A button for every set, pressed if the deck has it as a whole, and one that empties the deck."""
    inside = set(chosen)
    buttons = [button(title, "set", pressed=name in inside, set=name) for name, title in titles.items()]
    bar = tag("div", *buttons, clear, class_="gh-bar", data_roving=True, role="group", aria_label="Sets")
    return join(tag("h3", "Sets"), bar)


def picker(groups: Mapping[str, Sequence[Tile]], read: str | None) -> Markup:
    """The professions of each archetype; each can be picked, and read in words."""
    columns = [
        tag(
            "div",
            tag("h4", archetype),
            *(_tile(tile, read) for tile in tiles),
            role="group",
            aria_label=archetype,
            class_="gh-archetype",
            data_roving=True,
        )
        for archetype, tiles in groups.items()
    ]
    return join(tag("h3", "Professions"), tag("div", *columns, class_="gh-archetypes"))


def _tile(tile: Tile, read: str | None) -> Markup:
    tick = tag("span", "✓" if tile.picked else "", class_="gh-tick", aria_hidden="true")
    also = tag("small", f"also {', '.join(tile.also)}") if tile.also else EMPTY
    mark = tag("small", tile.stand_in, class_="gh-mark") if tile.stand_in else EMPTY
    pick = button(
        join(tick, tag("span", tag("span", tile.shown), also, mark, class_="gh-names")),
        "pick",
        pressed=tile.picked,
        profession=tile.name,
    )
    return tag("span", pick, reader(tile.name, tile.shown, read), class_="gh-deck-tile", data_key=f"tile {tile.name}")


def reader(card: str, shown: str, read: str | None) -> Markup:
    """A small button that shows a card in words."""
    label = join(tag("span", "?", aria_hidden="true"), tag("span", f"{shown} in words", class_="gh-hidden"))
    return button(label, "read", pressed=read == card, title=f"{shown} in words", card=card)


def readers(title: str, cards: Sequence[str], read: str | None) -> Markup:
    """Cards that come along together, each to be read in words."""
    buttons = [button(card, "read", pressed=read == card, card=card) for card in cards]
    return tag("div", tag("span", title), *buttons, class_="gh-bar gh-small", data_roving=True)


def deck_state(
    problem: str, warnings: Sequence[str], stand_ins: Sequence[str], size: int, chapters: Sequence[str]
) -> Markup:
    """Whether the deck can be played, and what is to be known of it before."""
    if problem:
        return tag("p", tag("b", "✗ This cannot be played. "), f"{_capital(problem)}.", class_="gh-problem")
    lines = [tag("li", "⚠ ", warning) for warning in warnings]
    good = EMPTY if warnings else tag("p", "✓ Nothing speaks against this deck.")
    ours = tag("p", tag("span", "stand-in", class_="gh-mark"), f" our own design: {', '.join(stand_ins)}.")
    return join(
        tag("p", f"{size} cards, {len(chapters)} chapters: {', '.join(chapters)}."),
        tag("ul", *lines, class_="gh-warnings") if warnings else good,
        ours if stand_ins else EMPTY,
    )


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def vp_copies(cards: Mapping[str, str], copies: Mapping[str, int], read: str | None) -> Markup:
    """A VP deck to be put together card by card; `cards` are all VP cards with their price."""
    rows = [
        tag(
            "tr",
            tag("th", name, " ", reader(name, name, read), scope="row"),
            tag("td", price),
            tag("td", _step(name, -1, disabled=not copies.get(name)), tag("b", copies.get(name, 0)), _step(name, 1)),
            data_key=f"vp {name}",
        )
        for name, price in cards.items()
    ]
    head = tag("tr", *(tag("th", text, scope="col") for text in ("VP card", "Price", "Copies")))
    table = tag("table", tag("thead", head), tag("tbody", *rows), class_="gh-grid gh-copies", data_roving=True)
    return tag("div", table, class_="gh-scroll")


def _step(card: str, by: int, *, disabled: bool = False) -> Markup:
    more = "more" if by > 0 else "fewer"
    label = join(
        tag("span", "+" if by > 0 else "−", aria_hidden="true"),
        tag("span", f"one {more} of {card}", class_="gh-hidden"),
    )
    return button(label, "copies", card=card, by=by, disabled=disabled)


def code_block(code: str) -> Markup:
    """The line that begins such a game, to be copied."""
    return tag("pre", tag("code", code), class_="gh-code", tabindex="0", role="region", aria_label="Code of this deck")
