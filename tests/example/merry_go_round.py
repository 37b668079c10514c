"""A game that never ends by itself: two seats ride around in turn, and each may wave or not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import numpy as np

from guildhall.core.registration import Registration
from guildhall.core.settings import Players, Settings
from guildhall.kernel.annotations import Ints, Log, Rules, State
from guildhall.kernel.compiler import kernel_for
from guildhall.kernel.engine import Engine, Parts, state_of
from guildhall.kernel.rules import CompiledRules

WAYS = ("wave", "sit", "sing")
STATE = state_of([("waves", np.int64)], seats=2)
RULES = np.dtype((np.record, [("players", np.int64)]))
kernel = kernel_for(STATE, RULES)


@kernel
def deal(s: State, R: Rules, log: Log) -> None:
    s.turn_no = 1


@kernel
def offer(s: State, R: Rules, opts: Ints) -> int:
    if s.over != 0:
        return 0
    for way in range(len(WAYS)):
        opts[way] = way
    return len(WAYS)


@kernel
def apply(s: State, R: Rules, log: Log, code: int) -> None:
    s.waves += int(code == 0)
    s.turn = s.actor = 1 - s.actor


class MerryGoRoundEngine(Engine):
    game = "merry-go-round"
    state, rules, kernel = STATE, RULES, kernel
    seats, most_options, most_plies = 2, len(WAYS), 50

    def play(self) -> Parts:
        return {"deal": deal, "offer": offer, "apply": apply}


class TooFewOptions(MerryGoRoundEngine):
    game = "crowded"
    most_options = len(WAYS) - 1


class MerryGoRoundRules(CompiledRules):
    engine = MerryGoRoundEngine()

    def phrase(self, state: Any, option: int) -> str:
        return WAYS[option]


class CrowdedRules(MerryGoRoundRules):
    engine = TooFewOptions()


class MerryGoRoundSettings(Settings):
    title = "Merry-go-round"
    players: Annotated[tuple[str, ...], Players(low=2, high=2)]


class MerryGoRound(Registration):
    title = "Merry-go-round"
    summary = "A ride for two that goes on and on."
    settings = MerryGoRoundSettings

    def __init__(self, name: str, rules: type[MerryGoRoundRules]) -> None:
        self.name, self.rules = name, rules

    def make_rules(self, given: Mapping[str, Any]) -> MerryGoRoundRules:
        return self.rules(self.settings.settle(given))


GAME = MerryGoRound("merry-go-round", MerryGoRoundRules)
CROWDED = MerryGoRound("crowded", CrowdedRules)
