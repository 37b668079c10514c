"""The cards the lessons count: Old World Economy, the same cards as `cards="old-world"` in a game."""

from __future__ import annotations

__all__ = ["COLOURS", "COPIES", "PROFESSIONS", "old_world"]

COLOURS = ("red", "blue", "green", "yellow", "purple")
PROFESSIONS = ("Weaver", "Dancer", "Assassin", "Farmer", "Trader", "Historian")
COPIES = 4


def old_world() -> dict[str, int]:
    """All profession cards of Old World Economy and how many copies there are of each.

    >>> deck = old_world()
    >>> deck["green Weaver"], sum(deck.values())
    (4, 120)
    """
    return {f"{colour} {profession}": COPIES for profession in PROFESSIONS for colour in COLOURS}
