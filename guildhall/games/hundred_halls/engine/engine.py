"""The kernels of the Hundred Halls, and the doors by which Python reaches them."""

from __future__ import annotations

from typing import ClassVar

from guildhall.kernel.annotations import Log, Rules, Table
from guildhall.kernel.engine import Engine, Parts
from guildhall.kernel.log import EVENT, HEAD, ROWS, column_of
from guildhall.kernel.tables import RolledColumn

from ..cards import MOST_CARDS
from .codes import CARDS, LOG_FIELDS, OFFER, OPTIONS, SEATS, EventKind, Over
from .options import offer
from .play import apply, cut_short, deal
from .state import CHAIN, LASTS, RULES, STACK, STATE, kernel

__all__ = ["ENGINE", "HallsEngine"]


_DEAD = column_of(LOG_FIELDS, EventKind.DEATH, "card")
_GONE = column_of(LOG_FIELDS, EventKind.DESTROY, "card")


@kernel
def mark_goals(R: Rules, log: Log, seat: int, out: Table, row: int) -> None:
    """Mark players and Bosses that fall, whoever it was that felled them."""
    for i in range(1, log[HEAD, ROWS] + 1):
        event, card = log[i, EVENT], log[i, _GONE]
        if event == EventKind.DEATH:
            out[row, RolledColumn.GOAL + log[i, _DEAD]] = 1
        elif (event == EventKind.DESTROY or event == EventKind.VOID) and R.boss[card] == 1:
            place = int(R.players)
            for other in range(card):
                place += R.boss[other]
            out[row, RolledColumn.GOAL + place] = 1


class HallsEngine(Engine):
    """What the Hundred Halls are made of."""

    game = "hundred-halls"
    state, rules, kernel = STATE, RULES, kernel
    option_ids = OPTIONS
    seats, most_options, most_hidden = SEATS, OFFER, CARDS
    most_events, most_plies, unfinished = 2 * CHAIN, 20_000, Over.UNFINISHED
    fields, turn_begins, counts_rounds = LOG_FIELDS, EventKind.ROUND, True

    rooms: ClassVar = {
        "table_n": CARDS,
        "deck_n": MOST_CARDS,
        "known": MOST_CARDS,
        "waiting_n": CARDS,
        "stack_n": STACK,
        "lasting_n": LASTS,
    }
    parts_in: ClassVar = {
        "engine": "mark_goals",
        "knowledge": "look deal_hidden stir_hidden",
        "bots": "value_of",
        "danger": "lead_of",
        "laws": "JUDGE sound book_in book_rows ledger_agrees LEDGER count_uses USES",
    }
    called: ClassVar = {"turns": "allowance"}

    def play(self) -> Parts:
        """The rules themselves."""
        return {"deal": deal, "offer": offer, "apply": apply, "cut_short": cut_short}


ENGINE = HallsEngine()
