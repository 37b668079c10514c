"""What a game leaves behind: rows for its turns, its events and whatever else it keeps, read off the event log.

Tables have a fixed number of rows.  A table that is full, or a log that was, makes the game stop; whoever plays begins
that game anew with empty or larger ones, so nothing is written twice.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..annotations import Ints, Log, Pair, Rules, State, Table, Tables
from ..bind import template
from ..log import COLUMNS, EVENT, FIRST, HEAD, LOST, ROWS, SEAT
from ..tables import EVENT_ROWS, TURN_ROWS, EventColumn, Tally, TurnColumn
from .parts import points

TURN_BEGINS = -1  # the event that begins a turn; its first number is that of the turn
TURN_ENDS = -1  # the event that ends one; without it the next turn does, or the end of the game
TALLY = int(Tally.OWN)  # places of what is counted while a turn lasts
OWN_COLUMNS: tuple[str, ...] = ()  # what the game writes down of a turn besides what every game does
OWN_TABLES: Mapping[str, tuple[str, ...]] = {}  # its own tables with their columns


@template
def write_own_columns(s: State, R: Rules, log: Log, i: int, tally: Ints, turns: Table, row: int) -> None:
    """The game's own columns of a turn that ends with row `i` of the log, from column `TurnColumn.OWN` on."""


@template
def keep_row(s: State, R: Rules, game: int, log: Log, i: int, tally: Ints, tables: Tables, filled: Ints) -> bool:
    """What the game keeps of row `i` of the log, in its places of the tally and its own tables; False if one is full.

    A row that begins a turn comes when the tally is empty again.
    """
    return True


@template
def standing(s: State, R: Rules, seat: int) -> Pair:
    """How far a seat is ahead of the best other one (of 0 where there is none), and the seat ahead of all, or -1."""
    others = 0
    for i in range(1, R.players):
        other = points(s, R, (seat + i) % R.players)
        others = other if i == 1 else max(others, other)
    leader = 0
    most = points(s, R, 0)
    for other in range(1, R.players):
        own = points(s, R, other)
        if own >= most:
            leader = other if own > most else -1
            most = own
    return points(s, R, seat) - others, leader


@template
def write_turn(s: State, R: Rules, game: int, log: Log, i: int, tally: Ints, turns: Table, filled: Ints) -> bool:
    """One row for the turn that ends with row `i` of the log; False if the table is full.

    A turn of all together has no seat (-1): then score and lead are 0.
    """
    row = filled[TURN_ROWS]
    if row >= turns.shape[0]:
        return False
    seat = tally[Tally.SEAT]
    turns[row, TurnColumn.GAME] = game
    turns[row, TurnColumn.TURN] = tally[Tally.TURN]
    turns[row, TurnColumn.SEAT] = seat
    turns[row, TurnColumn.SCORE] = points(s, R, seat) if seat >= 0 else 0
    lead, leader = standing(s, R, max(seat, 0))
    turns[row, TurnColumn.LEAD] = lead if seat >= 0 else 0
    turns[row, TurnColumn.LEADER] = leader
    turns[row, TurnColumn.PLIES] = tally[Tally.PLIES]
    turns[row, TurnColumn.DECISIONS] = tally[Tally.DECISIONS]
    write_own_columns(s, R, log, i, tally, turns, row)
    filled[TURN_ROWS] = row + 1
    return True


@template
def write_event(s: State, game: int, log: Log, i: int, tally: Ints, events: Table, filled: Ints) -> bool:
    """One row for row `i` of the log; False if the table is full."""
    row = filled[EVENT_ROWS]
    if row >= events.shape[0]:
        return False
    events[row, EventColumn.GAME] = game
    events[row, EventColumn.PLY] = s.plies
    events[row, EventColumn.TURN] = tally[Tally.TURN]
    for column in range(COLUMNS):
        events[row, EventColumn.ROW + column] = log[i, column]
    filled[EVENT_ROWS] = row + 1
    return True


@template
def record(
    s: State, R: Rules, game: int, log: Log, tally: Ints, tables: Tables, wants_events: int, filled: Ints
) -> bool:
    """Write down what the last option led to; False if a table, or the log itself, is full."""
    if log[HEAD, LOST] > 0:
        return False
    for i in range(1, log[HEAD, ROWS] + 1):
        event = log[i, EVENT]
        ends = event == TURN_ENDS if TURN_ENDS >= 0 else event == TURN_BEGINS and tally[Tally.TURN] > 0
        if ends and not write_turn(s, R, game, log, i, tally, tables[TURN_ROWS], filled):
            return False
        if event == TURN_BEGINS:
            for place in range(TALLY):
                tally[place] = 0
            tally[Tally.TURN] = log[i, FIRST]
            tally[Tally.SEAT] = log[i, SEAT]
        if not keep_row(s, R, game, log, i, tally, tables, filled):
            return False
        if wants_events == 1 and not write_event(s, game, log, i, tally, tables[EVENT_ROWS], filled):
            return False
    if TURN_ENDS < 0 and s.over != 0 and tally[Tally.TURN] > 0:
        return write_turn(s, R, game, log, log[HEAD, ROWS], tally, tables[TURN_ROWS], filled)
    return True
