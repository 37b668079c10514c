"""The event log as a ledger: it alone rebuilds where every card lies."""

from __future__ import annotations

from guildhall.kernel.annotations import Log, Rules, State, Table
from guildhall.kernel.log import EVENT, HEAD, ROWS, SEAT, column_of

from ..state import (
    CHAPTERS,
    DECK,
    FLIGHT,
    HALL,
    KINDS,
    LOG_FIELDS,
    LOOKED,
    MASTERS,
    NONE,
    PILE,
    SPENT,
    ZONES,
    EventKind,
    kernel,
)

LEDGER = (ZONES, KINDS)  # rows and columns
USES = (CHAPTERS + MASTERS, 5)  # cards and tiers

_MOVED, _ORIGIN, _TARGET = (column_of(LOG_FIELDS, EventKind.MOVE, name) for name in ("card", "origin", "target"))
_CHAPTER = column_of(LOG_FIELDS, EventKind.CLOSE, "chapter")
_ANEW = column_of(LOG_FIELDS, EventKind.SHUFFLE, "anew")
_CARD, _TIER = (column_of(LOG_FIELDS, EventKind.TIER, name) for name in ("card", "tier"))


@kernel
def book_in(s: State, R: Rules, ledger: Table) -> None:
    """Begin a ledger: the cards of every zone, looked-at ones with the deck, completed chapters with SPENT."""
    for zone in range(ZONES):
        for kind in range(R.kinds):
            ledger[zone, kind] = s.count[zone, kind]


@kernel
def book_shuffle(s: State, R: Rules, ledger: Table) -> None:
    """The discard pile became the deck, but for the card on top if that is the rule."""
    kept = int(s.pile[0]) if R.keeps_top == 1 and s.total[PILE] > 0 else NONE
    for kind in range(R.kinds):
        stays = 1 if kind == kept and ledger[PILE, kind] > 0 else 0
        ledger[DECK, kind] += ledger[PILE, kind] - stays
        ledger[PILE, kind] = stays


@kernel
def book_rows(s: State, R: Rules, log: Log, ledger: Table) -> None:
    """Carry the rows of one ply into the ledger."""
    for i in range(1, log[HEAD, ROWS] + 1):
        event = log[i, EVENT]
        if event == EventKind.MOVE:
            origin, target = log[i, _ORIGIN], log[i, _TARGET]
            ledger[DECK if origin == LOOKED else origin, log[i, _MOVED]] -= 1
            ledger[DECK if target == LOOKED else target, log[i, _MOVED]] += 1
        elif event == EventKind.CLOSE:
            hall = HALL + log[i, SEAT]
            for kind in range(R.kinds):
                if R.chapter[kind] == log[i, _CHAPTER]:
                    ledger[SPENT, kind] += ledger[hall, kind]
                    ledger[hall, kind] = 0
        elif event == EventKind.SHUFFLE and log[i, _ANEW] == 1:
            book_shuffle(s, R, ledger)


@kernel
def counted(s: State, R: Rules, zone: int, kind: int) -> int:
    """Copies of a kind where the ledger has them."""
    n = int(s.count[zone, kind])
    if zone == DECK:
        return n + int(s.count[LOOKED, kind])
    if zone == SPENT:
        for seat in range(R.players):
            for i in range(s.done_n[seat]):
                for c in range(5):
                    if s.done_cards[seat, i, c] == kind:
                        n += 1
    return n


@kernel
def ledger_agrees(s: State, R: Rules, ledger: Table) -> bool:
    """The log rebuilds every zone; a card that was picked up is still booked where it came from."""
    for kind in range(R.kinds):
        away = 0
        for zone in range(ZONES):
            if zone != FLIGHT and zone != LOOKED:
                missing = ledger[zone, kind] - counted(s, R, zone, kind)
                if missing < 0:
                    return False
                away += missing
        if away != s.count[FLIGHT, kind]:
            return False
    return True


@kernel
def count_uses(R: Rules, log: Log, uses: Table) -> None:
    """Count the tiers that were used."""
    for i in range(1, log[HEAD, ROWS] + 1):
        if log[i, EVENT] == EventKind.TIER and log[i, _TIER] >= 0:
            uses[R.owner[log[i, _CARD]], log[i, _TIER]] += 1
