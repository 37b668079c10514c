"""A game that all win or lose together, in the interfaces of learning programs."""

from __future__ import annotations

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import guildhall as gh
from guildhall.adapters.match import by_victory
from guildhall.adapters.pettingzoo import env
from tests.adapters.tables import match_at, moments

TABLES = [{"game": "hundred-halls", "players": players} for players in (1, 3, 4)]


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_the_tests_of_pettingzoo_pass(options):
    api_test(env(**options, reward="victory"))
    seed_test(lambda: env(**options, reward="victory"))


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_what_is_seen_is_the_same_whatever_the_order_of_the_decks(options):
    for match in moments(match_at(options), every=7):
        other = match.resampled(0, seed=len(match.moves))

        assert np.array_equal(other.observe(0), match.observe(0))
        assert other.options == match.options


def test_everybody_gets_the_same_for_a_victory_together():
    game = gh.new_game("hundred-halls", players=2, seed=1)
    game.run("greedy")

    assert set(by_victory(game.outcome)) == {float(game.outcome.reason == "won")}
