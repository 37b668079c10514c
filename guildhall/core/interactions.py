"""Card interactions: the zones between which cards move things, and how recorded events show that.

Zones are named from the point of view of the player who uses a card.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Ability", "CardNode", "Interactions", "Shift", "Trail", "Use", "Zone"]


@dataclass(frozen=True, slots=True)
class Zone:
    """A place for things. `facing` is its name from an opponent's point of view, "" if that is the same."""

    name: str
    owner: str  # "you", "another player" or "everybody"
    place: str  # its name in recorded events, for every owner
    facing: str = ""
    supply: bool = False  # full at the start and emptied during the game


@dataclass(frozen=True, slots=True)
class Ability:
    """One thing a card can do; `tier` is None if the card has no tiers."""

    tier: int | None
    sentence: str
    takes: tuple[str, ...] = ()  # names of zones, in their order
    puts: tuple[str, ...] = ()
    stand_in: bool = False


@dataclass(frozen=True, slots=True)
class CardNode:
    """A card under its on-screen name; `group` and `sets` are empty if it has none."""

    name: str
    kind: str
    provenance: str
    text: str
    abilities: tuple[Ability, ...]
    group: str = ""
    sets: tuple[str, ...] = ()
    copies: tuple[str, ...] = ()  # its names in recorded events, if they differ from `name`
    card: str = ""  # the name that identifies the card, if other decks show it under other names


@dataclass(frozen=True, slots=True)
class Use:
    """An event that begins the use of the card it names."""

    event: str
    filled: str = ""  # a column that is null or 0 if nothing was used
    then: tuple[str, ...] = ()  # one of these events must come next, or nothing was used
    apart: bool = False  # this one event is the whole use, after which the previous use continues


@dataclass(frozen=True, slots=True)
class Shift:
    """A movement by an event from one place to another, "" for nowhere."""

    event: str
    origin: str = ""
    target: str = ""
    thing: str = ""  # the column with the name of what moves, "" if things are interchangeable
    number: str = "one"  # "one", "amount" (negative: the other way) or "held": the amount there now
    start: int = 0  # the amount there at the start of a game, for "held"
    owner: str = "seat"  # the column with the origin's seat (the target has the event's)
    put_before: bool = False  # count only things that the same player put there earlier


@dataclass(frozen=True, slots=True)
class Trail:
    """The signs of a card's use in recorded events. A use lasts until the next use or end.

    Movements of cards are read from the columns `from` and `to`, if there are any, and all others from `shifts`.
    """

    uses: tuple[Use, ...]
    ends: tuple[str, ...]  # other actions of a player, and the turn itself
    shifts: tuple[Shift, ...] = ()
    same_place: tuple[tuple[str, str], ...] = ()  # pairs of a part of a place and the place
    rules_move: tuple[tuple[str, str], ...] = ()  # movements of the seat's cards by the rules, not by an ability


@dataclass(frozen=True, slots=True)
class Interactions:
    """All data about a deck for an interaction graph."""

    name: str
    zones: tuple[Zone, ...]
    cards: tuple[CardNode, ...]
    stand_ins: tuple[str, ...]
    trail: Trail
    kinds: tuple[str, ...]  # kinds of cards, the most important first
    outer: tuple[str, ...]  # the kinds that are not played from the hand
    group: str  # the game's word for a card's group
    tier: str = ""  # the word before the number of a tier, if cards have tiers
