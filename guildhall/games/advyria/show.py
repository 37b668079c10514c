"""The table as text for a terminal and as simple HTML; front-ends with more to show have their own renderers."""

from __future__ import annotations

from collections import Counter
from html import escape

from guildhall.core.decision import Decision

from .box import GOLD, Field
from .names import Names
from .table import Table, View
from .wording import sentence

__all__ = ["board_cells", "html", "text"]

Shown = Table | View


def _title(table: Shown, decision: Decision | None, names: Names) -> str:
    lang = names.lang
    stage = sentence(lang, "turn no", n=table.turn_no) if table.turn_no else sentence(lang, "set-up")
    parts = [sentence(lang, "title"), stage]
    if table.finale:
        parts.append(sentence(lang, "in the finale"))
    if isinstance(table, View):
        parts.append(sentence(lang, "seen by", name=names.seats[table.seat]))
    return " · ".join([*parts, decision.prompt] if decision else parts)


# --- The board ---


def _mark(table: Shown, field: Field) -> str:
    """What lies on a field, in one letter."""
    if field.id in table.open:
        return "A"
    if field.id in table.hidden:
        tile = table.tiles[field.id]
        return "#" if tile is None else "g" if tile == GOLD.en else "a"
    return "H" if field.kind == "guild" else "·"


def board_cells(table: Shown, names: Names) -> dict[tuple[int, int], str]:
    """What is to be seen on every field, by column and row: its name, its tile, the figure on it."""
    figures = {field: f"@{seat + 1}" for seat, field in enumerate(table.figures) if field is not None}
    return {
        field.at: f"{field.id} {_mark(table, field)}{figures.get(field.id, '')}" for field in names.box.board.fields
    }


def _grid(cells: dict[tuple[int, int], str]) -> list[list[str]]:
    columns = sorted({column for column, _ in cells})
    return [[cells.get((column, row), "") for column in columns] for row in sorted({row for _, row in cells})]


def _known_tiles(table: Shown, names: Names) -> list[tuple[str, str]]:
    """Open adventures and, in a view, hidden tiles that the seat has seen: what, and where."""
    lines = []
    if table.open:
        shown = (f"{field} {names.shown(tile)}" for field, tile in table.open.items())
        lines.append((sentence(names.lang, "open"), ", ".join(shown)))
    if isinstance(table, View) and table.peeked:
        shown = (f"{field} {names.shown(str(table.tiles[field]))}" for field in table.peeked)
        lines.append((sentence(names.lang, "peeked"), ", ".join(shown)))
    return lines


# --- The players ---


def _cards(cards: list[str], names: Names) -> str:
    """'3 Wizard, 1 Fairy' is shorter than the full list."""
    counted = (f"{n} {names.shown(card, n)}" for card, n in Counter(cards).items())
    return ", ".join(counted) or sentence(names.lang, "empty")


def _hand(table: Shown, seat: int, names: Names) -> str:
    if isinstance(table, Table):
        return _cards(table.hands[seat], names)
    if seat == table.seat:
        return _cards(table.hand, names)
    size, known = table.hand_sizes[seat], table.known[seat]
    cards = sentence(names.lang, "cards", n=size)
    if len(known) == size:
        return _cards(known, names)
    return sentence(names.lang, "among them", cards=cards, known=_cards(known, names)) if known else cards


def _counters(table: Shown, seat: int, names: Names) -> str:
    values = {"gold": table.points[seat], "level": table.levels[seat], "losses": table.losses[seat]}
    return sentence(names.lang, "counters", **values)


def _lines_of(table: Shown, seat: int, names: Names) -> list[tuple[str, str]]:
    """What a player has, each with its heading."""
    lang = names.lang
    lines = [
        (sentence(lang, "figure"), table.figures[seat] or "–"),
        (sentence(lang, "hand"), _hand(table, seat, names)),
    ]
    villages, gold = table.villages[seat], table.gold[seat]
    if villages or gold:
        lines.append((sentence(lang, "recovered"), sentence(lang, "villages and gold", villages=villages, n=gold)))
    if table.adventures[seat]:
        lines.append((sentence(lang, "adventures"), ", ".join(map(names.shown, table.adventures[seat]))))
    hero = table.heroes[seat]
    if hero is not None:
        lines.append((sentence(lang, "hero card"), _hero(hero, names)))
    return lines


