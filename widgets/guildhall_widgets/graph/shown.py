"""The content of the interaction graph: links with sentences, built from graphs, and decks, filters and selection."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from json import dumps, loads
from typing import Any

import networkx as nx
import polars as pl

import guildhall as gh
from guildhall import graphs
from guildhall.core.errors import BadSetup, GuildhallError, short
from guildhall.games import registration
from guildhall.simulation import Simulation

from ..render.numbers import plural
from .network import (
    BOTH,
    FIRST,
    HEIGHT,
    SECOND,
    WIDTH,
    Ability,
    Interval,
    Layout,
    Link,
    LinkId,
    Node,
    Point,
    Sector,
    Seen,
    Through,
    arranged,
    codes,
    listed,
    named,
    spread,
    zone_words,
)

__all__ = ["KIND_WORDS", "SOURCES", "Decks", "Filter", "Shown"]

# --- Links between cards, and sentences about them ---


COMPARED = ("feeds", "puts", "takes")  # what an opponent takes happens in another turn, which is not observed


def nodes_of(graph: nx.MultiDiGraph) -> dict[str, Node]:
    """Return the nodes of a graph by name.

    >>> from guildhall import graphs
    >>> nodes_of(graphs.declared("old-world"))["Dancer"].group
    'Priest'
    """
    kinds, group = graph.graph["kinds"].split(", "), graphs.group_of(graph)
    return {
        name: Node(
            name=name,
            kind=data["kind"],
            rank=kinds.index(data["kind"]) if data["kind"] in kinds else -1,
            group=data.get(group, ""),
            provenance=data.get("provenance", ""),
            text=data.get("text", ""),
            also=data.get("also", ""),
        )
        for name, data in graph.nodes(data=True)
    }


def links_of(graph: nx.MultiDiGraph) -> list[Link]:
    """Return one link for all edges of a relation between two nodes. `weight` counts the edges.

    >>> from guildhall import graphs
    >>> found = {link.id: link for link in links_of(graphs.declared("old-world"))}
    >>> link = found["feeds", "Assassin", "Historian"]
    >>> link.weight, [line.tier for line in link.through[0].gives]
    (9, ['tier 0', 'tier 2', 'tier 4'])
    """
    ours, tier = _stand_ins(graph), graph.graph.get("tier_word", "")
    return [_link(link_id, edges, ours, tier) for link_id, edges in _gathered(graph).items()]


def _gathered(graph: nx.MultiDiGraph) -> dict[LinkId, list[dict[str, Any]]]:
    """Group the data of all edges by relation, source and target."""
    gathered: dict[LinkId, list[dict[str, Any]]] = {}
    for source, target, data in graph.edges(data=True):
        gathered.setdefault((data["relation"], source, target), []).append(data)
    return gathered


def _stand_ins(graph: nx.MultiDiGraph) -> set[tuple[str, str]]:
    """Return the stand-in abilities of our own design as pairs of card and sentence."""
    touches = [(source, target, data) for source, target, data in graph.edges(data=True) if "sentence" in data]
    return {
        (source if data["relation"] == "puts" else target, data["sentence"])
        for source, target, data in touches
        if data["stand_in"]
    }


def _link(link_id: LinkId, edges: list[dict[str, Any]], ours: set[tuple[str, str]], tier: str) -> Link:
    relation, source, target = link_id
    gives, takes = _fields(relation)
    zones = dict.fromkeys(edge["zone"] for edge in edges)
    through = tuple(
        Through(
            zone,
            _lines([edge for edge in edges if edge["zone"] == zone], gives, source, ours, tier),
            _lines([edge for edge in edges if edge["zone"] == zone], takes, target, ours, tier),
        )
        for zone in zones
    )
    return Link(source, target, relation, through, weight=len(edges))


Fields = tuple[str, str] | None


def _fields(relation: str) -> tuple[Fields, Fields]:
    """Return the edge keys of tier and sentence, for the giving and the taking card."""
    if relation == "puts":
        return ("tier", "sentence"), None
    if relation == "takes":
        return None, ("tier", "sentence")
    return ("put_tier", "puts"), ("take_tier", "takes")


def _lines(
    edges: Iterable[dict[str, Any]], fields: Fields, card: str, ours: set[tuple[str, str]], tier: str
) -> tuple[Ability, ...]:
    if fields is None:
        return ()
    number, sentence = fields
    pairs = dict.fromkeys((f"{tier} {edge[number]}" if number in edge else "", edge[sentence]) for edge in edges)
    return tuple(Ability(label, words, (card, words) in ours) for label, words in pairs)


def overlay(first: Iterable[Link], second: Iterable[Link]) -> list[Link]:
    """Merge both lists of links and mark each as in both, only in the first or only in the second.

    >>> [link.standing for link in overlay([Link("a", "b", "feeds")], [Link("b", "a", "feeds")])]
    ['first', 'second']
    """
    before, after = {link.id: link for link in first}, {link.id: link for link in second}
    old = [replace(link, standing=BOTH if link.id in after else FIRST) for link in before.values()]
    return old + [replace(link, standing=SECOND) for link_id, link in after.items() if link_id not in before]


# --- Observed links ---


def seen_links(graph: nx.MultiDiGraph, said: Iterable[Link]) -> list[Link]:
    """Return the links of an observed graph, with the sentences of the cards if they have any.

    Links of "comes next" are weighted by the lower bound of their lift, all others by their count.
    """
    words = {(link.id, way.zone): way for link in said for way in link.through}
    return [_seen_link(link_id, edges, words) for link_id, edges in _gathered(graph).items()]


def seen_over_said(graph: nx.MultiDiGraph, said: Iterable[Link]) -> list[Link]:
    """Merge declared and observed links: both, declared but never seen, or seen but not declared."""
    declared = {link.id: link for link in said if link.relation in COMPARED}
    seen = {link.id: link for link in seen_links(graph, declared.values()) if link.relation in COMPARED}
    met = [replace(link, standing=BOTH if link_id in declared else SECOND) for link_id, link in seen.items()]
    unseen = [link for link_id, link in declared.items() if link_id not in seen]
    return met + [replace(link, standing=FIRST, weight=0.0) for link in unseen]


def _seen_link(link_id: LinkId, edges: list[dict[str, Any]], words: dict[tuple[LinkId, str], Through]) -> Link:
    relation, source, target = link_id
    zones = [edge.get("zone", "") for edge in edges]
    through = tuple(
        replace(words.get((link_id, zone), Through(zone)), seen=_seen(edge))
        for zone, edge in zip(zones, edges, strict=True)
    )
    weight = sum(edge["count"] for edge in edges) if relation in COMPARED else edges[0]["lift_low"]
    return Link(source, target, relation, through, weight=weight)


def _seen(edge: dict[str, Any]) -> Seen:
    return Seen(
        edge["count"],
        edge.get("n", 0),
        share=_interval(edge, "share", "low", "high"),
        lift=_interval(edge, "lift", "lift_low", "lift_high"),
        per_use=edge.get("per_use"),
    )


def _interval(edge: dict[str, Any], value: str, low: str, high: str) -> Interval | None:
    return (edge[value], edge[low], edge[high]) if value in edge else None


# --- Sentences ---


# --- Measures of a deck ---


def overview(graph: nx.MultiDiGraph) -> list[str]:
    """Return the main facts about a deck, one sentence each.

    >>> for sentence in overview(graphs.declared("old-world"))[:2]:
    ...     print(sentence)
    “3 one for two” and Trader give most: each puts something where 5 other cards take it.
    Weaver depends most on others: it can take what 8 other cards put down.
    """
    frame = graphs.measures(graph)
    sentences = (
        *_most(frame, "feeds", "{} most: each puts something where {} it.", "give", "gives", "take"),
        *_most(frame, "needs", "{} most on others: each can take what {} down.", "depend", "depends", "put"),
        *_bridge(frame),
        *_groups(graph),
        *_zones(graph),
    )
    return list(sentences)


def _most(frame: pl.DataFrame, column: str, saying: str, several: str, one: str, verb: str) -> Iterator[str]:
    """Yield a sentence naming the cards with the highest value in a column, unless all are zero."""
    best = frame[column].max()
    if not isinstance(best, int) or not best:
        return
    cards = frame.filter(pl.col(column) == best)["card"].to_list()
    others = f"{plural(best, 'other card')} {verb}{'s' if best == 1 else ''}"
    if len(cards) == 1:
        saying = saying.replace("each ", "it ")
    yield saying.format(f"{listed(map(named, cards))} {several if len(cards) > 1 else one}", others)


def _bridge(frame: pl.DataFrame) -> Iterator[str]:
    best = frame.sort("bridge", "card", descending=[True, False]).row(0, named=True)
    if best["bridge"] > 0:
        yield f"Chains from card to card lead through {named(best['card'])} more often than through any other."


def _groups(graph: nx.MultiDiGraph) -> Iterator[str]:
    groups = graphs.communities(graph)
    for group in groups:
        if len(group) > 1:
            yield f"These work together: {listed(map(named, group))}."
    alone = [card for group in groups if len(group) == 1 for card in group]
    if alone:
        yield f"Isolated, neither fed nor feeding: {listed(map(named, alone))}."


def _zones(graph: nx.MultiDiGraph) -> Iterator[str]:
    """Yield sentences on zones that more abilities empty than fill, except supplies such as a deck."""
    supplies = [zone for zone, is_supply in graph.nodes(data="supply") if is_supply]
    frame = graphs.balance(graph).filter((pl.col("balance") < 0) & ~pl.col("zone").is_in(supplies))
    for zone, puts, takes, _ in frame.iter_rows():
        filled = f"{plural(puts, 'ability', 'abilities') if puts else 'No ability'} {'fill' if puts > 1 else 'fills'}"
        emptied = f"{'empties' if takes == 1 else 'empty'} {'them' if zone.endswith('s') else 'it'}"
        yield f"{filled} {zone_words(zone)}, {takes} {emptied}."


# --- Two decks ---


def differences(first: nx.MultiDiGraph, second: nx.MultiDiGraph, titles: tuple[str, str]) -> list[str]:
    """Return the changes from the first deck to the second, one sentence each.

    >>> differences(graphs.declared("old-world"), graphs.declared("old-world"), ("this", "that"))
    ['Both decks are alike: the same cards feed each other.']
    """
    found = graphs.compare(first, second)
    changed = found.figures.filter(pl.col("difference") != 0)
    if changed.is_empty() and not found.gone and not found.new:
        return ["Both decks are alike: the same cards feed each other."]
    one, two = titles
    rows = changed.iter_rows()
    figures = [f"{_figure(name)}: {before} in {one}, {after} in {two}." for name, before, after, _ in rows]
    return [
        f"{plural(len(found.gone), 'feeding pair')} only in {one}, {len(found.new)} only in {two}.",
        *figures,
    ]


def _figure(name: str) -> str:
    """Return the name of a figure for display."""
    balance, _, zone = name.partition("balance of ")
    return f"Net number of abilities that fill {zone_words(zone)}" if not balance else name.capitalize()


# --- Observed play ---


def seen_sentences(graph: nx.MultiDiGraph, links: Iterable[Link]) -> list[str]:
    """Return the findings from observed play, one sentence each. `links` come from `seen_over_said`."""
    links = list(links)
    return [
        f"{plural(graph.graph['games'], 'game')}, played by {listed(_bots(graph))}.",
        *_uses(graph),
        *_unseen(links),
    ]


def _bots(graph: nx.MultiDiGraph) -> list[str]:
    """Return each bot once, regardless of how many seats it has."""
    return list(dict.fromkeys(graph.graph["bots"].split(", ")))


def _uses(graph: nx.MultiDiGraph) -> Iterator[str]:
    uses = sorted(((data["uses"], card) for card, data in graph.nodes(data=True) if "uses" in data), reverse=True)
    if uses and uses[0][0]:
        yield f"Used most: {named(uses[0][1])}, {uses[0][0] / graph.graph['games']:.1f} times per game."
        never = [named(card) for count, card in uses if not count]
        if never:
            yield f"Never used: {', '.join(sorted(never))}."


def _unseen(links: list[Link]) -> Iterator[str]:
    feeds = [link for link in links if link.relation == "feeds"]
    unseen, undeclared = (sum(link.standing == standing for link in feeds) for standing in (FIRST, SECOND))
    declared = len(feeds) - undeclared
    yield f"Of {declared} feeding pairs that the cards declare, {unseen} never fed each other within a turn."
    if undeclared:
        yield f"{plural(undeclared, 'feeding pair')} seen that no card declares."


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

    @cached_property
    def codes(self) -> dict[str, str]:
        """Two characters for every node, different for all."""
        return codes(sorted(self.nodes, key=lambda name: (self.nodes[name].rank < 0, self.nodes[name].rank, name)))

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


@lru_cache(maxsize=16)
def _arranged(places: tuple[tuple[str, Point], ...], size: Point) -> Layout:
    return arranged(dict(places), size)


@lru_cache(maxsize=32)
def _declared(game: str, options: str) -> nx.MultiDiGraph:
    """Return a cached graph, which must not be modified."""
    wanted = loads(options)
    return gh.graphs.declared(wanted.pop("cards", None), game=game, **wanted)


# --- Filters and selection ---

WHOLE, HALF = (WIDTH, HEIGHT), (430.0, 430.0)  # sizes of one picture, and of each of two
_MANY = 40  # nodes, of which only those with a drawn link get a place

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
    moved: Mapping[str, Point] = field(default_factory=dict)  # nodes dragged elsewhere
    sector: Sector = field(default_factory=Sector)

    @cached_property
    def fitting(self) -> list[Link]:
        """All links that match the filters, strongest first."""
        return self.filter.fitting(self.decks.links, lambda card: self.decks.in_set(card, self.filter.card_set))

    @property
    def drawn(self) -> list[Link]:
        """The links that are drawn."""
        return self.fitting[: self.filter.strongest]

    @cached_property
    def layout(self) -> Layout:
        """The drawn nodes at their spots. Unless there are many, these do not depend on the links drawn."""
        ends = {end for link in self.drawn for end in (link.source, link.target)}
        names = self.decks.linked if len(self.decks.linked) <= _MANY else ends
        places = spread(graphs.layout(self.decks.whole.subgraph(names)))
        layout = _arranged(tuple(places.items()), HALF if self.two_pictures else WHOLE).moved(self.moved)
        return replace(layout, spots={name: spot for name, spot in layout.spots.items() if name in ends})

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
