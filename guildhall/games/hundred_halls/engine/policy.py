"""What a bot makes of an option: what the rows of a card are worth to the players, and who is best meant by them."""

from __future__ import annotations

from guildhall.kernel.annotations import Rules, State, Weights

from ..box import Trigger
from ..language import Op
from ..selectors import Pick, Sort, Zone
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
from .finding import (
    QUEST,
    SPELL,
    all_hold,
    amount_of,
    change_of,
    count_fitting,
    form_of,
    hand_size,
    is_alive,
    is_of_players,
    type_of,
)
from .state import NONE, kernel

_FLIP, _DEATH, _QUEST = 4.0, 60.0, 4.0  # a card flipped, a player's death, a Quest completed

# --- Rows and cards ---


@kernel
def means_players(R: Rules, phrase: int) -> bool:
    """Whether a phrase means players."""
    pick = R.phrase[phrase, Chosen.PICK]
    return bool(pick == Pick.YOU or (pick >= Pick.ANY and R.phrase[phrase, Chosen.SORT] == Sort.PLAYER))


@kernel
def meant_n(s: State, R: Rules, phrase: int, me: int, seat: int) -> int:
    """How many a phrase will mean."""
    if R.phrase[phrase, Chosen.PICK] < Pick.ANY:
        return 1
    n = count_fitting(s, R, phrase, me, seat)
    return n if R.phrase[phrase, Chosen.PICK] == Pick.EACH else min(n, 1)


@kernel
def healable(s: State, R: Rules, phrase: int, seat: int, n: int) -> float:
    """How many hit points healing will bring to players."""
    pick = R.phrase[phrase, Chosen.PICK]
    if pick == Pick.YOU:
        return float(min(n, s.cap[seat] - s.hp[seat])) if seat != NONE else 0.0
    best = 0.0
    for other in range(R.players):
        if is_alive(s, R, other):
            lost = float(min(n, s.cap[other] - s.hp[other]))
            best = best + lost if pick == Pick.EACH else max(best, lost)
    return best


@kernel
def worth_on_players(s: State, R: Rules, W: Weights, b: int, op: int, phrase: int, seat: int, n: int) -> float:
    """What an effect on players is worth."""
    if op == Op.DAMAGE:
        return n * W[b, Weight.HARM]
    if op == Op.DRAW or op == Op.DRAWS:
        return n * W[b, Weight.DRAW]
    if op == Op.DISCARD:
        return -n * W[b, Weight.DRAW]
    if op == Op.PREVENT:
        return n * W[b, Weight.PREVENT]
    if op == Op.PLAYS or op == Op.ACTIVATIONS:
        return n * W[b, Weight.EXTRA]
    if op == Op.DEALS or op == Op.HEALS:
        return n * W[b, Weight.DAMAGE]
    if op == Op.TAKES:
        return -n * W[b, Weight.PREVENT]
    return 0.5 * n if op == Op.MAX_HP else 0.0


@kernel
def worth_on_others(W: Weights, b: int, op: int, n: int, sign: float) -> float:
    """What an effect on cards that are no players is worth; `sign` is -1 on enemy cards."""
    if op == Op.DAMAGE or op == Op.TAKES:
        return n * W[b, Weight.DAMAGE]
    if op == Op.HEAL:
        return -0.5 * n
    if op == Op.DEALS:
        return -n * W[b, Weight.PREVENT]
    if op == Op.DESTROY or op == Op.VOID or op == Op.STUN:
        return sign * W[b, Weight.KILL]
    if op == Op.SACRIFICE:
        return -W[b, Weight.LASTING]
    if op == Op.RETURN or op == Op.SEARCH:
        return sign * W[b, Weight.DRAW]
    if op == Op.SUMMON:
        return sign * W[b, Weight.LASTING]
    if op == Op.COMPLETE:
        return _QUEST
    if op == Op.FLIP:
        return -_FLIP * n
    return 0.5 * sign * n if op == Op.COUNTERS else 0.0


@kernel
def row_worth(s: State, R: Rules, W: Weights, b: int, row: int, me: int, seat: int) -> float:
    """What a row of effects is worth to the players now."""
    op = int(R.row[row, Row.OP])
    if not all_hold(s, R, R.row[row, Row.IF], R.row[row, Row.IFS], me, seat, NONE):
        return 0.0
    n = amount_of(s, R, row, me, seat, NONE)
    phrase = int(R.row[row, Row.TARGET])
    sign = 1.0 if is_of_players(s, R, me) else -1.0
    if phrase == NONE:
        return worth_on_others(W, b, op, n, sign)
    if means_players(R, phrase):
        if op == Op.HEAL:
            return healable(s, R, phrase, seat, n) * W[b, Weight.HEAL]
        return meant_n(s, R, phrase, me, seat) * worth_on_players(s, R, W, b, op, phrase, seat, n)
    if R.phrase[phrase, Chosen.PICK] == Pick.SELF and op == Op.DESTROY:
        return 0.0
    return meant_n(s, R, phrase, me, seat) * worth_on_others(W, b, op, n, sign)


