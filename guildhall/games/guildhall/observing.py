"""Observations for learning programs: a row of numbers built only from what one seat may know.

The row consists of named parts of fixed length (`parts`), with every number from 0 to 1.  docs/adapters.md lists them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from guildhall.core.decision import NOBODY
from guildhall.core.rules import State
from guildhall.kernel.observing import RecordObserving

from .engine.knowledge import PLACES, TIERS, observe_at, observe_each
from .engine.state import ROW, RUNNING, STATE

if TYPE_CHECKING:
    from .rules import GuildhallRules

__all__ = ["DECISIONS", "Observing"]

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
        """Return the part `decision` of many states."""
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
