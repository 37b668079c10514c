"""All that a game may be able to do beyond its `Rules`, and the one way to ask for it.

The rules of a game inherit the capabilities they have.
Whoever needs one asks with `isinstance(rules, Capability)`, or with `required` where there is no way without it:

>>> from guildhall.core.rules import rebuild
>>> required(rebuild("guildhall", {}), RollsOut).goal_word
'chapter'
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from guildhall.core.decision import Event
from guildhall.core.errors import GuildhallError
from guildhall.core.provided import CardText, DrawChances, Observing, QuestChances, Rolled, Seen
from guildhall.core.rules import Rules, State, View

if TYPE_CHECKING:
    from guildhall.core.game import Game

__all__ = [
    "Capability",
    "CardText",
    "Columns",
    "HasCardTexts",
    "HasDrawChances",
    "HasHints",
    "HasObvious",
    "HasPlaces",
    "HasQuestChances",
    "HasScoreLevels",
    "HasTurns",
    "HasWarnings",
    "KitRules",
    "Observable",
    "Observing",
    "PicksSets",
    "PlaysByWeights",
    "PlaysTogether",
    "RecordsGames",
    "RollsOut",
    "Schema",
    "ShunsCards",
    "Spec",
    "TellsMoves",
    "TellsOpening",
    "required",
    "turn_of",
]

Spec: TypeAlias = str | Mapping[str, float]
"""A bot by its name, or by its named weights."""

Columns: TypeAlias = dict[str, NDArray[Any]]
"""The columns of a frame by name."""

Schema: TypeAlias = dict[str, tuple[str, str]]
"""Column of a frame -> (type, meaning).

Types are `int8` … `int64`, in which a negative number stands for none; `signed int16` and `signed int32`, in which
only `NO_NUMBER` of `kernel/tables.py` does; `bool`; and `word`, a number that stands for a word of the vocabulary.
"""


class Capability(ABC):
    """Something that the rules of a game may be able to do."""

    lacking: ClassVar[str]
    """What a game without it has not, for messages: "no live odds"."""


Wanted = TypeVar("Wanted", bound=Capability)


def required(rules: Rules, wanted: type[Wanted], *, error: type[GuildhallError] = GuildhallError) -> Wanted:
    """The rules as what they are required to be, or `error` with the name of the game and what it lacks."""
    if isinstance(rules, wanted):
        return rules
    raise error(f"{rules.game} has {wanted.lacking}")


# --- Playing many games -----------------------------------------------------------------------------------


class PlaysByWeights(Capability):
    """Rules whose decisions can be taken by rows of named weights."""

    lacking = "no bots that play by weights"

    @property
    @abstractmethod
    def bots(self) -> Mapping[str, Mapping[str, float]]:
        """The bots that come with the game, each a row of named weights."""

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
        """The bot that plays where none is named: the one called `greedy`, or else the first."""
        return "greedy" if "greedy" in self.bots else next(iter(self.bots))

    @abstractmethod
    def weights(self, bot: Spec) -> NDArray[np.float64]:
        """A bot's row of numbers, from its name or its named weights."""

    def searches(self, weights: NDArray[np.float64]) -> bool:
        """Whether such a bot tries its options out before it chooses, which takes much longer."""
        return False

    @abstractmethod
    def choose(self, state: State, weights: NDArray[np.float64], coin: NDArray[np.uint64]) -> int:
        """What a row of weights chooses for the seat that decides; uses only what that seat may know."""


class ShunsCards(PlaysByWeights):
    """Rules whose bots can be kept from using what a card does."""

    lacking = "no bots that leave what a card does unused"

    @property
    @abstractmethod
    def shunnable(self) -> tuple[str, ...]:
        """The cards that a bot can leave unused, by name."""

    @abstractmethod
    def shunning(self, bot: Spec, card: str) -> Mapping[str, float]:
        """The same bot, which never uses what a card does."""


