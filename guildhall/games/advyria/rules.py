"""Die Gilden von Advyria behind the one interface that games, bots, records and front-ends talk to."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from guildhall.core.decision import NOBODY, Decision, Event, Option, Outcome
from guildhall.core.rules import State
from guildhall.kernel.bulk import BulkRules
from guildhall.kernel.chance import generator, words

from . import phrasing, show
from .cardtexts import card_texts
from .engine.compiler import compile_box, template
from .engine.drivers import apply_at, offer_at, score_at, start_at
from .engine.state import CARDS, LOG_COLUMNS, NONE, OFFER, SEATS, STATE, Over
from .events import REASONS, tell
from .labels import german_label
from .naming import Names
from .places import place_of
from .rating import LEVELS, STEPS, level_of
from .setup import TURN_LIMIT, Setup, box_of, settle_options
from .table import Table, View, table_of, view_of
from .weights import MEANINGS, PRESETS
from .words import say

if TYPE_CHECKING:
    from guildhall.kernel.tables import Schema

    from .chances import Chances

__all__ = ["VERSION", "AdvyriaRules"]

VERSION = "1"
_LOG_ROWS = 256


class _Buffers(threading.local):
    """Arrays that kernels write into, one set a thread."""

    def __init__(self) -> None:
        self.opts = np.zeros(OFFER, np.int64)
        self.log = np.zeros((_LOG_ROWS, LOG_COLUMNS), np.int64)


class AdvyriaRules(BulkRules):
    """The rules of Die Gilden von Advyria with a box and all options settled; holds parameters, never a state.

    >>> rules = AdvyriaRules.of(players=2)
    >>> rules.decision(rules.start(7)).kind
    'guild'
    """

    game = "advyria"
    version = VERSION
    presets, meanings, most_seats = PRESETS, MEANINGS, SEATS

    def __init__(self, setup: Setup) -> None:
        self.options_set = setup
        self.box = box_of(setup)
        self.seats = setup.players
        self.names = Names(self.box, setup.players, setup.lang)
        self.compiled: NDArray[Any] = compile_box(
            self.box,
            players=len(setup.players),
            first=NONE if setup.first is None else setup.first,
            turn_limit=setup.turn_limit or 0,
            no_actions=setup.no_actions,
            no_finale=setup.no_finale,
            no_robbing=setup.no_manoeuvre,
            no_heroes=setup.no_heroes,
            only_adventures=setup.only_adventures,
            open_hands=setup.open_hands,
        )
        self.template: NDArray[Any] = template(self.compiled)
        self._buffers = _Buffers()

    @classmethod
    def of(cls, **options: Any) -> AdvyriaRules:
        """The rules for the options of `gh.new_game`."""
        return cls(settle_options(**options))

    @cached_property
    def setup(self) -> Mapping[str, Any]:
        """The options, plain enough for JSON."""
        return self.options_set.as_dict()

    @cached_property
    def card_hash(self) -> str:
        """A digest over board, cards, adventures and Heroes as they play."""
        return self.box.digest

    # --- Play ---

    def start(self, seed: int) -> State:
        """A fresh game: tiles laid, Heroes dealt, cards shuffled, at the first choice of a guild field."""
        state = np.zeros(1, STATE)
        start_at(state, 0, self.template, self.compiled, generator(seed))
        return state

    def options(self, state: State) -> tuple[int, ...]:
        """The ids of the legal options."""
        opts = self._buffers.opts
        n = offer_at(state, 0, self.compiled, opts)
        return tuple(opts[:n].tolist())

    def apply(self, state: State, option: int) -> tuple[Event, ...]:
        """Carry out a legal option in place and tell what happened."""
        log, open_hands = self._buffers.log, self.options_set.open_hands
        log[0, 0] = 0
        apply_at(state, 0, self.compiled, log, option)
        rows = log[1 : int(log[0, 0]) + 1].tolist()
        return tuple(tell(row, self.names, open_hands=open_hands) for row in rows)

    def fault(self, state: State) -> str | None:
        """Why a state cannot be a start position of this game, or None; for states that come from a file."""
        from .engine.judge import fault_of

        return fault_of(state, self.compiled)

    # --- Sets of picks ---

    set_kinds = frozenset[str]()  # discards and looks come in any order, and sets of cards are one option

    def set_at(self, state: State) -> int | None:
        """No set: there is none that is picked card by card in canonical order."""
        return None

    # --- Words ---

    def decision(self, state: State) -> Decision:
        """The decision at hand in words."""
        s = state[0]
        if s["over"] != Over.RUNNING:
            return Decision(NOBODY, "over", self._ending(state), ())
        options = tuple(self._option(s, code) for code in self.options(state))
        return Decision(int(s["actor"]), phrasing.kind_of(s), phrasing.prompt(s, self.names), options)

    def _option(self, s: Any, code: int) -> Option:
        shown = german_label(s, self.names, code) if self.names.lang == "de" else ""
        return Option(code, phrasing.phrase(s, self.names, code), phrasing.text(s, self.names, code), shown)

    def _ending(self, state: State) -> str:
        outcome, lang = self.outcome(state), self.names.lang
        if outcome.reason == "unfinished":
            return say(lang, "unfinished")
        if len(self.seats) == 1:
            level = level_of(outcome.vp[0])
            values = {"who": self.seats[0], "gold": outcome.vp[0], "word": LEVELS[level - 1].in_(lang)}
            return say(lang, "rated", n=level, **values)
        best = [seat for seat in range(len(self.seats)) if int(state[0]["winners"]) >> seat & 1]
        who = " & ".join(self.seats[seat] for seat in best)
        return say(lang, "won" if len(best) == 1 else "shared", who=who, gold=outcome.vp[best[0]])

    def phrase(self, state: State, option: int) -> str:
        """The stable phrase of an option."""
        return phrasing.phrase(state[0], self.names, option)

    def places(self, state: State) -> dict[int, str]:
        """Where on the table the things lie that the options mean, by option."""
        places = {option: place_of(state[0], self.names, option) for option in self.options(state)}
        return {option: place for option, place in places.items() if place}

    @property
    def score_levels(self) -> tuple[tuple[int | None, str], ...]:
        """The rating table of the solo game: the least Gold of every level, none for the lowest, and its word."""
        return tuple(zip((None, *STEPS), (level.in_(self.names.lang) for level in LEVELS), strict=True))

    @cached_property
    def card_texts(self) -> Mapping[str, tuple[str, str, str]]:
        """English name of every card -> its name on screen, a sentence about it, and its provenance."""
        return card_texts(self.names)

    def explain(self, state: State, phrase: str) -> str | None:
        """Why a phrase is not legal now."""
        from .reasons import explain

        if state[0]["over"] != Over.RUNNING:
            return "the game is over"
        return explain(state[0], self.compiled[0], self.names, phrase)

    @cached_property
    def quest_chances(self) -> Chances:
        """Exact chances: to reach a field, to find an adventure, to finish a set."""
        from .chances import Chances

        return Chances(self)

    # --- Bots ---

    def _bulk(self) -> Any:
        from .engine import recording

        return recording

    @property
    def chapters(self) -> tuple[str, ...]:
        """What live odds count as completed: the adventures."""
        return self.names.adventures

    def roll_out(
        self,
        view: View,
        weights: NDArray[np.float64],
        seeds: NDArray[np.uint64],
        *,
        turns: int | None = None,
        option: int | None = None,
    ) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
        """Play on from what a seat knows, once a seed: the adventures it completes, and who wins (-1: nobody alone).

        `turns` ends it after so many turns of the seat, the present one counted; without it the game is played out.
        """
        from .engine.rollouts import roll_out

        out = np.zeros((len(seeds), len(self.chapters) + 1), np.int64)
        rows, coins = np.tile(weights, (SEATS, 1)), self.coins(seeds)
        buffers = (np.zeros(2 * CARDS, np.int64), np.zeros(OFFER, np.int64), np.zeros((1, LOG_COLUMNS), np.int64))
        last = view.turn_no + TURN_LIMIT if turns is None else self._last_turn(view, turns)
        first = NONE if option is None else option
        place = (view.knowledge, self.compiled, view.seat, rows, words(seeds), coins, last, first)
        roll_out(*place, *buffers, np.zeros(1, STATE), out)
        return out[:, :-1].astype(bool), out[:, -1]

    @property
    def schemas(self) -> Mapping[str, Schema]:
        """The frames of recorded games besides `games`: column -> (type, meaning)."""
        from .schemas import SCHEMAS

        return SCHEMAS

    # --- What is to be seen ---

    def _points(self, state: State) -> list[int]:
        return [int(score_at(state, 0, self.compiled, seat)) for seat in range(len(self.seats))]

    def table(self, state: State) -> Table:
        """Everything on the table."""
        return table_of(state, self.names, self._points(state))

    def view(self, state: State, seat: int) -> View:
        """What a seat may know."""
        from .engine.knowledge import look_from

        known = np.zeros(1, STATE)
        look_from(state, 0, self.compiled, seat, self.template, known)
        return view_of(known, self.names, self._points(state), seat)

    def resample(self, view: View, seed: int) -> State:
        """A whole game that looks the same from the view's seat, with all that is hidden dealt anew."""
        from .engine.knowledge import deal_unknown

        state = np.zeros(1, STATE)
        deal_unknown(view.knowledge, self.compiled, generator(seed), np.zeros(2 * CARDS, np.int64), state)
        return state

    def outcome(self, state: State) -> Outcome:
        """Gold, winner and reason; a shared victory has no single winner (ruling 23)."""
        s, points = state[0], tuple(self._points(state))
        if s["over"] == Over.RUNNING:
            return Outcome(None, points)
        best = [seat for seat in range(len(self.seats)) if int(s["winners"]) >> seat & 1]
        return Outcome(best[0] if len(best) == 1 else None, points, REASONS[Over(int(s["over"]))])

    def text(self, table: Table | View, decision: Decision | None) -> str:
        """The table for a terminal."""
        return show.text(table, decision, self.names)

    def html(self, table: Table | View, decision: Decision | None) -> str:
        """The table as simple HTML."""
        return show.html(table, decision, self.names)
