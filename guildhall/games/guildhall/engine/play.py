"""Set-up and the turn: `choose` carries out an option and `advance` continues to the next decision."""

from __future__ import annotations

from guildhall.kernel.annotations import Log, Rules, State
from guildhall.kernel.containers import has_room, lowest_bit
from guildhall.kernel.log import log_event

from .effects import carry_out, pick_up
from .options import first_option
from .picks import COMPLETE, FAILED, settle
from .state import (
    ABILITY_ROW,
    ACT_ROW,
    AREA,
    AREA_OF,
    BEGIN_ROW,
    CLOSE_ROW,
    END_ROW,
    FIRST_EFFECT,
    FIRST_MENU,
    HALL,
    HAND,
    HOUSE_ROW,
    LOOKED,
    MASTER,
    MULLIGAN_ROW,
    NONE,
    OP,
    ORDER_ROW,
    PAID_ROW,
    PAY_ROW,
    REFRESH_ROW,
    ROW,
    RUNNING,
    SPENT,
    TARGET,
    TIER_ROW,
    VP_MARK,
    WORD_BITS,
    EventKind,
    Op,
    OptionId,
    kernel,
)
from .zones import (
    add,
    chance,
    cut_short,
    discard_from_hand,
    draw,
    fill_row,
    forget,
    put_back,
    remove,
    set_top,
    shuffle_deck,
    shuffle_vp,
    to_area,
    to_hall,
    to_pile,
)

# --- Chapters that close, and chapters given up (rules 12 and 14) ---

CHAPTERS_KEPT = 3


@kernel
def complete(s: State, R: Rules, log: Log, seat: int, chapter: int) -> None:
    """Turn a full chapter face down: it leaves the hall, is safe, and is only good for buying (rule 14)."""
    zone = HALL + seat
    n = int(s.done_n[seat])
    for held in range(5):
        m0 = s.has[zone, 0] & R.chapter_kinds[chapter, 0]
        m1 = s.has[zone, 1] & R.chapter_kinds[chapter, 1]
        kind = lowest_bit(m0) if m0 != 0 else WORD_BITS + lowest_bit(m1)
        remove(s, R, zone, kind)
        s.done_cards[seat, n, held] = kind
    s.done[seat, n] = chapter
    s.done_n[seat] = n + 1
    log_event(log, EventKind.CLOSE, seat, chapter, 0, 0)


@kernel
def close_chapters(s: State, R: Rules, log: Log) -> int:
    """Complete every full chapter and return the first seat, from the active one on, that now holds too many, or -1."""
    if s.ripe == 0:
        return NONE
    crowded = NONE
    for step in range(R.players):
        seat = int(s.turn) + step
        if seat >= R.players:
            seat -= R.players
        for chapter in range(R.chapters):
            if s.size_of[seat, chapter] >= 5:
                complete(s, R, log, seat, chapter)
        if s.done_n[seat] > CHAPTERS_KEPT and crowded < 0:
            crowded = seat
    if crowded < 0:
        s.ripe = 0
    return crowded


@kernel
def has_too_many(s: State, R: Rules, log: Log) -> bool:
    """Complete every full chapter. True if a seat then holds too many and has to give one up."""
    crowded = close_chapters(s, R, log)
    if crowded < 0:
        return False
    s.actor = crowded
    s.spend_n = 0
    return True


@kernel
def give_up(s: State, R: Rules, log: Log, seat: int, place: int) -> None:
    """Lay a completed chapter open, to be discarded card by card."""
    chapter = int(s.done[seat, place])
    for i in range(5):
        add(s, R, SPENT, int(s.done_cards[seat, place, i]))
    n = int(s.done_n[seat]) - 1
    for j in range(place, n):
        s.done[seat, j] = s.done[seat, j + 1]
        for i in range(5):
            s.done_cards[seat, j, i] = s.done_cards[seat, j + 1, i]
    s.done[seat, n] = 0
    for i in range(5):
        s.done_cards[seat, n, i] = 0
    s.done_n[seat] = n
    log_event(log, EventKind.CHAPTER, seat, chapter, 0, 0)


