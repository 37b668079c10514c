"""Guild Master, the board game of secret orders and contested Contracts, for two to four players."""

from __future__ import annotations

from guildhall.core.registration import PackagedGame

__all__ = ["GAME"]


class GuildMaster(PackagedGame):
    """Guild Master for the registry."""

    name = "guild-master"
    title = "Guild Master"
    summary = "A board game of secret orders, dice and contested Contracts for two to four players."
    renderer = "guildhall_widgets.render.guild_master"
    rules_class = "GuildMasterRules"
    position_needs = "recruits", 'a list for each player, such as recruits=[["Cixi"], []]'


GAME = GuildMaster()
