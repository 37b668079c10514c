"""Validation of messages from the browser, before anything changes.

The annotations of a handler give the types of its fields: `str` is text, `int` a whole number, `bool` true or false,
and `str | int` either of the first two, for a handler with a better error text.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cache
from inspect import Parameter, signature
from types import NoneType
from typing import Any, NamedTuple, get_args, get_type_hints

from guildhall.core.errors import GuildhallError, did_you_mean, nearest, short
from guildhall.core.typed import number_within, whole_number

__all__ = ["LONGEST_TEXT", "Field", "fields_of", "read_fields", "read_message", "read_seat", "read_word"]

LONGEST_TEXT = 100_000
"""The maximum number of characters in one field, enough for a comment of forty pages."""

_LARGEST = 2**63 - 1
_KINDS: dict[frozenset[type], str] = {
    frozenset({str}): "text",
    frozenset({int}): "a whole number",
    frozenset({bool}): "true or false",
    frozenset({str, int}): "text or a whole number",
}


class Field(NamedTuple):
    """The types of one field of a message, and whether it is required."""

    kinds: frozenset[type]
    is_needed: bool


@cache
def fields_of(handler: Callable[..., None]) -> Mapping[str, Field]:
    """Return the fields of a handler by name, or raise TypeError if one cannot be validated.

    >>> def scrub(self, value: int, line: str = "") -> None: ...
    >>> [(name, field.is_needed) for name, field in fields_of(scrub).items()]
    [('value', True), ('line', False)]
    """
    hints = get_type_hints(handler)
    _, *taken = signature(handler).parameters.values()  # the first parameter is the front-end itself
    fields = {}
    for each in taken:
        kinds = frozenset(get_args(hints[each.name]) or (hints[each.name],)) - {NoneType}
        if kinds not in _KINDS:
            raise TypeError(f"{handler.__qualname__}: messages cannot carry {each.name}, which is {hints[each.name]}")
        fields[each.name] = Field(kinds, is_needed=each.default is Parameter.empty)
    return fields


def read_message(content: Mapping[Any, Any]) -> tuple[str, dict[str, Any]]:
    """Return the name of a message and its fields, not validated yet.

    >>> read_message({"do": "undo"})
    ('undo', {})
    """
    name, data = content.get("do"), content.get("data")
    if not isinstance(name, str):
        raise GuildhallError(f"the name of a message must be text, not {short(name)}")
    if data is not None and not isinstance(data, dict):
        raise GuildhallError(f"the data of a message must be named fields, not {short(data)}")
    return name, data or {}


def read_fields(handler: Callable[..., None], data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a message as its handler takes them, or raise GuildhallError."""
    fields = fields_of(handler)
    for name in data:
        if name not in fields:
            raise GuildhallError(f"unknown field {short(name)}; expected {', '.join(fields) or 'none'}")
    if missing := [name for name, field in fields.items() if field.is_needed and name not in data]:
        raise GuildhallError(f"missing field: {', '.join(missing)}")
    return {name: _read(name, fields[name].kinds, value) for name, value in data.items()}


def _read(name: str, kinds: frozenset[type], value: object) -> Any:
    if str in kinds and isinstance(value, str):
        return _read_text(name, value)
    if bool in kinds and isinstance(value, bool):
        return value
    given = whole_number(value, signed=True) if isinstance(value, str) else value
    number = number_within(given, -_LARGEST, _LARGEST) if int in kinds else None
    if number is None:
        raise GuildhallError(f"{name} must be {_KINDS[kinds]}, not {short(value)}")
    return number


def _read_text(name: str, value: str) -> str:
    if len(value) > LONGEST_TEXT:
        raise GuildhallError(f"{name} must have at most {LONGEST_TEXT:,} characters, not {len(value):,}")
    try:
        value.encode()
    except UnicodeEncodeError:  # it could not be sent back or saved
        raise GuildhallError(f"unpaired surrogate in {name}: {short(value)}") from None
    return value


def read_seat(value: str, seats: int) -> int | None:
    """Return the number of the seat whose view is chosen, or None for "all".

    >>> read_seat("1", 2), read_seat("all", 2)
    (1, None)
    """
    seat = number_within(whole_number(value), 0, seats - 1)
    if seat is None and value != "all":
        raise GuildhallError(f"unknown seat {short(value)}; the seats are 0 to {seats - 1}, and 'all' shows everything")
    return seat


def read_word(value: str, known: Collection[str], what: str, *, error: type[GuildhallError] = GuildhallError) -> str:
    """Return the value if it is one of the known words, or raise an error that suggests the nearest.

    >>> read_word("greddy", ["random", "greedy"], "bot")
    Traceback (most recent call last):
    guildhall.core.errors.GuildhallError: unknown bot 'greddy'; did you mean 'greedy'?
    """
    if value not in known:
        raise error(f"unknown {what} {short(value)}{did_you_mean(nearest(value, list(known)))}")
    return value
