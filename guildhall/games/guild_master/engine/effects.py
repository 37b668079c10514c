"""Immediate effects: their queue in the state, the owner's choices, offers for them, and the outcomes."""

from __future__ import annotations

from guildhall.kernel.annotations import Ints, Log, Rules, State
from guildhall.kernel.containers import BIT, bit_count
from guildhall.kernel.log import log_event

from ..language import Op
from .guild import (
    able_to_pay,
    add_core,
    add_skill,
    ask,
    discard_kept,
    gain_fame,
    gain_gold,
    has_kept,
    may_add_core,
    may_add_skill,
    rank_by_fame,
)
from .state import (
    CONTRACTS,
    CORES,
    DECKS,
    EVERYONE,
    FIRST_OF_DECK,
    LETTERS,
    MOST_GOLD,
    NONE,
    QUEUE,
    SEATS,
    SKILLS,
    SPOTS,
    EventKind,
    Kind,
    Objective,
    OptionId,
    Phase,
    kernel,
)


@kernel
def push_effect(s: State, op: int, amount: int, detail: int) -> None:
    """Append an effect to the queue."""
    s.queue[s.queue_n, 0] = op
    s.queue[s.queue_n, 1] = amount
    s.queue[s.queue_n, 2] = detail
    s.queue_n += 1


@kernel
def push_card(s: State, R: Rules, card: int, owner: int, then: int) -> None:
    """Append all effects of a Contract to the queue."""
    s.owner = owner
    s.then = then
    for i in range(R.effect_n[card]):
        push_effect(s, R.effect[card, i, 0], R.effect[card, i, 1], R.effect[card, i, 2])
    s.phase = Phase.EFFECT


@kernel
def drop_effect(s: State) -> None:
    """Remove the first effect of the queue and its offers."""
    for i in range(1, QUEUE):
        for column in range(3):
            s.queue[i - 1, column] = s.queue[i, column]
    for column in range(3):
        s.queue[QUEUE - 1, column] = 0
    s.queue_n -= 1
    for seat in range(SEATS):
        s.lobby[seat] = 0
        s.offer_for[seat] = NONE
        s.offer_gold[seat] = 0
    s.lobby_n = 0
    s.offer_at = 0
    s.phase = Phase.EFFECT


# --- Choices ---


@kernel
def is_lobbied(op: int) -> bool:
    """True if the owner chooses a rival, so that offers may be made (R-43)."""
    return bool(op == Op.TAKE_GOLD or op == Op.GIVE_GOLD or op == Op.HARM or op == Op.PEEK_PRIVATE)


@kernel
def is_choosing(op: int) -> bool:
    """True if the owner of an effect makes a choice."""
    deck = op == Op.PEEK_DECK or op == Op.SWAP_CONTRACT
    return bool(is_lobbied(op) or deck or op == Op.SKILL_UPGRADE or op == Op.CORE_UPGRADE)


@kernel
def fits_rival(s: State, op: int, amount: int, owner: int, rival: int) -> bool:
    """True if an effect can hit a rival."""
    if rival == owner:
        return False
    if op == Op.TAKE_GOLD:
        return bool(s.gold[rival] > 0)
    if op == Op.GIVE_GOLD:
        return bool(s.gold[owner] >= amount)
    return bool(op == Op.HARM or s.private_n[rival] > 0)


