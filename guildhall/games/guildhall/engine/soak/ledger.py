"""The event log as a ledger: it alone rebuilds where every card lies."""

from __future__ import annotations

from ..state import DECK, FLIGHT, HALL, LOOKED, NONE, PILE, SPENT, ZONES, Event, Log, Rules, State, kernel


@kernel
def book_in(s: State, R: Rules, ledger: Log) -> None:
    """Begin a ledger: the cards of every zone, looked-at ones with the deck, completed chapters with SPENT."""
    for zone in range(ZONES):
        for kind in range(R.kinds):
            ledger[zone, kind] = s.count[zone, kind]


@kernel
def book_shuffle(s: State, R: Rules, ledger: Log) -> None:
    """The discard pile became the deck, but for the card on top if that is the rule."""
    kept = int(s.pile[0]) if R.keeps_top == 1 and s.total[PILE] > 0 else NONE
    for kind in range(R.kinds):
        stays = 1 if kind == kept and ledger[PILE, kind] > 0 else 0
        ledger[DECK, kind] += ledger[PILE, kind] - stays
        ledger[PILE, kind] = stays


@kernel
def book_rows(s: State, R: Rules, log: Log, ledger: Log) -> None:
    """Carry the rows of one ply into the ledger."""
    for i in range(1, log[0, 0] + 1):
        event, seat, a, b, c = log[i, 0], log[i, 1], log[i, 2], log[i, 3], log[i, 4]
        if event == Event.MOVE:
            ledger[DECK if b == LOOKED else b, a] -= 1
            ledger[DECK if c == LOOKED else c, a] += 1
        elif event == Event.CLOSE:
            for kind in range(R.kinds):
                if R.chapter[kind] == a:
                    ledger[SPENT, kind] += ledger[HALL + seat, kind]
                    ledger[HALL + seat, kind] = 0
        elif event == Event.SHUFFLE and b == 1:
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
def ledger_agrees(s: State, R: Rules, ledger: Log) -> bool:
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
