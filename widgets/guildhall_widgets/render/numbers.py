"""Readable numbers: chances that never look more certain than they are, and large numbers in groups."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import floor, log10

__all__ = ["fraction", "percent", "plural", "points", "times", "whole"]

_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_READABLE = 10**15
PERCENT = "\u00a0%"  # the sign stays with its number at the end of a line
_TIMES = {0: "not at all", 1: "once", 2: "twice"}


def percent(chance: Fraction | float) -> str:
    """Return a chance in percent with one decimal, or two significant digits. Only certainty is 0 % or 100 %.

    >>> print(percent(Fraction(1, 3)), percent(Fraction(1, 30_000)), percent(Fraction(29_999, 30_000)), percent(1))
    33.3 % 0.0033 % 99.9967 % 100 %
    """
    if chance in (0, 1):
        return f"{int(chance) * 100}{PERCENT}"
    rarer = min(float(chance), float(1 - chance))
    places = max(1, 1 - floor(log10(100 * rarer))) if rarer > 0 else 1
    return f"{float(100 * chance):.{min(places, 15)}f}{PERCENT}"


def points(difference: float) -> str:
    """Return a difference of chances in percentage points, with its sign.

    >>> points(-0.0312), points(0.0)
    ('−3.1', '0.0')
    """
    shown = f"{100 * difference:+.1f}"
    return "0.0" if float(shown) == 0 else shown.replace("-", "−")


def whole(number: int) -> str:
    """Return a whole number in groups of three digits, or as a power of ten if it is too long to read.

    >>> whole(3_652_745_460), whole(96_614_908_840_363_322_603_893_139_521_372_656)
    ('3,652,745,460', '9.661 × 10³⁴')
    """
    if abs(number) < _READABLE:
        return f"{number:,}".replace("-", "−")
    digits, _, power = f"{Decimal(number):.3e}".partition("e+")
    return f"{digits} × 10{power.translate(_RAISED)}".replace("-", "−")


def fraction(chance: Fraction) -> str:
    """Return a fraction to the last digit.

    >>> fraction(Fraction(277412, 1432049))
    '277,412 / 1,432,049'
    """
    return f"{chance.numerator:,} / {chance.denominator:,}"


def plural(number: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun.

    >>> plural(1, "card"), plural(2, "card"), plural(0, "copy", "copies")
    ('1 card', '2 cards', '0 copies')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


def times(number: int) -> str:
    """Return "once", "twice" or "n times".

    >>> times(2), times(3)
    ('twice', '3 times')
    """
    return _TIMES.get(number, f"{number} times")
