"""The rating table of the solo game (rule 31)."""

from __future__ import annotations

from .box import Name

__all__ = ["LEVELS", "STEPS", "level_of"]

#: The least Gold of every level from the second on, and the words of all levels.
STEPS = (40, 55, 70, 85, 100)
LEVELS = (
    Name("poor", "ärmlich"),
    Name("hardly glorious", "wenig rühmlich"),
    Name("adventurous", "abenteuerlich"),
    Name("remarkable", "bemerkenswert"),
    Name("grand", "grandios"),
    Name("godlike", "göttergleich"),
)


def level_of(gold: int) -> int:
    """The level, from 1 to 6, of a solo game that brought home so much Gold.

    >>> [level_of(gold) for gold in (39, 40, 84, 100)]
    [1, 2, 4, 6]
    """
    return 1 + sum(gold >= step for step in STEPS)
