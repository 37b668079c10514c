"""A bot as a row of numbers: the names of its weights, what they mean, and the rows that come with the kit."""

from __future__ import annotations

from guildhall.kernel.weights import RANDOM, OwnWeight, meanings_of

__all__ = ["MEANINGS", "PRESETS", "Weight"]


class Weight(OwnWeight):
    """What a bot of Guild Master weighs, in the words of a player who wants to make one."""

    GOLD = "each Gold, in Fame"
    BUILD = "building, for every Round to come, on top of its Fame"
    RECRUIT = "each die of a recruited Adventurer, for every Round to come"
    BID = "Gold above the minimum bid"
    FEUD = "what conflict is worth over cooperation, as a share of the reward"
    DEAL = "what a proposal must be worth to be accepted, as a share of the default split"
    EXACT = "1 to plan and roll by exact chances, 0 by the rulebook's rules of thumb"
    COMPANY = "if exact: how likely a rival is to spoil an Order to recruit, from 0 to 1"
    WHIM = "if exact: the share of an Order's worth that is left to a whim, so that equal Guilds part ways"
    SPEND = "if exact: the share of spare Gold that goes on a bid"


#: What each weight means.
MEANINGS = meanings_of(Weight)

_GREEDY = {"thinks": 1.0, "gold": 0.4, "build": 0.35, "recruit": 0.12, "bid": 1.0, "feud": 0.0, "deal": 0.6}
_ODDS = {**_GREEDY, "bid": 2.0, "build": 0.16, "deal": 0.9, "exact": 1.0}
_ODDS |= {"company": 0.2, "whim": 0.3, "spend": 0.2}

PRESETS: dict[str, dict[str, float]] = {**RANDOM, "greedy": _GREEDY, "odds": _ODDS}
