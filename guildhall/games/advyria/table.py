"""The table in plain words: lists, dicts and strings, of a state (`Table`) or of what a seat knows (`View`).

Names are those of phrases, English in every language, so that a table can be laid again with `gh.position`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from numpy.typing import NDArray

from guildhall.kernel.bits import BIT
from guildhall.kernel.views import KnownView

from .engine.state import NONE, UNKNOWN
from .names import Names

__all__ = ["Table", "View", "table_of", "view_of"]


@dataclass(frozen=True)
class _Open:
    """What lies open to everybody."""

    turn: int  # the active seat
    turn_no: int
    finale: bool
    die: int  # what the die shows while a figure moves, else 0
    figures: list[str | None]  # the field of each player's figure
    open: dict[str, str]  # fields with an adventure that lies open
    hidden: list[str]  # fields with a tile that lies hidden
    levels: list[int]
    losses: list[int]
    villages: list[int]  # recovered, village side up
    gold: list[int]  # recovered, gold side up
    adventures: list[list[str]]  # completed
    points: list[int]  # without Hero cards while the game runs
    hand_sizes: list[int]
    discard: list[str]  # top last
    deck_size: int
    refills: int  # how often the discard pile may still become the draw pile


@dataclass(frozen=True)
class Table(_Open):
    """Everything on the table, hidden things too."""

    tiles: dict[str, str]  # what every tile on the board shows
    peeked: list[list[str]]  # hidden tiles that each player has looked at
    hands: list[list[str]]
    deck: list[str]  # top last
    heroes: list[str | None]


@dataclass(frozen=True, repr=False, eq=False)
class View(KnownView, _Open):
    """What one seat may know, and nothing else."""

    seat: int
    tiles: dict[str, str | None]  # what the tiles on the board show; None is an unknown one
    peeked: list[str]  # hidden tiles this seat has looked at
    hand: list[str]
    known: list[list[str]]  # cards this seat knows in each other hand
    heroes: list[str | None]  # the own one; all of them once the game is over
    names: Names = field(compare=False)
    knowledge: NDArray[Any] = field(compare=False)  # the same as a record, for `resample`

    def _renderer(self) -> Any:
        from . import show

        return show


def _fields(names: Names, bits: Any) -> list[str]:
    return [name for number, name in enumerate(names.fields) if int(bits) & int(BIT[number])]


def _hand(s: Any, names: Names, seat: int) -> list[str]:
    counts = s["hand"][seat]
    return [name for kind, name in enumerate(names.kinds) for _ in range(int(counts[kind]))]


def _pile(numbers: Any, n: Any, names: Names) -> list[str]:
    return [names.kinds[number] for number in numbers[: int(n)].tolist()]


def _tiles(s: Any, names: Names) -> dict[str, int]:
    """What lies on the board by field; a tile that a seat does not know is `UNKNOWN`."""
    tiles = s["tile"][: len(names.fields)].tolist()
    return {name: tile for name, tile in zip(names.fields, tiles, strict=True) if tile != NONE}


def _open(s: Any, names: Names, points: list[int]) -> dict[str, Any]:
    seats = range(len(names.seats))
    tiles = _tiles(s, names)
    figures = s["figure"].tolist()
    return {
        "turn": int(s["turn"]),
        "turn_no": int(s["turn_no"]),
        "finale": bool(s["finale"]),
        "die": int(s["die"]),
        "figures": [None if figures[seat] == NONE else names.fields[figures[seat]] for seat in seats],
        "open": {name: names.tile(tiles[name]) for name in _fields(names, s["faceup"])},
        "hidden": _fields(names, s["facedown"]),
        **{name: s[name][: len(seats)].tolist() for name in ("losses", "villages", "gold")},
        "levels": s["level"][: len(seats)].tolist(),
        "adventures": [_adventures(s["done"][seat], names) for seat in seats],
        "points": points,
        "hand_sizes": s["hand_n"][: len(seats)].tolist(),
        "discard": _pile(s["pile"], s["pile_n"], names),
        "deck_size": int(s["deck_n"]),
        "refills": int(s["refills"]),
    }


def _adventures(bits: Any, names: Names) -> list[str]:
    return [name for number, name in enumerate(names.adventures) if int(bits) & int(BIT[number])]


def _heroes(s: Any, names: Names) -> list[str | None]:
    heroes = s["hero"][: len(names.seats)].tolist()
    return [None if hero == NONE else names.heroes[hero] for hero in heroes]


def table_of(state: NDArray[Any], names: Names, points: list[int]) -> Table:
    """Everything on the table."""
    s = state[0]
    seats = range(len(names.seats))
    return Table(
        **_open(s, names, points),
        tiles={name: names.tile(tile) for name, tile in _tiles(s, names).items()},
        peeked=[_fields(names, s["seen"][seat]) for seat in seats],
        hands=[_hand(s, names, seat) for seat in seats],
        deck=_pile(s["deck"], s["deck_n"], names),
        heroes=_heroes(s, names),
    )


def view_of(knowledge: NDArray[Any], names: Names, points: list[int], seat: int) -> View:
    """What a seat may know, from the record that holds just that."""
    s = knowledge[0]
    return View(
        **_open(s, names, points),
        seat=seat,
        tiles={name: None if tile == UNKNOWN else names.tile(tile) for name, tile in _tiles(s, names).items()},
        peeked=_fields(names, s["seen"][seat]),
        hand=_hand(s, names, seat),
        known=[[] if owner == seat else _hand(s, names, owner) for owner in range(len(names.seats))],
        heroes=_heroes(s, names),
        names=names,
        knowledge=knowledge,
    )
