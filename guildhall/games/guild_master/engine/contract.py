"""Contracts: proposals (rule 71, R-42), attempts alone and contested (rules 70 to 81), rewards (rules 66 to 69)."""

from __future__ import annotations

from guildhall.kernel.annotations import Ints, Log, Rules, State
from guildhall.kernel.containers import BIT, bit_count, lowest_bit
from guildhall.kernel.log import log_event

from ..language import Op
from .check import begin_ranking, begin_rolls, seat_at_place
from .effects import clear_spot, is_choosing, lay_contract, offer_choices, pop_contract, push_card
from .guild import ask, close_order, gain_fame, gain_gold, is_active, size_at, target_of
from .state import (
    DECKS,
    FAILED,
    FIRST_OF_DECK,
    NONE,
    SEATS,
    SKILLS,
    SPOTS,
    TALKS,
    Cause,
    EventKind,
    Kind,
    OptionId,
    Order,
    Phase,
    Stance,
    kernel,
)

# --- Proposals for a contested Contract ---


@kernel
def clear_proposal(s: State) -> None:
    """Clear the proposal."""
    for seat in range(SEATS):
        s.share[seat] = NONE
    s.holder = NONE
    s.use = NONE
    s.keeper = NONE
    s.proposer = NONE
    s.agreed = 0


@kernel
def begin_stances(s: State) -> None:
    """Begin the secret choices of stances, in Fame Order (R-52)."""
    s.talks = 0
    s.passes = 0
    s.at = 0
    ask(s, s.order[0], Phase.STANCE)


@kernel
def next_talk(s: State) -> None:
    """Let the next Guild propose or pass, in Fame Order, for at most two rounds of turns."""
    if s.talks % s.order_n == 0:
        if s.talks == TALKS * s.order_n or s.passes == s.order_n:
            begin_stances(s)
            return
        s.passes = 0
    ask(s, s.order[s.talks % s.order_n], Phase.NEGOTIATE)


@kernel
def choose_talk(s: State, R: Rules, log: Log, code: int) -> None:
    """Pass, or begin a proposal."""
    if code == OptionId.PASS:
        log_event(log, EventKind.PASS, s.actor, 0, 0, 0)
        s.passes += 1
        s.talks += 1
        s.phase = Phase.NEXT_TALK
        return
    s.proposer = s.actor
    s.at = 0
    if R.reward[s.wanted] > 0:
        s.phase = Phase.SHARE
    else:
        propose_holder(s, R)


@kernel
def propose_holder(s: State, R: Rules) -> None:
    """Ask for the Bonus if the card has one, otherwise for the card."""
    s.phase = Phase.HOLDER if R.kind[s.wanted] == Kind.BONUS else Phase.KEEPER


@kernel
def gold_left(s: State, R: Rules) -> int:
    """Return the Gold that the proposal has not allotted yet."""
    left = int(R.reward[s.wanted])
    for seat in range(R.players):
        left -= max(0, int(s.share[seat]))
    return left


@kernel
def offer_shares(s: State, R: Rules, opts: Ints) -> int:
    """Offer shares for the next Guild, or leaving the Gold open."""
    n = 0
    if s.at == 0:
        opts[0] = OptionId.UNSETTLED
        n = 1
    for gold in range(gold_left(s, R) + 1):
        opts[n] = OptionId.SHARE + gold
        n += 1
    return n


@kernel
def choose_share(s: State, R: Rules, code: int) -> None:
    """Set one share. The last Guild gets the rest."""
    if code == OptionId.UNSETTLED:
        s.at = 0
        propose_holder(s, R)
        return
    s.share[s.order[s.at]] = code - OptionId.SHARE
    s.at += 1
    if s.at == s.order_n - 1:
        left = gold_left(s, R)
        s.share[s.order[s.at]] = left
        s.at = 0
        propose_holder(s, R)


@kernel
def offer_party(s: State, base: int, opts: Ints, n: int) -> int:
    """Offer one option for each contesting Guild."""
    for i in range(s.order_n):
        opts[n] = base + s.order[i]
        n += 1
    return n


@kernel
def offer_holders(s: State, opts: Ints) -> int:
    """Offer holders of the Bonus, or leaving it open."""
    opts[0] = OptionId.UNSETTLED
    return offer_party(s, OptionId.HOLDER.value, opts, 1)


