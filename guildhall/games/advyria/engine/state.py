"""The whole game in one record: the two tables below hold everything there is.

`STATE` is one game.  `RULES` holds what a game is played with (board, cards, options).  It is passed as a separate
argument so that another board or deck needs no recompilation.

A *kind* is a type of card: five basic ones, then one for each adventure.  Sets of fields and of adventures are bits.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from guildhall.kernel.compiler import kernel_for
from guildhall.kernel.engine import WHOSE_TURN

from ..reading import ADVENTURES, CARDS, FIELDS, HEROES

__all__ = [
    "CARDS",
    "LOG_FIELDS",
    "RULES",
    "STATE",
    "EventKind",
    "Kind",
    "OptionId",
    "Over",
    "Phase",
    "kernel",
]

SEATS = 4
NONE = -1


class Kind(IntEnum):
    """Types of cards, where an Adventure card is ADVENTURE + its number."""

    SEEKER = 0
    WARRIOR = 1
    FAIRY = 2
    WIZARD = 3
    JOKER = 4
    ADVENTURE = 5


KINDS = Kind.ADVENTURE + ADVENTURES

# Numbers from the rule book.
START_LEVEL, TOP_LEVEL = 3, 14
TOP_LOSSES = 12
WIZARD_LOSSES = 11  # a Wizard does not raise losses above this (ruling 2)
DRAW = 3
START_HAND = 3
SMALLEST_SET, LARGEST_SET = 2, 4
DIE = 6
PEEKS_OF_GREEN, FLIPS_OF_YELLOW, LEVELS_OF_BLUE = 4, 3, 2
ROBBED = 2  # cards taken by an unfriendly manoeuvre
GOLD_POINTS, ADVENTURE_POINTS, HERO_POINTS = 2, 5, 5

# Values of quest tiles: Gold, or TILE_ADVENTURE + the number of an adventure.  NONE: no tile, or an unknown one.
TILE_GOLD, TILE_ADVENTURE = 0, 1
UNKNOWN = -2  # in a seat's knowledge: a tile it has not seen


# The actions of Adventure cards (rule 22).
Colour = IntEnum("Colour", ["RED", "BLUE", "YELLOW", "GREEN"], start=0)


class Phase(IntEnum):
    """The decision to be made."""

    GUILD = 0  # the figure's first field
    FINALE = 1  # a Wizard for three cards, before the turn
    ACT = 2  # which cards to play
    MOVE = 3
    CLAIM = 4  # complete the open adventure here, or not
    ROB = 5  # rob a neighbour, or nobody
    SEND = 6  # the new field of the robbed figure
    TURN = 7  # the number of villages to turn
    PEEK = 8
    LIMIT = 9  # the card to discard at the end of the turn
    OVER = 10


class Over(IntEnum):
    """Reasons for the end of a game."""

    RUNNING = 0
    TILES = 1  # every quest tile was recovered
    PASSED = 2  # a full round of the Finale without drawing or playing
    CARDS = 3  # the draw pile ran out and there is no Finale
    UNFINISHED = 4  # the turn limit


class OptionId(IntEnum):
    """Codes of options, in separate ranges so that a code has the same meaning in every decision."""

    SET = 0  # + 25 * type + 5 * own cards + Jokers
    WIZARD = 75
    JOKER = 76  # a Joker as a Wizard
    ACTION = 80  # + adventure
    DISCARD = 100  # + kind
    MOVE = 128  # + field
    PEEK = 192  # + field
    GUILD = 256  # + field
    SEND = 320  # + field
    TURN = 384  # + number of villages
    COMPLETE = 390
    LEAVE = 391
    ROB = 392  # + seat
    NO_ROB = 396
    WIZARD_DRAW = 397
    NO_DRAW = 398
    DONE = 399
    END = 400


OPTIONS = 401
OFFER = 64  # capacity for the options of one decision
SET_TYPE, SET_OWN = 25, 5  # the parts of a set's code


class EventKind(IntEnum):
    """The kinds of rows in the event log."""

    TURN = 1
    DRAW = 2
    SHUFFLE = 3
    FINALE = 4
    PLACE = 5
    SET = 6
    WIZARD = 7
    ACTION = 8
    ROLL = 9
    MOVE = 10
    REVEAL = 11
    GOLD = 12
    COMPLETE = 13
    FLIP = 14
    PEEK = 15
    LEVEL = 16
    LOSSES = 17
    ROB = 18
    STEAL = 19
    SEND = 20
    DISCARD = 21
    END = 22
    SCORE = 23
    HERO = 24  # revealed at the end
    REST = 25  # the turn ends


#: The names of a row's numbers.
LOG_FIELDS: dict[EventKind, tuple[str, ...]] = {
    EventKind.TURN: ("number",),
    EventKind.DRAW: ("card",),
    EventKind.SHUFFLE: ("cards",),  # in the draw pile
    EventKind.FINALE: (),
    EventKind.PLACE: ("field",),
    EventKind.SET: ("card", "own", "jokers"),
    EventKind.WIZARD: ("card",),  # a Wizard or a Joker
    EventKind.ACTION: ("card",),
    EventKind.ROLL: ("die", "card"),  # the card it is rolled for
    EventKind.MOVE: ("origin", "field"),
    EventKind.REVEAL: ("field", "tile"),
    EventKind.GOLD: ("field",),
    EventKind.COMPLETE: ("card", "field"),
    EventKind.FLIP: ("villages",),
    EventKind.PEEK: ("field", "tile"),
    EventKind.LEVEL: ("level", "change"),  # the level now
    EventKind.LOSSES: ("losses", "change"),  # the losses now
    EventKind.ROB: ("victim", "cards"),
    EventKind.STEAL: ("card", "victim"),
    EventKind.SEND: ("origin", "field"),
    EventKind.DISCARD: ("card",),
    EventKind.END: ("how",),
    EventKind.SCORE: ("points", "by_hero"),  # the share of the Hero card
    EventKind.HERO: ("hero",),
    EventKind.REST: ("hand", "finale"),  # cards in hand, 1 in the Finale
}

# Records of type np.record: plain Python reads and writes their fields by attribute, as compiled code does.
_i1, _i2, _i8, _u8 = np.int8, np.int16, np.int64, np.uint64

STATE = np.dtype(
    (
        np.record,
        [
            # Progress of the game
            *WHOSE_TURN,
            ("phase", _i8),  # the decision to be made
            ("over", _i8),  # RUNNING, or the reason for the end
            ("winners", _i8),  # winning seats, as bits
            ("plies", _i8),  # options applied so far
            # The turn
            ("die", _i8),  # number on the die, 0 if any field may be reached
            ("moves", _i8),  # further moves of the set being played
            ("flips", _i8),  # villages that may be turned now
            ("peeks", _i8),  # tiles that may be looked at now
            ("victim", _i8),  # the seat being robbed, or -1
            ("robbed", _i8),  # 1 after this turn's unfriendly manoeuvre
            ("played", _i8),  # cards played this turn
            ("drew", _i8),  # 1 if cards were drawn this turn
            # The draw pile and the Finale
            ("refills", _i8),  # how often the discard pile may still become the draw pile
            ("short", _i8),  # 1 if this turn's draw could not be completed
            ("finale", _i8),  # 1 in the Grand Finale
            ("idle", _i8),  # consecutive turns of the Finale without drawing or playing
            ("deck", _i2, CARDS),  # the last one is on top
            ("deck_n", _i8),
            ("pile", _i2, CARDS),  # the last one is on top
            ("pile_n", _i8),
            # The board
            ("figure", _i8, SEATS),  # the field of a figure, or -1
            ("tile", _i1, FIELDS),  # the tile on a field, or -1
            ("faceup", _i8),  # fields with an open tile, as bits
            ("facedown", _i8),  # fields with a hidden tile, as bits
            ("seen", _i8, SEATS),  # fields with a hidden tile that a seat has looked at, as bits
            # The players
            ("hand", _i1, (SEATS, KINDS)),
            ("hand_n", _i8, SEATS),
            ("known", _i1, (SEATS, SEATS, KINDS)),  # copies that a viewer knows to be in an owner's hand
            ("level", _i8, SEATS),
            ("losses", _i8, SEATS),
            ("villages", _i8, SEATS),  # recovered Gold tiles, village side up
            ("gold", _i8, SEATS),  # recovered Gold tiles, gold side up
            ("done", _i8, SEATS),  # completed adventures, as bits
            ("hero", _i8, SEATS),  # the Hero card, or -1
            # Left out of the game by a custom position
            ("box", _i1, KINDS),  # cards
            ("box_gold", _i8),  # Gold tiles
            ("box_tiles", _i8),  # adventure tiles, as bits
            # Chance
            ("rng", _u8),
        ],
    )
)

RULES = np.dtype(
    (
        np.record,
        [
            ("players", _i8),
            ("first", _i8),  # the first seat, or -1 for a random one
            ("fields", _i8),
            ("adventures", _i8),
            ("kinds", _i8),  # kinds in use
            ("heroes", _i8),
            ("golds", _i8),  # quest tiles with Gold
            ("refills", _i8),
            ("turn_limit", _i8),  # 0 for none
            # The simplified options, 1 if chosen
            ("no_actions", _i8),
            ("no_finale", _i8),
            ("no_robbing", _i8),  # always in the solo game
            ("no_heroes", _i8),
            ("only_adventures", _i8),
            ("open_hands", _i8),
            # The board
            ("quests", _i8),  # fields with a tile at the start, as bits
            ("guilds", _i8),  # guild fields, as bits
            ("everywhere", _i8),  # all fields, as bits
            ("near", _i8, FIELDS),  # the neighbours of a field, as bits
            ("reach", _i8, (FIELDS, DIE + 1)),  # fields within each distance, as bits
            ("distance", _i8, (FIELDS, FIELDS)),
            # The cards
            ("copies", _i8, KINDS),
            ("colour", _i8, ADVENTURES),
            ("shown", _i8, HEROES),  # adventures on a Hero card, as bits
        ],
    )
)

kernel = kernel_for(STATE, RULES)
