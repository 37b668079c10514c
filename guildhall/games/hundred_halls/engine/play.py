"""Set-up, rounds and turns, the outcome of every option, and the automatic steps up to the next decision.

An enemy turn has the steps of rule 9, a player's turn those of R-27.
"""

from __future__ import annotations

from guildhall.kernel.annotations import Log, Rules, State
from guildhall.kernel.containers import bit_count, lowest_bit

from ..cards import Trigger
from ..language import THEN, UNTIL, Op, Zone
from .armory import bought_of, buy, next_right, start_with
from .effects import begin_row, find_one, found, is_void, next_row
from .finding import SPELL, change_of, hand_size, has_program, is_alive, living, living_seats, type_of
from .stack import broadcast, in_order, note, pop, push, push_program
from .state import (
    ACTIVATIONS,
    CHAIN,
    DRAWS,
    ELEMENTS,
    FIRST_HAND,
    HAND_LIMIT,
    HEAD_START_HAND,
    HELP_ACTIVATE,
    HELP_ELEMENTS,
    HELP_SEAT,
    NONE,
    PILES,
    PLAYS,
    REALM,
    SCENARIO,
    SEATS,
    EventKind,
    Frame,
    Lasting,
    OptionId,
    Over,
    Phase,
    Row,
    Stage,
    Step,
    Task,
    kernel,
)
from .targets import ask, speaker
from .zones import (
    bury,
    can_draw,
    copies_in_play,
    draw_cards,
    enter,
    forget_lasting,
    into_hand,
    lay_away,
    place,
    put_on_top,
    resolve,
    shuffle,
    take_at,
)

_TURN, _ROUND = UNTIL.index("turn"), UNTIL.index("round")
_CHECKED, _ENDED = 1, 2  # bits of a card's actions in the last step

# --- Set-up ---


@kernel
def start_pile(s: State, R: Rules, log: Log, pile: int) -> None:
    """Put a top card and its starting cards into play."""
    place(s, R, pile, pile if pile < SEATS else NONE)
    if pile < SEATS:
        s.cap[pile] += R.bonus
        s.hp[pile] = s.cap[pile]
        s.points[pile] = s.hp[pile]
    for card in range(PILES, R.cards):
        if R.home[card] == pile:
            if R.start[card] == Zone.PLAY:
                place(s, R, card, pile if pile < SEATS else NONE)
            elif R.start[card] == Zone.DECK:
                put_on_top(s, R, card)
            else:
                s.zone[card] = R.start[card]
    shuffle(s, log, pile)


@kernel
def lay_out(s: State, R: Rules, log: Log) -> None:
    """Set up the table: Scenario, Realm, then the players in their order (R-5)."""
    s.first = R.order[0]
    start_pile(s, R, log, SCENARIO)
    start_pile(s, R, log, REALM)
    for number in range(R.players):
        start_pile(s, R, log, int(R.order[number]))
    s.armory = R.armory
    if R.armory > 0:
        s.step = Step.ARMORY
    else:
        start_all(s, R, log)


@kernel
def start_all(s: State, R: Rules, log: Log) -> None:
    """Trigger all cards that start in play."""
    for i in range(s.table_n - 1, -1, -1):
        card = int(s.table[i])
        push_program(s, R, log, card, Trigger.ENTERS.value, int(s.holder[card]), NONE)
    s.step = Step.SET_UP
    s.place = 0


@kernel
def next_starter(s: State, R: Rules, log: Log) -> None:
    """Ask for the card of the Armory's next right (R-34), or trigger everything that starts in play."""
    if next_right(s, R) != NONE:
        ask(s, int(s.first), Phase.STARTER.value)
        return
    start_all(s, R, log)
    in_order(s, 0)  # they are in order, and the caller reverses them


@kernel
def draw_hands(s: State, R: Rules, log: Log) -> None:
    """Draw all hands after the start instructions (rules 6 and 38)."""
    for number in range(R.players):
        n = HEAD_START_HAND if R.head_start == 1 else FIRST_HAND
        draw_cards(s, R, log, int(R.order[number]), n)
    s.place = 0
    s.step = Step.HEAD_START if R.head_start == 1 else Step.NEXT
    if R.head_start == 0:
        s.place = NONE