@kernel
def choosing_effect(R: Rules, card: int) -> int:
    """Return the index of a Contract's effect that requires a choice, or -1."""
    for i in range(R.effect_n[card]):
        if is_choosing(R.effect[card, i, 0]):
            return i
    return NONE


@kernel
def choose_holder(s: State, R: Rules, code: int) -> None:
    """Set the holder of the Bonus. Its use is next if there is a choice."""
    s.phase = Phase.KEEPER
    if code != OptionId.UNSETTLED:
        s.holder = code - OptionId.HOLDER
        if choosing_effect(R, s.wanted) != NONE:
            s.phase = Phase.USE


@kernel
def offer_uses(s: State, R: Rules, opts: Ints) -> int:
    """Offer uses of the Bonus, or leaving its use open."""
    opts[0] = OptionId.UNSETTLED
    i = choosing_effect(R, s.wanted)
    op = R.effect[s.wanted, i, 0]
    amount = R.effect[s.wanted, i, 1]
    return offer_choices(s, R, op, amount, s.holder, OptionId.USE.value, opts, 1)


@kernel
def choose_use(s: State, code: int) -> None:
    """Set the use of the Bonus."""
    if code != OptionId.UNSETTLED:
        s.use = code - OptionId.USE
    s.phase = Phase.KEEPER


@kernel
def offer_keepers(s: State, opts: Ints) -> int:
    """Offer keepers of the card. It may stay open only if something else is settled."""
    n = 0
    if s.holder != NONE or s.share[s.order[0]] != NONE:
        opts[0] = OptionId.UNSETTLED
        n = 1
    return offer_party(s, OptionId.KEEPER.value, opts, n)


@kernel
def choose_keeper(s: State, log: Log, code: int) -> None:
    """Complete the proposal. The others accept or decline in Fame Order."""
    if code != OptionId.UNSETTLED:
        s.keeper = code - OptionId.KEEPER
    log_event(log, EventKind.PROPOSE, s.actor, s.holder, s.use, s.keeper)
    for i in range(s.order_n):
        if s.share[s.order[i]] != NONE:
            log_event(log, EventKind.SHARE, s.actor, s.order[i], s.share[s.order[i]], 0)
    s.at = 0
    s.phase = Phase.NEXT_ACCEPT


@kernel
def next_accept(s: State, log: Log) -> None:
    """Ask the next Guild to accept. Once all have, the proposal is the agreement and negotiation ends."""
    while s.at < s.order_n and s.order[s.at] == s.proposer:
        s.at += 1
    if s.at < s.order_n:
        ask(s, s.order[s.at], Phase.ACCEPT)
        return
    s.agreed = 1
    log_event(log, EventKind.AGREE, s.proposer, 0, 0, 0)
    begin_stances(s)


@kernel
def choose_accept(s: State, log: Log, code: int) -> None:
    """Accept or decline. The first decline ends the proposal."""
    if code == OptionId.ACCEPT:
        log_event(log, EventKind.ACCEPT, s.actor, 0, 0, 0)
        s.at += 1
        s.phase = Phase.NEXT_ACCEPT
        return
    log_event(log, EventKind.DECLINE, s.actor, 0, 0, 0)
    clear_proposal(s)
    s.at = 0
    s.talks += 1
    s.phase = Phase.NEXT_TALK


# --- Attempts and rewards ---


@kernel
def attempted(s: State, R: Rules, log: Log) -> None:
    """Settle an attempt by a single Guild at a Contract on the board or at its Private one."""
    seat = int(s.order[s.at - 1]) if s.back == Phase.NEXT_SUBSTITUTE else lowest_bit(s.party)
    if s.value[seat] < 0:
        log_event(log, EventKind.FAIL, seat, s.wanted, 0, 0)
        s.phase = s.back
    else:
        complete_for(s, BIT[seat], seat)


@kernel
def complete_for(s: State, completers: int, best: int) -> None:
    """Let these Guilds complete the Contract. Anything not agreed goes to the best of them (rule 80)."""
    s.completers = completers
    s.holder = best if s.holder == NONE else s.holder
    s.keeper = best if s.keeper == NONE else s.keeper
    s.best = best
    s.phase = Phase.COMPLETE


