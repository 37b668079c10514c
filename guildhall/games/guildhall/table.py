"""The table in plain words: lists, dicts and strings, of a state (`Table`) or of what a seat knows (`View`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from guildhall.kernel.views import KnownView

from .engine.state import DECK, FLIGHT, HALL, HAND, LOOKED, PILE
from .names import Names

__all__ = ["Table", "View", "table_of", "view_of"]

Hall = dict[str, list[str]]


@dataclass(frozen=True)
class _Open:
    """What lies open to everybody."""

    turn: int  # the active seat
    turn_no: int
    actions: int  # left this turn
    halls: list[Hall]  # {'Weaver': ['red', 'Seeker']}; in a Mega-Saga {'Mystic': ['red Monk']}
    areas: list[list[str]]  # cards and bought VP cards in order
    completed: list[list[str]]  # chapters
    tokens: list[int]
    vp: list[int]
    vp_cards: list[list[str]]
    discard: list[str]  # top last; remembered by everybody until it is shuffled
    vp_row: list[str | None]  # an empty slot is None
    vp_discard: list[str]
    houses: list[str | None]  # the Master House under each slot
    picked: list[str]  # cards taken up for the tier that is being carried out


@dataclass(frozen=True)
class Table(_Open):
    """Everything on the table, hidden cards too."""

    hands: list[list[str]]
    deck: list[str]  # top last
    vp_deck: list[str]  # top last
    looked: list[str]  # cards the active player is looking at


@dataclass(frozen=True, repr=False, eq=False)
class View(KnownView, _Open):
    """What one seat may know, and nothing else."""

    seat: int
    hand: list[str]
    hand_sizes: list[int]
    known: list[list[str]]  # cards this seat knows in each other hand
    deck_size: int
    deck: list[str | None]  # top last; None is an unknown card
    deck_cards: list[str] | None  # all cards of the deck, in no order, while this seat searches it
    vp_deck_size: int
    looked: list[str]
    looked_size: int
    names: Names = field(compare=False)
    knowledge: NDArray[Any] = field(compare=False)  # the same as a record, for `resample`

    def _renderer(self) -> Any:
        from . import show

        return show


def _zone(s: Any, names: Names, zone: int) -> list[str]:
    counts = s["count"][zone]
    return [names.kinds[kind] for kind in np.flatnonzero(counts).tolist() for _ in range(int(counts[kind]))]


def _hall(s: Any, names: Names, seat: int) -> Hall:
    counts = s["count"][HALL + seat]
    hall: Hall = {}
    for kind in np.flatnonzero(counts).tolist():
        chapter = names.chapters[names.chapter_of(kind)]
        hall.setdefault(chapter, []).extend([names.in_hall(kind)] * int(counts[kind]))
    return {chapter: hall[chapter] for chapter in names.chapters if chapter in hall}


def _pile(numbers: NDArray[Any], n: int, words: tuple[str, ...]) -> list[str]:
    return [words[number] for number in numbers[: int(n)].tolist()]


def _vp_cards(s: Any, names: Names, seat: int) -> list[str]:
    owned = s["vp_owned"][seat]
    return [names.vp[card] for card in np.flatnonzero(owned).tolist() for _ in range(int(owned[card]))]


def _open(s: Any, names: Names) -> dict[str, Any]:
    seats = range(len(names.seats))
    return {
        "turn": int(s["turn"]),
        "turn_no": int(s["turn_no"]),
        "actions": int(s["actions"]),
        "halls": [_hall(s, names, seat) for seat in seats],
        "areas": [[names.in_area(e) for e in s["area"][i][: int(s["area_n"][i])].tolist()] for i in seats],
        "completed": [_pile(s["done"][seat], s["done_n"][seat], names.chapters) for seat in seats],
        "tokens": [int(s["tokens"][seat]) for seat in seats],
        "vp": [int(s["points"][seat]) for seat in seats],
        "vp_cards": [_vp_cards(s, names, seat) for seat in seats],
        "discard": _pile(s["pile"], s["total"][PILE], names.kinds),
        "vp_row": [None if card < 0 else names.vp[card] for card in s["vp_row"].tolist()],
        "vp_discard": _pile(s["vp_pile"], s["vp_pile_n"], names.vp),
        "houses": [None if h < 0 else names.deck.houses[h].name for h in s["house"].tolist()],
        "picked": _zone(s, names, FLIGHT),
    }


def table_of(state: NDArray[Any], names: Names) -> Table:
    """Everything on the table."""
    s = state[0]
    return Table(
        **_open(s, names),
        hands=[_zone(s, names, HAND + seat) for seat in range(len(names.seats))],
        deck=_pile(s["deck"], s["total"][DECK], names.kinds),
        vp_deck=_pile(s["vp_deck"], s["vp_deck_n"], names.vp),
        looked=_zone(s, names, LOOKED),
    )


def view_of(knowledge: NDArray[Any], names: Names, seat: int) -> View:
    """What a seat may know, from the record that holds just that."""
    s = knowledge[0]
    seats = range(len(names.seats))
    deck = s["deck"][: int(s["total"][DECK])].tolist()
    searching = bool(int(s["deck_open"]) >> seat & 1)
    return View(
        **_open(s, names),
        seat=seat,
        hand=_zone(s, names, HAND + seat),
        hand_sizes=[int(s["total"][HAND + owner]) for owner in seats],
        known=[[] if owner == seat else _zone(s, names, HAND + owner) for owner in seats],
        deck_size=len(deck),
        deck=[None if kind < 0 else names.kinds[kind] for kind in deck],
        deck_cards=_zone(s, names, DECK) if searching else None,
        vp_deck_size=int(s["vp_deck_n"]),
        looked=_zone(s, names, LOOKED),
        looked_size=int(s["total"][LOOKED]),
        names=names,
        knowledge=knowledge,
    )