@kernel
def next_head_start(s: State, R: Rules) -> None:
    """Let the next player put a card into play (R-14)."""
    if s.place < R.players:
        ask(s, int(R.order[s.place]), Phase.HEAD_START.value)
    else:
        s.step = Step.NEXT
        s.place = NONE


@kernel
def redraw(s: State, R: Rules, log: Log, seat: int) -> None:
    """Return the hand to the deck and draw six cards."""
    for card in range(R.own[seat, 0], R.own[seat, 1]):
        if s.zone[card] == Zone.HAND and s.holder[card] == seat:
            put_on_top(s, R, card)
    note(s, log, EventKind.REDRAW, seat, 0, 0, 0)
    shuffle(s, log, seat)
    draw_cards(s, R, log, seat, HEAD_START_HAND)


@kernel
def can_put(s: State, R: Rules, seat: int) -> bool:
    """True if a hand has a card that can be put into play (R-14)."""
    for card in range(R.own[seat, 0], R.own[seat, 1]):
        if s.zone[card] == Zone.HAND and s.holder[card] == seat and type_of(s, R, card) != SPELL:
            return True
    return False


# --- Turns ---


@kernel
def end_lasting(s: State, until: int, side: int) -> None:
    """End the lasting effects that expire. `side` is the pile whose turn begins, or -1 for all."""
    for i in range(s.lasting_n - 1, -1, -1):
        if s.lasting[i, Lasting.UNTIL] == until and (side == NONE or s.lasting[i, Lasting.SIDE] == side):
            forget_lasting(s, i)


@kernel
def next_turn(s: State, R: Rules, log: Log) -> None:
    """Begin the next turn: Scenario, Realm, each player in order (rule 8), then a new round."""
    s.place += 1
    if s.place == R.players + 2:
        s.place = 0
    if s.place == 0:
        if s.turn_no >= R.rounds:
            end_game(s, R, log, Over.UNFINISHED.value)
            return
        s.turn_no += 1
        note(s, log, EventKind.ROUND, NONE, s.turn_no, 0, 0)
    s.side = SCENARIO + s.place if s.place < 2 else R.order[s.place - 2]
    s.turn = speaker(s, R)
    note(s, log, EventKind.TURN, s.side if s.side < SEATS else NONE, s.side, 0, 0)
    end_lasting(s, _ROUND, int(s.side))
    for i in range(s.table_n):
        card = int(s.table[i])
        s.fresh[card] = 0
        s.used[card] = 0
        s.acted[card] = 0
    for i in range(3):
        s.spent[i] = 0
    s.step = Step.BEGIN
    if s.side < SEATS and s.hp[s.side] <= 0:
        s.step = Step.LIMIT
        ask(s, int(s.side), Phase.MEMORY.value)


@kernel
def finish_turn(s: State, R: Rules) -> None:
    """End the effects that last for this turn."""
    end_lasting(s, _TURN, NONE)
    for seat in range(R.players):  # including players who acted for a Memory
        for i in range(3):
            s.extra[seat, i] = 0
    s.step = Step.NEXT


@kernel
def is_on_side(s: State, R: Rules, card: int) -> bool:
    """True if a card belongs to the side whose turn it is."""
    return bool(s.side == (s.holder[card] if s.holder[card] != NONE else R.home[card]))


@kernel
def act_in_step(s: State, R: Rules, log: Log, trigger: int) -> bool:
    """Trigger the side's next card for the beginning or end of the turn. Return whether there was one."""
    for i in range(s.table_n):
        card = int(s.table[i])
        waits = trigger == Trigger.BEGIN and s.fresh[card] == 1  # rule 22
        if s.acted[card] == 0 and not waits and is_on_side(s, R, card) and has_program(s, R, card, trigger):
            s.acted[card] = 1
            own = int(s.holder[card]) if s.holder[card] != NONE else int(s.host[card])
            if s.stunned[card] == 0 and push_program(s, R, log, card, trigger, own if own < SEATS else NONE, NONE):
                return True
    for i in range(s.table_n):
        s.acted[int(s.table[i])] = 0
    return False


