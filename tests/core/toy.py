"""Gleaners, a toy game with everything the core must cope with: hidden cards, chance, sets of picks.

Each seat holds some of twelve cards. An action is one of
- `draw`: the top card of the deck, unseen by the others; the pile is shuffled into an empty deck (chance);
- `sow`: lay out any number of cards, one or more, picked in card order, then `done`;
- `toss`: discard two cards in any order, the last one on top;
- `reap`: take all cards of the own field back into the hand.
The game ends with five cards in somebody's field, or unfinished after so many plies.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from guildhall.core.decision import NOBODY, Decision, Event, Option, Outcome
from guildhall.core.errors import BadSetup
from guildhall.core.rules import Rules, State, clone

COLOURS, CROPS = ("red", "blue", "green", "pink"), ("Apple", "Barley", "Clover")
CARDS = tuple(f"{colour} {crop}" for crop in CROPS for colour in COLOURS)
DRAW, SOW, TOSS, REAP, DONE = 20, 21, 22, 23, 30
NAMES = {DRAW: "draw", SOW: "sow", TOSS: "toss", REAP: "reap", DONE: "done"}
DECK, PILE = 8, 9  # places besides the seats' hands (0..3) and fields (4..7)
HAND, FIELD = 0, 4

# Aligned on purpose: the gaps must not count, so the core may not copy field by field.
GLEANERS = np.dtype(
    [
        ("turn", "i1"),  # the seat that acts
        ("doing", "i1"),  # 0, SOW or TOSS
        ("picked", "i1"),  # picks made so far
        ("last", "i1"),  # card picked last, -1 before the first
        ("rng", "u8"),  # the generator
        ("place", "i1", (12,)),  # where each card lies
        ("depth", "i2", (12,)),  # order in deck and pile, highest on top
        ("chosen", "i1", (12,)),  # cards picked for sowing
        ("clock", "i4"),  # plies played
    ],
    align=True,
)


@dataclass(frozen=True)
class Field:
    """Table or view: hidden hands are only numbers in a view."""

    hands: tuple[tuple[str, ...] | int, ...]
    fields: tuple[tuple[str, ...], ...]
    deck: tuple[str, ...] | int
    top: str | None
    turn: int
    doing: int
    chosen: tuple[str, ...]
    clock: int
    seat: int | None = None


@dataclass(frozen=True)
class Gleaners(Rules):
    """The rules, with the number of players and the length of the game."""

    players: tuple[str, ...] = ("Ada", "Bo")
    limit: int = 400
    version: str = "1"
    card_hash: str = "c0ffee"
    game: str = "gleaners"

    @property
    def setup(self) -> Mapping[str, Any]:
        return {"players": self.players, "limit": self.limit}

    @property
    def seats(self) -> tuple[str, ...]:
        return self.players

    @property
    def set_kinds(self) -> frozenset[str]:
        return frozenset({"card"})

    def set_at(self, state: State) -> int | None:
        return 1 if state[0]["doing"] == SOW and not self._ended(state) else None

    def start(self, seed: int) -> State:
        state = np.zeros(1, GLEANERS)
        state["rng"] = seed % 2**64
        state["last"] = -1
        state["place"] = DECK
        self._shuffle(state)
        for seat in range(len(self.players)):
            for _ in range(3):
                self._draw(state, seat)
        return state

    def options(self, state: State) -> tuple[int, ...]:
        s = state[0]
        turn, doing = int(s["turn"]), int(s["doing"])
        if self._ended(state):
            return ()
        hand = [card for card in range(12) if s["place"][card] == HAND + turn and not s["chosen"][card]]
        if doing == SOW:
            later = [card for card in hand if card > s["last"]]
            return (*later, DONE) if s["picked"] else tuple(later)
        if doing == TOSS:
            return tuple(hand)
        to_draw = (s["place"] >= DECK).any()
        acts = [
            (DRAW, to_draw),
            (SOW, len(hand) > 0),
            (TOSS, len(hand) > 1),
            (REAP, FIELD + turn in s["place"]),
        ]
        return tuple(act for act, possible in acts if possible) or (DONE,)

    def _ended(self, state: State) -> bool:
        s = state[0]
        fields = max(int((s["place"] == FIELD + seat).sum()) for seat in range(len(self.players)))
        return fields >= 5 or int(s["clock"]) >= self.limit

    def decision(self, state: State) -> Decision:
        s = state[0]
        phrases = [(id, self.phrase(state, id)) for id in self.options(state)]
        options = tuple(Option(id, phrase, f"You may {phrase}.") for id, phrase in phrases)
        if not options:
            return Decision(NOBODY, "over", "The game is over", ())
        kind = "card" if s["doing"] else "act"
        return Decision(int(s["turn"]), kind, f"{self.players[int(s['turn'])]} decides", options)

    def phrase(self, state: State, option: int) -> str:
        return CARDS[option] if option < 12 else NAMES[option]

    def apply(self, state: State, option: int) -> tuple[Event, ...]:
        state["clock"] += 1
        seat = int(state["turn"][0])
        name = self.players[seat]
        if option == DRAW:
            card = CARDS[self._draw(state, seat)]
            self._next(state)
            told = f"{name} draws {card}"
            return (Event("draw", seat, told, {"card": card}, seen_by=(seat,), public=f"{name} draws a card"),)
        if option in (SOW, TOSS):
            state["doing"] = option
            return (Event("begin", seat, f"{name} begins to {NAMES[option]}"),)
        if option == REAP:
            state["place"][state["place"] == FIELD + seat] = HAND + seat
            self._next(state)
            return (Event("reap", seat, f"{name} reaps"),)
        if option == DONE:
            return self._done(state, seat, name)
        return self._pick(state, seat, name, option)

    def _pick(self, state: State, seat: int, name: str, card: int) -> tuple[Event, ...]:
        state["picked"] += 1
        if state["doing"][0] == SOW:
            state["last"] = card
            state["chosen"][0, card] = 1
            return ()
        state["place"][0, card] = PILE
        state["depth"][0, card] = 1 + max([0, *state["depth"][0][state["place"][0] == PILE]])
        if state["picked"][0] == 2 or not (state["place"][0] == HAND + seat).any():
            self._next(state)
        return (Event("toss", seat, f"{name} tosses {CARDS[card]}", {"card": CARDS[card]}),)

    def _done(self, state: State, seat: int, name: str) -> tuple[Event, ...]:
        sown = [card for card in range(12) if state["chosen"][0, card]]
        state["place"][0, sown] = FIELD + seat
        self._next(state)
        return (Event("sow", seat, f"{name} sows {', '.join(CARDS[card] for card in sown)}", {"cards": sown}),)

    def _next(self, state: State) -> None:
        state["doing"] = state["picked"] = 0
        state["last"] = -1
        state["chosen"] = 0
        state["turn"] = (state["turn"] + 1) % len(self.players)

    def _random(self, state: State, below: int) -> int:
        state["rng"] = (int(state["rng"][0]) * 6364136223846793005 + 1442695040888963407) % 2**64
        return (int(state["rng"][0]) >> 33) % below

    def _shuffle(self, state: State) -> None:
        deck = [card for card in range(12) if state["place"][0, card] == DECK]
        for depth in range(len(deck)):
            state["depth"][0, deck.pop(self._random(state, len(deck)))] = depth

    def _draw(self, state: State, seat: int) -> int:
        if DECK not in state["place"]:
            state["place"][state["place"] == PILE] = DECK
            self._shuffle(state)
        deck = [card for card in range(12) if state["place"][0, card] == DECK]
        card = max(deck, key=lambda card: int(state["depth"][0, card]))
        state["place"][0, card] = HAND + seat
        state["depth"][0, card] = 0
        return card

    def explain(self, state: State, phrase: str, seat: int | None = None) -> str | None:
        known = [card.casefold() for card in CARDS]
        if seat not in (None, state["turn"][0]):
            return "another seat decides"
        if phrase.casefold() not in known:
            return None
        held = state["place"][0, known.index(phrase.casefold())] == HAND + state["turn"][0]
        return "first say what to do with the cards" if held else f"you hold no {phrase}"

    def table(self, state: State) -> Field:
        return self._field(state, None)

    def view(self, state: State, seat: int) -> Field:
        return self._field(state, seat)

    def _field(self, state: State, seat: int | None) -> Field:
        def lying(place: int) -> tuple[str, ...]:
            here = [card for card in range(12) if state["place"][0, card] == place]
            return tuple(CARDS[card] for card in sorted(here, key=lambda card: int(state["depth"][0, card])))

        def seen(place: int) -> tuple[str, ...] | int:
            return lying(place) if seat is None or place == HAND + seat else len(lying(place))

        turn, seats = int(state["turn"][0]), range(len(self.players))
        chosen = tuple(CARDS[card] for card in range(12) if state["chosen"][0, card])
        return Field(
            hands=tuple(seen(HAND + each) for each in seats),
            fields=tuple(lying(FIELD + each) for each in seats),
            deck=seen(DECK),
            top=(lying(PILE) or (None,))[-1],
            turn=turn,
            doing=int(state["doing"][0]),
            chosen=chosen if seat in (None, turn) else (),
            clock=int(state["clock"][0]),
            seat=seat,
        )

    def fault(self, state: State) -> str | None:
        return None if 0 <= state[0]["turn"] < len(self.seats) else "there is no such seat"

    def resample(self, view: Field, seed: int) -> State:
        raise NotImplementedError("no test of the core needs it")

    def outcome(self, state: State) -> Outcome:
        vp = tuple(int((state["place"][0] == FIELD + seat).sum()) for seat in range(len(self.players)))
        if not self._ended(state):
            return Outcome(None, vp)
        if int(state["clock"][0]) >= self.limit:
            return Outcome(None, vp, "unfinished")
        return Outcome(vp.index(max(vp)), vp, "target")

    def text(self, table: Field, decision: Decision | None) -> str:
        rows = zip(self.players, table.hands, table.fields, strict=True)
        lines = [f"{name}: {hand} | {field}" for name, hand, field in rows]
        return "\n".join([*lines, f"pile: {table.top}", str(decision or "")])

    def html(self, table: Field, decision: Decision | None) -> str:
        return f"<pre>{self.text(table, decision)}</pre>"


def rules_for(game: str, setup: Mapping[str, Any]) -> Gleaners:
    """The registry of a world in which Gleaners is the only game."""
    if game != "gleaners":
        raise BadSetup(f"no game '{game}'")
    return Gleaners(players=tuple(setup["players"]), limit=setup["limit"])


def marked(state: State) -> State:
    """The same state with something in the gaps between its fields."""
    copy = clone(state)
    copy.view(np.uint8)[4] = 77  # between `last` and `rng`
    return copy
