"""From graphs of cards to what is drawn: parallel edges taken together, two decks laid over each other, filters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import networkx as nx

from guildhall import graphs

from ..render.graph.network_parts import BOTH, FIRST, SECOND, Ability, Link, LinkId, Node, Through

__all__ = ["KINDS", "Filter", "links_of", "nodes_of", "overlay"]

#: What a reader can ask to see, and the relations that show it.
KINDS: Mapping[str, tuple[str, ...]] = {
    "precedes": ("precedes",),
    "feeds": ("feeds",),
    "offers": ("offers",),
    "feeds and offers": ("feeds", "offers"),
    "zones": ("puts", "takes"),
    "all": ("feeds", "offers", "puts", "takes"),
}


def nodes_of(graph: nx.MultiDiGraph) -> dict[str, Node]:
    """The nodes of a graph by name.

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
        )
        for name, data in graph.nodes(data=True)
    }


def links_of(graph: nx.MultiDiGraph) -> list[Link]:
    """The edges of a graph, those of one relation between two nodes as one link; `weight` counts them.

    >>> from guildhall import graphs
    >>> found = {link.id: link for link in links_of(graphs.declared("old-world"))}
    >>> link = found["feeds", "Assassin", "Historian"]
    >>> link.weight, [line.tier for line in link.through[0].gives]
    (9, ['tier 0', 'tier 2', 'tier 4'])
    """
    ours, tier = _stand_ins(graph), graph.graph["tier_word"]
    gathered: dict[LinkId, list[dict[str, Any]]] = {}
    for source, target, data in graph.edges(data=True):
        gathered.setdefault((data["relation"], source, target), []).append(data)
    return [_link(link_id, edges, ours, tier) for link_id, edges in gathered.items()]


def _stand_ins(graph: nx.MultiDiGraph) -> set[tuple[str, str]]:
    """The abilities, as card and sentence, that are our own design."""
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
    """Where an edge keeps tier and sentence of the card that gives and of the card that takes."""
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
    """The links of both, each with its standing: in both, only in the first, only in the second.

    >>> [link.standing for link in overlay([Link("a", "b", "feeds")], [Link("b", "a", "feeds")])]
    ['first', 'second']
    """
    before, after = {link.id: link for link in first}, {link.id: link for link in second}
    old = [replace(link, standing=BOTH if link.id in after else FIRST) for link in before.values()]
    return old + [replace(link, standing=SECOND) for link_id, link in after.items() if link_id not in before]


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
