"""The state of a game in one record, and its codes for objectives, phases, options and events.

`STATE` is one game. `RULES` holds its cards, tracks and options, and is passed as a separate argument so that other
cards never require compiling again.

Sets of seats, members, cards of a deck and skills are bits.  A *member* is an Adventurer of a Guild, numbered in the
order in which the Guild got it.  An *objective* is named by an Order Card, from the Builders to Contract 6.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from guildhall.kernel.compiler import kernel_for
from guildhall.kernel.engine import state_of

from ..cards import DECK_COUNTS, RANK_COUNTS
from ..reading import ADDED_DICE, TRACK

# --- Codes ---

FACES = 6
ADVENTURERS, CONTRACTS = sum(RANK_COUNTS), sum(DECK_COUNTS)


class Objective(IntEnum):
    """Objectives of Order Cards: RECRUIT + space, CONTRACT + spot. Orders without a card come last."""

    NO_CARD = 0
    BUILDERS = 1
    RECRUIT = 2
    CONTRACT = 8
    PLANNED = 14


class Order(IntEnum):
    """The status of an Order."""

    NO_ORDER = 0
    OPEN = 1
    AWAY = 2  # renounced, missed or lost: a Private Contract or Wandering instead
    CLOSED = 3


class Stance(IntEnum):
    """A Guild's stance in a contested Contract (rule 72)."""

    OPEN = 0
    COOPERATE = 1
    CONFLICT = 2


class Phase(IntEnum):
    """The current decision or, from AUTO on, the next automatic step."""

    GUILD = 0
    SIDE = 1
    PLACE = 2
    TRADE = 3
    PLOT = 4
    PLAN = 5
    DECLARE = 6
    BUILD = 7
    BUILD_CORE = 8
    SUBSTITUTE = 9
    SKILL = 10
    MODIFY = 11
    TIE = 12
    NEGOTIATE = 13
    SHARE = 14
    HOLDER = 15
    USE = 16
    KEEPER = 17
    ACCEPT = 18
    STANCE = 19
    AIM = 20
    LOBBY = 21
    BRIBE = 22
    CHOOSE = 23
    REPLACE = 24
    OVER = 25
    AUTO = 32
    NEW_ROUND = 32
    NEXT_EVENT = 33
    NEXT_TRADE = 34
    NEXT_PLOT = 35
    REVEAL = 36
    NEXT_OBJECTIVE = 37
    NEXT_DECLARE = 38
    RESOLVE = 39
    NEXT_BUILD = 40
    RECRUITED = 41
    SUBSTITUTES = 42
    NEXT_SUBSTITUTE = 43
    NEXT_ROLL = 44
    ROLL = 45
    ROLLED = 46
    RANK_BUILDERS = 47
    RANK_BIDS = 48
    ATTEMPTED = 49
    WANDERED = 50
    NEXT_TIE = 51
    NEXT_TALK = 52
    NEXT_ACCEPT = 53
    STANCES = 54
    CONFLICTS = 55
    CONFLICT_WON = 56
    COOPERATORS = 57
    NEXT_AIM = 58
    COOPERATED = 59
    LEADER = 60
    COMPLETE = 61
    KEEP = 62
    EFFECT = 63
    NEXT_LOBBY = 64
    RESET = 65
    BLOOD_DRAW = 66
    BEGIN_PLOT = 67
    BEGIN_PLAN = 68
    LED = 69
    BEST = 70


class OptionId(IntEnum):
    """Codes of options. Their ranges never overlap, so a code means the same in every decision."""

    DONE = 0
    GUILD = 1
    SIDE = 5  # + 0 Dice fixer, 1 Re-roll
    PLACE = 10  # + Common
    PAY = 46
    NO_TRADE = 47
    DECK = 48
    CARRY_OUT = 51
    RENOUNCE = 52
    WANDER = 53
    NOTHING = 54
    ACCEPT = 55
    DECLINE = 56
    PASS = 57
    PROPOSE = 58
    COOPERATE = 59
    CONFLICT = 60
    UNSETTLED = 61
    NO_OFFER = 62
    SKILL = 64
    AIM = 72
    TIE = 80  # + face
    ORDER = 90  # + objective
    BUILD = 110  # + 2 * skill + side
    CORE = 124
    PRESTIGE = 128
    HOLDER = 136
    KEEPER = 140
    PICK = 150  # + Adventurer
    ABILITY = 230  # + Adventurer
    PRIVATE = 310  # + Common
    BOON = 350  # + Contract
    CHOICE = 450  # + what is chosen
    USE = 470
    LOBBY = 490
    MODIFY = 512  # + 7 * tool + face
    GOLD = 1700  # + amount
    SHARE = 2700  # + amount


