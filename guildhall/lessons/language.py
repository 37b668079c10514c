"""The languages of the course: sentences from one catalogue, and numbers as each language writes them.

A sentence is written in English where it is used, with named places. `data/german.toml` maps it to German.
A sentence without a translation is shown in English after the mark `[en]`.

>>> GERMAN.say("Hint {step} of {steps}: {hint}", step=1, steps=3, hint="…")
'Tipp 1 von 3: …'
>>> GERMAN.say("Three blind mice.")
'[en] Three blind mice.'
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files as resources
from typing import Any, Final

from guildhall.core.datafile import parse, text_of
from guildhall.core.errors import GuildhallError, did_you_mean, nearest, short

__all__ = ["ENGLISH", "GERMAN", "LANGUAGES", "Language", "catalogue", "language"]

_WORDS: Final = {
    "en": ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    "de": ("kein", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"),
}
_SWAPPED: Final = str.maketrans(".,", ",.")
_NUMBER: Final = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")


@dataclass(frozen=True)
class Language:
    """A language of the course, by its code."""

    code: str

    @property
    def attribute(self) -> str | None:
        """The `lang` attribute of a page, None for English, which is the language around it."""
        return None if self.code == "en" else self.code

    def say(self, text: str, /, **places: object) -> str:
        """Return a sentence in this language, with its places filled."""
        found = text if self.code == "en" else catalogue().get(text, self.marked(text, "en"))
        return found.format_map(places) if places else found

    def marked(self, text: str, written: str) -> str:
        """Return a text with a visible mark if it is written in another language."""
        return text if written == self.code or not text else f"[{written}] {text}"

    def count(self, number: int, one: str, many: str) -> str:
        """Return a number with its noun.

        >>> ENGLISH.count(1, "attempt", "attempts"), GERMAN.count(2, "attempt", "attempts")
        ('1 attempt', '2 Versuche')
        """
        return f"{number} {self.say(one if number == 1 else many)}"

    def digits(self, text: str) -> str:
        """Return a number, formatted in English, as this language writes it.

        >>> GERMAN.digits("10,456.5"), ENGLISH.digits("0.643")
        ('10.456,5', '0.643')
        """
        return text if self.code == "en" else text.translate(_SWAPPED)

    def digits_in(self, text: str) -> str:
        """Return a text whose numbers were formatted in English.

        >>> GERMAN.digits_in("0.188, 5 of 10,000")
        '0,188, 5 of 10.000'
        """
        return _NUMBER.sub(lambda number: self.digits(number[0]), text)

    def fixed(self, value: float, places: int) -> str:
        """Return a number with a fixed number of decimals."""
        return self.digits(f"{value:.{places}f}")

    def number(self, value: float | Fraction) -> str:
        """Return a whole number in groups of three digits, any other one with as many decimals as it needs."""
        return self.digits(f"{int(value):,}" if value == int(value) else f"{float(value):g}")

    def word(self, value: int) -> str:
        """Return a small number as a word.

        >>> ENGLISH.word(3), GERMAN.word(3), GERMAN.word(20)
        ('three', 'drei', '20')
        """
        words = _WORDS[self.code]
        return words[value] if 0 <= value < len(words) else self.number(value)

    def either(self, words: tuple[str, ...]) -> str:
        """Return a list of alternatives in quotes.

        >>> GERMAN.either(("roter Weaver", "blauer Weaver"))
        "'roter Weaver' oder 'blauer Weaver'"
        """
        return f" {self.say('or')} ".join(f"'{word}'" for word in words)

    def print(self, *values: object) -> None:
        """Print values with a space between them, and all numbers as this language writes them.

        >>> GERMAN.print("Mittelwert", 1.5, f"{0.188:.1%}")
        Mittelwert 1,5 18,8 %
        """
        if self.code == "en":
            print(*values)
        else:
            print(re.sub(r"(?<=\d)%", " %", self.digits_in(" ".join(map(_listed, values)))))


def _listed(value: object) -> str:
    """Return a value as text, with semicolons in a list, because the comma belongs to its numbers."""
    match value:
        case tuple():
            return f"({'; '.join(map(_listed, value))})"
        case list():
            return "; ".join(map(_listed, value))
        case dict():
            return "; ".join(f"{key}: {_listed(one)}" for key, one in value.items())
    return str(value)


ENGLISH: Final = Language("en")
GERMAN: Final = Language("de")
LANGUAGES: Final[Mapping[str, Language]] = {"en": ENGLISH, "de": GERMAN}


def language(code: str | Language | None) -> Language:
    """Return a language by its code, English for None.

    >>> language("de") == GERMAN
    True
    """
    if isinstance(code, Language):
        return code
    if isinstance(code, str | None) and (code or "en") in LANGUAGES:
        return LANGUAGES[code or "en"]
    close = did_you_mean(nearest(code, LANGUAGES)) or f"; known: {', '.join(LANGUAGES)}"
    raise GuildhallError(f"unknown language {short(code)}{close}")


@cache
def catalogue() -> Mapping[str, str]:
    """Return the German of every English sentence that the course says."""
    file = resources("guildhall.lessons").joinpath("data", "german.toml")
    return dict(_sentences(parse(text_of(file), file.name)))


def _sentences(tables: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the sentences of all tables, whatever they are called."""
    for english, german in tables.items():
        if isinstance(german, str):
            yield english, german
        else:
            yield from _sentences(german)
