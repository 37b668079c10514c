"""The table, or one seat's view of it, in plain lists and words, shown as text and simple HTML."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from guildhall.kernel.views import RecordTable

from .cards import PURCHASES
from .engine.play import allowance
from .engine.state import PILES, REALM, SCENARIO, STATE, Phase
from .events import PILE_WORDS, Names
from .language import Zone

__all__ = ["CampaignTable", "Table"]


@dataclass(frozen=True, eq=False, repr=False)
class Table(RecordTable):
    """The table of a record. With a seat, the record holds only that seat's knowledge."""

    names: Names
    rules: Any = None  # the rules record, which gives the players' allowances

    @property
    def records(self) -> tuple[Any, Any]:
        """The record of the battle, and that of its rules."""
        return self._s, self.rules[0]

    @property
    def round(self) -> int:
        """The round of the game, 0 during set-up."""
        return self.turn_no

    @property
    def order(self) -> list[int]:
        """The seats in player order."""
        return [int(seat) for seat in self.records[1]["order"][: len(self.names.seats)]]

    def left(self, seat: int) -> list[int]:
        """Return the plays, activations and draws that a player has left in their turn."""
        s, rules = self.records
        return [int(allowance(s, rules, seat, what)) for what in range(len(s["spent"]))]

    @property
    def hit_points(self) -> list[tuple[int, int]]:
        """Hit points and maximum of every player."""
        s = self._s
        return [(int(s["hp"][seat]), int(s["cap"][seat])) for seat in range(len(self.names.seats))]

    def hit_points_of(self, card: int) -> tuple[int, int]:
        """Return hit points and maximum of a card. In the Armory these are its starting values."""
        hp, most = int(self._s["hp"][card]), int(self._s["cap"][card])
        if int(self._s["phase"]) not in (Phase.ARMORY, Phase.STARTER) or not most:
            return hp, most
        most = max(1, most + self.names.changes_at_start[card])
        return min(hp, most), most

    def hand(self, seat: int) -> list[str]:
        """Return the hand of a player, which is open to all."""
        return self._cards(Zone.HAND, seat)

    def graveyard(self, pile: int) -> list[str]:
        """Return the graveyard of a deck."""
        return [name for card, name in self._in(Zone.GRAVEYARD) if self._home(card) == pile]

    def void(self, pile: int) -> list[str]:
        """Return the cards of a deck that are in the Void."""
        return [name for card, name in self._in(Zone.VOID) if self._home(card) == pile]

    def deck_size(self, pile: int) -> int:
        """Return the number of cards in a deck."""
        return int(self._s["deck_n"][pile])

    def known(self, pile: int) -> list[str]:
        """Return the known cards on top of a deck, the top one first."""
        n, known = int(self._s["deck_n"][pile]), int(self._s["known"][pile])
        return [self.names.cards[int(card)] for card in self._s["deck"][pile, n - known : n][::-1]]

    @property
    def in_play(self) -> list[int]:
        """The numbers of all cards in play, in order of arrival."""
        return [int(card) for card in self._s["table"][: int(self._s["table_n"])]]

    def with_player(self, seat: int) -> list[str]:
        """Return the cards of a player in play, with their hit points and counters."""
        return [self.shown(card) for card in self.in_play if int(self._s["holder"][card]) == seat and card >= PILES]

    @property
    def enemies(self) -> list[str]:
        """The cards of Scenario and Realm that no player has, with their hit points and counters."""
        return [self.shown(card) for card in self.in_play if int(self._s["holder"][card]) < 0]

    def shown(self, card: int) -> str:
        """Return a card in play with its hit points, its counters and the card it is attached to."""
        s = self._s
        hp, most = self.hit_points_of(card)
        facts = [f"{hp}/{most}"] if most else []
        counters, host = int(s["counters"][card]), int(s["host"][card])
        facts += [f"{counters} counter{'' if counters == 1 else 's'}"] if counters else []
        facts += [f"on {self.names.card_in(s, host)}"] if host >= 0 else []
        facts += ["stunned"] if int(s["stunned"][card]) else []
        facts += ["reward"] if int(s["reward"][card]) else []
        name = self.names.card_in(s, card)
        return f"{name} ({', '.join(facts)})" if facts else name

    @property
    def bought(self) -> list[str]:
        """The purchases in the Armory, with repetitions."""
        return [line.name for line, n in zip(PURCHASES, self._s["bought"].tolist(), strict=True) for _ in range(n)]

    @property
    def armory(self) -> int:
        """Armory points left."""
        return int(self._s["armory"])

    def _in(self, zone: Zone) -> list[tuple[int, str]]:
        return [(card, name) for card, name in enumerate(self.names.cards) if int(self._s["zone"][card]) == zone]

    def _cards(self, zone: Zone, seat: int) -> list[str]:
        return [name for card, name in self._in(zone) if int(self._s["holder"][card]) == seat]

    def _home(self, card: int) -> int:
        return self.names.homes[card]

    def player_lines(self, seat: int) -> dict[str, str]:
        """Return a player's possessions as labelled lines."""
        hp, most = self.hit_points[seat]
        sold = {"Armory": f"{_joined(self.bought)}, {self.armory} points left"} if self.names.box.sold else {}
        return {
            "deck": self.names.piles[seat],
            "hit points": f"{hp} of {most}" if hp > 0 else "Inspiring Memory",
            "hand": _joined(self.hand(seat)),
            "in play": _joined(self.with_player(seat)),
            "cards in deck": str(self.deck_size(seat)),
            "graveyard": _joined(self.graveyard(seat)),
            **sold,
        }

    def board_lines(self) -> dict[str, str]:
        """Return the board as labelled lines."""
        lines = {"Round": str(self.turn_no) if self.turn_no else "set-up", "enemy cards": _joined(self.enemies)}
        for number, word in enumerate(PILE_WORDS):
            pile = SCENARIO + number
            known = f", on top {_joined(self.known(pile))}" if self.known(pile) else ""
            grave = _joined(self.graveyard(pile))
            lines[word] = f"{self.names.piles[pile]}, {self.deck_size(pile)} cards{known}; graveyard {grave}"
        return lines


