"""Orders: planned in secret in the Order Phase, carried out objective by objective in the Action Phase.

The number of planning plies depends only on public facts (R-51).
"""

from __future__ import annotations

from guildhall.kernel.annotations import Coins, Ints, Log, Rules, State
from guildhall.kernel.chance import below
from guildhall.kernel.containers import BIT, bit_count
from guildhall.kernel.log import log_event

from ..language import Op
from .check import begin_rolls, clear_dice
from .effects import offer_boons, use_boon
from .guild import (
    ask,
    bid_change,
    changed_bid,
    close_order,
    gain_fame,
    gain_gold,
    has_rank_for,
    least_bid,
    listed_skills,
    make_order,
    may_recruit,
    order_spaces,
    own_change,
    size_at,
    team_skills,
)
from .hiring import resolve_bids, resolve_builders
from .state import (
    COMMONS,
    EVERYONE,
    MOST_GOLD,
    NONE,
    SPACES,
    Cause,
    EventKind,
    Objective,
    OptionId,
    Order,
    Phase,
    kernel,
)

# --- The Order Phase ---


@kernel
def planning_length(s: State, R: Rules, seat: int) -> int:
    """Return the number of plies in which a Guild plans."""
    plies = 0
    for space in range(order_spaces(s, R, seat)):
        plies += size_at(s, R, seat, space) + 2
    return plies


@kernel
def is_open(s: State, seat: int, objective: int) -> bool:
    """True if an objective is available: its Order Card is unused and its space has a card (R-49)."""
    for space in range(SPACES):
        if s.card[seat, space] == objective:
            return False
    if objective >= Objective.CONTRACT:
        return bool(s.spot_deck[objective - Objective.CONTRACT] >= 0)
    return bool(objective == Objective.BUILDERS or s.pile_n[objective - Objective.RECRUIT] > 0)


@kernel
def is_playable(s: State, R: Rules, seat: int, objective: int, change: int) -> bool:
    """True if an Order Card can be played: its objective is available, and the Gold suffices (R-62).

    `change` is the result of `bid_change`.
    """
    if not is_open(s, seat, objective):
        return False
    if objective == Objective.BUILDERS:
        return bool(s.gold[seat] > 0)
    if objective >= Objective.CONTRACT:
        return True
    return bool(s.gold[seat] >= changed_bid(s, R, objective - Objective.RECRUIT, change))


@kernel
def offer_members(s: State, seat: int, space: int, pick: int, opts: Ints) -> int:
    """Offer members for the team, each later than the last one, or an end to the team."""
    opts[0] = OptionId.DONE
    team = s.team[seat, space]
    if bit_count(team) < pick:  # the team was already finished
        return 1
    n = 1
    busy = 0
    for other in range(SPACES):
        busy |= s.team[seat, other]
    for i in range(s.member_n[seat]):
        if BIT[i] > team and busy & BIT[i] == 0:
            opts[n] = OptionId.PICK + int(s.member[seat, i])
            n += 1
    return n


@kernel
def offer_cards(s: State, R: Rules, seat: int, space: int, opts: Ints) -> int:
    """Offer Order Cards for a team, or none."""
    opts[0] = OptionId.ORDER + Objective.NO_CARD
    n = 1
    if s.team[seat, space] != 0:
        change = bid_change(s, R, seat)
        for objective in range(Objective.BUILDERS.value, Objective.PLANNED.value):
            if is_playable(s, R, seat, objective, change):
                opts[n] = OptionId.ORDER + objective
                n += 1
    return n


@kernel
def offer_bids(s: State, R: Rules, seat: int, space: int, opts: Ints) -> int:
    """Offer Gold for the Order: at least 1 for Builders, the minimum bid for a recruit, otherwise none (rule 47)."""
    objective = int(s.card[seat, space])
    if objective == Objective.NO_CARD or objective >= Objective.CONTRACT:
        opts[0] = OptionId.GOLD
        return 1
    least = 1
    if objective >= Objective.RECRUIT:
        least = least_bid(s, R, seat, objective - Objective.RECRUIT)
    n = 0
    for gold in range(least, min(s.gold[seat], MOST_GOLD) + 1):
        opts[n] = OptionId.GOLD + gold
        n += 1
    return n


