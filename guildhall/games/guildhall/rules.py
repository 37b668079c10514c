"""Guildhall behind the one interface that games, bots, records and front-ends talk to."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from guildhall.core.capabilities import (
    CardText,
    HasCardTexts,
    HasDrawChances,
    HasHints,
    HasObvious,
    HasPlaces,
    HasWarnings,
    PicksSets,
    ShunsCards,
    Spec,
    TellsMoves,
)
from guildhall.core.decision import Decision, Event, Option, Outcome
from guildhall.core.errors import BadSetup, did_you_mean, listing, nearest, short
from guildhall.core.rules import State, clone
from guildhall.kernel.shell import CompiledRules, Rows
from guildhall.kernel.weights import MISTAKES, THINKS

from . import moves, phrasing
from .engine.bots import BEST_TIERS, SHUNNED, SHUNNED_VP, SIZES
from .engine.compile import compile_deck, template
from .engine.engine import ENGINE
from .engine.state import AREA, NONE, OptionId
from .events import REASONS, tell
from .frames import SCHEMAS, event_columns, professions_of, vocabulary_of
from .naming import Names
from .phrasing import prompt
from .places import place_of
from .setup import Setup, deck_of, settle
from .table import Table, View, table_html, table_of, table_text, view_of
from .weights import MEANINGS, PRESETS, SHUN

if TYPE_CHECKING:
    from guildhall.core.capabilities import Columns
    from guildhall.core.game import Game
    from guildhall.kernel.recording import EventRows

    from .odds import Chances

__all__ = ["VERSION", "GuildhallRules"]

VERSION = "2"


class GuildhallRules(
    CompiledRules,
    HasDrawChances,
    HasPlaces,
    HasObvious,
    HasHints,
    HasWarnings,
    HasCardTexts,
    PicksSets,
    ShunsCards,
    TellsMoves,
):
    """The rules of Guildhall with a deck and all options settled; holds parameters, never a state.

    >>> rules = GuildhallRules.of(cards="old-world", players=2)
    >>> rules.decision(rules.start(7)).kind
    'mulligan'
    """

    version = VERSION
    engine = ENGINE
    settle = staticmethod(settle)
    presets, meanings = PRESETS, MEANINGS
    own_bot_lines = MappingProxyType(
        {"heuristic": "weighs whole turns: what it completes, what it hands to others, what it can buy"}
    )
    search: ClassVar = {"margin": 3.0, "horizon": 8}
    reasons, own_schemas = REASONS, SCHEMAS
    goal_word = "chapter"
    observer = "guildhall.games.guildhall.observing:Observing"

    def __init__(self, setup: Setup) -> None:
        self.settled = setup
        self.deck = deck_of(setup)
        for sentence in self.deck.mistakable:
            warnings.warn(sentence, stacklevel=5)  # where `gh.new_game` was called
        self.names = Names(self.deck, setup.players)
        compiled = compile_deck(
            self.deck,
            players=len(setup.players),
            target=setup.target,
            first=NONE if setup.first is None else setup.first,
            basic=int(setup.rules == "basic"),
            keeps_top=int(setup.reshuffle_keeps_top),
            turn_limit=setup.turn_limit or 0,
        )
        super().__init__(setup, compiled, template(compiled), self.deck)

    # --- Sets of picks ---

    set_kinds = phrasing.SET_KINDS

    def set_at(self, state: State) -> int | None:
        """The number of the set that is being picked, None where no set is or where the order of its cards counts."""
        return phrasing.set_of(state[0], self.compiled[0]) if not state[0]["over"] else None

    def obvious(self, state: State) -> int | None:
        """The option that hardly anybody would refuse; None where there is something to choose."""
        options = self.options(state)
        return phrasing.obvious(state[0], self.compiled[0], options) if len(options) > 1 else None

    def rest(self, state: State) -> tuple[int, ...]:
        """All discards of a refresh or a mulligan that are still to be had, in card order."""
        here, rest = clone(state), list[int]()
        while here[0]["actor"] == state[0]["actor"] and phrasing.discards_freely(here[0], self.compiled[0]):
            option = self.options(here)[0]  # to be done is offered last
            if option == OptionId.DONE:
                break
            rest.append(option)
            self.apply(here, option)
        return tuple(rest)

    # --- Bots ---

    @property
    def shunnable(self) -> tuple[str, ...]:
        """Professions and Masters, whose tiers a bot can leave unused, and VP cards, which it need not buy."""
        return (*self._with_tiers, *self.names.vp)

    @cached_property
    def _with_tiers(self) -> tuple[str, ...]:
        professions = (card.shown for card in self.deck.professions)
        return (*professions, *(master.name for master, _ in self.deck.masters))

    def shunning(self, bot: Spec, card: str) -> Mapping[str, float]:
        """The same bot, which never uses the tiers of a card, or never buys a VP card."""
        return {**self.named_weights(bot), f"{SHUN}{card}": 1.0}

    def weights(self, bot: Spec) -> Rows:
        """A bot's row of numbers; a weight `without Dancer` keeps it from using the tiers of the Dancer.

        `without 9` keeps it from buying the VP card 9.
        """
        named = self.named_weights(bot)
        shunned = [name for name in named if isinstance(name, str) and name.startswith(SHUN)]
        row = super().weights({name: value for name, value in named.items() if name not in shunned})
        if shunned and (row[THINKS] == 0.0 or row[MISTAKES] > 0.0):
            raise BadSetup("only a bot that never chooses by chance can leave a card unused")
        for card in (name.removeprefix(SHUN) for name in shunned if named[name]):
            if card not in self.shunnable:
                close = did_you_mean(nearest(card, self.shunnable))
                raise BadSetup(f"no card {short(card)} to leave unused{close or f': {listing(self.shunnable)}'}")
            self._shun(row, card)
        return row

    def _shun(self, row: Rows, card: str) -> None:
        if card in self._with_tiers:
            best = BEST_TIERS + SIZES * self._with_tiers.index(card)
            row[best : best + SIZES] = SHUNNED
        else:
            row[SHUNNED_VP + self.names.vp.index(card)] = SHUNNED

    # --- Words ---

    def kind_of(self, state: State) -> str:
        """What kind of decision is at hand."""
        return phrasing.kind_of(state[0], self.compiled[0])

    def prompt(self, state: State, kind: str) -> str:
        """What the seat that decides is asked."""
        return prompt(state[0], self.compiled[0], self.names, kind)

    def worded(self, state: State, kind: str, codes: tuple[int, ...]) -> tuple[Option, ...]:
        """The legal options in words."""
        s, R, names = state[0], self.compiled[0], self.names
        return tuple(
            Option(code, phrasing.phrase(s, names, kind, code), phrasing.text(s, R, names, kind, code))
            for code in codes
        )

    def phrase(self, state: State, option: int) -> str:
        """The stable phrase of an option."""
        return phrasing.phrase(state[0], self.names, self.kind_of(state), option)

    def tell(self, event: int, seat: int, numbers: Sequence[int]) -> Event:
        """A row of the event log as a sentence."""
        return tell(event, seat, numbers, self.names)

    def begins_move(self, before: State, state: State) -> bool:
        """Whether a seat may freely choose what to do; at set-up it has two things to do."""
        kind = self.kind_of(state) if not state[0]["over"] else ""
        if kind not in moves.FREE:
            return False
        return kind == "act" or kind != self.kind_of(before) or state[0]["actor"] != before[0]["actor"]

    def move_told(self, seat: int, events: Sequence[Event]) -> str:
        """A move as one sentence: a card with all it did, a refresh, a purchase."""
        return moves.told(self.names, seat, events)

    def ending(self, state: State, outcome: Outcome) -> str:
        """How the game ended."""
        if outcome.winner is None:
            return f"The game ended unfinished {self._limit(state)}"
        return f"{self.seats[outcome.winner]} wins with {outcome.vp[outcome.winner]} VP"

    def _limit(self, state: State) -> str:
        """Which limit ended an unfinished game."""
        if self.has_most_plies(state):
            return f"after {self.engine.most_plies:,} plies"
        return "because an action area is full" if (state["area_n"] >= AREA).any() else "at its turn limit"

    def refusal(self, state: State, phrase: str) -> str | None:
        """Why a phrase is not legal now."""
        return phrasing.explain(state[0], self.compiled[0], self.names, self.kind_of(state), phrase)

    def places(self, state: State) -> dict[int, str]:
        """Where on the table the things lie that the options mean, by option."""
        s, R = state[0], self.compiled[0]
        places = {option: place_of(s, R, self.names, option) for option in self.options(state)}
        return {option: place for option, place in places.items() if place}

    # --- Odds, frames, numbers ---

    @cached_property
    def draw_chances(self) -> Chances:
        """What exact odds need to know of this game: unseen cards, what a chapter lacks."""
        from .odds import Chances

        return Chances(self)

    @property
    def goals(self) -> tuple[str, ...]:
        """What a roll-out counts: completed chapters."""
        return self.deck.chapters

    @cached_property
    def vocabulary(self) -> Mapping[str, tuple[str, ...]]:
        """The words that numbers stand for in the columns of recorded games."""
        return vocabulary_of(self.names)

    def event_columns(self, rows: EventRows) -> Columns:
        """The columns of recorded events."""
        return event_columns(rows, self.names)

    @cached_property
    def card_groups(self) -> Mapping[str, str]:
        """The profession of every card in the column `card` of recorded events."""
        return professions_of(self.names)

    # --- What is to be seen ---

    def hints(self, game: Game, seat: int) -> Iterator[str]:
        """Which tiers each card reaches, what the next one needs, how far the chapters are."""
        from .hints import hints

        return hints(self, game, seat)

    @cached_property
    def card_texts(self) -> Mapping[str, CardText]:
        """Every card of the deck in words, by its own name."""
        from .wording import card_texts

        return card_texts(self.deck)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What a player should know of the deck; which card is meant by a name has been said at the beginning."""
        return self.deck.warnings[len(self.deck.mistakable) :]

    def table(self, state: State) -> Table:
        """Everything on the table."""
        return table_of(state, self.names)

    def view_of(self, knowledge: State, seat: int) -> View:
        """What a seat may know."""
        return view_of(knowledge, self.names, seat)

    def text(self, table: Table | View, decision: Decision | None) -> str:
        """The table for a terminal."""
        return table_text(table, decision, self.names)

    def html(self, table: Table | View, decision: Decision | None) -> str:
        """The table as simple HTML."""
        return table_html(table, decision, self.names)
