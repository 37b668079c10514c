"""Market Day, a card game for one to four: hoard your wares, sell them in time, and fear the thieves.

On your turn you fetch a card from the store, unseen by the others, or you sell all that you hold of one ware.
The more you sell at once, the better they pay, but a thief who comes out of the store takes your largest ware.
The day ends with the last card of the store.  What is not sold by then is lost, and the most coins win.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Annotated, Any

import numpy as np

from guildhall.kit import (
    CardText, Coins, CompiledRules, Engine, Ints, Log, Number, Parts, Players, Registration, Rules, Settings, State,
    below, kernel_for, log_event, rules_of, state_of, throw,
)

CARDS = {
    "bread": "n of them sell for n × n coins.",
    "cloth": "n of them sell for n × (n + 1) coins.",
    "iron": "n of them sell for n × (n + 2) coins.",
    "thief": "Takes all you hold of the ware you have most of; of two, the dearer.",
}
KINDS = tuple(CARDS)
WARES = KINDS[:-1]
COPIES = (9, 7, 5)  # of each ware; how many thieves there are, the players choose
THIEF = FETCH = len(WARES)  # a kind of card, and an option; an option below it sells that ware
SEATS = 4

STATE = state_of(
    [
        ("hand", np.int64, (SEATS, len(WARES))),  # how many of each ware; -1 where a seat cannot see it
        ("held", np.int64, SEATS),  # cards in hand, for all to see
        ("unseen", np.int64, len(KINDS)),  # the store; for a seat, all cards that it has not seen
        ("left", np.int64),  # cards in the store
    ],
    seats=SEATS,
)
RULES = rules_of("thieves")
kernel = kernel_for(STATE, RULES)

EventKind = IntEnum("EventKind", "TURN FETCH SALE THEFT")
FIELDS = {
    EventKind.TURN: ("number",),
    EventKind.FETCH: ("ware",),
    EventKind.SALE: ("ware", "pieces", "coins"),
    EventKind.THEFT: ("ware", "pieces"),
}


@kernel
def deal(s: State, R: Rules, log: Log) -> None:
    for ware in range(THIEF):
        s.unseen[ware] = COPIES[ware]
    s.unseen[THIEF] = R.thieves
    s.left = s.unseen.sum()
    begin_turn(s, log, 0)


@kernel
def begin_turn(s: State, log: Log, seat: int) -> None:
    s.turn = seat
    s.actor = seat
    s.turn_no += 1
    log_event(log, EventKind.TURN, seat, s.turn_no, 0, 0)


@kernel
def offer(s: State, R: Rules, opts: Ints) -> int:
    if s.over != 0:
        return 0
    n = 0
    for ware in range(THIEF):
        if s.hand[s.turn, ware] > 0:
            opts[n] = ware
            n += 1
    opts[n] = FETCH
    return n + 1


@kernel
def apply(s: State, R: Rules, log: Log, code: int) -> None:
    if code == FETCH:
        fetch(s, log)
    else:
        n = lay_down(s, code)
        s.points[s.turn] += n * (n + code)
        log_event(log, EventKind.SALE, s.turn, code, n, n * (n + code))
    if s.left > 0:
        begin_turn(s, log, (s.turn + 1) % R.players)
    else:
        s.over = 1
        best = 0
        for seat in range(R.players):
            best = max(best, s.points[seat])
        for seat in range(R.players):
            s.winners |= int(s.points[seat] == best) << seat


@kernel
def fetch(s: State, log: Log) -> None:
    s.rng, number = throw(s.rng, s.left)
    kind = take(s, number)
    s.left -= 1
    if kind < THIEF:
        s.hand[s.turn, kind] += 1
        s.held[s.turn] += 1
        log_event(log, EventKind.FETCH, s.turn, kind, 0, 0)
    else:
        most = 0
        for ware in range(THIEF):
            most = ware if s.hand[s.turn, ware] >= s.hand[s.turn, most] else most
        log_event(log, EventKind.THEFT, s.turn, most, lay_down(s, most), 0)


@kernel
def take(s: State, number: int) -> int:
    """Take an unseen card, its number counted through all kinds; returns its kind."""
    kind = 0
    while number >= s.unseen[kind]:
        number -= s.unseen[kind]
        kind += 1
    s.unseen[kind] -= 1
    return kind


@kernel
def lay_down(s: State, ware: int) -> int:
    """The active seat lays down all it holds of a ware, for all to see; returns how many."""
    n = int(s.hand[s.turn, ware])
    s.hand[s.turn, ware] = 0
    s.held[s.turn] -= n
    return n


@kernel
def look(s: State, R: Rules, seat: int, v: State) -> None:
    v.left = s.left
    for kind in range(len(KINDS)):
        v.unseen[kind] = s.unseen[kind]
    for other in range(R.players):
        v.held[other] = s.held[other]
        for ware in range(THIEF):
            v.hand[other, ware] = s.hand[other, ware] if other == seat else -1
            v.unseen[ware] += s.hand[other, ware] if other != seat else 0


@kernel
def deal_hidden(s: State, R: Rules, seat: int, coins: Coins, pool: Ints) -> None:
    for other in range(R.players):
        if other != seat:
            for ware in range(THIEF):
                s.hand[other, ware] = 0
            for _ in range(s.held[other]):
                wares = s.unseen.sum() - s.unseen[THIEF]  # nobody holds a thief
                s.hand[other, take(s, below(coins, wares))] += 1


class MarketDayEngine(Engine):
    game = "market-day"
    state, rules, kernel = STATE, RULES, kernel
    fields, turn_begins, secret = FIELDS, EventKind.TURN, (EventKind.FETCH,)
    seats, most_options, most_events, most_plies = SEATS, len(KINDS), 2, 100

    def play(self) -> Parts:
        return {"deal": deal, "offer": offer, "apply": apply}

    def knowing(self) -> Parts:
        return {"look": look, "deal_hidden": deal_hidden}


class MarketDayRules(CompiledRules):
    engine = MarketDayEngine()
    labels = {"ware": WARES, "hand": WARES, "unseen": KINDS}
    card_texts = {name: CardText(name, text) for name, text in CARDS.items()}

    def phrase(self, state: Any, option: int) -> str:
        return "fetch" if option == FETCH else f"sell {WARES[option]}"


class MarketDaySettings(Settings):
    title = "Market Day"
    players: Annotated[tuple[str, ...], Players(low=1, high=SEATS)]
    thieves: Annotated[int, Number("thieves in the store", high=20)] = 5


class MarketDay(Registration):
    name = "market-day"
    title = "Market Day"
    summary = "A small card game of wares and thieves for one to four players."
    settings = MarketDaySettings

    def make_rules(self, given: Mapping[str, Any]) -> MarketDayRules:
        return MarketDayRules(self.settings.settle(given))


GAME = MarketDay()
