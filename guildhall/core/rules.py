"""The rules of a game: the one class that games, bots, records and front-ends work with.

A state is a NumPy array of one record, `shape == (1,)`.
`clone(state)` copies it, `state.tobytes()` identifies it, and nothing else holds any part of a game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, TypeAlias, TypeVar, cast

import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray

from guildhall.core.decision import Decision, Event, Outcome
from guildhall.core.errors import Unsupported
from guildhall.core.words import CardText, Words

if TYPE_CHECKING:
    from collections import Counter
    from fractions import Fraction

__all__ = [
    "CardText",
    "Columns",
    "DrawChances",
    "Observing",
    "QuestChances",
    "Rolled",
    "Rules",
    "Schema",
    "Seen",
    "Spec",
    "State",
    "Table",
    "View",
    "clone",
    "computed",
    "digest",
    "rebuild",
    "turn_of",
    "with_own_files",
]

State: TypeAlias = npt.NDArray[np.void]
"""One game at one moment, an array of shape (1,) of the game's record dtype."""

Table: TypeAlias = Any
"""Everything on the table as plain lists, dicts and strings; the fields differ from game to game."""

View: TypeAlias = Any
"""Everything one seat may know; the fields differ from game to game."""

Spec: TypeAlias = str | Mapping[str, float]
"""A bot by its name, or by its named weights."""

Columns: TypeAlias = dict[str, NDArray[Any]]
"""The columns of a frame by name."""

Schema: TypeAlias = dict[str, tuple[str, str]]
"""Column of a frame -> (type, meaning).

Types are `int8` … `int64`, in which a negative number stands for none; `signed int16` and `signed int32`, in which
only `NO_NUMBER` of `kernel/tables.py` does; `bool`; and `word`, a number that stands for a word of the vocabulary.
"""

_NOTHING: Mapping[Any, Any] = MappingProxyType({})

_Value = TypeVar("_Value")


def computed(make: Callable[[Any], _Value]) -> _Value:
    """Make an attribute that is computed when it is first used, in place of a plain one of the base class.

    It is `functools.cached_property`, typed as the value that it computes.
    """
    return cast(_Value, cached_property(make))


