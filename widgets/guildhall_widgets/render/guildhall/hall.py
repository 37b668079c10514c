"""A guildhall: one line a chapter, one column a colour, and how many of five are there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from guildhall_widgets.render.markup import EMPTY, Markup, join, tag
from guildhall_widgets.render.palette import COLOURS, split
from guildhall_widgets.render.scene import Scene

from .cards import gap, placed_chip

__all__ = ["hall"]


def _full_name(chapter: str, card: str) -> str:
    """A card by its own name; a chapter that is one profession lists the colour alone."""
    return f"{card} {chapter}" if card in COLOURS else card


def _cells(scene: Scene, seat: int, chapter: str, cards: Sequence[str]) -> Markup:
    named = [_full_name(chapter, card) for card in cards]
    by_colour = {split(name)[0]: name for name in named if split(name)[0]}
    masters = [name for name in named if not split(name)[0]]
    short = all(split(name)[1] == chapter for name in by_colour.values())
    cells = [
        tag("td", _chip(scene, seat, by_colour[colour], short=short) if colour in by_colour else gap(colour))
        for colour in COLOURS
    ]
    return join(*cells, tag("td", *(_chip(scene, seat, name, short=False) for name in masters)) if masters else EMPTY)


def _chip(scene: Scene, seat: int, name: str, *, short: bool) -> Markup:
    return placed_chip(scene, f"hall {seat + 1} {name}", name, short=short)


def _line(scene: Scene, seat: int, chapter: str, cards: Sequence[str]) -> Markup:
    place = f"chapter {seat + 1} {chapter}"
    name = scene.spot(place, chapter, class_="gh-pick" if place in scene.options else "")
    size = tag("td", f"{len(cards)}/5", class_="gh-small")
    return tag("tr", tag("th", name, scope="row"), size, _cells(scene, seat, chapter, cards))


def hall(scene: Scene, seat: int, chapters: Mapping[str, Sequence[str]]) -> Markup:
    """The chapters of one guildhall."""
    if not chapters:
        return tag("span", "empty", class_="gh-soft")
    lines = (_line(scene, seat, chapter, cards) for chapter, cards in chapters.items())
    return tag("table", tag("tbody", *lines), class_="gh-hall")
