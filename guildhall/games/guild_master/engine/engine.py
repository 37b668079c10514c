"""Guild Master's kernels."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, ClassVar

from guildhall.kernel.annotations import Log, Rules, Table
from guildhall.kernel.engine import Engine, Parts
from guildhall.kernel.log import EVENT, HEAD, ROWS, SEAT, column_of
from guildhall.kernel.tables import RolledColumn
from guildhall.kernel.validator import Validator

from .check import face_bonus, penalty_of
from .guild import event_change, has_rank_for, hire_cost, least_bid, size_at, target_of, team_dice
from .options import offer
from .play import apply, deal
from .rounds import cut_short
from .state import (
    COMMONS,
    CORES,
    DECKS,
    DICE,
    LOG_FIELDS,
    MEMBERS,
    NONE,
    OFFER,
    OPTIONS,
    PILE,
    QUEUE,
    RANKS,
    RULES,
    SEATS,
    SKILLS,
    STATE,
    EventKind,
    Rank,
    kernel,
)

__all__ = ["ENGINE"]

_RECRUITED = DECKS  # goals: decks of Contracts, then ranks from the Adepts on, then kinds of Upgrades
_BUILT = _RECRUITED + RANKS - 1
_CONTRACT = column_of(LOG_FIELDS, EventKind.COMPLETE, "contract")
_ADVENTURER = column_of(LOG_FIELDS, EventKind.RECRUIT, "adventurer")
_UPGRADE = column_of(LOG_FIELDS, EventKind.BUILD, "upgrade")


@kernel
def mark_goals(R: Rules, log: Log, seat: int, out: Table, row: int) -> None:
    """Mark a seat's goals (`GOALS`): decks completed from, ranks recruited, and kinds of Upgrades built."""
    for i in range(1, log[HEAD, ROWS] + 1):
        if log[i, SEAT] == seat:
            goal = NONE
            if log[i, EVENT] == EventKind.COMPLETE:
                goal = R.deck_of[log[i, _CONTRACT]]
            elif log[i, EVENT] == EventKind.RECRUIT:
                goal = _RECRUITED + R.rank[log[i, _ADVENTURER]] - Rank.ADEPT
            elif log[i, EVENT] == EventKind.BUILD:
                goal = _BUILT + (log[i, _UPGRADE] >= SKILLS) + (log[i, _UPGRADE] >= SKILLS + CORES)
            if goal != NONE:
                out[row, RolledColumn.GOAL + goal] = 1


class _Engine(Engine):
    """The parts of Guild Master for the compiler."""

    game = "guild-master"
    state, rules, kernel = STATE, RULES, kernel
    option_ids = OPTIONS
    seats, most_options, most_hidden, most_events, most_plies = SEATS, OFFER, OFFER, 512, 10_000
    fields, turn_begins, counts_rounds = LOG_FIELDS, EventKind.ROUND, True
    secret = (EventKind.PLACE, EventKind.DRAW, EventKind.PEEK)
    capacities: ClassVar = {
        "member_n": MEMBERS,
        "private_n": COMMONS,
        "pile_n": PILE,
        "deck_n": COMMONS,
        "dice_n": DICE,
        "order_n": SEATS,
        "lobby_n": SEATS,
        "queue_n": QUEUE,
    }

    def play(self) -> Parts:
        """Return the functions that play the game."""
        return {"deal": deal, "offer": offer, "apply": apply, "cut_short": cut_short}

    def knowing(self) -> Parts:
        """Return the functions for a seat's knowledge."""
        from .knowledge import deal_hidden, look

        return {"look": look, "deal_hidden": deal_hidden}

    def deciding(self) -> Parts:
        """Return the bots' valuation of an option, and the plan that it follows."""
        from .bots import value_by, weigh_up

        return {"value_by": value_by, "weigh_up": weigh_up}

    def rolling(self) -> Parts:
        """Return the goals of a roll-out."""
        return {"mark_goals": mark_goals}

    def soaking(self) -> Parts:
        """Return the laws checked by a soak."""
        from .knowledge import reshuffle_hidden
        from .laws import LEDGER, book_rows, held, sound

        ledger = {"LEDGER": LEDGER, "held": held, "book_rows": book_rows}
        return {"sound": sound, "reshuffle_hidden": reshuffle_hidden, **ledger}

    def validating(self) -> Validator:
        """Return the validator of states from files."""
        from .laws import VALIDATOR

        return VALIDATOR

    def called(self) -> Collection[Any]:
        """Return the kernels called by the game's words and tables."""
        return (
            event_change,
            face_bonus,
            has_rank_for,
            hire_cost,
            least_bid,
            penalty_of,
            size_at,
            target_of,
            team_dice,
        )


ENGINE = _Engine()
