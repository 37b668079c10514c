"""Parsing of typed input within limits: whole numbers, phrases and their parts, file names.

Every game, the command line and the front-ends parse numbers and phrases here. Overlong input is rejected
immediately, and characters that only look like digits are not read as digits.
"""

from __future__ import annotations

import os
import re
from operator import index
from pathlib import Path

from guildhall.core.errors import BadRecord, BadSetup, GuildhallError, short

__all__ = [
    "LONGEST_PHRASE",
    "MOST_PARTS",
    "excess",
    "number_within",
    "parts_of",
    "path_of",
    "read_seed",
    "whole_number",
]

LONGEST_PHRASE = 2000
"""The maximum length of a typed phrase, in characters."""

MOST_PARTS = 100
"""The maximum number of parts of a phrase, separated by commas and semicolons."""

_DIGITS = 20  # enough for 64 bits
_LARGEST_SEED = 10**100
_ADDRESS = re.compile(rb"[A-Za-z][A-Za-z0-9+.-]+:/")  # a URL; `Path` collapses its double slash into one
_LONGEST_NAME = 255  # bytes in the name of a file or folder, on all common file systems


def whole_number(text: str, *, signed: bool = False) -> int | None:
    """Parse a whole number, or return None if the text is anything else or has more than 20 digits.

    Only the digits 0 to 9 count, with a leading minus if `signed`.

    >>> whole_number("12"), whole_number("twelve"), whole_number("²"), whole_number("9" * 4400)
    (12, None, None, None)
    >>> whole_number("-3"), whole_number("-3", signed=True)
    (None, -3)
    """
    digits = text.removeprefix("-") if signed else text
    return int(text) if len(digits) <= _DIGITS and digits.isascii() and digits.isdigit() else None


def number_within(value: object, low: int, high: int) -> int | None:
    """Return the value as an int, or None if it is out of bounds, a bool or not a whole number.

    >>> number_within(2, 0, 3), number_within(4, 0, 3), number_within("2", 0, 3), number_within(True, 0, 3)
    (2, None, None, None)
    """
    try:
        number = index(value)  # type: ignore[arg-type]  # anything else raises TypeError
    except TypeError:
        return None
    return number if low <= number <= high and not isinstance(value, bool) else None


def read_seed(seed: object, error: type[GuildhallError] = BadSetup) -> int:
    """Return the seed as an int, or raise `error` if it is not a whole number of at most 100 digits."""
    number = number_within(seed, -_LARGEST_SEED, _LARGEST_SEED)
    if number is None:
        raise error(f"seed must be a whole number of at most 100 digits, not {short(seed)}")
    return number


def excess(phrase: str) -> str | None:
    """Return why a phrase is too long to parse, as a sentence without its full stop, or None.

    >>> excess("red Farmer, blue Weaver")
    >>> excess("red Farmer" * 1000)
    'a phrase has at most 2,000 characters, this one has 10,000'
    """
    if len(phrase) > LONGEST_PHRASE:
        return f"a phrase has at most {LONGEST_PHRASE:,} characters, this one has {len(phrase):,}"
    parts = 1 + phrase.count(",") + phrase.count(";")
    if parts > MOST_PARTS:
        return f"a phrase has at most {MOST_PARTS} parts, this one has {parts:,}"
    return None


def parts_of(phrase: str, sign: str = ",") -> list[str]:
    """Split a phrase at a separator, strip the parts and drop empty ones.

    >>> parts_of("red Farmer,, blue Weaver ")
    ['red Farmer', 'blue Weaver']
    """
    return [part for each in phrase.split(sign) if (part := each.strip())]


def path_of(name: object, error: type[GuildhallError] = BadRecord) -> Path:
    """Return a `Path`, or raise `error` if no file can have this name.

    >>> path_of("game\\0.json")
    Traceback (most recent call last):
    guildhall.core.errors.BadRecord: invalid file name 'game\\x00.json': it contains a NUL
    >>> path_of("s3://bucket/game.json")
    Traceback (most recent call last):
    guildhall.core.errors.BadRecord: 's3://bucket/game.json' is a URL; only local paths can be used
    """
    if not isinstance(name, str | os.PathLike):
        raise error(f"expected a file name or a path, such as 'game.json', got {short(name)}")
    try:
        encoded = os.fsencode(name)
    except UnicodeEncodeError:
        raise error(f"invalid file name {short(name)}: it contains an unpaired surrogate") from None
    if b"\0" in encoded:
        raise error(f"invalid file name {short(os.fspath(name))}: it contains a NUL")
    if _ADDRESS.match(encoded):
        raise error(f"{short(os.fspath(name))} is a URL; only local paths can be used")
    if max(map(len, encoded.split(os.fsencode(os.sep)))) > _LONGEST_NAME:
        raise error(f"invalid file name {short(os.fspath(name))}: it has more than {_LONGEST_NAME} bytes")
    return Path(os.fsdecode(encoded))
