"""Invariants of every state at every decision, and checks for states from files.

`sound` returns the first broken law. `VALIDATOR` checks every number before a kernel uses it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

from guildhall.kernel.annotations import Log, Rules, RulesOf, State, States, Table
from guildhall.kernel.log import EVENT, HEAD, ROWS, column_of
from guildhall.kernel.validator import LONGEST, Check, Validator, always, between, chance, is_list, of_first, within

from ..cards import MOST_CARDS, PURCHASES
from ..language import Zone
from .finding import form_of, living
from .play import has_won
from .state import (
    CARDS,
    FRAME,
    LASTING,
    LASTS,
    LOG_FIELDS,
    MOST_COUNTERS,
    NONE,
    PILES,
    SEATS,
    STACK,
    STATE,
    TRIGGERS,
    EventKind,
    Over,
    Phase,
    Step,
    kernel,
)

HP, CAP = range(2)  # columns of the ledger, with one row per seat
LEDGER = (SEATS, 2)
IN_PLAY, IS_REWARD = TRIGGERS, TRIGGERS + 1  # columns after the triggers, the last one a flag
USES = (2 * CARDS, TRIGGERS + 2)  # printed cards, then rewards
MOST_HP = 999


class Law(IntEnum):
    """The laws, in the order of their checks."""

    SOUND = 0
    CARDS_CONSERVED = 1
    HIT_POINTS_WITHIN_LIMITS = 2
    CARDS_LIE_WITH_THE_LIVING = 3
    UNIQUE_CARDS_ONCE = 4
    THE_END_IS_TOLD = 5
    NOTHING_LEFT_OVER = 6
    CAMPAIGN_ADDS_UP = 7


@kernel
def cards_are_conserved(s: State, R: Rules) -> bool:
    """True if the table and the decks agree with the cards' zones, each card once."""
    n = 0
    for card in range(R.cards):
        n += s.zone[card] == Zone.PLAY
    if n != s.table_n:
        return False
    for i in range(s.table_n):
        if s.zone[int(s.table[i])] != Zone.PLAY:
            return False
        for j in range(i):
            if s.table[i] == s.table[j]:
                return False
    for pile in range(PILES):
        n = 0
        for card in range(PILES, R.cards):
            n += R.home[card] == pile and s.zone[card] == Zone.DECK
        if n != s.deck_n[pile] or s.known[pile] > n:
            return False
        for i in range(n):
            if R.home[int(s.deck[pile, i])] != pile or s.zone[int(s.deck[pile, i])] != Zone.DECK:
                return False
            for j in range(i):
                if s.deck[pile, i] == s.deck[pile, j]:
                    return False
    return True


@kernel
def hit_points_are_within_limits(s: State, R: Rules) -> bool:
    """True if hit points are within 0 and the maximum, only in play, and above 0 for all cards except players."""
    for card in range(R.cards):
        if s.hp[card] < 0 or s.hp[card] > s.cap[card] or s.counters[card] < 0:
            return False
        if s.zone[card] != Zone.PLAY and (s.cap[card] != 0 or s.counters[card] != 0):
            return False
        if s.zone[card] == Zone.PLAY and card >= SEATS and s.cap[card] > 0 and s.hp[card] == 0:
            return False
    for seat in range(R.players):
        if s.points[seat] != s.hp[seat]:
            return False
    return True


@kernel
def cards_lie_with_the_living(s: State, R: Rules) -> bool:
    """True if hands and cards in play belong to living players. Cards of the dead are out of the game (rule 33)."""
    for card in range(PILES, R.cards):
        holder = int(s.holder[card])
        if s.zone[card] == Zone.HAND and holder != R.home[card]:
            return False
        if holder != NONE and (holder >= R.players or s.hp[holder] <= 0):
            return False
        if holder != NONE and s.zone[card] != Zone.HAND and s.zone[card] != Zone.PLAY and s.zone[card] != Zone.FLIGHT:
            return False
        home = int(R.home[card])
        if home < SEATS and s.hp[home] <= 0 and s.zone[card] != Zone.AWAY:
            return False
        host = int(s.host[card])
        if host != NONE and (s.zone[card] != Zone.PLAY or s.zone[host] != Zone.PLAY):
            return False
    return True


