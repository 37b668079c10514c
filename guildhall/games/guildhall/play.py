"""The turn: what a player may do now (`offer`), and what follows from it (`choose`, `advance`)."""

from __future__ import annotations

from guildhall.kernel.bits import lowest_bit

from .effects import carry_out, close_chapters, give_up, pick_up, set_top
from .picks import (
    COMPLETE,
    FAILED,
    can_count,
    completable,
    is_enough_after,
    next_candidate,
    open_kinds,
    pop,
    push,
    seat_of,
    settle,
    wanted,
)
from .state import (
    ABILITY_ROW,
    ACT_ROW,
    ANY,
    AREA_OF,
    BEGIN_ROW,
    BIT,
    CLOSE_ROW,
    DECK,
    END_ROW,
    FIRST_EFFECT,
    FIRST_MENU,
    FLAGS,
    HAND,
    HOUSE_ROW,
    INTO,
    LOOKED,
    MASTER,
    MULLIGAN_ROW,
    NONE,
    NUMBER,
    OP,
    ORDER_ROW,
    PAID_ROW,
    PAY_ROW,
    PICKS,
    REFRESH_ROW,
    ROW,
    RUNNING,
    SPENT,
    TARGET,
    TIER_ROW,
    UNFINISHED,
    VP_MARK,
    WORD,
    WORD_BITS,
    Event,
    Flag,
    Ints,
    Log,
    Op,
    Option,
    Rules,
    State,
    kernel,
)
from .zones import (
    add,
    chance,
    discard_from_hand,
    draw,
    fill_row,
    forget,
    note,
    remove,
    shuffle_deck,
    shuffle_vp,
    to_area,
    to_hall,
    to_pile,
)

OPENING_HAND, REFRESHED_HAND, ACTIONS = 9, 6, 2


# --- What may be done ---


@kernel
def offer_kinds(m0: int, m1: int, code: int, opts: Ints, n: int) -> int:
    """List every kind of a set as an option."""
    while m0 != 0:
        opts[n] = code + lowest_bit(m0)
        m0 &= m0 - 1
        n += 1
    while m1 != 0:
        opts[n] = code + WORD_BITS + lowest_bit(m1)
        m1 &= m1 - 1
        n += 1
    return n


@kernel
def offer_act(s: State, R: Rules, opts: Ints) -> int:
    """Play a card, refresh, or buy (rules 9 to 12)."""
    me = int(s.turn)
    m0 = s.has[HAND + me, 0] & ~(s.blocked[me, 0] | s.played[0])
    m1 = s.has[HAND + me, 1] & ~(s.blocked[me, 1] | s.played[1])
    if R.basic == 0:
        for i in range(s.area_n[me]):
            kind = int(s.area[me, i])
            if kind < VP_MARK:
                m0 &= ~R.chapter_kinds[R.chapter[kind], 0]
                m1 &= ~R.chapter_kinds[R.chapter[kind], 1]
    n = offer_kinds(m0, m1, Option.PLAY, opts, 0)
    opts[n] = Option.REFRESH
    n += 1
    if s.done_n[me] > 0:
        for slot in range(ROW):
            card = int(s.vp_row[slot])
            if card >= 0 and R.vp_cost[card] <= s.done_n[me]:
                opts[n] = Option.BUY + slot
                n += 1
    return n


@kernel
def can_begin(s: State, R: Rules, row: int) -> bool:
    """Whether the program that starts at `row` can be carried out."""
    here = int(s.pc)
    s.pc = row
    able = completable(s, R)
    s.pc = here
    return able


@kernel
def offer_tiers(s: State, R: Rules, opts: Ints) -> int:
    """The tiers that the chapter is large enough for and that can be carried out completely (rule 10)."""
    owner = R.owner[s.card]
    n = 0
    for tier in range(min(int(s.chapter_size), 4) + 1):
        row = R.tier_at[owner, tier]
        if row >= 0 and can_begin(s, R, row):
            opts[n] = Option.TIER + tier
            n += 1
    opts[n] = Option.NO_TIER
    return n + 1


@kernel
def offer_ability(s: State, R: Rules, row: int, opts: Ints) -> int:
    """Use a VP card's or a House's ability, if it can be carried out, or not."""
    n = 0
    if can_begin(s, R, row):
        opts[0] = Option.USE
        n = 1
    opts[n] = Option.NO_ABILITY
    return n + 1


