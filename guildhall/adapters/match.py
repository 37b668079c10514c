"""One game behind an adapter: its rules, its state, each seat's memory, and the final rewards.

A match is quick to play and to copy, and can be pickled.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from guildhall.core.decision import NOBODY, Outcome
from guildhall.core.errors import BadSetup, GameOver, IllegalOption, Unsupported, did_you_mean, nearest, short
from guildhall.core.game import Game
from guildhall.core.registration import Registration
from guildhall.core.rules import Observing, Rules, State, clone
from guildhall.games import known_as, read_own_files, registration, registrations, rules_for

__all__ = [
    "REWARDS",
    "Match",
    "Reward",
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
        """Begin at a state; `kept` holds digests of seats that remember more than it shows."""
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
