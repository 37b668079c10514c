"""Guildhall's kernels and their entry points from Python."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, ClassVar

from guildhall.kernel.annotations import Rules, State
from guildhall.kernel.engine import Engine, Parts
from guildhall.kernel.validator import Validator

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
from .zones import cut_short, recount_at

__all__ = ["ENGINE"]


@kernel
def winners(s: State, R: Rules) -> int:
    """Return the winning seat as a bit."""
    return int(BIT[s.winner]) if s.winner >= 0 else 0


class _Engine(Engine):
    """The parts of Guildhall's engine."""

    game = "guildhall"
    state, rules, kernel = STATE, RULES, kernel
    option_ids = OPTIONS
    seats, most_options, most_hidden, most_events = SEATS, OFFER, 2 * CARDS, 4095
    fields, turn_begins, turn_ends = LOG_FIELDS, EventKind.TURN, EventKind.SCORE
    score_column = "vp"
    unfinished, most_steps = UNFINISHED, MOST_STEPS
    worked_out = 5 * (CHAPTERS + MASTERS) + VP_KINDS
    capacities: ClassVar = {
        "total": CARDS,
        "area_n": AREA,
        "done_n": CLOSED,
        "picks_n": PICKS,
        "spend_n": 2,
        "owed_n": KINDS,
        "vp_deck_n": VP_CARDS,
        "vp_pile_n": VP_CARDS,
    }
    goals = EventKind.CLOSE, "chapter"

    def play(self) -> Parts:
        """Return the kernels of play."""
        return {"deal": deal, "offer": offer, "apply": apply, "winners": winners, "cut_short": cut_short}

    def knowing(self) -> Parts:
        """Return the kernels for a seat's knowledge."""
        from .knowledge import deal_unknown, look

        return {"look": look, "deal_unknown": deal_unknown}

    def deciding(self) -> Parts:
        """Return the kernels that score options for bots."""
        from .bots import avoids, value_of, work_out

        return {"value_of": value_of, "work_out": work_out, "avoids": avoids}

    def recording(self) -> Parts:
        """Return the additional columns and frames of this game."""
        from .frames import OWN_COLUMNS, OWN_TABLES, TALLY, keep_row, write_own_columns

        counted = {"TALLY": TALLY, "keep_row": keep_row, "OWN_TABLES": OWN_TABLES}
        return {"OWN_COLUMNS": OWN_COLUMNS, "write_own_columns": write_own_columns, **counted}

    def soaking(self) -> Parts:
        """Return the laws checked in soaks."""
        from . import knowledge, laws

        return {
            "sound": laws.sound,
            "reshuffle_hidden": knowledge.reshuffle_hidden,
            "is_clear": laws.is_clear,
            "offer_is_complete": laws.offer_is_complete,
            "LEDGER": laws.LEDGER,
            "book_in": laws.book_in,
            "book_rows": laws.book_rows,
            "ledger_agrees": laws.ledger_agrees,
            "USES": laws.USES,
            "count_uses": laws.count_uses,
        }

    def validating(self) -> Validator:
        """Return the validator for states read from files."""
        from .laws import VALIDATOR

        return VALIDATOR

    def called(self) -> Collection[Any]:
        """Return the kernels called by the game's words and tables."""
        from .knowledge import observe_at

        return (
            observe_at,
            recount_at,
        )


ENGINE = _Engine()
