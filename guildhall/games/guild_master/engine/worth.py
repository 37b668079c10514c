"""The worth of things to bots, in Fame: checks, Contracts, Adventurers and Upgrades, with and without rivals."""

from __future__ import annotations

import numpy as np

from guildhall.kernel.annotations import Pair, Rules, State, Weights
from guildhall.kernel.chance import coin_at, throw
from guildhall.kernel.containers import BIT, bit_count, lowest_bit

from ..language import Op
from ..reading import TRACK
from ..weights import Weight
from .guild import (
    best_rank,
    event_change,
    free_builders,
    gold_of,
    is_active,
    may_add_core,
    may_add_prestige,
    may_add_skill,
    own_change,
)
from .rounds import count_for
from .state import (
    CORES,
    DICE_LIMIT,
    GOLD_PER_FAME,
    NONE,
    REROLLS,
    SEATS,
    SKILLS,
    SPACES,
    TOTALS,
    Core,
    Kind,
    Moon,
    Objective,
    Rank,
    kernel,
)

BITS = 8  # bits per skill in a packed list of dice
LIST = 255
_COST = 10  # bits per cost in a packed list
_COSTS = 1023
_EFFECT = 0.5  # assumed Fame of a Contract's effect
_FIXER = 3  # gain in the result from a Dice fixer, as the rulebook advises
SURE = 0.95  # a chance that needs no further Adventurers
MEAN = 3.5  # average of a die


@kernel
def rounds_left(s: State, R: Rules) -> int:
    """Return the number of Rounds after this one."""
    return int(R.rounds - s.turn_no)


@kernel
def worth_of_gold(s: State, R: Rules, W: Weights, b: int) -> float:
    """Return the worth of one Gold. For an exact bot it falls each Round, down to the fifth paid at the end."""
    worth = W[b, Weight.GOLD]
    if W[b, Weight.EXACT] > 0.0:
        at_end = 1.0 / GOLD_PER_FAME
        worth = at_end + (worth - at_end) * rounds_left(s, R) / (R.rounds - 1)
    return worth


@kernel
def chance_by_thumb(s: State, R: Rules, b: int, skill: int, dice: int, target: int) -> float:
    """Estimate the chance of a check, with a fixer as a lower target and a re-roll as one more die."""
    if dice == 0:
        return 0.0
    if s.fixer[b] & BIT[skill] != 0:
        target -= _FIXER
    n = dice + (1 if s.reroll[b] & BIT[skill] != 0 else 0)
    return R.chance[0, 0, min(n, DICE_LIMIT), max(0, min(target, TOTALS - 1))]


@kernel
def exact_chance(s: State, R: Rules, b: int, skill: int, dice: int, target: int) -> float:
    """Return the chance of a check with the Skill Upgrade and all abilities. A second fixer counts as a re-roll."""
    if dice == 0:
        return 0.0
    fixed = 5 if s.fixer[b] & BIT[skill] != 0 else 0
    rerolls = 2 if s.reroll[b] & BIT[skill] != 0 else 0
    for i in range(s.member_n[b]):
        card = int(s.member[b, i])
        op = R.op[card]
        if op == Op.NONE or op > Op.ADD_RESULT or R.plot[card] == 1 or not is_active(s, R, card):
            continue
        if op == Op.SET_DIE:
            rerolls += fixed != 0
            fixed = max(fixed, R.amount[card])
        elif op == Op.REROLL:
            rerolls += R.amount[card]
        elif op == Op.ADD_RESULT:
            target -= R.amount[card]
        elif R.detail[card] < 0 or R.detail[card] == skill:
            dice += R.amount[card]
    return R.chance[fixed, min(rerolls, REROLLS - 1), min(dice, DICE_LIMIT), max(0, min(target, TOTALS - 1))]


@kernel
def chance_of(s: State, R: Rules, W: Weights, b: int, skill: int, dice: int, target: int) -> float:
    """Return the chance of a check by the bot's method."""
    if W[b, Weight.EXACT] > 0.0:
        return exact_chance(s, R, b, skill, dice, target)
    return chance_by_thumb(s, R, b, skill, dice, target)


