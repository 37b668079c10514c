"""Recorded games as columns: empties the kernel's tables and names their numbers.

The numbers of a column are values, or indices into the game's vocabulary. The number -1 means "none", as does
`NO_NUMBER` where numbers may be negative.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from guildhall.core.rules import Columns, Schema

from .chance import generators
from .log import COLUMNS, EVENT, NUMBERS, SEAT, Fields, empty_log
from .search import scratch_for
from .stop import call
from .tables import GAME, NO_NUMBER, PLY, TURN, EventColumn, GameColumn, TurnColumn, fill_tables, named

if TYPE_CHECKING:
    from .engine import Engine
    from .rules import CompiledRules

__all__ = [
    "EventRows",
    "default_event_columns",
    "default_schemas",
    "events_schema",
    "frames_of",
    "games_of",
    "single_winners",
    "turns_schema",
]

Seeds = NDArray[np.uint64]
Rows = NDArray[np.float64]
Moves = Sequence[Sequence[int]] | None

CAPACITIES = {"turns": 1 << 14, "events": 1 << 16}  # rows of each table, unless a single game needs more
OWN_CAPACITY = 1 << 12


class EventRows:
    """The recorded rows of a game's log, by the names of their numbers.

    >>> table = np.array([[0, 7, 1, 2, 0, 24, 3, 0], [0, 8, 1, 5, 1, 6, 0, 0]])
    >>> rows = EventRows(table, {2: ("hours", "depth"), 5: ("depth",)})
    >>> rows.of("depth").tolist(), rows.of("hours").tolist(), rows.of("depth", 2, none=0).tolist()
    ([3, 6], [24, -1], [3, 0])
    """

    def __init__(self, table: NDArray[np.int64], fields: Fields) -> None:
        self.fields = fields
        self._columns = table.T
        self.event = self._columns[EventColumn.ROW + EVENT].copy()  # the most used column
        self.seat = self._columns[EventColumn.ROW + SEAT]

    def of(self, name: str, *events: int, none: int = -1) -> NDArray[np.int64]:
        """Return the named number of these events, or of all that have it, and `none` for the others."""
        found = np.full(len(self.event), none, np.int64)
        for column, having in self._places((name,)):
            at = self.is_one_of(*(one for one in having if not events or one in events))
            found = np.where(at, self._columns[column], found)
        return found

    def sum_of(self, *names: str) -> NDArray[np.int32]:
        """Return the sum of the named numbers, or `NO_NUMBER` for an event with none of them."""
        total, found = np.zeros(len(self.event), np.int64), np.zeros(len(self.event), bool)
        for column, having in self._places(names):
            has_one = self.is_one_of(*having)
            total += self._columns[column] * has_one
            found |= has_one
        return np.where(found, total, NO_NUMBER).astype(np.int32)

    def _places(self, names: tuple[str, ...]) -> Iterator[tuple[int, list[Any]]]:
        """Iterate over the columns that hold such numbers, each with the events that use it."""
        for place, column in enumerate(NUMBERS):
            having = [one for one, numbers in self.fields.items() if any(name in names for name in numbers[place:][:1])]
            if having:
                yield EventColumn.ROW + column, having

    def is_one_of(self, *events: int) -> NDArray[np.bool_]:
        """Return a mask of the rows with one of these events."""
        wanted = np.zeros(max(self.fields, default=0) + 1, bool)
        wanted[list(events)] = True
        found: NDArray[np.bool_] = wanted[self.event]
        return found

    def words(self, *events: int) -> NDArray[np.int16]:
        """Return the index of each event's word, in the given order."""
        numbers = np.zeros(max(self.fields, default=0) + 1, np.int16)
        numbers[list(events)] = range(len(events))
        found: NDArray[np.int16] = numbers[self.event]
        return found

    @property
    def common(self) -> Columns:
        """The columns that every game has."""
        head = {name: self._columns[place].astype(np.int32) for place, name in enumerate(("game", "ply", "turn"))}
        return head | {"seat": self.seat.astype(np.int16)}


def default_event_columns(rows: EventRows, labels: Collection[str] = ()) -> Columns:
    """Return the event, and a column for each named number, empty for events without it."""
    none = {name: -1 if name in labels else NO_NUMBER for name in _names(rows.fields)}
    numbers = {name: rows.of(name, none=each).astype(np.int32) for name, each in none.items()}
    return {"event": rows.words(*rows.fields), **numbers}


def _names(fields: Fields) -> list[str]:
    return list(dict.fromkeys(name for numbers in fields.values() for name in numbers))


