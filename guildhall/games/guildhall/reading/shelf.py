"""All cards read so far; names in aliases and sets are looked up when the book is made."""

from __future__ import annotations

from dataclasses import dataclass, field

from guildhall.core.datafile import Spot
from guildhall.core.errors import short
from guildhall.games.guildhall.cardtypes import House, Master, Profession, VPCard

__all__ = ["SetEntry", "Shelf", "folded"]


def folded(name: object) -> str:
    """A name without regard to case and spaces.

    >>> folded("Tax  collector") == folded("Tax Collector")
    True
    """
    return " ".join((name if isinstance(name, str) else short(name)).casefold().split())


@dataclass
class SetEntry:
    """A set as its file has it, before names are looked up."""

    title: str
    professions: tuple[tuple[str, str], ...]
    vp: str | tuple[str, ...]  # a set whose VP deck is used, or names of VP cards
    spot: Spot


@dataclass
class Shelf:
    """All cards read so far, by name."""

    professions: dict[str, Profession] = field(default_factory=dict)
    masters: dict[str, Master] = field(default_factory=dict)
    houses: dict[str, House] = field(default_factory=dict)
    vp: dict[str, VPCard] = field(default_factory=dict)
    sets: dict[str, SetEntry] = field(default_factory=dict)
    aliases: dict[str, tuple[str, Spot]] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """How many cards, other names and sets there are."""
        cards = len(self.professions) + len(self.masters) + len(self.houses) + len(self.vp)
        return cards + len(self.sets) + len(self.aliases)

    def copy(self) -> Shelf:
        """A shelf of its own with the same cards."""
        return Shelf(
            dict(self.professions),
            dict(self.masters),
            dict(self.houses),
            dict(self.vp),
            dict(self.sets),
            dict(self.aliases),
        )

    def links(self) -> dict[str, str]:
        """Other names of professions; a real profession's name is never another name by way of a set."""
        shown = {
            name: profession
            for card_set in reversed(self.sets.values())
            for name, profession in card_set.professions
            if name != profession and name not in self.professions
        }
        return shown | {name: target for name, (target, _) in self.aliases.items()}
