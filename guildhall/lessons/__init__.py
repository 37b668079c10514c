"""The exercises of the course on chance, which judge a solution without revealing it, and the results of a class.

>>> from guildhall import lessons
>>> check = lessons.exercises("counting hands")
>>> check(1, "5/9")
Exercise 1: not yet. You counted as if every card went back into the pile before the next draw.
>>> check(1, ...)
Exercise 1: not answered yet. Put your answer in the place of the three dots.
"""

from __future__ import annotations

from .answers import Amount, Cards, Choice, Interval, chance, number
from .checking import Check, Exercise, Mistake, Verdict, judge
from .course import COLOURS, PROFESSIONS, exercises, lesson, old_world, titles
from .language import LANGUAGES, Language, language
from .progress import Progress, collect, read_class
from .reading import BadLesson, Lesson, read_lesson

__all__ = [
    "COLOURS",
    "LANGUAGES",
    "PROFESSIONS",
    "Amount",
    "BadLesson",
    "Cards",
    "Check",
    "Choice",
    "Exercise",
    "Interval",
    "Language",
    "Lesson",
    "Mistake",
    "Progress",
    "Verdict",
    "chance",
    "collect",
    "exercises",
    "judge",
    "language",
    "lesson",
    "number",
    "old_world",
    "read_class",
    "read_lesson",
    "titles",
]
