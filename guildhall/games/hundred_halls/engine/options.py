"""The legal options of every decision."""

from __future__ import annotations

from guildhall.kernel.annotations import Ints, Rules, State
from guildhall.kernel.containers import list_set, pair

from ..cards import Trigger
from ..language import Op, Pick, Zone
from .armory import offer_purchases, offer_starters
from .finding import (
    SPELL,
    all_hold,
    extreme,
    fits,
    form_of,
    hand_size,
    has_program,
    is_alive,
    is_twin,
    living_seats,
    type_of,
)
from .play import allowance, can_put
from .state import (
    ACTIVATIONS,
    HELP_ACTIVATE,
    HELP_ELEMENTS,
    HELP_SEAT,
    NONE,
    PLAYS,
    Chosen,
    Frame,
    OptionId,
    Phase,
    Program,
    Row,
    kernel,
)
from .targets import can_be_meant, guards, is_candidate, is_idle, phrase_at
from .zones import is_copy

# --- A player's actions ---


@kernel
def cost_needs(s: State, R: Rules, row: int, first: int, card: int, seat: int) -> bool:
    """True if one part of a cost can be paid in addition to the parts before it."""
    op = int(R.row[row, Row.OP])
    need = 0
    for other in range(first, row + 1):
        if R.row[other, Row.OP] == op and R.row[other, Row.TARGET] == R.row[row, Row.TARGET]:
            need += abs(int(R.row[other, Row.AMOUNT]))
    if op == Op.COUNTERS:
        return bool(s.counters[card] >= need)
    if op == Op.DISCARD:
        return hand_size(s, R, seat) - int(s.zone[card] == Zone.HAND) >= need
    if op == Op.DAMAGE:
        return True
    phrase = int(R.row[row, Row.TARGET])
    n = 0
    for other in range(R.cards):
        n += can_be_meant(s, R, op, other) and (
            (other == card and R.phrase[phrase, Chosen.PICK] == Pick.SELF) or fits(s, R, phrase, other, card, seat)
        )
    return n >= need


@kernel
def can_pay(s: State, R: Rules, card: int, trigger: int, seat: int) -> bool:
    """True if a player can pay for a card or an activation, and its conditions hold."""
    form = form_of(s, R, card)
    first = int(R.program[form, trigger, Program.AT])
    if trigger == Trigger.ACTIVATE:
        if R.program[form, trigger, Program.ONCE] == 1 and s.used[card] == 1:
            return False
        start = R.program[form, trigger, Program.IF]
        if not all_hold(s, R, start, R.program[form, trigger, Program.IFS], card, seat, NONE):
            return False
    for row in range(first, R.program[form, trigger, Program.END]):
        if R.row[row, Row.COST] == 1 and not cost_needs(s, R, row, first, card, seat):
            return False
    return True


@kernel
def offer_plays(s: State, R: Rules, seat: int, base: int, opts: Ints, n: int) -> int:
    """Offer the playable cards of a hand. Copies are alike."""
    for card in range(R.own[seat, 0], R.own[seat, 1]):
        is_own = s.zone[card] == Zone.HAND and s.holder[card] == seat and not is_twin(s, R, card)
        if is_own and (type_of(s, R, card) != SPELL or can_pay(s, R, card, Trigger.ENTERS.value, seat)):
            opts[n] = base + card
            n += 1
    return n


@kernel
def may_activate(s: State, R: Rules, card: int, seat: int) -> bool:
    """True if a player may activate a card: their own, one given to them, or an enemy card that allows it (R-38)."""
    if s.holder[card] != NONE and s.holder[card] != seat:
        return False
    return bool(has_program(s, R, card, Trigger.ACTIVATE.value) and can_pay(s, R, card, Trigger.ACTIVATE.value, seat))


@kernel
def offer_activations(s: State, R: Rules, seat: int, base: int, opts: Ints, n: int) -> int:
    """Offer the cards in play that can be activated."""
    for i in range(s.table_n):
        card = int(s.table[i])
        if may_activate(s, R, card, seat):
            opts[n] = base + card
            n += 1
    return n


@kernel
def offer_turn(s: State, R: Rules, opts: Ints) -> int:
    """Offer to play a card, activate one, or finish (rule 10)."""
    seat = int(s.actor)
    opts[0] = OptionId.DONE
    n = 1
    if allowance(s, R, seat, PLAYS) > 0:
        n = offer_plays(s, R, seat, OptionId.PLAY.value, opts, n)
    if allowance(s, R, seat, ACTIVATIONS) > 0:
        opts[n] = OptionId.ELEMENTS + seat
        n = offer_activations(s, R, seat, OptionId.ACTIVATE.value, opts, n + 1)
    return n


@kernel
def offer_memory(s: State, R: Rules, opts: Ints) -> int:
    """Offer a dead player's help: another player acts with a card or with the dead player's card (R-4, R-35)."""
    dead = int(s.actor)
    opts[0] = OptionId.DONE
    n = 1
    for seat in range(R.players):
        if is_alive(s, R, seat):
            base = OptionId.HELP + HELP_SEAT * seat
            n = offer_plays(s, R, seat, base, opts, n)
            n = offer_activations(s, R, seat, base + HELP_ACTIVATE, opts, n)
            opts[n] = base + HELP_ELEMENTS + seat
            opts[n + 1] = base + HELP_ELEMENTS + dead
            n += 2
            has_own = has_program(s, R, dead, Trigger.ACTIVATE.value)
            if has_own and can_pay(s, R, dead, Trigger.ACTIVATE.value, seat):
                opts[n] = base + HELP_ACTIVATE + dead
                n += 1
    return n


