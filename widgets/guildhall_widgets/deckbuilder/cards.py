"""All cards a deck can be built from, as the sets have them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import guildhall as gh
from guildhall.core.errors import BadSetup, short
from guildhall.games import read_own_files, rules_for

__all__ = ["Catalogue", "Offered", "catalogue"]

GAME = "guildhall"
FULL_TABLE = 4  # players for whom no VP card stays in the box


@dataclass(frozen=True)
class Offered:
    """A profession; `shown` are its names on the cards of sets that call it otherwise."""

    name: str
    archetype: str
    stand_in: str  # "", "stand-in" or "stand-in in part"
    card: Any
    shown: Mapping[str, str]  # by set


@dataclass(frozen=True)
class Catalogue:
    """Everything by name; `sets` are pairs of shown name and profession, `vp_decks` VP cards with their copies."""

    professions: Mapping[str, Offered]
    sets: Mapping[str, tuple[tuple[str, str], ...]]
    titles: Mapping[str, str]
    masters: tuple[Any, ...]
    houses: tuple[Any, ...]
    vp: Mapping[str, Any]
    vp_decks: Mapping[str, Mapping[str, int]]

    @property
    def archetypes(self) -> dict[str, list[Offered]]:
        """The professions by archetype, both in alphabetical order."""
        groups: dict[str, list[Offered]] = {}
        for offered in sorted(self.professions.values(), key=lambda each: (each.archetype, each.name)):
            groups.setdefault(offered.archetype, []).append(offered)
        return groups

    def card(self, name: str) -> Any:
        """The profession, Master, House or VP card of that name.

        >>> catalogue().card("Monk").archetype
        'Mystic'
        """
        others = {card.name: card for card in (*self.masters, *self.houses)} | dict(self.vp)
        known = {name: each.card for name, each in self.professions.items()} | others
        if name not in known:
            raise BadSetup(f"no card is called {short(name)}")
        return known[name]

    def written(self, shown: str, profession: str) -> str:
        """How a list of professions names one: as it is shown, unless another profession has that name.

        >>> catalogue().written("Weaver", "Monk"), catalogue().written("Assassin", "Fighter")
        ('Weaver', 'Fighter')
        """
        return profession if shown != profession and shown in self.professions else shown


def catalogue(card_files: Iterable[str] = (), also: Iterable[str] = ()) -> Catalogue:
    """The shipped cards with those of own files over them; `also` are own professions that no set has."""
    return _catalogue(tuple(map(str, card_files)), tuple(also))


@lru_cache(maxsize=4)
def _catalogue(card_files: tuple[str, ...], also: tuple[str, ...]) -> Catalogue:
    titles = gh.games()[GAME]["sets"]
    decks = {name: _deck(card_files, cards=name) for name in titles}
    full = _deck(card_files, cards="fellowship", masters=True, houses=True)
    own = _deck(card_files, cards=[*also, *_fillers(decks["fellowship"], also)]).professions if also else ()
    sets = {
        name: tuple((each.shown, each.profession.name) for each in deck.professions) for name, deck in decks.items()
    }
    vp_decks = {name: {card.name: copies for card, copies in deck.vp} for name, deck in decks.items()}
    cards = {each.profession.name: each.profession for deck in decks.values() for each in deck.professions}
    cards |= {each.profession.name: each.profession for each in own}
    return Catalogue(
        professions={name: _offered(card, sets) for name, card in cards.items()},
        sets=sets,
        titles=titles,
        masters=tuple(master for master, _ in full.masters),
        houses=full.houses,
        vp={card.name: card for deck in decks.values() for card, _ in deck.vp},
        vp_decks={name: vp_decks[name] for name in _different(vp_decks)},
    )


def _different(decks: Mapping[str, Mapping[str, int]]) -> list[str]:
    """Of decks that are alike the last: the old sets have their VP deck from a later one."""
    return list({tuple(sorted(copies.items())): name for name, copies in decks.items()}.values())


def _deck(card_files: tuple[str, ...], **options: Any) -> Any:
    given = read_own_files(GAME, {**options, "players": FULL_TABLE, "card_files": card_files})
    rules: Any = rules_for(GAME, given)
    return rules.deck


def _fillers(deck: Any, also: tuple[str, ...]) -> list[str]:
    """Professions that make a deck of some own ones large enough."""
    return [each.shown for each in deck.professions if each.shown not in also]


def _offered(card: Any, sets: Mapping[str, tuple[tuple[str, str], ...]]) -> Offered:
    ours = [tier.provenance == "stand-in" for tier in card.tiers]
    shown = {name: other for name, pairs in sets.items() for other, own in pairs if own == card.name and other != own}
    mark = "stand-in" if all(ours) else "stand-in in part"
    return Offered(card.name, card.archetype, mark if any(ours) else "", card, shown)
