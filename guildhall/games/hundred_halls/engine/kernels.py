"""The kernels of the Hundred Halls, and the doors by which Python reaches them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from guildhall.kernel.engine import Engine, Parts

from ..box import MOST_CARDS
from .codes import CARDS, LOG_FIELDS, OFFER, OPTIONS, SEATS, EventKind, Over
from .play import apply, cut_short, deal, offer
from .state import CHAIN, LASTS, RULES, STACK, STATE, kernel

if TYPE_CHECKING:
    from guildhall.kernel.judge import Judge

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

    def play(self) -> Parts:
        """The rules themselves."""
        return {"deal": deal, "offer": offer, "apply": apply, "cut_short": cut_short}

    def knowing(self) -> Parts:
        """What a seat sees, and dealing what it does not."""
        from .knowledge import deal_hidden, look

        return {"look": look, "deal_hidden": deal_hidden}

    def deciding(self) -> Parts:
        """What bots make of an option."""
        from .policy import value_of

        return {"value_of": value_of}

    def judging(self) -> Judge:
        """Who judges states that come from a file."""
        from .checks import JUDGE

        return JUDGE

    def soaking(self) -> Parts:
        """What must hold of every state, and of every line of play."""
        from . import checks, knowledge

        ledger = {"book_in": checks.book_in, "book_rows": checks.book_rows, "ledger_agrees": checks.ledger_agrees}
        stirring = {"stir_hidden": knowledge.stir_hidden, "STIRS": 1}
        return {"sound": checks.sound, **stirring, **ledger, "LEDGER": checks.LEDGER}


ENGINE = _Engine()
