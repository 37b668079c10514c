"""Guild Master, the board game of secret orders and contested Contracts, for two to four players."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any

from guildhall.core.errors import BadPosition
from guildhall.core.registration import Registration, Soak

if TYPE_CHECKING:
    from guildhall.core.interactions import Interactions
    from guildhall.core.rules import State
    from guildhall.core.settings import Settings

    from .rules import GuildMasterRules

__all__ = ["GAME"]


class GuildMaster(Registration):
    """Guild Master for the registry."""

    name = "guild-master"
    title = "Guild Master"
    summary = "A board game of secret orders, dice and contested Contracts for two to four players."
    renderer = "guildhall_widgets.render.guild_master"

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

    def make_position(self, *, seed: int, **given: Any) -> tuple[GuildMasterRules, State]:
        """A game set up by hand: its rules and its state."""
        from .position import set_up

        if "recruits" not in given:
            raise BadPosition('a position needs recruits, a list for each player, such as recruits=[["Cixi"], []]')
        return set_up(seed=seed, **given)

    def make_interactions(self, **given: Any) -> Interactions:
        """What Adventurers, Contracts and Upgrades give to whom, without compiling anything."""
        from .interactions import interactions

        return interactions(**given)

    @property
    def soak(self) -> Soak:
        """What plays on and on while every law is checked."""
        from .engine.soak import SOAK

        return SOAK

    def random_setup(self, coin: Random) -> Mapping[str, Any]:
        """Settings drawn at random, for fuzzing."""
        from .random_cards import random_setup

        return random_setup(coin)

    def random_position(self, coin: Random) -> Mapping[str, Any]:
        """Arguments of a position drawn at random, for fuzzing."""
        from .random_cards import random_position

        return random_position(coin)


GAME = GuildMaster()
