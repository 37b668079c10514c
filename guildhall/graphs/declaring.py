"""The interactions that the cards themselves declare: abilities that put things where others take them.

Nodes are cards and zones, and edges have a `relation`:

- `puts`, from a card to a zone, and `takes`, from a zone to a card: the effects of one ability
- `feeds`, from card to card: the same player can take with the second what the first puts somewhere
- `offers`, from card to card: an opponent can take with the second what the first puts somewhere

A zone shared by everybody, like the discard pile, feeds all players.

Graphs are exported as JSON, in the node-link form of networkx and d3, and as GraphML for Gephi, yEd and igraph.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import product
from typing import Any, Final, NamedTuple

import networkx as nx

from guildhall.core import files
from guildhall.core.errors import BadRecord, short
from guildhall.core.interactions import Ability, CardNode, Interactions, Zone
from guildhall.games import read_own_files, registration

__all__ = [
    "FEEDS",
    "OFFERS",
    "PRECEDES",
    "PUTS",
    "TAKES",
    "Edge",
    "aligned",
    "cards_of",
    "declared",
    "from_json",
    "group_of",
    "links",
    "names_of",
    "nodes_of",
    "to_json",
    "write_graphml",
    "zones_of",
]


PUTS: Final = "puts"
TAKES: Final = "takes"
FEEDS: Final = "feeds"
OFFERS: Final = "offers"
PRECEDES: Final = "precedes"  # observed only, never declared

ZONE: Final = "zone"


class Edge(NamedTuple):
    """An edge to add. Its first three fields identify it and define the order."""

    source: str
    target: str
    key: str
    data: dict[str, Any]


class Spot(NamedTuple):
    """One ability of one card."""

    card: str
    ability: Ability

    @property
    def label(self) -> str:
        """The card and its tier, if it has tiers."""
        return self.card if self.ability.tier is None else f"{self.card} {self.ability.tier}"


def declared(cards: Any = None, *, game: str = "guildhall", **options: Any) -> nx.MultiDiGraph:
    """Return the graph of interactions that the cards of a deck declare.

    Parameters
    ----------
    cards : str or list of str
        The cards of a new game: a set or a deck, or in Guildhall a list of sets or professions.
        The default is that of the game.
    game : str
        The game the cards belong to.
    **options
        Further options of a new game, such as ``masters=True``, ``houses=True`` or ``saga="mega"``.

    Returns
    -------
    networkx.MultiDiGraph
        Nodes have a ``kind`` and, if they apply, ``archetype`` (under the game's name for groups of cards),
        ``provenance``, ``set``, ``text``, ``owner`` and ``supply``.
        Edges have a ``relation``, a ``zone``, tier numbers and the sentences of the abilities.
        Nodes and edges are sorted, so the same deck gives the same graph everywhere.

    Examples
    --------
    >>> graph = declared("old-world")
    >>> [data["zone"] for _, _, data in graph.out_edges("Dancer", data=True) if data["relation"] == "feeds"]
    ['my hand', 'my hand', 'my hand', 'my hand']
    >>> graph.nodes["Dancer"]["archetype"], graph.nodes["discard pile"]["owner"]
    ('Priest', 'everybody')
    """
    given = read_own_files(game, options)
    source = registration(game).make_interactions(**given if cards is None else {"cards": cards, **given})
    graph = nodes_of(game, source)
    pairs = zip(names_of(source), source.cards, strict=True)
    spots = [Spot(name, ability) for name, card in pairs for ability in card.abilities]
    graph.add_edges_from(sorted([*_touches(spots), *_meetings(spots, source.zones)]))
    return graph


def nodes_of(game: str, source: Interactions) -> nx.MultiDiGraph:
    """Return the graph of a deck without edges: its cards and the zones of its game."""
    graph = nx.MultiDiGraph(**_about(game, source))
    cards = [_card_node(name, card, source.group) for name, card in zip(names_of(source), source.cards, strict=True)]
    graph.add_nodes_from(sorted([*map(_zone_node, source.zones), *cards]))
    return graph


def cards_of(graph: nx.MultiDiGraph) -> list[str]:
    """Return the cards of a graph in its order.

    Examples
    --------
    >>> cards_of(declared("old-world"))[-3:]
    ['Historian', 'Trader', 'Weaver']
    """
    return [node for node, kind in graph.nodes(data="kind") if kind != ZONE]


def zones_of(graph: nx.MultiDiGraph) -> list[str]:
    """Return the zones of a graph in its order.

    Examples
    --------
    >>> zones_of(declared("old-world"))[:3]
    ['another area', 'another hall', 'another hand']
    """
    return [node for node, kind in graph.nodes(data="kind") if kind == ZONE]


def aligned(first: nx.MultiDiGraph, second: nx.MultiDiGraph) -> nx.MultiDiGraph:
    """Return the second graph with the first one's names for the cards that both have.

    One card has two names where sets show it differently: the Weaver of Old World is Fellowship's Monk.
    Such a node keeps its name in the second graph as `also`.

    Examples
    --------
    >>> renamed = aligned(declared("old-world"), declared("fellowship"))
    >>> renamed.nodes["Weaver"]["also"], "Monk" in renamed
    ('Monk', False)
    """
    shown = {first.nodes[name].get("card", name): name for name in cards_of(first)}
    own = {name: second.nodes[name].get("card", name) for name in cards_of(second)}
    names = {name: shown[card] for name, card in own.items() if shown.get(card, name) != name}
    renamed: nx.MultiDiGraph = nx.relabel_nodes(second, names)
    for also, name in names.items():
        renamed.nodes[name]["also"] = also
    return renamed


def links(graph: nx.MultiDiGraph, relation: str) -> dict[tuple[str, str], int]:
    """Return the pairs of nodes between which a relation holds, each with its number of edges.

    Examples
    --------
    >>> links(declared("old-world"), "feeds")["Assassin", "Historian"]
    9
    """
    pairs: dict[tuple[str, str], int] = {}
    for source, target, found in graph.edges(data="relation"):
        if found == relation:
            pairs[source, target] = pairs.get((source, target), 0) + 1
    return pairs


def group_of(graph: nx.MultiDiGraph) -> str:
    """Return the attribute in which the cards of a graph have their groups.

    Examples
    --------
    >>> group_of(declared("old-world"))
    'archetype'
    """
    return str(graph.graph.get("group_word", "group"))


def _about(game: str, source: Interactions) -> dict[str, Any]:
    about = {
        "game": game,
        "name": source.name,
        "stand_ins": ", ".join(source.stand_ins),
        "kinds": ", ".join(source.kinds),
        "outer_kinds": ", ".join(source.outer),
        "group_word": source.group,
        "tier_word": source.tier,
    }
    return _filled(about)


def _filled(attributes: dict[str, Any]) -> dict[str, Any]:
    """Drop empty attributes, since GraphML cannot distinguish an empty text from a missing one."""
    return {name: value for name, value in attributes.items() if value is not None and value != ""}


def names_of(source: Interactions) -> list[str]:
    """Return a unique name for every card, even if a custom card shares its name with a zone or another card."""
    taken = {zone.name for zone in source.zones}
    names: list[str] = []
    for card in source.cards:
        name = card.name
        while name in taken:
            name = f"{name} ({card.kind})"
        taken.add(name)
        names.append(name)
    return names


def _zone_node(zone: Zone) -> tuple[str, dict[str, Any]]:
    return zone.name, _filled({"kind": ZONE, "owner": zone.owner, "supply": zone.supply or None})


def _card_node(name: str, card: CardNode, group: str) -> tuple[str, dict[str, Any]]:
    attributes = {
        "kind": card.kind,
        group: card.group,
        "provenance": card.provenance,
        "set": ", ".join(card.sets),
        "text": card.text,
        "card": card.card,
    }
    return name, _filled(attributes)


def _touches(spots: Iterable[Spot]) -> Iterator[Edge]:
    """Iterate over the edges between cards and zones."""
    for spot in spots:
        for zone in spot.ability.puts:
            yield Edge(spot.card, zone, f"{spot.label} puts to {zone}", _touch(PUTS, spot, zone))
        for zone in spot.ability.takes:
            yield Edge(zone, spot.card, f"{spot.label} takes from {zone}", _touch(TAKES, spot, zone))


def _touch(relation: str, spot: Spot, zone: str) -> dict[str, Any]:
    tier, sentence, stand_in = spot.ability.tier, spot.ability.sentence, spot.ability.stand_in
    return _filled({"relation": relation, "zone": zone, "tier": tier, "sentence": sentence, "stand_in": stand_in})


def _meetings(spots: Iterable[Spot], zones: Iterable[Zone]) -> Iterator[Edge]:
    """Iterate over the edges between two different cards. Copies of one card show in its edges to zones."""
    facing = {zone.name: zone.facing for zone in zones}
    for giver, taker in product(tuple(spots), repeat=2):
        if giver.card == taker.card:
            continue
        for zone in giver.ability.puts:
            if zone in taker.ability.takes:
                yield _meeting(FEEDS, giver, taker, zone, taken_from=zone)
            if facing[zone] in taker.ability.takes:
                yield _meeting(OFFERS, giver, taker, zone, taken_from=facing[zone])


def _meeting(relation: str, giver: Spot, taker: Spot, zone: str, *, taken_from: str) -> Edge:
    data = {
        "relation": relation,
        "zone": zone,  # as seen by the giver
        "taken_from": taken_from,  # as seen by the taker
        "put_tier": giver.ability.tier,
        "take_tier": taker.ability.tier,
        "puts": giver.ability.sentence,
        "takes": taker.ability.sentence,
        "stand_in": giver.ability.stand_in or taker.ability.stand_in,
    }
    key = f"{giver.label} {relation} {taker.label} through {zone}"
    return Edge(giver.card, taker.card, key, _filled(data))


# --- Files ---


def to_json(graph: nx.MultiDiGraph) -> str:
    """Return a graph as one JSON document. The same graph gives the same text.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        Any graph whose attributes JSON can hold.

    Returns
    -------
    str
        An object with `nodes` (`id` and attributes), `edges` (`source`, `target`, `key` and attributes) and `graph`.

    Examples
    --------
    >>> from guildhall.graphs.declaring import declared
    >>> to_json(declared("old-world"))[:36]
    '{"directed":true,"multigraph":true,"'
    """
    return json.dumps(nx.node_link_data(graph, edges="edges"), ensure_ascii=False, separators=(",", ":"))


def from_json(text: str) -> nx.MultiDiGraph:
    """Return the graph that `to_json` wrote, or raise BadRecord.

    Parameters
    ----------
    text : str
        A JSON document in node-link form.

    Returns
    -------
    networkx.MultiDiGraph
        The graph with its attributes, in the order of the document.

    Examples
    --------
    >>> from guildhall.graphs.declaring import declared
    >>> graph = declared("old-world")
    >>> list(from_json(to_json(graph)).edges(keys=True, data=True)) == list(graph.edges(keys=True, data=True))
    True
    >>> from_json("[]")
    Traceback (most recent call last):
    guildhall.core.errors.BadRecord: not a graph of cards: it needs "directed", "multigraph", "nodes" and "edges"
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"not JSON: {error}") from None
    if not _is_node_link(data):
        raise BadRecord('not a graph of cards: it needs "directed", "multigraph", "nodes" and "edges"')
    try:
        graph = nx.node_link_graph(data, edges="edges")
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise BadRecord(f"not a graph of cards: a node or an edge is damaged ({error})") from None
    _check_attributes(graph)
    return graph


