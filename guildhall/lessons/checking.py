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
from .language import ENGLISH, Language

__all__ = ["Check", "Exercise", "Kind", "Mistake", "State", "Verdict", "judge", "shown_value"]

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
    lang: Language = field(default=ENGLISH, repr=False)

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
            near = "Near, but an answer counts {precision}. Was it rounded?"
            return self.lang.say(near, precision=self.kind.precision)
        return self.hint

    def shown(self, value: Value) -> str:
        """Return a solution or the result of a mistake as text, for a key."""
        if isinstance(self.kind, Cards) and isinstance(value, Counter):
            return self.kind.shown(value)
        return shown_value(value, self.lang)


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


def shown_value(value: Value, lang: Language = ENGLISH) -> str:
    """Return a number or a letter as text, for a key.

    >>> shown_value(Fraction(3, 5)), shown_value(Fraction(10**13)), shown_value("b")
    ('3/5 = 0.6', '10,000,000,000,000', 'b')
    """
    if not isinstance(value, Fraction) or value.denominator == 1:
        return lang.number(value) if isinstance(value, Fraction) else str(value)
    decimal = lang.digits(f"{float(value):.6g}")
    return f"{value} = {decimal}" if value.denominator < 10**5 else decimal


@dataclass(frozen=True)
class Verdict:
    """The judgement of a solution; truthy if it is right. `slip` is the place of the recognised mistake."""

    number: int | str  # as given, if the exercise does not exist
    state: State
    text: str
    slip: int | None = None
    lang: Language = ENGLISH

    def __bool__(self) -> bool:
        return self.state == "right"

    def __repr__(self) -> str:
        return self.lang.say("Exercise {name}: {text}", name=self.number, text=self.text)


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
        lang: Language = ENGLISH,
    ) -> None:
        self.title = title
        self.lang = lang
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
            return Verdict(_given(number), "unclear", self._unknown(name), lang=self.lang)
        given = answer[0] if len(answer) == 1 else answer or ...
        if len(answer) > 1 and not isinstance(exercise.kind, Interval):
            verdict = Verdict(name, "unclear", _several(answer, self.lang), lang=self.lang)
        else:
            verdict = judge(exercise, given)
        if verdict:
            self._solved.add(name)
        if self._told is not None and verdict.state != "open":
            self._told(name, given, verdict)
        return verdict

    def _unknown(self, name: str) -> str:
        if parts := [one for one in self.exercises if name.isdigit() and one.rstrip("ab") == name]:
            both = f" {self.lang.say('and')} ".join(map(repr, parts))
            return self.lang.say("this exercise has parts; answer {both}.", both=both)
        last = list(self.exercises)[-1]
        return self.lang.say("there is no such exercise; they are numbered 1 to {last}.", last=last)

    def __repr__(self) -> str:
        solved = ", ".join(self.solved) or self.lang.say("none yet")
        number = self.lang.count(len(self.exercises), "exercise", "exercises")
        return f"{self.title}: {number}; {self.lang.say('solved')}: {solved}"


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


def _several(answer: Sequence[object], lang: Language) -> str:
    """Explain what to write instead of `check(2, 0,643)`, which Python reads as two numbers."""
    if len(answer) == 2 and all(type(part) is int and 0 <= part < 10**15 for part in answer):
        whole, decimals = answer
        two = 'Python reads {whole},{decimals} as two numbers. Write {whole}.{decimals} or "{whole},{decimals}".'
        return lang.say(two, whole=whole, decimals=decimals)
    many = 'these are {answers} answers. Give one; several cards go in a list, like ["red Weaver"].'
    return lang.say(many, answers=len(answer))


def judge(exercise: Exercise, answer: object) -> Verdict:
    """Judge a solution of an exercise. No input raises an error."""
    kind, say = exercise.kind, exercise.lang.say
    if answer is ... or answer is None:
        return _verdict(exercise, "open", say("not answered yet. Put your answer in the place of the three dots."))
    try:
        value = kind.read(answer)
    except BadAnswer as problem:
        return _verdict(exercise, "unclear", say("this cannot be the answer. {why}", why=problem))
    except Exception:  # an object of the pupil's whose own methods fail
        return _verdict(exercise, "unclear", say("this cannot be the answer. Expected {wanted}.", wanted=kind.wanted))
    if kind.accepts(value, exercise.right):
        return _verdict(exercise, "right", say("right! ✓ (Checked {precision}.)", precision=kind.precision))
    slip = exercise.slip_in(value)
    if slip is not None:
        return _verdict(exercise, "not yet", say("not yet. {hint}", hint=exercise.mistakes[slip].hint), slip)
    if refusal := kind.refusal(value, answer):
        return _verdict(exercise, "unclear", say("this cannot be the answer. {why}", why=refusal))
    return _verdict(exercise, "not yet", say("not yet. {hint}", hint=exercise.hint_for(value)))


def _verdict(exercise: Exercise, state: State, text: str, slip: int | None = None) -> Verdict:
    return Verdict(exercise.name, state, text, slip, exercise.lang)