@kernel
def offer_hand(s: State, R: Rules, seat: int, base: int, opts: Ints) -> int:
    """Offer all cards of a hand. Copies are alike."""
    n = 0
    for card in range(R.own[seat, 0], R.own[seat, 1]):
        if s.zone[card] == Zone.HAND and s.holder[card] == seat and not is_twin(s, R, card):
            opts[n] = base + card
            n += 1
    return n


@kernel
def offer_head_start(s: State, R: Rules, opts: Ints) -> int:
    """Offer to put a card into play or, if there is none, to draw a new hand (R-14)."""
    seat = int(s.actor)
    opts[0] = OptionId.KEEP
    if not can_put(s, R, seat):
        opts[1] = OptionId.REDRAW
        return 2
    n = 1
    for card in range(R.own[seat, 0], R.own[seat, 1]):
        is_own = s.zone[card] == Zone.HAND and s.holder[card] == seat
        if is_own and type_of(s, R, card) != SPELL and not is_twin(s, R, card):
            opts[n] = OptionId.PUT + card
            n += 1
    return n


# --- Choices for effects ---


@kernel
def add_sorted(opts: Ints, n: int, code: int) -> int:
    """Add an option to `n` ascending ones and return their number."""
    i = n
    while i > 0 and opts[i - 1] > code:
        opts[i] = opts[i - 1]
        i -= 1
    opts[i] = code
    return n + 1


@kernel
def offer_targets(s: State, R: Rules, opts: Ints) -> int:
    """Offer the targets of the current row. Unaffected ones are included only if all are unaffected (R-47)."""
    frame = int(s.stack_n) - 1
    phrase = phrase_at(s, R, frame)
    best = extreme(s, R, phrase, int(s.stack[frame, Frame.SOURCE]), int(s.stack[frame, Frame.SEAT]))
    guarded, zone = guards(s, R, frame), R.phrase[phrase, Chosen.ZONE]
    idle = n = 0
    for i in range(s.table_n if zone == Zone.PLAY else R.cards):
        card = int(s.table[i]) if zone == Zone.PLAY else i
        if s.zone[card] == zone and is_candidate(s, R, frame, phrase, card, best):
            is_one_idle = is_idle(s, R, frame, card, guarded)
            if is_one_idle and n == 0:
                idle = add_sorted(opts, idle, OptionId.TARGET + card)
            elif not is_one_idle:
                n = add_sorted(opts, n, OptionId.TARGET + card)
    return n if n > 0 else idle


@kernel
def offer_modes(s: State, R: Rules, opts: Ints) -> int:
    """Offer the effects of a choice."""
    row = int(s.stack[s.stack_n - 1, Frame.AT])
    for i in range(R.row[row, Row.AMOUNT]):
        opts[i] = OptionId.MODE + i
    return int(R.row[row, Row.AMOUNT])


@kernel
def offer_copies(s: State, R: Rules, opts: Ints) -> int:
    """Offer the copies of a Unique card, one of which goes."""
    card = int(s.stack[s.stack_n - 1, Frame.SOURCE])
    n = 0
    for i in range(s.table_n):
        if is_copy(R, card, int(s.table[i])):
            opts[n] = OptionId.TARGET + int(s.table[i])
            n += 1
    return n


@kernel
def offer_looked_at(s: State, R: Rules, opts: Ints) -> int:
    """Offer the cards on top of a deck, or none of them. Copies are alike."""
    pile = int(s.stack[s.stack_n - 1, Frame.AT])
    opts[0] = OptionId.NONE
    n = 1
    for i in range(s.stack[s.stack_n - 1, Frame.COUNT]):
        card = int(s.deck[pile, s.deck_n[pile] - 1 - i])
        is_new = True
        for j in range(1, n):
            is_new = is_new and R.form[opts[j] - OptionId.TARGET] != R.form[card]
        if is_new:
            opts[n] = OptionId.TARGET + card
            n += 1
    return n


@kernel
def offer(s: State, R: Rules, opts: Ints) -> int:
    """Offer the legal options, or none when the game is over."""
    phase = s.phase
    if phase == Phase.OVER or s.over != 0:
        return 0
    if phase == Phase.ACT:
        return offer_turn(s, R, opts)
    if phase == Phase.TARGET:
        return offer_targets(s, R, opts)
    if phase == Phase.DRAW:
        return pair(opts, OptionId.DRAW.value, OptionId.NO_DRAW.value)
    if phase == Phase.MAY:
        return pair(opts, OptionId.YES.value, OptionId.NO.value)
    if phase == Phase.DISCARD or phase == Phase.LIMIT:
        return offer_hand(s, R, int(s.actor), OptionId.DISCARD.value, opts)
    if phase == Phase.MODE:
        return offer_modes(s, R, opts)
    if phase == Phase.MEMORY:
        return offer_memory(s, R, opts)
    if phase == Phase.REWARD:
        return list_set(living_seats(s, R), OptionId.TARGET.value, opts, 0)
    if phase == Phase.LOOK:
        return offer_looked_at(s, R, opts)
    if phase == Phase.ARMORY:
        return offer_purchases(s, R, opts)
    if phase == Phase.STARTER:
        return offer_starters(s, R, opts)
    return offer_copies(s, R, opts) if phase == Phase.UNIQUE else offer_head_start(s, R, opts)