@kernel
def program_worth(s: State, R: Rules, W: Weights, b: int, card: int, trigger: int, seat: int) -> float:
    """What an ability is worth now; of a choice, its best effect."""
    form = form_of(s, R, card)
    worth = 0.0
    row = int(R.program[form, trigger, Program.AT])
    while row < R.program[form, trigger, Program.END]:
        if R.row[row, Row.OP] == Op.CHOOSE:
            best = 0.0
            for mode in range(row + 1, row + 1 + R.row[row, Row.AMOUNT]):
                best = max(best, row_worth(s, R, W, b, mode, card, seat))
            worth += best
            row += int(R.row[row, Row.AMOUNT])
        else:
            worth += row_worth(s, R, W, b, row, card, seat)
        row += 1
    return worth


@kernel
def card_worth(s: State, R: Rules, W: Weights, b: int, card: int, seat: int) -> float:
    """What playing a card is worth: a Spell what it does now, another one also what it will do."""
    worth = program_worth(s, R, W, b, card, Trigger.ENTERS.value, seat)
    if type_of(s, R, card) == SPELL:
        return worth
    form = form_of(s, R, card)
    worth += (R.always[form, 1] - R.always[form, 0]) * W[b, Weight.LASTING]
    for trigger in range(Trigger.BEGIN, Trigger.ACTIVATE + 1):
        if R.program[form, trigger, Program.END] > R.program[form, trigger, Program.AT]:
            worth += W[b, Weight.LASTING]
    return worth


@kernel
def threat(s: State, R: Rules, W: Weights, b: int, card: int) -> float:
    """What an enemy card costs the players each round."""
    worth = program_worth(s, R, W, b, card, Trigger.BEGIN.value, NONE)
    worth += program_worth(s, R, W, b, card, Trigger.END.value, NONE)
    return max(0.0, -worth)


# --- Targets ---


@kernel
def hit_value(s: State, R: Rules, W: Weights, b: int, card: int, n: int) -> float:
    """What damage to a card is worth."""
    hp = int(s.hp[card])
    if card < SEATS:
        return n * W[b, Weight.HARM] * (1.0 + 5.0 / hp) - (_DEATH if n >= hp else 0.0)
    if s.holder[card] != NONE:
        return n * W[b, Weight.HARM]
    dealt = max(0, n + change_of(s, R, Op.TAKES.value, card, NONE))
    part = min(dealt, hp)
    value = part * W[b, Weight.DAMAGE]
    if R.boss[card] == 1:
        value += part * W[b, Weight.BOSS]
    danger = threat(s, R, W, b, card)
    if dealt >= hp:
        value += W[b, Weight.KILL] + danger
        return value + (_QUEST if type_of(s, R, card) == QUEST else 0.0)
    return value + 0.5 * danger * part / hp


@kernel
def help_value(s: State, R: Rules, W: Weights, b: int, op: int, card: int, n: int) -> float:
    """What an effect on a player is worth, so that the right one is chosen."""
    if op == Op.HEAL:
        lost = min(n, int(s.cap[card]) - int(s.hp[card]))
        return lost * W[b, Weight.HEAL] * (2.0 - s.hp[card] / s.cap[card])
    if op == Op.DRAW or op == Op.PLAYS or op == Op.GIVE:
        return 5.0 - 0.1 * hand_size(s, R, card)
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
        if is_of_players(s, R, me):
            n += change_of(s, R, Op.DEALS.value, me, seat)
        return hit_value(s, R, W, b, card, n)
    if card < SEATS or s.stack[frame, Frame.STAGE] == Stage.FIRST:
        return help_value(s, R, W, b, op, card, n) if card < SEATS else 0.0
    if s.zone[card] != Zone.PLAY:
        worth = card_worth(s, R, W, b, card, seat)
        wanted = op == Op.RETURN or op == Op.SEARCH
        return worth if wanted == (is_of_players(s, R, card)) else -worth
    if s.holder[card] != NONE:
        return -card_worth(s, R, W, b, card, seat)
    value = threat(s, R, W, b, card) + 0.3 * s.hp[card]
    return -value if op == Op.HEAL or op == Op.PREVENT else value


# --- Options ---


@kernel
def value_of_act(s: State, R: Rules, W: Weights, b: int, what: int, card: int, seat: int) -> float:
    """A play (0), an activation (1) or the Five Elements (2), as a player's own or as a dead player's help."""
    if what == 0:
        return card_worth(s, R, W, b, card, seat)
    if what == 1:
        return program_worth(s, R, W, b, card, Trigger.ACTIVATE.value, seat)
    return program_worth(s, R, W, b, card, ELEMENTS, seat)


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
    return row_worth(s, R, W, b, row, int(s.stack[frame, Frame.SOURCE]), int(s.stack[frame, Frame.SEAT]))


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
