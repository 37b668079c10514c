"""A bot as a row of numbers: the names of its weights, what they mean, and the rows that come with the kit."""

from __future__ import annotations

from guildhall.kernel.weights import RANDOM, OwnWeight, greedy_of, meanings_of

__all__ = ["MEANINGS", "PRESETS", "Weight"]


class Weight(OwnWeight):
    """What a bot of the Hundred Halls weighs, in a player's words; and what the greedy one weighs them at."""

    DAMAGE = "each point of damage to an enemy", 1.0
    KILL = "destroying an enemy, on top of its damage", 3.0
    BOSS = "each point of damage to a Boss that must fall, on top", 0.3
    HEAL = "each hit point healed", 0.8
    PREVENT = "each point of damage prevented", 0.7
    DRAW = "each card drawn", 1.5
    LASTING = "a card that stays in play, for each of its abilities", 2.5
    EXTRA = "one more card play or activation", 3.0
    HARM = "each point of damage to a player", -1.2


#: What each weight means.
MEANINGS = meanings_of(Weight)

PRESETS: dict[str, dict[str, float]] = {**RANDOM, "greedy": greedy_of(Weight)}
