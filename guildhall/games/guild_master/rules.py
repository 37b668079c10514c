"""Guild Master behind the one interface that games, bots, records and front-ends talk to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from guildhall.core.capabilities import CardText, Columns, HasCardTexts, HasPlaces, Schema, TellsMoves
from guildhall.core.decision import Event, Option, Outcome
from guildhall.core.rules import State
from guildhall.kernel.shell import CompiledRules

from . import texts, words
from .engine.compile import compile_box, template
from .engine.engine import ENGINE
from .engine.guild import size_at
from .engine.state import Phase
from .events import MEANINGS as COLUMNS
from .events import REASONS, Moment, move_told, tell
from .figures import Figures
from .setup import Setup, box_of, settle
from .table import Table
from .weights import MEANINGS, PRESETS
from .words import GOALS, Names

if TYPE_CHECKING:
    from guildhall.kernel.recording import EventRows

__all__ = ["VERSION", "GuildMasterRules"]

VERSION = "2"

_CARD_COLUMNS: Schema = {
    "card": ("word", "Adventurer, Contract or Upgrade that the event is about, null if none"),
    "amount": ("signed int32", "Gold or Fame that changed hands, null where there is neither"),
}


class GuildMasterRules(CompiledRules, HasCardTexts, HasPlaces, TellsMoves):
    """The rules of Guild Master with a box and all options settled; holds parameters, never a state."""

    version = VERSION
    engine = ENGINE
    settle = staticmethod(settle)
    presets, meanings = PRESETS, MEANINGS
    own_bot_lines = MappingProxyType({"odds": "works out the chance of every check and expects company"})
    begins_empty = True
    searcher, rollouts = "odds", 200
    reasons = REASONS
    goals = GOALS
    turn_word = "Round"

    def __init__(self, setup: Setup) -> None:
        self.settled = setup
        self.box = box_of(setup)
        self.names = Names(self.box, setup.players)
        self.labels = self.names.labels
        teams = -1 if setup.teams is None else setup.teams - 1
        compiled = compile_box(self.box, players=len(setup.players), short=setup.short, teams=teams)
        super().__init__(setup, compiled, template(), self.box)

    # --- Words ---

    def _size(self, state: State) -> int:
        """The size of the team being planned."""
        if int(state[0]["phase"]) != Phase.PLAN:
            return 0
        return int(size_at(state[0], self.compiled[0], int(state[0]["actor"]), int(state[0]["space"])))

    def kind_of(self, state: State) -> str:
        """What kind of decision is at hand."""
        return words.kind_of(state[0], self._size(state))

    def prompt(self, state: State, kind: str) -> str:
        """What the seat that decides is asked."""
        return texts.prompt(self._figures(state), self._size(state))

    def worded(self, state: State, kind: str, codes: tuple[int, ...]) -> tuple[Option, ...]:
        """The legal options in words."""
        figures = self._figures(state)
        return tuple(Option(code, self.phrase(state, code), texts.about(figures, code)) for code in codes)

    def _figures(self, state: State) -> Figures:
        return Figures(self.names, state[0], self.compiled[0])

    def phrase(self, state: State, option: int) -> str:
        """The stable phrase of an option."""
        return words.PHRASES.of(self.names, state[0], option)

    def tell(self, event: int, seat: int, numbers: Sequence[int]) -> Event:
        """A row of the event log as a sentence."""
        return tell(event, seat, numbers, self.names, Moment())

    def apply(self, state: State, option: int) -> tuple[Event, ...]:
        """Carry out a legal option in place and tell what happened."""
        moment = Moment.of(state[0])
        return tuple([tell(*row, self.names, moment) for row in self.rows(state, option)])

    def begins_move(self, before: State, state: State) -> bool:
        """Whether another seat decides, or another Round has begun."""
        return any(int(before[0][name]) != int(state[0][name]) for name in ("actor", "turn_no"))

    def move_told(self, seat: int, events: Sequence[Event]) -> str:
        """A move and what follows from it by itself, each sentence with its subject."""
        return move_told(self.names, seat, events)

    def ending(self, state: State, outcome: Outcome) -> str:
        """How the game ended."""
        if outcome.reason == "unfinished":
            return f"The game ended unfinished after {self.engine.most_plies} plies"
        best = [self.seats[seat] for seat in outcome.winners]
        verb = "wins" if len(best) == 1 else "share the victory"
        return f"{' & '.join(best)} {verb} with {max(outcome.vp)} Fame"

    # --- The table ---

    def places(self, state: State) -> dict[int, str]:
        """Where on the table the things lie that the options mean, by option."""
        places = {option: words.place_of(self.names, state[0], option) for option in self.options(state)}
        return {option: place for option, place in places.items() if place}

    def _table(self, record: State, seat: int | None) -> Table:
        return Table(self.names, record, seat, self.compiled)

    def table(self, state: State) -> Table:
        """Everything on the table."""
        return self._table(state.copy(), None)

    def view_of(self, knowledge: State, seat: int) -> Table:
        """What a seat may know, from the record that holds just that."""
        return self._table(knowledge, seat)

    @cached_property
    def card_texts(self) -> Mapping[str, CardText]:
        """Every card and every Upgrade by its name."""
        found = {one.name: CardText(one.name, words.told(one), one.provenance) for one in self.box.cards}
        for name, (told, source) in texts.upgrade_texts(self.names).items():
            found.setdefault(name, CardText(name, told, source))
        return found

    # --- Odds, frames ---

    def last_turn(self, view: Any, turns: int) -> int:
        """A turn is a Round here: the number of the last of so many Rounds, the present one counted."""
        return max(1, int(view.knowledge[0]["turn_no"])) + turns - 1

    @property
    def schemas(self) -> Mapping[str, Schema]:
        """The frames of recorded games besides `games`."""
        schemas = super().schemas
        events = {name: (kind, COLUMNS.get(name, told)) for name, (kind, told) in schemas["events"].items()}
        return {**schemas, "events": {**events, **_CARD_COLUMNS}}

    def event_columns(self, rows: EventRows) -> Columns:
        """The columns of recorded events."""
        columns = super().event_columns(rows)
        card, first = columns["adventurer"], len(self.names.adventurers)
        for name in ("contract", "upgrade"):
            card = np.where(columns[name] >= 0, columns[name] + first, card)
            first += len(getattr(self.names, f"{name}s"))
        return {**columns, "card": card.astype(np.int16), "amount": rows.sum_of("gold", "fame")}
