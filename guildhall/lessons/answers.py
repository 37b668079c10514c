"""Parse a pupil's input: chances, numbers, cards, choices and intervals.

Numbers can be written in many ways: `3/7`, `9 of 14`, `64 %`, `0,43`, `10.456.592`, `1-20/56`, `½`. The arithmetic is a
sum of products of decimal numbers, with brackets. Nothing is ever evaluated as Python.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import ceil, log10, sqrt
from numbers import Rational
from string import ascii_lowercase
from typing import SupportsFloat, TypeAlias

from guildhall.core.errors import GuildhallError, nearest, short

from .language import ENGLISH, Language

__all__ = ["Amount", "BadAnswer", "Cards", "Choice", "Interval", "Value", "chance", "number", "read_number"]


Value: TypeAlias = Fraction | Counter[str] | str | tuple[Fraction, Fraction, Fraction]


class BadAnswer(GuildhallError):
    """Input that cannot be a solution of the exercise. The message says what is expected."""


@dataclass(frozen=True)
class Amount:
    """A solution that is one number, correct within `tolerance`."""

    wanted: str
    tolerance: Fraction
    least: Fraction | None = None
    most: Fraction | None = None
    lang: Language = ENGLISH

    def read(self, answer: object) -> Fraction:
        """Parse a number, whether or not it is in range.

        >>> chance().read("3/7"), chance().read("25 %"), chance().read(0.5)
        (Fraction(3, 7), Fraction(1, 4), Fraction(1, 2))
        """
        return _number(answer, self.wanted, self.lang, is_whole=self.is_whole)

    @property
    def is_whole(self) -> bool:
        """True for counts, in which one separator groups thousands: 9,604 is not 9.604."""
        return self.most is None and (not self.tolerance or self.tolerance >= 1)

    def refusal(self, value: Value, answer: object) -> str:
        """Return why a number is impossible in any exercise of this kind, or an empty string."""
        assert isinstance(value, Fraction)
        if self.least is not None and value < self.least:
            return self._said("{typed} is too small to be {wanted}.", answer)
        if self.most is not None and value > self.most:
            return self._said("{typed} is too large to be {wanted}.", answer) + self._advice(value, answer)
        return ""

    def _said(self, text: str, answer: object) -> str:
        return self.lang.say(text, typed=_shown(answer), wanted=self.wanted)

    def _advice(self, value: Fraction, answer: object) -> str:
        if self.most != 1:
            return ""
        if _is_ratio(answer):
            return " " + self.lang.say("A chance is at most 1. Is your fraction upside down?")
        return " " + self.lang.say("For a percentage write the sign too: '25 %'.") if value <= 100 else ""

    def accepts(self, value: Value, right: Value) -> bool:
        """Return whether a number is correct."""
        return self.distance(value, right) is not None

    def distance(self, one: Value, other: Value) -> Fraction | None:
        """Return the difference of two numbers, or None if they do not match."""
        assert isinstance(one, Fraction)
        assert isinstance(other, Fraction)
        apart = abs(one - other)
        return apart if apart <= self.tolerance else None

    def is_rounded(self, value: Value, right: Value) -> bool:
        """True if one number is the other rounded to any number of digits.

        >>> [chance().is_rounded(Fraction(text), Fraction("0.408")) for text in ("0.41", "0.37")]
        [True, False]
        """
        assert isinstance(right, Fraction)
        return any(value == Fraction(f"{float(right):.{digits}g}") for digits in range(1, 13))

    @property
    def precision(self) -> str:
        """The tolerance in words."""
        if not self.tolerance:
            return self.lang.say("exactly")
        return self.lang.say("within ±{tolerance}", tolerance=self.lang.number(float(self.tolerance)))

    @property
    def asked(self) -> str:
        """The required precision as stated in a question; empty for exact numbers.

        >>> chance().asked, number("a number of draws", Fraction(1, 20)).asked, number().asked
        ('Give three decimals or a fraction.', 'Give one decimal.', '')
        """
        if not self.tolerance:
            return ""
        decimals = ceil(-log10(2 * self.tolerance))
        if not 1 <= decimals <= 5:
            return self.lang.say("An answer counts {precision}.", precision=self.precision)
        if decimals == 1:
            return self.lang.say("Give one decimal or a fraction." if self.most == 1 else "Give one decimal.")
        asked = "Give {digits} decimals or a fraction." if self.most == 1 else "Give {digits} decimals."
        return self.lang.say(asked, digits=self.lang.word(decimals))


class _Exact:
    """A solution that is right or wrong, with nothing in between."""

    def refusal(self, value: Value, answer: object) -> str:
        """Return an empty string, since everything that can be read is possible."""
        return ""

    def accepts(self, value: Value, right: Value) -> bool:
        """Return whether this is the right solution."""
        return value == right

    def distance(self, one: Value, other: Value) -> Fraction | None:
        """Return 0 for the same solution, otherwise None."""
        return Fraction(0) if one == other else None

    def is_rounded(self, value: Value, right: Value) -> bool:
        """Return False, since there is nothing to round."""
        return False


@dataclass(frozen=True)
class Cards(_Exact):
    """A solution that is a set of cards, in any order, all among `known`."""

    known: tuple[str, ...]
    lang: Language = ENGLISH
    names: tuple[str, ...] = ()  # of the same cards in the language of the exercise

    @property
    def wanted(self) -> str:
        """The expected input in words."""
        return self.lang.say('a list of cards, like ["red Weaver", "blue Weaver"]')

    @property
    def precision(self) -> str:
        """The way the cards are compared."""
        return self.lang.say("in any order")

    @property
    def asked(self) -> str:
        """The required form as stated in a question."""
        return self.lang.say("Give them in any order.")

    def shown(self, cards: Counter[str]) -> str:
        """Return cards by their names in the language of the exercise."""
        named = dict(zip(self.known, self.names, strict=False))
        return ", ".join(named.get(card, card) for card in cards.elements()) or self.lang.say("no cards")

    def read(self, answer: object) -> Counter[str]:
        """Parse the cards.

        >>> Cards(("red Weaver",)).read("Red Weaver") == Cards(("red Weaver",)).read(["red Weaver"])
        True
        """
        return Counter(self._known(card) for card in _names(answer, self.wanted, self.lang))

    def _known(self, card: str) -> str:
        by_name = {name.casefold(): name for name in self.known}
        by_name |= {own.casefold(): name for own, name in zip(self.names, self.known, strict=False)}
        name = " ".join(card.split()).casefold()
        if name in by_name:
            return by_name[name]
        close = nearest(card, self.names or self.known)
        if not close:
            raise BadAnswer(self.lang.say("Unknown card {card}.", card=short(card)))
        near = "Unknown card {card}; did you mean {near}?"
        raise BadAnswer(self.lang.say(near, card=short(card), near=self.lang.either(close)))


@dataclass(frozen=True)
class Choice(_Exact):
    """A solution that is one of several options, given by its letter or its words."""

    options: tuple[str, ...]
    lang: Language = ENGLISH

    @property
    def precision(self) -> str:
        """The way the option is recognised."""
        return self.lang.say("by its letter")

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters of the options, from a."""
        return tuple(ascii_lowercase[: len(self.options)])

    @property
    def wanted(self) -> str:
        """The expected input in words."""
        return self.lang.say("one of the letters {letters}", letters=", ".join(self.letters))

    @property
    def asked(self) -> str:
        """The options with their letters, as printed after the question."""
        return " ".join(f"({letter}) {option}" for letter, option in zip(self.letters, self.options, strict=True))

    def read(self, answer: object) -> str:
        """Parse a choice.

        >>> Choice(("yes", "no")).read("(B)"), Choice(("yes", "no")).read("no")
        ('b', 'b')
        """
        if isinstance(answer, str) and len(answer) <= _LONGEST_CHOICE:
            plain = " ".join(answer.split()).casefold()
            for letter, option in zip(self.letters, self.options, strict=True):
                if plain.strip("().: ") == letter or plain == option.casefold():
                    return letter
        raise _unreadable("{typed} is not one of the options; expected {wanted}.", answer, self.wanted, self.lang)


