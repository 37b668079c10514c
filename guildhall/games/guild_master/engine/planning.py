"""The Order Phase: every Guild plans in secret, by a number of plies that public facts alone decide (R-51)."""

from __future__ import annotations

from guildhall.kernel.annotations import Coins, Ints, Log, Rules, State
from guildhall.kernel.chance import below
from guildhall.kernel.containers import BIT, bit_count
from guildhall.kernel.log import log_event

from .codes import EventKind, Objective, OptionId, Order, Phase
from .guild import ask, least_bid, order_spaces, size_at
from .state import MOST_GOLD, SPACES, kernel


@kernel
def planning_length(s: State, R: Rules, seat: int) -> int:
    """The plies in which a Guild plans."""
    plies = 0
    for space in range(order_spaces(s, R, seat)):
        plies += size_at(s, R, seat, space) + 2
    return plies


@kernel
def is_open(s: State, seat: int, objective: int) -> bool:
    """Whether an objective is there: its Order Card not used yet, a card on its space (R-49)."""
    for space in range(SPACES):
        if s.card[seat, space] == objective:
            return False
    if objective >= Objective.CONTRACT:
        return bool(s.spot_deck[objective - Objective.CONTRACT] >= 0)
    return bool(objective == Objective.BUILDERS or s.pile_n[objective - Objective.RECRUIT] > 0)


@kernel
def is_playable(s: State, R: Rules, seat: int, objective: int) -> bool:
    """Whether an Order Card can be played: its objective is there, and the Gold at hand (R-62)."""
    if not is_open(s, seat, objective):
        return False
    if objective == Objective.BUILDERS:
        return bool(s.gold[seat] > 0)
    if objective >= Objective.CONTRACT:
        return True
    return bool(s.gold[seat] >= least_bid(s, R, seat, objective - Objective.RECRUIT))


@kernel
def offer_members(s: State, seat: int, space: int, pick: int, opts: Ints) -> int:
    """Members that can join the team, each later than the last one; or no more."""
    opts[0] = OptionId.DONE
    team = s.team[seat, space]
    if bit_count(team) < pick:  # done was said before
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
    """Order Cards for a team, or none."""
    opts[0] = OptionId.ORDER + Objective.NO_CARD
    n = 1
    if s.team[seat, space] != 0:
        for objective in range(Objective.BUILDERS.value, Objective.PLANNED.value):
            if is_playable(s, R, seat, objective):
                opts[n] = OptionId.ORDER + objective
                n += 1
    return n


@kernel
def offer_bids(s: State, R: Rules, seat: int, space: int, opts: Ints) -> int:
    """Gold for the Order: at least 1 on Builders, the minimum bid on a recruit, else none (rule 47)."""
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
    """The options of one ply of planning."""
    size = size_at(s, R, seat, space)
    if pick < size:
        return offer_members(s, seat, space, pick, opts)
    return offer_cards(s, R, seat, space, opts) if pick == size else offer_bids(s, R, seat, space, opts)


@kernel
def note_plan(s: State, seat: int, space: int, code: int) -> None:
    """Write down one choice of planning."""
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
    """One ply of planning; the last one of a Guild is its ribbon (R-52)."""
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
    """Every Guild announces its Gold (rule 45, R-46), then screens go up."""
    if s.turn_no > 1:
        for seat in range(R.players):
            log_event(log, EventKind.GOLD_ANNOUNCED, seat, s.gold[seat], 0, 0)
    s.began = s.plies
    ask(s, 0, Phase.PLAN)


@kernel
def reveal_orders(s: State, R: Rules, log: Log) -> None:
    """All Orders are shown (rule 50)."""
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
    """Take a plan back."""
    for space in range(SPACES):
        s.gold[seat] += s.bid[seat, space]
        s.team[seat, space] = 0
        s.card[seat, space] = 0
        s.bid[seat, space] = 0


@kernel
def plan_by_chance(s: State, R: Rules, seat: int, coins: Coins, opts: Ints) -> None:
    """A random legal line of as many plies of planning as a Guild has taken, each ply uniform."""
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
