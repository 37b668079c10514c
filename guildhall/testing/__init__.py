"""Checks for the author of a game: the laws that every game keeps, and soaks of its compiled rules."""

from __future__ import annotations

from .laws import Case, Way, cases_of, check, check_game, check_rules
from .soak import Report, Soak, SoakViolation, soak_of

__all__ = [
    "Case",
    "Report",
    "Soak",
    "SoakViolation",
    "Way",
    "cases_of",
    "check",
    "check_game",
    "check_rules",
    "soak_of",
]
