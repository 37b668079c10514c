"""Guildhall watched by every law: every form of deck, by 2, 3 and 4 players, under all rule options.

Nothing else imports this package, so its kernels are compiled only when a soak is asked for.

>>> report = run(300, seed=7)
>>> report.ok, report.decisions >= 300
(True, True)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from guildhall.proof.report import Report, SoakViolation
from guildhall.proof.soak import Soak

from ...cards import Master, Profession
from ..checks import Law
from ..kernels import ENGINE
from .forms import FORMS, VARIANTS, Case, cases

__all__ = ["FORMS", "SOAK", "VARIANTS", "Case", "Report", "SoakViolation", "cases", "compare_plain", "run"]

#: Uniform choices lead through all that is legal, a clumsy bot to high tiers and to the end of games.
_BOTS = ({"thinks": 0.0}, {"complete": 12.0, "progress": 2.0, "mistakes": 0.3})


class _Soak(Soak):
    """Counts the tiers that are used."""

    def uses(self, rules: Any, counted: NDArray[np.int64]) -> Mapping[str, int]:
        """How often a game used each tier of its cards."""
        cards: list[Profession | Master] = [card.profession for card in rules.deck.professions]
        cards += [master for master, _ in rules.deck.masters]
        return {
            f"{card.name} {tier.number}": int(counted[owner, tier.number])
            for owner, card in enumerate(cards)
            for tier in card.tiers
        }


SOAK = _Soak(ENGINE, cases, bots=_BOTS, laws=Law, every=5)
run, compare_plain = SOAK.run, SOAK.compare_plain