@kernel
def fits_choice(s: State, R: Rules, op: int, amount: int, owner: int, choice: int) -> bool:
    """True if an owner may make a choice for an effect."""
    if is_lobbied(op):
        return bool(choice < R.players and fits_rival(s, op, amount, owner, choice))
    if op == Op.PEEK_DECK:
        return bool(choice < DECKS and s.deck_n[choice] > 0)
    if op == Op.SWAP_CONTRACT:
        return bool(choice < SPOTS and s.spot_up & BIT[choice] != 0 and s.deck_n[int(s.spot_deck[choice])] > 0)
    if op == Op.SKILL_UPGRADE:
        return bool(choice < 2 * SKILLS and may_add_skill(s, R, owner, choice // 2))
    return bool(choice < CORES and may_add_core(s, R, owner, choice))


@kernel
def offer_choices(s: State, R: Rules, op: int, amount: int, owner: int, base: int, opts: Ints, n: int) -> int:
    """Offer every choice of an effect, as options from `base` on."""
    for choice in range(2 * SKILLS):
        if fits_choice(s, R, op, amount, owner, choice):
            opts[n] = base + choice
            n += 1
    return n


@kernel
def count_choices(s: State, R: Rules, op: int, amount: int, owner: int) -> int:
    """Return the number of choices an effect gives its owner."""
    n = 0
    for choice in range(2 * SKILLS):
        n += fits_choice(s, R, op, amount, owner, choice)
    return int(n)


@kernel
def has_choice(s: State, R: Rules, op: int, amount: int, owner: int) -> bool:
    """True if an effect can be carried out at all."""
    return bool(count_choices(s, R, op, amount, owner) > 0)


# --- The queue ---


@kernel
def next_effect(s: State, R: Rules, log: Log) -> None:
    """Carry out the next effect, or begin the choice it needs."""
    if s.queue_n == 0:
        s.owner = NONE
        s.phase = s.then
        return
    op = s.queue[0, 0]
    amount = s.queue[0, 1]
    if not is_choosing(op):
        happen(s, R, log, op, amount)
        drop_effect(s)
    elif not has_choice(s, R, op, amount, s.owner):
        drop_effect(s)
    elif s.use != NONE and s.agreed == 1 and fits_choice(s, R, op, amount, s.owner, s.use):
        carry_out(s, R, log, s.use)
    elif is_lobbied(op):
        begin_lobby(s, R, log)
    else:
        ask(s, s.owner, Phase.CHOOSE)


@kernel
def happen(s: State, R: Rules, log: Log, op: int, amount: int) -> None:
    """Carry out an effect without a choice."""
    if op == Op.GOLD:
        gain_gold(s, log, s.owner, amount)
    elif op == Op.FAME:
        gain_fame(s, log, s.owner, amount)
    elif op == Op.DRAW_PRIVATE:
        draw_private(s, log, s.owner)


@kernel
def draw_private(s: State, log: Log, seat: int) -> None:
    """Draw the top Common as a Private Contract, if any is left (rule 43)."""
    if s.deck_n[0] == 0:
        return
    card = pop_contract(s, 0)
    s.private[seat] |= BIT[card]
    s.private_n[seat] += 1
    s.seen[card] |= BIT[seat]
    log_event(log, EventKind.DRAW, seat, card, 0, 0)


@kernel
def pop_contract(s: State, deck: int) -> int:
    """Take the top card of a deck."""
    s.deck_n[deck] -= 1
    card = int(s.deck[deck, s.deck_n[deck]])
    s.deck[deck, s.deck_n[deck]] = 0
    return card


@kernel
def lay_contract(s: State, spot: int, card: int, deck: int) -> None:
    """Lay a Contract face down on a spot."""
    s.spot[spot] = card
    s.spot_deck[spot] = deck


@kernel
def clear_spot(s: State, spot: int) -> None:
    """Clear a spot."""
    s.spot[spot] = NONE
    s.spot_deck[spot] = NONE
    s.spot_up &= ~BIT[spot]


@kernel
def turn_up(s: State, log: Log, spot: int) -> None:
    """Flip a Contract face up for everyone to see."""
    s.spot_up |= BIT[spot]
    s.seen[int(s.spot[spot])] = EVERYONE
    log_event(log, EventKind.REVEAL, NONE, s.spot[spot], spot, 0)


@kernel
def turn_all_up(s: State, log: Log) -> None:
    """Flip the top Adventurers and all Contracts (rule 91)."""
    for letter in range(LETTERS):
        if s.pile_n[letter] > 0 and s.pile_up & BIT[letter] == 0:
            s.pile_up |= BIT[letter]
            card = int(s.pile[letter, s.pile_n[letter] - 1])
            log_event(log, EventKind.TURN_UP, NONE, card, Objective.RECRUIT + letter, 0)
    for spot in range(SPOTS):
        if s.spot_deck[spot] != NONE and s.spot_up & BIT[spot] == 0:
            turn_up(s, log, spot)


@kernel
def discard_contract(s: State, log: Log, spot: int) -> None:
    """Move a Contract from the board to its discard pile."""
    card = int(s.spot[spot])
    deck = int(s.spot_deck[spot])
    s.gone[deck] |= BIT[card - FIRST_OF_DECK[deck]]
    log_event(log, EventKind.DISCARD, NONE, card, 0, 0)
    clear_spot(s, spot)


# --- Offers (R-43) ---


@kernel
def begin_lobby(s: State, R: Rules, log: Log) -> None:
    """Let every other Guild with Gold make one offer, in the Fame Order of the Plot Phase or a new one.

    Without a choice for the owner, nobody makes offers.
    """
    if count_choices(s, R, s.queue[0, 0], s.queue[0, 1], s.owner) == 1:
        ask(s, s.owner, Phase.CHOOSE)
        return
    others = able_to_pay(s, R, 1) & ~BIT[s.owner]
    if s.then == Phase.NEXT_PLOT and s.order_n == R.players:
        for i in range(s.order_n):
            if others & BIT[s.order[i]] != 0:
                s.lobby[s.lobby_n] = s.order[i]
                s.lobby_n += 1
    else:
        places = rank_by_fame(s, R, log, others)
        for seat in range(R.players):
            if others & BIT[seat] != 0:
                s.lobby[(places >> (4 * seat)) & 15] = seat
        s.lobby_n = bit_count(others)
    s.offer_at = 0
    s.phase = Phase.NEXT_LOBBY


@kernel
def next_lobby(s: State) -> None:
    """Let the next Guild make an offer, and at last the owner choose."""
    if s.offer_at < s.lobby_n:
        ask(s, s.lobby[s.offer_at], Phase.LOBBY)
    else:
        ask(s, s.owner, Phase.CHOOSE)


@kernel
def offer_lobby(s: State, R: Rules, opts: Ints) -> int:
    """Offer no bribe, or one for a choice of the owner."""
    opts[0] = OptionId.NO_OFFER
    return offer_choices(s, R, s.queue[0, 0], s.queue[0, 1], s.owner, OptionId.LOBBY.value, opts, 1)


@kernel
def choose_lobby(s: State, log: Log, code: int) -> None:
    """Set the choice that an offer is for."""
    if code == OptionId.NO_OFFER:
        log_event(log, EventKind.PASS, s.actor, 0, 0, 0)
        s.offer_at += 1
        s.phase = Phase.NEXT_LOBBY
    else:
        s.offer_for[s.actor] = code - OptionId.LOBBY
        s.phase = Phase.BRIBE


@kernel
def offer_gold(s: State, seat: int, opts: Ints) -> int:
    """Offer amounts of Gold from the Treasury."""
    n = 0
    for gold in range(1, min(s.gold[seat], MOST_GOLD) + 1):
        opts[n] = OptionId.GOLD + gold
        n += 1
    return n


@kernel
def choose_bribe(s: State, log: Log, code: int) -> None:
    """Set the Gold of an offer."""
    s.offer_gold[s.actor] = code - OptionId.GOLD
    log_event(log, EventKind.OFFER, s.actor, s.queue[0, 0], s.offer_for[s.actor], code - OptionId.GOLD)
    s.offer_at += 1
    s.phase = Phase.NEXT_LOBBY


# --- Carrying out a choice ---


@kernel
def carry_out(s: State, R: Rules, log: Log, choice: int) -> None:
    """Carry out the owner's choice. Offers for it are paid, and the others lapse."""
    op = int(s.queue[0, 0])
    amount = int(s.queue[0, 1])
    owner = int(s.owner)
    log_event(log, EventKind.CHOOSE, owner, op, choice, 0)
    for seat in range(R.players):
        if s.offer_for[seat] == choice and s.offer_gold[seat] > 0:
            gain_gold(s, log, seat, -s.offer_gold[seat])
            gain_gold(s, log, owner, s.offer_gold[seat])
    if is_lobbied(op):
        hit_rival(s, R, log, op, amount, choice)
    else:
        happen_to(s, R, log, op, choice)
    drop_effect(s)


@kernel
def hit_rival(s: State, R: Rules, log: Log, op: int, amount: int, rival: int) -> None:
    """Apply an effect to a rival."""
    owner = int(s.owner)
    if op == Op.TAKE_GOLD:
        gold = min(amount, int(s.gold[rival]))
        gain_gold(s, log, rival, -gold)
        gain_gold(s, log, owner, gold)
    elif op == Op.GIVE_GOLD:
        gain_gold(s, log, owner, -amount)
        gain_gold(s, log, rival, amount)
        gain_fame(s, log, owner, amount)
    elif op == Op.HARM:
        gain_fame(s, log, rival, -amount)
    else:
        for card in range(FIRST_OF_DECK[1]):
            if s.private[rival] & BIT[card] != 0:
                s.seen[card] |= BIT[owner]
                log_event(log, EventKind.PEEK, owner, card, 0, 0)


@kernel
def happen_to(s: State, R: Rules, log: Log, op: int, choice: int) -> None:
    """Apply an effect to a deck, a spot or the owner's Upgrade Board."""
    owner = int(s.owner)
    if op == Op.PEEK_DECK:
        card = int(s.deck[choice, s.deck_n[choice] - 1])
        s.seen[card] |= BIT[owner]
        log_event(log, EventKind.PEEK, owner, card, 0, 0)
    elif op == Op.SWAP_CONTRACT:
        deck = int(s.spot_deck[choice])
        log_event(log, EventKind.SWAP, owner, s.spot[choice], choice, 0)
        discard_contract(s, log, choice)
        lay_contract(s, choice, pop_contract(s, deck), deck)
        turn_up(s, log, choice)
    elif op == Op.SKILL_UPGRADE:
        add_skill(s, R, log, owner, choice)
    else:
        add_core(s, R, log, owner, choice)


# --- Boons at the start of a Guild's Order (R-41) ---


@kernel
def fits_order(s: State, R: Rules, seat: int, card: int) -> bool:
    """True if the Guild can use a Boon outside a check now."""
    if R.kind[card] != Kind.BOON or not has_kept(s, R, seat, card):
        return False
    op = R.effect[card, 0, 0]
    if op < Op.GOLD:
        return False
    if op == Op.DRAW_PRIVATE:
        return bool(s.deck_n[0] > 0)
    return bool(not is_choosing(op) or has_choice(s, R, op, R.effect[card, 0, 1], seat))


@kernel
def offer_boons(s: State, R: Rules, seat: int, opts: Ints, n: int) -> int:
    """Offer the Boons that can be used at the start of the Guild's Order."""
    if s.kept[seat, 0] | s.kept[seat, 1] | s.kept[seat, 2] != 0:
        for card in range(CONTRACTS):
            if fits_order(s, R, seat, card):
                opts[n] = OptionId.BOON + card
                n += 1
    return n


@kernel
def use_boon(s: State, R: Rules, log: Log, card: int, then: int) -> None:
    """Discard a Boon for its effect."""
    discard_kept(s, R, log, s.actor, card)
    push_card(s, R, card, s.actor, then)
