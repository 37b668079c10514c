"""Many games side by side for learning programs, stepped together in compiled code, with arrays in and out.

>>> lanes = Lanes("guildhall", lanes=8, seed=1, players=2)
>>> coin = np.random.default_rng(1)
>>> for _ in range(100):
...     step = lanes.step(lanes.sample(coin))
>>> step.rows.shape == (8, lanes.length), step.mask.shape == (8, lanes.actions), step.rewards.shape
(True, True, (8, 2))
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from guildhall.core.decision import UNFINISHED, Outcome
from guildhall.core.errors import BadSetup, IllegalOption, listing, short
from guildhall.core.game import Game
from guildhall.core.rules import clone
from guildhall.core.typed import number_within, read_seed
from guildhall.kernel.chance import generators, series
from guildhall.kernel.log import empty_log
from guildhall.kernel.rules import CompiledRules
from guildhall.kernel.tables import EndColumn

from .match import observable_rules, observing_of, reward_named, usual_reward

__all__ = ["Lanes", "Step"]

_MOST = 1 << 16  # maximum number of lanes


class Step(NamedTuple):
    """The result of one option in every lane. Where a game ended, only rewards and ends refer to it."""

    rows: NDArray[np.float32]
    """The deciding seat's knowledge in each lane, as numbers from 0 to 1."""
    mask: NDArray[np.uint8]
    """A 1 for every legal option."""
    deciders: NDArray[np.int64]
    """The deciding seats."""
    rewards: NDArray[np.float64]
    """The reward of each seat, 0 where no game ended."""
    terminated: NDArray[np.bool_]
    """True where a game came to its end."""
    truncated: NDArray[np.bool_]
    """True where a game reached its turn limit without a winner."""


