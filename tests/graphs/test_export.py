"""Graphs written and read back."""

from __future__ import annotations

import json

import networkx as nx
import pytest

from guildhall import graphs
from guildhall.core.errors import BadRecord, CannotWrite

OPTIONS = {"guildhall": {"cards": "alliance", "masters": True, "houses": True}, "advyria": {"players": 2}}


@pytest.fixture(scope="module", params=OPTIONS)
def graph(request):
    return graphs.declared(game=request.param, **OPTIONS[request.param])


def content(graph):
    about = {name: value for name, value in graph.graph.items() if not name.endswith("_default")}
    return about, list(graph.nodes(data=True)), list(graph.edges(keys=True, data=True))


def test_json_reads_back_equal(graph):
    again = graphs.from_json(graphs.to_json(graph))

    assert content(again) == content(graph)
    assert graphs.measures(again).equals(graphs.measures(graph))


def test_json_is_the_node_link_form(graph):
    data = json.loads(graphs.to_json(graph))

    assert {"nodes", "edges", "graph", "directed", "multigraph"} == data.keys()
    assert data["nodes"][0]["id"] == next(iter(graph))
    assert {"source", "target", "key", "relation", "zone"} <= data["edges"][0].keys()


@pytest.mark.parametrize("name", ["g.graphml", "g.graphml.gz"])
def test_graphml_reads_back_equal(graph, tmp_path, name):
    graphs.write_graphml(graph, tmp_path / name)

    again = nx.read_graphml(tmp_path / name, force_multigraph=True)
    assert content(again) == content(graph)


def test_graphml_is_the_same_to_the_byte_each_time(graph, tmp_path):
    graphs.write_graphml(graph, tmp_path / "a.graphml")
    game = graph.graph["game"]
    graphs.write_graphml(graphs.declared(game=game, **OPTIONS[game]), tmp_path / "b.graphml")

    assert (tmp_path / "a.graphml").read_bytes() == (tmp_path / "b.graphml").read_bytes()


def test_graphml_into_a_folder_that_is_not_there_is_refused(graph, tmp_path):
    with pytest.raises(CannotWrite, match="cannot write"):
        graphs.write_graphml(graph, tmp_path / "nowhere" / "g.graphml")


def test_a_graph_that_cannot_be_written_leaves_the_old_file(graph, tmp_path):
    path = tmp_path / "g.graphml"
    path.write_text("old", encoding="utf-8")
    unfit = graph.copy()
    unfit.nodes["Wizard"]["tags"] = ["a", "list"]

    with pytest.raises(nx.NetworkXError):
        graphs.write_graphml(unfit, path)

    assert path.read_text(encoding="utf-8") == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["g.graphml"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "it needs"),
        ('{"directed": false, "multigraph": true, "nodes": [], "edges": []}', "it needs"),
        ('{"directed": true, "multigraph": true, "nodes": {}, "edges": []}', "it needs"),
        ('{"directed": true, "multigraph": true, "nodes": [7], "edges": []}', "damaged"),
        ('{"directed": true, "multigraph": true, "nodes": [], "edges": [{"source": "a"}]}', "damaged"),
        (
            '{"directed": true, "multigraph": true, "nodes": [], "edges": [{"source": "a", "target": "b"}]}',
            "has no kind",
        ),
        (
            '{"directed": true, "multigraph": true, "nodes": [{"id": "a", "kind": "zone"}], '
            '"edges": [{"source": "a", "target": "a", "key": "k"}]}',
            "needs a relation",
        ),
    ],
)
def test_json_that_is_no_graph_is_refused(text, message):
    with pytest.raises(BadRecord, match=message):
        graphs.from_json(text)
