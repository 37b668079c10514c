"""What a bot makes of an option: who is best meant by it, what it is worth if it meets them."""

from __future__ import annotations

from guildhall.kernel.annotations import Rules, State, Weights

from ..cards import Trigger
from ..language import Op
from ..selectors import Pick, Zone
from ..weights import Weight
from .armory import value_of_purchase
from .codes import (
    ELEMENTS,
    HELP_ACTIVATE,
    HELP_ELEMENTS,
    HELP_SEAT,
    SEATS,
    Chosen,
    Frame,
    OptionId,
    Phase,
    Program,
    Row,
    Stage,
)
from .danger import end_is_near, strength_of
from .finding import (
    QUEST,
    all_hold,
    amount_of,
    change_of,
    extreme,
    form_of,
    hand_size,
    is_of_players,
    living,
    may_choose,
    redirected,
    type_of,
)
from .state import NONE, kernel
from .worth import COMPLETED, card_worth, heal_worth, means_players, program_worth, row_worth, threat, worth_on_others

_DEATH = 60.0  # what the death of a player costs

# --- Targets ---


@kernel
def hit_value(s: State, R: Rules, W: Weights, b: int, card: int, n: int) -> float:
    """What damage to a card is worth."""
    hp = int(s.hp[card])
    if card < SEATS:
        return n * W[b, Weight.HARM] * (1.0 + 5.0 / hp) - (_DEATH if n >= hp else 0.0)
    if s.holder[card] != NONE:
        return n * W[b, Weight.HARM]
    if W[b, Weight.AIM] != 0.0:
        card = redirected(s, R, card)
        hp = int(s.hp[card])
    dealt = max(0, n + change_of(s, R, Op.TAKES.value, card, NONE))
    part = min(dealt, hp)
    value = part * W[b, Weight.DAMAGE]
    if R.boss[card] == 1:
        value += part * W[b, Weight.BOSS]
        if W[b, Weight.FINISH] != 0.0:
            value += part * W[b, Weight.FINISH] * end_is_near(s, R)
    danger = threat(s, R, W, b, card)
    if dealt >= hp:
        value += W[b, Weight.KILL] + danger
        return value + (COMPLETED + W[b, Weight.QUEST] if type_of(s, R, card) == QUEST else 0.0)
    return value + 0.5 * danger * part / hp


@kernel
def help_value(s: State, R: Rules, W: Weights, b: int, op: int, card: int, n: int) -> float:
    """What an effect on a player is worth, so that the right one is chosen."""
    if op == Op.HEAL:
        return heal_worth(s, R, W, b, card, n) * (2.0 - s.hp[card] / s.cap[card])
    if op == Op.DRAW or op == Op.PLAYS or op == Op.GIVE:
        return 5.0 - 0.1 * hand_size(s, R, card) + W[b, Weight.ROLE] * strength_of(R, card)
    if op == Op.DEALS and n > 0 and W[b, Weight.ROLE] != 0.0:
        return float(strength_of(R, card))
    if op == Op.DISCARD:
        return 0.1 * hand_size(s, R, card)
    if op == Op.ATTACH:
        return 0.1 * s.hp[card]
    return 10.0 - 0.1 * s.hp[card]


@kernel
def target_value(s: State, R: Rules, W: Weights, b: int, card: int) -> float:
    """How good a card is as the one that the row at hand means."""
    frame = int(s.stack_n) - 1
    row = int(s.stack[frame, Frame.AT])
    me = int(s.stack[frame, Frame.SOURCE])
    seat = int(s.stack[frame, Frame.SEAT])
    op = int(R.row[row, Row.OP])
    n = amount_of(s, R, row, me, seat, int(s.stack[frame, Frame.IT]))
    if op == Op.DAMAGE:
        if s.stack[frame, Frame.BY] == 1:
            n += change_of(s, R, Op.DEALS.value, me, seat)
            if W[b, Weight.AIM] != 0.0:
                n += R.players - living(s, R)
        return hit_value(s, R, W, b, card, n)
    if card < SEATS or s.stack[frame, Frame.STAGE] == Stage.FIRST:
        return help_value(s, R, W, b, op, card, n) if card < SEATS else 0.0
    if s.zone[card] != Zone.PLAY:
        worth = card_worth(s, R, W, b, card, seat)
        wanted = op == Op.RETURN or op == Op.SEARCH
        return worth if wanted == (is_of_players(s, R, card)) else -worth
    if s.holder[card] != NONE:
        return -card_worth(s, R, W, b, card, seat)
    if op == Op.COUNTERS and type_of(s, R, card) == QUEST:
        return W[b, Weight.QUEST]
    value = threat(s, R, W, b, card) + 0.3 * s.hp[card]
    return -value if op == Op.HEAL or op == Op.PREVENT else value