OPTIONS = 2724
TOOL_FACES = FACES + 1
TOOL_ABILITY = 1  # tools of a check: 0 the Skill Upgrade, then Adventurers, then Boons
TOOL_BOON = TOOL_ABILITY + ADVENTURERS
TOOL_SPARE = TOOL_BOON + CONTRACTS  # re-rolls that a Boon left
OFFER = 1024  # maximum number of options in one decision


class Cause(IntEnum):
    """Reasons why a Guild misses out on its objective."""

    TAKEN = 0
    RANK = 1
    LOW_BID = 2
    OUTBID = 3


class EventKind(IntEnum):
    """Kinds of rows in the event log."""

    ROUND = 1
    GUILD = 2
    SIDE = 3
    PLACE = 4
    FAME_DIE = 5
    EVENT = 6
    DRAW = 7
    ABILITY = 8
    PLANNED = 9
    ORDER = 10
    SENT = 11
    MISS = 12
    CARRY_OUT = 13
    RENOUNCE = 14
    BUILD = 15
    HIRE = 16
    RECRUIT = 17
    ROLL = 18
    TOOL = 19
    RESULT = 20
    TIE = 21
    PROPOSE = 22
    SHARE = 23
    ACCEPT = 24
    DECLINE = 25
    AGREE = 26
    STANCE = 27
    AIM = 28
    JOIN = 29
    COMPLETE = 30
    FAIL = 31
    ATTEMPT = 32
    WANDER = 33
    KEEP = 34
    REPLACE = 35
    GOLD = 36
    FAME = 37
    OFFER = 38
    CHOOSE = 39
    PEEK = 40
    SWAP = 41
    BOON = 42
    INCOME = 43
    DISCARD = 44
    REVEAL = 45
    SCORE = 46
    END = 47
    GOLD_ANNOUNCED = 48
    PASS = 49
    LASTING = 50
    DISMISS = 51
    TURN_UP = 52
    TOGETHER = 53
    FACE_BONUS = 54


