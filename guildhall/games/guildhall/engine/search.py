"""Decide if the remaining picks can still be made: by a quick glance, by one search for every card, or by counting.

A glance assembles one way through the remaining picks in a few words of bits, without picking anything up.  It takes
the lowest card that is certain to work, never one whose twin has to leave first, and treats a card as gone from
everywhere.  So a way it finds is always valid, and if it finds none, the search decides.
"""

from __future__ import annotations

from guildhall.kernel.annotations import Ints, Pair, Rules, State
from guildhall.kernel.containers import bit_count, lowest_bit

from .picks import (
    COMPLETE,
    FAILED,
    OPEN,
    candidates,
    different,
    had_none,
    holds,
    placeable,
    pop,
    push,
    seat_of,
    settle,
    zone_of,
)
from .state import (
    ANY,
    BIT,
    CHOSEN,
    FIRST_CHECK,
    FIRST_EFFECT,
    FLAGS,
    HALL,
    INTO,
    LEAVERS,
    NONE,
    NUMBER,
    OF,
    OP,
    PICKS,
    ROW,
    SEARCH_END,
    STEPS,
    WHERE,
    WHO,
    WHOLE,
    WORD,
    WORD_BITS,
    Flag,
    Op,
    Way,
    Where,
    kernel,
)

# --- Glance ---


#: The places where a check would notice that cards have left.
_COUNTED = 1 << Where.HAND | 1 << Where.DECK | 1 << Where.PILE | 1 << Where.TOP


@kernel
def surely_missing(s: State, R: Rules, row: int, made: int) -> int:
    """Count the picks a row still has to make, or return -1 if that depends on earlier picks."""
    number = int(R.prog[row, NUMBER])
    flags = R.prog[row, FLAGS]
    if number == ANY or seat_of(s, R, R.prog[row, WHO]) < 0:
        return 0
    if number == WHOLE or flags & (Flag.IF_ANY | Flag.AS_FAR):
        return NONE
    if flags & Flag.EACH and had_none(s, R, row):
        return 0
    return max(0, number - made)


@kernel
def surely_holds(s: State, R: Rules, row: int, left: int, last: int) -> bool:
    """True if a check is met whatever was picked from the places in `left`. The last pick was by the row `last`."""
    op = R.prog[row, OP]
    if op == Op.SOME:
        return last >= R.prog[row, OF]
    if op == Op.FITS or (op != Op.BEHIND and left & _COUNTED):
        return False
    return holds(s, R, row)


@kernel
def from_kind_on(R: Rules, kind: int, m0: int, m1: int) -> Pair:
    """Return the kinds of a set from `kind` on."""
    if kind >= WORD_BITS:
        return 0, m1 & ~(BIT[kind] - 1)
    return m0 & ~(BIT[kind] - 1), m1


@kernel
def surely_open(s: State, R: Rules, row: int, way: Way) -> Pair:
    """Return the kinds a row could pick after the picks of a way, without making a twin leave."""
    taken_0, taken_1, mine_0, mine_1, theirs_0, theirs_1, placed_0, placed_1, _ = way
    m0, m1 = candidates(s, R, row)
    m0 &= ~taken_0
    m1 &= ~taken_1
    flags = R.prog[row, FLAGS]
    if flags & Flag.AFTER_PLACING:
        m0 &= ~placed_0
        m1 &= ~placed_1
    if R.prog[row, INTO] > 0:
        hall = seat_of(s, R, R.prog[row, INTO] - 1)
        m0 &= ~(mine_0 if hall == s.turn else theirs_0)
        m1 &= ~(mine_1 if hall == s.turn else theirs_1)
        if flags & Flag.MAY_DUPLICATE == 0:
            m0 &= ~s.blocked[hall, 0]
            m1 &= ~s.blocked[hall, 1]
    return m0, m1