class Rules(ABC):
    """The rules of one game with its settings; holds parameters, never a state.

    A game overrides what it has.
    Everything else has a default: an empty mapping or tuple, None, or an `Unsupported` error.
    """

    game: str
    """The name of the game in the registry."""
    setup: Mapping[str, Any]
    """The settings, plain enough for JSON; `rebuild(game, setup)` makes equal rules."""
    seats: tuple[str, ...]
    """The players' names in seat order."""
    version: str = "1"
    """The version of the rules; another version may play the same options differently."""
    card_hash: str
    """A hex digest over the card data in use."""

    @cached_property
    def words(self) -> Words:
        """The words of the game."""
        return Words(self)

    def _lacks(self, what: str) -> Unsupported:
        return Unsupported(f"{self.game} has no {what}")

    # --- Play ---

    @abstractmethod
    def start(self, seed: int) -> State:
        """Return a fresh game; the seed decides every shuffle and draw to come."""

    @abstractmethod
    def options(self, state: State) -> tuple[int, ...]:
        """Return the ids of the legal options, none when the game is over: the only place that defines legality.

        They come in card order, and the option that ends a set of picks (`done`) comes last.
        """

    @abstractmethod
    def apply(self, state: State, option: int) -> tuple[Event, ...]:
        """Carry out a legal option in place; an illegal one is not noticed."""

    @abstractmethod
    def decision(self, state: State) -> Decision:
        """Return the current decision in words; its seat is `NOBODY` when the game is over."""

    @abstractmethod
    def outcome(self, state: State) -> Outcome:
        """Return the points of every seat, and winner and reason once the game is over."""

    def phrase(self, state: State, option: int) -> str:
        """Return the stable phrase of a legal option."""
        return self.words.phrase(state, option)

    def explain(self, state: State, phrase: str, seat: int | None = None) -> str | None:
        """Return why a phrase is not legal now, as a sentence without its full stop, or None.

        With a seat the reason contains only what that seat may know, even if another seat decides.
        """
        return None

    def fault(self, state: State) -> str | None:
        """Return why a state read from a file cannot be a start position, or None; nothing else touches it before."""
        return f"{self.game} has no positions set up by hand"

    def opening(self, start: State, seed: int) -> tuple[Event, ...]:
        """Return the events before the first decision, or none if the game of this seed does not begin with `start`."""
        return ()

    # --- Turns, moves, sets of picks ---

    turn_word: str = "turn"
    """The game's word for the turns it counts."""
    set_kinds: frozenset[str] = frozenset()
    """The kinds of decision that pick the cards of one set one by one, in canonical order."""

    def turn_number(self, state: State) -> int | None:
        """Return the number of the turn over all seats, from 1; 0 during set-up, None if turns are not counted."""
        return None

    def last_turn(self, view: View, turns: int) -> int:
        """Return the number of the last of a seat's next `turns` turns, including the current one."""
        raise self._lacks("turns that are counted")

    def begins_move(self, before: State, state: State) -> bool:
        """Return whether a move begins with the decision of `state`, which follows that of `before`."""
        same_seat = self.decision(before).seat == self.decision(state).seat
        return not same_seat or turn_of(self, before) != turn_of(self, state)

    def set_at(self, state: State) -> int | None:
        """Return a number shared by all picks of one set; None if the current decision picks no such set."""
        return None

    def obvious(self, state: State) -> int | None:
        """Return the option that hardly anybody would refuse; None where there is a real choice."""
        return None

    def rest(self, state: State) -> tuple[int, ...]:
        """Return all that can still be chosen where things are chosen one by one, in order; empty elsewhere."""
        return ()

    # --- The table, and what a seat may know ---

    warnings: tuple[str, ...] = ()
    """Remarks about the chosen cards for the players."""
    card_texts: Mapping[str, CardText] = _NOTHING
    """Every card of the game by its English name."""
    score_levels: tuple[tuple[int | None, str], ...] = ()
    """The lowest score of each level of a rating table, None for the lowest level, and its word."""

    @abstractmethod
    def table(self, state: State) -> Table:
        """Return everything on the table, including hidden things."""

    @abstractmethod
    def view(self, state: State, seat: int) -> View:
        """Return what the seat may know, built up from nothing."""

    def seen(self, state: State, seat: int) -> Seen:
        """Return what roll-outs need of a view; `roll_out`, `last_turn` and `resample` accept it in place of a view."""
        raise self._lacks("roll-outs")

    def resample(self, view: View, seed: int) -> State:
        """Return a state with the same view for the same seat, in which everything hidden is dealt again."""
        raise self._lacks("way to deal hidden cards again")

    def text(self, table: Table | View, decision: Decision | None) -> str:
        """Return the table for a terminal."""
        return f"{table}\n{decision or ''}".rstrip()

    def html(self, table: Table | View, decision: Decision | None) -> str:
        """Return the table as simple HTML without scripts."""
        from html import escape

        return f"<pre>{escape(self.text(table, decision))}</pre>"

    def places(self, state: State) -> Mapping[int, str]:
        """Return where each option can be clicked on the table, by option; options without a place are left out."""
        places = {option: self.words.place(state, option) for option in self.options(state)}
        return {option: place for option, place in places.items() if place}

    # --- Bots ---

    bots: Mapping[str, Mapping[str, float]] = _NOTHING
    """The bots that come with the game, each a row of named weights."""
    shunnable: tuple[str, ...] = ()
    """The cards that a bot can leave unused, by name."""

    @property
    def levels(self) -> Mapping[str, Mapping[str, float]]:
        """Opponents for people, from the weakest to the strongest, each a row of named weights."""
        return {}

    @property
    def bot_lines(self) -> Mapping[str, str]:
        """A line about each bot and level, from the weakest to the strongest."""
        return dict.fromkeys((*self.bots, *self.levels), "")

    @property
    def usual_bot(self) -> str:
        """The bot that plays if none is named: the one called `greedy`, or else the first; "" without bots."""
        return "greedy" if "greedy" in self.bots else next(iter(self.bots), "")

    def weights(self, bot: Spec) -> NDArray[np.float64]:
        """Return a bot's row of numbers, from its name or its named weights."""
        raise self._lacks("bots that play by weights")

    def searches(self, weights: NDArray[np.float64]) -> bool:
        """Return whether such a bot tries its options out before it chooses, which takes much longer."""
        return False

    def choose(self, state: State, weights: NDArray[np.float64], coin: NDArray[np.uint64]) -> int:
        """Return the choice of a row of weights for the deciding seat; uses only what that seat may know."""
        raise self._lacks("bots that play by weights")

    def shunning(self, bot: Spec, card: str) -> Mapping[str, float]:
        """Return the same bot, except that it never uses what a card does."""
        raise self._lacks("bots that can leave a card unused")

    # --- Many games ---

    card_groups: Mapping[str, str] = _NOTHING
    """The group of each card of the column `card` in analyses; a card without one is its own group."""

    @property
    def schemas(self) -> Mapping[str, Schema]:
        """The frames of recorded games besides `games`."""
        return {}

    @property
    def vocabulary(self) -> Mapping[str, tuple[str, ...]]:
        """The words that numbers stand for, by column."""
        return {}

    def play_games(
        self, seeds: NDArray[np.uint64], rows: NDArray[np.float64], moves: Sequence[Sequence[int]] | None = None
    ) -> Columns:
        """Play a whole game for every seed, a row of weights for each seat; returns the columns of `games`.

        `moves` are legal options with which each game begins; games played by other bots are given whole.
        """
        raise self._lacks("games that are recorded in bulk")

    def record_games(
        self,
        seeds: NDArray[np.uint64],
        rows: NDArray[np.float64],
        moves: Sequence[Sequence[int]] | None = None,
        *,
        events: bool = False,
    ) -> dict[str, Columns]:
        """Play the same games; returns the columns of `games`, of the frames of `schemas` and of `events` if wanted."""
        raise self._lacks("games that are recorded in bulk")

    # --- Odds ---

    goals: tuple[str, ...] = ()
    """Goals of a seat besides winning, by name; roll-outs count them."""
    goal_word: str = "goal"
    """The game's word for one of its goals, such as "chapter"."""
    draw_chances: DrawChances | None = None
    """The chances of goals that are completed by drawing cards."""
    quest_chances: QuestChances | None = None
    """Exact chances to reach a field, to find an adventure and to finish a set."""

    def roll_out(
        self,
        view: View,
        weights: NDArray[np.float64],
        seeds: NDArray[np.integer[Any]],
        *,
        turns: int | None = None,
        option: int | None = None,
    ) -> Rolled:
        """Play on from what a seat knows, once per seed, with a row of weights for all seats or one for each.

        `turns` ends it after that many turns of the seat, including the current one; without it games are played out.
        `option` is played first.
        """
        raise self._lacks("roll-outs")

    def overtaking(
        self, state: State, weights: NDArray[np.float64], option: int, *, rollouts: int, coin: NDArray[np.uint64]
    ) -> int:
        """Return an option that wins more of `rollouts` roll-outs for the deciding seat than `option`, or that one.

        Uses only what that seat may know.
        """
        raise self._lacks("roll-outs")

    # --- Games that are won together ---

    together: ClassVar[bool] = False
    """True if all players win or lose together, as a party."""
    candidates: tuple[str, ...] = ()
    """All possible members of a party, such as decks; the setting `party` takes one for each player."""
    deaths: tuple[int, ...] = ()
    """For each seat the index of the goal by which roll-outs count its death."""

    # --- Learning programs ---

    @property
    def observing(self) -> Observing:
        """The game in numbers."""
        raise self._lacks("numbers for learning programs")


