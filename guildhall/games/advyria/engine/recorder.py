"""What a game leaves behind: rows for its turns and its events, read off the event log.

Tables have a fixed number of rows.  A table that is full makes the game stop; whoever plays empties the tables and
begins that game anew, so nothing is written twice.
"""

from __future__ import annotations

import numpy as np

from guildhall.kernel.bits import bit_count

from .scoring import score
from .state import NONE, Event, Ints, Log, Rules, State, Table, kernel

# Columns of the tables; the number of the game comes first.
TURNS = (
    "game",
    "turn",
    "seat",
    "score",
    "level",
    "losses",
    "hand",
    "villages",
    "gold",
    "adventures",
    "hidden",
    "finale",
    "drawn",
    "sets",
    "wizards",
    "actions",
    "moves",
    "found",
    "completed",
    "flips",
    "peeks",
    "robberies",
    "discards",
    "lead",
    "leader",
    "plies",
    "decisions",
)
EVENTS = ("game", "ply", "turn", "seat", "event", "a", "b", "c")

# Rows written so far: places in `filled`.
TURN_ROWS, EVENT_ROWS = range(2)
TABLES = 2

# What is counted while a turn lasts: places in `tally`.
TURN, SEAT, DRAWN, SETS, WIZARDS, ACTIONS, MOVES, FOUND, COMPLETED, FLIPS, PEEKS, ROBBERIES, DISCARDS = range(13)
PLIES, DECISIONS, TALLY = 13, 14, 15

#: Where an event of a turn is counted, or -1.
COUNTED_AT = np.full(max(Event) + 1, NONE)
COUNTED_AT[Event.DRAW] = DRAWN
COUNTED_AT[Event.SET] = SETS
COUNTED_AT[Event.WIZARD] = WIZARDS
COUNTED_AT[Event.ACTION] = ACTIONS
COUNTED_AT[Event.MOVE] = MOVES
COUNTED_AT[Event.GOLD] = FOUND
COUNTED_AT[Event.COMPLETE] = COMPLETED
COUNTED_AT[Event.PEEK] = PEEKS
COUNTED_AT[Event.ROB] = ROBBERIES
COUNTED_AT[Event.DISCARD] = DISCARDS


@kernel
def best_of_others(s: State, R: Rules, seat: int) -> int:
    """The most points that another seat has; none where there is no other."""
    best = 0
    for i in range(1, R.players):
        points = score(s, R, (seat + i) % R.players)
        best = points if i == 1 else max(best, points)
    return best


@kernel
def leader(s: State, R: Rules) -> int:
    """The seat with more points than any other, or -1."""
    for seat in range(R.players):
        if R.players == 1 or score(s, R, seat) > best_of_others(s, R, seat):
            return seat
    return NONE


@kernel
def write_turn(s: State, R: Rules, game: int, log: Log, i: int, tally: Ints, turns: Table, filled: Ints) -> bool:
    """One row for the turn that ends with row `i` of the log; False if the table is full."""
    row = filled[TURN_ROWS]
    if row >= turns.shape[0]:
        return False
    seat = tally[SEAT]
    turns[row, 0] = game
    turns[row, 1] = tally[TURN]
    turns[row, 2] = seat
    turns[row, 3] = score(s, R, seat)
    turns[row, 4] = s.level[seat]
    turns[row, 5] = s.losses[seat]
    turns[row, 6] = log[i, 2]
    turns[row, 7] = s.villages[seat]
    turns[row, 8] = s.gold[seat]
    turns[row, 9] = bit_count(s.done[seat])
    turns[row, 10] = bit_count(s.facedown)
    turns[row, 11] = log[i, 3]
    for place in range(DRAWN, DISCARDS + 1):
        turns[row, 12 + place - DRAWN] = tally[place]
    turns[row, 23] = score(s, R, seat) - best_of_others(s, R, seat)
    turns[row, 24] = leader(s, R)
    turns[row, 25] = tally[PLIES]
    turns[row, 26] = tally[DECISIONS]
    filled[TURN_ROWS] = row + 1
    return True


@kernel
def write_event(s: State, game: int, log: Log, i: int, tally: Ints, events: Table, filled: Ints) -> bool:
    """One row for an event; False if the table is full."""
    row = filled[EVENT_ROWS]
    if row >= events.shape[0]:
        return False
    events[row, 0] = game
    events[row, 1] = s.plies
    events[row, 2] = tally[TURN]
    events[row, 3] = log[i, 1]
    events[row, 4] = log[i, 0]
    for column in range(2, 5):
        events[row, 3 + column] = log[i, column]
    filled[EVENT_ROWS] = row + 1
    return True


@kernel
def begin_tally(log: Log, i: int, tally: Ints) -> None:
    """A turn begins: count from nothing."""
    for place in range(TALLY):
        tally[place] = 0
    tally[TURN] = log[i, 2]
    tally[SEAT] = log[i, 1]


@kernel
def record(
    s: State,
    R: Rules,
    game: int,
    log: Log,
    tally: Ints,
    turns: Table,
    events: Table,
    wants_events: int,
    filled: Ints,
) -> bool:
    """Write down what the last option led to; False if a table is full."""
    for i in range(1, log[0, 0] + 1):
        event = log[i, 0]
        if event == Event.REST and not write_turn(s, R, game, log, i, tally, turns, filled):
            return False
        if event == Event.TURN:
            begin_tally(log, i, tally)
        elif event == Event.FLIP:
            tally[FLIPS] += log[i, 2]
        elif COUNTED_AT[event] >= 0:
            tally[COUNTED_AT[event]] += 1
        if wants_events == 1 and not write_event(s, game, log, i, tally, events, filled):
            return False
    return True