@dataclass(frozen=True)
class Interval:
    """A solution that is an estimate from some tries with both ends of its 95 % interval.

    It is accepted if its width belongs to that number of tries, and it holds the exact chance or misses it by less than
    its own width, since one honest interval in twenty misses.
    """

    tries: int
    lang: Language = ENGLISH

    @property
    def precision(self) -> str:
        """The way the interval is checked."""
        return self.lang.say("by the width of the interval")

    @property
    def wanted(self) -> str:
        """The expected input in words."""
        return self.lang.say("an estimate and both ends of its interval, such as 0.41, 0.40, 0.42")

    @property
    def asked(self) -> str:
        """The required form as stated in a question."""
        return self.lang.say("Give the estimate and both ends of its 95 % interval.")

    def read(self, answer: object) -> tuple[Fraction, Fraction, Fraction]:
        """Parse an estimate with its interval, in any order.

        >>> [float(number) for number in Interval(10_000).read("0.41 [0.40, 0.42]")]
        [0.41, 0.4, 0.42]
        """
        parts = _INTERVAL_PARTS.findall(answer) if isinstance(answer, str) and len(answer) <= _LONGEST else answer
        if isinstance(parts, list | tuple) and len(parts) == 3:
            low, estimate, high = sorted(_number(part, self.wanted, self.lang) for part in parts)
            return estimate, low, high
        raise _unreadable("{typed} is not three numbers; expected {wanted}.", answer, self.wanted, self.lang)

    def refusal(self, value: Value, answer: object) -> str:
        """Return what is wrong with the interval itself, or an empty string."""
        assert isinstance(value, tuple)
        estimate, low, high = value
        if low < 0 or high > 1:
            return self.lang.say("A chance is from 0 to 1, and so is its interval.")
        if not self._is_wide_enough(value):
            told = "The width does not belong to {tries} hands: it should be 2·1.96·√(p·(1−p)/n)."
            return self.lang.say(told, tries=self.lang.number(self.tries))
        if abs((low + high) / 2 - estimate) > (high - low) / 8:
            return self.lang.say("The estimate is not in the middle of the interval.")
        return ""

    def _is_wide_enough(self, value: tuple[Fraction, Fraction, Fraction]) -> bool:
        estimate, low, high = map(float, value)
        width = 2 * 1.96 * sqrt(estimate * (1 - estimate) / self.tries) if 0 <= estimate <= 1 else 0.0
        return abs(high - low - width) <= 0.1 * width

    def accepts(self, value: Value, right: Value) -> bool:
        """Return whether an interval is right."""
        assert isinstance(value, tuple)
        assert isinstance(right, Fraction)
        _, low, high = value
        return not self.refusal(value, None) and low - (high - low) < right < high + (high - low)

    def distance(self, one: Value, other: Value) -> Fraction | None:
        """Return how far the estimate is from the result of a mistake, or None if that is more than chance explains."""
        assert isinstance(one, tuple)
        assert isinstance(other, Fraction)
        apart = abs(one[0] - other)
        return apart if float(apart) <= 3 / sqrt(4 * self.tries) else None

    def is_rounded(self, value: Value, right: Value) -> bool:
        """Return False, since an estimate differs from the exact chance anyway."""
        return False


