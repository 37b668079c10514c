"""The `Rules` base class, through which bots, records and front-ends work with every game, and its `Words`.

A state is a NumPy array with one record, `shape == (1,)`.
`clone(state)` copies it and `state.tobytes()` identifies it. It contains the complete game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, TypeAlias, TypeVar, cast

import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray

from guildhall.core.decision import Decision, Event, Outcome
from guildhall.core.errors import Unsupported

if TYPE_CHECKING:
    from collections import Counter
    from fractions import Fraction

    from guildhall.core.game import Game

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
    "Words",
    "as_one_sentence",
    "clone",
    "computed",
    "digest",
    "rebuild",
    "turn_of",
    "with_own_files",
]


_ARTICLES = ("The ", "Der ", "Die ", "Das ")
"""First words to put in lower case when sentences are joined."""


class Words:
    """The texts of a game. A game overrides the methods whose default does not read well.

    All methods except `ending` are called with states of running games.
    """

    def __init__(self, rules: Rules) -> None:
        self.seats = rules.seats

    # --- Decisions ---

    def kind(self, state: State) -> str:
        """Return the kind of the current decision."""
        return "act"

    def prompt(self, state: State) -> str:
        """Return the question to the deciding seat."""
        return "choose an action"

    def phrase(self, state: State, option: int) -> str:
        """Return the stable phrase of an option, the same in every language."""
        return f"option {option}"

    def label(self, state: State, option: int) -> str:
        """Return the on-screen name of an option, or "" to use its phrase."""
        return ""

    def about(self, state: State, option: int) -> str:
        """Return a sentence about an option, such as its effect or its price."""
        return ""

    def place(self, state: State, option: int) -> str | None:
        """Return the name of the place on the table where an option can be clicked, also used by highlights."""
        return None

    def refusal(self, state: State, phrase: str) -> str | None:
        """Return why a phrase is not legal, or None. The state may contain only what the deciding seat knows."""
        return None

    def hints(self, game: Game, seat: int) -> Iterator[str]:
        """Yield sentences about the current decision, based only on what the seat may know."""
        return iter(())

    # --- Events ---

    def event(self, event: int, seat: int, numbers: Sequence[int]) -> Event:
        """Return a row of the event log as an `Event`."""
        return Event(f"event {event}", seat, f"event {event}: {', '.join(map(str, numbers))}")

    def move(self, seat: int, events: Sequence[Event]) -> str:
        """Describe a seat's move, without naming the seat, from the events as the reader saw them."""
        return as_one_sentence(self.seats[seat], events)

    def opening(self, events: Sequence[Event]) -> list[str]:
        """Return sentences without their full stops about the events before the first decision."""
        return []

    def turns(self, events: Sequence[Event]) -> list[str]:
        """Return a sentence for each turn that begins in these events, including turns of enemies."""
        return []

    def ending(self, state: State, outcome: Outcome) -> str:
        """Describe how the game ended, as a sentence without its full stop."""
        return outcome.sentence(self.seats)


def as_one_sentence(who: str, events: Sequence[Event]) -> str:
    """Join a player's events to one sentence, without the player's name and without the beginning of a turn.

    >>> as_one_sentence("Ada", [Event("play", 0, "Ada plays a Fairy"), Event("roll", 0, "Ada rolls a 3")])
    'plays a Fairy, rolls a 3'
    >>> as_one_sentence("Ada", [Event("roll", 0, "Ada rolls a 3"), Event("reveal", -1, "The tile on c6 shows Gold")])
    'rolls a 3, the tile on c6 shows Gold'
    """
    return ", ".join(_without(who, event.text) for event in events if event.text and event.kind != "turn")


def _without(who: str, text: str) -> str:
    if text.startswith((f"{who} ", f"{who}: ")):
        return text.removeprefix(who).lstrip(": ")
    return text[0].lower() + text[1:] if text.startswith(_ARTICLES) else text


