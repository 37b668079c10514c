"""The stack of pending frames, pushed in the order in which they are to be carried out."""

from __future__ import annotations

from guildhall.kernel.annotations import Log, Rules, State
from guildhall.kernel.containers import has_room
from guildhall.kernel.log import log_event

from ..cards import Trigger
from .finding import all_hold, fits, form_of, is_memory, is_of_players, seat_of
from .state import FRAME, NONE, STACK, EventKind, Frame, Over, Program, Task, kernel


@kernel
def note(s: State, log: Log, event: int, seat: int, first: int, second: int, third: int) -> None:
    """Log an event and count it, so that an endless chain of effects can be cut short."""
    s.chain += 1
    log_event(log, event, seat, first, second, third)


@kernel
def push(s: State, task: int, at: int, end: int, source: int, seat: int, it: int, count: int) -> None:
    """Push a frame."""
    if not has_room(s.stack_n, STACK):
        s.over = Over.UNFINISHED.value
        return
    n = s.stack_n
    s.stack[n, Frame.TASK] = task
    s.stack[n, Frame.AT] = at
    s.stack[n, Frame.END] = end
    s.stack[n, Frame.SOURCE] = source
    s.stack[n, Frame.SEAT] = seat
    s.stack[n, Frame.IT] = it
    s.stack[n, Frame.STAGE] = 0
    s.stack[n, Frame.FIRST] = NONE
    s.stack[n, Frame.COUNT] = count
    s.stack[n, Frame.NEXT] = 0
    s.stack[n, Frame.BY] = 0
    s.stack_n = n + 1


@kernel
def pop(s: State) -> None:
    """Pop the top frame."""
    s.stack_n -= 1
    for column in range(FRAME):
        s.stack[s.stack_n, column] = 0


@kernel
def in_order(s: State, base: int) -> None:
    """Reverse the frames above `base`, so that those pushed first are carried out first."""
    low = base
    high = int(s.stack_n) - 1
    while low < high:
        for column in range(FRAME):
            held = s.stack[low, column]
            s.stack[low, column] = s.stack[high, column]
            s.stack[high, column] = held
        low += 1
        high -= 1


@kernel
def push_program(s: State, R: Rules, log: Log, card: int, trigger: int, seat: int, it: int) -> bool:
    """Push an ability of a card if its conditions hold. Return whether it acts."""
    form = form_of(s, R, card)
    at = int(R.program[form, trigger, Program.AT])
    end = int(R.program[form, trigger, Program.END])
    if at == end:
        return False
    first = R.program[form, trigger, Program.IF]
    if not all_hold(s, R, first, R.program[form, trigger, Program.IFS], card, seat, it):
        return False
    note(s, log, EventKind.ACT, seat, card, trigger, 0)
    push(s, Task.PROGRAM.value, at, end, card, seat, it, trigger)
    s.stack[s.stack_n - 1, Frame.BY] = is_of_players(s, R, card)
    return True


@kernel
def hears(s: State, R: Rules, card: int, trigger: int, subject: int, seat: int) -> bool:
    """True if a card in play is triggered by an event on a subject, or by an action of a seat."""
    form = form_of(s, R, card)
    if R.program[form, trigger, Program.AT] == R.program[form, trigger, Program.END] or card == subject:
        return False
    if is_memory(s, card):
        return False
    own = seat_of(s, card)
    if trigger == Trigger.SPELL:
        return bool(own in (NONE, seat))
    if trigger == Trigger.DAMAGED:
        return bool(s.cap[card] == 0 and own == subject)
    phrase = int(R.program[form, trigger, Program.WHEN])
    return bool(phrase == NONE or fits(s, R, phrase, subject, card, own))


@kernel
def broadcast(s: State, R: Rules, log: Log, trigger: int, subject: int, seat: int) -> None:
    """Trigger all matching cards in play, in the order in which they came (R-5)."""
    if (R.hears >> trigger) & 1 == 0:
        return
    for i in range(s.table_n):
        card = int(s.table[i])
        if hears(s, R, card, trigger, subject, seat):
            own = seat_of(s, card)
            push_program(s, R, log, card, trigger, seat if own == NONE else own, subject)


@kernel
def cancel(s: State, R: Rules, seat: int) -> None:
    """Cancel the pending effects of a dead player's cards (rule 33)."""
    for i in range(s.stack_n):
        source = int(s.stack[i, Frame.SOURCE])
        task = s.stack[i, Frame.TASK]
        own = task == Task.PROGRAM and R.home[source] == seat and s.stack[i, Frame.SEAT] == seat
        if own:
            s.stack[i, Frame.END] = s.stack[i, Frame.AT]
        elif task != Task.PROGRAM and task != Task.BURY and s.stack[i, Frame.SEAT] == seat:
            s.stack[i, Frame.TASK] = Task.PROGRAM
            s.stack[i, Frame.AT] = 0
            s.stack[i, Frame.END] = 0
