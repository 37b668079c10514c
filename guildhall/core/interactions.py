"""How the cards of a game act on each other: the zones they take from and put to, in the words of an interaction graph.

Zones are told from the seat of the player who uses a card.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Ability", "CardNode", "Interactions", "Trail", "Zone"]


@dataclass(frozen=True, slots=True)
class Zone:
    """Where things lie; `facing` is the same zone as an opponent calls it, "" where all call it alike."""

    name: str
    owner: str  # "you", "another player" or "everybody"
    place: str  # what recorded events call it, whoever owns it
    facing: str = ""


@dataclass(frozen=True, slots=True)
class Ability:
    """One thing a card can do; `tier` is None where the card has no tiers."""

    tier: int | None
    sentence: str
    takes: tuple[str, ...]  # names of zones, in the order of the game's zones
    puts: tuple[str, ...]
    stand_in: bool


@dataclass(frozen=True, slots=True)
class CardNode:
    """A card under its shown name; texts are empty where they do not apply."""

    name: str
    kind: str
    archetype: str
    provenance: str
    sets: tuple[str, ...]
    text: str
    abilities: tuple[Ability, ...]


@dataclass(frozen=True, slots=True)
class Trail:
    """How recorded events tell what an ability did: it begins at its use and lasts until the next use or end."""

    uses: tuple[str, ...]  # events with a tier, or with an amount above 0
    ends: tuple[str, ...]  # what else a player does, and the turn itself
    amounts: tuple[tuple[str, str], ...]  # events whose amount comes to a place of their seat, or leaves it
    losses: tuple[tuple[str, str], ...]  # events by which one thing leaves a place of everybody
    same_place: tuple[tuple[str, str], ...]  # words for part of a place
    rules_move: tuple[tuple[str, str], ...]  # moves of the seat's own cards that no ability makes


@dataclass(frozen=True, slots=True)
class Interactions:
    """The zones of a game, the cards of a deck, and how to read recorded events."""

    name: str
    zones: tuple[Zone, ...]
    cards: tuple[CardNode, ...]
    stand_ins: tuple[str, ...]
    trail: Trail
