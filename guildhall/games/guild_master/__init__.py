"""Guild Master, the board game of secret orders and contested Contracts, for two to four players."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from guildhall.core.registration import Registration
from guildhall.core.rules import computed

if TYPE_CHECKING:
    from guildhall.core.interactions import Interactions
    from guildhall.core.rules import State
    from guildhall.core.scribing import Scribing
    from guildhall.core.settings import Settings
    from guildhall.core.shapes import CardLanguage

    from .rules import GuildMasterRules

__all__ = ["GAME"]


class GuildMaster(Registration):
    """Guild Master for the registry."""

    name = "guild-master"
    title = "Guild Master"
    summary = "A board game of secret orders, dice and contested Contracts for two to four players."
    renderer = "guildhall_widgets.render.guild_master"
    spirit = "secret orders"
    points = "Fame"
    choices = (160, 5)

    @computed
    def settings(self) -> type[Settings]:
        """The class that declares the settings."""
        from .settings import GuildMasterSettings

        return GuildMasterSettings

    @property
    def rules_page(self) -> str:
        """The rules page, in Markdown."""
        return files(__name__).joinpath("rules.md").read_text(encoding="utf-8")

    def counted(self, lang: str) -> Mapping[str, str]:
        """Return the events worth counting at the end of a game."""
        return {"complete": "Contracts completed", "recruit": "Adventurers recruited", "build": "Upgrades built"}

    def make_rules(self, given: Mapping[str, Any]) -> GuildMasterRules:
        """Return the rules for these settings. Invalid cards are rejected before anything is compiled."""
        from .settings import GuildMasterSettings, box_of

        setup = GuildMasterSettings.settle(given)
        box_of(setup)
        from .rules import GuildMasterRules

        return GuildMasterRules(setup)

    def make_position(self, *, seed: int, **given: Any) -> tuple[GuildMasterRules, State]:
        """Return the rules and the state of a game set up by hand."""
        from .position import set_up

        self.needs(given, "recruits", 'a list for each player, such as recruits=[["Cixi"], []]')
        return set_up(seed=seed, **given)

    @property
    def card_language(self) -> CardLanguage:
        """The card files of the game as data."""
        from .reading import card_language

        return card_language()

    @property
    def scribing(self) -> type[Scribing]:
        """Guild Master's part of logs of real games."""
        from .scribing import GuildMasterScribing

        return GuildMasterScribing

    def make_interactions(self, **given: Any) -> Interactions:
        """Return the cards' interactions without compiling anything."""
        from .interactions import interactions

        return interactions(**given)


GAME = GuildMaster()
