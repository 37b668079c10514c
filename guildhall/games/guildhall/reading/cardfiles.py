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

from collections.abc import Callable, Mapping
from typing import Any, Final

from guildhall.core.datafile import DataFile, Spot, parse, text_of
from guildhall.games.guildhall.reading.cardreaders import (
    read_house,
    read_master,
    read_profession,
    read_set,
    read_vp,
)
from guildhall.games.guildhall.reading.entries import CardEntry
from guildhall.games.guildhall.reading.shelf import Shelf

__all__ = ["read_file", "read_text"]

MOST_CARDS: Final = 1000  # the shipped files have some 60

Reader = Callable[[Shelf, str, CardEntry], None]
GROUPS: Final[Mapping[str, Reader]] = {
    "masters": read_master,
    "houses": read_house,
    "vp": read_vp,
    "sets": read_set,
}


def read_file(shelf: Shelf, path: DataFile) -> None:
    """Put all cards of a file on the shelf."""
    read_text(shelf, text_of(path), path.name)


def read_text(shelf: Shelf, text: str, file: str) -> None:
    """Put all cards of a text in TOML on the shelf; `file` is for messages.

    >>> shelf = Shelf()
    >>> read_text(shelf, '[Tinker]\\narchetype = "Mage"\\ntier.0 = [{ draw = 1 }]', "my.toml")
    >>> shelf.professions["Tinker"].archetype
    'Mage'
    """
    for name, table in parse(text, file).items():
        spot = Spot(file, name)
        if not isinstance(table, dict):
            raise spot.wrong("stands outside of any card; begin with a line like [Monk]")
        if name in GROUPS:
            _read_group(shelf, name, table, file)
        else:
            read_profession(shelf, name, CardEntry(table, spot))
            _check_room(shelf, spot)


def _check_room(shelf: Shelf, spot: Spot) -> None:
    """Every card is compared with all others by its name, so they must not be too many."""
    if shelf.size > MOST_CARDS:
        raise spot.wrong(f"there are more than {MOST_CARDS} cards, names and sets with this one")


def _read_group(shelf: Shelf, group: str, tables: Mapping[str, Any], file: str) -> None:
    for name, table in tables.items():
        spot = Spot(file, name)
        if not isinstance(table, dict):
            raise spot.wrong(f"is no card; write [{group}.{name}] and its keys below")
        GROUPS[group](shelf, name, CardEntry(table, spot))
        _check_room(shelf, spot)
