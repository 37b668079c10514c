"""The kernels of a compiled game: its records, capacities and functions.

Every group of templates is bound to the game once, at its first use. A game should import the modules that record or
check games inside the methods that return them, so that playing does not load them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from enum import IntEnum
from functools import cached_property
from types import MappingProxyType, ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from .chance import below
from .compiler import EntryPoints, Kernel, get_ready
from .log import Fields, column_of
from .tables import OWN_ROWS
from .templates import bind

if TYPE_CHECKING:
    from .validator import Validator

__all__ = ["COMMON_FIELDS", "WHOSE_TURN", "Engine", "Parts", "has_common", "state_of"]

Parts = Mapping[str, Any]
"""Functions and numbers of a game by the names that templates use."""

_NOTHING: Mapping[Any, Any] = MappingProxyType({})

_CHECKED = {"offer": "checked_offer", "apply": "counted_apply"}  # what templates use instead
_SPARE = 1 << 16  # spare entries of a list beyond `most_options`; untouched memory costs nothing


class Engine(ABC):
    """The kernels of one game. Each game derives its engine from this class.

    The record of a state has the fields of `state_of`, that of the rules has `players`.
    """

    game: ClassVar[str]
    state: ClassVar[np.dtype[Any]]
    rules: ClassVar[np.dtype[Any]]
    kernel: ClassVar[Kernel]
    seats: ClassVar[int]
    """The maximum number of seats."""
    most_options: ClassVar[int]
    """The maximum number of options of a decision. More are an error."""
    option_ids: ClassVar[int] = 0
    """An upper bound that all option ids are below; 0 if every decision numbers its options from 0."""
    most_hidden: ClassVar[int] = 1
    """The maximum number of hidden items to deal."""
    most_events: ClassVar[int] = 256
    """The maximum number of events of one option. Further ones are counted as lost."""
    most_plies: ClassVar[int] = 100_000
    """The maximum number of plies. A game that reaches it ends unfinished, so every game ends."""
    unfinished: ClassVar[int] = 2
    """The value of the field `over` in a game that was cut short."""
    most_steps: ClassVar[int] = 0
    """The maximum number of steps to search for options, counted in the list's last entry; 0: no search."""
    worked_out: ClassVar[int] = 0
    """The number of values that `work_out` writes after a bot's weights."""
    capacities: ClassVar[Mapping[str, int]] = _NOTHING
    """Fields of the state that count the elements of a list -> its capacity (see `kernel/containers.py`)."""
    fields: ClassVar[Fields] = _NOTHING
    """The kinds of event, each with the names of its numbers."""
    secret: ClassVar[Collection[IntEnum]] = ()
    """The events whose numbers only their seat may see."""
    turn_begins: ClassVar[IntEnum | None] = None
    """The event that begins a turn. Its first number is the turn number."""
    turn_ends: ClassVar[IntEnum | None] = None
    """The event that ends a turn. Without it, a turn ends when the next begins or the game ends."""
    counts_rounds: ClassVar[bool] = False
    """True if `turn_no` counts rounds of the table instead of turns of its seats."""
    score_column: ClassVar[str] = "score"
    """The name of the points column in the frame of turns."""
    goals: ClassVar[tuple[IntEnum, str] | None] = None
    """The event by which a seat reaches a goal, and its number that identifies the goal. See also `mark_goals`."""
    first_goal: ClassVar[int] = 0
    """The number of the first goal."""

    # --- What a game gives ---

    @abstractmethod
    def play(self) -> Parts:
        """Return `deal`, `offer` and `apply`, and `points` and `winners` unless they are fields of the state.

        Add `cut_short` if a game with too many plies needs more than its `over` set.
        """

    def knowing(self) -> Parts:
        """Return `look` and `deal_hidden`, or a `deal_unknown` that finds a fitting deal; empty in an open game."""
        return {"IS_OPEN": 1}

    def deciding(self) -> Parts:
        """Return `value_of` if bots value options, with `work_out` if it reads values that are `worked_out`.

        Add `avoids` if a bot can be forbidden some options. If the scores of all options of a decision share something
        that takes long to compute, return `weigh_up` and `value_by` instead.
        """
        return {}

    def recording(self) -> Parts:
        """Return the functions that record more than the common columns.

        These are `write_own_columns` with `OWN_COLUMNS`, and `keep_row` with `OWN_TABLES` and `TALLY`.
        """
        return {}

    def rolling(self) -> Parts:
        """Return `mark_goals` if roll-outs count goals that `goals` cannot express."""
        return {}

    def racing(self) -> Parts:
        """Return `lead_of` if points alone do not show how well a seat is doing."""
        return {}

    def soaking(self) -> Parts:
        """Return the checks that a soak of this game adds to the common ones.

        They are `sound`, `reshuffle_hidden`, `is_clear`, `offer_is_complete`, `count_uses` with `USES`, and a ledger of
        size `LEDGER` that `book_rows` updates. Either `held` gives the entries in a seat's row, or `book_in` begins the
        ledger and `ledger_agrees` checks it.
        """
        return {}

    def validating(self) -> Validator | None:
        """Return the validator of states from files, if the game has positions set up by hand."""
        return None

    def called(self) -> Collection[Any]:
        """Return further kernels that Python calls, in addition to the entry points of the templates."""
        return ()

    # --- What comes of it ---

    def _bound(self, templates: ModuleType, **parts: Any) -> SimpleNamespace:
        return bind(templates, self.kernel, self.game, self._entry_points, **parts)

    @cached_property
    def _entry_points(self) -> EntryPoints:
        """All entry points for play. Soaks are rare, so theirs are compiled separately."""
        return EntryPoints(self._find_entry_points)

    def get_ready(self) -> None:
        """Load or compile the machine code for everything except soaks, as its first use would."""
        self._entry_points.get_ready()
        for kernel in (below, *self.called()):
            get_ready(kernel)

    def _find_entry_points(self) -> None:
        for _ in (self.entry, self.bots, self.batch, self.validator):
            pass

    @cached_property
    def entry(self) -> SimpleNamespace:
        """`start_at`, `offer_at`, `apply_at`, `points_at`, `winners_at`, `look_from` and `deal_unknown`."""
        from .templates import play

        limits = {"MOST_PLIES": self.most_plies, "UNFINISHED": int(self.unfinished)}
        most = self.most_options
        many = f"{self.game} offers more than {most} options in a decision; increase its engine's most_options"
        errors = {
            "TOO_MANY": many,
            "NO_OPTION": f"{self.game} offers no options although the game is not over",
            "NO_SEAT": f"{self.game} sets `actor` to a seat that is not at the table; seats count from 0",
        }
        options = {"MOST_OPTIONS": self.most_options, **errors}
        seen = {"HAS_COMMON": int(has_common(self.state)), **self.knowing()}
        return self._bound(play, **limits, **options, **self.play(), **seen)

    def empty_options(self) -> NDArray[np.int64]:
        """Return an empty list for options, with spare entries so that overlong lists are detected in time."""
        return np.zeros(self.most_options + _SPARE, np.int64)

    @cached_property
    def bots(self) -> SimpleNamespace:
        """The functions `decide`, `choose_at`, `work_out`, `ponder`, `ponder_at` and `race_at`."""
        from .templates import bots

        own = {"COUNTS_ROUNDS": int(self.counts_rounds), **self.deciding(), **self.racing()}
        return self._bound(bots, **self._played("points", "winners", "look_from", "deal_unknown"), **own)

    @cached_property
    def batch(self) -> SimpleNamespace:
        """The functions `play_games`, `roll_out` and `record`."""
        from .templates import batch

        own = {**self.recording(), **self._goals, **self.rolling()}
        numbers = {"SEATS": self.seats, "TABLES": OWN_ROWS + len(own.get("OWN_TABLES", ()))}
        turns = {"TURN_BEGINS": _number(self.turn_begins), "TURN_ENDS": _number(self.turn_ends)}
        chosen = {"decide": self.bots.decide, "ponder": self.bots.ponder}
        played = self._played("deal", "points", "winners", "deal_unknown")
        return self._bound(batch, **played, **chosen, **numbers, **turns, **own)

    @property
    def _goals(self) -> Parts:
        """The event and the log column that show a goal."""
        if self.goals is None:
            return {}
        event, number = self.goals
        column = column_of(self.fields, event, number)
        return {"GOAL_EVENT": int(event), "GOAL_COLUMN": column, "FIRST_GOAL": int(self.first_goal)}

    @cached_property
    def lanes(self) -> SimpleNamespace:
        """The functions `deal_lanes`, `step_lanes` and `look_lanes`."""
        from .templates import lanes

        return self._bound(lanes, **self._played("start_at", "points", "winners", "look_from"))

    @cached_property
    def validator(self) -> Validator | None:
        """The validator of states from files."""
        validator = self.validating()
        for kernel in () if validator is None else filter(None, (validator.sound, validator.recount)):
            self._entry_points.add(kernel)
        return validator

    @cached_property
    def soak(self) -> SimpleNamespace:
        """The functions `soak_game` and `sound`."""
        from .templates import soak

        own = self.soaking()
        others = {"decide": self.bots.decide, "RESHUFFLES": int("reshuffle_hidden" in own)}
        limits = {"MOST_OPTIONS": self.most_options, "MOST_STEPS": self.most_steps}
        played = self._played("deal", "look_from", "deal_unknown")
        return self._bound(soak, **played, **limits, **{**others, **own})

    def _played(self, *names: str) -> Parts:
        """Return the functions that all playing templates need, and others by name."""
        return {name: getattr(self.entry, _CHECKED.get(name, name)) for name in ("offer", "apply", *names)}


