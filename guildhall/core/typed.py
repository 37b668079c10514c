"""What people type, read within limits: whole numbers, phrases and their parts, names of files.

Every game, the command line and the front-ends read numbers and phrases here, so that nothing typed is too long to be
answered at once and no sign that merely looks like a digit is taken for one.
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
"""The most characters of what is typed at once."""

MOST_PARTS = 100
"""The most picks and steps of one phrase: what commas and semicolons divide it into."""

_DIGITS = 20  # enough for 64 bits
_LARGEST_SEED = 10**100
_ADDRESS = re.compile(rb"[A-Za-z][A-Za-z0-9+.-]+:/")  # of another machine; a path keeps one of its slashes
_LONGEST_NAME = 255  # bytes of the name of a file or folder, on any disk that is in use


def whole_number(text: str, *, signed: bool = False) -> int | None:
    """The number a text stands for, None if it is something else or longer than any number meant.

    Only the digits 0 to 9 count, and with `signed` a minus before them.

    >>> whole_number("12"), whole_number("twelve"), whole_number("²"), whole_number("9" * 4400)
    (12, None, None, None)
    >>> whole_number("-3"), whole_number("-3", signed=True)
    (None, -3)
    """
    digits = text.removeprefix("-") if signed else text
    return int(text) if len(digits) <= _DIGITS and digits.isascii() and digits.isdigit() else None


def number_within(value: object, low: int, high: int) -> int | None:
    """The whole number that a value is, None if it is out of bounds or something else; True and False are no numbers.

    >>> number_within(2, 0, 3), number_within(4, 0, 3), number_within("2", 0, 3), number_within(True, 0, 3)
    (2, None, None, None)
    """
    try:
        number = index(value)  # type: ignore[arg-type]  # whatever is no number is refused here
    except TypeError:
        return None
    return number if low <= number <= high and not isinstance(value, bool) else None


def read_seed(seed: object, error: type[GuildhallError] = BadSetup) -> int:
    """A seed, which may be any whole number that can be written down."""
    number = number_within(seed, -_LARGEST_SEED, _LARGEST_SEED)
    if number is None:
        raise error(f"seed must be a whole number of at most 100 digits, not {short(seed)}")
    return number


def excess(phrase: str) -> str | None:
    """Why a phrase is too much to be read, as a sentence without its full stop, or None.

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
    """What a sign divides a phrase into, without spaces around it; what is empty is left out.

    >>> parts_of("red Farmer,, blue Weaver ")
    ['red Farmer', 'blue Weaver']
    """
    return [part for each in phrase.split(sign) if (part := each.strip())]


def path_of(name: object, error: type[GuildhallError] = BadRecord) -> Path:
    """The path that a text or a path names, or `error` where no file can be called so.

    >>> path_of("game\\0.json")
    Traceback (most recent call last):
    guildhall.core.errors.BadRecord: no file can be called 'game\\x00.json': a name has no NUL in it
    >>> path_of("s3://bucket/game.json")
    Traceback (most recent call last):
    guildhall.core.errors.BadRecord: 's3://bucket/game.json' is not a path on this machine; addresses cannot be used
    """
    if not isinstance(name, str | os.PathLike):
        raise error(f"a file is named by a text or a path, such as 'game.json', not by {short(name)}")
    try:
        encoded = os.fsencode(name)
    except UnicodeEncodeError:
        raise error(f"no file can be called {short(name)}: there is half a character in it") from None
    if b"\0" in encoded:
        raise error(f"no file can be called {short(os.fspath(name))}: a name has no NUL in it")
    if _ADDRESS.match(encoded):
        raise error(f"{short(os.fspath(name))} is not a path on this machine; addresses cannot be used")
    if max(map(len, encoded.split(os.fsencode(os.sep)))) > _LONGEST_NAME:
        raise error(f"no file can be called {short(os.fspath(name))}: a name has at most {_LONGEST_NAME} bytes")
    return Path(os.fsdecode(encoded))
