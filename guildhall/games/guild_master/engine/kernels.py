"""Guild Master's kernels, and the doors by which Python reaches them."""

from __future__ import annotations

from typing import ClassVar

from guildhall.kernel.engine import Engine, Parts

from .codes import LOG_FIELDS, OFFER, OPTIONS, EventKind
from .dealing import deal
from .play import apply, offer
from .rounds import cut_short
from .state import COMMONS, DICE, MEMBERS, PILE, QUEUE, RULES, SEATS, STATE, kernel

__all__ = ["ENGINE"]


class _Engine(Engine):
    """What Guild Master is made of."""

    game = "guild-master"
    state, rules, kernel = STATE, RULES, kernel
    option_ids = OPTIONS
    seats, most_options, most_hidden, most_events, most_plies = SEATS, OFFER, OFFER, 512, 10_000
    fields, turn_begins = LOG_FIELDS, EventKind.ROUND
    secret = (EventKind.PLACE, EventKind.DRAW, EventKind.PEEK)

    rooms: ClassVar = {
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

    def soaking(self) -> Parts:
        """What must hold of every state, and of every line of play."""
        from . import checks, knowledge

        ledger = {"book_in": checks.book_in, "book_rows": checks.book_rows, "ledger_agrees": checks.ledger_agrees}
        stirring = {"stir_hidden": knowledge.stir_hidden, "STIRS": 1}
        return {"sound": checks.sound, **stirring, **ledger, "LEDGER": checks.LEDGER}


ENGINE = _Engine()