# --- Plans ---


@kernel
def planned_on(s: State, R: Rules, W: Weights, b: int, op: int, card: int, n: int) -> float:
    """What damage, destruction or a stun is worth if it meets a card."""
    if op == Op.DAMAGE:
        return hit_value(s, R, W, b, card, n)
    if card < SEATS or s.holder[card] != NONE:
        return 0.0
    harm = threat(s, R, W, b, card)
    if op == Op.STUN:
        return harm / (1.0 + W[b, Weight.THREAT])
    return W[b, Weight.KILL] + harm + 0.3 * s.hp[card]


@kernel
def planned_row(s: State, R: Rules, W: Weights, b: int, row: int, me: int, seat: int) -> float:
    """What the best target of a row makes it worth beyond what its number told."""
    op, phrase = int(R.row[row, Row.OP]), int(R.row[row, Row.TARGET])
    if op != Op.DAMAGE and op != Op.DESTROY and op != Op.STUN:
        return 0.0
    pick = R.phrase[phrase, Chosen.PICK]
    if pick < Pick.ANY or means_players(R, phrase):
        return 0.0
    if not all_hold(s, R, R.row[row, Row.IF], R.row[row, Row.IFS], me, seat, NONE):
        return 0.0
    n, extreme_hp = amount_of(s, R, row, me, seat, NONE), extreme(s, R, phrase, me, seat)
    actor = seat if is_of_players(s, R, me) else NONE
    dealt = n + change_of(s, R, Op.DEALS.value, me, actor) + R.players - living(s, R)
    best, total, found = 0.0, 0.0, 0
    for i in range(s.table_n):
        card = int(s.table[i])
        if may_choose(s, R, phrase, card, me, seat, extreme_hp):
            worth = planned_on(s, R, W, b, op, card, dealt)
            best, total, found = max(best, worth), total + worth, found + 1
    if found == 0:
        return 0.0
    if pick == Pick.EACH:
        return total - found * worth_on_others(W, b, op, n, 1.0)
    return (total / found if pick == Pick.RANDOM else best) - worth_on_others(W, b, op, n, 1.0)


@kernel
def planned(s: State, R: Rules, W: Weights, b: int, card: int, trigger: int, seat: int) -> float:
    """What the best targets of an ability make it worth beyond what its numbers told."""
    if W[b, Weight.AIM] == 0.0:
        return 0.0
    form = form_of(s, R, card)
    worth = 0.0
    row = int(R.program[form, trigger, Program.AT])
    while row < R.program[form, trigger, Program.END]:
        if R.row[row, Row.OP] == Op.CHOOSE:
            row += int(R.row[row, Row.AMOUNT])
        else:
            worth += planned_row(s, R, W, b, row, card, seat)
        row += 1
    return W[b, Weight.AIM] * worth


# --- Options ---


@kernel
def value_of_act(s: State, R: Rules, W: Weights, b: int, what: int, card: int, seat: int) -> float:
    """A play (0), an activation (1) or the Five Elements (2), as a player's own or as a dead player's help."""
    if what == 0:
        return card_worth(s, R, W, b, card, seat) + planned(s, R, W, b, card, Trigger.ENTERS.value, seat)
    trigger = Trigger.ACTIVATE.value if what == 1 else ELEMENTS
    return program_worth(s, R, W, b, card, trigger, seat) + planned(s, R, W, b, card, trigger, seat)


