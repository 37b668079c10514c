"""One table of a data file, read key by key; every objection names file, table and key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from guildhall.core.errors import BadCardFile, did_you_mean, nearest

from .box import Name

__all__ = ["Entry", "both_of", "name_of"]

OWN = "own"  # the provenance of what a player's file does not say more about


@dataclass(frozen=True)
class Entry:
    """A table of a file: reads its keys one by one, and objects to those nobody asked for."""

    file: str
    name: str
    table: Mapping[str, Any]
    used: set[str] = field(default_factory=set)

    def wrong(self, problem: str) -> BadCardFile:
        """The error that names this place."""
        return BadCardFile(problem, file=self.file, card=self.name)

    def get(self, key: str, kind: type, what: str, default: Any = None) -> Any:
        """The value of a key, which must be of a kind; without a default it must be there."""
        self.used.add(key)
        value = self.table.get(key, default)
        if value is None:
            raise self.wrong(f"needs {key}, {what}")
        if not isinstance(value, kind) or isinstance(value, bool):
            raise self.wrong(f"{key} must be {what}, not {value!r}")
        return value

    def number(self, key: str, low: int, high: int) -> int:
        """A whole number within bounds."""
        value: int = self.get(key, int, f"a whole number from {low} to {high}")
        if not low <= value <= high:
            raise self.wrong(f"{key} must be a whole number from {low} to {high}, not {value}")
        return value

    def word(self, key: str, words: tuple[str, ...]) -> str:
        """One of some words."""
        value: str = self.get(key, str, f"one of {', '.join(words)}")
        if value not in words:
            close = did_you_mean(nearest(value, words))
            raise self.wrong(f"{key} must be one of {', '.join(words)}, not {value!r}{close}")
        return value

    def words(self, key: str, what: str) -> tuple[str, ...]:
        """A list of words."""
        value = self.get(key, list, what)
        if not all(isinstance(each, str) for each in value):
            raise self.wrong(f"{key} must be {what}, not {value!r}")
        return tuple(value)

    def inner(self, key: str, name: str) -> Entry:
        """A table inside this one."""
        return Entry(self.file, name, self.get(key, dict, "a table"))

    def finish(self) -> None:
        """Object to keys that nobody asked for."""
        for key in sorted(set(self.table) - self.used):
            close = did_you_mean(nearest(key, self.used))
            raise self.wrong(f"has no key {key!r}{close or '; it has ' + ', '.join(sorted(self.used))}")

    def provenance(self) -> str:
        """Where the data come from."""
        value: str = self.get("provenance", str, "a word such as 'stand-in' or 'own'", OWN)
        return value


def name_of(entry: Entry, en: str, de: str) -> Name:
    """A name that can be typed, in both languages."""
    for name in (en, de):
        if not name.strip() or "," in name or name != " ".join(name.split()):
            raise entry.wrong(f"{name!r} cannot be a name: a comma or odd spaces would not survive typing it")
    return Name(en, de)


def both_of(entry: Entry) -> Name:
    """A table with the name in both languages; the German one may be left out."""
    en: str = entry.get("en", str, "an English name")
    name = name_of(entry, en, entry.get("de", str, "a German name", en))
    entry.finish()
    return name
