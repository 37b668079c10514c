"""Card files: TOML tables read onto a `Shelf`, the shipped ones first, then a player's own.

    [Monk]                      a profession
    [Weaver]                    with alias_of = "Monk": only another name for one
    [masters.Seeker]            takes the place of the Master of its archetype
    [houses."Pilgrim House"]    takes the place of the House of that name, or of the one it `replaces`
    [vp."4 draw five"]          a VP card
    [sets.old-world]            a set

There is no code in a card file, so anybody's file is safe to load.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from guildhall.core.errors import BadCardFile
from guildhall.games.guildhall.reading.cardreaders import (
    read_house,
    read_master,
    read_profession,
    read_set,
    read_vp,
)
from guildhall.games.guildhall.reading.entries import Entry, Spot
from guildhall.games.guildhall.reading.shelf import Shelf

__all__ = ["CardFile", "read_file", "read_text", "text_of"]

LARGEST_FILE: Final = 1 << 20  # bytes; all shipped files together have a fiftieth of it

Reader = Callable[[Shelf, str, Entry], None]
GROUPS: Final[Mapping[str, Reader]] = {
    "masters": read_master,
    "houses": read_house,
    "vp": read_vp,
    "sets": read_set,
}


class CardFile(Protocol):
    """A file that can be read: a `Path`, or a resource of the package."""

    @property
    def name(self) -> str:
        """The name without its folders."""

    def read_bytes(self) -> bytes:
        """The whole content."""


def read_file(shelf: Shelf, path: CardFile) -> None:
    """Put all cards of a file on the shelf."""
    read_text(shelf, text_of(path), path.name)


def text_of(path: CardFile) -> str:
    """The text of a card file, if it can be one."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadCardFile(f"cannot be read: {error.strerror}", file=path.name) from None
    if len(data) > LARGEST_FILE:
        raise BadCardFile(f"is larger than {LARGEST_FILE} bytes; that is no card file", file=path.name)
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise BadCardFile("is not a text in UTF-8", file=path.name) from None


def read_text(shelf: Shelf, text: str, file: str) -> None:
    """Put all cards of a text in TOML on the shelf; `file` is for messages.

    >>> shelf = Shelf()
    >>> read_text(shelf, '[Tinker]\\narchetype = "Mage"\\ntier.0 = [{ draw = 1 }]', "my.toml")
    >>> shelf.professions["Tinker"].archetype
    'Mage'
    """
    for name, table in _parse(text, file).items():
        spot = Spot(file, name)
        if not isinstance(table, dict):
            raise spot.wrong("stands outside of any card; begin with a line like [Monk]")
        if name in GROUPS:
            _read_group(shelf, name, table, file)
        else:
            read_profession(shelf, name, Entry(table, spot))


def _parse(text: str, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BadCardFile("is nested too deeply", file=file) from None
    except ValueError as error:
        problem, _, place = str(error).partition(" (at ")
        line = re.search(r"line (\d+)", place)
        number = int(line[1]) if line else text.count("\n") + 1
        raise BadCardFile(f"is not TOML: {problem}", file=file, line=number) from None


def _read_group(shelf: Shelf, group: str, tables: Mapping[str, Any], file: str) -> None:
    for name, table in tables.items():
        spot = Spot(file, name)
        if not isinstance(table, dict):
            raise spot.wrong(f"is no card; write [{group}.{name}] and its keys below")
        GROUPS[group](shelf, name, Entry(table, spot))
