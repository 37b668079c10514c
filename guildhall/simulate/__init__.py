"""Many games into tidy frames."""

from __future__ import annotations

from .frames import GAMES_SCHEMA
from .run import Simulation, simulate

__all__ = ["GAMES_SCHEMA", "Simulation", "simulate"]
