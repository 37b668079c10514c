"""The table as text for a terminal and as simple HTML; front-ends with more to show have their own renderers."""

from __future__ import annotations

from html import escape

from guildhall.core.decision import Decision

from .engine.state import COLOURS
from .names import Names
from .table import Table, View

__all__ = ["html", "text"]

_LETTERS = {colour: colour[0].upper() for colour in COLOURS}


def _title(table: Table | View, decision: Decision | None, names: Names) -> str:
    asked = f" · {decision.prompt}" if decision else ""
    seen = f" · seen by {names.seats[table.seat]}" if isinstance(table, View) else ""
    return f"Guildhall · {'set-up' if table.turn_no == 0 else f'turn {table.turn_no}'}{seen}{asked}"


def _cells(cards: list[str]) -> list[str]:
    """Five places for the colours, then Masters: 'R', 'B Monk', '·'."""
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
    """'red, blue Weaver; green Farmer' is shorter than the full list."""
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


def text(table: Table | View, decision: Decision | None, names: Names) -> str:
    """The table in lines of text; the deck's size is not public and shows as a question mark."""
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
    """A card of a hall: its letter tells the colour, the tint only repeats it."""
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


def html(table: Table | View, decision: Decision | None, names: Names) -> str:
    """The table as one HTML table without scripts; every name is escaped."""
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
