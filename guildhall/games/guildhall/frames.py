"""Guildhall in numbers: the frames of recorded games, and observations for learning programs.

Frames have columns, meanings, and the words that numbers stand for.
An observation is a row built only from what one seat may know. It consists of named parts of fixed length (`parts`),
with every number from 0 to 1. docs/adapters.md lists them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from guildhall.core.decision import NOBODY
from guildhall.core.rules import Schema, State
from guildhall.kernel.recording import events_schema, turns_schema
from guildhall.kernel.tables import GAME, PLY, TURN
from guildhall.kernel.views import RecordObserving

from .engine.knowledge import PLACES, TIERS, observe_at, observe_each
from .engine.state import COLOURS, DECK, HAND, LOOKED, NONE, PILE, ROW, RUNNING, SEATS, STATE, EventKind
from .events import REASONS, Names

if TYPE_CHECKING:
    from guildhall.core.rules import Columns
    from guildhall.kernel.recording import EventRows

    from .rules import GuildhallRules

__all__ = ["DECISIONS", "SCHEMAS", "Observing", "event_columns", "professions_of", "vocabulary_of"]


PLACE_NAMES = ("hand", "hall", "area", "discard pile", "deck", "looked at", "completed", "table", "box")
#: Words of the column `event`, with those for moving cards after the others.
EVENTS = {
    EventKind.PLAY: "play",
    EventKind.TIER: "tier",
    EventKind.CLOSE: "complete",
    EventKind.TOKENS: "tokens",
    EventKind.ACTIONS: "actions",
    EventKind.SHUFFLE: "shuffle",
    EventKind.LOOK: "look",
    EventKind.BUY: "buy",
    EventKind.VP_ROW: "vp row",
    EventKind.VP_OFF: "vp off",
    EventKind.TURN: "turn",
    EventKind.REFRESH: "refresh",
    EventKind.SCORE: "score",
    EventKind.END: "end",
    EventKind.ABILITY: "ability",
    EventKind.CHAPTER: "give up",
    EventKind.VP_OWN: "vp card",
    EventKind.VP_SHUFFLE: "vp shuffle",
}
MOVES = ("move", "draw", "discard", "return")


def vocabulary_of(names: Names) -> dict[str, tuple[str, ...]]:
    """Return the words of every column whose numbers stand for words."""
    cards = (*names.kinds, *names.vp, *(house.name for house in names.deck.houses))
    return {
        "reason": ("running", *REASONS.values()),
        "chapter": names.chapters,
        "event": (*EVENTS.values(), *MOVES),
        "card": tuple(dict.fromkeys(cards)),
        "from": PLACE_NAMES,
        "to": PLACE_NAMES,
    }


def professions_of(names: Names) -> dict[str, str]:
    """Return the profession of every coloured card, and the names of other cards."""
    coloured = [card.shown for card in names.deck.professions for _ in COLOURS]
    known = dict(zip(names.kinds, [*coloured, *names.kinds[len(coloured) :]], strict=True))
    return {card: known.get(card, card) for card in vocabulary_of(names)["card"]}


def event_columns(rows: EventRows, names: Names) -> Columns:
    """Put every number of an event into its column."""
    source = rows.of("origin")
    looks = rows.is_one_of(EventKind.LOOK)
    source[looks] = rows.of("zone")[looks]
    source[rows.of("anew") == 1] = PILE
    target, slot = rows.of("target"), rows.of("slot")
    return {
        "event": _event_words(rows, source, target),
        "card": _cards(rows, names),
        "tier": rows.of("tier").astype(np.int16),
        "chapter": rows.of("chapter").astype(np.int16),
        "from": _place(source),
        "from_seat": _owner(source),
        "to": _place(target),
        "to_seat": _owner(target),
        "slot": np.where(slot >= 0, slot + 1, NONE).astype(np.int16),
        "amount": rows.sum_of(*_AMOUNTS),
    }


#: The number of cards, tokens, actions or points, or 1 for an ability used.  No event has two of them.
_AMOUNTS = ("change", "cards", "points", "used")


def _event_words(rows: EventRows, source: Any, target: Any) -> NDArray[np.int16]:
    """Return the number of an event's word. A card's move is named by its destination, as in the events of a game."""
    draws, returns = (source == DECK) & (target < HAND + SEATS), (source == LOOKED) & (target == DECK)
    move = np.select([draws, returns, target == PILE], [1, 3, 2], 0)
    return np.where(rows.is_one_of(EventKind.MOVE), len(EVENTS) + move, rows.words(*EVENTS)).astype(np.int16)


def _cards(rows: EventRows, names: Names) -> NDArray[np.int16]:
    """Return the number of a card's name: a profession card, a VP card or, for its ability, a House."""
    known = {name: number for number, name in enumerate(vocabulary_of(names)["card"])}
    groups = (names.kinds, names.vp, [house.name for house in names.deck.houses])
    card = np.full(len(rows.event), NONE, np.int64)
    kinds, vp = rows.of("card"), rows.of("vp_card")
    houses = np.where(vp < 0, rows.of("house"), NONE)
    for column, group in zip((kinds, vp, houses), groups, strict=True):
        numbers = np.array([known[name] for name in group] or [NONE])
        card[column >= 0] = numbers[column[column >= 0]]
    return card.astype(np.int16)