class CardText(NamedTuple):
    """The text of a card: its on-screen name, its effect, and the provenance of that text.

    `whole` has the full text in lines, if that is more than its name and the effect.
    """

    shown: str
    text: str
    provenance: str = "rulebook"
    whole: str = ""

    @property
    def lines(self) -> list[str]:
        """The card as lines for a terminal, with stand-ins marked.

        >>> CardText("Joker", "Counts as any card.", "stand-in").lines
        ['Joker: Counts as any card. [stand-in]']
        """
        mark = " [stand-in]" if self.provenance == "stand-in" else ""
        return (self.whole or f"{self.shown}: {self.text}{mark}").splitlines()


State: TypeAlias = npt.NDArray[np.void]
"""The state of one game, an array of shape (1,) with the game's record dtype."""

Table: TypeAlias = Any
"""Everything on the table as plain lists, dicts and strings. The fields differ from game to game."""

View: TypeAlias = Any
"""Everything one seat may know. The fields differ from game to game."""

Spec: TypeAlias = str | Mapping[str, float]
"""A bot by its name, or by its named weights."""

Columns: TypeAlias = dict[str, NDArray[Any]]
"""The columns of a frame by name."""

Schema: TypeAlias = dict[str, tuple[str, str]]
"""The columns of a frame by name, each with its type and meaning.

The types are `int8` … `int64`, in which negative numbers mean null, `signed int16` and `signed int32`, in which
only `NO_NUMBER` of `kernel/tables.py` means null, `bool`, and `word`, an index into the vocabulary.
"""

_NOTHING: Mapping[Any, Any] = MappingProxyType({})

_Value = TypeVar("_Value")


def computed(make: Callable[[Any], _Value]) -> _Value:
    """Override a plain attribute of the base class by one computed on first use.

    This is `functools.cached_property`, typed as the value that it computes.
    """
    return cast(_Value, cached_property(make))


