"""Battle for the Hundred Halls, a cooperative card game against a Scenario and a Realm for one to four players."""

from __future__ import annotations

from guildhall.core.registration import PackagedGame

__all__ = ["GAME"]


class HundredHalls(PackagedGame):
    """Battle for the Hundred Halls for the registry."""

    name = "hundred-halls"
    title = "Battle for the Hundred Halls"
    summary = "A cooperative card game against a Scenario and a Realm for one to four players."
    rules_class = "HundredHallsRules"
    position_needs = "hands", 'a list for each player, such as hands=[["Silver Bolt"], []]'


GAME = HundredHalls()
