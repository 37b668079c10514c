"""Export of graphs: JSON in the node-link form of networkx and d3, and GraphML for Gephi, yEd and igraph."""

from __future__ import annotations

import json
import os
from io import BytesIO
from typing import Any

import networkx as nx

from guildhall.core import files
from guildhall.core.errors import BadRecord, short
from guildhall.graphs.declaring import PRECEDES

__all__ = ["from_json", "to_json", "write_graphml"]


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
