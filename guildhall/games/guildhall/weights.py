"""Bots as rows of numbers: the names and meanings of their weights, and the rows that come with the kit."""

from __future__ import annotations

from guildhall.kernel.weights import RANDOM, OwnWeight, meanings_of

__all__ = ["AVOID", "MEANINGS", "PRESETS", "Weight"]


class Weight(OwnWeight):
    """The weights of a Guildhall bot, described for a player who wants to make one."""

    WIN = "buying the card that reaches the target"
    BUY = "buying a VP card at all"
    POINTS = "each VP of a card it buys"
    COMPLETE = "a card that completes a chapter"
    START = "one more card in its guildhall"
    PROGRESS = "each card already in the chapter when one more arrives"
    REFRESH = "refreshing at all"
    DRAW = "each card drawn"
    ACTION = "each additional action"
    GAIN = "each VP token"
    PLACE = "each card that a tier places"
    HIT = "each card that a tier takes away from others"
    TAKE = "each card that a tier brings over from others"
    SWAP = "each card exchanged"
    GIVE_UP = "each of its cards that a tier costs"
    HURT = "each card of the chapter that is hit, when choosing whom and what to hit"
    LEADER = "each VP of a player, when choosing whom to hit"
    KEEP = "how useful a card must be to stay in hand"


#: Prefix to the name of a card: a weight of 1 keeps a bot from ever using its tiers.
AVOID = "without "

#: The meaning of each weight.
MEANINGS = meanings_of(Weight)

PRESETS: dict[str, dict[str, float]] = {
    **RANDOM,
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
