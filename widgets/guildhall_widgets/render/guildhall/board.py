"""The whole table of Guildhall: VP row and piles, a panel for every seat, and the reader's hand."""

from __future__ import annotations

from collections import Counter
from typing import Any

from guildhall.games.guildhall.table import View

from ..icons import icon
from ..markup import EMPTY, Markup, join, tag
from ..scene import Scene, colour_class, letter, split
from .cards import deck_of, emblem_of, hand_card, help_of, in_front, medal, named_chip, placed, vp_card
from .halls import seats

__all__ = ["table"]

_MOST_MINI = 4  # cards played that are drawn as small cards


def table(scene: Scene) -> Markup:
    """Draw the VP row with the piles, every seat, and the hand."""
    top = tag("div", _row(scene), _piles(scene), class_="gh-vp-market")
    return tag(
        "div", tag("div", top, seats(scene), _front(scene), class_="gh-hall-board"), class_="gh-table gh-guildhall"
    )


# --- The VP row and the piles ---


def _row(scene: Scene) -> Markup:
    slots = (tag("li", _slot(scene, slot)) for slot in range(len(scene.table.vp_row)))
    return tag("ul", *slots, class_="gh-row-of-vp", aria_label="VP row", data_roving=True)


def _slot(scene: Scene, slot: int) -> Markup:
    """Return a slot of the row: its VP card, and the House under it."""
    name, house = scene.table.vp_row[slot], scene.table.houses[slot]
    drawn = tag("span", "empty slot", class_="gh-vp gh-empty-place gh-quiet")
    if name is not None:
        drawn = vp_card(scene, slot + 1, next(card for card, _ in deck_of(scene).vp if card.name == name))
    under = (icon("house"), tag("span", house))
    return join(drawn, scene.spot(f"house {slot + 1}", *under, class_="gh-under", help=house) if house else None)


def _piles(scene: Scene) -> Markup:
    shown = scene.table
    number = shown.deck_size if isinstance(shown, View) else len(shown.deck)
    deck = _pile(tag("span", class_="gh-pile-stack"), "Deck", number)
    return tag("div", deck, _pile(_discard(scene), "Discard", len(shown.discard)), class_="gh-piles-of-two")


def _pile(drawn: Markup, name: str, number: int) -> Markup:
    told = tag("small", name, " ", tag("b", number))
    return tag("div", drawn, told, class_="gh-pile")


def _discard(scene: Scene) -> Markup:
    """Return the top card of the discard pile, which can be used there unless the pile is spread out."""
    if not scene.table.discard:
        return tag("span", class_="gh-pile-stack gh-empty-place")
    top = scene.table.discard[-1]
    colour, profession = split(top)
    drawn = (tag("b", letter(colour) if colour else "★"), emblem_of(scene, profession))
    classes = f"gh-pile-stack gh-top-card {colour_class(colour)}"
    if len(_offered(scene, "discard ")) > 1:
        return tag("span", *drawn, class_=classes, role="img", aria_label=f"{top} on top")
    about: dict[str, Any] = {"label": top, "help": help_of(top)}
    return scene.spot(f"discard {top}", *drawn, class_=classes, **about)


# --- The hand, and what lies open beside it ---


def _front(scene: Scene) -> Markup:
    """Return the reader's hand with what is going on beside it."""
    shown, seat = scene.table, in_front(scene.table)
    names = shown.hand if isinstance(shown, View) else shown.hands[seat]
    label = f"{scene.rules.seats[seat]}'s hand"
    cards = [tag("li", hand_card(scene, seat, name, copies)) for name, copies in Counter(names).items()]
    spread = tag("ul", *cards, class_="gh-fan", data_roving=True) if cards else tag("p", "No card in hand.")
    hand = tag("section", spread, class_="gh-hand-of", aria_label=label)
    return tag("div", hand, _beside(scene), class_="gh-hand gh-hand-row")


