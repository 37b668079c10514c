"""Everything on the table, or what one seat may know of it, in plain lists and words; shown as text and simple HTML."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from guildhall.kernel.views import RecordTable

from .armory import PURCHASES
from .engine.codes import PILES, SCENARIO
from .engine.turns import allowance
from .selectors import Zone
from .words import PILE_WORDS, Names

__all__ = ["Table"]


@dataclass(frozen=True, eq=False, repr=False)
class Table(RecordTable):
    """The table of a record; with a seat, the record holds only what that seat knows."""

    names: Names
    rules: Any = None  # the record of the rules, by which a player may do so much

    def left(self, seat: int) -> list[int]:
        """The plays, activations and draws that a player has left, in the own turn."""
        return [int(allowance(self._s, self.rules[0], seat, what)) for what in range(len(self._s["spent"]))]

    @property
    def hit_points(self) -> list[tuple[int, int]]:
        """Hit points and maximum of every player."""
        s = self._s
        return [(int(s["hp"][seat]), int(s["cap"][seat])) for seat in range(len(self.names.seats))]

    def hand(self, seat: int) -> list[str]:
        """The hand of a player, open to all."""
        return self._cards(Zone.HAND, seat)

    def graveyard(self, pile: int) -> list[str]:
        """The graveyard of a deck."""
        return [name for card, name in self._in(Zone.GRAVEYARD) if self._home(card) == pile]

    def void(self, pile: int) -> list[str]:
        """The cards of a deck that are in the Void."""
        return [name for card, name in self._in(Zone.VOID) if self._home(card) == pile]

    def deck_size(self, pile: int) -> int:
        """How many cards a deck has."""
        return int(self._s["deck_n"][pile])

    def known(self, pile: int) -> list[str]:
        """The cards on top of a deck that all have seen, the top one first."""
        n, known = int(self._s["deck_n"][pile]), int(self._s["known"][pile])
        return [self.names.cards[int(card)] for card in self._s["deck"][pile, n - known : n][::-1]]

    @property
    def in_play(self) -> list[int]:
        """The numbers of all cards in play in the order in which they came."""
        return [int(card) for card in self._s["table"][: int(self._s["table_n"])]]

    def with_player(self, seat: int) -> list[str]:
        """The cards that lie with a player, each with what is on it."""
        return [self.shown(card) for card in self.in_play if int(self._s["holder"][card]) == seat and card >= PILES]

    @property
    def enemies(self) -> list[str]:
        """The cards of Scenario and Realm that lie with no player, each with what is on it."""
        return [self.shown(card) for card in self.in_play if int(self._s["holder"][card]) < 0]

    def shown(self, card: int) -> str:
        """A card in play with its hit points, its counters and what it is attached to."""
        s = self._s
        facts = [f"{int(s['hp'][card])}/{int(s['cap'][card])}"] if int(s["cap"][card]) else []
        counters, host = int(s["counters"][card]), int(s["host"][card])
        facts += [f"{counters} counters"] if counters else []
        facts += [f"on {self.names.card_in(s, host)}"] if host >= 0 else []
        facts += ["stunned"] if int(s["stunned"][card]) else []
        facts += ["reward"] if int(s["reward"][card]) else []
        name = self.names.card_in(s, card)
        return f"{name} ({', '.join(facts)})" if facts else name

    @property
    def bought(self) -> list[str]:
        """What was bought in the Armory, each as often as it was."""
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
        """What a player has, each with its name."""
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
        """What lies on the board, each with its name."""
        lines = {"Round": str(self.turn_no) if self.turn_no else "set-up", "enemy cards": _joined(self.enemies)}
        for number, word in enumerate(PILE_WORDS):
            pile = SCENARIO + number
            known = f", on top {_joined(self.known(pile))}" if self.known(pile) else ""
            grave = _joined(self.graveyard(pile))
            lines[word] = f"{self.names.piles[pile]}, {self.deck_size(pile)} cards{known}; graveyard {grave}"
        return lines


def _joined(words: list[str]) -> str:
    return ", ".join(words) or "none"
