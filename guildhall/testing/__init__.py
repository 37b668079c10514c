"""Tests for authors of games: the laws that every game must keep, and soaks of compiled rules."""

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
