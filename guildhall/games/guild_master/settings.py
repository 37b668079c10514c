"""The settings of Guild Master, and the box they describe."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Annotated, Any, Self, TypedDict

from guildhall.core.errors import BadSetup
from guildhall.core.settings import Flag, Number, OwnFiles, Players, Settings, Texts

from .cards import Box
from .reading import pack, shipped

__all__ = ["GuildMasterOptions", "GuildMasterSettings", "box_of"]


class GuildMasterSettings(Settings):
    """The settings of a game of Guild Master.

    >>> GuildMasterSettings.settle({"players": 2, "short": True}).players
    ('Player 1', 'Player 2')
    """

    title = "Guild Master"
    players: Annotated[tuple[str, ...], Players(low=2, high=4)]
    short: Annotated[bool, Flag("the short game: six Rounds, no Prestige Upgrades")] = False
    teams: Annotated[
        int | None,
        Number(
            "the set of starting teams, from 1 (two for three players, else three); None: drawn from the seed",
            low=1,
            high=3,
        ),
    ] = None
    card_texts: Annotated[Texts, OwnFiles("custom TOML files with Adventurers, Contracts, Upgrades or a board")] = ()

    @classmethod
    def settle(cls, given: Mapping[str, Any]) -> Self:
        """Check the given settings, or raise BadSetup."""
        settled = super().settle(given)
        if settled.teams == 3 and len(settled.players) == 3:
            raise BadSetup("teams must be 1 or 2 for three players, not 3")
        return settled


class GuildMasterOptions(TypedDict, total=False):
    """The settings as `gh.new_game` takes them, for type checkers and editors."""

    players: int | Sequence[str]
    short: bool
    teams: int | None
    card_files: str | PathLike[str] | Sequence[str | PathLike[str]]


def box_of(setup: GuildMasterSettings) -> Box:
    """Build the box for the settings: the shipped data, overridden by the player's custom files."""
    shelf = shipped()
    for name, text in setup.card_texts:
        shelf = shelf.with_text(text, name)
    return pack(shelf)
