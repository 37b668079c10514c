"""What options do: every decision has its consequence, everything between happens by itself."""

from __future__ import annotations

from guildhall.kernel.annotations import Log, Rules, State
from guildhall.kernel.bits import bit_count, lowest_bit

from ..cards import Trigger
from ..language import THEN
from ..selectors import Zone
from .armory import buy, start_with
from .codes import (
    ACTIVATIONS,
    DRAWS,
    ELEMENTS,
    HELP_ACTIVATE,
    HELP_ELEMENTS,
    HELP_SEAT,
    PLAYS,
    SEATS,
    EventKind,
    Frame,
    OptionId,
    Over,
    Phase,
    Row,
    Stage,
    Step,
    Task,
)
from .effects import begin_row, find_one, found, is_void, next_row
from .finding import (
    SPELL,
    hand_size,
    is_alive,
    living_seats,
    type_of,
)
from .stack import broadcast, in_order, note, pop, push, push_program
from .state import CHAIN, NONE, kernel
from .targets import ask, speaker
from .turns import check_end, end_game, redraw, step_turn
from .turns import deal as lay_out
from .zones import bury, copies_in_play, draw_cards, enter, into_hand, lay_away, place, take_at

_TAKE = THEN.index("take")

# --- Consequences ---


@kernel
def play_card(s: State, R: Rules, log: Log, card: int, seat: int) -> None:
    """A player plays a card: a Spell is carried out and then lies in the graveyard (rule 19), others enter play."""
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
    """A player activates a card."""
    s.used[card] = 1
    note(s, log, EventKind.ACTIVATE, seat, card, 0, 0)
    push_program(s, R, log, card, Trigger.ACTIVATE.value, seat, NONE)


@kernel
def use_elements(s: State, R: Rules, log: Log, card: int, seat: int) -> None:
    """A player uses the Five Elements of a player card (rule 20)."""
    note(s, log, EventKind.ELEMENTS, seat, card, 0, 0)
    push_program(s, R, log, card, ELEMENTS, seat, NONE)


@kernel
def choose_turn(s: State, R: Rules, log: Log, code: int) -> None:
    """A play, an activation, or the end of both."""
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
    """A dead player's help for a living one."""
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
    """A card put into play, a new hand, or neither."""
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
    """A purchase, or the end of them; then a card to start with."""
    if code >= OptionId.BUY:
        buy(s, R, log, code - OptionId.BUY)
    elif code == OptionId.DONE:
        s.step = Step.STARTERS
    else:
        start_with(s, R, log, code - OptionId.TARGET)


@kernel
def discard(s: State, log: Log, card: int) -> None:
    """A card goes from a hand to its graveyard."""
    note(s, log, EventKind.DISCARD, s.actor, card, 0, 0)
    s.zone[card] = Zone.GRAVEYARD
    s.holder[card] = NONE


@kernel
def give_reward(s: State, R: Rules, log: Log, card: int, seat: int) -> None:
    """A player gets the reward of a Quest: once, or for good (R-31)."""
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
    """A card that was looked at goes into the hand or under the deck."""
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
    """What an effect on top of the stack asked for."""
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


# --- What happens by itself ---


@kernel
def rewarded(s: State, R: Rules, card: int, completer: int) -> int:
    """Who gets the reward of a Quest without a choice: its completer if it says so, or the last one alive; or -1."""
    if R.completer[int(R.form[card])] == 1 and completer != NONE and is_alive(s, R, completer):
        return completer
    alive = living_seats(s, R)
    return lowest_bit(alive) if bit_count(alive) == 1 else NONE


@kernel
def step_task(s: State, R: Rules, log: Log, frame: int) -> None:
    """A frame that is no program: carried out, or somebody is asked."""
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
        pop(s)  # its owner died in the meantime, and all their cards left the game (rule 33)
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
    """Everything up to the next decision or the end."""
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
    """Set up a game, to the first decision."""
    lay_out(s, R, log)
    run(s, R, log)


@kernel
def apply(s: State, R: Rules, log: Log, code: int) -> None:
    """Carry out a legal option, to the next decision or to the end."""
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
    """End a game unfinished, wherever it stands."""
    end_game(s, R, log, Over.UNFINISHED.value)
