"""Guild Master watched by every law: by 2 to 4 players, both lengths."""

from __future__ import annotations

from guildhall.games.guild_master.engine.engine import ENGINE
from guildhall.games.guild_master.engine.laws import Law
from guildhall.games.guild_master.weights import PRESETS
from guildhall.testing import Case, Soak

__all__ = ["SOAK", "cases", "compare_plain", "run"]

#: Uniform choices lead through all that is legal, clumsy bots to long games with many Upgrades and Adventurers.
_BOTS = ({"thinks": 0.0}, *({**PRESETS[name], "mistakes": 0.2} for name in ("greedy", "odds")))


def cases() -> list[Case]:
    """Both lengths with 2 to 4 players; a short soak meets every number of players.

    >>> len(cases())
    6
    """
    ways = [(short, players) for short in (False, True) for players in (2, 3, 4)]
    return [
        Case("guild-master", f"{players} players", (("players", players), ("short", short))) for short, players in ways
    ]


SOAK = Soak(ENGINE, cases, bots=_BOTS, laws=Law, made_by=(f"{__name__}:SOAK",))
run, compare_plain = SOAK.run, SOAK.compare_plain
