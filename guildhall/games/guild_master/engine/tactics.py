"""What a bot does once the Orders lie open: skills, dice, proposals, stances."""

from __future__ import annotations

from guildhall.kernel.annotations import Rules, State, Weights
from guildhall.kernel.containers import BIT, bit_count

from ..language import Op
from ..weights import Weight
from .appraisal import MEAN, chance_by_thumb, chance_of, effect_of_contract, worth_of_contract, worth_of_gold
from .check import face_bonus, penalty_of
from .codes import TOOL_ABILITY, TOOL_BOON, TOOL_FACES, OptionId, Phase
from .guild import target_of, team_dice
from .state import DICE_LIMIT, NONE, SKILLS, kernel
from .tools import tool_amount, tool_left, tool_op

_INSTEAD = 0.8  # Fame that a team brings home from Wandering when the Contract is gone
_LIKELY = 0.8  # how sure a rival's stance is taken to be


# --- Checks ---


@kernel
def value_of_skill(s: State, R: Rules, W: Weights, b: int, skill: int) -> float:
    """The skill of a check: its chance, or without a target its dice."""
    dice = team_dice(s, R, b, s.team[b, s.space], skill)
    if s.wanted == NONE:
        return 1.0 * dice
    return chance_of(s, R, W, b, skill, min(DICE_LIMIT, dice), target_of(s, R, s.wanted, skill)) + 0.001 * dice


@kernel
def deficit(s: State, b: int) -> int:
    """What is missing to the target; a check without one always wants more."""
    total = int(s.plus)
    for i in range(s.dice_n[b]):
        total += int(s.dice[b, i])
    return int(s.target - total) if s.target > 0 else 1


@kernel
def gain_of_tool(R: Rules, tool: int, op: int, face: int) -> float:
    """What a tool adds on average."""
    if op == Op.SET_DIE:
        return 1.0 * (tool_amount(R, tool, op) - face)
    if op == Op.ADD_DICE:
        return MEAN * tool_amount(R, tool, op)
    return 1.0 * tool_amount(R, tool, op) if op == Op.ADD_RESULT else MEAN - face


@kernel
def value_of_tool(s: State, R: Rules, W: Weights, b: int, code: int) -> float:
    """What a tool adds on average; a Boon is kept unless it may decide."""
    if code == OptionId.DONE:
        return 0.0
    tool = (code - OptionId.MODIFY) // TOOL_FACES
    face = (code - OptionId.MODIFY) % TOOL_FACES
    op = tool_op(s, R, tool)
    gain = gain_of_tool(R, tool, op, face)
    missing = deficit(s, b)
    if W[b, Weight.EXACT] > 0.0:
        return value_of_best_tool(s, R, b, tool, face, op, gain)
    if missing <= 0:
        return -1.0
    if tool >= TOOL_BOON and (s.target == 0 or gain + 2.0 < missing):
        return -1.0
    return 0.1 * gain if tool >= TOOL_BOON else gain


@kernel
def sure_gain(s: State, R: Rules, b: int) -> int:
    """What fixers and additions that cost nothing would still add: every fixer for the lowest die that is left."""
    gain = 0
    changed = 0
    for i in range(-1, s.member_n[b]):
        tool = 0 if i < 0 else TOOL_ABILITY + int(s.member[b, i])
        if not tool_left(s, R, tool):
            continue
        op = tool_op(s, R, tool)
        if op == Op.ADD_RESULT:
            gain += tool_amount(R, tool, op)
        elif op == Op.SET_DIE:
            low = NONE
            for die in range(s.dice_n[b]):
                if changed & BIT[die] == 0 and (low == NONE or s.dice[b, die] < s.dice[b, low]):
                    low = die
            if low != NONE:
                changed |= BIT[low]
                gain += max(0, tool_amount(R, tool, op) - int(s.dice[b, low]))
    return int(gain)


@kernel
def value_of_best_tool(s: State, R: Rules, b: int, tool: int, face: int, op: int, gain: float) -> float:
    """By best use: more dice first, then the lowest die anew while fixers do not reach the target, then fixers."""
    missing = deficit(s, b)
    if s.target > 0:
        missing -= face_bonus(s, R, b)
        if missing <= 0:
            return -1.0
    if tool >= TOOL_BOON:
        return 0.1 if s.target > 0 and gain + 1.0 >= missing else -1.0
    if op == Op.ADD_DICE:
        return 30.0
    sure = sure_gain(s, R, b)
    if op == Op.REROLL:
        for die in range(s.dice_n[b]):
            if s.dice[b, die] < face:
                return -1.0
        wanted = sure < missing if s.target > 0 else sure > 0 or face < MEAN
        return 20.0 if wanted and face < 6 else -1.0
    return 1.0 + gain if gain > 0.0 else -1.0


