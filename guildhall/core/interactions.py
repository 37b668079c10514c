"""What a game tells of its cards: where they put things and take them from, and how recorded events show it.

Zones are told from the seat of the player who uses a card.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Ability", "CardNode", "Interactions", "Shift", "Trail", "Use", "Zone"]


@dataclass(frozen=True, slots=True)
class Zone:
    """Where things lie; `facing` is the same zone as an opponent's card calls it, "" where it has no other name."""

    name: str
    owner: str  # "you", "another player" or "everybody"
    place: str  # what recorded events call it, whoever owns it
    facing: str = ""
    supply: bool = False  # full at the start, and there to be emptied


@dataclass(frozen=True, slots=True)
class Ability:
    """One thing a card can do; `tier` is None where there is just one size of it."""

    tier: int | None
    sentence: str
    takes: tuple[str, ...] = ()  # names of zones, in their order
    puts: tuple[str, ...] = ()
    stand_in: bool = False


@dataclass(frozen=True, slots=True)
class CardNode:
    """A card under its shown name; `group` and `sets` are empty where it has none."""

    name: str
    kind: str
    provenance: str
    text: str
    abilities: tuple[Ability, ...]
    group: str = ""
    sets: tuple[str, ...] = ()
    copies: tuple[str, ...] = ()  # what recorded events call it, where that is not its name
    card: str = ""  # the card's own name, where another deck may show it by another one


@dataclass(frozen=True, slots=True)
class Use:
    """An event that begins the use of the card it names."""

    event: str
    filled: str = ""  # a column without which nothing was used: null, or an amount of 0
    then: tuple[str, ...] = ()  # events of which one must come next, or nothing was used
    apart: bool = False  # it is over with this one event, and what was in use before goes on


@dataclass(frozen=True, slots=True)
class Shift:
    """What an event moves from a place to another, "" for nowhere."""

    event: str
    origin: str = ""
    target: str = ""
    thing: str = ""  # the column that names what is moved, "" where one thing is as good as another
    number: str = "one"  # "one", "amount" (below 0: the other way) or "held": the amount that lies there now
    start: int = 0  # what lies there at the start of a game, where events tell what is held
    owner: str = "seat"  # the column with the seat that the origin belongs to; the target belongs to the event's seat
    put_before: bool = False  # only what had been put there earlier in the game, by the same player


@dataclass(frozen=True, slots=True)
class Trail:
    """How recorded events tell what a card did: its use lasts until the next use or end.

    Cards on their way show in the columns `from` and `to`, if the events have them; all else is told by `shifts`.
    """

    uses: tuple[Use, ...]
    ends: tuple[str, ...]  # what else a player does, and the turn itself
    shifts: tuple[Shift, ...] = ()
    same_place: tuple[tuple[str, str], ...] = ()  # words for part of a place
    rules_move: tuple[tuple[str, str], ...] = ()  # moves of the seat's own cards that no ability makes


@dataclass(frozen=True, slots=True)
class Interactions:
    """All that an interaction graph needs to know of a deck."""

    name: str
    zones: tuple[Zone, ...]
    cards: tuple[CardNode, ...]
    stand_ins: tuple[str, ...]
    trail: Trail
    kinds: tuple[str, ...]  # of cards, the most important first
    outer: tuple[str, ...]  # those of them that are not played from hand
    group: str  # what the game calls a card's group
    tier: str = ""  # what stands before the number of a tier, where cards have any
