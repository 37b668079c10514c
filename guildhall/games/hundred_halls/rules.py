"""The rules of the Hundred Halls: box, engine and words in one object."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from guildhall.core.decision import Event
from guildhall.core.rules import CardText, Columns, Schema, State, computed
from guildhall.kernel.recording import default_event_columns, default_schemas
from guildhall.kernel.rules import CompiledRules

from .armory import points_for
from .cards import Box, Campaign
from .engine.compile import compile_box, template
from .engine.engine import ENGINE
from .engine.state import Phase
from .events import MEANINGS as COLUMNS
from .events import REASONS
from .names import Names
from .settings import BONUS, PLAYS, HundredHallsSettings, box_of, order_of, shelf_of
from .table import Table
from .weights import MEANINGS, PRESETS
from .wording import card_text
from .words import HundredHallsWords

if TYPE_CHECKING:
    from guildhall.kernel.recording import EventRows

__all__ = ["VERSION", "HundredHallsRules", "compiled_for"]

VERSION = "2"

_FREE = frozenset({Phase.HEAD_START, Phase.ACT, Phase.MEMORY, Phase.SCENARIO})


def compiled_for(
    setup: HundredHallsSettings, box: Box, order: tuple[int, ...], campaign: Campaign | None = None
) -> tuple[NDArray[Any], Names]:
    """Return the rules record for a box, and its names. The game may be a battle of a campaign."""
    players = len(setup.players)
    compiled, effects = compile_box(
        box,
        order=order,
        bonus=BONUS[players],
        plays=PLAYS[players],
        head_start=setup.head_start,
        rounds=setup.round_limit,
        armory=points_for(box) if setup.armory else 0,
    )
    return compiled, Names(box, setup.players, effects, campaign)


class HundredHallsRules(CompiledRules):
    """The rules of the Hundred Halls for one box and its settings, without a state."""

    version = VERSION
    engine = ENGINE
    settings = HundredHallsSettings
    bots, meanings = PRESETS, MEANINGS
    own_bot_lines = MappingProxyType({"team": "plays its role: heals, strikes, or stops what hurts most"})
    begins_empty = together = True
    reasons = REASONS
    searcher, rollouts = "team", 75
    search: ClassVar = {"margin": 3.0, "horizon": 8}
    turn_word, goal_word = "round", "fall"
    table_class: ClassVar[type[Table]] = Table

    def __init__(self, setup: HundredHallsSettings) -> None:
        self.settled = setup
        self.box, self.names, compiled = self._unpacked(setup)
        super().__init__(setup, compiled, self._before_set_up(), self.box)
        self.goals = self._goals()
        self.deaths = tuple(range(len(self.seats)))  # the first goals

    def _unpacked(self, setup: HundredHallsSettings) -> tuple[Any, Names, NDArray[Any]]:
        """Return the box, its names, and the rules record."""
        box = box_of(setup)
        compiled, names = compiled_for(setup, box, order_of(setup))
        return box, names, compiled

    def _before_set_up(self) -> NDArray[Any]:
        """The state that games are dealt from."""
        return template()

    @cached_property
    def words(self) -> HundredHallsWords:
        """The words of the game."""
        return HundredHallsWords(self)

    def names_at(self, state: State) -> Names:
        """Return the names of the cards in a state."""
        return self.names

    def begins_move(self, before: State, state: State) -> bool:
        """True if another seat decides, or a player begins a free action."""
        s = state[0]
        return not s["over"] and (int(s["actor"]) != int(before[0]["actor"]) or int(s["phase"]) in _FREE)

    def opening(self, start: State, seed: int) -> tuple[Event, ...]:
        """Return set-up and the turns of Scenario and Realm before the first decision (R-48)."""
        state, events = self.start_told(seed)
        return events if state.tobytes() == start.tobytes() else ()

    # --- The table ---

    def table(self, state: State) -> Table:
        """Return the whole table."""
        return self.table_class(self.names_at(state), state.copy(), None, self.compiled)

    def view_of(self, knowledge: State, seat: int) -> Table:
        """Build a seat's view from its knowledge record."""
        return self.table_class(self.names_at(knowledge), knowledge, seat, self.compiled)

    @computed
    def card_texts(self) -> Mapping[str, CardText]:
        """Return the texts of all cards by name, including decks not in this game and the Armory's goods."""
        decks = shelf_of(self.settled).decks.values()
        cards = [(card, deck.kind) for deck in decks for card in (deck.top, *deck.cards)]
        cards += [(card, "player") for card in self.box.sold if card.type == "Ability"]
        return {card.name: CardText(card.name, card_text(card, kind), card.provenance) for card, kind in cards}

    # --- Odds, frames ---

    def _goals(self) -> tuple[str, ...]:
        """Return the goals: the fall of each player by seat, then of each Boss to beat."""
        bosses = (self.names.cards[card] for card in self.compiled[0]["boss"].nonzero()[0])
        return tuple(f"{name} falls" for name in (*self.seats, *bosses))

    @computed
    def candidates(self) -> tuple[str, ...]:
        """Return all player decks."""
        return tuple(shelf_of(self.settled).of_kind("player"))

    def last_turn(self, view: Any, turns: int) -> int:
        """Return the last of `turns` rounds, including the present one. A turn of this game is a round."""
        return max(1, int(view.knowledge[0]["turn_no"])) + turns - 1

    @cached_property
    def _columns(self) -> Mapping[str, tuple[str, ...]]:
        """The words of the columns of events, without duplicates: copies of a card share one word."""
        cards, piles = (tuple(dict.fromkeys(names)) for names in (self.names.cards, self.names.piles))
        return {"card": cards, "target": cards, "pile": piles}

    @property
    def schemas(self) -> Mapping[str, Schema]:
        """The frames of recorded games other than `games`."""
        schemas = default_schemas(self.engine, self._columns)
        events = {name: (kind, COLUMNS.get(name, told)) for name, (kind, told) in schemas["events"].items()}
        return {**schemas, "events": events}

    @cached_property
    def vocabulary(self) -> Mapping[str, tuple[str, ...]]:
        """The words for the numbers in the columns of recorded games."""
        common = {"reason": ("running", *self.reasons.values()), "event": tuple(self.event_names.values())}
        return {**self._columns, **common}

    def event_columns(self, rows: EventRows) -> Columns:
        """Return the columns of recorded events."""
        columns = default_event_columns(rows, self._columns)
        numbered = {"card": self.names.cards, "target": self.names.cards, "pile": self.names.piles}
        for name, names in numbered.items():
            places = {word: place for place, word in enumerate(self._columns[name])}
            numbers = [places[one] for one in names]
            columns[name] = np.array([*numbers, -1], np.int32)[columns[name]]  # the last one means none
        return columns
