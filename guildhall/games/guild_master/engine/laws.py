"""Invariants of every state at every decision, and checks for states from files.

`sound` returns the first broken law. `VALIDATOR` checks every number before a kernel uses it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from guildhall.kernel.annotations import Log, Rules, State, Table
from guildhall.kernel.containers import BIT, bit_count
from guildhall.kernel.log import EVENT, HEAD, ROWS, SEAT, column_of
from guildhall.kernel.validator import (
    LONGEST,
    Check,
    StateLaws,
    Validator,
    always,
    between,
    chance,
    is_list,
    of_seats,
    within,
)

from .guild import gold_of, size_at, tokens_taken
from .knowledge import placed_contracts
from .orders import planning_length
from .state import (
    ADVENTURERS,
    CARDS_OF_DECK,
    CARDS_OF_RANK,
    COMMONS,
    CONTRACTS,
    CORES,
    DECKS,
    EVERYONE,
    FIRST_OF_DECK,
    FIRST_OF_RANK,
    LETTERS,
    LOG_FIELDS,
    MEMBERS,
    NONE,
    NOVICES,
    PILE,
    RANK_AT,
    RANKS,
    SEATS,
    SKILL_SLOTS,
    SKILL_TOKENS,
    SKILLS,
    SPACES,
    STATE,
    EventKind,
    Phase,
    Rank,
    kernel,
)

GOLD, FAME = range(2)  # columns of the ledger, with one row per seat
LEDGER = (SEATS, 2)


law = StateLaws("guild-master", kernel)


@law
def contracts_are_conserved(s: State, R: Rules) -> bool:
    """True if every Contract is in exactly one place."""
    for deck in range(DECKS):
        n = int(s.deck_n[deck]) + bit_count(s.gone[deck])
        for seat in range(R.players):
            n += bit_count(s.kept[seat, deck])
            n += bit_count(s.private[seat]) if deck == 0 else 0
        for spot in range(s.spot.shape[0]):
            n += s.spot_deck[spot] == deck
        n += s.prize != NONE and R.deck_of[s.prize] == deck
        if n != CARDS_OF_DECK[deck] or bit_count(placed_contracts(s, R, deck)) != n:
            return False
    for spot in range(s.spot.shape[0]):
        if (s.spot[spot] == NONE) != (s.spot_deck[spot] == NONE):
            return False
        if s.spot_up & BIT[spot] != 0 and s.spot[spot] == NONE:
            return False
    return True


@law
def adventurers_are_conserved(s: State, R: Rules) -> bool:
    """True if every Adventurer of a rank is in exactly one place, counting only the teams' Novices."""
    for rank in range(RANKS):
        found = int(s.lost[rank])
        if rank == Rank.ADEPT:
            found |= s.box
        n = bit_count(found)
        for seat in range(R.players):
            for i in range(s.member_n[seat]):
                if R.rank[int(s.member[seat, i])] == rank:
                    found |= BIT[int(s.member[seat, i]) - FIRST_OF_RANK[rank]]
                    n += 1
        for letter in range(LETTERS):
            for i in range(s.pile_n[letter]):
                if R.rank[int(s.pile[letter, i])] == rank:
                    found |= BIT[int(s.pile[letter, i]) - FIRST_OF_RANK[rank]]
                    n += 1
        if n != bit_count(found) or n != (NOVICES * R.players if rank == 0 else CARDS_OF_RANK[rank]):
            return False
    return True


@law
def nothing_is_negative(s: State, R: Rules) -> bool:
    """True if Gold, Fame and counts are valid and every Private Contract is counted and known to its Guild."""
    for seat in range(R.players):
        if s.gold[seat] < 0 or s.points[seat] < 0 or s.private_n[seat] != bit_count(s.private[seat]):
            return False
        for space in range(SPACES):
            if s.bid[seat, space] < 0:
                return False
        for card in range(FIRST_OF_DECK[1]):
            if s.private[seat] & BIT[card] != 0 and s.seen[card] & BIT[seat] == 0:
                return False
    return True


@kernel
def share_an_upgrade(s: State, seat: int, other: int) -> bool:
    """True if two Guilds share a unique Upgrade: a Prestige Upgrade, or level III of a type."""
    if s.prestige[seat] != NONE and s.prestige[seat] == s.prestige[other]:
        return True
    for core in range(CORES):
        if s.core[seat, core] == 3 and s.core[other, core] == 3:
            return True
    return False


