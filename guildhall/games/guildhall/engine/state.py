"""The whole game in one record: the two tables below hold everything there is.

`STATE` is one game.  `RULES` holds what a game is played with (the compiled cards and the set-up).  It is passed as a
separate argument so that another deck needs no recompilation.

A *kind* is an exact card (profession and colour, or a Chapter Master).  A *zone* is a place that holds cards.  The
state counts the copies of every kind in every zone, and `has` repeats this as a bit set of kinds (two words of
`WORD_BITS`).
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from guildhall.kernel.compiler import kernel_for
from guildhall.kernel.engine import WHOSE_TURN

__all__ = [
    "BIT",
    "LOG_FIELDS",
    "RULES",
    "STATE",
    "WORD",
    "EventKind",
    "Op",
    "OptionId",
    "Way",
    "Where",
    "Who",
    "kernel",
]

COLOURS = ("red", "blue", "green", "yellow", "purple")
MASTER = len(COLOURS)  # the "colour" of a Chapter Master

SEATS = 4
CHAPTERS = 24
MASTERS = 6
KINDS = CHAPTERS * 5 + MASTERS  # 24 professions in five colours, and the Chapter Masters
CARDS = 512  # 24 professions x 20 cards and 30 Masters, with some to spare
AREA = 96  # capacity of one action area
PICKS = 256  # cards picked up for one tier, enough for two full action areas
CHOSEN = PICKS - 64  # of them by the player, since random picks and whole chapters add up to nine cards of four hands
CLOSED = 3 + CHAPTERS  # completed chapters a seat can hold before it discards down to three
VP_KINDS = 48
VP_CARDS = 160
ROW = 5
HOUSES = 3
FEATURES = 10
ROWS = 1024  # rows of all card programs together
WORD_BITS = 63
WORDS = 2
VP_MARK = 1000  # in an action area, VP_MARK + v is the VP card v
NONE = -1

# Zones: one hand, hall and area per seat, then the shared places.
HAND, HALL, AREA_OF = 0, 4, 8
PILE, DECK, LOOKED, SPENT, FLIGHT, BOX = 12, 13, 14, 15, 16, 17
ZONES = 18  # the BOX holds the cards that a custom position leaves out of the game

#: The position of a kind's bit in a two-word set of kinds.
WORD = np.arange(KINDS, dtype=np.int64) // WORD_BITS
BIT = np.left_shift(np.int64(1), np.arange(KINDS, dtype=np.int64) % WORD_BITS)

# Reasons for the end of a game.
RUNNING, TARGET, UNFINISHED = 0, 1, 2


class Who(IntEnum):
    """The owner of the hand, hall or area that an effect refers to."""

    ME = 0
    OTHER = 1  # the one other player picked for this tier
    NEXT_1 = 2  # the seats after the active one, for "each other player"
    NEXT_2 = 3
    NEXT_3 = 4


class Where(IntEnum):
    """Kinds of place in a program row, which make a zone together with a `Who`."""

    HAND = 0
    HALL = 1
    AREA = 2
    PILE = 3
    TOP = 4  # the top card of the discard pile only
    DECK = 5
    LOOKED = 6
    NOWHERE = 7
    TOKENS = 8
    OWNER_HAND = 9
    OWNER_AREA = 10


class Flag(IntEnum):
    """Bits in a pick's flag column."""

    ANY_ORDER = 1  # the order of picking matters (cards that end on a pile), so any order is allowed
    DIFFERENT = 2  # each from a different chapter
    MAY_DUPLICATE = 4  # from a hidden place: a duplicate is allowed and discarded (rule 20)
    IF_ANY = 8  # for each other player, after a random step: skipped if there is no candidate (rule 22f)
    AS_FAR = 16  # as many as there are, up to the number (rules 7 and 22c)
    OF_CHAPTER = 32  # only cards of the chapter picked before
    AFTER_PLACING = 64  # not from a chapter that the placing closes (rule 22b)
    PAIRED = 128  # a chapter exchanged for the chapter picked before
    EXCHANGE = 1024  # checked after the exchange: cards that leave later make space now (rule 22c)
    FINAL = 4096  # followed by effects, or by checks that this pick itself meets
    EASES = 2048  # leaves later picks of its step no fewer candidates, unless it owes a twin
    PAYS = 512  # picks up the twins that must leave because of earlier picks (rule 22b)
    ENTERS = 256  # the chapter must fit into the active player's hall
    EACH = 8192  # for each other player: skipped only if the place was empty from the start (rule 22f)
    SHARES = 16384  # leaves as many players as possible to the IF_ANY rows after it (rule 22f)
    ALIKE = 32768  # whichever cards it picks, later rows have the same choices
    STRAIGHT = 65536  # taking the lowest candidate each time makes all its picks, if any way does


