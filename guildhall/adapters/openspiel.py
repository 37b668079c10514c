"""The kit's games in OpenSpiel, registered on import as `python_guildhall`, `python_advyria` and so on.

An action is the id of an option, the same number that `game.play` takes.

All chance is dealt at the start: four explicit chance nodes with 256 equal outcomes each are the digits of the seed.
After them the game is a function of the actions. So a history is a whole game and `gh.new_game(seed=…)` plays it,
algorithms for explicit chance work, and no chance node has more outcomes than a byte. (Sampled chance would hide the
seed from histories, and a node for each shuffle would have far too many outcomes.)

A search in a copy of a state therefore knows future shuffles as well as hidden cards. A fair search calls
`resample_from_infostate`, which replaces both at random.

>>> import pyspiel
>>> state = dealt(pyspiel.load_game("python_guildhall(players=3)"), seed=7)
>>> state.action_to_string(state.legal_actions()[0])
'discard blue Weaver'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from guildhall.core.errors import BadSetup, MissingExtra, short
from guildhall.core.game import Game
from guildhall.core.rules import Rules
from guildhall.core.settings import First, Number, Setting
from guildhall.games import list_games, registration

from .match import Match, all_observable, observable_rules, observing_of, usual_reward

try:
    import pyspiel
except ModuleNotFoundError as missing:
    raise MissingExtra.named("guildhall.adapters.openspiel", "openspiel", missing) from missing

__all__ = ["SpielGame", "SpielState", "dealt", "register", "spiel_name"]

_CHANCE, _TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
_DIGITS, _BASE = 4, 256
_SEED_PARTS = [(digit, 1 / _BASE) for digit in range(_BASE)]
_JOIN = "+"  # joins the names of a list, since commas and brackets have a meaning in OpenSpiel's game names
_MOST_POINTS = 1000.0  # an upper bound on a single player's points in any game of the kit

_Plain = int | float | str  # the types of a parameter


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel ships no types
    """A game of the kit with its options set."""

    def __init__(self, name: str, types: dict[bool, Any], params: dict[str, Any]) -> None:
        self.rules = observable_rules(name, _options_of(params, types[False].parameter_specification))
        super().__init__(types[len(self.rules.seats) == 1], _info(self.rules), params)

    def new_initial_state(self) -> SpielState:
        """Return a game before its deal."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the number of chance nodes, which are the digits of a seed at the start."""
        return _DIGITS

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """Return an observer of states for players. With perfect recall its strings are information states."""
        if params or (iig_obs_type and not _is_one_players(iig_obs_type)):
            raise BadSetup("an observer shows one player's public and private knowledge; other types are not supported")
        return SpielObserver(self.rules, recall=bool(iig_obs_type and iig_obs_type.perfect_recall))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """One game at one moment. `game` returns it as a `Game` of the kit."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        # Everything here is copied and pickled with the state, so the rules are stored with the game instead.
        self.digits: list[int] = []
        self.match: Match | None = None

    @property
    def game(self) -> Game:
        """The game so far: to look at, to record, to play on elsewhere."""
        return self._dealt.game()

    @property
    def _dealt(self) -> Match:
        if self.match is None:
            raise BadSetup(
                "the seed is not dealt yet; apply the chance outcomes first, or begin with dealt(game, seed)"
            )
        return self.match

    def current_player(self) -> int:
        """Return the deciding seat, or OpenSpiel's number for chance or the end."""
        if self.match is None:
            return _CHANCE
        return _TERMINAL if self.match.over else self.match.decider

    def is_terminal(self) -> bool:
        """Return whether the game has ended."""
        return self.match is not None and self.match.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the digits of the seed, all equally likely."""
        return _SEED_PARTS

    def returns(self) -> list[float]:
        """Return 1 for the winner, -1/(n-1) for the others, or 1 for all who win together, and 0 before the end.

        A single player gets points instead, unless the game is won together.
        """
        if not self.is_terminal():
            return [0.0] * self.num_players()
        return list(usual_reward(self._dealt.rules)(self._dealt.outcome))

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._dealt.options)

    def _apply_action(self, action: int) -> None:
        if self.match is not None:
            self.match.play(action)
            return
        self.digits.append(action)
        if len(self.digits) == _DIGITS:
            self.match = Match.begin(self.get_game().rules, int.from_bytes(self.digits))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == _CHANCE:
            return f"digit {action}"
        return self._dealt.phrase(action)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Return a state that looks the same to the player, with everything it cannot know dealt at random.

        Its history is empty, since the true one would reveal the hidden cards.
        """
        world: SpielState = self.get_game().new_initial_state()
        world.match = self._dealt.resampled(player, int(sampler() * _BASE**_DIGITS))
        return world

    def __str__(self) -> str:
        return f"seed so far: {self.digits}" if self.match is None else self.match.text()


