"""Guild Master watched by every law: by 2 to 4 players, both lengths.

Nothing else imports this module, so its kernels are compiled only when a soak is asked for.
"""

from __future__ import annotations

from guildhall.proof.report import Case
from guildhall.proof.soak import Soak

from ..weights import PRESETS
from .engine import ENGINE
from .laws import Law

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


SOAK = Soak(ENGINE, cases, bots=_BOTS, laws=Law)
run, compare_plain = SOAK.run, SOAK.compare_plain