class Rules(ABC):
    """The rules of one game with its settings. An instance has parameters but never a state.

    A game overrides the features it has.
    Every other feature has a default: an empty mapping or tuple, None, or an `Unsupported` error.
    """

    game: str
    """The name of the game in the registry."""
    setup: Mapping[str, Any]
    """The settings as JSON data, from which `rebuild(game, setup)` makes equal rules."""
    seats: tuple[str, ...]
    """The players' names in seat order."""
    version: str = "1"
    """The version of the rules. Another version may play the same options differently."""
    card_hash: str
    """A hex digest of the card data in use."""

    @cached_property
    def words(self) -> Words:
        """The texts of the game."""
        return Words(self)

    def _lacks(self, what: str) -> Unsupported:
        return Unsupported(f"{self.game} has no {what}")

    # --- Play ---

    @abstractmethod
    def start(self, seed: int) -> State:
        """Return the start of a new game. The seed determines all shuffles and draws."""

    @abstractmethod
    def options(self, state: State) -> tuple[int, ...]:
        """Return the ids of the legal options, empty when the game is over. Nothing else defines legality.

        They are in card order, and the option that ends a set of picks (`done`) comes last.
        """

    @abstractmethod
    def apply(self, state: State, option: int) -> tuple[Event, ...]:
        """Apply a legal option in place, without checking that it is legal, and return its events."""

    @abstractmethod
    def decision(self, state: State) -> Decision:
        """Return the current decision with its texts. Its seat is `NOBODY` when the game is over."""

    def decider(self, state: State) -> int:
        """Return the seat of the current decision. Rules that know it without building the decision override this."""
        return self.decision(state).seat

    @abstractmethod
    def outcome(self, state: State) -> Outcome:
        """Return the points of every seat, and once the game is over also the winner and the reason."""

    def phrase(self, state: State, option: int) -> str:
        """Return the stable phrase of a legal option."""
        return self.words.phrase(state, option)

    def explain(self, state: State, phrase: str, seat: int | None = None) -> str | None:
        """Return why a phrase is not legal now, as a sentence without its full stop, or None.

        With a seat, the reason contains only what that seat may know, even if another seat decides.
        """
        return None

    def fault(self, state: State) -> str | None:
        """Return why a state read from a file is not a valid start position, or None. Nothing else uses it before."""
        return f"{self.game} has no positions set up by hand"

    def opening(self, start: State, seed: int) -> tuple[Event, ...]:
        """Return the events before the first decision, or () if the game with this seed does not begin with `start`."""
        return ()

    def check_of(self, state: State) -> str:
        """Return the check hash of a state that records store."""
        return digest(state)

    told: tuple[tuple[int, ...], tuple[str, ...]] | None = None
    """The options and phrases of a game that was logged at a real table, None for every other game."""

    # --- Turns, moves, sets of picks ---

    turn_word: str = "turn"
    """The game's word for the turns it counts."""
    set_kinds: frozenset[str] = frozenset()
    """The kinds of decisions that pick the cards of a set one by one, in canonical order."""

    def turn_number(self, state: State) -> int | None:
        """Return the number of the turn over all seats, from 1, or 0 during set-up, or None if turns are uncounted."""
        return None

    def last_turn(self, view: View, turns: int) -> int:
        """Return the number of the last of a seat's next `turns` turns, including the current one."""
        raise self._lacks("turn count")

    def begins_move(self, before: State, state: State) -> bool:
        """Return whether a new move begins with the decision of `state`, which follows that of `before`."""
        same_seat = self.decider(before) == self.decider(state)
        return not same_seat or turn_of(self, before) != turn_of(self, state)

    def set_at(self, state: State) -> int | None:
        """Return a number shared by all picks of one set, or None if the current decision is not part of a set."""
        return None

    def obvious(self, state: State) -> int | None:
        """Return the option that almost everybody would choose, or None if there is a real choice."""
        return None

    def rest(self, state: State) -> tuple[int, ...]:
        """Return everything that can still be chosen, in order, if things are chosen one by one, else ()."""
        return ()

    # --- The table, and what a seat may know ---

    warnings: tuple[str, ...] = ()
    """Remarks for the players about the chosen cards."""
    card_texts: Mapping[str, CardText] = _NOTHING
    """Every card of the game by its English name."""
    score_levels: tuple[tuple[int | None, str], ...] = ()
    """The levels of a rating table, each as its lowest score (None for the lowest level) and its word."""

    @abstractmethod
    def table(self, state: State) -> Table:
        """Return everything on the table, including hidden things."""

    @abstractmethod
    def view(self, state: State, seat: int) -> View:
        """Return the seat's view, which contains only what it may know."""

    def seen(self, state: State, seat: int) -> Seen:
        """Return the part of a view that roll-outs need; `roll_out`, `last_turn` and `resample` accept it as a view."""
        raise self._lacks("roll-outs")

    def resample(self, view: View, seed: int) -> State:
        """Return a state with the same view for its seat, in which everything hidden is dealt again."""
        raise self._lacks("way to deal the hidden cards again")

    def text(self, table: Table | View, decision: Decision | None) -> str:
        """Return the table for a terminal."""
        return f"{table}\n{decision or ''}".rstrip()

    def html(self, table: Table | View, decision: Decision | None) -> str:
        """Return the table as simple HTML without scripts."""
        from html import escape

        return f"<pre>{escape(self.text(table, decision))}</pre>"

    def places(self, state: State) -> Mapping[int, str]:
        """Return the place on the table where each option can be clicked, without options that have no place."""
        places = {option: self.words.place(state, option) for option in self.options(state)}
        return {option: place for option, place in places.items() if place}

    # --- Bots ---

    bots: Mapping[str, Mapping[str, float]] = _NOTHING
    """The built-in bots by name, each a row of named weights."""
    avoidable: tuple[str, ...] = ()
    """The names of the cards that a bot can be banned from using."""

    @property
    def levels(self) -> Mapping[str, Mapping[str, float]]:
        """The difficulty levels for opponents of people, weakest first, each a row of named weights."""
        return {}

    @property
    def bot_lines(self) -> Mapping[str, str]:
        """A one-line description of each bot and level, weakest first."""
        return dict.fromkeys((*self.bots, *self.levels), "")

    @property
    def usual_bot(self) -> str:
        """The default bot: `greedy` if there is one, else the first, or "" without bots."""
        return "greedy" if "greedy" in self.bots else next(iter(self.bots), "")

    def weights(self, bot: Spec) -> NDArray[np.float64]:
        """Return a bot's weights as a row of numbers."""
        raise self._lacks("bots with weights")

    def searches(self, weights: NDArray[np.float64]) -> bool:
        """Return whether a bot with these weights searches, which takes much longer."""
        return False

    def choose(self, state: State, weights: NDArray[np.float64], coin: NDArray[np.uint64]) -> int:
        """Return the option that a bot with these weights chooses, using only what the deciding seat may know."""
        raise self._lacks("bots with weights")

    def avoiding(self, bot: Spec, card: str) -> Mapping[str, float]:
        """Return the weights of the same bot, except that it never uses a card's effect."""
        raise self._lacks("bots that can leave a card unused")

    # --- Many games ---

    card_groups: Mapping[str, str] = _NOTHING
    """The group of each card of the column `card` in analyses. A card without one is a group by itself."""

    @property
    def schemas(self) -> Mapping[str, Schema]:
        """The schemas of the frames of recorded games, other than `games`."""
        return {}

    @property
    def vocabulary(self) -> Mapping[str, tuple[str, ...]]:
        """The words that the numbers of each column stand for."""
        return {}

    def play_games(
        self, seeds: NDArray[np.uint64], rows: NDArray[np.float64], moves: Sequence[Sequence[int]] | None = None
    ) -> Columns:
        """Play a complete game for every seed, with a row of weights for each seat, and return the columns of `games`.

        `moves` are the legal options with which each game begins; for games played by other bots, all of them.
        """
        raise self._lacks("support for simulation")

    def record_games(
        self,
        seeds: NDArray[np.uint64],
        rows: NDArray[np.float64],
        moves: Sequence[Sequence[int]] | None = None,
        *,
        events: bool = False,
    ) -> dict[str, Columns]:
        """Play the same games and return the columns of `games`, the frames of `schemas` and, if wanted, `events`."""
        raise self._lacks("support for simulation")

    # --- Odds ---

    goals: tuple[str, ...] = ()
    """The names of a seat's goals other than winning, which roll-outs count."""
    goal_word: str = "goal"
    """The game's word for one of its goals, such as "chapter"."""
    draw_chances: DrawChances | None = None
    """Exact chances of goals that are completed by drawing cards."""
    quest_chances: QuestChances | None = None
    """Exact chances of reaching a field, finding an adventure and finishing a set."""

    def roll_out(
        self,
        view: View,
        weights: NDArray[np.float64],
        seeds: NDArray[np.integer[Any]],
        *,
        turns: int | None = None,
        option: int | None = None,
    ) -> Rolled:
        """Continue the game from what a seat knows, once per seed, with a row of weights for all seats or one for each.

        `turns` stops after that many turns of the seat, including the current one. Without it, games are played out.
        `option` is played first.
        """
        raise self._lacks("roll-outs")

    def overtaking(
        self, state: State, weights: NDArray[np.float64], option: int, *, rollouts: int, coin: NDArray[np.uint64]
    ) -> int:
        """Return an option that wins more of `rollouts` roll-outs for the deciding seat than `option`, or `option`.

        Uses only what that seat may know.
        """
        raise self._lacks("roll-outs")

    # --- Cooperative games ---

    together: ClassVar[bool] = False
    """True if all players win or lose together, as a party."""
    candidates: tuple[str, ...] = ()
    """All possible members of a party, such as decks. The setting `party` takes one for each player."""
    deaths: tuple[int, ...] = ()
    """For each seat, the index of the goal with which roll-outs count its death."""

    # --- Learning programs ---

    @property
    def observing(self) -> Observing:
        """The encoding of the game as numbers."""
        raise self._lacks("encoding for learning programs")


