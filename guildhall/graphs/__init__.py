"""How cards act on each other, as networkx graphs.

>>> from guildhall import graphs
>>> graph = graphs.declared("old-world")
>>> edge = graph.edges["Assassin", "Historian", "Assassin 0 feeds Historian 2 through discard pile"]
>>> print(edge["puts"], edge["takes"], sep="\\n")
Discard 1 card from another player's guildhall.
Put 1 card from the discard pile into your guildhall. No duplicates.
"""

from __future__ import annotations

from guildhall.graphs.declared import cards_of, declared, links, zones_of
from guildhall.graphs.export import from_json, to_json, write_graphml
from guildhall.graphs.layout import layout
from guildhall.graphs.measures import Comparison, balance, communities, compare, measures

__all__ = [
    "Comparison",
    "balance",
    "cards_of",
    "communities",
    "compare",
    "declared",
    "from_json",
    "layout",
    "links",
    "measures",
    "to_json",
    "write_graphml",
    "zones_of",
]