@kernel
def check_conditions(s: State, R: Rules, log: Log) -> bool:
    """Trigger the side's first card whose condition holds in step (d), each once per turn (R-23)."""
    for i in range(s.table_n):
        card = int(s.table[i])
        if is_on_side(s, R, card):
            own = int(s.holder[card]) if s.holder[card] != NONE else int(s.host[card])
            seat = own if own < SEATS else NONE
            if s.acted[card] & _CHECKED == 0 and push_program(s, R, log, card, Trigger.CHECK.value, seat, NONE):
                s.acted[card] |= _CHECKED
                return True
            if s.acted[card] & _ENDED == 0 and push_program(s, R, log, card, Trigger.ENDS.value, seat, NONE):
                s.acted[card] |= _ENDED
                return True
    return False


@kernel
def resolve_waiting(s: State, R: Rules, log: Log) -> bool:
    """Carry out the next flipped card in step (b). Return whether there was one."""
    if s.waiting_n == 0:
        return False
    card = int(s.waiting[0])
    s.waiting_n -= 1
    for i in range(s.waiting_n):
        s.waiting[i] = s.waiting[i + 1]
    s.waiting[s.waiting_n] = 0
    resolve(s, R, log, card)
    return True


@kernel
def wake(s: State, R: Rules) -> None:
    """End the stun of this side's cards, which have missed their turn."""
    for i in range(s.table_n):
        if is_on_side(s, R, int(s.table[i])):
            s.stunned[int(s.table[i])] = 0


# --- Allowances ---


@kernel
def allowance(s: State, R: Rules, seat: int, what: int) -> int:
    """Return the plays, activations or draws a player has left this turn (rules 10 and 13, R-21)."""
    base = R.plays if what == PLAYS else 1
    if R.armory > 0:
        base += bought_of(s, what)
    return int(base + s.extra[seat, what] - s.spent[what]) + change_of(s, R, Op.PLAYS + what, seat, NONE)


@kernel
def hand_limit(s: State, R: Rules, seat: int) -> int:
    """Return the number of cards a player may keep (rule 12)."""
    return max(0, HAND_LIMIT + change_of(s, R, Op.HAND.value, seat, NONE))


@kernel
def step_turn(s: State, R: Rules, log: Log) -> None:
    """Take the next step of the turn, when nothing is pending."""
    step = s.step
    if step == Step.SET_UP:
        draw_hands(s, R, log)
    elif step == Step.HEAD_START:
        next_head_start(s, R)
    elif step == Step.ARMORY:
        ask(s, int(s.first), Phase.ARMORY.value)
    elif step == Step.STARTERS:
        next_starter(s, R, log)
    elif step == Step.NEXT:
        next_turn(s, R, log)
    elif s.side < SEATS and not is_alive(s, R, int(s.side)):
        finish_turn(s, R)  # dying in one's own turn ends it
    elif step == Step.BEGIN:
        if not act_in_step(s, R, log, Trigger.BEGIN.value):
            s.step = Step.ACT if s.side < SEATS else Step.RESOLVE
    elif step == Step.RESOLVE:
        if not resolve_waiting(s, R, log):
            s.step = Step.END
    elif step == Step.ACT:
        ask(s, int(s.side), Phase.ACT.value)
    elif step == Step.END:
        if not act_in_step(s, R, log, Trigger.END.value):
            wake(s, R)
            s.step = Step.CHECK
    elif step == Step.CHECK:
        if not check_conditions(s, R, log):
            s.step = Step.DRAW
    else:
        end_turn(s, R)


@kernel
def end_turn(s: State, R: Rules) -> None:
    """Continue with the draw and the hand limit of a player's turn."""
    if s.side >= SEATS:
        finish_turn(s, R)
        return
    seat = int(s.side)
    if s.step == Step.DRAW:
        if allowance(s, R, seat, DRAWS) > 0 and can_draw(s, R, seat):
            ask(s, seat, Phase.DRAW.value)
        else:
            s.step = Step.LIMIT
    elif hand_size(s, R, seat) > hand_limit(s, R, seat):
        ask(s, seat, Phase.LIMIT.value)
    else:
        finish_turn(s, R)


