"""What a game tells of its cards, and the way to it; graphs know no particular game."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from guildhall.core.errors import BadSetup, did_you_mean, nearest
from guildhall.games import GAMES

__all__ = ["Ability", "CardNode", "Interactions", "Zone", "interactions_of"]


class Zone(Protocol):
    """Where things lie; `facing` is its name from an opponent's seat, "" where all call it alike."""

    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def owner(self) -> str: ...  # noqa: D102
    @property
    def facing(self) -> str: ...  # noqa: D102
