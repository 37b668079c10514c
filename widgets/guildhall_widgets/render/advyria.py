"""The table of Die Gilden von Advyria: board, players and hand, in German or English like the game.

It is drawn from a state or from a seat's view. Tiles that a seat has looked at are marked only for that seat, because
only its view contains them.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from guildhall.games.advyria.cards import GOLD, Field
from guildhall.games.advyria.table import Table, View
from guildhall.games.advyria.wording import sentence

from .markup import EMPTY, Content, Markup, join, tag
from .scene import Scene, colour_class

__all__ = ["table"]

# German needs two letters, because gelb and grün both begin with G.
_SIGNS: dict[str, dict[str, str]] = {"en": {}, "de": {"yellow": "Ge", "green": "Gr"}}


def table(scene: Scene) -> Markup:
    """Draw the title, the board, the players and the reader's hand."""
    names: Any = scene.rules.names  # type: ignore[attr-defined]  # this renderer draws Advyria only
    seats = tag("div", *(_seat(scene, names, seat) for seat in range(len(names.seats))), class_="gh-seats")
    around = tag("div", _board(scene, names), seats, class_="gh-advyria")
    parts = (_title(scene, names), _piles(scene, names), around, _front_hand(scene, names), _stand_ins(names))
    return tag("div", *parts, class_="gh-table", lang=names.lang)


def _title(scene: Scene, names: Any) -> Markup:
    shown, lang = scene.table, names.lang
    when = sentence(lang, "turn no", n=shown.turn_no) if shown.turn_no else sentence(lang, "set-up")
    parts = [when, *([sentence(lang, "in the finale")] if shown.finale else [])]
    parts += [sentence(lang, "seen by", name=names.seats[shown.seat])] if isinstance(shown, View) else []
    title = tag("h3", sentence(lang, "title"))
    return tag("div", title, tag("span", " · ".join(parts), class_="gh-soft"), class_="gh-title")


def _piles(scene: Scene, names: Any) -> Markup:
    shown, lang = scene.table, names.lang
    top = names.shown(shown.discard[-1]) if shown.discard else sentence(lang, "empty")
    if len(shown.discard) > 1:
        top = sentence(lang, "top of", card=top, n=len(shown.discard) - 1)
    die = tag("span", f"⚂ {shown.die}", class_="gh-die") if shown.die else EMPTY
    return tag("div", tag("span", sentence(lang, "piles", n=shown.deck_size, cards=top)), die, class_="gh-piles")


# --- The board ---


def _board(scene: Scene, names: Any) -> Markup:
    """Draw a grid of fields with hidden tiles, open adventures, figures and guild fields."""
    fields = names.box.board.fields
    columns = max(field.at[0] for field in fields)
    cells = (_cell(scene, names, field) for field in fields)
    label = sentence(names.lang, "board")
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
    classes = f"gh-square gh-{field.kind}-field"
    spot = scene.spot(f"field {field.id}", *content, class_=classes, label=told, lies=told)
    return tag("div", spot, style=f"grid-column: {column}; grid-row: {row}", data_key=f"field {field.id}")


def _guild(names: Any, field: Field) -> Markup:
    return tag("span", field.name.in_(names.lang), class_="gh-guild") if field.name else EMPTY


def _figure(seat: int) -> Markup:
    return tag("span", f"♟{seat + 1}", class_=f"gh-figure gh-figure-{seat + 1}", aria_hidden="true")


def _seen(scene: Scene, field: Field) -> str | None:
    """Return the face of a hidden tile, if the reader may know it."""
    return scene.table.tiles.get(field.id) if field.id in scene.table.hidden else None


def _tile(scene: Scene, names: Any, field: Field) -> Markup:
    if field.id in scene.table.open:
        return _adventure_chip(names, scene.table.open[field.id])
    if field.id not in scene.table.hidden:
        return EMPTY
    seen = _seen(scene, field)
    if seen is None:
        return tag("span", "?", class_="gh-tile")
    shown = names.shown(seen)
    return tag("span", f"({shown if seen != GOLD.en else '◉'})", class_="gh-tile gh-peeked", title=shown)


def _told(scene: Scene, names: Any, field: Field, figures: list[int]) -> str:
    """Return the description of a field."""
    lang, parts = names.lang, [field.id]
    if field.name:
        parts.append(field.name.in_(lang))
    if field.id in scene.table.open:
        parts.append(sentence(lang, "tile open", card=names.shown(scene.table.open[field.id])))
    elif field.id in scene.table.hidden:
        seen = _seen(scene, field)
        known = isinstance(scene.table, View) and seen is not None
        parts.append(sentence(lang, "tile known", card=names.shown(seen)) if known else sentence(lang, "tile hidden"))
    parts += [scene.rules.seats[seat] for seat in figures]
    return ", ".join(parts)


# --- Players ---


