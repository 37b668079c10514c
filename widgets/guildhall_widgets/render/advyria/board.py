"""The board as a grid of fields: hidden tiles, open adventures, figures, guild fields.

What a seat has looked at is marked for it alone, since only its view holds it.
"""

from __future__ import annotations

from typing import Any

from guildhall.games.advyria.box import GOLD, Field
from guildhall.games.advyria.table import View
from guildhall.games.advyria.wording import say
from guildhall_widgets.render.markup import EMPTY, Markup, tag
from guildhall_widgets.render.palette import colour_class
from guildhall_widgets.render.scene import Scene

__all__ = ["adventure_chip", "board", "colour_sign"]

#: German needs two letters: gelb and grün begin alike.
_SIGNS: dict[str, dict[str, str]] = {"en": {}, "de": {"yellow": "Ge", "green": "Gr"}}


def board(scene: Scene) -> Markup:
    """All fields at their places."""
    names: Any = scene.rules.names  # type: ignore[attr-defined]  # this renderer draws Advyria only
    fields = names.box.board.fields
    columns = max(field.at[0] for field in fields)
    cells = (_cell(scene, names, field) for field in fields)
    label = say(names.lang, "board")
    look = {"class_": "gh-board", "style": f"--columns: {columns}"}
    return tag("div", *cells, **look, aria_label=label, role="group", data_roving=True)


def _cell(scene: Scene, names: Any, field: Field) -> Markup:
    column, row = field.at
    figures = [seat for seat, at in enumerate(scene.table.figures) if at == field.id]
    content = (
        tag("span", field.id, class_="gh-field-id"),
        _guild(names, field),
        _tile(scene, names, field),
        *(_figure(seat) for seat in figures),
    )
    told = _told(scene, names, field, figures)
    spot = scene.spot(f"field {field.id}", *content, class_=f"gh-square gh-{field.kind}-field", label=told)
    return tag("div", spot, style=f"grid-column: {column}; grid-row: {row}", data_key=f"field {field.id}")


def _guild(names: Any, field: Field) -> Markup:
    return tag("span", field.name.in_(names.lang), class_="gh-guild") if field.name else EMPTY


def _figure(seat: int) -> Markup:
    return tag("span", f"♟{seat + 1}", class_=f"gh-figure gh-figure-{seat + 1}", aria_hidden="true")


def _seen(scene: Scene, field: Field) -> str | None:
    """What a hidden tile shows, if the reader may know."""
    return scene.table.tiles.get(field.id) if field.id in scene.table.hidden else None


def _tile(scene: Scene, names: Any, field: Field) -> Markup:
    if field.id in scene.table.open:
        return adventure_chip(names, scene.table.open[field.id])
    if field.id not in scene.table.hidden:
        return EMPTY
    seen = _seen(scene, field)
    if seen is None:
        return tag("span", "?", class_="gh-tile")
    shown = names.shown(seen)
    return tag("span", f"({shown if seen != GOLD.en else '◉'})", class_="gh-tile gh-peeked", title=shown)


def adventure_chip(names: Any, adventure: str) -> Markup:
    """An adventure in its colour, with the letter of the colour."""
    colour = names.box.adventures[names.adventures.index(adventure)].colour
    shown = names.shown(adventure)
    return tag(
        "span", f"{colour_sign(names.lang, colour)} {shown}", class_=f"gh-chip gh-adventure {colour_class(colour)}"
    )


def colour_sign(lang: str, colour: str) -> str:
    """What stands for a colour besides its tint: its letter."""
    return _SIGNS[lang].get(colour, colour[0].upper())


def _told(scene: Scene, names: Any, field: Field, figures: list[int]) -> str:
    """A field in words."""
    lang, parts = names.lang, [field.id]
    if field.name:
        parts.append(field.name.in_(lang))
    if field.id in scene.table.open:
        parts.append(say(lang, "tile open", card=names.shown(scene.table.open[field.id])))
    elif field.id in scene.table.hidden:
        seen = _seen(scene, field)
        known = isinstance(scene.table, View) and seen is not None
        parts.append(say(lang, "tile known", card=names.shown(seen)) if known else say(lang, "tile hidden"))
    parts += [scene.rules.seats[seat] for seat in figures]
    return ", ".join(parts)
