"""The Hundred Halls watched by every law: by 1 to 4 players, every deck in turn, with and without Head Start.

One player also begins in the Armory, or goes through a campaign.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from guildhall.games.hundred_halls.cards import Card
from guildhall.games.hundred_halls.engine.engine import ENGINE
from guildhall.games.hundred_halls.engine.laws import IN_PLAY, Law
from guildhall.games.hundred_halls.engine.state import CARDS, ELEMENTS
from guildhall.games.hundred_halls.reading import shipped
from guildhall.games.hundred_halls.weights import PRESETS
from guildhall.testing import Case, Soak

__all__ = ["SOAK", "cases", "compare_plain", "run"]

#: Uniform choices lead through all that is legal, clumsy bots to long games with many cards in play.
_BOTS = ({"thinks": 0.0}, {**PRESETS["greedy"], "mistakes": 0.2}, {**PRESETS["team"], "mistakes": 0.05})


def cases() -> list[Case]:
    """Every Scenario with every Realm; parties and their sizes take turns.

    >>> sorted({dict(case.options).get("head_start", False) for case in cases()})
    [False, True]
    """
    players, realms, scenarios = (list(shipped().of_kind(kind)) for kind in ("player", "realm", "scenario"))
    ways = [(scenario, realm) for scenario in scenarios for realm in realms]
    while len(ways) < 8:
        ways += ways
    found = []
    for number, (scenario, realm) in enumerate(ways):
        size = min(1 + number % 4, len(players))
        party = tuple((players * 2)[number % len(players) :][:size])
        options: dict[str, Any] = {"party": party, "scenario": scenario, "realm": realm, "players": size}
        options["head_start"] = bool(number // 4 % 2)
        found.append(Case("hundred-halls", f"{scenario}, {realm}, {size} players", tuple(options.items())))
    # An ability that the Armory sells is bought in one game of many, so every deck visits it twice.
    for number, player in enumerate(players * 2):
        scenario, realm = scenarios[number % len(scenarios)], realms[number % len(realms)]
        solo = {"party": (player,), "scenario": scenario, "realm": realm, "armory": True}
        found.append(Case("hundred-halls", f"{player} against {scenario}, {realm}, Armory", tuple(solo.items())))
    for player in players[::5]:
        campaign = {"party": (player,), "campaign": True, "defeat_limit": 2}
        found.append(Case("hundred-halls", f"campaign of {player}", tuple(campaign.items())))
    return found


def _counted(name: str, card: Card, row: NDArray[np.int64]) -> Iterator[tuple[str, int]]:
    """What is counted of a card: that it came, and every ability."""
    yield name, 1 if card.starts else int(row[IN_PLAY])
    for trigger in card.abilities:
        yield f"{name}, {trigger.name.lower()}", int(row[trigger])
    if card.five_elements:
        yield f"{name}, Five Elements", int(row[ELEMENTS])


class _Soak(Soak):
    """Counts the cards that come into play, and the abilities that act."""

    def uses(self, rules: Any, counted: NDArray[np.int64]) -> Mapping[str, int]:
        """How often a game used each card and each ability; copies count together, and campaigns do not count."""
        found: Counter[str] = Counter()
        names = rules.names
        if rules.settled.campaign:
            return found
        for number, (card, home) in enumerate(zip(names.printed, names.homes, strict=True)):
            if names.piles[home]:  # somebody sits there
                found.update(dict(_counted(card.name, card, counted[number])))
            if card.reward is not None:
                found.update(dict(_counted(f"{card.name} as a reward", card.reward, counted[CARDS + number])))
        return found


SOAK = _Soak(ENGINE, cases, bots=_BOTS, laws=Law, made_by=(f"{__name__}:SOAK",))
run, compare_plain = SOAK.run, SOAK.compare_plain
