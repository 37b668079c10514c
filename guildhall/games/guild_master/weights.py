"""Weights of bots: their names, their meanings, and the presets of the kit."""

from __future__ import annotations

from guildhall.kernel.weights import RANDOM, OwnWeight, meanings_of

__all__ = ["MEANINGS", "PRESETS", "Weight"]


class Weight(OwnWeight):
    """The weights of a Guild Master bot, described for players who want to make one."""

    GOLD = "each Gold, in Fame"
    BUILD = "building, for every Round to come, on top of its Fame"
    RECRUIT = "each die of a recruited Adventurer, for every Round to come"
    BID = "Gold above the minimum bid"
    FEUD = "what conflict is worth over cooperation, as a share of the reward"
    DEAL = "what a proposal must be worth to be accepted, as a share of the default split"
    EXACT = "1 to plan and roll by exact chances, 0 by the rulebook's rules of thumb"
    COMPANY = "how likely a rival is to recruit an Adventurer first, for each earlier Order Space"
    WHIM = "the share of an Order's worth that is left to a whim, so that equal Guilds part ways; 0: expects no company"
    ORDERS = "one Order more, for every Round to come"


#: The meaning of each weight.
MEANINGS = meanings_of(Weight)

_GREEDY = {"thinks": 1.0, "gold": 0.4, "build": 0.35, "recruit": 0.12, "bid": 1.0, "feud": 0.0, "deal": 0.6}
_ODDS = {**_GREEDY, "bid": 2.0, "build": 0.1, "deal": 0.9, "exact": 1.0, "company": 0.15, "whim": 0.4, "orders": 1.0}

PRESETS: dict[str, dict[str, float]] = {**RANDOM, "greedy": _GREEDY, "odds": _ODDS}
