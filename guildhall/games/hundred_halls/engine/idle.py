"""Whether an effect would do nothing to a card: such a target is offered only if all are such (R-47)."""

from __future__ import annotations

from guildhall.kernel.annotations import Rules, State

from ..box import Trigger
from ..language import FIVE_ELEMENTS, INTO, NAMES_QUESTS, Op
from ..selectors import Pick
from .codes import SEATS, Chosen, Frame, Lasting, Row, Stage
from .finding import QUEST, amount_of, change_of, form_of, hand_size, has_program, redirected, type_of
from .harm import dealt, is_fixed
from .moving import can_draw
from .state import MOST_COUNTERS, NONE, kernel

_INTO_HAND = INTO.index("hand")


# --- Damage ---


@kernel
def actor_of(s: State, frame: int) -> int:
    """The player for whom a frame acts, or -1; settled when it began (R-39)."""
    return int(s.stack[frame, Frame.SEAT]) if s.stack[frame, Frame.BY] == 1 else NONE


@kernel
def is_spared(s: State, R: Rules, row: int, actor: int, card: int) -> bool:
    """Whether a card is a Quest, which enemy damage does not affect unless it names Quests (rule 29, R-44)."""
    names_quests = R.row[row, Row.DETAIL] & NAMES_QUESTS != 0
    return bool(actor == NONE and not names_quests and type_of(s, R, card) == QUEST)


@kernel
def with_elements(s: State, R: Rules, row: int, seat: int, n: int) -> int:
    """The damage of a row with what changes Five Elements, own, lent or bought, if it is such (R-40)."""
    if R.row[row, Row.DETAIL] & FIVE_ELEMENTS == 0:
        return n
    return max(0, n + change_of(s, R, Op.ELEMENTS.value, seat, seat))


@kernel
def most_warded(s: State, R: Rules, frame: int) -> int:
    """The most by which the damage of the row at hand could be lowered, whomever it meets."""
    most = 0
    if R.row[int(s.stack[frame, Frame.AT]), Row.OP] == Op.DAMAGE:
        for i in range(s.lasting_n):
            if s.lasting[i, Lasting.OP] == Op.DEALS or s.lasting[i, Lasting.OP] == Op.TAKES:
                most -= min(0, int(s.lasting[i, Lasting.AMOUNT]))
        for i in range(s.table_n):
            most += R.wards[form_of(s, R, int(s.table[i]))]
    return most


@kernel
def is_damage_idle(s: State, R: Rules, frame: int, row: int, card: int, most: int) -> bool:
    """Whether damage would not hurt a card; `most` is what `most_warded` gave."""
    actor = actor_of(s, frame)
    if s.hp[card] <= 0 or is_spared(s, R, row, actor, card):
        return True
    if row == s.stack[frame, Frame.AT] and R.row[row, Row.AMOUNT] > most:
        return False
    source, seat = int(s.stack[frame, Frame.SOURCE]), int(s.stack[frame, Frame.SEAT])
    n = with_elements(s, R, row, seat, amount_of(s, R, row, source, seat, card))
    return dealt(s, R, source, actor, redirected(s, R, card), n) == 0


# --- Rows ---


@kernel
def is_player_idle(s: State, R: Rules, op: int, seat: int) -> bool:
    """Whether a player can neither draw nor discard, or has no use for more in the turn of somebody else (R-42)."""
    if op == Op.DRAW:
        return not can_draw(s, R, seat)
    if op == Op.DISCARD:
        return hand_size(s, R, seat) == 0
    return bool(s.side != seat)


@kernel
def is_number_idle(s: State, op: int, amount: int, card: int) -> bool:
    """Whether hit points, their maximum or counters of a card are where they cannot change."""
    if op == Op.HEAL:
        return bool(s.hp[card] >= s.cap[card])
    if op == Op.COUNTERS:
        return bool(s.counters[card] == (0 if amount < 0 else MOST_COUNTERS))
    if op == Op.MAX_HP and amount < 0:
        return bool(s.cap[card] <= 1)
    return bool(s.cap[card] == 0)


@kernel
def is_row_idle(s: State, R: Rules, frame: int, row: int, card: int, most: int) -> bool:
    """Whether a row would do nothing to a card."""
    op = int(R.row[row, Row.OP])
    if op == Op.DAMAGE:
        return is_damage_idle(s, R, frame, row, card, most)
    if op == Op.DRAW or op == Op.DISCARD or (op >= Op.PLAYS and op <= Op.DRAWS):
        return bool(card >= SEATS or is_player_idle(s, R, op, card))
    if op in (Op.HEAL, Op.COUNTERS, Op.MAX_HP, Op.PREVENT, Op.TAKES, Op.REDIRECT):
        return is_number_idle(s, op, int(R.row[row, Row.AMOUNT]), card)
    if op == Op.DESTROY or op == Op.SACRIFICE or op == Op.VOID:
        return is_fixed(s, card)
    if op == Op.RETURN or op == Op.SEARCH:
        return bool(R.row[row, Row.DETAIL] == _INTO_HAND and R.home[card] >= SEATS)
    if op == Op.STUN:
        acts = has_program(s, R, card, Trigger.BEGIN.value) or has_program(s, R, card, Trigger.END.value)
        return bool(s.stunned[card] == 1 or not acts)
    if op == Op.COMPLETE:
        return type_of(s, R, card) != QUEST
    return bool(op == Op.ATTACH and card == s.stack[frame, Frame.SOURCE])


@kernel
def is_second_idle(s: State, R: Rules, frame: int, card: int) -> bool:
    """Whether a card would be given to who has it, or damage be dealt to whom it was meant for."""
    first = int(s.stack[frame, Frame.FIRST])
    op = R.row[int(s.stack[frame, Frame.AT]), Row.OP]
    if op == Op.GIVE:
        return bool(s.holder[first] == card)
    return bool(op == Op.REDIRECT and (first == card or s.cap[card] == 0))


@kernel
def is_idle(s: State, R: Rules, frame: int, card: int, most: int) -> bool:
    """Whether the row at hand would do nothing to a card, nor those after it that mean the same one by "it"."""
    if s.stack[frame, Frame.STAGE] == Stage.FIRST:
        return is_second_idle(s, R, frame, card)
    row = int(s.stack[frame, Frame.AT])
    if not is_row_idle(s, R, frame, row, card, most):
        return False
    row = int(s.stack[frame, Frame.NEXT]) if s.stack[frame, Frame.NEXT] > 0 else row + 1
    while row < s.stack[frame, Frame.END]:
        target = int(R.row[row, Row.TARGET])
        pick = R.phrase[target, Chosen.PICK] if target != NONE else Pick.EACH.value
        if R.row[row, Row.IT] == 1:
            if pick != Pick.IT or not is_row_idle(s, R, frame, row, card, most):
                return False
        elif pick != Pick.EACH:
            return True  # from here on "it" is somebody else
        row += 1
    return True
