"""The picture of an interaction graph: names that can be read, arrows that can be told apart."""

from __future__ import annotations

import re
from html import unescape
from itertools import combinations, pairwise
from math import atan2, pi
from xml.etree import ElementTree

import pytest
from guildhall_widgets.graph.network import (
    LETTER,
    LINE,
    RADIUS,
    Box,
    Link,
    Node,
    Picture,
    Sector,
    arranged,
    arrows,
    codes,
    network,
    spread,
)
from guildhall_widgets.graph.widget import InteractionGraph

import guildhall as gh

DECKS = {
    **{name: {"cards": name, "masters": True, "houses": True} for name in sorted(gh.list_games()["guildhall"]["sets"])},
    **{f"{name} alone": {"cards": name} for name in sorted(gh.list_games()["guildhall"]["sets"])},
    "advyria": {"game": "advyria", "players": 3},
    "guild-master": {"game": "guild-master"},
    "hundred-halls": {"game": "hundred-halls"},
}
EVERY_DECK = pytest.mark.parametrize("options", DECKS.values(), ids=DECKS)
KINDS = ("feeds", "offers", "zones", "all")


def rooms_of(widget):
    """The room that the shape and the name of every node take, read from the picture."""
    rooms = {}
    for node in re.findall(r'<g class="gh-node.*?</g></g>', widget.html.split("</svg>")[0]):
        x, y = map(float, re.search(r"translate\(([\d.-]+) ([\d.-]+)\)", node).groups())
        lines = re.findall(r'<text x="([\d.-]+)" y="([\d.-]+)">([^<]*)</text>', node)
        name = unescape(re.search('data-node="([^"]*)"', node)[1])
        assert unescape(" ".join(text for *_, text in lines)) == name
        wide = LETTER * max(len(unescape(text)) for *_, text in lines)
        anchor = re.search("text-anchor:(start|end)", node)
        before = {"start": 0, "end": wide}[anchor[1]] if anchor else wide / 2
        left, top = x + float(lines[0][0]) - before, y + float(lines[0][1]) - 0.8 * LINE
        shape = Box(x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS)
        rooms[name] = shape, Box(left, top, left + wide, top + LINE * len(lines))
    assert set(rooms) == set(widget.shown.layout.spots)
    return rooms


@EVERY_DECK
def test_no_name_and_no_shape_overlaps_another_and_all_are_inside(options):
    widget = InteractionGraph(**options)
    for kind in KINDS:
        widget.act("kind", value=kind)
        if not widget.shown.drawn:
            continue
        rooms = rooms_of(widget)
        wide, high = widget.shown.layout.size

        assert len(rooms) > 4
        for one, other in combinations(rooms.values(), 2):
            assert all(a.overlap(b) == 0 for a in one for b in other), (one, other)
        assert all(shape.overlap(label) == 0 for shape, label in rooms.values())
        inside = Box(0, 0, wide, high)
        assert all(inside.around(box) == inside for room in rooms.values() for box in room)


@EVERY_DECK
def test_no_two_nodes_have_the_same_code(options):
    widget = InteractionGraph(**options)
    widget.act("kind", value="zones")
    shown = re.findall(r'class="gh-letter">([^<]*)<', widget.html)

    assert len({code.casefold() for code in widget.decks.codes.values()}) == len(widget.decks.nodes)
    assert sorted(shown) == sorted(widget.decks.codes[name] for name in widget.shown.layout.spots)


def test_a_picture_grows_until_names_no_longer_collide():
    places = {f"Marshal {n}": (n / 30, -1.0 if n % 2 else 1.0) for n in range(-20, 20)}
    few, many = arranged(dict(list(places.items())[:2])), arranged(places)

    assert few.size < many.size
    labels = [spot.label for spot in many.spots.values()]
    assert all(one.overlap(other) == 0 for one, other in combinations(labels, 2))


def test_two_nodes_at_one_place_are_refused():
    with pytest.raises(ValueError, match="same place"):
        arranged({"Monk": (0.0, 1.0), "Bard": (0.0, 1.0)})


def test_names_are_broken_into_short_lines():
    assert arranged({"4 another action": (0.0, 1.0)}).spots["4 another action"].lines == ("4 another", "action")


def drawn(nodes, links, places, title="", **more):
    names = [node.name for node in nodes]
    return network(Picture(nodes, links, arranged(places), title, codes(names), **more))


# --- Moving in the picture ---


def test_a_dragged_node_and_its_arrows_stay_where_they_were_put_until_the_reset():
    widget = InteractionGraph("old-world")
    before = widget.html
    widget.act("move", node="Trader", x=200, y=150)
    widget.act("node", node="Weaver")

    assert widget.error == ""
    assert re.search(r'transform="translate\(200 150\)"[^>]*aria-label="Trader,', widget.html)
    assert widget.html.count("translate(200 150)") == 1
    widget.act("node", node="Weaver")
    arrow = 'data-key="edge  feeds Trader Weaver"'
    assert (
        re.search(f"<g[^>]*{arrow}[^>]*>.*?</g>", widget.html)[0]
        != re.search(f"<g[^>]*{arrow}[^>]*>.*?</g>", before)[0]
    )
    widget.act("reset")
    assert widget.html == before


def test_a_node_stays_in_the_picture_and_an_unknown_one_is_named():
    widget = InteractionGraph("old-world")
    _, high = widget.shown.layout.size
    widget.act("move", node="Trader", x=-900, y=99999)
    assert widget.shown.layout.spots["Trader"].point == (0.0, high)
    widget.act("move", node="Farmer", x=10, y=10)

    assert widget.error == "'Farmer' is not in the picture"
    assert "Farmer" not in widget.moved


def test_the_picture_is_magnified_around_its_middle_within_bounds():
    widget = InteractionGraph("old-world")
    widget.act("zoom", by=1)
    assert widget.sector == Sector(125, -88, -60)
    widget.act("zoom", by=9)
    assert widget.sector.scale == 500
    widget.act("look", scale=9999, x=0, y=0)
    assert widget.error == "cannot magnify to 9999 % at 0, 0; the range is 50 to 500 %"
    assert widget.sector.scale == 500
    widget.act("look", scale=150, x=-40, y=-30)
    assert 'transform="translate(-40 -30) scale(1.5)"' in widget.html
    widget.act("deck", value="job-faire")
    assert widget.sector == Sector()


# --- The drawing ---


def test_a_picture_is_well_formed_and_its_nodes_are_named_buttons():
    nodes = [Node("Monk", "profession", group="Mystic"), Node("9", "vp card", rank=2)]
    html = drawn(nodes, [Link("Monk", "9", "feeds")], {"Monk": (0, 1), "9": (0, -1)}, "two <cards>")
    root = ElementTree.fromstring(html.replace(" data-roving", ""))
    buttons = [each for each in root.iter() if each.get("role") == "button"]

    assert root.get("aria-label") == "two <cards>"
    assert [each.get("aria-label") for each in buttons] == ["Monk, profession, Mystic", "9, vp card"]


def test_what_a_node_is_shows_in_its_shape_and_which_in_its_initials():
    kinds = ["profession", "master", "vp card", "house", "zone"]
    names = ["Weaver", "Master Weaver", "4 take one", "House", "my hall"]
    nodes = [Node(name, kind, rank) for name, kind, rank in zip(names, kinds, (0, 1, 2, 3, -1), strict=True)]
    html = drawn(nodes, [], {name: (n / 5, 1.0) for n, name in enumerate(names)}, "all kinds")
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
