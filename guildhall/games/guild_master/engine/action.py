"""The Action Phase: objectives in their sequence, who carries out what, what a team does instead."""

from __future__ import annotations

from guildhall.kernel.annotations import Ints, Log, Rules, State
from guildhall.kernel.containers import BIT, bit_count
from guildhall.kernel.log import log_event

from ..language import Op
from .check import begin_rolls, clear_dice
from .codes import Cause, EventKind, Objective, OptionId, Order, Phase
from .effects import offer_boons, use_boon
from .guild import (
    ask,
    close_order,
    gain_fame,
    gain_gold,
    has_rank_for,
    listed_skills,
    make_order,
    may_recruit,
    own_change,
    team_skills,
)
from .hiring import resolve_bids, resolve_builders
from .state import COMMONS, EVERYONE, NONE, SPACES, kernel

_TEN = 10  # of a Wander's result for each Gold and Fame


# --- The sequence (rule 51) ---


@kernel
def orders_at(s: State, R: Rules, objective: int, status: int) -> int:
    """Guilds whose Order of this space names an objective, as bits."""
    party = 0
    for seat in range(R.players):
        if s.card[seat, s.space] == objective and s.status[seat, s.space] == status:
            party |= BIT[seat]
    return int(party)


@kernel
def next_objective(s: State, R: Rules, log: Log) -> None:
    """The next objective of this space that somebody ordered; then Orders without a card; then the next space."""
    s.objective += 1
    while s.objective < Objective.PLANNED:
        party = orders_at(s, R, s.objective, Order.OPEN.value)
        if party != 0:
            begin_objective(s, R, log, party)
            return
        s.objective += 1
    if s.objective == Objective.PLANNED:
        party = orders_at(s, R, Objective.NO_CARD.value, Order.OPEN.value)
        if party != 0:
            make_order(s, R, log, party)
            s.phase = Phase.NEXT_SUBSTITUTE
            return
    s.space += 1
    s.objective = Objective.NO_CARD
    if s.space == SPACES:
        s.space = 0
        s.phase = Phase.RESET


@kernel
def can_resolve(s: State, R: Rules, seat: int) -> bool:
    """Whether the objective is still there for a Guild."""
    if s.objective >= Objective.CONTRACT:
        return bool(s.spot_up & BIT[s.objective - Objective.CONTRACT] != 0)
    return bool(s.objective == Objective.BUILDERS or may_recruit(s, R, seat))


@kernel
def cause_of_miss(s: State, R: Rules, seat: int) -> int:
    """Return why an Order that cannot be resolved fails: card taken, rank missing or bid too low (rules 61, 62)."""
    letter = s.objective - Objective.RECRUIT
    if s.objective >= Objective.CONTRACT or s.pile_up & BIT[letter] == 0:
        return Cause.TAKEN.value
    return Cause.LOW_BID.value if has_rank_for(s, R, seat, letter) else Cause.RANK.value


@kernel
def begin_objective(s: State, R: Rules, log: Log, party: int) -> None:
    """Who misses out goes away; the others declare in Fame Order (R-5)."""
    s.party = party
    for seat in range(R.players):
        if party & BIT[seat] != 0 and not can_resolve(s, R, seat):
            cause = cause_of_miss(s, R, seat)
            close_order(s, seat, Order.AWAY.value)
            log_event(log, EventKind.MISS, seat, s.space, s.objective, cause)
    make_order(s, R, log, s.party)
    s.phase = Phase.NEXT_DECLARE


@kernel
def next_declare(s: State) -> None:
    """The next Guild carries its Order out or renounces it (rule 52)."""
    if s.at < s.order_n:
        ask(s, s.order[s.at], Phase.DECLARE)
    else:
        s.phase = Phase.RESOLVE


@kernel
def offer_declare(s: State, R: Rules, opts: Ints) -> int:
    """Carry out, renounce, or a Boon first."""
    opts[0] = OptionId.CARRY_OUT
    opts[1] = OptionId.RENOUNCE
    return offer_boons(s, R, s.actor, opts, 2)


@kernel
def choose_declare(s: State, R: Rules, log: Log, code: int) -> None:
    """Carry out, renounce, or a Boon first."""
    if code >= OptionId.BOON:
        use_boon(s, R, log, code - OptionId.BOON, Phase.NEXT_DECLARE.value)
        return
    if code == OptionId.RENOUNCE:
        close_order(s, s.actor, Order.AWAY.value)
        log_event(log, EventKind.RENOUNCE, s.actor, s.space, s.objective, 0)
    else:
        log_event(log, EventKind.CARRY_OUT, s.actor, s.space, s.objective, 0)
    s.at += 1
    s.phase = Phase.NEXT_DECLARE