def chance(tolerance: Fraction = Fraction(1, 2000), lang: Language = ENGLISH) -> Amount:
    """Return the kind of a probability, by default to three decimals."""
    wanted = lang.say("a chance: a number from 0 to 1, such as Fraction(1, 4), 0.25, '1/4' or '25 %'")
    return Amount(wanted, tolerance, Fraction(0), Fraction(1), lang)


def number(wanted: str = "", tolerance: Fraction = Fraction(0), lang: Language = ENGLISH) -> Amount:
    """Return the kind of a number of at least 0: a count, a mean, points."""
    return Amount(wanted or lang.say("a number"), tolerance, Fraction(0), lang=lang)


# --- reading ---


def _number(answer: object, wanted: str, lang: Language, *, is_whole: bool = False) -> Fraction:
    match answer:
        case bool():
            raise _unreadable("{typed} is not a number; expected {wanted}.", answer, wanted, lang)
        case str():
            value = read_number(answer, is_whole=is_whole)
            if value is None:
                raise _unreadable("{typed} cannot be read as a number; expected {wanted}.", answer, wanted, lang)
            return value
        case Rational():
            return Fraction(int(answer.numerator), int(answer.denominator))
        case SupportsFloat():
            return _finite(answer, wanted, lang)
    raise _unreadable("{typed} is not one number; expected {wanted}.", answer, wanted, lang)


