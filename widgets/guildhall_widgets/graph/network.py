"""An SVG picture of cards and zones with arrows between them.

Shapes distinguish kinds of nodes, initials single nodes, arrowheads and dashes kinds of links. Colours are redundant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, count
from math import atan2, cos, hypot, pi, sin
from textwrap import wrap

from ..render.markup import Markup, join, tag

__all__ = [
    "BOTH",
    "FIRST",
    "LEAST",
    "MOST",
    "SECOND",
    "Ability",
    "Box",
    "Interval",
    "Layout",
    "Link",
    "LinkId",
    "Node",
    "Picture",
    "Point",
    "Sector",
    "Seen",
    "Spot",
    "Through",
    "arranged",
    "arrows",
    "codes",
    "legend",
    "listed",
    "named",
    "network",
    "said",
    "spread",
    "zone_words",
]

# --- Nodes and links ---


# The origin of a link in an overlay of two decks, or of declared and observed links.
BOTH, FIRST, SECOND = "both", "first", "second"


@dataclass(frozen=True, slots=True)
class Node:
    """A card or a zone. `rank` is the index of its kind among the game's kinds of cards, -1 for a zone."""

    name: str
    kind: str  # "zone", or the game's word
    rank: int = 0
    group: str = ""
    provenance: str = ""
    text: str = ""
    also: str = ""  # its name in the other deck


@dataclass(frozen=True, slots=True)
class Ability:
    """The text of one ability. `tier` is "" if a card has no tiers."""

    tier: str
    sentence: str
    stand_in: bool = False


Interval = tuple[float, float, float]
"""A value with the bounds of its 95 % interval."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Observed counts. `n` is the number of cases behind the share."""

    count: int
    n: int = 0
    share: Interval | None = None
    lift: Interval | None = None  # how many times as often as by chance
    per_use: float | None = None


@dataclass(frozen=True, slots=True)
class Through:
    """The abilities that meet in one zone ("" for none), and what was observed there."""

    zone: str
    gives: tuple[Ability, ...] = ()
    takes: tuple[Ability, ...] = ()
    seen: Seen | None = None

    @property
    def pairs(self) -> int:
        """The number of pairs of abilities that meet here, 0 if they were only observed in play."""
        return max(1, len(self.gives)) * max(1, len(self.takes)) if self.gives or self.takes else 0


LinkId = tuple[str, str, str]
"""Relation, source and target, the unique key of a link."""


@dataclass(frozen=True, slots=True)
class Link:
    """All edges of one relation from one node to another, combined."""

    source: str
    target: str
    relation: str
    through: tuple[Through, ...] = ()
    weight: float = 1.0
    standing: str = BOTH

    @property
    def id(self) -> LinkId:
        """The unique key of the link."""
        return self.relation, self.source, self.target

    @property
    def count(self) -> int:
        """The number of times it was observed in play."""
        return sum(way.seen.count for way in self.through if way.seen)

    @property
    def pairs(self) -> int:
        """The number of pairs of abilities behind it."""
        return sum(way.pairs for way in self.through)

    @property
    def stand_in(self) -> bool:
        """True if a sentence behind it is our own design."""
        return any(line.stand_in for way in self.through for line in (*way.gives, *way.takes))


_SAYINGS = {
    "feeds": "{source} feeds {target}",
    "offers": "{source} offers to an opponent’s {target}",
    "puts": "{source} puts into {target}",
    "takes": "{target} takes from {source}",
    "precedes": "{target} is used next after {source}",
}
_ZONES = {"my": "your", "another": "another player’s", "another's": "another player’s"}


def zone_words(zone: str) -> str:
    """Return the name of a zone as a player would say it.

    >>> zone_words("my hall"), zone_words("another's VP tokens"), zone_words("discard pile")
    ('your hall', 'another player’s VP tokens', 'the discard pile')
    """
    owner, _, thing = zone.partition(" ")
    return f"{_ZONES[owner]} {thing}" if owner in _ZONES else f"the {zone}"


def said(link: Link) -> str:
    """Return a link as a sentence without its full stop.

    >>> said(Link("Dancer", "Weaver", "feeds", (Through("my hand"),)))
    'Dancer feeds Weaver through your hand'
    >>> said(Link("discard pile", "Historian", "takes"))
    'Historian takes from the discard pile'
    """
    zones = {"puts": (link.source, zone_words(link.target)), "takes": (zone_words(link.source), link.target)}
    source, target = map(named, zones.get(link.relation, (link.source, link.target)))
    saying = _SAYINGS.get(link.relation, "{source} " + link.relation + " {target}").format(source=source, target=target)
    if link.relation not in ("feeds", "offers"):
        return saying
    return f"{saying} through {listed(zone_words(way.zone) for way in link.through)}"


