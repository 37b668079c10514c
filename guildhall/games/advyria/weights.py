"""Bots as rows of numbers: the names and meanings of their weights, and the rows that come with the kit."""

from __future__ import annotations

from guildhall.kernel.weights import RANDOM, OwnWeight, greedy_of, meanings_of

__all__ = ["MEANINGS", "PRESETS", "Weight"]


class Weight(OwnWeight):
    """The weights of an Advyria bot, described for players, with the values of the greedy bot."""

    MEMORY = "1 to remember the tiles it has looked at, 0 to forget them"
    SEEK = "each move of a set that is sure to find something", 2.4
    EXPLORE = "ending a move on a tile it does not know", 1.2
    GOLD = "ending a move on a tile it knows to be Gold", 2.0
    ADVENTURE = "completing an adventure", 6.0
    HERO = "completing one on its Hero card, in addition", 5.0
    TURN = "each village turned to gold", 2.0
    PEEK = "each tile looked at for the first time", 0.3
    LEVEL = "each hand level, while there is a draw pile", 2.0
    LOSS = "each loss, a cost", 1.0
    ROB = "an unfriendly manoeuvre", 1.5
    DRAW = "a Wizard for three cards in the Grand Finale", 2.0
    KEEP = "what a card is worth in hand", 1.0
    JOKER = "what a Joker is worth in addition", 0.8
    KEEP_ADVENTURE = "what an Adventure card is worth in hand while its tile lies on the board", 4.0
    PRESSURE = "how much of a card's worth each card over the hand level takes away", 0.4


#: The meaning of each weight.
MEANINGS = meanings_of(Weight)

_GREEDY = greedy_of(Weight)

PRESETS: dict[str, dict[str, float]] = {
    **RANDOM,
    "greedy": _GREEDY,
    "memory": {**_GREEDY, "memory": 1.0, "peek": 0.8, "explore": 1.0, "keep_adventure": 6.0},
}
