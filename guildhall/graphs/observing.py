"""The interactions that simulated games show: what really followed what, and what one card really left to another.

Nodes are those of `declared`, so that both graphs can be laid over each other; edges carry their `relation`:

- `precedes`, from card to card: in a turn, the second was the next ability to be used after the first;
- `feeds`, from card to card: the second took, in the same turn, what the first had put there;
- `puts`, from a card to a zone, and `takes`, from a zone to a card: what abilities moved.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import networkx as nx
import polars as pl

from guildhall.core.errors import BadSetup, short
from guildhall.core.interactions import Interactions
from guildhall.games import registration
from guildhall.graphs.declared import FEEDS, PRECEDES, PUTS, TAKES, Edge, cards_of, names_of, nodes_of, zones_of
from guildhall.graphs.tallies import Tallies
from guildhall.graphs.trails import Reader
from guildhall.simulate.simulation import Simulation

__all__ = ["in_play", "observed"]

BLOCK: Final = 500  # games looked at together; enough for polars to be quick, few enough for any memory

IN_PLAY: Final = {
    "source": pl.String,
    "target": pl.String,
    "relation": pl.String,
    "zone": pl.String,
    "declared": pl.Int64,  # edges of the declared graph, one for each pair of tiers
    "count": pl.Int64,  # times it was seen
}


def observed(sim: Simulation) -> nx.MultiDiGraph:
    """Return the graph of what followed what in simulated games, within a turn.

    A *use* is a tier that was chosen, a set that was played or an ability that was used; a card played without effect
    is none.
    The lift of a `precedes` edge compares with chance, and chance means here: after this card the next use falls on
    each card as often as it does after any card, in the same games by the same bots.
    A lift of 2 says that the second card comes next twice as often as usual; it does not say why.

    Parameters
    ----------
    sim : Simulation
        Simulated games with events: ``gh.simulate(..., events=True)``, in memory or in a directory.
        They are read in blocks, so a run may be larger than the memory.

    Returns
    -------
    networkx.MultiDiGraph
        Nodes as in ``declared``, cards with their number of ``uses`` besides.
        Every edge has a ``relation`` and a ``count``.
        ``precedes``: ``n`` (uses of the first with another one after it), ``share`` of them with ``low`` and ``high``,
        ``expected`` (the count by chance), ``lift`` with ``lift_low`` and ``lift_high``.
        ``feeds``: ``zone``, ``n`` (uses of the first), ``share`` of them that fed the second with ``low`` and ``high``.
        ``puts`` and ``takes``: ``zone`` and ``per_use``.
        Intervals are 95 %: Wilson's for shares, a log-ratio interval for lifts, both as wide as the spread between
        games asks for.

    Examples
    --------
    >>> from guildhall.simulate import simulate
    >>> graph = observed(simulate(players=2, games=20, seed=1, events=True))
    >>> edge = graph.edges["Dancer", "Weaver", "Dancer precedes Weaver"]
    >>> edge["count"] > 0, edge["lift_low"] < edge["lift"] < edge["lift_high"]
    (True, True)
    """
    if not isinstance(sim, Simulation):
        raise BadSetup(f"what was observed comes from a simulation, gh.simulate(…, events=True), not from {short(sim)}")
    events = sim.scan("events")
    source = registration(sim.rules.game).make_interactions(**sim.rules.setup)
    graph = nodes_of(sim.rules.game, source)
    tallies = Tallies(cards_of(graph), zones_of(graph))
    reader = Reader(source.trail, _nodes_by_word(source), source.zones)
    for block in _blocks(sim):
        tallies.add(reader.read(events.filter(block)))
    graph.graph["games"] = len(sim)
    graph.graph["bots"] = ", ".join(bot if isinstance(bot, str) else "own weights" for bot in sim.bots)
    nx.set_node_attributes(graph, dict(zip(tallies.cards, tallies.uses.tolist(), strict=True)), "uses")
    graph.add_edges_from(sorted([*_precedes(tallies), *_feeds(tallies), *_puts(tallies), *_takes(tallies)]))
    return graph


def in_play(declared: nx.MultiDiGraph, observed: nx.MultiDiGraph) -> pl.DataFrame:
    """Return what two graphs of one deck say of each interaction: what the cards declare, and what was seen.

    Compared are `feeds`, `puts` and `takes`.
    What an opponent takes (`offers`) happens in another turn, where `observed` does not look.

    Parameters
    ----------
    declared, observed : networkx.MultiDiGraph
        Graphs of the same cards, as `declared` and `observed` make them.

    Returns
    -------
    polars.DataFrame
        Columns `source`, `target`, `relation`, `zone`, `declared` (edges, one for each pair of tiers) and `count`.
        A row with a count of 0 was never used; one with 0 in `declared` was seen though no card says so.

    Examples
    --------
    >>> from guildhall.graphs.declared import declared
    >>> from guildhall.simulate import simulate
    >>> frame = in_play(declared("old-world"), observed(simulate(games=20, seed=1, events=True)))
    >>> frame.filter(declared=0).height
    0
    """
    counts: dict[tuple[str, str, str, str], list[int]] = {}
    for column, graph in enumerate((declared, observed)):
        for source, target, data in graph.edges(data=True):
            if data["relation"] in (FEEDS, PUTS, TAKES):
                row = counts.setdefault((source, target, data["relation"], data["zone"]), [0, 0])
                row[column] += data.get("count", 1)
    rows = [(*edge, *numbers) for edge, numbers in sorted(counts.items())]
    return pl.DataFrame(rows, schema=IN_PLAY, orient="row")


def _nodes_by_word(source: Interactions) -> dict[str, str]:
    """The node of every word that events have for a card."""
    nodes = zip(source.cards, names_of(source), strict=True)
    return {word: node for card, node in nodes for word in card.copies or (card.name,)}


def _blocks(sim: Simulation) -> Iterator[pl.Expr]:
    """What tells the games of each block from the others."""
    games = sum(max(sim.store.parts(), default=(0, 0)))
    for first in range(0, games, BLOCK):
        yield pl.col("game").is_between(first, first + BLOCK - 1)


def _precedes(tallies: Tallies) -> Iterator[Edge]:
    for row in tallies.successions().iter_rows(named=True):
        first, second = row.pop("first"), row.pop("second")
        yield Edge(first, second, f"{first} {PRECEDES} {second}", {"relation": PRECEDES, **row})


def _feeds(tallies: Tallies) -> Iterator[Edge]:
    for row in tallies.fed().iter_rows(named=True):
        giver, taker, zone = row.pop("giver"), row.pop("taker"), row["zone"]
        yield Edge(giver, taker, f"{giver} {FEEDS} {taker} through {zone}", {"relation": FEEDS, **row})


def _puts(tallies: Tallies) -> Iterator[Edge]:
    for card, zone, data in _moved(tallies, PUTS):
        yield Edge(card, zone, f"{card} {PUTS} to {zone}", data)


def _takes(tallies: Tallies) -> Iterator[Edge]:
    for card, zone, data in _moved(tallies, TAKES):
        yield Edge(zone, card, f"{card} {TAKES} from {zone}", data)


def _moved(tallies: Tallies, relation: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for card, zone, n, uses in tallies.moved(relation).iter_rows():
        yield card, zone, {"relation": relation, "zone": zone, "count": n, "per_use": n / uses}
