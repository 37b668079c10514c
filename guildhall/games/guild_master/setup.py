"""The settings of Guild Master: declared, put into one plain form, turned into a box."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from guildhall.core.errors import BadSetup
from guildhall.core.settings import Flag, Number, OwnFiles, Players, Settings
from guildhall.core.settings import Setup as AnySetup

from .cards import Box
from .reading import pack, shipped

__all__ = ["SETTINGS", "Setup", "box_of", "settle"]

_TITLE = "Guild Master"
_TEAMS = "the set of starting teams, from 1 (two for three players, else three); None: drawn from the seed"


@dataclass(frozen=True)
class Setup(AnySetup):
    """The settled settings."""

    players: tuple[str, ...]
    short: bool
    teams: int | None
    card_texts: tuple[tuple[str, str], ...]


SETTINGS = Settings(
    _TITLE,
    Players(default=2, low=2, high=4, title=_TITLE),
    Flag("short", "the short game: six Rounds, no Prestige Upgrades"),
    Number("teams", _TEAMS, None, low=1, high=3, or_none=True),
    OwnFiles(help="TOML files of your own with Adventurers, Contracts, Upgrades or a board"),
)


def settle(given: Mapping[str, Any]) -> Setup:
    """Check the settings one by one, or raise BadSetup.

    >>> settle({"players": 2, "short": True}).players
    ('Player 1', 'Player 2')
    """
    setup = Setup(**SETTINGS.settle(given))
    if setup.teams == 3 and len(setup.players) == 3:
        raise BadSetup("three players choose between two sets of starting teams: teams is 1 or 2, not 3")
    return setup


def box_of(setup: Setup) -> Box:
    """The box that the options describe: the shipped data with the player's own on top."""
    shelf = shipped()
    for name, text in setup.card_texts:
        shelf = shelf.with_text(text, name)
    return pack(shelf)
