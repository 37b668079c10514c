"""The kernels of the Hundred Halls."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, ClassVar

from guildhall.kernel.annotations import Log, Rules, Table
from guildhall.kernel.engine import Engine, Parts
from guildhall.kernel.log import EVENT, HEAD, ROWS, column_of
from guildhall.kernel.tables import RolledColumn
from guildhall.kernel.validator import Validator

from ..cards import MOST_CARDS
from .finding import change_of, redirected
from .harm import taken
from .options import offer
from .play import allowance, apply, cut_short, deal
from .state import CARDS, CHAIN, LASTS, LOG_FIELDS, OFFER, OPTIONS, RULES, SEATS, STACK, STATE, EventKind, Over, kernel
from .targets import actor_of, blow_of

__all__ = ["ENGINE", "HallsEngine"]


_DEAD = column_of(LOG_FIELDS, EventKind.DEATH, "card")
_GONE = column_of(LOG_FIELDS, EventKind.DESTROY, "card")


@kernel
def mark_goals(R: Rules, log: Log, seat: int, out: Table, row: int) -> None:
    """Mark the players and Bosses that fall, by any cause."""
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
    """The parts of the Hundred Halls for the compiler."""

    game = "hundred-halls"
    state, rules, kernel = STATE, RULES, kernel
    option_ids = OPTIONS
    seats, most_options, most_hidden = SEATS, OFFER, CARDS
    most_events, most_plies, unfinished = 2 * CHAIN, 20_000, Over.UNFINISHED
    fields, turn_begins, counts_rounds = LOG_FIELDS, EventKind.ROUND, True

    capacities: ClassVar = {
        "table_n": CARDS,
        "deck_n": MOST_CARDS,
        "known": MOST_CARDS,
        "waiting_n": CARDS,
        "stack_n": STACK,
        "lasting_n": LASTS,
    }

    def play(self) -> Parts:
        """Return the functions that play the game."""
        return {"deal": deal, "offer": offer, "apply": apply, "cut_short": cut_short}

    def knowing(self) -> Parts:
        """Return the functions for a seat's knowledge."""
        from .knowledge import deal_hidden, look

        return {"look": look, "deal_hidden": deal_hidden}

    def deciding(self) -> Parts:
        """Return the bots' valuation of an option."""
        from .bots import value_of

        return {"value_of": value_of}

    def rolling(self) -> Parts:
        """Return the goals of a roll-out."""
        return {"mark_goals": mark_goals}

    def racing(self) -> Parts:
        """Return the function for the players' lead."""
        from .bots import lead_of

        return {"lead_of": lead_of}

    def soaking(self) -> Parts:
        """Return the laws checked by a soak."""
        from . import knowledge, laws

        return {
            "sound": laws.sound,
            "reshuffle_hidden": knowledge.reshuffle_hidden,
            "LEDGER": laws.LEDGER,
            "book_in": laws.book_in,
            "book_rows": laws.book_rows,
            "ledger_agrees": laws.ledger_agrees,
            "USES": laws.USES,
            "count_uses": laws.count_uses,
        }

    def validating(self) -> Validator:
        """Return the validator of states from files."""
        from .laws import VALIDATOR

        return VALIDATOR

    def called(self) -> Collection[Any]:
        """Return the kernels called by the game's words and tables."""
        return (actor_of, allowance, blow_of, change_of, redirected, taken)


ENGINE = HallsEngine()
