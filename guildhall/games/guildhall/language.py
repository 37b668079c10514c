"""The card language: the effects that a tier of a card can have.

A tier is a tuple of effects in printed order, and `Effect` is the closed union of them.
Card files write effects as inline tables (`{ place = 1, from = "my hand" }`), which `spelling.py` reads.
Program, English sentence and interaction graph are all derived from these objects.

>>> Move(2, Place.MY_HAND, Place.MY_HALL).amount
2
>>> Place("another hall").is_hall
True
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

__all__ = [
    "ARCHETYPES",
    "COLOURS",
    "MOST_CARDS",
    "MOST_EFFECTS",
    "TIER_NUMBERS",
    "Action",
    "Amount",
    "Chosen",
    "Draw",
    "Effect",
    "Effects",
    "Gain",
    "Look",
    "Lose",
    "Move",
    "Place",
    "Steal",
    "Swap",
]

ARCHETYPES: Final = ("Acrobat", "Leader", "Mage", "Mystic", "Priest", "Warrior")
COLOURS: Final = ("red", "blue", "green", "yellow", "purple")
TIER_NUMBERS: Final = range(5)  # a chapter with five cards is complete and out of the guildhall
MOST_CARDS: Final = 9  # the largest number an effect may name, far above any printed card
MOST_EFFECTS: Final = 12  # of a tier or an ability, because the events of one option must fit into a log


class Place(StrEnum):
    """A place for cards, seen from the player who uses the card.

    All "another …" of one tier refer to the same other player.
    """

    MY_HAND = "my hand"
    MY_HALL = "my hall"
    MY_AREA = "my area"
    ANOTHER_HAND = "another hand"
    ANOTHER_HALL = "another hall"
    ANOTHER_AREA = "another area"
    EACH_OTHER_HAND = "each other hand"
    EACH_OTHER_HALL = "each other hall"
    EVERY_HAND = "every hand"  # including the player's
    OWNERS_HAND = "owner's hand"  # of the player whose card is moved
    OWNERS_AREA = "owner's area"
    DECK = "deck"  # its top card
    SEARCHED_DECK = "searched deck"  # after a look at all of it
    LOOKED_AT = "looked-at cards"  # after a look at the top of the deck
    DISCARD_PILE = "discard pile"
    TOP_OF_DISCARD = "top of discard pile"
    VP_ROW = "vp row"

    @property
    def is_hall(self) -> bool:
        """True if chapters lie here."""
        return self in (Place.MY_HALL, Place.ANOTHER_HALL, Place.EACH_OTHER_HALL)

    @property
    def is_hand(self) -> bool:
        """True if the cards here are held hidden by a player."""
        hands = (Place.MY_HAND, Place.ANOTHER_HAND, Place.EACH_OTHER_HAND, Place.EVERY_HAND)
        return self in hands or self is Place.OWNERS_HAND


class Amount(StrEnum):
    """An amount that a card gives without a number."""

    ANY = "any"  # any number, including zero
    ALL = "all"
    A_CHAPTER = "a chapter"  # one whole chapter of a guildhall
    CHAPTER_SIZE = "chapter size"  # cards of the played card's chapter in the player's guildhall
    COMPLETED_CHAPTERS = "completed chapters"
    LARGE_CHAPTERS = "large chapters"  # unfinished chapters of three or more cards in the player's guildhall


class Chosen(StrEnum):
    """The way the cards of a move are picked: by the player, or at random."""

    CHOICE = "choice"
    RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Move:
    """Move cards from one place to another: `place`, `take`, `discard` and `give` in card files.

    From the VP row, the discard pile means the VP discard pile.
    """

    amount: int | Amount  # a number, ANY or A_CHAPTER
    source: Place
    target: Place
    chosen: Chosen = Chosen.CHOICE
    different_chapters: bool = False
    never_duplicates: bool = False  # rule 22a: not even from a hidden place


@dataclass(frozen=True, slots=True)
class Swap:
    """Exchange cards between two places at once. `for_` is the number that comes back, if different."""

    amount: int | Amount  # a number, A_CHAPTER (two halls) or ALL (two areas)
    source: Place
    with_: Place
    for_: int | None = None
    never_duplicates: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw cards from the deck into the player's hand."""

    amount: int | Amount  # a number or CHAPTER_SIZE


@dataclass(frozen=True, slots=True)
class Gain:
    """Gain VP tokens from the supply, with `if_behind` only if another player has more VP."""

    amount: int | Amount  # a number, CHAPTER_SIZE, COMPLETED_CHAPTERS or LARGE_CHAPTERS
    if_behind: bool = False


@dataclass(frozen=True, slots=True)
class Steal:
    """Take VP tokens from another player."""

    amount: int


@dataclass(frozen=True, slots=True)
class Lose:
    """Return VP tokens of another player to the supply."""

    amount: int


@dataclass(frozen=True, slots=True)
class Action:
    """Gain more actions this turn (rule 13)."""

    amount: int


@dataclass(frozen=True, slots=True)
class Look:
    """Look at hidden cards. A look at the whole deck is a search, after which it is shuffled (rule 18)."""

    amount: int | Amount  # a number (deck only) or ALL
    at: Place  # DECK, ANOTHER_HAND or EACH_OTHER_HAND


Effect = Move | Swap | Draw | Gain | Steal | Lose | Action | Look
Effects = tuple[Effect, ...]
