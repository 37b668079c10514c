"""A contested Contract (rules 70 to 81): stances, conflictors, cooperators."""

from __future__ import annotations

from guildhall.kernel.bits import bit_count, lowest_bit
from guildhall.kernel.log import log_event

from .check import begin_rolls
from .codes import EventKind, OptionId, Order, Phase, Stance
from .contract import complete_for
from .guild import ask, close_order, size_at, target_of
from .negotiation import clear_proposal
from .state import BIT, FAILED, NONE, SKILLS, Log, Rules, State, kernel
from .ties import begin_ranking, seat_at_place

# --- Stances ---


@kernel
def choose_stance(s: State, code: int) -> None:
    """Shown together when all have chosen."""
    s.stance[s.actor] = Stance.COOPERATE if code == OptionId.COOPERATE else Stance.CONFLICT
    s.at += 1
    if s.at < s.order_n:
        ask(s, s.order[s.at], Phase.STANCE)
    else:
        s.at = 0
        s.phase = Phase.STANCES


@kernel
def with_stance(s: State, R: Rules, stance: int) -> int:
    """Those of the party who took a stance, as bits."""
    found = 0
    for seat in range(R.players):
        if s.party & BIT[seat] != 0 and s.stance[seat] == stance:
            found |= BIT[seat]
    return int(found)


@kernel
def show_stances(s: State, R: Rules, log: Log) -> None:
    """Agreements bind only if all cooperate (rule 73); conflictors go first (rule 74)."""
    for i in range(s.order_n):
        log_event(log, EventKind.STANCE, s.order[i], s.stance[s.order[i]], 0, 0)
    conflictors = with_stance(s, R, Stance.CONFLICT.value)
    if conflictors == 0:
        s.phase = Phase.COOPERATORS
        return
    clear_proposal(s)
    begin_rolls(s, conflictors, Phase.CONFLICTS.value)


# --- Conflictors ---


@kernel
def conflicts(s: State, R: Rules, log: Log) -> None:
    """Of those who succeed the highest margin over the own raised target wins (rule 75)."""
    successful = 0
    conflictors = with_stance(s, R, Stance.CONFLICT.value)
    for seat in range(R.players):
        if conflictors & BIT[seat] != 0:
            if s.value[seat] >= 0:
                successful |= BIT[seat]
            else:
                log_event(log, EventKind.FAIL, seat, s.wanted, 0, 0)
    if successful == 0:
        s.phase = Phase.COOPERATORS
    else:
        begin_ranking(s, R, successful, 0, Phase.CONFLICT_WON.value)


@kernel
def conflict_won(s: State, R: Rules) -> None:
    """One conflictor takes everything."""
    winner = seat_at_place(s, R, s.party, 0)
    s.back = Phase.COOPERATORS
    complete_for(s, BIT[winner], winner)


# --- Cooperators ---


@kernel
def cooperators(s: State, R: Rules, log: Log) -> None:
    """Conflictors are through (R-26); cooperators miss out, or attempt alone or together (rules 76 to 78)."""
    for seat in range(R.players):
        if s.party & BIT[seat] != 0 and s.stance[seat] == Stance.CONFLICT:
            close_order(s, seat, Order.CLOSED.value)
    s.back = Phase.SUBSTITUTES
    if s.wanted == NONE:
        for seat in range(R.players):
            if s.party & BIT[seat] != 0:
                log_event(log, EventKind.MISS, seat, s.space, s.objective, 0)
                close_order(s, seat, Order.AWAY.value)
    n = bit_count(s.party)
    s.at = 0
    if n == 0:
        s.phase = Phase.SUBSTITUTES
    elif n == 1:
        begin_rolls(s, s.party, Phase.ATTEMPTED.value)
    else:
        s.phase = Phase.NEXT_AIM


@kernel
def next_aim(s: State, R: Rules, log: Log) -> None:
    """Each cooperator names one target openly (R-55); then all roll."""
    while s.at < s.order_n and s.party & BIT[s.order[s.at]] == 0:
        s.at += 1
    if s.at < s.order_n:
        ask(s, s.order[s.at], Phase.AIM)
        return
    s.at = 0
    for skill in range(SKILLS):
        group = aiming_at(s, R, skill)
        if bit_count(group) > 1:
            combine(s, R, log, group, skill)
    begin_rolls(s, s.party, Phase.COOPERATED.value)


