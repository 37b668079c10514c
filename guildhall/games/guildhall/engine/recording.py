"""Recorded games as columns: empties the kernel's tables and puts its numbers into the columns of the frames.

In every column a number stands for itself, or for a word of `vocabulary_of`; -1 is "none", but for amounts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from guildhall.core.rules import State
from guildhall.kernel.chance import words
from guildhall.kernel.tables import Columns, fill_tables, named

from ..naming import Names
from . import batch, recorder
from .state import COLOURS, DECK, HAND, LOG_COLUMNS, LOOKED, NONE, OFFER, PILE, SEATS, STATE, Event

if TYPE_CHECKING:
    from ..rules import GuildhallRules

__all__ = ["choice", "frames_of", "games_of", "professions_of", "vocabulary_of"]

REASONS = ("running", "target", "unfinished")
PLACES = ("hand", "hall", "area", "discard pile", "deck", "looked at", "completed", "table", "box")
#: Words of the column `event`; those of a card that moves come after the others.
EVENTS = {
    Event.PLAY: "play",
    Event.TIER: "tier",
    Event.CLOSE: "complete",
    Event.TOKENS: "tokens",
    Event.ACTIONS: "actions",
    Event.SHUFFLE: "shuffle",
    Event.LOOK: "look",
    Event.BUY: "buy",
    Event.VP_ROW: "vp row",
    Event.VP_OFF: "vp off",
    Event.TURN: "turn",
    Event.REFRESH: "refresh",
    Event.SCORE: "score",
    Event.END: "end",
    Event.ABILITY: "ability",
    Event.CHAPTER: "give up",
    Event.VP_OWN: "vp card",
    Event.VP_SHUFFLE: "vp shuffle",
}
MOVES = ("move", "draw", "discard", "return")

_LOG_ROWS = 4096
_WIDTHS = {"turns": len(recorder.TURNS), "chapters": len(recorder.CHAPTERS), "events": len(recorder.EVENTS)}
_ROOM = {"turns": 1 << 14, "chapters": 1 << 12, "events": 1 << 16}  # rows of the tables, unless one game needs more


def vocabulary_of(names: Names) -> dict[str, tuple[str, ...]]:
    """The words of every column whose numbers stand for words."""
    cards = (*names.kinds, *names.vp, *(house.name for house in names.deck.houses))
    return {
        "reason": REASONS,
        "chapter": names.chapters,
        "event": (*EVENTS.values(), *MOVES),
        "card": tuple(dict.fromkeys(cards)),
        "from": PLACES,
        "to": PLACES,
    }


def professions_of(names: Names) -> dict[str, str]:
    """The profession of every card with a colour; other cards by their own names."""
    coloured = [card.shown for card in names.deck.professions for _ in COLOURS]
    known = dict(zip(names.kinds, [*coloured, *names.kinds[len(coloured) :]], strict=True))
    return {card: known.get(card, card) for card in vocabulary_of(names)["card"]}


class _Player:
    """Plays games in the kernel, table by table."""

    def __init__(self, rules: GuildhallRules, seeds: NDArray[np.uint64], rows: NDArray[np.float64]) -> None:
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
        """The columns of the games themselves."""
        columns = {name: self.out[:, place] for place, name in enumerate(batch.GAMES)}
        seats = range(len(self.rules.seats))
        return columns | {f"score_{seat}": self.out[:, batch.SCORE + seat] for seat in seats}


def choice(rules: GuildhallRules, state: State, rows: NDArray[np.float64], coins: NDArray[np.uint64]) -> int:
    """What the deciding seat's row of weights chooses."""
    return int(batch.choose_at(state, 0, rules.compiled, rows, np.zeros(OFFER, np.int64), coins))


def games_of(rules: GuildhallRules, seeds: NDArray[np.uint64], rows: NDArray[np.float64]) -> Columns:
    """Only how the games ended: a log of one row tells nothing, so nothing else is written."""
    player = _Player(rules, seeds, rows)
    none = [np.zeros((0, 1), np.int64)] * recorder.TABLES
    player.play(0, np.zeros((1, LOG_COLUMNS), np.int64), none, np.zeros(recorder.TABLES, np.int64), events=False)
    return player.games()


