"""Judge solutions as right, wrong (with a hint), missing or unreadable, without revealing the right one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from numbers import Rational
from typing import Literal, TypeAlias

from guildhall.core.errors import GuildhallError, short

from .answers import Amount, BadAnswer, Cards, Choice, Interval, Value

__all__ = ["Check", "Exercise", "Kind", "Mistake", "State", "Verdict", "judge", "shown_value"]

_OPEN = "not answered yet. Put your answer in the place of the three dots."


State: TypeAlias = Literal["right", "not yet", "open", "unclear"]
Kind: TypeAlias = Amount | Cards | Choice | Interval


@dataclass(frozen=True)
class Mistake:
    """A common mistake, and the hint for it."""

    value: Value = field(repr=False)
    hint: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", _exact(self.value))


@dataclass(frozen=True)
class Exercise:
    """A question, its solution, and known mistakes. `hint` is for all other mistakes, `ladder` leads to the solution.

    `name` is its number in the lesson, with a letter if it has several parts: 2, or 3a and 3b.

    `right` and the values of mistakes may be integers, fractions or floats: `right=2.5` is five halves.
    """

    question: str
    kind: Kind
    right: Value = field(repr=False)
    mistakes: tuple[Mistake, ...]
    hint: str
    ladder: tuple[str, ...] = ()
    name: str = ""
    is_extra: bool = False
    working: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "right", _exact(self.right))

    @property
    def asked(self) -> str:
        """The question with the required precision or the options."""
        return f"{self.question} {self.kind.asked}".strip()

    def slip_in(self, answer: Value) -> int | None:
        """Return the place of the known mistake nearest to a wrong number, if it is near enough."""
        apart = ((self.kind.distance(answer, mistake.value), place) for place, mistake in enumerate(self.mistakes))
        near = [(distance, place) for distance, place in apart if distance is not None]
        return min(near)[1] if near else None

    def hint_for(self, answer: Value) -> str:
        """Return the hint for a wrong number that matches no known mistake."""
        if self.kind.is_rounded(answer, self.right):
            return f"Near, but an answer counts {self.kind.precision}. Was it rounded?"
        return self.hint


def _exact(value: object) -> Value:
    """Return a number as the fraction of its decimal digits, and cards unchanged."""
    if isinstance(value, Counter | str):
        return value
    if isinstance(value, Rational) and not isinstance(value, bool):
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, float):
        return Fraction(repr(float(value)))
    raise GuildhallError(
        f"the solution of an exercise must be a number, a letter or a Counter of cards, not {short(value)}"
    )


def shown_value(value: Value) -> str:
    """Return a solution or the result of a mistake as text, for a key.

    >>> shown_value(Fraction(3, 5)), shown_value(Fraction(10**13)), shown_value(Counter(["red Weaver"]))
    ('3/5 = 0.6', '10,000,000,000,000', 'red Weaver')
    """
    if isinstance(value, Counter):
        return ", ".join(value.elements()) or "no cards"
    if isinstance(value, Fraction):
        if value.denominator == 1:
            return f"{int(value):,}"
        return f"{value} = {float(value):.6g}" if value.denominator < 10**5 else f"{float(value):.6g}"
    return str(value)


@dataclass(frozen=True)
class Verdict:
    """The judgement of a solution; truthy if it is right. `slip` is the place of the recognised mistake."""

    number: int | str  # as given, if the exercise does not exist
    state: State
    text: str
    slip: int | None = None

    def __bool__(self) -> bool:
        return self.state == "right"

    def __repr__(self) -> str:
        return f"Exercise {self.number}: {self.text}"


class Check:
    """The exercises of a lesson: `check(2, 0.25)` judges a solution of the second one.

    Invalid input and unknown exercises raise no error, so a notebook with exercises runs from top to bottom.
    `told` is called with the name of the exercise, the input and the verdict.
    """

    def __init__(
        self,
        title: str,
        exercises: Sequence[Exercise],
        *,
        solved: Iterable[str] = (),
        told: Callable[[str, object, Verdict], None] | None = None,
    ) -> None:
        self.title = title
        names = _numbered(len(exercises))
        named = (one if one.name else replace(one, name=name) for one, name in zip(exercises, names, strict=True))
        self.exercises = {one.name: one for one in named}
        self._solved = set(solved) & self.exercises.keys()
        self._told = told

    @property
    def questions(self) -> tuple[str, ...]:
        """The questions in order, each with the required precision."""
        return tuple(exercise.asked for exercise in self.exercises.values())

    @property
    def solved(self) -> tuple[str, ...]:
        """The names of the exercises solved so far."""
        return tuple(name for name in self.exercises if name in self._solved)

    def __call__(self, number: int | str, *answer: object) -> Verdict:
        """Judge a solution. Three dots mean that there is none yet."""
        name = _name(number)
        exercise = self.exercises.get(name)
        if exercise is None:
            return Verdict(_given(number), "unclear", self._unknown(name))
        given = answer[0] if len(answer) == 1 else answer or ...
        if len(answer) > 1 and not isinstance(exercise.kind, Interval):
            verdict = Verdict(name, "unclear", _several(answer))
        else:
            verdict = judge(exercise, given)
        if verdict:
            self._solved.add(name)
        if self._told is not None and verdict.state != "open":
            self._told(name, given, verdict)
        return verdict

    def _unknown(self, name: str) -> str:
        if parts := [one for one in self.exercises if name.isdigit() and one.rstrip("ab") == name]:
            return f"this exercise has parts; answer {' and '.join(map(repr, parts))}."
        return f"there is no such exercise; they are numbered 1 to {list(self.exercises)[-1]}."

    def __repr__(self) -> str:
        solved = ", ".join(self.solved) or "none yet"
        number = len(self.exercises)
        return f"{self.title}: {number} exercise{'' if number == 1 else 's'}; solved: {solved}"


def _name(number: object) -> str:
    if isinstance(number, str):
        return number.strip().lower()
    return str(number) if type(number) is int and 0 <= number < 1000 else ""


def _given(number: object) -> str:
    try:
        return short(number)
    except Exception:  # an object of the pupil's whose own methods fail
        return f"of type {type(number).__name__}"


def _numbered(last: int) -> list[str]:
    return [str(number) for number in range(1, last + 1)]


def _several(answer: Sequence[object]) -> str:
    """Explain what to write instead of `check(2, 0,643)`, which Python reads as two numbers."""
    if len(answer) == 2 and all(type(part) is int and 0 <= part < 10**15 for part in answer):
        whole, decimals = answer
        return f'Python reads {whole},{decimals} as two numbers. Write {whole}.{decimals} or "{whole},{decimals}".'
    return f'these are {len(answer)} answers. Give one; several cards go in a list, like ["red Weaver"].'


def judge(exercise: Exercise, answer: object) -> Verdict:
    """Judge a solution of an exercise. No input raises an error."""
    name = exercise.name
    if answer is ... or answer is None:
        return Verdict(name, "open", _OPEN)
    try:
        value = exercise.kind.read(answer)
    except BadAnswer as problem:
        return Verdict(name, "unclear", f"this cannot be the answer. {problem}")
    except Exception:  # an object of the pupil's whose own methods fail
        return Verdict(name, "unclear", f"this cannot be the answer. Expected {exercise.kind.wanted}.")
    if exercise.kind.accepts(value, exercise.right):
        return Verdict(name, "right", f"right! ✓ (Checked {exercise.kind.precision}.)")
    slip = exercise.slip_in(value)
    if slip is not None:
        return Verdict(name, "not yet", f"not yet. {exercise.mistakes[slip].hint}", slip)
    refusal = exercise.kind.refusal(value, answer)
    if refusal:
        return Verdict(name, "unclear", f"this cannot be the answer. {refusal}")
    return Verdict(name, "not yet", f"not yet. {exercise.hint_for(value)}")
