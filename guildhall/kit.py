"""All names that the author of a game needs, in one place (see docs/new-game.md)."""

from __future__ import annotations

from typing import Any

import numpy as np

from guildhall.core.registration import Registration
from guildhall.core.rules import CardText
from guildhall.core.settings import Choice, Flag, Number, Players, Settings
from guildhall.kernel.annotations import Coins, Ints, Log, Rules, State
from guildhall.kernel.chance import below, throw
from guildhall.kernel.compiler import kernel_for
from guildhall.kernel.engine import Engine, Parts, state_of
from guildhall.kernel.log import log_event
from guildhall.kernel.rules import CompiledRules

__all__ = [
    "CardText",
    "Choice",
    "Coins",
    "CompiledRules",
    "Engine",
    "Flag",
    "Ints",
    "Log",
    "Number",
    "Parts",
    "Players",
    "Registration",
    "Rules",
    "Settings",
    "State",
    "below",
    "kernel_for",
    "log_event",
    "rules_of",
    "state_of",
    "throw",
]


def __dir__() -> list[str]:
    return __all__


def rules_of(*settings: str) -> np.dtype[Any]:
    """Return the record dtype of the rules: the number of players, then the named settings.

    >>> rules_of("target").names
    ('players', 'target')
    """
    return np.dtype((np.record, [(name, np.int64) for name in ("players", *settings)]))