def named(node: str) -> str:
    """Return a name for use in a sentence. VP cards begin with a number and are quoted.

    >>> named("4 take one"), named("Monk")
    ('“4 take one”', 'Monk')
    """
    return f"“{node}”" if node[:1].isdecimal() else node


def listed(words: Iterable[str]) -> str:
    """Join words with commas and "and".

    >>> listed(["Monk", "Bard", "Druid"])
    'Monk, Bard and Druid'
    """
    *most, last = list(words) or [""]
    return f"{', '.join(most)} and {last}" if most else last


# --- Layout ---


Point = tuple[float, float]

WIDTH, HEIGHT = 700.0, 480.0  # of a picture of few nodes
EDGE = 4.0  # free around everything
RADIUS = 14.0
LINE = 14.0  # height of a line of text
LETTER = 7.0  # width of a letter, rounded up because fonts differ
WIDEST = 13  # letters per line before a name is split in two
GAP = 3.0
SPACE = 3.0  # between a name and whatever else is there
GROWTH = 1.05  # of a picture in which something would overlap
MIDWAY = 0.55  # between the ring of zones and the ring of cards
BESIDE = 0.62  # where the ring is steeper than this, names are beside their nodes


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle from its upper left to its lower right corner."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: Box) -> float:
        """Return the area shared by both.

        >>> Box(0, 0, 2, 2).overlap(Box(1, 1, 5, 5)), Box(0, 0, 1, 1).overlap(Box(2, 0, 3, 1))
        (1, 0)
        """
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return width * height if width > 0 and height > 0 else 0

    def around(self, other: Box) -> Box:
        """Return the smallest rectangle that contains both.

        >>> Box(0, 0, 2, 2).around(Box(1, 1, 5, 5))
        Box(left=0, top=0, right=5, bottom=5)
        """
        left, top = min(self.left, other.left), min(self.top, other.top)
        return Box(left, top, max(self.right, other.right), max(self.bottom, other.bottom))

    def wider(self, by: float) -> Box:
        """Return the rectangle with a margin."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


@dataclass(frozen=True, slots=True)
class Spot:
    """A node in the picture: its middle, and its name in lines on one side of it."""

    point: Point
    lines: tuple[str, ...]
    side: Point = (0.0, 1.0)  # of the name: one step to the right, or down

    @property
    def shape(self) -> Box:
        """The room of the shape."""
        x, y = self.point
        return Box(x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS)

    @property
    def label(self) -> Box:
        """The room of the name."""
        wide, high = LETTER * max(map(len, self.lines)), LINE * len(self.lines)
        x = self.point[0] + self.side[0] * (RADIUS + GAP + wide / 2)
        y = self.point[1] + self.side[1] * (RADIUS + GAP + high / 2)
        return Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)

    @property
    def baselines(self) -> list[tuple[str, float, float]]:
        """Each line of the name with the point of its baseline at which it is anchored, seen from the node."""
        x, top = self.side[0] * (RADIUS + GAP), self.label.top - self.point[1]
        return [(line, x, top + LINE * (index + 0.8)) for index, line in enumerate(self.lines)]

    @property
    def anchor(self) -> str:
        """The part of a line that is at its point: its start to the right of the node, its end to the left."""
        return {0.0: "middle", 1.0: "start"}.get(self.side[0], "end")


@dataclass(frozen=True, slots=True)
class Layout:
    """The spots of all nodes in a picture, and the size of the picture."""

    spots: Mapping[str, Spot]
    size: Point

    def moved(self, places: Mapping[str, Point]) -> Layout:
        """Return the layout with some nodes elsewhere."""
        moved = {name: replace(self.spots[name], point=place) for name, place in places.items() if name in self.spots}
        return replace(self, spots={**self.spots, **moved})


def arranged(places: Mapping[str, Point], size: Point = (WIDTH, HEIGHT)) -> Layout:
    """Put nodes at places from -1 to 1 with y upwards, in a picture so large that no name or shape overlaps another.

    >>> layout = arranged({"Monk": (0.0, 1.0), "Bard": (0.0, -1.0)})
    >>> layout.spots["Monk"].point, layout.size
    ((350.0, 35.0), (700.0, 480.0))
    """
    if len(set(places.values())) < len(places):
        raise ValueError("two nodes have the same place")
    lines = {name: tuple(wrap(name, WIDEST, break_long_words=False)) for name in places}
    longest = max((len(line) for several in lines.values() for line in several), default=0)
    around = RADIUS + GAP + EDGE  # and the room for the names of the outermost nodes
    margins = around + LETTER * longest, around + LINE * max(map(len, lines.values()), default=0)
    while True:
        spots = {name: _spot(lines[name], place, size, margins) for name, place in places.items()}
        if not _collide(list(spots.values())):
            return Layout(spots, size)
        size = round(size[0] * GROWTH), round(size[1] * GROWTH)


def _spot(lines: tuple[str, ...], place: Point, size: Point, margins: Point) -> Spot:
    """Return a node with its name on the side away from the centre, where no arrows are."""
    x, y = place
    if hypot(x, y) < MIDWAY:
        side = (0.0, 1.0)
    elif abs(x) > BESIDE * hypot(x, y):
        side = (1.0 if x > 0 else -1.0, 0.0)
    else:
        side = (0.0, -1.0 if y > 0 else 1.0)
    across, down = size[0] / 2 - margins[0], size[1] / 2 - margins[1]
    return Spot((round(size[0] / 2 + x * across, 1), round(size[1] / 2 - y * down, 1)), lines, side)


def _collide(spots: Sequence[Spot]) -> bool:
    """Return whether a name or a shape overlaps one of another node."""
    rooms = [(spot.shape.wider(SPACE / 2), spot.label.wider(SPACE / 2)) for spot in spots]
    return any(a.overlap(b) for one, other in combinations(rooms, 2) for a in one for b in other)


def spread(places: Mapping[str, Point]) -> dict[str, Point]:
    """Spread the nodes evenly on two rings in their order around the centre: zones inside, cards outside.

    >>> spread({"Monk": (0.0, 0.75), "4 take one": (0.0, 1.0)})
    {'Monk': (0.0, 1.0), '4 take one': (0.0, -1.0)}
    """
    inner = [name for name, place in places.items() if hypot(*place) < MIDWAY]
    outer = [name for name in places if name not in inner]
    # A ring of two zones needs less space than one of ten.
    return _ring(inner, places, min(MIDWAY - 0.01, 0.2 + 0.03 * len(inner))) | _ring(outer, places, 1.0)


def _ring(names: Sequence[str], places: Mapping[str, Point], radius: float) -> dict[str, Point]:
    around = sorted(names, key=lambda name: (round(atan2(*places[name]) % (2 * pi), 6), hypot(*places[name])))
    angles = {name: 2 * pi * index / len(names) for index, name in enumerate(around)}
    return {name: (round(radius * sin(turn), 6), round(radius * cos(turn), 6)) for name, turn in angles.items()}


def codes(names: Iterable[str]) -> dict[str, str]:
    """Return two characters for each name, different for all: its initials or its first letters, if they are free.

    >>> codes(["Weaver", "Fortune Seeker", "my hall", "my hand", "Chancellor", "Champion"])
    {'Weaver': 'We', 'Fortune Seeker': 'FS', 'my hall': 'MH', 'my hand': 'MA', 'Chancellor': 'Ch', 'Champion': 'Ca'}
    """
    given: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        given[name] = next(code for code in _possible(name) if code.casefold() not in taken)
        taken.add(given[name].casefold())
    return given


def _possible(name: str) -> Iterator[str]:
    """Yield codes for a name, the most natural one first."""
    words = name.split()
    letters = "".join(words[1:]).upper() if len(words) > 1 else name[1:].lower()
    first = name[:1].upper()
    yield from (f"{first}{letter}" for letter in letters if letter.isalnum())
    yield from (f"{first}{letter}" for letter in "".join(words)[1:].lower() if letter.isalnum())
    yield from (f"{first}{number}" for number in count(1))


# --- The picture ---


BEND = 22.0  # bend of the first of several arrows between two nodes
FURTHER = 16.0  # extra bend of each further arrow
HEAD = 9.0  # length of an arrowhead
HALF = 4.5  # half its width
LEAST, MOST = 50, 500  # percent of magnification
STEP = 125  # percent by which one step magnifies
FINGER = 33.0  # pixels of a node that a finger hits

# Corners, rotation and size of the shape for each rank of a kind. The first kind is round, and so is a fifth.
_CORNERS = {-1: (4, 0.0, 1.25), 1: (6, 0.0, 1.12), 2: (4, pi / 4, 1.25), 3: (5, 0.0, 1.15)}


@dataclass(frozen=True, slots=True)
class Sector:
    """The visible part of a picture: its magnification in percent, and where the corner of the picture is then."""

    scale: int = 100
    x: int = 0
    y: int = 0

    def zoomed(self, by: int, size: Point) -> Sector:
        """Return the sector magnified by some steps, negative ones for less, with the same middle.

        >>> Sector().zoomed(1, (400, 200))
        Sector(scale=125, x=-50, y=-25)
        """
        scale = max(LEAST, min(MOST, round(self.scale * (STEP / 100) ** by)))
        ratio = scale / self.scale
        x, y = (round(whole / 2 - (whole / 2 - at) * ratio) for whole, at in zip(size, (self.x, self.y), strict=True))
        return Sector(scale, x, y)


@dataclass(frozen=True)
class Picture:
    """Everything drawn: nodes with their codes at their spots, links, and the visible part.

    `mark` distinguishes two pictures on one page.
    """

    nodes: Sequence[Node]
    links: Sequence[Link]
    layout: Layout
    title: str
    codes: Mapping[str, str]
    chosen_node: str | None = None
    chosen_link: LinkId | None = None
    mark: str = ""
    sector: Sector = field(default_factory=Sector)

    def emphasised(self, link: Link) -> bool:
        """Return whether a link belongs to the selection."""
        if self.chosen_link is not None:
            return link.id == self.chosen_link
        return self.chosen_node in (link.source, link.target)

    @property
    def anything_chosen(self) -> bool:
        """True if part of the picture is emphasised."""
        return any(map(self.emphasised, self.links))


def network(picture: Picture) -> Markup:
    """Draw the picture. Nodes are buttons within reach of the arrow keys, and arrows can be clicked.

    The picture can be magnified and shifted, and its nodes can be dragged.
    """
    points = {node.name: picture.layout.spots[node.name].point for node in picture.nodes}
    ways = arrows(picture.links, points, radius=RADIUS + 2)
    most = max((link.weight for link in picture.links), default=0.0) or 1.0
    ordered = sorted(picture.links, key=picture.emphasised)  # emphasised links are drawn on top
    edges = [_edge(picture, link, ways[link.id], link.weight / most) for link in ordered]
    nodes = [_node(picture, node, picture.layout.spots[node.name]) for node in picture.nodes]
    seen, size = picture.sector, picture.layout.size
    inside = tag(
        "g",
        tag("g", *edges, aria_hidden="true"),  # the list beside the picture has the same links as text
        tag("g", *nodes, role="group", aria_label=f"Nodes: {picture.title}", data_roving=True),
        transform=f"translate({seen.x} {seen.y}) scale({seen.scale / 100:g})",
    )
    magnified = " gh-magnified" if seen != Sector() else ""
    return tag(
        "svg",
        inside,
        viewBox=f"0 0 {size[0]:g} {size[1]:g}",
        role="group",
        aria_label=picture.title,
        class_=f"gh-network{' gh-chosen-any' if picture.anything_chosen else ''}{magnified}",
        data_key=f"network {picture.mark}",
        data_zoom=f"{LEAST} {MOST}",
        style=f"--gh-wide:{FINGER / (2 * RADIUS) * size[0]:.0f}px",
    )


def _node_sample(node: Node) -> Markup:
    drawn = tag("g", _shape(node), transform="translate(17 17)")
    return tag("svg", drawn, viewBox="0 0 34 34", class_="gh-sample", aria_hidden="true")


def _head_sample(relation: str, standing: str) -> Markup:
    (arrow,) = arrows([Link("a", "b", relation)], {"a": (0.0, 8.0), "b": (48.0, 8.0)}, radius=1.0).values()
    drawn = tag("g", *_strokes(arrow, 2.0), class_=f"gh-edge gh-is-{relation} gh-in-{standing}")
    return tag("svg", drawn, viewBox="0 0 48 16", class_="gh-sample gh-wide", aria_hidden="true")


def _edge(picture: Picture, link: Link, arrow: Arrow, share: float) -> Markup:
    emphasised = picture.emphasised(link)
    reach = tag("path", d=arrow.path, class_="gh-reach")  # wide and invisible, so that a finger hits the thin line
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


def _node(picture: Picture, node: Node, spot: Spot) -> Markup:
    chosen = node.name == picture.chosen_node
    near = chosen or any(node.name in (link.source, link.target) for link in picture.links if picture.emphasised(link))
    lines = [tag("text", line, x=f"{x:.1f}", y=f"{y:.1f}") for line, x, y in spot.baselines]
    anchor = None if spot.anchor == "middle" else f"text-anchor:{spot.anchor}"
    x, y = spot.point
    return tag(
        "g",
        tag("title", f"{node.name}, {node.kind}"),
        _reach(spot),
        _shape(node),
        tag("text", picture.codes[node.name], y="4", class_="gh-letter"),
        tag("g", *lines, class_="gh-label", style=anchor),
        class_=f"gh-node{' gh-chosen' if chosen else ''}{' gh-near' if near else ''}",
        transform=f"translate({x:g} {y:g})",
        role="button",
        aria_label=_spoken(node),
        aria_pressed=str(chosen).lower(),
        data_do="node",
        data_drag="move",
        data_key=f"node {picture.mark} {node.name}",
        data_node=node.name,
    )


def _reach(spot: Spot) -> Markup:
    """Return the clickable area of a node: its shape, its name and the gap between them."""
    box, (x, y) = spot.shape.around(spot.label), spot.point
    width, height = box.right - box.left, box.bottom - box.top
    left, top = f"{box.left - x:.1f}", f"{box.top - y:.1f}"
    return tag("rect", x=left, y=top, width=f"{width:.1f}", height=f"{height:.1f}", class_="gh-reach")


def _spoken(node: Node) -> str:
    return ", ".join(filter(None, [node.name, node.kind, node.group]))


def _shape(node: Node) -> Markup:
    """Return the shape of a node's kind, around the origin."""
    if node.rank not in _CORNERS:
        return tag("circle", r=f"{RADIUS:g}", class_="gh-shape")
    number, turn, size = _CORNERS[node.rank]
    angles = [turn + 2 * pi * corner / number for corner in range(number)]
    corners = [(size * RADIUS * sin(angle), -size * RADIUS * cos(angle)) for angle in angles]
    return tag("polygon", points=" ".join(f"{x:.1f},{y:.1f}" for x, y in corners), class_="gh-shape")