def _number(event: IntEnum | None) -> int:
    return -1 if event is None else int(event)


def state_of(own: list[Any], *, seats: int) -> np.dtype[Any]:
    """Return the record of a state: the fields that every game has, then the given ones.

    >>> state_of([("deck", np.int64, 52)], seats=2).names[:3]
    ('first', 'turn', 'turn_no')
    """
    return np.dtype((np.record, [*_common(seats), *own]))


def has_common(state: np.dtype[Any]) -> bool:
    """True if a record begins with the fields that every game has, as `state_of` makes it."""
    return state.names is not None and state.names[: len(COMMON_FIELDS)] == COMMON_FIELDS


WHOSE_TURN: list[Any] = [
    ("first", np.int64),  # the seat that began
    ("turn", np.int64),  # the active seat
    ("turn_no", np.int64),  # turns begun; 0 during set-up
    ("actor", np.int64),  # the seat that decides now
]
"""The first fields of every state's record."""


def _common(seats: int) -> list[Any]:
    return [
        *WHOSE_TURN,
        ("over", np.int64),  # 0, or how the game ended
        ("winners", np.int64),  # the seats that won, as bits
        ("plies", np.int64),  # options applied so far
        ("points", np.int64, seats),
        ("rng", np.uint64),  # the random generator
    ]


COMMON_FIELDS = tuple(name for name, *_ in _common(1))