# Columns of a program row.
OP, WHERE, WHO, NUMBER, INTO, FLAGS, OF, LEAVERS = range(8)

ANY = -1  # "any number"
WHOLE = -2  # all cards of the picked chapter


class Op(IntEnum):
    """The operation of a program row.

    Picks are below 20, checks 20-29, effects 30-59, and menus of the turn itself from 60 on.
    """

    PICK = 1
    PICK_PLAYER = 2
    PICK_CHAPTER = 3
    PICK_ROW = 4

    BEHIND = 20  # another player has more VP
    CAN_LOOK = 21  # the deck holds a card
    HELD = 22  # a hand holds a card (a: 1 = any hand, 0 = another's)
    SOME = 23  # at least one card was picked by the rows from a on
    FITS = 24  # no chapter of the hall of a holds more than five cards
    CAN_TAKE = 25  # deck or discard pile holds a card

    PUT = 30
    EXPAND = 31  # pick up all cards of a picked chapter
    DRAW = 32
    GAIN = 33
    STEAL = 34
    LOSE = 35
    ACTION = 36
    LOOK = 37
    LOOK_HAND = 38
    SEARCH = 39
    SHUFFLE = 40
    RANDOM = 41
    TAKE_TOP = 42
    SWAP_AREAS = 43
    DISCARD_VP = 44
    CLEAR = 45  # the step's picks are laid down and the next step begins
    FINISH = 46
    DISCARD = 47  # lay all cards picked for the discard pile there, clockwise from the active player

    MULLIGAN = 60
    SEATED = 61
    BEGIN = 62
    ACT = 63
    TIER = 64
    REFRESH = 65
    PAY = 66
    ORDER = 67
    PAID = 68
    ABILITY = 69
    HOUSE = 70
    END = 71
    CLOSE = 72
    SCORE = 73
    RETURN = 74


FIRST_CHECK, FIRST_EFFECT, FIRST_MENU = 20, 30, 60

# Rows of the program of the turn itself. The cards' programs follow from FIRST_CARD_ROW on.
MULLIGAN_ROW, FOUND_ROW, FOUNDED_ROW, CLEARED_ROW, SEATED_ROW, BEGIN_ROW, ACT_ROW, TIER_ROW, REFRESH_ROW = range(9)
PAY_ROW, ORDER_ROW, PAID_ROW, ABILITY_ROW, HOUSE_ROW, END_ROW, CLOSE_ROW, SCORE_ROW = range(9, 17)
FIRST_CARD_ROW = 17


class Amount(IntEnum):
    """The size of a draw or a gain."""

    FIXED = 0
    CHAPTER_SIZE = 1
    COMPLETED = 2
    LARGE_CHAPTERS = 3


class OptionId(IntEnum):
    """Codes of options, in separate ranges so that a code has the same meaning in every decision."""

    CARD = 0  # + kind
    PLAY = 128  # + kind
    CHAPTER = 256  # + chapter, or + index among the completed chapters
    TIER = 290  # + number
    NO_TIER = 295
    PLAYER = 296  # + seat
    ROW = 300  # + slot
    BUY = 305  # + slot
    REFRESH = 310
    DONE = 311
    USE = 312
    NO_ABILITY = 313


OPTIONS = 314
OFFER = 192  # capacity for the options of one decision
STEPS = OFFER - 1  # the element that counts the steps of the search for them
MOST_STEPS = 100_000  # limit for any list in play
MOST_TRIED = 3 * MOST_STEPS  # limit for the lists of one tier, beyond which a deck is rejected
SEARCH_END = 5 * MOST_TRIED + MOST_STEPS  # more than the five tiers of a card can take, so no search gets this far


