"""The kernels of the Hundred Halls, and the doors by which Python reaches them."""

from __future__ import annotations

from typing import ClassVar

from guildhall.kernel.engine import Engine, Parts

from ..box import MOST_CARDS
from .codes import CARDS, LOG_FIELDS, OFFER, OPTIONS, SEATS, EventKind, Over
from .options import offer
from .play import apply, cut_short, deal
from .state import CHAIN, LASTS, RULES, STACK, STATE, kernel

__all__ = ["ENGINE"]


class _Engine(Engine):
    """What the Hundred Halls are made of."""

    game = "hundred-halls"
    state, rules, kernel = STATE, RULES, kernel
    option_ids = OPTIONS
    seats, most_options, most_hidden = SEATS, OFFER, CARDS
    most_events, most_plies, unfinished = 2 * CHAIN, 20_000, Over.UNFINISHED
    fields, turn_begins = LOG_FIELDS, EventKind.ROUND

    rooms: ClassVar = {
        "table_n": CARDS,
        "deck_n": MOST_CARDS,
        "known": MOST_CARDS,
        "waiting_n": CARDS,
        "stack_n": STACK,
        "lasting_n": LASTS,
    }
    parts_in: ClassVar = {
        "knowledge": "look deal_hidden stir_hidden",
        "policy": "value_of",
        "checks": "JUDGE sound book_in book_rows ledger_agrees LEDGER",
    }

    def play(self) -> Parts:
        """The rules themselves."""
        return {"deal": deal, "offer": offer, "apply": apply, "cut_short": cut_short}


ENGINE = _Engine()
