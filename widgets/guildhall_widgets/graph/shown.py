"""What is looked at in the interaction graph: decks, filters, what is chosen; and the words for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from guildhall import graphs

from ..render.graph.network import spread
from ..render.graph.network_parts import Link, LinkId, Node
from .decks import Decks
from .links import Filter

__all__ = ["KIND_WORDS", "Shown"]

KIND_WORDS = {
    "precedes": "what is used after what",
    "feeds": "what feeds what",
    "offers": "what opponents can take",
    "feeds and offers": "feeding, and what opponents can take",
    "zones": "cards and zones",
    "all": "everything",
}


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
        """Where the nodes of the drawn links lie."""
        ends = {end for link in self.drawn for end in (link.source, link.target)}
        return spread(graphs.layout(self.decks.whole.subgraph(ends)))

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