def _seat(scene: Scene, names: Any, seat: int) -> Markup:
    shown, lang = scene.table, names.lang
    active = shown.turn == seat
    counters = {"gold": shown.points[seat], "level": shown.levels[seat], "losses": shown.losses[seat]}
    told = sentence(lang, "counters", **counters)
    place = f"player {seat + 1}"
    name = scene.spot(place, names.seats[seat], class_="gh-pick" if scene.can_use(place) else "")
    head = tag(
        "div",
        tag("h4", "▶ " if active else None, name, f" ♟{seat + 1}"),
        scene.spot(f"points {seat + 1}", told, class_="gh-small", lies=told),
        class_="gh-seat-head",
    )
    zones = [_zone(heading, content) for heading, content in _zones(scene, names, seat)]
    classes = f"gh-seat{' gh-active' if active else ''}"
    return tag("section", head, *zones, class_=classes, aria_label=names.seats[seat], data_key=f"seat {seat}")


def _zones(scene: Scene, names: Any, seat: int) -> list[tuple[str, Markup]]:
    shown, lang = scene.table, names.lang
    villages, gold = shown.villages[seat], shown.gold[seat]
    recovered = sentence(lang, "villages and gold", villages=villages, n=gold) if villages or gold else ""
    done = join(*(_adventure_chip(names, name) for name in shown.adventures[seat]), between=" ")
    return [
        (sentence(lang, "recovered"), join(recovered)),
        (sentence(lang, "adventures"), done),
        (sentence(lang, "hero card"), _hero(names, shown.heroes[seat])),
        (sentence(lang, "hand"), _hand(scene, names, seat)),
    ]


def _zone(label: str, content: Markup) -> Markup:
    return (
        tag("div", tag("span", label, class_="gh-soft"), tag("span", content), class_="gh-zone") if content else EMPTY
    )


def _hero(names: Any, hero: str | None) -> Markup:
    if hero is None:
        return EMPTY
    card = names.box.heroes[names.heroes.index(hero)]
    shown = (_adventure_chip(names, names.adventures[adventure]) for adventure in card.adventures)
    return join(names.shown(hero), ": ", join(*shown, between=" "))


# --- Hands ---


def _in_front(scene: Scene) -> int:
    return int(scene.table.seat if isinstance(scene.table, View) else scene.table.turn)


def _hand(scene: Scene, names: Any, seat: int) -> Markup:
    shown, lang = scene.table, names.lang
    if seat == _in_front(scene):
        return EMPTY
    if isinstance(shown, Table):
        return join(_listed(names, shown.hands[seat]))
    size, known = shown.hand_sizes[seat], shown.known[seat]
    cards = sentence(lang, "cards", n=size)
    return join(sentence(lang, "among them", cards=cards, known=_listed(names, known)) if known else cards)


def _listed(names: Any, cards: list[str]) -> str:
    counted = (f"{n} {names.shown(card, n)}" for card, n in Counter(cards).items())
    return ", ".join(counted) or sentence(names.lang, "empty")


def _front_hand(scene: Scene, names: Any) -> Markup:
    shown, seat = scene.table, _in_front(scene)
    held = shown.hand if isinstance(shown, View) else shown.hands[seat]
    label = f"{names.seats[seat]}: {sentence(names.lang, 'hand')}"
    cards = [_card(scene, names, seat, name, copies) for name, copies in Counter(held).items()]
    spread = (
        tag("div", *cards, class_="gh-cards", data_roving=True) if cards else tag("p", sentence(names.lang, "empty"))
    )
    return tag("section", tag("h4", label), spread, class_="gh-hand", aria_label=label)


def _card(scene: Scene, names: Any, seat: int, name: str, copies: int) -> Markup:
    shown = names.shown(name)
    colour = names.box.adventures[names.adventures.index(name)].colour if name in names.adventures else ""
    times = tag("span", f"×{copies}", class_="gh-times") if copies > 1 else None
    band = tag("span", _colour_sign(names.lang, colour) if colour else shown[0], times, class_="gh-band")
    content: tuple[Content, ...] = (band, tag("span", shown, class_="gh-name"))
    label = f"{shown}, ×{copies}" if copies > 1 else shown
    about = {"class_": f"gh-card {colour_class(colour)}", "label": label, "help": name}
    return scene.spot(f"hand {seat + 1} {name}", *content, **about, lies=copies)


def _stand_ins(names: Any) -> Markup:
    parts = ", ".join(sentence(names.lang, part) for part in names.box.stand_ins)
    if not parts:
        return EMPTY
    mark = tag("span", sentence(names.lang, "stand-ins"), class_="gh-mark")
    return tag("p", mark, f": {parts}", class_="gh-small")


# --- Colours ---


def _adventure_chip(names: Any, adventure: str) -> Markup:
    """Return an adventure in its colour, with the letter of the colour."""
    colour = names.box.adventures[names.adventures.index(adventure)].colour
    shown = names.shown(adventure)
    return tag(
        "span", f"{_colour_sign(names.lang, colour)} {shown}", class_=f"gh-chip gh-adventure {colour_class(colour)}"
    )


def _colour_sign(lang: str, colour: str) -> str:
    """Return the letter of a colour, for readers who cannot see its tint."""
    return _SIGNS[lang].get(colour, colour[0].upper())