class Lanes:
    """Games in lanes: `step` plays an option in every lane, and when a game ends the next one begins at once.

    Lane i of n plays the games i, i + n, i + 2n … of the series of `seed`, the same games as in `gh.simulate`. `reward`
    is as in `guildhall.adapters.pettingzoo`, and the other options are those of `gh.new_game`.

    All option ids are below `actions`, `length` is that of a row, and `now` is the last step.
    """

    def __init__(
        self, game: str = "guildhall", *, lanes: int = 256, seed: int = 0, reward: str | None = None, **options: Any
    ) -> None:
        rules = observable_rules(game, options)
        if not isinstance(rules, CompiledRules):
            raise BadSetup(f"{rules.game} has no compiled rules, so its games cannot be stepped side by side")
        if number_within(lanes, 1, _MOST) is None:
            raise BadSetup(f"lanes must be a whole number from 1 to {_MOST}, not {short(lanes)}")
        self._reward = usual_reward(rules) if reward is None else reward_named(reward)
        self.rules, self.size, self.seed = rules, int(lanes), read_seed(seed)
        observing = observing_of(rules)
        self.actions, self.length = observing.actions, sum(observing.parts.values())
        self._log, self._opts = empty_log(), rules.engine.empty_options()
        self.reset()

    def reset(self, seed: int | None = None) -> Step:
        """Begin the first game of every lane, optionally with another seed."""
        self.seed = self.seed if seed is None else read_seed(seed)
        engine, n = self.rules.engine, self.size
        self.games = np.arange(n)
        self._states, self._ends = np.zeros(n, engine.state), np.zeros((n, EndColumn.POINTS + engine.seats), np.int64)
        self._mask, self._deciders = np.zeros((n, self.actions), np.uint8), np.zeros(n, np.int64)
        self._next = generators(series(self.seed, n, n))
        how = (self.rules.template, self.rules.compiled, generators(series(self.seed, 0, n)))
        engine.lanes.deal_lanes(self._states, *how, self._opts, self._mask, self._deciders, self._log)
        none = np.zeros(n, bool)
        return self._shown(np.zeros((n, len(self.rules.seats))), none, none.copy())

    def step(self, actions: ArrayLike) -> Step:
        """Play an option in every lane. If one is not legal, `IllegalOption` is raised and nothing is played."""
        asked, rules = self._read(actions), self.rules
        how, room = (rules.template, rules.compiled, asked, self._next), (self._opts, self._mask, self._deciders)
        rules.engine.lanes.step_lanes(self._states, *how, *room, self._ends, self._log)
        return self._shown(*self._ended())

    def sample(self, coin: np.random.Generator) -> NDArray[np.int64]:
        """Return a uniform choice among the legal options of every lane."""
        legal = self._mask.view(np.bool_)
        numbers = np.count_nonzero(legal, axis=1)
        drawn = (coin.random(self.size) * numbers).astype(np.int64)
        chosen: NDArray[np.int64] = np.flatnonzero(legal)[np.cumsum(numbers) - numbers + drawn] % self.actions
        return chosen

    @property
    def seeds(self) -> NDArray[np.uint64]:
        """The seeds with which `gh.new_game` begins the current games."""
        return np.concatenate([series(self.seed, number, 1) for number in self.games.tolist()])

    def game(self, lane: int) -> Game:
        """Return the current state of a lane as an independent game, to look at and to play on."""
        number = number_within(lane, 0, self.size - 1)
        if number is None:
            raise BadSetup(f"unknown lane {short(lane)}; the lanes are 0 to {self.size - 1}")
        return Game(self.rules, clone(self._states[number : number + 1]))

    def _read(self, actions: ArrayLike) -> NDArray[np.int64]:
        """Return the actions, all checked to be legal, since compiled code trusts them."""
        try:
            given = np.asarray(actions)
        except ValueError as error:
            raise BadSetup(f"actions must be an array of whole numbers: {error}") from error
        if given.shape != (self.size,) or given.dtype.kind not in "iu":
            found = f"not an array of shape {given.shape} and type {given.dtype}"
            raise BadSetup(f"actions must have a whole number for each of the {self.size} lanes, {found}")
        known = (given >= 0) & (given < self.actions)
        asked = np.where(known, given, 0).astype(np.int64)
        legal = known & (self._mask[np.arange(self.size), asked] == 1)
        if not legal.all():
            self._refuse(int(np.argmin(legal)), int(given[np.argmin(legal)]))
        return asked

    def _refuse(self, lane: int, action: int) -> None:
        phrases = [option.phrase for option in self.game(lane).options]
        error = f"option {action} is not legal in lane {lane} for seat {self._deciders[lane]}"
        raise IllegalOption(f"{error}. Legal: {listing(phrases)}", asked=str(action), legal=phrases)

    def _ended(self) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
        """Return rewards, terminations and truncations, and prepare the next game of each lane that ended one."""
        seats, reasons = len(self.rules.seats), self.rules.reasons
        rewards, truncated = np.zeros((self.size, seats)), np.zeros(self.size, bool)
        over = self._ends[:, EndColumn.OVER] != 0
        for lane in np.flatnonzero(over).tolist():
            how, bits, *points = self._ends[lane].tolist()
            winners = tuple(seat for seat in range(seats) if bits >> seat & 1)
            outcome = Outcome(None, tuple(points[:seats]), reasons[how], winners=winners)
            rewards[lane] = self._reward(outcome)
            truncated[lane] = outcome.reason == UNFINISHED and not winners
            self.games[lane] += self.size
            self._next[lane] = generators(series(self.seed, int(self.games[lane]) + self.size, 1))[0]
        return rewards, over & ~truncated, truncated

    def _shown(self, rewards: NDArray[np.float64], terminated: NDArray[np.bool_], truncated: NDArray[np.bool_]) -> Step:
        """Return the step in copies, since the lanes check actions against their own arrays."""
        rows = observing_of(self.rules).observe_many(self._states, self._deciders)
        self.now = Step(rows, self._mask.copy(), self._deciders.copy(), rewards, terminated, truncated)
        return self.now