# --- The end ---


@kernel
def end_game(s: State, R: Rules, log: Log, over: int) -> None:
    """End the game. All players win together."""
    s.over = over
    s.phase = Phase.OVER
    if over == Over.WON:
        s.winners = (1 << R.players) - 1
    note(s, log, EventKind.END, NONE, over, 0, 0)


@kernel
def has_won(s: State, R: Rules) -> bool:
    """True if all Bosses listed by the Scenario have fallen (rule 32, R-9)."""
    for card in range(R.bosses[0], R.bosses[1]):
        if R.boss[card] == 1 and s.zone[card] != Zone.VOID:
            return False
    return True


@kernel
def check_end(s: State, R: Rules, log: Log) -> None:
    """Check for victory first (R-8), then defeat. `CHAIN` cuts an endless chain short."""
    if has_won(s, R):
        end_game(s, R, log, Over.WON.value)
    elif living(s, R) == 0:
        end_game(s, R, log, Over.LOST.value)


# --- Outcomes of options ---

_TAKE = THEN.index("take")


@kernel
def play_card(s: State, R: Rules, log: Log, card: int, seat: int) -> None:
    """Play a card. A Spell is carried out and goes to the graveyard (rule 19), other cards enter play."""
    note(s, log, EventKind.PLAY, seat, card, 0, 0)
    base = int(s.stack_n)
    if type_of(s, R, card) == SPELL:
        s.zone[card] = Zone.FLIGHT
        broadcast(s, R, log, Trigger.SPELL.value, card, seat)
        push_program(s, R, log, card, Trigger.ENTERS.value, seat, NONE)
        push(s, Task.BURY.value, 0, 0, card, NONE, NONE, 0)
    else:
        enter(s, R, log, card, seat)
    in_order(s, base)


@kernel
def activate(s: State, R: Rules, log: Log, card: int, seat: int) -> None:
    """Activate a card for a player."""
    s.used[card] = 1
    note(s, log, EventKind.ACTIVATE, seat, card, 0, 0)
    push_program(s, R, log, card, Trigger.ACTIVATE.value, seat, NONE)


@kernel
def use_elements(s: State, R: Rules, log: Log, card: int, seat: int) -> None:
    """Use the Five Elements of a player card (rule 20)."""
    note(s, log, EventKind.ELEMENTS, seat, card, 0, 0)
    push_program(s, R, log, card, ELEMENTS, seat, NONE)


@kernel
def choose_turn(s: State, R: Rules, log: Log, code: int) -> None:
    """Carry out a play, an activation, or the end of both."""
    seat = int(s.actor)
    if code == OptionId.DONE:
        s.step = Step.END
    elif code >= OptionId.ELEMENTS:
        s.spent[ACTIVATIONS] += 1
        use_elements(s, R, log, code - OptionId.ELEMENTS, seat)
    elif code >= OptionId.ACTIVATE:
        s.spent[ACTIVATIONS] += 1
        activate(s, R, log, code - OptionId.ACTIVATE, seat)
    else:
        s.spent[PLAYS] += 1
        play_card(s, R, log, code - OptionId.PLAY, seat)


@kernel
def choose_memory(s: State, R: Rules, log: Log, code: int) -> None:
    """Carry out a dead player's help for a living one."""
    if code == OptionId.DONE:
        return
    seat = (code - OptionId.HELP) // HELP_SEAT
    what = (code - OptionId.HELP) % HELP_SEAT
    note(s, log, EventKind.HELP, s.actor, seat, 0, 0)
    if what >= HELP_ELEMENTS:
        use_elements(s, R, log, what - HELP_ELEMENTS, seat)
    elif what >= HELP_ACTIVATE:
        activate(s, R, log, what - HELP_ACTIVATE, seat)
    else:
        play_card(s, R, log, what, seat)