@kernel
def offer_plan(s: State, R: Rules, seat: int, space: int, pick: int, opts: Ints) -> int:
    """Offer the options of one planning ply."""
    size = size_at(s, R, seat, space)
    if pick < size:
        return offer_members(s, seat, space, pick, opts)
    return offer_cards(s, R, seat, space, opts) if pick == size else offer_bids(s, R, seat, space, opts)


@kernel
def note_plan(s: State, seat: int, space: int, code: int) -> None:
    """Record one planning choice."""
    if code >= OptionId.GOLD:
        s.bid[seat, space] = code - OptionId.GOLD
        s.gold[seat] -= code - OptionId.GOLD
    elif code >= OptionId.PICK:
        for i in range(s.member_n[seat]):
            if s.member[seat, i] == code - OptionId.PICK:
                s.team[seat, space] |= BIT[i]
    elif code >= OptionId.ORDER:
        s.card[seat, space] = code - OptionId.ORDER


@kernel
def choose_plan(s: State, R: Rules, log: Log, code: int) -> None:
    """Carry out one planning ply. A Guild's last one is its ribbon (R-52)."""
    seat = int(s.actor)
    note_plan(s, seat, s.space, code)
    s.pick += 1
    if s.pick < size_at(s, R, seat, s.space) + 2:
        return
    s.pick = 0
    s.space += 1
    if s.space < order_spaces(s, R, seat):
        return
    s.space = 0
    log_event(log, EventKind.PLANNED, seat, 0, 0, 0)
    if seat + 1 < R.players:
        ask(s, seat + 1, Phase.PLAN)
    else:
        s.began = 0
        s.phase = Phase.REVEAL


@kernel
def begin_plan(s: State, R: Rules, log: Log) -> None:
    """Begin planning: every Guild announces its Gold (rule 45, R-46), then screens go up."""
    if s.turn_no > 1:
        for seat in range(R.players):
            log_event(log, EventKind.GOLD_ANNOUNCED, seat, s.gold[seat], 0, 0)
    s.began = s.plies
    ask(s, 0, Phase.PLAN)


@kernel
def reveal_orders(s: State, R: Rules, log: Log) -> None:
    """Reveal all Orders (rule 50)."""
    for seat in range(R.players):
        for space in range(SPACES):
            if s.team[seat, space] != 0:
                s.status[seat, space] = Order.OPEN
                log_event(log, EventKind.ORDER, seat, space, s.card[seat, space], s.bid[seat, space])
                for i in range(s.member_n[seat]):
                    if s.team[seat, space] & BIT[i] != 0:
                        log_event(log, EventKind.SENT, seat, space, s.member[seat, i], 0)
    s.space = 0
    s.objective = Objective.NO_CARD
    s.phase = Phase.NEXT_OBJECTIVE


# --- Plans by chance (R-54) ---


@kernel
def forget_plan(s: State, seat: int) -> None:
    """Clear a plan."""
    for space in range(SPACES):
        s.gold[seat] += s.bid[seat, space]
        s.team[seat, space] = 0
        s.card[seat, space] = 0
        s.bid[seat, space] = 0


@kernel
def plan_by_chance(s: State, R: Rules, seat: int, coins: Coins, opts: Ints) -> None:
    """Redo a Guild's planning so far as a random legal line, each ply chosen uniformly."""
    if seat > s.actor:
        return
    for space in range(order_spaces(s, R, seat)):
        if seat == s.actor and space > s.space:
            return
        for pick in range(size_at(s, R, seat, space) + 2):
            if seat == s.actor and space == s.space and pick == s.pick:
                return
            n = offer_plan(s, R, seat, space, pick, opts)
            note_plan(s, seat, space, int(opts[below(coins, n)]))


