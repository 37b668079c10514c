"""Card interactions as networkx graphs.

>>> from guildhall import graphs
>>> graph = graphs.declared("old-world")
>>> edge = graph.edges["Assassin", "Historian", "Assassin 0 feeds Historian 2 through discard pile"]
>>> print(edge["puts"], edge["takes"], sep="\\n")
Discard 1 card from another player's guildhall.
Put 1 card from the discard pile into your guildhall. No duplicates.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from guildhall.graphs.declaring import (
    aligned,
    cards_of,
    declared,
    from_json,
    group_of,
    links,
    to_json,
    write_graphml,
    zones_of,
)
from guildhall.graphs.measuring import Comparison, balance, communities, compare, layout, measures

if TYPE_CHECKING:
    from guildhall.graphs.observing import in_play, observed

__all__ = [
    "Comparison",
    "aligned",
    "balance",
    "cards_of",
    "communities",
    "compare",
    "declared",
    "from_json",
    "group_of",
    "in_play",
    "layout",
    "links",
    "measures",
    "observed",
    "to_json",
    "write_graphml",
    "zones_of",
]

_LATER = {"in_play", "observed"}


def __getattr__(name: str) -> Any:
    """Import the functions that read simulations only on first use, since they load compiled rules."""
    if name not in _LATER:
        raise AttributeError(f"module 'guildhall.graphs' has no attribute {name!r}")
    value = getattr(import_module("guildhall.graphs.observing"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