@kernel
def take_prize(s: State) -> None:
    """Take the Contract off the board, or from its Guild's Private Contracts."""
    s.prize = s.wanted
    s.wanted = NONE
    for spot in range(SPOTS):
        if s.spot[spot] == s.prize:
            s.prize_spot = spot
            clear_spot(s, spot)
            return
    s.private[s.keeper] &= ~BIT[s.prize]
    s.private_n[s.keeper] -= 1


@kernel
def gold_share(s: State, R: Rules, seat: int) -> int:
    """Return a Guild's Gold: its agreed share, or an equal one, with the remainder for the best Guild (R-31)."""
    if s.share[seat] != NONE:
        return int(s.share[seat])
    n = bit_count(s.completers)
    share = R.reward[s.prize] // n
    return int(share + (R.reward[s.prize] - n * share if seat == s.best else 0))


@kernel
def deck_fame(s: State, R: Rules, seat: int, deck: int) -> int:
    """Return the Fame that abilities add for a Contract of a deck."""
    total = 0
    for i in range(s.member_n[seat]):
        card = int(s.member[seat, i])
        if R.op[card] == Op.DECK_FAME and R.detail[card] == deck and is_active(s, R, card):
            total += R.amount[card]
    return total


@kernel
def complete(s: State, R: Rules, log: Log) -> None:
    """Pay Gold and Fame, then the Bonus (rule 68 a and b). Fame is never split (rule 71)."""
    take_prize(s)
    for seat in range(R.players):
        if s.completers & BIT[seat] != 0:
            gold = gold_share(s, R, seat)
            fame = int(R.fame[s.prize]) + deck_fame(s, R, seat, R.deck_of[s.prize])
            log_event(log, EventKind.COMPLETE, seat, s.prize, gold, fame)
            gain_gold(s, log, seat, gold)
            gain_fame(s, log, seat, fame)
    if R.kind[s.prize] == Kind.BONUS:
        push_card(s, R, s.prize, s.holder, Phase.KEEP.value)
    else:
        s.phase = Phase.KEEP


@kernel
def keep(s: State, R: Rules, log: Log) -> None:
    """Give the card to its keeper, who chooses the deck of the next one (rule 68 c and d)."""
    seat = int(s.keeper)
    deck = R.deck_of[s.prize]
    s.kept[seat, deck] |= BIT[s.prize - FIRST_OF_DECK[deck]]
    log_event(log, EventKind.KEEP, seat, s.prize, 0, 0)
    s.prize = NONE
    s.completers = 0
    s.best = NONE
    if s.prize_spot != NONE and s.deck_n[0] + s.deck_n[1] + s.deck_n[2] > 0:
        ask(s, seat, Phase.REPLACE)
    else:
        s.prize_spot = NONE
        s.phase = s.back


@kernel
def offer_decks(s: State, opts: Ints) -> int:
    """Offer the decks that have a card (R-21)."""
    n = 0
    for deck in range(DECKS):
        if s.deck_n[deck] > 0:
            opts[n] = OptionId.DECK + deck
            n += 1
    return n


@kernel
def choose_deck(s: State, log: Log, code: int) -> None:
    """Lay the replacement face down until the Reset Phase. Its deck is public (R-50)."""
    deck = code - OptionId.DECK
    lay_contract(s, s.prize_spot, pop_contract(s, deck), deck)
    log_event(log, EventKind.REPLACE, s.actor, s.prize_spot, deck, 0)
    s.prize_spot = NONE
    s.phase = s.back


# --- Stances ---


@kernel
def choose_stance(s: State, code: int) -> None:
    """Set a secret stance. All stances are shown together."""
    s.stance[s.actor] = Stance.COOPERATE if code == OptionId.COOPERATE else Stance.CONFLICT
    s.at += 1
    if s.at < s.order_n:
        ask(s, s.order[s.at], Phase.STANCE)
    else:
        s.at = 0
        s.phase = Phase.STANCES


@kernel
def with_stance(s: State, R: Rules, stance: int) -> int:
    """Return the Guilds of the party with a stance, as bits."""
    found = 0
    for seat in range(R.players):
        if s.party & BIT[seat] != 0 and s.stance[seat] == stance:
            found |= BIT[seat]
    return int(found)


