"""The settings of Die Gilden von Advyria: declared, put into one plain form, turned into a box."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from guildhall.core.errors import BadSetup, short
from guildhall.core.settings import FIRST, Choice, Flag, Free, OwnFiles, Players, Settings, turn_limit
from guildhall.core.settings import Setup as AnySetup

from .cards import Box
from .reading import pack, shipped

__all__ = ["LANGUAGES", "SETTINGS", "SIMPLER", "Setup", "box_of", "settle"]

#: The simplified options, freely combinable, with what they mean (rule 32, a to f).
SIMPLER: dict[str, str] = {
    "no_actions": "Adventure cards cannot be played as actions (a)",
    "no_finale": "no Grand Finale, the game ends with the draw pile (b)",
    "no_manoeuvre": "no unfriendly manoeuvres (c)",
    "no_heroes": "no Hero cards (d)",
    "only_adventures": "only completed adventures count, Gold coins break ties (e)",
    "open_hands": "all hands lie open (f)",
}

LANGUAGES = ("en", "de")
_TITLE = "Die Gilden von Advyria"


@dataclass(frozen=True)
class Setup(AnySetup):
    """The settled settings."""

    players: tuple[str, ...]
    cards: str
    lang: str
    no_actions: bool
    no_finale: bool
    no_manoeuvre: bool
    no_heroes: bool
    only_adventures: bool
    open_hands: bool
    first: int | None
    turn_limit: int | None
    card_texts: tuple[tuple[str, str], ...]


def _deck(cards: Any) -> str:
    if not isinstance(cards, str):
        raise BadSetup(f"cards must be the name of a deck, not {short(cards)}")
    return cards


def _word_for_players(settled: Mapping[str, Any]) -> str:
    return "Spieler" if settled["lang"] == "de" else "Player"


SETTINGS = Settings(
    _TITLE,
    Choice("lang", "'en' or 'de': the language on screen; phrases stay English", "en", words=LANGUAGES),
    Players(default=1, low=1, high=4, title=_TITLE, word=_word_for_players),
    Free("cards", "the deck: 'standard', 'lean', or one of your own files", "standard", read=_deck),
    *(Flag(name, meaning) for name, meaning in SIMPLER.items()),
    FIRST,
    turn_limit(),
    OwnFiles(help="TOML files of your own with a board, adventures, Hero cards or decks"),
)


def settle(given: Mapping[str, Any]) -> Setup:
    """Check the settings one by one, or raise BadSetup.

    >>> settle({"players": 2, "no_finale": True}).players
    ('Player 1', 'Player 2')
    """
    return Setup(**SETTINGS.settle(given))


def box_of(setup: Setup) -> Box:
    """The box that the options describe: the shipped data with the player's own on top."""
    shelf = shipped()
    for name, text in setup.card_texts:
        shelf = shelf.with_text(text, name)
    return pack(shelf, setup.cards, len(setup.players))