def _unreadable(told: str, answer: object, wanted: str, lang: Language) -> BadAnswer:
    return BadAnswer(lang.say(told, typed=_shown(answer), wanted=wanted))


def _is_ratio(answer: object) -> bool:
    if isinstance(answer, str):
        return any(sign in answer for sign in ("/", ":", "⁄", " of ", " von ", " aus "))
    return isinstance(answer, Rational) and answer.denominator != 1


def _finite(answer: SupportsFloat, wanted: str, lang: Language) -> Fraction:
    try:
        return Fraction(repr(float(answer)))  # the decimal as typed, not its binary neighbour
    except (TypeError, ValueError, OverflowError):  # an array, nan or infinity
        raise _unreadable("{typed} is not a finite number; expected {wanted}.", answer, wanted, lang) from None


def _names(answer: object, wanted: str, lang: Language) -> list[str]:
    if isinstance(answer, str):
        return [name for name in answer.split(",") if name.strip()]
    if isinstance(answer, Iterable):
        names = list(islice(Counter(answer).elements() if _gives_copies(answer) else answer, _MOST_CARDS + 1))
        if len(names) <= _MOST_CARDS and all(isinstance(name, str) for name in names):
            return names
    raise _unreadable("{typed} does not name cards; expected {wanted}.", answer, wanted, lang)


def _gives_copies(answer: object) -> bool:
    return isinstance(answer, Mapping) and all(type(copies) is int for copies in islice(answer.values(), _MOST_CARDS))


def _shown(answer: object) -> str:
    """Return the input as given, shortened if it is long."""
    try:
        text = str(answer) if isinstance(answer, Rational) else repr(answer)
    except Exception:  # a number too long to print, or an object whose own methods fail
        return f"this {type(answer).__name__}"
    return text if len(text) <= 40 else f"{text[:37]}…"


# --- Numbers as people write them ---


#: The maximum length of a number as text.
_LONGEST = 120
_LONGEST_CHOICE = 1000
_MOST_CARDS = 500
_INTERVAL_PARTS = re.compile(r"\d*[.,]?\d+(?:\s*%)?")
_TRANSLATION = str.maketrans({"−": "-", "–": "-", "·": "*", "×": "*", "⁄": "/", "÷": "/", ":": "/", "’": "'"})
_ABOUT = re.compile(
    r"^(?:~|≈|≃|about|approximately|approx\.?|circa|zirka|ca\.?|etwa|rund|ungefähr|=)\s*", re.IGNORECASE
)
_PERCENT = re.compile(r"\s*(?:%|percent|per cent|prozent|pct\.?)\s*$", re.IGNORECASE)
_UNIT = re.compile(r"(?<=\d)\s+[^\W\d_]+\.?\s*$")
_OF = re.compile(r"(?<=\d)\s*\b(?:out of|of|von|aus|in)\b\s*(?=\d)", re.IGNORECASE)
_MIXED = re.compile(r"(?<![\d./*])(\d{1,9})\s+(\d{1,9}/\d{1,9})(?![\d./*])")
_GROUPS = re.compile(r"(?<![\d.,'])\d{1,3}(?:(?:,\d{3}){2,}|(?:\.\d{3}){2,}|(?:'\d{3})+|(?: \d{3})+)(?![\d,'])")
_DECIMALS = re.compile(r"(?<![\d.,'])\d{1,3}(?:(?:\.\d{3})+,\d{1,30}|(?:,\d{3})+\.\d{1,30})(?![\d.,'])")
_ONE_GROUP = re.compile(r"[1-9]\d{0,2}[,.]\d{3}(\s+[^\W\d_]+)?", re.ASCII)
_TOKEN = re.compile(r"\s*((?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:e[+-]?\d{1,2}(?!\d))?|[-+*/()])", re.IGNORECASE)
_POWER = re.compile(r"(?<=\d)\*10\^(-?\d{1,2})\b")


