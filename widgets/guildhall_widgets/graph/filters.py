"""The filters of the interaction graph; one that has nothing to choose from is left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..render.controls import checkbox, choice, slider
from ..render.graph.network_parts import zone_words
from ..render.markup import Markup, tag
from .decks import SOURCES
from .shown import KIND_WORDS, Shown

__all__ = ["filters"]


def filters(shown: Shown) -> Markup:
    """All filters with what is chosen of each."""
    return tag("div", *_decks(shown), *_links(shown), class_="gh-filters")


def _decks(shown: Shown) -> Iterator[Markup]:
    """Which cards, and who tells of them."""
    decks = shown.decks
    titles = {name: title for name, (title, _) in decks.choices.items()}
    others = {name: title for name, title in titles.items() if name != decks.deck}
    yield choice("Deck", "deck", decks.deck, titles)
    yield choice("Compare with", "other", decks.other, {"": "nothing", **others})
    if decks.seen is not None:
        yield choice("Told by", "source", decks.source, SOURCES)
    if decks.sets:
        sets = {name: titles[name] for name in decks.sets}
        yield choice("Cards of", "set", shown.filter.card_set, _with_all("all sets", sets))


def _links(shown: Shown) -> Iterator[Markup]:
    """Which links between them."""
    decks, chosen = shown.decks, shown.filter
    zones = {zone: zone_words(zone) for zone in decks.zones}
    yield choice("Show", "kind", chosen.kind, {kind: KIND_WORDS[kind] for kind in decks.kinds})
    yield choice("Through", "zone", chosen.zone, _with_all("all zones", zones))
    yield choice("Links of", "card", chosen.card, _with_all("all cards", {card: card for card in decks.cards}))
    if decks.standings:
        yield choice("Only", "standing", chosen.standing, _with_all("all links", decks.standings))
    most = max(1, len(shown.fitting))
    yield slider("Strongest", "strongest", min(chosen.strongest, most), 1, most, shown=shown.drawn_words)
    if decks.other:
        yield checkbox("side by side", "together", shown.side_by_side)


def _with_all(words: str, options: Mapping[str, str]) -> dict[str, str]:
    return {"": words, **options}