# --- Stances ---


@kernel
def best_dice(s: State, R: Rules, b: int, skill: int) -> int:
    """The dice of a Guild's team in a skill, at most ten."""
    return int(min(DICE_LIMIT, team_dice(s, R, b, s.team[b, s.space], skill)))


@kernel
def is_feuding(s: State, R: Rules, other: int) -> bool:
    """Whether a rival seems better off against all: by thumb, from what lies open."""
    alone = 0.0
    together = 0.0
    for skill in range(SKILLS):
        if R.target[s.wanted, skill] > 0:
            dice = best_dice(s, R, other, skill)
            target = target_of(s, R, s.wanted, skill)
            alone = max(alone, chance_by_thumb(s, R, other, skill, dice, target + dice))
            together = max(together, chance_by_thumb(s, R, other, skill, min(DICE_LIMIT, dice + 2), target))
    fame = 1.0 * R.fame[s.wanted]
    gold = 0.5 * R.reward[s.wanted]
    return alone * (fame + gold) > together * (fame + gold / bit_count(s.party))


@kernel
def chance_alone(s: State, R: Rules, W: Weights, b: int, is_conflict: bool, more: int) -> float:
    """The best chance of the own team, with so many dice more, under the Skill Check Penalty or not."""
    best = 0.0
    for skill in range(SKILLS):
        if R.target[s.wanted, skill] > 0:
            dice = min(DICE_LIMIT, best_dice(s, R, b, skill) + more)
            target = target_of(s, R, s.wanted, skill)
            if is_conflict:
                target += penalty_of(s, R, b, skill)
            best = max(best, chance_of(s, R, W, b, skill, dice, target))
    return best


@kernel
def chance_free(s: State, R: Rules, b: int) -> float:
    """The chance that no rival takes the Contract in conflict, as far as stances can be guessed."""
    free = 1.0
    for i in range(s.order_n):
        other = int(s.order[i])
        if other != b:
            best = 0.0
            for skill in range(SKILLS):
                if R.target[s.wanted, skill] > 0:
                    dice = best_dice(s, R, other, skill)
                    target = target_of(s, R, s.wanted, skill) + dice
                    best = max(best, chance_by_thumb(s, R, other, skill, dice, target))
            free *= 1.0 - best * (_LIKELY if is_feuding(s, R, other) else 1.0 - _LIKELY)
    return free


@kernel
def value_of_stance(s: State, R: Rules, W: Weights, b: int, code: int) -> float:
    """Conflict: alone against the raised target for everything; cooperation: together for a share."""
    whole = worth_of_contract(s, R, W, b, s.wanted, 1)
    shared = worth_of_contract(s, R, W, b, s.wanted, bit_count(s.party))
    if W[b, Weight.EXACT] == 0.0:
        if code == OptionId.CONFLICT:
            return (chance_alone(s, R, W, b, True, 0) + W[b, Weight.FEUD]) * whole
        return chance_alone(s, R, W, b, False, 2) * shared
    free = chance_free(s, R, b)
    if code == OptionId.CONFLICT:
        return (chance_alone(s, R, W, b, True, 0) * (0.5 + 0.5 * free) + W[b, Weight.FEUD]) * whole
    return free * chance_alone(s, R, W, b, False, 2) * shared + (1.0 - free) * _INSTEAD


# --- Negotiation ---


@kernel
def usual_share(s: State, R: Rules, W: Weights, b: int) -> float:
    """Return what the default split gives a Guild on average, Fame aside."""
    return (worth_of_gold(s, R, W, b) * R.reward[s.wanted] + effect_of_contract(R, s.wanted)) / s.order_n


