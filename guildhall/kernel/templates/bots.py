"""A bot's choice, by weighted scores or by a race in which it tries its options out.

A weighted choice scores every option from the seat's knowledge and takes the best.

In a race all options get the same deals and coins, in worlds that fit the seat's knowledge, so that their results
differ mainly by the options themselves. Options that fall behind drop out, and the rest of the budget goes to the
others. The option that the bot's weights choose stays in to the end, and loses only to one that did better by a
standard error. `Scratch` holds the buffers of a race: records, a pool, options, a log that discards everything, the
weights and coins for playing on, and `worth`, the results. `worth` has a row for every option in the race and a column
for every deal. Its rows from `MOST_RUNNERS` on hold leads in points, and the last row is free for notes.
"""

from __future__ import annotations

from guildhall.core.settings import TURN_LIMIT

from ..annotations import Coins, Ints, Rules, RulesOf, Scratch, State, States, Weights, Word
from ..chance import coin_at, throw
from ..compiler import kernel_with
from ..weights import HORIZON, MARGIN, MISTAKES, ROLLOUTS, SEARCH, THINKS
from . import apply, deal_unknown, entry_point, look_from, offer, points, template, winners

MOST_RUNNERS = 32  # the maximum number of options in a race
BLOCK = 8  # check for stragglers every 8 deals
SURE = 3.0  # standard errors by which an option is surely behind, allowing for many checks
GUARD = 1.0  # standard errors by which another option must beat the bot's first choice
RECORDS, POOL, OPTS, QUIET, ROWS, COINS, WORTH = range(7)  # the parts of `Scratch`
BLANK, VIEW, WORLD, WORK = range(4)  # its records
LONGEST = TURN_LIMIT  # the maximum number of turns of a roll-out
COUNTS_ROUNDS = 0  # 1 for a game whose turns are rounds of the table
_GRAINS = 1 << 20  # the resolution of the share of mistakes

kernel = kernel_with()


# --- By weights ---


@template
def value_of(s: State, R: Rules, W: Weights, b: int, code: int) -> float:
    """Return the score of an option. Without this function all options are equal and chance decides."""
    return 0.0


@template
def weigh_up(s: State, R: Rules, W: Weights, b: int, opts: Ints, n: int) -> int:
    """Return a number that the scores of all options of a decision share, to compute it only once."""
    return 0


@template
def value_by(s: State, R: Rules, W: Weights, b: int, code: int, shared: int) -> float:
    """Return the score of an option, given the result of `weigh_up`."""
    return value_of(s, R, W, b, code)


@template
def avoids(s: State, R: Rules, W: Weights, b: int, code: int) -> bool:
    """True if the bot must not choose an option, however good it is."""
    return False


@entry_point
def work_out(rules: RulesOf, W: Weights) -> None:
    """Write values derived from a bot's weights and the rules after the weights, to compute them only once."""


@template
def slips(W: Weights, b: int, coin: Word) -> bool:
    """True if a bot chooses uniformly this time, by the first throw of its coin."""
    return throw(coin, _GRAINS)[1] < W[b, MISTAKES] * _GRAINS


@template
def decide(s: State, R: Rules, W: Weights, opts: Ints, n: int, coins: Coins) -> int:
    """Choose for the deciding seat by its row of weights, breaking ties with the bot's coin."""
    if n == 1:
        return int(opts[0])
    b = int(s.actor)
    coin = coin_at(coins[b], s.plies)
    if W[b, MISTAKES] > 0.0:
        slip = slips(W, b, coin)
        coin = throw(coin, _GRAINS)[0]
        if slip:
            return int(opts[throw(coin, n)[1]])
    if W[b, THINKS] == 0.0:
        return int(opts[throw(coin, n)[1]])
    shared = weigh_up(s, R, W, b, opts, n)
    best = value_by(s, R, W, b, int(opts[0]), shared)
    chosen = int(opts[0])
    ties = 1
    for i in range(1, n):
        value = value_by(s, R, W, b, int(opts[i]), shared)
        if value > best:
            best = value
            chosen = int(opts[i])
            ties = 1
        elif value == best:
            ties += 1
            coin, drawn = throw(coin, ties)
            if drawn == 0:
                chosen = int(opts[i])
    return chosen