@kernel
def effect_of_contract(R: Rules, card: int) -> float:
    """Return the worth of a Bonus or a Boon."""
    return _EFFECT if R.kind[card] == Kind.BONUS or R.kind[card] == Kind.BOON else 0.0


@kernel
def worth_of_contract(s: State, R: Rules, W: Weights, b: int, card: int, guilds: int) -> float:
    """Return the worth of a completed Contract with its Gold shared by `guilds` Guilds."""
    return R.fame[card] + (worth_of_gold(s, R, W, b) * R.reward[card] + effect_of_contract(R, card)) / guilds


@kernel
def worth_of_attempt(s: State, R: Rules, W: Weights, b: int, card: int, dice: int, harder: int) -> float:
    """Return a team's best expected worth from a Contract, given its packed dice and the Events' change of targets."""
    best = 0.0
    for skill in range(SKILLS):
        if R.target[card, skill] > 0:
            n = (dice >> (BITS * skill)) & LIST
            best = max(best, chance_of(s, R, W, b, skill, n, R.target[card, skill] + harder))
    return best * worth_of_contract(s, R, W, b, card, 1)


@kernel
def worth_of_wandering(s: State, R: Rules, W: Weights, b: int, dice: int, harder: int) -> float:
    """Return a team's best worth without an Order: a Private Contract, or Wandering."""
    most = 0
    for skill in range(SKILLS):
        most = max(most, (dice >> (BITS * skill)) & LIST)
    tens = max(0.0, (MEAN * most - 4.5) / 10.0)
    best = tens + worth_of_gold(s, R, W, b) * max(1.0, tens)
    left = int(s.private[b])
    while left != 0:
        card = lowest_bit(left)
        left &= left - 1
        best = max(best, worth_of_attempt(s, R, W, b, card, dice, harder))
    return best


# --- Adventurers and Upgrades ---


@kernel
def dice_of(R: Rules, card: int) -> int:
    """Return all dice of an Adventurer."""
    total = 0
    for skill in range(SKILLS):
        total += R.dice[card, skill]
    return int(total)


@kernel
def worth_of_recruit(s: State, R: Rules, W: Weights, b: int, letter: int, bid: int, rank: int) -> float:
    """Return the worth of recruiting on a space for a bid. It is zero if rank or Gold do not suffice."""
    if bid > s.gold[b]:
        return -1.0
    card = int(s.pile[letter, s.pile_n[letter] - 1])
    if R.rank[card] > Rank.ADEPT and rank < R.rank[card] - 1:
        return -1.0
    later = W[b, Weight.RECRUIT] * dice_of(R, card) * rounds_left(s, R)
    return R.worth[card] + later - worth_of_gold(s, R, W, b) * bid


@kernel
def worth_of_core(s: State, R: Rules, W: Weights, b: int, core: int) -> float:
    """Return the worth of the next level of a Core Upgrade. More Orders need enough Adventurers."""
    level = s.core[b, core] + 1
    use = 1.0 * rounds_left(s, R)
    if core == Core.STABLES and s.member_n[b] < 2 * R.core_value[core, level]:
        use *= 0.5
    if core == Core.BAR:
        use *= worth_of_gold(s, R, W, b) * (R.core_value[core, level] - R.core_value[core, level - 1])
    else:
        use *= 2.0 * W[b, Weight.BUILD] + (W[b, Weight.ORDERS] if core == Core.STABLES else 0.0)
    return R.core_fame[core, level] + use


@kernel
def worth_of_skill(s: State, R: Rules, W: Weights, b: int, skill: int, dice: int) -> float:
    """Return the worth of a skill's Upgrade, which grows with the team's dice in it."""
    return R.skill_fame[skill] + 0.1 * W[b, Weight.BUILD] * min(dice, DICE_LIMIT) * rounds_left(s, R)


@kernel
def worth_of_prestige(s: State, R: Rules, W: Weights, b: int, prestige: int) -> float:
    """Return the worth of a Prestige Upgrade.

    An exact bot uses its present and expected count, others the number of Contracts and Adventurers.
    """
    if W[b, Weight.EXACT] > 0.0:
        per = R.prestige_per[prestige]
        n = count_for(s, R, b, per) * (1.0 + W[b, Weight.BUILD] * rounds_left(s, R))
        return n / R.prestige_every[prestige] * R.prestige_fame[prestige]
    kept = bit_count(s.kept[b, 0]) + bit_count(s.kept[b, 1]) + bit_count(s.kept[b, 2])
    return 0.5 * kept + 0.5 * s.member_n[b] + 0.2 * rounds_left(s, R)


