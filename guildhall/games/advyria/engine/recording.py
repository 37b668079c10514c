"""Games in bulk as columns: the games themselves, their turns and, if asked for, their events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from guildhall.core.rules import State
from guildhall.kernel.bits import lowest_bit
from guildhall.kernel.chance import words
from guildhall.kernel.tables import Columns, fill_tables, named

from ..events import REASONS
from . import batch, recorder
from .state import LOG_COLUMNS, NONE, OFFER, SEATS, STATE, Event, Kind

if TYPE_CHECKING:
    from ..naming import Names
    from ..rules import AdvyriaRules

__all__ = ["choice", "frames_of", "games_of", "vocabulary_of"]

Seeds = NDArray[np.uint64]
Rows = NDArray[np.float64]

_LOG_ROWS = 256
_ROOMS = {"turns": 1 << 14, "events": 1 << 16}

#: Words of the column `event`.
EVENTS = {event: event.name.lower() for event in Event}


def vocabulary_of(names: Names) -> dict[str, tuple[str, ...]]:
    """The words of every column whose numbers stand for words."""
    return {
        "reason": ("running", *REASONS.values()),
        "event": tuple(EVENTS.values()),
        "card": names.kinds,
        "field": names.fields,
    }


class _Player:
    """Plays games in the kernel, table by table."""

    def __init__(self, rules: AdvyriaRules, seeds: Seeds, rows: Rows) -> None:
        self.rules = rules
        self.out = np.zeros((len(seeds), batch.COLUMNS), np.int64)
        self.weights = np.zeros((SEATS, rows.shape[1]))
        self.weights[: len(rows)] = rows
        self.words, self.coins = words(seeds), rules.coins(seeds)
        self.opts, self.tally = np.zeros(OFFER, np.int64), np.zeros(recorder.TALLY, np.int64)
        self.work = np.zeros(1, STATE)

    def play(self, begin: int, log: Any, tables: list[Any], filled: Any, *, events: bool) -> int:
        """Play from game `begin` on; answers the first game that was not played."""
        ways = (self.work, self.rules.template, self.rules.compiled, self.weights, self.words, self.coins)
        kept = (*tables, int(events), filled)
        return int(batch.play_games(*ways, self.opts, log, self.out, begin, self.tally, *kept))

    def games(self) -> Columns:
        """The columns of the games themselves; a shared victory has no winner."""
        columns = {name: self.out[:, place] for place, name in enumerate(batch.GAMES)}
        winners = columns.pop("winners").tolist()
        single = [lowest_bit(bits) if bits and not bits & (bits - 1) else NONE for bits in winners]
        seats = range(len(self.rules.seats))
        scores = {f"score_{seat}": self.out[:, batch.SCORE + seat] for seat in seats}
        return {"winner": np.array(single, np.int64), **columns, **scores}


def choice(rules: AdvyriaRules, state: State, rows: Rows, coins: Seeds) -> int:
    """What the deciding seat's row of weights chooses."""
    return int(batch.choose_at(state, 0, rules.compiled, rows, np.zeros(OFFER, np.int64), coins))


def games_of(rules: AdvyriaRules, seeds: Seeds, rows: Rows) -> Columns:
    """Only how the games ended: a log of one row tells nothing, so nothing else is written."""
    player = _Player(rules, seeds, rows)
    none = [np.zeros((0, 1), np.int64)] * recorder.TABLES
    player.play(0, np.zeros((1, LOG_COLUMNS), np.int64), none, np.zeros(recorder.TABLES, np.int64), events=False)
    return player.games()


def frames_of(rules: AdvyriaRules, seeds: Seeds, rows: Rows, *, events: bool) -> dict[str, Columns]:
    """Games, turns and, if asked for, events."""
    player, log = _Player(rules, seeds, rows), np.zeros((_LOG_ROWS, LOG_COLUMNS), np.int64)
    widths = {"turns": len(recorder.TURNS), "events": len(recorder.EVENTS)}
    rooms = {"turns": _ROOMS["turns"], "events": _ROOMS["events"] * events}

    def play(begin: int, tables: list[Any], filled: Any) -> int:
        return player.play(begin, log, tables, filled, events=events)

    tables = fill_tables(play, len(seeds), widths, rooms)
    turns = named(tables["turns"], recorder.TURNS)
    turns["finale"] = turns["finale"].astype(bool)
    frames = {"games": player.games(), "turns": turns}
    return frames | {"events": _events(tables["events"])} if events else frames


def _events(table: NDArray[np.int64]) -> Columns:
    """Every number of an event in the column where it belongs."""
    event, a, b = (table[:, place] for place in range(4, 7))
    numbers = np.zeros(max(Event) + 1, np.int64)
    numbers[list(EVENTS)] = range(len(EVENTS))
    return named(table, recorder.EVENTS[:4]) | {
        "event": numbers[event].astype(np.int16),
        "card": _cards(event, a, b),
        "field": _pick(event, {Event.PLACE: a, Event.REVEAL: a, Event.GOLD: a, Event.PEEK: a}, b=_TO, second=b),
        "other": _pick(event, {Event.ROB: a, Event.STEAL: b}),
        "amount": _amounts(event, a, b, table[:, 7]),
    }


_TO = (Event.MOVE, Event.SEND, Event.COMPLETE)  # their second number is a field
_FIRST = (Event.TURN, Event.SHUFFLE, Event.ROLL, Event.FLIP, Event.LEVEL, Event.LOSSES, Event.SCORE, Event.REST)


def _pick(event: Any, columns: dict[Event, Any], b: tuple[Event, ...] = (), second: Any = None) -> NDArray[np.int16]:
    found = np.full(len(event), NONE, np.int64)
    for one, column in columns.items():
        found = np.where(event == one, column, found)
    return (np.where(np.isin(event, b), second, found) if b else found).astype(np.int16)


def _cards(event: Any, a: Any, b: Any) -> NDArray[np.int16]:
    """The kind of a card; a tile that shows an adventure is named by its card."""
    of_kind = (Event.DRAW, Event.SET, Event.WIZARD, Event.ACTION, Event.COMPLETE, Event.STEAL, Event.DISCARD)
    tile = np.where(b > 0, b + Kind.ADVENTURE - 1, NONE)
    card = np.where(np.isin(event, of_kind), a, NONE)
    card = np.where(event == Event.ROLL, b, card)
    return np.where(np.isin(event, (Event.REVEAL, Event.PEEK)), tile, card).astype(np.int16)


def _amounts(event: Any, a: Any, b: Any, c: Any) -> NDArray[np.int32]:
    """How many cards, what the die shows, the level, losses or Gold; else 0."""
    amount = np.where(np.isin(event, _FIRST), a, 0)
    amount = np.where(event == Event.ROB, b, amount)
    return np.where(event == Event.SET, b + c, amount).astype(np.int32)
