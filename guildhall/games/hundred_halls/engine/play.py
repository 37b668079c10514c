"""Options and what they do: every decision has its list and its consequence, everything between happens by itself."""

from __future__ import annotations

from guildhall.kernel.annotations import Ints, Log, Rules, State
from guildhall.kernel.lists import pair

from ..box import Trigger
from ..language import THEN, Op
from ..selectors import Pick, Zone
from .codes import (
    ELEMENTS,
    HELP_ACTIVATE,
    HELP_ELEMENTS,
    HELP_SEAT,
    PILES,
    SEATS,
    Chosen,
    EventKind,
    Frame,
    OptionId,
    Over,
    Phase,
    Program,
    Row,
    Stage,
    Step,
    Task,
)
from .effects import (
    ask,
    begin_row,
    can_be_meant,
    find_one,
    found,
    is_candidate,
    is_void,
    next_row,
    phrase_at,
    speaker,
)
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
    living,
    type_of,
)
from .moving import bury, copies_in_play, draw_cards, enter, into_hand, is_copy, lay_away, place, take_at
from .stack import broadcast, in_order, note, pop, push, push_program
from .state import CHAIN, NONE, kernel
from .turns import allowance, can_put, check_end, end_game, redraw, step_turn
from .turns import deal as lay_out

_TAKE = THEN.index("take")
_PLAYS, _ACTIVATIONS, _DRAWS = range(3)

# --- What a player may do ---


@kernel
def cost_needs(s: State, R: Rules, row: int, first: int, card: int, seat: int) -> bool:
    """Whether one part of a cost can be paid, besides the parts before it."""
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
    """Whether a player can pay for a card or an activation, and may by its own conditions."""
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
    """Cards of a hand that can be played; copies are alike."""
    for card in range(PILES, R.cards):
        is_own = s.zone[card] == Zone.HAND and s.holder[card] == seat and not is_twin(s, R, card)
        if is_own and (type_of(s, R, card) != SPELL or can_pay(s, R, card, Trigger.ENTERS.value, seat)):
            opts[n] = base + card
            n += 1
    return n


@kernel
def may_activate(s: State, R: Rules, card: int, seat: int) -> bool:
    """Own cards, those given to the player, and enemy cards that offer it (R-38)."""
    if s.holder[card] != NONE and s.holder[card] != seat:
        return False
    return bool(has_program(s, R, card, Trigger.ACTIVATE.value) and can_pay(s, R, card, Trigger.ACTIVATE.value, seat))


@kernel
def offer_activations(s: State, R: Rules, seat: int, base: int, opts: Ints, n: int) -> int:
    """Cards in play that can be activated."""
    for i in range(s.table_n):
        card = int(s.table[i])
        if may_activate(s, R, card, seat):
            opts[n] = base + card
            n += 1
    return n


@kernel
def offer_turn(s: State, R: Rules, opts: Ints) -> int:
    """Play a card, activate one, or be done (rule 10)."""
    seat = int(s.actor)
    opts[0] = OptionId.DONE
    n = 1
    if allowance(s, R, seat, _PLAYS) > 0:
        n = offer_plays(s, R, seat, OptionId.PLAY.value, opts, n)
    if allowance(s, R, seat, _ACTIVATIONS) > 0:
        opts[n] = OptionId.ELEMENTS + seat
        n = offer_activations(s, R, seat, OptionId.ACTIVATE.value, opts, n + 1)
    return n


@kernel
def offer_memory(s: State, R: Rules, opts: Ints) -> int:
    """A dead player lets one other player act: with their cards, or with the own player card (R-4, R-35)."""
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
    """All cards of a hand; copies are alike."""
    n = 0
    for card in range(PILES, R.cards):
        if s.zone[card] == Zone.HAND and s.holder[card] == seat and not is_twin(s, R, card):
            opts[n] = base + card
            n += 1
    return n


