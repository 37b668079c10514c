"""Reading of the TOML data files of games, which contain no code, so that anybody's file is safe to load.

A table of a file is read through an `Entry`, whose errors name the file, the place and the nearest valid word:

>>> entry = Entry({"cost": 1}, Spot("my.toml", "5"))
>>> entry.number("cost", most=3)
1
>>> entry.only("costs")
Traceback (most recent call last):
guildhall.core.errors.BadCardFile: my.toml, 5: unknown key 'cost'; did you mean 'costs'?
"""

from __future__ import annotations

import json
import re
import tomllib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from hashlib import blake2b
from typing import IO, Any, Final, Literal, Protocol, Self, cast

from guildhall.core.errors import BadCardFile, did_you_mean, nearest, short

__all__ = [
    "OWN",
    "STAND_IN",
    "CardBox",
    "DataFile",
    "Digested",
    "Entry",
    "Spot",
    "check_length",
    "merged",
    "parse",
    "parts_of",
    "table_text",
    "text_of",
]

# Provenances common to all games: a card from a player's file that gives none, and a card designed for this package.
OWN: Final = "own"
STAND_IN: Final = "stand-in"

LARGEST_FILE: Final = 1 << 20  # bytes; all built-in files of a game together have a fiftieth of that

# The time that tomllib takes for a dotted key grows with the square of its parts.
MOST_DOTS: Final = 100


class DataFile(Protocol):
    """A readable file: a `Path` or a resource of the package."""

    @property
    def name(self) -> str:
        """The name without its folders."""

    def open(self, mode: Literal["rb"], /) -> IO[bytes]:
        """Open the file for reading."""


def text_of(path: DataFile) -> str:
    """Return the text of a data file, or raise BadCardFile if it is unreadable, too large or not UTF-8."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise BadCardFile(f"cannot be read: {error.strerror}", file=path.name) from None
    check_length(len(data), path.name)
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise BadCardFile("is not valid UTF-8", file=path.name) from None


def check_length(length: int, file: str) -> None:
    """Raise BadCardFile if a file is too large."""
    if length > LARGEST_FILE:
        raise BadCardFile(f"is larger than {LARGEST_FILE} bytes, too large for a card file", file=file)


def parse(text: str, file: str) -> dict[str, Any]:
    """Parse a TOML text; `file` is its name in messages.

    >>> parse("[tiles]\\ngold = 14", "my.toml")
    {'tiles': {'gold': 14}}
    """
    for row, each in enumerate(text.splitlines(), 1):
        if each.count(".") > MOST_DOTS:
            raise BadCardFile(f"the line has more than {MOST_DOTS} dots", file=file, line=row)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BadCardFile("is nested too deeply", file=file) from None
    except ValueError as error:
        problem, _, place = str(error).partition(" (at ")
        line = re.search(r"line (\d+)", place)
        number = int(line[1]) if line else text.count("\n") + 1
        raise BadCardFile(f"is not TOML: {problem}", file=file, line=number) from None


def table_text(name: Iterable[str], table: Mapping[str, Any]) -> str:
    """Return a table as TOML under a heading, with tables inside it on lines of their own.

    >>> print(table_text(["vp", "3 fair"], {"points": 3, "tier": {"0": [{"draw": 1}]}}), end="")
    [vp."3 fair"]
    points = 3
    tier.0 = [{ draw = 1 }]
    """
    lines = [f"[{'.'.join(map(_key_text, name))}]"]
    for key, value in table.items():
        if isinstance(value, Mapping) and value and all(isinstance(one, Mapping | list) for one in value.values()):
            lines += [f"{_key_text(key)}.{_key_text(inner)} = {_value_text(one)}" for inner, one in value.items()]
        else:
            lines.append(f"{_key_text(key)} = {_value_text(value)}")
    return "\n".join(lines) + "\n"


def _key_text(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _value_text(key)


def _value_text(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case Mapping():
            inner = ", ".join(f"{_key_text(key)} = {_value_text(one)}" for key, one in value.items())
            return f"{{ {inner} }}" if inner else "{}"
        case list():
            return f"[{', '.join(map(_value_text, value))}]"
        case _:
            return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")


def merged(paths: Iterable[DataFile]) -> dict[str, Any]:
    """Return the tables of several data files together."""
    found: dict[str, Any] = {}
    for path in paths:
        found |= parse(text_of(path), path.name)
    return found


@dataclass(frozen=True)
class Spot:
    """A place in a file, for messages."""

    file: str
    card: str = ""
    tier: int | str | None = None

    def at(self, tier: int | str) -> Spot:
        """Return the place of a tier of the same card."""
        return replace(self, tier=tier)

    def wrong(self, problem: str, close: Iterable[str] = ()) -> BadCardFile:
        """Return an error about this place that suggests the nearest valid words."""
        close = tuple(close)
        message = problem + did_you_mean(close)
        return BadCardFile(message, file=self.file, card=self.card, tier=self.tier, nearest=close)

    def known(self, word: object, words: Iterable[str], what: str) -> str:
        """Return `word` if it is one of `words`, else raise an error that names the nearest of them, or all."""
        words = tuple(words)
        if isinstance(word, str) and word in words:
            return word
        close = nearest(word, words)
        choice = "" if close else f"; known: {', '.join(words)}"
        raise self.wrong(f"unknown {what} {short(word)}{choice}", close)


@dataclass(frozen=True)
class Entry:
    """One table of a data file."""

    table: Mapping[str, Any]
    spot: Spot

    def has(self, key: str) -> bool:
        """Return whether the table has this key."""
        return key in self.table

    def only(self, *keys: str) -> None:
        """Raise BadCardFile if the table has any other key."""
        for key in self.table:
            self.spot.known(key, keys, "key")

    def text(self, key: str, default: str = "") -> str:
        """Return a string."""
        value = self.table.get(key, default)
        if not isinstance(value, str):
            raise self.spot.wrong(f"{key} must be a text in quotes, not {short(value)}")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of strings, empty by default."""
        value = self.table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.spot.wrong(f"{key} must be a list of texts in quotes, not {short(value)}")
        return tuple(value)

    @property
    def provenance(self) -> str:
        """The source of the data, `OWN` by default."""
        return self.text("provenance", OWN)

    def checked_name(self, name: str) -> str:
        """Return `name`, or raise BadCardFile if players could not type it."""
        if not name.strip() or "," in name or name != " ".join(name.split()):
            raise self.spot.wrong(f"invalid name {short(name)}: names are not empty and have no commas or extra spaces")
        return name

    def flag(self, key: str) -> bool:
        """Return a bool, False by default."""
        value = self.table.get(key, False)
        if not isinstance(value, bool):
            raise self.spot.wrong(f"{key} must be true or false, not {short(value)}")
        return value

    def number(self, key: str, *, least: int = 1, most: int) -> int:
        """Return a required whole number within limits."""
        value = self.table.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        came = "and is missing" if value is None else f"not {short(value)}"
        raise self.spot.wrong(f"{key} must be a whole number from {least} to {most}, {came}")

    def word(self, key: str, *words: str, default: str | None = None) -> str:
        """Return one of a few words, required if there is no default."""
        if key not in self.table and default is None:
            raise self.spot.wrong(f"{key} is missing; it must be one of {', '.join(words)}")
        return self.spot.known(self.table.get(key, default), words, f"word for '{key}':")

    def table_of(self, key: str) -> Self:
        """Return a nested table, empty by default."""
        return self._inner(key, self.table.get(key, {}), self.spot)

    def entries(self, *but: str) -> Iterator[tuple[str, Self]]:
        """Yield the names and contents of all nested tables, except the keys `but`."""
        for key, value in self.table.items():
            if key not in but:
                yield key, self._inner(key, value, replace(self.spot, card=key))

    def _inner(self, key: str, value: object, spot: Spot) -> Self:
        if not isinstance(value, dict):
            raise self.spot.wrong(f"{key} must be a table, not {short(value)}")
        return type(self)(value, spot)


