"""The whole game in one record: read the two tables below and you have seen all there is.

`STATE` is one game; `RULES` is what a game is played by (cards, tracks, options), passed beside it as an argument so
that other cards never compile anything anew.

Sets of seats, members, cards of a deck and skills are bits.  A *member* is an Adventurer of a Guild by the order in
which the Guild got it; an *objective* is what an Order Card names, from the Builders to Contract 6.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from guildhall.kernel.compile import kernel_for
from guildhall.kernel.engine import state_of

from ..cards import DECK_COUNTS, RANK_COUNTS
from ..reading import ADDED_DICE, TRACK
from .codes import ADVENTURERS, CONTRACTS

__all__ = [
    "RULES",
    "STATE",
    "kernel",
]

SEATS, SPACES, SKILLS, LETTERS, SPOTS, DECKS, RANKS = 4, 4, 6, 6, 6, 3, 4
NONE = -1
EVERYONE = (1 << SEATS) - 1  # as bits
UNKNOWN = -2  # in what a seat knows: a card it has not seen

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
FIXED, REROLLS, TOTALS = 7, 4, 62  # of the chances that bots know; more re-rolls count as so many
MOST_GOLD = 999  # that one option can name
QUEUE = 2  # effects of a card at most
SKILL_SLOTS = 3  # besides the starting one
SKILL_TOKENS = 3  # of each name
GOLD_AT_START = 7
GOLD_PER_FAME = 5
BLOOD = 3  # every so many Rounds
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
        ("phase", _i8),  # what is to be decided
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
        ("kept", _i8, (SEATS, DECKS)),  # completed Contracts that lie with it, as bits of their deck
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
        ("spot_up", _i8),  # spots whose Contract lies face up, as bits
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
        ("pick", _i8),  # plies of planning of that space
        ("began", _i8),  # plies before planning began
        # The task at hand
        ("objective", _i8),
        ("order", _i8, SEATS),  # Fame Order of those who take part
        ("order_n", _i8),
        ("at", _i8),  # whose turn it is in that order
        ("party", _i8),  # those who go for the objective, as bits
        ("wanted", _i8),  # the Contract being attempted, or -1
        ("build", _i8),  # the Skill Upgrade chosen to be built, plus 1
        # Checks
        ("rollers", _i8),  # who rolls, as bits
        ("roll_at", _i8),
        ("roller", _i8),  # whose check is in flight, or -1
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
        ("tied", _i8),  # those who roll one die again, as bits
        ("tie_at", _i8),
        ("ranking", _i8),  # those who are ranked, as bits
        ("rank_all", _i8),  # 1 if all places matter, 0 if only the first
        # A contested Contract
        ("stance", _i1, SEATS),
        ("aim", _i1, SEATS),  # the skill a cooperator names, or -1
        ("joined", _i8, SEATS),  # members in the combined team, as bits
        ("talks", _i8),  # turns of the negotiation so far
        ("passes", _i8),  # of them passes, in this round of turns
        ("proposer", _i8),
        ("share", _i8, SEATS),  # Gold by the proposal or agreement, -1: not settled
        ("holder", _i8),  # who gets the Bonus, -1: not settled
        ("use", _i8),  # how it is used, -1: not settled
        ("keeper", _i8),  # who keeps the card, -1: not settled
        ("agreed", _i8),  # 1 if all accepted
        ("tops", _i8),  # skills whose cooperators have the highest margin and no leader yet, as bits
        ("leaders", _i8),  # those who lead such a group, as bits
        # A completed Contract
        ("prize", _i8),  # the card in flight, or -1
        ("prize_spot", _i8),  # where it lay, or -1: Private
        ("completers", _i8),  # as bits
        ("best", _i8),  # who of them did best, or -1
        # Effects
        ("queue", _i8, (QUEUE, 3)),  # kind, amount, detail; the first one is next
        ("queue_n", _i8),
        ("owner", _i8),  # whose effects they are
        ("lobby", _i8, SEATS),  # who makes offers, in order
        ("lobby_n", _i8),
        ("offer_at", _i8),
        ("offer_for", _i8, SEATS),  # for which choice, or -1
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
            ("marker", _i8),  # where the Builder Cost marker starts
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
