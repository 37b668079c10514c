"""A box packed from the shelf: one board, one deck, and everything fits together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from guildhall.core.decision import fold
from guildhall.core.errors import BadSetup, UnknownCard, did_you_mean, nearest, short

from .cards import CARD_NAMES, GOLD, Board, Box, Deck, Hero, Name
from .reading import Shelf

__all__ = ["ADVENTURES", "CARDS", "FIELDS", "HEROES", "pack"]

# What the record of a game has room for.
FIELDS = 60
ADVENTURES = 16
HEROES = 12
CARDS = 240


def pack(shelf: Shelf, deck: str, players: int) -> Box:
    """The box for a game, or an error that says what does not fit.

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
        raise UnknownCard(f"there is no deck {short(name)}{listed}", name=name, nearest=close)
    return shelf.decks[name]


def _check_numbers(board: Board, shelf: Shelf, deck: Deck, heroes: int, players: int) -> None:
    quests, tiles = len(board.of_kind("quest")), shelf.gold + len(shelf.adventures)
    cards = sum(deck.counts.values()) + deck.copies * len(shelf.adventures)
    if quests != tiles:
        shown = f"{shelf.gold} of Gold and {len(shelf.adventures)} of adventures"
        raise BadSetup(
            f"the board has {quests} quest fields for {tiles} quest tiles, {shown}; they must be equally many"
        )
    if not 1 <= len(shelf.adventures) <= ADVENTURES:
        raise BadSetup(f"there must be 1 to {ADVENTURES} adventures, not {len(shelf.adventures)}")
    _check_adventures(shelf)
    if not players <= heroes <= HEROES:
        raise BadSetup(f"there must be {players} to {HEROES} Hero cards, one for each player, not {heroes}")
    if not 6 * players <= cards <= CARDS:
        raise BadSetup(f"a deck for {players} has {6 * players} to {CARDS} cards, not {cards}")


def _check_adventures(shelf: Shelf) -> None:
    """No adventure is called like another card."""
    taken = {fold(word) for name in (*CARD_NAMES, GOLD) for word in (name.en, name.de)}
    for adventure in shelf.adventures:
        for word in (adventure.name.en, adventure.name.de):
            if fold(word) in taken:
                raise BadSetup(f"an adventure cannot be called {short(word)}, that is another card or tile")


def _hero(shelf: Shelf, name: Name, adventures: tuple[str, ...]) -> Hero:
    """A Hero card whose adventures are known by number."""
    known = {fold(word): number for number, one in enumerate(shelf.adventures) for word in (one.name.en, one.name.de)}
    for adventure in adventures:
        if fold(adventure) not in known:
            close = nearest(adventure, [one.name.en for one in shelf.adventures])
            message = f"the Hero card {name.en} shows {short(adventure)}, which is no adventure{did_you_mean(close)}"
            raise UnknownCard(message, name=adventure, nearest=close)
    numbers = tuple(known[fold(adventure)] for adventure in adventures)
    if len(set(numbers)) != 3 or len(numbers) != 3:
        shown = ", ".join(adventures)
        raise BadSetup(f"a Hero card shows three different adventures; {name.en} shows {shown or 'none'}")
    return Hero(name, numbers)


def _checked(board: Board | None, players: int) -> Board:
    """The board with its paths in both directions; all of it can be walked."""
    if board is None:
        raise BadSetup("there is no board; a file with [board] gives one")
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
    for field in board.fields:
        if names.count(fold(field.id)) > 1:
            raise BadSetup(f"two fields are called {short(field.id)}")
        if places.count(field.at) > 1:
            raise BadSetup(f"two fields lie at column {field.at[0]}, row {field.at[1]}, one of them {field.id}")


def _paths(board: Board) -> dict[str, list[str]]:
    """The neighbours of every field, in the order of the fields."""
    order = {field.id: number for number, field in enumerate(board.fields)}
    near: dict[str, set[str]] = {field.id: set() for field in board.fields}
    for field in board.fields:
        for other in field.next:
            if other not in near:
                raise BadSetup(
                    f"{field.id} lies next to {short(other)}, which is no field{did_you_mean(nearest(other, near))}"
                )
            if other != field.id:
                near[field.id].add(other)
                near[other].add(field.id)
    return {name: sorted(others, key=order.__getitem__) for name, others in near.items()}


def _walk(paths: dict[str, list[str]], start: str) -> set[str]:
    """All fields that can be reached."""
    seen, edge = {start}, [start]
    while edge:
        found: Iterable[str] = paths[edge.pop()]
        fresh = [name for name in found if name not in seen]
        seen.update(fresh)
        edge += fresh
    return seen
