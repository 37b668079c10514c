"""Roll-outs: what is hidden is dealt anew, bots play on, and it is counted what becomes of one seat.

Only the record of what the seat may know goes in, so nothing hidden can come out.
"""

from __future__ import annotations

from .knowledge import deal_unknown
from .offer import offer
from .play import apply
from .policy import decide
from .state import BIT, NONE, SEATS, Coins, Ints, Log, RulesOf, States, Table, Weights, kernel


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
) -> None:
    """One roll-out for every row of `out`: columns for the adventures the seat completes, then the winners as bits.

    Play goes on while the turn number is at most `last_turn`.  `first_option` is an option to begin with (-1: the bot
    chooses).  Each roll-out has a generator of its own for the deal and for every bot.
    """
    R = rules[0]
    s = work[0]
    for row in range(out.shape[0]):
        deal_unknown(view, rules, deals[row : row + 1], pool, work)
        before = int(s.done[seat])
        coin = coins[row * SEATS : (row + 1) * SEATS]
        code = first_option
        n = offer(s, R, opts)
        while n > 0 and s.turn_no <= last_turn:
            if code < 0:
                code = decide(s, R, W, opts, n, coin)
            log[0, 0] = 0
            apply(s, R, log, code)
            code = NONE
            n = offer(s, R, opts)
        for adventure in range(R.adventures):
            out[row, adventure] = 1 if s.done[seat] & ~before & BIT[adventure] != 0 else 0
        out[row, R.adventures] = s.winners