@kernel
def unique_cards_are_once(s: State, R: Rules) -> bool:
    """True if each Unique card is in play at most once while nothing is pending (rule 26)."""
    if s.stack_n > 0:
        return True
    for i in range(s.table_n):
        form = form_of(s, R, int(s.table[i]))
        if R.unique[form] == 1:
            for j in range(i):
                if R.name[form_of(s, R, int(s.table[j]))] == R.name[form]:
                    return False
    return True


@kernel
def the_end_is_told(s: State, R: Rules) -> bool:
    """True if the game goes on exactly while a Boss and a player live. All players win together."""
    if s.over == Over.WON:
        return bool(has_won(s, R) and s.winners == (1 << R.players) - 1)
    if s.winners != 0 or has_won(s, R):
        return False
    return bool((living(s, R) == 0) == (s.over == Over.LOST) or s.over == Over.UNFINISHED)


@kernel
def nothing_is_left_over(s: State, R: Rules) -> bool:
    """True if unused places are cleared and a player acts only when nothing is pending."""
    for card in range(CARDS):
        if s.mark[card] != 0:
            return False
    for i in range(s.stack_n, STACK):
        for column in range(FRAME):
            if s.stack[i, column] != 0:
                return False
    for i in range(s.lasting_n, LASTS):
        for column in range(LASTING):
            if s.lasting[i, column] != 0:
                return False
    if s.over == 0 and (s.phase == Phase.AUTO or s.phase == Phase.OVER):
        return False
    if s.phase == Phase.ACT or s.phase == Phase.DRAW or s.phase == Phase.LIMIT:
        if s.stack_n != 0 or s.waiting_n != 0:
            return False
        for card in range(R.cards):
            if s.zone[card] == Zone.FLIGHT:
                return False
    return True


@kernel
def broken_law(s: State, R: Rules) -> int:
    """Return the first law that a game breaks, or 0."""
    if not cards_are_conserved(s, R):
        return Law.CARDS_CONSERVED.value
    if not hit_points_are_within_limits(s, R):
        return Law.HIT_POINTS_WITHIN_LIMITS.value
    if not cards_lie_with_the_living(s, R):
        return Law.CARDS_LIE_WITH_THE_LIVING.value
    if not unique_cards_are_once(s, R):
        return Law.UNIQUE_CARDS_ONCE.value
    if not the_end_is_told(s, R):
        return Law.THE_END_IS_TOLD.value
    return Law.SOUND.value if nothing_is_left_over(s, R) else Law.NOTHING_LEFT_OVER.value


@kernel
def sound(states: States, i: int, rules: RulesOf, work: States) -> int:
    """Return the first law that game `i` breaks, or 0. Without derived fields, `work` is not needed."""
    return broken_law(states[i], rules[0])


# --- The ledger: the log shows every change of the players' hit points ---

_TARGET = column_of(LOG_FIELDS, EventKind.DAMAGE, "target")
_AMOUNT = column_of(LOG_FIELDS, EventKind.DAMAGE, "amount")


@kernel
def book_in(s: State, R: Rules, ledger: Table) -> None:
    """Begin with the hit points of every player."""
    for seat in range(R.players):
        ledger[seat, HP] = s.hp[seat]
        ledger[seat, CAP] = s.cap[seat]


@kernel
def book_rows(s: State, R: Rules, log: Log, ledger: Table) -> None:
    """Add the rows of one ply to the ledger."""
    for i in range(1, log[HEAD, ROWS] + 1):
        event = log[i, EVENT]
        target = log[i, _TARGET]
        if target < SEATS and target >= 0:
            if event == EventKind.DAMAGE:
                ledger[target, HP] -= log[i, _AMOUNT]
            elif event == EventKind.HEAL:
                ledger[target, HP] += log[i, _AMOUNT]
            elif event == EventKind.MAXIMUM:
                ledger[target, CAP] = max(1, ledger[target, CAP] + log[i, _AMOUNT])
                ledger[target, HP] = min(ledger[target, HP], ledger[target, CAP])


@kernel
def ledger_agrees(s: State, R: Rules, ledger: Table) -> bool:
    """True if the log accounts for all players' hit points."""
    for seat in range(R.players):
        if ledger[seat, HP] != s.hp[seat] or ledger[seat, CAP] != s.cap[seat]:
            return False
    return True


_SUBJECT = column_of(LOG_FIELDS, EventKind.ACT, "card")
_TRIGGER = column_of(LOG_FIELDS, EventKind.ACT, "trigger")


