"""The state of a game in one record, and its codes for phases, steps, frames, rows, options and events.

`STATE` is one game. `RULES` holds its decks and options, and is passed as a separate argument so that other cards
never require compiling again.

A *card* is one numbered copy, a *form* is the text printed on it, and a *pile* is the deck it belongs to: 0 to 3 are
those of the seats, then come Scenario and Realm.  The first cards are the top cards of the piles, so a player's card
has the number of the seat.  Pending effects are on a stack of *frames* in the state: rows of effects carried out one
by one, each of which may push others.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from guildhall.kernel.compiler import kernel_for
from guildhall.kernel.engine import state_of

from ..cards import MOST_CARDS, PURCHASES, Trigger

# --- Codes ---

SEATS = 4
SCENARIO, REALM = SEATS, SEATS + 1  # piles, and the numbers of their top cards
PILES = SEATS + 2
CARDS = PILES * (1 + MOST_CARDS)  # a player's card has the number of the seat, then the two top cards, then all others
FORMS = 2 * CARDS  # printed cards, and Quests as rewards
TRIGGERS = len(Trigger) + 1
ELEMENTS = len(Trigger)  # the program of the Five Elements
PLAYS, ACTIVATIONS, DRAWS = range(3)  # indices of the allowances of a turn
LINES = len(PURCHASES)  # of the Armory's list


class Phase(IntEnum):
    """The current decision."""

    AUTO = 0  # no decision, the next step is automatic
    HEAD_START = 1
    ACT = 2
    MEMORY = 3
    TARGET = 4
    MAY = 5
    MODE = 6
    DISCARD = 7
    UNIQUE = 8
    REWARD = 9
    LOOK = 10
    DRAW = 11
    LIMIT = 12
    OVER = 13
    ARMORY = 14
    STARTER = 15
    SCENARIO = 16  # of the next battle of a campaign
    REALM = 17


class Step(IntEnum):
    """The step of a turn: the four of rule 9, and those of a player's turn (R-27)."""

    SET_UP = 0
    HEAD_START = 9
    ARMORY = 10  # before set-up is over
    STARTERS = 11
    NEXT = 1
    BEGIN = 2
    RESOLVE = 3
    ACT = 4
    END = 5
    CHECK = 6
    DRAW = 7
    LIMIT = 8


# Outcomes of a game.
Over = IntEnum("Over", ["WON", "UNFINISHED", "LOST"])


class Task(IntEnum):
    """Tasks of a frame on the stack."""

    PROGRAM = 0  # rows of effects
    DISCARD = 1  # a seat discards some cards
    BURY = 2  # a card that has been carried out goes to its graveyard
    UNIQUE = 3
    REWARD = 4
    LOOK = 5


class Frame(IntEnum):
    """Columns of a frame."""

    TASK = 0
    AT = 1  # the next row
    END = 2
    SOURCE = 3  # the card whose effects they are
    SEAT = 4  # you, or -1
    IT = 5  # the target of the row before, or -1
    STAGE = 6
    FIRST = 7  # the first target chosen, or -1
    COUNT = 8
    NEXT = 9  # the row after the chosen mode, or 0
    BY = 10  # 1 if it deals player damage, decided when it begins


FRAME = len(Frame)


class Stage(IntEnum):
    """The progress of a row."""

    NEW = 0
    AGREED = 1  # an optional effect was accepted
    FIRST = 2  # the first target is chosen


class Row(IntEnum):
    """Columns of an effect."""

    OP = 0
    AMOUNT = 1
    TARGET = 2
    SECOND = 3
    DETAIL = 4
    NAME = 5
    PER = 6
    MOST = 7
    IF = 8  # the first condition
    IFS = 9  # number of conditions
    MAY = 10
    COST = 11
    IT = 12  # 1 if it means or measures the target of an earlier row


ROW = len(Row)


# Guards against damage: taken by their player or themselves, taken by anyone, dealt, or redirected.
Ward = IntEnum("Ward", ["NEAR", "FAR", "DEALT", "REDIRECTS"], start=0)


WARDS = len(Ward)


# Columns of an ability.
Program = IntEnum("Program", ["AT", "END", "IF", "IFS", "ONCE", "WHEN"], start=0)


PROGRAM = len(Program)


# Columns of a phrase.
Chosen = IntEnum("Chosen", ["PICK", "SORT", "WORD", "SIDE", "OTHER", "ZONE"], start=0)


CHOSEN = len(Chosen)


class Lasting(IntEnum):
    """Columns of a lasting effect."""

    OP = 0
    AMOUNT = 1
    CARD = 2
    TO = 3
    UNTIL = 4
    SIDE = 5  # the pile whose next turn ends it


