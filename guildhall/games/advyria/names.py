"""Names of everything in a box (cards, tiles, fields, Heroes), English in phrases, either language on screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from guildhall.core.decision import fold
from guildhall.core.errors import UnknownCard, did_you_mean, nearest, short

from .cards import CARD_NAMES, GOLD, Box, Name
from .engine.state import TILE_ADVENTURE, TILE_GOLD, Kind

__all__ = ["Names", "cards_of_set"]


@dataclass(frozen=True)
class Names:
    """The names of one box, by number and back."""

    box: Box
    seats: tuple[str, ...]
    lang: str
    kinds: tuple[str, ...] = field(init=False)  # cards, as in phrases
    cards: tuple[str, ...] = field(init=False)  # cards, as on screen
    fields: tuple[str, ...] = field(init=False)
    adventures: tuple[str, ...] = field(init=False)
    heroes: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        set_ = object.__setattr__
        both = self.card_names
        set_(self, "kinds", tuple(name.en for name in both))
        set_(self, "cards", tuple(name.in_(self.lang) for name in both))
        set_(self, "fields", tuple(one.id for one in self.box.board.fields))
        set_(self, "adventures", tuple(one.name.en for one in self.box.adventures))
        set_(self, "heroes", tuple(one.name.en for one in self.box.heroes))

    @property
    def card_names(self) -> tuple[Name, ...]:
        """The names of all kinds in both languages."""
        return (*CARD_NAMES, *(adventure.name for adventure in self.box.adventures))

    @property
    def shown_adventures(self) -> tuple[str, ...]:
        """The adventures, as on screen."""
        return tuple(one.name.in_(self.lang) for one in self.box.adventures)

    def tile(self, tile: int) -> str:
        """Return the name of a tile, as in phrases and tables."""
        return GOLD.en if tile == TILE_GOLD else self.adventures[tile - TILE_ADVENTURE]

    def shown_tile(self, tile: int) -> str:
        """Return the name of a tile, as on screen."""
        name = GOLD if tile == TILE_GOLD else self.box.adventures[tile - TILE_ADVENTURE].name
        return name.in_(self.lang)

    def shown(self, name: str, number: int = 1) -> str:
        """Return the name on screen of `number` cards, tiles or Heroes with this English name."""
        return self._names[name].in_(self.lang, number)

    @cached_property
    def _names(self) -> dict[str, Name]:
        """Everything with a name in both languages, by the English one."""
        heroes = (one.name for one in self.box.heroes)
        return {name.en: name for name in (*self.card_names, GOLD, *heroes)}

    def shown_cards(self, kind: int, number: int) -> str:
        """Return the name on screen of `number` cards of a kind."""
        return self.card_names[kind].in_(self.lang, number)

    def shown_field(self, number: int) -> str:
        """Return a field with the name of its guild, if it has one."""
        one = self.box.board.fields[number]
        return f"{one.id} ({one.name.in_(self.lang)})" if one.name else one.id

    def hero(self, number: int) -> str:
        """Return the name of a Hero, as on screen."""
        return self.box.heroes[number].name.in_(self.lang)

    # --- From names to numbers ---

    def kind(self, name: object) -> int:
        """Return the number of a card by its name in either language."""
        return _number(name, self.card_names, "card of this game")

    def adventure(self, name: object) -> int:
        """Return the number of an adventure."""
        return _number(name, [one.name for one in self.box.adventures], "adventure of this game")

    def hero_number(self, name: object) -> int:
        """Return the number of a Hero card."""
        return _number(name, [one.name for one in self.box.heroes], "Hero card of this game")

    def field_number(self, name: object) -> int:
        """Return the number of a field."""
        return _number(name, [Name(one, one) for one in self.fields], "field of this board")

    def tile_number(self, name: object) -> int:
        """Return the value of a tile with that name."""
        return _number(name, [GOLD, *(one.name for one in self.box.adventures)], "quest tile of this game")


def _number(name: object, known: Sequence[Name], what: str) -> int:
    """Return the index of a name in either language, or raise UnknownCard with the nearest names."""
    for number, one in enumerate(known):
        if isinstance(name, str) and fold(name) in (fold(one.en), fold(one.de)):
            return number
    close = nearest(name, [word for one in known for word in (one.en, one.de)])
    raise UnknownCard(f"no {what} is called {short(name)}{did_you_mean(close)}", name=name, nearest=close)


def cards_of_set(name: Callable[[int, int], str], kind: int, own: int, jokers: int) -> tuple[str, bool]:
    """Return the cards of a set in words, and whether all are Jokers. `name(kind, n)` names `n` cards of a kind."""
    joker = name(Kind.JOKER, jokers)
    if own == 0:
        return f"{jokers} {joker}", True
    return f"{own} {name(kind, own)}" + (f" + {jokers} {joker}" if jokers else ""), False
