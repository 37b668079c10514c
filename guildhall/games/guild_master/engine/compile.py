"""Compile a box and its options into the rules record of the kernel."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from guildhall.core.chances import best_use, throws_of

from ..cards import CORES, MOONS, RANKS, Box
from ..language import DECKS, SKILLS
from ..reading import LETTERS, PER
from .state import DICE_LIMIT, FACES, FIXED, NONE, NOVICES, REROLLS, RULES, STATE, TOTALS, Kind

__all__ = ["compile_box", "template"]

_KINDS = {"": Kind.NONE, "bonus": Kind.BONUS, "boon": Kind.BOON, "event": Kind.EVENT}


def compile_box(box: Box, *, players: int, short: bool, teams: int) -> NDArray[Any]:
    """Build the rules record. `teams` is the set of starting teams, from 0, or -1."""
    rules = np.zeros(1, RULES)
    R = rules[0]
    R["players"], R["rounds"], R["has_prestige"], R["teams"] = players, 6 if short else 9, int(not short), teams
    R["letters"], R["spots"] = (3 if players == 4 else 2), players + 2  # rule 13
    R["marker"] = 1 if players == 2 else 0  # rule 8
    _lay_tracks(R, box, players)
    _lay_adventurers(R, box)
    _lay_contracts(R, box)
    _lay_upgrades(R, box)
    R["chance"] = _chances()
    return rules


def _lay_tracks(R: Any, box: Box, players: int) -> None:
    costs = box.board.costs
    R["cost"] = [costs[min(place, len(costs) - 1)] for place in range(len(R["cost"]))]  # the last one repeats
    for number, letter in enumerate(LETTERS):
        R["minimum"][number] = box.board.minimum[letter]
    pairs = [[SKILLS.index(skill) for skill in pair] for pair in box.board.pairs]
    if players == 2:
        sets = pairs
    elif players == 3:
        sets = [[SKILLS.index(skill) for skill in triple] for triple in box.board.triples]
    else:
        sets = [pairs[first] + pairs[second] for first, second in ((0, 1), (0, 2), (1, 2))]
    R["sets_n"] = len(sets)
    for number, one in enumerate(sets):
        R["sets"][number, : len(one)] = one


def _lay_adventurers(R: Any, box: Box) -> None:
    teams: dict[str, list[int]] = {skill: [] for skill in SKILLS}
    for number, one in enumerate(box.adventurers):
        R["rank"][number], R["worth"][number] = RANKS.index(one.rank), one.fame
        R["dice"][number] = [one.skills.get(skill, 0) for skill in SKILLS]
        if one.ability is not None:
            effect = one.ability.effect
            R["op"][number], R["amount"][number], R["detail"][number] = effect.op, effect.amount, effect.detail
            R["moon"][number], R["plot"][number] = MOONS.index(one.ability.moon), one.ability.phase == "plot"
        if one.team:
            teams[one.team].append(number)
    for skill, numbers in teams.items():
        R["novice"][SKILLS.index(skill)] = numbers[:NOVICES]


def _lay_contracts(R: Any, box: Box) -> None:
    R["starting"] = [number for number, one in enumerate(box.contracts) if one.starting]
    for number, one in enumerate(box.contracts):
        R["deck_of"][number], R["reward"][number], R["fame"][number] = DECKS.index(one.deck), one.gold, one.fame
        R["target"][number] = [one.targets.get(skill, 0) for skill in SKILLS]
        R["kind"][number], R["effect_n"][number] = _KINDS[one.kind], len(one.effects)
        for place, effect in enumerate(one.effects):
            R["effect"][number, place] = effect.op, effect.amount, effect.detail


def _lay_upgrades(R: Any, box: Box) -> None:
    for number, skill in enumerate(SKILLS):
        R["skill_cost"][number], R["skill_fame"][number] = box.skills[skill].builders, box.skills[skill].fame
    for number, name in enumerate(CORES):
        core = box.cores[name]
        R["core_value"][number, 1:] = core.values
        R["core_cost"][number, 2:], R["core_fame"][number, 2:] = core.builders, core.fame
    for number, one in enumerate(box.prestiges):
        R["prestige_cost"][number], R["prestige_fame"][number] = one.builders, one.fame
        R["prestige_per"][number], R["prestige_every"][number] = PER.index(one.per), one.every


@lru_cache(maxsize=1)
def _chances() -> NDArray[np.float64]:
    """The chance that dice reach a total with a fixer and re-rolls, used optimally: `chance` of the rules record."""
    chances = np.zeros((FIXED, REROLLS, DICE_LIMIT + 1, TOTALS))
    chances[:, :, :, 0] = 1.0
    for dice in range(1, DICE_LIMIT + 1):
        throws, totals = throws_of(dice), np.arange(dice, FACES * dice + 1)
        chances[:, :, dice, : dice + 1] = 1.0
        for fixed in range(FIXED):
            reached = (throws.sums([fixed] if fixed else ())[:, None] >= totals).astype(np.int64)
            for turns, values in enumerate(best_use(throws, reached, REROLLS - 1)):
                chances[fixed, turns, dice, totals] = throws.ways @ values / FACES ** (dice + turns)
    return chances


def template() -> NDArray[Any]:
    """Build the state of a game before anything is dealt."""
    state = np.zeros(1, STATE)
    s = state[0]
    for name in ("guild", "token", "prestige", "spot", "spot_deck", "share", "offer_for", "aim"):
        s[name][:] = NONE
    for name in ("wanted", "roller", "holder", "use", "keeper", "proposer", "prize", "prize_spot", "owner", "best"):
        s[name] = NONE
    s["core"][:] = 1
    return state