def turn_of(rules: Rules, state: State) -> object:
    """Return a value that changes from turn to turn: the number of the turn, or the deciding seat without one."""
    return rules.turn_number(state) or rules.decision(state).seat


def clone(state: State) -> State:
    """A copy that is equal byte for byte.

    `state.copy()` copies field by field: it takes longer and leaves the gaps of an aligned record undefined.

    >>> state = np.zeros(1, np.dtype([("seat", "i1"), ("deck", "i8")], align=True))
    >>> clone(state).tobytes() == state.tobytes()
    True
    """
    return np.frombuffer(bytearray(state.tobytes()), state.dtype)


def digest(state: State) -> str:
    """Eight bytes of BLAKE2b over the state, the check that records carry.

    >>> digest(np.zeros(1, np.dtype([("seat", "i1")])))
    '94f6d9cdd1ea8248'
    """
    return blake2b(state.tobytes(), digest_size=8).hexdigest()


def rebuild(game: str, setup: Mapping[str, Any]) -> Rules:
    """Return the rules that a record's header describes, from the registry of games; opens no file that it names."""
    from guildhall.games import rules_for  # which imports the core

    return rules_for(game, setup)


def with_own_files(game: str, setup: Mapping[str, Any], **files: Any) -> dict[str, Any]:
    """Return a setup from a file, with the texts of files that its reader names (`card_files=[…]`)."""
    from guildhall.games import read_own_files  # which imports the core

    return read_own_files(game, {**setup, **files})


