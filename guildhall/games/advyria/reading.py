"""Read the data files of Die Gilden von Advyria, shipped ones first, then a player's, and pack a box from them.

[board], [board.fields]       replaces the whole board
[tiles]                       the number of quest tiles with Gold
[adventures.<name>]           replaces all adventures
[heroes.<name>]               replaces all Hero cards
[decks.<name>]                adds a deck, or replaces the one of that name
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any

from guildhall.core.datafile import OWN, Entry, merged, parts_of, text_of
from guildhall.core.decision import fold
from guildhall.core.errors import BadSetup, UnknownCard, did_you_mean, nearest, short
from guildhall.core.shapes import CardLanguage, Kind, ListOf, MapOf, Number, Table, Text, Word

from .cards import BASIC, CARD_NAMES, COLOURS, FIELD_KINDS, GOLD, Adventure, Board, Box, Deck, Field, Hero, Name

__all__ = ["ADVENTURES", "CARDS", "FIELDS", "HEROES", "Shelf", "card_language", "pack", "shipped"]


LONGEST_NAME = 60
_FILES = ("board.toml", "adventures.toml", "heroes.toml", "decks.toml")

_NAME = Text("[^\\s,]+( [^\\s,]+)*", "New card", longest=LONGEST_NAME)
_PROVENANCE = Text(default=OWN, sample=OWN, about="where it comes from")
_BOTH = Table({"en": _NAME, "de": _NAME}, needed=("en",))
_FIELD = Table(
    {
        "kind": Word(FIELD_KINDS),
        "at": ListOf(Number(1, 99), 2, 2, about="column and row"),
        "next": ListOf(Text(sample="a1"), about="the neighbouring fields"),
        "name": _BOTH,
    },
    needed=("kind", "at", "next"),
)
_BOARD = Table(
    {
        "title": _BOTH,
        "fields": MapOf(Text("[^\\s,]+", "a1", longest=LONGEST_NAME), _FIELD, least=1),
        "provenance": _PROVENANCE,
    },
    needed=("title", "fields"),
)
_TILES = Table({"gold": Number(0, 60, about="quest tiles with Gold"), "provenance": _PROVENANCE}, needed=("gold",))
_ADVENTURE = Table({"de": _NAME, "colour": Word(COLOURS)}, needed=("colour",))
_HERO = Table(
    {"de": _NAME, "adventures": ListOf(Text(sample="Moon Well"), 3, 3, unique=True)},
    needed=("adventures",),
    starts={"adventures": ["Moon Well", "Fern Gate", "Owl Court"]},
)
_DECK = Table(
    {
        "title": _BOTH,
        **{kind: Number(0, 99) for kind in BASIC},
        "adventure": Number(0, 4, about="copies of each Adventure card"),
        "provenance": _PROVENANCE,
    },
    needed=(*BASIC, "adventure"),
    starts={"seeker": 28, "warrior": 18, "fairy": 14, "wizard": 14, "joker": 10},
)


@dataclass(frozen=True)
class Shelf:
    """The contents of the files read so far, where a later file overrides an earlier one, part by part."""

    board: Board | None = None
    gold: int = 0
    adventures: tuple[Adventure, ...] = ()
    heroes: tuple[tuple[Name, tuple[str, ...]], ...] = ()
    decks: Mapping[str, Deck] = field(default_factory=dict)
    provenances: Mapping[str, str] = field(default_factory=dict)

    def with_text(self, text: str, file: str) -> Shelf:
        """Return the shelf after one more file.

        >>> shipped().with_text("[tiles]\\ngold = 10", "my.toml").gold
        10
        """
        shelf = self
        for part, entry in parts_of(text, file, _READERS):
            shelf = _READERS[part](shelf, entry)
        return shelf

    def marked(self, part: str, provenance: str) -> Mapping[str, str]:
        """Return the provenances, updated for one part."""
        return {**self.provenances, part: provenance}


def _read_board(shelf: Shelf, entry: Entry) -> Shelf:
    entry.only(*_BOARD.fields)
    fields = tuple(_read_field(name, one) for name, one in entry.table_of("fields").entries())
    board = Board(_both_of(entry.table_of("title")), fields, entry.provenance)
    return replace(shelf, board=board, provenances=shelf.marked("board", board.provenance))


def _both_of(entry: Entry) -> Name:
    """Read a name in both languages, of which the German one is optional."""
    entry.only(*_BOTH.fields)
    return _name_of(entry, entry.text("en"))


def _name_of(entry: Entry, en: str) -> Name:
    """Check that a name can be typed, in both languages."""
    de = entry.text("de", en)
    for name in (en, de):
        if len(name) > LONGEST_NAME:
            raise entry.spot.wrong(f"{short(name)} is too long: a name has at most {LONGEST_NAME} characters")
        entry.checked_name(name)
    return Name(en, de)


def _read_field(name: str, entry: Entry) -> Field:
    entry.only(*_FIELD.fields)
    if " " in _name_of(Entry({}, entry.spot), name).en:
        raise entry.spot.wrong("the short name of a field must be one word")
    at = entry.table.get("at")
    if not isinstance(at, list) or len(at) != 2 or not all(isinstance(each, int) and 1 <= each <= 99 for each in at):
        raise entry.spot.wrong(f"at must be [column, row], each from 1 to 99, not {short(at)}")
    if not entry.has("next"):
        raise entry.spot.wrong("next is missing; it lists the neighbouring fields")
    shown = _both_of(entry.table_of("name")) if entry.has("name") else None
    return Field(name, entry.word("kind", *FIELD_KINDS), (at[0], at[1]), entry.texts("next"), shown)


def _read_tiles(shelf: Shelf, entry: Entry) -> Shelf:
    entry.only(*_TILES.fields)
    gold = _TILES.fields["gold"].read(entry, "gold")
    return replace(shelf, gold=gold, provenances=shelf.marked("tiles", entry.provenance))


def _read_adventures(shelf: Shelf, entry: Entry) -> Shelf:
    made = []
    for name, one in entry.entries("provenance"):
        one.only(*_ADVENTURE.fields)
        made.append(Adventure(_name_of(one, name), one.word("colour", *COLOURS)))
    _all_different(entry, [adventure.name for adventure in made])
    return replace(shelf, adventures=tuple(made), provenances=shelf.marked("adventures", entry.provenance))


def _all_different(entry: Entry, names: list[Name]) -> None:
    """Check that every name, in either language, is unique."""
    taken: dict[str, int] = {}
    for number, name in enumerate(names):
        for word in (name.en, name.de):
            if taken.setdefault(fold(word), number) != number:
                raise entry.spot.wrong(f"{short(word)} is used as a name twice")


def _read_heroes(shelf: Shelf, entry: Entry) -> Shelf:
    made = []
    for name, one in entry.entries("provenance"):
        one.only(*_HERO.fields)
        made.append((_name_of(one, name), one.texts("adventures")))
    _all_different(entry, [name for name, _ in made])
    return replace(shelf, heroes=tuple(made), provenances=shelf.marked("heroes", entry.provenance))


def _read_decks(shelf: Shelf, entry: Entry) -> Shelf:
    decks = dict(shelf.decks)
    for name, one in entry.entries():
        one.only(*_DECK.fields)
        title = _both_of(one.table_of("title")) if one.has("title") else Name(name, name)
        counts = {kind: _DECK.fields[kind].read(one, kind) for kind in BASIC}
        decks[name] = Deck(title, counts, _DECK.fields["adventure"].read(one, "adventure"), one.provenance)
    return replace(shelf, decks=decks)


_READERS: Mapping[str, Callable[[Shelf, Entry], Shelf]] = {
    "board": _read_board,
    "tiles": _read_tiles,
    "adventures": _read_adventures,
    "heroes": _read_heroes,
    "decks": _read_decks,
}


@cache
def shipped() -> Shelf:
    """Return the shelf with the files that come with the package.

    >>> len(shipped().adventures), list(shipped().decks)
    (12, ['standard', 'lean'])
    """
    shelf = Shelf()
    for name in _FILES:
        shelf = shelf.with_text(text_of(files(__package__) / "data" / name), name)
    return shelf


# --- Packing a box: one board, one deck, and everything fits together ---


# Capacities of the game record.
FIELDS = 60
ADVENTURES = 16
HEROES = 12
CARDS = 240


def pack(shelf: Shelf, deck: str, players: int) -> Box:
    """Return the box for a game, or raise an error about the parts that do not fit.

    >>> from .reading import shipped
    >>> box = pack(shipped(), "lean", 2)
    >>> sum(box.deck.counts.values()) + len(box.adventures) * box.deck.copies
    84
    """
    board = _checked(shelf.board, players)
    heroes = tuple(_hero(shelf, name, shown) for name, shown in shelf.heroes)
    chosen = _deck(shelf, deck)
    _check_numbers(board, shelf, chosen, len(heroes), players)
    provenances = {**shelf.provenances, "deck": chosen.provenance}
    return Box(board, shelf.gold, shelf.adventures, heroes, chosen, provenances)


def _deck(shelf: Shelf, name: str) -> Deck:
    if name not in shelf.decks:
        close = nearest(name, shelf.decks)
        listed = did_you_mean(close) or f"; the decks are {', '.join(shelf.decks)}"
        raise UnknownCard(f"unknown deck {short(name)}{listed}", name=name, nearest=close)
    return shelf.decks[name]


def _check_numbers(board: Board, shelf: Shelf, deck: Deck, heroes: int, players: int) -> None:
    quests, tiles = len(board.of_kind("quest")), shelf.gold + len(shelf.adventures)
    cards = sum(deck.counts.values()) + deck.copies * len(shelf.adventures)
    if quests != tiles:
        shown = f"{shelf.gold} of Gold and {len(shelf.adventures)} of adventures"
        raise BadSetup(
            f"the board has {quests} quest fields for {tiles} quest tiles, {shown}; the numbers must be equal"
        )
    if not 1 <= len(shelf.adventures) <= ADVENTURES:
        raise BadSetup(f"there must be 1 to {ADVENTURES} adventures, not {len(shelf.adventures)}")
    _check_adventures(shelf)
    if not players <= heroes <= HEROES:
        raise BadSetup(f"there must be {players} to {HEROES} Hero cards, one for each player, not {heroes}")
    if not 6 * players <= cards <= CARDS:
        raise BadSetup(f"a deck for {players} has {6 * players} to {CARDS} cards, not {cards}")


def _check_adventures(shelf: Shelf) -> None:
    """Check that no adventure has the name of another card."""
    taken = {fold(word) for name in (*CARD_NAMES, GOLD) for word in (name.en, name.de)}
    for adventure in shelf.adventures:
        for word in (adventure.name.en, adventure.name.de):
            if fold(word) in taken:
                raise BadSetup(f"an adventure cannot be called {short(word)}; another card or tile has that name")


def _hero(shelf: Shelf, name: Name, adventures: tuple[str, ...]) -> Hero:
    """Build a Hero card with the numbers of its adventures."""
    known = {fold(word): number for number, one in enumerate(shelf.adventures) for word in (one.name.en, one.name.de)}
    for adventure in adventures:
        if fold(adventure) not in known:
            close = nearest(adventure, [one.name.en for one in shelf.adventures])
            unknown = f"shows {short(adventure)}, which is not an adventure{did_you_mean(close)}"
            message = f"the Hero card {name.en} {unknown}"
            raise UnknownCard(message, name=adventure, nearest=close)
    numbers = tuple(known[fold(adventure)] for adventure in adventures)
    if len(set(numbers)) != 3 or len(numbers) != 3:
        shown = ", ".join(adventures)
        raise BadSetup(f"a Hero card shows three different adventures; {name.en} shows {shown or 'none'}")
    return Hero(name, numbers)


def _checked(board: Board | None, players: int) -> Board:
    """Return the board with its paths in both directions, and check that every field is reachable."""
    if board is None:
        raise BadSetup("there is no board; add a file with [board]")
    if not 1 <= len(board.fields) <= FIELDS:
        raise BadSetup(f"a board has 1 to {FIELDS} fields, not {len(board.fields)}")
    _check_names(board)
    guilds = len(board.of_kind("guild"))
    if guilds < players:
        raise BadSetup(f"the board has {guilds} guild fields for {players} players; each needs one")
    paths = _paths(board)
    lost = sorted(set(paths) - _walk(paths, board.fields[0].id))
    if lost:
        raise BadSetup(f"no path leads from {board.fields[0].id} to {', '.join(lost)}")
    return replace(board, fields=tuple(replace(field, next=tuple(paths[field.id])) for field in board.fields))


def _check_names(board: Board) -> None:
    names = [fold(field.id) for field in board.fields]
    places = [field.at for field in board.fields]
    for one in board.fields:
        if names.count(fold(one.id)) > 1:
            raise BadSetup(f"two fields are called {short(one.id)}")
        if places.count(one.at) > 1:
            raise BadSetup(f"two fields are at column {one.at[0]}, row {one.at[1]}, one of them {one.id}")


def _paths(board: Board) -> dict[str, list[str]]:
    """Return the neighbours of every field, in the order of the fields."""
    order = {field.id: number for number, field in enumerate(board.fields)}
    near: dict[str, set[str]] = {field.id: set() for field in board.fields}
    for one in board.fields:
        for other in one.next:
            if other not in near:
                raise BadSetup(
                    f"{one.id} is next to {short(other)}, which is not a field{did_you_mean(nearest(other, near))}"
                )
            if other != one.id:
                near[one.id].add(other)
                near[other].add(one.id)
    return {name: sorted(others, key=order.__getitem__) for name, others in near.items()}


def _walk(paths: dict[str, list[str]], start: str) -> set[str]:
    """Return all reachable fields."""
    seen, edge = {start}, [start]
    while edge:
        found: Iterable[str] = paths[edge.pop()]
        fresh = [name for name in found if name not in seen]
        seen.update(fresh)
        edge += fresh
    return seen


# --- The card language as data ---


@cache
def card_language() -> CardLanguage:
    """Return the parts of a file, with their tables."""
    extra = {"provenance": _PROVENANCE}
    return CardLanguage(
        "advyria",
        "Die Gilden von Advyria",
        (
            Kind("deck", _DECK, "decks", Text(sample="mine")),
            Kind("adventure", _ADVENTURE, "adventures", _NAME, whole=True, extra=extra),
            Kind("Hero card", _HERO, "heroes", _NAME, whole=True, extra=extra),
            Kind("quest tiles", _TILES, "tiles", single=True),
            Kind("board", _BOARD, "board", single=True),
        ),
        lambda tables: _shipped_tables(),
        _replaced,
        lambda tables, kind, name: {"cards": name} if kind == "deck" else {},
    )


@cache
def _shipped_tables() -> dict[str, Any]:
    return merged(files(__package__) / "data" / name for name in _FILES)


def _replaced(tables: Mapping[str, Any], kind: str, name: str) -> str:
    return name if kind != "deck" or name in shipped().decks else "standard"
