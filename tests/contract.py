"""The ways to play that every game must stand; `test_contract.py` goes through all of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from guildhall.core.rules import Rules
from guildhall.games.guildhall.engine.soak import FORMS, VARIANTS, Case

__all__ = ["WAYS", "Way"]


@dataclass(frozen=True)
class Way:
    """One game with its options, and a name for it."""

    game: str
    name: str
    case: Case

    @property
    def rules(self) -> Rules:
        return _rules(self)

    def __str__(self) -> str:
        return self.name


@cache
def _rules(way: Way) -> Rules:
    return way.case.rules


def _guildhall() -> list[Way]:
    """Every form of deck with 2, 3 and 4 players; the rule options take turns."""
    numbers = enumerate((form, players) for form in FORMS for players in (2, 3, 4))
    cases = [Case(form, players, number % len(VARIANTS)) for number, (form, players) in numbers]
    return [Way("guildhall", f"{case.form}-{case.players}", case) for case in cases]


WAYS: tuple[Way, ...] = (*_guildhall(),)
