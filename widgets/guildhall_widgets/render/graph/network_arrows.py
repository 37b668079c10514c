"""Arrows between nodes: straight where a pair has one, bent apart where it has several."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot

from .network_parts import Link, LinkId

__all__ = ["Arrow", "arrows"]

Point = tuple[float, float]

BEND = 22.0  # of the first of several arrows between two nodes
FURTHER = 16.0  # of each next one
HEAD = 9.0  # length of the head
HALF = 4.5  # half its width


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
