"""The contents of the box of Die Gilden von Advyria: the board, the adventures, the Hero cards, the deck.

All of it is read from data files.  Parts of the printed game that are not known to us are marked as stand-ins.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from hashlib import blake2b

from guildhall.core.datafile import STAND_IN

__all__ = [
    "BASIC",
    "CARD_NAMES",
    "COLOURS",
    "FIELD_KINDS",
    "GOLD",
    "Adventure",
    "Board",
    "Box",
    "Deck",
    "Field",
    "Hero",
    "Name",
]

#: The card types other than Adventure cards, in the order in which a hand is shown.
BASIC = ("seeker", "warrior", "fairy", "wizard", "joker")
COLOURS = ("red", "blue", "yellow", "green")
FIELD_KINDS = ("guild", "quest", "plain")


@dataclass(frozen=True)
class Name:
    """A name in both languages, of which phrases and files use the English one."""

    en: str
    de: str
    de_plural: str = ""  # if it differs from the singular

    def in_(self, lang: str, number: int = 1) -> str:
        """Return the name in a language, `en` or `de`, for `number` cards. English names have no plural.

        >>> fairy = Name("Fairy", "Fee", "Feen")
        >>> fairy.in_("de"), fairy.in_("de", 2), fairy.in_("en", 2)
        ('Fee', 'Feen', 'Fairy')
        """
        if lang != "de":
            return self.en
        return self.de if number == 1 else self.de_plural or self.de


#: The names of the basic types, in their order, and of the Gold on quest tiles.
CARD_NAMES = (
    Name("Fortune Seeker", "Glücksritter"),
    Name("Warrior", "Kriegerin", "Kriegerinnen"),
    Name("Fairy", "Fee", "Feen"),
    Name("Wizard", "Zauberer"),
    Name("Joker", "Joker"),
)
GOLD = Name("Gold", "Gold")


@dataclass(frozen=True)
class Field:
    """A field of the board: its short name, kind, position in the picture and neighbours."""

    id: str
    kind: str
    at: tuple[int, int]  # column and row of the picture, from 1
    next: tuple[str, ...]
    name: Name | None = None


@dataclass(frozen=True)
class Board:
    """The fields and their paths."""

    title: Name
    fields: tuple[Field, ...]
    provenance: str

    def of_kind(self, kind: str) -> tuple[int, ...]:
        """Return the numbers of the fields of one kind."""
        return tuple(number for number, field in enumerate(self.fields) if field.kind == kind)


@dataclass(frozen=True)
class Adventure:
    """An adventure: its tile and its card, and the colour that determines the card's action."""

    name: Name
    colour: str


@dataclass(frozen=True)
class Hero:
    """A Hero card with the numbers of its adventures."""

    name: Name
    adventures: tuple[int, ...]


@dataclass(frozen=True)
class Deck:
    """The number of cards of each type."""

    title: Name
    counts: Mapping[str, int]  # of the basic types
    copies: int  # of each Adventure card
    provenance: str


@dataclass(frozen=True)
class Box:
    """Everything needed for one game."""

    board: Board
    gold: int  # quest tiles that show Gold
    adventures: tuple[Adventure, ...]
    heroes: tuple[Hero, ...]
    deck: Deck
    provenances: Mapping[str, str]  # of the parts

    @property
    def stand_ins(self) -> tuple[str, ...]:
        """The parts that are stand-ins."""
        return tuple(part for part, provenance in self.provenances.items() if provenance == STAND_IN)

    @cached_property
    def digest(self) -> str:
        """A digest of everything that affects play, without translations and titles."""
        board = [(field.id, field.kind, sorted(field.next)) for field in self.board.fields]
        adventures = [(adventure.name.en, adventure.colour) for adventure in self.adventures]
        heroes = [asdict(hero)["adventures"] for hero in self.heroes]
        deck = [dict(self.deck.counts), self.deck.copies]
        plays = json.dumps([board, self.gold, adventures, heroes, deck])
        return blake2b(plays.encode(), digest_size=8).hexdigest()