@entry_point
def choose_at(states: States, i: int, rules: RulesOf, W: Weights, opts: Ints, coins: Coins) -> int:
    """Choose for the deciding seat in game `i` by its row of weights, or return -1 if the game is over."""
    n = offer(states[i], rules[0], opts)
    return decide(states[i], rules[0], W, opts, n, coins) if n > 0 else -1


# --- The results of a race ---


@kernel
def total(worth: Weights, row: int, deals: int) -> float:
    """Sum a row over all deals."""
    found = 0.0
    for deal in range(deals):
        found += worth[row, deal]
    return found


@kernel
def spread(worth: Weights, n: int, deals: int) -> float:
    """Return the mean distance of the leads from their mean."""
    middle, apart = 0.0, 0.0
    for i in range(n):
        middle += total(worth, MOST_RUNNERS + i, deals) / (n * deals)
    for i in range(n):
        for deal in range(deals):
            apart += abs(worth[MOST_RUNNERS + i, deal] - middle)
    return apart / (n * deals)


@kernel
def add_leads(worth: Weights, n: int, begin: int, end: int, share: float) -> float:
    """Add leads to victories in the deals from `begin` on, and return the weight of one point of lead.

    In the first deals `share` is relative to the spread of the leads.
    """
    if begin == 0:
        apart = spread(worth, n, end)
        share = share / apart if apart > 0.0 else 0.0
    for i in range(n):
        for deal in range(begin, end):
            worth[i, deal] += share * worth[MOST_RUNNERS + i, deal]
    return share


@kernel
def ahead(worth: Weights, one: int, other: int, deals: int) -> float:
    """Return how far one option is ahead of another in the same deals, in standard errors.

    >>> import numpy as np
    >>> worth = np.array([[1.0, 1, 1, 0] * 5, [0.0, 1, 0, 0] * 5])
    >>> 3 < ahead(worth, 0, 1, 20) < 4, ahead(worth, 0, 0, 20)
    (True, 0.0)
    """
    apart, squares = 0.0, 0.0
    for deal in range(deals):
        difference = worth[one, deal] - worth[other, deal]
        apart += difference
        squares += difference * difference
    mean = apart / deals
    # As if two more deals had split evenly, so that nothing is certain after a few equal results.
    return float(mean / ((squares + 2.0) / deals - mean * mean) ** 0.5 * deals**0.5)


@kernel
def leader(worth: Weights, n: int, deals: int) -> int:
    """Return the index of the best option so far, the first among equals."""
    best, most = 0, total(worth, 0, deals)
    for i in range(1, n):
        found = total(worth, i, deals)
        if found > most:
            best, most = i, found
    return best


@kernel
def take_out(opts: Ints, worth: Weights, i: int, last: int, deals: int) -> None:
    """Replace an option that drops out with the last one."""
    opts[i] = opts[last]
    for deal in range(deals):
        worth[i, deal] = worth[last, deal]


@kernel
def drop_losers(opts: Ints, worth: Weights, n: int, deals: int, keep: int) -> int:
    """Drop the options that are surely behind, then the worst until `keep` are left; return the number that stay.

    The option at index 0 always stays.

    >>> import numpy as np
    >>> opts, worth = np.array([7, 8, 9]), np.array([[0.0, 1, 0, 1] * 8, [0.0, 0, 0, 0] * 8, [1.0, 1, 1, 1] * 8])
    >>> drop_losers(opts, worth, 3, 32, 3), opts[:2].tolist()
    (2, [7, 9])
    """
    best = leader(worth, n, deals)
    i = 1
    while i < n:
        if i != best and ahead(worth, best, i, deals) > SURE:
            n -= 1
            take_out(opts, worth, i, n, deals)
            best = i if best == n else best
        else:
            i += 1
    while n > keep:
        worst = 1
        for i in range(2, n):
            if total(worth, i, deals) < total(worth, worst, deals):
                worst = i
        n -= 1
        take_out(opts, worth, worst, n, deals)
    return n


