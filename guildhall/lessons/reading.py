"""Lessons as data: exercises in TOML files, with numbers drawn for every pupil.

```toml
[lesson]
title = "my test"

[[exercise]]
question = "A pile of {n} cards has {k} green Weavers. You draw {d}. What is the chance of at least one?"
draw = { n = [6, 8, 10], k = [2, 3], d = [2, 3] }
answer = "some(k, n, d)"
hints = ["Which hands fail?", "There are comb({n-k}, {d}) of them."]
slips = [{ value = "miss(k, n, d)", hint = "That it does not happen." }]
```

`[lesson.de]` and `[exercise.de]` hold the same texts in German, with the same places and no numbers or expressions of
their own. `lang = "de"` under `[lesson]` says that the file itself is in German.

The first number of each list is used where no pupil is named. For a pupil, numbers are drawn until no slip is within
two tolerances of the answer. Every problem is an error that names the file, the exercise and the reason.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from hashlib import blake2b
from itertools import count
from random import Random
from typing import Any, Final

from guildhall.core.datafile import DataFile, Entry, Spot, parse, text_of
from guildhall.core.errors import BadCardFile, GuildhallError, short

from .answers import Amount, Cards, Choice, Interval, Value, chance, number
from .checking import Exercise, Kind, Mistake
from .expressions import BadExpression, Expression
from .language import ENGLISH, LANGUAGES, Language, language

__all__ = ["BadLesson", "Lesson", "Template", "read_lesson"]

KINDS: Final = ("chance", "number", "choice", "cards", "interval")
KEYS: Final = (
    *("question", "kind", "draw", "answer", "tolerance", "unit", "hints", "slips", "options", "cards", "tries"),
    *("continues", "extra", "working", *LANGUAGES),
)
TRANSLATED: Final = ("question", "unit", "working", "hints", "slips", "options", "cards")
MOST_EXERCISES: Final = 40
MOST_DRAWS: Final = 200  # until no slip is near the answer
MOST_SLIPS: Final = 20
_PLACE = re.compile(r"\{([^{}:]*)(?::(word|Word|percent|\d))?\}")

Numbers = Mapping[str, int | Fraction]


class BadLesson(GuildhallError):
    """A lesson file is wrong. The message names the file, the exercise and the reason."""


@dataclass(frozen=True)
class Template:
    """An exercise before its numbers are drawn."""

    name: str
    entry: Entry
    draw: Mapping[str, tuple[int, ...]]
    is_extra: bool
    lang: Language = ENGLISH

    @property
    def defaults(self) -> dict[str, int]:
        """The numbers used where no pupil is named."""
        return {name: values[0] for name, values in self.draw.items()}

    def exercise(self, seed: str = "") -> Exercise:
        """Return the exercise with the numbers drawn for a seed, or with the defaults."""
        if not seed or not self.draw:
            return self._with(self.defaults)
        coin = Random(int.from_bytes(blake2b(f"{seed}/{self.name}".encode(), digest_size=8).digest()))
        for _ in range(MOST_DRAWS):
            try:
                made = self._with({name: coin.choice(values) for name, values in self.draw.items()})
            except (BadCardFile, BadExpression):
                continue
            return made
        return self._with(self.defaults)

    def _with(self, numbers: Numbers) -> Exercise:
        entry, spot = self.entry, self.entry.spot
        kind = _kind(entry, self.lang)
        hints = tuple(self._filled(hint, numbers) for hint in entry.texts("hints"))
        made = Exercise(
            question=self._filled(entry.text("question"), numbers),
            kind=kind,
            right=_right(entry, kind, numbers),
            mistakes=tuple(self._mistakes(kind, numbers)),
            hint=hints[0],
            ladder=hints,
            name=self.name,
            is_extra=self.is_extra,
            working=self._filled(entry.text("working"), numbers) or _shown_answer(entry, numbers),
            lang=self.lang,
        )
        _check_apart(made, spot)
        return made

    def _filled(self, text: str, numbers: Numbers) -> str:
        """Return a text with its places filled: `{n}`, `{n-k}`, `{k:word}`, `{p:percent}`, `{x:2}`, two decimals."""

        def fill(place: re.Match[str]) -> str:
            return _shown(_computed(place[1], numbers, self.entry.spot), place[2] or "", self.lang)

        return _PLACE.sub(fill, text)

    def _mistakes(self, kind: Kind, numbers: Numbers) -> Iterator[Mistake]:
        for slip in _slips(self.entry):
            value = _read_value(self.entry, kind, slip["value"], numbers, "value of a slip")
            yield Mistake(value, self._filled(Entry(slip, self.entry.spot).text("hint"), numbers))


@dataclass(frozen=True)
class Lesson:
    """A lesson in one language: its title, the question of a player behind it, and its exercises.

    `title` names it in files of results and is the same in all languages. `heading` is the title to show.
    """

    title: str
    question: str
    templates: tuple[Template, ...]
    heading: str = ""
    lang: Language = ENGLISH

    def exercises(self, pupil: str = "") -> tuple[Exercise, ...]:
        """Return the exercises, with the pupil's numbers if one is named, the same in all languages.

        >>> from guildhall import lessons
        >>> lesson = lessons.lesson("counting hands")
        >>> lesson.exercises("Ada")[0] == lesson.exercises("ada ")[0]
        True
        """
        name = " ".join(pupil.split()).casefold()
        return tuple(one.exercise(f"{self.title}/{name}" if name else "") for one in self.templates)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the exercises: 1, 2, 3a, 3b …"""
        return tuple(one.name for one in self.templates)


