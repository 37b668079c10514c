"""The whole game in one record: read the two tables below and you have seen all there is.

`STATE` is one game; `RULES` is what a game is played by (decks, options), passed beside it as an argument so that other
cards never compile anything anew.

A *card* is one copy with a number of its own, a *form* what is printed on it; a *pile* is the deck it belongs to, from
0 to 3 those of the seats, then Scenario and Realm.  The first cards are the top cards of the piles, so a player's card
has the number of the seat.  What is still to happen lies on a stack of *frames* in the state: rows of effects that are
carried out one by one, each of which may lay others on top.
"""

from __future__ import annotations

import numpy as np

from guildhall.kernel.compile import kernel_for
from guildhall.kernel.engine import state_of

from ..cards import MOST_CARDS
from .codes import CARDS, CHOSEN, FORMS, FRAME, LASTING, LINES, PILES, PROGRAM, ROW, SEATS, TRIGGERS, WARDS

__all__ = ["RULES", "STATE", "kernel"]

NONE = -1
STACK = 128  # frames at most; a game that needs more ends unfinished
LASTS = 48  # effects that last at most, likewise
CHAIN = 1500  # events of one option at most, likewise
MOST_COUNTERS = 99
HAND_LIMIT = 7  # rule 12
FIRST_HAND, HEAD_START_HAND = 5, 6

ROWS, PHRASES, MEASURES, CONDITIONS = 2400, 600, 300, 400

_i1, _i2, _i8 = np.int8, np.int16, np.int64

STATE = state_of(
    [
        ("phase", _i8),  # what is to be decided
        ("step", _i8),  # where the turn stands
        ("side", _i8),  # the pile whose turn it is, or -1
        ("place", _i8),  # how many players have had their turn this round
        # Cards
        ("zone", _i1, CARDS),
        ("holder", _i1, CARDS),  # the seat with whom it lies or in whose hand it is, or -1
        ("host", _i2, CARDS),  # the card to which it is attached, or -1
        ("hp", _i2, CARDS),
        ("cap", _i2, CARDS),  # the maximum of hit points; 0 for a card without
        ("counters", _i2, CARDS),
        ("reward", _i1, CARDS),  # 1 for a Quest that is a reward by now
        ("fresh", _i1, CARDS),  # 1 if it entered play this turn
        ("stunned", _i1, CARDS),
        ("used", _i1, CARDS),  # 1 if it was activated this turn
        ("acted", _i1, CARDS),  # what it has done in this step, as bits
        ("mark", _i1, CARDS),  # those whom an effect means, while it is carried out
        # Places
        ("table", _i2, CARDS),  # all cards in play in the order in which they came
        ("table_n", _i8),
        ("deck", _i2, (PILES, MOST_CARDS)),  # the last one is on top
        ("deck_n", _i8, PILES),
        ("known", _i8, PILES),  # cards on top that all have seen
        ("waiting", _i2, CARDS),  # flipped by a beginning effect, not yet carried out
        ("waiting_n", _i8),
        # Allowances
        ("extra", _i8, (SEATS, 3)),  # plays, activations, draws on top until the end of this turn
        ("spent", _i8, 3),  # plays, activations, draws of this turn
        # What is still to happen
        ("stack", _i2, (STACK, FRAME)),  # the last one is on top
        ("stack_n", _i8),
        ("lasting", _i2, (LASTS, LASTING)),
        ("lasting_n", _i8),
        ("chain", _i8),  # events since the last option
        # The Armory
        ("armory", _i8),  # points left
        ("bought", _i8, LINES),  # how often each line of its list was bought
    ],
    seats=SEATS,
)

RULES = np.dtype(
    (
        np.record,
        [
            ("players", _i8),
            ("order", _i8, SEATS),  # rule 5
            ("bonus", _i8),  # hit points on top (rules 13, 14, 34)
            ("plays", _i8),
            ("head_start", _i8),
            ("rounds", _i8),  # after which the game ends unfinished
            ("armory", _i8),  # points to spend before the game; 0: there is no Armory
            # Cards
            ("cards", _i8),
            ("form", _i2, CARDS),
            ("home", _i1, CARDS),  # the pile
            ("start", _i1, CARDS),  # the zone at the beginning
            ("boss", _i1, CARDS),  # 1 if it must fall
            ("guards", _i1, CARDS),  # 1 if it lowers or redirects damage while it is in play
            ("sold", _i1, CARDS),  # the right that lets a game start with it, or 0
            # Forms
            ("type", _i1, FORMS),
            ("name", _i2, FORMS),  # cards of the same name have the same number
            ("subtypes", _i8, FORMS),  # as bits
            ("hp", _i2, FORMS),
            ("unique", _i1, FORMS),
            ("completer", _i1, FORMS),
            ("reward", _i2, FORMS),  # the form of a completed Quest, or -1
            ("always", _i2, (FORMS, 2)),  # rows of what is always so, from and to
            ("wards", _i2, (FORMS, WARDS)),  # the most by which these lower damage, by whom they mean
            ("program", _i2, (FORMS, TRIGGERS, PROGRAM)),
            ("hears", _i8),  # triggers that some card of the game has, as bits
            # The language
            ("row", _i2, (ROWS, ROW)),
            ("phrase", _i2, (PHRASES, CHOSEN)),
            ("measure", _i2, (MEASURES, 2)),
            ("condition", _i2, (CONDITIONS, 3)),
        ],
    )
)

kernel = kernel_for(STATE, RULES)