# --- The turn ---

OPENING_HAND, REFRESHED_HAND, ACTIONS = 9, 6, 2


@kernel
def play_card(s: State, R: Rules, log: Log, kind: int) -> None:
    """Lay a card from hand into the area and go to the choice of its tier."""
    me = int(s.turn)
    chapter = R.chapter[kind]
    remove(s, R, HAND + me, kind)
    forget(s, me, kind)
    log_event(log, EventKind.PLAY, me, kind, 0, 0)
    to_area(s, R, log, me, kind, HAND + me)
    if R.basic == 1:
        s.played[0] |= R.chapter_kinds[chapter, 0]
        s.played[1] |= R.chapter_kinds[chapter, 1]
    s.card = kind
    s.chapter_size = s.size_of[me, chapter]
    s.back = ACT_ROW
    s.pc = TIER_ROW
    set_top(s)


@kernel
def choose_action(s: State, R: Rules, log: Log, code: int) -> None:
    """Spend an action."""
    s.actions -= 1
    if code < OptionId.CHAPTER:
        play_card(s, R, log, code - OptionId.PLAY)
    elif code == OptionId.REFRESH:
        log_event(log, EventKind.REFRESH, s.turn, 0, 0, 0)
        s.pc = REFRESH_ROW
    else:
        s.slot = code - OptionId.BUY
        s.bought = s.vp_row[s.slot]
        s.spend_n = 0
        s.spent_types = 0
        s.payer = s.turn
        s.order_back = PAID_ROW
        s.pc = PAY_ROW


@kernel
def choose_tier(s: State, R: Rules, log: Log, code: int) -> None:
    """Start a tier's program, or leave the card without effect."""
    if code == OptionId.NO_TIER:
        log_event(log, EventKind.TIER, s.turn, s.card, NONE, 0)
        s.card = NONE
        s.chapter_size = 0
        s.pc = ACT_ROW
    else:
        log_event(log, EventKind.TIER, s.turn, s.card, code - OptionId.TIER, 0)
        s.pc = R.tier_at[R.owner[s.card], code - OptionId.TIER]


@kernel
def choose_ability(s: State, R: Rules, log: Log, code: int) -> None:
    """Start or decline the ability of the VP card just bought, or of the House beneath it."""
    own = R.prog[s.pc, OP] == Op.ABILITY
    row = R.vp_at[s.bought] if own else R.house_at[s.house[s.slot]]
    after = HOUSE_ROW if own else ACT_ROW
    used = 1 if code == OptionId.USE else 0
    log_event(log, EventKind.ABILITY, s.turn, s.bought if own else NONE, used, s.house[s.slot])
    set_top(s)
    s.back = after
    s.pc = row if used == 1 else after


@kernel
def refill(s: State, R: Rules, log: Log, size: int) -> None:
    """Draw a hand up to `size` cards, leaving a larger hand as it is (rule 11)."""
    missing = size - int(s.total[HAND + s.turn])
    if missing > 0:
        draw(s, R, log, s.turn, missing)


@kernel
def choose_discard(s: State, R: Rules, log: Log, code: int) -> None:
    """Discard one more card in a mulligan or refresh, or draw."""
    if code != OptionId.DONE:
        discard_from_hand(s, R, log, s.turn, code - OptionId.CARD)
    elif R.prog[s.pc, OP] == Op.MULLIGAN:
        refill(s, R, log, OPENING_HAND)
        s.pc += 1
    else:
        refill(s, R, log, REFRESHED_HAND)
        s.pc = ACT_ROW


@kernel
def choose_completed(s: State, R: Rules, log: Log, place: int) -> None:
    """Choose a completed chapter to spend, or to give up because there are too many."""
    if R.prog[s.pc, OP] == Op.PAY:
        s.spend[s.spend_n] = place
        s.spend_n += 1
        return
    s.payer = s.actor
    s.order_back = s.pc
    give_up(s, R, log, s.actor, place)
    s.pc = ORDER_ROW


