"""Chances: exact ones of draws and dice, and live ones of any position.

>>> from guildhall import odds
>>> odds.by_draws({"red Weaver": 3, "blue Weaver": 4, "other": 93}, ["red Weaver", "blue Weaver"], 6)
Fraction(9769303, 298013100)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .chapter import any_chapter, chapter_by_draws, chapter_goal, chapter_refresh, chapters, watch
from .contests import Contest, contest, stances
from .dice import Printed, check, check_by_dice, check_curve, check_totals, check_value, rulebook_page
from .draws import any_goal, at_least, by_draws, curve, distribution, expected_draws
from .from_seat import find, finish_set, goal_by_draws, goal_refresh, named_goal, next_draw, reach, unseen
from .goal import Goal, any_of, goal
from .keeping import Keep, Keeps, Opening, mulligan, opening, refresh
from .teams import Adventurer, BestTeam, Team, best_team, combined_dice, wander

if TYPE_CHECKING:
    from .evaluation import Point, along
    from .live import goals, watch_goals, watch_win, win
    from .reviewing import accept, review, watch_review
    from .together import parties, survival, watch_parties, watch_survival
    from .weighing import weigh, what_if

__all__ = [
    "Adventurer",
    "BestTeam",
    "Contest",
    "Goal",
    "Keep",
    "Keeps",
    "Opening",
    "Point",
    "Printed",
    "Team",
    "accept",
    "along",
    "any_chapter",
    "any_goal",
    "any_of",
    "at_least",
    "best_team",
    "by_draws",
    "chapter_by_draws",
    "chapter_goal",
    "chapter_refresh",
    "chapters",
    "check",
    "check_by_dice",
    "check_curve",
    "check_totals",
    "check_value",
    "combined_dice",
    "contest",
    "curve",
    "distribution",
    "expected_draws",
    "find",
    "finish_set",
    "goal",
    "goal_by_draws",
    "goal_refresh",
    "goals",
    "mulligan",
    "named_goal",
    "next_draw",
    "opening",
    "parties",
    "reach",
    "refresh",
    "review",
    "rulebook_page",
    "stances",
    "survival",
    "unseen",
    "wander",
    "watch",
    "watch_goals",
    "watch_parties",
    "watch_review",
    "watch_survival",
    "watch_win",
    "weigh",
    "what_if",
    "win",
]

_LIVE = {
    "Point": "evaluation",
    "accept": "reviewing",
    "along": "evaluation",
    "goals": "live",
    "parties": "together",
    "review": "reviewing",
    "survival": "together",
    "watch_goals": "live",
    "watch_parties": "together",
    "watch_review": "reviewing",
    "watch_survival": "together",
    "watch_win": "live",
    "weigh": "weighing",
    "what_if": "weighing",
    "win": "live",
}


def __getattr__(name: str) -> Any:
    """Live odds bring frames and compiled rules with them, so they are imported when they are asked for."""
    if name not in _LIVE:
        raise AttributeError(f"module 'guildhall.odds' has no attribute {name!r}")
    value = getattr(import_module(f"guildhall.odds.{_LIVE[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
