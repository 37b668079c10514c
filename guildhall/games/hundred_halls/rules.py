"""The rules of the Hundred Halls: box, engine and words in one object, for a battle and for a solo campaign.

A campaign is played and stored as one game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from guildhall.core.decision import Event
from guildhall.core.rules import CardText, Columns, Schema, State, computed
from guildhall.kernel.recording import default_event_columns, default_schemas
from guildhall.kernel.rules import CompiledRules

from .cards import FIRST_POINTS, MOST_DECKS, POINTS_PER_DIFFICULTY, Box, Campaign, points_for
from .engine.campaign import CAMPAIGN, CAMPAIGN_RULES, CAMPAIGN_STATE
from .engine.compile import compile_box, template
from .engine.engine import ENGINE
from .engine.state import CARDS, PILES, SEATS, Phase
from .events import MEANINGS as COLUMNS
from .events import REASONS, Names
from .settings import BONUS, PLAYS, HundredHallsSettings, box_of, campaign_of, order_of, shelf_of
from .table import CampaignTable, Table
from .weights import MEANINGS, PRESETS
from .wording import card_text
from .words import CampaignWords, HundredHallsWords

if TYPE_CHECKING:
    from guildhall.kernel.recording import EventRows

__all__ = ["VERSION", "CampaignRules", "HundredHallsRules", "compiled_for"]


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
        state, events = self.start_with_events(seed)
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


# --- The rules of a solo campaign ---


@dataclass(frozen=True)
class _AllNames(Names):
    """The names of all battles, by Scenario and Realm. A campaign's log numbers cards and decks by battle."""

    battles: tuple[tuple[Names, ...], ...] = ()

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """The name of each card of each battle."""
        return self._in_all_battles(CARDS, [[names.cards for names in row] for row in self.battles])

    @cached_property
    def piles(self) -> tuple[str, ...]:
        """The names of the decks of each battle."""
        return self._in_all_battles(PILES, [[names.piles for names in row] for row in self.battles])

    def _in_all_battles(self, size: int, words: list[list[tuple[str, ...]]]) -> tuple[str, ...]:
        """Return words by battle, with the player's name wherever there is no card."""
        found = [self.box.party[0].name] * (size * MOST_DECKS**2)
        for scenario, row in enumerate(words):
            for realm, own in enumerate(row):
                begin = size * (scenario * MOST_DECKS + realm)
                found[begin : begin + len(own)] = own
        return tuple(found)


class CampaignRules(HundredHallsRules):
    """The rules of a solo campaign. Its points are the beaten Scenarios."""

    engine = CAMPAIGN
    search: ClassVar = {"margin": 3.0, "horizon": 10}  # about a battle, because a whole campaign takes too long
    game = "hundred-halls"
    table_class = CampaignTable
    goal_word = "goal"

    def _unpacked(self, setup: HundredHallsSettings) -> tuple[Campaign, Names, NDArray[Any]]:
        """Return the box, the names of all battles, and the record with the rules of all battles."""
        box, order = campaign_of(setup), order_of(setup)
        rules = np.zeros(1, CAMPAIGN_RULES)
        R = rules[0]
        R["players"], R["scenarios"], R["realms"] = 1, len(box.scenarios), len(box.realms)
        R["points"], R["per_difficulty"], R["defeat_limit"] = FIRST_POINTS, POINTS_PER_DIFFICULTY, setup.defeat_limit
        for kind, decks in (("scenario", box.scenarios), ("realm", box.realms)):
            R[f"{kind}_difficulty"][: len(decks)] = [deck.difficulty for deck in decks]
        battles: list[tuple[Names, ...]] = []
        for scenario in range(len(box.scenarios)):
            row = [compiled_for(setup, box.battle(scenario, realm), order, box) for realm in range(len(box.realms))]
            for realm, (compiled, _) in enumerate(row):
                R["battles"][scenario, realm] = compiled[0]
            battles.append(tuple(names for _, names in row))
        first = battles[0][0]
        return box, _AllNames(first.box, first.seats, first.effects, box, tuple(battles)), rules

    def _before_set_up(self) -> NDArray[Any]:
        """The state that campaigns are dealt from."""
        battle, state = template(), np.zeros(1, CAMPAIGN_STATE)
        for name in battle.dtype.names or ():
            state[name] = battle[name]
        return state

    @cached_property
    def words(self) -> CampaignWords:
        """The words of the campaign."""
        return CampaignWords(self)

    def names_at(self, state: State) -> Names:
        """Return the names of the current battle."""
        return self.battles[int(state[0]["scenario"])][int(state[0]["realm"])]

    @property
    def battles(self) -> tuple[tuple[Names, ...], ...]:
        """The names of every battle, by Scenario and Realm."""
        assert isinstance(self.names, _AllNames)
        return self.names.battles

    # --- Odds, frames ---

    def _goals(self) -> tuple[str, ...]:
        """Return the goals: the player's fall, and each Scenario beaten."""
        return (f"{self.seats[0]} falls", *(f"{deck.name} is beaten" for deck in self.box.scenarios))

    def last_turn(self, view: Any, turns: int) -> int:
        """Return the last of `turns` rounds, including the present one. Before a battle none has begun."""
        known = view.knowledge[0]
        return int(known["turn_no"]) + turns - int(known["turn_no"] > known["rounds"])

    @cached_property
    def _columns(self) -> Mapping[str, tuple[str, ...]]:
        """The words of the columns of events, without duplicates."""
        decks = {"scenario": self.box.scenarios, "realm": self.box.realms}
        return {**super()._columns, **{kind: tuple(deck.name for deck in own) for kind, own in decks.items()}}

    def event_columns(self, rows: EventRows) -> Columns:
        """Return the columns of recorded events. A side is a seat, the Scenario or the Realm in every battle."""
        columns = super().event_columns(rows)
        side = columns["side"]
        return {**columns, "side": np.where(side < SEATS, side, SEATS + (side - SEATS) % PILES)}
