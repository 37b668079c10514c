"""The soak itself: game after game, each from a seed of its own, until enough decisions have been taken."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

import numpy as np

from guildhall.kernel.chance import generator, series

from ...rules import AdvyriaRules
from ...setup import SIMPLER
from ..checks import Law
from ..state import CARDS, LOG_COLUMNS, OFFER, SEATS, STATE, Over
from .game import SLOTS, Fact, Trial, soak_game

__all__ = ["Report", "Violation", "cases", "run"]

Progress = Callable[[int, int], object]
"""Is told the decisions taken and the decisions asked for."""

#: Even choices lead through all that is legal, a clumsy bot to adventures and to the end of games.
_BOTS: Final[tuple[Mapping[str, float], ...]] = (
    {"thinks": 0.0},
    {
        "memory": 1.0,
        "seek": 2.4,
        "explore": 1.2,
        "gold": 2.0,
        "adventure": 6.0,
        "rob": 2.0,
        "turn": 2.0,
        "mistakes": 0.2,
    },
)
_MOST_PLIES: Final = 20_000
_ENOUGH: Final = 10  # violations after which a soak gives up


@dataclass(frozen=True)
class Violation:
    """A law that was broken, and how to get to the place: options, seed and moves."""

    law: str
    options: Mapping[str, Any]
    seed: int
    moves: tuple[int, ...]
    seat: int | None

    def __str__(self) -> str:
        seen = "" if self.seat is None else f", seen by seat {self.seat}"
        return f"{self.law} ({self.options}, seed {self.seed}, ply {len(self.moves)}{seen})"


@dataclass
class Report:
    """What a soak did and what it found."""

    asked: int
    games: int = 0
    plies: int = 0
    decisions: int = 0
    deals: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    violations: list[Violation] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether no law was broken."""
        return not self.violations

    def __str__(self) -> str:
        done = f"{self.games} games, {self.decisions} decisions, {self.deals} views: "
        return done + ("no law broken" if self.ok else "; ".join(map(str, self.violations)))


def cases() -> list[dict[str, Any]]:
    """Every combination of the simplified options with 1 to 4 players; a short soak meets every number of players.

    >>> len(cases())
    256
    """
    chosen = itertools.product((False, True), repeat=len(SIMPLER))
    return [{"players": players, **dict(zip(SIMPLER, one, strict=True))} for one in chosen for players in (1, 2, 3, 4)]


@lru_cache(maxsize=512)
def _rules(options: tuple[tuple[str, Any], ...]) -> AdvyriaRules:
    return AdvyriaRules.of(**dict(options))


class _Desk:
    """The arrays that a soak writes into."""

    def __init__(self) -> None:
        self.states = np.zeros(SLOTS, STATE)
        self.raw = self.states.view(np.uint8).reshape(SLOTS, -1)
        self.opts, self.others = np.zeros(OFFER, np.int64), np.zeros(OFFER, np.int64)
        self.pool = np.zeros(2 * CARDS, np.int64)
        self.log = np.zeros((256, LOG_COLUMNS), np.int64)
        self.moves = np.zeros(_MOST_PLIES, np.int64)
        self.facts = np.zeros(len(Fact), np.int64)

    def play(self, rules: AdvyriaRules, seed: int, bot: Mapping[str, float]) -> int:
        """Play the game of a seed; answers the law it broke, or 0."""
        self.facts[:] = 0
        weights = np.tile(rules.weights(bot), (SEATS, 1))
        coins = np.concatenate([generator(seed, 1 + seat) for seat in range(SEATS)])
        chance = (generator(seed), coins, generator(seed, 1 + SEATS))
        buffers = (self.opts, self.others, self.pool, self.log, self.moves, self.facts)
        return int(soak_game(self.states, self.raw, rules.template, rules.compiled, weights, *chance, *buffers))


def run(decisions: int, seed: int = 0, progress: Progress | None = None) -> Report:
    """Play until so many decisions have been taken; Ctrl-C ends early and gives what was done."""
    report, desk = Report(decisions), _Desk()
    try:
        for number, options in enumerate(itertools.cycle(cases())):
            if report.decisions >= decisions or len(report.violations) >= _ENOUGH:
                break
            bot = _BOTS[(number // 4 + number // 256) % len(_BOTS)]
            _play(report, desk, options, int(series(seed, number, 1)[0]), bot)
            if progress is not None:
                progress(report.decisions, decisions)
    except KeyboardInterrupt:
        pass  # what was done until then is worth telling
    return report


def _play(report: Report, desk: _Desk, options: dict[str, Any], seed: int, bot: Mapping[str, float]) -> None:
    law = desk.play(_rules(tuple(options.items())), seed, bot)
    plies, taken, deals, seat, over = desk.facts.tolist()
    report.games += 1
    report.plies += plies
    report.decisions += taken
    report.deals += deals
    report.endings[Over(over).name.lower()] += 1
    if law:
        names = {int(one): one.name.lower().replace("_", " ") for one in (*Law, *Trial)}
        moves = tuple(desk.moves[:plies].tolist())
        report.violations.append(Violation(names[law], options, seed, moves, None if seat < 0 else seat))
