"""Guild Master, the board game of secret orders and contested Contracts, for two to four players."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any

from guildhall.core.registration import Registration, Soak

if TYPE_CHECKING:
    from guildhall.core.settings import Settings

    from .rules import GuildMasterRules

__all__ = ["GAME"]


class GuildMaster(Registration):
    """Guild Master for the registry."""

    name = "guild-master"
    title = "Guild Master"
    summary = "A board game of secret orders, dice and contested Contracts for two to four players."

    @property
    def settings(self) -> Settings:
        """All that can be chosen before a game begins."""
        from .setup import SETTINGS

        return SETTINGS

    def make_rules(self, given: Mapping[str, Any]) -> GuildMasterRules:
        """The rules with these settings; wrong ones are refused before anything is compiled."""
        from .setup import box_of, settle

        setup = settle(given)
        box_of(setup)
        from .rules import GuildMasterRules

        return GuildMasterRules(setup)

    @property
    def soak(self) -> Soak:
        """What plays on and on while every law is checked."""
        from .engine.soak import SOAK

        return SOAK

    def random_setup(self, coin: Random) -> Mapping[str, Any]:
        """Settings drawn at random, for fuzzing."""
        from .random_cards import random_setup

        return random_setup(coin)


GAME = GuildMaster()
