"""A race for tests: each turn a player throws a die once or twice; who first has enough points wins.

Nothing but its rules: all that is not here is the shell's default.  A secret bonus, dealt to every seat, counts at the
end, so that there is something to hide; equal points share the victory.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Any

import numpy as np

from guildhall.core.registration import Registration
from guildhall.core.settings import Number, Players, Settings, Setup
from guildhall.kernel.annotations import Coins, Ints, Log, Rules, State
from guildhall.kernel.chance import below, throw
from guildhall.kernel.compile import kernel_for
from guildhall.kernel.engine import Engine, Parts, state_of
from guildhall.kernel.log import note
from guildhall.kernel.observing import PlainObserving
from guildhall.kernel.shell import CompiledRules
from guildhall.proof.report import Case
from guildhall.proof.soak import Soak

SEATS, DIE, BONUS = 3, 6, 4
ONCE, TWICE = 0, 1
STATE = state_of([("bonus", np.int64, SEATS)], seats=SEATS)
RULES = np.dtype((np.record, [("players", np.int64), ("target", np.int64)]))
kernel = kernel_for(STATE, RULES)


class Event(IntEnum):
    TURN = 1
    THROW = 2
    END = 3


@kernel
def chance(s: State, n: int) -> int:
    word, choice = throw(s.rng, n)
    s.rng = word
    return int(choice)


@kernel
def deal(s: State, R: Rules, log: Log) -> None:
    for seat in range(R.players):
        s.bonus[seat] = chance(s, BONUS)
    s.first = chance(s, R.players)
    s.turn = s.first
    begin_turn(s, log)


@kernel
def begin_turn(s: State, log: Log) -> None:
    s.turn_no += 1
    s.actor = s.turn
    note(log, Event.TURN, s.turn, s.turn_no, 0, 0)


@kernel
def offer(s: State, R: Rules, opts: Ints) -> int:
    opts[0] = ONCE
    opts[1] = TWICE
    return 0 if s.over != 0 else 2


@kernel
def apply(s: State, R: Rules, log: Log, code: int) -> None:
    s.plies += 1
    for _ in range(code + 1):
        die = chance(s, DIE) + 1
        s.points[s.turn] += die if code == ONCE else die - 2
        note(log, Event.THROW, s.turn, die, s.points[s.turn], 0)
    if s.points[s.turn] >= R.target:
        finish(s, R, log)
    else:
        s.turn = (s.turn + 1) % R.players
        begin_turn(s, log)


@kernel
def finish(s: State, R: Rules, log: Log) -> None:
    s.over = 1
    s.actor = -1
    best = 0
    for seat in range(R.players):
        s.points[seat] += s.bonus[seat]
        best = max(best, s.points[seat])
    for seat in range(R.players):
        if s.points[seat] == best:
            s.winners |= 1 << seat
    note(log, Event.END, s.turn, 0, 0, 0)


@kernel
def look(s: State, R: Rules, seat: int, v: State) -> None:
    v.first = s.first
    v.turn = s.turn
    v.turn_no = s.turn_no
    v.actor = s.actor
    v.over = s.over
    v.winners = s.winners
    v.plies = s.plies
    for other in range(R.players):
        v.points[other] = s.points[other]
        v.bonus[other] = s.bonus[other] if other == seat or s.over != 0 else -1


@kernel
def deal_hidden(s: State, R: Rules, seat: int, coins: Coins, pool: Ints) -> None:
    for other in range(R.players):
        if s.bonus[other] < 0:
            s.bonus[other] = below(coins, BONUS)


class RaceEngine(Engine):
    game = "race"
    state, rules, kernel = STATE, RULES, kernel
    seats, most_options, most_events = SEATS, 2, 8
    fields = {Event.TURN: ("number",), Event.THROW: ("die", "points"), Event.END: ()}  # noqa: RUF012
    turn_begins = Event.TURN

    def play(self) -> Parts:
        return {"deal": deal, "offer": offer, "apply": apply}

    def knowing(self) -> Parts:
        return {"look": look, "deal_hidden": deal_hidden}


SETTINGS = Settings(
    "The race",
    Players(default=2, low=1, high=SEATS, title="The race"),
    Number("target", "points that win", 20, low=1, high=1000),
)


@dataclass(frozen=True)
class RaceSetup(Setup):
    players: tuple[str, ...]
    target: int


class RaceRules(CompiledRules):
    game = "race"
    engine = RaceEngine()

    def __init__(self, setup: RaceSetup) -> None:
        compiled = np.zeros(1, RULES)
        compiled["players"], compiled["target"] = len(setup.players), setup.target
        super().__init__(setup, compiled)

    def phrase(self, state: Any, option: int) -> str:
        return ("throw once", "throw twice")[option]

    @cached_property
    def observing(self) -> PlainObserving:
        return PlainObserving(self, most={"points": 100})


class Race(Registration):
    name = "race"
    title = "The race"
    summary = "A race of dice with hidden bonuses."
    settings = SETTINGS

    def make_rules(self, given: Mapping[str, Any]) -> RaceRules:
        return RaceRules(RaceSetup(**SETTINGS.settle(given)))


def make_rules(players: object = 2, **given: Any) -> RaceRules:
    return Race().make_rules({"players": players, **given})


def cases() -> list[Case]:
    return [Case("race", f"{players} players", (("players", players),)) for players in (1, 2, 3)]


SOAK = Soak(RaceRules.engine, __name__, cases)
