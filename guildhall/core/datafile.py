"""Data files of games: TOML texts without code, so that anybody's file is safe to load.

A table of a file is read through an `Entry`, whose objections name file, place and the nearest right word:

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
    "parse",
    "parts_of",
    "text_of",
]

# Provenances that every game has: what a player's file says no more about, and a card of our own design.
OWN: Final = "own"
STAND_IN: Final = "stand-in"

LARGEST_FILE: Final = 1 << 20  # bytes; all shipped files of a game together have a fiftieth of it

# A key of many parts takes tomllib a time that grows with their square.
MOST_DOTS: Final = 100


class DataFile(Protocol):
    """A file that can be read: a `Path`, or a resource of the package."""

    @property
    def name(self) -> str:
        """The name without its folders."""

    def open(self, mode: Literal["rb"], /) -> IO[bytes]:
        """The file, to be read."""


def text_of(path: DataFile) -> str:
    """The text of a data file, if it can be one."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise BadCardFile(f"cannot be read: {error.strerror}", file=path.name) from None
    check_length(len(data), path.name)
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise BadCardFile("is not a text in UTF-8", file=path.name) from None


def check_length(length: int, file: str) -> None:
    """Refuse what is longer than any data file."""
    if length > LARGEST_FILE:
        raise BadCardFile(f"is larger than {LARGEST_FILE} bytes; that is no card file", file=file)


def parse(text: str, file: str) -> dict[str, Any]:
    """The tables of a text in TOML; `file` is for messages.

    >>> parse("[tiles]\\ngold = 14", "my.toml")
    {'tiles': {'gold': 14}}
    """
    for row, each in enumerate(text.splitlines(), 1):
        if each.count(".") > MOST_DOTS:
            raise BadCardFile(f"there are more than {MOST_DOTS} dots in one line", file=file, line=row)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BadCardFile("is nested too deeply", file=file) from None
    except ValueError as error:
        problem, _, place = str(error).partition(" (at ")
        line = re.search(r"line (\d+)", place)
        number = int(line[1]) if line else text.count("\n") + 1
        raise BadCardFile(f"is not TOML: {problem}", file=file, line=number) from None


@dataclass(frozen=True)
class Spot:
    """Where in which file something stands, for messages."""

    file: str
    card: str = ""
    tier: int | str | None = None

    def at(self, tier: int | str) -> Spot:
        """The same card, at one of its tiers."""
        return replace(self, tier=tier)

    def wrong(self, problem: str, close: Iterable[str] = ()) -> BadCardFile:
        """The error that says what is wrong here, and the nearest right words."""
        close = tuple(close)
        message = problem + did_you_mean(close)
        return BadCardFile(message, file=self.file, card=self.card, tier=self.tier, nearest=close)

    def known(self, word: object, words: Iterable[str], what: str) -> str:
        """`word` if it is one of `words`; else the error that names those nearest to it, or all."""
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
        """Whether the table has this key."""
        return key in self.table

    def only(self, *keys: str) -> None:
        """Refuse keys that mean nothing here."""
        for key in self.table:
            self.spot.known(key, keys, "key")

    def text(self, key: str, default: str = "") -> str:
        """A string."""
        value = self.table.get(key, default)
        if not isinstance(value, str):
            raise self.spot.wrong(f"{key} must be a text in quotes, not {short(value)}")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of strings; empty if not given."""
        value = self.table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.spot.wrong(f"{key} must be a list of texts in quotes, not {short(value)}")
        return tuple(value)

    @property
    def provenance(self) -> str:
        """Where the data come from; a player's file need not say more."""
        return self.text("provenance", OWN)

    def checked_name(self, name: str) -> str:
        """A name that can be typed."""
        if not name.strip() or "," in name or name != " ".join(name.split()):
            raise self.spot.wrong(f"{short(name)} cannot be a name: a comma or odd spaces would not survive typing it")
        return name

    def flag(self, key: str) -> bool:
        """A true or false; false if not given."""
        value = self.table.get(key, False)
        if not isinstance(value, bool):
            raise self.spot.wrong(f"{key} must be true or false, not {short(value)}")
        return value

    def number(self, key: str, *, least: int = 1, most: int) -> int:
        """A whole number within its limits."""
        value = self.table.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        came = "and is missing" if value is None else f"not {short(value)}"
        raise self.spot.wrong(f"{key} must be a whole number from {least} to {most}, {came}")

    def word(self, key: str, *words: str, default: str | None = None) -> str:
        """One of a few words, which must be there if there is no default."""
        if key not in self.table and default is None:
            raise self.spot.wrong(f"{key} is missing; it is one of {', '.join(words)}")
        return self.spot.known(self.table.get(key, default), words, f"word for '{key}':")

    def table_of(self, key: str) -> Self:
        """A table within this one; empty if not given."""
        return self._inner(key, self.table.get(key, {}), self.spot)

    def entries(self, *but: str) -> Iterator[tuple[str, Self]]:
        """All tables within this one, each at the place of its own name, without those keys."""
        for key, value in self.table.items():
            if key not in but:
                yield key, self._inner(key, value, replace(self.spot, card=key))

    def _inner(self, key: str, value: object, spot: Spot) -> Self:
        if not isinstance(value, dict):
            raise self.spot.wrong(f"{key} must be a table, not {short(value)}")
        return type(self)(value, spot)


def parts_of(text: str, file: str, known: Iterable[str]) -> Iterator[tuple[str, Entry]]:
    """The tables of a text, each a part of the game with one of the known names."""
    known = tuple(known)
    for part, table in parse(text, file).items():
        spot = Spot(file, Spot(file).known(part, known, "part of the game"))
        if not isinstance(table, dict):
            raise spot.wrong(f"is a table; write [{part}] and its keys below")
        yield part, Entry(table, spot)


def _digest_of(data: object) -> str:
    """A digest over all that decides how a game plays, in plain lists and tables; where it comes from does not.

    >>> _digest_of({"gold": 3, "provenance": "own"}) == _digest_of({"gold": 3})
    True
    """
    return blake2b(json.dumps(_played(data), sort_keys=True).encode(), digest_size=8).hexdigest()


def _played(value: object) -> object:
    """Tables without what says where they come from."""
    if isinstance(value, Mapping):
        return {str(key): _played(one) for key, one in value.items() if key not in ("provenance", "known")}
    return [_played(one) for one in value] if isinstance(value, list | tuple) else value


class Digested(Protocol):
    """What a game is played with, told apart by a digest."""

    @property
    def digest(self) -> str:
        """A digest over all that decides how the game plays."""


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
        """The names of all cards that are stand-ins."""
        return tuple(card.name for card in self.cards if card.provenance == STAND_IN)

    @cached_property
    def digest(self) -> str:
        """A digest over all that decides how the game plays; where it comes from does not."""
        return _digest_of(self.as_dict())

    def as_dict(self) -> dict[str, Any]:
        """All that is in it, as plain lists and tables."""
        return asdict(cast(Any, self))