@dataclass(frozen=True, eq=False, repr=False)
class CampaignTable(Table):
    """The table of a campaign: that of the battle, and the results so far."""

    @property
    def is_between(self) -> bool:
        """True while the next battle is being chosen and the table is empty."""
        return int(self._s["phase"]) in (Phase.SCENARIO, Phase.REALM)

    @property
    def battle(self) -> tuple[str, str] | None:
        """Scenario and Realm of the current battle."""
        return None if self.is_between else (self.names.piles[SCENARIO], self.names.piles[REALM])

    @property
    def beaten(self) -> list[str]:
        """The beaten Scenarios."""
        assert self.names.campaign is not None
        bits = int(self._s["beaten"])
        return [deck.name for number, deck in enumerate(self.names.campaign.scenarios) if bits >> number & 1]

    @property
    def defeats(self) -> int:
        """The number of battles not won."""
        return int(self._s["defeats"])

    @property
    def records(self) -> tuple[Any, Any]:
        """The record of the battle, with its own rounds, and that of its rules."""
        battle = np.zeros(1, STATE)
        for name in STATE.names or ():
            battle[name] = self.knowledge[name]
        battle["turn_no"] = self.round
        return battle[0], self.rules[0]["battles"][int(self._s["scenario"]), int(self._s["realm"])]

    @property
    def round(self) -> int:
        """The round of the battle. `turn_no` counts throughout the campaign."""
        return self.turn_no - int(self._s["rounds"])

    def player_lines(self, seat: int) -> dict[str, str]:
        """Return the player's possessions, between battles only those that carry over."""
        lines = super().player_lines(seat)
        return {name: lines[name] for name in ("deck", "Armory")} if self.is_between else lines

    def board_lines(self) -> dict[str, str]:
        """Return the results so far, then the board."""
        lines = {"Campaign": f"beaten {_joined(self.beaten)}; defeats {self.defeats}"}
        if self.is_between:
            return lines
        return {**lines, **super().board_lines(), "Round": str(self.round or "set-up")}


def _joined(words: list[str]) -> str:
    return ", ".join(words) or "none"
