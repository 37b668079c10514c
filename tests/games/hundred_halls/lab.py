"""Tables for tests of the rules: small decks written in the test, laid as wanted, played phrase by phrase."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import guildhall as gh
from guildhall.core.decision import Event
from guildhall.games.hundred_halls.language import Zone

__all__ = ["DECKS", "Lab", "named", "texts"]

PARTY = ("Ada", "Bo", "Cy", "Di")
SCENARIO, REALM = "Ogre", "Meadow"

_PLAYER = "hp = 30\nfive_elements = 3\n"
_TOPS = {**dict.fromkeys(PARTY, _PLAYER), SCENARIO: 'type = "Boss"\nhp = 70\n', REALM: ""}
_FILL = '[cards."{name} Page"]\ntype = "Spell"\ncopies = 8\ndoes = [{{ heal = 1, to = "you" }}]\n'
_RATS = '[cards."{name} Rat"]\ntype = "Enemy"\nsubtypes = ["creature"]\nhp = 3\ncopies = 8\n'

#: The kinds of the decks of a test.
DECKS = {**dict.fromkeys(PARTY, "player"), SCENARIO: "scenario", REALM: "realm"}


def texts(cards: dict[str, str] | None = None, tops: dict[str, str] | None = None) -> tuple[tuple[str, str], ...]:
    """Files with a deck for four players, a Scenario with one Boss and a Realm, none of which does anything.

    `cards` are added to a deck, `tops` to its top card, by its name.
    """
    cards, tops = cards or {}, tops or {}
    found = []
    for name, kind in DECKS.items():
        head = f'[deck]\nname = "{name}"\nkind = "{kind}"\ndifficulty = 1\n'
        bosses = f'bosses = ["{name}"]\n' if kind == "scenario" else ""
        top = tops.get(name, "")
        text = head + (bosses if "bosses" not in top else top.partition("[top]")[0]) + "[top]\n"
        text += _without(_TOPS[name], top.rpartition("[top]")[2]) + top.rpartition("[top]")[2] + "\n"
        text += (_FILL if kind == "player" else _RATS).format(name=name) + cards.get(name, "")
        found.append((f"{name}.toml", text))
    return tuple(found)


def _without(text: str, other: str) -> str:
    """Lines whose key the other text does not have."""
    keys = {line.split(" =")[0] for line in other.splitlines()}
    return "".join(f"{line}\n" for line in text.splitlines() if line.split(" =")[0] not in keys)


def named(events: Iterable[Event], kind: str) -> list[Event]:
    """The events of one kind."""
    return [event for event in events if event.kind == kind]


class Lab:
    """A game with the decks of a test; with `hands` or another argument of a position a seat is about to act."""

    def __init__(
        self,
        players: int = 4,
        *,
        cards: dict[str, str] | None = None,
        tops: dict[str, str] | None = None,
        new: dict[str, Any] | None = None,
        with_players: list[list[Any]] | None = None,
        decks: dict[str, list[str]] | None = None,
        **laid: Any,
    ) -> None:
        options = {"party": PARTY[:players], "scenario": SCENARIO, "realm": REALM, "card_texts": texts(cards, tops)}
        if new is not None:
            self.game = gh.new_game("hundred-halls", **options, **{"seed": 1, **new})
        else:
            laid |= {"cards": with_players or [[]] * players, "tops": decks or {}}
            self.game = gh.position("hundred-halls", **options, **{"hands": [[]] * players, "seed": 1, **laid})
        self.events: list[Event] = []

    # --- Reading ---

    @property
    def s(self) -> Any:
        return self.game.state[0]

    @property
    def table(self) -> Any:
        return self.game.rules.table(self.game.state)

    @property
    def kind(self) -> str:
        return str(self.game.decision.kind)

    @property
    def actor(self) -> int:
        return int(self.s["actor"])

    @property
    def offered(self) -> tuple[str, ...]:
        """The phrases in the order of the rules, which begin with "done"."""
        rules, state = self.game.rules, self.game.state
        return tuple(rules.phrase(state, option) for option in rules.options(state))

    @property
    def hp(self) -> list[int]:
        return [hp for hp, _ in self.table.hit_points]

    def card(self, name: str, number: int = 1) -> int:
        """The number of a card, or of its second, third … copy."""
        copies = [card for card, one in enumerate(self.game.rules.names.cards) if one == name]
        return copies[number - 1]

    def hp_of(self, name: str, number: int = 1) -> int:
        """Hit points of a card, of the first or a later one of its name in play."""
        playing = [card for card in self.table.in_play if self.game.rules.names.cards[card] == name]
        return int(self.s["hp"][playing[number - 1]]) if len(playing) >= number else 0

    def count(self, name: str, zone: Zone) -> int:
        """How many cards of a name are in a zone."""
        names = self.game.rules.names.cards
        return sum(one == name and int(self.s["zone"][card]) == zone for card, one in enumerate(names))

    def counters(self, name: str) -> int:
        """The counters on a card."""
        return int(self.s["counters"][self.card(name)])

    # --- Playing ---

    def play(self, *phrases: str) -> list[Event]:
        """Play phrases; returns what they led to."""
        told: list[Event] = []
        for phrase in phrases:
            told += self.game.play(phrase)
        self.events += told
        return told

    def refused(self, phrase: str) -> bool:
        """Whether a phrase is not offered."""
        return phrase not in self.offered

    def until(self, *kinds: str, draw: bool = False) -> list[Event]:
        """End turns without doing anything, until a decision of these kinds."""
        told: list[Event] = []
        while self.kind not in kinds and self.kind != "over":
            told += self.play(self._idle(draw=draw))
        return told

    def _idle(self, *, draw: bool = False) -> str:
        wanted = ("draw" if draw else "no draw", "done", "keep", "no")
        return next((phrase for phrase in wanted if phrase in self.offered), self.offered[0])

    def finish_turn(self) -> list[Event]:
        """The rest of the turn of the player who acts, and all that follows up to the next act."""
        seat = self.actor
        told = self.play("done")
        while self.kind != "over" and not (self.kind in ("act", "memory") and self.actor != seat):
            if self.kind == "act" and len(self.game.rules.seats) == 1:
                break
            told += self.play(self._idle())
        return told

    def finish_round(self) -> list[Event]:
        """All turns up to the enemies' and on to the next player's."""
        number, told = int(self.s["turn_no"]), []
        while self.kind != "over" and int(self.s["turn_no"]) == number:
            told += self.play(self._idle())
        return told
