"""Games behind an adapter: a `Match` is one game, and `Lanes` are many games side by side for learning programs.

A match has its rules, its state, each seat's memory and the final rewards. It is quick to play and to copy, and can be
pickled. Lanes are stepped together in compiled code, with arrays in and out.

>>> lanes = Lanes("guildhall", lanes=8, seed=1, players=2)
>>> coin = np.random.default_rng(1)
>>> for _ in range(100):
...     step = lanes.step(lanes.sample(coin))
>>> step.rows.shape == (8, lanes.length), step.mask.shape == (8, lanes.actions), step.rewards.shape
(True, True, (8, 2))
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray

from guildhall.core.decision import NOBODY, UNFINISHED, Outcome
from guildhall.core.errors import BadSetup, GameOver, IllegalOption, Unsupported, did_you_mean, listing, nearest, short
from guildhall.core.game import Game
from guildhall.core.registration import Registration
from guildhall.core.rules import Observing, Rules, State, clone
from guildhall.core.typed import number_within, read_seed
from guildhall.games import known_as, read_own_files, registration, registrations, rules_for
from guildhall.kernel.chance import generators, series
from guildhall.kernel.log import empty_log
from guildhall.kernel.rules import CompiledRules
from guildhall.kernel.tables import EndColumn

__all__ = [
    "REWARDS",
    "Lanes",
    "Match",
    "Reward",
    "Step",
    "all_observable",
    "by_margin",
    "by_victory",
    "by_win",
    "made_again",
    "observable_rules",
    "observing_of",
    "reward_named",
    "same_rules",
    "shared",
    "usual_reward",
]


# --- A game ---


class Match:
    """A game, the options played, and its seats' views.

    >>> match = Match.begin(observable_rules("guildhall", {"players": 2}), seed=7)
    >>> match.play(match.options[-1])
    >>> match.game().ply
    1
    """

    def __init__(self, rules: Rules, start: State, *, seed: int = 0) -> None:
        self.rules = rules
        self.observing = observing_of(rules)
        self.seed = seed
        self.moves: list[int] = []
        self._start = start
        self._state = clone(start)
        self._memory = _Memory(start)
        self._options: tuple[int, ...] | None = None
        #: The deciding seat, `NOBODY` when the game is over. Stored, because it is needed many times per ply.
        self.decider = self.observing.decider(start)

    @classmethod
    def begin(cls, rules: Rules, seed: int) -> Match:
        """Begin the same game as `gh.new_game` with this seed."""
        return cls(rules, rules.start(seed), seed=seed)

    @property
    def options(self) -> tuple[int, ...]:
        """The ids of the legal options in ascending order, none when the game is over."""
        if self._options is None:
            self._options = tuple(sorted(self.rules.options(self._state)))
        return self._options

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self.decider == NOBODY

    @property
    def outcome(self) -> Outcome:
        """The points of every seat, and winners and reason once the game is over."""
        return self.rules.outcome(self._state)

    def mask(self) -> NDArray[np.int8]:
        """Return an array with a 1 for every legal option."""
        mask = np.zeros(self.observing.actions, np.int8)
        mask[list(self.options)] = 1
        return mask

    def play(self, option: int) -> None:
        """Play a legal option. `IllegalOption` lists the legal ones."""
        if option not in self.options:
            self._refuse(option)
        self.observing.carry_out(self._state, option)
        self.moves.append(option)
        self.decider = self.observing.decider(self._state)
        self._options = None

    def _refuse(self, option: int) -> None:
        if self.over:
            raise GameOver(f"the game is over, so option {option} cannot be played")
        legal = [f"{each} ({self.phrase(each)})" for each in self.options]
        seat = self.decider
        raise IllegalOption(
            f"option {option} is not legal for seat {seat} now; legal: {', '.join(legal)}",
            asked=str(option),
            legal=[self.phrase(each) for each in self.options],
        )

    def phrase(self, option: int) -> str:
        """Return the phrase of a legal option."""
        return self.rules.phrase(self._state, option)

    # Observations

    def observe(self, seat: int) -> NDArray[np.float32]:
        """Return the seat's knowledge as a row of numbers from 0 to 1."""
        return self.observing.observe(self._state, seat)

    def remembered(self, seat: int) -> str:
        """Return a digest of everything the seat has seen and done, and of its current knowledge."""
        seen = self._memory.seen(self.rules, self.moves)[seat]
        return (seen + self.observing.fingerprint(self._state, seat)).hex()

    def text(self, seat: int | None = None) -> str:
        """Return the table in words, in full or from a seat's view, with the options only for the deciding seat."""
        if seat is None:
            return self.rules.text(self.rules.table(self._state), self.rules.decision(self._state))
        own = self.rules.decision(self._state) if self.decider in (seat, NOBODY) else None
        return self.rules.text(self.rules.view(self._state, seat), own)

    def game(self) -> Game:
        """Return the same game for study, with record, undo and display."""
        game = Game(self.rules, clone(self._start), seed=self.seed)
        game.play(*self.moves)
        return game

    # Copies

    def resampled(self, seat: int, seed: int) -> Match:
        """Return a match that looks the same to the seat, with everything it cannot know dealt by the seed.

        The seat keeps its memory. The true past of the others and the moves are removed.
        """
        world = self.rules.resample(self.rules.view(self._state, seat), seed)
        other = Match(self.rules, world)
        other._memory = _Memory(world, kept={seat: self._memory.seen(self.rules, self.moves)[seat]})
        return other

    def __deepcopy__(self, _: dict[int, Any]) -> Match:
        other = object.__new__(Match)
        other.__dict__.update(self.__dict__)
        other.moves = self.moves.copy()
        other._state = clone(self._state)
        other._memory = self._memory.copy()
        return other

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: value for name, value in self.__dict__.items() if name != "observing"}
        return {**kept, "rules": same_rules(self.rules)}

    def __setstate__(self, stored: dict[str, Any]) -> None:
        rules = made_again(*stored["rules"])
        self.__dict__.update(stored, rules=rules, observing=observing_of(rules))


