"""A picture of nodes and the arrows between them, as SVG.

What a node is shows in its shape, which one it is in its initials, what a link is in the head and the dashes of its
arrow; colours only repeat it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin

from ..markup import Markup, join, tag
from .network_labels import Box, Label, box_of, place_labels
from .network_parts import Link, LinkId, Node, said

__all__ = ["Picture", "arrows", "initials", "legend", "network", "on_paper", "spread"]

Point = tuple[float, float]

WIDTH, HEIGHT = 600.0, 500.0
MARGIN_X, MARGIN_Y = 92.0, 46.0  # for the names of the outermost nodes
RADIUS = 13.0
MIDWAY = 0.55  # between the ring of zones and those of cards
BEND = 22.0  # of the first of several arrows between two nodes
FURTHER = 16.0  # of each next one
HEAD = 9.0  # length of the head of an arrow
HALF = 4.5  # half its width

#: Corners, turn and size of the shapes by the rank of a kind; the first kind of a game is round, and so is a fifth.
_CORNERS = {-1: (4, 0.0, 1.25), 1: (6, 0.0, 1.12), 2: (4, pi / 4, 1.25), 3: (5, 0.0, 1.15)}


@dataclass(frozen=True)
class Picture:
    """All that is drawn; `places` run from -1 to 1 with y upwards, `mark` tells two pictures of one page apart."""

    nodes: Sequence[Node]
    links: Sequence[Link]
    places: Mapping[str, Point]
    title: str
    chosen_node: str | None = None
    chosen_link: LinkId | None = None
    mark: str = ""
    size: Point = (WIDTH, HEIGHT)

    def emphasised(self, link: Link) -> bool:
        """Whether a link belongs to what the reader has chosen."""
        if self.chosen_link is not None:
            return link.id == self.chosen_link
        return self.chosen_node in (link.source, link.target)

    @property
    def anything_chosen(self) -> bool:
        """Whether some of the picture is emphasised over the rest."""
        return any(map(self.emphasised, self.links))


def network(picture: Picture) -> Markup:
    """The picture; every node is a button, reached by arrow keys, every arrow can be clicked."""
    points = {node.name: on_paper(picture.places[node.name], picture.size) for node in picture.nodes}
    labels = place_labels(points, radius=RADIUS, size=picture.size)
    ways = arrows(picture.links, points, radius=RADIUS + 2)
    most = max((link.weight for link in picture.links), default=0.0) or 1.0
    ordered = sorted(picture.links, key=picture.emphasised)  # what is emphasised lies on top
    edges = [_edge(picture, link, ways[link.id], link.weight / most) for link in ordered]
    nodes = [_node(picture, node, points[node.name], labels[node.name]) for node in picture.nodes]
    return tag(
        "svg",
        tag("g", *edges, aria_hidden="true"),  # the list beside the picture says the same in words
        tag("g", *nodes, role="group", aria_label=f"Nodes: {picture.title}", data_roving=True),
        viewBox=f"0 0 {picture.size[0]:g} {picture.size[1]:g}",
        role="group",
        aria_label=picture.title,
        class_=f"gh-network{' gh-chosen-any' if picture.anything_chosen else ''}",
        data_key=f"network {picture.mark}",
    )


def spread(places: Mapping[str, Point]) -> dict[str, Point]:
    """Nodes in the same order around the table, but evenly on two rings: zones inside, all cards outside.

    >>> spread({"Monk": (0.0, 0.75), "4 take one": (0.0, 1.0)})
    {'Monk': (0.0, 1.0), '4 take one': (0.0, -1.0)}
    """
    inner = [name for name, place in places.items() if hypot(*place) < MIDWAY]
    outer = [name for name in places if name not in inner]
    # A ring of two zones needs less room than one of ten.
    return _ring(inner, places, 0.2 + 0.03 * len(inner)) | _ring(outer, places, 1.0)


def _ring(names: Sequence[str], places: Mapping[str, Point], radius: float) -> dict[str, Point]:
    around = sorted(names, key=lambda name: (round(atan2(*places[name]) % (2 * pi), 6), hypot(*places[name])))
    angles = {name: 2 * pi * index / len(names) for index, name in enumerate(around)}
    return {name: (round(radius * sin(turn), 6), round(radius * cos(turn), 6)) for name, turn in angles.items()}


def _node_sample(node: Node) -> Markup:
    """A node as the legend shows it."""
    return tag("svg", _shape(node, (16.0, 16.0)), viewBox="0 0 32 32", class_="gh-sample", aria_hidden="true")


def _head_sample(relation: str, standing: str) -> Markup:
    """An arrow as the legend shows it."""
    (arrow,) = arrows([Link("a", "b", relation)], {"a": (0.0, 8.0), "b": (48.0, 8.0)}, radius=1.0).values()
    drawn = tag("g", *_strokes(arrow, 2.0), class_=f"gh-edge gh-is-{relation} gh-in-{standing}")
    return tag("svg", drawn, viewBox="0 0 48 16", class_="gh-sample gh-wide", aria_hidden="true")


def on_paper(place: Point, size: Point) -> Point:
    """Where a place lies in a picture of that size."""
    x = size[0] / 2 + place[0] * (size[0] / 2 - MARGIN_X)
    y = size[1] / 2 - place[1] * (size[1] / 2 - MARGIN_Y)
    return round(x, 1), round(y, 1)


def _edge(picture: Picture, link: Link, arrow: Arrow, share: float) -> Markup:
    emphasised = picture.emphasised(link)
    reach = tag("path", d=arrow.path, class_="gh-reach")  # broad and unseen, so that a finger hits the thin line
    return tag(
        "g",
        tag("title", said(link)),
        reach,
        *_strokes(arrow, 1.0 + 2.2 * share),
        class_=f"gh-edge gh-is-{link.relation} gh-in-{link.standing}{' gh-chosen' if emphasised else ''}",
        data_do="edge",
        data_key=" ".join(("edge", picture.mark, *link.id)),
        data_relation=link.relation,
        data_source=link.source,
        data_target=link.target,
    )


def _strokes(arrow: Arrow, width: float) -> tuple[Markup, Markup]:
    line = tag("path", d=arrow.path, class_="gh-line", stroke_width=f"{width:.1f}")
    return line, tag("polygon", points=arrow.head, class_="gh-head")


def _node(picture: Picture, node: Node, point: Point, label: Label) -> Markup:
    chosen = node.name == picture.chosen_node
    near = chosen or any(node.name in (link.source, link.target) for link in picture.links if picture.emphasised(link))
    lines = [tag("text", line, x=f"{x:.1f}", y=f"{y:.1f}") for line, x, y in label.baselines]
    return tag(
        "g",
        tag("title", f"{node.name}, {node.kind}"),
        _reach(box_of(point, RADIUS).around(label.box)),
        _shape(node, point),
        _initials(node, point),
        tag("g", *lines, class_="gh-label"),
        class_=f"gh-node{' gh-chosen' if chosen else ''}{' gh-near' if near else ''}",
        role="button",
        aria_label=_spoken(node),
        aria_pressed=str(chosen).lower(),
        data_do="node",
        data_key=f"node {picture.mark} {node.name}",
        data_node=node.name,
    )


def _reach(box: Box) -> Markup:
    """Where a click means the node: on it, on its name and between them."""
    width, height = box.right - box.left, box.bottom - box.top
    return tag(
        "rect", x=f"{box.left:.1f}", y=f"{box.top:.1f}", width=f"{width:.1f}", height=f"{height:.1f}", class_="gh-reach"
    )


def _spoken(node: Node) -> str:
    return ", ".join(filter(None, [node.name, node.kind, node.group]))


def initials(name: str) -> str:
    """Two characters that stand for a name: its first two, or those with which its first two words begin.

    >>> [initials(name) for name in ("Weaver", "Fortune Seeker", "4 take one", "my hall")]
    ['We', 'FS', '4T', 'MH']
    """
    words = name.split()
    return "".join(word[0].upper() for word in words[:2]) if len(words) > 1 else name[:2].capitalize()


def _initials(node: Node, point: Point) -> Markup:
    return tag("text", initials(node.name), x=f"{point[0]:g}", y=f"{point[1] + 4:g}", class_="gh-letter")


def _shape(node: Node, point: Point) -> Markup:
    if node.rank not in _CORNERS:
        return tag("circle", cx=f"{point[0]:g}", cy=f"{point[1]:g}", r=f"{RADIUS:g}", class_="gh-shape")
    count, turn, size = _CORNERS[node.rank]
    angles = [turn + 2 * pi * corner / count for corner in range(count)]
    corners = [(point[0] + size * RADIUS * sin(angle), point[1] - size * RADIUS * cos(angle)) for angle in angles]
    return tag("polygon", points=" ".join(f"{x:.1f},{y:.1f}" for x, y in corners), class_="gh-shape")


def legend(nodes: Iterable[Node], samples: Sequence[tuple[str, str, str]]) -> Markup:
    """What shapes and arrows mean, by a node of each kind; a sample is a relation, a standing and their meaning."""
    shapes = [tag("span", _node_sample(node), node.kind) for node in nodes]
    heads = [tag("span", _head_sample(relation, standing), meaning) for relation, standing, meaning in samples]
    return tag("p", join(*shapes, *heads), class_="gh-legend gh-small")


# --- Arrows: straight where a pair of nodes has one, bent apart where it has several ---


@dataclass(frozen=True, slots=True)
class Arrow:
    """The path of an arrow and the corners of its head."""

    path: str
    head: str


def arrows(links: Sequence[Link], places: Mapping[str, Point], *, radius: float) -> dict[LinkId, Arrow]:
    """An arrow for every link, from the rim of one node to the rim of the other.

    >>> links = [Link("Monk", "Bard", "feeds")]
    >>> arrows(links, {"Monk": (0, 0), "Bard": (100, 0)}, radius=10)["feeds", "Monk", "Bard"].path
    'M10 0Q50 0 81 0'
    """
    bends = _bends(links)
    return {link.id: _arrow(places[link.source], places[link.target], bends[link.id], radius) for link in links}


def _bends(links: Iterable[Link]) -> dict[LinkId, float]:
    """How far to the left of its way each arrow swings; arrows that go to and fro part by themselves."""
    pairs: dict[frozenset[str], list[LinkId]] = {}
    for link in links:
        pairs.setdefault(frozenset((link.source, link.target)), []).append(link.id)
    bends: dict[LinkId, float] = {}
    for several in pairs.values():
        on_each_side: dict[str, int] = {}
        for link_id in several:
            side = on_each_side[link_id[1]] = on_each_side.get(link_id[1], -1) + 1
            bends[link_id] = BEND + FURTHER * side if len(several) > 1 else 0.0
    return bends


def _arrow(start: Point, end: Point, bend: float, radius: float) -> Arrow:
    if start == end:
        return _loop(start, radius)
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    along = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    # A quadratic curve comes half as near to its control point as that lies away.
    control = (
        (start[0] + end[0]) / 2 + 2 * bend * along[1],
        (start[1] + end[1]) / 2 - 2 * bend * along[0],
    )
    tail, tip = _towards(start, control, radius), _towards(end, control, radius)
    base = _towards(tip, control, HEAD)
    return Arrow(f"M{_at(tail)}Q{_at(control)} {_at(base)}", _head(tip, base))


def _loop(point: Point, radius: float) -> Arrow:
    """An arrow from a node to itself, over its head."""
    x, y = point
    tip = x + 0.6 * radius, y - 0.8 * radius
    base = tip[0] + 3, tip[1] - HEAD + 1
    controls = f"{_at((x - 2.2 * radius, y - 3 * radius))} {_at((x + 2.2 * radius, y - 3 * radius))}"
    return Arrow(f"M{_at((x - 0.6 * radius, y - 0.8 * radius))}C{controls} {_at(base)}", _head(tip, base))


def _head(tip: Point, base: Point) -> str:
    """The corners of a head."""
    side = (base[1] - tip[1]) / HEAD * HALF, (tip[0] - base[0]) / HEAD * HALF
    corners = [tip, (base[0] + side[0], base[1] + side[1]), (base[0] - side[0], base[1] - side[1])]
    return " ".join(map(_at, corners))


def _towards(start: Point, goal: Point, distance: float) -> Point:
    length = hypot(goal[0] - start[0], goal[1] - start[1]) or 1.0
    return (
        start[0] + (goal[0] - start[0]) / length * distance,
        start[1] + (goal[1] - start[1]) / length * distance,
    )


def _at(point: Point) -> str:
    return f"{round(point[0], 1):g} {round(point[1], 1):g}"