def _beside(scene: Scene) -> Markup:
    zones = [_spread(scene, "discard ", _discards(scene), "From the discard pile")]
    zones += [_spread(scene, "looked ", _looked(scene), "Looked at"), _picked(scene)]
    drawn = [zone for zone in zones if zone]
    areas = {seat: names for seat, names in enumerate(scene.table.areas) if names}
    small = bool(drawn) or len(areas) > 1 or sum(map(len, areas.values())) > _MOST_MINI
    played = [_played(scene, seat, small=small) for seat in areas]
    classes = "gh-open-cards gh-spread-out" if any(zones[:2]) else "gh-open-cards"
    return tag("div", *drawn, *played, class_=classes) if drawn or played else EMPTY


def _offered(scene: Scene, zone: str) -> list[str]:
    """Return the cards of a zone that can be chosen now."""
    places = [*scene.options, *sorted(scene.several)]
    return [place.removeprefix(zone) for place in places if place.startswith(zone)]


def _discards(scene: Scene) -> list[str]:
    """Return the cards of the discard pile to choose from, none if it is only the one on top."""
    offered = _offered(scene, "discard ")
    return offered if len(offered) > 1 or offered != scene.table.discard[-1:] else []


def _looked(scene: Scene) -> list[str]:
    """Return the cards the active player is looking at. Of a searched deck, only those that can be chosen."""
    return list(dict.fromkeys([*scene.table.looked, *_offered(scene, "looked ")]))


def _spread(scene: Scene, zone: str, names: list[str], label: str) -> Markup:
    """Return cards in a row for each profession."""
    kinds: dict[str, list[str]] = {}
    for name in names:
        kinds.setdefault(split(name)[1], []).append(name)
    rows = (
        tag(
            "li",
            tag("span", emblem_of(scene, kind), tag("span", kind, class_="gh-named"), class_="gh-kind"),
            tag("span", *(placed(scene, zone + name, name) for name in copies), class_="gh-slots"),
            class_="gh-chap",
        )
        for kind, copies in kinds.items()
    )
    told = tag("span", label, class_="gh-cap")
    return (
        tag("div", told, tag("ul", *rows, class_="gh-hall", data_roving=True), class_="gh-spread") if kinds else EMPTY
    )


def _picked(scene: Scene) -> Markup:
    names = scene.table.picked
    chips = (named_chip(scene, f"picked {name}", name, copies) for name, copies in Counter(names).items())
    told = tag("span", "Taken up", class_="gh-cap")
    return tag("div", told, tag("span", *chips, class_="gh-cards"), class_="gh-spread") if names else EMPTY


def _played(scene: Scene, seat: int, *, small: bool) -> Markup:
    """Return the action area of a seat."""
    names, is_own = scene.table.areas[seat], seat == in_front(scene.table)
    told = "Played this turn" if is_own else f"{scene.rules.seats[seat]} played"
    place = f"area {seat + 1} "
    if small:
        counted = Counter(names).items()
        chips = [named_chip(scene, place + name, name, copies) for name, copies in counted]
    else:
        chips = [_mini(scene, place + name, name) for name in names]
    row = tag("span", *chips, class_="gh-cards", data_roving=True)
    return tag("div", tag("span", told, class_="gh-cap"), row, class_="gh-spread gh-played")


def _mini(scene: Scene, place: str, name: str) -> Markup:
    """Return a card of an action area as a small card."""
    colour, profession = split(name)
    about: dict[str, Any] = {"label": name, "help": help_of(name), "thing": name}
    if name[0].isdigit():
        return scene.spot(place, medal(int(name.split()[0])), class_="gh-mini-card gh-gold", **about)
    sign = tag("b", letter(colour) if colour else "★", class_="gh-colour-disc")
    content = (sign, emblem_of(scene, profession), tag("span", profession, class_="gh-name"))
    return scene.spot(place, *content, class_=f"gh-mini-card {colour_class(colour)}", **about)
