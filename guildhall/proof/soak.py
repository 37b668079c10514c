"""The soak: game after game, each from a seed of its own, every law watched; what `guildhall doctor --soak N` does.

A game says which ways to play there are, which bots play them, and what its own laws are.
The laws of a line of play that every game keeps are in `kernel.laws`; all are compiled.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from enum import IntEnum
from functools import cache, cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from guildhall.core.errors import BadSetup, FullLog
from guildhall.core.registration import Registration
from guildhall.core.registration import Soak as Soaks
from guildhall.core.settings import Choice, Flag, Setting
from guildhall.kernel.buffers import rooms_of
from guildhall.kernel.chance import generator, series
from guildhall.kernel.engine import Engine
from guildhall.kernel.laws import SLOTS, Fact, PlayLaw, Slot, law_name
from guildhall.kernel.log import empty_log
from guildhall.kernel.rules import CompiledRules
from guildhall.kernel.stop import call

from .laws import check
from .report import Case, Report, SoakViolation, Way

__all__ = ["Progress", "Soak", "plain_cases", "soak_of"]

Progress = Callable[[int, int], object]
"""Is told the decisions taken and the decisions asked for."""

_MOST_PLIES: Final = 50_000
_ENOUGH: Final = 10  # violations after which a soak gives up
_BY_HAND: Final = 60  # plies of every form that are played, branched, saved and undone as a `Game` too
_RANDOM: Final[tuple[Mapping[str, float], ...]] = ({"thinks": 0.0},)


class Desk:
    """The arrays that a soak writes into."""

    def __init__(self, engine: Engine, every: int, most_plies: int = _MOST_PLIES) -> None:
        self.engine, self.every = engine, every
        self.states = np.zeros(SLOTS, engine.state)
        self.raw = self.states.view(np.uint8).reshape(SLOTS, -1)
        self.opts, self.others = engine.empty_options(), engine.empty_options()
        self.pool = np.zeros(engine.most_hidden, np.int64)
        self.log = empty_log(engine.most_events)
        self.ledger, self.uses = np.zeros(engine.soak.LEDGER, np.int64), np.zeros(engine.soak.USES, np.int64)
        self.moves = np.zeros(most_plies, np.int64)
        self.facts = np.zeros(len(Fact), np.int64)
        self.rooms = rooms_of(engine.state, engine.rooms)

    def play(self, rules: Any, seed: int, bot: Mapping[str, float]) -> int:
        """Play the game of a seed; returns the law it broke, or 0."""
        self.facts[:] = 0
        self.facts[Fact.SEAT] = -1
        self.uses[:] = 0
        self.states[Slot.BLANK] = rules.blank[0]
        seats = self.engine.seats
        weights = np.tile(rules.weights(bot), (seats, 1))
        coins = np.concatenate([generator(seed, 1 + seat) for seat in range(seats)])
        chance = (generator(seed), coins, generator(seed, 1 + seats))
        buffers = (self.opts, self.others, self.pool, self.log, self.ledger, self.moves, self.facts, self.uses)
        played = (self.states, self.raw, rules.template, rules.compiled, weights, *chance, self.every, *buffers)
        return int(call(self.engine.soak.soak_game, *played, self.rooms))


class Soak:
    """How a game is soaked: its engine, the ways to play, the bots that play them; a way may have an engine of its own.

    `laws` are those of a state by their numbers, `every` the plies between two looks at the laws about views.
    For another process, `home` is that of the game's registration, and `maker` what made this soak of it, as
    `module:function`, from the numbers in `made_from`.
    """

    maker = f"{__name__}:soak_of"
    made_from: tuple[int, ...] = ()

    def __init__(
        self,
        engine: Engine,
        cases: Callable[[], Sequence[Way]],
        *,
        bots: Sequence[Mapping[str, float]] = _RANDOM,
        laws: type[IntEnum] | None = None,
        every: int = 1,
        home: str = "",
    ) -> None:
        self.engine, self.bots, self.every, self.home = engine, bots, every, home
        self._cases, self._laws = cases, laws
        self._names = {int(law): law_name(law) for law in (*(laws or ()), *PlayLaw)}

    def of(self, cases: Callable[[], Sequence[Way]], maker: str, *made_from: int) -> Soak:
        """The same engine, laws and bots with other ways to play; see the class for what made it."""
        other = Soak(self.engine, cases, bots=self.bots, laws=self._laws, every=self.every, home=self.home)
        other.maker, other.made_from = maker, made_from
        return other

    @cached_property
    def cases(self) -> Sequence[Way]:
        """The ways to play, in order; the first ones are all forms."""
        return self._cases()

    @cached_property
    def forms(self) -> list[str]:
        """What a report tells apart."""
        return list(dict.fromkeys(case.form for case in self.cases))

    def uses(self, rules: Any, counted: NDArray[np.int64]) -> Mapping[str, int]:
        """How often a game used what it counts, by name."""
        return {}

    def run(self, decisions: int, seed: int = 0, progress: Progress | None = None) -> Report:
        """Play until so many decisions have been taken; Ctrl-C ends early and gives what was done."""
        report, began = Report(decisions), time.perf_counter()
        desk_for = cache(lambda engine: Desk(engine, self.every))
        forms, ways = len(self.forms), len(self.cases)
        try:
            for number, case in enumerate(itertools.cycle(self.cases)):
                if report.decisions >= decisions or len(report.violations) >= _ENOUGH:
                    break
                if number < forms:
                    _by_hand(report, case, seed)
                bot = self.bots[(number // forms + number // ways) % len(self.bots)]
                self.watch(report, desk_for(case.rules.engine), case, int(series(seed, number, 1)[0]), bot)
                if progress is not None:
                    progress(report.decisions, decisions)
        except KeyboardInterrupt:
            pass  # what was done until then is worth telling
        report.seconds = time.perf_counter() - began
        return report

    def watch(self, report: Report, desk: Desk, case: Way, seed: int, bot: Mapping[str, float]) -> None:
        """Play one game and put down in the report what it did and broke."""
        rules = case.rules
        law = desk.play(rules, seed, bot)
        plies, taken, deals, seat, over = desk.facts.tolist()
        report.games += 1
        report.plies += plies
        report.decisions += taken
        report.deals += deals
        report.by_form[case.form] += taken
        report.endings[rules.reasons.get(over, "running")] += 1
        for what, times in self.uses(rules, desk.uses).items():
            report.uses[what] += times
        if law:
            moves = tuple(desk.moves[:plies].tolist())
            report.violations.append(SoakViolation(self._names[law], case, seed, moves, None if seat < 0 else seat))

    def compare_plain(self, decisions: int, seed: int = 0, progress: Progress | None = None) -> Report:
        """Play so many decisions compiled and in plain Python, byte for byte the same."""
        from .plain import compare_plain

        return compare_plain(self, decisions, seed, progress)


def soak_of(game: Registration) -> Soaks:
    """The soak of a game: its own, or a plain one with all its bots in every number of players.

    There a short soak meets every number of players; a long one also meets every value of a flag or a choice.
    """
    if game.soak is not None:
        return game.soak
    rules = game.make_rules({})
    if not isinstance(rules, CompiledRules):
        raise BadSetup(f"{game.name} has no soak, since its rules are not compiled; its contract tests check its laws")
    return Soak(rules.engine, lambda: plain_cases(game), bots=tuple(rules.bots.values()), home=game.home)


def plain_cases(game: Registration) -> list[Case]:
    """Every number of players, first with all settings as they are by default, then with each other flag or choice."""
    low, high = game.players
    others: list[tuple[tuple[str, Any], ...]] = [()]
    for setting in game.settings.declared():
        others += [((setting.name, value),) for value in _values(setting) if value != setting.default]
    ways = itertools.product(others, range(low, high + 1))
    return [Case(game.name, f"{players} players", (("players", players), *other)) for other, players in ways]


def _values(setting: Setting) -> Sequence[Any]:
    match setting:
        case Flag():
            return (False, True)
        case Choice():
            return setting.words
    return ()


def _by_hand(report: Report, case: Way, seed: int) -> None:
    """The laws that every game keeps, through the door that people use."""
    with suppress(FullLog):  # which is a law of its own, and the kernels notice it
        for broken in check(case.rules, seed=seed, plies=_BY_HAND, every=10):
            report.violations.append(SoakViolation(f"{broken.law}, {broken.what}", case, broken.seed, broken.moves))
