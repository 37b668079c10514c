"""The tables at which the adapters are tried, and how to walk through a game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from guildhall.adapters.match import Match, observable_rules

MEGA = {"players": 3, "cards": ["old-world", "new-empire"], "saga": "mega", "masters": True}
OPEN = {"game": "advyria", "players": 3, "open_hands": True, "only_adventures": True, "lang": "de"}
TABLES = {
    "two": {"players": 2},
    "three": {"players": 3},
    "four": {"players": 4},
    "mega": MEGA,
    **{f"advyria-{players}": {"game": "advyria", "players": players} for players in (1, 2, 3, 4)},
    "advyria-open": OPEN,
    **{f"guild-master-{players}": {"game": "guild-master", "players": players, "short": True} for players in (2, 4)},
}

#: Guild Master ends by itself after six or nine Rounds.
WITH_LIMIT = {name: options for name, options in TABLES.items() if options.get("game") != "guild-master"}
SEVERAL = {name: options for name, options in TABLES.items() if options["players"] > 1}

EVERY_TABLE = pytest.mark.parametrize("options", TABLES.values(), ids=TABLES)
EVERY_TABLE_OF_SEVERAL = pytest.mark.parametrize("options", SEVERAL.values(), ids=SEVERAL)


def match_at(options: dict[str, Any], seed: int = 7) -> Match:
    """A game that has just begun."""
    game, others = options.get("game", "guildhall"), {name: options[name] for name in options if name != "game"}
    return Match.begin(observable_rules(game, others), seed)


def moments(match: Match, seed: int = 0, every: int = 1) -> Iterator[Match]:
    """A match played to its end by chance, shown at every so many plies."""
    coin = random.Random(seed)
    while not match.over:
        if len(match.moves) % every == 0:
            yield match
        match.play(coin.choice(match.options))