@kernel
def same_chapter(s: State, seat: int, i: int, j: int) -> bool:
    """Whether two completed chapters consist of the same cards."""
    for c in range(5):
        if s.done_cards[seat, i, c] != s.done_cards[seat, j, c]:
            return False
    return True


@kernel
def offer_completed(s: State, seat: int, opts: Ints) -> int:
    """The completed chapters of a seat that differ, leaving out those already chosen to be spent."""
    n = 0
    for i in range(s.done_n[seat]):
        fresh = s.spend_n == 0 or s.spend[0] != i
        for j in range(i):
            if same_chapter(s, seat, i, j) and (s.spend_n == 0 or s.spend[0] != j):
                fresh = False
        if fresh:
            opts[n] = Option.CHAPTER + i
            n += 1
    return n


@kernel
def first_option(op: int) -> int:
    """The code from which on the picks of a row are numbered."""
    if op == Op.PICK_PLAYER:
        return Option.PLAYER.value
    if op == Op.PICK_CHAPTER:
        return Option.CHAPTER.value
    if op == Op.PICK_ROW:
        return Option.ROW.value
    return Option.CARD.value


@kernel
def leaves_the_rest(s: State, R: Rules, row: int, value: int) -> bool:
    """Whether the rest can still be completed after a pick, by trying."""
    push(s, R, row, value)
    able = completable(s, R)
    pop(s, R)
    return able


@kernel
def rest_can_follow(s: State, R: Rules, row: int) -> bool:
    """Whether the rows after this one can be completed as things are."""
    made = int(s.step_n)
    s.step_n = 0
    able = can_begin(s, R, row + 1)
    s.step_n = made
    return able


@kernel
def owes(s: State, R: Rules, row: int, kind: int) -> bool:
    """Whether a card on its way to a hall would find its twin there."""
    into = R.prog[row, INTO]
    return into > 0 and s.blocked[seat_of(s, R, into - 1), WORD[kind]] & BIT[kind] != 0


@kernel
def offer_cards(s: State, R: Rules, opts: Ints) -> int:
    """The cards after which the rest can still be completed; of "any number", also to stop.

    Three shortcuts spare the search: the very last pick, enough other cards left, and picks that only ease what
    follows.
    """
    row = int(s.pc)
    any_number = R.prog[row, NUMBER] == ANY
    missing = wanted(s, R, row) - s.step_n
    last = R.prog[row + 1, OP] >= FIRST_EFFECT and (any_number or missing == 1)
    counts = not last and missing > 1 and can_count(s, R, row, missing)
    eases = not last and missing == 1 and R.prog[row, FLAGS] & Flag.EASES != 0 and rest_can_follow(s, R, row)
    n = 0
    m0, m1 = open_kinds(s, R, NONE, PICKS)
    while m0 != 0 or m1 != 0:
        kind = lowest_bit(m0) if m0 != 0 else WORD_BITS + lowest_bit(m1)
        able = last or (eases and not owes(s, R, row, kind)) or (counts and is_enough_after(s, R, kind, missing))
        if able or leaves_the_rest(s, R, row, kind):
            opts[n] = Option.CARD + kind
            n += 1
        if m0 != 0:
            m0 &= m0 - 1
        else:
            m1 &= m1 - 1
    if any_number and rest_can_follow(s, R, row):
        opts[n] = Option.DONE
        n += 1
    return n


@kernel
def offer_picks(s: State, R: Rules, opts: Ints) -> int:
    """The picks after which the rest can still be completed."""
    row = int(s.pc)
    op = R.prog[row, OP]
    if op == Op.PICK:
        return offer_cards(s, R, opts)
    code = first_option(op)
    n = 0
    value = next_candidate(s, R, NONE, PICKS)
    while value >= 0:
        if leaves_the_rest(s, R, row, value):
            opts[n] = code + value
            n += 1
        value = next_candidate(s, R, value, PICKS)
    return n


