"""Advyria watched by every law: by 1 to 4 players with all simplified options.

>>> report = run(300, seed=7)
>>> report.ok, report.decisions >= 300
(True, True)
"""

from __future__ import annotations

import itertools

from guildhall.games.advyria.engine.engine import ENGINE
from guildhall.games.advyria.engine.laws import Law
from guildhall.games.advyria.settings import SIMPLER
from guildhall.testing import Case, Report, Soak, SoakViolation

__all__ = ["SOAK", "Report", "SoakViolation", "cases", "compare_plain", "run"]

_CLUMSY = {
    "memory": 1.0,
    "seek": 2.4,
    "explore": 1.2,
    "gold": 2.0,
    "adventure": 6.0,
    "rob": 2.0,
    "turn": 2.0,
    "mistakes": 0.2,
}

#: Uniform choices lead through all that is legal, a clumsy bot to adventures and to the end of games.
_BOTS = ({"thinks": 0.0}, _CLUMSY)


def cases() -> list[Case]:
    """Every combination of the simplified options with 1 to 4 players; a short soak meets every number of players.

    >>> len(cases())
    256
    """
    ways = itertools.product(itertools.product((False, True), repeat=len(SIMPLER)), (1, 2, 3, 4))
    return [
        Case("advyria", f"{players} players", (("players", players), *zip(SIMPLER, chosen, strict=True)))
        for chosen, players in ways
    ]


SOAK = Soak(ENGINE, cases, bots=_BOTS, laws=Law, made_by=(f"{__name__}:SOAK",))
run, compare_plain = SOAK.run, SOAK.compare_plain
