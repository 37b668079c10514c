"""One game of a soak, compiled: bots play from start to end, every law is looked at on the way."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from numba import types

from guildhall.kernel.compile import kernel_with, records
from guildhall.kernel.lists import same, same_options

from ..checks import sound
from ..knowledge import deal_unknown, look_from
from ..offer import offer
from ..play import apply
from ..policy import decide
from ..state import RULES, STATE, Coins, Ints, Log, Over, RulesOf, States, Weights
from ..turn import set_up

__all__ = ["SLOTS", "Fact", "Trial", "soak_game"]

Bytes = Any

kernel = kernel_with(States=records(STATE), RulesOf=records(RULES), Bytes=types.Array(types.uint8, 2, "C"))

# Places on the desk, an array of states: the game, how it began, a scratch copy, what a seat sees, a game that
# differs from this one in what the seat cannot know, and what the seat sees of that.
GAME, START, WORK, SEEN, OTHER, OTHER_SEEN = range(6)
SLOTS = 6


class Trial(IntEnum):
    """Laws of a soak; numbers below 20 are those of `checks.Law`."""

    EVERY_DECISION_HAS_OPTIONS = 20
    OPTIONS_DIFFER = 21
    OFFERING_CHANGES_NOTHING = 22
    DEALT_GAME_IS_SOUND = 23
    DEALT_GAME_LOOKS_THE_SAME = 24
    OPTIONS_FOLLOW_FROM_THE_VIEW = 25
    BOTS_CHOOSE_BY_THE_VIEW = 26
    REPLAY_GIVES_THE_SAME_GAME = 27


class Fact(IntEnum):
    """What a game reports beside the law it broke."""

    PLIES = 0
    DECISIONS = 1
    DEALS = 2
    SEAT = 3  # of a broken law about views, or -1
    OVER = 4


@kernel
def check_state(desk: States, raw: Bytes, rules: RulesOf, opts: Ints, n: int) -> int:
    """The laws of a single state, of which WORK is a copy made before its options were listed; 0 if all hold."""
    if not same(raw, GAME, WORK):
        return Trial.OFFERING_CHANGES_NOTHING.value
    if (n == 0) != (desk[GAME].over != Over.RUNNING):
        return Trial.EVERY_DECISION_HAS_OPTIONS.value
    for i in range(n):
        for j in range(i):
            if opts[i] == opts[j]:
                return Trial.OPTIONS_DIFFER.value
    return sound(desk, GAME, rules)


@kernel
def check_view(
    desk: States,
    raw: Bytes,
    template: States,
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
    look_from(desk, GAME, rules, seat, template, desk[SEEN : SEEN + 1])
    deal_unknown(desk[SEEN : SEEN + 1], rules, dice, pool, desk[OTHER : OTHER + 1])
    if sound(desk, OTHER, rules) != 0:
        return Trial.DEALT_GAME_IS_SOUND.value
    look_from(desk, OTHER, rules, seat, template, desk[OTHER_SEEN : OTHER_SEEN + 1])
    if not same(raw, SEEN, OTHER_SEEN):
        return Trial.DEALT_GAME_LOOKS_THE_SAME.value
    if n == 0 or desk[GAME].actor != seat:
        return 0
    if not same_options(opts, n, others, offer(desk[OTHER], rules[0], others)):
        return Trial.OPTIONS_FOLLOW_FROM_THE_VIEW.value
    choice = decide(desk[GAME], rules[0], W, opts, n, coins)
    if decide(desk[OTHER], rules[0], W, others, n, coins) != choice:
        return Trial.BOTS_CHOOSE_BY_THE_VIEW.value
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
def soak_game(
    desk: States,
    raw: Bytes,
    template: States,
    rules: RulesOf,
    W: Weights,
    word: Coins,
    coins: Coins,
    dice: Coins,
    opts: Ints,
    others: Ints,
    pool: Ints,
    log: Log,
    moves: Ints,
    facts: Ints,
) -> int:
    """Play one game by weights; answers the first law it breaks, or 0.

    `word` is the game's generator, `coins` has one for each seat, `dice` deals hidden things anew.
    """
    R = rules[0]
    desk[GAME] = template[0]
    desk[GAME].rng = word[0]
    set_up(desk[GAME], R)
    desk[START] = desk[GAME]
    while True:
        desk[WORK] = desk[GAME]
        n = offer(desk[GAME], R, opts)
        law = check_state(desk, raw, rules, opts, n)
        if law != 0:
            return law
        for seat in range(R.players):
            facts[Fact.SEAT] = seat
            law = check_view(desk, raw, template, rules, seat, W, coins, dice, pool, opts, n, others)
            if law != 0:
                return law
            facts[Fact.DEALS] += 1
        facts[Fact.SEAT] = -1
        if n == 0 or facts[Fact.PLIES] == moves.shape[0]:
            facts[Fact.OVER] = desk[GAME].over
            return check_replay(desk, raw, rules, moves, facts[Fact.PLIES], log)
        code = decide(desk[GAME], R, W, opts, n, coins)
        moves[facts[Fact.PLIES]] = code
        facts[Fact.PLIES] += 1
        facts[Fact.DECISIONS] += 1 if n > 1 else 0
        log[0, 0] = 0
        apply(desk[GAME], R, log, code)
