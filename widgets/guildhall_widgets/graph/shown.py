"""The state of the interaction graph: decks, filters and the selection."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from json import dumps, loads
from typing import Any

import networkx as nx

import guildhall as gh
from guildhall import graphs
from guildhall.core.errors import BadSetup, GuildhallError, short
from guildhall.games import registration
from guildhall.simulation import Simulation

from .links import differences, links_of, nodes_of, overlay, overview, seen_links, seen_over_said, seen_sentences
from .network import BOTH, FIRST, SECOND, Link, LinkId, Node, spread

__all__ = ["KINDS", "KIND_WORDS", "Decks", "Filter", "Shown"]

# --- A deck, a second one for comparison, and observed play ---

# Sources of links, with their labels.
SOURCES = {"declared": "card texts", "observed": "observed play", "both": "both"}
KINDS_TOLD = {
    "declared": ["feeds", "offers", "feeds and offers", "zones", "all"],
    "observed": ["precedes", "feeds", "zones"],
    "both": ["feeds", "zones"],
}

Choices = dict[str, tuple[str, Mapping[str, Any]]]
"""Decks by name, each with its title and the options of a game that produce it."""


@dataclass(frozen=True)
class Decks:
    """The available decks and the chosen ones."""

    game: str
    choices: Choices
    deck: str
    other: str = ""
    seen: nx.MultiDiGraph | None = None
    seen_deck: str = ""
    source: str = "declared"

    @classmethod
    def of(
        cls,
        cards: str | Iterable[str] | None,
        observed: Simulation | None,
        compare: str | Iterable[str] | None,
        *,
        game: str,
        options: Mapping[str, Any],
    ) -> Decks:
        """Build the choices from the requested decks and all sets of the game."""
        if observed is not None and not isinstance(observed, Simulation):
            raise GuildhallError(f"observed must be a simulation with events, not {short(observed)}")
        if observed is not None:
            game, options = observed.rules.game, {**dict(observed.rules.setup), **options}
        sets = registration(game).sets
        choices: Choices = {name: (title, {**options, "cards": name}) for name, title in sets.items()}
        first = game
        if wanted := cards or options.get("cards") or next(iter(sets), None):
            first = _add(choices, wanted, "this deck", options)
        else:  # a game with a single deck
            choices[game] = registration(game).title, options
        other = _add(choices, compare, "the other deck", options) if compare else ""
        seen = gh.graphs.observed(observed) if observed is not None else None
        return cls(game, choices, first, other, seen, first if observed is not None else "")

    # --- Choosing ---

    def with_deck(self, name: str) -> Decks:
        """Return a copy with another deck."""
        self._check(name)
        source = self.source if name == self.seen_deck else "declared"  # only one deck was observed in play
        return replace(self, deck=name, other="" if name == self.other else self.other, source=source)

    def with_other(self, name: str) -> Decks:
        """Return a copy with another deck for comparison, "" for none."""
        if name:
            self._check(name)
        return replace(self, other=name, source="declared")

    def with_source(self, source: str) -> Decks:
        """Return a copy with another source of links."""
        if source not in SOURCES:
            raise GuildhallError(f"unknown source {short(source)}; expected one of {', '.join(SOURCES)}")
        if source != "declared" and self.seen is None:
            raise GuildhallError("no observed play: pass a simulation, InteractionGraph(observed=sim)")
        if source == "declared":
            return replace(self, source=source)
        return replace(self, source=source, deck=self.seen_deck, other="")

    def _check(self, name: str) -> None:
        if name not in self.choices:
            raise GuildhallError(f"unknown deck {short(name)}; choose one of {', '.join(self.choices)}")

    # --- Contents ---

    @property
    def graph(self) -> nx.MultiDiGraph:
        """The declared graph of the deck."""
        return self._graph(self.deck)

    @cached_property
    def other_graph(self) -> nx.MultiDiGraph | None:
        """The declared graph of the second deck, if any, with the card names of the first."""
        return gh.graphs.aligned(self.graph, self._graph(self.other)) if self.other else None

    def _graph(self, name: str) -> nx.MultiDiGraph:
        return _declared(self.game, dumps(dict(self.choices[name][1]), default=str))

    @cached_property
    def whole(self) -> nx.MultiDiGraph:
        """All nodes of both decks and of observed play."""
        others = [graph for graph in (self.other_graph, self.seen) if graph is not None]
        return nx.compose_all([*reversed(others), self.graph])

    @cached_property
    def nodes(self) -> dict[str, Node]:
        """All nodes by name."""
        return nodes_of(self.whole)

    @cached_property
    def links(self) -> list[Link]:
        """All links of the chosen decks and source, each with its standing."""
        said = links_of(self.graph)
        if self.other_graph is not None:
            return overlay(said, links_of(self.other_graph))
        if self.source == "declared" or self.seen is None:
            return said
        return seen_links(self.seen, said) if self.source == "observed" else seen_over_said(self.seen, said)

    @cached_property
    def linked(self) -> frozenset[str]:
        """All nodes with a link in any source, so that no node moves when the links change."""
        said = [graph for graph in (self.graph, self.other_graph, self.seen) if graph is not None]
        return frozenset(end for graph in said for edge in graph.edges() for end in edge)

    @cached_property
    def sentences(self) -> list[str]:
        """The findings about the chosen decks, one sentence each."""
        if self.other_graph is not None:
            return differences(self.graph, self.other_graph, self.titles)
        if self.seen is not None and self.source != "declared":
            return seen_sentences(self.seen, seen_over_said(self.seen, links_of(self.graph)))
        return _overview(self.graph)

    @property
    def kinds(self) -> list[str]:
        """The available kinds of links."""
        return KINDS_TOLD[self.source]

    @property
    def cards(self) -> list[str]:
        """The names of all cards, by kind."""
        named = [node for node in self.nodes.values() if node.kind != "zone"]
        return [node.name for node in sorted(named, key=lambda node: (node.rank, node.name))]

    @property
    def zones(self) -> list[str]:
        """The names of all zones used by a link."""
        used = {way.zone for link in self.links for way in link.through}
        return [name for name in self.nodes if name in used]

    @property
    def sets(self) -> list[str]:
        """The sets that make up the deck, if there are several."""
        cards = self.choices[self.deck][1].get("cards")
        names = [] if isinstance(cards, str) or cards is None else [name for name in cards if name in self.choices]
        return names if len(names) > 1 else []

    @property
    def titles(self) -> tuple[str, str]:
        """The titles of the two decks."""
        return self.choices[self.deck][0], self.choices[self.other][0] if self.other else ""

    @property
    def standings(self) -> dict[str, str]:
        """The meaning of each standing, empty if all links have the same."""
        if self.other:
            first, second = self.titles
            return {BOTH: "in both decks", FIRST: f"only in {first}", SECOND: f"only in {second}"}
        if self.source == "both":
            return {BOTH: "declared and seen", FIRST: "declared, never seen", SECOND: "seen, not declared"}
        return {}

    def in_set(self, card: str, card_set: str) -> bool:
        """Return whether a node belongs to a set. Zones and cards without a set belong to all."""
        sets = self.whole.nodes[card].get("set")
        return not sets or card_set in sets.split(", ")


def _add(
    choices: Choices,
    cards: str | Iterable[str],
    title: str,
    options: Mapping[str, Any],
) -> str:
    """Return the name under which a deck can be chosen, adding it to the choices if it is not a set."""
    if isinstance(cards, str):
        choices.setdefault(cards, (cards, {**options, "cards": cards}))
        return cards
    names = list(cards) if isinstance(cards, Iterable) else []
    if not names or not all(isinstance(name, str) for name in names):
        raise BadSetup(f"cards must be a set, a list of sets or a list of professions, not {short(cards)}")
    name = ", ".join(names)
    choices[name] = (f"{title} ({name if len(name) < 40 else f'{len(names)} names'})", {**options, "cards": names})
    return name


_overview = lru_cache(maxsize=8)(overview)  # a graph is shown repeatedly, and its measures take seconds


@lru_cache(maxsize=32)
def _declared(game: str, options: str) -> nx.MultiDiGraph:
    """Return a cached graph, which must not be modified."""
    wanted = loads(options)
    return gh.graphs.declared(wanted.pop("cards", None), game=game, **wanted)


# --- Filters and selection ---

# The kinds of links on offer, with the relations of each.
KINDS: Mapping[str, tuple[str, ...]] = {
    "precedes": ("precedes",),
    "feeds": ("feeds",),
    "offers": ("offers",),
    "feeds and offers": ("feeds", "offers"),
    "zones": ("puts", "takes"),
    "all": ("feeds", "offers", "puts", "takes"),
}
KIND_WORDS = {
    "precedes": "order of use",
    "feeds": "feeding",
    "offers": "offers to opponents",
    "feeds and offers": "feeding and offers to opponents",
    "zones": "cards and zones",
    "all": "everything",
}


@dataclass(frozen=True)
class Filter:
    """The active filters. An empty string matches everything."""

    kind: str = "feeds"
    zone: str = ""
    card: str = ""
    card_set: str = ""
    standing: str = ""
    strongest: int = 40

    def fitting(self, links: Iterable[Link], in_set: Callable[[str], bool]) -> list[Link]:
        """Return all matching links, strongest first. `in_set` returns whether a card belongs to the requested set."""
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
        """Return the part of a link that goes through the requested zone."""
        if not self.zone:
            return link
        through = tuple(way for way in link.through if way.zone == self.zone)
        if not through:
            return None
        part = replace(link, through=through)
        return replace(part, weight=link.weight * max(part.pairs, 1) / max(link.pairs, 1))


@dataclass(frozen=True)
class Shown:
    """The displayed state: decks, filters and selection."""

    decks: Decks
    filter: Filter
    side_by_side: bool = False
    chosen_node: str | None = None
    chosen_link: LinkId | None = None

    @cached_property
    def fitting(self) -> list[Link]:
        """All links that match the filters, strongest first."""
        return self.filter.fitting(self.decks.links, lambda card: self.decks.in_set(card, self.filter.card_set))

    @property
    def drawn(self) -> list[Link]:
        """The links that are drawn."""
        return self.fitting[: self.filter.strongest]

    @cached_property
    def places(self) -> Mapping[str, tuple[float, float]]:
        """The positions of the nodes, which do not depend on the links drawn."""
        ends = {end for link in self.drawn for end in (link.source, link.target)}
        places = spread(graphs.layout(self.decks.whole.subgraph(self.decks.linked)))
        return {name: place for name, place in places.items() if name in ends}

    @property
    def link(self) -> Link | None:
        """The selected link."""
        return next((link for link in self.fitting if link.id == self.chosen_link), None)

    @property
    def node(self) -> Node | None:
        """The selected node."""
        return None if self.chosen_node is None else self.decks.nodes[self.chosen_node]

    @property
    def two_pictures(self) -> bool:
        """True if each deck has a separate picture."""
        return bool(self.side_by_side and self.decks.other)

    @property
    def drawn_words(self) -> str:
        """The number of links drawn, and of how many."""
        return f"{len(self.drawn)} of {len(self.fitting)}"
