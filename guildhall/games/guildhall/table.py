"""The table in plain words, from a state (`Table`) or from a seat's knowledge (`View`), as text and simple HTML."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from guildhall.core.decision import Decision
from guildhall.kernel.views import KnownView

from .engine.state import COLOURS, DECK, FLIGHT, HALL, HAND, LOOKED, PILE
from .events import Names

__all__ = ["Table", "View", "table_html", "table_of", "table_text", "view_of"]


Hall = dict[str, list[str]]


@dataclass(frozen=True)
class _Open:
    """Everything that lies open."""

    turn: int  # the active seat
    turn_no: int
    actions: int  # left this turn
    halls: list[Hall]  # {'Weaver': ['red', 'Seeker']}; in a Mega-Saga {'Mystic': ['red Monk']}
    areas: list[list[str]]  # cards and bought VP cards in order
    completed: list[list[str]]  # chapters
    tokens: list[int]
    vp: list[int]
    vp_cards: list[list[str]]
    discard: list[str]  # top last, remembered by everybody until it is shuffled
    vp_row: list[str | None]  # an empty slot is None
    vp_discard: list[str]
    houses: list[str | None]  # the Master House under each slot
    picked: list[str]  # cards picked up for the tier being carried out


@dataclass(frozen=True)
class Table(_Open):
    """Everything on the table, including hidden cards."""

    hands: list[list[str]]
    deck: list[str]  # top last
    vp_deck: list[str]  # top last
    looked: list[str]  # cards the active player is looking at


@dataclass(frozen=True, repr=False, eq=False)
class View(KnownView, _Open):
    """Everything one seat may know, and nothing else."""

    seat: int
    hand: list[str]
    hand_sizes: list[int]
    known: list[list[str]]  # cards this seat knows in each other hand
    deck_size: int
    deck: list[str | None]  # top last, None for an unknown card
    deck_cards: list[str] | None  # all cards of the deck, in no order, while this seat searches it
    vp_deck_size: int
    looked: list[str]
    looked_size: int
    names: Names = field(compare=False)
    knowledge: NDArray[Any] = field(compare=False)  # the same as a record, for `resample`

    def as_text(self, decision: Decision | None) -> str:
        """Return the view for a terminal."""
        return table_text(self, decision, self.names)

    def as_html(self, decision: Decision | None) -> str:
        """Return the view as simple HTML."""
        return table_html(self, decision, self.names)


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
    """Return everything on the table."""
    s = state[0]
    return Table(
        **_open(s, names),
        hands=[_zone(s, names, HAND + seat) for seat in range(len(names.seats))],
        deck=_pile(s["deck"], s["total"][DECK], names.kinds),
        vp_deck=_pile(s["vp_deck"], s["vp_deck_n"], names.vp),
        looked=_zone(s, names, LOOKED),
    )


def view_of(knowledge: NDArray[Any], names: Names, seat: int) -> View:
    """Build a seat's view from its knowledge record."""
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


# --- Text and HTML ---

_LETTERS = {colour: colour[0].upper() for colour in COLOURS}


def _title(table: Table | View, decision: Decision | None, names: Names) -> str:
    asked = f" · {decision.prompt}" if decision else ""
    seen = f" · seen by {names.seats[table.seat]}" if isinstance(table, View) else ""
    return f"Guildhall · {'set-up' if table.turn_no == 0 else f'turn {table.turn_no}'}{seen}{asked}"


def _cells(cards: list[str]) -> list[str]:
    """Return five cells for the colours, then Masters: 'R', 'B Monk', '·'."""
    cells = []
    for colour in COLOURS:
        card = next((card for card in cards if card.split(" ")[0] == colour), None)
        cells.append("·" if card is None else _LETTERS[colour] + card[len(colour) :])
    return cells + [card for card in cards if card.split(" ")[0] not in COLOURS]


def _hand(table: Table | View, seat: int) -> str:
    if isinstance(table, Table):
        return _grouped(table.hands[seat])
    if seat == table.seat:
        return _grouped(table.hand)
    known = f", among them {_grouped(table.known[seat])}" if table.known[seat] else ""
    return f"{table.hand_sizes[seat]} cards{known}"


def _grouped(cards: list[str]) -> str:
    """Shorten a list of cards: 'red, blue Weaver; green Farmer'."""
    groups: dict[str, list[str]] = {}
    for card in cards:
        colour, _, profession = card.partition(" ")
        if colour in COLOURS:
            groups.setdefault(profession, []).append(colour)
        else:
            groups.setdefault("", []).append(card)
    return "; ".join(f"{', '.join(colours)} {name}".strip() for name, colours in groups.items()) or "empty"