@kernel
def after_picking(s: State, R: Rules, row: int, kind: int, way: Way) -> Way:
    """Return a way extended by one card picked by a row."""
    taken_0, taken_1, mine_0, mine_1, theirs_0, theirs_1, placed_0, placed_1, n = way
    b0 = BIT[kind] if WORD[kind] == 0 else 0
    b1 = BIT[kind] if WORD[kind] == 1 else 0
    taken_0 |= b0
    taken_1 |= b1
    if R.prog[row, INTO] > 0:
        chapter = R.chapter[kind]
        placed_0 |= R.chapter_kinds[chapter, 0]
        placed_1 |= R.chapter_kinds[chapter, 1]
        b0 |= R.twins[kind, 0]
        b1 |= R.twins[kind, 1]
        if seat_of(s, R, R.prog[row, INTO] - 1) == s.turn:
            mine_0 |= b0
            mine_1 |= b1
        else:
            theirs_0 |= b0
            theirs_1 |= b1
    return taken_0, taken_1, mine_0, mine_1, theirs_0, theirs_1, placed_0, placed_1, n + 1


@kernel
def has_place(s: State, R: Rules, row: int, kind: int, n: int) -> bool:
    """True if a chapter takes a card even if all `n` cards of the way went there too.

    Only Masters can make a chapter full.
    """
    if R.masters == 0 or R.prog[row, INTO] == 0 or R.prog[row, FLAGS] & Flag.MAY_DUPLICATE:
        return True
    hall = seat_of(s, R, R.prog[row, INTO] - 1)
    return s.size_of[hall, R.chapter[kind]] + s.incoming[hall, R.chapter[kind]] + n < 5


@kernel
def along(s: State, R: Rules, row: int, missing: int, first: int, floor: int, way: Way) -> Way:
    """Return a way extended by all the picks a row still has to make, with the count -1 if there is none.

    If `first` is given, the picks begin with that kind.
    """
    m0, m1 = surely_open(s, R, row, way)
    m0, m1 = from_kind_on(R, floor, m0, m1)
    if first >= 0 and (m0 if WORD[first] == 0 else m1) & BIT[first] == 0:
        return 0, 0, 0, 0, 0, 0, 0, 0, NONE
    while missing > 0:
        if (m0 == 0 and m1 == 0) or s.picks_n + way[8] >= CHOSEN:
            return 0, 0, 0, 0, 0, 0, 0, 0, NONE
        kind = first if first >= 0 else lowest_bit(m0) if m0 != 0 else WORD_BITS + lowest_bit(m1)
        m0 &= ~(BIT[kind] if WORD[kind] == 0 else 0)
        m1 &= ~(BIT[kind] if WORD[kind] == 1 else 0)
        if has_place(s, R, row, kind, way[8]):
            way = after_picking(s, R, row, kind, way)
            missing -= 1
            if R.prog[row, INTO] > 0:
                m0 &= ~R.twins[kind, 0]
                m1 &= ~R.twins[kind, 1]
            if R.prog[row, FLAGS] & Flag.DIFFERENT:
                m0 &= ~R.chapter_kinds[R.chapter[kind], 0]
                m1 &= ~R.chapter_kinds[R.chapter[kind], 1]
        elif first >= 0:
            return 0, 0, 0, 0, 0, 0, 0, 0, NONE
        first = NONE
    return way


@kernel
def way_through(s: State, R: Rules, first: int) -> bool:
    """True if a way is found that begins with the pick `first` of the current row (-1: any). May set `other`."""
    row = int(s.pc)
    made = int(s.step_n)
    floor = 0
    if R.prog[row, OP] == Op.PICK and R.prog[row, FLAGS] & Flag.ANY_ORDER == 0:  # a set is picked in ascending order
        floor = first if first >= 0 else int(s.pick[s.picks_n - 1]) if made > 0 else 0
    left = 0
    last = int(s.pick_row[s.picks_n - 1]) if s.picks_n > 0 else NONE
    way = (0, 0, 0, 0, 0, 0, 0, 0, 0)
    while R.prog[row, OP] < FIRST_EFFECT:
        op = R.prog[row, OP]
        if op >= FIRST_CHECK:
            if not surely_holds(s, R, row, left, last):
                return False
        elif op != Op.PICK:
            if made == 0 and (op != Op.PICK_PLAYER or left != 0 or not names_other(s, R, row, first)):
                return False
            last = row
        else:
            missing = 1 if first >= 0 and R.prog[row, NUMBER] == ANY else surely_missing(s, R, row, made)
            if missing > 0:
                way = along(s, R, row, missing, first, floor, way)
                left |= 1 << R.prog[row, WHERE]
                last = row
            if missing < 0 or way[8] < 0:
                return False
        row += 1
        made = 0
        first = NONE
        floor = 0
    return True


