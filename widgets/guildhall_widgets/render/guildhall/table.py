"""The whole table of Guildhall, of a state or of what one seat may know."""

from __future__ import annotations

from collections import Counter
from typing import Any

from guildhall.games.guildhall.cardtypes import Provenance
from guildhall.games.guildhall.table import Table, View
from guildhall.games.guildhall.wording import effects_in_words
from guildhall_widgets.render.markup import EMPTY, Content, Markup, join, tag
from guildhall_widgets.render.scene import Scene

from .cards import backs, card, chip, hall, mark_of, placed_chip, row_card

__all__ = ["table"]


def table(scene: Scene) -> Markup:
    """Title, VP row, piles and every seat."""
    shown = scene.table
    seats = tag("div", *(_seat(scene, seat) for seat in range(len(shown.halls))), class_="gh-seats")
    parts = (_title(scene), _row(scene), seats, _piles(scene), _front_hand(scene), _stand_ins(scene))
    return tag("div", *parts, class_="gh-table")


def _title(scene: Scene) -> Markup:
    shown = scene.table
    when = "set-up" if shown.turn_no == 0 else f"turn {shown.turn_no}"
    seen = f"seen by {scene.rules.seats[shown.seat]}" if isinstance(shown, View) else "everything open"
    return tag("div", tag("h3", "Guildhall"), tag("span", f"{when} · {seen}", class_="gh-soft"), class_="gh-title")


# --- The middle of the table ---


def _row(scene: Scene) -> Markup:
    slots = (tag("li", _slot(scene, slot)) for slot in range(len(scene.table.vp_row)))
    return tag("ul", *slots, class_="gh-row-of-vp", aria_label="VP row", data_roving=True)


def _slot(scene: Scene, slot: int) -> Markup:
    deck: Any = scene.rules.deck  # type: ignore[attr-defined]  # this renderer draws Guildhall only
    name, house = scene.table.vp_row[slot], scene.table.houses[slot]
    under = tag("span", f"on {house}", class_="gh-small") if house else None
    if name is None:
        return tag("span", "empty slot", under, class_="gh-vp gh-soft")
    vp = next(each for each, _ in deck.vp if each.name == name)
    words = (
        str(vp.points),
        f"{vp.cost} chapter{'' if vp.cost == 1 else 's'}",
        effects_in_words(vp.effects) if vp.effects else "",
    )
    return row_card(scene, slot + 1, name, words, mark=_mark(vp.provenance), house=under)


def _mark(provenance: Provenance) -> str:
    return "stand-in" if provenance is Provenance.STAND_IN else ""


def _piles(scene: Scene) -> Markup:
    shown = scene.table
    top = shown.discard[-1] if shown.discard else None
    pile: list[Content] = [tag("span", "Discard pile", class_="gh-small")]
    pile += [placed_chip(scene, f"discard {top}", top, short=False) if top else "empty"]
    if len(shown.discard) > 1:
        pile.append(tag("span", f"on {len(shown.discard) - 1} more", class_="gh-small"))
    parts = [tag("span", join(*pile, between=" ")), *_under(scene), *_looked(scene), *_picked(scene)]
    return tag("div", *parts, class_="gh-piles")


def _offered(scene: Scene, zone: str) -> list[str]:
    """Cards of a zone that can be chosen now."""
    return [place.removeprefix(zone) for place in scene.options if place.startswith(zone)]


def _chips(scene: Scene, zone: str, names: list[str], label: str = "") -> list[Markup]:
    if not names:
        return []
    told = tag("span", label, class_="gh-small") if label else None
    chips = (placed_chip(scene, zone + name, name, short=False) for name in names)
    return [tag("span", told, *chips, class_="gh-cards", data_roving=True)]


def _under(scene: Scene) -> list[Markup]:
    """Cards below the top of the pile, while one of them can be chosen."""
    below = [name for name in _offered(scene, "discard ") if name not in scene.table.discard[-1:]]
    return _chips(scene, "discard ", below)


def _looked(scene: Scene) -> list[Markup]:
    """Cards the active player is looking at; of a searched deck those that can be chosen."""
    looked = list(dict.fromkeys([*scene.table.looked, *_offered(scene, "looked ")]))
    return _chips(scene, "looked ", looked, "looked at")


def _picked(scene: Scene) -> list[Markup]:
    if not scene.table.picked:
        return []
    chips = (chip(name, short=False) for name in scene.table.picked)
    return [tag("span", tag("span", "taken up", class_="gh-small"), *chips, class_="gh-cards")]


# --- Seats ---


def _seat(scene: Scene, seat: int) -> Markup:
    shown = scene.table
    active = shown.turn == seat
    zones = [
        hall(scene, seat, shown.halls[seat]),
        _zone("Completed", _completed(scene, seat)),
        _zone("Area", _area(scene, seat)),
        _zone("Hand", _hand(scene, seat)),
    ]
    name = f"{scene.rules.seats[seat]}"
    return tag(
        "section",
        _head(scene, seat, active=active),
        *zones,
        class_=f"gh-seat{' gh-active' if active else ''}",
        aria_label=name,
        data_key=f"seat {seat}",
    )