def read_number(text: str, *, is_whole: bool = False) -> Fraction | None:
    """Return the number in a text, or None if it is not one number. In a whole number `9,604` has no decimals.

    >>> [str(read_number(text)) for text in ("9 of 14", "64 %", "0,643", "10.456.592", "1-20/56", "−½", "25 draws")]
    ['9/14', '16/25', '643/1000', '10456592', '9/14', '-1/2', '25']
    >>> read_number("4.859,8") == read_number("4,859.8")
    True
    """
    if len(text) > _LONGEST:
        return None
    if is_whole and _ONE_GROUP.fullmatch(text.strip()):
        return Fraction(re.sub(r"\D", "", text))
    plain = _ABOUT.sub("", _without_vulgar_fractions(text).translate(_TRANSLATION).strip())
    digits, percent = _PERCENT.subn("", plain)
    value = _calculated(_plain_digits(digits if percent else _UNIT.sub("", digits)))
    return value / 100 if percent and value is not None else value


def _without_vulgar_fractions(text: str) -> str:
    """Write `½` as ` 1/2`, so that `1½` becomes a mixed number."""
    return "".join(f" {unicodedata.normalize('NFKC', c)}" if "VULGAR" in unicodedata.name(c, "") else c for c in text)


def _plain_digits(text: str) -> str:
    """Write a sum with decimal points and without separators of thousands."""
    text = _DECIMALS.sub(lambda found: re.sub(r"[.,](?=.*[.,])", "", found[0]), text)
    text = _GROUPS.sub(lambda found: re.sub(r"[,.' ]", "", found[0]), _OF.sub("/", text))
    text = re.sub(r"\s*([-+*/^])\s*", r"\1", text.replace(",", "."))
    return _MIXED.sub(r"(\1+\2)", _POWER.sub(r"e\1", text))


def _calculated(text: str) -> Fraction | None:
    tokens = []
    at = 0
    while at < len(text.rstrip()):
        token = _TOKEN.match(text, at)
        if token is None:
            return None
        tokens.append(token[1])
        at = token.end()
    try:
        value = _sum(tokens)
    except (IndexError, ValueError, ZeroDivisionError):
        return None
    return value if not tokens else None


def _sum(tokens: list[str]) -> Fraction:
    """Consume a sum at the front of the tokens and return its value."""
    value = _product(tokens)
    while tokens and tokens[0] in "+-":
        value += _product(tokens) if tokens.pop(0) == "+" else -_product(tokens)
    return value


def _product(tokens: list[str]) -> Fraction:
    value = _factor(tokens)
    while tokens and tokens[0] in "*/":
        value = value * _factor(tokens) if tokens.pop(0) == "*" else value / _factor(tokens)
    return value


def _factor(tokens: list[str]) -> Fraction:
    token = tokens.pop(0)
    if token in "+-":
        return _factor(tokens) if token == "+" else -_factor(tokens)
    if token != "(":
        return Fraction(token)
    value = _sum(tokens)
    if tokens.pop(0) != ")":
        raise ValueError("unbalanced brackets")
    return value
