"""The settings of Guildhall (rule 29), and the deck they describe."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from os import PathLike
from typing import Annotated, Any, Final, Literal, TypedDict

from guildhall.core.errors import BadSetup, short
from guildhall.core.settings import (
    TURN_LIMIT,
    Choice,
    First,
    Flag,
    Free,
    Number,
    OwnFiles,
    Players,
    Settings,
    Texts,
    TurnLimit,
)

from .deck import MOST_PROFESSIONS, Deck, build_deck
from .reading import CardBook, load_book

__all__ = ["GuildhallOptions", "GuildhallSettings", "book_of", "deck_of"]

MOST_NAMES: Final = 500  # names in a list of cards


def _cards(cards: object) -> str | tuple[str, ...]:
    if isinstance(cards, str):
        return cards
    if isinstance(cards, Iterable):
        names = tuple(islice(cards, MOST_NAMES + 1))
        if len(names) > MOST_NAMES:
            raise BadSetup(f"cards has more than {MOST_NAMES} names; a deck has at most {MOST_PROFESSIONS} professions")
        if all(isinstance(name, str) for name in names):
            return names
    raise BadSetup(f"cards must be the name of a set or a list of names, not {short(cards)}")


def _plain_vp(vp: Any) -> Any:
    if vp is None or isinstance(vp, str):
        return vp
    if not isinstance(vp, Iterable):
        raise BadSetup(f"vp must be a set, a list of sets, or a dict of cards and copies, not {short(vp)}")
    return dict(vp) if isinstance(vp, Mapping) else list(vp)


class GuildhallSettings(Settings):
    """The settings of a game of Guildhall.

    >>> GuildhallSettings.settle({"players": 3}).cards
    'old-world'
    """

    title = "Guildhall"
    cards: Annotated[str | tuple[str, ...], Free("a set, a list of sets, or a list of professions", read=_cards)] = (
        "old-world"
    )
    players: Annotated[tuple[str, ...], Players(low=2, high=4)]
    saga: Annotated[
        Literal["mega", "super"] | None,
        Choice("None, 'mega' (one chapter per archetype) or 'super' (several sets together)"),
    ] = None
    masters: Annotated[bool, Flag("adds the Chapter Masters")] = False
    houses: Annotated[bool, Flag("adds the Master Houses")] = False
    rules: Annotated[
        Literal["advanced", "basic"], Choice("'advanced' or 'basic': how often a chapter may be played in a turn")
    ] = "advanced"
    target: Annotated[int, Number("VP needed to win, by default 20", low=1, high=1000)] = 20
    first: Annotated[int | None, First()] = None
    reshuffle_keeps_top: Annotated[
        bool, Flag("a reshuffle leaves the top card of the discard pile (basic manual)", flag="keep-top")
    ] = False
    turn_limit: Annotated[int | None, TurnLimit()] = TURN_LIMIT
    vp: Annotated[Any, Free("whose VP deck: a set, a list of sets, or {card: copies}", read=_plain_vp)] = None
    card_texts: Annotated[Texts, OwnFiles("your TOML files that override or add cards")] = ()


class GuildhallOptions(TypedDict, total=False):
    """The settings as `gh.new_game` takes them, for type checkers and editors."""

    cards: str | Sequence[str]
    players: int | Sequence[str]
    saga: Literal["mega", "super"] | None
    masters: bool
    houses: bool
    rules: Literal["advanced", "basic"]
    target: int
    first: int | None
    reshuffle_keeps_top: bool
    turn_limit: int | None
    vp: str | Sequence[str] | Mapping[str, int] | None
    card_files: str | PathLike[str] | Sequence[str | PathLike[str]]


def book_of(setup: GuildhallSettings) -> CardBook:
    """Return the shipped cards, overridden by the player's files."""
    book = load_book()
    for name, text in setup.card_texts:
        book = book.with_text(text, file=name)
    return book


def deck_of(setup: GuildhallSettings) -> Deck:
    """Build the deck described by the settings."""
    return build_deck(
        book_of(setup),
        setup.cards,
        saga=setup.saga,
        masters=setup.masters,
        houses=setup.houses,
        vp=setup.vp,
        players=len(setup.players),
    )