def _head(scene: Scene, seat: int, *, active: bool) -> Markup:
    shown = scene.table
    place = f"player {seat + 1}"
    name = scene.spot(place, scene.rules.seats[seat], class_="gh-pick" if scene.can_use(place) else "")
    turn = f"▶ {shown.actions} action{'' if shown.actions == 1 else 's'} left" if active and shown.actions else None
    points = [f"{shown.tokens[seat]} in tokens"] if shown.tokens[seat] else []
    points += [f"VP card {name}" for name in shown.vp_cards[seat]]
    return tag(
        "div",
        tag("h4", name),
        scene.spot(f"points {seat + 1}", f"{shown.vp[seat]} VP", class_="gh-points", lies=shown.vp[seat]),
        tag("span", ", ".join(points), class_="gh-small") if points else None,
        tag("span", turn, class_="gh-small") if turn else None,
        class_="gh-seat-head",
    )


def _zone(label: str, content: Markup) -> Markup:
    return tag("div", tag("span", label, class_="gh-soft"), content, class_="gh-zone") if content else EMPTY


def _completed(scene: Scene, seat: int) -> Markup:
    names = scene.table.completed[seat]
    chips = (
        scene.spot(f"completed {seat + 1} {name}", f"■ {name}", class_="gh-chip gh-plain", label=f"completed {name}")
        for name in names
    )
    return tag("span", *chips, class_="gh-cards", data_roving=True) if names else EMPTY


def _area(scene: Scene, seat: int) -> Markup:
    names = scene.table.areas[seat]
    chips = (placed_chip(scene, f"area {seat + 1} {name}", name, short=False) for name in names)
    return tag("span", *chips, class_="gh-cards", data_roving=True) if names else EMPTY


def _in_front(scene: Scene) -> int:
    """The seat whose hand lies large in front of the reader: the one that looks, or else the one that acts."""
    return int(scene.table.seat if isinstance(scene.table, View) else scene.table.turn)


def _hand(scene: Scene, seat: int) -> Markup:
    shown = scene.table
    if seat == _in_front(scene):
        return EMPTY
    if isinstance(shown, Table):
        return _small_hand(scene, seat, shown.hands[seat])
    known = (chip(name, short=False) for name in shown.known[seat])
    knows = join(", known: ", *known) if shown.known[seat] else EMPTY
    return tag("span", backs(shown.hand_sizes[seat]), knows)


def _small_hand(scene: Scene, seat: int, names: list[str]) -> Markup:
    if not names:
        return tag("span", "empty", class_="gh-soft")
    chips = (placed_chip(scene, f"hand {seat + 1} {name}", name, short=False) for name in names)
    return tag("span", *chips, class_="gh-cards", data_roving=True)


def _front_hand(scene: Scene) -> Markup:
    """The hand in front of the reader, card by card."""
    shown, seat = scene.table, _in_front(scene)
    names = shown.hand if isinstance(shown, View) else shown.hands[seat]
    label = f"{scene.rules.seats[seat]}'s hand"
    cards = [_hand_card(scene, seat, name, copies) for name, copies in Counter(names).items()]
    spread = tag("div", *cards, class_="gh-cards", data_roving=True) if cards else tag("p", "No card.")
    return tag("section", tag("h4", label), spread, class_="gh-hand", aria_label=label)


def _hand_card(scene: Scene, seat: int, name: str, copies: int) -> Markup:
    place, foot = f"hand {seat + 1} {name}", _reach(scene, seat, name)
    return card(scene, place, name, copies=copies, foot=foot, why=f"play {name}")


def _reach(scene: Scene, seat: int, name: str) -> str:
    """How many cards of its chapter lie in the hall, and the tier that reaches."""
    from guildhall.games.guildhall.words import card_of

    names: Any = scene.rules.names  # type: ignore[attr-defined]  # this renderer draws Guildhall only
    kind = names.kind(name)
    size = len(scene.table.halls[seat].get(names.chapters[names.chapter_of(kind)], ()))
    reached = [tier.number for tier in card_of(names, kind).tiers if tier.number <= size]
    tier = f"tier\u00a0{reached[-1]}" if reached else "no\u00a0tier"
    return f"{size}\u00a0in\u00a0hall · {tier}"


def _stand_ins(scene: Scene) -> Markup:
    stand_ins = scene.rules.deck.stand_ins  # type: ignore[attr-defined]  # this renderer draws Guildhall only
    if not stand_ins:
        return EMPTY
    mark = mark_of(Provenance.STAND_IN)
    return tag("p", mark, f": {', '.join(stand_ins)}", class_="gh-small")
