"""The table of Guildhall, its cards, and the page of one card with all its tiers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from guildhall.games.guildhall.cards import House, Master, Profession, Provenance, Tier, VPCard
from guildhall.games.guildhall.table import Table, View
from guildhall.games.guildhall.wording import effects_in_words

from .markup import EMPTY, Content, Markup, join, tag
from .scene import COLOURS, Scene, colour_class, letter, split

__all__ = [
    "backs",
    "card",
    "card_names",
    "card_page",
    "chip",
    "hall",
    "mark_of",
    "pages",
    "placed_chip",
    "row_card",
    "table",
]

# --- On the table ---


def _chip_text(name: str, *, short: bool) -> str:
    colour, profession = split(name)
    if not colour:
        return f"VP {name}" if name[0].isdigit() else f"★ {name}"
    return letter(colour) if short else f"{letter(colour)} {profession}"


def chip(name: str, *, short: bool = True) -> Markup:
    """Return a card as a small tile: its letter, and the profession unless the place makes it obvious.

    >>> print(chip("red Farmer"))
    <span class="gh-chip gh-red" role="img" aria-label="red Farmer">R</span>
    """
    colour, _ = split(name)
    return tag("span", _chip_text(name, short=short), class_=_chip_class(colour), role="img", aria_label=name)


def _chip_class(colour: str) -> str:
    return f"gh-chip {colour_class(colour)}"


def placed_chip(scene: Scene, place: str, name: str, *, short: bool = True) -> Markup:
    """Return a chip at its place on the table."""
    colour, _ = split(name)
    return scene.spot(place, _chip_text(name, short=short), class_=_chip_class(colour), label=name, help=_help(name))


def _help(name: str) -> str:
    """Return the name of the card text that explains a copy."""
    profession = split(name)[1]
    return f"VP {name}" if profession[0].isdigit() else profession


def card(
    scene: Scene, place: str, name: str, *, copies: int = 1, foot: Content = None, why: str | None = None
) -> Markup:
    """Return a card of a hand: its colour as a band with letter and pattern, its name, and its effect."""
    colour, profession = split(name)
    times = tag("span", f"×{copies}", class_="gh-times") if copies > 1 else None
    band = tag("span", letter(colour) if colour else "★", times, class_="gh-band")
    below = tag("span", foot, class_="gh-foot") if foot else None
    label = f"{name}{f', {copies} copies' if copies > 1 else ''}{f', {foot}' if foot else ''}"
    content = (band, tag("span", profession, class_="gh-name"), below)
    classes = f"gh-card {colour_class(colour)}"
    return scene.spot(place, *content, class_=classes, label=label, why=why, lies=copies, help=_help(name))


def backs(number: int) -> Markup:
    """Return hidden cards and their number."""
    shown = (tag("span", class_="gh-back", aria_hidden="true") for _ in range(min(number, 12)))
    return join(*shown, f" {number} card{'' if number == 1 else 's'}")


def row_card(
    scene: Scene, slot: int, name: str, words: tuple[str, str, str], *, mark: str, house: Markup | None
) -> Markup:
    """Return a VP card of the row: points, price, ability, and the House under it."""
    points, price, ability = words
    content = (
        tag("span", tag("b", points), " VP ", tag("span", f"· {price}", class_="gh-small")),
        tag("span", ability, class_="gh-ability") if ability else None,
        tag("span", mark, class_="gh-mark") if mark else None,
        house,
    )
    label = f"slot {slot}: {points} VP, {price}{f', {ability}' if ability else ''}"
    about = {"label": label, "why": f"buy {slot}", "lies": name, "help": f"VP {name}"}
    return scene.spot(f"row {slot}", *content, class_="gh-vp", **about)


# --- A guildhall ---


def hall(scene: Scene, seat: int, chapters: Mapping[str, Sequence[str]]) -> Markup:
    """Return one guildhall: a row for each chapter, a column for each colour, and the count out of five."""
    if not chapters:
        return tag("span", "empty", class_="gh-soft")
    lines = (_line(scene, seat, chapter, cards) for chapter, cards in chapters.items())
    return tag("table", tag("tbody", *lines), class_="gh-hall")


def _line(scene: Scene, seat: int, chapter: str, cards: Sequence[str]) -> Markup:
    place = f"chapter {seat + 1} {chapter}"
    name = scene.spot(place, chapter, class_="gh-pick" if scene.can_use(place) else "")
    size = tag("td", f"{len(cards)}/5", class_="gh-small")
    return tag("tr", tag("th", name, scope="row"), size, _cells(scene, seat, chapter, cards))


def _cells(scene: Scene, seat: int, chapter: str, cards: Sequence[str]) -> Markup:
    named = [_full_name(chapter, card) for card in cards]
    by_colour = {split(name)[0]: name for name in named if split(name)[0]}
    masters = [name for name in named if not split(name)[0]]
    short = all(split(name)[1] == chapter for name in by_colour.values())
    cells = [
        tag("td", _hall_chip(scene, seat, by_colour[colour], short=short) if colour in by_colour else _gap(colour))
        for colour in COLOURS
    ]
    apart = tag("td", *(_hall_chip(scene, seat, name, short=False) for name in masters)) if masters else EMPTY
    return join(*cells, apart)


def _full_name(chapter: str, card: str) -> str:
    """Return the full name of a card, since a chapter with one profession lists only the colour."""
    return f"{card} {chapter}" if card in COLOURS else card


def _hall_chip(scene: Scene, seat: int, name: str, *, short: bool) -> Markup:
    return placed_chip(scene, f"hall {seat + 1} {name}", name, short=short)


def _gap(colour: str) -> Markup:
    """Return the gap for a colour that a chapter lacks."""
    return tag("span", letter(colour), class_="gh-chip gh-gap", role="img", aria_label=f"no {colour}")


# --- One card with the text of all its tiers, the reachable one marked, and the source of each text ---

_SOURCES = {
    Provenance.RULEBOOK: "as in the rulebook",
    Provenance.PUBLISHER: "as the publisher describes it",
    Provenance.REVIEW: "as reviews describe it",
    Provenance.STAND_IN: "stand-in, our own design",
    Provenance.OWN_FILE: "from your card file",
}


def mark_of(provenance: Provenance) -> Markup:
    """Return the source of a text, framed if it is not the printed one."""
    own = provenance in (Provenance.STAND_IN, Provenance.OWN_FILE)
    return tag("span", _SOURCES[provenance], class_="gh-mark" if own else "gh-small gh-soft")


def _tier(tier: Tier, size: int | None, best: int | None) -> Markup:
    reached = size is not None and tier.number <= size
    told = " (reached)" if tier.number == best else ""
    head = f"With {tier.number} in your hall" if tier.number else "With any number"
    words = join(effects_in_words(tier.effects), " ", mark_of(tier.provenance))
    return join(tag("dt", head + told), tag("dd", words, class_="gh-reached" if reached else None))


def card_page(
    card: Profession | Master | House | VPCard, *, size: int | None = None, shown: str | None = None
) -> Markup:
    """Return the text of a card under its shown name.

    `size` is the number of cards of its chapter in the player's hall. The tiers it reaches are marked.
    """
    if isinstance(card, Profession | Master):
        numbers = [tier.number for tier in card.tiers if size is not None and tier.number <= size]
        best = max(numbers, default=None)
        body = tag("dl", *(_tier(tier, size, best) for tier in card.tiers))
        what = f"{card.archetype}{' · Chapter Master' if isinstance(card, Master) else ''}"
    else:
        body = tag(
            "p", effects_in_words(card.effects) if card.effects else "No ability.", " ", mark_of(card.provenance)
        )
        what = _what(card)
    note = tag("p", card.note, class_="gh-small") if card.note else EMPTY
    source = tag("p", f"Source: {card.source}", class_="gh-small gh-soft") if card.source else EMPTY
    return tag("section", tag("h4", shown or card.name, " · ", what), body, note, source, class_="gh-card-page")


def _what(card: House | VPCard) -> str:
    if isinstance(card, House):
        return f"Master House of {' and '.join(card.archetypes)}"
    return f"VP card, {card.points} VP for {card.cost} chapter{'' if card.cost == 1 else 's'}"


def card_names(rules: Any) -> dict[str, str]:
    """Return the cards of a deck, whose names on screen are those of the rules."""
    return {name: name for name in pages(rules)}


def pages(rules: Any) -> dict[str, Callable[[Any], Markup]]:
    """Return a function from the table to its page for every card of a deck."""
    deck = rules.deck
    played = [(each.shown, each.profession, each.chapter) for each in deck.professions]
    played += [(master.name, master, chapter) for master, chapter in deck.masters]
    cards = {shown: partial(_in_play, shown, card, deck.chapters[chapter]) for shown, card, chapter in played}
    others = [*(card for card, _ in deck.vp), *deck.houses]
    return cards | {f"VP {card.name}" if isinstance(card, VPCard) else card.name: _still(card) for card in others}


def _in_play(shown: str, card: Profession | Master, chapter: str, table: Any) -> Markup:
    size = None if table is None else len(table.halls[table.turn].get(chapter, ()))
    return card_page(card, size=size, shown=shown)


def _still(card: House | VPCard) -> Callable[[Any], Markup]:
    return lambda table: card_page(card)


# --- The whole table ---


def table(scene: Scene) -> Markup:
    """Draw the title, VP row, piles and every seat."""
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
    """Return the cards of a zone that can be chosen now."""
    return [place.removeprefix(zone) for place in scene.options if place.startswith(zone)]


def _chips(scene: Scene, zone: str, names: list[str], label: str = "") -> list[Markup]:
    if not names:
        return []
    told = tag("span", label, class_="gh-small") if label else None
    chips = (placed_chip(scene, zone + name, name, short=False) for name in names)
    return [tag("span", told, *chips, class_="gh-cards", data_roving=True)]


def _under(scene: Scene) -> list[Markup]:
    """Return the cards below the top of the pile, while one of them can be chosen."""
    below = [name for name in _offered(scene, "discard ") if name not in scene.table.discard[-1:]]
    return _chips(scene, "discard ", below)


def _looked(scene: Scene) -> list[Markup]:
    """Return the cards the active player is looking at. Of a searched deck, only those that can be chosen."""
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
    """Return the seat whose hand is shown large: the viewer's, or else the active one."""
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
    """Return the reader's hand, card by card."""
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
    """Return how many cards of its chapter are in the hall, and the tier that reaches."""
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
