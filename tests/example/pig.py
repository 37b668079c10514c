"""Pig, a dice game for two to ten: roll as often as you dare, and hold before a 1 takes the points of your turn."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from guildhall.kit import (
    CompiledRules, Engine, Ints, Log, Number, Parts, Players, Registration, Rules, Settings, State,
    kernel_for, log_event, rules_of, state_of, throw,
)

SEATS, ROLL, HOLD, WORDS = 10, 0, 1, ("roll", "hold")
STATE = state_of([("pot", "i8")], seats=SEATS)  # the points of this turn
RULES = rules_of("target")
kernel = kernel_for(STATE, RULES)
EventKind = IntEnum("EventKind", "TURN ROLL HOLD")
FIELDS = {EventKind.TURN: ("number",), EventKind.ROLL: ("die",), EventKind.HOLD: ("points",)}


@kernel
def begin_turn(s: State, R: Rules, log: Log) -> None:
    s.actor = s.turn
    s.turn_no += 1
    s.pot = 0
    log_event(log, EventKind.TURN, s.turn, s.turn_no, 0, 0)


@kernel
def offer(s: State, R: Rules, opts: Ints) -> int:
    opts[0], opts[1] = ROLL, HOLD
    return 0 if s.over else 2


@kernel
def apply(s: State, R: Rules, log: Log, code: int) -> None:
    if code == HOLD:
        s.points[s.turn] += s.pot
        log_event(log, EventKind.HOLD, s.turn, s.points[s.turn], 0, 0)
        if s.points[s.turn] >= R.target:
            s.over, s.winners = 1, 1 << s.turn
            return
    else:
        s.rng, die = throw(s.rng, 6)
        log_event(log, EventKind.ROLL, s.turn, die + 1, 0, 0)
        s.pot += die + 1
        if die > 0:
            return
    s.turn = (s.turn + 1) % R.players
    begin_turn(s, R, log)


class PigEngine(Engine):
    game, state, rules, kernel, seats, most_options = "pig", STATE, RULES, kernel, SEATS, len(WORDS)
    fields, turn_begins = FIELDS, EventKind.TURN

    def play(self) -> Parts:
        return {"deal": begin_turn, "offer": offer, "apply": apply}


class PigRules(CompiledRules):
    engine = PigEngine()

    def phrase(self, state, option):
        return WORDS[option]


class PigSettings(Settings):
    title = "Pig"
    players: Annotated[tuple[str, ...], Players(low=2, high=SEATS)]
    target: Annotated[int, Number("points to win", low=1)] = 100


class Pig(Registration):
    name, title, summary = "pig", "Pig", "Roll as often as you dare, and hold in time."
    settings, rules = PigSettings, PigRules


GAME = Pig()