def _hero(name: str, names: Names) -> str:
    hero = names.box.heroes[names.heroes.index(name)]
    shown = ", ".join(names.shown(names.adventures[adventure]) for adventure in hero.adventures)
    return f"{names.shown(name)} ({shown})"


def _piles(table: Shown, names: Names) -> str:
    lang, pile = names.lang, table.discard
    cards = names.shown(pile[-1]) if pile else sentence(lang, "empty")
    if len(pile) > 1:
        cards = sentence(lang, "top of", card=cards, n=len(pile) - 1)
    return sentence(lang, "piles", n=table.deck_size, cards=cards)


def _stand_ins(names: Names) -> list[str]:
    parts = ", ".join(sentence(names.lang, part) for part in names.box.stand_ins)
    return [f"{sentence(names.lang, 'stand-ins')}: {parts}"] if parts else []


def text(table: Shown, decision: Decision | None, names: Names) -> str:
    """The table in lines of text."""
    lines = [_title(table, decision, names), _piles(table, names), ""]
    rows = _grid(board_cells(table, names))
    width = max(len(cell) for row in rows for cell in row) + 1
    lines += ["  " + " ".join(f"{cell:<{width}}" for cell in row).rstrip() for row in rows]
    lines += ["", sentence(names.lang, "key")]
    lines += [f"{heading}: {what}" for heading, what in _known_tiles(table, names)]
    for seat, name in enumerate(names.seats):
        lines += ["", f"{'>' if table.turn == seat else ' '} {name}: {_counters(table, seat, names)}"]
        lines += [f"    {heading:<12} {what}" for heading, what in _lines_of(table, seat, names)]
    if decision is not None and decision.options:
        lines += ["", f"{sentence(names.lang, 'options')}: {', '.join(decision.phrases)}"]
    stand_ins = _stand_ins(names)
    return "\n".join([*lines, *([""] if stand_ins else []), *stand_ins])


# --- HTML ---


def _tag(name: str, content: str, **attributes: str) -> str:
    shown = "".join(f' {key}="{escape(value)}"' for key, value in attributes.items())
    return f"<{name}{shown}>{content}</{name}>"


_CELL = "border:1px solid #999;padding:.1em .4em;text-align:left;white-space:nowrap"


def _board_html(table: Shown, names: Names) -> str:
    rows = _grid(board_cells(table, names))
    cells = ("".join(_tag("td", escape(cell), style=_CELL) for cell in row) for row in rows)
    return _tag("table", _tag("tbody", "".join(_tag("tr", row) for row in cells)))


def _seat_html(table: Shown, seat: int, names: Names) -> str:
    lines = [f"{heading}: {what}" for heading, what in _lines_of(table, seat, names)]
    head = f"{names.seats[seat]} · {_counters(table, seat, names)}"
    return _tag("b", escape(head)) + "".join(_tag("div", escape(line)) for line in lines)


def html(table: Shown, decision: Decision | None, names: Names) -> str:
    """The table as simple HTML without scripts; every name is escaped."""
    parts = [
        _tag("b", escape(_title(table, decision, names))),
        escape(_piles(table, names)),
        _board_html(table, names),
        escape(sentence(names.lang, "key")),
        *(escape(f"{heading}: {what}") for heading, what in _known_tiles(table, names)),
        *(_seat_html(table, seat, names) for seat in range(len(names.seats))),
    ]
    if decision is not None and decision.options:
        parts.append(escape(f"{sentence(names.lang, 'options')}: {', '.join(decision.phrases)}"))
    return _tag("div", "".join(_tag("div", part) for part in (*parts, *map(escape, _stand_ins(names)))))
