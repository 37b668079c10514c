"""Guildhall's kernels, and the doors by which Python reaches them."""

from __future__ import annotations

from typing import ClassVar

from guildhall.kernel.annotations import Log, Rules, State, Table
from guildhall.kernel.engine import Engine, Parts
from guildhall.kernel.log import EVENT, HEAD, ROWS, SEAT, column_of
from guildhall.kernel.tables import RolledColumn

from .options import offer
from .play import apply, deal
from .state import (
    AREA,
    BIT,
    CARDS,
    CHAPTERS,
    CLOSED,
    KINDS,
    LOG_FIELDS,
    MASTERS,
    MOST_STEPS,
    OFFER,
    OPTIONS,
    PICKS,
    RULES,
    SEATS,
    STATE,
    UNFINISHED,
    VP_CARDS,
    VP_KINDS,
    EventKind,
    kernel,
)
from .zones import cut_short

__all__ = ["ENGINE"]

_CHAPTER = column_of(LOG_FIELDS, EventKind.CLOSE, "chapter")


@kernel
def winners(s: State, R: Rules) -> int:
    """The seat that won, as a bit."""
    return int(BIT[s.winner]) if s.winner >= 0 else 0


@kernel
def mark_goals(R: Rules, log: Log, seat: int, out: Table, row: int) -> None:
    """Mark the chapters that a seat completed by the last option."""
    for i in range(1, log[HEAD, ROWS] + 1):
        if log[i, EVENT] == EventKind.CLOSE and log[i, SEAT] == seat:
            out[row, RolledColumn.GOAL + log[i, _CHAPTER]] = 1


class _Engine(Engine):
    """What Guildhall is made of."""

    game = "guildhall"
    state, rules, kernel = STATE, RULES, kernel
    option_ids = OPTIONS
    seats, most_options, most_hidden, most_events = SEATS, OFFER, 2 * CARDS, 4095
    fields, turn_begins, turn_ends = LOG_FIELDS, EventKind.TURN, EventKind.SCORE
    score_column = "vp"
    unfinished, most_steps = UNFINISHED, MOST_STEPS
    worked_out = 5 * (CHAPTERS + MASTERS) + VP_KINDS
    rooms: ClassVar = {
        "total": CARDS,
        "area_n": AREA,
        "done_n": CLOSED,
        "picks_n": PICKS,
        "spend_n": 2,
        "owed_n": KINDS,
        "vp_deck_n": VP_CARDS,
        "vp_pile_n": VP_CARDS,
    }
    parts_in: ClassVar = {
        "engine": "mark_goals",
        "knowledge": "look deal_unknown stir_hidden",
        "bots": "value_of work_out shuns",
        "frames": "keep_row write_own_columns OWN_COLUMNS OWN_TABLES TALLY",
        "laws": "JUDGE sound",
        "play_laws": "is_clear offer_is_complete book_in book_rows ledger_agrees LEDGER count_uses USES",
    }
    called: ClassVar = {"zones": "recount_at", "sight": "observe_at"}

    def play(self) -> Parts:
        """The rules themselves."""
        return {"deal": deal, "offer": offer, "apply": apply, "winners": winners, "cut_short": cut_short}


ENGINE = _Engine()
