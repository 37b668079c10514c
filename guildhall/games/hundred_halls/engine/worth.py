"""What rows of effects and cards are worth to the players now, and what an enemy card costs them."""

from __future__ import annotations

from guildhall.kernel.annotations import Rules, State, Weights

from ..cards import Trigger
from ..language import Op
from ..selectors import Pick, Sort
from ..weights import Weight
from .codes import Chosen, Program, Row
from .danger import danger_of, strength_of
from .finding import SPELL, all_hold, amount_of, count_fitting, form_of, is_alive, is_of_players, type_of
from .state import NONE, kernel

FLIPPED, COMPLETED = 4.0, 4.0  # a card flipped, a Quest completed
_ALWAYS = 1.0  # what is always so on an enemy card, as harm each round

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
def heal_worth(s: State, R: Rules, W: Weights, b: int, seat: int, n: int) -> float:
    """What it is worth to heal a player: the hit points that come back, more for one in danger."""
    lost = float(min(n, s.cap[seat] - s.hp[seat]))
    worth = W[b, Weight.HEAL]
    if W[b, Weight.DANGER] != 0.0 and lost > 0.0:
        worth += W[b, Weight.DANGER] * danger_of(s, R, seat)
    return lost * worth


@kernel
def healing(s: State, R: Rules, W: Weights, b: int, phrase: int, seat: int, n: int) -> float:
    """What healing is worth to those whom a phrase means."""
    pick = R.phrase[phrase, Chosen.PICK]
    if pick == Pick.YOU:
        return heal_worth(s, R, W, b, seat, n) if seat != NONE else 0.0
    best = 0.0
    for other in range(R.players):
        if is_alive(s, R, other):
            worth = heal_worth(s, R, W, b, other, n)
            best = best + worth if pick == Pick.EACH else max(best, worth)
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
        return COMPLETED + W[b, Weight.QUEST]
    if op == Op.FLIP:
        return -FLIPPED * n
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
            return healing(s, R, W, b, phrase, seat, n)
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
def each_round(s: State, R: Rules, W: Weights, b: int, card: int, seat: int) -> float:
    """What a card that stays does for its player in every round, an activation as far as it beats the Five Elements."""
    worth = program_worth(s, R, W, b, card, Trigger.BEGIN.value, seat)
    worth += program_worth(s, R, W, b, card, Trigger.END.value, seat)
    better = program_worth(s, R, W, b, card, Trigger.ACTIVATE.value, seat)
    return worth + max(0.0, better - strength_of(R, seat) * W[b, Weight.DAMAGE])


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
    if W[b, Weight.AHEAD] != 0.0 and seat != NONE:
        worth += W[b, Weight.AHEAD] * each_round(s, R, W, b, card, seat)
    return worth


@kernel
def threat(s: State, R: Rules, W: Weights, b: int, card: int) -> float:
    """What an enemy card costs the players in the rounds that a bot looks ahead."""
    worth = program_worth(s, R, W, b, card, Trigger.BEGIN.value, NONE)
    worth += program_worth(s, R, W, b, card, Trigger.END.value, NONE)
    harm = max(0.0, -worth)
    if W[b, Weight.THREAT] == 0.0:
        return harm
    form = form_of(s, R, card)
    return (1.0 + W[b, Weight.THREAT]) * (harm + _ALWAYS * (R.always[form, 1] - R.always[form, 0]))
