"""Whole games in the kernel: many at once, each from its own seed, with a row of weights for every seat."""

from __future__ import annotations

from ..annotations import Coins, Desk, Ints, Log, Rules, RulesOf, State, States, Table, Tables, Weights
from ..bind import door, template
from ..log import clear
from ..tables import GameColumn, Tally
from .parts import apply, deal, offer, points, ponder, record, winners

SEATS = 0  # seats of a game at most, each with a coin
TABLES = 0
TALLY = 0


@template
def play_game(
    work: States,
    rules: RulesOf,
    W: Weights,
    coin: Coins,
    game: int,
    opts: Ints,
    desk: Desk,
    log: Log,
    tally: Ints,
    tables: Tables,
    wants_events: int,
    filled: Ints,
    script: Ints,
    stop: Ints,
) -> int:
    """Play one game from its start to its end; returns its decisions, or -1 if a table is full or it was stopped.

    The options of `script` are played first, one after the other; from then on bots choose.
    """
    s, R = work[0], rules[0]
    decisions = 0
    ply = 0
    for place in range(TALLY):
        tally[place] = 0
    clear(log)
    deal(s, R, log)
    quiet = log.shape[0] == 1
    fits = quiet or record(s, R, game, log, tally, tables, wants_events, filled)
    n = offer(s, R, opts)
    while n > 0 and fits and stop[0] == 0:
        if n > 1:
            decisions += 1
            tally[Tally.DECISIONS] += 1
        tally[Tally.PLIES] += 1
        clear(log)
        code = int(script[ply]) if ply < script.shape[0] else ponder(work, 0, rules, W, opts, n, coin, desk, stop)
        ply += 1
        apply(s, R, log, code)
        fits = quiet or record(s, R, game, log, tally, tables, wants_events, filled)
        n = offer(s, R, opts)
    return decisions if fits and stop[0] == 0 else -1


@template
def write_game(s: State, R: Rules, decisions: int, out: Table, game: int) -> None:
    """The row of a finished game."""
    out[game, GameColumn.WINNERS] = winners(s, R)
    out[game, GameColumn.REASON] = s.over
    out[game, GameColumn.FIRST] = s.first
    out[game, GameColumn.TURNS] = s.turn_no
    out[game, GameColumn.PLIES] = s.plies
    out[game, GameColumn.DECISIONS] = decisions
    for seat in range(R.players):
        out[game, GameColumn.SCORE + seat] = points(s, R, seat)


@door
def play_games(
    work: States,
    template: States,
    rules: RulesOf,
    W: Weights,
    generators: Coins,
    coins: Coins,
    opts: Ints,
    desk: Desk,
    log: Log,
    out: Table,
    begin: int,
    tally: Ints,
    tables: Tables,
    wants_events: int,
    filled: Ints,
    moves: Ints,
    ends: Ints,
    stop: Ints,
) -> int:
    """Play a game for every row of `out` from row `begin` on, with a coin for every game and seat.

    Returns the row of the first game not played: the number of rows, or earlier if a table or the log is full or
    `stop` is set.  The first options of game `i` are `moves[ends[i] : ends[i + 1]]`.  With a log that tells nothing,
    nothing but the games' own rows is written.
    """
    s = work[0]
    for game in range(begin, out.shape[0]):
        for table in range(TABLES):
            filled[TABLES + table] = filled[table]  # to go back to if this game does not fit
        work[0] = template[0]
        s.rng = generators[game]
        coin = coins[game * SEATS : (game + 1) * SEATS]
        script = moves[ends[game] : ends[game + 1]]
        decisions = play_game(
            work, rules, W, coin, game, opts, desk, log, tally, tables, wants_events, filled, script, stop
        )
        if decisions < 0:
            for table in range(TABLES):
                filled[table] = filled[TABLES + table]
            return game
        write_game(s, rules[0], decisions, out, game)
    return int(out.shape[0])
