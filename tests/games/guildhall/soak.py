"""Guildhall watched by every law: every form of deck, by 2, 3 and 4 players, under all rule options.

>>> report = run(300, seed=7)
>>> report.ok, report.decisions >= 300
(True, True)
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from guildhall.games.guildhall.cards import Master, Profession
from guildhall.games.guildhall.engine.engine import ENGINE
from guildhall.games.guildhall.engine.laws import Law
from guildhall.games.guildhall.rules import GuildhallRules
from guildhall.testing import Report, Soak, SoakViolation

__all__ = ["FORMS", "SOAK", "VARIANTS", "Case", "Report", "SoakViolation", "cases", "compare_plain", "run"]

_EDITIONS: Final = ("fellowship", "alliance", "coalition", "gathering")

#: Every form of deck: each set, all professions as Mega-Saga and as Super-Sized-Saga, Masters, Houses, own lists.
FORMS: Final[Mapping[str, Mapping[str, Any]]] = {
    "old-world": {"cards": "old-world"},
    "job-faire": {"cards": "job-faire"},
    "new-empire": {"cards": "new-empire", "houses": True},
    "fellowship": {"cards": "fellowship"},
    "alliance": {"cards": "alliance", "houses": True},
    "coalition": {"cards": "coalition"},
    "gathering": {"cards": "gathering", "masters": True},
    "mega": {"cards": _EDITIONS, "saga": "mega", "masters": True, "houses": True},
    "super": {"cards": _EDITIONS, "saga": "super"},
    "masters": {"cards": "old-world", "masters": True, "houses": True},
    "own": {"cards": ("Alchemist", "Artificer", "Bard", "Psion", "Warlock"), "vp": ("coalition", "gathering")},
    "small": {"cards": ("Cleric", "Alchemist", "Monk")},
}

#: Both play limits and both reshuffle rules.
VARIANTS: Final[tuple[Mapping[str, Any], ...]] = (
    {"rules": "advanced", "reshuffle_keeps_top": False},
    {"rules": "basic", "reshuffle_keeps_top": True},
    {"rules": "advanced", "reshuffle_keeps_top": True},
    {"rules": "basic", "reshuffle_keeps_top": False},
)

_TURN_LIMIT: Final = 400  # uniform choices in a small deck may go on for ever


@dataclass(frozen=True, slots=True)
class Case:
    """One way to play: a form of deck, a number of players, the rule options."""

    form: str
    players: int
    variant: int = 0

    @property
    def options(self) -> dict[str, Any]:
        """What `gh.new_game` takes."""
        limits = {**VARIANTS[self.variant], "turn_limit": _TURN_LIMIT}
        return {**FORMS[self.form], "players": self.players, **limits}

    @property
    def rules(self) -> GuildhallRules:
        """The rules of this way to play."""
        return _rules(self)

    def __str__(self) -> str:
        variant = VARIANTS[self.variant]
        kept = ", reshuffling keeps the top card" if variant["reshuffle_keeps_top"] else ""
        return f"{self.form}, {self.players} players, {variant['rules']} rules{kept}"


@cache
def _rules(case: Case) -> GuildhallRules:
    return GuildhallRules.of(**case.options)


def cases() -> list[Case]:
    """Every form with every number of players and all rule options, such that a short soak meets every form.

    >>> len(cases()), str(cases()[0])
    (144, 'old-world, 2 players, advanced rules')
    """
    ways = itertools.product(range(len(VARIANTS)), (2, 3, 4))
    return [Case(form, players, variant) for variant, players in ways for form in FORMS]


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


SOAK = _Soak(ENGINE, cases, bots=_BOTS, laws=Law, made_by=(f"{__name__}:SOAK",), every=5)
run, compare_plain = SOAK.run, SOAK.compare_plain
