"""Whether the picks that remain can still be made: one search for every card, and counting where that is enough."""

from __future__ import annotations

from guildhall.kernel.annotations import Ints, Pair, Rules, State
from guildhall.kernel.containers import bit_count, lowest_bit

from .glance import may_be_other
from .picks import (
    COMPLETE,
    FAILED,
    OPEN,
    candidates,
    different,
    had_none,
    placeable,
    pop,
    push,
    seat_of,
    settle,
    zone_of,
)
from .state import (
    BIT,
    CHOSEN,
    FIRST_EFFECT,
    FLAGS,
    HALL,
    INTO,
    LEAVERS,
    NONE,
    NUMBER,
    OP,
    PICKS,
    ROW,
    SEARCH_END,
    STEPS,
    WHERE,
    WHO,
    WORD,
    WORD_BITS,
    Flag,
    Op,
    Where,
    kernel,
)

PATIENCE = 64  # steps of a search after which it looks whether it is hopeless


@kernel
def open_kinds(s: State, R: Rules, after: int, base: int) -> Pair:
    """The kinds above `after` that the present row could pick next.

    Picks of an unordered set come in ascending order, so a set has one line of play.  Where the order matters any
    order goes, but the search (picks from number `base` on) need not try them all.
    """
    if s.picks_n >= CHOSEN:
        return 0, 0
    row = int(s.pc)
    floor = after + 1
    if s.step_n > 0 and (R.prog[row, FLAGS] & Flag.ANY_ORDER == 0 or s.picks_n > base):
        floor = max(floor, int(s.pick[s.picks_n - 1]))
    m0, m1 = candidates(s, R, row)
    if floor >= WORD_BITS:
        return 0, m1 & ~(BIT[floor] - 1) if floor < R.kinds else 0
    return m0 & ~(BIT[floor] - 1), m1


@kernel
def next_candidate(s: State, R: Rules, after: int, base: int) -> int:
    """The lowest candidate above `after` at the present row, or -1."""
    row = int(s.pc)
    op = R.prog[row, OP]
    if op == Op.PICK:
        m0, m1 = open_kinds(s, R, after, base)
        if m0 != 0:
            return lowest_bit(m0)
        return WORD_BITS + lowest_bit(m1) if m1 != 0 else NONE
    if op == Op.PICK_PLAYER:
        for seat in range(after + 1, R.players):
            if may_be_other(s, R, row, seat):
                return seat
    elif op == Op.PICK_CHAPTER:
        for chapter in range(after + 1, R.chapters):
            if chapter_fits(s, R, row, chapter):
                return chapter
    else:
        for slot in range(after + 1, ROW):
            if s.vp_row[slot] >= 0:
                return slot
    return NONE


@kernel
def can_count(s: State, R: Rules, row: int, missing: int) -> bool:
    """Whether counting settles the matter: the last picks before the effects, with nothing that couples them."""
    flags = R.prog[row, FLAGS]
    if R.prog[row, OP] != Op.PICK or flags & Flag.FINAL == 0:
        return False
    return missing == 1 or (s.owed_n == 0 and (flags & Flag.DIFFERENT == 0 or R.prog[row, INTO] == 0))


@kernel
def chapters_of(R: Rules, m0: int, m1: int) -> int:
    """How many chapters a set of kinds belongs to."""
    n = 0
    while m0 != 0 or m1 != 0:
        chapter = R.chapter[lowest_bit(m0) if m0 != 0 else WORD_BITS + lowest_bit(m1)]
        m0 &= ~R.chapter_kinds[chapter, 0]
        m1 &= ~R.chapter_kinds[chapter, 1]
        n += 1
    return n


@kernel
def has_enough(s: State, R: Rules, row: int, m0: int, m1: int, enough: int) -> bool:
    """Whether this row could pick so many cards of a set of kinds together, not counting further copies of a kind."""
    if R.prog[row, FLAGS] & Flag.DIFFERENT:
        return chapters_of(R, m0, m1) >= enough
    if R.prog[row, INTO] > 0:
        return placeable(s, R, row, m0, m1, enough) >= enough
    return bit_count(m0) + bit_count(m1) >= enough


@kernel
def is_enough(s: State, R: Rules, base: int) -> bool:
    """Whether counting alone shows that the picks of the present row can be made; "no" means: search."""
    row = int(s.pc)
    missing = R.prog[row, NUMBER] - s.step_n
    if not can_count(s, R, row, missing):
        return False
    m0, m1 = open_kinds(s, R, NONE, base)
    if missing == 1:
        return m0 != 0 or m1 != 0
    return has_enough(s, R, row, m0, m1, missing)


