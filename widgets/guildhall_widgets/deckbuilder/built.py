"""What comes of a choice: a deck with its warnings, or the reason why there can be none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from guildhall.core.errors import GuildhallError
from guildhall.games import rules_for

from .cards import GAME, Catalogue
from .choice import Choice

__all__ = ["Built", "built"]


@dataclass(frozen=True)
class Built:
    """A choice with its options; `problem` is empty if a game can be played with it."""

    choice: Choice
    options: Mapping[str, Any]
    title: str
    problem: str = ""
    warnings: tuple[str, ...] = ()
    stand_ins: tuple[str, ...] = ()
    size: int = 0
    chapters: tuple[str, ...] = ()
    masters: tuple[str, ...] = ()
    vp: Mapping[str, int] | None = None


def built(choice: Choice, book: Catalogue, card_files: tuple[str, ...] = ()) -> Built:
    """The deck of a choice, or why there is none.

    >>> from guildhall_widgets.deckbuilder.cards import catalogue
    >>> choice = Choice({}).with_profession("Monk", catalogue())
    >>> built(choice, catalogue()).problem
    '2 players need a deck of at least 27 cards; this one has 20'
    """
    options = choice.options(book)
    if card_files:
        options["card_files"] = list(card_files)
    title = _title(choice, options, book)
    try:
        rules: Any = rules_for(GAME, options)
    except GuildhallError as error:
        return Built(choice, options, title, problem=str(error))
    deck = rules.deck
    return Built(
        choice,
        options,
        title,
        warnings=deck.warnings,
        stand_ins=deck.stand_ins,
        size=deck.size,
        chapters=deck.chapters,
        masters=tuple(master.name for master, _ in deck.masters),
        vp={card.name: copies for card, copies in deck.vp},
    )


def _title(choice: Choice, options: Mapping[str, Any], book: Catalogue) -> str:
    """A deck in a few words."""
    cards = options["cards"]
    names = [cards] if isinstance(cards, str) else cards
    whole = [book.titles[name] for name in names if name in book.titles]
    what = " and ".join(whole) if whole else f"{len(names)} profession{'' if len(names) == 1 else 's'}"
    players = choice.players if isinstance(choice.players, int) else len(choice.players)
    extras = {"Mega-Saga": choice.saga == "mega", "Super-Sized-Saga": choice.saga == "super"}
    extras |= {"Masters": choice.masters, "Houses": choice.houses}
    return ", ".join([what, *(name for name, wanted in extras.items() if wanted), f"{players} players"])
