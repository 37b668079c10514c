"""Deciders: bots by name, and bots of your own as a row of named weights.

A bot may look at nothing but what its seat may know.  Its coin is a stream of its own, so the deck is the same
whoever plays.

>>> import guildhall as gh
>>> game = gh.new_game("guildhall", players=2, seed=1)
>>> _ = game.run([WeightBot("greedy", seat=0, seed=1), WeightBot({"complete": 9, "progress": 1}, seat=1, seed=1)])
>>> game.over
True
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from guildhall.core.game import Game
from guildhall.core.rules import Rules, State
from guildhall.kernel.chance import generator

__all__ = ["Botable", "WeightBot", "bot", "rows"]

Spec = str | Mapping[str, float]


class Botable(Rules, Protocol):
    """Rules whose game can be played by weights."""

    @property
    def bots(self) -> Mapping[str, Mapping[str, float]]:
        """The bots that come with the game, each a row of named weights."""

    def weights(self, bot: Spec) -> NDArray[np.float64]:
        """A bot's row of numbers, from its name or its named weights."""

    def choose(self, state: State, weights: NDArray[np.float64], coin: NDArray[np.uint64]) -> int:
        """What a row of weights chooses for the seat that decides."""

    def play_games(self, seeds: NDArray[np.uint64], rows: NDArray[np.float64]) -> dict[str, NDArray[np.int64]]:
        """Whole games in bulk: a column for everything that is known of a finished game."""


@dataclass
class WeightBot:
    """A bot that is a row of named weights, or one of the game's own by name."""

    weights: Spec
    seat: int = 0
    seed: int = 0
    _row: NDArray[np.float64] | None = field(default=None, init=False, repr=False)

    def choose(self, game: Game) -> int:
        """The option with the best score; equal ones are drawn for."""
        rules: Any = game.rules
        if self._row is None:
            self._row = rules.weights(self.weights)
        return int(rules.choose(game.state, self._row, generator(self.seed, 1 + self.seat)))


def bot(name: Spec, *, seat: int = 0, seed: int = 0) -> WeightBot:
    """The bot of that name (`random`, `greedy`, `heuristic`) or of those weights, for a seat."""
    return WeightBot(name, seat=seat, seed=seed)


def rows(rules: Botable, bots: list[Spec | WeightBot]) -> NDArray[np.float64]:
    """One row of weights for each seat."""
    return np.stack([rules.weights(each.weights if isinstance(each, WeightBot) else each) for each in bots])