@kernel
def choose(s: State, R: Rules, log: Log, code: int) -> None:
    """Carry out one option."""
    op = R.prog[s.pc, OP]
    if op < FIRST_EFFECT:
        if code == OptionId.DONE:
            s.pc += 1
            s.step_n = 0
        else:
            pick_up(s, R, s.pc, code - first_option(op))
    elif op == Op.ACT:
        choose_action(s, R, log, code)
    elif op == Op.TIER:
        choose_tier(s, R, log, code)
    elif op == Op.REFRESH or op == Op.MULLIGAN:
        choose_discard(s, R, log, code)
    elif op == Op.ORDER:
        remove(s, R, SPENT, code - OptionId.CARD)
        to_pile(s, R, log, code - OptionId.CARD, SPENT)
    elif op == Op.RETURN:
        put_back(s, R, log, code - OptionId.CARD)
    elif op == Op.PAY or op == Op.CLOSE:
        choose_completed(s, R, log, code - OptionId.CHAPTER)
    else:
        choose_ability(s, R, log, code)


@kernel
def next_payment(s: State, R: Rules, log: Log) -> None:
    """Spend the next chapter of a purchase or, when all are spent, take the VP card (rule 12)."""
    me = int(s.turn)
    if s.spend_n > 0:
        place = int(s.spend[0])
        s.spent_types |= R.archetype[s.done[me, place]]
        give_up(s, R, log, me, place)
        s.spend[0] = s.spend[1] - 1 if s.spend[1] > place else s.spend[1]
        s.spend[1] = 0
        s.spend_n -= 1
        s.pc = ORDER_ROW
        return
    s.spend[0] = 0
    if not has_room(s.area_n[me], AREA):
        cut_short(s, R, log)
        return
    s.area[me, s.area_n[me]] = VP_MARK + s.bought
    s.area_n[me] += 1
    log_event(log, EventKind.BUY, me, s.bought, s.slot, 0)
    fill_row(s, log, int(s.slot))
    s.pc = ABILITY_ROW


@kernel
def house_matches(s: State, R: Rules) -> bool:
    """True if the slot bought has a House that shows the archetype of a spent chapter (rule 27)."""
    house = int(s.house[s.slot])
    return house >= 0 and R.house_types[house] & s.spent_types != 0


@kernel
def end_turn(s: State, R: Rules, log: Log) -> None:
    """Move all cards out of the active player's area together (rule 15)."""
    me = int(s.turn)
    n = int(s.area_n[me])
    for masters in range(1 + R.masters):
        for i in range(n):
            kind = int(s.area[me, i])
            if kind >= VP_MARK:
                if masters == 0:
                    s.vp_owned[me, kind - VP_MARK] += 1
                    s.points[me] += R.vp_points[kind - VP_MARK]
                    log_event(log, EventKind.VP_OWN, me, kind - VP_MARK, 0, 0)
            elif (R.colour[kind] == MASTER) == (masters == 1):
                remove(s, R, AREA_OF + me, kind)
                to_hall(s, R, log, me, kind, AREA_OF + me)
    for i in range(n):
        s.area[me, i] = 0
    s.area_n[me] = 0
    s.slot = NONE
    s.bought = NONE
    s.spent_types = 0


@kernel
def after_me(s: State, R: Rules) -> int:
    """Return the next seat clockwise."""
    return 0 if s.turn + 1 == R.players else int(s.turn) + 1


@kernel
def score(s: State, R: Rules, log: Log) -> None:
    """Count the active player's VP: reaching the target wins, otherwise the next player's turn begins."""
    log_event(log, EventKind.SCORE, s.turn, s.points[s.turn], 0, 0)
    if s.points[s.turn] >= R.target:
        s.over = TARGET
        s.winner = s.turn
        log_event(log, EventKind.END, s.turn, TARGET, 0, 0)
    else:
        s.turn = after_me(s, R)
        s.pc = BEGIN_ROW


