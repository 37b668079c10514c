"""The table in plain words, from a state (`Table`) or from a seat's knowledge (`View`), as text and simple HTML.

Names are those of phrases, English in every language, so that a table can be laid again with `gh.position`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from html import escape
from typing import Any

from numpy.typing import NDArray

from guildhall.core.decision import Decision
from guildhall.kernel.containers import BIT
from guildhall.kernel.views import KnownView

from .cards import GOLD, Field
from .engine.state import NONE, UNKNOWN
from .events import Names
from .wording import sentence

__all__ = ["Table", "View", "board_cells", "table_html", "table_of", "table_text", "view_of"]


@dataclass(frozen=True)
class _Open:
    """Everything that lies open."""

    turn: int  # the active seat
    turn_no: int
    finale: bool
    die: int  # number on the die while a figure moves, otherwise 0
    figures: list[str | None]  # the field of each player's figure
    open: dict[str, str]  # fields with an open adventure
    hidden: list[str]  # fields with a hidden tile
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
    """Everything on the table, including hidden things."""

    tiles: dict[str, str]  # every tile on the board
    peeked: list[list[str]]  # hidden tiles that each player has looked at
    hands: list[list[str]]
    deck: list[str]  # top last
    heroes: list[str | None]


@dataclass(frozen=True, repr=False, eq=False)
class View(KnownView, _Open):
    """Everything one seat may know, and nothing else."""

    seat: int
    tiles: dict[str, str | None]  # the tiles on the board, None for an unknown one
    peeked: list[str]  # hidden tiles this seat has looked at
    hand: list[str]
    known: list[list[str]]  # cards this seat knows in each other hand
    heroes: list[str | None]  # the seat's Hero, and all of them once the game is over
    names: Names = field(compare=False)
    knowledge: NDArray[Any] = field(compare=False)  # the same as a record, for `resample`

    def as_text(self, decision: Decision | None) -> str:
        """Return the view for a terminal."""
        return table_text(self, decision, self.names)

    def as_html(self, decision: Decision | None) -> str:
        """Return the view as simple HTML."""
        return table_html(self, decision, self.names)


def _fields(names: Names, bits: Any) -> list[str]:
    return [name for number, name in enumerate(names.fields) if int(bits) & int(BIT[number])]


def _hand(s: Any, names: Names, seat: int) -> list[str]:
    counts = s["hand"][seat]
    return [name for kind, name in enumerate(names.kinds) for _ in range(int(counts[kind]))]


def _pile(numbers: Any, n: Any, names: Names) -> list[str]:
    return [names.kinds[number] for number in numbers[: int(n)].tolist()]


def _tiles(s: Any, names: Names) -> dict[str, int]:
    """Return the tiles on the board by field, `UNKNOWN` for those that a seat does not know."""
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
    """Return everything on the table."""
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
    """Build a seat's view from its knowledge record."""
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


# --- Text and HTML ---


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
    """Return the content of a field as one letter."""
    if field.id in table.open:
        return "A"
    if field.id in table.hidden:
        tile = table.tiles[field.id]
        return "#" if tile is None else "g" if tile == GOLD.en else "a"
    return "H" if field.kind == "guild" else "·"


def board_cells(table: Shown, names: Names) -> dict[tuple[int, int], str]:
    """Return the visible content of every field, by column and row: its name, its tile, the figure on it."""
    figures = {field: f"@{seat + 1}" for seat, field in enumerate(table.figures) if field is not None}
    return {
        field.at: f"{field.id} {_mark(table, field)}{figures.get(field.id, '')}" for field in names.box.board.fields
    }


def _grid(cells: dict[tuple[int, int], str]) -> list[list[str]]:
    columns = sorted({column for column, _ in cells})
    return [[cells.get((column, row), "") for column in columns] for row in sorted({row for _, row in cells})]


def _known_tiles(table: Shown, names: Names) -> list[tuple[str, str]]:
    """Return open adventures and, in a view, hidden tiles the seat has seen, each with its field."""
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
    """Shorten a list of cards: '3 Wizard, 1 Fairy'."""
    counted = (f"{n} {names.shown(card, n)}" for card, n in Counter(cards).items())
    return ", ".join(counted) or sentence(names.lang, "empty")


def _hand_text(table: Shown, seat: int, names: Names) -> str:
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
    """Return a player's possessions, each with its heading."""
    lang = names.lang
    lines = [
        (sentence(lang, "figure"), table.figures[seat] or "–"),
        (sentence(lang, "hand"), _hand_text(table, seat, names)),
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


def table_text(table: Shown, decision: Decision | None, names: Names) -> str:
    """Return the table in lines of text."""
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


def table_html(table: Shown, decision: Decision | None, names: Names) -> str:
    """Return the table as simple HTML without scripts, with every name escaped."""
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