def read_lesson(file: DataFile, lang: str | Language | None = None) -> Lesson:
    """Read a lesson from a TOML file, by default in the language in which it is written, or raise BadLesson."""
    wanted = None if lang is None else language(lang)
    try:
        return _lesson(parse(text_of(file), file.name), Spot(file.name), wanted)
    except (BadCardFile, BadExpression) as error:
        raise BadLesson(str(error).replace("too large for a card file", "too large for a lesson")) from None


def _lesson(tables: dict[str, Any], spot: Spot, wanted: Language | None) -> Lesson:
    whole = Entry(tables, spot)
    whole.only("lesson", "exercise")
    head = whole.table_of("lesson")
    head.only("title", "question", "lang", *LANGUAGES)
    title = head.text("title").strip()
    rows = tables.get("exercise", [])
    if not title or len(title) > 60:
        raise spot.wrong("[lesson] needs a title of at most 60 characters")
    if not isinstance(rows, list) or not 1 <= len(rows) <= MOST_EXERCISES:
        raise spot.wrong(f"a lesson needs 1 to {MOST_EXERCISES} exercises, each a table [[exercise]]")
    if not all(isinstance(row, dict) for row in rows):
        raise spot.wrong("every exercise must be a table [[exercise]]")
    written = LANGUAGES[head.word("lang", *LANGUAGES, default="en")]
    lang = wanted or written
    shown = head if lang == written else _translated(head, ("title", "question"), written, lang)
    templates = tuple(_templates(rows, spot.file, written, lang))
    return Lesson(title, shown.text("question"), templates, shown.text("title").strip(), lang)


def _templates(rows: list[dict[str, Any]], file: str, written: Language, lang: Language) -> Iterator[Template]:
    for name, row in zip(_names(rows), rows, strict=True):
        entry = Entry(row, Spot(file, f"exercise {name}"))
        entry.only(*KEYS)
        if not entry.text("question").strip() or not entry.texts("hints"):
            raise entry.spot.wrong("an exercise needs a question and a list of hints")
        if lang != written:
            entry = _translated(entry, TRANSLATED, written, lang)
        made = Template(name, entry, _read_draw(entry), entry.flag("extra"), lang)
        try:
            made.exercise()
        except BadExpression as error:
            raise entry.spot.wrong(str(error)) from None
        yield made


