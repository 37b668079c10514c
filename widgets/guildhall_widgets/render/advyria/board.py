"""The board of Advyria: fields on their ground with tiles, guild houses and figures."""

from __future__ import annotations

from typing import Any

from guildhall.games.advyria.cards import GOLD, Field
from guildhall.games.advyria.table import View
from guildhall.games.advyria.wording import sentence

from ..icons import icon, pawn
from ..markup import EMPTY, Content, Markup, tag
from ..scene import Scene, colour_class
from .marks import breakable, colour_of, disc, symbol

__all__ = ["board"]

# The ground of a field by its kind. It never changes, so it tells nothing about tiles.
_GROUNDS = {"guild": ("town",), "plain": ("trees", "waves"), "quest": ("grass", "hills", "grass")}


def board(scene: Scene, names: Any) -> Markup:
    """Draw a grid of fields on a wooden frame."""
    fields = names.box.board.fields
    columns = max(field.at[0] for field in fields)
    cells = (_cell(scene, names, field) for field in fields)
    about: dict[str, Content] = {"aria_label": sentence(names.lang, "board"), "role": "group", "data_roving": True}
    grid = tag("div", *cells, class_="gh-ad-board", style=f"--columns: {columns}", **about)
    return tag("div", grid, class_="gh-ad-frame")


def _cell(scene: Scene, names: Any, field: Field) -> Markup:
    column, row = field.at
    figures = [seat for seat, at in enumerate(scene.table.figures) if at == field.id]
    pawns = (pawn(seat, names.seats[seat]) for seat in figures)
    ground = _ground(field)
    content = (
        icon(ground, "gh-ad-ground"),
        tag("span", field.id, class_="gh-ad-field-id"),
        _guild(names, field),
        _tile(scene, names, field),
        tag("span", *pawns, class_="gh-ad-pawns") if figures else EMPTY,
    )
    told = _told(scene, names, field, figures)
    look = f"gh-square gh-ad-on-{ground}"
    help = scene.table.open.get(field.id)
    spot = scene.spot(f"field {field.id}", *content, class_=look, label=told, lies=told, help=help)
    return tag("div", spot, style=f"grid-area: {row} / {column}", data_key=f"field {field.id}")


def _ground(field: Field) -> str:
    grounds, (column, row) = _GROUNDS[field.kind], field.at
    return grounds[column * row // 2 % len(grounds)]


def _guild(names: Any, field: Field) -> Markup:
    if not field.name:
        return EMPTY
    name = tag("span", breakable(field.name.in_(names.lang)), class_="gh-ad-guild-name")
    return tag("span", name, symbol(field.name.en, "house"), class_="gh-ad-guild")


def _tile(scene: Scene, names: Any, field: Field) -> Markup:
    """Draw the tile on a field, face up only if the reader may know it."""
    if field.id in scene.table.open:
        return _face_up(names, scene.table.open[field.id])
    if field.id not in scene.table.hidden:
        return EMPTY
    seen = scene.table.tiles.get(field.id)
    if seen is None:
        return tag("span", icon("compass"), class_="gh-ad-tile gh-ad-face-down")
    return _face_up(names, seen, icon("eye"), "gh-peeked")


def _face_up(names: Any, tile: str, mark: Markup = EMPTY, state: str = "") -> Markup:
    colour = colour_of(names, tile)
    look = " ".join(filter(None, ["gh-ad-tile", "gh-ad-gold-tile" if tile == GOLD.en else colour_class(colour), state]))
    art = tag("span", disc(names.lang, colour) if colour else EMPTY, symbol(tile), mark, class_="gh-ad-tile-art")
    return tag("span", art, tag("span", breakable(names.shown(tile)), class_="gh-ad-tile-name"), class_=look)


def _told(scene: Scene, names: Any, field: Field, figures: list[int]) -> str:
    """Return the description of a field."""
    lang, shown, parts = names.lang, scene.table, [field.id]
    if field.name:
        parts.append(field.name.in_(lang))
    if field.id in shown.open:
        parts.append(sentence(lang, "tile open", card=names.shown(shown.open[field.id])))
    elif field.id in shown.hidden:
        seen = shown.tiles.get(field.id)
        known = isinstance(shown, View) and seen is not None
        parts.append(sentence(lang, "tile known", card=names.shown(seen)) if known else sentence(lang, "tile hidden"))
    parts += [names.seats[seat] for seat in figures]
    return ", ".join(parts)