#: The names of the numbers in a row.
LOG_FIELDS: dict[EventKind, tuple[str, ...]] = {
    EventKind.ROUND: ("number",),
    EventKind.GUILD: ("guild",),
    EventKind.SIDE: ("skill", "side"),
    EventKind.PLACE: ("contract", "spot"),
    EventKind.FAME_DIE: ("die",),
    EventKind.EVENT: ("contract",),
    EventKind.DRAW: ("contract",),
    EventKind.ABILITY: ("adventurer",),
    EventKind.PLANNED: (),
    EventKind.ORDER: ("space", "objective", "gold"),
    EventKind.SENT: ("space", "adventurer"),
    EventKind.MISS: ("space", "objective", "cause"),
    EventKind.CARRY_OUT: ("space", "objective"),
    EventKind.RENOUNCE: ("space", "objective"),
    EventKind.BUILD: ("upgrade", "side"),
    EventKind.HIRE: ("builders", "gold"),
    EventKind.RECRUIT: ("adventurer", "gold"),
    EventKind.ROLL: ("skill", "faces"),
    EventKind.TOOL: ("tool", "face", "new_face"),
    EventKind.RESULT: ("total", "target"),
    EventKind.TIE: ("face", "new_face"),
    EventKind.PROPOSE: ("holder", "use", "keeper"),
    EventKind.SHARE: ("other", "gold"),
    EventKind.ACCEPT: (),
    EventKind.DECLINE: (),
    EventKind.AGREE: (),
    EventKind.STANCE: ("stance",),
    EventKind.AIM: ("skill",),
    EventKind.JOIN: ("adventurer", "skill"),
    EventKind.COMPLETE: ("contract", "gold", "fame"),
    EventKind.FAIL: ("contract",),
    EventKind.ATTEMPT: ("contract",),
    EventKind.WANDER: ("gold", "fame"),
    EventKind.KEEP: ("contract",),
    EventKind.REPLACE: ("spot", "deck"),
    EventKind.GOLD: ("gold",),
    EventKind.FAME: ("fame",),
    EventKind.OFFER: ("op", "choice", "gold"),
    EventKind.CHOOSE: ("op", "choice"),
    EventKind.PEEK: ("contract",),
    EventKind.SWAP: ("contract", "spot"),
    EventKind.BOON: ("contract",),
    EventKind.INCOME: ("gold",),
    EventKind.DISCARD: ("contract",),
    EventKind.REVEAL: ("contract", "spot"),
    EventKind.SCORE: ("gold", "prestige"),
    EventKind.END: (),
    EventKind.GOLD_ANNOUNCED: ("gold",),
    EventKind.PASS: (),
    EventKind.LASTING: ("contract",),
    EventKind.DISMISS: ("adventurer", "objective"),
    EventKind.TURN_UP: ("adventurer", "objective"),
    EventKind.TOGETHER: ("skill", "total", "target"),
    EventKind.FACE_BONUS: ("adventurer", "bonus"),
}


# --- Records ---

SEATS, SPACES, SKILLS, LETTERS, SPOTS, DECKS, RANKS = 4, 4, 6, 6, 6, 3, 4
NONE = -1
EVERYONE = (1 << SEATS) - 1  # as bits
UNKNOWN = -2  # in a seat's knowledge: a card it has not seen

COMMONS = DECK_COUNTS[0]
FIRST_OF_RANK = np.array([sum(RANK_COUNTS[:rank]) for rank in range(RANKS)])
CARDS_OF_RANK = np.array(RANK_COUNTS)
FIRST_OF_DECK = np.array([sum(DECK_COUNTS[:deck]) for deck in range(DECKS)])
CARDS_OF_DECK = np.array(DECK_COUNTS)
PILE = 8  # Adventurers on a space
NOVICES = 4
MEMBERS = NOVICES + LETTERS * PILE  # of one Guild at most
DICE_LIMIT = 10  # of a team (rule 28)
DICE = DICE_LIMIT + ADDED_DICE
FIXED, REROLLS, TOTALS = 7, 4, 62  # sizes of the bots' table of chances, which caps re-rolls
MOST_GOLD = 999  # that one option can name
QUEUE = 2  # effects of a card at most
SKILL_SLOTS = 3  # in addition to the starting one
SKILL_TOKENS = 3  # of each name
GOLD_AT_START = 7
GOLD_PER_FAME = 5
BLOOD = 3  # a Blood Moon comes every three Rounds
TALKS = 2  # rounds of a negotiation
FAILED = -1000  # the margin of a team that does not roll


class Rank(IntEnum):
    """Ranks of Adventurers (rule 26)."""

    NOVICE = 0
    ADEPT = 1
    HERO = 2
    LEGEND = 3


#: The rank of the Adventurers on the spaces A to F (rule 3).
RANK_AT = np.array([Rank.ADEPT] * 3 + [Rank.HERO] * 2 + [Rank.LEGEND])


class Core(IntEnum):
    """Core Upgrades (rule 38)."""

    STABLES = 0
    MESS_HALL = 1
    BAR = 2


CORES = len(Core)


# When an ability works.
Moon = IntEnum("Moon", ["HALF", "FULL", "BLOOD", "EVERY"], start=0)


class Kind(IntEnum):
    """The kinds of effects of a Contract (rule 33)."""

    NONE = 0
    BONUS = 1
    BOON = 2
    EVENT = 3


_i1, _i8 = np.int8, np.int64

