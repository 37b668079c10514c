"""Deciders: bots by name, as a row of named weights, and objects of your own that can choose (docs/own-bots.md).

A bot may look at nothing but what its seat may know.  Its coin is a stream of its own, so the deck is the same
whoever plays.

>>> import guildhall as gh
>>> game = gh.new_game("guildhall", players=2, seed=1)
>>> _ = game.run([WeightBot("greedy", seat=0, seed=1), WeightBot({"complete": 9, "progress": 1}, seat=1, seed=1)])
>>> game.over
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from guildhall.core.game import Bot, Game
from guildhall.core.rules import Rules, Spec
from guildhall.kernel.chance import generator

from .own import OwnBot, Seated

if TYPE_CHECKING:
    from guildhall.simulate.tuning import tune

__all__ = ["OwnBot", "WeightBot", "bot", "bot_lines", "bot_names", "on_seat", "rows", "tune", "usual_bot"]


def __getattr__(name: str) -> Any:
    """Find `tune` where games are played in bulk, once it is asked for."""
    if name != "tune":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module("guildhall.simulate.tuning").tune


@dataclass
class WeightBot:
    """A bot that is a row of named weights, or one of the game's own by name."""

    weights: Spec
    seat: int = 0
    seed: int = 0
    _row: NDArray[np.float64] | None = field(default=None, init=False, repr=False)

    def choose(self, game: Game) -> int:
        """The option with the best score; equal ones are drawn for."""
        rules = game.rules
        if self._row is None:
            self._row = rules.weights(self.weights)
        return rules.choose(game.state, self._row, generator(self.seed, 1 + self.seat))


def bot(name: Spec, *, seat: int = 0, seed: int = 0) -> WeightBot:
    """The bot of that name, one of `rules.bots`, or of those weights, for a seat."""
    return WeightBot(name, seat=seat, seed=seed)


def on_seat(bot: Spec | WeightBot | Seated | OwnBot, *, seat: int, seed: int) -> Bot:
    """A bot ready to play a seat of a game: by name or weights, or an object, which is given its coin."""
    if isinstance(bot, WeightBot | Seated):
        return bot
    return WeightBot(bot, seat=seat, seed=seed) if isinstance(bot, str | Mapping) else Seated(bot, seat=seat, seed=seed)


def rows(rules: Rules, bots: Iterable[Spec | WeightBot]) -> NDArray[np.float64]:
    """One row of weights for each seat."""
    return np.stack([rules.weights(each.weights if isinstance(each, WeightBot) else each) for each in bots])


def bot_names(rules: Rules) -> tuple[str, ...]:
    """The bots and levels of a game, from the weakest to the strongest; none where nobody plays by weights.

    >>> from guildhall.core.rules import rebuild
    >>> bot_names(rebuild("guildhall", {}))
    ('random', 'beginner', 'easy', 'greedy', 'heuristic', 'medium', 'strong')
    """
    return tuple(bot_lines(rules))


def bot_lines(rules: Rules) -> Mapping[str, str]:
    """A line about each bot and level of a game, from the weakest to the strongest.

    >>> from guildhall.core.rules import rebuild
    >>> bot_lines(rebuild("guildhall", {}))["greedy"]
    'takes what looks best at the moment'
    """
    return rules.bot_lines


def usual_bot(rules: Rules) -> str:
    """The bot that plays where none is named; "" where nobody plays by weights.

    >>> from guildhall.core.rules import rebuild
    >>> usual_bot(rebuild("guildhall", {}))
    'greedy'
    """
    return rules.usual_bot