def legend(nodes: Iterable[Node], samples: Sequence[tuple[str, str, str]]) -> Markup:
    """Return the legend of shapes and arrows. A sample is a relation, a standing and their meaning."""
    shapes = [tag("span", _node_sample(node), node.kind) for node in nodes]
    heads = [tag("span", _head_sample(relation, standing), meaning) for relation, standing, meaning in samples]
    return tag("p", join(*shapes, *heads), class_="gh-legend gh-small")


# --- Arrows: straight if they are the only one between two nodes, bent apart otherwise ---


@dataclass(frozen=True, slots=True)
class Arrow:
    """The path of an arrow and the corners of its head."""

    path: str
    head: str


def arrows(links: Sequence[Link], places: Mapping[str, Point], *, radius: float) -> dict[LinkId, Arrow]:
    """Return an arrow for every link, from the edge of one node to the edge of the other.

    >>> links = [Link("Monk", "Bard", "feeds")]
    >>> arrows(links, {"Monk": (0, 0), "Bard": (100, 0)}, radius=10)["feeds", "Monk", "Bard"].path
    'M10 0Q50 0 81 0'
    """
    bends = _bends(links)
    return {link.id: _arrow(places[link.source], places[link.target], bends[link.id], radius) for link in links}


def _bends(links: Iterable[Link]) -> dict[LinkId, float]:
    """Return the bend of each arrow to its left. Arrows in opposite directions separate by themselves."""
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
    # The curve reaches only half the distance to its control point.
    control = (
        (start[0] + end[0]) / 2 + 2 * bend * along[1],
        (start[1] + end[1]) / 2 - 2 * bend * along[0],
    )
    tail, tip = _towards(start, control, radius), _towards(end, control, radius)
    base = _towards(tip, control, HEAD)
    return Arrow(f"M{_at(tail)}Q{_at(control)} {_at(base)}", _head(tip, base))


def _loop(point: Point, radius: float) -> Arrow:
    """Return an arrow from a node to itself, above it."""
    x, y = point
    tip = x + 0.6 * radius, y - 0.8 * radius
    base = tip[0] + 3, tip[1] - HEAD + 1
    controls = f"{_at((x - 2.2 * radius, y - 3 * radius))} {_at((x + 2.2 * radius, y - 3 * radius))}"
    return Arrow(f"M{_at((x - 0.6 * radius, y - 0.8 * radius))}C{controls} {_at(base)}", _head(tip, base))


def _head(tip: Point, base: Point) -> str:
    """Return the corners of an arrowhead."""
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