# --- The Action Phase, in its sequence (rule 51) ---

_TEN = 10  # divides a Wander's result into Gold and Fame


@kernel
def orders_at(s: State, R: Rules, objective: int, status: int) -> int:
    """Return the Guilds whose Order on this space names an objective, as bits."""
    party = 0
    for seat in range(R.players):
        if s.card[seat, s.space] == objective and s.status[seat, s.space] == status:
            party |= BIT[seat]
    return int(party)


@kernel
def next_objective(s: State, R: Rules, log: Log) -> None:
    """Go to the next ordered objective of this space, then to Orders without a card, then to the next space."""
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
    """True if the objective is still available for a Guild."""
    if s.objective >= Objective.CONTRACT:
        return bool(s.spot_up & BIT[s.objective - Objective.CONTRACT] != 0)
    return bool(s.objective == Objective.BUILDERS or may_recruit(s, R, seat))


@kernel
def cause_of_miss(s: State, R: Rules, seat: int) -> int:
    """Return why an Order fails: card taken, rank missing or bid too low (rules 61, 62)."""
    letter = s.objective - Objective.RECRUIT
    if s.objective >= Objective.CONTRACT or s.pile_up & BIT[letter] == 0:
        return Cause.TAKEN.value
    return Cause.LOW_BID.value if has_rank_for(s, R, seat, letter) else Cause.RANK.value


@kernel
def begin_objective(s: State, R: Rules, log: Log, party: int) -> None:
    """Begin an objective. Guilds that missed out leave, and the rest declare in Fame Order (R-5)."""
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
    """Let the next Guild carry out its Order or renounce it (rule 52)."""
    if s.at < s.order_n:
        ask(s, s.order[s.at], Phase.DECLARE)
    else:
        s.phase = Phase.RESOLVE


@kernel
def offer_declare(s: State, R: Rules, opts: Ints) -> int:
    """Offer to carry out or renounce the Order, or to use a Boon first."""
    opts[0] = OptionId.CARRY_OUT
    opts[1] = OptionId.RENOUNCE
    return offer_boons(s, R, s.actor, opts, 2)


@kernel
def choose_declare(s: State, R: Rules, log: Log, code: int) -> None:
    """Carry out or renounce the Order, or use a Boon first."""
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
    """Remove the Guilds that renounced from the order."""
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
    """Resolve an objective for its Guilds: alone, or as a contest (rule 53)."""
    n = bit_count(s.party)
    s.at = 0
    shorten_order(s)
    if s.objective >= Objective.CONTRACT and n > 0:
        s.wanted = s.spot[s.objective - Objective.CONTRACT]  # a Boon may have replaced the card
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
    """Clear the registers of a settled objective."""
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
    """Begin the substitute actions of all Guilds that left, in their own Fame Order (R-48)."""
    for seat in range(R.players):
        if s.party & BIT[seat] != 0:
            close_order(s, seat, Order.CLOSED.value)
    clear_contest(s, R)
    make_order(s, R, log, orders_at(s, R, s.objective, Order.AWAY.value))
    s.phase = Phase.NEXT_SUBSTITUTE


@kernel
def next_substitute(s: State, R: Rules) -> None:
    """Let the next team attempt a Private Contract or Wander."""
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
    """Offer to Wander, or a Private Contract with a listed skill of the team. It is always one ply (R-48)."""
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
    """Choose a substitute. A Private Contract is shown to all when attempted (R-37)."""
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
    """Pay Gold and Fame for each ten of the result, at least one Gold (rule 86)."""
    seat = int(s.order[s.at - 1])
    tens = s.value[seat] // _TEN
    gold = max(1, tens) + own_change(s, R, seat, Op.WANDER)
    log_event(log, EventKind.WANDER, seat, gold, tens, 0)
    gain_gold(s, log, seat, gold)
    gain_fame(s, log, seat, tens)
    s.phase = s.back
