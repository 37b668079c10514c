"""Where the names of nodes go: beside their node, on no other name and on no other node as far as there is room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from textwrap import wrap

__all__ = ["Box", "Label", "box_of", "place_labels"]

Point = tuple[float, float]

LINE = 14.0  # height of a line of text
LETTER = 7.2  # width of a letter: on the wide side, for fonts differ
WIDEST = 13  # letters in a line before a name is broken in two
GAP = 3.0
NEAR_THE_EDGE = 40.0  # penalty for each pixel outside of the picture: worse than any overlap


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle from its left upper to its right lower corner."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: Box) -> float:
        """The area that both cover.

        >>> Box(0, 0, 2, 2).overlap(Box(1, 1, 5, 5)), Box(0, 0, 1, 1).overlap(Box(2, 0, 3, 1))
        (1, 0)
        """
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return width * height if width > 0 and height > 0 else 0

    def around(self, other: Box) -> Box:
        """The smallest rectangle that holds both.

        >>> Box(0, 0, 2, 2).around(Box(1, 1, 5, 5))
        Box(left=0, top=0, right=5, bottom=5)
        """
        left, top = min(self.left, other.left), min(self.top, other.top)
        return Box(left, top, max(self.right, other.right), max(self.bottom, other.bottom))

    def outside(self, size: Point) -> float:
        """By how much it leaves a picture of that size."""
        return max(0, -self.left) + max(0, -self.top) + max(0, self.right - size[0]) + max(0, self.bottom - size[1])


@dataclass(frozen=True, slots=True)
class Label:
    """A name in one or more lines, each centred in the box."""

    lines: tuple[str, ...]
    box: Box

    @property
    def baselines(self) -> list[tuple[str, float, float]]:
        """Every line with the middle of its baseline."""
        middle = (self.box.left + self.box.right) / 2
        return [(line, middle, self.box.top + LINE * (index + 0.8)) for index, line in enumerate(self.lines)]


def place_labels(places: Mapping[str, Point], *, radius: float, size: Point) -> dict[str, Label]:
    """A label for every node, the crowded ones in the middle first.

    >>> labels = place_labels({"Monk": (50, 50), "Bard": (50, 90)}, radius=10, size=(200, 200))
    >>> labels["Monk"].box.overlap(labels["Bard"].box)
    0
    """
    centre = (size[0] / 2, size[1] / 2)
    nodes = {name: box_of(point, radius) for name, point in places.items()}
    placed: dict[str, Label] = {}
    for name in sorted(places, key=lambda name: (round(_distance(places[name], centre), 3), name)):
        others = [box for other, box in nodes.items() if other != name]
        taken = [*others, *(label.box for label in placed.values())]
        lines = tuple(wrap(name, WIDEST, break_long_words=False))
        choices = _choices(places[name], radius, lines, outwards=_outwards(places[name], centre))
        best = min(choices, key=lambda box: _cost(box, taken, size))
        placed[name] = Label(lines, best)
    return placed


def _cost(box: Box, taken: Sequence[Box], size: Point) -> float:
    return sum(map(box.overlap, taken)) + NEAR_THE_EDGE * box.outside(size)


def _choices(point: Point, radius: float, lines: Sequence[str], *, outwards: Point) -> list[Box]:
    """Boxes around a node, the side away from the middle first."""
    wide, high = LETTER * max(map(len, lines)), LINE * len(lines)
    away_x, away_y = radius + GAP + wide / 2, radius + GAP + high / 2
    sides = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 0.7), (-1, 0.7), (1, -0.7), (-1, -0.7)]
    sides.sort(key=lambda side: -(side[0] * outwards[0] + side[1] * outwards[1]) / hypot(*side))
    middles = [(point[0] + x * away_x, point[1] + y * away_y) for x, y in sides]
    return [Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2) for x, y in middles]


def box_of(point: Point, radius: float) -> Box:
    """The room that a node takes."""
    return Box(point[0] - radius, point[1] - radius, point[0] + radius, point[1] + radius)


def _outwards(point: Point, centre: Point) -> Point:
    return point[0] - centre[0], point[1] - centre[1]


def _distance(point: Point, centre: Point) -> float:
    return hypot(point[0] - centre[0], point[1] - centre[1])
