"""From graphs of cards to links: parallel edges taken together, two decks or words and play laid over each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import networkx as nx

from guildhall import graphs

from ..render.graph.network_parts import BOTH, FIRST, SECOND, Ability, Interval, Link, LinkId, Node, Seen, Through

__all__ = ["links_of", "nodes_of", "overlay", "seen_links", "seen_over_said"]

COMPARED = ("feeds", "puts", "takes")  # what an opponent takes happens in another turn, where nobody looked


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
            also=data.get("also", ""),
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
    ours, tier = _stand_ins(graph), graph.graph.get("tier_word", "")
    return [_link(link_id, edges, ours, tier) for link_id, edges in _gathered(graph).items()]


def _gathered(graph: nx.MultiDiGraph) -> dict[LinkId, list[dict[str, Any]]]:
    """The data of all edges, those of one relation between two nodes together."""
    gathered: dict[LinkId, list[dict[str, Any]]] = {}
    for source, target, data in graph.edges(data=True):
        gathered.setdefault((data["relation"], source, target), []).append(data)
    return gathered


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


# --- What was seen at the table ---


def seen_links(graph: nx.MultiDiGraph, said: Iterable[Link]) -> list[Link]:
    """The links of an observed graph, with the sentences of the cards where they have some.

    What comes next more often than by chance is the stronger the higher its lift is at least, everything else the
    more often it was seen.
    """
    words = {(link.id, way.zone): way for link in said for way in link.through}
    return [_seen_link(link_id, edges, words) for link_id, edges in _gathered(graph).items()]


def seen_over_said(graph: nx.MultiDiGraph, said: Iterable[Link]) -> list[Link]:
    """The links of both: declared and seen, declared but never seen, seen but not declared."""
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
