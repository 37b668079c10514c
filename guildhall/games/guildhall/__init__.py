"""Guildhall, the card game: every set, Mega-Saga, Super-Sized-Saga, Chapter Masters, Master Houses, own decks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from guildhall.core.rules import State
    from guildhall.games.interactions import Interactions

    from .rules import GuildhallRules

__all__ = ["describe", "make_interactions", "make_position", "make_rules"]


def describe() -> dict[str, Any]:
    """Title, sets and options, without compiling anything."""
    from .cards import load_book
    from .setup import OPTIONS

    sets = {name: card_set.title for name, card_set in load_book().sets.items()}
    return {"title": "Guildhall", "players": (2, 4), "sets": sets, "options": dict(OPTIONS)}


def make_rules(**options: Any) -> GuildhallRules:
    """The rules for these options; wrong ones are refused before anything is compiled."""
    from .setup import deck_of, settle_options

    setup = settle_options(**options)
    deck_of(setup)
    from .rules import GuildhallRules

    return GuildhallRules(setup)


def make_position(**options: Any) -> tuple[GuildhallRules, State]:
    """A game set up by hand: its rules and its state."""
    from guildhall.core.errors import BadPosition

    from .position import set_up

    if "halls" not in options:
        raise BadPosition('a position needs halls, one for each player, such as halls=[{"Weaver": ["red"]}, {}]')
    return set_up(**options)


def make_interactions(**options: Any) -> Interactions:
    """What the cards of a deck put where and take from where, without compiling anything."""
    from .interactions import interactions

    return interactions(**options)