class _Memory:
    """Digests of everything each seat has seen and done since the game began: the information sets.

    The digest of a seat is a chain over its view at the start, the events it saw and the options it chose. Random play
    never needs it, so the moves are replayed only on request.
    """

    def __init__(self, start: State, *, kept: Mapping[int, bytes] | None = None) -> None:
        """Begin at a state. `kept` holds digests of seats that remember more than it shows."""
        self._state = start
        self._kept = dict(kept or {})
        self._seen: tuple[bytes, ...] | None = None
        self._ply = 0

    def copy(self) -> _Memory:
        """Return an independent memory of the same past."""
        other = object.__new__(_Memory)
        other.__dict__.update(self.__dict__)
        return other

    def seen(self, rules: Rules, moves: Sequence[int]) -> tuple[bytes, ...]:
        """Return the digests of all seats after these moves, which extend those of the last call."""
        if self._seen is None:
            self._seen = self._at_start(rules)
        if self._ply < len(moves):
            # Copies of this memory share the state, so it is replaced, not changed.
            self._state = clone(self._state)
            for move in moves[self._ply :]:
                self._seen = _after(rules, self._state, move, self._seen)
            self._ply = len(moves)
        return self._seen

    def _at_start(self, rules: Rules) -> tuple[bytes, ...]:
        look = observing_of(rules).fingerprint
        return tuple(self._kept.get(seat) or look(self._state, seat) for seat in range(len(rules.seats)))


def _after(rules: Rules, state: State, move: int, seen: tuple[bytes, ...]) -> tuple[bytes, ...]:
    """Play a move and link each seat's events to its digest."""
    decider = observing_of(rules).decider(state)
    events = rules.apply(state, move)
    return tuple(
        _link(digest, decider, move if seat == decider else None, [event.as_seen_by(seat).text for event in events])
        for seat, digest in enumerate(seen)
    )


def _link(digest: bytes, decider: int, own: int | None, told: Sequence[str]) -> bytes:
    words = "\n".join([f"{decider} {own}", *told])
    return blake2b(digest + words.encode(), digest_size=16).digest()


# --- Rules ---


def observing_of(rules: Rules) -> Observing:
    """Return the observations of a game, or raise BadSetup."""
    return rules.observing