STATE = state_of(
    [
        ("phase", _i8),  # the current decision
        ("then", _i8),  # the phase after all effects of the queue
        ("after", _i8),  # the phase after all rolls
        ("ranked", _i8),  # the phase after ties are settled
        ("back", _i8),  # the phase after a Contract was attempted or Wandering
        # The Guilds
        ("guild", _i8, SEATS),  # which of the four, or -1
        ("token", _i8, SEATS),  # the skill of the starting team
        ("gold", _i8, SEATS),  # in the Treasury
        ("fixer", _i8, SEATS),  # skills with an Upgrade, side Dice fixer, as bits
        ("reroll", _i8, SEATS),  # skills with an Upgrade, side Re-roll, as bits
        ("core", _i8, (SEATS, CORES)),  # levels, from 1
        ("prestige", _i8, SEATS),  # the Prestige Upgrade, or -1
        ("member", _i1, (SEATS, MEMBERS)),  # its Adventurers in the order it got them
        ("member_n", _i8, SEATS),
        ("private", _i8, SEATS),  # Private Contracts, as bits
        ("private_n", _i8, SEATS),
        ("kept", _i8, (SEATS, DECKS)),  # completed Contracts it keeps, as bits of their deck
        ("used", _i8, SEATS),  # members whose Plot ability was used this Round, as bits
        # The board
        ("marker", _i8),  # the place on the Builder Cost Track
        ("pile", _i1, (LETTERS, PILE)),  # Adventurers; the last one is on top
        ("pile_n", _i8, LETTERS),
        ("pile_up", _i8),  # spaces whose top card lies face up, as bits
        ("deck", _i1, (DECKS, COMMONS)),  # Contracts; the last one is on top
        ("deck_n", _i8, DECKS),
        ("spot", _i1, SPOTS),  # the Contract there, or -1
        ("spot_deck", _i1, SPOTS),  # the deck it is from, or -1
        ("spot_up", _i8),  # spots whose Contract is face up, as bits
        ("gone", _i8, DECKS),  # discarded Contracts, as bits of their deck
        ("lost", _i8, RANKS),  # discarded Adventurers, as bits of their rank
        ("box", _i8),  # Adepts put back unseen, as bits
        ("seen", _i1, CONTRACTS),  # the seats that know where it is, as bits
        # Orders
        ("team", _i8, (SEATS, SPACES)),  # members, as bits
        ("card", _i1, (SEATS, SPACES)),  # the objective
        ("bid", _i8, (SEATS, SPACES)),  # Gold on the Order
        ("status", _i1, (SEATS, SPACES)),
        ("space", _i8),  # the Order Space being planned or resolved
        ("pick", _i8),  # planning plies of that space
        ("began", _i8),  # plies before planning began
        # The task at hand
        ("objective", _i8),
        ("order", _i8, SEATS),  # Fame Order of the participants
        ("order_n", _i8),
        ("at", _i8),  # index of the current Guild in that order
        ("party", _i8),  # Guilds that go for the objective, as bits
        ("wanted", _i8),  # the Contract being attempted, or -1
        ("build", _i8),  # the Skill Upgrade chosen to be built, plus 1
        # Checks
        ("rollers", _i8),  # Guilds that roll, as bits
        ("roll_at", _i8),
        ("roller", _i8),  # Guild whose check is in flight, or -1
        ("skill", _i8),
        ("target", _i8),
        ("plus", _i8),  # added to the result
        ("once", _i8),  # members whose ability was used in this check, as bits
        ("twice", _i8),  # and those of them used again
        ("fixes", _i8),  # uses of the Skill Upgrade
        ("spare", _i8),  # re-rolls that a Boon left
        ("dice", _i1, (SEATS, DICE)),  # faces
        ("dice_n", _i8, SEATS),
        ("value", _i8, SEATS),  # margin over the target, or the result
        ("place", _i8, SEATS),  # by value
        ("tied", _i8),  # Guilds that roll one die again, as bits
        ("tie_at", _i8),
        ("ranking", _i8),  # Guilds being ranked, as bits
        ("rank_all", _i8),  # 1 if all places matter, 0 if only the first
        # A contested Contract
        ("stance", _i1, SEATS),
        ("aim", _i1, SEATS),  # the skill a cooperator names, or -1
        ("joined", _i8, SEATS),  # members in the combined team, as bits
        ("talks", _i8),  # turns of the negotiation so far
        ("passes", _i8),  # of them passes, in this round of turns
        ("proposer", _i8),
        ("share", _i8, SEATS),  # Gold in the proposal or agreement, -1: not settled
        ("holder", _i8),  # the Guild that gets the Bonus, -1: not settled
        ("use", _i8),  # how it is used, -1: not settled
        ("keeper", _i8),  # the Guild that keeps the card, -1: not settled
        ("agreed", _i8),  # 1 if all accepted
        ("tops", _i8),  # skills whose cooperators have the highest margin and no leader yet, as bits
        ("leaders", _i8),  # leaders of such groups, as bits
        # A completed Contract
        ("prize", _i8),  # the card in flight, or -1
        ("prize_spot", _i8),  # its former spot, or -1: Private
        ("completers", _i8),  # as bits
        ("best", _i8),  # the best of them, or -1
        # Effects
        ("queue", _i8, (QUEUE, 3)),  # kind, amount, detail (the first one is next)
        ("queue_n", _i8),
        ("owner", _i8),  # the Guild whose effects they are
        ("lobby", _i8, SEATS),  # Guilds that make offers, in order
        ("lobby_n", _i8),
        ("offer_at", _i8),
        ("offer_for", _i8, SEATS),  # the choice it is for, or -1
        ("offer_gold", _i8, SEATS),
    ],
    seats=SEATS,
)

