"""The ways to play that every game must stand; `test_contract.py` goes through all of them."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from guildhall.core.rules import Rules, rebuild
from guildhall.games.advyria.settings import SIMPLER
from guildhall.games.hundred_halls.reading import shipped
from tests.games.guildhall.soak import FORMS, VARIANTS, Case

__all__ = ["WAYS", "Way"]


@dataclass(frozen=True)
class Way:
    """One game with its options, and a name for it."""

    game: str
    name: str
    players: int
    options: tuple[tuple[str, Any], ...]

    @classmethod
    def of(cls, game: str, name: str, players: int, options: Mapping[str, Any]) -> Way:
        return cls(game, name, players, tuple({**options, "players": players}.items()))

    @property
    def rules(self) -> Rules:
        return _rules(self)

    def __str__(self) -> str:
        return self.name


@cache
def _rules(way: Way) -> Rules:
    return rebuild(way.game, dict(way.options))


def _guildhall() -> list[Way]:
    """Every form of deck with 2, 3 and 4 players; the rule options take turns."""
    numbers = enumerate((form, players) for form in FORMS for players in (2, 3, 4))
    cases = [Case(form, players, number % len(VARIANTS)) for number, (form, players) in numbers]
    return [Way.of("guildhall", f"{case.form}-{case.players}", case.players, case.options) for case in cases]


def _advyria() -> list[Way]:
    """Every combination of the simplified options with 1 to 4 players; decks and languages take turns."""
    ways = []
    for players in (1, 2, 3, 4):
        for number, chosen in enumerate(itertools.product((False, True), repeat=len(SIMPLER))):
            letters = "".join(letter for letter, is_on in zip("abcdef", chosen, strict=True) if is_on)
            other = {"cards": ("standard", "lean")[number % 2], "lang": ("en", "de")[number // 2 % 2]}
            options = {**dict(zip(SIMPLER, chosen, strict=True)), **other}
            ways.append(Way.of("advyria", f"advyria-{letters or 'full'}-{players}", players, options))
    return ways


def _guild_master() -> list[Way]:
    """Both lengths with 2 to 4 players."""
    ways = itertools.product((False, True), (2, 3, 4))
    return [
        Way.of("guild-master", f"guild-master-{'short' if short else 'full'}-{players}", players, {"short": short})
        for short, players in ways
    ]


def _hundred_halls() -> list[Way]:
    """1 to 4 players with and without Head Start, one in the Armory, one in a campaign; all decks take turns."""
    party, realms, scenarios = (tuple(shipped().of_kind(kind)) for kind in ("player", "realm", "scenario"))
    ways = []
    for number, (players, head_start) in enumerate(itertools.product((1, 2, 3, 4), (False, True))):
        options = {
            "party": (party * 2)[number : number + players],
            "scenario": scenarios[number % len(scenarios)],
            "realm": realms[number % len(realms)],
            "head_start": head_start,
        }
        ways.append(Way.of("hundred-halls", f"halls-{'head' if head_start else 'plain'}-{players}", players, options))
    alone = {"armory": {"party": ("Pi",), "armory": True}, "campaign": {"party": ("Alex",), "campaign": True}}
    return [*ways, *(Way.of("hundred-halls", f"halls-{name}", 1, options) for name, options in alone.items())]


WAYS: tuple[Way, ...] = (*_guildhall(), *_advyria(), *_guild_master(), *_hundred_halls())
