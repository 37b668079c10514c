"""The settings of Die Gilden von Advyria, and the box they describe."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from os import PathLike
from typing import Annotated, Any, Literal, Self, TypedDict, get_args

from guildhall.core.errors import BadSetup, short
from guildhall.core.settings import (
    TURN_LIMIT,
    Choice,
    First,
    Flag,
    Free,
    OwnFiles,
    Players,
    Settings,
    Texts,
    TurnLimit,
)

from .cards import Box
from .reading import pack, shipped

__all__ = ["LANGUAGES", "SIMPLER", "AdvyriaOptions", "AdvyriaSettings", "box_of"]

Language = Literal["en", "de"]
LANGUAGES = get_args(Language)


def _deck(cards: Any) -> str:
    if not isinstance(cards, str):
        raise BadSetup(f"cards must be the name of a deck, not {short(cards)}")
    return cards


class AdvyriaSettings(Settings):
    """The settings of a game of Advyria. The simplified options (rule 32, a to f) can be combined freely.

    >>> AdvyriaSettings.settle({"players": 2, "no_finale": True}).players
    ('Player 1', 'Player 2')
    """

    title = "Die Gilden von Advyria"
    players: Annotated[tuple[str, ...], Players(default=1, low=1, high=4)]
    cards: Annotated[str, Free("the deck: 'standard', 'lean', or one from your files", read=_deck)] = "standard"
    lang: Annotated[Language, Choice("'en' or 'de': the language on screen; phrases stay English")] = "en"
    no_actions: Annotated[bool, Flag("Adventure cards cannot be played as actions (a)")] = False
    no_finale: Annotated[bool, Flag("no Grand Finale, the game ends with the draw pile (b)")] = False
    no_manoeuvre: Annotated[bool, Flag("no unfriendly manoeuvres (c)")] = False
    no_heroes: Annotated[bool, Flag("no Hero cards (d)")] = False
    only_adventures: Annotated[bool, Flag("only completed adventures count, Gold coins break ties (e)")] = False
    open_hands: Annotated[bool, Flag("all hands lie open (f)")] = False
    first: Annotated[int | None, First()] = None
    turn_limit: Annotated[int | None, TurnLimit()] = TURN_LIMIT
    card_texts: Annotated[Texts, OwnFiles("your TOML files with a board, adventures, Hero cards or decks")] = ()

    @classmethod
    def settle(cls, given: Mapping[str, Any]) -> Self:
        """Check the given settings one by one, or raise BadSetup. In German, unnamed players get German names."""
        settled = super().settle(given)
        if settled.lang == "en" or not isinstance(given.get("players", 1), int):
            return settled
        return replace(settled, players=tuple(f"Spieler {n + 1}" for n in range(len(settled.players))))


#: The simplified options by name.
SIMPLER = tuple(setting.name for setting in AdvyriaSettings.declared() if isinstance(setting, Flag))


class AdvyriaOptions(TypedDict, total=False):
    """The settings as `gh.new_game` takes them, for type checkers and editors."""

    players: int | Sequence[str]
    cards: str
    lang: Language
    no_actions: bool
    no_finale: bool
    no_manoeuvre: bool
    no_heroes: bool
    only_adventures: bool
    open_hands: bool
    first: int | None
    turn_limit: int | None
    card_files: str | PathLike[str] | Sequence[str | PathLike[str]]


def box_of(setup: AdvyriaSettings) -> Box:
    """Return the box described by the settings: the shipped data, overridden by the player's files."""
    shelf = shipped()
    for name, text in setup.card_texts:
        shelf = shelf.with_text(text, name)
    return pack(shelf, setup.cards, len(setup.players))
