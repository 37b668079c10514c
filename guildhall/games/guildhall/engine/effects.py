"""Carry out the effects of cards once their picks are made."""

from __future__ import annotations

from guildhall.kernel.annotations import Log, Rules, State
from guildhall.kernel.containers import lowest_bit
from guildhall.kernel.log import log_event

from .picks import push as push_pick
from .picks import seat_of, zone_of
from .state import (
    AREA_OF,
    DECK,
    FLAGS,
    FLIGHT,
    HALL,
    HAND,
    INTO,
    LOOKED,
    MASTER,
    NONE,
    NUMBER,
    OF,
    OP,
    VP_MARK,
    WHERE,
    WHO,
    WORD_BITS,
    Amount,
    EventKind,
    Flag,
    Op,
    Where,
    kernel,
)
from .zones import (
    add,
    chance,
    draw,
    drop_top,
    fill_row,
    forget,
    lift_from_area,
    lift_from_deck,
    lift_from_pile,
    next_card,
    remove,
    set_top,
    shuffle_deck,
    to_area,
    to_hall,
    to_hand,
    to_pile,
)


@kernel
def pick_up(s: State, R: Rules, row: int, value: int) -> None:
    """Make a pick final: a card also leaves its place in a pile, deck or area and lies in the open (FLIGHT)."""
    op = R.prog[row, OP]
    if op == Op.PICK_PLAYER or op == Op.PICK_CHAPTER or op == Op.PICK_ROW:
        push_pick(s, R, row, value)
        return
    where = R.prog[row, WHERE]
    seat = seat_of(s, R, R.prog[row, WHO])
    if where == Where.PILE or where == Where.TOP:
        lift_from_pile(s, value)
    elif where == Where.DECK:
        lift_from_deck(s, value)
    elif where == Where.AREA:
        lift_from_area(s, seat, value)
    elif where == Where.HAND:
        forget(s, seat, value)
    push_pick(s, R, row, value)
    add(s, R, FLIGHT, value)


@kernel
def deliver(s: State, R: Rules, log: Log, row: int, kind: int, origin: int) -> None:
    """Lay one card in flight where a PUT row sends it."""
    remove(s, R, FLIGHT, kind)
    where = R.prog[row, WHERE]
    seat = seat_of(s, R, R.prog[row, WHO])
    if where == Where.HALL:
        to_hall(s, R, log, seat, kind, origin)
    elif where == Where.HAND:
        to_hand(s, R, log, seat, kind, origin)
    elif where == Where.AREA:
        to_area(s, R, log, seat, kind, origin)
    else:
        to_pile(s, R, log, kind, origin)


@kernel
def origin_of(s: State, R: Rules, row: int) -> int:
    """Return the zone a row picked from."""
    return zone_of(R.prog[row, WHERE], seat_of(s, R, R.prog[row, WHO]))


@kernel
def put(s: State, R: Rules, log: Log, row: int) -> None:
    """Lay down the cards picked by one row or several adjacent ones: coloured cards first, then Masters (rule 26)."""
    first = R.prog[row, OF]
    last = first + max(R.prog[row, NUMBER] - 1, 0)
    apart = R.masters == 1 and R.prog[row, WHERE] == Where.HALL
    for i in range(s.picks_n):
        if first <= s.pick_row[i] <= last and not (apart and R.colour[s.pick[i]] == MASTER):
            deliver(s, R, log, row, int(s.pick[i]), origin_of(s, R, s.pick_row[i]))
    if apart:
        for i in range(s.picks_n):
            if first <= s.pick_row[i] <= last and R.colour[s.pick[i]] == MASTER:
                deliver(s, R, log, row, int(s.pick[i]), origin_of(s, R, s.pick_row[i]))


@kernel
def discard_in_turn(s: State, R: Rules, log: Log) -> None:
    """Lay the cards picked for the discard pile there, clockwise from the active player (rule 22g)."""
    for step in range(R.players):
        seat = (s.turn + step) % R.players
        for i in range(s.picks_n):
            row = s.pick_row[i]
            if R.prog[row, FLAGS] & Flag.ANY_ORDER and seat_of(s, R, R.prog[row, WHO]) == seat:
                remove(s, R, FLIGHT, int(s.pick[i]))
                to_pile(s, R, log, int(s.pick[i]), origin_of(s, R, row))


