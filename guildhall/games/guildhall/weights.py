"""A bot as a row of numbers: the names of its weights, what they mean, and the rows that come with the kit."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["MEANINGS", "PRESETS", "Weight"]


class Weight(IntEnum):
    """Places in the row."""

    THINKS = 0  # 0: every choice even; 1: by the weights below
    MISTAKES = 1
    WIN = 2
    BUY = 3
    POINTS = 4
    COMPLETE = 5
    START = 6
    PROGRESS = 7
    REFRESH = 8
    DRAW = 9
    ACTION = 10
    GAIN = 11
    PLACE = 12
    HIT = 13
    TAKE = 14
    SWAP = 15
    GIVE_UP = 16
    HURT = 17
    LEADER = 18
    KEEP = 19


#: What each weight means to a player who wants to make a bot of their own.
MEANINGS: dict[str, str] = {
    "thinks": "1 to choose by the weights, 0 to choose evenly",
    "mistakes": "how often, from 0 to 1, it chooses evenly all the same",
    "win": "buying the card that reaches the target",
    "buy": "buying a VP card at all",
    "points": "each VP of a card that is bought",
    "complete": "a card that completes a chapter",
    "start": "a card more in the own guildhall",
    "progress": "each card that the chapter already holds when one more comes",
    "refresh": "refreshing at all",
    "draw": "each card drawn",
    "action": "each further action",
    "gain": "each VP token",
    "place": "each card that a tier places",
    "hit": "each card that a tier takes away from others",
    "take": "each card that a tier brings over from others",
    "swap": "each card exchanged",
    "give_up": "each own card that a tier costs",
    "hurt": "each card of the chapter that is hit, when choosing whom and what to hit",
    "leader": "each VP of a player, when choosing whom to hit",
    "keep": "how useful a card must be to stay in hand",
}

PRESETS: dict[str, dict[str, float]] = {
    "random": {"thinks": 0.0},
    "greedy": {
        "thinks": 1.0,
        "win": 1000.0,
        "buy": 20.0,
        "points": 2.0,
        "complete": 12.0,
        "start": 1.0,
        "progress": 1.0,
        "refresh": 0.5,
        "draw": 0.3,
        "action": 1.0,
        "gain": 2.0,
        "place": 1.0,
        "take": 1.0,
        "give_up": -1.0,
        "hurt": 0.5,
        "keep": 1.0,
    },
    "heuristic": {
        "thinks": 1.0,
        "win": 1000.0,
        "buy": 20.0,
        "points": 2.0,
        "complete": 12.0,
        "start": 1.0,
        "progress": 1.2,
        "refresh": 0.2,
        "draw": 0.6,
        "action": 2.5,
        "gain": 3.0,
        "place": 2.0,
        "hit": 0.6,
        "take": 2.5,
        "swap": 0.4,
        "give_up": -1.0,
        "hurt": 0.8,
        "leader": 0.3,
        "keep": 2.0,
    },
}