def parts_of(text: str, file: str, known: Iterable[str]) -> Iterator[tuple[str, Entry]]:
    """Yield the top-level tables of a text, which must have known names."""
    known = tuple(known)
    for part, table in parse(text, file).items():
        spot = Spot(file, Spot(file).known(part, known, "part of the game"))
        if not isinstance(table, dict):
            raise spot.wrong(f"must be a table; write [{part}] and its keys below")
        yield part, Entry(table, spot)


def _digest_of(data: object) -> str:
    """Return a digest of data in plain lists and tables, ignoring its provenance.

    >>> _digest_of({"gold": 3, "provenance": "own"}) == _digest_of({"gold": 3})
    True
    """
    return blake2b(json.dumps(_played(data), sort_keys=True).encode(), digest_size=8).hexdigest()


def _played(value: object) -> object:
    """Strip provenance keys from the tables."""
    if isinstance(value, Mapping):
        return {str(key): _played(one) for key, one in value.items() if key not in ("provenance", "known")}
    return [_played(one) for one in value] if isinstance(value, list | tuple) else value


class Digested(Protocol):
    """Game components identified by a digest."""

    @property
    def digest(self) -> str:
        """A digest of everything that affects play."""


class _Card(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def provenance(self) -> str: ...


class CardBox(ABC):
    """A box of cards: a frozen dataclass that lists them all."""

    @property
    @abstractmethod
    def cards(self) -> Sequence[_Card]:
        """All cards, each once."""

    @property
    def stand_ins(self) -> tuple[str, ...]:
        """The names of all stand-ins."""
        return tuple(card.name for card in self.cards if card.provenance == STAND_IN)

    @cached_property
    def digest(self) -> str:
        """A digest of everything that affects play, ignoring provenance."""
        return _digest_of(self.as_dict())

    def as_dict(self) -> dict[str, Any]:
        """Return the contents as plain lists and tables."""
        return asdict(cast(Any, self))