@kernel
def value_of_turn(s: State, R: Rules, W: Weights, b: int, code: int) -> float:
    """What a player does in a turn, or a dead one for another."""
    if code == OptionId.DONE:
        return 0.0
    if code >= OptionId.HELP:
        seat = (code - OptionId.HELP) // HELP_SEAT
        what = (code - OptionId.HELP) % HELP_SEAT
        if what >= HELP_ELEMENTS:
            return value_of_act(s, R, W, b, 2, what - HELP_ELEMENTS, seat)
        if what >= HELP_ACTIVATE:
            return value_of_act(s, R, W, b, 1, what - HELP_ACTIVATE, seat)
        return value_of_act(s, R, W, b, 0, what, seat)
    if code >= OptionId.ELEMENTS:
        return value_of_act(s, R, W, b, 2, code - OptionId.ELEMENTS, b)
    if code >= OptionId.ACTIVATE:
        return value_of_act(s, R, W, b, 1, code - OptionId.ACTIVATE, b)
    return value_of_act(s, R, W, b, 0, code - OptionId.PLAY, b)


@kernel
def value_of_row(s: State, R: Rules, W: Weights, b: int, code: int) -> float:
    """Whether something that may be done is done, or one of several effects."""
    frame = int(s.stack_n) - 1
    row = int(s.stack[frame, Frame.AT])
    if code == OptionId.NO:
        return 0.0
    if code >= OptionId.MODE:
        row += 1 + code - OptionId.MODE
    me, seat = int(s.stack[frame, Frame.SOURCE]), int(s.stack[frame, Frame.SEAT])
    value = row_worth(s, R, W, b, row, me, seat)
    return value + W[b, Weight.AIM] * planned_row(s, R, W, b, row, me, seat) if W[b, Weight.AIM] != 0.0 else value


@kernel
def value_of_looked_at(s: State, R: Rules, W: Weights, b: int, code: int) -> float:
    """A card of the own deck into the hand, or one of an enemy deck under it."""
    if code == OptionId.NONE:
        return 0.0
    card = code - OptionId.TARGET
    pile = int(R.home[card])
    if pile < SEATS:
        return card_worth(s, R, W, b, card, pile)
    return threat(s, R, W, b, card) - program_worth(s, R, W, b, card, Trigger.ENTERS.value, NONE)


@kernel
def value_of(s: State, R: Rules, W: Weights, b: int, code: int) -> float:
    """The score of an option."""
    phase = s.phase
    if phase == Phase.ACT or phase == Phase.MEMORY:
        return value_of_turn(s, R, W, b, code)
    if phase == Phase.TARGET:
        return target_value(s, R, W, b, code - OptionId.TARGET)
    if phase == Phase.MAY or phase == Phase.MODE:
        return value_of_row(s, R, W, b, code)
    if phase == Phase.DISCARD or phase == Phase.LIMIT:
        return -card_worth(s, R, W, b, code - OptionId.DISCARD, b)
    if phase == Phase.DRAW:
        return W[b, Weight.DRAW] if code == OptionId.DRAW else 0.0
    if phase == Phase.REWARD:
        seat = code - OptionId.TARGET
        return float(s.cap[seat] - s.hp[seat])
    if phase == Phase.LOOK:
        return value_of_looked_at(s, R, W, b, code)
    if phase == Phase.UNIQUE:
        card = code - OptionId.TARGET
        return float(s.hp[card]) if s.holder[card] == NONE else -float(s.counters[card])
    if phase == Phase.ARMORY:
        return value_of_purchase(W, b, code)
    if phase == Phase.STARTER:
        return card_worth(s, R, W, b, code - OptionId.TARGET, b)
    if code == OptionId.REDRAW:
        return 1.0
    return card_worth(s, R, W, b, code - OptionId.PUT, b) if code >= OptionId.PUT else 0.0
