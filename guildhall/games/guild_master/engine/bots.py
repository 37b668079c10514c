"""The value of an option to a weighted bot, computed from its seat's knowledge."""

from __future__ import annotations

from guildhall.kernel.annotations import Ints, Rules, State, Weights
from guildhall.kernel.containers import BIT, bit_count

from ..language import Op
from ..reading import TRACK
from ..weights import Weight
from .check import face_bonus, penalty_of, tool_amount, tool_left, tool_op
from .guild import (
    best_rank,
    bid_change,
    event_change,
    hire_cost,
    may_add_core,
    order_spaces,
    size_at,
    target_of,
    team_dice,
)
from .orders import is_open
from .rounds import trade_effect
from .state import (
    CORES,
    DICE_LIMIT,
    NONE,
    SEATS,
    SKILLS,
    TOOL_ABILITY,
    TOOL_BOON,
    TOOL_FACES,
    TOTALS,
    Moon,
    Objective,
    OptionId,
    Phase,
    kernel,
)
from .worth import (
    BITS,
    LIST,
    MEAN,
    SURE,
    best_building,
    busy_members,
    chance_by_thumb,
    chance_of,
    costs_of,
    dice_with_best,
    effect_of_contract,
    next_best,
    weakest,
    worth_in_company,
    worth_of_attempt,
    worth_of_contract,
    worth_of_core,
    worth_of_gold,
    worth_of_objective,
    worth_of_prestige,
    worth_of_skill,
    worth_of_wandering,
)

_INSTEAD = 0.8  # Fame that a team gains by Wandering when the Contract is gone
_LIKELY = 0.8  # assumed certainty of a rival's stance


# --- Checks ---


@kernel
def value_of_skill(s: State, R: Rules, W: Weights, b: int, skill: int) -> float:
    """Value a skill for a check by its chance, or by its dice if there is no target."""
    dice = team_dice(s, R, b, s.team[b, s.space], skill)
    if s.wanted == NONE:
        return 1.0 * dice
    return chance_of(s, R, W, b, skill, min(DICE_LIMIT, dice), target_of(s, R, s.wanted, skill)) + 0.001 * dice


@kernel
def deficit(s: State, b: int) -> int:
    """Return how far the check is below its target. A check without a target always wants more."""
    total = int(s.plus)
    for i in range(s.dice_n[b]):
        total += int(s.dice[b, i])
    return int(s.target - total) if s.target > 0 else 1


@kernel
def gain_of_tool(R: Rules, tool: int, op: int, face: int) -> float:
    """Return the average gain from a tool."""
    if op == Op.SET_DIE:
        return 1.0 * (tool_amount(R, tool, op) - face)
    if op == Op.ADD_DICE:
        return MEAN * tool_amount(R, tool, op)
    return 1.0 * tool_amount(R, tool, op) if op == Op.ADD_RESULT else MEAN - face


@kernel
def value_of_tool(s: State, R: Rules, W: Weights, b: int, code: int) -> float:
    """Value a tool by its average gain. A Boon is saved unless it may decide the check."""
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
    """Return the gain from all remaining free fixers and additions, with each fixer used on the lowest die left."""
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
    """Value a tool in the best order of use.

    More dice come first, then re-rolls of the lowest die while fixers cannot reach the target, then fixers.
    """
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
    """Return the dice of a Guild's team in a skill, at most ten."""
    return int(min(DICE_LIMIT, team_dice(s, R, b, s.team[b, s.space], skill)))


@kernel
def is_feuding(s: State, R: Rules, other: int) -> bool:
    """True if a rival seems better off in conflict, by a rule of thumb from public information."""
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
    """Return the team's best chance with `more` extra dice, with or without the Skill Check Penalty."""
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
    """Estimate the chance that no rival takes the Contract in conflict."""
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
    """Value a stance: conflict for the whole reward against the raised target, or cooperation for a share."""
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
    """Return a Guild's average gain from the default split, excluding Fame."""
    return (worth_of_gold(s, R, W, b) * R.reward[s.wanted] + effect_of_contract(R, s.wanted)) / s.order_n


@kernel
def part_for_others(s: State, R: Rules, W: Weights, b: int, takes_effect: bool) -> int:
    """Return the Gold each rival must be offered to accept, assuming that it uses the same weights."""
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
    """Return the proposer's remainder, excluding Fame. It is negative if the Gold does not suffice."""
    gold = R.reward[s.wanted] - part_for_others(s, R, W, b, takes_effect) * (s.order_n - 1)
    if gold < 0:
        return -1.0
    effect = effect_of_contract(R, s.wanted)
    return worth_of_gold(s, R, W, b) * gold + (effect if takes_effect else effect / s.order_n)


