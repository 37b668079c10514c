"""Exact chances of dice, with the teams and contests of Guild Master.

>>> chance(dice=5, target=12, fixers=[5])
Fraction(2585, 2592)
"""

from __future__ import annotations

from .checks import Printed, by_number, chance, curve, distribution, expected, rulebook_page
from .contests import Adventurer, BestTeam, Contest, Team, Wander, best_team, combined, contest, stances, wander

__all__ = [
    "Adventurer",
    "BestTeam",
    "Contest",
    "Printed",
    "Team",
    "Wander",
    "best_team",
    "by_number",
    "chance",
    "combined",
    "contest",
    "curve",
    "distribution",
    "expected",
    "rulebook_page",
    "stances",
    "wander",
]


def __dir__() -> list[str]:
    return __all__
