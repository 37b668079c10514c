"""What is looked at in the interaction graph: decks, filters, and what is chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from guildhall import graphs

from ..render.graph.network import spread
from ..render.graph.network_parts import Link, LinkId, Node
from .decks import Decks

__all__ = ["KINDS", "KIND_WORDS", "Filter", "Shown"]

#: What a reader can ask to see, and the relations that show it.
KINDS: Mapping[str, tuple[str, ...]] = {
    "precedes": ("precedes",),
    "feeds": ("feeds",),
    "offers": ("offers",),
    "feeds and offers": ("feeds", "offers"),
    "zones": ("puts", "takes"),
    "all": ("feeds", "offers", "puts", "takes"),
}
KIND_WORDS = {
    "precedes": "what is used after what",
    "feeds": "what feeds what",
    "offers": "what opponents can take",
    "feeds and offers": "feeding, and what opponents can take",
    "zones": "cards and zones",
    "all": "everything",
}


@dataclass(frozen=True)
class Filter:
    """What a reader wants to see; an empty text lets everything through."""

    kind: str = "feeds"
    zone: str = ""
    card: str = ""
    card_set: str = ""
    standing: str = ""
    strongest: int = 40

    def fitting(self, links: Iterable[Link], in_set: Callable[[str], bool]) -> list[Link]:
        """All links that fit, the strongest first; `in_set` says whether a card is of the set asked for."""
        kept = [self._within_zone(link) for link in links if self._fits(link, in_set)]
        return sorted((link for link in kept if link), key=lambda link: (-link.weight, link.id))

    def _fits(self, link: Link, in_set: Callable[[str], bool]) -> bool:
        ends = link.source, link.target
        return (
            link.relation in KINDS[self.kind]
            and (not self.card or self.card in ends)
            and (not self.standing or self.standing == link.standing)
            and (not self.card_set or all(map(in_set, ends)))
        )

    def _within_zone(self, link: Link) -> Link | None:
        """The part of a link that goes through the zone asked for."""
        if not self.zone:
            return link
        through = tuple(way for way in link.through if way.zone == self.zone)
        if not through:
            return None
        part = replace(link, through=through)
        return replace(part, weight=link.weight * max(part.pairs, 1) / max(link.pairs, 1))


@dataclass(frozen=True)
class Shown:
    """What is looked at at one moment."""

    decks: Decks
    filter: Filter
    side_by_side: bool = False
    chosen_node: str | None = None
    chosen_link: LinkId | None = None

    @cached_property
    def fitting(self) -> list[Link]:
        """All links that the filters let through, the strongest first."""
        return self.filter.fitting(self.decks.links, lambda card: self.decks.in_set(card, self.filter.card_set))

    @property
    def drawn(self) -> list[Link]:
        """Those of them that are drawn."""
        return self.fitting[: self.filter.strongest]

    @cached_property
    def places(self) -> Mapping[str, tuple[float, float]]:
        """Where the nodes of the drawn links lie: always at the same place, whichever links are drawn."""
        ends = {end for link in self.drawn for end in (link.source, link.target)}
        places = spread(graphs.layout(self.decks.whole.subgraph(self.decks.linked)))
        return {name: place for name, place in places.items() if name in ends}

    @property
    def link(self) -> Link | None:
        """The chosen link."""
        return next((link for link in self.fitting if link.id == self.chosen_link), None)

    @property
    def node(self) -> Node | None:
        """The chosen node."""
        return None if self.chosen_node is None else self.decks.nodes[self.chosen_node]

    @property
    def two_pictures(self) -> bool:
        """Whether each deck has a picture of its own."""
        return bool(self.side_by_side and self.decks.other)

    @property
    def drawn_words(self) -> str:
        """How many links are drawn, of how many."""
        return f"{len(self.drawn)} of {len(self.fitting)}"
