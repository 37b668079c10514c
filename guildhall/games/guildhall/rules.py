"""The rules of Guildhall: deck, engine, words and everything else about the game in one object."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, cast

from numpy.typing import NDArray

from guildhall.core.decision import Decision
from guildhall.core.errors import BadSetup, did_you_mean, listing, nearest, short
from guildhall.core.rules import CardText, Spec, State, clone, computed
from guildhall.kernel.rules import CompiledRules, Rows
from guildhall.kernel.weights import MISTAKES, THINKS

from .engine.bots import AVOIDED, AVOIDED_VP, BEST_TIERS, SIZES
from .engine.compile import compile_deck, template
from .engine.engine import ENGINE
from .engine.state import FLAGS, NONE, OP, Flag, Op, OptionId
from .events import FREE, REASONS, Names
from .frames import SCHEMAS, event_columns, professions_of, vocabulary_of
from .settings import GuildhallSettings, deck_of
from .table import Table, View, table_html, table_of, table_text, view_of
from .weights import AVOID, MEANINGS, PRESETS
from .words import SET_KINDS, GuildhallWords

if TYPE_CHECKING:
    from guildhall.core.rules import Columns
    from guildhall.kernel.recording import EventRows

    from .frames import Observing
    from .odds import Chances

__all__ = ["VERSION", "GuildhallRules"]

VERSION = "2"


class GuildhallRules(CompiledRules):
    """The rules of Guildhall with a deck and all settings, but without a state.

    >>> rules = GuildhallRules.of(cards="old-world", players=2)
    >>> rules.decision(rules.start(7)).kind
    'mulligan'
    """

    version = VERSION
    engine = ENGINE
    settings = GuildhallSettings
    bots, meanings = PRESETS, MEANINGS
    own_bot_lines = MappingProxyType(
        {"heuristic": "weighs whole turns: what it completes, what it hands to others, what it can buy"}
    )
    search: ClassVar = {"margin": 3.0, "horizon": 8}
    reasons, own_schemas = REASONS, SCHEMAS
    goal_word = "chapter"
    set_kinds = SET_KINDS

    def __init__(self, setup: GuildhallSettings) -> None:
        self.settled = setup
        self.deck = deck_of(setup)
        for sentence in self.deck.mistakable:
            warnings.warn(sentence, stacklevel=5)  # the caller of `gh.new_game`
        self.names = Names(self.deck, setup.players)
        self.goals = self.deck.chapters
        self.warnings = self.deck.warnings[len(self.deck.mistakable) :]  # the others have just been shown
        self._with_tiers = (
            *(card.shown for card in self.deck.professions),
            *(master.name for master, _ in self.deck.masters),
        )
        #: Professions and Masters, whose tiers a bot can leave unused, and VP cards, which it need not buy.
        self.avoidable = (*self._with_tiers, *self.names.vp)
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

    @cached_property
    def words(self) -> GuildhallWords:
        """The words of the game."""
        return GuildhallWords(self)

    # --- Moves and sets of picks ---

    def begins_move(self, before: State, state: State) -> bool:
        """Return whether a seat may freely choose what to do. During set-up it has two decisions to make."""
        kind = self.words.kind(state) if not state[0]["over"] else ""
        if kind not in FREE:
            return False
        return kind == "act" or kind != self.words.kind(before) or state[0]["actor"] != before[0]["actor"]

    def set_at(self, state: State) -> int | None:
        """Return the number of the set being picked, None if there is none or the order of its cards matters."""
        if state[0]["over"]:
            return None
        row = self._row(state)
        return int(state[0]["pc"]) if row[OP] == Op.PICK and not row[FLAGS] & Flag.ANY_ORDER else None

    def _row(self, state: State) -> NDArray[Any]:
        """Return the program row of the current decision."""
        return cast("NDArray[Any]", self.compiled[0]["prog"][state[0]["pc"]])

    def obvious(self, state: State) -> int | None:
        """Return the only tier, or any card if only the order on the pile is chosen, and None otherwise."""
        options = self.options(state)
        if len(options) < 2:
            return None
        op = Op(int(self._row(state)[OP]))
        tiers = [option for option in options if OptionId.TIER <= option < OptionId.NO_TIER]
        if op is Op.TIER and len(tiers) == 1:
            return tiers[0]
        return options[0] if op is Op.ORDER else None

    def rest(self, state: State) -> tuple[int, ...]:
        """Return all remaining discards of a refresh or a mulligan, in card order."""
        here, rest = clone(state), list[int]()
        while here[0]["actor"] == state[0]["actor"] and self._discards_freely(here):
            option = self.options(here)[0]  # being done is offered last
            if option == OptionId.DONE:
                break
            rest.append(option)
            self.apply(here, option)
        return tuple(rest)

    def _discards_freely(self, state: State) -> bool:
        return not state[0]["over"] and self._row(state)[OP] in (Op.REFRESH, Op.MULLIGAN)

    # --- Bots ---

    def avoiding(self, bot: Spec, card: str) -> Mapping[str, float]:
        """Return the same bot, except that it never uses the tiers of a card, or never buys a VP card."""
        return {**self.named_weights(bot), f"{AVOID}{card}": 1.0}

    def weights(self, bot: Spec) -> Rows:
        """Return a bot's row of numbers.

        A weight `without Dancer` keeps it from using the tiers of the Dancer, `without 9` from buying the VP card 9.
        """
        named = self.named_weights(bot)
        avoided = [name for name in named if isinstance(name, str) and name.startswith(AVOID)]
        row = super().weights({name: value for name, value in named.items() if name not in avoided})
        if avoided and (row[THINKS] == 0.0 or row[MISTAKES] > 0.0):
            raise BadSetup("only a bot that never chooses at random can leave a card unused")
        for card in (name.removeprefix(AVOID) for name in avoided if named[name]):
            if card not in self.avoidable:
                close = did_you_mean(nearest(card, self.avoidable))
                raise BadSetup(f"unknown card {short(card)} to leave unused{close or f': {listing(self.avoidable)}'}")
            self._avoid(row, card)
        return row

    def _avoid(self, row: Rows, card: str) -> None:
        if card in self._with_tiers:
            best = BEST_TIERS + SIZES * self._with_tiers.index(card)
            row[best : best + SIZES] = AVOIDED
        else:
            row[AVOIDED_VP + self.names.vp.index(card)] = AVOIDED

    # --- Odds, frames, numbers ---

    @computed
    def draw_chances(self) -> Chances:
        """Guildhall's part of exact odds: unseen cards, and the cards a chapter lacks."""
        from .odds import Chances

        return Chances(self)

    @cached_property
    def vocabulary(self) -> Mapping[str, tuple[str, ...]]:
        """The words that numbers stand for in the columns of recorded games."""
        return vocabulary_of(self.names)

    def event_columns(self, rows: EventRows) -> Columns:
        """Return the columns of recorded events."""
        return event_columns(rows, self.names)

    @computed
    def card_groups(self) -> Mapping[str, str]:
        """The profession of every card in the column `card` of recorded events."""
        return professions_of(self.names)

    @cached_property
    def observing(self) -> Observing:
        """The observations for learning programs."""
        from .frames import Observing

        return Observing(self)

    # --- The table ---

    @computed
    def card_texts(self) -> Mapping[str, CardText]:
        """The texts of all cards of the deck, by name."""
        from .wording import card_texts

        return card_texts(self.deck)

    def table(self, state: State) -> Table:
        """Return everything on the table."""
        return table_of(state, self.names)

    def view_of(self, knowledge: State, seat: int) -> View:
        """Return a seat's view from its knowledge record."""
        return view_of(knowledge, self.names, seat)

    def text(self, table: Table | View, decision: Decision | None) -> str:
        """Return the table as text for a terminal."""
        return table_text(table, decision, self.names)

    def html(self, table: Table | View, decision: Decision | None) -> str:
        """Return the table as simple HTML."""
        return table_html(table, decision, self.names)
