"""The rules of Guild Master: box, engine and words in one object."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from guildhall.core.decision import Event
from guildhall.core.rules import CardText, Columns, Schema, State, computed
from guildhall.kernel.rules import CompiledRules

from .engine.compile import compile_box, template
from .engine.engine import ENGINE
from .events import GOALS, REASONS, Moment, Names
from .events import MEANINGS as COLUMNS
from .settings import GuildMasterSettings, box_of
from .table import Table
from .weights import MEANINGS, PRESETS
from .wording import card_texts
from .words import GuildMasterWords

if TYPE_CHECKING:
    from guildhall.kernel.recording import EventRows

__all__ = ["VERSION", "GuildMasterRules"]

VERSION = "2"

_CARD_COLUMNS: Schema = {
    "card": ("word", "Adventurer, Contract or Upgrade that the event is about, null if none"),
    "amount": ("signed int32", "Gold or Fame that changed hands, null where there is neither"),
}


class GuildMasterRules(CompiledRules):
    """The rules of Guild Master for one box and its settings, without a state."""

    version = VERSION
    engine = ENGINE
    settings = GuildMasterSettings
    bots, meanings = PRESETS, MEANINGS
    own_bot_lines = MappingProxyType({"odds": "works out the chance of every check and expects company"})
    begins_empty = True
    searcher, rollouts = "odds", 200
    reasons = REASONS
    goals = GOALS
    turn_word = "Round"
    set_kinds = frozenset({"team"})

    def __init__(self, setup: GuildMasterSettings) -> None:
        self.settled = setup
        self.box = box_of(setup)
        self.names = Names(self.box, setup.players)
        self.labels = self.names.labels
        teams = -1 if setup.teams is None else setup.teams - 1
        compiled = compile_box(self.box, players=len(setup.players), short=setup.short, teams=teams)
        super().__init__(setup, compiled, template(), self.box)

    @cached_property
    def words(self) -> GuildMasterWords:
        """The words of the game."""
        return GuildMasterWords(self)

    def apply(self, state: State, option: int) -> tuple[Event, ...]:
        """Carry out a legal option in place. Its events are worded from the state before it."""
        moment = Moment.of(state[0])
        return tuple([self.words.event(*row, moment) for row in self.rows(state, option)])

    def begins_move(self, before: State, state: State) -> bool:
        """True if another seat decides, or another Round has begun."""
        return any(int(before[0][name]) != int(state[0][name]) for name in ("actor", "turn_no"))

    # --- The table ---

    def _table(self, record: State, seat: int | None) -> Table:
        return Table(self.names, record, seat, self.compiled)

    def table(self, state: State) -> Table:
        """Return the whole table."""
        return self._table(state.copy(), None)

    def view_of(self, knowledge: State, seat: int) -> Table:
        """Build a seat's view from its knowledge record."""
        return self._table(knowledge, seat)

    @computed
    def card_texts(self) -> Mapping[str, CardText]:
        """Return the texts of all cards and Upgrades by name."""
        return card_texts(self.box)

    # --- Odds, frames ---

    def last_turn(self, view: Any, turns: int) -> int:
        """Return the last of `turns` Rounds, including the present one. A turn of this game is a Round."""
        return max(1, int(view.knowledge[0]["turn_no"])) + turns - 1

    @property
    def schemas(self) -> Mapping[str, Schema]:
        """The frames of recorded games other than `games`."""
        schemas = super().schemas
        events = {name: (kind, COLUMNS.get(name, told)) for name, (kind, told) in schemas["events"].items()}
        return {**schemas, "events": {**events, **_CARD_COLUMNS}}

    def event_columns(self, rows: EventRows) -> Columns:
        """Return the columns of recorded events."""
        columns = super().event_columns(rows)
        card, first = columns["adventurer"], len(self.names.adventurers)
        for name in ("contract", "upgrade"):
            card = np.where(columns[name] >= 0, columns[name] + first, card)
            first += len(getattr(self.names, f"{name}s"))
        return {**columns, "card": card.astype(np.int16), "amount": rows.sum_of("gold", "fame")}
