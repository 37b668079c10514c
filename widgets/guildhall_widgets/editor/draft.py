"""A card file while it is edited: its tables, the chosen card, and changes of single places.

A place of a card is found by its path, the keys and indexes that lead to it. The shape of every place comes from the
card language of the game, so nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from typing import Any

from guildhall.core.errors import BadCardFile, GuildhallError, did_you_mean, nearest, short
from guildhall.core.registration import Registration
from guildhall.core.rules import Rules
from guildhall.core.shapes import (
    CardLanguage,
    Either,
    Kind,
    ListOf,
    MapOf,
    Number,
    Phrase,
    Shape,
    Table,
    Text,
    Verbs,
    Word,
)

__all__ = ["Checked", "Draft", "Mending", "Path", "checked", "mendings", "normal"]

Path = tuple[str | int, ...]
FILE = "editor"  # the name of the file in messages, before it is saved
_MOST_TRIALS = 60  # changes tried for a refused card
_MOST_MENDINGS = 4
_FEW = 12  # numbers tried one by one


def _unknown(path: Path) -> GuildhallError:
    return GuildhallError(f"the card has no place {short(list(path))}")


def normal(shape: Shape, value: Any) -> Any:
    """Return a value with single items of lists in brackets."""
    match shape:
        case ListOf():
            items = value if isinstance(value, list) else [value]
            return [normal(shape.item, one) for one in items]
        case MapOf() if isinstance(value, dict):
            return {name: normal(shape.item, one) for name, one in value.items()}
        case Table() if isinstance(value, dict):
            return {key: normal(shape.fields[key], one) if key in shape.fields else one for key, one in value.items()}
        case Verbs() if verb := shape.verb_of(value):
            return normal(shape.verbs[verb], value)
        case Either():
            return normal(shape.forms[shape.form_of(value)], value)
        case _:
            return value


@dataclass(frozen=True)
class Draft:
    """The tables of a file and the card in the form. Every change returns another draft."""

    language: CardLanguage
    tables: Mapping[str, Any]
    kind: str = ""
    name: str = ""

    # --- Cards ---

    @property
    def cards(self) -> list[tuple[Kind, str]]:
        """The kind and the name of every card of the file."""
        return list(self.language.cards(self.tables))

    @property
    def chosen(self) -> Kind | None:
        """The kind of the card in the form, or None if there is no card."""
        return self.language.kind(self.kind) if self.kind else None

    @property
    def card(self) -> Any:
        """The table of the card in the form."""
        kind = self.language.kind(self.kind)
        return self.tables[kind.group] if kind.single else self._group(kind)[self.name]

    def _group(self, kind: Kind) -> Mapping[str, Any]:
        return self.tables.get(kind.group, {}) if kind.group else self.tables

    @property
    def text(self) -> str:
        """The file as TOML."""
        return self.language.text(self.tables)

    def choose(self, kind: str, name: str) -> Draft:
        """Show another card of the file."""
        if (kind, name) not in [(one.name, card) for one, card in self.cards]:
            raise GuildhallError(f"the file has no {kind} {short(name)}")
        return replace(self, kind=kind, name=name)

    def addable(self, kind: Kind) -> bool:
        """Return whether the file can take one more card of a kind."""
        if kind.single:
            return kind.group not in self.tables
        return not isinstance(kind.names, Word) or any(name not in self._group(kind) for name in kind.names.words)

    def add(self, name: str) -> Draft:
        """Add a card of a kind. Of a kind that a file has as a whole, all shipped cards come with it."""
        kind = next((one for one in self.language.kinds if one.name == name), None)
        if kind is None or not self.addable(kind):
            raise GuildhallError(f"cannot add {short(name)}")
        shipped = self.language.shipped(self.tables)
        if kind.single:
            table = deepcopy(shipped.get(kind.group)) or kind.table.start()
            return replace(self, tables={**self.tables, kind.group: normal(kind.table, table)}, kind=name, name="")
        group = dict(self._group(kind))
        if kind.whole and not group:
            group = deepcopy(dict(shipped.get(kind.group, {})))
            return self._with_group(kind, group, next(name for name in group if name not in kind.extra))
        card = self._free_name(kind, group)
        return self._with_group(kind, {**group, card: kind.table.start()}, card)

    def _free_name(self, kind: Kind, group: Mapping[str, Any]) -> str:
        if isinstance(kind.names, Word):
            return next(name for name in kind.names.words if name not in group)
        taken = {*group, *(name for _, name in self.cards)}
        first = kind.names.start()
        names = (f"{first}{number}" if number > 1 else first for number in count(1))
        return next(name for name in names if name not in taken)

    def _with_group(self, kind: Kind, group: Mapping[str, Any], name: str) -> Draft:
        tables = {**self.tables, kind.group: group} if kind.group else group
        return replace(self, tables=tables, kind=kind.name, name=name)

    def remove(self) -> Draft:
        """Remove the card in the form, and show the next one."""
        kind, tables = self.language.kind(self.kind), dict(self.tables)
        if kind.single or not kind.group:
            del tables[kind.group or self.name]
        else:
            group = {name: table for name, table in self._group(kind).items() if name != self.name}
            tables[kind.group] = group
            if not any(isinstance(table, dict) for table in group.values()):
                del tables[kind.group]
        left = list(self.language.cards(tables))
        shown = (left[-1][0].name, left[-1][1]) if left else ("", "")
        return Draft(self.language, tables, *shown)

    def is_taken(self, name: str) -> bool:
        """Return whether another table of the file has this name."""
        kind = self.language.kind(self.kind)
        groups = {one.group for one in self.language.kinds} if not kind.group else set(kind.extra)
        return name != self.name and (name in self._group(kind) or name in groups)

    def rename(self, name: str) -> Draft:
        """Give the card in the form another name, in its place of the file."""
        kind = self.language.kind(self.kind)
        if self.is_taken(name):
            raise GuildhallError(f"the file already has {short(name)}")
        group = {name if old == self.name else old: table for old, table in self._group(kind).items()}
        return self._with_group(kind, group, name)

    @property
    def replaced(self) -> str:
        """The name of the shipped card that the card in the form replaces, or ""."""
        return self.language.replaced(self.tables, self.kind, self.name)

    def shipped(self, name: str) -> Any:
        """Return the shipped table of this kind with a name, or None."""
        kind, tables = self.language.kind(self.kind), self.language.shipped(self.tables)
        if kind.single:
            return tables.get(kind.group)
        found = (tables.get(kind.group, {}) if kind.group else tables).get(name)
        return found if isinstance(found, dict) and kind.table.fits(found) else None

    @property
    def models(self) -> list[str]:
        """The shipped cards of this kind, whose tables can be copied."""
        kind, tables = self.language.kind(self.kind), self.language.shipped(self.tables)
        if kind.single:
            return [kind.group] if kind.group in tables else []
        return [name for one, name in self.language.cards(tables) if one.name == kind.name]

    def copy_of(self, name: str) -> Draft:
        """Fill the form with a shipped card."""
        table = self.shipped(name)
        if table is None:
            raise GuildhallError(
                f"no shipped {self.kind} is called {short(name)}{did_you_mean(nearest(name, self.models))}"
            )
        return self._with_card(normal(self.language.kind(self.kind).table, deepcopy(table)))

    # --- Places of the card ---

    def _with_card(self, card: Any) -> Draft:
        kind = self.language.kind(self.kind)
        if kind.single:
            return replace(self, tables={**self.tables, kind.group: card})
        return self._with_group(kind, {**self._group(kind), self.name: card}, self.name)

    def find(self, path: Path) -> tuple[Shape, Any]:
        """Return the shape and the value of a place."""
        shape: Shape = self.language.kind(self.kind).table
        value = self.card
        for key in path:
            shape = _inner(shape, value, key, path)
            value = _item(value, key, path)
        return shape, value

    def change(self, path: Path, change: Callable[[Any], Any]) -> Draft:
        """Return the draft with the value of a place changed."""
        self.find(path)
        return self._with_card(_changed(self.card, path, change))

    def put(self, path: Path, value: object) -> Draft:
        """Set a value. A text that is not a number stays a text, which the reader refuses."""
        shape, _ = self.find(path)
        if isinstance(shape, Number) and isinstance(value, str):
            digits = value.removeprefix("-")
            value = int(value) if digits.isdecimal() and digits.isascii() and len(digits) < 7 else value
        if not isinstance(value, str | int):
            raise GuildhallError(f"expected a text, a number or a mark, got {short(value)}")
        return self.change(path, lambda old: value)

    def drop(self, path: Path) -> Draft:
        """Remove an optional key, an item of a list or an entry of a table."""
        if not path:
            raise _unknown(path)
        self.find(path)
        *outer, last = path

        def without(old: Any) -> Any:
            if isinstance(old, list):
                return [one for at, one in enumerate(old) if at != last]
            return {key: one for key, one in old.items() if key != last}

        return self.change(tuple(outer), without)

    def extend(self, path: Path, key: str) -> Draft:
        """Add an optional key of a table, an entry of a table of names, or an item of a list."""
        shape, value = self.find(path)
        plain = plain_shape(shape, value)
        if isinstance(plain, ListOf) and isinstance(value, list):
            return self.change(path, lambda old: [*old, _next_item(plain, old)])
        if not key and not (isinstance(plain, MapOf) and isinstance(plain.names, Text)):
            return self
        if isinstance(plain, MapOf) and key not in value:
            name = key or free_key(value, plain.names.start())
            return self.change(path, lambda old: {**old, name: plain.item.start()})
        if isinstance(plain, Table) and key in plain.fields and key not in value:
            return self.change(path, lambda old: {**old, key: plain.begin(key)})
        raise GuildhallError(f"cannot add {short(key)} here")

    def say(self, path: Path, verb: str) -> Draft:
        """Choose the verb of an effect. Values of other keys stay where the new verb has them."""
        shape, _ = self.find(path)
        if not verb:
            return self
        if isinstance(shape, Either):
            shape = plain_shape(shape, self.find(path)[1], verbs=False)
        if not isinstance(shape, Verbs) or verb not in shape.verbs:
            raise GuildhallError(f"{short(verb)} is not an effect that can be written here")
        table = shape.verbs[verb]

        def said(old: Any) -> Any:
            kept = {key: one for key, one in old.items() if key in table.fields and table.fields[key].fits(one)}
            start = table.start()
            return {**start, **{key: one for key, one in kept.items() if key != verb}}

        return self.change(path, said)

    def reform(self, path: Path, form: str) -> Draft:
        """Choose another form of a place that has several, or of the form that it has."""
        shape, value = self.find(path)
        while isinstance(shape, Either):
            if form in shape.forms:
                start = shape.forms[form].start()
                return self if shape.form_of(value) == form else self.change(path, partial(_always, start))
            shape = shape.forms[shape.form_of(value)]
        raise GuildhallError(f"unknown form {short(form)}")

    def speak(self, path: Path, slot: str, word: str) -> Draft:
        """Choose one word of a phrase, in the slot "alone" a word that stands for a whole phrase."""
        shape, value = self.find(path)
        if not isinstance(shape, Phrase) or slot not in (*shape.slots, "alone"):
            raise GuildhallError(f"unknown part of a phrase {short(slot)}")
        if slot == "alone" or (word in shape.alone and slot == next(iter(shape.slots))):
            return self.put(path, word)
        start = {name: words[0] for name, words in shape.slots.items()}
        parts = {**(shape.parts(value) or start), slot: word}
        return self.put(path, shape.joined(parts))

    def rekey(self, path: Path, name: str) -> Draft:
        """Rename an entry of a table of names, in its place. A taken name changes nothing."""
        if not path:
            raise _unknown(path)
        *outer, last = path
        _, table = self.find(tuple(outer))
        if not isinstance(table, dict) or last not in table:
            raise _unknown(path)
        if name in table:
            return self
        return self.change(tuple(outer), lambda old: {name if key == last else key: one for key, one in old.items()})

    def shift(self, path: Path, by: int) -> Draft:
        """Move an item of a list up or down."""
        if not path:
            raise _unknown(path)
        *outer, last = path
        _, items = self.find(tuple(outer))
        if not isinstance(items, list) or not isinstance(last, int) or not 0 <= last + by < len(items):
            raise _unknown(path)

        def moved(old: list[Any]) -> list[Any]:
            items = list(old)
            items.insert(last + by, items.pop(last))
            return items

        return self.change(tuple(outer), moved)


def _always(value: Any, old: Any) -> Any:
    return deepcopy(value)


def free_key(table: Mapping[str, Any], first: str) -> str:
    """Return a key that a table does not have."""
    return next(name for number in count(1) if (name := first if number == 1 else f"{first}{number}") not in table)


def _next_item(shape: ListOf, items: list[Any]) -> Any:
    """Return the next item of a list, a word that it does not have yet."""
    item = shape.item
    if isinstance(item, Word):
        return next((word for word in item.words if word not in items), item.start())
    return item.start()


def plain_shape(shape: Shape, value: Any, *, verbs: bool = True) -> Shape:
    """Return the shape that a value has among several forms, and the table of its verb."""
    while isinstance(shape, Either):
        shape = shape.forms[shape.form_of(value)]
    if verbs and isinstance(shape, Verbs):
        return shape.verbs.get(shape.verb_of(value), shape)
    return shape


def _inner(shape: Shape, value: Any, key: str | int, path: Path) -> Shape:
    plain = plain_shape(shape, value)
    if isinstance(plain, Table) and isinstance(key, str) and key in plain.fields:
        return plain.fields[key]
    if isinstance(plain, ListOf | MapOf):
        return plain.item
    raise _unknown(path)


def _item(value: Any, key: str | int, path: Path) -> Any:
    if isinstance(value, dict) and isinstance(key, str) and key in value:
        return value[key]
    if isinstance(value, list) and isinstance(key, int) and 0 <= key < len(value):
        return value[key]
    raise _unknown(path)


def _changed(value: Any, path: Path, change: Callable[[Any], Any]) -> Any:
    if not path:
        return change(value)
    key, *rest = path
    inner = _changed(value[key], tuple(rest), change)
    if isinstance(value, list):
        return [inner if at == key else one for at, one in enumerate(value)]
    return {**value, key: inner}


# --- Checking ---


@dataclass(frozen=True)
class Checked:
    """The verdict of the reader: rules with the card in play, or the reason of a refusal and its place."""

    rules: Rules | None = None
    problem: str = ""
    card: str = ""
    tier: str = ""


def checked(draft: Draft, game: Registration) -> Checked:
    """Read the file as a game would, with the chosen card in play."""
    texts = {"card_texts": [[FILE, draft.text]]}
    try:
        rules = game.make_rules(texts)
        if draft.kind:
            rules = game.make_rules({**draft.language.in_play(draft.tables, draft.kind, draft.name), **texts})
    except BadCardFile as error:
        tier = "" if error.tier is None else str(error.tier)
        return Checked(
            problem=str(error).removeprefix(f"{FILE}, ").removeprefix(f"{FILE}: "), card=error.card, tier=tier
        )
    except GuildhallError as error:
        return Checked(problem=str(error))
    return Checked(rules)


@dataclass(frozen=True)
class Mending:
    """One change that the reader would accept: the place, its new value, or None to leave it out."""

    path: Path
    value: str | int | None


def mendings(draft: Draft, game: Registration, found: Checked) -> list[Mending]:
    """Return single changes of the card after which the reader has no objection."""
    if not draft.kind or (found.card and found.card not in (draft.name, draft.language.kind(draft.kind).group)):
        return []
    tried = [one for one in _changes(draft) if not found.tier or found.tier in map(str, one.path)]
    good: list[Mending] = []
    for one in tried[:_MOST_TRIALS]:
        if not checked(mended(draft, one), game).problem:
            good.append(one)
        if len(good) == _MOST_MENDINGS:
            break
    return good


def mended(draft: Draft, mending: Mending) -> Draft:
    """Return the draft after a change."""
    return draft.drop(mending.path) if mending.value is None else draft.put(mending.path, mending.value)


def _changes(draft: Draft) -> Iterator[Mending]:
    """Yield single changes of words and small numbers, then keys to leave out, the last places of the card first."""
    places = list(_places(draft.language.kind(draft.kind).table, draft.card, ()))
    for path, shape, value in reversed(places):
        words: list[str | int] = list(shape.words) if isinstance(shape, Word | Number) else []
        if isinstance(shape, Number) and shape.most - shape.least <= _FEW:
            words = [*range(shape.least, shape.most + 1), *words]
        yield from (Mending(path, str(word) if isinstance(word, str) else word) for word in words if word != value)
    for path, _, _ in reversed(places):
        if isinstance(path[-1], str) and is_optional(draft, path):
            yield Mending(path, None)


def is_optional(draft: Draft, path: Path) -> bool:
    """Return whether a place can be left out."""
    *outer, last = path
    shape = plain_shape(*draft.find(tuple(outer)))
    if isinstance(shape, Table):
        return last not in shape.needed
    _, value = draft.find(tuple(outer))
    if isinstance(shape, ListOf):
        return len(value) > shape.least
    return isinstance(shape, MapOf) and len(value) > shape.least and not shape.needs_all


def _places(shape: Shape, value: Any, path: Path) -> Iterator[tuple[Path, Shape, Any]]:
    """Yield every single value with its path and shape."""
    plain = plain_shape(shape, value)
    if isinstance(plain, Table) and isinstance(value, dict):
        for key, one in value.items():
            if key in plain.fields:
                yield from _places(plain.fields[key], one, (*path, key))
    elif isinstance(plain, MapOf) and isinstance(value, dict):
        for name, one in value.items():
            yield from _places(plain.item, one, (*path, name))
    elif isinstance(plain, ListOf) and isinstance(value, list):
        for at, one in enumerate(value):
            yield from _places(plain.item, one, (*path, at))
    elif path and isinstance(plain, Word | Number | Text | Phrase):
        yield path, plain, value
