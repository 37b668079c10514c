"""What bots think something is worth, in Fame: checks, Contracts, Adventurers, Upgrades."""

from __future__ import annotations

from guildhall.kernel.bits import bit_count

from ..weights import Weight
from .codes import Objective
from .guild import best_rank, hire_cost, least_bid, may_add_core, may_add_prestige, may_add_skill, target_of
from .state import (
    BIT,
    COMMONS,
    CORES,
    DICE_LIMIT,
    NONE,
    SKILLS,
    SPACES,
    Core,
    Kind,
    Rank,
    Rules,
    State,
    Weights,
    kernel,
)

BITS = 8  # of a number of dice in a packed list, one for each skill
LIST = 255
_EFFECT = 0.5  # Fame that an effect of a Contract is taken to be worth
_FIXER = 3  # what a Dice fixer adds to a result, as the rulebook advises
SURE = 0.95  # a chance that needs no more Adventurers
MEAN = 3.5  # of a die


@kernel
def rounds_left(s: State, R: Rules) -> int:
    """Rounds after this one."""
    return int(R.rounds - s.turn_no)


@kernel
def chance_of(s: State, R: Rules, b: int, skill: int, dice: int, target: int) -> float:
    """The chance of a check with the Skill Upgrade: a fixer as a lower target, a re-roll as one more die."""
    if dice == 0:
        return 0.0
    if s.fixer[b] & BIT[skill] != 0:
        target -= _FIXER
    n = dice + (1 if s.reroll[b] & BIT[skill] != 0 else 0)
    return R.chance[min(n, DICE_LIMIT), max(0, min(target, 61))]


@kernel
def worth_of_contract(R: Rules, W: Weights, b: int, card: int, guilds: int) -> float:
    """A completed Contract, its Gold shared by so many Guilds."""
    effect = _EFFECT if R.kind[card] == Kind.BONUS or R.kind[card] == Kind.BOON else 0.0
    return R.fame[card] + (W[b, Weight.GOLD] * R.reward[card] + effect) / guilds


@kernel
def worth_of_attempt(s: State, R: Rules, W: Weights, b: int, card: int, dice: int) -> float:
    """The best a team can make of a Contract, from its packed dice."""
    best = 0.0
    for skill in range(SKILLS):
        if R.target[card, skill] > 0:
            n = (dice >> (BITS * skill)) & LIST
            best = max(best, chance_of(s, R, b, skill, n, target_of(s, R, card, skill)))
    return best * worth_of_contract(R, W, b, card, 1)


@kernel
def worth_of_wandering(s: State, R: Rules, W: Weights, b: int, dice: int) -> float:
    """The best a team can do without an Order: a Private Contract, or Wandering."""
    most = 0
    for skill in range(SKILLS):
        most = max(most, (dice >> (BITS * skill)) & LIST)
    tens = max(0.0, (MEAN * most - 4.5) / 10.0)
    best = tens + W[b, Weight.GOLD] * max(1.0, tens)
    for card in range(COMMONS):
        if s.private[b] & BIT[card] != 0:
            best = max(best, worth_of_attempt(s, R, W, b, card, dice))
    return best


# --- Adventurers and Upgrades ---


@kernel
def dice_of(R: Rules, card: int) -> int:
    """All dice of an Adventurer."""
    total = 0
    for skill in range(SKILLS):
        total += R.dice[card, skill]
    return int(total)


@kernel
def worth_of_recruit(s: State, R: Rules, W: Weights, b: int, letter: int) -> float:
    """The Adventurer on a space for the minimum bid; one of too high a rank is worth nothing."""
    card = int(s.pile[letter, s.pile_n[letter] - 1])
    if R.rank[card] > Rank.ADEPT and best_rank(s, R, b) < R.rank[card] - 1:
        return -1.0
    later = W[b, Weight.RECRUIT] * dice_of(R, card) * rounds_left(s, R)
    return R.worth[card] + later - W[b, Weight.GOLD] * least_bid(s, R, b, letter)


@kernel
def worth_of_core(s: State, R: Rules, W: Weights, b: int, core: int) -> float:
    """The next level of a Core Upgrade; more Orders need enough Adventurers."""
    level = s.core[b, core] + 1
    use = 1.0 * rounds_left(s, R)
    if core == Core.STABLES and s.member_n[b] < 2 * R.core_value[core, level]:
        use *= 0.5
    if core == Core.BAR:
        use *= W[b, Weight.GOLD] * (R.core_value[core, level] - R.core_value[core, level - 1])
    else:
        use *= 2.0 * W[b, Weight.BUILD]
    return R.core_fame[core, level] + use