# --- Parts of the rules of some games ---


class DrawChances(Protocol):
    """The parts of a game that exact odds of draws need, all from a seat's view."""

    @property
    def goals(self) -> tuple[str, ...]:
        """Goals that can be completed by drawing."""

    def next_hand(self, view: View) -> int | None:
        """Return up to how many cards the view's seat may draw its hand now; None if it may not draw."""

    def unseen(self, view: View) -> Counter[str]:
        """Return the copies of each card whose place the view's seat does not know, 0 if it has seen them all."""

    def deck(self, view: View) -> tuple[Counter[str], list[str | None]]:
        """Return the cards that may come off the deck, and the deck itself, top last, None for unknown cards."""

    def discard(self, view: View) -> list[str]:
        """Return the discard pile, top last."""

    @property
    def keeps_top(self) -> bool:
        """True if the top card of the discard pile stays when the pile becomes the deck."""

    def missing(self, view: View, goal: str, *, hand: bool) -> tuple[tuple[str, ...], ...]:
        """Return the alternatives for everything that the seat lacks for a goal."""

    def need(self, view: View, goal: str, *, hand: bool) -> int:
        """Return how many of them complete it."""

    def wild(self, goal: str) -> tuple[str, ...]:
        """Return the cards that count as any of them."""


class QuestChances(Protocol):
    """Exact odds of a game with a board, dice and sets."""

    def reach(self, view: View, field: str, *, dice: int) -> Fraction:
        """Return the chance that one of the next moves ends on a field."""

    def find(self, view: View, adventure: str, *, looks: int | None, dice: int | None) -> Fraction:
        """Return the chance to find an adventure with some looks at hidden tiles, or with some moves."""

    def finish_set(self, view: View, card: str, size: int, *, draws: int) -> Fraction:
        """Return the chance to hold a set after the next draw."""


class Observing(Protocol):
    """A game in numbers, for programs that learn; all of it only from what a seat may know."""

    @property
    def actions(self) -> int:
        """The ids of all options of the game are below this number."""

    @property
    def parts(self) -> Mapping[str, int]:
        """The named parts of a row of numbers in order, each with its length."""

    @property
    def longest(self) -> int | None:
        """A number of plies that no game exceeds, or None where there is none."""

    def decider(self, state: State) -> int:
        """Return the deciding seat, `NOBODY` when the game is over."""

    def carry_out(self, state: State, option: int) -> None:
        """Carry out a legal option in place without making events."""

    def fingerprint(self, state: State, seat: int) -> bytes:
        """Return bytes that are equal for two states if and only if they look the same from the seat."""

    def observe(self, state: State, seat: int) -> NDArray[np.float32]:
        """Return what the seat may know, as a row of numbers from 0 to 1."""

    def observe_many(self, states: NDArray[Any], seats: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return a row for every state of an array, each from the view of its seat."""


class Seen(NamedTuple):
    """The part of a view that roll-outs use: the record of what a seat may know, and the seat."""

    knowledge: State
    seat: int


class Rolled(NamedTuple):
    """The results of roll-outs, one row for each."""

    goals: NDArray[np.bool_]
    """The goals that were reached by the seat from whose view they began."""
    winners: NDArray[np.int64]
    """The winners as bits, 0 where nobody has won yet."""
    points: NDArray[np.int64]
    """The points of every seat at the end."""
