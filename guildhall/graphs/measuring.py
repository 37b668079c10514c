"""Measures of a graph for players, and the layout of its nodes for a drawing.

The measures show which cards serve others, what fills and empties a zone, and which cards belong together. All numbers
come from the texts of the cards, not from how often something happens in play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any, Final

import networkx as nx
import polars as pl

from guildhall.graphs.declaring import FEEDS, OFFERS, PUTS, TAKES, ZONE, aligned, cards_of, group_of, links, zones_of

__all__ = ["Comparison", "balance", "communities", "compare", "layout", "measures"]


# --- Measures ---


MEASURES: Final = {
    "feeds": pl.Int64,  # other cards with which the same player can take what this one puts
    "needs": pl.Int64,  # other cards that put something where this one takes it
    "offers": pl.Int64,  # cards with which an opponent can take what this one puts
    "profits": pl.Int64,  # cards of an opponent that put something where this one takes it
    "bridge": pl.Float64,  # share of the shortest feeding chains between two other cards that pass through this one
    "community": pl.Int64,  # index into `communities`
}
BALANCE: Final = {"zone": pl.String, "puts": pl.Int64, "takes": pl.Int64, "balance": pl.Int64}
FIGURES: Final = {"figure": pl.String, "first": pl.Int64, "second": pl.Int64, "difference": pl.Int64}

Pairs = Mapping[tuple[str, str], int]


@dataclass(frozen=True)
class Comparison:
    """Two decks side by side, with feeding pairs that only the first (`gone`) or only the second (`new`) has."""

    figures: pl.DataFrame
    gone: tuple[tuple[str, str], ...]
    new: tuple[tuple[str, str], ...]


def measures(graph: nx.MultiDiGraph) -> pl.DataFrame:
    """Return a row for each card, with the number of cards it serves and needs.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        A graph of cards and zones, as `declared` makes it.

    Returns
    -------
    polars.DataFrame
        Columns `card`, `kind`, `archetype` (what the game calls its groups), `feeds`, `needs`, `offers`, `profits`,
        `bridge` and `community`.

    Examples
    --------
    >>> from guildhall.graphs.declaring import declared
    >>> frame = measures(declared("old-world"))
    >>> frame.filter(card="Dancer").select("feeds", "needs").row(0)
    (2, 0)
    """
    feeds, offers = links(graph, FEEDS), links(graph, OFFERS)
    bridges = nx.betweenness_centrality(_simple(graph))
    homes = {card: number for number, group in enumerate(communities(graph)) for card in group}
    group_word = group_of(graph)
    rows = [
        (
            card,
            graph.nodes[card]["kind"],
            graph.nodes[card].get(group_word),
            _served(feeds, card),
            _serving(feeds, card),
            _served(offers, card),
            _serving(offers, card),
            bridges[card],
            homes[card],
        )
        for card in cards_of(graph)
    ]
    named = dict.fromkeys(("card", "kind", group_word), pl.String())
    return pl.DataFrame(rows, schema={**named, **MEASURES}, orient="row")


def balance(graph: nx.MultiDiGraph) -> pl.DataFrame:
    """Return for each zone how many abilities put something there and how many take something away.

    A swap does both, so it does not change the balance.
    A discard pile with a balance below zero starves the cards that live on it.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        A graph of cards and zones, as `declared` makes it.

    Returns
    -------
    polars.DataFrame
        Columns `zone`, `puts`, `takes` and `balance`.

    Examples
    --------
    >>> from guildhall.graphs.declaring import declared
    >>> balance(declared("old-world")).filter(zone="discard pile").row(0)
    ('discard pile', 3, 3, 0)
    """
    puts, takes = _by_zone(graph, PUTS), _by_zone(graph, TAKES)
    rows = [(zone, puts[zone], takes[zone], puts[zone] - takes[zone]) for zone in zones_of(graph)]
    return pl.DataFrame(rows, schema=BALANCE, orient="row")


def communities(graph: nx.MultiDiGraph) -> tuple[tuple[str, ...], ...]:
    """Return groups of cards that feed each other more than they feed the rest, the largest first.

    A card that neither feeds nor needs another forms a group by itself.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        A graph of cards and zones, as `declared` makes it.

    Returns
    -------
    tuple of tuples of str
        The cards of each group by name.

    Examples
    --------
    >>> from guildhall.graphs.declaring import declared
    >>> [group for group in communities(declared("old-world")) if "Farmer" in group]
    [('Farmer',)]
    """
    cards = cards_of(graph)
    numbered = _numbered(cards, links(graph, FEEDS))
    if not numbered.number_of_edges():
        return tuple((card,) for card in cards)
    groups = nx.community.greedy_modularity_communities(numbered, weight="weight")
    named = [tuple(cards[number] for number in sorted(group)) for group in groups]
    return tuple(sorted(named, key=lambda group: (-len(group), group)))


def compare(first: nx.MultiDiGraph, second: nx.MultiDiGraph) -> Comparison:
    """Return the figures of two decks side by side, and the feeding pairs that differ.

    A card that the two show by different names has its name in the first.

    Parameters
    ----------
    first, second : networkx.MultiDiGraph
        Graphs of cards and zones, as `declared` makes them.

    Returns
    -------
    Comparison
        `figures` (a polars.DataFrame with columns `figure`, `first`, `second`, `difference`), `gone` and `new`.

    Examples
    --------
    >>> from guildhall.graphs.declaring import declared
    >>> comparison = compare(declared(["Monk", "Marshal", "Fighter"]), declared(["Monk", "Cleric", "Fighter"]))
    >>> ("Cleric", "Monk") in comparison.new
    True
    """
    second = aligned(first, second)
    left, right = _figures(first), _figures(second)
    rows = [(name, *_side_by_side(left.get(name, 0), right.get(name, 0))) for name in left | right]
    before, after = links(first, FEEDS), links(second, FEEDS)
    return Comparison(
        figures=pl.DataFrame(rows, schema=FIGURES, orient="row"),
        gone=tuple(sorted(before.keys() - after.keys())),
        new=tuple(sorted(after.keys() - before.keys())),
    )


def _side_by_side(first: int, second: int) -> tuple[int, int, int]:
    return first, second, second - first


def _figures(graph: nx.MultiDiGraph) -> dict[str, int]:
    whole = {
        "cards": len(cards_of(graph)),
        "feeding pairs": len(links(graph, FEEDS)),
        "offering pairs": len(links(graph, OFFERS)),
        "communities": sum(len(group) > 1 for group in communities(graph)),
    }
    return whole | {f"balance of {zone}": left for zone, left in balance(graph).select("zone", "balance").iter_rows()}


def _served(pairs: Pairs, card: str) -> int:
    return sum(giver == card for giver, _ in pairs)


def _serving(pairs: Pairs, card: str) -> int:
    return sum(taker == card for _, taker in pairs)


def _by_zone(graph: nx.MultiDiGraph, relation: str) -> dict[str, int]:
    counts = dict.fromkeys(zones_of(graph), 0)
    for _, _, data in graph.edges(data=True):
        if data["relation"] == relation:
            counts[data["zone"]] += 1
    return counts


def _simple(graph: nx.MultiDiGraph) -> nx.DiGraph:
    """Return only the feeding pairs, one edge each."""
    simple = nx.DiGraph()
    simple.add_nodes_from(cards_of(graph))
    simple.add_edges_from(links(graph, FEEDS))
    return simple


def _numbered(cards: Iterable[str], pairs: Pairs) -> nx.Graph:
    """Return the pairs without direction and with numbers for names, since sets of numbers iterate in a fixed order."""
    number = {card: index for index, card in enumerate(cards)}
    undirected = nx.Graph()
    undirected.add_nodes_from(number.values())
    for (giver, taker), count in pairs.items():
        weight = undirected.get_edge_data(number[giver], number[taker], {"weight": 0})["weight"]
        undirected.add_edge(number[giver], number[taker], weight=weight + count)
    return undirected


# --- Layout: rings around the middle of the table ---
# Positions depend only on names and kinds, so a deck looks the same everywhere, whatever its edges.


INNER: Final = 0.4  # zones
MIDDLE: Final = 0.75  # cards played from hand
OUTER: Final = 1.0  # all other cards
OWNERS: Final = ("you", "everybody", "another player")
DIGITS: Final = 6  # the last digits of sines differ between machines


def layout(graph: nx.MultiDiGraph) -> dict[str, tuple[float, float]]:
    """Return a position for every node: zones on an inner ring, played cards group by group around it, others outside.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        A graph of cards and zones, as `declared` makes it.

    Returns
    -------
    dict
        For each node x and y, from -1 to 1. y points up, and each ring begins at the top, going clockwise.

    Examples
    --------
    >>> from guildhall.graphs.declaring import declared
    >>> places = layout(declared("old-world"))
    >>> places["Trader"], places["my VP tokens"]
    ((0.0, 0.75), (0.0, 0.4))
    """
    radii = {ZONE: INNER, **dict.fromkeys(graph.graph.get("outer_kinds", "").split(", "), OUTER)}
    rings: dict[float, list[str]] = {INNER: [], MIDDLE: [], OUTER: []}
    for node, data in graph.nodes(data=True):
        rings[radii.get(data.get("kind"), MIDDLE)].append(node)
    group = group_of(graph)
    places: dict[str, tuple[float, float]] = {}
    for radius, ring in rings.items():
        places |= _ring(sorted(ring, key=lambda node: _rank(node, graph.nodes[node], group)), radius)
    return {node: places[node] for node in graph}


def _rank(node: str, data: dict[str, Any], group: str) -> tuple[int, str, str, str]:
    """Sort zones by owner, so that both sides of the table are opposite, and cards by group, kind and name."""
    owner = OWNERS.index(data["owner"]) if data.get("owner") in OWNERS else len(OWNERS)
    return owner, data.get(group, ""), data.get("kind", ""), node


def _ring(nodes: Sequence[str], radius: float) -> dict[str, tuple[float, float]]:
    return {node: _place(radius, index / len(nodes)) for index, node in enumerate(nodes)}


def _place(radius: float, turn: float) -> tuple[float, float]:
    x, y = radius * sin(2 * pi * turn), radius * cos(2 * pi * turn)
    return round(x, DIGITS) + 0.0, round(y, DIGITS) + 0.0  # adding 0.0 turns -0.0 into 0.0