@kernel
def is_enough_after(s: State, R: Rules, kind: int, missing: int) -> bool:
    """The same after `kind` is picked, without picking it up; for rows that `can_count`."""
    row = int(s.pc)
    chapter = R.chapter[kind]
    after = NONE if R.prog[row, FLAGS] & Flag.ANY_ORDER else kind
    m0, m1 = open_kinds(s, R, after, PICKS)
    m0 &= ~(R.twins[kind, 0] | (BIT[kind] if WORD[kind] == 0 else 0))
    m1 &= ~(R.twins[kind, 1] | (BIT[kind] if WORD[kind] == 1 else 0))
    if R.prog[row, FLAGS] & Flag.DIFFERENT:
        m0 &= ~R.chapter_kinds[chapter, 0]
        m1 &= ~R.chapter_kinds[chapter, 1]
    if R.prog[row, INTO] == 0:
        return has_enough(s, R, row, m0, m1, missing - 1)
    hall = seat_of(s, R, R.prog[row, INTO] - 1)
    s.incoming[hall, chapter] += 1
    able = placeable(s, R, row, m0, m1, missing - 1) >= missing - 1
    s.incoming[hall, chapter] -= 1
    return able


@kernel
def served(s: State, R: Rules) -> int:
    """How many players the rows that skip some have been able to serve (rule 22f)."""
    n = 0
    for i in range(s.picks_n):
        if R.prog[s.pick_row[i], FLAGS] & Flag.IF_ANY:
            n += 1
    return n


@kernel
def serves(s: State, R: Rules, status: int) -> int:
    """How many players are served, that of an OPEN last row counted."""
    last = 1 if status == OPEN and R.prog[s.pc, FLAGS] & Flag.IF_ANY else 0
    return served(s, R) + last


@kernel
def must_pick(s: State, R: Rules, row: int) -> bool:
    """Whether a row must pick so many cards of a player who is known."""
    flags = R.prog[row, FLAGS]
    if R.prog[row, OP] != Op.PICK or R.prog[row, NUMBER] <= 0 or flags & (Flag.IF_ANY | Flag.AS_FAR):
        return False
    return seat_of(s, R, R.prog[row, WHO]) >= 0 and (flags & Flag.EACH == 0 or not had_none(s, R, row))


@kernel
def wanted_there(s: State, R: Rules, zone: int) -> int:
    """How many cards of a zone the rows from the present one on must pick."""
    n = 0
    row = int(s.pc)
    while R.prog[row, OP] < FIRST_EFFECT:
        if must_pick(s, R, row) and zone_of(R.prog[row, WHERE], seat_of(s, R, R.prog[row, WHO])) == zone:
            n += int(R.prog[row, NUMBER] - (s.step_n if row == s.pc else 0))
        row += 1
    return n


@kernel
def is_left_by_others(s: State, R: Rules, hall: int) -> bool:
    """Whether a row from the present one on may take cards out of a hall, so that others find room there."""
    row = int(s.pc)
    while R.prog[row, OP] < FIRST_EFFECT:
        if R.prog[row, WHERE] == Where.HALL and R.prog[row, OP] != Op.PICK_PLAYER:
            seat = seat_of(s, R, R.prog[row, WHO])
            if seat == hall or (seat < 0 and hall != s.turn):
                return True
        row += 1
    return False


@kernel
def lacks_cards(s: State, R: Rules, row: int) -> bool:
    """Whether a row cannot make its picks even if nothing else is picked before it: too few cards, or too few fit."""
    if s.total[zone_of(R.prog[row, WHERE], seat_of(s, R, R.prog[row, WHO]))] == 0:
        return True
    if R.prog[row, FLAGS] & (Flag.DIFFERENT | Flag.OF_CHAPTER | Flag.PAYS) or R.prog[row, LEAVERS] > 0:
        return False
    into = R.prog[row, INTO]
    if into > 0 and is_left_by_others(s, R, seat_of(s, R, into - 1)):
        return False
    m0, m1 = candidates(s, R, row)
    if into == 0 or R.masters == 1:
        return m0 == 0 and m1 == 0
    missing = R.prog[row, NUMBER] - (s.step_n if row == s.pc else 0)
    return different(R, m0, m1, missing) < missing


@kernel
def some_row_lacks(s: State, R: Rules) -> bool:
    """Whether some row from the present one on cannot be met, whatever the others pick."""
    row = int(s.pc)
    while R.prog[row, OP] < FIRST_EFFECT:
        if must_pick(s, R, row):
            zone = zone_of(R.prog[row, WHERE], seat_of(s, R, R.prog[row, WHO]))
            if s.total[zone] < wanted_there(s, R, zone) or lacks_cards(s, R, row):
                return True
        elif R.prog[row, OP] == Op.PICK_PLAYER and s.step_n == 0 and not may_be_other(s, R, row, s.other):
            return True
        row += 1
    return False