def write_graphml(graph: nx.MultiDiGraph, path: str | os.PathLike[str]) -> None:
    """Write a graph as GraphML, atomically, compressed if the name ends in `.gz`.

    To read it back, call ``networkx.read_graphml(path, force_multigraph=True)``.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        A graph whose attributes are texts, numbers and truth values, as `declared` and `observed` make it.
    path : str or path
        The file. An existing one is replaced once the new one is complete.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from guildhall.graphs.declaring import declared
    >>> with TemporaryDirectory() as folder:
    ...     write_graphml(declared("old-world"), f"{folder}/old-world.graphml")
    ...     len(nx.read_graphml(f"{folder}/old-world.graphml", force_multigraph=True))
    26
    """
    buffer = BytesIO()
    nx.write_graphml_xml(graph, buffer, named_key_ids=True)
    files.write(path, buffer.getvalue())


def _is_node_link(data: Any) -> bool:
    """True if the data has the outer form of a directed graph with parallel edges."""
    if not isinstance(data, dict) or not all(isinstance(data.get(part), list) for part in ("nodes", "edges")):
        return False
    return data.get("directed") is True and data.get("multigraph") is True


def _check_attributes(graph: nx.MultiDiGraph) -> None:
    """Raise an error for nodes and edges that the measures cannot read.

    Examples are a node without kind, such as one that only an edge names, or an edge without attributes.
    """
    for node, kind in graph.nodes(data="kind"):
        if kind is None:
            raise BadRecord(f"not a graph of cards: the node {short(node)} has no kind")
    for _, _, key, data in graph.edges(keys=True, data=True):
        if "relation" not in data or ("zone" not in data and data["relation"] != PRECEDES):
            raise BadRecord(f"not a graph of cards: the edge {short(key)} needs a relation and a zone")
