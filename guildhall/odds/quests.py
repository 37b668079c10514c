"""Exact odds of a game with a board, dice and sets, as a seat may know them: to reach, to find, to finish."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Protocol

from guildhall.core.errors import BadOdds
from guildhall.core.game import Game
from guildhall.core.rules import View

__all__ = ["QuestGame", "find", "finish_set", "reach"]


class QuestGame(Protocol):
    """What a game of quests tells; its rules have it as `quest_chances`."""

    def reach(self, view: View, field: str, *, dice: int) -> Fraction:
        """The chance that one of the next moves ends on a field."""

    def find(self, view: View, adventure: str, *, looks: int | None, dice: int | None) -> Fraction:
        """The chance to find an adventure with some looks at hidden tiles, or with some moves."""

    def finish_set(self, view: View, card: str, size: int, *, draws: int) -> Fraction:
        """The chance to hold a set after the next draw."""


def reach(game: Game, field: str, seat: int = 0, *, dice: int = 1) -> Fraction:
    """The chance that a seat ends one of its next `dice` moves on a field, by best play; staying there counts.

    >>> import guildhall as gh
    >>> reach(gh.position("advyria", hands=[[]], figures=["a1"]), "c2")
    Fraction(2, 3)
    """
    return _chances(game).reach(game.view(seat), field, dice=dice)


def find(game: Game, adventure: str, seat: int = 0, *, looks: int | None = None, dice: int | None = None) -> Fraction:
    """The chance that a seat finds the tile of an adventure with `looks` at hidden tiles, or with `dice` moves.

    >>> import guildhall as gh
    >>> find(gh.position("advyria", hands=[[]]), "Moon Well", looks=3)
    Fraction(3, 26)
    """
    return _chances(game).find(game.view(seat), adventure, looks=looks, dice=dice)


def finish_set(game: Game, card: str, seat: int = 0, *, size: int = 2, draws: int = 3) -> Fraction:
    """The chance that a seat holds a set of `size` of a card, Jokers counted, after its next draw.

    >>> import guildhall as gh
    >>> game = gh.position("advyria", hands=[["Warrior"]], deck=["Warrior", "Joker", "Wizard", "Wizard"])
    >>> finish_set(game, "Warrior", draws=1)
    Fraction(1, 2)
    """
    return _chances(game).finish_set(game.view(seat), card, size, draws=draws)


def _chances(game: Game) -> QuestGame:
    rules: Any = game.rules
    if not hasattr(rules, "quest_chances"):
        raise BadOdds(f"{rules.game} has no fields to reach and no sets to finish; Advyria has")
    chances: QuestGame = rules.quest_chances
    return chances