@kernel
def may_be_other(s: State, R: Rules, row: int, seat: int) -> bool:
    """True if a player can be the other one: not the active one, and holding enough of what the row names."""
    if seat == s.turn:
        return False
    where = R.prog[row, WHERE]
    if where == Where.NOWHERE:
        return True
    if where == Where.TOKENS:
        return s.tokens[seat] >= R.prog[row, NUMBER]
    return s.total[zone_of(where, seat)] >= R.prog[row, NUMBER]


@kernel
def names_other(s: State, R: Rules, row: int, seat: int) -> bool:
    """Set the other player: the given seat, or the first eligible one."""
    if seat >= 0:
        s.other = seat
        return True
    for any_seat in range(R.players):
        if may_be_other(s, R, row, any_seat):
            s.other = any_seat
            return True
    return False


@kernel
def glance(s: State, R: Rules, first: int) -> bool:
    """True if the rest can certainly be completed from the pick `first` on (-1: any). If False, a search decides."""
    if s.owed_n > 0:
        return False
    before = s.other
    found = way_through(s, R, first)
    s.other = before
    return found


# --- Search ---

PATIENCE = 64  # steps after which a search checks if it is hopeless


@kernel
def open_kinds(s: State, R: Rules, after: int, base: int) -> Pair:
    """Return the kinds above `after` that the current row could pick next.

    Picks of an unordered set come in ascending order, so each set has one line of play.  Where the order matters, any
    order is allowed, but the search (picks from number `base` on) need not try them all.
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
    """Return the lowest candidate above `after` at the current row, or -1."""
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
    """True if counting is enough: these are the last picks before the effects, and nothing couples them."""
    flags = R.prog[row, FLAGS]
    if R.prog[row, OP] != Op.PICK or flags & Flag.FINAL == 0:
        return False
    return missing == 1 or (s.owed_n == 0 and (flags & Flag.DIFFERENT == 0 or R.prog[row, INTO] == 0))


@kernel
def chapters_of(R: Rules, m0: int, m1: int) -> int:
    """Count the chapters in a set of kinds."""
    n = 0
    while m0 != 0 or m1 != 0:
        chapter = R.chapter[lowest_bit(m0) if m0 != 0 else WORD_BITS + lowest_bit(m1)]
        m0 &= ~R.chapter_kinds[chapter, 0]
        m1 &= ~R.chapter_kinds[chapter, 1]
        n += 1
    return n


@kernel
def has_enough(s: State, R: Rules, row: int, m0: int, m1: int, enough: int) -> bool:
    """True if this row could pick `enough` cards from a set of kinds together, ignoring further copies of a kind."""
    if R.prog[row, FLAGS] & Flag.DIFFERENT:
        return chapters_of(R, m0, m1) >= enough
    if R.prog[row, INTO] > 0:
        return placeable(s, R, row, m0, m1, enough) >= enough
    return bit_count(m0) + bit_count(m1) >= enough


@kernel
def is_enough(s: State, R: Rules, base: int) -> bool:
    """True if counting alone shows that the current row's picks can be made. If False, a search decides."""
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
    """Like `is_enough` after picking `kind`, but without picking it up, for rows that `can_count`."""
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
    """Count the players served so far by the rows that may skip some (rule 22f)."""
    n = 0
    for i in range(s.picks_n):
        if R.prog[s.pick_row[i], FLAGS] & Flag.IF_ANY:
            n += 1
    return n


