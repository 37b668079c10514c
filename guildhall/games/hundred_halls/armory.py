"""The Armory of the solo game: its price list (rule 37), and the cards that it sells besides those of the own deck."""

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
    """What a purchase brings; the first three have the places of the allowances of a turn."""

    PLAYS = 0
    ACTIVATIONS = 1
    DRAWS = 2
    HIT_POINTS = 3
    OWN = 4  # the right to start with an Enchantment or Trinket of the own deck
    ARTIFACT = 5
    OTHER = 6  # an Enchantment or Trinket of another deck
    ABILITY = 7


@dataclass(frozen=True)
class Purchase:
    """A line of the list: `times` it can be bought, `amount` is what it adds."""

    points: int
    gain: Gain
    what: str
    times: int = 1
    amount: int = 1

    @property
    def name(self) -> str:
        """What it is called, with its points: the two lines for one effect differ in nothing else."""
        return f"{self.what} ({self.points} points)"


#: The list of rule 37 in its order.
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

#: Cards of other decks that a player can have, which go to the own graveyard and so into the own deck.
MOST_OTHERS = sum(line.times for line in PURCHASES if line.gain is Gain.OTHER)

#: The types of cards with which a right lets a player start.
SOLD_TYPES = {
    Gain.OWN: ("Enchantment", "Trinket"),
    Gain.ARTIFACT: ("Artifact",),
    Gain.OTHER: ("Enchantment", "Trinket"),
}


def points_for(box: Box) -> int:
    """The points of a first game: 30, and 10 for each point of difficulty of Scenario and Realm (R-12)."""
    return FIRST_POINTS + POINTS_PER_DIFFICULTY * (box.scenario.difficulty + box.realm.difficulty)


def sold_beside(own: Deck, decks: Iterable[Deck]) -> tuple[Card, ...]:
    """What the Armory has besides the own deck: one of each fitting card of all other decks, and their abilities."""
    others = [deck for deck in decks if deck.name != own.name]
    cards = [
        replace(card, copies=1, starts=False)
        for deck in others
        for card in deck.cards
        if card.type in SOLD_TYPES[Gain.OTHER] and not card.aside
    ]
    return (*cards, *(one for deck in others for one in _abilities(deck)))


def _abilities(deck: Deck) -> Iterator[Card]:
    """Each ability of a player card as something that lies with the player who has bought it.

    The sheet knows activated abilities, the Five Elements among them, and static ones, which are all others here.
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
