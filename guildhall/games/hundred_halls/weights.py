"""Weights of bots: their names, their meanings, and the presets of the kit."""

from __future__ import annotations

from guildhall.kernel.weights import RANDOM, OwnWeight, greedy_of, meanings_of

__all__ = ["MEANINGS", "PRESETS", "Weight"]


class Weight(OwnWeight):
    """The weights of a Hundred Halls bot, described for players, and the greedy bot's values."""

    DAMAGE = "each point of damage to an enemy", 1.0
    KILL = "destroying an enemy, on top of its damage", 3.0
    BOSS = "each point of damage to a Boss that must fall, on top", 0.3
    HEAL = "each hit point healed", 0.8
    PREVENT = "each point of damage prevented", 0.7
    DRAW = "each card drawn", 1.5
    LASTING = "a card that stays in play, for each of its abilities", 2.5
    EXTRA = "one more card play or activation", 3.0
    HARM = "each point of damage to a player", -1.2
    AIM = "from 0 to 1: how far damage is planned by its best target instead of by its number"
    AHEAD = "rounds for which the beginning and end of turn of a card that stays are counted"
    THREAT = "further rounds for which the harm of an enemy is counted when it is hit or kept from acting"
    DANGER = "each hit point healed of a player who would die in the next enemy turns, on top"
    FINISH = "each point of damage to a Boss when the last ones are about to fall, on top"
    QUEST = "completing a Quest, on top, and half of it for a counter towards that"
    ROLE = "a card, a play or a bonus for whoever has the stronger Five Elements, per point of theirs"


#: The meaning of each weight.
MEANINGS = meanings_of(Weight)

_GREEDY = greedy_of(Weight)
# From a search over parties of two to four, Scenarios and Realms, then tuned by hand. Damage counts only if it ends a
# threat or brings the defeat of the Bosses closer, and additional actions for a player are worth more.
_TEAM = {
    **_GREEDY,
    "damage": 0.0,
    "kill": 2.0,
    "boss": 0.1,
    "draw": 1.0,
    "lasting": 3.5,
    "extra": 4.5,
    "harm": -1.5,
    "aim": 1.0,
    "ahead": 1.0,
    "threat": 1.0,
    "danger": 1.0,
    "finish": 3.0,
    "quest": 1.5,
    "role": 0.5,
}

PRESETS: dict[str, dict[str, float]] = {**RANDOM, "greedy": _GREEDY, "team": _TEAM}