LASTING = len(Lasting)


class OptionId(IntEnum):
    """Codes of options. Their ranges never overlap, so a code means the same in every decision."""

    DONE = 0
    DRAW = 1
    NO_DRAW = 2
    YES = 3
    NO = 4
    NONE = 5
    REDRAW = 6
    KEEP = 7
    MODE = 8
    TARGET = 16  # + card
    PLAY = 200
    ACTIVATE = 400
    ELEMENTS = 600
    PUT = 800
    DISCARD = 1000
    HELP = 1200  # + 600 * seat + 0 play, 200 activate, 400 Five Elements + card
    BUY = 3600  # + line of the Armory's list
    SCENARIO = 3700  # + its index in the campaign
    REALM = 3800


HELP_SEAT, HELP_ACTIVATE, HELP_ELEMENTS = 600, 200, 400
OPTIONS = OptionId.BUY + LINES
OFFER = SEATS * (2 * CARDS + SEATS)


class EventKind(IntEnum):
    """Kinds of rows in the event log."""

    ROUND = 1
    TURN = 2
    FLIP = 3
    ENTER = 4
    PLAY = 5
    ACTIVATE = 6
    ELEMENTS = 7
    DRAW = 8
    DISCARD = 9
    DAMAGE = 10
    HEAL = 11
    DESTROY = 12
    VOID = 13
    DEATH = 14
    COUNTERS = 15
    COMPLETE = 16
    ATTACH = 17
    GIVE = 18
    STUN = 19
    RETURN = 20
    SHUFFLE = 21
    LOOK = 22
    SEARCH = 23
    SUMMON = 24
    PREVENT = 25
    EXTRA = 26
    MAXIMUM = 27
    HELP = 28
    REDRAW = 29
    ACT = 30
    END = 31
    BUY = 32
    # Of a campaign. A battle ends as `Over` says.
    BATTLE_BEGINS = 33
    BATTLE_WON = 34
    BATTLE_UNFINISHED = 35
    BATTLE_LOST = 36
    EARN = 37
    # Lasting effects, in the order of `Op`.
    DEALS = 38
    TAKES = 39
    HEALS = 40
    REDIRECT = 41


LOG_FIELDS = {
    EventKind.ROUND: ("number",),
    EventKind.TURN: ("side",),
    EventKind.FLIP: ("card", "pile"),
    EventKind.ENTER: ("card",),
    EventKind.PLAY: ("card",),
    EventKind.ACTIVATE: ("card",),
    EventKind.ELEMENTS: ("card",),
    EventKind.DRAW: ("card",),
    EventKind.DISCARD: ("card",),
    EventKind.DAMAGE: ("card", "target", "amount"),
    EventKind.HEAL: ("card", "target", "amount"),
    EventKind.DESTROY: ("card",),
    EventKind.VOID: ("card",),
    EventKind.DEATH: ("card",),
    EventKind.COUNTERS: ("card", "target", "amount"),
    EventKind.COMPLETE: ("card",),
    EventKind.ATTACH: ("card", "target"),
    EventKind.GIVE: ("card", "target"),
    EventKind.STUN: ("card", "target"),
    EventKind.RETURN: ("card",),
    EventKind.SHUFFLE: ("pile",),
    EventKind.LOOK: ("card", "pile"),
    EventKind.SEARCH: ("card",),
    EventKind.SUMMON: ("card",),
    EventKind.PREVENT: ("card", "target", "amount"),
    EventKind.DEALS: ("card", "target", "amount"),
    EventKind.TAKES: ("card", "target", "amount"),
    EventKind.HEALS: ("card", "target", "amount"),
    EventKind.REDIRECT: ("card", "target"),
    EventKind.EXTRA: ("op", "amount"),
    EventKind.MAXIMUM: ("card", "target", "amount"),
    EventKind.HELP: ("helped",),
    EventKind.REDRAW: (),
    EventKind.ACT: ("card", "trigger"),
    EventKind.END: ("over",),
    EventKind.BUY: ("purchase", "left"),
}

#: A campaign has some additional kinds of events.
CAMPAIGN_FIELDS = {
    **LOG_FIELDS,
    EventKind.BATTLE_BEGINS: ("scenario", "realm", "hit_points"),
    EventKind.BATTLE_WON: ("scenario", "realm"),
    EventKind.BATTLE_UNFINISHED: ("scenario", "realm"),
    EventKind.BATTLE_LOST: ("scenario", "realm"),
    EventKind.EARN: ("earned", "left"),
}


# --- Records ---

