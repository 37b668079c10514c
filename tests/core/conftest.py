"""A world in which Gleaners is the only game."""

from __future__ import annotations

import random
from importlib import import_module

import pytest

from guildhall.core.game import Game
from tests.core import toy


@pytest.fixture(autouse=True)
def registry(monkeypatch):
    monkeypatch.setattr(import_module("guildhall.games"), "rules_for", toy.rules_for)


@pytest.fixture
def rules():
    return toy.Gleaners()


@pytest.fixture
def game(rules):
    """A fresh game."""
    return Game(rules, rules.start(7), seed=7)


@pytest.fixture
def played(rules):
    """A game of 130 plies that goes on."""
    game, coin = Game(rules, rules.start(11), seed=11), random.Random(11)
    while game.ply < 130:
        move = coin.choice(game.rules.options(game.state))
        game.play(move)
        if game.over:
            game.undo()
    return game
