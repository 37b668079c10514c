"""Roll-outs: what is hidden is dealt anew, bots play on, and it is counted what becomes of one seat.

Only the record of what the seat may know goes in, so nothing hidden can come out.
"""

from __future__ import annotations

from .knowledge import deal_unknown
from .offer import offer
from .play import apply
from .policy import decide
from .state import SEATS, Coins, Event, Ints, Log, RulesOf, States, Table, Weights, kernel


@kernel
def count_completed(log: Log, seat: int, out: Table, row: int) -> None:
    """Mark the chapters that a seat completed by the last option."""
    for i in range(1, log[0, 0] + 1):
        if log[i, 0] == Event.CLOSE and log[i, 1] == seat:
            out[row, log[i, 2]] = 1


@kernel
def roll_out(
    view: States,
    rules: RulesOf,
    seat: int,
    W: Weights,
    deals: Coins,
    coins: Coins,
    last_turn: int,
    first_option: int,
    pool: Ints,
    opts: Ints,
    log: Log,
    work: States,
    out: Table,
) -> int:
    """One roll-out for every row of `out`: columns for the chapters the seat completes, then the winner.

    Play goes on while the turn number is at most `last_turn` (-1: to the end of the game).  `first_option` is an
    option to begin with (-1: the bot chooses).  Each roll-out has a generator of its own for the deal and for every
    bot.  Answers how many were played; fewer if no deal fits.
    """
    R = rules[0]
    s = work[0]
    for row in range(out.shape[0]):
        if deal_unknown(view, rules, seat, deals[row : row + 1], pool, opts, work) == 0:
            return row
        coin = coins[row * SEATS : (row + 1) * SEATS]
        code = first_option
        n = offer(s, R, opts)
        while n > 0 and (last_turn < 0 or s.turn_no <= last_turn):
            if code < 0:
                code = decide(s, R, W, opts, n, coin)
            log[0, 0] = 0
            apply(s, R, log, code)
            code = -1
            count_completed(log, seat, out, row)
            n = offer(s, R, opts)
        out[row, R.chapters] = s.winner
    return int(out.shape[0])
