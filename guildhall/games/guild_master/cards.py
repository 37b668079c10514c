"""The contents of the Guild Master box (Adventurers, Contracts, Upgrades, tracks and teams), read from data files.

Details missing from the rulebook are marked as stand-ins. `known` lists the details of an entry that it does give.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from guildhall.core.datafile import CardBox

from .language import Effect

__all__ = [
    "CORES",
    "MOONS",
    "RANKS",
    "Ability",
    "Adventurer",
    "Board",
    "Box",
    "Contract",
    "Prestige",
    "SkillUpgrade",
]

RANKS = ("novice", "adept", "hero", "legend")
RANK_COUNTS = (24, 24, 16, 8)  # rule 2
DECK_COUNTS = (35, 30, 30)
MOONS = ("half", "full", "blood", "every")
CORES = ("stables", "mess hall", "bar")
EFFECT_KINDS = ("bonus", "boon", "event")


@dataclass(frozen=True)
class Ability:
    """An Adventurer's ability: when it works and its effect (rule 27)."""

    moon: str
    phase: str
    effect: Effect


@dataclass(frozen=True)
class Adventurer:
    """An Adventurer card. A Novice belongs to the team of a skill."""

    name: str
    rank: str
    skills: Mapping[str, int]
    fame: int
    ability: Ability | None
    team: str
    provenance: str
    known: tuple[str, ...] = ()


@dataclass(frozen=True)
class Contract:
    """A Contract card. `kind` is the kind of its effects (rule 33)."""

    name: str
    deck: str
    targets: Mapping[str, int]
    gold: int
    fame: int
    kind: str
    effects: tuple[Effect, ...]
    starting: bool
    provenance: str
    known: tuple[str, ...] = ()


@dataclass(frozen=True)
class SkillUpgrade:
    """The Upgrade of a skill."""

    name: str
    builders: int
    fame: int
    provenance: str


@dataclass(frozen=True)
class Core:
    """A Core Upgrade: its value, cost and Fame at each level. Every Guild starts with the first level."""

    values: tuple[int, int, int]
    builders: tuple[int, int]
    fame: tuple[int, int]
    provenance: str


@dataclass(frozen=True)
class Prestige:
    """A Prestige Upgrade: Fame at the end of the game for a number of things of one kind."""

    name: str
    builders: int
    per: str
    every: int
    fame: int
    provenance: str


@dataclass(frozen=True)
class Board:
    """Tracks, bids, teams and Guild names."""

    costs: tuple[int, ...]
    minimum: Mapping[str, tuple[int, int]]  # by space: Half, Full
    guilds: tuple[str, ...]
    pairs: tuple[tuple[str, ...], ...]
    triples: tuple[tuple[str, ...], ...]
    provenance: str


@dataclass(frozen=True)
class Box(CardBox):
    """Everything needed to play one game."""

    board: Board
    adventurers: tuple[Adventurer, ...]  # by rank
    contracts: tuple[Contract, ...]  # by deck
    skills: Mapping[str, SkillUpgrade]
    cores: Mapping[str, Core]
    prestiges: tuple[Prestige, ...]

    @property
    def cards(self) -> tuple[Adventurer | Contract, ...]:
        """All cards."""
        return (*self.adventurers, *self.contracts)
