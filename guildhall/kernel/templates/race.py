"""The guarded race: a bot that tries its options out, in worlds as its seat may imagine them, before it chooses.

All options in the race get the same deals and the same coins, so that what they come to differs by little but the
options themselves.  Those that fall behind drop out, and what is left of the budget goes to the others.  The option
that the bot's weights choose stays in to the end, and is left only for one that did better by a standard error.

A `Desk` is what a race is run on: records, a pool, options, a log that tells nothing, the weights and coins of those
who play on, and what has come of it.
"""

from __future__ import annotations

from guildhall.core.settings import TURN_LIMIT

from ..annotations import Coins, Desk, Ints, Rules, RulesOf, State, States, Weights, Word
from ..bind import door, template
from ..chance import coin_at, throw
from ..standing import BLOCK, GUARD, MOST_RUNNERS, SURE, add_leads, ahead, drop_losers, leader, to_keep
from ..weights import HORIZON, MARGIN, MISTAKES, ROLLOUTS, SEARCH, THINKS
from .parts import apply, deal_unknown, decide, look_from, offer, points, shuns, slips, value_of, winners, work_out

RECORDS, POOL, OPTS, QUIET, ROWS, COINS, WORTH = range(7)  # the parts of a desk
BLANK, VIEW, WORLD, WORK = range(4)  # its records
LONGEST = TURN_LIMIT  # turns of a roll-out
COUNTS_ROUNDS = 0  # 1 for a game whose turns are rounds of the table


@template
def lead_of(s: State, R: Rules, seat: int) -> float:
    """The points of a seat less those of the best other one."""
    most, has_others = 0, False
    for other in range(R.players):
        if other != seat:
            held = points(s, R, other)
            most = max(most, held) if has_others else held
            has_others = True
    return float(points(s, R, seat) - most)


@template
def leave_out(s: State, R: Rules, W: Weights, n: int, opts: Ints) -> int:
    """Drop the options that are forbidden to the bot, unless all are; returns how many are left."""
    kept = 0
    for i in range(n):
        if not shuns(s, R, W, int(s.actor), int(opts[i])):
            opts[kept] = opts[i]
            kept += 1
    return kept if kept > 0 else n


@template
def enter(s: State, R: Rules, W: Weights, own: int, n: int, opts: Ints, coin: Word, worth: Weights) -> int:
    """Put the option `own` first, then those that the weights prefer, as many as may run; returns how many do."""
    b, notes = int(s.actor), 2 * MOST_RUNNERS
    n = leave_out(s, R, W, n, opts)
    for i in range(n):
        if opts[i] == own:
            opts[i] = opts[0]
            opts[0] = own
    if n <= MOST_RUNNERS:
        return n
    for i in range(1, n):
        coin, drawn = throw(coin, 1 << 20)
        worth[notes, i] = value_of(s, R, W, b, int(opts[i])) if W[b, THINKS] > 0.0 else float(drawn)
    for place in range(1, MOST_RUNNERS):
        best = place
        for i in range(place + 1, n):
            if worth[notes, i] > worth[notes, best]:
                best = i
        code, score = opts[best], worth[notes, best]
        opts[best], worth[notes, best] = opts[place], worth[notes, place]
        opts[place], worth[notes, place] = code, score
    return MOST_RUNNERS


@template
def seat_at_desk(rules: RulesOf, W: Weights, seat: int, desk: Desk) -> None:
    """Have all seats played on by the weights of one, which makes no mistakes; to the others nothing is forbidden."""
    rows = desk[ROWS]
    for other in range(rows.shape[0]):
        for weight in range(rows.shape[1]):
            rows[other, weight] = W[seat, weight]
        rows[other, MISTAKES] = 0.0
        if other != seat:
            work_out(rules, rows[other : other + 1])


@template
def deal_world(rules: RulesOf, seat: int, coin: Word, number: int, desk: Desk) -> int:
    """Lay out world `number` of a race, and the coins of those who play on; returns 0 if no deal fits."""
    records, coins = desk[RECORDS], desk[COINS]
    word = coin_at(coin, 1 + number)
    coins[0] = coin_at(word, 1)
    view, world = records[VIEW : VIEW + 1], records[WORLD : WORLD + 1]
    fits = deal_unknown(view, rules, seat, coins[0:1], desk[POOL], desk[OPTS], world)
    for other in range(coins.shape[0]):
        coins[other] = coin_at(word, 2 + other)
    return fits