@kernel
def offer(s: State, R: Rules, opts: Ints) -> int:
    """Write the codes of all legal options into `opts`; answers how many there are (0 when the game is over)."""
    if s.over != RUNNING:
        return 0
    op = R.prog[s.pc, OP]
    if op < FIRST_EFFECT:
        return offer_picks(s, R, opts)
    if op == Op.ACT:
        return offer_act(s, R, opts)
    if op == Op.TIER:
        return offer_tiers(s, R, opts)
    if op == Op.REFRESH or op == Op.MULLIGAN:
        n = offer_kinds(s.has[HAND + s.turn, 0], s.has[HAND + s.turn, 1], Option.CARD, opts, 0)
        opts[n] = Option.DONE
        return n + 1
    if op == Op.ORDER:
        return offer_kinds(s.has[SPENT, 0], s.has[SPENT, 1], Option.CARD, opts, 0)
    if op == Op.RETURN:
        return offer_kinds(s.has[LOOKED, 0], s.has[LOOKED, 1], Option.CARD, opts, 0)
    if op == Op.PAY or op == Op.CLOSE:
        return offer_completed(s, s.actor, opts)
    if op == Op.ABILITY:
        return offer_ability(s, R, R.vp_at[s.bought], opts)
    return offer_ability(s, R, R.house_at[s.house[s.slot]], opts)


# --- What follows ---


@kernel
def play_card(s: State, R: Rules, log: Log, kind: int) -> None:
    """Lay a card from hand into the area and ask for its tier."""
    me = int(s.turn)
    chapter = R.chapter[kind]
    remove(s, R, HAND + me, kind)
    forget(s, me, kind)
    note(log, Event.PLAY, me, kind, 0, 0)
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
    if code < Option.CHAPTER:
        play_card(s, R, log, code - Option.PLAY)
    elif code == Option.REFRESH:
        note(log, Event.REFRESH, s.turn, 0, 0, 0)
        s.pc = REFRESH_ROW
    else:
        s.slot = code - Option.BUY
        s.bought = s.vp_row[s.slot]
        s.spend_n = 0
        s.spent_types = 0
        s.payer = s.turn
        s.order_back = PAID_ROW
        s.pc = PAY_ROW


@kernel
def choose_tier(s: State, R: Rules, log: Log, code: int) -> None:
    """Start a tier's program, or leave the card without effect."""
    if code == Option.NO_TIER:
        note(log, Event.TIER, s.turn, s.card, NONE, 0)
        s.card = NONE
        s.chapter_size = 0
        s.pc = ACT_ROW
    else:
        note(log, Event.TIER, s.turn, s.card, code - Option.TIER, 0)
        s.pc = R.tier_at[R.owner[s.card], code - Option.TIER]


@kernel
def choose_ability(s: State, R: Rules, log: Log, code: int) -> None:
    """Start the ability of the VP card bought, or of the House beneath it, or leave it."""
    own = R.prog[s.pc, OP] == Op.ABILITY
    row = R.vp_at[s.bought] if own else R.house_at[s.house[s.slot]]
    after = HOUSE_ROW if own else ACT_ROW
    used = 1 if code == Option.USE else 0
    note(log, Event.ABILITY, s.turn, s.bought if own else NONE, used, s.house[s.slot])
    set_top(s)
    s.back = after
    s.pc = row if used == 1 else after


@kernel
def refill(s: State, R: Rules, log: Log, size: int) -> None:
    """Draw a hand up to `size` cards; a larger one stays as it is (rule 11)."""
    missing = size - int(s.total[HAND + s.turn])
    if missing > 0:
        draw(s, R, log, s.turn, missing)


@kernel
def choose_discard(s: State, R: Rules, log: Log, code: int) -> None:
    """Mulligan and refresh: one more card on the pile, or draw."""
    if code != Option.DONE:
        discard_from_hand(s, R, log, s.turn, code - Option.CARD)
    elif R.prog[s.pc, OP] == Op.MULLIGAN:
        refill(s, R, log, OPENING_HAND)
        s.pc += 1
    else:
        refill(s, R, log, REFRESHED_HAND)
        s.pc = ACT_ROW


@kernel
def choose_completed(s: State, R: Rules, log: Log, place: int) -> None:
    """Name a completed chapter to be spent, or to be given up because there are too many."""
    if R.prog[s.pc, OP] == Op.PAY:
        s.spend[s.spend_n] = place
        s.spend_n += 1
        return
    s.payer = s.actor
    s.order_back = s.pc
    give_up(s, R, log, s.actor, place)
    s.pc = ORDER_ROW


@kernel
def put_back(s: State, R: Rules, log: Log, kind: int) -> None:
    """Lay a looked-at card back on the deck; whoever looked knows where it is (rule 18)."""
    n = int(s.total[DECK])
    remove(s, R, LOOKED, kind)
    s.deck[n] = kind
    s.deck_known[n] = 1 << s.turn
    add(s, R, DECK, kind)
    note(log, Event.MOVE, s.turn, kind, LOOKED, DECK)


