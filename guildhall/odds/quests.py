"""Exact chances on a board with dice and sets, from a seat's view: Die Gilden von Advyria."""

from __future__ import annotations

from fractions import Fraction

from guildhall.core.errors import Unsupported
from guildhall.core.game import Game
from guildhall.core.rules import QuestChances

from .reading import read_game

__all__ = ["find", "finish_set", "reach"]


def __dir__() -> list[str]:
    return __all__


def reach(game: Game, field: str, seat: int = 0, *, dice: int = 1) -> Fraction:
    """Return a seat's chance of ending one of its next `dice` moves on a field under optimal play. Staying counts.

    >>> import guildhall as gh
    >>> reach(gh.position("advyria", hands=[[]], figures=["a1"]), "c2")
    Fraction(2, 3)
    """
    return _quest_chances(game).reach(game.view(seat), field, dice=dice)


def find(game: Game, adventure: str, seat: int = 0, *, looks: int | None = None, dice: int | None = None) -> Fraction:
    """Return the chance that a seat finds an adventure's tile with `looks` at hidden tiles, or with `dice` moves.

    >>> import guildhall as gh
    >>> find(gh.position("advyria", hands=[[]]), "Moon Well", looks=3)
    Fraction(3, 26)
    """
    return _quest_chances(game).find(game.view(seat), adventure, looks=looks, dice=dice)


def finish_set(game: Game, card: str, seat: int = 0, *, size: int = 2, draws: int = 3) -> Fraction:
    """Return the chance that a seat holds a set of `size` of a card, counting Jokers, after its next draw.

    >>> import guildhall as gh
    >>> game = gh.position("advyria", hands=[["Warrior"]], deck=["Warrior", "Joker", "Wizard", "Wizard"])
    >>> finish_set(game, "Warrior", draws=1)
    Fraction(1, 2)
    """
    return _quest_chances(game).finish_set(game.view(seat), card, size, draws=draws)


def _quest_chances(game: Game) -> QuestChances:
    rules = read_game(game).rules
    if rules.quest_chances is None:
        raise Unsupported(f"{rules.game} has no fields to reach, no adventures to find and no sets to finish")
    return rules.quest_chances
