"""The settings of Guildhall (rule 29): declared, put into one plain form, turned into a deck."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from guildhall.core.errors import BadSetup, short
from guildhall.core.settings import FIRST, Choice, Flag, Free, Number, OwnFiles, Players, Settings, turn_limit
from guildhall.core.settings import Setup as AnySetup

from .deck import MOST_PROFESSIONS, Deck, build_deck
from .reading import CardBook, load_book

__all__ = ["SETTINGS", "Setup", "book_of", "deck_of", "settle"]

MOST_NAMES: Final = 500  # that can stand in a list of cards


@dataclass(frozen=True)
class Setup(AnySetup):
    """The settled settings."""

    cards: str | tuple[str, ...]
    players: tuple[str, ...]
    saga: str | None
    masters: bool
    houses: bool
    rules: str
    target: int
    first: int | None
    reshuffle_keeps_top: bool
    turn_limit: int | None
    vp: Any
    card_texts: tuple[tuple[str, str], ...]


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


SETTINGS = Settings(
    "Guildhall",
    Free("cards", "a set, a list of sets, or a list of professions", "old-world", read=_cards),
    Players(title="Guildhall"),
    Choice(
        "saga", "None, 'mega' (one chapter per archetype) or 'super' (several sets together)", words=("mega", "super")
    ),
    Flag("masters", "adds the Chapter Masters"),
    Flag("houses", "adds the Master Houses"),
    Choice(
        "rules",
        "'advanced' or 'basic': how often a chapter may be played in a turn",
        "advanced",
        words=("advanced", "basic"),
    ),
    Number("target", "VP that win, 20 unless told otherwise", 20, low=1, high=1000),
    FIRST,
    Flag(
        "reshuffle_keeps_top",
        "a reshuffle leaves the top card of the discard pile (basic manual)",
        flag="keep-top",
    ),
    turn_limit(),
    Free("vp", "whose VP deck: a set, a list of sets, or {card: copies}", read=_plain_vp),
    OwnFiles(help="TOML files of your own that overrule or add cards"),
)


def settle(given: Mapping[str, Any]) -> Setup:
    """Check the settings one by one, or raise BadSetup.

    >>> settle({"players": 3}).cards
    'old-world'
    """
    return Setup(**SETTINGS.settle(given))


def book_of(setup: Setup) -> CardBook:
    """The shipped cards with the player's own on top."""
    book = load_book()
    for name, text in setup.card_texts:
        book = book.with_text(text, file=name)
    return book


def deck_of(setup: Setup) -> Deck:
    """The deck that the options describe."""
    return build_deck(
        book_of(setup),
        setup.cards,
        saga=setup.saga,
        masters=setup.masters,
        houses=setup.houses,
        vp=setup.vp,
        players=len(setup.players),
    )
