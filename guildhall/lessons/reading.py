"""Numbers as people write them: `3/7`, `9 of 14`, `64 %`, `0,43`, `10.456.592`, `1-20/56`, `½`.

The arithmetic is our own: a sum of products of decimal numbers, with brackets. Nothing is ever evaluated as Python.
"""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction

__all__ = ["read_number"]

#: A longer text is not a number, whatever it says.
_LONGEST = 120
_TRANSLATION = str.maketrans({"−": "-", "–": "-", "·": "*", "×": "*", "⁄": "/", "÷": "/", ":": "/", "’": "'"})
_ABOUT = re.compile(r"^(?:~|≈|≃|about|approximately|approx\.?|circa|ca\.?|etwa|rund|=)\s*", re.IGNORECASE)
_PERCENT = re.compile(r"\s*(?:%|percent|per cent|prozent|pct\.?)\s*$", re.IGNORECASE)
_UNIT = re.compile(r"(?<=\d)\s+[^\W\d_]+\.?\s*$")
_OF = re.compile(r"(?<=\d)\s*\b(?:out of|of|von|aus|in)\b\s*(?=\d)", re.IGNORECASE)
_MIXED = re.compile(r"(?<![\d./*])(\d{1,9})\s+(\d{1,9}/\d{1,9})(?![\d./*])")
_GROUPS = re.compile(r"(?<![\d.,'])\d{1,3}(?:(?:,\d{3}){2,}|(?:\.\d{3}){2,}|(?:'\d{3})+|(?: \d{3})+)(?![\d,'])")
_TOKEN = re.compile(r"\s*((?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:e[+-]?\d{1,2}(?!\d))?|[-+*/()])", re.IGNORECASE)
_POWER = re.compile(r"(?<=\d)\*10\^(-?\d{1,2})\b")


def read_number(text: str) -> Fraction | None:
    """Return the number a text stands for, or None if it is not one number.

    >>> [str(read_number(text)) for text in ("9 of 14", "64 %", "0,643", "10.456.592", "1-20/56", "−½", "25 draws")]
    ['9/14', '16/25', '643/1000', '10456592', '9/14', '-1/2', '25']
    """
    if len(text) > _LONGEST:
        return None
    plain = _ABOUT.sub("", _without_vulgar_fractions(text).translate(_TRANSLATION).strip())
    digits, percent = _PERCENT.subn("", plain)
    value = _calculated(_plain_digits(digits if percent else _UNIT.sub("", digits)))
    return value / 100 if percent and value is not None else value


def _without_vulgar_fractions(text: str) -> str:
    """Write `½` as ` 1/2`, so that `1½` becomes a mixed number."""
    return "".join(f" {unicodedata.normalize('NFKC', c)}" if "VULGAR" in unicodedata.name(c, "") else c for c in text)


def _plain_digits(text: str) -> str:
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
    """Take a sum off the front of the tokens and return its value."""
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
