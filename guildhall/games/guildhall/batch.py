"""Whole games in the kernel: many at once, each from its own seed, with a row of weights for every seat."""

from __future__ import annotations

from .offer import offer
from .play import apply, deal
from .policy import decide
from .state import SEATS, Coins, Ints, Log, RulesOf, States, Table, Weights, kernel

# Columns of a finished game's row; the scores of all seats follow.
WINNER, REASON, FIRST, TURNS, PLIES, DECISIONS, SCORE = range(7)
COLUMNS = SCORE + SEATS
PLACES = {
    "winner": WINNER,
    "reason": REASON,
    "first": FIRST,
    "turns": TURNS,
    "plies": PLIES,
    "decisions": DECISIONS,
}


@kernel
def choose_at(states: States, i: int, rules: RulesOf, W: Weights, opts: Ints, coins: Coins) -> int:
    """What the deciding seat's row of weights chooses in game `i`; -1 when it is over."""
    n = offer(states[i], rules[0], opts)
    return decide(states[i], rules[0], W, opts, n, coins) if n > 0 else -1


@kernel
def play_games(
    work: States,
    template: States,
    rules: RulesOf,
    W: Weights,
    words: Coins,
    coins: Coins,
    opts: Ints,
    log: Log,
    out: Table,
) -> int:
    """Play one game for every row of `out`, with a coin for every game and seat; answers how many were played."""
    R = rules[0]
    s = work[0]
    for game in range(out.shape[0]):
        work[0] = template[0]
        s.rng = words[game]
        deal(s, R, log)
        coin = coins[game * SEATS : (game + 1) * SEATS]
        decisions = 0
        n = offer(s, R, opts)
        while n > 0:
            if n > 1:
                decisions += 1
            apply(s, R, log, decide(s, R, W, opts, n, coin))
            n = offer(s, R, opts)
        out[game, WINNER] = s.winner
        out[game, REASON] = s.over
        out[game, FIRST] = s.first
        out[game, TURNS] = s.turn_no
        out[game, PLIES] = s.plies
        out[game, DECISIONS] = decisions
        for seat in range(R.players):
            out[game, SCORE + seat] = s.points[seat]
    return int(out.shape[0])
