"""The soak itself: game after game, each from a seed of its own, until enough decisions have been taken."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Mapping
from typing import Final

import numpy as np

from guildhall.kernel.chance import generator, series
from guildhall.proof.laws import check

from ...cards import Master, Profession
from ...rules import GuildhallRules
from ..checks import Law
from ..state import CARDS, CHAPTERS, KINDS, LOG_COLUMNS, OFFER, SEATS, STATE, ZONES
from .forms import FORMS, Case, cases
from .game import SLOTS, Fact, Trial, soak_game
from .report import Report, Violation

__all__ = ["Progress", "run"]

Progress = Callable[[int, int], object]
"""Is told the decisions taken and the decisions asked for."""

#: Even choices lead through all that is legal, a clumsy bot to high tiers and to the end of games.
_BOTS: Final[tuple[Mapping[str, float], ...]] = ({"thinks": 0.0}, {"complete": 12.0, "progress": 2.0, "mistakes": 0.3})
_MOST_PLIES: Final = 50_000
_EVERY: Final = 5  # plies between two looks at the laws about views
_ENOUGH: Final = 10  # violations after which a soak gives up
_BY_HAND: Final = 60  # plies of every form that are played, branched, saved and undone as a `Game` too
_MASTERS: Final = 6


class _Desk:
    """The arrays that a soak writes into."""

    def __init__(self) -> None:
        self.states = np.zeros(SLOTS, STATE)
        self.raw = self.states.view(np.uint8).reshape(SLOTS, -1)
        self.opts, self.others = np.zeros(OFFER, np.int64), np.zeros(OFFER, np.int64)
        self.pool = np.zeros(2 * CARDS, np.int64)
        self.log = np.zeros((4096, LOG_COLUMNS), np.int64)
        self.ledger = np.zeros((ZONES, KINDS), np.int64)
        self.moves = np.zeros(_MOST_PLIES, np.int64)
        self.facts = np.zeros(len(Fact), np.int64)
        self.tiers = np.zeros((CHAPTERS + _MASTERS, 5), np.int64)

    def play(self, rules: GuildhallRules, seed: int, bot: Mapping[str, float]) -> int:
        """Play the game of a seed; answers the law it broke, or 0."""
        self.facts[:] = 0
        self.facts[Fact.SEAT] = -1
        self.tiers[:] = 0
        weights = np.tile(rules.weights(bot), (SEATS, 1))
        coins = np.concatenate([generator(seed, 1 + seat) for seat in range(SEATS)])
        chance = (generator(seed), coins, generator(seed, 1 + SEATS))
        buffers = (self.opts, self.others, self.pool, self.log, self.ledger, self.moves, self.facts, self.tiers)
        played = (self.states, self.raw, rules.template, rules.compiled, weights, *chance, _EVERY, *buffers)
        return int(soak_game(*played))


def run(decisions: int, seed: int = 0, progress: Progress | None = None) -> Report:
    """Play until so many decisions have been taken; Ctrl-C ends early and gives what was done."""
    report, desk, began = Report(decisions), _Desk(), time.perf_counter()
    try:
        for number, case in enumerate(itertools.cycle(cases())):
            if report.decisions >= decisions or len(report.violations) >= _ENOUGH:
                break
            if number < len(FORMS):
                _by_hand(report, case, seed)
            _play(report, desk, case, int(series(seed, number, 1)[0]), _BOTS[number // len(cases()) % len(_BOTS)])
            if progress is not None:
                progress(report.decisions, decisions)
    except KeyboardInterrupt:
        pass  # what was done until then is worth telling
    report.seconds = time.perf_counter() - began
    return report


def _by_hand(report: Report, case: Case, seed: int) -> None:
    """The laws that every game keeps, through the door that people use."""
    for broken in check(case.rules, seed=seed, plies=_BY_HAND, every=10):
        report.violations.append(Violation(f"{broken.law}, {broken.what}", case, broken.seed, broken.moves))


def _play(report: Report, desk: _Desk, case: Case, seed: int, bot: Mapping[str, float]) -> None:
    rules = case.rules
    law = desk.play(rules, seed, bot)
    plies, taken, deals, seat = desk.facts[: Fact.SEAT + 1].tolist()
    report.games += 1
    report.plies += plies
    report.decisions += taken
    report.deals += deals
    report.by_form[case.form] += taken
    _count_tiers(report, desk, rules)
    if law:
        moves = tuple(desk.moves[:plies].tolist())
        seen_by = None if seat < 0 else seat
        report.violations.append(Violation(_name_of(law), case, seed, moves, seen_by))


def _name_of(law: int) -> str:
    names = {int(one): one.name for one in (*Law, *Trial)}
    return names[law].lower().replace("_", " ")


def _count_tiers(report: Report, desk: _Desk, rules: GuildhallRules) -> None:
    cards: list[Profession | Master] = [card.profession for card in rules.deck.professions]
    cards += [master for master, _ in rules.deck.masters]
    for owner, card in enumerate(cards):
        for tier in card.tiers:
            report.tiers[card.name, tier.number] += int(desk.tiers[owner, tier.number])