@kernel
def to_keep(entered: int, used: int, budget: int) -> int:
    """Return how many options may stay in the race, halving the field in steps of equal cost.

    The option at index 0 stays in addition.

    >>> [to_keep(5, used, 300) for used in (0, 99, 100, 200, 300)]
    [6, 6, 4, 3, 2]
    """
    steps, n = 0, entered
    while n > 1:
        n = (n + 1) // 2
        steps += 1
    n = entered
    for _ in range(used * steps // budget):
        n = (n + 1) // 2
    return n + 1


# --- A race ---


@template
def lead_of(s: State, R: Rules, seat: int) -> float:
    """Return the points of a seat minus those of the best other seat."""
    most, has_others = 0, False
    for other in range(R.players):
        if other != seat:
            held = points(s, R, other)
            most = max(most, held) if has_others else held
            has_others = True
    return float(points(s, R, seat) - most)


@template
def leave_out(s: State, R: Rules, W: Weights, n: int, opts: Ints) -> int:
    """Drop the options forbidden to the bot, unless all are, and return the number left."""
    kept = 0
    for i in range(n):
        if not avoids(s, R, W, int(s.actor), int(opts[i])):
            opts[kept] = opts[i]
            kept += 1
    return kept if kept > 0 else n


@template
def enter(s: State, R: Rules, W: Weights, own: int, n: int, opts: Ints, coin: Word, worth: Weights) -> int:
    """Put the option `own` first, then those the weights prefer, and return the number of options in the race."""
    b, notes = int(s.actor), 2 * MOST_RUNNERS
    n = leave_out(s, R, W, n, opts)
    for i in range(n):
        if opts[i] == own:
            opts[i] = opts[0]
            opts[0] = own
    if n <= MOST_RUNNERS:
        return n
    shared = weigh_up(s, R, W, b, opts, n)
    for i in range(1, n):
        coin, drawn = throw(coin, 1 << 20)
        worth[notes, i] = value_by(s, R, W, b, int(opts[i]), shared) if W[b, THINKS] > 0.0 else float(drawn)
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
def seat_all(rules: RulesOf, W: Weights, seat: int, scratch: Scratch) -> None:
    """Give all seats the weights of one, without mistakes, and without forbidden options for the others."""
    rows = scratch[ROWS]
    for other in range(rows.shape[0]):
        for weight in range(rows.shape[1]):
            rows[other, weight] = W[seat, weight]
        rows[other, MISTAKES] = 0.0
        if other != seat:
            work_out(rules, rows[other : other + 1])


@template
def deal_world(rules: RulesOf, seat: int, coin: Word, number: int, scratch: Scratch) -> int:
    """Deal world `number` of a race and the coins for playing on, or return 0 if no deal fits."""
    records, coins = scratch[RECORDS], scratch[COINS]
    word = coin_at(coin, 1 + number)
    coins[0] = coin_at(word, 1)
    view, world = records[VIEW : VIEW + 1], records[WORLD : WORLD + 1]
    fits = deal_unknown(view, rules, seat, coins[0:1], scratch[POOL], scratch[OPTS], world)
    for other in range(coins.shape[0]):
        coins[other] = coin_at(word, 2 + other)
    return fits


@template
def try_out(rules: RulesOf, code: int, last_turn: int, scratch: Scratch, stop: Ints) -> None:
    """Play an option in a copy of the current world, then play on by the weights in `scratch`."""
    R, records, opts = rules[0], scratch[RECORDS], scratch[OPTS]
    records[WORK] = records[WORLD]
    s = records[WORK]
    n = 1
    while n > 0:
        apply(s, R, scratch[QUIET], code)
        n = offer(s, R, opts) if s.turn_no <= last_turn and stop[0] == 0 else 0
        if n > 0:
            code = decide(s, R, scratch[ROWS], opts, n, scratch[COINS])


@template
def run(rules: RulesOf, seat: int, opts: Ints, n: int, deal: int, last_turn: int, scratch: Scratch, stop: Ints) -> None:
    """Try each option still in the race in the current world, and note who won and by how much."""
    R, worth = rules[0], scratch[WORTH]
    for i in range(n):
        try_out(rules, int(opts[i]), last_turn, scratch, stop)
        s = scratch[RECORDS][WORK]
        worth[i, deal] = float((winners(s, R) >> seat) & 1)
        worth[MOST_RUNNERS + i, deal] = lead_of(s, R, seat)


@template
def horizon(s: State, R: Rules, rounds: float) -> int:
    """Return the last turn of a roll-out of `rounds` rounds; with 0, one that hardly any game reaches."""
    if rounds <= 0.0:
        return int(s.turn_no) + LONGEST
    return int(s.turn_no) + int(rounds if COUNTS_ROUNDS == 1 else rounds * R.players)


@template
def race(
    states: States,
    i: int,
    rules: RulesOf,
    W: Weights,
    own: int,
    n: int,
    opts: Ints,
    coin: Word,
    scratch: Scratch,
    stop: Ints,
) -> int:
    """Return the option that wins the race in game `i` against `own`. The result is invalid once `stop` is set."""
    s, records, worth = states[i], scratch[RECORDS], scratch[WORTH]
    seat, search = int(s.actor), W.shape[1] - SEARCH
    look_from(states, i, rules, seat, records[BLANK : BLANK + 1], records[VIEW : VIEW + 1])
    seat_all(rules, W, seat, scratch)
    n = enter(s, rules[0], W, own, n, opts, coin, worth)
    entered, budget = n, int(W[seat, search + ROLLOUTS])
    last_turn = horizon(s, rules[0], W[seat, search + HORIZON])
    deals, counted, used, share = 0, 0, 0, float(W[seat, search + MARGIN])
    while n > 1 and used + n <= budget and deals < worth.shape[1] and stop[0] == 0:
        if deal_world(rules, seat, coin, deals, scratch) == 0:
            return own
        run(rules, seat, opts, n, deals, last_turn, scratch, stop)
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
    states: States, i: int, rules: RulesOf, W: Weights, opts: Ints, n: int, coins: Coins, scratch: Scratch, stop: Ints
) -> int:
    """Choose for the deciding seat in game `i`, by its weights or, if its bot has roll-outs, by a race."""
    s = states[i]
    b = int(s.actor)
    own = decide(s, rules[0], W, opts, n, coins)
    if n == 1 or W[b, W.shape[1] - SEARCH + ROLLOUTS] < 1.0:
        return own
    coin = coin_at(coins[b], s.plies)
    return own if slips(W, b, coin) else race(states, i, rules, W, own, n, opts, coin, scratch, stop)


@entry_point
def ponder_at(
    states: States, i: int, rules: RulesOf, W: Weights, opts: Ints, coins: Coins, scratch: Scratch, stop: Ints
) -> int:
    """Choose for the deciding seat in game `i`, by weights or by a race, or return -1 if the game is over."""
    n = offer(states[i], rules[0], opts)
    return ponder(states, i, rules, W, opts, n, coins, scratch, stop) if n > 0 else -1


@entry_point
def race_at(
    states: States, i: int, rules: RulesOf, W: Weights, own: int, opts: Ints, coins: Coins, scratch: Scratch, stop: Ints
) -> int:
    """Return the option that wins the race in game `i` against `own`, whatever the weights choose."""
    n = offer(states[i], rules[0], opts)
    coin = coin_at(coins[states[i].actor], states[i].plies)
    return race(states, i, rules, W, own, n, opts, coin, scratch, stop)
