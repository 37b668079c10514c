"""Advyria watched by every law: by 1 to 4 players with all simplified options.

Nothing else imports this module, so its kernels are compiled only when a soak is asked for.

>>> report = run(300, seed=7)
>>> report.ok, report.decisions >= 300
(True, True)
"""

from __future__ import annotations

import itertools

from guildhall.proof.report import Case, Report, SoakViolation
from guildhall.proof.soak import Soak

from ..settings import SIMPLER
from .checks import Law
from .kernels import ENGINE

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


SOAK = Soak(ENGINE, cases, bots=_BOTS, laws=Law)
run, compare_plain = SOAK.run, SOAK.compare_plain