class RecordsGames(PlaysByWeights):
    """Rules whose games can be played in bulk and recorded as frames."""

    lacking = "no games that are recorded in bulk"

    @abstractmethod
    def play_games(
        self, seeds: NDArray[np.uint64], rows: NDArray[np.float64], moves: Sequence[Sequence[int]] | None = None
    ) -> Columns:
        """Play a whole game for every seed, a row of weights for each seat; returns the columns of `games`.

        `moves` are legal options with which each game begins, all of them where others than these bots have played it.
        """

    @abstractmethod
    def record_games(
        self,
        seeds: NDArray[np.uint64],
        rows: NDArray[np.float64],
        moves: Sequence[Sequence[int]] | None = None,
        *,
        events: bool = False,
    ) -> dict[str, Columns]:
        """The same games: the columns of `games`, of the frames of `schemas` and, if asked for, of `events`."""

    @property
    @abstractmethod
    def schemas(self) -> Mapping[str, Schema]:
        """The frames besides `games`: column -> (type, meaning)."""

    @property
    @abstractmethod
    def vocabulary(self) -> Mapping[str, tuple[str, ...]]:
        """The words that numbers stand for, by column."""

    @property
    def card_groups(self) -> Mapping[str, str]:
        """The group that a card of the column `card` is told under in analyses; none: every card by itself."""
        return {}


class RollsOut(PlaysByWeights):
    """Rules that can play on from what a seat knows."""

    lacking = "no live odds: its rules cannot play on from what a seat knows"

    @property
    @abstractmethod
    def goals(self) -> tuple[str, ...]:
        """What a seat can reach besides winning, by name; roll-outs count it."""

    @property
    @abstractmethod
    def goal_word(self) -> str:
        """The game's own word for one of its goals, as in "chapter"."""

    @abstractmethod
    def seen(self, state: State, seat: int) -> Seen:
        """Return what roll-outs need of a view; `roll_out`, `last_turn` and `resample` take it in a view's place."""

    @abstractmethod
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

        `turns` ends it after so many turns of the seat, the present one counted; without it the game is played out.
        `option` is played first.
        """

    @abstractmethod
    def overtaking(
        self, state: State, weights: NDArray[np.float64], option: int, *, rollouts: int, coin: NDArray[np.uint64]
    ) -> int:
        """An option that brings the deciding seat more victories in so many roll-outs than `option`, or that one.

        Uses only what that seat may know.
        """


class PlaysTogether(Capability):
    """Rules of a game that all players win or lose together, as a party."""

    lacking = "no party: its players do not win or lose together"

    @property
    @abstractmethod
    def candidates(self) -> tuple[str, ...]:
        """All of whom a party can be made, such as decks; the setting `party` takes as many as there are players."""

    @property
    @abstractmethod
    def deaths(self) -> tuple[int, ...]:
        """For each seat the place among the goals at which roll-outs count its death."""

    @abstractmethod
    def last_turn(self, view: View, turns: int) -> int:
        """The number of the last of so many rounds, the present one counted."""

    @abstractmethod
    def turns_told(self, events: Sequence[Event]) -> list[str]:
        """The turns that begin among events, enemies' turns too, a sentence each; those without events are left out."""


# --- Exact odds -------------------------------------------------------------------------------------------


class HasDrawChances(Capability):
    """Rules with goals that are completed by drawing cards."""

    lacking = "no goals that drawing completes"

    @property
    @abstractmethod
    def draw_chances(self) -> DrawChances:
        """What exact odds of draws need to know."""


class HasQuestChances(Capability):
    """Rules with fields to reach, adventures to find and sets to finish."""

    lacking = "no fields to reach, no adventures to find and no sets to finish"

    @property
    @abstractmethod
    def quest_chances(self) -> QuestChances:
        """Exact chances: to reach a field, to find an adventure, to finish a set."""


# --- Learning programs ------------------------------------------------------------------------------------


class Observable(Capability):
    """Rules whose games can be seen in numbers."""

    lacking = "no numbers for learning programs to see"

    @property
    @abstractmethod
    def observing(self) -> Observing:
        """The game in numbers."""


