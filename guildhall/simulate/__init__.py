"""Many games into tidy frames, and ready-made questions to them."""

from __future__ import annotations

from . import analyses
from .frames import GAMES_SCHEMA, schemas_of
from .run import simulate
from .simulation import Simulation
from .sweep import Sweep, sweep
from .tournament import Tournament, tournament

__all__ = [
    "GAMES_SCHEMA",
    "Simulation",
    "Sweep",
    "Tournament",
    "analyses",
    "schemas_of",
    "simulate",
    "sweep",
    "tournament",
]
