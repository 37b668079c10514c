"""Battle for the Hundred Halls, a cooperative card game against a Scenario and a Realm for one to four players."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any

from guildhall.core.errors import BadPosition
from guildhall.core.registration import Registration, Soak

if TYPE_CHECKING:
    from guildhall.core.rules import State
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

    def make_position(self, *, seed: int, **given: Any) -> tuple[HundredHallsRules, State]:
        """A game set up by hand: its rules and its state."""
        from .position import set_up

        if "hands" not in given:
            raise BadPosition('a position needs hands, a list for each player, such as hands=[["Silver Bolt"], []]')
        return set_up(seed=seed, **given)

    @property
    def soak(self) -> Soak:
        """What plays on and on while every law is checked."""
        from .engine.soak import SOAK

        return SOAK

    def random_setup(self, coin: Random) -> Mapping[str, Any]:
        """Settings drawn at random, for fuzzing."""
        from .random_decks import random_setup

        return random_setup(coin)

    def random_position(self, coin: Random) -> Mapping[str, Any]:
        """Arguments of a position drawn at random, for fuzzing."""
        from .random_decks import random_position

        return random_position(coin)


GAME = HundredHalls()
