"""Battle for the Hundred Halls, a cooperative card game against a Scenario and a Realm for one to four players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from guildhall.core.registration import Registration

if TYPE_CHECKING:
    from guildhall.core.settings import Settings

    from .rules import HundredHallsRules

__all__ = ["GAME"]


class HundredHalls(Registration):
    """Battle for the Hundred Halls for the registry."""

    name = "hundred-halls"
    title = "Battle for the Hundred Halls"
    summary = "A cooperative card game against a Scenario and a Realm for one to four players."

    @property
    def settings(self) -> Settings:
        """All that can be chosen before a game begins."""
        from .setup import SETTINGS

        return SETTINGS

    def make_rules(self, given: Mapping[str, Any]) -> HundredHallsRules:
        """The rules with these settings; wrong ones are refused before anything is compiled."""
        from .setup import box_of, settle

        setup = settle(given)
        box_of(setup)
        from .rules import HundredHallsRules

        return HundredHallsRules(setup)


GAME = HundredHalls()