@kernel
def part_for_others(s: State, R: Rules, W: Weights, b: int, takes_effect: bool) -> int:
    """Return the Gold that each rival must be offered so that it accepts, as a bot of the same weights would."""
    if W[b, Weight.EXACT] == 0.0:
        return int(R.reward[s.wanted] // s.order_n)
    missing = W[b, Weight.DEAL] * usual_share(s, R, W, b)
    if not takes_effect:
        missing -= effect_of_contract(R, s.wanted) / s.order_n
    price = worth_of_gold(s, R, W, b)
    part = 0
    while part * price < missing:
        part += 1
    return part


@kernel
def own_part(s: State, R: Rules, W: Weights, b: int, takes_effect: bool) -> float:
    """Return what is left for the proposer, Fame aside; less than nothing if the Gold does not suffice."""
    gold = R.reward[s.wanted] - part_for_others(s, R, W, b, takes_effect) * (s.order_n - 1)
    if gold < 0:
        return -1.0
    effect = effect_of_contract(R, s.wanted)
    return worth_of_gold(s, R, W, b) * gold + (effect if takes_effect else effect / s.order_n)


@kernel
def takes_effect(s: State, R: Rules, W: Weights, b: int) -> bool:
    """Whether a proposal keeps Bonus and card for the proposer; else both stay open."""
    return W[b, Weight.EXACT] == 0.0 or own_part(s, R, W, b, True) >= own_part(s, R, W, b, False)


@kernel
def is_fair(s: State, R: Rules, W: Weights, b: int) -> bool:
    """Whether a proposal that rivals accept is worth as much to the proposer as it asks of others."""
    if W[b, Weight.EXACT] == 0.0:
        return True
    own = own_part(s, R, W, b, takes_effect(s, R, W, b))
    return own >= 0.0 and own >= W[b, Weight.DEAL] * usual_share(s, R, W, b)


@kernel
def share_wanted(s: State, R: Rules, W: Weights, b: int, seat: int) -> int:
    """Return the Gold that a proposal of `b` gives a Guild; what is left over goes to itself."""
    part = part_for_others(s, R, W, b, takes_effect(s, R, W, b))
    return int(R.reward[s.wanted] - part * (s.order_n - 1) if seat == b else part)


@kernel
def value_of_deal(s: State, R: Rules, W: Weights, b: int) -> float:
    """What a proposal is worth beyond the default split, of which it must be worth a part."""
    gold = worth_of_gold(s, R, W, b)
    effect = effect_of_contract(R, s.wanted)
    worth = gold * s.share[b] if s.share[b] != NONE else gold * R.reward[s.wanted] / s.order_n
    holder = s.holder if s.holder != NONE else s.keeper
    worth += effect / s.order_n if holder == NONE else effect * (holder == b)
    return worth - W[b, Weight.DEAL] * usual_share(s, R, W, b)


@kernel
def value_of_proposal(s: State, R: Rules, W: Weights, b: int, code: int) -> float:
    """Propose once, where cooperation is wanted and the others will accept: the rest, Bonus and card for itself."""
    phase = s.phase
    if phase == Phase.NEGOTIATE:
        wants = value_of_stance(s, R, W, b, OptionId.COOPERATE.value) > value_of_stance(
            s, R, W, b, OptionId.CONFLICT.value
        )
        proposes = wants and s.talks < s.order_n and is_fair(s, R, W, b)
        return 1.0 if (code == OptionId.PROPOSE) == proposes else 0.0
    if code == OptionId.UNSETTLED:
        if phase == Phase.USE:
            return 1.0
        return 2.0 if phase != Phase.SHARE and not takes_effect(s, R, W, b) else -99.0
    if phase == Phase.SHARE:
        return -1.0 * abs(code - OptionId.SHARE - share_wanted(s, R, W, b, int(s.order[s.at])))
    if phase == Phase.HOLDER:
        return 1.0 if code == OptionId.HOLDER + b else 0.0
    return 1.0 if code == OptionId.KEEPER + b else 0.0


@kernel
def value_of_contest(s: State, R: Rules, W: Weights, b: int, code: int) -> float:
    """Negotiation, stances and targets."""
    phase = s.phase
    if phase == Phase.ACCEPT:
        return 1.0 if (value_of_deal(s, R, W, b) >= 0.0) == (code == OptionId.ACCEPT) else 0.0
    if phase == Phase.STANCE:
        return value_of_stance(s, R, W, b, code)
    if phase == Phase.AIM:
        return value_of_skill(s, R, W, b, code - OptionId.AIM)
    return value_of_proposal(s, R, W, b, code)
