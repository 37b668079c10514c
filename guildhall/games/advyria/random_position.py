"""Positions drawn at random, most of which can be laid: for `guildhall doctor --fuzz`."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from .engine.state import START_LEVEL, TOP_LEVEL, TOP_LOSSES, Kind
from .rules import AdvyriaRules
from .setup import SIMPLER

__all__ = ["random_position"]


@lru_cache(maxsize=64)
def _rules(**options: Any) -> AdvyriaRules:
    return AdvyriaRules.of(**options)


def random_position(coin: Random) -> dict[str, Any]:
    """Arguments of `gh.position`."""
    players = coin.randint(1, 4)
    options = {"cards": coin.choice(("standard", "lean")), **{name: True for name in SIMPLER if coin.random() < 0.1}}
    rules = _rules(players=players, **options)
    names, box = rules.names, rules.box
    copies = rules.compiled[0]["copies"]
    adventures = coin.sample(names.adventures, k=len(names.adventures))
    cards = [names.kinds[kind] for kind in range(Kind.ADVENTURE) for _ in range(int(copies[kind]))]
    coin.shuffle(cards)

    def some(things: list[Any], most: int) -> list[Any]:
        n = min(coin.randint(0, most), len(things))
        return [things.pop() for _ in range(n)]

    fields = coin.sample(names.fields, k=len(names.fields))
    quests = [names.fields[field] for field in box.board.of_kind("quest")]
    seats = range(players)
    given = {
        "hands": [some(cards, START_LEVEL) for _ in seats],
        "figures": [fields.pop() for _ in seats],
        "villages": [coin.choice((0, 0, 1, 2)) for _ in seats],
        "gold": [coin.choice((0, 0, 1, 2)) for _ in seats],
        "adventures": [some(adventures, 2) for _ in seats],
        "levels": [coin.randint(START_LEVEL, TOP_LEVEL) for _ in seats],
        "losses": [coin.randint(0, TOP_LOSSES) for _ in seats],
        "tiles": {quest: coin.choice((None, None, None, "Gold")) for quest in coin.sample(quests, k=len(quests) // 2)},
        "discard": some(cards, 20),
        "deck": some(cards, 30),
        "refills": coin.choice((0, 1)),
        "finale": coin.random() < 0.3 and "no_finale" not in options,
        "to_play": coin.randrange(players),
    }
    kept = {name for name in given if name == "hands" or coin.random() < 0.6}
    return {**options, **{name: given[name] for name in given if name in kept}}
