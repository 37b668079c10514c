"""A walk around the table whose rules forget one thing, chosen by a setting, so that one game is compiled for all."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from guildhall.kit import (
    CompiledRules,
    Engine,
    Ints,
    Log,
    Number,
    Parts,
    Players,
    Registration,
    Rules,
    Settings,
    State,
    kernel_for,
    log_event,
    rules_of,
    state_of,
    throw,
)

SEATS, STEPS = 4, 30
Forgets = IntEnum(
    "Forgets",
    "NOTHING END PLIES OPTIONS WINNERS MANY_OPTIONS SHORT_LOG SEAT NEGATIVE_SEAT DICE NEGATIVE_DICE CODES REASON BITS",
    start=0,
)
STATE = state_of([("walked", "i8")], seats=SEATS)
RULES = rules_of("forgets")
kernel = kernel_for(STATE, RULES)
EventKind = IntEnum("EventKind", "TURN STEP")
FIELDS = {EventKind.TURN: ("number",), EventKind.STEP: ("die",)}


@kernel
def deal(s: State, R: Rules, log: Log) -> None:
    s.turn_no = 1
    log_event(log, EventKind.TURN, 0, 1, 0, 0)


@kernel
def offer(s: State, R: Rules, opts: Ints) -> int:
    if s.over != 0 or (R.forgets == Forgets.OPTIONS and s.walked >= 5):
        return 0
    n = 1000 if R.forgets == Forgets.MANY_OPTIONS and s.walked >= 5 else 2
    for way in range(n):
        opts[way] = way + (100_000 if R.forgets == Forgets.CODES else 0)
    return n


@kernel
def apply(s: State, R: Rules, log: Log, code: int) -> None:
    sides = 6
    if R.forgets == Forgets.DICE:
        sides = 5 - min(s.walked, 5)
    if R.forgets == Forgets.NEGATIVE_DICE:
        sides = 5 - s.walked
    s.rng, die = throw(s.rng, sides)
    s.points[s.turn] += die
    s.walked += 1
    if R.forgets == Forgets.PLIES:
        s.plies = 0
    for _ in range(50 if R.forgets == Forgets.SHORT_LOG else 1):
        log_event(log, EventKind.STEP, s.turn, die, 0, 0)
    s.turn = s.actor = (s.turn + 1) % R.players
    if R.forgets == Forgets.SEAT:
        s.turn = s.actor = s.walked
    if R.forgets == Forgets.NEGATIVE_SEAT:
        s.turn = s.actor = 2 - s.walked
    s.turn_no += 1
    log_event(log, EventKind.TURN, s.turn, s.turn_no, 0, 0)
    if s.walked >= STEPS and R.forgets != Forgets.END and R.forgets != Forgets.PLIES:
        s.over = 77 if R.forgets == Forgets.REASON else 1
        if R.forgets != Forgets.WINNERS:
            s.winners = 1 << (50 if R.forgets == Forgets.BITS else 0)


class ForgetfulEngine(Engine):
    game = "forgetful"
    state, rules, kernel, fields, turn_begins = STATE, RULES, kernel, FIELDS, EventKind.TURN
    seats, most_options, most_events, most_plies = SEATS, 2, 10, 200

    def play(self) -> Parts:
        return {"deal": deal, "offer": offer, "apply": apply}


class ForgetfulRules(CompiledRules):
    engine = ForgetfulEngine()

    def phrase(self, state, option):
        return f"way {option}"


class ForgetfulSettings(Settings):
    title = "Forgetful"
    players: Annotated[tuple[str, ...], Players(low=2, high=SEATS)]
    forgets: Annotated[int, Number("what is forgotten", high=len(Forgets))] = 0


class Forgetful(Registration):
    name, title, summary = "forgetful", "Forgetful", "A walk whose rules forget something."
    settings, rules = ForgetfulSettings, ForgetfulRules


GAME = Forgetful()
