"""Record Advyria's additional turn columns."""

from __future__ import annotations

import numpy as np

from guildhall.kernel.annotations import Ints, Log, Rules, State, Table, Tables
from guildhall.kernel.containers import bit_count
from guildhall.kernel.log import EVENT, column_of
from guildhall.kernel.tables import Tally, TurnColumn

from .state import LOG_FIELDS, NONE, EventKind, kernel

#: Columns of a turn. Those counted during the turn come last, in the order of the tally.
OWN_COLUMNS = (
    *("level", "losses", "hand", "villages", "gold", "adventures", "hidden", "finale"),
    *("drawn", "sets", "wizards", "actions", "moves", "found", "completed", "flips", "peeks", "robberies", "discards"),
)

# Indices of the tally, which counts during a turn.
FIRST_COUNTED = int(Tally.OWN)
DRAWN, SETS, WIZARDS, ACTIONS, MOVES, FOUND, COMPLETED, FLIPS, PEEKS, ROBBERIES, DISCARDS = range(
    FIRST_COUNTED, FIRST_COUNTED + 11
)
TALLY = FIRST_COUNTED + 11

_OWN = int(TurnColumn.OWN)
_COUNTED = _OWN + OWN_COLUMNS.index("drawn")
_HAND, _FINALE = (column_of(LOG_FIELDS, EventKind.REST, name) for name in ("hand", "finale"))
_VILLAGES = column_of(LOG_FIELDS, EventKind.FLIP, "villages")

#: The index in the tally for each kind of event, or -1.
COUNTED_AT = np.full(max(EventKind) + 1, NONE)
COUNTED_AT[EventKind.DRAW] = DRAWN
COUNTED_AT[EventKind.SET] = SETS
COUNTED_AT[EventKind.WIZARD] = WIZARDS
COUNTED_AT[EventKind.ACTION] = ACTIONS
COUNTED_AT[EventKind.MOVE] = MOVES
COUNTED_AT[EventKind.GOLD] = FOUND
COUNTED_AT[EventKind.COMPLETE] = COMPLETED
COUNTED_AT[EventKind.PEEK] = PEEKS
COUNTED_AT[EventKind.ROB] = ROBBERIES
COUNTED_AT[EventKind.DISCARD] = DISCARDS


@kernel
def write_own_columns(s: State, R: Rules, log: Log, i: int, tally: Ints, turns: Table, row: int) -> None:
    """Write the columns `OWN_COLUMNS`, where row `i` of the log is the rest at the end of the turn."""
    seat = tally[Tally.SEAT]
    turns[row, _OWN] = s.level[seat]
    turns[row, _OWN + 1] = s.losses[seat]
    turns[row, _OWN + 2] = log[i, _HAND]
    turns[row, _OWN + 3] = s.villages[seat]
    turns[row, _OWN + 4] = s.gold[seat]
    turns[row, _OWN + 5] = bit_count(s.done[seat])
    turns[row, _OWN + 6] = bit_count(s.facedown)
    turns[row, _OWN + 7] = log[i, _FINALE]
    for place in range(FIRST_COUNTED, TALLY):
        turns[row, _COUNTED + place - FIRST_COUNTED] = tally[place]


@kernel
def keep_row(s: State, R: Rules, game: int, log: Log, i: int, tally: Ints, tables: Tables, filled: Ints) -> bool:
    """Count a row of the log towards the turn."""
    event = log[i, EVENT]
    if event == EventKind.FLIP:
        tally[FLIPS] += log[i, _VILLAGES]
    elif COUNTED_AT[event] >= 0:
        tally[COUNTED_AT[event]] += 1
    return True
