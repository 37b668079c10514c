"""Guildhall's kernels, and the doors by which Python reaches them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from guildhall.kernel.engine import Engine, Parts
from guildhall.kernel.log import EVENT, HEAD, ROWS, SEAT, column_of
from guildhall.kernel.tables import RolledColumn

from .counting import recount
from .offer import offer
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
    ZONES,
    EventKind,
    Log,
    Rules,
    RulesOf,
    State,
    States,
    Table,
    kernel,
)
from .zones import cut_short

if TYPE_CHECKING:
    from guildhall.kernel.judge import Judge

__all__ = ["ENGINE", "recount_at"]

_CHAPTER = column_of(LOG_FIELDS, EventKind.CLOSE, "chapter")


@kernel
def winners(s: State, R: Rules) -> int:
    """The seat that won, as a bit."""
    return int(BIT[s.winner]) if s.winner >= 0 else 0


@kernel
def recount_at(states: States, i: int, rules: RulesOf) -> None:
    """Set every derived field of game `i` to what can be counted."""
    recount(states[i], rules[0])


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
    worked_out = 5 * (CHAPTERS + MASTERS)
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

    def play(self) -> Parts:
        """The rules themselves."""
        return {"deal": deal, "offer": offer, "apply": apply, "winners": winners, "cut_short": cut_short}

    def knowing(self) -> Parts:
        """What a seat sees, and dealing what it does not."""
        from .knowledge import deal_unknown, look

        return {"look": look, "deal_unknown": deal_unknown}

    def deciding(self) -> Parts:
        """What bots make of an option."""
        from .policy import value_of, work_out

        return {"value_of": value_of, "work_out": work_out}

    def recording(self) -> Parts:
        """What is written down of a game."""
        from . import recorder

        return {
            "keep_row": recorder.keep_row,
            "write_own_columns": recorder.write_own_columns,
            "OWN_COLUMNS": recorder.TURNS,
            "OWN_TABLES": {"chapters": recorder.CHAPTERS},
            "TALLY": recorder.TALLY,
        }

    def rolling(self) -> Parts:
        """The chapters that a seat completes."""
        return {"mark_goals": mark_goals}

    def judging(self) -> Judge:
        """Who judges states that come from a file."""
        from .judge import JUDGE

        return JUDGE

    def soaking(self) -> Parts:
        """What must hold of every state and every ply."""
        from .checks import sound
        from .soak import hidden, ledger, leftovers, offers

        return {
            "sound": sound,
            "stir_hidden": hidden.stir_hidden,
            "is_clear": leftovers.is_clear,
            "offer_is_complete": offers.offer_is_complete,
            "book_in": ledger.book_in,
            "book_rows": ledger.book_rows,
            "ledger_agrees": ledger.ledger_agrees,
            "count_uses": ledger.count_uses,
            "STIRS": 1,
            "LEDGER": (ZONES, KINDS),
            "USES": (CHAPTERS + MASTERS, 5),
        }


ENGINE = _Engine()