@kernel
def show_stances(s: State, R: Rules, log: Log) -> None:
    """Show the stances. Agreements bind only if all cooperate (rule 73), and conflictors go first (rule 74)."""
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
    """Settle the conflict: the highest margin over a Guild's raised target wins (rule 75)."""
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
    """Give everything to the winning conflictor."""
    winner = seat_at_place(s, R, s.party, 0)
    s.back = Phase.COOPERATORS
    complete_for(s, BIT[winner], winner)


# --- Cooperators ---


@kernel
def cooperators(s: State, R: Rules, log: Log) -> None:
    """Continue with the cooperators after the conflictors (R-26).

    They miss out, or attempt the Contract alone or together (rules 76 to 78).
    """
    for seat in range(R.players):
        if s.party & BIT[seat] != 0 and s.stance[seat] == Stance.CONFLICT:
            close_order(s, seat, Order.CLOSED.value)
    s.back = Phase.SUBSTITUTES
    if s.wanted == NONE:
        for seat in range(R.players):
            if s.party & BIT[seat] != 0:
                log_event(log, EventKind.MISS, seat, s.space, s.objective, Cause.TAKEN)
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
    """Let the next cooperator name one target openly (R-55). Then all roll."""
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
    """Return the cooperators that named a skill, as bits."""
    group = 0
    for seat in range(R.players):
        if s.party & BIT[seat] != 0 and s.aim[seat] == skill:
            group |= BIT[seat]
    return int(group)


@kernel
def choose_aim(s: State, log: Log, code: int) -> None:
    """Set a cooperator's target."""
    s.aim[s.actor] = code - OptionId.AIM
    log_event(log, EventKind.AIM, s.actor, code - OptionId.AIM, 0, 0)
    s.at += 1
    s.phase = Phase.NEXT_AIM


@kernel
def best_member(s: State, R: Rules, seat: int, skill: int) -> int:
    """Return the team's best remaining member in a skill, the earliest among equals, or -1."""
    best = NONE
    most = -1
    for i in range(s.member_n[seat]):
        if s.team[seat, s.space] & ~s.joined[seat] & BIT[i] != 0 and R.dice[int(s.member[seat, i]), skill] > most:
            best = i
            most = R.dice[int(s.member[seat, i]), skill]
    return int(best)


@kernel
def join(s: State, log: Log, seat: int, i: int, skill: int) -> None:
    """Add a member to the combined team."""
    s.joined[seat] |= BIT[i]
    log_event(log, EventKind.JOIN, seat, s.member[seat, i], skill, 0)


@kernel
def combine(s: State, R: Rules, log: Log, group: int, skill: int) -> None:
    """Form the combined team, up to the limit (rule 77, R-55).

    It takes the best Adventurer of every Guild, then the best of the rest that have a die.
    """
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
    """Return the joint margin of the cooperators with one target."""
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
    """Settle cooperation: one success completes it for all (rule 78). Then find the best Guild (R-56)."""
    most = 2 * FAILED
    for skill in range(SKILLS):
        margin = group_margin(s, R, skill)
        most = max(most, margin)
        if margin > FAILED:  # it rolled
            group = aiming_at(s, R, skill)
            target = target_of(s, R, s.wanted, skill)
            seat = lowest_bit(group) if bit_count(group) == 1 else NONE
            log_event(log, EventKind.TOGETHER, seat, skill, margin + target, target)
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
    """Find the leader of every best group by partial sums, then the best leader."""
    if s.tops != 0:
        begin_ranking(s, R, aiming_at(s, R, lowest_bit(s.tops)), 0, Phase.LED.value)
        return
    for seat in range(R.players):
        if s.leaders & BIT[seat] != 0:
            s.value[seat] = 0  # their groups are equal
    begin_ranking(s, R, s.leaders, 0, Phase.BEST.value)


@kernel
def led(s: State, R: Rules) -> None:
    """Record the leader of one group."""
    s.leaders |= BIT[seat_at_place(s, R, s.party, 0)]
    s.tops &= s.tops - 1
    s.phase = Phase.LEADER


@kernel
def best_found(s: State, R: Rules) -> None:
    """Let all cooperators complete the Contract."""
    best = seat_at_place(s, R, s.party, 0)
    s.leaders = 0
    complete_for(s, s.party, best)