def frames_of(
    rules: GuildhallRules, seeds: NDArray[np.uint64], rows: NDArray[np.float64], *, events: bool
) -> dict[str, Columns]:
    """Games, turns, chapters and, if asked for, events."""
    player, log = _Player(rules, seeds, rows), np.zeros((_LOG_ROWS, LOG_COLUMNS), np.int64)
    rooms = {**_ROOM, "events": _ROOM["events"] * events}

    def play(begin: int, tables: list[Any], filled: Any) -> int:
        return player.play(begin, log, tables, filled, events=events)

    tables = fill_tables(play, len(seeds), _WIDTHS, rooms)
    frames = {
        "games": player.games(),
        "turns": named(tables["turns"], recorder.TURNS),
        "chapters": named(tables["chapters"], recorder.CHAPTERS),
    }
    return frames | {"events": _events(tables["events"], rules.names)} if events else frames


# --- Small columns ---


def _events(table: NDArray[np.int64], names: Names) -> Columns:
    """Every number of an event in the column where it belongs."""
    event, a, b, c = (table[:, place] for place in range(4, 8))
    looks_at, moves = event == Event.LOOK, event == Event.MOVE
    source = np.where(moves, b, np.where(looks_at, a, NONE))
    source = np.where((event == Event.SHUFFLE) & (b == 1), PILE, source)
    target = np.where(moves, c, NONE)
    return named(table, recorder.EVENTS[:4]) | {
        "event": _event_words(event, source, target),
        "card": _cards(event, a, c, names),
        "tier": _where(event, b, Event.TIER),
        "chapter": _where(event, a, Event.CLOSE, Event.CHAPTER),
        "from": _place(source),
        "from_seat": _owner(source),
        "to": _place(target),
        "to_seat": _owner(target),
        "slot": _where(event, b + 1, Event.BUY, Event.VP_ROW, Event.VP_OFF),
        "amount": _amounts(event, a, b),
    }


def _where(event: Any, value: Any, *events: Event) -> NDArray[np.int16]:
    return np.where(np.isin(event, events), value, NONE).astype(np.int16)


def _event_words(event: Any, source: Any, target: Any) -> NDArray[np.int16]:
    """The number of an event's word; a card's move is named by where it goes, as in the events of a game."""
    numbers = np.zeros(max(Event) + 1, np.int64)
    numbers[list(EVENTS)] = range(len(EVENTS))
    draws, returns = (source == DECK) & (target < HAND + SEATS), (source == LOOKED) & (target == DECK)
    move = np.select([draws, returns, target == PILE], [1, 3, 2], 0)
    return np.where(event == Event.MOVE, len(EVENTS) + move, numbers[event]).astype(np.int16)


def _cards(event: Any, a: Any, c: Any, names: Names) -> NDArray[np.int16]:
    """The number of a card's name: a profession card, a VP card or, for its ability, a House."""
    known = {name: number for number, name in enumerate(vocabulary_of(names)["card"])}
    kinds, vp, houses = (
        np.array([known[name] for name in group] or [NONE])
        for group in (names.kinds, names.vp, [house.name for house in names.deck.houses])
    )
    of_kind = np.isin(event, (Event.MOVE, Event.PLAY, Event.TIER))
    of_vp = np.isin(event, (Event.BUY, Event.VP_ROW, Event.VP_OFF, Event.VP_OWN)) | (
        (event == Event.ABILITY) & (a >= 0)
    )
    of_house = (event == Event.ABILITY) & (a < 0)
    card = np.full(len(event), NONE, np.int64)
    for mask, numbers, column in ((of_kind, kinds, a), (of_vp, vp, a), (of_house, houses, c)):
        card[mask] = numbers[column[mask]]
    return card.astype(np.int16)


def _amounts(event: Any, a: Any, b: Any) -> NDArray[np.int32]:
    """How many cards, tokens, actions or points; 1 for an ability that is used; else 0."""
    first = (Event.TOKENS, Event.ACTIONS, Event.SHUFFLE, Event.SCORE, Event.VP_SHUFFLE)
    second = (Event.LOOK, Event.ABILITY)
    amount = np.where(np.isin(event, first), a, np.where(np.isin(event, second), b, 0))
    return amount.astype(np.int32)


def _place(zone: Any) -> NDArray[np.int16]:
    return np.where(zone < 0, NONE, np.where(zone < PILE, zone // SEATS, zone - PILE + 3)).astype(np.int16)


def _owner(zone: Any) -> NDArray[np.int16]:
    return np.where((zone < 0) | (zone >= PILE), NONE, zone % SEATS).astype(np.int16)
