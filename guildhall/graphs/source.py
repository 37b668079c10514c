"""What a game tells of its cards, and the way to it; graphs know no particular game."""

from __future__ import annotations

from typing import Any, Protocol, cast

from guildhall.games import registration

__all__ = ["Ability", "CardNode", "Interactions", "Trail", "Zone", "interactions_of"]


class Zone(Protocol):
    """Where things lie, told from the seat of the player who uses a card."""

    name: str
    owner: str  # "you", "another player" or "everybody"
    place: str  # what recorded events call it, whoever owns it
    facing: str  # the same zone as an opponent calls it, "" where all call it alike


class Ability(Protocol):
    """One thing a card can do; `tier` is None where the card has no tiers."""

    tier: int | None
    sentence: str
    takes: tuple[str, ...]  # names of zones
    puts: tuple[str, ...]
    stand_in: bool


class CardNode(Protocol):
    """A card under its shown name; texts are empty where they do not apply."""

    name: str
    kind: str
    archetype: str
    provenance: str
    sets: tuple[str, ...]
    text: str
    abilities: tuple[Ability, ...]


class Trail(Protocol):
    """How recorded events tell what an ability did: it begins at its use and lasts until the next use or end."""

    uses: tuple[str, ...]  # events with a tier, or with an amount above 0
    ends: tuple[str, ...]  # what else a player does, and the turn itself
    amounts: tuple[tuple[str, str], ...]  # events whose amount comes to a place of their seat, or leaves it
    losses: tuple[tuple[str, str], ...]  # events by which one thing leaves a place of everybody
    same_place: tuple[tuple[str, str], ...]  # words for part of a place
    rules_move: tuple[tuple[str, str], ...]  # moves of the seat's own cards that no ability makes


class Interactions(Protocol):
    """The zones of a game, the cards of a deck, and how to read recorded events."""

    name: str
    zones: tuple[Zone, ...]
    cards: tuple[CardNode, ...]
    stand_ins: tuple[str, ...]
    trail: Trail


def interactions_of(game: str, **options: Any) -> Interactions:
    """What the cards of a deck put and take; the options are those of a new game.

    >>> interactions_of("guildhal")
    Traceback (most recent call last):
    guildhall.core.errors.BadSetup: there is no game 'guildhal'; did you mean 'guildhall'?
    """
    return cast(Interactions, registration(game).make_interactions(**options))