NONE = -1
STACK = 128  # maximum number of frames (a game that needs more ends unfinished)
LASTS = 48  # maximum number of lasting effects, likewise
CHAIN = 1500  # maximum number of events of one option, likewise
MOST_COUNTERS = 99
HAND_LIMIT = 7  # rule 12
FIRST_HAND, HEAD_START_HAND = 5, 6

ROWS, PHRASES, MEASURES, CONDITIONS = 2400, 600, 300, 400

_i1, _i2, _i8 = np.int8, np.int16, np.int64

STATE = state_of(
    [
        ("phase", _i8),  # the current decision
        ("step", _i8),  # the current step of the turn
        ("side", _i8),  # the pile whose turn it is, or -1
        ("place", _i8),  # number of players that have had their turn this round
        # Cards
        ("zone", _i1, CARDS),
        ("holder", _i1, CARDS),  # the seat that has it in hand or in play, or -1
        ("host", _i2, CARDS),  # the card it is attached to, or -1
        ("hp", _i2, CARDS),
        ("cap", _i2, CARDS),  # the maximum of hit points, 0 for a card without
        ("counters", _i2, CARDS),
        ("reward", _i1, CARDS),  # 1 for a Quest that has become a reward
        ("fresh", _i1, CARDS),  # 1 if it entered play this turn
        ("stunned", _i1, CARDS),
        ("used", _i1, CARDS),  # 1 if it was activated this turn
        ("acted", _i1, CARDS),  # its actions in this step, as bits
        ("mark", _i1, CARDS),  # targets of the effect being carried out
        # Places
        ("table", _i2, CARDS),  # all cards in play, in order of arrival
        ("table_n", _i8),
        ("deck", _i2, (PILES, MOST_CARDS)),  # the last one is on top
        ("deck_n", _i8, PILES),
        ("known", _i8, PILES),  # number of known cards on top
        ("waiting", _i2, CARDS),  # flipped by a beginning effect, not yet carried out
        ("waiting_n", _i8),
        # Allowances
        ("extra", _i8, (SEATS, 3)),  # additional plays, activations, draws until the end of this turn
        ("spent", _i8, 3),  # plays, activations, draws of this turn
        # Pending effects
        ("stack", _i2, (STACK, FRAME)),  # the last one is on top
        ("stack_n", _i8),
        ("lasting", _i2, (LASTS, LASTING)),
        ("lasting_n", _i8),
        ("chain", _i8),  # events since the last option
        # The Armory
        ("armory", _i8),  # points left
        ("bought", _i8, LINES),  # number of purchases of each line
    ],
    seats=SEATS,
)

RULES = np.dtype(
    (
        np.record,
        [
            ("players", _i8),
            ("order", _i8, SEATS),  # rule 5
            ("bonus", _i8),  # additional hit points (rules 13, 14, 34)
            ("plays", _i8),
            ("head_start", _i8),
            ("rounds", _i8),  # limit after which the game ends unfinished
            ("armory", _i8),  # points to spend before the game (0: there is no Armory)
            # Cards
            ("cards", _i8),
            ("form", _i2, CARDS),
            ("home", _i1, CARDS),  # the pile
            ("start", _i1, CARDS),  # the zone at the beginning
            ("own", _i2, (PILES, 2)),  # numbers of a pile's cards, from and to
            ("boss", _i1, CARDS),  # 1 if it must fall
            ("bosses", _i2, 2),  # numbers of these, from and to
            ("guards", _i1, CARDS),  # 1 if it lowers or redirects damage while it is in play
            ("sold", _i1, CARDS),  # the right that lets a game start with it, or 0
            # Forms
            ("type", _i1, FORMS),
            ("name", _i2, FORMS),  # the same for cards of the same name
            ("subtypes", _i8, FORMS),  # as bits
            ("hp", _i2, FORMS),
            ("unique", _i1, FORMS),
            ("completer", _i1, FORMS),
            ("reward", _i2, FORMS),  # the form of a completed Quest, or -1
            ("always", _i2, (FORMS, 2)),  # rows of static effects, from and to
            ("says", _i8, FORMS),  # the kinds of those that can apply to this number of players, as bits
            ("wards", _i2, (FORMS, WARDS)),  # the maximum by which these lower damage, by their targets
            ("program", _i2, (FORMS, TRIGGERS, PROGRAM)),
            ("hears", _i8),  # triggers of any card in the game, as bits
            # The language
            ("row", _i2, (ROWS, ROW)),
            ("phrase", _i2, (PHRASES, CHOSEN)),
            ("measure", _i2, (MEASURES, 2)),
            ("condition", _i2, (CONDITIONS, 3)),
        ],
    )
)

kernel = kernel_for(STATE, RULES)