RULES = np.dtype(
    (
        np.record,
        [
            ("players", _i8),
            ("rounds", _i8),
            ("has_prestige", _i8),
            ("teams", _i8),  # which set of starting teams, -1: drawn
            ("sets", _i8, (3, SEATS)),  # starting teams of every set
            ("sets_n", _i8),
            ("letters", _i8),  # Adept spaces in use
            ("spots", _i8),  # Contract spots in use
            ("marker", _i8),  # starting place of the Builder Cost marker
            ("cost", _i8, TRACK),
            ("minimum", _i8, (LETTERS, 2)),  # Half, Full
            # Adventurers
            ("rank", _i8, ADVENTURERS),
            ("worth", _i8, ADVENTURERS),  # Fame
            ("dice", _i8, (ADVENTURERS, SKILLS)),
            ("op", _i8, ADVENTURERS),  # its ability
            ("amount", _i8, ADVENTURERS),
            ("detail", _i8, ADVENTURERS),
            ("moon", _i8, ADVENTURERS),
            ("plot", _i8, ADVENTURERS),  # 1 in the Plot Phase, 0 in the Action Phase
            ("novice", _i8, (SKILLS, NOVICES)),
            # Contracts
            ("deck_of", _i8, CONTRACTS),
            ("target", _i8, (CONTRACTS, SKILLS)),  # 0: not listed
            ("reward", _i8, CONTRACTS),  # Gold
            ("fame", _i8, CONTRACTS),
            ("kind", _i8, CONTRACTS),
            ("effect_n", _i8, CONTRACTS),
            ("effect", _i8, (CONTRACTS, QUEUE, 3)),  # kind, amount, detail
            ("starting", _i8, 2),
            # Upgrades
            ("skill_cost", _i8, SKILLS),
            ("skill_fame", _i8, SKILLS),
            ("core_value", _i8, (CORES, 4)),  # by level
            ("core_cost", _i8, (CORES, 4)),
            ("core_fame", _i8, (CORES, 4)),
            ("prestige_cost", _i8, 6),
            ("prestige_per", _i8, 6),
            ("prestige_every", _i8, 6),
            ("prestige_fame", _i8, 6),
            # For bots
            # the chance that dice reach a total, by what a fixer sets one to (0: none), by re-rolls, by dice
            ("chance", np.float64, (FIXED, REROLLS, DICE_LIMIT + 1, TOTALS)),
        ],
    )
)

kernel = kernel_for(STATE, RULES)