@kernel
def begin_turn(s: State, R: Rules, log: Log) -> None:
    """Begin a turn with two actions and nothing played, or end the game unfinished at the turn limit (rule 29)."""
    s.actor = s.turn
    if R.turn_limit > 0 and s.turn_no >= R.turn_limit:
        cut_short(s, R, log)
        return
    s.turn_no += 1
    s.actions = ACTIONS
    s.played[0] = 0
    s.played[1] = 0
    log_event(log, EventKind.TURN, s.turn, s.turn_no, 0, 0)
    s.pc = ACT_ROW


@kernel
def waits(s: State, R: Rules, log: Log) -> bool:
    """Carry out a row of the turn itself, or return True if it needs a decision."""
    op = R.prog[s.pc, OP]
    s.actor = s.turn
    if op == Op.ACT:
        if s.actions > 0:
            return True
        s.pc = END_ROW
    elif op == Op.PAY:
        if s.spend_n < R.vp_cost[s.bought]:
            return True
        s.pc = PAID_ROW
    elif op == Op.ORDER:
        s.actor = s.payer
        if s.total[SPENT] > 0:
            return True
        s.pc = s.order_back
    elif op == Op.RETURN:
        if s.total[LOOKED] > 0:
            return True
        s.pc += 1
    elif op == Op.CLOSE:
        if has_too_many(s, R, log):
            return True
        s.pc += 1
    elif op == Op.PAID:
        next_payment(s, R, log)
    elif op == Op.ABILITY:
        if R.vp_at[s.bought] >= 0:
            return True
        s.pc = HOUSE_ROW
    elif op == Op.HOUSE:
        if house_matches(s, R):
            return True
        s.pc = ACT_ROW
    elif op == Op.SEATED:
        s.turn = after_me(s, R)
        s.pc = BEGIN_ROW if s.turn == s.first else MULLIGAN_ROW
    elif op == Op.BEGIN:
        begin_turn(s, R, log)
    elif op == Op.END:
        end_turn(s, R, log)
        s.pc = CLOSE_ROW
    elif op == Op.SCORE:
        score(s, R, log)
    else:
        return True
    return False


@kernel
def advance(s: State, R: Rules, log: Log) -> None:
    """Continue until a player has to decide or the game is over."""
    while s.over == RUNNING:
        op = R.prog[s.pc, OP]
        if op >= FIRST_MENU:
            if waits(s, R, log):
                return
        elif op >= FIRST_EFFECT:
            carry_out(s, R, log)
        else:
            s.actor = s.turn
            status = settle(s, R, 0)
            if status == FAILED:  # a check after a random step: the rest of the tier lapses (rule 22c)
                while R.prog[s.pc, OP] != Op.FINISH:
                    s.pc += 1
            elif status != COMPLETE:
                return


@kernel
def apply(s: State, R: Rules, log: Log, code: int) -> None:
    """Apply a legal option and continue to the next decision."""
    choose(s, R, log, code)
    advance(s, R, log)


@kernel
def lay_out(s: State, R: Rules, log: Log) -> None:
    """Shuffle both decks, draw the first seat and the slots of the Houses, and lay out the VP row."""
    shuffle_deck(s)
    shuffle_vp(s)
    s.first = R.first if R.first >= 0 else chance(s, R.players)
    s.turn = s.first
    for house in range(R.houses):
        free = chance(s, ROW - house)  # index among the slots still without a House
        for slot in range(ROW):
            if s.house[slot] < 0:
                if free == 0:
                    s.house[slot] = house
                free -= 1
    for slot in range(ROW):
        fill_row(s, log, slot)


@kernel
def deal(s: State, R: Rules, log: Log) -> None:
    """Set up a game: shuffle, lay out the VP row and the Houses, deal nine cards each (rules 5, 6, 27)."""
    lay_out(s, R, log)
    for step in range(R.players):
        draw(s, R, log, int((s.first + step) % R.players), OPENING_HAND)
    s.pc = MULLIGAN_ROW
    advance(s, R, log)
