"""All cards read so far; names in aliases and sets are looked up when the book is made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from guildhall.core.datafile import Spot
from guildhall.core.errors import short
from guildhall.games.guildhall.cardtypes import CardSet, House, Master, Profession, VPCard

__all__ = ["SetEntry", "Shelf", "folded", "followed", "resolved_sets"]


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


# --- Names that stand for other names ---


def followed(shelf: Shelf) -> dict[str, str]:
    """Every other name of a profession with the profession it stands for in the end.

    A loop of aliases and an alias of nothing are errors that name the file.
    """
    links = shelf.links()
    aliases = {name: _follow(name, links, shelf) for name in links}
    for name in aliases.keys() & shelf.professions.keys():
        raise shelf.aliases[name][1].wrong("is a profession already, not another name for one")
    return aliases


def _follow(name: str, links: Mapping[str, str], shelf: Shelf) -> str:
    path = [name]
    while path[-1] in links:
        path.append(links[path[-1]])
        if path[-1] in path[:-1]:
            raise _spot(path, shelf).wrong(f"a loop of aliases: {' -> '.join(path)}")
    return _spot(path, shelf).known(path[-1], shelf.professions, "profession")


def _spot(path: Iterable[str], shelf: Shelf) -> Spot:
    """The table to blame: the last alias a player wrote, else the set that shows the name."""
    written = [shelf.aliases[name][1] for name in path if name in shelf.aliases]
    if written:
        return written[-1]
    shown = [each.spot for each in shelf.sets.values() if set(path) & set(dict(each.professions))]
    return shown[-1]


def resolved_sets(shelf: Shelf, aliases: Mapping[str, str]) -> dict[str, CardSet]:
    """The sets with professions and VP decks looked up."""
    return {
        name: CardSet(
            name=name,
            title=entry.title,
            professions=_professions(entry, shelf, aliases),
            vp=_vp_deck(name, shelf),
        )
        for name, entry in shelf.sets.items()
    }


def _professions(entry: SetEntry, shelf: Shelf, aliases: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    if not entry.professions:
        raise entry.spot.wrong("a set needs professions")
    known = {**{name: name for name in shelf.professions}, **aliases}
    pairs = [(shown, known[entry.spot.known(name, known, "profession")]) for shown, name in entry.professions]
    _no_twice([profession for _, profession in pairs], entry.spot, "profession")
    return tuple(pairs)


def _no_twice(names: list[str], spot: Spot, what: str) -> None:
    for name in names:
        if names.count(name) > 1:
            raise spot.wrong(f"{what} '{name}' is listed twice")


def _vp_deck(name: str, shelf: Shelf) -> tuple[str, ...]:
    path = [name]
    entry = shelf.sets[name]
    while isinstance(entry.vp, str):
        path.append(entry.spot.known(entry.vp, shelf.sets, "set"))
        if path[-1] in path[:-1]:
            raise entry.spot.wrong(f"a loop of VP decks: {' -> '.join(path)}")
        entry = shelf.sets[path[-1]]
    _no_twice(list(entry.vp), entry.spot, "VP card")
    return tuple(entry.spot.known(card, shelf.vp, "VP card") for card in entry.vp)
