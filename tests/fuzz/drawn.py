"""Settings and positions drawn at random, for the games that can draw them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import ModuleType
from typing import Any, Final

from tests.games.advyria import random_input as advyria
from tests.games.guild_master import random_input as guild_master
from tests.games.guildhall import random_input as guildhall
from tests.games.hundred_halls import random_input as hundred_halls

__all__ = ["DRAWING", "random_position", "random_setup"]

DRAWING: Final[Mapping[str, ModuleType]] = {
    "guildhall": guildhall,
    "advyria": advyria,
    "guild-master": guild_master,
    "hundred-halls": hundred_halls,
}


def random_setup(game: str, coin: Random) -> dict[str, Any]:
    """Draw settings with custom cards or boards."""
    return DRAWING[game].random_setup(coin)


def random_position(game: str, coin: Random) -> dict[str, Any]:
    """Draw arguments of `gh.position`."""
    return DRAWING[game].random_position(coin)