def turn_of(rules: Rules, state: State) -> object:
    """Return a value that changes from turn to turn: the number of the turn if there is one, else the deciding seat."""
    return rules.turn_number(state) or rules.decider(state)


def clone(state: State) -> State:
    """Return a copy that is equal byte for byte.

    `state.copy()` copies field by field, which takes longer and leaves the padding of an aligned record undefined.

    >>> state = np.zeros(1, np.dtype([("seat", "i1"), ("deck", "i8")], align=True))
    >>> clone(state).tobytes() == state.tobytes()
    True
    """
    return np.frombuffer(bytearray(state.tobytes()), state.dtype)


def digest(state: State) -> str:
    """Return eight bytes of BLAKE2b of the state as hex digits, stored in records as a check.

    >>> digest(np.zeros(1, np.dtype([("seat", "i1")])))
    '94f6d9cdd1ea8248'
    """
    return blake2b(state.tobytes(), digest_size=8).hexdigest()


def rebuild(game: str, setup: Mapping[str, Any]) -> Rules:
    """Return the rules described by a record's header, from the registry of games, without opening any file."""
    if "scribe" in setup:
        from guildhall.logbook.log import rules_of  # which imports the core

        return rules_of(game, setup)
    from guildhall.games import rules_for  # which imports the core

    return rules_for(game, setup)


