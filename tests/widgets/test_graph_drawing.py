"""The picture of an interaction graph: names that can be read, arrows that can be told apart."""

from __future__ import annotations

import re
from html import unescape
from itertools import combinations, pairwise
from math import atan2, hypot, pi
from xml.etree import ElementTree

import pytest
from guildhall_widgets.graph.network import (
    HEIGHT,
    LETTER,
    LINE,
    RADIUS,
    WIDTH,
    Box,
    Link,
    Node,
    Picture,
    arrows,
    network,
    on_paper,
    place_labels,
    spread,
)
from guildhall_widgets.graph.widget import InteractionGraph

import guildhall as gh

DECKS = {
    **{name: {"cards": name, "masters": True, "houses": True} for name in sorted(gh.list_games()["guildhall"]["sets"])},
    "advyria": {"game": "advyria", "players": 3},
}
EVERY_DECK = pytest.mark.parametrize("options", DECKS.values(), ids=DECKS)
ABOUT_NOTHING = 4.0  # square pixels: two names may touch


def labels_of(widget):
    """The room that every name takes in the picture, read from the picture."""
    drawn = {}
    for node in re.findall(r'<g class="gh-node.*?</g></g>', widget.html.split("</svg>")[0]):
        lines = re.findall(r'<text x="([\d.-]+)" y="([\d.-]+)">([^<]*)</text>', node)
        name = unescape(re.search('data-node="([^"]*)"', node)[1])
        assert unescape(" ".join(text for *_, text in lines)) == name
        middle, top = float(lines[0][0]), float(lines[0][1]) - 0.8 * LINE
        half = LETTER * max(len(unescape(text)) for *_, text in lines) / 2
        drawn[name] = Box(middle - half, top, middle + half, top + LINE * len(lines))
    assert set(drawn) == set(widget.shown.places)
    return drawn


@EVERY_DECK
@pytest.mark.parametrize("kind", ["feeds", "offers", "zones"])
def test_no_name_lies_on_another_in_any_deck(options, kind):
    widget = InteractionGraph(**options)
    widget.act("kind", value=kind)
    labels = labels_of(widget)

    assert len(labels) > 4
    worst = max(combinations(labels.values(), 2), key=lambda pair: pair[0].overlap(pair[1]))
    assert worst[0].overlap(worst[1]) <= ABOUT_NOTHING, worst


@EVERY_DECK
def test_every_name_lies_within_the_picture(options):
    boxes = labels_of(InteractionGraph(**options)).values()

    assert max(box.outside((WIDTH, HEIGHT)) for box in boxes) == 0


@EVERY_DECK
def test_every_name_lies_beside_its_own_node(options):
    widget = InteractionGraph(**options)
    points = {name: on_paper(place, (WIDTH, HEIGHT)) for name, place in widget.shown.places.items()}
    for name, box in labels_of(widget).items():
        x, y = points[name]
        across, along = max(box.left - x, x - box.right, 0), max(box.top - y, y - box.bottom, 0)
        assert 0 < hypot(across, along) < 2 * RADIUS


def test_names_that_would_collide_are_moved_apart():
    """Without looking at the others, both names would stand below their nodes, one on the other."""
    places = {"Marshal": (100.0, 150.0), "Cleric": (130.0, 150.0)}
    alone = [place_labels({name: place}, radius=10, size=(230, 200))[name].box for name, place in places.items()]
    together = place_labels(places, radius=10, size=(230, 200)).values()

    assert alone[0].overlap(alone[1]) > ABOUT_NOTHING
    one, other = (label.box for label in together)
    assert one.overlap(other) == 0


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


def test_what_a_node_is_shows_in_its_shape_and_which_in_its_initials():
    kinds = ["profession", "master", "vp card", "house", "zone"]
    names = ["Weaver", "Master Weaver", "4 take one", "House", "my hall"]
    nodes = [Node(name, kind, rank) for name, kind, rank in zip(names, kinds, (0, 1, 2, 3, -1), strict=True)]
    html = network(Picture(nodes, [], dict.fromkeys(names, (0.0, 0.0)), "all kinds"))
    letters = re.findall(r'class="gh-letter">(\w+)<', html)
    corners = [len(points.split()) for points in re.findall(r'<polygon points="([^"]*)" class="gh-shape"', html)]

    assert letters == ["We", "MW", "4T", "Ho", "MH"]
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
    turns = sorted(atan2(*places[name]) for name in gh.graphs.cards_of(graph))
    even = pytest.approx(2 * pi / len(turns), abs=1e-5)
    assert all(after - before == even for before, after in pairwise(turns))
    assert max(radii[name] for name in gh.graphs.zones_of(graph)) < 0.6
    assert len(set(places.values())) == len(places)


def test_emphasised_links_are_drawn_last_so_that_they_lie_on_top():
    widget = InteractionGraph("old-world")
    widget.act("edge", relation="feeds", source="Assassin", target="Historian")
    edges = re.findall(r'<g class="gh-edge[^"]*"', widget.html.split("</svg>")[0])

    assert [" gh-chosen" in edge for edge in edges] == [False] * (len(edges) - 1) + [True]