@kernel
def worth_of_skill(s: State, R: Rules, W: Weights, b: int, skill: int) -> float:
    """The Upgrade of a skill: the more dice the Guild has in it, the better."""
    dice = 0
    for i in range(s.member_n[b]):
        dice += R.dice[int(s.member[b, i]), skill]
    return R.skill_fame[skill] + 0.1 * W[b, Weight.BUILD] * min(dice, DICE_LIMIT) * rounds_left(s, R)


@kernel
def worth_of_prestige(s: State, R: Rules, W: Weights, b: int) -> float:
    """A Prestige Upgrade by how many completed Contracts and Adventurers there are; exact enough to want one late."""
    kept = bit_count(s.kept[b, 0]) + bit_count(s.kept[b, 1]) + bit_count(s.kept[b, 2])
    return 0.5 * kept + 0.5 * s.member_n[b] + 0.2 * rounds_left(s, R)


@kernel
def builders_wanted(s: State, R: Rules, W: Weights, b: int, gold: int) -> int:
    """The Builders for the best single Upgrade that the Gold pays for, 0 if there is none."""
    best = 0.0
    wanted = 0
    for core in range(CORES):
        if may_add_core(s, R, b, core):
            builders = R.core_cost[core, s.core[b, core] + 1]
            cost = hire_cost(s, R, b, builders)
            worth = worth_of_core(s, R, W, b, core) - W[b, Weight.GOLD] * cost
            if cost <= gold and worth > best:
                best = worth
                wanted = builders
    if best == 0.0:
        for skill in range(SKILLS):
            if may_add_skill(s, R, b, skill) and hire_cost(s, R, b, R.skill_cost[skill]) <= gold:
                return int(R.skill_cost[skill])
    return int(wanted)


@kernel
def worth_of_building(s: State, R: Rules, W: Weights, b: int) -> float:
    """The best that the Gold at hand builds, less what it costs."""
    gold = int(s.gold[b])
    best = -1.0
    for core in range(CORES):
        if may_add_core(s, R, b, core):
            cost = hire_cost(s, R, b, R.core_cost[core, s.core[b, core] + 1])
            if cost <= gold:
                best = max(best, worth_of_core(s, R, W, b, core) - W[b, Weight.GOLD] * cost)
    for skill in range(SKILLS):
        if may_add_skill(s, R, b, skill):
            cost = hire_cost(s, R, b, R.skill_cost[skill])
            if cost <= gold:
                best = max(best, worth_of_skill(s, R, W, b, skill) - W[b, Weight.GOLD] * cost)
    if may_add_prestige(s, R, b, cheapest_prestige(s, R, b)):
        cost = hire_cost(s, R, b, R.prestige_cost[cheapest_prestige(s, R, b)])
        if cost <= gold:
            best = max(best, worth_of_prestige(s, R, W, b) - W[b, Weight.GOLD] * cost)
    return best


@kernel
def cheapest_prestige(s: State, R: Rules, b: int) -> int:
    """A Prestige Upgrade that is still there, or the first."""
    for prestige in range(6):
        if may_add_prestige(s, R, b, prestige):
            return prestige
    return 0


@kernel
def worth_of_objective(s: State, R: Rules, W: Weights, b: int, objective: int, dice: int) -> float:
    """An Order with a team of these packed dice."""
    if objective == Objective.NO_CARD:
        return worth_of_wandering(s, R, W, b, dice)
    if objective == Objective.BUILDERS:
        return worth_of_building(s, R, W, b)
    if objective < Objective.CONTRACT:
        return worth_of_recruit(s, R, W, b, objective - Objective.RECRUIT)
    return worth_of_attempt(s, R, W, b, int(s.spot[objective - Objective.CONTRACT]), dice)


# --- Teams ---


@kernel
def busy_members(s: State, b: int) -> int:
    """Members on an Order Space, as bits."""
    busy = 0
    for space in range(SPACES):
        busy |= s.team[b, space]
    return int(busy)


@kernel
def next_best(s: State, R: Rules, b: int, taken: int, skill: int) -> int:
    """The best member in a skill who is not taken, or -1 if none has a die."""
    best = NONE
    most = 0
    for i in range(s.member_n[b]):
        if taken & BIT[i] == 0 and R.dice[int(s.member[b, i]), skill] > most:
            best = i
            most = R.dice[int(s.member[b, i]), skill]
    return int(best)


@kernel
def dice_with_best(s: State, R: Rules, b: int, team: int, taken: int, places: int) -> int:
    """The dice of a team in every skill, packed, if its free places were filled with the best in that skill."""
    dice = 0
    for skill in range(SKILLS):
        total = 0
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
    """The free member with the fewest dice, for work that needs none; -1 if there is none."""
    worst = NONE
    fewest = 99
    for i in range(s.member_n[b]):
        if taken & BIT[i] == 0 and dice_of(R, int(s.member[b, i])) < fewest:
            worst = i
            fewest = dice_of(R, int(s.member[b, i]))
    return int(worst)