@kernel
def takes_effect(s: State, R: Rules, W: Weights, b: int) -> bool:
    """True if a proposal gives Bonus and card to the proposer. Otherwise it settles neither."""
    return W[b, Weight.EXACT] == 0.0 or own_part(s, R, W, b, True) >= own_part(s, R, W, b, False)


@kernel
def is_fair(s: State, R: Rules, W: Weights, b: int) -> bool:
    """True if a proposal that rivals accept is worth as much to the proposer as it demands of others."""
    if W[b, Weight.EXACT] == 0.0:
        return True
    own = own_part(s, R, W, b, takes_effect(s, R, W, b))
    return own >= 0.0 and own >= W[b, Weight.DEAL] * usual_share(s, R, W, b)


@kernel
def share_wanted(s: State, R: Rules, W: Weights, b: int, seat: int) -> int:
    """Return the Gold that a proposal by `b` gives a Guild. The proposer gets the remainder."""
    part = part_for_others(s, R, W, b, takes_effect(s, R, W, b))
    return int(R.reward[s.wanted] - part * (s.order_n - 1) if seat == b else part)


@kernel
def value_of_deal(s: State, R: Rules, W: Weights, b: int) -> float:
    """Value a proposal relative to the share of the default split that the bot demands."""
    gold = worth_of_gold(s, R, W, b)
    effect = effect_of_contract(R, s.wanted)
    worth = gold * s.share[b] if s.share[b] != NONE else gold * R.reward[s.wanted] / s.order_n
    holder = s.holder if s.holder != NONE else s.keeper
    worth += effect / s.order_n if holder == NONE else effect * (holder == b)
    return worth - W[b, Weight.DEAL] * usual_share(s, R, W, b)


@kernel
def proposes(s: State, R: Rules, W: Weights, b: int) -> bool:
    """True if the bot wants cooperation and expects the others to accept its proposal, which it makes once."""
    if s.talks >= s.order_n or not is_fair(s, R, W, b):
        return False
    together = value_of_stance(s, R, W, b, OptionId.COOPERATE.value)
    return together > value_of_stance(s, R, W, b, OptionId.CONFLICT.value)


@kernel
def value_of_proposal(s: State, R: Rules, W: Weights, b: int, code: int, wanted: int) -> float:
    """Value a proposal. The bot claims the remaining Gold, the Bonus and the card for itself."""
    phase = s.phase
    if phase == Phase.NEGOTIATE:
        return 1.0 if (code == OptionId.PROPOSE) == (wanted == 1) else 0.0
    if code == OptionId.UNSETTLED:
        if phase == Phase.USE:
            return 1.0
        return 2.0 if phase != Phase.SHARE and not takes_effect(s, R, W, b) else -99.0
    if phase == Phase.SHARE:
        return -1.0 * abs(code - OptionId.SHARE - wanted)
    if phase == Phase.HOLDER:
        return 1.0 if code == OptionId.HOLDER + b else 0.0
    return 1.0 if code == OptionId.KEEPER + b else 0.0


@kernel
def value_of_contest(s: State, R: Rules, W: Weights, b: int, code: int, wanted: int) -> float:
    """Value an option of negotiation, stances or targets."""
    phase = s.phase
    if phase == Phase.ACCEPT:
        return 1.0 if (value_of_deal(s, R, W, b) >= 0.0) == (code == OptionId.ACCEPT) else 0.0
    if phase == Phase.STANCE:
        return value_of_stance(s, R, W, b, code)
    if phase == Phase.AIM:
        return value_of_skill(s, R, W, b, code - OptionId.AIM)
    return value_of_proposal(s, R, W, b, code, wanted)


# --- Planning ---

_SKILL = 8  # a plan is objective * 8 + skill
_BUILDERS = 3  # Builders to pay for: a Skill and a Core Upgrade, or level III (unused Gold comes back)
_ALONE = 7  # stands for a skill in a plan: a team of one, the weakest member