class SpielObserver:
    """One player's knowledge as a row of numbers in named parts, and in words.

    With perfect recall the words are a digest of everything the player has seen and done, short enough for a search
    tree.
    """

    def __init__(self, rules: Rules, *, recall: bool) -> None:
        parts = observing_of(rules).parts
        ends = np.cumsum([*parts.values()]).tolist()
        self.tensor = np.zeros(sum(parts.values()), np.float32)
        views = zip(parts.items(), ends, strict=True)
        self.dict = {name: self.tensor[end - length : end] for (name, length), end in views if length}
        self._recall = recall

    def set_from(self, state: SpielState, player: int) -> None:
        """Write a player's knowledge into `tensor`, zeros while the seed is being dealt."""
        self.tensor[:] = 0 if state.match is None else state.match.observe(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return a player's knowledge in words, or its information state."""
        if state.match is None:
            return f"player {player}, nothing dealt"
        return f"player {player}, {state.match.remembered(player)}" if self._recall else state.match.text(player)


def dealt(game: SpielGame, seed: int) -> SpielState:
    """Return a new game with this seed, the same as `gh.new_game` with the same options and seed."""
    if not 0 <= seed < _BASE**_DIGITS:
        raise BadSetup(f"a seed for OpenSpiel must be a whole number from 0 to {_BASE**_DIGITS - 1}, not {short(seed)}")
    state = game.new_initial_state()
    for digit in seed.to_bytes(_DIGITS):
        state.apply_action(digit)
    return state


def _is_one_players(kind: Any) -> bool:
    return bool(kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER)


def _info(rules: Rules) -> Any:
    observing, seats = observing_of(rules), len(rules.seats)
    if observing.longest is None:
        raise BadSetup(f"OpenSpiel needs the maximum length of a game, so {rules.game} needs a turn_limit")
    limits = {"min_utility": -1 / max(seats - 1, 1), "max_utility": 1.0, "utility_sum": 0.0}
    if rules.together:
        limits = {"min_utility": 0.0, "max_utility": 1.0}
    elif seats == 1:
        limits = {"min_utility": -_MOST_POINTS, "max_utility": _MOST_POINTS}
    return pyspiel.GameInfo(
        num_distinct_actions=observing.actions,
        max_chance_outcomes=_BASE,
        num_players=seats,
        max_game_length=observing.longest,
        **limits,
    )


# --- Options of a game as parameters of OpenSpiel, which knows numbers, truth values and words only ---


def _defaults_of(rules: Rules) -> dict[str, _Plain]:
    """Return a game's options with their defaults, in the types of its settings.

    A missing default is the empty string, or the number just below the allowed range. Lists that are empty by default
    (custom cards) have no parameter.

    >>> known = _defaults_of(observable_rules("guildhall", {}))
    >>> known["players"], known["cards"], known["saga"], known["masters"], known["first"]
    (2, 'old-world', '', False, -1)
    """
    none = {setting.stored: _nothing(setting) for setting in registration(rules.game).settings.declared()}
    plain = {name: _plain(value, none[name]) for name, value in rules.setup.items() if value != []}
    return {**plain, "players": len(rules.seats)}


def _nothing(setting: Setting) -> _Plain:
    match setting:
        case Number():
            return setting.low - 1
        case First():
            return -1
        case _:
            return ""


def _options_of(params: Mapping[str, _Plain], usual: Mapping[str, _Plain]) -> dict[str, Any]:
    """Return the options for the parameters, without those that have their defaults, since OpenSpiel adds them.

    >>> given = {"players": 3, "cards": "old-world+new-empire", "saga": "mega", "first": 0, "vp": ""}
    >>> _options_of(given, _defaults_of(observable_rules("guildhall", {})))
    {'players': 3, 'cards': ['old-world', 'new-empire'], 'saga': 'mega', 'first': 0}
    """
    return {name: _meant(value) for name, value in params.items() if value != usual.get(name)}


def _plain(value: Any, none: _Plain) -> _Plain:
    if value is None:
        return none
    return _JOIN.join(map(str, value)) if isinstance(value, list | tuple) else value


def _meant(value: _Plain) -> Any:
    if not isinstance(value, str):
        return value
    if _JOIN in value:
        return [_meant(each.strip()) for each in value.split(_JOIN)]
    return int(value) if value.isdigit() else value


# --- Registration ---


def spiel_name(game: str) -> str:
    """Return OpenSpiel's name for a game of the kit, without hyphens.

    >>> spiel_name("guild-master")
    'python_guild_master'
    """
    return f"python_{game.replace('-', '_')}"


def _type(name: str, about: dict[str, Any], rules: Rules, *, alone: bool) -> Any:
    """Describe a game to OpenSpiel. A single player plays for points, so the sum is general."""
    fewest, most = about["players"]
    utility = pyspiel.GameType.Utility
    shared = utility.IDENTICAL if rules.together else utility.ZERO_SUM
    return pyspiel.GameType(
        short_name=spiel_name(name),
        long_name=about["title"],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.GENERAL_SUM if alone else shared,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_defaults_of(rules),
    )


def register(name: str) -> None:
    """Register a game of the kit with `pyspiel.load_game`, if it was added after this module was imported."""
    about, rules = list_games()[name], observable_rules(name, {})
    types = {alone: _type(name, about, rules, alone=alone) for alone in (False, True)}

    class Registered(SpielGame):
        """The game's constructor for OpenSpiel. It is a class because OpenSpiel releases it after Python has ended."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(name, types, params or {})

    pyspiel.register_game(types[1 in about["players"]], Registered)


for _name, _ in all_observable():
    register(_name)
