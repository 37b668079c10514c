"""Tables of card files with typed access; an error names file, card, tier and the nearest right word.

>>> entry = Entry({"cost": 1}, Spot("my.toml", "5"))
>>> entry.number("cost")
1
>>> entry.only("costs")
Traceback (most recent call last):
guildhall.core.errors.BadCardFile: my.toml, 5: unknown key 'cost'; did you mean 'costs'?
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from reprlib import repr as short
from typing import Any

from guildhall.core.errors import BadCardFile, did_you_mean, nearest
from guildhall.games.guildhall.language import MOST_CARDS, Amount, Place

__all__ = ["Entry", "Spot"]


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
        close = nearest(str(word), words)
        choice = "" if close else f"; known: {', '.join(words)}"
        raise self.wrong(f"unknown {what} {short(word)}{choice}", close)


@dataclass(frozen=True)
class Entry:
    """One table of a card file."""

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
        """A list of strings."""
        value = self.table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.spot.wrong(f"{key} must be a list of texts in quotes, not {short(value)}")
        return tuple(value)

    def flag(self, key: str) -> bool:
        """A true or false; false if not given."""
        value = self.table.get(key, False)
        if not isinstance(value, bool):
            raise self.spot.wrong(f"{key} must be true or false, not {short(value)}")
        return value

    def number(self, key: str, *, least: int = 1, most: int = MOST_CARDS) -> int:
        """A whole number within its limits."""
        value = self.table.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        came = "and is missing" if value is None else f"not {short(value)}"
        raise self.spot.wrong(f"{key} must be a whole number from {least} to {most}, {came}")

    def amount(self, key: str, *named: Amount) -> int | Amount:
        """A whole number, or one of the named amounts."""
        value = self.table.get(key)
        if named and isinstance(value, str):
            return Amount(self.spot.known(value, named, f"amount for '{key}':"))
        return self.number(key)

    def place(self, key: str) -> Place:
        """The name of a place."""
        if key not in self.table:
            raise self.spot.wrong(f"'{key}' is missing; it names a place, like {Place.MY_HAND.value!r}")
        return Place(self.spot.known(self.table[key], Place, "place"))

    def word(self, key: str, *words: str) -> str:
        """One of a few words; the first if not given."""
        return self.spot.known(self.table.get(key, words[0]), words, f"word for '{key}':")

    def table_of(self, key: str) -> Entry:
        """A table within this one; empty if not given."""
        value = self.table.get(key, {})
        if not isinstance(value, dict):
            raise self.spot.wrong(f"{key} must be a table, not {short(value)}")
        return Entry(value, self.spot)
