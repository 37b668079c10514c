"""The shapes of card files as data, from which files are read, edited in a form and described by a JSON Schema.

A game describes its card files once, as a `CardLanguage`: the kinds of cards, and for each kind a `Table` of shapes
with their bounds and words. Rules that involve several places of a card stay in the reader, which has the last word.

>>> effect = Verbs("effect", {"draw": Table({"draw": Number(1, 9, words=("chapter size",))}, needed=("draw",))})
>>> effect.start(), effect.fits({"draw": "chapter size"}), effect.fits({"draw": 10})
({'draw': 1}, True, False)
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from guildhall.core.datafile import Entry, table_text

__all__ = [
    "CardLanguage",
    "Either",
    "Flag",
    "Kind",
    "ListOf",
    "MapOf",
    "Number",
    "Phrase",
    "Shape",
    "Table",
    "Text",
    "Trial",
    "Verbs",
    "Word",
    "Yes",
]

Schema = dict[str, Any]
DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"


@dataclass(frozen=True, eq=False)
class Shape(ABC):
    """The contents allowed in a place of a card file. `default` is the value of a place left out."""

    about: str = field(default="", kw_only=True)
    default: Any = field(default=None, kw_only=True)

    @abstractmethod
    def schema(self, defs: dict[str, Schema]) -> Schema:
        """Return the JSON Schema, with shared parts put into `defs`."""

    @abstractmethod
    def start(self) -> Any:
        """Return the value a form begins with."""

    @abstractmethod
    def fits(self, value: object) -> bool:
        """Return whether a value has this shape."""

    def read(self, entry: Entry, key: str) -> Any:
        """Return the value of a key, checked, or raise BadCardFile."""
        raise NotImplementedError(f"{type(self).__name__} is read by its game")

    def described(self, schema: Schema) -> Schema:
        """Return a schema with the description and the default of this shape."""
        told: Schema = {"description": self.about} if self.about else {}
        return {**schema, **told, **({} if self.default is None else {"default": self.default})}


# --- Single values ---


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


@dataclass(frozen=True, eq=False)
class Number(Shape):
    """A whole number within bounds, or one of a few words instead. With `nonzero` it is not 0."""

    least: int
    most: int
    words: tuple[str, ...] = ()
    nonzero: bool = False

    def schema(self, defs: dict[str, Schema]) -> Schema:
        """Return an integer, or one of the words."""
        number: Schema = {"type": "integer", "minimum": self.least, "maximum": self.most}
        if self.nonzero:
            number["not"] = {"const": 0}
        return self.described({"anyOf": [number, {"enum": list(self.words)}]} if self.words else number)

    def start(self) -> int:
        """Return the number nearest to 1."""
        return min(max(1, self.least), self.most) if not (self.nonzero and self.most < 1) else self.most

    def fits(self, value: object) -> bool:
        """Return whether it is such a number or word."""
        if isinstance(value, str):
            return value in self.words
        is_within = isinstance(value, int) and _is_number(value) and self.least <= value <= self.most
        return is_within and not (self.nonzero and value == 0)

    def read(self, entry: Entry, key: str) -> Any:
        """Return the number or the word."""
        value = entry.table.get(key)
        if self.words and isinstance(value, str):
            return entry.spot.known(value, self.words, f"amount for '{key}':")
        number = entry.number(key, least=self.least, most=self.most)
        if self.nonzero and number == 0:
            raise entry.spot.wrong(f"{key} = 0 has no effect")
        return number


@dataclass(frozen=True, eq=False)
class Word(Shape):
    """One of a few words. `what` names them in messages, such as "place"."""

    words: tuple[str, ...]
    what: str = ""

    def schema(self, defs: dict[str, Schema]) -> Schema:
        """Return the words as an enumeration."""
        return self.described({"enum": list(map(str, self.words))})

    def start(self) -> str:
        """Return the default, or the first word."""
        return str(self.words[0] if self.default is None else self.default)

    def fits(self, value: object) -> bool:
        """Return whether it is one of the words."""
        return isinstance(value, str) and value in self.words

    def read(self, entry: Entry, key: str) -> str:
        """Return the word."""
        if not self.what:
            return entry.word(key, *self.words, default=self.default)
        if key not in entry.table:
            raise entry.spot.wrong(f"'{key}' is missing; it names a {self.what}, like {str(self.words[0])!r}")
        return entry.spot.known(entry.table[key], self.words, self.what)


@dataclass(frozen=True, eq=False)
class Text(Shape):
    """A text, which may have to match a pattern. `known` are suggestions."""

    pattern: str = ""
    sample: str = ""
    known: tuple[str, ...] = ()
    longest: int = 0

    def schema(self, defs: dict[str, Schema]) -> Schema:
        """Return a string."""
        told: Schema = {"type": "string"}
        if self.pattern:
            told["pattern"] = f"^(?:{self.pattern})$"
        if self.longest:
            told["maxLength"] = self.longest
        return self.described({**told, "examples": list(self.known)} if self.known else told)

    def start(self) -> str:
        """Return the sample."""
        return self.sample

    def fits(self, value: object) -> bool:
        """Return whether it is a text that matches."""
        if not isinstance(value, str) or (self.longest and len(value) > self.longest):
            return False
        return not self.pattern or re.fullmatch(self.pattern, value) is not None

    def read(self, entry: Entry, key: str) -> str:
        """Return the text."""
        return entry.text(key, self.default or "")


@dataclass(frozen=True, eq=False)
class Flag(Shape):
    """True or false."""

    def schema(self, defs: dict[str, Schema]) -> Schema:
        """Return a boolean."""
        return self.described({"type": "boolean"})

    def start(self) -> bool:
        """Return True, because a flag is added to be set."""
        return True

    def fits(self, value: object) -> bool:
        """Return whether it is a boolean."""
        return isinstance(value, bool)

    def read(self, entry: Entry, key: str) -> bool:
        """Return the flag."""
        return entry.flag(key)


@dataclass(frozen=True, eq=False)
class Yes(Flag):
    """The word true, written where a key needs a value."""

    def schema(self, defs: dict[str, Schema]) -> Schema:
        """Return the constant true."""
        return self.described({"const": True})

    def fits(self, value: object) -> bool:
        """Return whether it is true."""
        return value is True


@dataclass(frozen=True, eq=False)
class Phrase(Shape):
    """A few words in a fixed order, each from its own list, or one word alone.

    `slots` are the lists by name. A slot whose list begins with "" may be left out. `free` are patterns for other words
    of a slot. A text that matches `bare` needs no words before it.
    """

    name: str
    alone: tuple[str, ...]
    slots: Mapping[str, tuple[str, ...]]
    free: Mapping[str, str] = field(default_factory=dict)
    bare: str = ""
    sample: str = ""

    def schema(self, defs: dict[str, Schema]) -> Schema:
        """Return a reference to a string with a pattern."""
        pattern = re.sub(r"\?P<\w+>", "", self._pattern)
        defs[self.name] = {"type": "string", "pattern": f"^(?:{pattern})$"}
        return self.described({"$ref": f"#/$defs/{self.name}", "examples": [self.start()]})

    def start(self) -> str:
        """Return the sample, or the first word of each slot."""
        return self.sample or self.joined({slot: words[0] for slot, words in self.slots.items()})

    def fits(self, value: object) -> bool:
        """Return whether it is such a phrase."""
        return isinstance(value, str) and re.fullmatch(self._pattern, value) is not None

    def parts(self, phrase: str) -> dict[str, str]:
        """Return the words of a phrase by slot, empty for a word alone."""
        found = re.fullmatch(self._pattern, phrase)
        if phrase in self.alone or found is None:
            return {}
        told = {slot: (found[slot] or "").strip() for slot in self.slots}
        return {**told, self._noun: told[self._noun] or (found["bare"] or "").strip()} if self.bare else told

    def joined(self, parts: Mapping[str, str]) -> str:
        """Return a phrase made from the words of its slots."""
        return " ".join(filter(None, (parts.get(slot, "") for slot in self.slots)))

    @property
    def _noun(self) -> str:
        return next(iter(self.free), next(iter(self.slots)))

    @property
    def _pattern(self) -> str:
        before, noun, after = "", "", ""
        for slot, words in self.slots.items():
            listed = "|".join([*map(re.escape, filter(None, words)), *filter(None, [self.free.get(slot)])])
            if slot == self._noun:
                noun = f"(?P<{slot}>{listed})"
            elif noun:
                after += f"(?P<{slot}> (?:{listed}))?"
            else:
                before += f"(?P<{slot}>(?:{listed}) ){'?' if '' in words else ''}"
        named = f"(?:{before}{noun}|(?P<bare>{self.bare})){after}" if self.bare else f"{before}{noun}{after}"
        return "|".join([*map(re.escape, self.alone), named])


# --- Lists and tables ---


@dataclass(frozen=True, eq=False)
class ListOf(Shape):
    """A list of items. With `single` one item may be written without brackets."""

    item: Shape
    least: int = 0
    most: int = 0
    single: bool = False
    unique: bool = False

    def schema(self, defs: dict[str, Schema]) -> Schema:
        """Return an array."""
        item = self.item.schema(defs)
        told: Schema = {"type": "array", "items": item, "minItems": self.least}
        if self.most:
            told["maxItems"] = self.most
        if self.unique:
            told["uniqueItems"] = True
        return self.described({"anyOf": [told, item]} if self.single else told)

    def start(self) -> list[Any]:
        """Return the shortest list, but not an empty one."""
        return [self.item.start() for _ in range(max(1, self.least))]

    def fits(self, value: object) -> bool:
        """Return whether it is such a list."""
        if self.single and not isinstance(value, list):
            return self.item.fits(value)
        if not isinstance(value, list) or not all(map(self.item.fits, value)):
            return False
        is_unique = not self.unique or len(set(map(repr, value))) == len(value)
        return self.least <= len(value) and (not self.most or len(value) <= self.most) and is_unique


@dataclass(frozen=True, eq=False)
class MapOf(Shape):
    """A table whose keys are names: words, or texts."""

    names: Word | Text
    item: Shape
    least: int = 0
    needs_all: bool = False

    def schema(self, defs: dict[str, Schema]) -> Schema:
        """Return an object with these names."""
        names, item = self.names.schema({}), self.item.schema(defs)
        told: Schema = {"type": "object", "propertyNames": names, "additionalProperties": item}
        if isinstance(self.names, Word):
            told = {
                "type": "object",
                "properties": {str(word): item for word in self.names.words},
                "additionalProperties": False,
            }
            if self.needs_all:
                told["required"] = list(self.names.words)
        return self.described({**told, "minProperties": self.least})

    def start(self) -> dict[str, Any]:
        """Return a table with one item, or all if all are needed."""
        names = self.names.words if isinstance(self.names, Word) and self.needs_all else (self.names.start(),)
        return {name: self.item.start() for name in names}

    def fits(self, value: object) -> bool:
        """Return whether it is such a table."""
        if not isinstance(value, dict) or len(value) < self.least:
            return False
        if self.needs_all and isinstance(self.names, Word) and value.keys() != set(self.names.words):
            return False
        return all(self.names.fits(name) and self.item.fits(item) for name, item in value.items())


@dataclass(frozen=True, eq=False)
class Table(Shape):
    """A table with known keys. A form begins with the keys in `begins`, by default those in `needed`."""

    fields: Mapping[str, Shape]
    needed: tuple[str, ...] = ()
    begins: tuple[str, ...] | None = None
    starts: Mapping[str, Any] = field(default_factory=dict)

    def schema(self, defs: dict[str, Schema]) -> Schema:
        """Return an object without other properties."""
        properties = {key: shape.schema(defs) for key, shape in self.fields.items()}
        told: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
        return self.described({**told, "required": list(self.needed)} if self.needed else told)

    def start(self) -> dict[str, Any]:
        """Return the table a form begins with."""
        keys = self.needed if self.begins is None else self.begins
        return {key: self.begin(key) for key in keys}

    def begin(self, key: str) -> Any:
        """Return the value a key begins with."""
        return self.starts[key] if key in self.starts else self.fields[key].start()

    def fits(self, value: object) -> bool:
        """Return whether it is such a table."""
        if not isinstance(value, dict) or not value.keys() >= set(self.needed):
            return False
        return all(key in self.fields and self.fields[key].fits(item) for key, item in value.items())

    def read(self, entry: Entry, key: str = "") -> dict[str, Any]:
        """Return all values of a table, with defaults for keys left out."""
        entry.only(*self.fields)
        return {
            key: shape.read(entry, key) if key in self.needed or entry.has(key) else shape.default
            for key, shape in self.fields.items()
        }


@dataclass(frozen=True, eq=False)
class Verbs(Shape):
    """A table with exactly one of several keys, its verb, which says what other keys it has: an effect of a card."""

    name: str
    verbs: Mapping[str, Table]

    def schema(self, defs: dict[str, Schema]) -> Schema:
        """Return a reference to the alternatives, one for each verb."""
        if self.name not in defs:
            defs[self.name] = {}  # first, because an effect may hold effects
            defs[self.name] = {
                "anyOf": [{"title": verb, **table.schema(defs)} for verb, table in self.verbs.items()],
                "type": "object",
            }
        return self.described({"$ref": f"#/$defs/{self.name}"})

    def start(self) -> dict[str, Any]:
        """Return the start of the first verb."""
        return next(iter(self.verbs.values())).start()

    def verb_of(self, value: object) -> str:
        """Return the verb of a table, or "" if it has none."""
        return next((verb for verb in self.verbs if isinstance(value, dict) and verb in value), "")

    def fits(self, value: object) -> bool:
        """Return whether it is a table of some verb."""
        return any(table.fits(value) for table in self.verbs.values())


@dataclass(frozen=True, eq=False)
class Either(Shape):
    """One of several forms, each with a name."""

    forms: Mapping[str, Shape]

    def schema(self, defs: dict[str, Schema]) -> Schema:
        """Return the alternatives."""
        return self.described({"anyOf": [shape.schema(defs) for shape in self.forms.values()]})

    def start(self) -> Any:
        """Return the start of the first form."""
        return next(iter(self.forms.values())).start()

    def form_of(self, value: object) -> str:
        """Return the name of the form that a value has, the first one if it has none."""
        return next((name for name, shape in self.forms.items() if shape.fits(value)), next(iter(self.forms)))

    def fits(self, value: object) -> bool:
        """Return whether it has one of the forms."""
        return any(shape.fits(value) for shape in self.forms.values())


# --- Whole files ---


@dataclass(frozen=True)
class Kind:
    """A kind of card: `group` is the table of a file that holds such cards by name, "" the file itself.

    A `single` kind is one table without a name. Of a `whole` kind a file has all cards or none, because it replaces
    them all. `extra` are keys of the group beside the cards.
    """

    name: str
    table: Table | Either
    group: str
    names: Word | Text = field(default_factory=Text)
    single: bool = False
    whole: bool = False
    needed: bool = False
    extra: Mapping[str, Shape] = field(default_factory=dict)

    def schema(self, defs: dict[str, Schema]) -> Schema:
        """Return the schema of the table, or of the group of tables by name."""
        table = self.table.schema(defs)
        if self.single:
            return table
        if isinstance(self.names, Word):
            named = dict.fromkeys(self.names.words, table)
            return {"type": "object", "properties": named, "additionalProperties": False}
        extra = {key: shape.schema(defs) for key, shape in self.extra.items()}
        names = self.names.schema({})
        if extra:
            names = {"anyOf": [names, {"enum": list(extra)}]}
        return {"type": "object", "properties": extra, "propertyNames": names, "additionalProperties": table}


@dataclass(frozen=True)
class Trial:
    """A small position in which a card can be tried: the arguments of `gh.position`, and the phrases to play."""

    position: Mapping[str, Any]
    phrases: tuple[str, ...]


def _no_trials(tables: Mapping[str, Any], kind: str, name: str) -> Mapping[str, Trial]:
    return {}


@dataclass(frozen=True)
class CardLanguage:
    """The card files of a game: their kinds of cards, and what it takes to bring a card into play.

    `shipped` returns the tables of the shipped files that a file can replace, and `replaced` the name of the shipped
    card that a card replaces, or "". `in_play` returns the settings of a game in which a card of a file is used, and
    `trials` the positions in which it can be tried, by name. These take a file that was read without an error.
    """

    game: str
    title: str
    kinds: tuple[Kind, ...]
    shipped: Callable[[Mapping[str, Any]], Mapping[str, Any]]
    replaced: Callable[[Mapping[str, Any], str, str], str]
    in_play: Callable[[Mapping[str, Any], str, str], dict[str, Any]]
    trials: Callable[[Mapping[str, Any], str, str], Mapping[str, Trial]] = _no_trials

    def kind(self, name: str) -> Kind:
        """Return the kind of that name."""
        return next(kind for kind in self.kinds if kind.name == name)

    def cards(self, tables: Mapping[str, Any]) -> Iterator[tuple[Kind, str]]:
        """Yield the kind and the name of every card of a file, with "" for a table without a name."""
        groups = {kind.group for kind in self.kinds}
        for kind in self.kinds:
            held = tables if not kind.group else tables.get(kind.group, {})
            if kind.single:
                yield from [(kind, "")] if kind.group in tables else []
                continue
            for name, table in held.items():
                if name in kind.extra or (not kind.group and name in groups):
                    continue
                if len([one for one in self.kinds if one.group == kind.group]) == 1 or kind.table.fits(table):
                    yield kind, name

    def text(self, tables: Mapping[str, Any]) -> str:
        """Return the tables of a file as TOML."""
        singles = {kind.group for kind in self.kinds if kind.single}
        groups = {kind.group: kind for kind in self.kinds if kind.group and not kind.single}
        blocks: list[str] = []
        for key, table in tables.items():
            if key in singles or key not in groups:
                blocks.append(table_text((key,), table))
                continue
            extra = {name: value for name, value in table.items() if name in groups[key].extra}
            blocks += [table_text((key,), extra)] if extra else []
            blocks += [table_text((key, name), card) for name, card in table.items() if name not in extra]
        return "\n".join(blocks)

    def schema(self) -> Schema:
        """Return the JSON Schema (draft 2020-12) of the card files of the game."""
        defs: dict[str, Schema] = {}
        grouped = {kind.group: kind.schema(defs) for kind in self.kinds if kind.group}
        loose = [kind for kind in self.kinds if not kind.group]
        told: Schema = {
            "$schema": DRAFT,
            "title": f"Card files of {self.title}",
            "type": "object",
            "properties": grouped,
            "additionalProperties": {"anyOf": [kind.table.schema(defs) for kind in loose]} if loose else False,
            "required": [kind.group for kind in self.kinds if kind.needed],
        }
        return {**told, "$defs": defs}