class _Player:
    """Plays games in the kernel, one set of tables at a time."""

    def __init__(self, rules: CompiledRules, seeds: Seeds, rows: Rows, moves: Moves) -> None:
        engine = rules.engine
        self.rules, self.engine = rules, engine
        self.out = np.zeros((len(seeds), GameColumn.SCORE + engine.seats), np.int64)
        self.weights = np.zeros((engine.seats, rows.shape[1]))
        self.weights[: len(rows)] = rows
        self.generators, self.coins = generators(seeds), rules.coins(seeds)
        self.opts, self.tally = engine.empty_options(), np.zeros(engine.batch.TALLY, np.int64)
        self.work = np.zeros(1, engine.state)
        self.scratch = scratch_for(rules, rows)
        scripts = ((),) * len(seeds) if moves is None else moves
        self.moves = np.array([move for script in scripts for move in script], np.int64)
        self.ends = np.cumsum([0, *map(len, scripts)], dtype=np.int64)

    def play(self, begin: int, log: Any, tables: tuple[Any, ...], filled: Any, *, events: bool) -> int:
        """Play from game `begin` on, and return the first game not played."""
        ways = (self.work, self.rules.template, self.rules.compiled, self.weights, self.generators, self.coins)
        buffers, kept = (self.opts, self.scratch, log, self.out), (tables, int(events), filled, self.moves, self.ends)
        return int(call(self.engine.batch.play_games, *ways, *buffers, begin, self.tally, *kept))

    def games(self) -> Columns:
        """Return the columns of the games themselves. A shared victory has no single winner."""
        winners = self.out[:, GameColumn.WINNERS]
        columns = {"winner": single_winners(winners), "winners": winners}
        columns |= {one.name.lower(): self.out[:, one] for one in GameColumn if 0 < one < GameColumn.SCORE}
        seats = range(len(self.rules.seats))
        return columns | {f"score_{seat}": self.out[:, GameColumn.SCORE + seat] for seat in seats}


def single_winners(bits: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the seat that won alone, or -1, for each set of winners.

    >>> single_winners(np.array([0, 1, 4, 5])).tolist()
    [-1, 0, 2, -1]
    """
    alone = (bits > 0) & (bits & (bits - 1) == 0)
    return np.where(alone, np.log2(np.maximum(bits, 1)).astype(np.int64), -1)


def games_of(rules: CompiledRules, seeds: Seeds, rows: Rows, moves: Moves = None) -> Columns:
    """Return only the results of the games, with a log that discards events."""
    player = _Player(rules, seeds, rows, moves)
    tables = len(_widths(rules.engine))
    none = (np.zeros((0, 1), np.int64),) * tables
    player.play(0, empty_log(), none, np.zeros(2 * tables, np.int64), events=False)
    return player.games()


def frames_of(
    rules: CompiledRules, seeds: Seeds, rows: Rows, moves: Moves = None, *, events: bool
) -> dict[str, Columns]:
    """Return games, turns, the game's other frames and, on request, events."""
    player, engine = _Player(rules, seeds, rows, moves), rules.engine
    widths = _widths(engine)
    capacities = {name: CAPACITIES.get(name, OWN_CAPACITY) for name in widths} | {
        "events": CAPACITIES["events"] * events
    }

    def play(begin: int, tables: tuple[Any, ...], filled: Any, larger: int) -> int:
        log = empty_log(larger * engine.most_events)
        return player.play(begin, log, tables, filled, events=events)

    tables = fill_tables(play, len(seeds), widths, capacities)
    frames = {"games": player.games(), "turns": named(tables["turns"], turn_columns(engine))}
    frames |= {name: named(tables[name], columns) for name, columns in engine.batch.OWN_TABLES.items()}
    if events:
        told = EventRows(tables["events"], engine.fields)
        frames["events"] = told.common | rules.event_columns(told)
    return frames


def turn_columns(engine: Engine) -> tuple[str, ...]:
    """Return the column names of the table of turns, in order."""
    common = [one.name.lower() for one in TurnColumn if one < TurnColumn.OWN]
    common[TurnColumn.SCORE] = engine.score_column
    return (*common, *engine.batch.OWN_COLUMNS)


def _widths(engine: Engine) -> dict[str, int]:
    """Return the tables of a game in kernel order, each with its number of columns."""
    common = {"turns": len(turn_columns(engine)), "events": EventColumn.ROW + COLUMNS}
    return common | {name: len(columns) for name, columns in engine.batch.OWN_TABLES.items()}


def turns_schema(own: Schema, *, unit: str = "points") -> Schema:
    """Return the frame of turns, with a row for the end of each turn. The first of the `own` columns is the score."""
    return {
        "game": GAME,
        "turn": TURN,
        "seat": ("int8", "seat whose turn it is"),
        **own,
        "lead": ("signed int16", f"its lead over the best other seat, in {unit}"),
        "leader": ("int8", f"seat with more {unit} than any other, null if there is none"),
        "plies": ("int32", "options applied in this turn"),
        "decisions": ("int32", "plies of this turn with two or more options"),
    }


def events_schema(own: Schema) -> Schema:
    """Return the frame of events, with a row per event in chronological order."""
    seat = ("int8", "seat that acted or was affected, null for nobody")
    return {"game": GAME, "ply": PLY, "turn": TURN, "seat": seat, "event": ("word", "what happened"), **own}


def default_schemas(engine: Engine, labels: Collection[str] = ()) -> dict[str, Schema]:
    """Return the default frames of a game: turns, and events with all their numbers."""
    number, word = ("signed int32", "a number of the event, null where it has none"), ("word", "null where it has none")
    numbers: Schema = {name: word if name in labels else number for name in _names(engine.fields)}
    own: Schema = {engine.score_column: ("signed int32", "its points")}
    own |= dict.fromkeys(engine.batch.OWN_COLUMNS, ("signed int32", "counted in this turn"))
    return {"turns": turns_schema(own), "events": events_schema(numbers)}
