"""What a game leaves behind: rows for its turns, its completed chapters and its events, read off the event log.

Tables have a fixed number of rows.  A table that is full makes the game stop; whoever plays empties the tables and
begins that game anew, so nothing is written twice.
"""

from __future__ import annotations

from .state import AREA_OF, DECK, HALL, HAND, NONE, SEATS, Event, Ints, Log, Rules, State, Table, kernel

# Columns of the three tables; the number of the game comes first.
TURNS = (
    "game",
    "turn",
    "seat",
    "vp",
    "tokens",
    "hand",
    "hall",
    "largest",
    "completed",
    "closed",
    "actions",
    "plays",
    "refreshes",
    "buys",
    "drawn",
    "attacks",
    "hits",
    "lead",
    "leader",
    "plies",
    "decisions",
)
CHAPTERS = ("game", "ply", "turn", "seat", "chapter", "own_turn", "held")
EVENTS = ("game", "ply", "turn", "seat", "event", "a", "b", "c")

# Rows written so far: places in `filled`.
TURN_ROWS, CHAPTER_ROWS, EVENT_ROWS = range(3)
TABLES = 3

# What is counted while a turn lasts: places in `tally`.
TURN, SEAT, CLOSED, ACTIONS, PLAYS, REFRESHES, BUYS, DRAWN, ATTACKS, HITS, STRUCK, PLIES, DECISIONS = range(13)
TALLY = 13


@kernel
def best_of_others(s: State, R: Rules, seat: int) -> int:
    """The most points that another seat has."""
    best = 0
    for other in range(R.players):
        if other != seat:
            best = max(best, int(s.points[other]))
    return best


@kernel
def leader(s: State, R: Rules) -> int:
    """The seat with more points than any other, or -1."""
    for seat in range(R.players):
        if s.points[seat] > best_of_others(s, R, seat):
            return seat
    return NONE


@kernel
def largest(s: State, R: Rules, seat: int) -> int:
    """The number of cards of the largest chapter in a hall."""
    most = 0
    for chapter in range(R.chapters):
        most = max(most, int(s.size_of[seat, chapter]))
    return most


@kernel
def write_turn(s: State, R: Rules, game: int, tally: Ints, turns: Table, filled: Ints) -> bool:
    """One row for the turn that ends now; False if the table is full."""
    row = filled[TURN_ROWS]
    if row >= turns.shape[0]:
        return False
    seat = tally[SEAT]
    turns[row, 0] = game
    turns[row, 1] = tally[TURN]
    turns[row, 2] = seat
    turns[row, 3] = s.points[seat]
    turns[row, 4] = s.tokens[seat]
    turns[row, 5] = s.total[HAND + seat]
    turns[row, 6] = s.total[HALL + seat]
    turns[row, 7] = largest(s, R, seat)
    turns[row, 8] = s.done_n[seat]
    for i in range(CLOSED, HITS + 1):
        turns[row, 9 + i - CLOSED] = tally[i]
    turns[row, 17] = s.points[seat] - best_of_others(s, R, seat)
    turns[row, 18] = leader(s, R)
    turns[row, 19] = tally[PLIES]
    turns[row, 20] = tally[DECISIONS]
    filled[TURN_ROWS] = row + 1
    return True


@kernel
def write_chapter(s: State, game: int, log: Log, i: int, tally: Ints, chapters: Table, filled: Ints) -> bool:
    """One row for a completed chapter; False if the table is full."""
    row = filled[CHAPTER_ROWS]
    if row >= chapters.shape[0]:
        return False
    seat = log[i, 1]
    chapters[row, 0] = game
    chapters[row, 1] = s.plies
    chapters[row, 2] = tally[TURN]
    chapters[row, 3] = seat
    chapters[row, 4] = log[i, 2]
    chapters[row, 5] = 1 if seat == tally[SEAT] else 0
    chapters[row, 6] = held_by(s, log, i)
    filled[CHAPTER_ROWS] = row + 1
    return True


@kernel
def held_by(s: State, log: Log, i: int) -> int:
    """Completed chapters a seat held right after the row `i` of the log: those of now, less what came later."""
    held = int(s.done_n[log[i, 1]])
    for later in range(i + 1, log[0, 0] + 1):
        if log[later, 1] == log[i, 1]:
            if log[later, 0] == Event.CLOSE:
                held -= 1
            elif log[later, 0] == Event.CHAPTER:
                held += 1
    return held


@kernel
def write_event(s: State, game: int, log: Log, i: int, tally: Ints, events: Table, filled: Ints) -> bool:
    """One row for an event; False if the table is full."""
    row = filled[EVENT_ROWS]
    if row >= events.shape[0]:
        return False
    events[row, 0] = game
    events[row, 1] = s.plies
    events[row, 2] = tally[TURN]
    events[row, 3] = log[i, 1]
    events[row, 4] = log[i, 0]
    for column in range(2, 5):
        events[row, 3 + column] = log[i, column]
    filled[EVENT_ROWS] = row + 1
    return True


@kernel
def strike(tally: Ints, n: int) -> None:
    """The card in play took something from another player: so many cards or tokens."""
    tally[HITS] += n
    tally[ATTACKS] += 1 - tally[STRUCK]
    tally[STRUCK] = 1


@kernel
def count_move(log: Log, i: int, tally: Ints) -> None:
    """Count a drawn card, or one that another player loses."""
    origin = log[i, 3]
    if origin < AREA_OF + SEATS:
        if origin % SEATS != tally[SEAT]:
            strike(tally, 1)
    elif origin == DECK and log[i, 4] == HAND + tally[SEAT]:
        tally[DRAWN] += 1


@kernel
def count(log: Log, i: int, tally: Ints) -> None:
    """Count what a row of the log tells of the turn."""
    event = log[i, 0]
    if event == Event.TURN:
        for place in range(TALLY):
            tally[place] = 0
        tally[TURN] = log[i, 2]
        tally[SEAT] = log[i, 1]
    elif event == Event.MOVE:
        count_move(log, i, tally)
    elif event == Event.PLAY:
        tally[PLAYS] += 1
        tally[ACTIONS] += 1
    elif event == Event.REFRESH:
        tally[REFRESHES] += 1
        tally[ACTIONS] += 1
    elif event == Event.BUY:
        tally[BUYS] += 1
        tally[ACTIONS] += 1
    elif event == Event.TIER or event == Event.ABILITY:
        tally[STRUCK] = 0
    elif event == Event.TOKENS:
        if log[i, 1] != tally[SEAT] and log[i, 2] < 0:
            strike(tally, int(-log[i, 2]))
    elif event == Event.CLOSE and log[i, 1] == tally[SEAT]:
        tally[CLOSED] += 1


@kernel
def record(
    s: State,
    R: Rules,
    game: int,
    log: Log,
    tally: Ints,
    turns: Table,
    chapters: Table,
    events: Table,
    wants_events: int,
    filled: Ints,
) -> bool:
    """Write down what the last option led to; False if a table is full."""
    for i in range(1, log[0, 0] + 1):
        count(log, i, tally)
        if wants_events == 1 and not write_event(s, game, log, i, tally, events, filled):
            return False
        if log[i, 0] == Event.CLOSE and not write_chapter(s, game, log, i, tally, chapters, filled):
            return False
        if log[i, 0] == Event.SCORE and not write_turn(s, R, game, tally, turns, filled):
            return False
    return True
