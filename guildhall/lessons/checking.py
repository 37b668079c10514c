"""Judging answers: right, not yet with a hint, not answered, or not to be understood; the answer itself stays here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from guildhall.core.errors import short
from guildhall.core.typed import number_within

from .answers import Amount, BadAnswer, Cards, Value

__all__ = ["Check", "Exercise", "Mistake", "Verdict"]

_OPEN = "not answered yet. Put your answer in the place of the three dots."


@dataclass(frozen=True)
class Mistake:
    """What somebody finds who makes a certain mistake, and what to tell them."""

    value: Value = field(repr=False)
    hint: str


@dataclass(frozen=True)
class Exercise:
    """A question, its answer, and the mistakes that can be recognised; `hint` is for all others."""

    question: str
    kind: Amount | Cards
    right: Value = field(repr=False)
    mistakes: tuple[Mistake, ...]
    hint: str

    def hint_for(self, answer: Value) -> str:
        """The hint for a wrong answer."""
        for mistake in self.mistakes:
            if self.kind.same(answer, mistake.value):
                return mistake.hint
        if self.kind.near(answer, self.right):
            return f"Near, but an answer counts {self.kind.precision}; was it rounded, or is something small left out?"
        return self.hint


@dataclass(frozen=True)
class Verdict:
    """What was said of an answer; true if it was right."""

    number: int | str  # as it was given, where there is no such exercise
    state: Literal["right", "not yet", "open", "unclear"]
    text: str

    def __bool__(self) -> bool:
        return self.state == "right"

    def __repr__(self) -> str:
        return f"Exercise {self.number}: {self.text}"


class Check:
    """The exercises of a lesson: `check(2, answer)` judges an answer to the second one.

    Nothing is raised for an answer, whatever it is, nor for an exercise that is not there, so a notebook with exercises
    runs from top to bottom.
    """

    def __init__(self, title: str, exercises: Sequence[Exercise]) -> None:
        self.title = title
        self._exercises = tuple(exercises)
        self._solved: set[int] = set()

    @property
    def questions(self) -> tuple[str, ...]:
        """What is asked, in order."""
        return tuple(exercise.question for exercise in self._exercises)

    @property
    def solved(self) -> tuple[int, ...]:
        """Numbers of the exercises answered rightly so far."""
        return tuple(sorted(self._solved))

    def __call__(self, number: int, answer: object = ...) -> Verdict:
        """Judge an answer; three dots are none yet."""
        last = len(self._exercises)
        if number_within(number, 1, last) is None:
            return Verdict(short(number), "unclear", f"there is none of this number here; they are 1 to {last}.")
        verdict = _judged(number, self._exercises[number - 1], answer)
        if verdict:
            self._solved.add(number)
        return verdict

    def __repr__(self) -> str:
        solved = ", ".join(map(str, self.solved)) or "none yet"
        return f"{self.title}: {len(self._exercises)} exercises; solved: {solved}"


def _judged(number: int, exercise: Exercise, answer: object) -> Verdict:
    if answer is ... or answer is None:
        return Verdict(number, "open", _OPEN)
    try:
        value = exercise.kind.read(answer)
    except BadAnswer as problem:
        return Verdict(number, "unclear", f"this cannot be the answer. {problem}")
    if exercise.kind.same(value, exercise.right):
        return Verdict(number, "right", f"right! ✓ (Checked {exercise.kind.precision}.)")
    return Verdict(number, "not yet", f"not yet. {exercise.hint_for(value)}")
