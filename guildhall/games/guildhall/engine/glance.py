"""A glance before the search: one way through the remaining picks, put together in a few words of bits.

Nothing is picked up for it.  It takes the lowest card that surely goes, never one whose twin has to leave first, and
counts a card as gone from everywhere; so what it finds is a way through, and where it finds none the search decides.
"""

from __future__ import annotations

from guildhall.kernel.annotations import Pair, Rules, State
from guildhall.kernel.containers import lowest_bit

from .picks import candidates, had_none, holds, seat_of, zone_of
from .state import (
    ANY,
    BIT,
    CHOSEN,
    FIRST_CHECK,
    FIRST_EFFECT,
    FLAGS,
    INTO,
    NONE,
    NUMBER,
    OF,
    OP,
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

#: The places whose emptying a check would notice.
_COUNTED = 1 << Where.HAND | 1 << Where.DECK | 1 << Where.PILE | 1 << Where.TOP


@kernel
def surely_missing(s: State, R: Rules, row: int, made: int) -> int:
    """How many picks a row still has to make; -1 if that depends on what is picked before."""
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
    """Whether a check is met, whatever was picked from the places in `left`; the last pick was by the row `last`."""
    op = R.prog[row, OP]
    if op == Op.SOME:
        return last >= R.prog[row, OF]
    if op == Op.FITS or (op != Op.BEHIND and left & _COUNTED):
        return False
    return holds(s, R, row)


@kernel
def from_kind_on(R: Rules, kind: int, m0: int, m1: int) -> Pair:
    """The kinds of a set that do not come before this one."""
    if kind >= WORD_BITS:
        return 0, m1 & ~(BIT[kind] - 1)
    return m0 & ~(BIT[kind] - 1), m1


@kernel
def surely_open(s: State, R: Rules, row: int, way: Way) -> Pair:
    """The kinds that a row could pick after the picks of a way, without making a twin leave."""
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
    """A way with one more card picked by a row."""
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
    """Whether a chapter takes a card even if all `n` cards of the way went there too; only Masters make one full."""
    if R.masters == 0 or R.prog[row, INTO] == 0 or R.prog[row, FLAGS] & Flag.MAY_DUPLICATE:
        return True
    hall = seat_of(s, R, R.prog[row, INTO] - 1)
    return s.size_of[hall, R.chapter[kind]] + s.incoming[hall, R.chapter[kind]] + n < 5


@kernel
def along(s: State, R: Rules, row: int, missing: int, first: int, floor: int, way: Way) -> Way:
    """A way with all that a row still has to pick, beginning with the kind `first` if one is given; count -1: none."""
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
    """Whether a way is found that begins with the pick `first` of the present row (-1: any); `other` may be set."""
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
    """Whether a player can be picked as the other one: not the active one, and holding enough of what the row names."""
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
    """Set the other player: the seat given, or the first that may be."""
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
    """Whether the rest can surely be completed, from the pick `first` on (-1: any); "no" means: search."""
    if s.owed_n > 0:
        return False
    before = s.other
    found = way_through(s, R, first)
    s.other = before
    return found
