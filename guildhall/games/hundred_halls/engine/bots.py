"""The value of an option to a bot: the danger from enemies, the worth of cards and effects, the best targets."""

from __future__ import annotations

from guildhall.kernel.annotations import Rules, State, Weights

from ..cards import Trigger
from ..language import Op, Pick, Sort, Zone
from ..weights import Weight
from .armory import value_of_purchase
from .finding import (
    QUEST,
    SPELL,
    all_hold,
    amount_of,
    any_fits,
    change_of,
    count_fitting,
    extreme,
    form_of,
    hand_size,
    is_alive,
    is_of_players,
    living,
    may_choose,
    redirected,
    seat_of,
    type_of,
)
from .state import (
    ELEMENTS,
    HELP_ACTIVATE,
    HELP_ELEMENTS,
    HELP_SEAT,
    NONE,
    SEATS,
    Chosen,
    Frame,
    OptionId,
    Phase,
    Program,
    Row,
    Stage,
    kernel,
)

# --- Danger: the expected damage to each player, and how close the Bosses are to defeat ---

_NEAR = 60.0  # total hit points of Bosses below which their defeat is near


@kernel
def rank_of(s: State, R: Rules, seat: int, pick: int) -> bool:
    """True if no living player has more hit points than a seat, or fewer if the phrase means the lowest."""
    for other in range(R.players):
        if is_alive(s, R, other):
            more = int(s.hp[other]) - int(s.hp[seat])
            if (more > 0 and pick == Pick.HIGHEST) or (more < 0 and pick == Pick.LOWEST):
                return False
    return True


@kernel
def share_of(s: State, R: Rules, phrase: int, me: int, seat: int) -> float:
    """Return a player's expected share of a blow."""
    pick = R.phrase[phrase, Chosen.PICK]
    if pick == Pick.HOST or pick == Pick.YOU:
        return 1.0 if seat_of(s, me) == seat else 0.0
    if R.phrase[phrase, Chosen.SORT] != Sort.PLAYER or pick < Pick.ANY:
        return 0.0
    if pick == Pick.EACH:
        return 1.0
    if pick == Pick.HIGHEST or pick == Pick.LOWEST:
        return 1.0 if rank_of(s, R, seat, pick) else 0.0
    return 1.0 / living(s, R)


@kernel
def blows(s: State, R: Rules, card: int, trigger: int, seat: int) -> float:
    """Return the damage that an enemy card deals a player at a trigger."""
    form = form_of(s, R, card)
    total = 0.0
    for row in range(R.program[form, trigger, Program.AT], R.program[form, trigger, Program.END]):
        if R.row[row, Row.OP] == Op.DAMAGE:
            share = share_of(s, R, int(R.row[row, Row.TARGET]), card, seat)
            if share > 0.0 and all_hold(s, R, R.row[row, Row.IF], R.row[row, Row.IFS], card, seat, NONE):
                total += share * amount_of(s, R, row, card, seat, NONE)
    return total


@kernel
def incoming(s: State, R: Rules, seat: int) -> float:
    """Return the damage expected for a player in the next turns of Scenario and Realm."""
    total = 0.0
    for i in range(s.table_n):
        card = int(s.table[i])
        if s.holder[card] == NONE and s.stunned[card] == 0:
            total += blows(s, R, card, Trigger.BEGIN.value, seat) + blows(s, R, card, Trigger.END.value, seat)
    return total


@kernel
def danger_of(s: State, R: Rules, seat: int) -> float:
    """Return a player's danger: 1 if the expected damage kills, falling towards 0 with the hit points left."""
    part = min(1.0, incoming(s, R, seat) / max(1.0, float(s.hp[seat])))
    return part * part


@kernel
def bosses_left(s: State, R: Rules) -> int:
    """Return the total hit points of all Bosses to beat. Those not in play yet count in full."""
    left = 0
    for card in range(R.bosses[0], R.bosses[1]):
        if R.boss[card] == 1 and s.zone[card] != Zone.VOID:
            left += int(s.hp[card]) if s.zone[card] == Zone.PLAY else int(R.hp[R.form[card]])
    return left


@kernel
def end_is_near(s: State, R: Rules) -> float:
    """Return how close all Bosses are to defeat, from 0 to 1."""
    return max(0.0, 1.0 - bosses_left(s, R) / _NEAR)


@kernel
def lead_of(s: State, R: Rules, seat: int) -> float:
    """Return the hit points of all players minus those of the Bosses. All players share one lead."""
    lead = -bosses_left(s, R)
    for other in range(R.players):
        lead += int(s.hp[other])
    return float(lead)


@kernel
def strength_of(R: Rules, seat: int) -> int:
    """Return the number of a player's Five Elements."""
    return int(R.row[R.program[R.form[seat], ELEMENTS, Program.AT], Row.AMOUNT])


# --- Worth of rows and cards ---

