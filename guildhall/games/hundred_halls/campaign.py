"""The rules of a solo campaign, which is played and stored as one game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from guildhall.core.rules import Columns, State

from .armory import FIRST_POINTS, POINTS_PER_DIFFICULTY
from .cards import MOST_DECKS, Campaign
from .engine.campaign import CAMPAIGN, CAMPAIGN_RULES, CAMPAIGN_STATE
from .engine.compile import template
from .engine.state import CARDS, PILES, SEATS
from .names import Names
from .rules import HundredHallsRules, compiled_for
from .settings import HundredHallsSettings, campaign_of, order_of
from .table import CampaignTable
from .words import CampaignWords

if TYPE_CHECKING:
    from guildhall.kernel.recording import EventRows

__all__ = ["CampaignRules"]


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
