"""A compiled game as its kernels: its records, how much room it needs, and its functions.

Every group of templates is bound to the game once, at its first use.  A game that imports what records or checks games
inside the methods that return it never reads it to play.
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

_CHECKED = {"deal": "checked_deal", "offer": "checked_offer", "apply": "counted_apply"}  # what templates get instead
_SPARE = 1 << 16  # options beyond `most_options` that a list has room for; memory never written to costs nothing


class Engine(ABC):
    """The kernels of one game; a game derives its own from it and says what it has.

    The record of a state has the fields of `state_of`; that of the rules has `players`.
    """

    game: ClassVar[str]
    state: ClassVar[np.dtype[Any]]
    rules: ClassVar[np.dtype[Any]]
    kernel: ClassVar[Kernel]
    seats: ClassVar[int]
    """Seats of a game at most."""
    most_options: ClassVar[int]
    """Options of a decision at most; more are an error."""
    option_ids: ClassVar[int] = 0
    """All option ids are below this number; 0 where they are numbered from 0 in every decision."""
    most_hidden: ClassVar[int] = 1
    """Things that are dealt anew at most."""
    most_events: ClassVar[int] = 256
    """Events of one option at most; more are noticed, not dropped."""
    most_plies: ClassVar[int] = 100_000
    """Plies of a game at most: one that reaches them ends unfinished, so that every game ends."""
    unfinished: ClassVar[int] = 2
    """What the field `over` says of a game that is cut short."""
    most_steps: ClassVar[int] = 0
    """Steps of the search behind a list of options at most; they are counted in its last place.  0: no search."""
    worked_out: ClassVar[int] = 0
    """Numbers behind a bot's weights that `work_out` writes there."""
    capacities: ClassVar[Mapping[str, int]] = _NOTHING
    """The fields of the state that count the elements of a list -> its capacity; see `kernel/containers.py`."""
    fields: ClassVar[Fields] = _NOTHING
    """The kinds of event, each with the names of its numbers."""
    secret: ClassVar[Collection[IntEnum]] = ()
    """The events whose numbers only their own seat may see."""
    turn_begins: ClassVar[IntEnum | None] = None
    """The event that begins a turn; its first number is that of the turn."""
    turn_ends: ClassVar[IntEnum | None] = None
    """The event that ends one; without it the next turn does, or the end of the game."""
    counts_rounds: ClassVar[bool] = False
    """Whether `turn_no` counts rounds of the table, not the turns of its seats."""
    score_column: ClassVar[str] = "score"
    """What the frame of turns calls the points."""
    goals: ClassVar[tuple[IntEnum, str] | None] = None
    """The event by which a seat reaches a goal, and its number that says which; `mark_goals` for more than that."""
    first_goal: ClassVar[int] = 0
    """That number for the first goal."""

    # --- What a game gives ---

    @abstractmethod
    def play(self) -> Parts:
        """`deal`, `offer` and `apply`, and `points` and `winners` unless they are fields of the state.

        `cut_short`, if more is to be done than to set `over` when a game has too many plies.
        """

    def knowing(self) -> Parts:
        """`look` and `deal_hidden`, or a `deal_unknown` that tries until a deal fits; in an open game nothing."""
        return {"IS_OPEN": 1}

    def deciding(self) -> Parts:
        """`value_of`, if there are bots that value options; `work_out`, if it reads numbers that are `worked_out`.

        `shuns`, if something can be forbidden to a bot.
        """
        return {}

    def recording(self) -> Parts:
        """What the game writes down of its own.

        `write_own_columns` with `OWN_COLUMNS`, and `keep_row` with `OWN_TABLES` and `TALLY`.
        """
        return {}

    def rolling(self) -> Parts:
        """`mark_goals`, if there are goals that a roll-out counts."""
        return {}

    def racing(self) -> Parts:
        """`lead_of`, if how well a seat stands is not told by its points and those of its rivals."""
        return {}

    def soaking(self) -> Parts:
        """What a soak looks at besides what it does in every game.

        `sound`; `stir_hidden`; `is_clear`; `offer_is_complete`; `count_uses` with `USES`; a ledger of the size
        `LEDGER` that `book_rows` keeps: `held` says what belongs into the row of a seat, or else `book_in` begins
        it and `ledger_agrees` looks whether it is right.
        """
        return {}

    def validating(self) -> Validator | None:
        """The validator of states that come from a file, if there are positions set up by hand."""
        return None

    def called(self) -> Collection[Any]:
        """Kernels that Python calls besides the doors."""
        return ()

    # --- What comes of it ---

    def _bound(self, templates: ModuleType, **parts: Any) -> SimpleNamespace:
        return bind(templates, self.kernel, self.game, self._entry_points, **parts)

    @cached_property
    def _entry_points(self) -> EntryPoints:
        """All that Python calls to play, except a soak, which few do."""
        return EntryPoints(self._find_entry_points)

    def get_ready(self) -> None:
        """Make or read the machine code of all that Python calls, as its first use would, except a soak."""
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
        many = (
            f"{self.game} offers more than {self.most_options} options in a decision; raise most_options of its engine"
        )
        errors = {
            "TOO_MANY": many,
            "NO_OPTION": f"{self.game} offers no option, and the game is not over",
            "NO_SEAT": f"{self.game} lets a seat decide that is not at the table; `actor` counts from 0",
        }
        options = {"MOST_OPTIONS": self.most_options, **errors}
        seen = {"HAS_COMMON": int(has_common(self.state)), **self.knowing()}
        return self._bound(play, **limits, **options, **self.play(), **seen)

    def empty_options(self) -> NDArray[np.int64]:
        """A list for the options of a decision; too long a one is noticed before it leaves the list."""
        return np.zeros(self.most_options + _SPARE, np.int64)

    @cached_property
    def bots(self) -> SimpleNamespace:
        """`decide`, `choose_at`, `work_out`, `ponder`, `ponder_at` and `race_at`."""
        from .templates import bots

        own = {"COUNTS_ROUNDS": int(self.counts_rounds), **self.deciding(), **self.racing()}
        return self._bound(bots, **self._played("points", "winners", "look_from", "deal_unknown"), **own)

    @cached_property
    def batch(self) -> SimpleNamespace:
        """`play_games`, `roll_out` and `record`."""
        from .templates import batch

        own = {**self.recording(), **self._goals, **self.rolling()}
        numbers = {"SEATS": self.seats, "TABLES": OWN_ROWS + len(own.get("OWN_TABLES", ()))}
        turns = {"TURN_BEGINS": _number(self.turn_begins), "TURN_ENDS": _number(self.turn_ends)}
        chosen = {"decide": self.bots.decide, "ponder": self.bots.ponder}
        played = self._played("deal", "points", "winners", "deal_unknown")
        return self._bound(batch, **played, **chosen, **numbers, **turns, **own)

    @property
    def _goals(self) -> Parts:
        """The event and the column of the log that show a goal."""
        if self.goals is None:
            return {}
        event, number = self.goals
        column = column_of(self.fields, event, number)
        return {"GOAL_EVENT": int(event), "GOAL_COLUMN": column, "FIRST_GOAL": int(self.first_goal)}

    @cached_property
    def lanes(self) -> SimpleNamespace:
        """`deal_lanes`, `step_lanes` and `look_lanes`."""
        from .templates import lanes

        return self._bound(lanes, **self._played("start_at", "points", "winners", "look_from"))

    @cached_property
    def validator(self) -> Validator | None:
        """The validator of states that come from a file."""
        validator = self.validating()
        for kernel in () if validator is None else filter(None, (validator.sound, validator.recount)):
            self._entry_points.add(kernel)
        return validator

    @cached_property
    def soak(self) -> SimpleNamespace:
        """`soak_game` and `sound`."""
        from .templates import soak

        own = self.soaking()
        others = {"decide": self.bots.decide, "STIRS": int("stir_hidden" in own)}
        limits = {"MOST_OPTIONS": self.most_options, "MOST_STEPS": self.most_steps}
        played = self._played("deal", "look_from", "deal_unknown")
        return self._bound(soak, **played, **limits, **{**others, **own})

    def _played(self, *names: str) -> Parts:
        """The functions that all templates that play need, and others by name."""
        return {name: getattr(self.entry, _CHECKED.get(name, name)) for name in ("offer", "apply", *names)}