def observable_rules(game: str, options: Mapping[str, Any]) -> Rules:
    """Return the rules of a game that has observations, or raise BadSetup.

    >>> observing_of(observable_rules("guildhall", {"players": 3})).actions
    314
    """
    rules = rules_for(game, read_own_files(game, options))
    rules.observing  # noqa: B018 - raises Unsupported if there is none
    return rules


def all_observable() -> Iterator[tuple[str, Rules]]:
    """Iterate over all games with observations, each with its default rules.

    >>> "guildhall" in dict(all_observable())
    True
    """
    for game in registrations():
        rules = game.make_rules({})
        with suppress(Unsupported):
            rules.observing  # noqa: B018 - raises Unsupported if there is none
            yield game.name, rules


def same_rules(rules: Rules) -> tuple[str, str, bytes]:
    """Return the arguments with which another process can call `made_again` to build the same rules."""
    return rules.game, registration(rules.game).home, msgspec.json.encode(rules.setup)


def made_again(game: str, home: str, setup: bytes) -> Rules:
    """Return the rules described by `same_rules`, built once."""
    return _made(known_as(game, home), setup)


@lru_cache(maxsize=64)
def _made(game: Registration, setup: bytes) -> Rules:  # keyed by registration, since a game may be registered again
    return observable_rules(game.name, msgspec.json.decode(setup))


# --- Rewards ---


Reward = Callable[[Outcome], tuple[float, ...]]


def by_win(outcome: Outcome) -> tuple[float, ...]:
    """Return 1 for the winner, paid in equal parts by the others, and 0 for everybody if nobody won.

    With several seats the rewards always add up to 0. A game that all win or lose together needs `by_victory`.

    >>> by_win(Outcome(1, (12, 20, 7), "target"))
    (-0.5, 1.0, -0.5)
    """
    return shared(outcome.winners, len(outcome.points))


def shared(winners: Collection[int], seats: int) -> tuple[float, ...]:
    """Split among the winners what the losers would pay a single winner. A single player is paid by nobody.

    >>> shared([0, 2], 3), shared([0, 1], 2), shared([0], 1)
    ((0.25, -0.5, 0.25), (0.0, 0.0), (1.0,))
    """
    if seats == 1:
        return (float(len(winners)),)
    if not winners:
        return (0.0,) * seats
    price = 1 / (seats - 1)
    gain = (seats - len(winners)) * price / len(winners)
    return tuple(gain if seat in winners else -price for seat in range(seats))


def by_victory(outcome: Outcome) -> tuple[float, ...]:
    """Return 1 for every winner and 0 for the others, who pay nothing, for games that are won together.

    >>> by_victory(Outcome(None, (9, 9), "rescued", winners=(0, 1))), by_victory(Outcome(None, (3, 5), "overrun"))
    ((1.0, 1.0), (0.0, 0.0))
    """
    return tuple(float(seat in outcome.winners) for seat in range(len(outcome.points)))


def by_margin(outcome: Outcome) -> tuple[float, ...]:
    """Return each seat's points minus the mean of the others', or a single player's points.

    >>> by_margin(Outcome(1, (12, 20, 7), "target")), by_margin(Outcome(0, (71,), "passed"))
    ((-1.5, 10.5, -9.0), (71.0,))
    """
    total, others = sum(outcome.points), max(len(outcome.points) - 1, 1)
    return tuple(vp - (total - vp) / others for vp in outcome.points)


#: The rewards by name.
REWARDS: dict[str, Reward] = {"margin": by_margin, "victory": by_victory, "win": by_win}


def reward_named(name: str) -> Reward:
    """Return the reward of that name, or raise BadSetup."""
    if name not in REWARDS:
        close = did_you_mean(nearest(name, REWARDS))
        raise BadSetup(f"unknown reward {short(name)}{close or '; the rewards are ' + ', '.join(REWARDS)}")
    return REWARDS[name]


def usual_reward(rules: Rules) -> Reward:
    """Return the default reward: winning, winning together, or points for a single player without opponents."""
    if rules.together:
        return by_victory
    return by_win if len(rules.seats) > 1 else by_margin


# --- Lanes ---


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
