"""Whole games in the kernel: many at once, each from its own seed, with a row of weights for every seat."""

from __future__ import annotations

from .offer import offer
from .play import apply
from .policy import decide
from .recorder import DECISIONS, PLIES, TABLES, TALLY, record
from .scoring import score
from .state import NONE, SEATS, Coins, Ints, Log, Rules, RulesOf, State, States, Table, Weights, kernel
from .turn import set_up

# Columns of a finished game's row; the scores of all seats follow.
GAMES = ("winners", "reason", "first", "turns", "plies", "decisions")
SCORE = len(GAMES)
COLUMNS = SCORE + SEATS


@kernel
def choose_at(states: States, i: int, rules: RulesOf, W: Weights, opts: Ints, coins: Coins) -> int:
    """What the deciding seat's row of weights chooses in game `i`; -1 when it is over."""
    n = offer(states[i], rules[0], opts)
    return decide(states[i], rules[0], W, opts, n, coins) if n > 0 else -1


@kernel
def play_game(
    s: State,
    R: Rules,
    W: Weights,
    coin: Coins,
    game: int,
    opts: Ints,
    log: Log,
    tally: Ints,
    turns: Table,
    events: Table,
    wants_events: int,
    filled: Ints,
) -> int:
    """Play one game from its set-up to its end; answers its decisions, or -1 if a table is full."""
    decisions = 0
    for place in range(TALLY):
        tally[place] = 0
    set_up(s, R)
    fits = True
    n = offer(s, R, opts)
    while n > 0 and fits:
        if n > 1:
            decisions += 1
            tally[DECISIONS] += 1
        tally[PLIES] += 1
        log[0, 0] = 0
        apply(s, R, log, decide(s, R, W, opts, n, coin))
        fits = record(s, R, game, log, tally, turns, events, wants_events, filled)
        n = offer(s, R, opts)
    return decisions if fits else NONE


@kernel
def write_game(s: State, R: Rules, decisions: int, out: Table, game: int) -> None:
    """The row of a finished game."""
    out[game, 0] = s.winners
    out[game, 1] = s.over
    out[game, 2] = s.first
    out[game, 3] = s.turn_no
    out[game, 4] = s.plies
    out[game, 5] = decisions
    for seat in range(R.players):
        out[game, SCORE + seat] = score(s, R, seat)


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
    begin: int,
    tally: Ints,
    turns: Table,
    events: Table,
    wants_events: int,
    filled: Ints,
) -> int:
    """Play a game for every row of `out` from row `begin` on, with a coin for every game and seat.

    Answers the row of the first game not played: the number of rows, or earlier if a table is full.  A log of one
    row tells nothing, so nothing but the games' own rows is written then.
    """
    s = work[0]
    for game in range(begin, out.shape[0]):
        before = (filled[0], filled[1])
        work[0] = template[0]
        s.rng = words[game]
        coin = coins[game * SEATS : (game + 1) * SEATS]
        decisions = play_game(s, rules[0], W, coin, game, opts, log, tally, turns, events, wants_events, filled)
        if decisions < 0:
            for table in range(TABLES):
                filled[table] = before[table]
            return game
        write_game(s, rules[0], decisions, out, game)
    return int(out.shape[0])
