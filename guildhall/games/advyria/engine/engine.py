"""Advyria's kernels and their entry points from Python."""

from __future__ import annotations

from typing import ClassVar

from guildhall.kernel.annotations import Log, Rules, State
from guildhall.kernel.engine import Engine, Parts
from guildhall.kernel.validator import Validator

from .options import offer
from .play import apply, deal, end_game, score
from .state import CARDS, LOG_FIELDS, OFFER, OPTIONS, RULES, SEATS, STATE, EventKind, Kind, Over, kernel

__all__ = ["ENGINE"]


@kernel
def cut_short(s: State, R: Rules, log: Log) -> None:
    """End the game unfinished."""
    end_game(s, R, Over.UNFINISHED.value, log)


class _Engine(Engine):
    """The parts of Advyria's engine."""

    game = "advyria"
    state, rules, kernel = STATE, RULES, kernel
    option_ids = OPTIONS
    seats, most_options, most_hidden, most_events = SEATS, OFFER, 2 * CARDS, 255
    fields, turn_begins, turn_ends = LOG_FIELDS, EventKind.TURN, EventKind.REST
    unfinished = Over.UNFINISHED
    capacities: ClassVar = {"deck_n": CARDS, "pile_n": CARDS, "hand_n": CARDS}
    goals, first_goal = (EventKind.COMPLETE, "card"), Kind.ADVENTURE

    def play(self) -> Parts:
        """Return the kernels of play."""
        return {"deal": deal, "offer": offer, "apply": apply, "points": score, "cut_short": cut_short}

    def knowing(self) -> Parts:
        """Return the kernels for a seat's knowledge."""
        from .knowledge import deal_hidden, look

        return {"look": look, "deal_hidden": deal_hidden}

    def deciding(self) -> Parts:
        """Return the kernels that score options for bots."""
        from .bots import value_by, weigh_up

        return {"value_by": value_by, "weigh_up": weigh_up}

    def recording(self) -> Parts:
        """Return the additional columns and frames of this game."""
        from .frames import OWN_COLUMNS, TALLY, keep_row, write_own_columns

        counted = {"TALLY": TALLY, "keep_row": keep_row}
        return {"OWN_COLUMNS": OWN_COLUMNS, "write_own_columns": write_own_columns, **counted}

    def soaking(self) -> Parts:
        """Return the laws checked in soaks."""
        from .laws import sound

        return {"sound": sound}

    def validating(self) -> Validator:
        """Return the validator for states read from files."""
        from .laws import VALIDATOR

        return VALIDATOR


ENGINE = _Engine()
