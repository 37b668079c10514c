"""The exercises of the lessons on chance, which judge a solution without revealing it.

>>> from guildhall import lessons
>>> check = lessons.exercises("counting hands")
>>> check(2, "37/64")
Exercise 2: not yet. You counted as if every card went back into the pile before the next draw.
>>> check(2, ...)
Exercise 2: not answered yet. Put your answer in the place of the three dots.
"""

from __future__ import annotations

from importlib import import_module

from guildhall.core.errors import GuildhallError, did_you_mean, nearest, short

from .checking import Check, Verdict
from .draws import COLOURS, PROFESSIONS, old_world

__all__ = ["COLOURS", "PROFESSIONS", "Check", "Verdict", "exercises", "old_world", "titles"]

_LESSONS = {
    "counting hands": "counting",
    "conditional chances": "conditional",
    "waiting times": "waiting",
    "Monte Carlo and its error": "sampling",
    "decisions under uncertainty": "deciding",
}


def titles() -> tuple[str, ...]:
    """Return the titles of the lessons in order."""
    return tuple(_LESSONS)


def exercises(lesson: str) -> Check:
    """Return the exercises of a lesson.

    >>> exercises("waiting times")
    waiting times: 5 exercises; solved: none yet
    >>> exercises("counting hand")
    Traceback (most recent call last):
    guildhall.core.errors.GuildhallError: unknown lesson 'counting hand'; did you mean 'counting hands'?
    """
    if lesson not in _LESSONS:
        close = did_you_mean(nearest(lesson, _LESSONS)) or f"; there are {', '.join(_LESSONS)}"
        raise GuildhallError(f"unknown lesson {short(lesson)}{close}")
    return Check(lesson, import_module(f"guildhall.lessons.{_LESSONS[lesson]}").exercises())