@kernel
def choose_head_start(s: State, R: Rules, log: Log, code: int) -> None:
    """Put a card into play, draw a new hand, or neither."""
    seat = int(s.actor)
    if code == OptionId.REDRAW:
        redraw(s, R, log, seat)
        return
    s.place += 1
    if code >= OptionId.PUT:
        base = int(s.stack_n)
        enter(s, R, log, code - OptionId.PUT, seat)
        in_order(s, base)


@kernel
def choose_in_armory(s: State, R: Rules, log: Log, code: int) -> None:
    """Buy something or finish, then choose a card to start with."""
    if code >= OptionId.BUY:
        buy(s, R, log, code - OptionId.BUY)
    elif code == OptionId.DONE:
        s.step = Step.STARTERS
    else:
        start_with(s, R, log, code - OptionId.TARGET)


@kernel
def discard(s: State, log: Log, card: int) -> None:
    """Discard a card from a hand to its graveyard."""
    note(s, log, EventKind.DISCARD, s.actor, card, 0, 0)
    s.zone[card] = Zone.GRAVEYARD
    s.holder[card] = NONE


@kernel
def give_reward(s: State, R: Rules, log: Log, card: int, seat: int) -> None:
    """Give a player the reward of a Quest, once or for good (R-31)."""
    base = int(s.stack_n)
    if R.reward[int(R.form[card])] == NONE:
        push_program(s, R, log, card, Trigger.REWARD.value, seat, NONE)
        push(s, Task.BURY.value, 0, 0, card, NONE, NONE, 0)
    else:
        s.reward[card] = 1
        place(s, R, card, seat)
        push_program(s, R, log, card, Trigger.ENTERS.value, seat, NONE)
    in_order(s, base)


@kernel
def choose_looked_at(s: State, R: Rules, log: Log, code: int) -> None:
    """Move one of the cards looked at into the hand or under the deck."""
    frame = int(s.stack_n) - 1
    pile = int(s.stack[frame, Frame.AT])
    then = s.stack[frame, Frame.END]
    pop(s)
    if code == OptionId.NONE:
        return
    for place_in in range(s.deck_n[pile]):
        if s.deck[pile, place_in] == code - OptionId.TARGET:
            if then != _TAKE:
                bury(s, pile, place_in)
            elif pile < SEATS:
                card = take_at(s, pile, place_in)
                into_hand(s, card, pile)
                note(s, log, EventKind.DRAW, pile, card, 0, 0)
            return


@kernel
def choose_for_effect(s: State, R: Rules, log: Log, code: int) -> None:
    """Carry out a choice for the effect on top of the stack."""
    phase = s.phase
    frame = int(s.stack_n) - 1
    base = int(s.stack_n)
    if phase == Phase.TARGET:
        found(s, R, log, frame, code - OptionId.TARGET)
        in_order(s, base)
    elif phase == Phase.MAY:
        s.stack[frame, Frame.STAGE] = Stage.AGREED
        if code == OptionId.NO:
            next_row(s, frame)
    elif phase == Phase.MODE:
        row = int(s.stack[frame, Frame.AT])
        s.stack[frame, Frame.NEXT] = row + 1 + R.row[row, Row.AMOUNT]
        s.stack[frame, Frame.AT] = row + 1 + code - OptionId.MODE
    elif phase == Phase.DISCARD:
        s.stack[frame, Frame.COUNT] -= 1
        discard(s, log, code - OptionId.DISCARD)
    elif phase == Phase.LOOK:
        choose_looked_at(s, R, log, code)
    elif phase == Phase.UNIQUE:
        lay_away(s, R, code - OptionId.TARGET, Zone.GRAVEYARD.value)
    else:
        card = int(s.stack[frame, Frame.SOURCE])
        pop(s)
        give_reward(s, R, log, card, code - OptionId.TARGET)


# --- Automatic steps ---


@kernel
def rewarded(s: State, R: Rules, card: int, completer: int) -> int:
    """Return the only possible recipient of a Quest's reward, or -1 if there is a choice.

    That is its completer if the card says so, or the last player alive.
    """
    if R.completer[int(R.form[card])] == 1 and completer != NONE and is_alive(s, R, completer):
        return completer
    alive = living_seats(s, R)
    return lowest_bit(alive) if bit_count(alive) == 1 else NONE