@kernel
def offer_head_start(s: State, R: Rules, opts: Ints) -> int:
    """Put a card into play or not; without one, draw anew or not (R-14)."""
    seat = int(s.actor)
    opts[0] = OptionId.KEEP
    if not can_put(s, R, seat):
        opts[1] = OptionId.REDRAW
        return 2
    n = 1
    for card in range(PILES, R.cards):
        is_own = s.zone[card] == Zone.HAND and s.holder[card] == seat
        if is_own and type_of(s, R, card) != SPELL and not is_twin(s, R, card):
            opts[n] = OptionId.PUT + card
            n += 1
    return n


# --- Choices that effects ask for ---


@kernel
def offer_targets(s: State, R: Rules, opts: Ints) -> int:
    """All whom the row at hand can mean."""
    frame = int(s.stack_n) - 1
    phrase = phrase_at(s, R, frame)
    best = extreme(s, R, phrase, int(s.stack[frame, Frame.SOURCE]), int(s.stack[frame, Frame.SEAT]))
    n = 0
    for card in range(R.cards):
        if is_candidate(s, R, frame, phrase, card, best):
            opts[n] = OptionId.TARGET + card
            n += 1
    return n


@kernel
def offer_modes(s: State, R: Rules, opts: Ints) -> int:
    """The effects of a choice."""
    row = int(s.stack[s.stack_n - 1, Frame.AT])
    for i in range(R.row[row, Row.AMOUNT]):
        opts[i] = OptionId.MODE + i
    return int(R.row[row, Row.AMOUNT])


@kernel
def offer_copies(s: State, R: Rules, opts: Ints) -> int:
    """The copies of a Unique card, one of which goes."""
    card = int(s.stack[s.stack_n - 1, Frame.SOURCE])
    n = 0
    for i in range(s.table_n):
        if is_copy(R, card, int(s.table[i])):
            opts[n] = OptionId.TARGET + int(s.table[i])
            n += 1
    return n


@kernel
def offer_players(s: State, R: Rules, opts: Ints) -> int:
    """All living players."""
    n = 0
    for seat in range(R.players):
        if is_alive(s, R, seat):
            opts[n] = OptionId.TARGET + seat
            n += 1
    return n


@kernel
def offer_looked_at(s: State, R: Rules, opts: Ints) -> int:
    """The cards on top of a deck, or none of them; copies are alike."""
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
    """The legal options; none when the game is over."""
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
        return offer_players(s, R, opts)
    if phase == Phase.LOOK:
        return offer_looked_at(s, R, opts)
    return offer_copies(s, R, opts) if phase == Phase.UNIQUE else offer_head_start(s, R, opts)


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
        s.spent[_ACTIVATIONS] += 1
        use_elements(s, R, log, code - OptionId.ELEMENTS, seat)
    elif code >= OptionId.ACTIVATE:
        s.spent[_ACTIVATIONS] += 1
        activate(s, R, log, code - OptionId.ACTIVATE, seat)
    else:
        s.spent[_PLAYS] += 1
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
def completer(s: State, R: Rules, card: int) -> int:
    """Who gets the reward of a Quest without a choice: its completer if it says so, or the last one alive; or -1."""
    own = int(s.side)
    if R.completer[int(R.form[card])] == 1 and own < SEATS and is_alive(s, R, own):
        return own
    if living(s, R) == 1:
        for seat in range(R.players):
            if is_alive(s, R, seat):
                return seat
    return NONE


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
    elif task == Task.REWARD:
        own = completer(s, R, card)
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
    s.plies += 1
    s.chain = 0
    phase = s.phase
    if phase == Phase.ACT:
        choose_turn(s, R, log, code)
    elif phase == Phase.MEMORY:
        choose_memory(s, R, log, code)
    elif phase == Phase.HEAD_START:
        choose_head_start(s, R, log, code)
    elif phase == Phase.DRAW:
        s.spent[_DRAWS] += 1
        if code == OptionId.DRAW:
            draw_cards(s, R, log, int(s.actor), 1)
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