@law
def upgrades_are_within_limits(s: State, R: Rules) -> bool:
    """True if Skill, Core and Prestige Upgrades are within their limits and the tokens in the box."""
    for skill in range(SKILLS):
        if tokens_taken(s, R, skill) > SKILL_TOKENS:
            return False
    for seat in range(R.players):
        if s.fixer[seat] & s.reroll[seat] != 0 or bit_count(s.fixer[seat] | s.reroll[seat]) > SKILL_SLOTS + 1:
            return False
        for other in range(seat):
            if share_an_upgrade(s, seat, other):
                return False
    return True


@law
def teams_are_apart(s: State, R: Rules) -> bool:
    """True if teams are disjoint and within their size, and Order Cards are unique (rules 47 and 48)."""
    for seat in range(R.players):
        busy = 0
        cards = 0
        for space in range(SPACES):
            if busy & s.team[seat, space] != 0:
                return False
            busy |= s.team[seat, space]
            if s.card[seat, space] != 0:
                if cards & BIT[int(s.card[seat, space])] != 0 or s.team[seat, space] == 0:
                    return False
                cards |= BIT[int(s.card[seat, space])]
        if busy >= BIT[s.member_n[seat]]:
            return False
    return True


@law
def planning_tells_nothing(s: State, R: Rules) -> bool:
    """True if the number of planning plies follows from public facts only, never from the plans (R-51)."""
    if s.phase != Phase.PLAN:
        return bool(s.began == 0)
    plies = int(s.pick)
    for seat in range(s.actor):
        plies += planning_length(s, R, seat)
    for space in range(s.space):
        plies += size_at(s, R, s.actor, space) + 2
    return bool(s.plies - s.began == plies)


@law
def nothing_is_left_over(s: State, R: Rules) -> bool:
    """True if all registers are empty between two tasks. A game cut short may end anywhere."""
    if s.over == 2:
        return True
    if s.phase != Phase.PLAN and s.phase != Phase.OVER:
        return bool(s.phase < Phase.AUTO)
    for seat in range(R.players):
        if s.dice_n[seat] != 0 or s.value[seat] != 0 or s.stance[seat] != 0 or s.joined[seat] != 0:
            return False
        if s.share[seat] != NONE or s.aim[seat] != NONE or s.offer_for[seat] != NONE or s.place[seat] != 0:
            return False
    if s.order_n != 0 or s.party != 0 or s.wanted != NONE or s.prize != NONE or s.queue_n != 0 or s.owner != NONE:
        return False
    return bool(s.roller == NONE and s.rollers == 0 and s.tied == 0 and s.agreed == 0 and s.completers == 0)


Law, sound = law.numbered(), law.first_broken()


# --- The ledger: the log shows every change of Gold and Fame ---

_CHANGE = column_of(LOG_FIELDS, EventKind.GOLD, "gold")
_SPENT = column_of(LOG_FIELDS, EventKind.HIRE, "gold")
_BY_GOLD = column_of(LOG_FIELDS, EventKind.SCORE, "gold")
_BY_PRESTIGE = column_of(LOG_FIELDS, EventKind.SCORE, "prestige")


@kernel
def held(s: State, R: Rules, seat: int, column: int) -> int:
    """Return the Gold or Fame of a Guild."""
    return gold_of(s, seat) if column == GOLD else int(s.points[seat])


@kernel
def book_rows(s: State, R: Rules, log: Log, ledger: Table) -> None:
    """Add the rows of one ply to the ledger."""
    for i in range(1, log[HEAD, ROWS] + 1):
        event = log[i, EVENT]
        seat = log[i, SEAT]
        if event == EventKind.GOLD or event == EventKind.INCOME:
            ledger[seat, GOLD] += log[i, _CHANGE]
        elif event == EventKind.HIRE or event == EventKind.RECRUIT:
            ledger[seat, GOLD] -= log[i, _SPENT]
        elif event == EventKind.FAME:
            ledger[seat, FAME] += log[i, _CHANGE]
        elif event == EventKind.SCORE:
            ledger[seat, FAME] += log[i, _BY_GOLD] + log[i, _BY_PRESTIGE]


# --- Positions: valid values of a state from a file ---


def _cards_of(counts: Any) -> Check:
    return lambda values, s, R: all(0 <= int(bits) < 1 << int(n) for bits, n in zip(values, counts, strict=True))


def _members(values: Any, s: Any, R: Any) -> bool:
    """Check the Adventurers: a Guild's Novices come first."""
    for seat in range(int(R["players"])):
        own, n = values[seat], int(s["member_n"][seat])
        if n < NOVICES or not is_list(own, n, 0, ADVENTURERS):
            return False
        if own[:NOVICES].tolist() != R["novice"][int(s["token"][seat])].tolist():
            return False
    return not values[int(R["players"]) :].any()