@kernel
def serves(s: State, R: Rules, status: int) -> int:
    """Count the players served, including the one of an OPEN last row."""
    last = 1 if status == OPEN and R.prog[s.pc, FLAGS] & Flag.IF_ANY else 0
    return served(s, R) + last


@kernel
def must_pick(s: State, R: Rules, row: int) -> bool:
    """True if a row must pick a fixed number of cards from a known player."""
    flags = R.prog[row, FLAGS]
    if R.prog[row, OP] != Op.PICK or R.prog[row, NUMBER] <= 0 or flags & (Flag.IF_ANY | Flag.AS_FAR):
        return False
    return seat_of(s, R, R.prog[row, WHO]) >= 0 and (flags & Flag.EACH == 0 or not had_none(s, R, row))


@kernel
def wanted_there(s: State, R: Rules, zone: int) -> int:
    """Count the cards of a zone that the rows from the current one on must pick."""
    n = 0
    row = int(s.pc)
    while R.prog[row, OP] < FIRST_EFFECT:
        if must_pick(s, R, row) and zone_of(R.prog[row, WHERE], seat_of(s, R, R.prog[row, WHO])) == zone:
            n += int(R.prog[row, NUMBER] - (s.step_n if row == s.pc else 0))
        row += 1
    return n


@kernel
def is_left_by_others(s: State, R: Rules, hall: int) -> bool:
    """True if a row from the current one on may take cards out of a hall and so make space for others."""
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
    """True if a row cannot make its picks even if nothing else is picked first: too few cards, or too few that fit."""
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
    """True if some row from the current one on cannot be met, whatever the others pick."""
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
    """True if some row cannot be met, whatever the others pick and whichever player is the other one.

    False means a search is needed.
    """
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
    """True if a long search is hopeless: at its new start, or where a pick has named a player, a chapter or a slot."""
    named = s.picks_n > base and s.step_n == 0 and R.prog[s.pick_row[s.picks_n - 1], OP] != Op.PICK
    return (named or steps == PATIENCE) and is_hopeless(s, R)


@kernel
def rewind(s: State, R: Rules, base: int, row: int, made: int) -> None:
    """Undo all picks of a search."""
    while s.picks_n > base:
        pop(s, R)
    s.pc = row
    s.step_n = made


@kernel
def completable(s: State, R: Rules, need: int, opts: Ints) -> bool:
    """True if the picks and checks from the current row on can be met so that `need` players are served.

    Leaves the state unchanged and counts its steps in the last element of `opts`.  Where a row fails, only picks that
    may change the result are tried again: none of the row itself if it is STRAIGHT, as long as each was the first
    choice, and none of a row that is ALIKE for those after it.  A long search checks once if it is hopeless, and
    restarts if not.
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
    """Return the most players that any line from here serves after a random step (rule 22f)."""
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
    """True if a chapter of one hall can join the same chapter of another without a duplicate or a sixth card."""
    for w in range(2):
        if s.has[HALL + giver, w] & R.chapter_kinds[chapter, w] & s.blocked[taker, w]:
            return False
    return s.size_of[giver, chapter] + s.size_of[taker, chapter] <= 5


@kernel
def chapter_fits(s: State, R: Rules, row: int, chapter: int) -> bool:
    """True if a whole chapter can be picked: it has cards, and none would be a duplicate at its destination."""
    owner = seat_of(s, R, R.prog[row, WHO])
    if s.size_of[owner, chapter] == 0:
        return False
    flags = R.prog[row, FLAGS]
    if flags & (Flag.PAIRED | Flag.ENTERS) == 0 or (flags & Flag.PAIRED and chapter == s.chapter):
        return True
    if not joins(s, R, owner, s.turn, chapter):
        return False
    return flags & Flag.PAIRED == 0 or joins(s, R, s.turn, owner, s.chapter)