@kernel
def step_task(s: State, R: Rules, log: Log, frame: int) -> None:
    """Carry out a frame other than a program, or request its choice."""
    task = s.stack[frame, Frame.TASK]
    card = int(s.stack[frame, Frame.SOURCE])
    seat = int(s.stack[frame, Frame.SEAT])
    if task == Task.DISCARD:
        if s.stack[frame, Frame.COUNT] > 0 and is_alive(s, R, seat) and hand_size(s, R, seat) > 0:
            ask(s, seat, Phase.DISCARD.value)
        else:
            pop(s)
    elif task == Task.BURY:
        pop(s)
        if s.zone[card] == Zone.FLIGHT:
            lay_away(s, R, card, Zone.GRAVEYARD.value)
    elif task == Task.UNIQUE:
        if copies_in_play(s, R, card) > 1:
            ask(s, seat if seat != NONE else speaker(s, R), Phase.UNIQUE.value)
        else:
            pop(s)
    elif task == Task.REWARD and s.zone[card] != Zone.FLIGHT:
        pop(s)  # its owner has died, and all their cards have left the game (rule 33)
    elif task == Task.REWARD:
        own = rewarded(s, R, card, int(s.stack[frame, Frame.IT]))
        if own == NONE:
            ask(s, speaker(s, R), Phase.REWARD.value)
        else:
            pop(s)
            give_reward(s, R, log, card, own)
    else:
        ask(s, speaker(s, R), Phase.LOOK.value)


@kernel
def step_stack(s: State, R: Rules, log: Log) -> None:
    """Carry out one row of the top frame."""
    frame = int(s.stack_n) - 1
    if s.stack[frame, Frame.TASK] != Task.PROGRAM:
        step_task(s, R, log, frame)
        return
    if s.stack[frame, Frame.AT] >= s.stack[frame, Frame.END] or is_void(s, frame):
        pop(s)
        return
    base = int(s.stack_n)
    if s.stack[frame, Frame.STAGE] == Stage.NEW:
        begin_row(s, R, log, frame)
    else:
        find_one(s, R, log, frame)
    in_order(s, base)


@kernel
def run(s: State, R: Rules, log: Log) -> None:
    """Run automatically up to the next decision or the end."""
    while s.phase == Phase.AUTO:
        base = int(s.stack_n)
        if base > 0:
            step_stack(s, R, log)
        else:
            step_turn(s, R, log)
            in_order(s, 0)
        if s.phase != Phase.OVER:
            check_end(s, R, log)
        if s.phase == Phase.AUTO and (s.chain > CHAIN or s.over == Over.UNFINISHED):
            end_game(s, R, log, Over.UNFINISHED.value)


@kernel
def deal(s: State, R: Rules, log: Log) -> None:
    """Set up a game, up to the first decision."""
    lay_out(s, R, log)
    run(s, R, log)


@kernel
def apply(s: State, R: Rules, log: Log, code: int) -> None:
    """Carry out a legal option, up to the next decision or the end."""
    s.chain = 0
    phase = s.phase
    if phase == Phase.ACT:
        choose_turn(s, R, log, code)
    elif phase == Phase.MEMORY:
        choose_memory(s, R, log, code)
    elif phase == Phase.HEAD_START:
        choose_head_start(s, R, log, code)
    elif phase == Phase.DRAW:
        s.spent[DRAWS] += 1
        if code == OptionId.DRAW:
            draw_cards(s, R, log, int(s.actor), 1)
    elif phase == Phase.ARMORY or phase == Phase.STARTER:
        choose_in_armory(s, R, log, code)
    elif phase == Phase.LIMIT:
        discard(s, log, code - OptionId.DISCARD)
    else:
        choose_for_effect(s, R, log, code)
    s.phase = Phase.AUTO
    if s.over == Over.UNFINISHED:
        end_game(s, R, log, Over.UNFINISHED.value)
    else:
        check_end(s, R, log)
    run(s, R, log)


@kernel
def cut_short(s: State, R: Rules, log: Log) -> None:
    """End a game unfinished."""
    end_game(s, R, log, Over.UNFINISHED.value)