@kernel
def count_uses(R: Rules, log: Log, uses: Table) -> None:
    """Count the cards played, flipped or put into play, and every ability that acted."""
    for i in range(1, log[HEAD, ROWS] + 1):
        event, card = log[i, EVENT], log[i, _SUBJECT]
        if event == EventKind.ACT:
            uses[card + CARDS * uses[card, IS_REWARD], log[i, _TRIGGER]] += 1
        elif event == EventKind.PLAY or event == EventKind.FLIP or event == EventKind.ENTER:
            uses[card + CARDS * uses[card, IS_REWARD], IN_PLAY] += 1
        elif event == EventKind.COMPLETE and R.reward[R.form[card]] >= 0:
            uses[card, IS_REWARD] = 1
            uses[card + CARDS, IN_PLAY] += 1
        elif event == EventKind.DESTROY or event == EventKind.VOID:
            uses[card, IS_REWARD] = 0


# --- Positions: valid values of a state from a file ---


def _zones(values: Any, s: Any, R: Any) -> bool:
    """Check that player cards are in play (away for empty seats), and no card is in flight or an enemy's in a hand."""
    players = int(R["players"])
    if not within(values, Zone.DECK, Zone.ASIDE + 1) or (values == Zone.FLIGHT).any():
        return False
    if (values[:players] != Zone.PLAY).any() or (values[players:SEATS] != Zone.AWAY).any():
        return False
    return not any(value == Zone.HAND and R["home"][card] >= SEATS for card, value in enumerate(values.tolist()))


def _holders(values: Any, s: Any, R: Any) -> bool:
    players = int(R["players"])
    return within(values, NONE, players) and values[:players].tolist() == list(range(players))


def _decks(values: Any, s: Any, R: Any) -> bool:
    return all(is_list(values[pile], s["deck_n"][pile], PILES, int(R["cards"])) for pile in range(PILES))


def _turn(values: Any, s: Any, R: Any) -> bool:
    """Check that the acting seat is alive and at its place in the player order."""
    seat, players = int(values), int(R["players"])
    if not 0 <= seat < players or int(s["hp"][seat]) <= 0:
        return False
    return int(s["place"]) == 2 + R["order"][:players].tolist().index(seat) and int(s["side"]) == seat


def _bought(values: Any, s: Any, R: Any) -> bool:
    """Check that no line was bought too often, and never for more points than there were."""
    spent = sum(line.points * int(n) for line, n in zip(PURCHASES, values, strict=True))
    times = all(0 <= n <= line.times for line, n in zip(PURCHASES, values, strict=True))
    return bool(times and spent + int(s["armory"]) == int(R["armory"]))


_zero, _none = always(0), always(NONE)
_cleared = (
    *("fresh", "stunned", "used", "acted", "mark", "waiting", "waiting_n", "extra", "spent", "stack", "stack_n"),
    *("lasting", "lasting_n", "chain", "known", "reward", "over", "winners"),
)

_RANGES: Mapping[str, Check] = {
    **dict.fromkeys(_cleared, _zero),
    "first": lambda values, s, R: bool(values == R["order"][0]),
    "phase": always(Phase.ACT),
    "step": always(Step.ACT),
    "side": between(0, SEATS - 1),
    "place": between(2, SEATS + 1),
    "turn": _turn,
    "actor": lambda values, s, R: bool(values == s["turn"]),
    "turn_no": lambda values, s, R: within(values, 1, int(R["rounds"]) + 1),
    "plies": between(0, LONGEST),
    "points": lambda values, s, R: bool((values == s["hp"][:SEATS]).all()),
    "zone": of_first("cards", _zones, Zone.AWAY),
    "holder": of_first("cards", _holders, NONE),
    "host": _none,
    "hp": of_first("cards", between(0, MOST_HP)),
    "cap": of_first("cards", between(0, MOST_HP)),
    "counters": of_first("cards", between(0, MOST_COUNTERS)),
    "table": lambda values, s, R: is_list(values, s["table_n"], 0, int(R["cards"])),
    "table_n": between(0, CARDS),
    "deck": _decks,
    "deck_n": between(0, MOST_CARDS),
    "armory": lambda values, s, R: within(values, 0, int(R["armory"]) + 1),
    "bought": _bought,
    "rng": chance,
}

#: The check of every field of a state, in order. Positions begin where a player acts.
RANGES: Mapping[str, Check] = {name: _RANGES[name] for name in STATE.names or ()}

VALIDATOR = Validator(RANGES, sound, Law)
