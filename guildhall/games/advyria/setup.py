"""The options of a game of Die Gilden von Advyria: checked, put into one plain form, turned into a box."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from guildhall.core.errors import BadSetup, did_you_mean, nearest
from guildhall.core.options import check_number, file_texts, player_names, stored_texts

from .box import Box
from .packing import pack
from .reading import shipped

__all__ = ["LANGUAGES", "OPTIONS", "SIMPLER", "TITLE", "Setup", "box_of", "settle_options"]

#: The simplified options, freely combinable, with what they mean (rule 32, a to f).
SIMPLER: dict[str, str] = {
    "no_actions": "True: Adventure cards cannot be played as actions (a)",
    "no_finale": "True: no Grand Finale, the game ends with the draw pile (b)",
    "no_manoeuvre": "True: no unfriendly manoeuvres (c)",
    "no_heroes": "True: no Hero cards (d)",
    "only_adventures": "True: only completed adventures count, Gold coins break ties (e)",
    "open_hands": "True: all hands lie open (f)",
}

#: Every option of `gh.new_game("advyria", …)` with what it means.
OPTIONS: dict[str, str] = {
    "players": "1 to 4, or the players' names",
    "cards": "the deck: 'standard', 'lean', or one of your own files",
    "lang": "'en' or 'de': the language on screen; phrases stay English",
    **SIMPLER,
    "first": "the seat that begins (from 0), or None: drawn from the seed",
    "turn_limit": "turns after which the game ends unfinished, 1000 unless told otherwise; None: no limit",
    "card_files": "TOML files of your own with a board, adventures, Hero cards or decks",
}
LANGUAGES = ("en", "de")
TITLE = "Die Gilden von Advyria"

#: A deck of Wizards could draw itself for ever in the Finale; no game with the decks of the kit comes near this.
TURN_LIMIT = 1000


@dataclass(frozen=True)
class Setup:
    """The settled options; `as_dict` is what a record stores and what `rules_for` takes back."""

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
    card_texts: tuple[tuple[str, str], ...]  # own files: name and text, so that a record needs no file

    def as_dict(self) -> dict[str, Any]:
        """Plain enough for JSON."""
        plain = {name: getattr(self, name) for name in self.__dataclass_fields__}
        plain["players"] = list(self.players)
        plain["card_texts"] = [list(pair) for pair in self.card_texts]
        return plain


def settle_options(
    *,
    players: int | Iterable[str] = 1,
    cards: str = "standard",
    lang: str = "en",
    first: int | None = None,
    turn_limit: int | None = TURN_LIMIT,
    card_files: Iterable[str | Path] = (),
    card_texts: Iterable[tuple[str, str]] = (),
    **others: Any,
) -> Setup:
    """Check the options one by one, or raise BadSetup.

    >>> settle_options(players=2, no_finale=True).players
    ('Player 1', 'Player 2')
    """
    if lang not in LANGUAGES:
        raise BadSetup(f"lang must be 'en' or 'de', not {lang!r}")
    word = "Spieler" if lang == "de" else "Player"
    names = player_names(players, title=TITLE, low=1, high=4, word=word)
    if not isinstance(cards, str):
        raise BadSetup(f"cards must be the name of a deck, not {cards!r}")
    if turn_limit is not None:
        check_number("turn_limit", turn_limit, 1, 1_000_000)
    if first is not None:
        check_number("first", first, 0, len(names) - 1)
    return Setup(
        players=names,
        cards=cards,
        lang=lang,
        **_simpler(others),
        first=first,
        turn_limit=turn_limit,
        card_texts=(*file_texts(card_files), *stored_texts(card_texts)),
    )


def _simpler(others: dict[str, Any]) -> dict[str, bool]:
    """The simplified options, each True or False; nothing else is left over."""
    for name, value in others.items():
        if name not in SIMPLER:
            close = did_you_mean(nearest(name, OPTIONS))
            listed = f"; its options are {', '.join(OPTIONS)}"
            raise BadSetup(f"{TITLE} has no option {name!r}{close or listed}")
        if not isinstance(value, bool):
            raise BadSetup(f"{name} must be True or False, not {value!r}")
    return {name: others.get(name, False) for name in SIMPLER}


def box_of(setup: Setup) -> Box:
    """The box that the options describe: the shipped data with the player's own on top."""
    shelf = shipped()
    for name, text in setup.card_texts:
        shelf = shelf.with_text(text, name)
    return pack(shelf, setup.cards, len(setup.players))