class EventKind(IntEnum):
    """The kinds of rows in the event log."""

    MOVE = 1
    PLAY = 2
    TIER = 3
    CLOSE = 4
    TOKENS = 5
    ACTIONS = 6
    SHUFFLE = 7
    LOOK = 8
    BUY = 9
    VP_ROW = 10  # laid out
    VP_OFF = 11  # discarded from the row
    TURN = 12
    REFRESH = 13
    SCORE = 14
    END = 15
    ABILITY = 16  # used or not
    CHAPTER = 17  # given up: spent or over the limit
    VP_OWN = 18  # moves from the area to its owner
    VP_SHUFFLE = 19


#: The names of a row's numbers.
LOG_FIELDS: dict[EventKind, tuple[str, ...]] = {
    EventKind.MOVE: ("card", "origin", "target"),  # kind, zones
    EventKind.PLAY: ("card",),
    EventKind.TIER: ("card", "tier"),  # -1: none
    EventKind.CLOSE: ("chapter",),
    EventKind.TOKENS: ("change",),
    EventKind.ACTIONS: ("change",),
    EventKind.SHUFFLE: ("cards", "anew"),  # cards in the deck, 1 if the discard pile became the deck
    EventKind.LOOK: ("zone", "cards", "searched"),  # 1 if the whole deck is searched
    EventKind.BUY: ("vp_card", "slot"),
    EventKind.VP_ROW: ("vp_card", "slot"),
    EventKind.VP_OFF: ("vp_card", "slot"),
    EventKind.TURN: ("number",),
    EventKind.REFRESH: (),
    EventKind.SCORE: ("points",),
    EventKind.END: ("reason",),
    EventKind.ABILITY: ("vp_card", "used", "house"),  # no VP card if it is the ability of the House
    EventKind.CHAPTER: ("chapter",),
    EventKind.VP_OWN: ("vp_card",),
    EventKind.VP_SHUFFLE: ("cards",),
}

# Records of type np.record: plain Python reads and writes their fields by attribute, as compiled code does.
_i1, _i2, _i8, _u8 = np.int8, np.int16, np.int64, np.uint64

