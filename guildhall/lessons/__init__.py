"""Exercises of the lessons on chance: they judge an answer and never tell it.

>>> from guildhall import lessons
>>> check = lessons.exercises("counting hands")
>>> check(2, "37/64")
Exercise 2: not yet. You counted as if every card went back into the pile before the next draw.
>>> check(2, ...)
Exercise 2: not answered yet. Put your answer in the place of the three dots.
"""

from __future__ import annotations

from .checking import Check, Verdict
from .course import exercises, titles
from .decks import COLOURS, PROFESSIONS, old_world

__all__ = ["COLOURS", "PROFESSIONS", "Check", "Verdict", "exercises", "old_world", "titles"]
