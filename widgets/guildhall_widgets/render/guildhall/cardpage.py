"""One card with all its tiers in words, the reachable one marked, and where each text comes from."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from guildhall.games.guildhall.cardtypes import House, Master, Profession, Provenance, Tier, VPCard
from guildhall.games.guildhall.wording import effects_in_words
from guildhall_widgets.render.markup import EMPTY, Markup, join, tag

__all__ = ["card_names", "card_page", "mark_of", "pages"]

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
