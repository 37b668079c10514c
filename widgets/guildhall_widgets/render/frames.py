"""Data frames as tables to read: no shape, no types, numbers of few digits at the right, the first and last rows.

>>> import polars as pl
>>> print(frame(pl.DataFrame({"seat": ["Ada", None], "win": [0.5234567, 1.0]})))
<table><thead><tr><th style="text-align:left">seat</th><th style="text-align:right">win</th></tr></thead><tbody>...
"""

from __future__ import annotations

from typing import Any

import polars as pl

from .markup import EMPTY, Markup, join, tag
from .numbers import plural

__all__ = ["frame"]

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