@kernel
def choose(s: State, R: Rules, log: Log, code: int) -> None:
    """Carry one option into the state."""
    op = R.prog[s.pc, OP]
    if op < FIRST_EFFECT:
        if code == Option.DONE:
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
        remove(s, R, SPENT, code - Option.CARD)
        to_pile(s, R, log, code - Option.CARD, SPENT)
    elif op == Op.RETURN:
        put_back(s, R, log, code - Option.CARD)
    elif op == Op.PAY or op == Op.CLOSE:
        choose_completed(s, R, log, code - Option.CHAPTER)
    else:
        choose_ability(s, R, log, code)


@kernel
def next_payment(s: State, R: Rules, log: Log) -> None:
    """Give the next chapter of a purchase, or, when all are given, take the VP card (rule 12)."""
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
    s.area[me, s.area_n[me]] = VP_MARK + s.bought
    s.area_n[me] += 1
    note(log, Event.BUY, me, s.bought, s.slot, 0)
    fill_row(s, log, int(s.slot))
    s.pc = ABILITY_ROW


@kernel
def house_matches(s: State, R: Rules) -> bool:
    """Whether a House lies under the slot bought and shows an archetype that was spent (rule 27)."""
    house = int(s.house[s.slot])
    return house >= 0 and R.house_types[house] & s.spent_types != 0


@kernel
def end_turn(s: State, R: Rules, log: Log) -> None:
    """All cards leave the active player's area together (rule 15)."""
    me = int(s.turn)
    n = int(s.area_n[me])
    for masters in range(1 + R.masters):
        for i in range(n):
            kind = int(s.area[me, i])
            if kind >= VP_MARK:
                if masters == 0:
                    s.vp_owned[me, kind - VP_MARK] += 1
                    s.points[me] += R.vp_points[kind - VP_MARK]
                    note(log, Event.VP_OWN, me, kind - VP_MARK, 0, 0)
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
    """The next seat clockwise."""
    return 0 if s.turn + 1 == R.players else int(s.turn) + 1


@kernel
def score(s: State, R: Rules, log: Log) -> None:
    """Count the active player's VP; enough of them win, else the next player's turn begins."""
    note(log, Event.SCORE, s.turn, s.points[s.turn], 0, 0)
    if s.points[s.turn] >= R.target:
        s.over = TARGET
        s.winner = s.turn
        note(log, Event.END, s.turn, TARGET, 0, 0)
    else:
        s.turn = after_me(s, R)
        s.pc = BEGIN_ROW


@kernel
def begin_turn(s: State, R: Rules, log: Log) -> None:
    """Two actions and nothing played yet; a game that reaches its turn limit is unfinished (rule 29)."""
    s.actor = s.turn
    if R.turn_limit > 0 and s.turn_no >= R.turn_limit:
        s.over = UNFINISHED
        note(log, Event.END, NONE, UNFINISHED, 0, 0)
        return
    s.turn_no += 1
    s.actions = ACTIONS
    s.played[0] = 0
    s.played[1] = 0
    note(log, Event.TURN, s.turn, s.turn_no, 0, 0)
    s.pc = ACT_ROW


@kernel
def waits(s: State, R: Rules, log: Log) -> bool:
    """At a row of the turn itself: whether a decision is due; if not, do what the row does."""
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
        crowded = close_chapters(s, R, log)
        if crowded >= 0:
            s.actor = crowded
            s.spend_n = 0
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
    """Carry on until somebody has to decide or the game is over."""
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
            if status == FAILED:  # a check after a chance step: the rest of the tier lapses (rule 22c)
                while R.prog[s.pc, OP] != Op.FINISH:
                    s.pc += 1
            elif status != COMPLETE:
                return


@kernel
def apply(s: State, R: Rules, log: Log, code: int) -> None:
    """Apply a legal option and carry on to the next decision."""
    choose(s, R, log, code)
    s.plies += 1
    advance(s, R, log)


@kernel
def lay_out(s: State, R: Rules, log: Log) -> None:
    """Shuffle both decks, draw the first seat and the slots of the Houses, lay out the VP row."""
    shuffle_deck(s)
    shuffle_vp(s)
    s.first = R.first if R.first >= 0 else chance(s, R.players)
    s.turn = s.first
    for house in range(R.houses):
        free = chance(s, ROW - house)  # the number of a slot among those still without a House
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
