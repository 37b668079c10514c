"""The Armory of the solo game: its price list (rule 37), and the cards it sells from other decks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import IntEnum

from .cards import Ability, Box, Card, Deck, Trigger
from .language import strike

__all__ = [
    "FIRST_POINTS",
    "MOST_OTHERS",
    "POINTS_PER_DIFFICULTY",
    "PURCHASES",
    "SOLD_TYPES",
    "Gain",
    "Purchase",
    "points_for",
    "sold_beside",
]

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
