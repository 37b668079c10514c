"""Where to draw the nodes: rings around the middle of the table.

Places depend on names and kinds alone, so a deck looks the same everywhere, whatever its edges or the program's run.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Any, Final

import networkx as nx

from guildhall.graphs.declared import ZONE, group_of

__all__ = ["layout"]

INNER: Final = 0.4  # zones
MIDDLE: Final = 0.75  # cards that are played from hand
OUTER: Final = 1.0  # all other cards
OWNERS: Final = ("you", "everybody", "another player")
DIGITS: Final = 6  # sines differ in their last digits from machine to machine


def layout(graph: nx.MultiDiGraph) -> dict[str, tuple[float, float]]:
    """Return a place for every node: zones on an inner ring, played cards group by group around it, others outside.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        A graph of cards and zones, as `declared` makes it.

    Returns
    -------
    dict
        For each node x and y, from -1 to 1; y points up and each ring begins at the top, going clockwise.

    Examples
    --------
    >>> from guildhall.graphs.declared import declared
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
    """Zones by owner, so that both sides of the table lie opposite; cards by group, then by kind and name."""
    owner = OWNERS.index(data["owner"]) if data.get("owner") in OWNERS else len(OWNERS)
    return owner, data.get(group, ""), data.get("kind", ""), node


def _ring(nodes: Sequence[str], radius: float) -> dict[str, tuple[float, float]]:
    return {node: _place(radius, index / len(nodes)) for index, node in enumerate(nodes)}


def _place(radius: float, turn: float) -> tuple[float, float]:
    x, y = radius * sin(2 * pi * turn), radius * cos(2 * pi * turn)
    return round(x, DIGITS) + 0.0, round(y, DIGITS) + 0.0  # adding 0.0 makes -0.0 plain
