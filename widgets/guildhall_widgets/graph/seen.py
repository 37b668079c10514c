"""What was seen at the table: as links, laid over what the cards say, and in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import networkx as nx

from ..render.graph.network_parts import (
    BOTH,
    FIRST,
    SECOND,
    Interval,
    Link,
    LinkId,
    Seen,
    Through,
    listed,
    named,
)
from ..render.numbers import plural

__all__ = ["seen_links", "seen_over_said", "seen_sentences"]

COMPARED = ("feeds", "puts", "takes")  # what an opponent takes happens in another turn, where nobody looked


def seen_links(graph: nx.MultiDiGraph, said: Iterable[Link]) -> list[Link]:
    """The links of an observed graph, with the sentences of the cards where they have some.

    What comes next more often than by chance is the stronger the higher its lift is at least, everything else the
    more often it was seen.
    """
    words = {(link.id, way.zone): way for link in said for way in link.through}
    gathered: dict[LinkId, list[dict[str, Any]]] = {}
    for source, target, data in graph.edges(data=True):
        gathered.setdefault((data["relation"], source, target), []).append(data)
    return [_link(link_id, edges, words) for link_id, edges in gathered.items()]


def seen_over_said(graph: nx.MultiDiGraph, said: Iterable[Link]) -> list[Link]:
    """The links of both: declared and seen, declared but never seen, seen but not declared."""
    declared = {link.id: link for link in said if link.relation in COMPARED}
    seen = {link.id: link for link in seen_links(graph, declared.values()) if link.relation in COMPARED}
    met = [replace(link, standing=BOTH if link_id in declared else SECOND) for link_id, link in seen.items()]
    unseen = [link for link_id, link in declared.items() if link_id not in seen]
    return met + [replace(link, standing=FIRST, weight=0.0) for link in unseen]


def _link(link_id: LinkId, edges: list[dict[str, Any]], words: dict[tuple[LinkId, str], Through]) -> Link:
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


def seen_sentences(graph: nx.MultiDiGraph, links: Iterable[Link]) -> list[str]:
    """What play shows, a sentence each; `links` are those of `seen_over_said`."""
    links = list(links)
    return [
        f"{plural(graph.graph['games'], 'game')}, played by {listed(_bots(graph))}.",
        *_uses(graph),
        *_unseen(links),
    ]


def _bots(graph: nx.MultiDiGraph) -> list[str]:
    """Each bot once, however many seats it has."""
    return list(dict.fromkeys(graph.graph["bots"].split(", ")))


def _uses(graph: nx.MultiDiGraph) -> Iterator[str]:
    uses = sorted(((data["uses"], card) for card, data in graph.nodes(data=True) if "uses" in data), reverse=True)
    if uses and uses[0][0]:
        yield f"Used most: {named(uses[0][1])}, {uses[0][0] / graph.graph['games']:.1f} times a game."
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