STATE = np.dtype(
    (
        np.record,
        [
            # Progress of the game
            *WHOSE_TURN,
            ("actions", _i8),  # actions left this turn
            ("pc", _i8),  # the waiting program row
            ("back", _i8),  # the row to continue with when a card's program is finished
            ("over", _i8),  # RUNNING, TARGET or UNFINISHED
            ("winner", _i8),
            # The card being resolved
            ("card", _i8),  # kind played, or -1
            ("chapter_size", _i8),  # cards of its chapter in the hall when it was played
            ("other", _i8),  # the picked other player, or -1
            ("chapter", _i8),  # the picked chapter, or -1
            ("chapter_2", _i8),
            ("slot", _i8),  # row slot being bought
            ("cleared", _i8),  # row slot whose card an effect discards, or -1
            ("bought", _i8),  # the VP card just bought
            ("spent_types", _i8),  # archetypes of the chapters spent, as bits
            ("spend", _i8, 2),  # completed chapters to be spent, in order
            ("spend_n", _i8),
            ("order_back", _i8),  # the row to continue with when the spent chapter is on the pile
            ("payer", _i8),  # the player who discards completed chapters
            ("top", _i8),  # kind on top of the discard pile when the tier began (open, rule 19)
            ("step_n", _i8),  # picks made at the current row
            # Cards picked up for the tier: they lie in FLIGHT, open to all
            ("picks_n", _i8),
            ("pick", _i2, PICKS),  # kind, seat or chapter
            ("pick_row", _i2, PICKS),  # the program row that picked it
            ("pick_debt", _i2, PICKS),  # 1 + kind of the twin that must leave for it, or 0
            ("claimed", _i8, (SEATS, WORDS)),  # kinds kept out of a hall by picked cards
            ("incoming", _i1, (SEATS, CHAPTERS)),  # picked cards on their way to a chapter
            ("owed", _i8, WORDS),  # twins that must still be picked up
            ("owed_n", _i8),
            ("played", _i8, WORDS),  # kinds barred this turn under the basic rule
            # Cards
            ("count", _i1, (ZONES, KINDS)),
            ("total", _i2, ZONES),
            ("deck", _i2, CARDS),  # the last one is on top
            ("deck_known", _i1, CARDS),  # seats that know this card of the deck, as bits
            ("deck_open", _i8),  # seats looking through the whole deck now, as bits
            ("pile", _i2, CARDS),  # the last one is on top
            ("area", _i2, (SEATS, AREA)),  # kinds, or VP_MARK + VP card, in order
            ("area_n", _i2, SEATS),
            ("done", _i2, (SEATS, CLOSED)),  # completed chapters
            ("done_cards", _i2, (SEATS, CLOSED, 5)),
            ("done_n", _i2, SEATS),
            ("known", _i1, (SEATS, SEATS, KINDS)),  # copies that a viewer knows to be in an owner's hand
            # Victory points
            ("tokens", _i8, SEATS),
            ("vp_owned", _i1, (SEATS, VP_KINDS)),
            ("vp_row", _i2, ROW),
            ("house", _i2, ROW),  # the Master House under a slot, or -1
            ("vp_deck", _i2, VP_CARDS),
            ("vp_deck_n", _i8),
            ("vp_pile", _i2, VP_CARDS),
            ("vp_pile_n", _i8),
            ("vp_box", _i1, VP_KINDS),  # VP cards that a custom position leaves out of the game
            # Chance
            ("rng", _u8),
            # Derived: always equal to a count of the fields above
            ("has", _i8, (ZONES, WORDS)),
            ("blocked", _i8, (SEATS, WORDS)),  # kinds that would duplicate a card of the hall
            ("size_of", _i8, (SEATS, CHAPTERS)),
            ("points", _i8, SEATS),
            ("known_of", _i8, SEATS),  # cards of a hand that some viewer knows, over all viewers
            ("ripe", _i8),  # 1 if some chapter may be full or some seat may hold too many completed ones
            ("plies", _i8),  # options applied so far
        ],
    )
)

RULES = np.dtype(
    (
        np.record,
        [
            ("players", _i8),
            ("kinds", _i8),  # kinds of this deck
            ("chapters", _i8),
            ("words", _i8),  # words in use in a set of kinds
            ("masters", _i8),  # 1 with Chapter Masters
            ("target", _i8),
            ("first", _i8),  # the first seat, or -1 for a random one
            ("basic", _i8),  # 1 for the basic play limit
            ("keeps_top", _i8),  # 1 if a reshuffle keeps the top card of the discard pile
            ("turn_limit", _i8),  # 0 for none
            ("houses", _i8),
            ("vp_kinds", _i8),
            ("owner", _i8, KINDS),  # profession or Master of a kind: its row in `tier_at`
            ("chapter", _i8, KINDS),
            ("colour", _i8, KINDS),
            ("copies", _i8, KINDS),
            ("twins", _i8, (KINDS, WORDS)),  # the kinds with the same (chapter, colour), none for Masters
            ("chapter_kinds", _i8, (CHAPTERS, WORDS)),
            ("archetype", _i8, CHAPTERS),  # of a chapter, as a bit
            ("tier_at", _i8, (CHAPTERS + MASTERS, 5)),  # first row of a tier's program, or -1
            ("feature", np.float64, (CHAPTERS + MASTERS, 5, FEATURES)),  # what a bot counts of a tier
            ("vp_points", _i8, VP_KINDS),
            ("vp_cost", _i8, VP_KINDS),
            ("vp_copies", _i8, VP_KINDS),
            ("vp_at", _i8, VP_KINDS),  # first row of the ability, or -1
            ("house_at", _i8, HOUSES),
            ("house_types", _i8, HOUSES),  # archetypes on the house, as bits
            ("prog", _i8, (ROWS, 8)),
        ],
    )
)

Way = Any  # a way through the picks of a tier (search.py)
kernel = kernel_for(STATE, RULES, tables=1, Way=9)