@kernel
def aiming_at(s: State, R: Rules, skill: int) -> int:
    """Cooperators who named a skill, as bits."""
    group = 0
    for seat in range(R.players):
        if s.party & BIT[seat] != 0 and s.aim[seat] == skill:
            group |= BIT[seat]
    return int(group)


@kernel
def choose_aim(s: State, log: Log, code: int) -> None:
    """The target that a cooperator goes for."""
    s.aim[s.actor] = code - OptionId.AIM
    log_event(log, EventKind.AIM, s.actor, code - OptionId.AIM, 0, 0)
    s.at += 1
    s.phase = Phase.NEXT_AIM


@kernel
def best_member(s: State, R: Rules, seat: int, skill: int) -> int:
    """The best of a team in a skill who has not joined yet, of equals the earliest; -1 if all have."""
    best = NONE
    most = -1
    for i in range(s.member_n[seat]):
        if s.team[seat, s.space] & ~s.joined[seat] & BIT[i] != 0 and R.dice[int(s.member[seat, i]), skill] > most:
            best = i
            most = R.dice[int(s.member[seat, i]), skill]
    return int(best)


@kernel
def join(s: State, log: Log, seat: int, i: int, skill: int) -> None:
    """A member joins the combined team."""
    s.joined[seat] |= BIT[i]
    log_event(log, EventKind.JOIN, seat, s.member[seat, i], skill, 0)


@kernel
def combine(s: State, R: Rules, log: Log, group: int, skill: int) -> None:
    """The best Adventurer of every Guild, then the best of the rest with a die, up to the limit (rule 77, R-55)."""
    limit = bit_count(group)
    places = -limit
    for i in range(s.order_n):
        if group & BIT[s.order[i]] != 0:
            limit = max(limit, size_at(s, R, s.order[i], s.space))
            join(s, log, s.order[i], best_member(s, R, s.order[i], skill), skill)
    for _ in range(limit + places):
        most = 0
        chosen = NONE
        for i in range(s.order_n):
            if group & BIT[s.order[i]] != 0:
                member = best_member(s, R, s.order[i], skill)
                dice = 0 if member == NONE else R.dice[int(s.member[s.order[i], member]), skill]
                if dice > most:
                    most = dice
                    chosen = int(s.order[i])
        if chosen != NONE:
            join(s, log, chosen, best_member(s, R, chosen, skill), skill)


@kernel
def group_margin(s: State, R: Rules, skill: int) -> int:
    """How far the cooperators of one target got over it, together."""
    group = aiming_at(s, R, skill)
    if group == 0:
        return 2 * FAILED
    total = -target_of(s, R, s.wanted, skill)
    for seat in range(R.players):
        if group & BIT[seat] != 0:
            total += s.value[seat]
    return int(total)


@kernel
def cooperated(s: State, R: Rules, log: Log) -> None:
    """One success completes it for all of them (rule 78); then who did best is found (R-56)."""
    most = 2 * FAILED
    for skill in range(SKILLS):
        most = max(most, group_margin(s, R, skill))
    if most < 0:
        for seat in range(R.players):
            if s.party & BIT[seat] != 0:
                log_event(log, EventKind.FAIL, seat, s.wanted, 0, 0)
        s.phase = Phase.SUBSTITUTES
        return
    for skill in range(SKILLS):
        if group_margin(s, R, skill) == most:
            s.tops |= BIT[skill]
    s.phase = Phase.LEADER


@kernel
def find_leader(s: State, R: Rules) -> None:
    """The leader of every best group by partial sums, then the best of the leaders."""
    if s.tops != 0:
        begin_ranking(s, R, aiming_at(s, R, lowest_bit(s.tops)), 0, Phase.LED.value)
        return
    for seat in range(R.players):
        if s.leaders & BIT[seat] != 0:
            s.value[seat] = 0  # their groups are level
    begin_ranking(s, R, s.leaders, 0, Phase.BEST.value)


@kernel
def led(s: State, R: Rules) -> None:
    """One group has its leader."""
    s.leaders |= BIT[seat_at_place(s, R, s.party, 0)]
    s.tops &= s.tops - 1
    s.phase = Phase.LEADER


@kernel
def best_found(s: State, R: Rules) -> None:
    """All cooperators complete the Contract."""
    best = seat_at_place(s, R, s.party, 0)
    s.leaders = 0
    complete_for(s, s.party, best)