@template
def try_out(rules: RulesOf, code: int, last_turn: int, desk: Desk, stop: Ints) -> None:
    """Play an option in a copy of the world at hand, then on by the weights of the desk."""
    R, records, opts = rules[0], desk[RECORDS], desk[OPTS]
    records[WORK] = records[WORLD]
    s = records[WORK]
    n = 1
    while n > 0:
        apply(s, R, desk[QUIET], code)
        n = offer(s, R, opts) if s.turn_no <= last_turn and stop[0] == 0 else 0
        if n > 0:
            code = decide(s, R, desk[ROWS], opts, n, desk[COINS])


@template
def run(rules: RulesOf, seat: int, opts: Ints, n: int, deal: int, last_turn: int, desk: Desk, stop: Ints) -> None:
    """Try every option out that is still in the race, in the world at hand: who won, and by how much."""
    R, worth = rules[0], desk[WORTH]
    for i in range(n):
        try_out(rules, int(opts[i]), last_turn, desk, stop)
        s = desk[RECORDS][WORK]
        worth[i, deal] = float((winners(s, R) >> seat) & 1)
        worth[MOST_RUNNERS + i, deal] = lead_of(s, R, seat)


@template
def horizon(s: State, R: Rules, rounds: float) -> int:
    """The last turn of a roll-out of so many rounds; of one without limit, one that hardly any game reaches."""
    if rounds <= 0.0:
        return int(s.turn_no) + LONGEST
    return int(s.turn_no) + int(rounds if COUNTS_ROUNDS == 1 else rounds * R.players)


@template
def race(
    states: States, i: int, rules: RulesOf, W: Weights, own: int, n: int, opts: Ints, coin: Word, desk: Desk, stop: Ints
) -> int:
    """The option that wins the race in game `i`, in which `own` is the one to beat; of no use once `stop` is set."""
    s, records, worth = states[i], desk[RECORDS], desk[WORTH]
    seat, search = int(s.actor), W.shape[1] - SEARCH
    look_from(states, i, rules, seat, records[BLANK : BLANK + 1], records[VIEW : VIEW + 1])
    seat_at_desk(rules, W, seat, desk)
    n = enter(s, rules[0], W, own, n, opts, coin, worth)
    entered, budget = n, int(W[seat, search + ROLLOUTS])
    last_turn = horizon(s, rules[0], W[seat, search + HORIZON])
    deals, counted, used, share = 0, 0, 0, float(W[seat, search + MARGIN])
    while n > 1 and used + n <= budget and deals < worth.shape[1] and stop[0] == 0:
        if deal_world(rules, seat, coin, deals, desk) == 0:
            return own
        run(rules, seat, opts, n, deals, last_turn, desk, stop)
        deals += 1
        used += n
        if deals % BLOCK == 0 or used + n > budget:
            share = add_leads(worth, n, counted, deals, share)
            counted = deals
            n = drop_losers(opts, worth, n, deals, to_keep(entered, used, budget))
            if n == 2 and abs(ahead(worth, 1, 0, deals)) > SURE:
                break
    best = leader(worth, n, counted)
    return int(opts[best]) if best > 0 and ahead(worth, best, 0, counted) >= GUARD else own


@template
def ponder(
    states: States, i: int, rules: RulesOf, W: Weights, opts: Ints, n: int, coins: Coins, desk: Desk, stop: Ints
) -> int:
    """What the deciding seat chooses in game `i`: by its weights, or by a race if its bot has roll-outs to spend."""
    s = states[i]
    b = int(s.actor)
    own = decide(s, rules[0], W, opts, n, coins)
    if n == 1 or W[b, W.shape[1] - SEARCH + ROLLOUTS] < 1.0:
        return own
    coin = coin_at(coins[b], s.plies)
    return own if slips(W, b, coin) else race(states, i, rules, W, own, n, opts, coin, desk, stop)


@door
def ponder_at(
    states: States, i: int, rules: RulesOf, W: Weights, opts: Ints, coins: Coins, desk: Desk, stop: Ints
) -> int:
    """What the deciding seat chooses in game `i`; -1 when it is over."""
    n = offer(states[i], rules[0], opts)
    return ponder(states, i, rules, W, opts, n, coins, desk, stop) if n > 0 else -1


@door
def race_at(
    states: States, i: int, rules: RulesOf, W: Weights, own: int, opts: Ints, coins: Coins, desk: Desk, stop: Ints
) -> int:
    """The option that wins the race in game `i`, in which `own` is the one to beat, whatever the weights choose."""
    n = offer(states[i], rules[0], opts)
    coin = coin_at(coins[states[i].actor], states[i].plies)
    return race(states, i, rules, W, own, n, opts, coin, desk, stop)
