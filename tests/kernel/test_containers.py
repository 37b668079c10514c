"""Every count of a state fits its buffer: one law for all games, those to come included."""

from __future__ import annotations

import numpy as np
import pytest

from guildhall.games import game_names, rules_for
from guildhall.kernel.containers import capacities_of, counts_fit
from guildhall.testing.laws import every_count_fits_its_buffer
from tests.example.market_day import MarketDay

GAMES = {**{name: rules_for(name, {}) for name in game_names()}, "market-day": MarketDay().make_rules({})}

COUNTS = [(game, name) for game, rules in GAMES.items() for name in rules.engine.capacities]


def fits(rules, state) -> bool:
    raw = state.view(np.uint8).reshape(1, -1)
    return bool(counts_fit(raw, 0, capacities_of(rules.engine.state, rules.engine.capacities)))


@pytest.mark.parametrize("game", GAMES)
def test_every_list_that_has_a_count_is_named(game):
    engine = GAMES[game].engine
    lists = {f"{name}_n": engine.state[name].shape for name in engine.state.names}
    counted = {name for name in engine.state.names if lists.get(name)}

    assert counted <= set(engine.capacities)


@pytest.mark.parametrize("game", GAMES)
def test_a_fresh_game_keeps_the_law(game):
    rules = GAMES[game]
    state = rules.start(3)

    assert fits(rules, state)
    assert list(every_count_fits_its_buffer(rules, state)) == []


@pytest.mark.parametrize(("game", "name"), COUNTS)
@pytest.mark.parametrize("beyond", [-1, 1])
def test_a_count_beyond_its_capacity_breaks_the_law(game, name, beyond):
    rules = GAMES[game]
    state = rules.start(3)
    capacity = rules.engine.capacities[name]
    state[name].reshape(-1)[-1] = capacity
    within = fits(rules, state)
    state[name].reshape(-1)[-1] = capacity + 1 if beyond > 0 else -1

    assert within
    assert not fits(rules, state)
    assert "exceeds its capacity" in next(every_count_fits_its_buffer(rules, state))