@kernel
def costs_of(s: State, R: Rules, b: int) -> int:
    """Return a Guild's cost of one to four Builders, packed."""
    change = own_change(s, R, b, Op.BUILDERS) + event_change(s, R, Op.BUILDERS)
    free = free_builders(s, R, b)
    costs = 0
    total = 0
    for builders in range(1, 5):
        if builders > free:
            total += max(1, R.cost[min(s.marker + builders - 1, TRACK - 1)] + change)
        costs |= total << (_COST * builders)
    return int(costs)


@kernel
def cost_of(costs: int, builders: int) -> int:
    """Return the cost of `builders` Builders. More than four are out of reach."""
    return (costs >> (_COST * builders)) & _COSTS if builders < 5 else _COSTS


@kernel
def best_prestige(s: State, R: Rules, W: Weights, b: int) -> int:
    """Return the best Prestige Upgrade still available, or the first."""
    best = 0.0
    chosen = 0
    for prestige in range(6):
        if may_add_prestige(s, R, b, prestige):
            worth = worth_of_prestige(s, R, W, b, prestige)
            if worth > best:
                best = worth
                chosen = prestige
    return chosen


@kernel
def best_building(s: State, R: Rules, W: Weights, b: int, costs: int, dice: int) -> Pair:
    """Return the best affordable Upgrade for teams of these packed dice: its Builders, its worth in hundredths."""
    best = 0
    wanted = 0
    gold = int(s.gold[b])
    price = worth_of_gold(s, R, W, b)
    best_core = 0.0
    core_builders = 0
    for core in range(CORES):
        if may_add_core(s, R, b, core):
            builders = int(R.core_cost[core, s.core[b, core] + 1])
            cost = cost_of(costs, builders)
            value = worth_of_core(s, R, W, b, core)
            worth = int(100.0 * (value - price * cost))
            if cost <= gold and worth > best:
                best = worth
                wanted = builders
                best_core = value
                core_builders = builders
    exact = W[b, Weight.EXACT] > 0.0
    for skill in range(SKILLS):
        builders = int(R.skill_cost[skill])
        cost = cost_of(costs, builders)
        if cost <= gold and may_add_skill(s, R, b, skill):
            n = (dice >> (BITS * skill)) & LIST
            value = worth_of_skill(s, R, W, b, skill, n)
            worth = int(100.0 * (value - price * cost))
            if worth > best:
                best = worth
                wanted = builders
            both = cost_of(costs, builders + core_builders)
            worth = int(100.0 * (value + best_core - price * both))
            if exact and both <= gold and worth > best:
                best = worth
                wanted = builders + core_builders
    prestige = best_prestige(s, R, W, b)
    cost = cost_of(costs, R.prestige_cost[prestige])
    if cost <= gold and may_add_prestige(s, R, b, prestige):
        worth = int(100.0 * (worth_of_prestige(s, R, W, b, prestige) - price * cost))
        if worth > best:
            best = worth
            wanted = int(R.prestige_cost[prestige])
    return wanted, best


@kernel
def worth_of_hiring(s: State, R: Rules, W: Weights, b: int, dice: int) -> float:
    """Return the worth of an Order for Builders, for teams of these packed dice."""
    wanted, worth = best_building(s, R, W, b, costs_of(s, R, b), dice)
    return 0.01 * worth if wanted > 0 else -1.0


@kernel
def worth_of_objective(
    s: State, R: Rules, W: Weights, b: int, objective: int, dice: int, harder: int, bids: int, rank: int
) -> float:
    """Return the worth of an Order for a team of these packed dice, given changes of targets and bids."""
    if objective == Objective.BUILDERS:
        return worth_of_hiring(s, R, W, b, dice)
    if objective < Objective.CONTRACT:
        letter = objective - Objective.RECRUIT
        moon = Moon.HALF if s.turn_no % 2 == 1 else Moon.FULL
        return worth_of_recruit(s, R, W, b, letter, max(1, R.minimum[letter, moon] + bids), rank)
    return worth_of_attempt(s, R, W, b, int(s.spot[objective - Objective.CONTRACT]), dice, harder)


