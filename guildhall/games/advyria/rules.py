"""Die Gilden von Advyria behind the one interface that games, bots, records and front-ends talk to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

from guildhall.core.capabilities import (
    CardText,
    HasCardTexts,
    HasPlaces,
    HasQuestChances,
    HasScoreLevels,
    TellsMoves,
)
from guildhall.core.decision import Decision, Event, Option, Outcome
from guildhall.core.moves import as_one_sentence
from guildhall.core.rules import State
from guildhall.kernel.shell import CompiledRules

from . import phrasing
from .engine.compile import compile_box, template
from .engine.engine import ENGINE
from .engine.state import NONE
from .events import REASONS, UNTOLD, tell
from .frames import SCHEMAS, event_columns
from .naming import Names
from .phrasing import german_label, place_of
from .setup import Setup, box_of, settle
from .table import Table, View, table_html, table_of, table_text, view_of
from .weights import MEANINGS, PRESETS
from .wording import LEVELS, STEPS, card_texts, level_of, sentence

if TYPE_CHECKING:
    from guildhall.core.capabilities import Columns
    from guildhall.kernel.recording import EventRows

    from .odds import Chances

__all__ = ["VERSION", "AdvyriaRules"]

VERSION = "1"


class AdvyriaRules(CompiledRules, HasQuestChances, HasCardTexts, HasPlaces, HasScoreLevels, TellsMoves):
    """The rules of Die Gilden von Advyria with a box and all options settled; holds parameters, never a state."""

    version = VERSION
    engine = ENGINE
    settle = staticmethod(settle)
    presets, meanings = PRESETS, MEANINGS
    own_bot_lines = MappingProxyType({"memory": "remembers the tiles and cards it has seen"})
    begins_empty = True
    observer = "guildhall.games.advyria.observing:Observing"
    searcher = "memory"
    search: ClassVar = {"margin": 3.0, "horizon": 12}
    reasons, own_schemas = REASONS, SCHEMAS
    goal_word = "adventure"

    def __init__(self, setup: Setup) -> None:
        self.settled = setup
        self.box = box_of(setup)
        self.names = Names(self.box, setup.players, setup.lang)
        self.labels = {"card": self.names.kinds, "field": self.names.fields}
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

    # --- Words ---

    def kind_of(self, state: State) -> str:
        """What kind of decision is at hand."""
        return phrasing.kind_of(state[0])

    def prompt(self, state: State, kind: str) -> str:
        """What the seat that decides is asked."""
        return phrasing.prompt(state[0], self.names)

    def worded(self, state: State, kind: str, codes: tuple[int, ...]) -> tuple[Option, ...]:
        """The legal options in words."""
        return tuple(self._option(state[0], code) for code in codes)

    def _option(self, s: Any, code: int) -> Option:
        shown = german_label(s, self.names, code) if self.names.lang == "de" else ""
        return Option(code, phrasing.PHRASES.of(self.names, s, code), phrasing.text(s, self.names, code), shown)

    def phrase(self, state: State, option: int) -> str:
        """The stable phrase of an option."""
        return phrasing.PHRASES.of(self.names, state[0], option)

    def tell(self, event: int, seat: int, numbers: Sequence[int]) -> Event:
        """A row of the event log as a sentence."""
        return tell(event, seat, numbers, self.names, open_hands=self.settled.open_hands)

    def begins_move(self, before: State, state: State) -> bool:
        """Whether a seat may freely choose what to do: play something, or end the turn."""
        return not state[0]["over"] and self.kind_of(state) in phrasing.FREE

    def move_told(self, seat: int, events: Sequence[Event]) -> str:
        """What a seat did, up to where the next turn begins."""
        turn = next((at for at, event in enumerate(events) if event.kind == "turn"), len(events))
        return as_one_sentence(self.seats[seat], [event for event in events[:turn] if event.kind not in UNTOLD])

    def ending(self, state: State, outcome: Outcome) -> str:
        """How the game ended."""
        lang = self.names.lang
        if outcome.reason == "unfinished":
            limit = "too long" if self.has_most_plies(state) else "unfinished"
            return sentence(lang, limit, plies=self.engine.most_plies)
        if len(self.seats) == 1:
            level = level_of(outcome.vp[0])
            values = {"who": self.seats[0], "gold": outcome.vp[0], "word": LEVELS[level - 1].in_(lang)}
            return sentence(lang, "rated", n=level, **values)
        best = [seat for seat in range(len(self.seats)) if int(state[0]["winners"]) >> seat & 1]
        who = " & ".join(self.seats[seat] for seat in best)
        return sentence(lang, "won" if len(best) == 1 else "shared", who=who, gold=outcome.vp[best[0]])

    def refusal(self, state: State, phrase: str) -> str | None:
        """Why a phrase is not legal now."""
        from .phrasing import explain

        return explain(state[0], self.compiled[0], self.names, phrase)

    def places(self, state: State) -> dict[int, str]:
        """Where on the table the things lie that the options mean, by option."""
        places = {option: place_of(state[0], self.names, option) for option in self.options(state)}
        return {option: place for option, place in places.items() if place}

    @property
    def score_levels(self) -> tuple[tuple[int | None, str], ...]:
        """The rating table of the solo game: the least Gold of every level, none for the lowest, and its word."""
        return tuple(zip((None, *STEPS), (level.in_(self.names.lang) for level in LEVELS), strict=True))

    @cached_property
    def card_texts(self) -> Mapping[str, CardText]:
        """Every card of the box by its English name."""
        return card_texts(self.names)

    # --- Odds, frames ---

    @property
    def goals(self) -> tuple[str, ...]:
        """What a roll-out counts: completed adventures."""
        return self.names.adventures

    @cached_property
    def quest_chances(self) -> Chances:
        """Exact chances: to reach a field, to find an adventure, to finish a set."""
        from .odds import Chances

        return Chances(self)

    def event_columns(self, rows: EventRows) -> Columns:
        """The columns of recorded events."""
        return event_columns(rows)

    # --- What is to be seen ---

    def table(self, state: State) -> Table:
        """Everything on the table."""
        return table_of(state, self.names, self._points(state))

    def view_of(self, knowledge: State, seat: int) -> View:
        """What a seat may know."""
        return view_of(knowledge, self.names, self._points(knowledge), seat)

    def text(self, table: Table | View, decision: Decision | None) -> str:
        """The table for a terminal."""
        return table_text(table, decision, self.names)

    def html(self, table: Table | View, decision: Decision | None) -> str:
        """The table as simple HTML."""
        return table_html(table, decision, self.names)
