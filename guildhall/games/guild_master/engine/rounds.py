"""The start of a Round, the Plot Phase, the Reset Phase and the end."""

from __future__ import annotations

from guildhall.kernel.annotations import Ints, Log, Rules, State
from guildhall.kernel.containers import BIT, bit_count
from guildhall.kernel.log import log_event

from ..language import Op
from .effects import (
    discard_contract,
    draw_private,
    has_choice,
    is_choosing,
    is_lobbied,
    lay_contract,
    pop_contract,
    push_effect,
    turn_all_up,
)
from .guild import able_to_pay, ask, event_change, gain_fame, gain_gold, is_active, make_order, own_change, team_dice
from .state import (
    BLOOD,
    CORES,
    DECKS,
    FIRST_OF_RANK,
    GOLD_PER_FAME,
    LETTERS,
    NONE,
    SEATS,
    SKILLS,
    SPACES,
    SPOTS,
    Core,
    EventKind,
    Kind,
    Objective,
    OptionId,
    Phase,
    Rank,
    kernel,
)

_MANY_DICE = 6  # dice in a skill, for the Prestige Upgrade that counts such skills
_CONTRACT, _LEGENDARY, _HERO, _UPGRADE, _GOLD, _SKILL = range(6)  # things a Prestige Upgrade counts


# --- Start of Round (rules 40 to 43) ---


@kernel
def new_round(s: State, R: Rules, log: Log) -> None:
    """Advance the Round marker. The first Round skips its start and the Plot Phase."""
    s.turn_no += 1
    s.turn = 0
    log_event(log, EventKind.ROUND, 0, s.turn_no, 0, 0)
    for seat in range(R.players):
        s.used[seat] = 0
    s.space = 0
    s.phase = Phase.BEGIN_PLAN if s.turn_no == 1 else Phase.NEXT_EVENT


@kernel
def next_event(s: State, R: Rules, log: Log) -> None:
    """Read all Events and resolve those with an immediate effect (rule 41). `space` is the next spot."""
    if s.space == SPOTS:
        s.space = 0
        s.phase = Phase.BLOOD_DRAW if s.turn_no % BLOOD == 0 else Phase.BEGIN_PLOT
        return
    spot = int(s.space)
    s.space += 1
    if s.spot_up & BIT[spot] == 0 or R.kind[int(s.spot[spot])] != Kind.EVENT:
        return
    card = int(s.spot[spot])
    lasts = False
    for i in range(R.effect_n[card]):
        op = R.effect[card, i, 0]
        if op == Op.EACH_GOLD or op == Op.EACH_FAME:
            log_event(log, EventKind.EVENT, NONE, card, 0, 0)
            befall(s, R, log, op, R.effect[card, i, 1], R.effect[card, i, 2])
        elif op == Op.TRADE:
            log_event(log, EventKind.EVENT, NONE, card, 0, 0)
            make_order(s, R, log, able_to_pay(s, R, trade_effect(R, card, 1)))
            s.wanted = card
            s.phase = Phase.NEXT_TRADE
        else:
            lasts = True
    if lasts:
        log_event(log, EventKind.LASTING, NONE, card, 0, 0)


@kernel
def befalls(s: State, R: Rules, who: int, seat: int) -> bool:
    """True if a Guild is affected: all Guilds, or those with the most or least Fame (rule 23)."""
    for other in range(R.players):
        if who == 1 and s.points[other] > s.points[seat]:
            return False
        if who == 2 and s.points[other] < s.points[seat]:
            return False
    return True


@kernel
def befall(s: State, R: Rules, log: Log, op: int, amount: int, who: int) -> None:
    """Change the Gold or Fame of several Guilds at once."""
    party = 0
    for seat in range(R.players):
        if befalls(s, R, who, seat):
            party |= BIT[seat]
    for seat in range(R.players):
        if party & BIT[seat] != 0:
            if op == Op.EACH_GOLD:
                gain_gold(s, log, seat, amount)
            else:
                gain_fame(s, log, seat, amount)


@kernel
def next_trade(s: State, R: Rules) -> None:
    """Let each Guild that can pay trade, in Fame Order."""
    if s.at < s.order_n:
        ask(s, s.order[s.at], Phase.TRADE)
    else:
        end_order(s)
        s.wanted = NONE
        s.phase = Phase.NEXT_EVENT


@kernel
def end_order(s: State) -> None:
    """Clear the Fame Order after a task."""
    for i in range(SEATS):
        s.order[i] = 0
    s.order_n = 0
    s.at = 0