FLIPPED, COMPLETED = 4.0, 4.0  # a card flipped, a Quest completed
_ALWAYS = 1.0  # assumed harm per round of a static effect on an enemy card


@kernel
def means_players(R: Rules, phrase: int) -> bool:
    """True if a phrase means players."""
    pick = R.phrase[phrase, Chosen.PICK]
    return bool(pick == Pick.YOU or (pick >= Pick.ANY and R.phrase[phrase, Chosen.SORT] == Sort.PLAYER))


@kernel
def meant_n(s: State, R: Rules, phrase: int, me: int, seat: int) -> int:
    """Return the expected number of targets of a phrase."""
    if R.phrase[phrase, Chosen.PICK] < Pick.ANY:
        return 1
    if R.phrase[phrase, Chosen.PICK] == Pick.EACH:
        return count_fitting(s, R, phrase, me, seat)
    return int(any_fits(s, R, phrase, me, seat))


@kernel
def heal_worth(s: State, R: Rules, W: Weights, b: int, seat: int, n: int) -> float:
    """Return the worth of healing a player: the hit points regained, weighted by danger."""
    lost = float(min(n, s.cap[seat] - s.hp[seat]))
    worth = W[b, Weight.HEAL]
    if W[b, Weight.DANGER] != 0.0 and lost > 0.0:
        worth += W[b, Weight.DANGER] * danger_of(s, R, seat)
    return lost * worth


@kernel
def healing(s: State, R: Rules, W: Weights, b: int, phrase: int, seat: int, n: int) -> float:
    """Return the worth of healing for the targets of a phrase."""
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
    """Return the worth of an effect on players."""
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
    """Return the worth of an effect on cards other than players. `sign` is -1 on enemy cards."""
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
    """Return the present worth of a row of effects to the players."""
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
    """Return the present worth of an ability, or of the best effect of a choice."""
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
    """Return a lasting card's worth per round. An activation counts as far as it beats the Five Elements."""
    worth = program_worth(s, R, W, b, card, Trigger.BEGIN.value, seat)
    worth += program_worth(s, R, W, b, card, Trigger.END.value, seat)
    better = program_worth(s, R, W, b, card, Trigger.ACTIVATE.value, seat)
    return worth + max(0.0, better - strength_of(R, seat) * W[b, Weight.DAMAGE])


@kernel
def card_worth(s: State, R: Rules, W: Weights, b: int, card: int, seat: int) -> float:
    """Return the worth of playing a card: its effects now and, unless it is a Spell, its later ones."""
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
    """Return an enemy card's cost to the players within the bot's horizon."""
    worth = program_worth(s, R, W, b, card, Trigger.BEGIN.value, NONE)
    worth += program_worth(s, R, W, b, card, Trigger.END.value, NONE)
    harm = max(0.0, -worth)
    if W[b, Weight.THREAT] == 0.0:
        return harm
    form = form_of(s, R, card)
    return (1.0 + W[b, Weight.THREAT]) * (harm + _ALWAYS * (R.always[form, 1] - R.always[form, 0]))


# --- Targets ---

_DEATH = 60.0  # cost of a player's death


@kernel
def hit_value(s: State, R: Rules, W: Weights, b: int, card: int, n: int) -> float:
    """Return the worth of damage to a card."""
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
    """Return the worth of an effect on a player, to choose the right one."""
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
    """Value a card as a target of the current row."""
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
    """Return the worth of damage, destruction or a stun on a card."""
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
    """Return the extra worth of a row with its best target, beyond the estimate by numbers."""
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
    """Return the extra worth of an ability with its best targets, beyond the estimate by numbers."""
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
    """Value a play (0), an activation (1) or the Five Elements (2), by the player or with a dead player's help."""
    if what == 0:
        return card_worth(s, R, W, b, card, seat) + planned(s, R, W, b, card, Trigger.ENTERS.value, seat)
    trigger = Trigger.ACTIVATE.value if what == 1 else ELEMENTS
    return program_worth(s, R, W, b, card, trigger, seat) + planned(s, R, W, b, card, trigger, seat)


@kernel
def value_of_turn(s: State, R: Rules, W: Weights, b: int, code: int) -> float:
    """Value an option of a turn, or of a dead player for another."""
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
    """Value an optional effect, or one of several effects."""
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
    """Value taking a card of the player's deck into the hand, or burying one of an enemy deck."""
    if code == OptionId.NONE:
        return 0.0
    card = code - OptionId.TARGET
    pile = int(R.home[card])
    if pile < SEATS:
        return card_worth(s, R, W, b, card, pile)
    return threat(s, R, W, b, card) - program_worth(s, R, W, b, card, Trigger.ENTERS.value, NONE)


@kernel
def value_of(s: State, R: Rules, W: Weights, b: int, code: int) -> float:
    """Return the score of an option."""
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
