"""What counts as an answer: chances, numbers and cards, read from whatever a pupil hands in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from numbers import Rational
from typing import SupportsFloat, TypeAlias

from guildhall.core.errors import GuildhallError, did_you_mean, nearest, short

__all__ = ["Amount", "BadAnswer", "Cards", "Value", "chance", "number"]

Value: TypeAlias = Fraction | Counter[str]

_PERCENT = re.compile(r"(?P<number>.+?)\s*(?:%|percent|per cent)")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3}){2,}")
# Short, so that nobody waits for the digits of 1e999999999.
_NUMBER = re.compile(r"[+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:e[+-]?\d{1,2}|/\d{1,30})?", re.IGNORECASE)


class BadAnswer(GuildhallError):
    """Something that cannot be the answer, whatever the exercise; the message says what would be."""


@dataclass(frozen=True)
class Amount:
    """Answers that are one number, right within `tolerance`."""

    wanted: str
    tolerance: Fraction
    least: Fraction | None = None
    most: Fraction | None = None

    def read(self, answer: object) -> Fraction:
        """The number that was meant.

        >>> chance().read("3/7"), chance().read("25 %"), chance().read(0.5)
        (Fraction(3, 7), Fraction(1, 4), Fraction(1, 2))
        """
        value = _number(answer, self.wanted)
        if self.least is not None and value < self.least:
            raise BadAnswer(f"{_shown(answer)} is too small to be {self.wanted}.")
        if self.most is not None and value > self.most:
            percent = " For a percentage write the sign too: '25 %'." if self.most == 1 < value <= 100 else ""
            raise BadAnswer(f"{_shown(answer)} is too large to be {self.wanted}.{percent}")
        return value

    def same(self, one: Value, other: Value) -> bool:
        """Whether two numbers count as one."""
        return isinstance(one, Fraction) and isinstance(other, Fraction) and abs(one - other) <= self.tolerance

    def near(self, one: Value, other: Value) -> bool:
        """Whether two numbers differ by so little that one of them may have been rounded."""
        return isinstance(one, Fraction) and isinstance(other, Fraction) and abs(one - other) <= 10 * self.tolerance

    @property
    def precision(self) -> str:
        """How near is near enough, in words."""
        return f"within ±{float(self.tolerance):g}" if self.tolerance else "exactly"


@dataclass(frozen=True)
class Cards:
    """Answers that are cards, in any order; `known` are those there are."""

    known: tuple[str, ...]
    wanted: str = 'a list of cards, like ["red Weaver", "blue Weaver"]'
    precision: str = "in any order"

    def read(self, answer: object) -> Counter[str]:
        """The cards that were meant.

        >>> Cards(("red Weaver",)).read("Red Weaver") == Cards(("red Weaver",)).read(["red Weaver"])
        True
        """
        return Counter(self._known(card) for card in _names(answer, self.wanted))

    def _known(self, card: str) -> str:
        by_name = {name.casefold(): name for name in self.known}
        name = " ".join(card.split()).casefold()
        if name not in by_name:
            raise BadAnswer(f"There is no card {short(card)} here{did_you_mean(nearest(card, self.known))}.")
        return by_name[name]

    def same(self, one: Value, other: Value) -> bool:
        """Whether both are the same cards."""
        return one == other

    near = same


def chance(tolerance: Fraction = Fraction(1, 2000)) -> Amount:
    """Answers that are a probability; three decimals will do unless told otherwise."""
    wanted = "a chance: a number from 0 to 1, such as Fraction(1, 4), 0.25, '1/4' or '25 %'"
    return Amount(wanted, tolerance, Fraction(0), Fraction(1))


def number(wanted: str = "a number", tolerance: Fraction = Fraction(0)) -> Amount:
    """Answers that are a number from 0 on: a count, a mean, points."""
    return Amount(wanted, tolerance, Fraction(0))


# --- reading ---


def _number(answer: object, wanted: str) -> Fraction:
    match answer:
        case bool():
            raise BadAnswer(f"{answer} is no number; wanted is {wanted}.")
        case str():
            return _spelled(answer, wanted)
        case Rational():
            return Fraction(int(answer.numerator), int(answer.denominator))
        case SupportsFloat():
            return _finite(answer, wanted)
    raise BadAnswer(f"{_shown(answer)} is not one number; wanted is {wanted}.")


def _spelled(text: str, wanted: str) -> Fraction:
    """A number in digits: 3/7, 0.43, 0,43, 43 %, 3,652,745,460."""
    percent = _PERCENT.fullmatch(text.strip())
    digits = "".join((percent["number"] if percent else text).split())
    digits = digits.replace(",", "" if _THOUSANDS.fullmatch(digits) else ".")
    if not _NUMBER.fullmatch(digits) or re.search(r"\.\d*/|/0*$", digits):
        raise BadAnswer(f"{_shown(text)} cannot be read as a number; wanted is {wanted}.")
    return Fraction(digits) / (100 if percent else 1)


def _finite(answer: SupportsFloat, wanted: str) -> Fraction:
    try:
        return Fraction(float(answer))
    except (TypeError, ValueError, OverflowError):  # a whole array, nan, infinity
        raise BadAnswer(f"{_shown(answer)} is not one number to count with; wanted is {wanted}.") from None


def _names(answer: object, wanted: str) -> list[str]:
    if isinstance(answer, str):
        return [name for name in answer.split(",") if name.strip()]
    if isinstance(answer, Iterable):
        names = list(Counter(answer).elements() if _gives_copies(answer) else answer)
        if all(isinstance(name, str) for name in names):
            return names
    raise BadAnswer(f"{_shown(answer)} does not name cards; wanted is {wanted}.")


def _gives_copies(answer: object) -> bool:
    return isinstance(answer, Mapping) and all(type(copies) is int for copies in answer.values())


def _shown(answer: object) -> str:
    """An answer as it was given, cut short if it is long."""
    text = str(answer) if isinstance(answer, Rational) else repr(answer)
    return text if len(text) <= 40 else f"{text[:37]}…"
