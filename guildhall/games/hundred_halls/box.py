"""What lies in the box of the Hundred Halls: player, realm and scenario decks, all read from data files.

The rule sheet has the names, difficulties and styles of decks and next to no card; what it does not tell is a stand-in
and says so.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from guildhall.core.datafile import CardBox

from .language import Condition, Effect
from .selectors import Selector

__all__ = ["DECK_KINDS", "MOST_CARDS", "MOST_DECKS", "Ability", "Box", "Campaign", "Card", "Deck", "Trigger"]

DECK_KINDS = ("player", "realm", "scenario")
MOST_CARDS = 24  # of a deck, besides its top card
MOST_DECKS = 8  # Scenarios, and Realms, of a campaign


class Trigger(IntEnum):
    """When an ability acts."""

    ENTERS = 0  # a Spell's text
    BEGIN = 1
    END = 2
    DIES = 3
    DAMAGED = 4
    SPELL = 5  # a player plays a Spell
    ARRIVES = 6  # another card enters play
    SLAIN = 7  # an enemy dies
    FALLS = 8  # a player dies
    COMPLETED = 9  # a Quest is completed
    CHECK = 10  # step (d), while its conditions hold
    ENDS = 11  # step (d): leaves play, or a Quest is completed
    ACTIVATE = 12
    REWARD = 13


@dataclass(frozen=True)
class Ability:
    """What a card does at a trigger; `when` is who must have arrived or died."""

    effects: tuple[Effect, ...]
    conditions: tuple[Condition, ...] = ()
    cost: tuple[Effect, ...] = ()
    once: bool = False
    when: Selector | None = None


@dataclass(frozen=True)
class Card:
    """A card; `reward` is the form that a completed Quest takes if its reward lasts."""

    name: str
    type: str
    subtypes: tuple[str, ...] = ()
    hp: int = 0
    five_elements: int = 0
    copies: int = 1
    unique: bool = False
    starts: bool = False
    aside: bool = False
    abilities: Mapping[Trigger, Ability] = field(default_factory=dict)
    always: tuple[Effect, ...] = ()
    reward: Card | None = None
    completer: bool = False
    provenance: str = ""

    @property
    def effects(self) -> Iterator[tuple[Trigger | None, Effect]]:
        """Every effect with the trigger at which it happens, none for what is always so."""
        yield from ((None, one) for one in self.always)
        for trigger, ability in self.abilities.items():
            for one in (*ability.cost, *ability.effects):
                yield from ((trigger, each) for each in (one, *one.modes))


@dataclass(frozen=True)
class Deck:
    """A deck: its top card, which lies in play from the beginning, and the cards to be shuffled."""

    name: str
    kind: str
    title: str
    difficulty: int  # for a player deck its complexity
    style: str
    hall: str
    top: Card
    cards: tuple[Card, ...]
    bosses: tuple[str, ...] = ()
    provenance: str = ""
    known: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """How many cards there are besides the top card."""
        return sum(card.copies for card in self.cards)

    def card(self, name: str) -> Card:
        """The card of that name."""
        return next(card for card in (self.top, *self.cards) if card.name == name)


class _Decks(CardBox):
    """Decks that a game is played with."""

    @property
    @abstractmethod
    def decks(self) -> tuple[Deck, ...]:
        """The players' decks by seat, then Scenario and Realm."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards, each once, top cards first."""
        return (*(deck.top for deck in self.decks), *(card for deck in self.decks for card in deck.cards))


@dataclass(frozen=True)
class Box(_Decks):
    """Everything one game is played with."""

    party: tuple[Deck, ...]  # by seat
    scenario: Deck
    realm: Deck
    sold: tuple[Card, ...] = ()  # what the Armory has besides the own deck

    @property
    def decks(self) -> tuple[Deck, ...]:
        """The players' decks by seat, then Scenario and Realm."""
        return (*self.party, self.scenario, self.realm)

    def as_dict(self) -> dict[str, Any]:
        """All that is in it; nothing of the Armory where there is none."""
        return {name: one for name, one in super().as_dict().items() if one or name != "sold"}


@dataclass(frozen=True)
class Campaign(_Decks):
    """Everything a campaign is played with: one player's deck, all Scenarios, all Realms."""

    party: tuple[Deck, ...]
    scenarios: tuple[Deck, ...]
    realms: tuple[Deck, ...]
    sold: tuple[Card, ...]

    @property
    def decks(self) -> tuple[Deck, ...]:
        """The player's deck, then the Scenarios and the Realms."""
        return (*self.party, *self.scenarios, *self.realms)

    def battle(self, scenario: int, realm: int) -> Box:
        """The box of one battle."""
        return Box(self.party, self.scenarios[scenario], self.realms[realm], self.sold)
