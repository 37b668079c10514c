"""The kit's games as PettingZoo environments, with one agent per seat, acting in turn.

An action is the id of an option, the same number that `game.play` takes. An observation is the knowledge of the agent's
seat as a row of numbers from 0 to 1. `action_mask`, in the info of the agent to act, marks the legal actions.

>>> table = env(cards="old-world", players=3)
>>> table.reset(seed=7)
>>> row, reward, terminated, truncated, info = table.last()
>>> table.observation_space(table.agent_selection).contains(row), int(info["action_mask"].sum())
(True, 10)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from guildhall.core.decision import UNFINISHED
from guildhall.core.errors import BadSetup, GuildhallError, MissingExtra, short
from guildhall.core.game import Game
from guildhall.core.rules import Observing

from .match import Match, made_again, observable_rules, observing_of, reward_named, same_rules, usual_reward

try:
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as missing:
    raise MissingExtra.named("guildhall.adapters.pettingzoo", "pettingzoo", missing) from missing

__all__ = ["env", "raw_env"]

_SEEDS = 2**32  # seeds drawn for games without one are below this
_MASK_IN = ("info", "observation")
Row = NDArray[np.float32]


def env(**options: Any) -> Any:
    """Return the environment wrapped in PettingZoo's checks of order and bounds. `raw_env` lists the options.

    An illegal action raises `IllegalOption` and leaves the game unchanged.
    """
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(**options)))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  PettingZoo ships no types, and names its environments so
    """One game after another at a table of fixed seats.

    `reward` is "win" (1 for the winner, or shared by several winners, and -1/(n-1) for the others), "victory" (1 for
    every winner, 0 for the others) or "margin" (points minus the mean of the others'). The default is to win or, for a
    single agent, its points. Before the end all rewards are 0.
    A game that reaches its turn limit is truncated. Every other end, won or lost by all, is a termination.
    `mask_in="observation"` makes each observation a dict of `observation` and `action_mask`.
    `render_mode` is "ansi" (`render` returns the table as text) or "human" (it prints it), including hidden cards.
    All other options are those of `gh.new_game`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  PettingZoo looks for it in the class
        "render_modes": ["ansi", "human"],
        "name": "guildhall_v0",  # of the default game; each instance has its own
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        *,
        game: str = "guildhall",
        reward: str | None = None,
        mask_in: str = "info",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        _check("mask_in", mask_in, _MASK_IN)
        _check("render_mode", render_mode, (None, *self.metadata["render_modes"]))
        rules = observable_rules(game, options)
        observing = observing_of(rules)
        self.metadata = {**type(self).metadata, "name": f"{game.replace('-', '_')}_v0"}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(len(rules.seats))]
        self.agents: list[str] = []
        self.observation_spaces = {agent: _space(observing, mask_in) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(observing.actions) for agent in self.possible_agents}
        self._reward = usual_reward(rules) if reward is None else reward_named(reward)
        self._masked = mask_in == "observation"
        # Rules are not stored in the instance, so that a running environment can be copied and pickled.
        self._rules = same_rules(rules)
        self._match: Match | None = None
        self._random: np.random.Generator | None = None
        self._no_action = np.zeros(observing.actions, np.int8)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions: all option ids of the game."""
        return self.action_spaces[agent]

    # Play

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the game of `gh.new_game` with this seed, or by default the next of a random series."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        drawn = int(self._random.integers(_SEEDS)) if seed is None else seed
        self._match = Match.begin(made_again(*self._rules), drawn)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._next_to_act()

    def step(self, action: Any) -> None:
        """Play an option for the agent to act, or None once the game has ended for it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._running.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._running.over:
            self._end()
        else:
            self._next_to_act()
        self._accumulate_rewards()

    def _next_to_act(self) -> None:
        self.agent_selection = self.possible_agents[self._running.decider]
        self.infos = {agent: {"action_mask": self._no_action} for agent in self.agents}
        self.infos[self.agent_selection] = {"action_mask": self._running.mask()}

    def _end(self) -> None:
        outcome = self._running.outcome
        self.rewards = dict(zip(self.possible_agents, self._reward(outcome), strict=True))
        broken_off = outcome.reason == UNFINISHED and not outcome.winners
        ended = self.truncations if broken_off else self.terminations
        ended.update(dict.fromkeys(self.agents, True))
        self.infos = {agent: {"action_mask": self._no_action} for agent in self.agents}

    # Observations

    @property
    def _running(self) -> Match:
        if self._match is None:
            raise GuildhallError("no game has begun; call reset() first")
        return self._match

    @property
    def game(self) -> Game:
        """The game so far, as a `Game` of the kit: to look at, to record, to play on elsewhere."""
        return self._running.game()

    def observe(self, agent: str) -> Row | dict[str, NDArray[Any]]:
        """Return an agent's knowledge, whoever is to act."""
        seat = self.possible_agents.index(agent)
        row = self._running.observe(seat)
        if not self._masked:
            return row
        return {"observation": row, "action_mask": self._running.mask() if self._acts(seat) else self._no_action}

    def _acts(self, seat: int) -> bool:
        return self._running.decider == seat

    def render(self) -> str | None:
        """Return the table in words, including hidden cards."""
        if self.render_mode is None:
            raise GuildhallError('render() needs a render mode: env(…, render_mode="ansi")')
        text = self._running.text()
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Do nothing, since no resources are open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def _check(name: str, value: str | None, known: tuple[str | None, ...]) -> None:
    if value not in known:
        raise BadSetup(f"{name} must be one of {', '.join(map(repr, known))}, not {short(value)}")


def _space(observing: Observing, mask_in: str) -> spaces.Space[Any]:
    """Return the space of observations, a separate object for each agent so that each can be seeded."""
    row = spaces.Box(0.0, 1.0, (sum(observing.parts.values()),), np.float32)
    if mask_in == "info":
        return row
    return spaces.Dict({"observation": row, "action_mask": spaces.Box(0, 1, (observing.actions,), np.int8)})
