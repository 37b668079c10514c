"""List the legal options: the only place where legality is defined."""

from __future__ import annotations

from guildhall.kernel.annotations import Ints, Rules, State
from guildhall.kernel.containers import lowest_bit

from .picks import pop, push, seat_of, wanted
from .search import can_count, completable, glance, is_enough_after, most_served, next_candidate, open_kinds
from .state import (
    ANY,
    BIT,
    FIRST_EFFECT,
    FLAGS,
    HAND,
    INTO,
    LOOKED,
    NONE,
    NUMBER,
    OP,
    PICKS,
    ROW,
    RUNNING,
    SPENT,
    STEPS,
    VP_MARK,
    WORD,
    WORD_BITS,
    Flag,
    Op,
    OptionId,
    kernel,
)
from .zones import set_top


@kernel
def offer_kinds(m0: int, m1: int, code: int, opts: Ints, n: int) -> int:
    """Add every kind of a set as an option."""
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
    """Offer to play a card, refresh, or buy (rules 9 to 12)."""
    me = int(s.turn)
    m0 = s.has[HAND + me, 0] & ~(s.blocked[me, 0] | s.played[0])
    m1 = s.has[HAND + me, 1] & ~(s.blocked[me, 1] | s.played[1])
    if R.basic == 0:
        for i in range(s.area_n[me]):
            kind = int(s.area[me, i])
            if kind < VP_MARK:
                m0 &= ~R.chapter_kinds[R.chapter[kind], 0]
                m1 &= ~R.chapter_kinds[R.chapter[kind], 1]
    n = offer_kinds(m0, m1, OptionId.PLAY, opts, 0)
    opts[n] = OptionId.REFRESH
    n += 1
    if s.done_n[me] > 0:
        for slot in range(ROW):
            card = int(s.vp_row[slot])
            if card >= 0 and R.vp_cost[card] <= s.done_n[me]:
                opts[n] = OptionId.BUY + slot
                n += 1
    return n


@kernel
def can_begin(s: State, R: Rules, row: int, need: int, opts: Ints) -> bool:
    """True if the program that starts at `row` can be carried out so that `need` players are served."""
    here = int(s.pc)
    s.pc = row
    able = (need == 0 and glance(s, R, NONE)) or completable(s, R, need, opts)
    s.pc = here
    return able


@kernel
def offer_tiers(s: State, R: Rules, opts: Ints) -> int:
    """Offer the tiers that the chapter is large enough for and that can be carried out completely (rule 10)."""
    owner = R.owner[s.card]
    n = 0
    for tier in range(min(int(s.chapter_size), 4) + 1):
        row = R.tier_at[owner, tier]
        if row >= 0 and can_begin(s, R, row, 0, opts):
            opts[n] = OptionId.TIER + tier
            n += 1
    opts[n] = OptionId.NO_TIER
    return n + 1


@kernel
def offer_ability(s: State, R: Rules, row: int, opts: Ints) -> int:
    """Offer to use an ability, if it can be carried out with the current discard pile, and to decline it."""
    n = 0
    before = s.top
    set_top(s)
    able = can_begin(s, R, row, 0, opts)
    s.top = before
    if able:
        opts[0] = OptionId.USE
        n = 1
    opts[n] = OptionId.NO_ABILITY
    return n + 1


@kernel
def same_chapter(s: State, seat: int, i: int, j: int) -> bool:
    """True if two completed chapters consist of the same cards."""
    for c in range(5):
        if s.done_cards[seat, i, c] != s.done_cards[seat, j, c]:
            return False
    return True


@kernel
def offer_completed(s: State, seat: int, opts: Ints) -> int:
    """Offer a seat's completed chapters, equal ones once, without those already chosen to be spent."""
    n = 0
    for i in range(s.done_n[seat]):
        fresh = s.spend_n == 0 or s.spend[0] != i
        for j in range(i):
            if same_chapter(s, seat, i, j) and (s.spend_n == 0 or s.spend[0] != j):
                fresh = False
        if fresh:
            opts[n] = OptionId.CHAPTER + i
            n += 1
    return n


@kernel
def first_option(op: int) -> int:
    """Return the code from which the picks of a row are numbered."""
    if op == Op.PICK_PLAYER:
        return OptionId.PLAYER.value
    if op == Op.PICK_CHAPTER:
        return OptionId.CHAPTER.value
    if op == Op.PICK_ROW:
        return OptionId.ROW.value
    return OptionId.CARD.value