@kernel
def clear_picks(s: State, R: Rules) -> None:
    """Clear the picks of a finished step, and remember the current top card of the discard pile."""
    for i in range(s.picks_n):
        row = s.pick_row[i]
        if R.prog[row, OP] == Op.PICK and R.prog[row, INTO] > 0:
            s.incoming[seat_of(s, R, R.prog[row, INTO] - 1), R.chapter[s.pick[i]]] = 0
        s.pick[i] = 0
        s.pick_row[i] = 0
        s.pick_debt[i] = 0
    for seat in range(R.players):
        s.claimed[seat, 0] = 0
        s.claimed[seat, 1] = 0
    s.picks_n = 0
    s.step_n = 0
    s.owed_n = 0
    s.owed[0] = 0
    s.owed[1] = 0
    set_top(s)


@kernel
def expand(s: State, R: Rules, row: int) -> None:
    """Pick up every card of a picked chapter."""
    owner = seat_of(s, R, R.prog[row, WHO])
    chapter = s.chapter_2 if R.prog[row, NUMBER] == 1 else s.chapter
    zone = HALL + owner
    while s.size_of[owner, chapter] > 0:
        m0 = s.has[zone, 0] & R.chapter_kinds[chapter, 0]
        m1 = s.has[zone, 1] & R.chapter_kinds[chapter, 1]
        pick_up(s, R, row, lowest_bit(m0) if m0 != 0 else WORD_BITS + lowest_bit(m1))


@kernel
def random_card(s: State, R: Rules, zone: int) -> int:
    """Return a random card of a zone, with every copy equally likely."""
    left = chance(s, int(s.total[zone]))
    for kind in range(R.kinds):
        left -= s.count[zone, kind]
        if left < 0:
            return kind
    return NONE


@kernel
def pick_random(s: State, R: Rules, row: int) -> None:
    """Pick up random cards from a hand, up to the row's number (rule 22)."""
    seat = seat_of(s, R, R.prog[row, WHO])
    if seat < 0:
        return
    for _ in range(min(int(R.prog[row, NUMBER]), int(s.total[HAND + seat]))):
        pick_up(s, R, row, random_card(s, R, HAND + seat))


@kernel
def take_top(s: State, R: Rules, log: Log, row: int) -> None:
    """Pick up the top cards of the deck, reshuffling as for a draw (rule 22e)."""
    for _ in range(R.prog[row, NUMBER]):
        kind = next_card(s, R, log)
        if kind >= 0:
            pick_up(s, R, row, kind)


@kernel
def look(s: State, R: Rules, log: Log, number: int) -> None:
    """Take up to `number` cards off the deck to look at them, without ever reshuffling (rule 16)."""
    n = min(number, int(s.total[DECK]))
    for _ in range(n):
        kind = int(s.deck[int(s.total[DECK]) - 1])
        drop_top(s, R, kind)
        add(s, R, LOOKED, kind)
    log_event(log, EventKind.LOOK, s.turn, DECK, n, 0)


@kernel
def look_at_hand(s: State, R: Rules, log: Log, seat: int) -> None:
    """Show a hand to the active player, who remembers it."""
    if seat < 0:
        return
    for kind in range(R.kinds):
        s.known_of[seat] += s.count[HAND + seat, kind] - s.known[s.turn, seat, kind]
        s.known[s.turn, seat, kind] = s.count[HAND + seat, kind]
    log_event(log, EventKind.LOOK, s.turn, HAND + seat, int(s.total[HAND + seat]), 0)


@kernel
def amount(s: State, R: Rules, row: int) -> int:
    """Return the size of a draw or gain."""
    measure = R.prog[row, OF]
    if measure == Amount.CHAPTER_SIZE:
        return int(s.chapter_size)
    if measure == Amount.COMPLETED:
        return int(s.done_n[s.turn])
    if measure == Amount.LARGE_CHAPTERS:
        n = 0
        for chapter in range(R.chapters):
            if s.size_of[s.turn, chapter] >= 3:
                n += 1
        return n
    return int(R.prog[row, NUMBER])


@kernel
def change_tokens(s: State, log: Log, seat: int, change: int) -> None:
    """Give a seat VP tokens, or take them away."""
    s.tokens[seat] += change
    s.points[seat] += change
    log_event(log, EventKind.TOKENS, seat, change, 0, 0)


