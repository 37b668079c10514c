"""The picture of an interaction graph: names that can be read, arrows that can be told apart."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest
from guildhall_widgets.graph.widget import InteractionGraph
from guildhall_widgets.render.graph.network import HEIGHT, RADIUS, WIDTH, Picture, network, on_paper, spread
from guildhall_widgets.render.graph.network_arrows import arrows
from guildhall_widgets.render.graph.network_labels import place_labels
from guildhall_widgets.render.graph.network_parts import Link, Node

import guildhall as gh

DECKS = {
    **{name: {"cards": name, "masters": True, "houses": True} for name in sorted(gh.games()["guildhall"]["sets"])},
    "advyria": {"game": "advyria", "players": 3},
}
EVERY_DECK = pytest.mark.parametrize("options", DECKS.values(), ids=DECKS)
ABOUT_NOTHING = 4.0  # square pixels: two names may touch


def labels_of(widget):
    """The labels of the picture as it is drawn."""
    size = WIDTH, HEIGHT
    points = {name: on_paper(place, size) for name, place in widget.shown.places.items()}
    return place_labels(points, radius=RADIUS, size=size)


@EVERY_DECK
@pytest.mark.parametrize("kind", ["feeds", "offers", "zones"])
def test_no_name_lies_on_another_in_any_deck(options, kind):
    widget = InteractionGraph(**options)
    widget.act("kind", value=kind)
    labels = labels_of(widget)

    assert len(labels) > 4
    worst = max(combinations(labels.values(), 2), key=lambda pair: pair[0].box.overlap(pair[1].box))
    assert worst[0].box.overlap(worst[1].box) <= ABOUT_NOTHING, worst


@EVERY_DECK
def test_every_name_lies_within_the_picture(options):
    boxes = [label.box for label in labels_of(InteractionGraph(**options)).values()]

    assert max(box.outside((WIDTH, HEIGHT)) for box in boxes) == 0


def test_names_are_broken_into_short_lines():
    label = place_labels({"4 another action": (50, 50)}, radius=10, size=(200, 200))["4 another action"]

    assert label.lines == ("4 another", "action")


def test_a_picture_is_well_formed_and_its_nodes_are_named_buttons():
    nodes = [Node("Monk", "profession", group="Mystic"), Node("9", "vp card", rank=2)]
    picture = Picture(nodes, [Link("Monk", "9", "feeds")], {"Monk": (0, 1), "9": (0, -1)}, "two <cards>")
    root = ElementTree.fromstring(network(picture).replace(" data-roving", ""))
    buttons = [each for each in root.iter() if each.get("role") == "button"]

    assert root.get("aria-label") == "two <cards>"
    assert [each.get("aria-label") for each in buttons] == ["Monk, profession, Mystic", "9, vp card"]


def test_what_a_node_is_shows_in_shape_and_letter():
    kinds = ["profession", "master", "vp card", "house", "zone"]
    nodes = [Node(kind, kind, rank) for kind, rank in zip(kinds, (0, 1, 2, 3, -1), strict=True)]
    html = network(Picture(nodes, [], dict.fromkeys(kinds, (0.0, 0.0)), "all kinds"))
    letters = re.findall(r'class="gh-letter">(\w)<', html)
    corners = [len(points.split()) for points in re.findall(r'<polygon points="([^"]*)" class="gh-shape"', html)]

    assert letters == ["P", "M", "V", "H", "Z"]
    assert "<circle" in html
    assert corners == [6, 4, 5, 4]


def test_a_single_arrow_is_straight_and_two_between_a_pair_part():
    places = {"a": (0.0, 0.0), "b": (100.0, 0.0)}
    (alone,) = arrows([Link("a", "b", "feeds")], places, radius=10).values()
    to, fro = arrows([Link("a", "b", "feeds"), Link("b", "a", "feeds")], places, radius=10).values()

    assert heights(alone.path) == {0.0}
    assert max(heights(to.path)) < 0
    assert min(heights(fro.path)) > 0


def test_arrows_of_several_relations_between_a_pair_part():
    links = [Link("a", "b", relation) for relation in ("feeds", "offers", "precedes")]
    drawn = arrows(links, {"a": (0.0, 0.0), "b": (100.0, 0.0)}, radius=10)

    assert len({arrow.path for arrow in drawn.values()}) == 3


def test_an_arrow_ends_at_the_rim_of_its_node():
    (arrow,) = arrows([Link("a", "b", "feeds")], {"a": (0.0, 0.0), "b": (100.0, 0.0)}, radius=10).values()

    assert arrow.path.startswith("M10 0")
    assert arrow.head.startswith("90 0 ")


def test_a_card_that_follows_itself_has_a_loop():
    (arrow,) = arrows([Link("a", "a", "precedes")], {"a": (50.0, 50.0)}, radius=10).values()

    assert "C" in arrow.path
    assert min(heights(arrow.path)) < 40


def heights(path):
    """All y of a path."""
    numbers = [float(each) for each in re.findall(r"-?[\d.]+", path)]
    return set(numbers[1::2])


def test_cards_lie_evenly_around_and_zones_inside():
    graph = gh.graphs.declared("old-world")
    places = spread(gh.graphs.layout(graph))
    radii = {name: round((x * x + y * y) ** 0.5, 3) for name, (x, y) in places.items()}

    assert {radii[name] for name in gh.graphs.cards_of(graph)} == {1.0}
    assert max(radii[name] for name in gh.graphs.zones_of(graph)) < 0.6
    assert len(set(places.values())) == len(places)


def test_emphasised_links_are_drawn_last_so_that_they_lie_on_top():
    widget = InteractionGraph("old-world")
    widget.act("edge", relation="feeds", source="Assassin", target="Historian")
    edges = re.findall(r'<g class="gh-edge[^"]*"', widget.html.split("</svg>")[0])

    assert [" gh-chosen" in edge for edge in edges] == [False] * (len(edges) - 1) + [True]