@kernel
def trade_effect(R: Rules, card: int, column: int) -> int:
    """Return a number of the trade that an Event offers."""
    i = 0 if R.effect[card, 0, 0] == Op.TRADE else 1
    return int(R.effect[card, i, column])


@kernel
def choose_trade(s: State, R: Rules, log: Log, code: int) -> None:
    """Trade Gold for Fame, or decline."""
    if code == OptionId.PAY:
        gain_gold(s, log, s.actor, -trade_effect(R, s.wanted, 1))
        gain_fame(s, log, s.actor, trade_effect(R, s.wanted, 2))
    s.at += 1
    s.phase = Phase.NEXT_TRADE


@kernel
def blood_draw(s: State, R: Rules, log: Log) -> None:
    """Let every Guild draw a Private Contract in a Blood Moon Round, in Fame Order (rule 43, R-67)."""
    make_order(s, R, log, BIT[R.players] - 1 if s.deck_n[0] > 0 else 0)
    for i in range(s.order_n):
        draw_private(s, log, s.order[i])
    end_order(s)
    s.phase = Phase.BEGIN_PLOT


# --- Plot Phase (rule 44) ---


@kernel
def may_plot(s: State, R: Rules, seat: int, i: int) -> bool:
    """True if a member's Plot ability can be used now, once per Round (R-41)."""
    card = int(s.member[seat, i])
    op = R.op[card]
    if R.plot[card] == 0 or op == Op.NONE or s.used[seat] & BIT[i] != 0 or not is_active(s, R, card):
        return False
    if op == Op.DRAW_PRIVATE:
        return bool(s.deck_n[0] > 0)
    return bool(not is_choosing(op) or has_choice(s, R, op, R.amount[card], seat))


@kernel
def may_plot_later(s: State, R: Rules, seat: int, i: int) -> bool:
    """True if a member's Plot ability can be used in this Plot Phase, now or once a rival has something it affects."""
    card = int(s.member[seat, i])
    waits = R.plot[card] == 1 and is_lobbied(R.op[card]) and is_active(s, R, card)
    return bool(waits or may_plot(s, R, seat, i))


@kernel
def begin_plot(s: State, R: Rules, log: Log) -> None:
    """Begin the Plot Phase in Fame Order. If several Guilds plot, offers use the same order (R-67)."""
    party = 0
    is_open_to_offers = False
    for seat in range(R.players):
        for i in range(s.member_n[seat]):
            if may_plot_later(s, R, seat, i):
                party |= BIT[seat]
                is_open_to_offers |= is_lobbied(R.op[int(s.member[seat, i])])
    if is_open_to_offers and bit_count(party) > 1:
        party = BIT[R.players] - 1
    make_order(s, R, log, party)
    s.phase = Phase.NEXT_PLOT


@kernel
def next_plot(s: State, R: Rules) -> None:
    """Let the next Guild with a usable Plot ability decide."""
    while s.at < s.order_n:
        seat = int(s.order[s.at])
        for i in range(s.member_n[seat]):
            if may_plot(s, R, seat, i):
                ask(s, seat, Phase.PLOT)
                return
        s.at += 1
    end_order(s)
    s.phase = Phase.BEGIN_PLAN


@kernel
def offer_plots(s: State, R: Rules, opts: Ints) -> int:
    """Offer Plot abilities in any order (R-25), or the end."""
    opts[0] = OptionId.DONE
    n = 1
    for i in range(s.member_n[s.actor]):
        if may_plot(s, R, s.actor, i):
            opts[n] = OptionId.ABILITY + int(s.member[s.actor, i])
            n += 1
    return n


@kernel
def choose_plot(s: State, R: Rules, log: Log, code: int) -> None:
    """Use an ability, or finish."""
    if code == OptionId.DONE:
        s.at += 1
        s.phase = Phase.NEXT_PLOT
        return
    card = code - OptionId.ABILITY
    for i in range(s.member_n[s.actor]):
        if s.member[s.actor, i] == card:
            s.used[s.actor] |= BIT[i]
    log_event(log, EventKind.ABILITY, s.actor, card, 0, 0)
    s.owner = s.actor
    s.then = Phase.NEXT_PLOT
    push_effect(s, R.op[card], R.amount[card], R.detail[card])
    s.phase = Phase.EFFECT


# --- Reset Phase (rules 87 to 92) ---


@kernel
def clear_orders(s: State, R: Rules) -> None:
    """Return leftover Gold to the Treasury, and cards and Adventurers to hand."""
    for seat in range(R.players):
        for space in range(SPACES):
            s.gold[seat] += s.bid[seat, space]
            s.bid[seat, space] = 0
            s.team[seat, space] = 0
            s.card[seat, space] = 0
            s.status[seat, space] = 0