@kernel
def shorten_order(s: State) -> None:
    """Those who renounced take no further part."""
    n = 0
    for i in range(s.order_n):
        if s.party & BIT[s.order[i]] != 0:
            s.order[n] = s.order[i]
            n += 1
    for i in range(n, s.order_n):
        s.order[i] = 0
    s.order_n = n


@kernel
def resolve(s: State, R: Rules, log: Log) -> None:
    """Resolve an objective for those who go for it: alone, or as a contest (rule 53)."""
    n = bit_count(s.party)
    s.at = 0
    shorten_order(s)
    if s.objective >= Objective.CONTRACT and n > 0:
        s.wanted = s.spot[s.objective - Objective.CONTRACT]  # a Boon may have changed what lies there
    if n == 0:
        s.phase = Phase.SUBSTITUTES
    elif s.objective == Objective.BUILDERS:
        resolve_builders(s, n)
    elif s.objective < Objective.CONTRACT:
        resolve_bids(s, R)
    elif n == 1:
        s.back = Phase.SUBSTITUTES
        begin_rolls(s, s.party, Phase.ATTEMPTED.value)
    else:
        s.phase = Phase.NEXT_TALK


# --- A Private Contract or Wandering instead (rules 82 to 86) ---


@kernel
def clear_contest(s: State, R: Rules) -> None:
    """Nothing of an objective is left when it is settled."""
    for seat in range(R.players):
        clear_dice(s, seat)
        s.value[seat] = 0
        s.place[seat] = 0
        s.stance[seat] = 0
        s.aim[seat] = NONE
        s.joined[seat] = 0
        s.share[seat] = NONE
    s.party = 0
    s.wanted = NONE
    s.holder = NONE
    s.use = NONE
    s.keeper = NONE
    s.proposer = NONE
    s.agreed = 0
    s.tops = 0
    s.leaders = 0
    s.talks = 0
    s.passes = 0


@kernel
def begin_substitutes(s: State, R: Rules, log: Log) -> None:
    """When the objective is settled for all, those who went away act, in their own Fame Order (R-48)."""
    for seat in range(R.players):
        if s.party & BIT[seat] != 0:
            close_order(s, seat, Order.CLOSED.value)
    clear_contest(s, R)
    make_order(s, R, log, orders_at(s, R, s.objective, Order.AWAY.value))
    s.phase = Phase.NEXT_SUBSTITUTE


@kernel
def next_substitute(s: State, R: Rules) -> None:
    """The next team attempts a Private Contract or Wanders."""
    clear_contest(s, R)
    if s.at < s.order_n:
        ask(s, s.order[s.at], Phase.SUBSTITUTE)
        return
    for i in range(R.players):
        s.order[i] = 0
    s.order_n = 0
    s.at = 0
    s.phase = Phase.NEXT_OBJECTIVE


@kernel
def offer_substitutes(s: State, R: Rules, opts: Ints) -> int:
    """Wander, or a Private Contract for which the team has a listed skill; always one ply (R-48)."""
    seat = int(s.actor)
    opts[0] = OptionId.WANDER
    n = 1
    skills = team_skills(s, R, seat, s.team[seat, s.space])
    for card in range(COMMONS):
        if s.private[seat] & BIT[card] != 0 and listed_skills(R, card) & skills != 0:
            opts[n] = OptionId.PRIVATE + card
            n += 1
    return offer_boons(s, R, seat, opts, n) if s.objective == Objective.PLANNED else n


@kernel
def choose_substitute(s: State, R: Rules, log: Log, code: int) -> None:
    """A Private Contract is shown to all when it is attempted (R-37)."""
    seat = int(s.actor)
    if code >= OptionId.BOON:
        use_boon(s, R, log, code - OptionId.BOON, Phase.NEXT_SUBSTITUTE.value)
        return
    s.status[seat, s.space] = Order.CLOSED
    s.back = Phase.NEXT_SUBSTITUTE
    after = Phase.WANDERED.value
    if code != OptionId.WANDER:
        s.wanted = code - OptionId.PRIVATE
        s.seen[s.wanted] = EVERYONE
        log_event(log, EventKind.ATTEMPT, seat, s.wanted, 0, 0)
        after = Phase.ATTEMPTED.value
    begin_rolls(s, BIT[seat], after)
    s.at += 1


@kernel
def wandered(s: State, R: Rules, log: Log) -> None:
    """Gold and Fame by the tens of the result, one Gold at least (rule 86)."""
    seat = int(s.order[s.at - 1])
    tens = s.value[seat] // _TEN
    gold = max(1, tens) + own_change(s, R, seat, Op.WANDER)
    log_event(log, EventKind.WANDER, seat, gold, tens, 0)
    gain_gold(s, log, seat, gold)
    gain_fame(s, log, seat, tens)
    s.phase = s.back
