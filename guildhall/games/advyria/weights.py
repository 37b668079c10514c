"""A bot as a row of numbers: the names of its weights, what they mean, and the rows that come with the kit."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["MEANINGS", "PRESETS", "Weight"]


class Weight(IntEnum):
    """Places in the row."""

    THINKS = 0  # 0: every choice even; 1: by the weights below
    MISTAKES = 1
    MEMORY = 2
    SEEK = 3
    EXPLORE = 4
    GOLD = 5
    ADVENTURE = 6
    HERO = 7
    TURN = 8
    PEEK = 9
    LEVEL = 10
    LOSS = 11
    ROB = 12
    DRAW = 13
    KEEP = 14
    JOKER = 15
    KEEP_ADVENTURE = 16
    PRESSURE = 17


#: What each weight means to a player who wants to make a bot of their own.
MEANINGS: dict[str, str] = {
    "thinks": "1 to choose by the weights, 0 to choose evenly",
    "mistakes": "how often, from 0 to 1, it chooses evenly all the same",
    "memory": "1 to remember the tiles it has looked at, 0 to forget them",
    "seek": "each move of a set that is sure to find something",
    "explore": "ending a move on a tile it does not know",
    "gold": "ending a move on a tile it knows to be Gold",
    "adventure": "completing an adventure",
    "hero": "completing one of the own Hero card, on top of that",
    "turn": "each village turned to gold",
    "peek": "each tile looked at for the first time",
    "level": "each hand level, while there is a draw pile",
    "loss": "each loss, a cost",
    "rob": "an unfriendly manoeuvre",
    "draw": "a Wizard for three cards in the Grand Finale",
    "keep": "what a card is worth in hand",
    "joker": "what a Joker is worth on top of that",
    "keep_adventure": "what an Adventure card is worth in hand while its tile lies on the board",
    "pressure": "how much of a card's worth each card over the hand level takes away",
}

_GREEDY = {
    "thinks": 1.0,
    "seek": 2.4,
    "explore": 1.2,
    "gold": 2.0,
    "adventure": 6.0,
    "hero": 5.0,
    "turn": 2.0,
    "peek": 0.3,
    "level": 2.0,
    "loss": 1.0,
    "rob": 1.5,
    "draw": 2.0,
    "keep": 1.0,
    "joker": 0.8,
    "keep_adventure": 4.0,
    "pressure": 0.4,
}

PRESETS: dict[str, dict[str, float]] = {
    "random": {"thinks": 0.0},
    "greedy": _GREEDY,
    "memory": {**_GREEDY, "memory": 1.0, "peek": 0.8, "explore": 1.0, "keep_adventure": 6.0},
}
