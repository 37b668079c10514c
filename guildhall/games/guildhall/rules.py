"""Guildhall behind the one interface that games, bots, records and front-ends talk to."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from guildhall.core.decision import NOBODY, Decision, Event, Option, Outcome
from guildhall.core.errors import BadView
from guildhall.core.rules import State
from guildhall.kernel.bulk import BulkRules
from guildhall.kernel.chance import generator, words

from . import phrasing, show
from .engine.compiler import compile_deck, template
from .engine.drivers import apply_at, offer_at, start_at
from .engine.state import CARDS, LOG_COLUMNS, NONE, OFFER, RUNNING, SEATS, STATE, TARGET
from .events import tell
from .naming import Names
from .places import place_of
from .setup import TURN_LIMIT, Setup, deck_of, settle_options
from .table import Table, View, table_of, view_of
from .weights import MEANINGS, PRESETS

if TYPE_CHECKING:
    from guildhall.kernel.tables import Schema

    from .chances import Chances
    from .observing import Observing

__all__ = ["VERSION", "GuildhallRules"]

VERSION = "2"
_LOG_ROWS = 4096


class _Buffers(threading.local):
    """Arrays that kernels write into, one set a thread."""

    def __init__(self) -> None:
        self.opts = np.zeros(OFFER, np.int64)
        self.log = np.zeros((_LOG_ROWS, LOG_COLUMNS), np.int64)


class GuildhallRules(BulkRules):
    """The rules of Guildhall with a deck and all options settled; holds parameters, never a state.

    >>> rules = GuildhallRules.of(cards="old-world", players=2)
    >>> rules.decision(rules.start(7)).kind
    'mulligan'
    """

    game = "guildhall"
    version = VERSION
    presets, meanings, most_seats = PRESETS, MEANINGS, SEATS

    def __init__(self, setup: Setup) -> None:
        self.options_set = setup
        self.deck = deck_of(setup)
        for sentence in self.deck.mistakable:
            warnings.warn(sentence, stacklevel=5)  # where `gh.new_game` was called
        self.seats = setup.players
        self.names = Names(self.deck, setup.players)
        self.compiled: NDArray[Any] = compile_deck(
            self.deck,
            players=len(setup.players),
            target=setup.target,
            first=NONE if setup.first is None else setup.first,
            basic=int(setup.rules == "basic"),
            keeps_top=int(setup.reshuffle_keeps_top),
            turn_limit=setup.turn_limit or 0,
        )
        self.template: NDArray[Any] = template(self.compiled)
        self._buffers = _Buffers()

    @classmethod
    def of(cls, **options: Any) -> GuildhallRules:
        """The rules for the options of `gh.new_game`."""
        return cls(settle_options(**options))

    @cached_property
    def setup(self) -> Mapping[str, Any]:
        """The options, plain enough for JSON."""
        return self.options_set.as_dict()

    @cached_property
    def card_hash(self) -> str:
        """A digest over all cards of the deck as they play."""
        return self.deck.digest

    # --- Play ---

    def start(self, seed: int) -> State:
        """A fresh game: shuffled, dealt, at the first mulligan."""
        state = np.zeros(1, STATE)
        log = self._buffers.log
        start_at(state, 0, self.template, self.compiled, generator(seed), log)
        log[0, 0] = 0
        return state

    def options(self, state: State) -> tuple[int, ...]:
        """The ids of the legal options."""
        opts = self._buffers.opts
        n = offer_at(state, 0, self.compiled, opts)
        return tuple(opts[:n].tolist())

    def apply(self, state: State, option: int) -> tuple[Event, ...]:
        """Carry out a legal option in place and tell what happened."""
        self.carry_out(state, option)
        log = self._buffers.log
        return tuple(tell(row, self.names) for row in log[1 : int(log[0, 0]) + 1].tolist())

    def carry_out(self, state: State, option: int) -> None:
        """Carry out a legal option in place without telling of it, which takes most of the time of `apply`."""
        log = self._buffers.log
        log[0, 0] = 0
        apply_at(state, 0, self.compiled, log, option)

    def fault(self, state: State) -> str | None:
        """Why a state cannot be a start position of this game, or None; for states that come from a file."""
        from .engine.judge import fault_of

        return fault_of(state, self.compiled)

    # --- Sets of picks ---

    set_kinds = phrasing.SET_KINDS

    def set_at(self, state: State) -> int | None:
        """The number of the set that is being picked, None where no set is or where the order of its cards counts."""
        return phrasing.set_of(state[0], self.compiled[0]) if state[0]["over"] == RUNNING else None

    # --- Words ---

    def _kind(self, state: State) -> str:
        return phrasing.kind_of(state[0], self.compiled[0])

    def decision(self, state: State) -> Decision:
        """The decision at hand in words."""
        s, R = state[0], self.compiled[0]
        if s["over"] != RUNNING:
            return Decision(NOBODY, "over", self._ending(state), ())
        kind = self._kind(state)
        options = tuple(
            Option(code, phrasing.phrase(s, self.names, kind, code), phrasing.text(s, R, self.names, kind, code))
            for code in self.options(state)
        )
        return Decision(int(s["actor"]), kind, phrasing.prompt(s, R, self.names, kind), options)

    def _ending(self, state: State) -> str:
        outcome = self.outcome(state)
        if outcome.winner is None:
            return "The game ended unfinished at its turn limit"
        return f"{self.seats[outcome.winner]} wins with {outcome.vp[outcome.winner]} VP"

    def phrase(self, state: State, option: int) -> str:
        """The stable phrase of an option."""
        return phrasing.phrase(state[0], self.names, self._kind(state), option)

    def places(self, state: State) -> dict[int, str]:
        """Where on the table the things lie that the options mean, by option."""
        s, R = state[0], self.compiled[0]
        places = {option: place_of(s, R, self.names, option) for option in self.options(state)}
        return {option: place for option, place in places.items() if place}

    def explain(self, state: State, phrase: str) -> str | None:
        """Why a phrase is not legal now."""
        if state[0]["over"] != RUNNING:
            return "the game is over"
        return phrasing.explain(state[0], self.compiled[0], self.names, self._kind(state), phrase)

    @cached_property
    def chances(self) -> Chances:
        """What exact odds need to know of this game: unseen cards, what a chapter lacks."""
        from .chances import Chances

        return Chances(self)

    @cached_property
    def observing(self) -> Observing:
        """What learning programs get to see of this game: rows of numbers, from what a seat may know."""
        from .observing import Observing

        return Observing(self)

    # --- Bots ---

    def _bulk(self) -> Any:
        from .engine import recording

        return recording

    @property
    def schemas(self) -> Mapping[str, Schema]:
        """The frames of recorded games besides `games`: column -> (type, meaning)."""
        from .schemas import SCHEMAS

        return SCHEMAS

    @cached_property
    def professions(self) -> Mapping[str, str]:
        """The profession of every card in the column `card` of recorded events."""
        from .engine.recording import professions_of

        return professions_of(self.names)

    @property
    def chapters(self) -> tuple[str, ...]:
        """The names of the chapters."""
        return self.deck.chapters

    def roll_out(
        self,
        view: View,
        weights: NDArray[np.float64],
        seeds: NDArray[np.uint64],
        *,
        turns: int | None = None,
        option: int | None = None,
    ) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
        """Play on from what a seat knows, once a seed: the chapters it completes, and who wins (-1: nobody yet).

        `turns` ends it after so many turns of the seat, the present one counted; without it the game is played out.
        """
        from .engine.rollouts import roll_out

        out = np.zeros((len(seeds), len(self.chapters) + 1), np.int64)
        played = roll_out(
            view.knowledge,
            self.compiled,
            view.seat,
            np.tile(weights, (SEATS, 1)),
            words(seeds),
            self.coins(seeds),
            view.turn_no + TURN_LIMIT if turns is None else self._last_turn(view, turns),
            NONE if option is None else option,
            np.zeros(2 * CARDS, np.int64),
            np.zeros(OFFER, np.int64),
            np.zeros((_LOG_ROWS, LOG_COLUMNS), np.int64),
            np.zeros(1, STATE),
            out,
        )
        if played < len(seeds):
            raise BadView(f"no deal of the hidden cards fits what seat {view.seat} sees")
        return out[:, :-1].astype(bool), out[:, -1]

    # --- What is to be seen ---

    def table(self, state: State) -> Table:
        """Everything on the table."""
        return table_of(state, self.names)

    def view(self, state: State, seat: int) -> View:
        """What a seat may know."""
        from .engine.knowledge import look_from

        known = np.zeros(1, STATE)
        look_from(state, 0, self.compiled, seat, np.zeros(1, STATE), known)
        return view_of(known, self.names, seat)

    def resample(self, view: View, seed: int) -> State:
        """A whole game that looks the same from the view's seat, with all that is hidden dealt anew."""
        from .engine.knowledge import deal_unknown

        state = np.zeros(1, STATE)
        pool = np.zeros(2 * CARDS, np.int64)
        coins = generator(seed)
        opts = self._buffers.opts
        if not deal_unknown(view.knowledge, self.compiled, view.seat, coins, pool, opts, state):
            raise BadView(f"no deal of the hidden cards fits what seat {view.seat} sees")
        return state

    def outcome(self, state: State) -> Outcome:
        """Points, winner and reason."""
        s = state[0]
        vp = tuple(s["points"][: len(self.seats)].tolist())
        if s["over"] == RUNNING:
            return Outcome(None, vp)
        if s["over"] == TARGET:
            return Outcome(int(s["winner"]), vp, "target")
        return Outcome(None, vp, "unfinished")

    def text(self, table: Table | View, decision: Decision | None) -> str:
        """The table for a terminal."""
        return show.text(table, decision, self.names)

    def html(self, table: Table | View, decision: Decision | None) -> str:
        """The table as simple HTML."""
        return show.html(table, decision, self.names)
