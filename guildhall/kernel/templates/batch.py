"""Many games in one call: whole games from their seeds, optionally recorded, and roll-outs from a seat's knowledge.

Recording reads the event log and writes rows for turns, events and a game's tables. Tables have a fixed number of rows.
A full table or log stops the game, and the caller starts that game again with empty or larger ones, so nothing is
written twice.

In a roll-out the hidden cards are dealt at random and bots play on. Its only input is the record of the seat's
knowledge, so its result cannot reveal anything hidden.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..annotations import Coins, Ints, Log, Pair, Rules, RulesOf, Scratch, State, States, Table, Tables, Weights
from ..containers import is_listed
from ..log import COLUMNS, EVENT, FIRST, HEAD, LOST, ROWS, SEAT, clear
from ..tables import EVENT_ROWS, ILLEGAL, TURN_ROWS, EventColumn, GameColumn, RolledColumn, Tally, TurnColumn
from . import apply, deal, deal_unknown, decide, entry_point, offer, points, ponder, template, winners

GOAL_EVENT, GOAL_COLUMN, FIRST_GOAL = -1, 0, 0  # the event for a goal, its number that identifies it, and the lowest
SEATS = 0  # the maximum number of seats, each with a coin
TABLES = 0
TURN_BEGINS = -1  # the event that begins a turn; its first number is the turn number
TURN_ENDS = -1  # the event that ends a turn; without it, a turn ends when the next begins or the game ends
TALLY = int(Tally.OWN)  # the number of counts for the current turn
OWN_COLUMNS: tuple[str, ...] = ()  # the game's columns of a turn
OWN_TABLES: Mapping[str, tuple[str, ...]] = {}  # the game's tables with their columns


# --- Recording ---


@template
def write_own_columns(s: State, R: Rules, log: Log, i: int, tally: Ints, turns: Table, row: int) -> None:
    """Write the game's columns of a turn that ends with row `i` of the log, from column `TurnColumn.OWN` on."""


@template
def keep_row(s: State, R: Rules, game: int, log: Log, i: int, tally: Ints, tables: Tables, filled: Ints) -> bool:
    """Record row `i` of the log in the game's counts and tables, or return False if a table is full.

    When a row begins a turn, the counts have already been reset.
    """
    return True


@template
def standing(s: State, R: Rules, seat: int) -> Pair:
    """Return a seat's lead over the best other seat (or over 0), and the sole leading seat or -1."""
    others = 0
    for i in range(1, R.players):
        other = points(s, R, (seat + i) % R.players)
        others = other if i == 1 else max(others, other)
    leader = 0
    most = points(s, R, 0)
    for other in range(1, R.players):
        own = points(s, R, other)
        if own >= most:
            leader = other if own > most else -1
            most = own
    return points(s, R, seat) - others, leader


@template
def write_turn(s: State, R: Rules, game: int, log: Log, i: int, tally: Ints, turns: Table, filled: Ints) -> bool:
    """Write the row of the turn that ends with row `i` of the log, or return False if the table is full.

    A turn of all seats together has no seat (-1), and its score and lead are 0.
    """
    row = filled[TURN_ROWS]
    if row >= turns.shape[0]:
        return False
    seat = tally[Tally.SEAT]
    turns[row, TurnColumn.GAME] = game
    turns[row, TurnColumn.TURN] = tally[Tally.TURN]
    turns[row, TurnColumn.SEAT] = seat
    turns[row, TurnColumn.SCORE] = points(s, R, seat) if seat >= 0 else 0
    lead, leader = standing(s, R, max(seat, 0))
    turns[row, TurnColumn.LEAD] = lead if seat >= 0 else 0
    turns[row, TurnColumn.LEADER] = leader
    turns[row, TurnColumn.PLIES] = tally[Tally.PLIES]
    turns[row, TurnColumn.DECISIONS] = tally[Tally.DECISIONS]
    write_own_columns(s, R, log, i, tally, turns, row)
    filled[TURN_ROWS] = row + 1
    return True


@template
def write_event(s: State, game: int, log: Log, i: int, tally: Ints, events: Table, filled: Ints) -> bool:
    """Write row `i` of the log to the table of events, or return False if the table is full."""
    row = filled[EVENT_ROWS]
    if row >= events.shape[0]:
        return False
    events[row, EventColumn.GAME] = game
    events[row, EventColumn.PLY] = s.plies
    events[row, EventColumn.TURN] = tally[Tally.TURN]
    for column in range(COLUMNS):
        events[row, EventColumn.ROW + column] = log[i, column]
    filled[EVENT_ROWS] = row + 1
    return True