@kernel
def lift_area(s: State, R: Rules, seat: int) -> int:
    """Pick up all profession cards of an area into the list of picks and return their number."""
    n = int(s.area_n[seat])
    kept = 0
    lifted = 0
    for i in range(n):
        kind = int(s.area[seat, i])
        s.area[seat, i] = 0
        if kind >= VP_MARK:
            s.area[seat, kept] = kind
            kept += 1
        else:
            remove(s, R, AREA_OF + seat, kind)
            add(s, R, FLIGHT, kind)
            s.pick[s.picks_n] = kind
            s.picks_n += 1
            lifted += 1
    s.area_n[seat] = kept
    return lifted


@kernel
def swap_areas(s: State, R: Rules, log: Log) -> None:
    """Exchange the profession cards in the areas of the active and the other player."""
    me = int(s.turn)
    other = int(s.other)
    base = int(s.picks_n)
    mine = lift_area(s, R, me)
    theirs = lift_area(s, R, other)
    for i in range(base, base + mine + theirs):
        kind = int(s.pick[i])
        s.pick[i] = 0
        remove(s, R, FLIGHT, kind)
        if i < base + mine:
            to_area(s, R, log, other, kind, AREA_OF + me)
        else:
            to_area(s, R, log, me, kind, AREA_OF + other)
    s.picks_n = base


@kernel
def discard_vp(s: State, log: Log) -> None:
    """Discard a VP card from the row and lay out the next one (rule 17)."""
    card = int(s.vp_row[s.cleared])
    s.vp_pile[s.vp_pile_n] = card
    s.vp_pile_n += 1
    log_event(log, EventKind.VP_OFF, s.turn, card, s.cleared, 0)
    fill_row(s, log, int(s.cleared))


@kernel
def finish(s: State, R: Rules) -> None:
    """End a card's program."""
    clear_picks(s, R)
    s.card = NONE
    s.chapter_size = 0
    s.other = NONE
    s.chapter = NONE
    s.chapter_2 = NONE
    s.cleared = NONE
    s.pc = s.back


@kernel
def give_to_others(s: State, R: Rules, log: Log, row: int) -> None:
    """Carry out a row about tokens or actions: gain, steal, lose, another action."""
    op = R.prog[row, OP]
    if op == Op.GAIN:
        change_tokens(s, log, s.turn, amount(s, R, row))
    elif op == Op.ACTION:
        s.actions += R.prog[row, NUMBER]
        log_event(log, EventKind.ACTIONS, s.turn, R.prog[row, NUMBER], 0, 0)
    else:
        n = min(int(R.prog[row, NUMBER]), int(s.tokens[s.other]))
        change_tokens(s, log, s.other, -n)
        if op == Op.STEAL:
            change_tokens(s, log, s.turn, n)


@kernel
def carry_out(s: State, R: Rules, log: Log) -> None:
    """Carry out the effect at the current row and go on to the next row."""
    row = int(s.pc)
    op = R.prog[row, OP]
    s.pc += 1
    if op == Op.PUT:
        put(s, R, log, row)
    elif op == Op.FINISH:
        finish(s, R)
    elif op == Op.DISCARD:
        discard_in_turn(s, R, log)
    elif op == Op.DRAW:
        draw(s, R, log, s.turn, amount(s, R, row))
    elif op == Op.CLEAR:
        clear_picks(s, R)
    elif op == Op.EXPAND:
        expand(s, R, row)
    elif op == Op.RANDOM:
        pick_random(s, R, row)
    elif op == Op.TAKE_TOP:
        take_top(s, R, log, row)
    elif op == Op.LOOK:
        look(s, R, log, R.prog[row, NUMBER])
    elif op == Op.LOOK_HAND:
        look_at_hand(s, R, log, seat_of(s, R, R.prog[row, WHO]))
    elif op == Op.SEARCH:
        s.deck_open |= 1 << s.turn
        log_event(log, EventKind.LOOK, s.turn, DECK, int(s.total[DECK]), 1)
    elif op == Op.SHUFFLE:
        s.deck_open = 0
        shuffle_deck(s)
        log_event(log, EventKind.SHUFFLE, s.turn, int(s.total[DECK]), 0, 0)
    elif op == Op.SWAP_AREAS:
        swap_areas(s, R, log)
    elif op == Op.DISCARD_VP:
        discard_vp(s, log)
    else:
        give_to_others(s, R, log, row)