# --- Teams ---


@kernel
def busy_members(s: State, b: int) -> int:
    """Return the members on an Order Space, as bits."""
    busy = 0
    for space in range(SPACES):
        busy |= s.team[b, space]
    return int(busy)


@kernel
def next_best(s: State, R: Rules, b: int, taken: int, skill: int) -> int:
    """Return the best free member in a skill, or -1 if none has a die."""
    best = NONE
    most = 0
    for i in range(s.member_n[b]):
        if taken & BIT[i] == 0 and R.dice[int(s.member[b, i]), skill] > most:
            best = i
            most = R.dice[int(s.member[b, i]), skill]
    return int(best)


@kernel
def dice_with_best(s: State, R: Rules, b: int, team: int, taken: int, places: int) -> int:
    """Return the packed dice of a team, with its free places filled by the best in each skill."""
    dice = 0
    for skill in range(SKILLS):
        total = 0
        if team != 0:
            for i in range(s.member_n[b]):
                if team & BIT[i] != 0:
                    total += R.dice[int(s.member[b, i]), skill]
        used = taken
        for _ in range(places):
            best = next_best(s, R, b, used, skill)
            if best == NONE:
                break
            used |= BIT[best]
            total += R.dice[int(s.member[b, best]), skill]
        dice |= min(total, DICE_LIMIT) << (BITS * skill)
    return int(dice)


@kernel
def weakest(s: State, R: Rules, b: int, taken: int) -> int:
    """Return the free member with the fewest dice, for work that needs none, or -1."""
    worst = NONE
    fewest = 99
    for i in range(s.member_n[b]):
        if taken & BIT[i] == 0 and dice_of(R, int(s.member[b, i])) < fewest:
            worst = i
            fewest = dice_of(R, int(s.member[b, i]))
    return int(worst)


# --- Rivals may recruit first, and equal Guilds part ways by chance ---

_GRAINS = 1 << 16  # resolution of a whim


@kernel
def whim_for(s: State, b: int, objective: int) -> float:
    """Return a number from 0 to 1 for an objective in this Round, drawn from a seat's number and its hidden cards.

    It stays the same throughout the seat's planning.
    """
    word = coin_at(np.uint64(s.private[b] + 1), int(s.began) * SEATS + b)
    return throw(coin_at(word, objective), _GRAINS)[1] / _GRAINS


@kernel
def rivals_at(s: State, R: Rules, b: int, letter: int) -> int:
    """Count the rivals who could recruit at a space, by their ranks and all their Gold."""
    moon = Moon.HALF if s.turn_no % 2 == 1 else Moon.FULL
    rank = R.rank[int(s.pile[letter, s.pile_n[letter] - 1])]
    n = 0
    for other in range(R.players):
        if other != b and gold_of(s, other) >= R.minimum[letter, moon]:
            n += rank <= Rank.ADEPT or best_rank(s, R, other) >= rank - 1
    return int(n)


@kernel
def chance_to_be_first(s: State, R: Rules, W: Weights, b: int, objective: int) -> float:
    """Return the chance that no rival recruits an Adventurer in an earlier Order Space than the one being planned."""
    taken = W[b, Weight.COMPANY] * s.space
    chance = 1.0
    if taken > 0.0:
        for _ in range(rivals_at(s, R, b, objective - Objective.RECRUIT)):
            chance *= max(0.0, 1.0 - taken)
    return chance


@kernel
def worth_in_company(s: State, R: Rules, W: Weights, b: int, objective: int, worth: float) -> float:
    """Return the worth of an Order to a bot that expects company, which matters least at a Contract."""
    spread = W[b, Weight.WHIM]
    if spread == 0.0 or worth <= 0.0:
        return worth
    if objective >= Objective.CONTRACT:
        spread *= 0.5
    elif objective >= Objective.RECRUIT:
        worth *= chance_to_be_first(s, R, W, b, objective)
    return worth * (1.0 + spread * (whim_for(s, b, objective) - 0.5))
