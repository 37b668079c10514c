"""Links between cards, built from graphs, and sentences about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import networkx as nx
import polars as pl

from guildhall import graphs

from ..render.numbers import plural
from .network import (
    BOTH,
    FIRST,
    SECOND,
    Ability,
    Interval,
    Link,
    LinkId,
    Node,
    Seen,
    Through,
    listed,
    named,
    zone_words,
)

__all__ = [
    "differences",
    "links_of",
    "nodes_of",
    "overlay",
    "overview",
    "seen_links",
    "seen_over_said",
    "seen_sentences",
]

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
