"""Bots as a user may write them, in a module of their own so that other processes find them."""

from __future__ import annotations


class Last:
    """Always the last option, by its phrase."""

    def choose(self, game):
        return game.options[-1].phrase


class Tosser:
    """An option by the toss of its coin, as its id."""

    name = "tosser"
    version = 2

    def choose(self, game, coin):
        return coin.choice(game.options).id


class Learner:
    """Plays on from what it remembers: how often it was asked."""

    def __init__(self):
        self.asked = 0

    def choose(self, game):
        self.asked += 1
        return game.options[self.asked % len(game.options)]
