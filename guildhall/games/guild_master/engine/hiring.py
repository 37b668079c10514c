"""Builders and bids (rules 56 to 65): spending the Gold on an Order, alone and contested."""

from __future__ import annotations

from guildhall.kernel.annotations import Ints, Log, Rules, State
from guildhall.kernel.containers import BIT, bit_count, lowest_bit
from guildhall.kernel.log import log_event

from .check import begin_ranking, begin_rolls, seat_at_place
from .guild import (
    add_core,
    add_skill,
    ask,
    close_order,
    gain_fame,
    hire_cost,
    may_add_core,
    may_add_prestige,
    may_add_skill,
)
from .state import CORES, NONE, SKILLS, Cause, EventKind, Objective, OptionId, Order, Phase, kernel

_PRESTIGE = SKILLS + CORES  # index of the first Prestige Upgrade among all Upgrades


# --- Builders (rules 56 to 60) ---


@kernel
def resolve_builders(s: State, n: int) -> None:
    """Resolve Builders: at once for a single Guild, by a check in a contest, where the best builds first."""
    if n == 1:
        s.place[lowest_bit(s.party)] = 0
        s.phase = Phase.NEXT_BUILD
    else:
        begin_rolls(s, s.party, Phase.RANK_BUILDERS.value)


@kernel
def next_build(s: State, R: Rules) -> None:
    """Let the next Guild in the ranking choose what to build."""
    seat = NONE
    while s.at < R.players and seat == NONE:
        seat = seat_at_place(s, R, s.party, s.at)
        s.at += 1
    if seat == NONE:
        s.phase = Phase.SUBSTITUTES
    else:
        ask(s, seat, Phase.BUILD)


@kernel
def affords(s: State, R: Rules, builders: int) -> bool:
    """True if the Gold on the Order pays for `builders` Builders."""
    return bool(hire_cost(s, R, s.actor, builders) <= s.bid[s.actor, s.space])


@kernel
def core_cost(s: State, R: Rules, core: int) -> int:
    """Return the Builders needed for the next level."""
    return int(R.core_cost[core, s.core[s.actor, core] + 1])


@kernel
def offer_cores(s: State, R: Rules, builders: int, opts: Ints, n: int) -> int:
    """Offer the Core Upgrades that are affordable in addition to `builders` other Builders."""
    for core in range(CORES):
        if may_add_core(s, R, s.actor, core) and affords(s, R, builders + core_cost(s, R, core)):
            opts[n] = OptionId.CORE + core
            n += 1
    return n


@kernel
def offer_builds(s: State, R: Rules, opts: Ints) -> int:
    """Offer a Skill, Core or Prestige Upgrade, or nothing (rule 57, R-6)."""
    opts[0] = OptionId.NOTHING
    n = 1
    for skill in range(SKILLS):
        if may_add_skill(s, R, s.actor, skill) and affords(s, R, R.skill_cost[skill]):
            opts[n] = OptionId.BUILD + 2 * skill
            opts[n + 1] = OptionId.BUILD + 2 * skill + 1
            n += 2
    n = offer_cores(s, R, 0, opts, n)
    for prestige in range(6):
        if may_add_prestige(s, R, s.actor, prestige) and affords(s, R, R.prestige_cost[prestige]):
            opts[n] = OptionId.PRESTIGE + prestige
            n += 1
    return n


@kernel
def choose_build(s: State, R: Rules, log: Log, code: int) -> None:
    """Choose the build set, which is hired and built at once (R-6)."""
    if code == OptionId.NOTHING:
        log_event(log, EventKind.RENOUNCE, s.actor, s.space, s.objective, 0)
        close_order(s, s.actor, Order.AWAY.value)
        s.phase = Phase.NEXT_BUILD
    elif code < OptionId.CORE:
        s.build = code - OptionId.BUILD + 1
        s.phase = Phase.BUILD_CORE
    else:
        finish_build(s, R, log, code)


@kernel
def finish_build(s: State, R: Rules, log: Log, code: int) -> None:
    """Hire as many Builders as the set needs, moving the marker for each (rule 58)."""
    seat = int(s.actor)
    skill = (s.build - 1) // 2
    builders = int(R.skill_cost[skill]) if s.build > 0 else 0
    if code >= OptionId.PRESTIGE:
        builders += R.prestige_cost[code - OptionId.PRESTIGE]
    elif code >= OptionId.CORE:
        builders += core_cost(s, R, code - OptionId.CORE)
    cost = hire_cost(s, R, seat, builders)
    s.bid[seat, s.space] -= cost
    s.marker += builders
    log_event(log, EventKind.HIRE, seat, builders, cost, 0)
    if s.build > 0:
        add_skill(s, R, log, seat, s.build - 1)
    if code >= OptionId.PRESTIGE:
        s.prestige[seat] = code - OptionId.PRESTIGE
        log_event(log, EventKind.BUILD, seat, _PRESTIGE + s.prestige[seat], 0, 0)
    elif code >= OptionId.CORE:
        add_core(s, R, log, seat, code - OptionId.CORE)
    s.build = 0
    close_order(s, seat, Order.CLOSED.value)
    s.phase = Phase.NEXT_BUILD


# --- Recruiting (rules 61 to 65) ---


@kernel
def resolve_bids(s: State, R: Rules) -> None:
    """Resolve the bids: the highest wins, and tied Guilds roll for it."""
    most = 0
    best = 0
    for seat in range(R.players):
        if s.party & BIT[seat] != 0:
            s.place[seat] = 1
            if s.bid[seat, s.space] > most:
                most = s.bid[seat, s.space]
                best = 0
            if s.bid[seat, s.space] == most:
                best |= BIT[seat]
    if bit_count(best) == 1:
        s.place[lowest_bit(best)] = 0
        s.phase = Phase.RECRUITED
    else:
        begin_rolls(s, best, Phase.RANK_BIDS.value)
        s.ranking = best


@kernel
def recruited(s: State, R: Rules, log: Log) -> None:
    """Let the winner pay its Gold and take the card. The others get theirs back (rules 63 and 65)."""
    seat = seat_at_place(s, R, s.party, 0)
    letter = s.objective - Objective.RECRUIT
    s.pile_n[letter] -= 1
    card = int(s.pile[letter, s.pile_n[letter]])
    s.pile[letter, s.pile_n[letter]] = 0
    s.pile_up &= ~BIT[letter]
    s.member[seat, s.member_n[seat]] = card
    s.member_n[seat] += 1
    log_event(log, EventKind.RECRUIT, seat, card, s.bid[seat, s.space], 0)
    s.bid[seat, s.space] = 0
    gain_fame(s, log, seat, R.worth[card])
    close_order(s, seat, Order.CLOSED.value)
    for other in range(R.players):
        if s.party & BIT[other] != 0:
            log_event(log, EventKind.MISS, other, s.space, s.objective, Cause.OUTBID)
            close_order(s, other, Order.AWAY.value)
    s.phase = Phase.SUBSTITUTES


@kernel
def rank_rolls(s: State, R: Rules) -> None:
    """Rank the Guilds after the rolls of a contest for Builders or a bid."""
    if s.objective == Objective.BUILDERS:
        begin_ranking(s, R, s.party, 1, Phase.NEXT_BUILD.value)
    else:
        begin_ranking(s, R, s.ranking, 0, Phase.RECRUITED.value)
