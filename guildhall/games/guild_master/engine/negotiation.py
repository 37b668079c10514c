"""Proposals for a contested Contract, and whether all accept (rule 71, R-42)."""

from __future__ import annotations

from guildhall.kernel.annotations import Ints, Log, Rules, State
from guildhall.kernel.log import log_event

from .codes import EventKind, OptionId, Phase
from .effects import is_choosing, offer_choices
from .guild import ask
from .state import NONE, SEATS, TALKS, Kind, kernel


@kernel
def clear_proposal(s: State) -> None:
    """Nothing is settled."""
    for seat in range(SEATS):
        s.share[seat] = NONE
    s.holder = NONE
    s.use = NONE
    s.keeper = NONE
    s.proposer = NONE
    s.agreed = 0


@kernel
def begin_stances(s: State) -> None:
    """One secret choice each, in Fame Order (R-52)."""
    s.talks = 0
    s.passes = 0
    s.at = 0
    ask(s, s.order[0], Phase.STANCE)


@kernel
def next_talk(s: State) -> None:
    """In Fame Order each Guild proposes or passes, for at most two rounds of turns."""
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
    """The Bonus, if the card has one; else the card."""
    s.phase = Phase.HOLDER if R.kind[s.wanted] == Kind.BONUS else Phase.KEEPER


@kernel
def gold_left(s: State, R: Rules) -> int:
    """What the proposal has not given to anybody yet."""
    left = int(R.reward[s.wanted])
    for seat in range(R.players):
        left -= max(0, int(s.share[seat]))
    return left


@kernel
def offer_shares(s: State, R: Rules, opts: Ints) -> int:
    """The share of the next Guild, or no word about the Gold."""
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
    """One share; the last Guild gets what is left."""
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
    """One option for each contesting Guild."""
    for i in range(s.order_n):
        opts[n] = base + s.order[i]
        n += 1
    return n


@kernel
def offer_holders(s: State, opts: Ints) -> int:
    """Who gets the Bonus, or no word about it."""
    opts[0] = OptionId.UNSETTLED
    return offer_party(s, OptionId.HOLDER.value, opts, 1)


@kernel
def choosing_effect(R: Rules, card: int) -> int:
    """The place of the effect of a Contract that leaves a choice, or -1."""
    for i in range(R.effect_n[card]):
        if is_choosing(R.effect[card, i, 0]):
            return i
    return NONE


@kernel
def choose_holder(s: State, R: Rules, code: int) -> None:
    """The holder of the Bonus; its use is next if it offers choices."""
    s.phase = Phase.KEEPER
    if code != OptionId.UNSETTLED:
        s.holder = code - OptionId.HOLDER
        if choosing_effect(R, s.wanted) != NONE:
            s.phase = Phase.USE


@kernel
def offer_uses(s: State, R: Rules, opts: Ints) -> int:
    """How the holder uses the Bonus, or no word about it."""
    opts[0] = OptionId.UNSETTLED
    i = choosing_effect(R, s.wanted)
    op = R.effect[s.wanted, i, 0]
    amount = R.effect[s.wanted, i, 1]
    return offer_choices(s, R, op, amount, s.holder, OptionId.USE.value, opts, 1)


@kernel
def choose_use(s: State, code: int) -> None:
    """The use of the Bonus."""
    if code != OptionId.UNSETTLED:
        s.use = code - OptionId.USE
    s.phase = Phase.KEEPER


@kernel
def offer_keepers(s: State, opts: Ints) -> int:
    """Who keeps the card; no word about it only if something else is settled."""
    n = 0
    if s.holder != NONE or s.share[s.order[0]] != NONE:
        opts[0] = OptionId.UNSETTLED
        n = 1
    return offer_party(s, OptionId.KEEPER.value, opts, n)


@kernel
def choose_keeper(s: State, log: Log, code: int) -> None:
    """The proposal is complete; the others accept or decline in Fame Order."""
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
    """Accepted by all, it is the agreement, and negotiation ends."""
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
    """The first decline ends the proposal."""
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
