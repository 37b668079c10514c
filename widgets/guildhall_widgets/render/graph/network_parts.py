"""What a picture of cards and their interactions is made of: nodes, links, and the sentences behind a link."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

__all__ = [
    "Ability",
    "Interval",
    "Link",
    "LinkId",
    "Node",
    "Seen",
    "Through",
    "listed",
    "named",
    "said",
    "zone_words",
]

#: Who a link belongs to where two decks, or words and play, are laid over each other.
BOTH, FIRST, SECOND = "both", "first", "second"


@dataclass(frozen=True, slots=True)
class Node:
    """A card or a zone; `rank` is the place of its kind among the game's kinds of cards, -1 for a zone."""

    name: str
    kind: str  # "zone", or the game's word
    rank: int = 0
    group: str = ""
    provenance: str = ""
    text: str = ""
    also: str = ""  # what the other deck calls it


@dataclass(frozen=True, slots=True)
class Ability:
    """One ability in words; `tier` is "" where a card has no tiers."""

    tier: str
    sentence: str
    stand_in: bool = False


Interval = tuple[float, float, float]
"""A value with the lower and the upper end of its 95 % interval."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What was counted at the table; `n` are the cases of which it is a share."""

    count: int
    n: int = 0
    share: Interval | None = None
    lift: Interval | None = None  # times as often as by chance
    per_use: float | None = None


@dataclass(frozen=True, slots=True)
class Through:
    """The abilities that meet in one zone, and what was seen of it; a zone of "" is none."""

    zone: str
    gives: tuple[Ability, ...] = ()
    takes: tuple[Ability, ...] = ()
    seen: Seen | None = None

    @property
    def pairs(self) -> int:
        """How many pairs of abilities meet here; 0 where only play shows that they do."""
        return max(1, len(self.gives)) * max(1, len(self.takes)) if self.gives or self.takes else 0


LinkId = tuple[str, str, str]
"""Relation, source, target: what tells a link from all others."""


@dataclass(frozen=True, slots=True)
class Link:
    """All edges of one relation from one node to another, taken together."""

    source: str
    target: str
    relation: str
    through: tuple[Through, ...] = ()
    weight: float = 1.0
    standing: str = BOTH

    @property
    def id(self) -> LinkId:
        """What tells it from all others."""
        return self.relation, self.source, self.target

    @property
    def count(self) -> int:
        """How often it was seen at the table."""
        return sum(way.seen.count for way in self.through if way.seen)

    @property
    def pairs(self) -> int:
        """How many pairs of abilities make it."""
        return sum(way.pairs for way in self.through)

    @property
    def stand_in(self) -> bool:
        """Whether a sentence behind it is our own design."""
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
    """A zone as a player says it.

    >>> zone_words("my hall"), zone_words("another's VP tokens"), zone_words("discard pile")
    ('your hall', 'another player’s VP tokens', 'the discard pile')
    """
    owner, _, thing = zone.partition(" ")
    return f"{_ZONES[owner]} {thing}" if owner in _ZONES else f"the {zone}"


def said(link: Link) -> str:
    """A link as a sentence without its full stop.

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
    """A name within a sentence; a VP card's begins with a number and is quoted.

    >>> named("4 take one"), named("Monk")
    ('“4 take one”', 'Monk')
    """
    return f"“{node}”" if node[:1].isdecimal() else node


def listed(words: Iterable[str]) -> str:
    """Words one after the other: 'a', 'a and b', 'a, b and c'.

    >>> listed(["Monk", "Bard", "Druid"])
    'Monk, Bard and Druid'
    """
    *most, last = list(words) or [""]
    return f"{', '.join(most)} and {last}" if most else last
