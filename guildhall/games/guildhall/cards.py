"""The card book: every card by name, shipped or of a player's own files.

>>> book = load_book()
>>> book.profession("Weaver").name, book.profession("Assassin").name
('Monk', 'Assassin')
>>> book.profession("Assassin", set="old-world").name
'Fighter'
>>> book.profession("Mnok")
Traceback (most recent call last):
guildhall.core.errors.UnknownCard: no profession is called 'Mnok'; did you mean 'Monk'?
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from os import PathLike
from typing import Final

from guildhall.core.errors import BadCardFile, UnknownCard, did_you_mean, nearest, short
from guildhall.core.typed import path_of
from guildhall.games.guildhall.cardtypes import (
    Card,
    CardSet,
    House,
    Master,
    Profession,
    Provenance,
    Tier,
    VPCard,
    digest,
)
from guildhall.games.guildhall.reading.cardfiles import read_file, read_text
from guildhall.games.guildhall.reading.shelf import Shelf, folded, followed, resolved_sets

__all__ = [
    "Card",
    "CardBook",
    "CardSet",
    "House",
    "Master",
    "Profession",
    "Provenance",
    "Tier",
    "VPCard",
    "load_book",
]

SHIPPED: Final = ("professions.toml", "masters.toml", "houses.toml", "vp.toml", "sets.toml")


@dataclass(frozen=True)
class CardBook:
    """All cards by name; `aliases` maps every other name of a profession to its own name."""

    professions: Mapping[str, Profession]
    masters: Mapping[str, Master]  # one for each archetype
    houses: Mapping[str, House]  # three
    vp: Mapping[str, VPCard]
    sets: Mapping[str, CardSet]
    aliases: Mapping[str, str]
    shelf: Shelf  # what was read from the files, for `with_files`

    def profession(self, name: str, *, set: str | None = None) -> Profession:
        """The profession of that name; in `set` the names of that set's cards come first."""
        return self.shown(name, set=set)[1]

    def shown(self, name: str, *, set: str | None = None) -> tuple[str, Profession]:
        """The name as it is shown on the table, and the profession it stands for.

        >>> shown, profession = load_book().shown("weaver")
        >>> shown, profession.name
        ('Weaver', 'Monk')
        """
        in_set = dict(self.card_set(set).professions) if set is not None else {}
        names = {**self.aliases, **{own: own for own in self.professions}, **in_set}
        shown = _find(name, names, "profession")
        return shown, self.professions[names[shown]]

    def card_set(self, name: str) -> CardSet:
        """The set of that name or title.

        >>> load_book().card_set("The Gathering").name
        'gathering'
        """
        names = self._set_names()
        return self.sets[names[_find(name, names, "set")]]

    def has_set(self, name: str) -> bool:
        """Whether a set has that name or title."""
        return folded(name) in map(folded, self._set_names())

    def has_profession(self, name: str) -> bool:
        """Whether a profession has that name, or goes by it in some set."""
        return folded(name) in map(folded, (*self.professions, *self.aliases))

    def vp_card(self, name: str) -> VPCard:
        """The VP card of that name."""
        return self.vp[_find(name, self.vp, "VP card")]

    def _set_names(self) -> dict[str, str]:
        return {
            **{each.title: name for name, each in self.sets.items()},
            **{name: name for name in self.sets},
        }

    @property
    def digest(self) -> str:
        """A hex digest over all cards and sets, notes and sources left out."""
        groups = (self.professions, self.masters, self.houses, self.vp, self.sets)
        return digest(*(tuple(group[name] for name in sorted(group)) for group in groups))

    def with_files(self, *paths: str | PathLike[str]) -> CardBook:
        """A book in which the cards of these files overrule or join those of this one."""
        shelf = self.shelf.copy()
        for path in paths:
            read_file(shelf, path_of(path, BadCardFile))
        return _book(shelf)

    def with_text(self, text: str, *, file: str = "own cards") -> CardBook:
        """A book in which the cards of a text in TOML overrule or join those of this one.

        >>> book = load_book().with_text("[Marshal]\\ntier.3 = [{ gain = 3 }]")
        >>> [(tier.number, tier.provenance.value) for tier in book.profession("Farmer").tiers]
        [(1, 'rulebook'), (3, 'own file')]
        """
        shelf = self.shelf.copy()
        read_text(shelf, text, file)
        return _book(shelf)


def load_book(*own_files: str | PathLike[str]) -> CardBook:
    """The shipped cards, with those of `own_files` over them, the last file on top.

    >>> len(load_book().professions)
    24
    """
    return _shipped().with_files(*own_files) if own_files else _shipped()


@cache
def _shipped() -> CardBook:
    folder = files("guildhall.games.guildhall") / "data"
    shelf = Shelf()
    for name in SHIPPED:
        read_file(shelf, folder / name)
    return _book(shelf)


def _book(shelf: Shelf) -> CardBook:
    """Look up all names, refuse those that lead nowhere, and tell each card its sets."""
    aliases = followed(shelf)
    sets = resolved_sets(shelf, aliases)
    return CardBook(
        professions={
            name: replace(card, sets=_sets_with(name, sets.values())) for name, card in shelf.professions.items()
        },
        masters=dict(shelf.masters),
        houses=dict(shelf.houses),
        vp={name: replace(card, sets=_vp_sets_with(name, sets.values())) for name, card in shelf.vp.items()},
        sets=sets,
        aliases=aliases,
        shelf=shelf,
    )


def _sets_with(profession: str, sets: Iterable[CardSet]) -> tuple[str, ...]:
    return tuple(each.name for each in sets if profession in dict(each.professions).values())


def _vp_sets_with(vp_card: str, sets: Iterable[CardSet]) -> tuple[str, ...]:
    return tuple(each.name for each in sets if vp_card in each.vp)


def _find(name: str, names: Iterable[str], what: str) -> str:
    """The name as the book writes it, whatever its case; UnknownCard with the nearest ones if none fits."""
    by_folded = {folded(known): known for known in names}
    if folded(name) in by_folded:
        return by_folded[folded(name)]
    close = nearest(name, by_folded.values())
    choice = "" if close else f"; known: {', '.join(sorted(by_folded.values()))}"
    message = f"no {what} is called {short(name)}{choice}{did_you_mean(close)}"
    raise UnknownCard(message, name=name, nearest=close)