@kernel
def pay_income(s: State, R: Rules, log: Log) -> None:
    """Pay the Bar's value, including abilities and Events (rule 88)."""
    for seat in range(R.players):
        change = own_change(s, R, seat, Op.INCOME) + event_change(s, R, Op.INCOME)
        gold = max(0, R.core_value[Core.BAR, s.core[seat, Core.BAR]] + change)
        s.gold[seat] += gold
        log_event(log, EventKind.INCOME, seat, gold, 0, 0)


@kernel
def blood_reset(s: State, R: Rules, log: Log) -> None:
    """Discard face-up cards and keep face-down ones. Empty spots get a Common, or another card (rule 90, R-49)."""
    for letter in range(LETTERS):
        if s.pile_up & BIT[letter] != 0:
            s.pile_n[letter] -= 1
            card = int(s.pile[letter, s.pile_n[letter]])
            s.pile[letter, s.pile_n[letter]] = 0
            s.lost[R.rank[card]] |= BIT[card - FIRST_OF_RANK[R.rank[card]]]
            s.pile_up &= ~BIT[letter]
            log_event(log, EventKind.DISMISS, NONE, card, Objective.RECRUIT + letter, 0)
    for spot in range(R.spots):
        if s.spot_up & BIT[spot] != 0:
            discard_contract(s, log, spot)
        if s.spot_deck[spot] == NONE:
            deck = 0
            while deck < DECKS - 1 and s.deck_n[deck] == 0:
                deck += 1
            if s.deck_n[deck] > 0:
                lay_contract(s, spot, pop_contract(s, deck), deck)


@kernel
def reset(s: State, R: Rules, log: Log) -> None:
    """Carry out the Reset Phase in order. The last Round ends the game after its income."""
    clear_orders(s, R)
    pay_income(s, R, log)
    s.marker = R.marker
    s.objective = 0
    if s.turn_no == R.rounds:
        finish(s, R, log)
        return
    if s.turn_no % BLOOD == 0:
        blood_reset(s, R, log)
    turn_all_up(s, log)
    s.phase = Phase.NEW_ROUND


# --- The end (rule 93) ---


@kernel
def count_for(s: State, R: Rules, seat: int, per: int) -> int:
    """Count the things a Guild has for a Prestige Upgrade."""
    n = 0
    if per <= _LEGENDARY:
        for deck in range(0 if per == _CONTRACT else 2, DECKS):
            n += bit_count(s.kept[seat, deck])
    elif per == _HERO:
        for i in range(s.member_n[seat]):
            n += R.rank[int(s.member[seat, i])] >= Rank.HERO
    elif per == _UPGRADE:
        n = bit_count(s.fixer[seat] | s.reroll[seat]) + 1  # itself
        for core in range(CORES):
            n += s.core[seat, core] > 1  # level III replaced level II
    elif per == _GOLD:
        n = s.gold[seat]
    else:
        for skill in range(SKILLS):
            n += team_dice(s, R, seat, BIT[s.member_n[seat]] - 1, skill) >= _MANY_DICE
    return int(n)


@kernel
def prestige_fame(s: State, R: Rules, seat: int) -> int:
    """Return the Fame of the Prestige Upgrade."""
    own = s.prestige[seat]
    if own == NONE:
        return 0
    return int(count_for(s, R, seat, R.prestige_per[own]) // R.prestige_every[own] * R.prestige_fame[own])


@kernel
def finish(s: State, R: Rules, log: Log) -> None:
    """Score Fame for Gold and Prestige. The most Fame wins, and ties share the victory."""
    best = 0
    for seat in range(R.players):
        counts_gold = s.prestige[seat] != NONE and R.prestige_per[s.prestige[seat]] == _GOLD
        by_gold = 0 if counts_gold else s.gold[seat] // GOLD_PER_FAME
        by_prestige = prestige_fame(s, R, seat)
        log_event(log, EventKind.SCORE, seat, by_gold, by_prestige, 0)
        s.points[seat] += by_gold + by_prestige
        best = max(best, s.points[seat])
    for seat in range(R.players):
        if s.points[seat] == best:
            s.winners |= BIT[seat]
    s.over = 1
    s.phase = Phase.OVER
    log_event(log, EventKind.END, NONE, 0, 0, 0)


@kernel
def cut_short(s: State, R: Rules, log: Log) -> None:
    """End a game of too many plies unfinished."""
    s.over = 2
    s.began = 0
    s.phase = Phase.OVER
    log_event(log, EventKind.END, NONE, 0, 0, 0)