def _number(event: IntEnum | None) -> int:
    return -1 if event is None else int(event)


def state_of(own: list[Any], *, seats: int) -> np.dtype[Any]:
    """The record of a state: the fields that every game has, then the game's own.

    >>> state_of([("deck", np.int64, 52)], seats=2).names[:3]
    ('first', 'turn', 'turn_no')
    """
    return np.dtype((np.record, [*_common(seats), *own]))


def has_common(state: np.dtype[Any]) -> bool:
    """Whether a record begins with the fields that every game has, as `state_of` makes it."""
    return state.names is not None and state.names[: len(COMMON_FIELDS)] == COMMON_FIELDS


WHOSE_TURN: list[Any] = [
    ("first", np.int64),  # the seat that began
    ("turn", np.int64),  # the active seat
    ("turn_no", np.int64),  # turns begun; 0 during set-up
    ("actor", np.int64),  # who decides now
]
"""The fields with which the record of every state begins."""


def _common(seats: int) -> list[Any]:
    return [
        *WHOSE_TURN,
        ("over", np.int64),  # 0, or how the game ended
        ("winners", np.int64),  # the seats that won, as bits
        ("plies", np.int64),  # options applied so far
        ("points", np.int64, seats),
        ("rng", np.uint64),  # chance
    ]


COMMON_FIELDS = tuple(name for name, *_ in _common(1))
