"""Advyria's kernels, and the doors by which Python reaches them."""

from __future__ import annotations

from typing import ClassVar

from guildhall.kernel.annotations import Log, Rules, State, Table
from guildhall.kernel.engine import Engine, Parts
from guildhall.kernel.log import EVENT, HEAD, ROWS, SEAT, column_of
from guildhall.kernel.tables import RolledColumn

from .options import offer
from .play import apply
from .state import CARDS, LOG_FIELDS, OFFER, OPTIONS, RULES, SEATS, STATE, EventKind, Kind, Over, kernel
from .turn import deal, end_game, score

__all__ = ["ENGINE"]

_CARD = column_of(LOG_FIELDS, EventKind.COMPLETE, "card")


@kernel
def mark_goals(R: Rules, log: Log, seat: int, out: Table, row: int) -> None:
    """Mark the adventures that a seat completed by the last option."""
    for i in range(1, log[HEAD, ROWS] + 1):
        if log[i, EVENT] == EventKind.COMPLETE and log[i, SEAT] == seat:
            out[row, RolledColumn.GOAL + log[i, _CARD] - Kind.ADVENTURE] = 1


@kernel
def cut_short(s: State, R: Rules, log: Log) -> None:
    """End the game unfinished."""
    end_game(s, R, Over.UNFINISHED.value, log)


class _Engine(Engine):
    """What Advyria is made of."""

    game = "advyria"
    state, rules, kernel = STATE, RULES, kernel
    option_ids = OPTIONS
    seats, most_options, most_hidden, most_events = SEATS, OFFER, 2 * CARDS, 255
    fields, turn_begins, turn_ends = LOG_FIELDS, EventKind.TURN, EventKind.REST
    unfinished = Over.UNFINISHED
    rooms: ClassVar = {"deck_n": CARDS, "pile_n": CARDS, "hand_n": CARDS}
    parts_in: ClassVar = {
        "engine": "mark_goals",
        "knowledge": "look deal_hidden",
        "bots": "value_of",
        "frames": "keep_row write_own_columns OWN_COLUMNS TALLY",
        "laws": "JUDGE sound",
    }

    def play(self) -> Parts:
        """The rules themselves."""
        return {"deal": deal, "offer": offer, "apply": apply, "points": score, "cut_short": cut_short}


ENGINE = _Engine()
