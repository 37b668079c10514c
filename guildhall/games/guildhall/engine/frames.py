"""Record Guildhall's additional turn columns, and a row for every completed chapter."""

from __future__ import annotations

from guildhall.kernel.annotations import Ints, Log, Rules, State, Table, Tables
from guildhall.kernel.log import EVENT, HEAD, ROWS, SEAT, column_of
from guildhall.kernel.tables import OWN_ROWS, Tally, TurnColumn

from .state import AREA_OF, DECK, HALL, HAND, LOG_FIELDS, SEATS, EventKind, kernel

#: Columns of a turn. Those counted during the turn come last, in the order of the tally.
OWN_COLUMNS = (
    *("tokens", "hand", "hall", "largest", "completed"),
    *("closed", "actions", "plays", "refreshes", "buys", "drawn", "attacks", "hits"),
)
OWN_TABLES = {"chapters": ("game", "ply", "turn", "seat", "chapter", "own_turn", "held")}

# Indices of the tally, which counts during a turn.
CLOSED, ACTIONS, PLAYS, REFRESHES, BUYS, DRAWN, ATTACKS, HITS, STRUCK = range(Tally.OWN, Tally.OWN + 9)
TALLY = Tally.OWN + 9

_OWN = int(TurnColumn.OWN)
_COUNTED = _OWN + OWN_COLUMNS.index("closed")
_CHAPTER = column_of(LOG_FIELDS, EventKind.CLOSE, "chapter")
_ORIGIN, _TARGET = (column_of(LOG_FIELDS, EventKind.MOVE, name) for name in ("origin", "target"))
_CHANGE = column_of(LOG_FIELDS, EventKind.TOKENS, "change")


@kernel
def largest(s: State, R: Rules, seat: int) -> int:
    """Return the size of the largest chapter in a hall."""
    most = 0
    for chapter in range(R.chapters):
        most = max(most, int(s.size_of[seat, chapter]))
    return most


@kernel
def write_own_columns(s: State, R: Rules, log: Log, i: int, tally: Ints, turns: Table, row: int) -> None:
    """Write the columns `OWN_COLUMNS`."""
    seat = tally[Tally.SEAT]
    turns[row, _OWN] = s.tokens[seat]
    turns[row, _OWN + 1] = s.total[HAND + seat]
    turns[row, _OWN + 2] = s.total[HALL + seat]
    turns[row, _OWN + 3] = largest(s, R, seat)
    turns[row, _OWN + 4] = s.done_n[seat]
    for place in range(CLOSED, HITS + 1):
        turns[row, _COUNTED + place - CLOSED] = tally[place]


@kernel
def held_by(s: State, log: Log, i: int) -> int:
    """Count the completed chapters a seat held right after row `i` of the log: the current ones less later changes."""
    held = int(s.done_n[log[i, SEAT]])
    for later in range(i + 1, log[HEAD, ROWS] + 1):
        if log[later, SEAT] == log[i, SEAT]:
            if log[later, EVENT] == EventKind.CLOSE:
                held -= 1
            elif log[later, EVENT] == EventKind.CHAPTER:
                held += 1
    return held


@kernel
def strike(tally: Ints, n: int) -> None:
    """Count `n` cards or tokens that the card in play took from another player."""
    tally[HITS] += n
    tally[ATTACKS] += 1 - tally[STRUCK]
    tally[STRUCK] = 1


@kernel
def count_move(log: Log, i: int, tally: Ints) -> None:
    """Count a drawn card, or one that another player loses."""
    origin = log[i, _ORIGIN]
    if origin < AREA_OF + SEATS:
        if origin % SEATS != tally[Tally.SEAT]:
            strike(tally, 1)
    elif origin == DECK and log[i, _TARGET] == HAND + tally[Tally.SEAT]:
        tally[DRAWN] += 1


@kernel
def count(log: Log, i: int, tally: Ints) -> None:
    """Count a row of the log towards the turn."""
    event = log[i, EVENT]
    if event == EventKind.MOVE:
        count_move(log, i, tally)
    elif event == EventKind.PLAY:
        tally[PLAYS] += 1
        tally[ACTIONS] += 1
    elif event == EventKind.REFRESH:
        tally[REFRESHES] += 1
        tally[ACTIONS] += 1
    elif event == EventKind.BUY:
        tally[BUYS] += 1
        tally[ACTIONS] += 1
    elif event == EventKind.TIER or event == EventKind.ABILITY:
        tally[STRUCK] = 0
    elif event == EventKind.TOKENS:
        if log[i, SEAT] != tally[Tally.SEAT] and log[i, _CHANGE] < 0:
            strike(tally, int(-log[i, _CHANGE]))
    elif event == EventKind.CLOSE and log[i, SEAT] == tally[Tally.SEAT]:
        tally[CLOSED] += 1


@kernel
def keep_row(s: State, R: Rules, game: int, log: Log, i: int, tally: Ints, tables: Tables, filled: Ints) -> bool:
    """Count a row of the log towards the turn, and record a completed chapter. False if that table is full."""
    count(log, i, tally)
    if log[i, EVENT] != EventKind.CLOSE:
        return True
    chapters = tables[OWN_ROWS]
    row = filled[OWN_ROWS]
    if row >= chapters.shape[0]:
        return False
    seat = log[i, SEAT]
    chapters[row, 0] = game
    chapters[row, 1] = s.plies
    chapters[row, 2] = tally[Tally.TURN]
    chapters[row, 3] = seat
    chapters[row, 4] = log[i, _CHAPTER]
    chapters[row, 5] = 1 if seat == tally[Tally.SEAT] else 0
    chapters[row, 6] = held_by(s, log, i)
    filled[OWN_ROWS] = row + 1
    return True