def with_own_files(game: str, setup: Mapping[str, Any], **files: Any) -> dict[str, Any]:
    """Return a stored setup with the contents of custom files (`card_files=[…]`) added."""
    from guildhall.games import read_own_files  # which imports the core

    return read_own_files(game, {**setup, **files})


# --- Parts of the rules of some games ---


class DrawChances(Protocol):
    """The data for exact odds of draws, all from a seat's view."""

    @property
    def goals(self) -> tuple[str, ...]:
        """The goals that can be completed by drawing."""

    def next_hand(self, view: View) -> int | None:
        """Return the hand size up to which the view's seat may draw now, or None if it may not draw."""

    def unseen(self, view: View) -> Counter[str]:
        """Return the number of copies of each card whose place the view's seat does not know."""

    def deck(self, view: View) -> tuple[Counter[str], list[str | None]]:
        """Return the cards that may be drawn from the deck, and the deck, top last, with None for unknown cards."""

    def discard(self, view: View) -> list[str]:
        """Return the discard pile, top last."""

    @property
    def keeps_top(self) -> bool:
        """True if the top card of the discard pile stays when the pile becomes the deck."""

    def missing(self, view: View, goal: str, *, hand: bool) -> tuple[tuple[str, ...], ...]:
        """Return the cards that the seat lacks for a goal, as a tuple of alternatives for each."""

    def need(self, view: View, goal: str, *, hand: bool) -> int:
        """Return how many of the missing cards complete the goal."""

    def wild(self, goal: str) -> tuple[str, ...]:
        """Return the cards that count as any of the missing ones."""


class QuestChances(Protocol):
    """Exact odds of a game with a board, dice and sets."""

    def reach(self, view: View, field: str, *, dice: int) -> Fraction:
        """Return the chance that one of the next `dice` moves ends on a field."""

    def find(self, view: View, adventure: str, *, looks: int | None, dice: int | None) -> Fraction:
        """Return the chance to find an adventure with `looks` looks at hidden tiles, or with `dice` moves."""

    def finish_set(self, view: View, card: str, size: int, *, draws: int) -> Fraction:
        """Return the chance to hold a set after the next draw."""


class Observing(Protocol):
    """The encoding of a game as numbers for learning programs, based only on what a seat may know."""

    @property
    def actions(self) -> int:
        """The number of option ids: all ids are below it."""

    @property
    def parts(self) -> Mapping[str, int]:
        """The named parts of a row in order, each with its length."""

    @property
    def longest(self) -> int | None:
        """The maximum number of plies of a game, or None if there is no limit."""

    def decider(self, state: State) -> int:
        """Return the deciding seat, `NOBODY` when the game is over."""

    def carry_out(self, state: State, option: int) -> None:
        """Apply a legal option in place without creating events."""

    def fingerprint(self, state: State, seat: int) -> bytes:
        """Return bytes that are equal for two states if and only if the seat cannot distinguish them."""

    def observe(self, state: State, seat: int) -> NDArray[np.float32]:
        """Return the seat's view as a row of numbers from 0 to 1."""

    def observe_many(self, states: NDArray[Any], seats: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return a row for every state of an array, each for its seat."""


class Seen(NamedTuple):
    """The part of a view that roll-outs use: the seat's knowledge record, and the seat."""

    knowledge: State
    seat: int


class Rolled(NamedTuple):
    """The results of roll-outs, one row for each."""

    goals: NDArray[np.bool_]
    """The goals that the seat reached."""
    winners: NDArray[np.int64]
    """The winners as bits, 0 if nobody has won yet."""
    points: NDArray[np.int64]
    """The points of every seat at the end."""
