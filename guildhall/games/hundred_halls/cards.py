"""The contents of the Hundred Halls box: player, realm and scenario decks, read from data files.

The rule sheet gives names, difficulties and styles of decks, but hardly any cards. Missing details are marked as
stand-ins.

The Armory of the solo game has a price list (rule 37), and sells cards from other decks.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any

from guildhall.core.datafile import CardBox

from .language import Condition, Effect, Measured, Selector, strike

__all__ = [
    "DECK_KINDS",
    "FIRST_POINTS",
    "MOST_CARDS",
    "MOST_DECKS",
    "MOST_OTHERS",
    "POINTS_PER_DIFFICULTY",
    "PURCHASES",
    "SOLD_TYPES",
    "Ability",
    "Box",
    "Campaign",
    "Card",
    "Deck",
    "Gain",
    "Purchase",
    "Trigger",
    "points_for",
    "sold_beside",
]


DECK_KINDS = ("player", "realm", "scenario")
MOST_CARDS = 24  # of a deck, not counting its top card
MOST_DECKS = 8  # Scenarios, and Realms, of a campaign


class Trigger(IntEnum):
    """Occasions on which an ability acts."""

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
    """The effects of a card at a trigger. `when` selects the arrivals or deaths that count."""

    effects: tuple[Effect, ...]
    conditions: tuple[Condition, ...] = ()
    cost: tuple[Effect, ...] = ()
    once: bool = False
    when: Selector | None = None

    def among(self, players: int) -> Ability | None:
        """Return the ability for a number of players, or None if it does nothing then."""
        conditions, effects = _settled(self.conditions, players), _left(self.effects, players)
        if conditions is None or (self.effects and not effects):
            return None
        return replace(self, conditions=conditions, effects=effects, cost=_left(self.cost, players))


@dataclass(frozen=True)
class Card:
    """A card. `reward` is the form of a completed Quest with a lasting reward."""

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
        """Every effect with its trigger, or None for static effects."""
        yield from ((None, one) for one in self.always)
        for trigger, ability in self.abilities.items():
            for one in (*ability.cost, *ability.effects):
                yield from ((trigger, each) for each in (one, *one.modes))

    def among(self, players: int) -> Card:
        """Return the card for a number of players, without conditions on that number.

        >>> from .reading import shipped
        >>> top = shipped().of_kind("realm")["Danir"].top
        >>> [len(card.abilities[Trigger.BEGIN].effects) for card in (top, top.among(1), top.among(4))]
        [5, 3, 4]
        """
        told = {trigger: ability.among(players) for trigger, ability in self.abilities.items()}
        return replace(
            self,
            abilities={trigger: ability for trigger, ability in told.items() if ability is not None},
            always=_left(self.always, players),
            reward=None if self.reward is None else self.reward.among(players),
        )


def _settled(conditions: tuple[Condition, ...], players: int) -> tuple[Condition, ...] | None:
    """Drop the conditions on the number of players, or return None if one of them fails."""
    counting = [one for one in conditions if one.measure.what is Measured.PLAYERS]
    if any(players < one.number if one.at_least else players > one.number for one in counting):
        return None
    return tuple(one for one in conditions if one not in counting)


def _left(effects: tuple[Effect, ...], players: int) -> tuple[Effect, ...]:
    """Return the effects that can happen with a number of players."""
    settled = ((one, _settled(one.conditions, players)) for one in effects)
    return tuple(
        replace(one, conditions=conditions, modes=_left(one.modes, players))
        for one, conditions in settled
        if conditions is not None
    )


@dataclass(frozen=True)
class Deck:
    """A deck: its top card, in play from the beginning, and the cards to be shuffled."""

    name: str
    kind: str
    title: str
    difficulty: int  # the complexity of a player deck
    style: str
    hall: str
    top: Card
    cards: tuple[Card, ...]
    bosses: tuple[str, ...] = ()
    provenance: str = ""
    known: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """The number of cards, not counting the top card."""
        return sum(card.copies for card in self.cards)

    def card(self, name: str) -> Card:
        """Return the card with a name."""
        return next(card for card in (self.top, *self.cards) if card.name == name)


class _Decks(CardBox):
    """The decks of a game."""

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
    """Everything needed to play one game."""

    party: tuple[Deck, ...]  # by seat
    scenario: Deck
    realm: Deck
    sold: tuple[Card, ...] = ()  # what the Armory sells from other decks

    @property
    def decks(self) -> tuple[Deck, ...]:
        """The players' decks by seat, then Scenario and Realm."""
        return (*self.party, self.scenario, self.realm)

    def as_dict(self) -> dict[str, Any]:
        """Return all contents, without the Armory if there is none."""
        return {name: one for name, one in super().as_dict().items() if one or name != "sold"}