@template
def record(
    s: State, R: Rules, game: int, log: Log, tally: Ints, tables: Tables, wants_events: int, filled: Ints
) -> bool:
    """Record the events of the last option, or return False if a table or the log is full."""
    if log[HEAD, LOST] > 0:
        return False
    for i in range(1, log[HEAD, ROWS] + 1):
        event = log[i, EVENT]
        ends = event == TURN_ENDS if TURN_ENDS >= 0 else event == TURN_BEGINS and tally[Tally.TURN] > 0
        if ends and not write_turn(s, R, game, log, i, tally, tables[TURN_ROWS], filled):
            return False
        if event == TURN_BEGINS:
            for place in range(TALLY):
                tally[place] = 0
            tally[Tally.TURN] = log[i, FIRST]
            tally[Tally.SEAT] = log[i, SEAT]
        if not keep_row(s, R, game, log, i, tally, tables, filled):
            return False
        if wants_events == 1 and not write_event(s, game, log, i, tally, tables[EVENT_ROWS], filled):
            return False
    if TURN_ENDS < 0 and s.over != 0 and tally[Tally.TURN] > 0:
        return write_turn(s, R, game, log, log[HEAD, ROWS], tally, tables[TURN_ROWS], filled)
    return True


# --- Whole games ---


@template
def play_game(
    work: States,
    rules: RulesOf,
    W: Weights,
    coin: Coins,
    game: int,
    opts: Ints,
    scratch: Scratch,
    log: Log,
    tally: Ints,
    tables: Tables,
    wants_events: int,
    filled: Ints,
    script: Ints,
    stop: Ints,
) -> int:
    """Play one game to its end and return its decisions, or -1 if a table is full or it was stopped.

    The options of `script` are played first, then bots choose.
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
        code = int(script[ply]) if ply < script.shape[0] else ponder(work, 0, rules, W, opts, n, coin, scratch, stop)
        ply += 1
        apply(s, R, log, code)
        fits = quiet or record(s, R, game, log, tally, tables, wants_events, filled)
        n = offer(s, R, opts)
    return decisions if fits and stop[0] == 0 else -1


@template
def write_game(s: State, R: Rules, decisions: int, out: Table, game: int) -> None:
    """Write the row of a finished game."""
    out[game, GameColumn.WINNERS] = winners(s, R)
    out[game, GameColumn.REASON] = s.over
    out[game, GameColumn.FIRST] = s.first
    out[game, GameColumn.TURNS] = s.turn_no
    out[game, GameColumn.PLIES] = s.plies
    out[game, GameColumn.DECISIONS] = decisions
    for seat in range(R.players):
        out[game, GameColumn.SCORE + seat] = points(s, R, seat)


@entry_point
def play_games(
    work: States,
    template: States,
    rules: RulesOf,
    W: Weights,
    generators: Coins,
    coins: Coins,
    opts: Ints,
    scratch: Scratch,
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

    Returns the row of the first game not played: the number of rows, or less if a table or the log is full or `stop` is
    set. The first options of game `i` are `moves[ends[i] : ends[i + 1]]`. With a one-row log, only the rows of `out`
    are written.
    """
    s = work[0]
    for game in range(begin, out.shape[0]):
        for table in range(TABLES):
            filled[TABLES + table] = filled[table]  # to restore if this game does not fit
        work[0] = template[0]
        s.rng = generators[game]
        coin = coins[game * SEATS : (game + 1) * SEATS]
        script = moves[ends[game] : ends[game + 1]]
        decisions = play_game(
            work, rules, W, coin, game, opts, scratch, log, tally, tables, wants_events, filled, script, stop
        )
        if decisions < 0:
            for table in range(TABLES):
                filled[table] = filled[TABLES + table]
            return game
        write_game(s, rules[0], decisions, out, game)
    return int(out.shape[0])


# --- Roll-outs ---


@template
def mark_goals(R: Rules, log: Log, seat: int, out: Table, row: int) -> None:
    """Mark the goals that a seat reached with the last option, in columns from `RolledColumn.GOAL` on."""
    if GOAL_EVENT >= 0:
        for i in range(1, log[HEAD, ROWS] + 1):
            if log[i, EVENT] == GOAL_EVENT and log[i, SEAT] == seat:
                out[row, RolledColumn.GOAL + log[i, GOAL_COLUMN] - FIRST_GOAL] = 1


@entry_point
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
    """Play a roll-out for every row of `out`: winners as bits, a column for every goal, and the points of every seat.

    Play goes on while the turn number is at most `last_turn`. `first_option` is the option to begin with (-1: the bot
    chooses). The deal and every bot have separate generators in each roll-out. Returns the number of roll-outs played,
    which is lower if no deal fits, the log is full or `stop` is set, or `ILLEGAL` if the option is not legal.
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