def _place(zone: Any) -> NDArray[np.int16]:
    return np.where(zone < 0, NONE, np.where(zone < PILE, zone // SEATS, zone - PILE + 3)).astype(np.int16)


def _owner(zone: Any) -> NDArray[np.int16]:
    return np.where((zone < 0) | (zone >= PILE), NONE, zone % SEATS).astype(np.int16)


_TURNS: Schema = {
    "tokens": ("int16", "its VP tokens"),
    "hand": ("int16", "cards in its hand"),
    "hall": ("int16", "cards in its guildhall"),
    "largest": ("int8", "cards of its largest unfinished chapter"),
    "completed": ("int8", "completed chapters it holds"),
    "closed": ("int8", "chapters it completed in this turn"),
    "actions": ("int16", "actions taken: plays, refreshes and buys"),
    "plays": ("int16", "cards played from hand"),
    "refreshes": ("int16", "times it refreshed"),
    "buys": ("int16", "VP cards bought"),
    "drawn": ("int16", "cards drawn from the deck"),
    "attacks": ("int16", "cards played and abilities used that took something from another player"),
    "hits": ("int16", "cards and tokens that other players lost by them"),
}

#: One row per completed chapter.
_CHAPTERS: Schema = {
    "game": GAME,
    "ply": PLY,
    "turn": TURN,
    "seat": ("int8", "seat that completed it"),
    "chapter": ("word", "name of the chapter"),
    "own_turn": ("bool", "whether it was the seat's own turn"),
    "held": ("int8", "completed chapters the seat held then, this one counted"),
}

_EVENTS: Schema = {
    "card": ("word", "card, VP card or House, null if none"),
    "tier": ("int8", "tier used, null for a card played without effect and for other events"),
    "chapter": ("word", "chapter completed or given up"),
    "from": ("word", "place a card came from, or that was looked at"),
    "from_seat": ("int8", "owner of that place, null for a shared one"),
    "to": ("word", "place a card went to"),
    "to_seat": ("int8", "owner of that place, null for a shared one"),
    "slot": ("int8", "slot of the VP row, from 1"),
    "amount": (
        "signed int32",
        "cards, tokens, actions or points; 1 for an ability used; null where there is no number",
    ),
}

#: The frames of Guildhall in addition to `games`.
SCHEMAS: dict[str, Schema] = {
    "turns": turns_schema({"vp": ("int16", "its points"), **_TURNS}),
    "chapters": _CHAPTERS,
    "events": events_schema(_EVENTS),
}


# --- Observations for learning programs ---


#: The kinds of decision, in the order of the part `decision`.
DECISIONS = (
    *("mulligan", "found", "act", "tier", "player", "card"),
    *("chapter", "discard", "spend", "order", "limit", "ability"),
)


class Observing(RecordObserving):
    """The observations of one game with settled settings.

    >>> from guildhall.games import rules_for
    >>> rules = rules_for("guildhall", {"cards": "old-world", "players": 2})
    >>> row = rules.observing.observe(rules.start(7), 0)
    >>> len(row) == sum(rules.observing.parts.values())
    True
    """

    plies_per_turn = 1000

    def __init__(self, rules: GuildhallRules) -> None:
        super().__init__(rules)
        self._tiers = _tiers(rules.compiled[0])
        self._decisions: dict[int, int] = {}
        self._blank = np.zeros(1, STATE)

    @cached_property
    def parts(self) -> Mapping[str, int]:
        """The parts of a row in order, with their lengths."""
        R = self._rules.compiled[0]
        seats, kinds, chapters, vp_kinds, houses = (
            int(R[name]) for name in ("players", "kinds", "chapters", "vp_kinds", "houses")
        )
        moment = {"decision": len(DECISIONS), "seat": seats, "decider": seats, "active": seats, "turn": 1, "actions": 1}
        resolving = {"card": kinds, "tier": TIERS, "step": 1, "chapter_size": 1, "other": seats}
        picks = {"chapter": chapters, "chapter_2": chapters, "bought": vp_kinds, "picked": kinds, "spent": kinds}
        hands = {"hand": kinds, "known": (seats - 1) * kinds, "hand_sizes": seats}
        tables = {"halls": seats * kinds, "areas": seats * kinds, "completed": seats * kinds}
        points = {"places": PLACES * chapters, "points": seats, "tokens": seats, "vp_cards": seats * vp_kinds}
        piles = {"discard": kinds, "discard_top": kinds, "deck_size": 1, "deck_known": kinds, "deck_top": kinds}
        row = {"looked": kinds, "vp_row": ROW * vp_kinds, "houses": ROW * houses, "vp_deck_size": 1}
        return moment | resolving | picks | hands | tables | points | piles | row | {"vp_discard": vp_kinds}

    @cached_property
    def _length(self) -> int:
        return sum(self.parts.values())

    def observe(self, state: State, seat: int) -> NDArray[np.float32]:
        """Return what the seat may know, as a row of numbers from 0 to 1."""
        out = np.zeros(self._length)
        program_row = int(state["pc"][0])
        if state["over"][0] == RUNNING:
            out[self._decision(state, program_row)] = 1
        tier, step = self._tiers.get(program_row, (NOBODY, 0))
        rest = out[len(DECISIONS) :]
        observe_at(state, 0, self._rules.compiled, seat, tier, step, self._blank, np.zeros(1, STATE), rest)
        return out.astype(np.float32)

    def observe_many(self, states: NDArray[Any], seats: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return one row per state of an array, each for the seat given for that state."""
        at, place = np.unique(states["pc"], return_inverse=True)
        tiers = np.array([self._tiers.get(program_row, (NOBODY, 0)) for program_row in at.tolist()], np.int64)[place]
        rest = np.zeros((len(states), self._length - len(DECISIONS)))
        steps, blank = np.ascontiguousarray(tiers[:, 1]), self._blank
        of_tiers = np.ascontiguousarray(tiers[:, 0])
        observe_each(states, self._rules.compiled, seats, of_tiers, steps, blank, np.zeros(1, STATE), rest.reshape(-1))
        return np.concatenate([self._decisions_of(states), rest], axis=1, dtype=np.float32)

    def _decisions_of(self, states: NDArray[Any]) -> NDArray[np.float32]:
        marks = np.zeros((len(states), len(DECISIONS)), np.float32)
        running = np.flatnonzero(states["over"] == RUNNING)
        at, firsts, place = np.unique(states["pc"][running], return_index=True, return_inverse=True)
        kinds = [self._decision(states[i : i + 1], int(row)) for i, row in zip(running[firsts], at, strict=True)]
        marks[running, np.array(kinds, np.int64)[place]] = 1
        return marks

    def _decision(self, state: State, program_row: int) -> int:
        """Return the number of the kind of decision, which depends only on the waiting program row."""
        if program_row not in self._decisions:
            kind = self._rules.words.kind(state)
            self._decisions[program_row] = DECISIONS.index(kind)
        return self._decisions[program_row]


def _tiers(R: Any) -> dict[int, tuple[int, int]]:
    """Return, for every row of a card's program, its tier and its position within the tier."""
    begins = {row: tier for tiers in R["tier_at"].tolist() for tier, row in enumerate(tiers) if row >= 0}
    others = [row for name in ("vp_at", "house_at") for row in R[name].tolist() if row >= 0]
    following = dict(pairwise(sorted([*begins, *others, len(R["prog"])])))
    return {row: (tier, row - at) for at, tier in begins.items() for row in range(at, following[at])}
