"""Rounds and turns: the steps of an enemy turn (rule 9), those of a player's turn (R-27), and the end of the game."""

from __future__ import annotations

from guildhall.kernel.annotations import Log, Rules, State

from ..cards import Trigger
from ..language import UNTIL, Op
from ..selectors import Zone
from .armory import bought_of, next_right
from .codes import DRAWS, PILES, PLAYS, REALM, SCENARIO, SEATS, EventKind, Lasting, Over, Phase, Step
from .finding import SPELL, change_of, hand_size, has_program, is_alive, living, type_of
from .stack import in_order, note, push_program
from .state import FIRST_HAND, HAND_LIMIT, HEAD_START_HAND, NONE, kernel
from .targets import ask, speaker
from .zones import can_draw, draw_cards, forget_lasting, place, put_on_top, resolve, shuffle

_TURN, _ROUND = UNTIL.index("turn"), UNTIL.index("round")
_CHECKED, _ENDED = 1, 2  # what a card has done in the last step, as bits

# --- Set-up ---


@kernel
def start_pile(s: State, R: Rules, log: Log, pile: int) -> None:
    """A top card and the cards that start with it lie in play."""
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
def deal(s: State, R: Rules, log: Log) -> None:
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
    """All that starts in play acts."""
    for i in range(s.table_n - 1, -1, -1):
        card = int(s.table[i])
        push_program(s, R, log, card, Trigger.ENTERS.value, int(s.holder[card]), NONE)
    s.step = Step.SET_UP
    s.place = 0


@kernel
def next_starter(s: State, R: Rules, log: Log) -> None:
    """The next right of the Armory asks for its card (R-34); then all is there that starts in play."""
    if next_right(s, R) != NONE:
        ask(s, int(s.first), Phase.STARTER.value)
        return
    start_all(s, R, log)
    in_order(s, 0)  # they lie in order, and the caller turns them around


@kernel
def draw_hands(s: State, R: Rules, log: Log) -> None:
    """After all start instructions everybody draws (rules 6 and 38)."""
    for number in range(R.players):
        n = HEAD_START_HAND if R.head_start == 1 else FIRST_HAND
        draw_cards(s, R, log, int(R.order[number]), n)
    s.place = 0
    s.step = Step.HEAD_START if R.head_start == 1 else Step.NEXT
    if R.head_start == 0:
        s.place = NONE


@kernel
def next_head_start(s: State, R: Rules) -> None:
    """The next player may put a card into play (R-14)."""
    if s.place < R.players:
        ask(s, int(R.order[s.place]), Phase.HEAD_START.value)
    else:
        s.step = Step.NEXT
        s.place = NONE


@kernel
def redraw(s: State, R: Rules, log: Log, seat: int) -> None:
    """The hand goes back into the deck, and six cards are drawn."""
    for card in range(PILES, R.cards):
        if s.zone[card] == Zone.HAND and s.holder[card] == seat:
            put_on_top(s, R, card)
    note(s, log, EventKind.REDRAW, seat, 0, 0, 0)
    shuffle(s, log, seat)
    draw_cards(s, R, log, seat, HEAD_START_HAND)


@kernel
def can_put(s: State, R: Rules, seat: int) -> bool:
    """Whether a hand holds a card that can be put into play (R-14)."""
    for card in range(PILES, R.cards):
        if s.zone[card] == Zone.HAND and s.holder[card] == seat and type_of(s, R, card) != SPELL:
            return True
    return False


# --- Turns ---


@kernel
def end_lasting(s: State, until: int, side: int) -> None:
    """Effects that last no longer; `side` is the pile whose turn begins, or -1 for all."""
    for i in range(s.lasting_n - 1, -1, -1):
        if s.lasting[i, Lasting.UNTIL] == until and (side == NONE or s.lasting[i, Lasting.SIDE] == side):
            forget_lasting(s, i)


@kernel
def next_turn(s: State, R: Rules, log: Log) -> None:
    """Scenario, Realm, each player in order (rule 8); then a new round."""
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
    for card in range(R.cards):
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
    """What lasted for this turn is over."""
    end_lasting(s, _TURN, NONE)
    for seat in range(R.players):  # also of those who acted in a Memory's place
        for i in range(3):
            s.extra[seat, i] = 0
    s.step = Step.NEXT


@kernel
def is_on_side(s: State, R: Rules, card: int) -> bool:
    """Whether a card belongs to the side whose turn it is."""
    return bool(s.side == (s.holder[card] if s.holder[card] != NONE else R.home[card]))


@kernel
def act_in_step(s: State, R: Rules, log: Log, trigger: int) -> bool:
    """The next card of this side that acts at the beginning or end of the turn; returns whether there is one."""
    for i in range(s.table_n):
        card = int(s.table[i])
        waits = trigger == Trigger.BEGIN and s.fresh[card] == 1  # rule 22
        if s.acted[card] == 0 and not waits and is_on_side(s, R, card) and has_program(s, R, card, trigger):
            s.acted[card] = 1
            own = int(s.holder[card]) if s.holder[card] != NONE else int(s.host[card])
            if s.stunned[card] == 0 and push_program(s, R, log, card, trigger, own if own < SEATS else NONE, NONE):
                return True
    for card in range(R.cards):
        s.acted[card] = 0
    return False


@kernel
def check_conditions(s: State, R: Rules, log: Log) -> bool:
    """Step (d): the first card of this side whose condition holds, each once per turn (R-23)."""
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
    """Step (b): the next flipped card is carried out; returns whether there was one."""
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
    """Stunned cards of this side have missed their turn."""
    for i in range(s.table_n):
        if is_on_side(s, R, int(s.table[i])):
            s.stunned[int(s.table[i])] = 0


# --- Allowances ---


@kernel
def allowance(s: State, R: Rules, seat: int, what: int) -> int:
    """How many plays, activations or draws a player has left this turn (rules 10 and 13, R-21)."""
    base = R.plays if what == PLAYS else 1
    if R.armory > 0:
        base += bought_of(s, what)
    return int(base + s.extra[seat, what] - s.spent[what]) + change_of(s, R, Op.PLAYS + what, seat, NONE)


@kernel
def hand_limit(s: State, R: Rules, seat: int) -> int:
    """How many cards a player may keep (rule 12)."""
    return max(0, HAND_LIMIT + change_of(s, R, Op.HAND.value, seat, NONE))


@kernel
def step_turn(s: State, R: Rules, log: Log) -> None:
    """What comes next in the turn, when nothing is left to be carried out."""
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
    """The draw and the hand limit of a player's turn."""
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
    """The game is over; a win is everybody's."""
    s.over = over
    s.phase = Phase.OVER
    if over == Over.WON:
        s.winners = (1 << R.players) - 1
    note(s, log, EventKind.END, NONE, over, 0, 0)


@kernel
def has_won(s: State, R: Rules) -> bool:
    """All Bosses that the Scenario lists have fallen (rule 32, R-9)."""
    for card in range(SCENARIO, R.cards):
        if R.boss[card] == 1 and s.zone[card] != Zone.VOID:
            return False
    return True


@kernel
def check_end(s: State, R: Rules, log: Log) -> None:
    """Victory first (R-8), then defeat; a chain that does not end is cut short by `CHAIN`."""
    if has_won(s, R):
        end_game(s, R, log, Over.WON.value)
    elif living(s, R) == 0:
        end_game(s, R, log, Over.LOST.value)
