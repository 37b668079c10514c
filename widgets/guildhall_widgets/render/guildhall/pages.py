"""The page of one card of Guildhall: all its tiers with the reached ones marked, and the source of each text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from guildhall.games.guildhall.cards import House, Master, Profession, Provenance, Tier, VPCard
from guildhall.games.guildhall.wording import effects_in_words

from ..icons import icon
from ..markup import EMPTY, Content, Markup, join, tag
from ..numbers import plural
from ..scene import COLOURS
from .cards import CHAPTER, best_tier, emblem, in_front, medal, slots

__all__ = ["card_names", "card_page", "pages"]

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


def _tier(tier: Tier, size: int | None, *, is_best: bool, is_marked: bool) -> Markup:
    """Return a tier: how many cards it needs, what it does, and where its text comes from if the tiers differ."""
    is_reached = size is not None and tier.number <= size
    needs = f"With {tier.number} in your hall" if tier.number else "With any number"
    told = tag("span", f"{needs}{' (reached)' if is_best else ''}: ", class_="gh-hidden")
    pip = tag("i", tier.number, aria_hidden="true")
    mark = mark_of(tier.provenance) if is_marked else None
    words = tag("span", told, effects_in_words(tier.effects), " " if mark else None, mark)
    return tag("li", pip, words, class_="gh-best" if is_best else "gh-met" if is_reached else None)


def _tiers(card: Profession | Master, size: int | None) -> Markup:
    best = None if size is None else best_tier(card, size)
    differ = len({tier.provenance for tier in card.tiers}) > 1
    items = (_tier(tier, size, is_best=tier == best, is_marked=differ) for tier in card.tiers)
    source = EMPTY if differ else tag("p", mark_of(card.tiers[0].provenance))
    return join(tag("ol", *items, class_="gh-tier-list"), source)


def card_page(
    card: Profession | Master | House | VPCard,
    *,
    size: int | None = None,
    shown: str | None = None,
    chapter: Content = None,
) -> Markup:
    """Return the text of a card under its shown name.

    `size` is the number of cards of its chapter in the player's hall. The tiers it reaches are marked. `chapter` is a
    drawing of that chapter.
    """
    if isinstance(card, Profession | Master):
        body = _tiers(card, size)
    else:
        told = effects_in_words(card.effects) if card.effects else "No ability."
        body = tag("p", told, " ", mark_of(card.provenance))
    note = tag("p", card.note, class_="gh-small") if card.note else EMPTY
    source = tag("p", f"Source: {card.source}", class_="gh-small gh-quiet") if card.source else EMPTY
    return tag("section", _head(card, shown or card.name), body, chapter, note, source, class_="gh-card-page")


def _head(card: Profession | Master | House | VPCard, shown: str) -> Markup:
    """Return the symbol, the name and the kind of a card."""
    match card:
        case VPCard():
            sign = medal(card.points)
        case House():
            sign = icon("house")
        case _:
            sign = emblem(shown, card.name, archetype=card.archetype)
    name = tag("h4", "VP card " if isinstance(card, VPCard) else None, shown)
    words = tag("div", name, tag("span", _what(card), class_="gh-small gh-quiet"))
    return tag("div", tag("span", sign, class_="gh-page-sign"), words, class_="gh-page-head")


def _what(card: Profession | Master | House | VPCard) -> str:
    match card:
        case House():
            return f"Master House of {' and '.join(card.archetypes)}"
        case VPCard():
            return f"{card.points} VP for {plural(card.cost, 'chapter')}"
        case Master():
            return f"{card.archetype} · Chapter Master"
        case _:
            return card.archetype


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
    if table is None:
        return card_page(card, shown=shown)
    held: Sequence[str] = table.halls[in_front(table)].get(chapter, ())
    named = [f"{each} {chapter}" if each in COLOURS else each for each in held]
    told = tag("span", f"{len(held)} of {CHAPTER} in hall", class_="gh-quiet")
    return card_page(card, size=len(held), shown=shown, chapter=tag("p", slots(named), told, class_="gh-has-now"))


def _still(card: House | VPCard) -> Callable[[Any], Markup]:
    return lambda table: card_page(card)
