"""Readable numbers: chances that never look more certain than they are, large numbers in groups, and data frames.

A frame is shown without shape and types, by its first and last rows, with numbers of few digits at the right.

>>> import polars as pl
>>> print(frame(pl.DataFrame({"seat": ["Ada", None], "win": [0.5234567, 1.0]})))
<table><thead><tr><th style="text-align:left">seat</th><th style="text-align:right">win</th></tr></thead><tbody>...
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import floor, log10
from typing import TYPE_CHECKING, Any

from .markup import EMPTY, Markup, join, tag

if TYPE_CHECKING:
    import polars as pl

__all__ = ["PERCENT", "fraction", "frame", "percent", "plural", "points", "times", "whole"]

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


# --- Data frames ---


_ROWS = 12  # of a longer frame the first and the last ones are shown
_LAST = 3
_DIGITS = 3
_LARGE = 10_000  # numbers from here on have separators
_ITEMS = 6  # of a list in a cell


def frame(data: pl.DataFrame) -> Markup:
    """Return a data frame as a table."""
    aligned = ["right" if dtype.is_numeric() else "left" for dtype in data.dtypes]
    head = tag(
        "tr", *(tag("th", name, style=f"text-align:{side}") for name, side in zip(data.columns, aligned, strict=True))
    )
    rows = [_row(row, aligned) for row in _shown(data).iter_rows()]
    if data.height > _ROWS:
        gap = tag("tr", tag("td", f"… {plural(data.height - _ROWS, 'more row')} …", colspan=data.width))
        rows.insert(_ROWS - _LAST, gap)
    return tag("table", tag("thead", head), tag("tbody", *rows))


def _shown(data: pl.DataFrame) -> pl.DataFrame:
    import polars as pl

    return data if data.height <= _ROWS else pl.concat([data.head(_ROWS - _LAST), data.tail(_LAST)])


def _row(values: tuple[Any, ...], aligned: list[str]) -> Markup:
    cells = (tag("td", _words(value), style=f"text-align:{side}") for value, side in zip(values, aligned, strict=True))
    return tag("tr", join(*cells))


def _words(value: Any) -> str:
    """Return a value as text.

    >>> _words(0.5234567), _words(1234567.0), _words(2.0), _words(1e-9), _words([1, 2]), _words(None), _words(True)
    ('0.523', '1,234,567', '2', '1e-09', '1, 2', '–', 'yes')
    """
    match value:
        case None:
            return "–"
        case bool():
            return "yes" if value else "no"
        case int():
            return f"{value:,}" if abs(value) >= _LARGE else str(value)
        case float():
            return _number(value)
        case list():
            more = f", … {len(value) - _ITEMS} more" if len(value) > _ITEMS else EMPTY
            return ", ".join(map(_words, value[:_ITEMS])) + more
        case dict():
            return ", ".join(f"{name} {_words(each)}" for name, each in value.items())
    return str(value)


def _number(value: float) -> str:
    if value.is_integer() and abs(value) < 1e15:
        return f"{value:,.0f}"
    if abs(value) >= 10**_DIGITS:
        return f"{value:,.1f}"
    return f"{value:.{_DIGITS}g}"
