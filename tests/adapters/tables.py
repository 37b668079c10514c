"""The tables at which the adapters are tried, and how to walk through a game."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from guildhall.adapters.match import Match
from guildhall.adapters.rules import observable_rules

MEGA = {"players": 3, "cards": ["old-world", "new-empire"], "saga": "mega", "masters": True}
TABLES = {"two": {"players": 2}, "three": {"players": 3}, "four": {"players": 4}, "mega": MEGA}

EVERY_TABLE = pytest.mark.parametrize("options", TABLES.values(), ids=TABLES)


def match_at(options: dict[str, object], seed: int = 7) -> Match:
    """A game that has just begun."""
    return Match.begin(observable_rules("guildhall", options), seed)


def moments(match: Match, seed: int = 0, every: int = 1) -> Iterator[Match]:
    """A match played to its end by chance, shown at every so many plies."""
    coin = random.Random(seed)
    while not match.over:
        if len(match.moves) % every == 0:
            yield match
        match.play(coin.choice(match.options))