@kernel
def plan_of(s: State, R: Rules, W: Weights, b: int, team: int, taken: int, places: int, harder: int) -> int:
    """Return the best objective for the current Order Space, with the skill that its team needs."""
    dice = dice_with_best(s, R, b, team, taken, places)
    bids = bid_change(s, R, b)
    rank = best_rank(s, R, b)
    best = worth_of_wandering(s, R, W, b, dice, harder)
    plan = Objective.NO_CARD * _SKILL + skill_for(s, R, W, b, NONE, dice, harder)
    for objective in range(Objective.BUILDERS.value, Objective.PLANNED.value):
        if is_open(s, b, objective):
            worth = worth_of_objective(s, R, W, b, objective, dice, harder, bids, rank)
            worth = worth_in_company(s, R, W, b, objective, worth)
            if worth > best:
                best = worth
                plan = objective * _SKILL + _ALONE
                if objective >= Objective.CONTRACT:
                    card = int(s.spot[objective - Objective.CONTRACT])
                    plan = objective * _SKILL + skill_for(s, R, W, b, card, dice, harder)
    return int(plan)


@kernel
def skill_for(s: State, R: Rules, W: Weights, b: int, card: int, dice: int, harder: int) -> int:
    """Return the best skill of packed dice: by chance for a Contract, otherwise by the number of dice."""
    best = -1.0
    chosen = 0
    for skill in range(SKILLS):
        n = (dice >> (BITS * skill)) & LIST
        value = 1.0 * n
        if card != NONE:
            value = -1.0
            if R.target[card, skill] > 0:
                value = chance_of(s, R, W, b, skill, n, R.target[card, skill] + harder)
        if value > best:
            best = value
            chosen = skill
    return chosen