def _piles(values: Any, s: Any, R: Any) -> bool:
    """Check that Adventurers are on a space of their rank."""
    for letter in range(LETTERS):
        first, n = int(FIRST_OF_RANK[RANK_AT[letter]]), int(s["pile_n"][letter])
        if not is_list(values[letter], n, first, first + int(CARDS_OF_RANK[RANK_AT[letter]])):
            return False
    return True


def _decks(values: Any, s: Any, R: Any) -> bool:
    lasts = FIRST_OF_DECK + CARDS_OF_DECK
    return all(
        is_list(values[deck], s["deck_n"][deck], int(FIRST_OF_DECK[deck]), int(lasts[deck])) for deck in range(DECKS)
    )


def _different(most: int) -> Check:
    """Build a check for distinct numbers below `most`."""
    return lambda values, s, R: within(values, 0, most) and len(set(values.tolist())) == len(values)


def _spots(values: Any, s: Any, R: Any) -> bool:
    """Check the Contracts on the spots in use, each against the deck noted for it."""
    for spot, card in enumerate(values.tolist()):
        if not NONE <= card < CONTRACTS or (card != NONE and spot >= int(R["spots"])):
            return False
        if int(s["spot_deck"][spot]) != (NONE if card == NONE else int(R["deck_of"][card])):
            return False
    return True


def _up(values: Any, s: Any, R: Any) -> bool:
    """Check that everything on the board is face up, as it is in the Order Phase."""
    return int(values) == sum(1 << spot for spot, card in enumerate(s["spot"].tolist()) if card != NONE)


def _tops_up(values: Any, s: Any, R: Any) -> bool:
    return int(values) == sum(1 << letter for letter, n in enumerate(s["pile_n"].tolist()) if n)


_zero, _none, _skills = always(0), always(NONE), between(0, (1 << SKILLS) - 1)
_cleared = (
    *("then", "after", "ranked", "back", "used", "team", "card", "bid", "status", "space", "pick", "objective"),
    *("order", "order_n", "at", "party", "build", "rollers", "roll_at", "skill", "target", "plus", "once", "twice"),
    *("fixes", "spare", "dice", "dice_n", "value", "place", "tied", "tie_at", "ranking", "rank_all", "stance"),
    *("joined", "talks", "passes", "agreed", "tops", "leaders", "completers", "queue", "queue_n", "lobby", "lobby_n"),
    *("offer_at", "offer_gold", "over", "winners", "first", "turn", "actor"),
)
_unset = ("wanted", "roller", "aim", "proposer", "share", "holder", "use", "keeper", "prize", "prize_spot", "best")

_RANGES: Mapping[str, Check] = {
    **dict.fromkeys(_cleared, _zero),
    **dict.fromkeys((*_unset, "owner", "offer_for"), _none),
    "phase": always(Phase.PLAN),
    "turn_no": lambda values, s, R: within(values, 1, int(R["rounds"]) + 1),
    "plies": between(0, LONGEST),
    "began": lambda values, s, R: bool(values == s["plies"]),
    "points": of_seats(between(0, LONGEST)),
    "guild": of_seats(_different(SEATS), absent=NONE),
    "token": of_seats(_different(SKILLS), absent=NONE),
    "gold": of_seats(between(0, LONGEST)),
    "fixer": of_seats(_skills),
    "reroll": of_seats(_skills),
    "core": of_seats(between(1, CORES), absent=1),
    "prestige": of_seats(lambda values, s, R: within(values, NONE, 6 if R["has_prestige"] else 0), NONE),
    "member": _members,
    "member_n": of_seats(between(NOVICES, MEMBERS)),
    "private": of_seats(between(0, (1 << COMMONS) - 1)),
    "private_n": of_seats(between(0, COMMONS)),
    "kept": of_seats(lambda values, s, R: all(_cards_of(CARDS_OF_DECK)(own, s, R) for own in values)),
    "marker": lambda values, s, R: bool(values == R["marker"]),
    "pile": _piles,
    "pile_n": between(0, PILE),
    "pile_up": _tops_up,
    "deck": _decks,
    "deck_n": between(0, COMMONS),
    "spot": _spots,
    "spot_deck": between(NONE, DECKS - 1),
    "spot_up": _up,
    "gone": _cards_of(CARDS_OF_DECK),
    "lost": _cards_of(CARDS_OF_RANK),
    "box": between(0, (1 << int(CARDS_OF_RANK[Rank.ADEPT])) - 1),
    "seen": between(0, EVERYONE),
    "rng": chance,
}

#: The check of every field of a state, in order. Positions begin where the first Guild plans.
RANGES: Mapping[str, Check] = {name: _RANGES[name] for name in STATE.names or ()}

VALIDATOR = Validator(RANGES, sound, Law)