# --- Translations ---


def _translated(entry: Entry, keys: Iterable[str], written: Language, lang: Language) -> Entry:
    """Return a table with its texts in another language. A text without a translation is marked."""
    spot = Spot(entry.spot.file, ", ".join(filter(None, [entry.spot.card, f"[{lang.code}]"])))
    own = Entry(entry.table_of(lang.code).table, spot)
    own.only(*keys)
    table = dict(entry.table)
    for key in keys:
        if key not in table or (key == "working" and not own.has(key)):
            continue
        match table[key]:
            case str():
                table[key] = own.text(key) or lang.marked(table[key], written.code)
            case list() if key == "slips":
                hints = [Entry(slip, entry.spot).text("hint") for slip in _slips(entry)]
                spoken = _each(own, key, hints, written, lang)
                table[key] = [slip | {"hint": hint} for slip, hint in zip(_slips(entry), spoken, strict=True)]
            case list() if key == "cards":
                table["names"] = _each(own, key, entry.texts(key), written, lang) if own.has(key) else []
            case list():
                table[key] = _each(own, key, entry.texts(key), written, lang)
    return Entry(table, entry.spot)


def _each(own: Entry, key: str, texts: Sequence[str], written: Language, lang: Language) -> list[str]:
    """Return the translations of a list of texts, or the texts with a mark if there are none."""
    if not own.has(key):
        return [lang.marked(text, written.code) for text in texts]
    found = own.texts(key)
    if len(found) != len(texts):
        raise own.spot.wrong(f"{key} must be as many texts as in the other language, {len(texts)}, not {len(found)}")
    return list(found)


def _names(rows: list[dict[str, Any]]) -> list[str]:
    """Return the numbers of the exercises. One with `continues = true` is part b of the exercise before."""
    follows = [row.get("continues") is True for row in rows] + [False]
    if follows[0]:
        follows[0] = False
    names: list[str] = []
    numbers = count(1)
    current = 0
    for place in range(len(rows)):
        current = current if follows[place] else next(numbers)
        letter = "b" if follows[place] else "a" if follows[place + 1] else ""
        names.append(f"{current}{letter}")
    return names


def _read_draw(entry: Entry) -> dict[str, tuple[int, ...]]:
    """Return the values of each drawn number, the default first."""
    drawn: dict[str, tuple[int, ...]] = {}
    for name, values in entry.table_of("draw").table.items():
        if not re.fullmatch(r"[a-zA-Z]\w{0,15}", name):
            raise entry.spot.wrong(f"a drawn number must have a short name of letters, not {short(name)}")
        whole = isinstance(values, list) and 1 <= len(values) <= 50
        if not whole or not all(type(one) is int and abs(one) <= 10**9 for one in values):
            raise entry.spot.wrong(f"{name} must be drawn from a list of whole numbers, not {short(values)}")
        drawn[name] = tuple(values)
    return drawn


# --- Kinds, answers and slips ---


def _kind(entry: Entry, lang: Language) -> Kind:
    tolerance = _tolerance(entry)
    match entry.word("kind", *KINDS, default="chance"):
        case "chance":
            return chance(Fraction(1, 2000) if tolerance is None else tolerance, lang)
        case "number":
            return number(entry.text("unit"), tolerance or Fraction(0), lang)
        case "choice":
            return Choice(_options(entry), lang)
        case "cards":
            return Cards(entry.texts("cards"), lang, entry.texts("names"))
    return Interval(entry.number("tries", least=20, most=10**9), lang)


def _tolerance(entry: Entry) -> Fraction | None:
    value = entry.table.get("tolerance")
    if value is None:
        return None
    if type(value) not in (int, float) or not 0 <= value < 10**9:
        raise entry.spot.wrong(f"tolerance must be a number of at least 0, not {short(value)}")
    return Fraction(repr(value))