@kernel
def planned_team(s: State, R: Rules, W: Weights, b: int, team: int, taken: int, places: int) -> int:
    """Return the members planned to join the team, as bits."""
    harder = event_change(s, R, Op.TARGETS)
    plan = plan_of(s, R, W, b, team, taken, places, harder)
    skill = plan % _SKILL
    if skill == _ALONE:
        alone = weakest(s, R, b, taken)
        return 0 if team != 0 or alone == NONE else int(BIT[alone])
    target = 61
    if plan // _SKILL >= Objective.CONTRACT:
        target = R.target[int(s.spot[plan // _SKILL - Objective.CONTRACT]), skill] + harder
    joining = 0
    for _ in range(places):
        dice = team_dice(s, R, b, team | joining, skill)
        best = next_best(s, R, b, taken | joining, skill)
        if best == NONE or chance_of(s, R, W, b, skill, dice, target) > SURE:
            break
        joining |= BIT[best]
    return int(joining)


@kernel
def joining(s: State, R: Rules, W: Weights, b: int) -> int:
    """Return the members still to join the planned team, as bits. Picks must be in order."""
    team = int(s.team[b, s.space])
    taken = busy_members(s, b)
    if team != 0:
        taken |= (BIT[highest(team)] << 1) - 1
    return planned_team(s, R, W, b, team, taken, size_at(s, R, b, s.space) - s.pick)


@kernel
def value_of_pick(s: State, b: int, code: int, wanted: int) -> float:
    """Value a member for the planned team, the earliest highest."""
    if code == OptionId.DONE:
        return 0.0
    for i in range(s.member_n[b]):
        if s.member[b, i] == code - OptionId.PICK:
            return 100.0 - i if wanted & BIT[i] != 0 else -1.0
    return -1.0


@kernel
def highest(bits: int) -> int:
    """Return the index of the highest bit."""
    place = 0
    while bits > 1:
        bits >>= 1
        place += 1
    return place


@kernel
def value_of_order(s: State, R: Rules, W: Weights, b: int, objective: int) -> float:
    """Value an Order Card for the chosen team."""
    team = s.team[b, s.space]
    if objective == Objective.NO_CARD:
        dice = dice_with_best(s, R, b, team, 0, 0)
        return worth_of_wandering(s, R, W, b, dice, event_change(s, R, Op.TARGETS))
    if objective < Objective.CONTRACT:
        bids = bid_change(s, R, b)
        worth = worth_of_objective(s, R, W, b, objective, 0, 0, bids, best_rank(s, R, b))
        return worth_in_company(s, R, W, b, objective, worth)
    card = int(s.spot[objective - Objective.CONTRACT])
    harder = event_change(s, R, Op.TARGETS)
    best = 0.0
    for skill in range(SKILLS):
        if R.target[card, skill] > 0:
            dice = min(DICE_LIMIT, team_dice(s, R, b, team, skill))
            best = max(best, chance_of(s, R, W, b, skill, dice, R.target[card, skill] + harder))
    return worth_in_company(s, R, W, b, objective, best * worth_of_contract(s, R, W, b, card, 1))


@kernel
def gold_wanted(s: State, R: Rules, W: Weights, b: int) -> int:
    """Return the Gold for the chosen Order: the price of some Builders, or a bid above the minimum."""
    objective = int(s.card[b, s.space])
    if objective == Objective.BUILDERS:
        builders = _BUILDERS
        if W[b, Weight.EXACT] > 0.0:
            if s.space + 1 == order_spaces(s, R, b):
                return int(s.gold[b])  # unused Gold comes back
            builders = builders_wanted(s, R, W, b) + 1
        total = 0
        for builder in range(builders):
            total += R.cost[min(s.marker + builder, TRACK - 1)]
        return int(total)
    if objective == Objective.NO_CARD or objective >= Objective.CONTRACT:
        return 0
    moon = Moon.HALF if s.turn_no % 2 == 1 else Moon.FULL
    return int(R.minimum[objective - Objective.RECRUIT, moon] + W[b, Weight.BID])


@kernel
def builders_wanted(s: State, R: Rules, W: Weights, b: int) -> int:
    """Return the number of Builders needed for a Guild's best building."""
    dice = dice_with_best(s, R, b, 0, 0, size_at(s, R, b, s.space))
    return int(best_building(s, R, W, b, costs_of(s, R, b), dice)[0])


@kernel
def value_of_plan(s: State, R: Rules, W: Weights, b: int, code: int, wanted: int) -> float:
    """Value one choice of planning."""
    if code >= OptionId.GOLD:
        return -1.0 * abs(code - OptionId.GOLD - wanted)
    if code >= OptionId.PICK or code == OptionId.DONE:
        return value_of_pick(s, b, code, wanted)
    return value_of_order(s, R, W, b, code - OptionId.ORDER)


# --- The Action Phase ---


@kernel
def guild_dice(s: State, R: Rules, b: int, skill: int) -> int:
    """Return all dice of a Guild in a skill, at most ten."""
    return int(min(DICE_LIMIT, team_dice(s, R, b, BIT[s.member_n[b]] - 1, skill)))


@kernel
def value_of_build(s: State, R: Rules, W: Weights, b: int, code: int) -> float:
    """Value an Upgrade, minus the worth of its Builders' Gold."""
    if code == OptionId.NOTHING or code == OptionId.DONE:
        return 0.0
    if code >= OptionId.PRESTIGE:
        cost = hire_cost(s, R, b, R.prestige_cost[code - OptionId.PRESTIGE])
        return worth_of_prestige(s, R, W, b, code - OptionId.PRESTIGE) - worth_of_gold(s, R, W, b) * cost
    if code >= OptionId.CORE:
        core = code - OptionId.CORE
        cost = hire_cost(s, R, b, R.core_cost[core, s.core[b, core] + 1])
        return worth_of_core(s, R, W, b, core) - worth_of_gold(s, R, W, b) * cost
    builders = R.skill_cost[(code - OptionId.BUILD) // 2]
    worth = value_of_side(s, R, W, b, code - OptionId.BUILD)
    best = worth - worth_of_gold(s, R, W, b) * hire_cost(s, R, b, builders)
    if W[b, Weight.EXACT] > 0.0:  # a Core Upgrade may follow
        for core in range(CORES):
            if may_add_core(s, R, b, core):
                cost = hire_cost(s, R, b, builders + R.core_cost[core, s.core[b, core] + 1])
                if cost <= s.bid[b, s.space]:
                    best = max(best, worth + worth_of_core(s, R, W, b, core) - worth_of_gold(s, R, W, b) * cost)
    return best


@kernel
def value_of_side(s: State, R: Rules, W: Weights, b: int, choice: int) -> float:
    """Value a side of a Skill Upgrade. An exact bot prefers the side that adds more to its dice."""
    dice = guild_dice(s, R, b, choice // 2)
    worth = worth_of_skill(s, R, W, b, choice // 2, dice)
    if W[b, Weight.EXACT] > 0.0:
        for target in range(1, TOTALS):  # all targets have equal weight
            worth += 0.001 * (R.chance[5, 0, dice, target] if choice % 2 == 0 else R.chance[0, 2, dice, target])
    return worth


@kernel
def value_of_action(s: State, R: Rules, W: Weights, b: int, code: int) -> float:
    """Value an option of the Action Phase: Orders, checks and substitutes."""
    phase = s.phase
    if phase == Phase.BUILD or phase == Phase.BUILD_CORE:
        return value_of_build(s, R, W, b, code)
    if phase == Phase.SKILL:
        return value_of_skill(s, R, W, b, code - OptionId.SKILL)
    if phase == Phase.MODIFY:
        return value_of_tool(s, R, W, b, code)
    if phase == Phase.TIE:
        return -1.0 * (code - OptionId.TIE)
    if code >= OptionId.BOON:
        return 50.0
    if phase == Phase.DECLARE:
        return 1.0 if code == OptionId.CARRY_OUT else 0.0
    dice = dice_with_best(s, R, b, s.team[b, s.space], 0, 0)
    if code == OptionId.WANDER:
        tens = (MEAN * ((dice >> (BITS * skill_for(s, R, W, b, NONE, dice, 0))) & LIST) - 4.5) / 10.0
        return max(0.0, tens) + worth_of_gold(s, R, W, b) * max(1.0, tens)
    return worth_of_attempt(s, R, W, b, code - OptionId.PRIVATE, dice, event_change(s, R, Op.TARGETS))


# --- Effects, set-up ---


@kernel
def value_of_choice(s: State, R: Rules, W: Weights, b: int, choice: int) -> float:
    """Value a choice for an effect: prefer the leading rival, or the better Upgrade."""
    op = s.queue[0, 0]
    if op == Op.SKILL_UPGRADE:
        return value_of_side(s, R, W, b, choice)
    if op == Op.CORE_UPGRADE:
        return worth_of_core(s, R, W, b, choice)
    if op == Op.GIVE_GOLD:
        return -1.0 * s.points[choice]
    return 1.0 * s.points[choice] if choice < SEATS else 0.0


@kernel
def value_of_deck(s: State, R: Rules, W: Weights, b: int, deck: int) -> float:
    """Value the deck of the next Contract by the Guild's best team, using typical targets of 9, 16 and 25."""
    dice = dice_with_best(s, R, b, 0, 0, size_at(s, R, b, 1))
    n = (dice >> (BITS * skill_for(s, R, W, b, NONE, dice, 0))) & LIST
    target = 9 if deck == 0 else 16 if deck == 1 else 25
    return R.chance[0, 0, min(DICE_LIMIT, n), target] * (target - 4)


@kernel
def value_of_early(s: State, R: Rules, W: Weights, b: int, code: int) -> float:
    """Value an option of set-up, trades or the Plot Phase."""
    phase = s.phase
    if phase == Phase.SIDE:
        return 1.0 if code == OptionId.SIDE else 0.0
    if phase == Phase.PLACE:
        dice = dice_with_best(s, R, b, 0, 0, 2)
        return -worth_of_attempt(s, R, W, b, code - OptionId.PLACE, dice, 0)
    if phase == Phase.TRADE:
        gain = trade_effect(R, s.wanted, 2) - worth_of_gold(s, R, W, b) * trade_effect(R, s.wanted, 1)
        return gain if code == OptionId.PAY else 0.0
    return 0.0 if code == OptionId.DONE else 1.0


@kernel
def weigh_up(s: State, R: Rules, W: Weights, b: int, opts: Ints, n: int) -> int:
    """Return what the bot wants in this decision: Gold to bid or offer, members as bits, or 1 to propose."""
    phase = s.phase
    if phase == Phase.PLAN:
        highest_code = max(opts[0], opts[n - 1])
        if highest_code >= OptionId.GOLD:
            return gold_wanted(s, R, W, b)
        return joining(s, R, W, b) if highest_code >= OptionId.PICK else 0
    if phase == Phase.NEGOTIATE:
        return int(proposes(s, R, W, b))
    return share_wanted(s, R, W, b, int(s.order[s.at])) if phase == Phase.SHARE else 0


@kernel
def value_by(s: State, R: Rules, W: Weights, b: int, code: int, wanted: int) -> float:
    """Return the score of an option, given the result of `weigh_up`."""
    phase = s.phase
    if phase == Phase.PLAN:
        return value_of_plan(s, R, W, b, code, wanted)
    if phase < Phase.PLAN:
        return value_of_early(s, R, W, b, code)
    if phase <= Phase.TIE:
        return value_of_action(s, R, W, b, code)
    if phase <= Phase.AIM:
        return value_of_contest(s, R, W, b, code, wanted)
    if phase == Phase.CHOOSE:
        return value_of_choice(s, R, W, b, code - OptionId.CHOICE)
    if phase == Phase.REPLACE:
        return value_of_deck(s, R, W, b, code - OptionId.DECK)
    return 1.0 if code == OptionId.NO_OFFER else 0.0