@dataclass(frozen=True)
class Campaign(_Decks):
    """Everything needed to play a campaign: one player's deck, all Scenarios, all Realms."""

    party: tuple[Deck, ...]
    scenarios: tuple[Deck, ...]
    realms: tuple[Deck, ...]
    sold: tuple[Card, ...]

    @property
    def decks(self) -> tuple[Deck, ...]:
        """The player's deck, then the Scenarios and the Realms."""
        return (*self.party, *self.scenarios, *self.realms)

    def battle(self, scenario: int, realm: int) -> Box:
        """Return the box of one battle."""
        return Box(self.party, self.scenarios[scenario], self.realms[realm], self.sold)


# --- The Armory of the solo game ---


FIRST_POINTS, POINTS_PER_DIFFICULTY = 30, 10  # rule 35, R-12


class Gain(IntEnum):
    """Gains from a purchase. The first three match the indices of a turn's allowances."""

    PLAYS = 0
    ACTIVATIONS = 1
    DRAWS = 2
    HIT_POINTS = 3
    OWN = 4  # the right to start with an Enchantment or Trinket of the player's deck
    ARTIFACT = 5
    OTHER = 6  # an Enchantment or Trinket of another deck
    ABILITY = 7


@dataclass(frozen=True)
class Purchase:
    """A line of the price list. It can be bought `times` times and adds `amount`."""

    points: int
    gain: Gain
    what: str
    times: int = 1
    amount: int = 1

    @property
    def name(self) -> str:
        """The name with its price, the only difference between two lines with the same effect."""
        return f"{self.what} ({self.points} points)"


#: The price list in the order of rule 37.
PURCHASES = (
    Purchase(15, Gain.ACTIVATIONS, "+1 activation per turn"),
    Purchase(30, Gain.ACTIVATIONS, "+1 activation per turn"),
    Purchase(15, Gain.PLAYS, "+1 card play per turn"),
    Purchase(30, Gain.PLAYS, "+1 card play per turn"),
    Purchase(15, Gain.DRAWS, "+1 card drawn per turn"),
    Purchase(10, Gain.HIT_POINTS, "+10 hit points", amount=10),
    Purchase(20, Gain.HIT_POINTS, "+15 hit points", amount=15),
    Purchase(30, Gain.HIT_POINTS, "+20 hit points", amount=20),
    Purchase(20, Gain.OWN, "an Enchantment or Trinket to start with", times=3),
    Purchase(30, Gain.ARTIFACT, "an Artifact to start with"),
    Purchase(50, Gain.OTHER, "an Enchantment or Trinket of another deck", times=2),
    Purchase(60, Gain.ABILITY, "an ability of another player card"),
)

#: Types of cards from other decks for sale. They go to the player's graveyard and so into the player's deck.
MOST_OTHERS = sum(line.times for line in PURCHASES if line.gain is Gain.OTHER)

#: The types of cards each right lets a player start with.
SOLD_TYPES = {
    Gain.OWN: ("Enchantment", "Trinket"),
    Gain.ARTIFACT: ("Artifact",),
    Gain.OTHER: ("Enchantment", "Trinket"),
}


def points_for(box: Box) -> int:
    """Return the points of a first game: 30, and 10 per point of difficulty of Scenario and Realm (R-12)."""
    return FIRST_POINTS + POINTS_PER_DIFFICULTY * (box.scenario.difficulty + box.realm.difficulty)


def sold_beside(own: Deck, decks: Iterable[Deck]) -> tuple[Card, ...]:
    """Return the goods from other decks: one of each eligible card, and the abilities of their player cards."""
    others = [deck for deck in decks if deck.name != own.name]
    cards = [
        replace(card, copies=1, starts=False)
        for deck in others
        for card in deck.cards
        if card.type in SOLD_TYPES[Gain.OTHER] and not card.aside
    ]
    return (*cards, *(one for deck in others for one in _abilities(deck)))


def _abilities(deck: Deck) -> Iterator[Card]:
    """Yield each ability of a player card as a card that its buyer has in play.

    The rule sheet distinguishes activated abilities, including the Five Elements, from static ones, here all the rest.
    """
    top, kept = deck.top, Card("", "Ability", provenance=deck.top.provenance)
    if top.five_elements:
        elements = {Trigger.ACTIVATE: Ability((strike(top.five_elements),))}
        yield replace(kept, name=f"Five Elements of {deck.name}", abilities=elements)
    if Trigger.ACTIVATE in top.abilities:
        activated = {Trigger.ACTIVATE: top.abilities[Trigger.ACTIVATE]}
        yield replace(kept, name=f"Skill of {deck.name}", abilities=activated)
    traits = [replace(kept, always=top.always)] if top.always else []
    traits += [
        replace(kept, abilities={trigger: ability})
        for trigger, ability in top.abilities.items()
        if trigger is not Trigger.ACTIVATE
    ]
    for word, trait in zip(("Trait", "Second trait", "Third trait"), traits, strict=False):
        yield replace(trait, name=f"{word} of {deck.name}")
