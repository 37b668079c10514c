"""A bot as a row of numbers: the names of its weights, what they mean, and the rows that come with the kit."""

from __future__ import annotations

from guildhall.kernel.weights import RANDOM, OwnWeight, meanings_of

__all__ = ["MEANINGS", "PRESETS", "Weight"]


class Weight(OwnWeight):
    """What a bot of Advyria weighs, in the words of a player who wants to make one."""

    MEMORY = "1 to remember the tiles it has looked at, 0 to forget them"
    SEEK = "each move of a set that is sure to find something"
    EXPLORE = "ending a move on a tile it does not know"
    GOLD = "ending a move on a tile it knows to be Gold"
    ADVENTURE = "completing an adventure"
    HERO = "completing one of the own Hero card, on top of that"
    TURN = "each village turned to gold"
    PEEK = "each tile looked at for the first time"
    LEVEL = "each hand level, while there is a draw pile"
    LOSS = "each loss, a cost"
    ROB = "an unfriendly manoeuvre"
    DRAW = "a Wizard for three cards in the Grand Finale"
    KEEP = "what a card is worth in hand"
    JOKER = "what a Joker is worth on top of that"
    KEEP_ADVENTURE = "what an Adventure card is worth in hand while its tile lies on the board"
    PRESSURE = "how much of a card's worth each card over the hand level takes away"


#: What each weight means.
MEANINGS = meanings_of(Weight)

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
    **RANDOM,
    "greedy": _GREEDY,
    "memory": {**_GREEDY, "memory": 1.0, "peek": 0.8, "explore": 1.0, "keep_adventure": 6.0},
}
