"""Every option of every game has a text, as docs/playing.md says."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import guildhall as gh

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("guildhall", {"players": 2}),
    ("guildhall", {"players": 4, "cards": "fellowship"}),
    ("guildhall", {"players": 3, "masters": True, "houses": True}),
    ("guildhall", {"players": 3, "cards": "gathering"}),
    ("advyria", {"players": 3}),
    ("guild-master", {"players": 2}),
    ("guild-master", {"players": 3}),
    ("guild-master", {"players": 4}),
    ("hundred-halls", {"players": 1}),
    ("hundred-halls", {"players": 3}),
    ("hundred-halls", {"players": 1, "campaign": True}),
]


@pytest.mark.parametrize(("game", "settings"), GAMES)
def test_every_option_of_whole_random_games_has_a_text(game, settings):
    missing, options = set(), 0
    for seed in range(3):
        played, coin = gh.new_game(game, seed=seed, **settings), Random(seed)
        while not played.over:
            options += len(played.options)
            missing |= {(played.decision.kind, option.phrase) for option in played.options if not option.text.strip()}
            played.play(coin.choice(played.options))

    assert not missing
    assert options > 200