@kernel
def is_hopeless(s: State, R: Rules) -> bool:
    """Whether some row cannot be met, whatever the others pick and whoever is the other player; "no" means: search."""
    row = int(s.pc)
    while R.prog[row, OP] < FIRST_EFFECT and R.prog[row, OP] != Op.PICK_PLAYER:
        row += 1
    if R.prog[row, OP] != Op.PICK_PLAYER or s.other >= 0:
        return some_row_lacks(s, R)
    for seat in range(R.players):
        if seat != s.turn:
            s.other = seat
            hopeless = some_row_lacks(s, R)
            s.other = NONE
            if not hopeless:
                return False
    return True


@kernel
def makes_hopeless(s: State, R: Rules, base: int, steps: int) -> bool:
    """Whether a long search is hopeless: at its new start, or where a pick has named a player, a chapter or a slot."""
    named = s.picks_n > base and s.step_n == 0 and R.prog[s.pick_row[s.picks_n - 1], OP] != Op.PICK
    return (named or steps == PATIENCE) and is_hopeless(s, R)


@kernel
def rewind(s: State, R: Rules, base: int, row: int, made: int) -> None:
    """Take all picks of a search back."""
    while s.picks_n > base:
        pop(s, R)
    s.pc = row
    s.step_n = made


@kernel
def completable(s: State, R: Rules, need: int, opts: Ints) -> bool:
    """Whether the picks and checks from the present row on can be met such that `need` players are served.

    Leaves the state as it was, and counts its steps in the last place of `opts`.  Where a row fails, only picks that
    may change that are tried again: none of the row itself if it goes straight, as long as each was the first choice,
    and none of a row whose picks are alike for those after it.  A search that takes long looks once whether it is
    hopeless, and begins anew if it is not.
    """
    base = int(s.picks_n)
    row = int(s.pc)
    made = int(s.step_n)
    after = NONE
    found = False
    steps = 0
    while True:
        steps += 1
        if steps >= PATIENCE:
            if steps == PATIENCE:
                rewind(s, R, base, row, made)
                after = NONE
            if steps + opts[STEPS] > SEARCH_END:
                break
        status = settle(s, R, 1)
        if steps >= PATIENCE and status == OPEN and makes_hopeless(s, R, base, steps):
            status = FAILED
        if status == COMPLETE or (status == OPEN and after < 0 and is_enough(s, R, base)):
            if need == 0 or serves(s, R, status) >= need:
                found = True
                break
            status = FAILED
        value = next_candidate(s, R, after, base) if status == OPEN else NONE
        failed = int(s.pc)
        while value < 0 and s.picks_n > base:
            after = pop(s, R)
            flags = R.prog[s.pc, FLAGS]
            if s.pc == failed and flags & Flag.STRAIGHT:
                if next_candidate(s, R, NONE, base) != after:
                    failed = NONE
            elif s.pc == failed or flags & Flag.ALIKE == 0:
                value = next_candidate(s, R, after, base)
        if value < 0:
            break
        push(s, R, s.pc, value)
        after = NONE
    rewind(s, R, base, row, made)
    opts[STEPS] += steps
    return found


@kernel
def most_served(s: State, R: Rules, opts: Ints) -> int:
    """The most players that any line from here serves behind chance (rule 22f)."""
    most = served(s, R)
    row = int(s.pc)
    while R.prog[row, OP] < FIRST_EFFECT:
        if R.prog[row, FLAGS] & Flag.IF_ANY and seat_of(s, R, R.prog[row, WHO]) >= 0:
            most += 1
        row += 1
    while most > 0 and not completable(s, R, most, opts):
        most -= 1
    return most


@kernel
def joins(s: State, R: Rules, giver: int, taker: int, chapter: int) -> bool:
    """Whether a chapter of one hall can join the same chapter of another without a duplicate or a sixth card."""
    for w in range(2):
        if s.has[HALL + giver, w] & R.chapter_kinds[chapter, w] & s.blocked[taker, w]:
            return False
    return s.size_of[giver, chapter] + s.size_of[taker, chapter] <= 5


@kernel
def chapter_fits(s: State, R: Rules, row: int, chapter: int) -> bool:
    """Whether a whole chapter can be picked: it has cards, and where it goes none of them would duplicate."""
    owner = seat_of(s, R, R.prog[row, WHO])
    if s.size_of[owner, chapter] == 0:
        return False
    flags = R.prog[row, FLAGS]
    if flags & (Flag.PAIRED | Flag.ENTERS) == 0 or (flags & Flag.PAIRED and chapter == s.chapter):
        return True
    if not joins(s, R, owner, s.turn, chapter):
        return False
    return flags & Flag.PAIRED == 0 or joins(s, R, s.turn, owner, s.chapter)
