"""The rules of Die Gilden von Advyria: box, engine, words and everything else about the game in one object."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from guildhall.core.decision import Decision
from guildhall.core.rules import CardText, State, computed
from guildhall.kernel.rules import CompiledRules

from .engine.compile import compile_box, template
from .engine.engine import ENGINE
from .engine.state import NONE
from .events import REASONS, Names
from .frames import SCHEMAS, event_columns
from .settings import AdvyriaSettings, box_of
from .table import Table, View, table_html, table_of, table_text, view_of
from .weights import MEANINGS, PRESETS
from .wording import LEVELS, STEPS, card_texts
from .words import FREE, AdvyriaWords

if TYPE_CHECKING:
    from guildhall.core.rules import Columns
    from guildhall.kernel.recording import EventRows

    from .frames import Observing
    from .odds import Chances

__all__ = ["VERSION", "AdvyriaRules"]

VERSION = "1"


class AdvyriaRules(CompiledRules):
    """The rules of Die Gilden von Advyria with a box and all settings, but without a state."""

    version = VERSION
    engine = ENGINE
    settings = AdvyriaSettings
    bots, meanings = PRESETS, MEANINGS
    own_bot_lines = MappingProxyType({"memory": "remembers the tiles and cards it has seen"})
    begins_empty = True
    searcher = "memory"
    search: ClassVar = {"margin": 3.0, "horizon": 12}
    reasons, own_schemas = REASONS, SCHEMAS
    goal_word = "adventure"

    def __init__(self, setup: AdvyriaSettings) -> None:
        self.settled = setup
        self.box = box_of(setup)
        self.names = Names(self.box, setup.players, setup.lang)
        self.labels = {"card": self.names.kinds, "field": self.names.fields}
        self.goals = self.names.adventures
        #: The rating table of the solo game.
        self.score_levels = tuple(zip((None, *STEPS), (level.in_(setup.lang) for level in LEVELS), strict=True))
        compiled = compile_box(
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
        super().__init__(setup, compiled, template(compiled), self.box)

    @cached_property
    def words(self) -> AdvyriaWords:
        """The words of the game."""
        return AdvyriaWords(self)

    def begins_move(self, before: State, state: State) -> bool:
        """Return whether a seat may freely choose what to do: play something, or end the turn."""
        return not state[0]["over"] and self.words.kind(state) in FREE

    @computed
    def card_texts(self) -> Mapping[str, CardText]:
        """The texts of all cards of the box by English name."""
        return card_texts(self.names)

    # --- Odds, frames ---

    @computed
    def quest_chances(self) -> Chances:
        """Exact chances of reaching a field, finding an adventure or finishing a set."""
        from .odds import Chances

        return Chances(self)

    def event_columns(self, rows: EventRows) -> Columns:
        """Return the columns of recorded events."""
        return event_columns(rows)

    @cached_property
    def observing(self) -> Observing:
        """The observations for learning programs."""
        from .frames import Observing

        return Observing(self)

    # --- The table ---

    def table(self, state: State) -> Table:
        """Return everything on the table."""
        return table_of(state, self.names, self._points(state))

    def view_of(self, knowledge: State, seat: int) -> View:
        """Return a seat's view from its knowledge record."""
        return view_of(knowledge, self.names, self._points(knowledge), seat)

    def text(self, table: Table | View, decision: Decision | None) -> str:
        """Return the table as text for a terminal."""
        return table_text(table, decision, self.names)

    def html(self, table: Table | View, decision: Decision | None) -> str:
        """Return the table as simple HTML."""
        return table_html(table, decision, self.names)