def _options(entry: Entry) -> tuple[str, ...]:
    options = entry.texts("options")
    if not 2 <= len(options) <= 8 or len(set(options)) < len(options):
        raise entry.spot.wrong("a choice needs two to eight different options")
    return options


def _right(entry: Entry, kind: Kind, numbers: Numbers) -> Value:
    if "answer" not in entry.table:
        raise entry.spot.wrong("the answer is missing")
    return _read_value(entry, kind, entry.table["answer"], numbers, "answer")


def _read_value(entry: Entry, kind: Kind, value: object, numbers: Numbers, what: str) -> Value:
    """Return the solution or the result of a mistake: an expression, a letter, or a list of cards."""
    spot = entry.spot
    if isinstance(kind, Cards):
        if not isinstance(value, list) or not all(card in kind.known for card in value):
            raise spot.wrong(f"{what} must be a list of cards among 'cards', not {short(value)}")
        return Counter(value)
    if isinstance(kind, Choice):
        return spot.known(value, kind.letters, f"letter for the {what}:")
    if type(value) in (int, float):
        value = repr(value)
    if not isinstance(value, str):
        raise spot.wrong(f"{what} must be an expression in quotes, not {short(value)}")
    return _computed(value, numbers, spot)


def _computed(text: str, numbers: Numbers, spot: Spot) -> Fraction:
    try:
        return Expression(text).value(numbers)
    except BadExpression as error:
        raise spot.wrong(str(error)) from None


def _slips(entry: Entry) -> list[dict[str, Any]]:
    slips = entry.table.get("slips", [])
    if not isinstance(slips, list) or len(slips) > MOST_SLIPS:
        raise entry.spot.wrong(f"slips must be a list of at most {MOST_SLIPS} tables, not {short(slips)}")
    for slip in slips:
        if not isinstance(slip, dict) or slip.keys() != {"value", "hint"}:
            raise entry.spot.wrong(f"a slip must be {{ value = …, hint = … }}, not {short(slip)}")
    return slips


def _check_apart(made: Exercise, spot: Spot) -> None:
    """Raise BadCardFile if a slip is as good as the answer, or a chance is none."""
    if isinstance(made.kind, Amount):
        right, tolerance = made.right, made.kind.tolerance
        assert isinstance(right, Fraction)
        if made.kind.refusal(right, right):
            raise spot.wrong(f"the answer is out of range: {made.kind.refusal(right, right)}")
        near = [slip for slip in made.mistakes if abs(_fraction(slip.value) - right) <= 2 * tolerance]
    else:
        near = [slip for slip in made.mistakes if slip.value == made.right]
    if near:
        raise spot.wrong(f"this slip is too near to the answer: {short(near[0].hint)}")


def _fraction(value: Value) -> Fraction:
    assert isinstance(value, Fraction)
    return value


# --- Texts with numbers ---


def _shown(value: Fraction, form: str, lang: Language = ENGLISH) -> str:
    """Return a number as text.

    >>> _shown(Fraction(2), "word"), _shown(Fraction(1, 4), "percent"), _shown(Fraction(2, 3), "2")
    ('two', '25 %', '0.67')
    """
    if form in ("word", "Word") and value.denominator == 1:
        word = lang.word(int(value))
        return word.capitalize() if form == "Word" else word
    if form == "percent":
        return f"{lang.number(float(100 * value))} %"
    return lang.fixed(float(value), int(form)) if form.isdigit() else lang.number(value)


def _shown_answer(entry: Entry, numbers: Numbers) -> str:
    """Return the expression of the answer with the drawn numbers in it, as the working of the key."""
    answer = entry.table.get("answer", "")
    if not isinstance(answer, str):
        return ", ".join(map(str, answer)) if isinstance(answer, list) else str(answer)
    return re.sub(r"\b[a-zA-Z]\w*\b(?!\()", lambda name: str(numbers.get(name[0], name[0])), answer)