@kernel
def owes(s: State, R: Rules, row: int, kind: int) -> bool:
    """True if a card on its way to a hall would find its twin there."""
    into = R.prog[row, INTO]
    return into > 0 and s.blocked[seat_of(s, R, into - 1), WORD[kind]] & BIT[kind] != 0


@kernel
def leaves_the_rest(s: State, R: Rules, row: int, value: int, need: int, opts: Ints) -> bool:
    """True if the rest can still be completed after a pick: by a glance, or by trying."""
    if need == 0 and not (R.prog[row, OP] == Op.PICK and owes(s, R, row, value)) and glance(s, R, value):
        return True
    push(s, R, row, value)
    able = completable(s, R, need, opts)
    pop(s, R)
    return able


@kernel
def rest_can_follow(s: State, R: Rules, row: int, need: int, opts: Ints) -> bool:
    """True if the rows after this one can be completed from the current state."""
    made = int(s.step_n)
    s.step_n = 0
    able = can_begin(s, R, row + 1, need, opts)
    s.step_n = made
    return able


@kernel
def offer_cards(s: State, R: Rules, opts: Ints) -> int:
    """Offer the cards after which the rest can still be completed and, with "any number", also to stop.

    Three shortcuts avoid the search: the very last pick, enough other cards left, and picks that only ease what
    follows.
    """
    row = int(s.pc)
    any_number = R.prog[row, NUMBER] == ANY
    need = most_served(s, R, opts) if R.prog[row, FLAGS] & Flag.SHARES else 0
    missing = wanted(s, R, row) - s.step_n
    last = R.prog[row, FLAGS] & Flag.FINAL != 0 and (any_number or missing == 1)
    counts = not last and missing > 1 and can_count(s, R, row, missing)
    eases = not last and missing == 1 and R.prog[row, FLAGS] & Flag.EASES != 0
    eases = eases and rest_can_follow(s, R, row, need, opts)
    n = 0
    m0, m1 = open_kinds(s, R, NONE, PICKS)
    if last:
        n = offer_kinds(m0, m1, OptionId.CARD, opts, 0)
        m0 = m1 = 0
    while m0 != 0 or m1 != 0:
        kind = lowest_bit(m0) if m0 != 0 else WORD_BITS + lowest_bit(m1)
        able = (eases and not owes(s, R, row, kind)) or (counts and is_enough_after(s, R, kind, missing))
        if able or leaves_the_rest(s, R, row, kind, need, opts):
            opts[n] = OptionId.CARD + kind
            n += 1
        if m0 != 0:
            m0 &= m0 - 1
        else:
            m1 &= m1 - 1
    if any_number and rest_can_follow(s, R, row, need, opts):
        opts[n] = OptionId.DONE
        n += 1
    return n


@kernel
def offer_picks(s: State, R: Rules, opts: Ints) -> int:
    """Offer the picks after which the rest can still be completed."""
    row = int(s.pc)
    op = R.prog[row, OP]
    if op == Op.PICK:
        return offer_cards(s, R, opts)
    code = first_option(op)
    n = 0
    value = next_candidate(s, R, NONE, PICKS)
    while value >= 0:
        if leaves_the_rest(s, R, row, value, 0, opts):
            opts[n] = code + value
            n += 1
        value = next_candidate(s, R, value, PICKS)
    return n


@kernel
def offer(s: State, R: Rules, opts: Ints) -> int:
    """Write the codes of all legal options into `opts` and return their number (0 when the game is over).

    The last element of `opts` counts the steps of the search for them.
    """
    opts[STEPS] = 0
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
        n = offer_kinds(s.has[HAND + s.turn, 0], s.has[HAND + s.turn, 1], OptionId.CARD, opts, 0)
        opts[n] = OptionId.DONE
        return n + 1
    if op == Op.ORDER:
        return offer_kinds(s.has[SPENT, 0], s.has[SPENT, 1], OptionId.CARD, opts, 0)
    if op == Op.RETURN:
        return offer_kinds(s.has[LOOKED, 0], s.has[LOOKED, 1], OptionId.CARD, opts, 0)
    if op == Op.PAY or op == Op.CLOSE:
        return offer_completed(s, s.actor, opts)
    if op == Op.ABILITY:
        return offer_ability(s, R, R.vp_at[s.bought], opts)
    return offer_ability(s, R, R.house_at[s.house[s.slot]], opts)
