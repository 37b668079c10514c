"""Simulation of many games into tidy frames, and ready-made analyses of them."""

from __future__ import annotations

from . import analyses
from .frames import GAMES_SCHEMA, schemas_of
from .run import Simulation, Sweep, simulate, sweep
from .tournaments import Tournament, tournament

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