def _points(table: Table | View, seat: int) -> str:
    parts = [f"{table.tokens[seat]} in tokens"] if table.tokens[seat] else []
    parts += table.vp_cards[seat]
    return f"{table.vp[seat]} VP" + (f" ({', '.join(parts)})" if parts else "")


def _row(table: Table | View) -> list[str]:
    slots = []
    for slot, (card, house) in enumerate(zip(table.vp_row, table.houses, strict=True), 1):
        slots.append(f"{slot}: {card or 'empty'}" + (f" on {house}" if house else ""))
    return slots


def _piles(table: Table | View) -> str:
    top = table.discard[-1] if table.discard else "empty"
    under = f" on {len(table.discard) - 1} more" if len(table.discard) > 1 else ""
    return f"Discard pile: {top}{under} · Deck: ?"


def table_text(table: Table | View, decision: Decision | None, names: Names) -> str:
    """Return the table in lines of text. The size of the deck is not public and shows as a question mark."""
    lines = [_title(table, decision, names), f"VP row  {'   '.join(_row(table))}", _piles(table)]
    for seat, name in enumerate(names.seats):
        lines += ["", f"{'>' if table.turn == seat else ' '} {name}: {_points(table, seat)}"]
        lines.append(f"    hand       {_hand(table, seat)}")
        if table.areas[seat]:
            lines.append(f"    area       {', '.join(table.areas[seat])}")
        if table.completed[seat]:
            lines.append(f"    completed  {', '.join(table.completed[seat])}")
        width = max(map(len, names.chapters))
        for chapter, cards in table.halls[seat].items():
            lines.append(f"    {chapter:<{width}}  {' '.join(_cells(cards))}")
    if table.picked:
        lines += ["", f"taken up: {', '.join(table.picked)}"]
    if decision is not None and decision.options:
        lines += ["", f"options: {', '.join(decision.phrases)}"]
    return "\n".join([*lines, *_stand_in_note(names)])


def _stand_in_note(names: Names) -> list[str]:
    stand_ins = names.deck.stand_ins
    return ["", f"stand-ins, our own design: {', '.join(stand_ins)}"] if stand_ins else []


def _tag(name: str, content: str, **attributes: str) -> str:
    shown = "".join(f' {key}="{escape(value)}"' for key, value in attributes.items())
    return f"<{name}{shown}>{content}</{name}>"


_TINTS = {"red": "#f4b6b0", "blue": "#b3cdf2", "green": "#b9dfb4", "yellow": "#f3e2a0", "purple": "#d9c1ee"}
_CHIP = "display:inline-block;min-width:1.1em;padding:0 .3em;margin:1px;border-radius:3px;text-align:center;color:#111"


def _chip(cell: str) -> str:
    """Return a card of a hall as HTML: its letter gives the colour, and the tint only repeats it."""
    tint = next((tint for colour, tint in _TINTS.items() if cell[0] == _LETTERS[colour]), "#e8e8e8")
    return _tag("span", escape(cell), style=f"{_CHIP};background:{tint}" if cell != "·" else f"{_CHIP};color:#888")


def _hall_html(hall: dict[str, list[str]]) -> str:
    rows = (f"{''.join(map(_chip, _cells(cards)))} {escape(chapter)}" for chapter, cards in hall.items())
    return "".join(_tag("div", row, style="white-space:nowrap") for row in rows)


def _seat_html(table: Table | View, names: Names, seat: int) -> str:
    cells = [
        escape(names.seats[seat]),
        escape(_points(table, seat)),
        _hall_html(table.halls[seat]),
        escape(_hand(table, seat)),
        escape(", ".join(table.areas[seat])),
        escape(", ".join(table.completed[seat])),
    ]
    return _tag("tr", "".join(_tag("td", cell, style="text-align:left;vertical-align:top") for cell in cells))


def table_html(table: Table | View, decision: Decision | None, names: Names) -> str:
    """Return the table as one HTML table without scripts, with every name escaped."""
    heads = "".join(_tag("th", head, style="text-align:left") for head in _HEADS)
    rows = "".join(_seat_html(table, names, seat) for seat in range(len(names.seats)))
    parts = [
        _tag("b", escape(_title(table, decision, names))),
        escape("VP row: " + " · ".join(_row(table))),
        escape(_piles(table)),
        _tag("table", _tag("thead", _tag("tr", heads)) + _tag("tbody", rows)),
    ]
    if decision is not None and decision.options:
        parts.append(escape(f"Options: {', '.join(decision.phrases)}"))
    parts += [escape(line) for line in _stand_in_note(names) if line]
    return _tag("div", "<br>".join(parts))


_HEADS = ("Player", "VP", "Guildhall", "Hand", "Action area", "Completed")
