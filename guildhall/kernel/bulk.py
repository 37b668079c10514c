"""What the rules of all compiled games share: bots by weights, their coins, games played in bulk.

A game gives its tables of weights, its number of seats and, imported when it is needed, the module that plays in bulk.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from guildhall.core.bot_weights import preset_of, row_of
from guildhall.core.capabilities import Columns, RecordsGames, Spec
from guildhall.core.rules import State

from .chance import words

__all__ = ["BulkRules"]

Seeds = NDArray[np.uint64]
Rows = NDArray[np.float64]


class BulkRules(RecordsGames):
    """Rules whose games are played by rows of weights, one at a time or many at once."""

    presets: ClassVar[Mapping[str, Mapping[str, float]]]
    meanings: ClassVar[Mapping[str, str]]
    most_seats: ClassVar[int]
    seats: tuple[str, ...]
    names: Any

    @abstractmethod
    def _bulk(self) -> Any:
        """The game's module with `choice`, `games_of`, `frames_of` and `vocabulary_of`."""

    @property
    def bots(self) -> Mapping[str, Mapping[str, float]]:
        """The bots that come with the game, each a row of named weights."""
        return self.presets

    def weights(self, bot: Spec) -> Rows:
        """A bot's row of numbers, from its name or its named weights."""
        return row_of(preset_of(bot, self.presets), self.meanings)

    def choose(self, state: State, weights: Rows, coin: Seeds) -> int:
        """What a row of weights chooses for the seat that decides; uses only what that seat may know."""
        rows, coins = np.tile(weights, (self.most_seats, 1)), np.tile(coin, self.most_seats)
        return int(self._bulk().choice(self, state, rows, coins))

    def coins(self, seeds: Seeds) -> Seeds:
        """A coin for every seed and seat."""
        return np.stack([words(seeds, 1 + seat) for seat in range(self.most_seats)], axis=1).reshape(-1)

    def play_games(self, seeds: Seeds, rows: Rows) -> Columns:
        """Play a whole game for every seed, a row of weights for each seat; answers columns, one entry a game."""
        played: Columns = self._bulk().games_of(self, seeds, rows)
        return played

    def record_games(self, seeds: Seeds, rows: Rows, *, events: bool = False) -> dict[str, Columns]:
        """The same games with the game's other frames and, if asked for, events: columns of each frame."""
        recorded: dict[str, Columns] = self._bulk().frames_of(self, seeds, rows, events=events)
        return recorded

    @cached_property
    def vocabulary(self) -> Mapping[str, tuple[str, ...]]:
        """The words that numbers stand for in the columns of recorded games."""
        words_of: Mapping[str, tuple[str, ...]] = self._bulk().vocabulary_of(self.names)
        return words_of

    def _last_turn(self, view: Any, turns: int) -> int:
        """The number of the last of a seat's next own turns, the present one counted; in set-up none has begun."""
        players = len(self.seats)
        number, active = (view.turn_no, view.turn) if view.turn_no else (1, int(view.knowledge[0]["first"]))
        return int(number + (view.seat - active) % players + (turns - 1) * players)
