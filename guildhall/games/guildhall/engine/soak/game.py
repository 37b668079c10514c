"""One game of a soak, compiled: bots play from start to end, every law is looked at on the way."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from numba import types

from guildhall.kernel.compile import kernel_with, record, records
from guildhall.kernel.lists import same, same_options

from ..checks import sound
from ..knowledge import deal_unknown, look_from
from ..offer import offer
from ..play import apply, deal
from ..policy import decide
from ..state import RULES, RUNNING, STATE, Event, Ints, Log, Rules, RulesOf, States
from .hidden import stir_hidden
from .ledger import book_in, book_rows, ledger_agrees
from .leftovers import absent_are_clear, piles_end_clear, registers_are_clear
from .offers import offer_is_complete, options_differ

__all__ = ["SLOTS", "Fact", "Trial", "soak_game"]

Bytes = Any
Coins = Any
Weights = Any

kernel = kernel_with(
    Rules=record(RULES),
    States=records(STATE),
    RulesOf=records(RULES),
    Bytes=types.Array(types.uint8, 2, "C"),
)

# Places on the desk, an array of states: the game, how it began, a scratch copy, an empty state, what a seat sees,
# a game that differs from this one in what the seat cannot know, and what the seat sees of that.
GAME, START, WORK, BLANK, SEEN, OTHER, OTHER_SEEN = range(7)
SLOTS = 7


class Trial(IntEnum):
    """Laws of a soak; numbers below 20 are those of `checks.Law`."""

    EVERY_DECISION_HAS_OPTIONS = 20
    OPTIONS_DIFFER = 21
    OFFERING_CHANGES_NOTHING = 22
    OFFER_IS_COMPLETE = 23
    NOTHING_IS_LEFT_OVER = 24
    LOG_REBUILDS_THE_TABLE = 25
    VIEW_HIDES_WHAT_IS_HIDDEN = 26
    OPTIONS_FOLLOW_FROM_THE_VIEW = 27
    BOTS_CHOOSE_BY_THE_VIEW = 28
    A_DEAL_FITS_THE_VIEW = 29
    DEALT_GAME_IS_SOUND = 30
    DEALT_GAME_LOOKS_THE_SAME = 31
    DEALT_GAME_OFFERS_THE_SAME = 32
    REPLAY_GIVES_THE_SAME_GAME = 33


class Fact(IntEnum):
    """What a game reports beside the law it broke."""

    PLIES = 0
    DECISIONS = 1
    DEALS = 2
    SEAT = 3  # of a broken law about views, or -1
    OVER = 4


@kernel
def check_state(desk: States, rules: RulesOf, opts: Ints, n: int, log: Log, ledger: Log) -> int:
    """The laws of a single state; 0 if all hold."""
    law = sound(desk, GAME, rules, desk[WORK : WORK + 1])
    if law != 0:
        return law
    s, R = desk[GAME], rules[0]
    if (n == 0) != (s.over != RUNNING):
        return Trial.EVERY_DECISION_HAS_OPTIONS.value
    if not options_differ(opts, n):
        return Trial.OPTIONS_DIFFER.value
    if not (piles_end_clear(s) and absent_are_clear(s, R) and registers_are_clear(s, R)):
        return Trial.NOTHING_IS_LEFT_OVER.value
    book_rows(s, R, log, ledger)
    return 0 if ledger_agrees(s, R, ledger) else Trial.LOG_REBUILDS_THE_TABLE.value


@kernel
def check_offer(desk: States, raw: Bytes, rules: RulesOf, opts: Ints, n: int) -> int:
    """Options against a search without shortcuts; offering may not change the game (a copy of it lies in WORK)."""
    if not same(raw, GAME, WORK):
        return Trial.OFFERING_CHANGES_NOTHING.value
    if n > 0 and not offer_is_complete(desk[GAME], rules[0], opts, n):
        return Trial.OFFER_IS_COMPLETE.value
    return 0


@kernel
def check_stirred(
    desk: States,
    raw: Bytes,
    rules: RulesOf,
    seat: int,
    W: Weights,
    coins: Coins,
    dice: Coins,
    pool: Ints,
    opts: Ints,
    n: int,
    others: Ints,
) -> int:
    """In a game that differs only in what the seat cannot know it sees the same, may do the same and does the same."""
    desk[OTHER] = desk[GAME]
    stir_hidden(desk[OTHER], rules[0], seat, dice, pool)
    look_from(desk, OTHER, rules, seat, desk[BLANK : BLANK + 1], desk[OTHER_SEEN : OTHER_SEEN + 1])
    if not same(raw, SEEN, OTHER_SEEN):
        return Trial.VIEW_HIDES_WHAT_IS_HIDDEN.value
    if n == 0 or desk[GAME].actor != seat:
        return 0
    if not same_options(opts, n, others, offer(desk[OTHER], rules[0], others)):
        return Trial.OPTIONS_FOLLOW_FROM_THE_VIEW.value
    choice = decide(desk[GAME], rules[0], W, opts, n, coins)
    if decide(desk[OTHER], rules[0], W, others, n, coins) != choice:
        return Trial.BOTS_CHOOSE_BY_THE_VIEW.value
    return 0


@kernel
def check_dealt(
    desk: States, raw: Bytes, rules: RulesOf, seat: int, dice: Coins, pool: Ints, opts: Ints, n: int, others: Ints
) -> int:
    """Dealing anew what a seat does not know gives a sound game that looks and asks the same."""
    if deal_unknown(desk[SEEN : SEEN + 1], rules, seat, dice, pool, others, desk[OTHER : OTHER + 1]) == 0:
        return Trial.A_DEAL_FITS_THE_VIEW.value
    if sound(desk, OTHER, rules, desk[WORK : WORK + 1]) != 0:
        return Trial.DEALT_GAME_IS_SOUND.value
    look_from(desk, OTHER, rules, seat, desk[BLANK : BLANK + 1], desk[OTHER_SEEN : OTHER_SEEN + 1])
    if not same(raw, SEEN, OTHER_SEEN):
        return Trial.DEALT_GAME_LOOKS_THE_SAME.value
    if desk[GAME].actor == seat and not same_options(opts, n, others, offer(desk[OTHER], rules[0], others)):
        return Trial.DEALT_GAME_OFFERS_THE_SAME.value
    return 0


@kernel
def check_views(
    desk: States,
    raw: Bytes,
    rules: RulesOf,
    W: Weights,
    coins: Coins,
    dice: Coins,
    pool: Ints,
    opts: Ints,
    n: int,
    others: Ints,
    facts: Ints,
) -> int:
    """The laws of what each seat sees."""
    for seat in range(rules[0].players):
        facts[Fact.SEAT] = seat
        look_from(desk, GAME, rules, seat, desk[BLANK : BLANK + 1], desk[SEEN : SEEN + 1])
        law = check_stirred(desk, raw, rules, seat, W, coins, dice, pool, opts, n, others)
        if law == 0:
            law = check_dealt(desk, raw, rules, seat, dice, pool, opts, n, others)
        if law != 0:
            return law
        facts[Fact.DEALS] += 1
    facts[Fact.SEAT] = -1
    return 0


@kernel
def check_replay(desk: States, raw: Bytes, rules: RulesOf, moves: Ints, plies: int, log: Log) -> int:
    """The same options from the same start lead to the same game, byte for byte."""
    desk[WORK] = desk[START]
    for i in range(plies):
        log[0, 0] = 0
        apply(desk[WORK], rules[0], log, moves[i])
    return 0 if same(raw, GAME, WORK) else Trial.REPLAY_GIVES_THE_SAME_GAME.value


@kernel
def note_tiers(R: Rules, log: Log, tiers: Log) -> None:
    """Count the tiers that were used."""
    for i in range(1, log[0, 0] + 1):
        if log[i, 0] == Event.TIER and log[i, 3] >= 0:
            tiers[R.owner[log[i, 2]], log[i, 3]] += 1


@kernel
def soak_game(
    desk: States,
    raw: Bytes,
    template: States,
    rules: RulesOf,
    W: Weights,
    word: Coins,
    coins: Coins,
    dice: Coins,
    every: int,
    opts: Ints,
    others: Ints,
    pool: Ints,
    log: Log,
    ledger: Log,
    moves: Ints,
    facts: Ints,
    tiers: Log,
) -> int:
    """Play one game by weights; answers the first law it breaks, or 0.

    `word` is the game's generator, `coins` has one for each seat, `dice` deals hidden cards anew.
    The laws about views are looked at every so many plies, all others at each.
    """
    R = rules[0]
    desk[GAME] = template[0]
    desk[GAME].rng = word[0]
    deal(desk[GAME], R, log)
    desk[START] = desk[GAME]
    book_in(desk[GAME], R, ledger)
    log[0, 0] = 0
    while True:
        desk[WORK] = desk[GAME]
        n = offer(desk[GAME], R, opts)
        law = check_offer(desk, raw, rules, opts, n)
        if law == 0:
            law = check_state(desk, rules, opts, n, log, ledger)
        if law == 0 and facts[Fact.PLIES] % every == 0:
            law = check_views(desk, raw, rules, W, coins, dice, pool, opts, n, others, facts)
        if law != 0:
            return law
        if n == 0 or facts[Fact.PLIES] == moves.shape[0]:
            facts[Fact.OVER] = desk[GAME].over
            return check_replay(desk, raw, rules, moves, facts[Fact.PLIES], log)
        code = decide(desk[GAME], R, W, opts, n, coins)
        moves[facts[Fact.PLIES]] = code
        facts[Fact.PLIES] += 1
        facts[Fact.DECISIONS] += 1 if n > 1 else 0
        log[0, 0] = 0
        apply(desk[GAME], R, log, code)
        note_tiers(R, log, tiers)