# --- People -----------------------------------------------------------------------------------------------


class HasCardTexts(Capability):
    """Rules whose cards can be looked up in words."""

    lacking = "no cards told in words"

    @property
    @abstractmethod
    def card_texts(self) -> Mapping[str, CardText]:
        """Every card of the game by its English name."""


class HasPlaces(Capability):
    """Rules that say where on the table the things lie that options mean."""

    lacking = "no places to click"

    @abstractmethod
    def places(self, state: State) -> Mapping[int, str]:
        """The place of each option's thing, by option; options without one are left out."""


class PicksSets(Capability):
    """Rules with sets whose cards are picked one by one, in card order."""

    lacking = "no sets that are picked card by card"

    @property
    @abstractmethod
    def set_kinds(self) -> frozenset[str]:
        """The kinds of decision that pick the cards of one set one by one, in canonical order."""

    @abstractmethod
    def set_at(self, state: State) -> int | None:
        """A number that all picks of one set share; None if the decision at hand picks no such set."""


class HasTurns(Capability):
    """Rules of a game in turns."""

    lacking = "no turns that are counted"
    turn_word: ClassVar[str] = "turn"
    """The game's own word for what is counted."""

    @abstractmethod
    def turn_number(self, state: State) -> int:
        """The number of the turn, all seats counted together, from 1; 0 during set-up."""


def turn_of(rules: Rules, state: State) -> object:
    """What changes from turn to turn: its number, in games that count them, or who decides."""
    turn = rules.turn_number(state) if isinstance(rules, HasTurns) else 0
    return turn or rules.decision(state).seat


class HasObvious(Capability):
    """Rules with decisions in which one option goes without saying."""

    lacking = "no options that go without saying"

    @abstractmethod
    def obvious(self, state: State) -> int | None:
        """The option that hardly anybody would refuse; None where there is something to choose."""

    def rest(self, state: State) -> tuple[int, ...]:
        """All that can still be chosen where things are chosen one by one, in order; empty elsewhere."""
        return ()


class TellsMoves(Capability):
    """Rules that say which plies make up one move, and how it reads."""

    lacking = "no moves of its own: one is all that a seat does until another one decides"

    @abstractmethod
    def begins_move(self, before: State, state: State) -> bool:
        """Whether a move begins with the decision of `state`, which follows that of `before`."""

    @abstractmethod
    def move_told(self, seat: int, events: Sequence[Event]) -> str:
        """A move of a seat in words, without its name, from events as those heard them who are told."""


class TellsOpening(Capability):
    """Rules of a game in which something happens before anybody decides, and is told."""

    lacking = "nothing to tell before the first decision"

    @abstractmethod
    def opening(self, start: State, seed: int) -> tuple[Event, ...]:
        """The events that led to the first decision, or none if the game of this seed does not begin with `start`."""

    @abstractmethod
    def opening_told(self, events: Sequence[Event]) -> list[str]:
        """Sentences, without their full stops, about the events of an opening."""


class HasHints(Capability):
    """Rules that can tell a player what to look at."""

    lacking = "no hints"

    @abstractmethod
    def hints(self, game: Game, seat: int) -> Iterator[str]:
        """Sentences about the decision at hand, from what the seat may know."""


class HasWarnings(Capability):
    """Rules that have something to say about their cards before the game begins."""

    lacking = "no warnings"

    @property
    @abstractmethod
    def warnings(self) -> tuple[str, ...]:
        """What a player should know of the cards chosen."""


class HasScoreLevels(Capability):
    """Rules that rate a final score in words."""

    lacking = "no levels for scores"

    @property
    @abstractmethod
    def score_levels(self) -> tuple[tuple[int | None, str], ...]:
        """The least score of every level, None for the lowest, and its word."""


class KitRules(RecordsGames, RollsOut, Observable, HasTurns, Rules):
    """Rules with all that every game of the kit can do: the type of `game.rules`.

    The rules of another game may do less; what may be handed such rules asks for each capability first.
    """
