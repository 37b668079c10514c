"""Cards on the table: a chip, a card in a hand, the back of a card, a VP card, and the chips of a guildhall.

>>> print(chip("red Farmer"))
<span class="gh-chip gh-red" role="img" aria-label="red Farmer">R</span>
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from guildhall.games.guildhall.cards import House, Master, Profession, Provenance, Tier, VPCard
from guildhall.games.guildhall.wording import effects_in_words
from guildhall_widgets.render.markup import EMPTY, Content, Markup, join, tag
from guildhall_widgets.render.palette import COLOURS, colour_class, letter, split
from guildhall_widgets.render.scene import Scene

__all__ = ["backs", "card", "card_names", "card_page", "chip", "hall", "mark_of", "pages", "placed_chip", "row_card"]

# --- On the table ---


def _chip_text(name: str, *, short: bool) -> str:
    colour, profession = split(name)
    if not colour:
        return f"VP {name}" if name[0].isdigit() else f"★ {name}"
    return letter(colour) if short else f"{letter(colour)} {profession}"


def chip(name: str, *, short: bool = True) -> Markup:
    """A card as a small tile: its letter, with the profession if it is not plain from the place."""
    colour, _ = split(name)
    return tag("span", _chip_text(name, short=short), class_=_chip_class(colour), role="img", aria_label=name)


def _chip_class(colour: str) -> str:
    return f"gh-chip {colour_class(colour)}"


def placed_chip(scene: Scene, place: str, name: str, *, short: bool = True) -> Markup:
    """A chip at its place on the table."""
    colour, _ = split(name)
    return scene.spot(place, _chip_text(name, short=short), class_=_chip_class(colour), label=name, help=_help(name))


def _help(name: str) -> str:
    """The card whose text helps with a copy of it."""
    profession = split(name)[1]
    return f"VP {name}" if profession[0].isdigit() else profession


def card(
    scene: Scene, place: str, name: str, *, copies: int = 1, foot: Content = None, why: str | None = None
) -> Markup:
    """A card of a hand: its colour in a band with letter and pattern, its name, and what it would do."""
    colour, profession = split(name)
    times = tag("span", f"×{copies}", class_="gh-times") if copies > 1 else None
    band = tag("span", letter(colour) if colour else "★", times, class_="gh-band")
    below = tag("span", foot, class_="gh-foot") if foot else None
    label = f"{name}{f', {copies} copies' if copies > 1 else ''}{f', {foot}' if foot else ''}"
    content = (band, tag("span", profession, class_="gh-name"), below)
    classes = f"gh-card {colour_class(colour)}"
    return scene.spot(place, *content, class_=classes, label=label, why=why, lies=copies, help=_help(name))


def backs(number: int) -> Markup:
    """Hidden cards, and how many."""
    shown = (tag("span", class_="gh-back", aria_hidden="true") for _ in range(min(number, 12)))
    return join(*shown, f" {number} card{'' if number == 1 else 's'}")


def row_card(
    scene: Scene, slot: int, name: str, words: tuple[str, str, str], *, mark: str, house: Markup | None
) -> Markup:
    """A VP card of the row: points, price and ability in words, and the House under it."""
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
    """One guildhall: a line for each chapter, a column for each colour, and how many of five are there."""
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
    """A card by its own name; a chapter that is one profession lists the colour alone."""
    return f"{card} {chapter}" if card in COLOURS else card


def _hall_chip(scene: Scene, seat: int, name: str, *, short: bool) -> Markup:
    return placed_chip(scene, f"hall {seat + 1} {name}", name, short=short)


def _gap(colour: str) -> Markup:
    """A colour that a chapter lacks."""
    return tag("span", letter(colour), class_="gh-chip gh-gap", role="img", aria_label=f"no {colour}")


# --- One card with all its tiers in words, the reachable one marked, and where each text comes from ---

_SOURCES = {
    Provenance.RULEBOOK: "as in the rulebook",
    Provenance.PUBLISHER: "as the publisher describes it",
    Provenance.REVIEW: "as reviews describe it",
    Provenance.STAND_IN: "stand-in, our own design",
    Provenance.OWN_FILE: "from your own card file",
}


def mark_of(provenance: Provenance) -> Markup:
    """Where a text comes from, framed if it is not the printed one."""
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
    """A card in words, under the name it is shown by.

    `size` is how many cards of its chapter lie in the own hall: the tiers it reaches are marked.
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
    """The cards of a deck, which the screen calls as the rules do."""
    return {name: name for name in pages(rules)}


def pages(rules: Any) -> dict[str, Callable[[Any], Markup]]:
    """For every card of a deck a function from the table to its page."""
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
