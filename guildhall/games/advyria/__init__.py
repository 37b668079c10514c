"""Die Gilden von Advyria, the board and card game, for one to four players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from guildhall.core.rules import State
    from guildhall.games.interactions import Interactions

    from .rules import AdvyriaRules

__all__ = ["describe", "make_interactions", "make_position", "make_rules"]


def describe() -> dict[str, Any]:
    """Title, decks and options, without compiling anything."""
    from .reading import shipped
    from .setup import OPTIONS, TITLE

    sets = {name: deck.title.en for name, deck in shipped().decks.items()}
    return {"title": TITLE, "players": (1, 4), "sets": sets, "options": dict(OPTIONS)}


def make_rules(**options: Any) -> AdvyriaRules:
    """The rules for these options; wrong ones are refused before anything is compiled."""
    from .setup import box_of, settle_options

    setup = settle_options(**options)
    box_of(setup)
    from .rules import AdvyriaRules

    return AdvyriaRules(setup)


def make_position(**options: Any) -> tuple[AdvyriaRules, State]:
    """A game set up by hand: its rules and its state."""
    from guildhall.core.errors import BadPosition

    from .position import set_up

    if "hands" not in options:
        raise BadPosition('a position needs hands, one for each player, such as hands=[["Wizard", "Fairy"], []]')
    return set_up(**options)


def make_interactions(**options: Any) -> Interactions:
    """What the cards of a deck put where and take from where, without compiling anything."""
    from .interactions import interactions

    return interactions(**options)
