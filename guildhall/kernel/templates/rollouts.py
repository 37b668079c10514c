"""Roll-outs: what is hidden is dealt anew, bots play on, and it is counted what becomes of one seat.

Only the record of what the seat may know goes in, so nothing hidden can come out.
"""

from __future__ import annotations

from ..annotations import Coins, Ints, Log, Rules, RulesOf, States, Table, Weights
from ..bind import door, template
from ..lists import is_listed
from ..log import EVENT, HEAD, LOST, ROWS, SEAT, clear
from ..tables import ILLEGAL, RolledColumn
from .parts import apply, deal_unknown, decide, offer, points, winners

SEATS = 0  # seats of a game at most, each with a coin
GOAL_EVENT, GOAL_COLUMN, FIRST_GOAL = -1, 0, 0  # the event that reaches a goal, its number that names it, the first


@template
def mark_goals(R: Rules, log: Log, seat: int, out: Table, row: int) -> None:
    """Mark the goals that a seat reached by the last option, in columns from `RolledColumn.GOAL` on."""
    if GOAL_EVENT >= 0:
        for i in range(1, log[HEAD, ROWS] + 1):
            if log[i, EVENT] == GOAL_EVENT and log[i, SEAT] == seat:
                out[row, RolledColumn.GOAL + log[i, GOAL_COLUMN] - FIRST_GOAL] = 1


@door
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
    stop: Ints,
) -> int:
    """One roll-out for every row of `out`: who wins, as bits, a column for every goal, and the points of every seat.

    Play goes on while the turn number is at most `last_turn`.  `first_option` is an option to begin with (-1: the bot
    chooses).  Each roll-out has a generator of its own for the deal and for every bot.  Returns how many were played:
    fewer if no deal fits, the log is full or `stop` is set; `ILLEGAL` if the option is not legal in a world.
    """
    R = rules[0]
    s = work[0]
    for row in range(out.shape[0]):
        if deal_unknown(view, rules, seat, deals[row : row + 1], pool, opts, work) == 0:
            return row
        coin = coins[row * SEATS : (row + 1) * SEATS]
        code = first_option
        n = offer(s, R, opts)
        if code >= 0 and not is_listed(code, opts, n):
            return ILLEGAL
        while n > 0 and s.turn_no <= last_turn and stop[0] == 0:
            if code < 0:
                code = decide(s, R, W, opts, n, coin)
            clear(log)
            apply(s, R, log, code)
            code = -1
            if log[HEAD, LOST] > 0:
                return row
            mark_goals(R, log, seat, out, row)
            n = offer(s, R, opts)
        if stop[0] != 0:
            return row
        out[row, RolledColumn.WINNERS] = winners(s, R)
        for other in range(R.players):
            out[row, out.shape[1] - SEATS + other] = points(s, R, other)
    return int(out.shape[0])
