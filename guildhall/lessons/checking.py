"""Judge solutions as right, wrong (with a hint), missing or unreadable, without revealing the right one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from numbers import Rational
from typing import Literal

from guildhall.core.errors import GuildhallError, short
from guildhall.core.typed import number_within

from .answers import Amount, BadAnswer, Cards, Value

__all__ = ["Check", "Exercise", "Mistake", "Verdict"]

_OPEN = "not answered yet. Put your answer in the place of the three dots."


@dataclass(frozen=True)
class Mistake:
    """A common mistake, and the hint for it."""

    value: Value = field(repr=False)
    hint: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", _exact(self.value))


@dataclass(frozen=True)
class Exercise:
    """A question, its solution, and known mistakes. `hint` is for all other mistakes.

    `right` and the values of mistakes may be integers, fractions or floats: `right=2.5` is five halves.
    """

    question: str
    kind: Amount | Cards
    right: Value = field(repr=False)
    mistakes: tuple[Mistake, ...]
    hint: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "right", _exact(self.right))

    def mistake_in(self, answer: Value) -> Mistake | None:
        """Return the known mistake nearest to a wrong number, if it is near enough."""
        apart = [(self.kind.distance(answer, mistake.value), mistake) for mistake in self.mistakes]
        near = [(distance, mistake) for distance, mistake in apart if distance is not None]
        return min(near, key=lambda pair: pair[0])[1] if near else None

    def hint_for(self, answer: Value) -> str:
        """Return the hint for a wrong number that matches no known mistake."""
        if self.kind.is_rounded(answer, self.right):
            return f"Near, but an answer counts {self.kind.precision}. Was it rounded?"
        return self.hint


def _exact(value: object) -> Value:
    """Return a number as the fraction of its decimal digits, and cards unchanged."""
    if isinstance(value, Counter):
        return value
    if isinstance(value, Rational) and not isinstance(value, bool):
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, float):
        return Fraction(repr(float(value)))
    raise GuildhallError(f"the solution of an exercise must be a number or a Counter of cards, not {short(value)}")


@dataclass(frozen=True)
class Verdict:
    """The judgement of a solution; truthy if it is right."""

    number: int | str  # as given, if the exercise does not exist
    state: Literal["right", "not yet", "open", "unclear"]
    text: str

    def __bool__(self) -> bool:
        return self.state == "right"

    def __repr__(self) -> str:
        return f"Exercise {self.number}: {self.text}"


class Check:
    """The exercises of a lesson: `check(2, 0.25)` judges a solution of the second one.

    Invalid input and unknown exercises raise no error, so a notebook with exercises runs from top to bottom.
    """

    def __init__(self, title: str, exercises: Sequence[Exercise]) -> None:
        self.title = title
        self._exercises = tuple(exercises)
        self._solved: set[int] = set()

    @property
    def questions(self) -> tuple[str, ...]:
        """The questions in order, each with the required precision."""
        return tuple(f"{exercise.question} {exercise.kind.asked}".strip() for exercise in self._exercises)

    @property
    def solved(self) -> tuple[int, ...]:
        """The numbers of the exercises solved so far."""
        return tuple(sorted(self._solved))

    def __call__(self, number: int, *answer: object) -> Verdict:
        """Judge a solution. Three dots mean that there is none yet."""
        last = len(self._exercises)
        if number_within(number, 1, last) is None:
            return Verdict(short(number), "unclear", f"there is no such exercise; they are numbered 1 to {last}.")
        if len(answer) > 1:
            return Verdict(number, "unclear", _several(answer))
        verdict = _judged(number, self._exercises[number - 1], answer[0] if answer else ...)
        if verdict:
            self._solved.add(number)
        return verdict

    def __repr__(self) -> str:
        solved = ", ".join(map(str, self.solved)) or "none yet"
        return (
            f"{self.title}: {len(self._exercises)} exercise{'' if len(self._exercises) == 1 else 's'}; solved: {solved}"
        )


def _several(answer: Sequence[object]) -> str:
    """Explain what to write instead of `check(2, 0,643)`, which Python reads as two numbers."""
    if len(answer) == 2 and all(type(part) is int for part in answer):
        whole, decimals = answer
        return f'Python reads {whole},{decimals} as two numbers. Write {whole}.{decimals} or "{whole},{decimals}".'
    return f'these are {len(answer)} answers. Give one; several cards go in a list, like ["red Weaver"].'


def _judged(number: int, exercise: Exercise, answer: object) -> Verdict:
    if answer is ... or answer is None:
        return Verdict(number, "open", _OPEN)
    try:
        value = exercise.kind.read(answer)
    except BadAnswer as problem:
        return Verdict(number, "unclear", f"this cannot be the answer. {problem}")
    if exercise.kind.distance(value, exercise.right) is not None:
        return Verdict(number, "right", f"right! ✓ (Checked {exercise.kind.precision}.)")
    mistake = exercise.mistake_in(value)
    if mistake is not None:
        return Verdict(number, "not yet", f"not yet. {mistake.hint}")
    refusal = exercise.kind.refusal(value, answer)
    if refusal:
        return Verdict(number, "unclear", f"this cannot be the answer. {refusal}")
    return Verdict(number, "not yet", f"not yet. {exercise.hint_for(value)}")
